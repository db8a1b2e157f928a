"""Findings are made behind the traffic, in order, and not after the end."""

from __future__ import annotations

import asyncio
from pathlib import Path

from inspector.core.checking import LARGEST, Checker
from inspector.protocol.records import Record, SessionInfo
from inspector.trace.journal import Journal


def filled(path: Path, *lines: bytes) -> Journal:
    journal = Journal.create(path)
    journal.add_session(SessionInfo(1, "it", "stdio", "cmd"))
    for number, raw in enumerate(lines, 1):
        kind = "malformed" if b"not JSON" in raw else "notification"
        valid = kind == "notification"
        journal.append(
            [Record(number, number, 1, "in", "stdout", kind, size=len(raw), raw=raw, valid=valid, note="x")]
        )
    journal.sync()
    return journal


GOOD = b'{"jsonrpc":"2.0","method":"notifications/message","params":{}}'


def test_finish_finds_what_is_wrong_and_keeps_it_in_the_journal(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.mcptrace", GOOD, b"not JSON", GOOD)
    found = Checker(journal).finish()
    assert {finding.rule for finding in found} == {"RPC-01", "STD-01"}
    assert {finding.record for finding in journal.findings()} == {2}
    journal.close()


def test_large_message_is_not_judged_by_bytes_that_were_not_read(tmp_path: Path) -> None:
    large = GOOD[:-3] + b'{"x":"' + b"x" * (LARGEST + 1) + b'"}}'
    journal = filled(tmp_path / "a.mcptrace", large)
    assert Checker(journal).finish() == []
    journal.close()


def test_checker_follows_while_it_is_awake_and_stops_for_good(tmp_path: Path) -> None:
    journal = filled(tmp_path / "a.mcptrace", b"not JSON")
    checker = Checker(journal)

    async def main() -> None:
        checker.wake()
        async with asyncio.timeout(10):
            while checker.checked < 1:
                await asyncio.sleep(0.005)
        checker.stop()
        journal.append([Record(2, 2, 1, "in", "stdout", "malformed", size=1, raw=b"x")])
        checker.wake()
        await asyncio.sleep(0.1)

    asyncio.run(main())
    assert checker.checked == 1
    journal.close()
