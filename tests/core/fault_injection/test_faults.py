"""A fault is sent, listened to, judged, and the server is asked whether it lived."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, Extras
from inspector.core.client.pages import read_page
from inspector.core.fault_injection import faults
from inspector.core.fault_injection.faults import (
    FaultVerdict,
    applicable,
    perform,
    prepare,
    ready,
    situation_of,
    sweep,
)
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError, TimeoutExpired
from inspector.protocol.faults import BROKEN, COMPLIED, PRESETS, SILENT, UNDECIDED
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.servers import ServerProcess, free_port

RUDE = str(Path(__file__).parents[1] / "rude.py")
QUICK = [key for key in PRESETS if key not in ("large-message", "id-null")]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def using(client: Client, use: Callable[[Client], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        await client.connect()
        try:
            return await use(client)
        finally:
            await client.close(0.2)

    return asyncio.run(main())


def demo(journal: Journal, era: str) -> Client:
    return Client(replace(demo_profile(), era=era), journal)


async def _all(client: Client) -> list[FaultVerdict]:
    await prepare(client)
    chosen = [PRESETS[key] for key in QUICK if not PRESETS[key].why_not(situation_of(client))]
    return [verdict async for verdict in sweep(client, chosen)]


@pytest.mark.parametrize("era", ["2025-11-25", "modern"])
def test_the_demo_server_stands_every_fault(journal: Journal, era: str) -> None:
    verdicts = using(demo(journal, era), _all)
    assert len(verdicts) > 25
    assert not [verdict for verdict in verdicts if verdict.word == BROKEN or not verdict.survived]


def test_batches_are_for_the_revision_that_has_them(journal: Journal) -> None:
    async def use(client: Client) -> list[FaultVerdict]:
        keys = ("batch", "batch-invalid", "batch-mixed")
        return [await perform(client, PRESETS[key]) for key in keys]

    assert [verdict.word for verdict in using(demo(journal, "2025-03-26"), use)] == [COMPLIED] * 3


@pytest.mark.parametrize("era", ["2025-11-25", "modern"])
def test_the_demo_server_stands_every_fault_over_http(
    journal: Journal, era: str, start_server: Callable[..., ServerProcess]
) -> None:
    port = free_port()
    words = (sys.executable, "-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server(words, port)
    client = Client(Profile("demo", HttpTarget(f"http://127.0.0.1:{port}/mcp"), era=era), journal)
    verdicts = using(client, _all)
    assert {"http-origin", "http-accept"} <= {verdict.key for verdict in verdicts}
    assert not [verdict for verdict in verdicts if verdict.word == BROKEN or not verdict.survived]


def test_a_header_that_is_left_out_does_not_go_out(
    journal: Journal, start_server: Callable[..., ServerProcess]
) -> None:
    port = free_port()
    words = (sys.executable, "-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server(words, port)
    client = Client(Profile("demo", HttpTarget(f"http://127.0.0.1:{port}/mcp"), era="legacy"), journal)

    async def use(client: Client) -> None:
        ping = b'{"jsonrpc":"2.0","id":901,"method":"ping"}'
        first = client.send_raw(ping, (("X-Added", "yes"),), ("accept", "User-Agent"))
        async with asyncio.timeout(10):
            while journal.exchange(first).status == "pending":  # type: ignore[union-attr]
                await asyncio.sleep(0.005)
        channel = journal.record(first).channel
        heads = [one for one in journal.records(first, journal.last) if one.kind == "head"]
        sent = next(one.raw.lower() for one in heads if one.direction == "out" and one.channel == channel)
        assert b"x-added: yes" in sent
        assert b"accept:" not in sent and b"user-agent" not in sent

    using(client, use)


def test_what_a_server_says_is_judged_and_named(journal: Journal) -> None:
    async def use(client: Client) -> FaultVerdict:
        return await perform(client, PRESETS["unknown-method"])

    verdict = using(demo(journal, "legacy"), use)
    assert (verdict.word, verdict.level, verdict.survived) == (COMPLIED, "must", True)
    (record,) = verdict.records
    assert journal.record(record).kind == "error"
    assert journal.record(verdict.sent).method == "inspector/no-such-method"
    notes = [one.note for one in journal.records(1, journal.last) if one.kind == "lifecycle"]
    assert any("fault unknown-method: complied" in note for note in notes)


def test_a_server_that_ends_did_not_comply_whatever_it_said(journal: Journal) -> None:
    client = Client(Profile("rude", StdioTarget(sys.executable, (RUDE, ""))), journal, settings=Settings())

    async def use(client: Client) -> FaultVerdict:
        return await perform(client, PRESETS["broken-json"])

    verdict = using(client, use)
    assert (verdict.word, verdict.survived, verdict.breach) == (BROKEN, False, True)
    assert "The server exited" in verdict.sentence


def test_the_silence_of_a_silent_server_obeys_no_rule(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "ALIVE_S", 0.2)
    client = Client(
        Profile("rude", StdioTarget(sys.executable, (RUDE, "mute"))), journal, settings=Settings()
    )

    async def use(client: Client) -> None:
        with pytest.raises(TimeoutExpired, match="ping"):
            await ready(client)
        await client.close(0.2)
        with pytest.raises(TimeoutExpired, match="ping"):
            async for verdict in sweep(client, [PRESETS["unknown-notification"]]):
                pytest.fail(f"judged without a word of the server: {verdict}")

    using(client, use)


def test_a_sweep_connects_again_after_a_fault_that_ended_the_server(journal: Journal) -> None:
    client = Client(Profile("rude", StdioTarget(sys.executable, (RUDE, ""))), journal, settings=Settings())

    async def use(client: Client) -> list[FaultVerdict]:
        chosen = [PRESETS["broken-json"], PRESETS["cancelled-unknown"]]
        return [verdict async for verdict in sweep(client, chosen)]

    first, second = using(client, use)
    assert (first.survived, second.word) == (False, COMPLIED)
    assert len(journal.sessions()) == 2


def test_a_request_before_the_handshake_goes_out_on_a_connection_of_its_own(journal: Journal) -> None:
    async def use(client: Client) -> FaultVerdict:
        verdict = await perform(client, PRESETS["request-before-initialized"])
        assert client.state == "connected"
        return verdict

    verdict = using(demo(journal, "legacy"), use)
    assert verdict.word == COMPLIED
    assert "Request before the handshake" in journal.sessions()[1].name


def test_a_question_of_the_server_can_be_answered_with_an_altered_state(journal: Journal) -> None:
    async def use(client: Client) -> tuple[FaultVerdict, FaultVerdict]:
        assert PRESETS["mrtr-state-altered"].why_not(situation_of(client))
        declared = Extras(meta={"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}})
        answer = await client.call("tools/call", {"name": "ask_person", "arguments": {}}, extras=declared)
        assert b"input_required" in answer.result, answer
        return (
            await perform(client, PRESETS["mrtr-state-altered"]),
            await perform(client, PRESETS["mrtr-key-omitted"]),
        )

    client = demo(journal, "modern")
    verdicts = using(client, use)
    assert [verdict.word for verdict in verdicts] == [COMPLIED, COMPLIED]


def test_nothing_stays_pending_after_a_fault(journal: Journal) -> None:
    async def use(client: Client) -> None:
        for key in ("listen-unknown-type", "jsonrpc-missing"):
            await perform(client, PRESETS[key])
        assert client.open_exchanges() == []

    using(demo(journal, "modern"), use)


def test_without_a_connection_nothing_can_be_sent(journal: Journal) -> None:
    client = demo(journal, "legacy")
    using(client, prepare)
    with pytest.raises(ClosedError):
        asyncio.run(perform(client, PRESETS["unknown-method"]))


def test_the_choice_is_that_of_the_connection(journal: Journal) -> None:
    async def use(client: Client) -> set[str]:
        await prepare(client)
        return {preset.key for preset in applicable(situation_of(client))}

    keys = using(demo(journal, "legacy"), use)
    assert {"crlf", "tool-argument-missing", "request-before-initialized"} <= keys
    assert not {"http-origin", "meta-missing", "mrtr-key-omitted"} & keys


def test_verdicts_without_obligation_are_no_breach() -> None:
    for word in (COMPLIED, SILENT, UNDECIDED):
        assert not FaultVerdict("x", word, "", (), "must", True).breach
    assert not FaultVerdict("x", BROKEN, "", (), "should", True).breach
    assert FaultVerdict("x", BROKEN, "", (), "must", True).breach


@pytest.mark.parametrize("arguments", [b"5", b"true", b"null", b'{"required":true}', b"[1,null]"])
def test_a_prompt_whose_arguments_are_no_list_is_looked_at_without_harm(
    journal: Journal, arguments: bytes
) -> None:
    client = Client(demo_profile(), journal)
    listed = b'{"prompts":[{"name":"p","arguments":%b}]}' % arguments
    client.catalog.fill("prompts", (read_page("prompts", None, listed),))
    assert situation_of(client).harmless == ("prompts/get", {"name": "p"})
