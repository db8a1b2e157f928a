"""A connection is made, kept and ended, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from inspector.core.client import http_reachability
from inspector.core.client.client import Client
from inspector.core.client.http_reachability import HttpReachability
from inspector.core.servers.profiles import Profile, demo_profile
from inspector.errors import ConnectError
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.core.client.rude import RUDE, Made, connected, records, until


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


def test_a_handshake_that_cannot_be_read_is_no_silence(rude: Made) -> None:
    async def use(client: Client) -> None: ...

    with pytest.raises(ConnectError, match="the answer cannot be read: not UTF-8"):
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
        with pytest.raises(ConnectError, match="closed while it connected"):
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
