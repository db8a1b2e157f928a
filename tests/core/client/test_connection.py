"""A connection is made, kept and ended, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client import http_reachability
from inspector.core.client.client import Client
from inspector.core.client.connecting import Connecting, _is_foreign_error
from inspector.core.client.connection import Connection
from inspector.core.client.http_reachability import HttpReachability
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.core.servers.variables import Lookup
from inspector.errors import ClosedError, ConnectError
from inspector.protocol.era import Declared
from inspector.protocol.jsonrpc import Message, parse
from inspector.protocol.records import Exchange
from inspector.protocol.wire import LifecycleStep
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.core.client.rude import RUDE, Made, connected, records, until


def test_silent_probe_falls_back_to_the_handshake(rude: Made) -> None:
    async def use(client: Client) -> None:
        assert client.info is not None
        assert "timed out" in client.info.decided

    connected(rude("silent-probe"), use)


def test_server_that_dies_on_the_probe_is_started_again(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        assert client.info is not None
        assert client.info.era == "legacy"

    connected(rude("dies-on-probe"), use)
    notes = [record.note for record in records(journal)]
    assert any("restarted" in note for note in notes)


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
    assert "What it writes to stdout is not an MCP message" in text
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
    assert "capability elicitation" in caught.value.explanation.happened
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


def test_a_handshake_that_cannot_be_read_is_no_silence(rude: Made) -> None:
    async def use(client: Client) -> None: ...

    with pytest.raises(ConnectError, match="the response cannot be read: not UTF-8"):
        connected(rude("unreadable"), use)


def test_stubborn_server_is_killed_and_the_steps_are_shown(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None: ...

    connected(rude("stubborn"), use)
    steps = [record.channel for record in records(journal) if record.kind == "lifecycle"]
    assert steps[-4:] == ["stdin-closed", "terminated", "killed", "exited"]


def test_restart_makes_a_new_session_in_the_same_journal(rude: Made, journal: Journal) -> None:
    async def use(client: Client) -> None:
        first = client.session_number
        await client.restart()
        assert client.session_number != first
        assert (await client.call("ping")).result == b"{}"

    connected(rude(), use)
    assert len(journal.sessions()) == 2


@pytest.mark.parametrize("behaviour", ["silent-probe", "slow-start"])
def test_closing_in_the_middle_of_connecting_ends_it_and_its_process(rude: Made, behaviour: str) -> None:
    client = rude(behaviour, probe_timeout_s=20.0)

    async def main() -> None:
        connecting = asyncio.ensure_future(client.connect())
        await until(lambda: client.pid is not None)
        pid = client.pid
        await client.close()
        with pytest.raises(ConnectError, match="closed while connecting"):
            await connecting
        assert client.state == "closed"
        assert client.pid is None
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)

    asyncio.run(main())


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


def test_demo_server_starts_in_a_folder_with_files_named_like_modules(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('shadowed')")
    monkeypatch.chdir(tmp_path)

    async def use(client: Client) -> None:
        assert client.info is not None

    connected(Client(demo_profile(), journal), use)


@pytest.mark.parametrize(
    ("state", "transport", "told"),
    [("connected", "http", 1), ("connecting", "http", 0), ("connected", "stdio", 0)],
)
def test_a_server_that_gives_no_sign_of_life_is_told_of_once_until_it_does(
    monkeypatch: pytest.MonkeyPatch, state: str, transport: str, told: int
) -> None:
    monkeypatch.setattr(http_reachability, "lost_call", lambda client, exchange: exchange.number)
    failures: list[object] = []
    client: Any = SimpleNamespace(state=state, transport=transport)
    watched = HttpReachability(client, failures.append)

    def ended(number: int, status: str, first_ns: int = 0, detail: str = "") -> None:
        watched.finished(Exchange(number, 1, "out", "ping", status=status, first_ns=first_ns, detail=detail))

    async def main() -> None:
        ended(1, "lost", detail="timed out after 3 s")
        ended(2, "lost", first_ns=5)
        ended(3, "cancelled")
        ended(4, "done", first_ns=5)
        await asyncio.sleep(0)
        assert failures == []
        ended(5, "lost")
        assert failures == []  # not from inside what told of it
        ended(6, "lost")
        await asyncio.sleep(0)
        assert failures == [5] * told
        ended(7, "failed")
        await asyncio.sleep(0)
        assert failures == [5] * told
        ended(8, "failed", first_ns=5)
        ended(9, "done", first_ns=5)
        await asyncio.sleep(0)
        assert failures == [5, None] * told
        ended(10, "lost")
        await asyncio.sleep(0)
        watched.forget()
        ended(11, "done", first_ns=5)
        await asyncio.sleep(0)
        assert failures == [5, None, 10] * told

    asyncio.run(main())


# -- what the conversation tells, without a server


class Noted:
    """Notes every call of a method, and answers `answer`."""

    def __init__(self, answer: Any = None) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.answer = answer

    def __getattr__(self, name: str) -> Any:
        def noted(*given: Any) -> Any:
            self.done.append((name, *given))
            return self.answer

        return noted


class Bench:
    """A connection between notes."""

    def __init__(self, state: str = "connected", *, notices: bool = False) -> None:
        self.told = 0
        self.questions, self.tasks, self.authorizer = Noted(), Noted(), Noted()
        self.catalog = Noted(False)
        self.parts = (Noted(False), Noted(notices))
        client = SimpleNamespace(
            name="s", tell=self._tell, catalog=self.catalog, state=state, transport="stdio"
        )
        self.connection = Connection(
            client,
            self.authorizer,
            self.questions,
            self.tasks,
            self.parts,
            Noted(),
            Noted(),  # type: ignore[arg-type]
        )
        self.connection.state = state

    def _tell(self) -> None:
        self.told += 1

    def spoken(self, *, by_retry: bool = False, transport: object = None, kind: str = "stdio") -> Any:
        """A session of that kind."""
        era = SimpleNamespace(answers_by_retry=lambda: by_retry)
        session: Any = SimpleNamespace(
            transport=transport, conversation=SimpleNamespace(era=era),
            info=SimpleNamespace(number=4, transport=kind), stderr_tail=deque(["last"]),
            stderr_said=["first"], stderr_at_end=["end"],
        )  # fmt: skip
        self.connection.session = session
        return session


def test_before_the_first_connect_there_is_nothing_to_read() -> None:
    one = Bench("new").connection
    assert (one.number, one.transport, one.era, one.pid, one.deaf) == (0, "", None, None, "")
    assert (list(one.stderr_tail), one.stderr_said, one.stderr_at_end) == ([], [], [])
    assert (one.info, one.failure) == (None, None)


def test_what_is_known_is_that_of_the_session() -> None:
    bench = Bench()
    session = bench.spoken(transport=SimpleNamespace(pid=7))
    one = bench.connection
    assert (one.number, one.transport, one.pid) == (4, "stdio", 7)
    assert one.era is session.conversation.era
    assert (list(one.stderr_tail), one.stderr_said, one.stderr_at_end) == (["last"], ["first"], ["end"])
    session.transport = object()
    assert one.pid is None


@pytest.mark.parametrize(
    ("state", "transport", "said"),
    [
        ("connecting", object(), "s is not connected yet"),
        ("closing", object(), "s is not connected; connect first"),
        ("connected", None, "s is not connected; connect first"),
        ("connected", object(), ""),
    ],
)
def test_only_what_is_connected_can_be_sent_on(state: str, transport: object, said: str) -> None:
    bench = Bench(state)
    session = bench.spoken(transport=transport)
    if said:
        with pytest.raises(ClosedError) as caught:
            bench.connection.open_session()
        assert str(caught.value) == said
    else:
        assert bench.connection.open_session() is session
    with pytest.raises(ClosedError, match="connect first"):
        Bench("connected").connection.open_session()


def test_a_gone_stream_is_waited_for_while_a_session_is_renewed() -> None:
    async def main() -> list[str]:
        bench = Bench()
        bench.spoken()
        bench.connection._streams = SimpleNamespace(deaf="over")  # type: ignore[assignment]
        found = [bench.connection.deaf]
        async with bench.connection.renewing:
            found.append(bench.connection.deaf)
        done = asyncio.ensure_future(asyncio.sleep(0))
        bench.connection._listening_again.add(done)  # type: ignore[arg-type]
        found.append(bench.connection.deaf)
        await done
        found.append(bench.connection.deaf)
        bench.connection._streams = SimpleNamespace(deaf="")  # type: ignore[assignment]
        async with bench.connection.renewing:
            found.append(bench.connection.deaf)
        return found

    assert asyncio.run(main()) == ["over", "waiting", "waiting", "over", ""]


@pytest.mark.parametrize(
    ("direction", "status", "method", "withdrawn", "lost"),
    [
        ("in", "lost", "x", True, False),
        ("out", "lost", "tools/call", False, True),
        ("out", "lost", "subscriptions/listen", False, False),
        ("out", "done", "tools/call", False, False),
    ],
)
def test_the_end_of_an_exchange_is_told_to_who_waits(
    direction: str, status: str, method: str, withdrawn: bool, lost: bool
) -> None:
    bench = Bench()
    calls, reach = Noted(), Noted()
    bench.connection.calls, bench.connection._reachability = calls, reach  # type: ignore[assignment]
    exchange, message = Exchange(1, 1, direction, method, status=status), Message("response")
    bench.connection.finished(exchange, message, 200)
    assert bench.questions.done == ([("withdraw", exchange)] if withdrawn else [])
    assert calls.done == ([] if withdrawn else [("finished", exchange, message, 200)])
    assert bench.tasks.done == ([] if withdrawn else [("finished", exchange, message)])
    assert reach.done == ([] if withdrawn else [("finished", exchange)])
    assert bench.connection._unanswered is (exchange if lost else None)


def test_late_answers_and_progress_may_belong_to_a_task() -> None:
    bench = Bench()
    calls, ours, theirs = Noted(), Exchange(1, 1, "out", "x"), Exchange(2, 1, "in", "x")
    bench.connection.progressed(ours)
    bench.connection.calls = calls  # type: ignore[assignment]
    bench.connection.progressed(ours)
    for exchange in (ours, theirs):
        bench.connection.late(exchange, Message("response"))
    assert calls.done == [("progressed", ours)]
    assert [name for name, *_ in bench.tasks.done] == ["progressed", "progressed", "late"]


@pytest.mark.parametrize(
    ("state", "by_retry", "taken"),
    [
        ("connected", False, True),
        ("connecting", False, True),
        ("connecting", True, True),
        ("connected", True, False),
        ("closing", False, False),
        ("failed", False, False),
    ],
)
def test_a_question_is_taken_where_the_server_may_ask(state: str, by_retry: bool, taken: bool) -> None:
    bench = Bench(state)
    bench.spoken(by_retry=by_retry)
    exchange, message = Exchange(2, 1, "in", "x"), Message("request")
    bench.connection.asked(exchange, message)
    assert bench.questions.done == ([("take", exchange, message)] if taken else [])


@pytest.mark.parametrize(
    ("method", "notices", "catalog", "heard", "told"),
    [
        ("notifications/x", False, False, True, 0),
        ("notifications/x", True, False, True, 1),
        ("notifications/x", False, True, True, 1),
        ("x/y", True, True, False, 0),
    ],
)
def test_every_part_hears_a_notification(
    method: str, notices: bool, catalog: bool, heard: bool, told: int
) -> None:
    bench = Bench(notices=notices)
    bench.catalog.answer = catalog
    bench.connection.notified(parse(b'{"method":"%s","params":{"a":1}}' % method.encode()))
    for part in (bench.catalog, *bench.parts):
        assert part.done == ([("notice", method, {"a": 1})] if heard else [])
    assert bench.told == told


@pytest.mark.parametrize(
    ("state", "taken"), [("connected", True), ("connecting", True), ("closing", False), ("closed", False)]
)
def test_a_stream_that_ended_is_taken_up_a_moment_later(state: str, taken: bool) -> None:
    bench, streams = Bench(state), Noted()
    bench.connection._streams = streams  # type: ignore[assignment]

    async def main() -> None:
        bench.connection.dropped("stream")  # type: ignore[arg-type]
        assert streams.done == []
        await asyncio.sleep(0)

    asyncio.run(main())
    assert streams.done == ([("dropped", "stream")] if taken else [])


@pytest.mark.parametrize(
    ("state", "channel", "text", "died"),
    [("connected", "sse", "gone", 1), ("connecting", "ws", "gone", 0), ("connected", "stdout", "", 0)],
)
def test_a_broken_stream_is_the_end_but_that_of_a_process_is_followed_by_its_exit(
    state: str, channel: str, text: str, died: int
) -> None:
    bench = Bench(state)
    ends: list[bool] = []
    bench.connection._died = lambda: ends.append(True)  # type: ignore[method-assign]

    async def main() -> None:
        bench.connection.broken_off(channel, "gone")
        assert ends == []
        await asyncio.sleep(0)

    asyncio.run(main())
    assert (bench.connection.broken_text, len(ends)) == (text, died)
    assert bench.connection._ended.is_set() is bool(text)


def test_steps_of_the_process_are_kept() -> None:
    bench = Bench()
    ends: list[bool] = []
    bench.connection._died = lambda: ends.append(True)  # type: ignore[method-assign]

    async def main() -> None:
        bench.connection.exit_text = bench.connection.broken_text = "before"
        bench.connection._ended.set()
        bench.connection.stepped(LifecycleStep("started", "started", {}))
        assert (bench.connection.exit_text, bench.connection.broken_text) == ("", "")
        assert not bench.connection._ended.is_set()
        bench.connection.stepped(LifecycleStep("stdin-closed", "x", {}))
        assert not bench.connection._ended.is_set()
        bench.connection.stepped(LifecycleStep("exited", "the server ended", {"exit_code": 3}))
        assert bench.connection._ended.is_set() and bench.connection.exit_text
        bench.connection.state = "closing"
        bench.connection.stepped(LifecycleStep("exited", "the server ended", {"exit_code": 3}))
        await asyncio.sleep(0)

    asyncio.run(main())
    assert (len(ends), bench.told) == (1, 4)


@pytest.mark.parametrize(
    ("kind", "ended", "waits"), [("stdio", False, True), ("stdio", True, False), ("http", False, False)]
)
def test_a_process_that_closed_its_output_has_a_moment_to_end(kind: str, ended: bool, waits: bool) -> None:
    bench = Bench()
    bench.spoken(kind=kind)

    async def main() -> bool:
        if ended:
            bench.connection._ended.set()
        waiting = asyncio.create_task(bench.connection.ended())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        waited = not waiting.done()
        bench.connection._ended.set()
        await waiting
        return waited

    assert asyncio.run(main()) is waits


@pytest.mark.parametrize(
    ("error", "foreign"),
    [
        (b'{"error":"invalid_token"}', True),
        (b'{"id":1,"error":{"code":"x"}}', True),
        (b'{"id":1,"error":{"code":5}}', False),
        (b'{"id":1,"result":{}}', False),
    ],
)
def test_an_error_of_oauth_is_none_of_json_rpc(error: bytes, foreign: bool) -> None:
    assert _is_foreign_error(parse(error)) is foreign


@pytest.mark.parametrize(
    ("message", "status", "detail", "pipe", "outcome"),
    [
        (b'{"id":1,"result":{}}', 200, "", None, ("answer", 200, "")),
        (b'{"id":1,"error":{"code":5}}', 400, "", None, ("answer", 400, "")),
        (b'{"error":"no"}', 400, "", None, ("http", 400, "")),
        (b'{"error":"no"}', 399, "", None, ("answer", 399, "")),
        (b"", 404, "", None, ("http", 404, "")),
        (
            b"",
            0,
            "the response cannot be read: x",
            "stdin",
            ("unreadable", 0, "the response cannot be read: x"),
        ),
        (b"", 0, "gone", "stdin", ("closed", 0, "gone")),
        (b"", 0, "gone", None, ("unreachable", 0, "gone")),
    ],
)
def test_how_an_attempt_ended_is_told_apart(
    message: bytes, status: int, detail: str, pipe: str | None, outcome: tuple[str, int, str]
) -> None:
    exchange = Exchange(1, 1, "out", "initialize", detail=detail)

    async def wait(_outgoing: object, timeout_s: float) -> Any:
        assert timeout_s == 3
        return (parse(message) if message else None), status, exchange

    authorizer: Any = SimpleNamespace(attempts=lambda: None)
    profile = Profile("x", StdioTarget("run"))
    session: Any = SimpleNamespace(conversation=SimpleNamespace(pipe=pipe))
    connecting = Connecting(session, profile, Lookup(), authorizer, Declared(), wait, 1.0)
    found = asyncio.run(connecting._outcome(None, 3))  # type: ignore[arg-type]
    assert (found.kind, found.status, found.text) == outcome
    assert connecting.exchange is exchange
