"""Fetches what is inside the bars on screen, in a worker and only once each."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING, Parts, parts_of
from inspector.trace.rows import Row
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.tasks import offload

__all__ = ["BarParts"]

_REST_MS: Final = 120  # scrolling through does not fetch each page
_AGAIN_S: Final = 0.5  # what is under way may have more
_KEPT: Final = 4096

_State = tuple[str, int, float]


class BarParts(QObject):
    """`changed` when there are parts to paint that were not there before."""

    changed = Signal()

    def __init__(self, journal: Journal, parent: QObject) -> None:
        super().__init__(parent)
        self._journal = journal
        self._parts: dict[int, Parts] = {}
        self._known: dict[int, tuple[_State, float]] = {}  # in which state, and when it was looked at
        self._wanted: dict[int, Row] = {}
        self._errand = Debouncer(self, self._fetch, _REST_MS, "timeline: parts of bars")

    def of(self, number: int) -> Parts:
        """What is known of an exchange."""
        return self._parts.get(number, NOTHING)

    def want(self, rows: Iterable[Row]) -> None:
        """These rows are on screen."""
        now = time.monotonic()
        wanted = {row.number: row for row in rows if row.opens and self._is_stale(row, now)}
        self._wanted = wanted
        if wanted:
            self._errand.ask()

    def _is_stale(self, row: Row, now: float) -> bool:
        known = self._known.get(row.number)
        if known is None or known[0] != _state(row):
            return True
        return row.status == "pending" and now - known[1] > _AGAIN_S

    async def _fetch(self) -> None:
        rows = list(self._wanted.values())
        # What a row tells of may not be in the file yet; then it is looked at again.
        written, last = self._journal.written, self._journal.last
        found = await offload(_look, self._journal, rows)
        if len(self._parts) > _KEPT:
            self._parts.clear()
            self._known.clear()
        news = any(self._parts.get(number, NOTHING) != parts for number, parts in found.items())
        self._parts.update(found)
        now = time.monotonic()
        if written == last:
            self._known.update({row.number: (_state(row), now) for row in rows})
        if news or written != last:
            self.changed.emit()


def _state(row: Row) -> _State:
    return row.status, row.ended_ns, row.progress


def _look(journal: Journal, rows: Sequence[Row]) -> dict[int, Parts]:
    connection = journal.reader()
    try:
        moments = [row.number for row in rows if row.progress >= 0 or row.rounds > 1]
        return parts_of(connection, [row.number for row in rows], moments)
    finally:
        connection.close()
