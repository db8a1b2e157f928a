"""What a client must do when a server asks: refuse what was not declared, ask at once what comes at once."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client import questions
from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.questions import refusal, undeclared
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.errors import TimeoutExpired
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget

QUESTIONER = Path(__file__).parents[1] / "questioner.py"
ALL = Settings().capabilities()
FORM = {"method": "elicitation/create", "params": {"message": "?", "requestedSchema": {"type": "object"}}}
PAGE = {
    "method": "elicitation/create",
    "params": {"mode": "url", "message": "?", "url": "https://a.b", "elicitationId": "e1"},
}
SAMPLE = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}
TOOLS = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1, "tools": []}}

Answerer = Callable[[ServerRequest], Awaitable[dict[str, Any] | None]]


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    made = Journal.create(tmp_path / "session.mcptrace")
    yield made
    made.close()


async def accept(request: ServerRequest) -> dict[str, Any] | None:
    return {"action": "accept", "content": {}} if request.method == "elicitation/create" else {"roots": []}


def legacy(journal: Journal, answerer: Answerer = accept, **options: Any) -> Client:
    target = StdioTarget(sys.executable, (str(QUESTIONER),))
    profile = Profile("questioner", target, era="2025-11-25", timeout_s=options.pop("timeout_s", 10.0))
    return Client(profile, journal, answerer=answerer, settings=Settings(close_grace_s=0.2), **options)


def run(client: Client, work: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        await client.connect()
        try:
            await work(client)
        finally:
            await client.close()

    asyncio.run(main())


async def asking(client: Client, *requests: dict[str, Any], **options: Any) -> list[Any]:
    """What the server got for these requests."""
    arguments = json.dumps({"requests": requests}).encode()
    answer = await client.call_tool("ask", arguments, **options)
    return list(json.loads(answer.value["content"][0]["text"]))


@pytest.mark.parametrize(
    ("request_", "offers", "code"),
    [
        (FORM, {"elicitation": {}}, None),
        (FORM, {"elicitation": {"form": {}}}, None),
        (FORM, {"elicitation": {"url": {}}}, -32602),
        (PAGE, {"elicitation": {}}, -32602),
        (PAGE, {"elicitation": {"form": {}}}, -32602),
        (PAGE, {"elicitation": {"url": {}}}, None),
        (FORM, {"roots": {}}, -32601),
        (SAMPLE, {"sampling": {}}, None),
        (TOOLS, {"sampling": {}}, -32602),
        (TOOLS, {"sampling": {"tools": {}}}, None),
        (SAMPLE, {}, -32601),
        ({"method": "roots/list"}, {}, -32601),
        ({"method": "roots/list"}, {"roots": {}}, None),
        ({"method": "no/such"}, ALL, -32601),
    ],
)
def test_question_of_a_kind_that_was_not_declared_is_refused_with_its_code(
    request_: dict[str, Any], offers: dict[str, Any], code: int | None, journal: Journal
) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept"}

    async def use(client: Client) -> None:
        (got,) = await asking(client, request_)
        assert got.get("code") == code
        assert bool(asked) is (code is None)

    run(legacy(journal, answer, offers=offers), use)


def test_what_is_offered_is_what_is_declared(journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert client.info is not None
        assert client.info.capabilities["logging"]["declared"] == {"roots": {}}

    run(legacy(journal, offers={"roots": {}}), use)


def test_a_mode_that_nobody_knows_is_undeclared() -> None:
    assert undeclared("elicitation/create", {"mode": "telepathy"}, ALL) == "elicitation.telepathy"
    assert refusal("elicitation/create", {"mode": ["form"]}, {"elicitation": {"form": {}}}) is not None


def test_time_limit_of_a_call_stands_still_while_somebody_is_asked(journal: Journal) -> None:
    async def slow(request: ServerRequest) -> dict[str, Any] | None:
        await asyncio.sleep(0.6)  # longer than the call may take
        return {"action": "decline"}

    async def use(client: Client) -> None:
        got = await asking(client, FORM, FORM, timeout_s=0.5)
        assert got == [{"action": "decline"}] * 2
        with pytest.raises(TimeoutExpired):
            await client.call("ping", timeout_s=0.0001)

    run(legacy(journal, slow), use)


def test_question_names_the_call_and_the_server_it_belongs_to(journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept"}

    async def use(client: Client) -> None:
        await asking(client, FORM)

    run(legacy(journal, answer), use)
    (one,) = asked
    assert (one.call, one.target, one.server_name, one.round) == ("tools/call", "ask", "questioner", 0)


# -- pages


@pytest.mark.parametrize("action", ["accept", "decline", "cancel", ""])
def test_call_that_wants_a_page_first_is_made_again_when_it_was_accepted(
    action: str, journal: Journal
) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": action} if action else None

    async def use(client: Client) -> None:
        answer = await client.call_tool("page", b"{}")
        again = action == "accept"
        assert bool(answer.error) is not again
        exchange = journal.exchange(answer.exchange)
        assert exchange is not None
        assert (exchange.rounds, exchange.status) == ((2, "done") if again else (1, "failed"))

    run(legacy(journal, answer), use)
    (one,) = asked
    assert (one.retry, one.params["url"], one.key) == (True, "https://a.b/c", "")


def test_modern_server_that_answers_32042_is_not_asked_again(journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept"}

    client = Client(replace(demo_profile(), era="modern"), journal, answerer=answer)

    async def use(client: Client) -> None:
        assert (await client.call_tool("rpc_error", b'{"code": -32042}')).error

    run(client, use)
    assert asked == []


def test_end_of_an_elicitation_wakes_who_waits_for_it_and_unknown_ids_are_ignored(journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept"}

    async def use(client: Client) -> None:
        await asking(client, PAGE)
        await client.call_tool("complete", b'{"id": "unknown"}')
        assert not asked[0].completed.is_set()
        await client.call_tool("complete", b'{"id": "e1"}')
        assert asked[0].completed.is_set()

    run(legacy(journal, answer), use)


# -- several questions in one result (modern)


def several(journal: Journal, answerer: Answerer) -> Client:
    return Client(replace(demo_profile(), era="modern"), journal, answerer=answerer)


def test_questions_of_one_result_are_asked_at_once_and_answered_together(journal: Journal) -> None:
    open_now: list[ServerRequest] = []
    all_there = asyncio.Event()

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        open_now.append(request)
        if len(open_now) == 3:
            all_there.set()
        await all_there.wait()
        if request.method == "elicitation/create":
            return {"action": "accept", "content": {"name": "Ada"}}
        return {"roots": []} if request.method == "roots/list" else {"role": "assistant", "content": []}

    async def use(client: Client) -> None:
        answer = await asyncio.wait_for(client.call_tool("ask_everything", b"{}"), 10)
        assert not answer.error, answer.error
        exchange = journal.exchange(answer.exchange)
        assert exchange is not None and exchange.rounds == 2

    run(several(journal, answer), use)
    assert len({request.key for request in open_now}) == 3
    assert {request.round for request in open_now} == {1}
    assert all(isinstance(request.state, str) and request.state for request in open_now)


def test_one_refusal_withdraws_the_others_and_nothing_is_sent(journal: Journal) -> None:
    withdrawn: list[str] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        if request.method == "sampling/createMessage":
            return None
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            withdrawn.append(request.method)
            raise
        return {}

    async def use(client: Client) -> None:
        answer = await client.call_tool("ask_everything", b"{}")
        assert b"input_required" in answer.result

    run(several(journal, answer), use)
    assert sorted(withdrawn) == ["elicitation/create", "roots/list"]


@pytest.mark.parametrize("round_number", [1, 2])
def test_a_call_between_its_rounds_is_cancelled_by_its_first_number(
    journal: Journal, round_number: int
) -> None:
    started: list[int] = []
    asked: list[int] = []
    withdrawn: list[tuple[Any, ...]] = []
    waits = asyncio.Event()

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request.round)
        if request.round < round_number:
            return {"action": "decline"}
        waits.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError as error:
            withdrawn.append(error.args)
            raise
        return None

    async def use(client: Client) -> None:
        call = asyncio.create_task(client.call("tools/call", {"name": "ask"}, on_start=started.append))
        await asyncio.wait_for(waits.wait(), 10)
        client.cancel(started[0])
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(call, 10)
        before = journal.last
        client.cancel(started[0])
        assert journal.last == before

    run(
        Client(
            Profile("asks", StdioTarget(sys.executable, ("-c", ASKS_AGAIN)), era="modern"),
            journal,
            answerer=answer,
        ),
        use,
    )
    assert asked == list(range(1, round_number + 1)) and len(started) == 1
    assert withdrawn == [("",)]
    notes = [record.note for record in journal.records(1, journal.last) if record.kind == "lifecycle"]
    assert any("cancelled while waiting for your answer" in note for note in notes), notes


ASKS_AGAIN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "server/discover":
        result = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {},
                  "serverInfo": {"name": "asks", "version": "1"}, "ttlMs": 0, "cacheScope": "private"}
    elif method == "tools/call":
        schema = {"type": "object", "properties": {}}
        params = {"mode": "form", "message": "?", "requestedSchema": schema}
        ask = {"method": "elicitation/create", "params": params}
        result = {"resultType": "input_required", "inputRequests": {"a": ask}, "requestState": "s"}
    else:
        result = {"resultType": "complete"}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


FLOOD = """
import json, sys
def send(**value): print(json.dumps({"jsonrpc": "2.0", **value}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    method, answered = message.get("method"), message.get("error")
    if method == "initialize":
        info = {"name": "flood", "version": "1"}
        hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": info}
        send(id=message["id"], result=hello)
    elif method == "ping":
        for number in range(6):
            send(id=f"q{number}", method="roots/list")
        call, refused = message["id"], []
    elif answered:
        refused.append([message["id"], answered["code"]])
        if len(refused) == 4:
            send(id=call, result={"refused": refused})
"""


def test_server_that_asks_more_than_anybody_answers_is_refused(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST_OPEN", 2)
    asked: list[int] = []

    async def never(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request.exchange)
        await asyncio.Event().wait()
        return None

    async def work(client: Client) -> None:
        value = (await client.call("ping")).value
        assert sorted(value["refused"]) == [[f"q{number}", -32603] for number in range(2, 6)]

    target = StdioTarget(sys.executable, ("-c", FLOOD))
    profile = Profile("flood", target, era="2025-11-25", timeout_s=10)
    run(Client(profile, journal, answerer=never, settings=Settings(close_grace_s=0.2)), work)
    assert len(asked) == 2
