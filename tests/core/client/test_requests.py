"""A request gets its answer, is cancelled, times out or is lost; its rounds of input come to an end."""

from __future__ import annotations

import asyncio
import math
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inspector.core.client.answers import Answer, Extras
from inspector.core.client.cache import Cached, Hint
from inspector.core.client.client import Client, ServerRequest
from inspector.core.client.requests import Requests, _with_meta
from inspector.core.clock import now_ns
from inspector.core.servers.profiles import Profile
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError, ConnectError, TimeoutExpired
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from tests.core.client.rude import Made, connected, exchange_of, records, until


def test_crash_in_mid_call_keeps_all_evidence(rude: Made, journal: Journal) -> None:
    client = rude()

    async def main() -> None:
        await client.connect()
        with pytest.raises(ConnectError) as caught:
            await client.call_tool("die", b"{}")
        assert "exit code 17" in caught.value.explanation.happened
        assert "Fatal: boom" in caught.value.explanation.evidence
        await until(lambda: client.state == "failed")
        await client.close()

    asyncio.run(main())
    assert client.state == "failed"
    assert client.exit_text == "exit code 17"
    assert list(client.stderr_tail) == ["Fatal: boom"]
    assert client.failure is not None
    assert "tools/call die was running" in client.failure.happened
    call = exchange_of(journal, "tools/call")
    assert (call.status, call.detail) == ("lost", "server exited (exit code 17)")


def test_message_cut_in_the_middle_is_malformed_and_its_call_lost(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ConnectError):
            await client.call_tool("half", b"{}")

    connected(rude(), use)
    (odd,) = (record for record in records(journal) if record.kind == "malformed")
    assert odd.raw == b'{"jsonrpc":"2.0","id":'
    assert "ends unexpectedly" in odd.note


def test_timeout_cancels_on_the_wire_and_says_so(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(TimeoutExpired, match=r"tools/call hang within 0\.2 s"):
            await client.call_tool("hang", b"{}", timeout_s=0.2)

    connected(rude(), use)
    sent = [record.method for record in records(journal) if record.direction == "out"]
    assert sent[-1] == "notifications/cancelled"
    assert "timed out after 0.2 s" in exchange_of(journal, "tools/call").detail


def test_cancelling_the_task_cancels_the_request(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        started = asyncio.Event()
        call = client.call_tool("hang", b"{}", on_start=lambda _: started.set())
        task = asyncio.ensure_future(call)
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    connected(rude(), use)
    assert exchange_of(journal, "tools/call").status == "cancelled"


def test_cancel_by_number_ends_the_waiting_call(rude: Made) -> None:
    async def use(client: Client) -> None:
        call = client.call_tool("hang", b"{}", on_start=lambda number: client.cancel(number, "enough"))
        with pytest.raises(asyncio.CancelledError):
            await call

    connected(rude(), use)


def test_progress_is_told_while_it_runs(rude: Made) -> None:
    seen: list[tuple[float, float]] = []

    async def use(client: Client) -> None:
        await client.call_tool("progress", b"{}", on_progress=lambda e: seen.append((e.progress, e.total)))

    connected(rude(), use)
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_wrong_ids_are_named_and_nobody_waits_for_ever(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.call_tool("wrong-id", b"{}")

    connected(rude(), use)
    assert [r.role for r in records(journal) if r.kind == "response"][-2:] == ["unknown", "mistyped"]


def test_an_unreadable_answer_ends_its_call_and_is_said(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ConnectError) as raised:
            await client.call_tool("unreadable", b"{}")
        assert raised.value.explanation.happened.startswith(
            "tools/call unreadable: the response cannot be read: not UTF-8 at byte"
        )
        assert '"content"' in raised.value.explanation.evidence
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    assert exchange_of(journal, "tools/call").status == "failed"


def test_raw_bytes_go_out_as_they_are_and_a_closed_client_says_so(rude: Made, journal: Journal) -> None:
    client = rude()

    async def use(client: Client) -> None:
        number = client.send_raw(b'{"jsonrpc":"2.0",  "id": 77, "method":"ping"}')
        await until(lambda: exchange_of(journal, "ping").answer > 0)
        record = journal.record(number)
        assert record is not None
        assert record.raw == b'{"jsonrpc":"2.0",  "id": 77, "method":"ping"}'

    connected(client, use)
    with pytest.raises(ClosedError, match="not connected"):
        client.send_raw(b"{}")


def test_nothing_but_the_handshake_goes_out_while_it_runs(rude: Made, journal: Journal) -> None:
    client = rude("slow-start")

    async def main() -> None:
        connecting = asyncio.create_task(client.connect())
        await until(lambda: bool(client.open_exchanges()))
        with pytest.raises(ClosedError, match="not connected yet"):
            await client.call("tools/list")
        with pytest.raises(ClosedError):
            client.send_raw(b"{}")
        await connecting
        await client.call("tools/list")
        await client.close()

    asyncio.run(main())
    sent = [record.method for record in records(journal) if record.direction == "out"]
    assert sent.index("tools/list") > sent.index("notifications/initialized")
    assert sent.count("tools/list") == 1


@pytest.mark.parametrize("end", [Client.close, Client.restart])
def test_call_that_waits_is_woken_by_the_end_of_its_connection(rude: Made, end: Any) -> None:
    async def use(client: Client) -> None:
        started = asyncio.Event()
        waiting = asyncio.ensure_future(client.call_tool("hang", b"{}", on_start=lambda _: started.set()))
        await started.wait()
        await end(client)
        async with asyncio.timeout(20):
            with pytest.raises(ConnectError):
                await waiting

    connected(rude(), use)


def test_call_behind_a_closed_stdin_is_told_at_once(rude: Made) -> None:
    async def use(client: Client) -> None:
        assert (await client.call_tool("close-stdin", b"{}")).result
        async with asyncio.timeout(10):
            with pytest.raises(ConnectError):
                await client.call_tool("echo", b"{}")

    connected(rude(), use)


def test_answer_with_result_and_error_is_an_error(rude: Made) -> None:
    async def use(client: Client) -> None:
        answer = await client.call_tool("both", b"{}")
        assert (answer.result, answer.value) == (b"", {"code": 1, "message": "no"})
        answer = await client.call_tool("null-error", b"{}")
        assert (answer.result, answer.error) == (b'{"content": []}', b"")

    connected(rude(), use)


def rounds(journal: Journal, mode: str) -> tuple[Client, list[ServerRequest]]:
    asked: list[ServerRequest] = []

    async def accept(request: ServerRequest) -> dict[str, Any]:
        asked.append(request)
        if mode == "never-answered":
            await asyncio.Event().wait()
        return {"action": "accept", "content": {}}

    target = StdioTarget(sys.executable, (str(Path(__file__).parents[1] / "asking.py"), mode))
    profile = Profile("asking", target, timeout_s=20)
    return Client(profile, journal, answerer=accept, settings=Settings(close_grace_s=0.2)), asked


def test_server_that_asks_for_ever_is_asked_ten_times_and_nobody_in_vain(journal: Journal) -> None:
    client, asked = rounds(journal, "ask")

    async def use(client: Client) -> None:
        assert b"input_required" in (await client.call_tool("t", b"{}")).result

    connected(client, use)
    exchange = exchange_of(journal, "tools/call")
    assert (exchange.rounds, len(asked), exchange.status) == (10, 9, "input_required")


def test_a_person_may_go_on_after_ten_rounds_and_ends_it_when_they_like(journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def thirteen_times(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept", "content": {}} if len(asked) < 13 else None

    client, _ = rounds(journal, "ask")
    client.questions.answerer = thirteen_times
    client.questions.most_rounds = math.inf

    async def use(client: Client) -> None:
        await client.call_tool("t", b"{}")

    connected(client, use)
    assert [request.round for request in asked] == list(range(1, 14))


def test_server_that_only_wants_to_be_asked_again_is_left_after_some_times(journal: Journal) -> None:
    client, asked = rounds(journal, "quiet")
    client.questions.most_rounds = math.inf

    async def use(client: Client) -> None:
        await client.call_tool("t", b"{}")

    connected(client, use)
    assert (exchange_of(journal, "tools/call").rounds, asked) == (11, [])


def test_each_round_carries_only_what_was_given_in_the_one_before(journal: Journal) -> None:
    client, _ = rounds(journal, "alternate")

    async def use(client: Client) -> None:
        await client.call_tool("t", b"{}")

    connected(client, use)
    sent = [r.raw for r in records(journal) if r.method == "tools/call" and r.direction == "out"]
    assert [(b"requestState" in raw, b"inputResponses" in raw) for raw in sent[:4]] == [
        (False, False),
        (True, False),
        (False, True),
        (True, False),
    ]


def test_call_that_waits_for_a_person_is_woken_by_close(journal: Journal) -> None:
    client, asked = rounds(journal, "never-answered")

    async def main() -> None:
        await client.connect()
        waiting = asyncio.ensure_future(client.call_tool("t", b"{}"))
        await until(lambda: bool(asked))
        await client.close()
        async with asyncio.timeout(10):
            with pytest.raises(ClosedError):
                await waiting
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_modern_server_that_sends_a_request_gets_no_response(journal: Journal) -> None:
    client, asked = rounds(journal, "request")

    async def use(client: Client) -> None:
        assert b"complete" in (await client.call_tool("t", b"{}")).result

    connected(client, use)
    assert not asked
    assert not any(r.kind in ("response", "error") and r.direction == "out" for r in records(journal))
    assert exchange_of(journal, "roots/list").status == "lost"


def test_a_call_that_ends_while_nothing_is_read_does_not_blame_the_server() -> None:
    error = TimeoutExpired("tools/call slow", 5, held="less than 100 MB of free disk space")
    assert error.explanation.cause == "Less than 100 MB of free disk space."
    assert error.explanation.next_step == "Free some disk space."


def over(**connection: Any) -> Requests:
    """The requests over a connection that has only these members."""
    nothing = cast("Any", None)
    return Requests(nothing, cast("Any", SimpleNamespace(**connection)), nothing, nothing, nothing)


def test_the_time_limit_of_a_call_is_held_and_released() -> None:
    told: list[tuple[str, int]] = []
    calls = SimpleNamespace(
        hold=lambda number: told.append(("hold", number)),
        release=lambda number: told.append(("release", number)),
        open=lambda: ["one"],
    )
    requests = over(calls=calls)
    requests.hold(7)
    requests.release(8)
    assert told == [("hold", 7), ("release", 8)]
    assert requests.open_exchanges() == cast("Any", ["one"])
    closed = over(calls=None)
    closed.hold(7)
    closed.release(7)
    closed.cancel(7)
    assert closed.open_exchanges() == []


@pytest.mark.parametrize(
    ("status", "transport", "sent"),
    [("pending", "there", 1), ("done", "there", 0), ("cancelled", "there", 0), ("pending", None, 0)],
)
def test_only_a_question_that_waits_is_answered(status: str, transport: str | None, sent: int) -> None:
    answered: list[tuple[Any, ...]] = []
    conversation = SimpleNamespace(answer=lambda *words: answered.append(words))
    session = SimpleNamespace(transport=transport, conversation=conversation, send=lambda make: make(5, 6))
    exchange = Exchange(1, 1, "in", "roots/list", status=status)
    over(session=session).answer(exchange, {"roots": []}, None)
    assert answered == [(exchange, 5, 6, {"roots": []}, None)] * sent
    over(session=None).answer(exchange, None, (1, "no"))


@pytest.mark.parametrize(
    ("params", "meta", "whole"),
    [
        ({"a": 1}, {}, {"a": 1}),
        ({"a": 1}, {"m": 2}, {"a": 1, "_meta": {"m": 2}}),
        ({"_meta": {"k": 1, "m": 1}}, {"m": 2}, {"_meta": {"k": 1, "m": 2}}),
        ({"_meta": "odd"}, {"m": 2}, {"_meta": {"m": 2}}),
    ],
)
def test_what_a_user_adds_to_meta_comes_beside_what_is_there(
    params: dict[str, Any], meta: dict[str, Any], whole: dict[str, Any]
) -> None:
    before = dict(params)
    assert _with_meta(params, meta) == whole
    assert params == before


def test_a_cancellation_reaches_the_call_wherever_it_waits() -> None:
    cancelled: list[tuple[int, str]] = []
    notes: list[str] = []
    client = SimpleNamespace(note=notes.append)
    calls = SimpleNamespace(cancel=lambda number, reason: cancelled.append((number, reason)))
    nothing = cast("Any", None)
    requests = Requests(
        cast("Any", client), cast("Any", SimpleNamespace(calls=calls)), nothing, nothing, nothing
    )

    async def main() -> None:
        tasks = {number: asyncio.ensure_future(asyncio.Event().wait()) for number in (7, 8)}
        requests._refused[7], requests._between[8] = tasks[7], tasks[8]
        requests._running[5] = cast("Any", SimpleNamespace(exchanges=[5, 6, 8]))
        requests.cancel(7)
        requests.cancel(5)
        requests.cancel(9, "why")
        await asyncio.wait(tasks.values())
        assert all(task.cancelled() for task in tasks.values())

    asyncio.run(main())
    assert notes == [
        "#7: cancelled while waiting for sign-in",
        "#8: cancelled while waiting for your answer",
    ]
    assert cancelled == [(9, "why")]


class Keeping:
    """A cache with one answer in it, or none."""

    def __init__(self, kept: Cached | None) -> None:
        self.kept = kept
        self.taken: list[tuple[Any, ...]] = []

    def find(self, method: str, params: Any) -> Cached | None:
        return self.kept

    def changes(self, method: str) -> int:
        return 41

    def keep(self, *given: Any) -> None:
        self.taken.append(given)


ANSWER = Answer(3, 4, b"{}")


def cacheable(
    kept: Cached | None, *, honour: bool = True, era: str = "modern", **options: Any
) -> tuple[Answer, Keeping, list[str], int]:
    """What comes of it, the cache, what is noted, and how many requests went out."""
    notes: list[str] = []
    asked: list[Any] = []
    client = SimpleNamespace(note=notes.append, settings=SimpleNamespace(honour_cache=honour))
    spoken = SimpleNamespace(name=era) if era else None
    connection = SimpleNamespace(era=spoken, open_session=lambda: None)
    cache, nothing = Keeping(kept), cast("Any", None)
    requests = Requests(cast("Any", client), cast("Any", connection), nothing, nothing, cast("Any", cache))

    async def call(*given: Any, **more: Any) -> Answer:
        asked.append((given, more))
        return ANSWER

    requests.call = call  # type: ignore[method-assign]
    found = asyncio.run(requests.call_cacheable("resources/read", {"uri": "a://b"}, **options))
    return found, cache, notes, len(asked)


def kept_answer() -> Cached:
    now = now_ns()
    hint = Hint(ttl_ms=60_000, scope="", received_ns=now - 5 * 10**9)
    return Cached(Answer(9, 10, b'{"kept":1}'), hint)


@pytest.mark.parametrize(
    ("options", "served"),
    [
        ({}, True),
        ({"from_cache": False}, False),
        ({"honour": False}, False),
        ({"honour": False, "from_cache": True}, True),
        ({"extras": Extras(meta={"a": 1})}, False),
        ({"era": ""}, False),
        ({"era": "legacy"}, True),
    ],
)
def test_a_fresh_answer_is_served_without_a_request_where_it_may_be(
    options: dict[str, Any], served: bool
) -> None:
    started: list[int] = []
    found, cache, notes, asked = cacheable(kept_answer(), on_start=started.append, **options)
    assert asked == (not served)
    if served:
        assert (found.result, found.from_cache, started, cache.taken) == (b'{"kept":1}', True, [9], [])
        [note] = notes
        assert note.startswith(
            "resources/read a://b: served from the cache, no request sent: #9, 5 s old, fresh for another 55"
        )
        assert note.endswith(" s, no scope")
    else:
        assert (found, notes, started) == (ANSWER, [], [])


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, True),
        ({"era": "legacy"}, False),
        ({"era": ""}, False),
        ({"extras": Extras(meta={"a": 1})}, False),
        ({"from_cache": False}, True),
    ],
)
def test_an_answer_of_a_modern_server_is_kept(options: dict[str, Any], kept: bool) -> None:
    _, cache, _, asked = cacheable(None, **options)
    assert asked == 1
    assert cache.taken == ([("resources/read", {"uri": "a://b"}, ANSWER, 41)] if kept else [])


def test_exact_bytes_and_notifications_go_out_on_the_open_session() -> None:
    done: list[tuple[Any, ...]] = []

    def made(name: str) -> Any:
        def build(*given: Any, **more: Any) -> Any:
            done.append((name, given, more))
            return SimpleNamespace(records=[SimpleNamespace(number=7), SimpleNamespace(number=8)])

        return build

    conversation = SimpleNamespace(raw=made("raw"), notify=made("notify"))
    session = SimpleNamespace(conversation=conversation, send=lambda build: build(5, 6))
    requests = over(open_session=lambda: session)
    assert requests.send_raw(b"x", (("A", "b"),), ("C",)) == 7
    requests.notify("n", {"a": 1})
    assert done == [
        ("raw", (b"x", 5, 6), {"headers": (("A", "b"),), "without": ("C",)}),
        ("notify", ("n", {"a": 1}, 5, 6), {}),
    ]  # fmt: skip
