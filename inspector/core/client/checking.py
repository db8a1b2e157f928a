"""Findings for a journal, made behind the traffic and never in its way.

The checker walks the records by number, a few milliseconds at a time, with one linter a session. It works
alike on a live connection and on an opened file. A check of the whole server says itself what it finds in
its own connections: half of what it sends there is wrong on purpose.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Final

import msgspec

from inspector.lint import Linter
from inspector.protocol.records import CHECKING, Finding, Record
from inspector.trace.journal import Journal

__all__ = ["Checker"]

TICK_S: Final = 0.02
BUDGET_NS: Final = 2_000_000
STEP: Final = 64  # records read at once
LARGEST: Final = 1 << 20  # bytes; of larger messages only what the journal says of them is checked


class Checker:
    """Follows one journal. `checked` is the number of the last record that was looked at."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._linters: dict[int, Linter | None] = {}
        self._tick: asyncio.TimerHandle | asyncio.Handle | None = None
        self._read: deque[Record] = deque()  # read and not checked yet
        self.checked = 0
        self._stopped = False

    def wake(self) -> None:
        """There may be new records: look at them soon."""
        if self._tick is None and not self._stopped and self.checked < self._journal.last:
            self._tick = asyncio.get_running_loop().call_later(TICK_S, self._next)

    def stop(self) -> None:
        """Look at nothing more; the journal may be closed now."""
        self._stopped = True
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None

    def finish(self) -> list[Finding]:
        """Look at all that is there, now; what was found in doing so."""
        found: list[Finding] = []
        while self.checked < self._journal.last:
            found.extend(self._step())
        return found

    def _next(self) -> None:
        self._tick = None
        end = time.monotonic_ns() + BUDGET_NS
        while self.checked < self._journal.last and time.monotonic_ns() < end:
            self._step(end)
        self.wake()

    def _step(self, end_ns: int = 0) -> list[Finding]:
        """Check the next records, at least one. end_ns: stop after the record that runs over it; 0: never."""
        if not self._read:
            last = min(self.checked + STEP, self._journal.last)
            self._read.extend(map(_bearable, self._journal.records(self.checked + 1, last, LARGEST)))
        found: list[Finding] = []
        while self._read:
            record = self._read.popleft()
            if (linter := self._linter(record.session)) is not None:
                found.extend(linter.check(record))
            self.checked = record.number
            if end_ns and time.monotonic_ns() > end_ns:
                break
        if found:
            self._journal.add_findings(found)
        return found

    def _linter(self, session: int) -> Linter | None:
        if session not in self._linters:
            info = next((one for one in self._journal.sessions() if one.number == session), None)
            transport, target = (info.transport, info.target) if info else ("", "")
            made = Linter(transport, target, self._journal.exchange)
            self._linters[session] = None if info and info.name.endswith(CHECKING) else made
        return self._linters[session]


def _bearable(record: Record) -> Record:
    """A large record without its bytes, as the file gives it; from memory it comes with them."""
    if len(record.raw) <= LARGEST:
        return record
    return msgspec.structs.replace(record, raw=b"")
