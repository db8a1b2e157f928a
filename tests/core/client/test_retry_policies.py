"""What a client mends by itself: why a request is sent a second time, and when it is not."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client.answers import Extras
from inspector.core.client.retry_policies import Failed, prepare_retry, refused_on
from inspector.errors import InspectorError
from inspector.protocol.conversation import NO_ANSWER
from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import LegacyEra
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.jsonrpc import Message, parse
from inspector.protocol.methods import MODERN_REVISIONS
from inspector.protocol.records import Exchange


class Client:
    """Remembers what it was asked to do."""

    def __init__(self, era: Any = None, transport: str = "http", fails: bool = False) -> None:
        self.transport = transport
        self.era = era or ModernEra(Declared(), MODERN_REVISIONS[0])
        self.session = SimpleNamespace(conversation=SimpleNamespace(era=self.era))
        self.done: list[Any] = []
        self.fails = fails

    async def renew_session(self, session_id: str) -> None:
        self.done.append(session_id)

    async def list_all(self, kind: str, *, from_cache: bool) -> None:
        self.done.append((kind, from_cache))
        if self.fails:
            raise InspectorError("no")


def error(code: int, **data: Any) -> Message:
    document = {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "x", "data": data}}
    return parse(json.dumps(document).encode())


def failed(message: Message | None = None, http: int = 0, method: str = "tools/list", **more: Any) -> Failed:
    session_id, extras = more.pop("session_id", ""), more.pop("extras", Extras())
    exchange = Exchange(1, 1, "out", method, **{"channel": "post-1", "status": "lost", **more})
    return Failed(method, extras, (message, http, exchange), session_id)


def mended(client: Client, what: Failed) -> str:
    return asyncio.run(prepare_retry(client, what))  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["tools/list", "tools/call"])
def test_an_expired_session_is_renewed_and_the_request_sent_again(method: str) -> None:
    client = Client()
    assert "started a new one" in mended(client, failed(None, 404, method, session_id="s"))
    assert client.done == ["s"]


def test_a_tool_that_was_taken_is_not_run_twice_when_its_stream_is_gone() -> None:
    for method, again in (("tools/call", False), ("tools/list", True)):
        client = Client()
        assert bool(mended(client, failed(None, 404, method, session_id="s", channel="get-2"))) is again
        assert client.done == ["s"], "a new session is needed in both cases"


@pytest.mark.parametrize(
    "what",
    [
        failed(None, 404),
        failed(None, 400, session_id="s"),
        failed(error(-32601), 404, session_id="s"),
    ],
)
def test_other_refusals_are_no_expired_session(what: Failed) -> None:
    client = Client()
    assert mended(client, what) == ""
    assert client.done == []


def test_headers_that_do_not_match_make_the_tools_be_listed_again() -> None:
    client = Client()
    assert "listed the tools again" in mended(client, failed(error(-32020), 400, "tools/call"))
    assert client.done == [("tools", False)]
    assert mended(Client(fails=True), failed(error(-32020), 400, "tools/call")) == ""


def test_headers_of_a_person_or_of_another_method_are_left_alone() -> None:
    for what in (
        failed(error(-32020), 400, "tools/call", extras=Extras(headers={"a": "b"})),
        failed(error(-32020), 400, "prompts/get"),
        failed(error(-32000), 400, "tools/call"),
    ):
        client = Client()
        assert mended(client, what) == ""
        assert client.done == []


def test_a_revision_that_the_server_wants_is_used() -> None:
    era = ModernEra(Declared(), "2099-01-01")
    what = failed(error(-32022, supported=["1999-01-01", MODERN_REVISIONS[0]]), 400)
    assert f"requires revision {MODERN_REVISIONS[0]}" in mended(Client(era), what)
    assert era.revision == MODERN_REVISIONS[0]


@pytest.mark.parametrize("supported", [[], ["1999-01-01"], [MODERN_REVISIONS[0]], "2099", None])
def test_no_other_revision_is_made_up(supported: Any) -> None:
    client = Client()
    assert mended(client, failed(error(-32022, supported=supported), 400)) == ""
    assert client.era.revision == MODERN_REVISIONS[0]


def test_an_older_era_keeps_its_revision() -> None:
    era = LegacyEra("2025-11-25")
    assert mended(Client(era), failed(error(-32022, supported=["2026-07-28"]), 400)) == ""
    assert era.revision == "2025-11-25"


BROKEN = {"first_ns": 5, "detail": "the connection broke"}


def test_what_only_reads_is_asked_again_when_its_stream_broke() -> None:
    assert "with a new id" in mended(Client(), failed(None, 200, **BROKEN))


@pytest.mark.parametrize(
    ("client", "what"),
    [
        (Client(), failed(None, 200, "tools/call", **BROKEN)),
        (Client(), failed(error(-1), 200, **BROKEN)),
        (Client(), failed(None, 200, **{**BROKEN, "first_ns": 0})),
        (Client(), failed(None, 200, **{**BROKEN, "detail": NO_ANSWER})),
        (Client(), failed(None, 200, **BROKEN, status="cancelled")),
        (Client(transport="stdio"), failed(None, 0, **BROKEN)),
        (Client(LegacyEra("2025-11-25")), failed(None, 200, **BROKEN)),
    ],
)
def test_a_stream_is_not_asked_for_again_in_vain_or_to_harm(client: Client, what: Failed) -> None:
    assert mended(client, what) == ""


@pytest.mark.parametrize(
    ("method", "channel", "refused"),
    [
        ("tools/call", "post-1", "post-1"),
        ("tools/call", "get-1", ""),
        ("tools/list", "get-1", "get-1"),
        ("tools/list", "", ""),
    ],
)
def test_a_request_can_have_been_refused_on_the_channel_that_it_went_over(
    method: str, channel: str, refused: str
) -> None:
    assert refused_on((None, 0, Exchange(1, 1, "out", method, channel=channel))) == refused
