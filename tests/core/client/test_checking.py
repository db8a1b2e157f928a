"""Findings are made behind the traffic, a little at a time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from inspector.core.client.checking import LARGEST, Checker
from inspector.lint import Linter
from inspector.protocol.records import CHECKING, Record, SessionInfo
from inspector.trace.journal import Journal


def test_many_long_messages_never_hold_the_loop(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "a", "stdio", "a"))
    raw = b'{"id":1,"result":[' + b'{"a":1,"b":2},' * 15_000 + b"0]}"
    for number in range(1, 33):
        journal.append([Record(number, 1, 1, "in", "stdout", "response", size=len(raw), raw=raw, valid=True)])

    async def main() -> float:
        checker = Checker(journal)
        checker.wake()
        longest, before = 0.0, time.thread_time()
        while checker.checked < 32:
            await asyncio.sleep(0)
            longest, before = max(longest, time.thread_time() - before), time.thread_time()
        return longest

    started = time.thread_time()
    longest = asyncio.run(main())
    assert longest < (time.thread_time() - started) / 4
    assert journal.finding_count()["error"] >= 32
    journal.close()


def test_the_bytes_of_a_large_message_are_not_checked_from_memory_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(SessionInfo(1, "a", "stdio", "a"))
    raw = b'{"id":1,"result":{"x":"%b"}}' % (b"x" * LARGEST)
    journal.append([Record(1, 1, 1, "in", "stdout", "response", size=len(raw), raw=raw, valid=True)])
    seen: list[Record] = []
    monkeypatch.setattr(Linter, "check", lambda _linter, record: seen.append(record) or [])
    Checker(journal).finish()
    assert [(record.raw, record.size) for record in seen] == [(b"", len(raw))]
    journal.close()


def test_the_connections_of_a_check_are_left_to_the_check(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    raw = b'{"id":1,"result":{}}'
    for number, name in enumerate(("a", f"a{CHECKING}"), 1):
        journal.add_session(SessionInfo(number, name, "stdio", "a"))
        journal.append(
            [Record(number, 1, number, "in", "stdout", "response", size=len(raw), raw=raw, valid=True)]
        )
    found = Checker(journal).finish()
    journal.close()
    assert {one.session for one in found} == {1}
