"""A client connects, calls, cancels, times out and closes, whatever the server does."""

from __future__ import annotations

import asyncio
import errno
import math
import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.storage.settings import Settings
from inspector.errors import ClosedError, ConnectError, TimeoutExpired
from inspector.protocol.records import Exchange, Record
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget

RUDE = str(Path(__file__).parents[1] / "rude.py")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


Made = Callable[..., Client]


@pytest.fixture
def rude(journal: Journal) -> Made:
    def make(behaviour: str = "", **settings: Any) -> Client:
        target = StdioTarget(sys.executable, (RUDE, behaviour))
        chosen = Settings(probe_timeout_s=0.3, close_grace_s=0.2)
        for name, value in settings.items():
            setattr(chosen, name, value)
        return Client(Profile("rude", target, timeout_s=20), journal, settings=chosen)

    return make


def connected(client: Client, use: Callable[[Client], Awaitable[None]]) -> None:
    """Connect, use, close."""

    async def main() -> None:
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())


def records(journal: Journal) -> list[Record]:
    journal.sync()
    return journal.records(1, journal.last)


def exchange_of(journal: Journal, method: str) -> Exchange:
    number = next(r.number for r in records(journal) if r.number == r.exchange and r.method == method)
    exchange = journal.exchange(number)
    assert exchange is not None
    return exchange


def test_arguments_reach_the_wire_token_for_token(rude: Made, journal: Journal) -> None:
    arguments = b'{"n": 9007199254740993, "x": 1.10,\n "nothing": null, "wrong": "7"}'

    async def use(client: Client) -> None:
        answer = await client.call_tool("echo", arguments)
        assert answer.result

    connected(rude(), use)
    sent = next(r.raw for r in records(journal) if r.method == "tools/call" and r.direction == "out")
    assert b'"arguments":{"n":9007199254740993,"x":1.10,"nothing":null,"wrong":"7"}' in sent


def test_noise_on_stdout_is_kept_and_the_answer_still_arrives(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    odd = [record.raw for record in records(journal) if record.kind == "malformed"]
    assert odd == [b"DEBUG noise on stdout", b"\xff\xfe not utf-8"]


def test_silent_probe_falls_back_to_the_handshake(rude: Made) -> None:
    async def use(client: Client) -> None:
        assert client.info is not None
        assert "no answer in time" in client.info.decided

    connected(rude("silent-probe"), use)


def test_server_that_dies_on_the_probe_is_started_again(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert client.info is not None
        assert client.info.era == "legacy"

    connected(rude("dies-on-probe"), use)
    notes = [record.note for record in records(journal)]
    assert any("started again" in note for note in notes)


def test_exit_at_start_shows_code_and_stderr(rude: Made) -> None:
    client = rude("dies-at-start")
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    text = caught.value.explanation.as_text()
    assert "exit code 3" in text
    assert "no configuration" in text
    assert client.state == "failed"
    assert client.failure is caught.value.explanation


def test_what_a_silent_program_prints_on_stdout_is_shown(rude: Made) -> None:
    client = rude("no-server")
    client.profile = replace(client.profile, timeout_s=1.5)
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    text = caught.value.explanation.as_text()
    assert "What it writes to stdout is no MCP message" in text
    assert "| Usage: rude --stdio" in text


def test_unknown_revision_is_refused_with_words(rude: Made) -> None:
    with pytest.raises(ConnectError) as caught:
        asyncio.run(rude("old-version").connect())
    assert "1999-01-01" in caught.value.explanation.tried


def test_capability_that_a_modern_server_requires_is_named_and_it_is_not_taken_for_legacy(
    rude: Made, journal: Journal
) -> None:
    with pytest.raises(ConnectError) as caught:
        asyncio.run(rude("wants-elicitation").connect())
    assert "offers elicitation" in caught.value.explanation.happened
    assert not any(record.method == "initialize" for record in records(journal))


def test_command_that_does_not_exist_names_what_was_searched(journal: Journal) -> None:
    client = Client(Profile("x", StdioTarget("no-such-command-here")), journal)
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    assert "PATH" in caught.value.explanation.as_text()


def test_secrets_of_the_command_line_are_not_kept(rude: Made, journal: Journal) -> None:
    client = rude()
    target = StdioTarget(sys.executable, (RUDE, "", "--token", "s3cr3t", "API_KEY=s3cr3t"), {"KEY": "s3cr3t"})
    client.profile = replace(client.profile, target=target)

    async def use(client: Client) -> None: ...

    connected(client, use)
    assert "s3cr3t" not in repr(records(journal)) + repr(journal.sessions())
    assert "API_KEY=<6 characters, not kept>" in journal.sessions()[0].target


def test_secrets_of_a_url_are_not_kept(journal: Journal) -> None:
    client = Client(Profile("x", HttpTarget("http://u:s3cr3t@127.0.0.1:1/mcp?token=s3cr3t")), journal)
    with pytest.raises(ConnectError):
        asyncio.run(client.connect())
    assert "s3cr3t" not in repr(records(journal)) + repr(journal.sessions())


def test_nothing_listens(journal: Journal) -> None:
    client = Client(Profile("x", HttpTarget("http://127.0.0.1:1/mcp")), journal)
    with pytest.raises(ConnectError) as caught:
        asyncio.run(client.connect())
    assert "refused" in caught.value.explanation.happened


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
    assert "tools/call die was unanswered" in client.failure.happened
    call = exchange_of(journal, "tools/call")
    assert (call.status, call.detail) == ("lost", "the server ended (exit code 17)")


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):  # a state is looked at, it is not announced
        while not condition():
            await asyncio.sleep(0.005)


def test_message_cut_in_the_middle_is_malformed_and_its_call_lost(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ConnectError):
            await client.call_tool("half", b"{}")

    connected(rude(), use)
    (odd,) = (record for record in records(journal) if record.kind == "malformed")
    assert odd.raw == b'{"jsonrpc":"2.0","id":'
    assert "breaks off" in odd.note


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
            "tools/call unreadable: the answer cannot be read: not UTF-8 at byte"
        )
        assert '"content"' in raised.value.explanation.evidence
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    assert exchange_of(journal, "tools/call").status == "failed"


def test_a_handshake_that_cannot_be_read_is_no_silence(rude: Made) -> None:
    async def use(client: Client) -> None: ...

    with pytest.raises(ConnectError, match="the answer cannot be read: not UTF-8"):
        connected(rude("unreadable"), use)


def test_line_over_the_limit_goes_to_a_file_and_the_call_ends(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        with pytest.raises(ConnectError, match="larger than the limit"):
            await client.call_tool("huge", b'{"mb": 3}')
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(line_limit_mb=1), use)
    cut = next(record for record in records(journal) if record.spool)
    assert cut.size > 3_000_000
    assert len(cut.raw) == 65536
    assert Path(cut.spool).stat().st_size == cut.size
    assert "larger than the limit" in exchange_of(journal, "tools/call").detail


def test_stubborn_server_is_killed_and_the_steps_are_shown(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None: ...

    connected(rude("stubborn"), use)
    steps = [record.channel for record in records(journal) if record.kind == "lifecycle"]
    assert steps[-4:] == ["stdin-closed", "terminated", "killed", "exited"]


def test_questions_nobody_answers_are_refused_and_ping_is_answered(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        await client.call("ping")

    connected(rude("asks-ping"), use)
    answers = {
        r.id: r.raw for r in records(journal) if r.direction == "out" and r.kind in ("response", "error")
    }
    assert b'"result":{}' in answers['"s1"']
    assert exchange_of(journal, "roots/list").duration_ns > 0
    assert b"-32601" in answers['"s2"']
    assert b"-32601" in answers['"s3"']


def test_cursor_that_repeats_ends_the_walk(rude: Made) -> None:
    async def use(client: Client) -> None:
        assert len(await client.list_all("tools")) == 2

    connected(rude("endless-pages"), use)


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


def test_restart_makes_a_new_session_in_the_same_journal(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        first = client.session_number
        await client.restart()
        assert client.session_number != first
        assert (await client.call("ping")).result == b"{}"

    connected(rude(), use)
    assert len(journal.sessions()) == 2


def test_clients_with_one_journal_share_its_numbers(rude: Made, journal: Journal) -> None:
    one, two = rude(), rude()

    async def main() -> None:
        await asyncio.gather(one.connect(), two.connect())
        await asyncio.gather(*(client.call("ping") for client in (one, two, one, two)))
        await asyncio.gather(one.close(), two.close())

    asyncio.run(main())
    assert [r.number for r in records(journal)] == list(range(1, journal.last + 1))


@pytest.mark.parametrize("era", ["modern", "2025-11-25"])
def test_questions_of_the_server_are_answered_in_both_eras(era: str, journal: Journal) -> None:
    asked: list[ServerRequest] = []

    async def answer(request: ServerRequest) -> dict[str, Any] | None:
        asked.append(request)
        return {"action": "accept", "content": {"name": "Mina", "size": "small"}}

    client = Client(replace(demo_profile(), era=era), journal, answerer=answer)

    async def use(client: Client) -> None:
        result = await client.call_tool("ask_person", b"{}")
        assert not result.error

    connected(client, use)
    assert asked[0].method == "elicitation/create"
    exchange = exchange_of(journal, "tools/call")
    assert exchange.status == "done", exchange
    assert exchange.rounds == (2 if era == "modern" else 1)


def test_refused_question_is_answered_with_cancel(journal: Journal) -> None:
    async def refuse(request: ServerRequest) -> None: ...

    client = Client(replace(demo_profile(), era="2025-11-25"), journal, answerer=refuse)

    async def use(client: Client) -> None:
        assert (await client.call_tool("ask_person", b"{}")).result

    connected(client, use)
    assert any(b'"action":"cancel"' in record.raw for record in records(journal))


def test_catalog_hears_of_changes(journal: Journal) -> None:
    client = Client(demo_profile(), journal)

    async def use(client: Client) -> None:
        client.catalog.notice("notifications/tools/list_changed", {})
        assert client.catalog.stale == {"tools"}
        await client.list_all("tools")
        assert client.catalog.stale == set()
        assert client.catalog.raw("tools", "echo").startswith(b"{")

    connected(client, use)


# -- closing, restarting and failing in the middle of something


@pytest.mark.parametrize("behaviour", ["silent-probe", "slow-start"])
def test_closing_in_the_middle_of_connecting_ends_it_and_its_process(rude: Made, behaviour: str) -> None:
    client = rude(behaviour, probe_timeout_s=20.0)

    async def main() -> None:
        connecting = asyncio.ensure_future(client.connect())
        await until(lambda: client.pid is not None)
        pid = client.pid
        await client.close()
        with pytest.raises(ConnectError, match="closed while it connected"):
            await connecting
        assert client.state == "closed"
        assert client.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)

    asyncio.run(main())


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


def test_two_connects_at_once_leave_one_connection(rude: Made, journal: Journal) -> None:
    client = rude("slow-start")

    async def main() -> None:
        first = asyncio.ensure_future(client.connect())
        await until(lambda: client.pid is not None)
        await client.connect()
        with pytest.raises(ConnectError):
            await first
        assert client.state == "connected"
        assert (await client.call("ping")).result == b"{}"
        await client.close()

    asyncio.run(main())
    started = [r.note.split()[-1] for r in records(journal) if r.channel == "started"]
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)


def test_connecting_that_is_cancelled_leaves_nothing(rude: Made) -> None:
    client = rude("silent-probe", probe_timeout_s=20.0)

    async def main() -> None:
        connecting = asyncio.ensure_future(client.connect())
        await until(lambda: client.pid is not None)
        pid = client.pid
        connecting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await connecting
        assert client.state == "closed"
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


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


def test_closing_many_times_at_once_is_one_closing(rude: Made) -> None:
    async def use(client: Client) -> None:
        await asyncio.gather(*(client.close() for _ in range(5)))
        assert client.state == "closed"
        await client.connect()
        await asyncio.gather(client.close(), client.connect(), client.close())
        assert client.state in ("connected", "closed")

    connected(rude(), use)


def test_server_that_ends_right_after_the_handshake_is_seen(rude: Made) -> None:
    client = rude("answers-and-dies")

    async def main() -> None:
        try:
            await client.connect()
        except ConnectError:
            return
        await until(lambda: client.state == "failed")
        assert client.failure is not None
        assert "exit code 4" in client.failure.happened
        await client.close()

    asyncio.run(main())
    assert client.state == "failed"


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


def test_listener_or_callback_that_raises_disturbs_nobody(rude: Made, journal: Journal) -> None:
    told: list[str] = []
    failures: list[str] = []

    def wrong(_: object) -> None:
        raise ZeroDivisionError

    async def use(client: Client) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(type(context["exception"]).__name__))
        client.listeners += [wrong, lambda one: told.append(one.state)]
        assert (await client.call_tool("progress", b"{}", on_progress=wrong)).result
        await client.close()
        await asyncio.sleep(0)

    connected(rude(), use)
    assert "closed" in told
    assert set(failures) == {"ZeroDivisionError"}
    assert sum(record.role == "progress" for record in records(journal)) == 3


def test_answerer_that_fails_is_answered_with_an_error(rude: Made, journal: Journal) -> None:
    async def fail(request: ServerRequest) -> dict[str, Any]:
        raise ZeroDivisionError

    client = rude("asks-ping")
    client = Client(client.profile, journal, answerer=fail, settings=client.settings)

    async def use(client: Client) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        await client.call("ping")
        await until(lambda: not any(e.id == '"s2"' for e in pending_in(client)))

    connected(client, use)
    assert any(b"-32603" in record.raw and record.id == '"s2"' for record in records(journal))


def pending_in(client: Client) -> list[Exchange]:
    assert client.session is not None
    return client.session.conversation.correlation.pending("in")


# -- rounds of input (MRTR), against a server that asks for ever


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


def test_a_long_line_is_kept_whatever_the_server_is_called(journal: Journal) -> None:
    target = StdioTarget(sys.executable, (RUDE, ""))
    client = Client(Profile("../npx @scope/server", target), journal, settings=Settings(line_limit_mb=1))

    async def use(client: Client) -> None:
        with pytest.raises(ConnectError):
            await client.call_tool("huge", b'{"mb": 3}')

    connected(client, use)
    cut = next(record for record in records(journal) if record.spool)
    assert Path(cut.spool).stat().st_size == cut.size


def test_a_long_line_that_no_disk_takes_costs_nothing_else(
    rude: Made, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(hint: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def use(client: Client) -> None:
        monkeypatch.setattr(journal, "spool_file", full)
        with pytest.raises(ConnectError):
            await client.call_tool("huge", b'{"mb": 3}')
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(line_limit_mb=1), use)
    cut = next(record for record in records(journal) if "more than the limit" in record.note)
    assert (cut.spool, cut.size > 3_000_000) == ("", True)
    assert "only its beginning could be kept" in cut.note


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_a_line_of_200_mb_costs_little_memory_and_is_whole_on_disk(rude: Made, journal: Journal) -> None:
    def resident_mb() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    most = 0.0

    async def use(client: Client) -> None:
        nonlocal most
        before = resident_mb()
        call = asyncio.ensure_future(client.call_tool("huge", b'{"mb": 200}', timeout_s=60))
        while not call.done():
            await asyncio.wait([call], timeout=0.01)
            most = max(most, resident_mb() - before)
        assert isinstance(call.exception(), ConnectError)
        assert (await client.call_tool("echo", b"{}")).result

    connected(rude(), use)
    cut = next(record for record in records(journal) if record.spool)
    assert Path(cut.spool).stat().st_size == cut.size > 200_000_000
    assert most < 130  # the limit is 64 MB


def test_demo_server_starts_in_a_folder_with_files_named_like_modules(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)

    async def use(client: Client) -> None:
        assert client.info is not None

    connected(Client(demo_profile(), journal), use)
