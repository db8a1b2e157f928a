"""Which records the timeline shows: mode and filter, kept up to date while the journal grows.

Without a filter a frame's growth is one look at the journal's own list. A filter runs in a worker thread
over what is in the file; what is new since, and calls that changed, are looked at again when written.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.trace.journal import Journal
from inspector.trace.query import Compiled
from inspector.ui.feed import Feed
from inspector.ui.tasks import offload, spawn
from inspector.ui.timeline_model import TimelineModel

__all__ = ["TimelineRows"]

_AT_ONCE: Final = 50_000  # records looked at without leaving the loop thread
_STRIDE: Final = 262_144  # records a worker looks at between two questions whether it is still wanted
_SIBLINGS: Final = 5_000  # newest records of changed exchanges that a filter looks at again


class TimelineRows(QObject):
    """Keeps a TimelineModel in step with journal, mode and filter."""

    about_to_reset = Signal()
    was_reset = Signal()  # other rows altogether
    extended = Signal(int)  # so many rows came at the end
    counted = Signal()  # `shown`, `total` or `busy` may be other ones

    def __init__(self, journal: Journal, feed: Feed, model: TimelineModel) -> None:
        super().__init__(model)
        self._journal, self._model = journal, model
        self._mode = "calls"
        self._where: Compiled | None = None
        self._turn = 0  # of the newest question; answers to older ones are dropped
        self._checked = 0  # records up to here were looked at
        self._total = 0  # rows there would be without a filter
        self._touched: set[int] = set()
        self._working = False
        self.busy = False  # a whole scan is under way
        feed.grew.connect(self._grew)
        feed.touched.connect(self._on_touched)
        feed.written.connect(self._written)
        feed.findings_changed.connect(model.refresh_findings)
        feed.sessions_changed.connect(model.refresh_sessions)
        self._restart()

    @property
    def mode(self) -> str:
        """calls or messages."""
        return self._mode

    @property
    def where(self) -> Compiled | None:
        """The filter; None: everything is shown."""
        return self._where

    @property
    def shown(self) -> int:
        """Number of rows."""
        return len(self._model.numbers)

    @property
    def total(self) -> int:
        """Number of rows there would be without a filter."""
        return self._total

    def set_mode(self, mode: str) -> None:
        """calls: one row a call; messages: one row a message."""
        if mode != self._mode:
            self._mode = mode
            self._restart()

    def set_filter(self, where: Compiled | None) -> None:
        """Show only what matches; None shows everything."""
        if where != self._where:
            self._where = where
            self._restart()

    # -- everything anew -----------------------------------------------------------------------------

    def _restart(self) -> None:
        self._turn += 1
        self._touched.clear()
        if self._where is None and self._journal.last <= _AT_ONCE:
            last = self._journal.last
            numbers = self._journal.visible(self._mode, 1, last)
            self._total = len(numbers)
            self._show(numbers, last)
        else:
            self.busy = True
            self.counted.emit()
            spawn(self, self._scan(self._turn), "timeline: look at all records")

    async def _scan(self, turn: int) -> None:
        mode, where = self._mode, self._where
        last = self._journal.last if where is None else self._journal.written
        found: array[int] = array("q")
        for start in range(1, last + 1, _STRIDE):
            end = min(last, start + _STRIDE - 1)
            found.extend(await offload(self._journal.visible, mode, start, end, where))
            if turn != self._turn:
                return
        every = found
        if where is not None:
            every = await offload(self._journal.visible, mode, 1, last, None)
        if turn != self._turn:
            return
        newest = self._journal.last
        self._total = len(every) + len(self._journal.visible(mode, last + 1, newest))
        if where is None and newest > last:
            found.extend(self._journal.visible(mode, last + 1, newest))
            last = newest
        self._show(found, last)
        self._catch_up()

    def _show(self, numbers: array[int], checked: int) -> None:
        self.busy = False
        self._checked = checked
        self.about_to_reset.emit()
        self._model.show(numbers, self._mode == "calls")
        self.was_reset.emit()
        self.counted.emit()

    # -- growing -------------------------------------------------------------------------------------

    def _grew(self, first: int, last: int) -> None:
        if self.busy:
            return
        if self._where is not None:
            self._total += len(self._journal.visible(self._mode, first, last))
            self.counted.emit()
            return
        numbers = self._journal.visible(self._mode, max(first, self._checked + 1), last)
        self._checked = max(last, self._checked)
        self._total += len(numbers)
        self._extend(numbers)

    def _extend(self, numbers: array[int]) -> None:
        before = self.shown
        self._model.extend(numbers)
        if self.shown > before:
            self.extended.emit(self.shown - before)
        self.counted.emit()

    def _on_touched(self, exchanges: Sequence[int]) -> None:
        self._model.touch(exchanges)
        if self._where is not None:
            self._touched.update(exchanges)

    def _written(self, _last: int) -> None:
        self._catch_up()

    def _catch_up(self) -> None:
        if self._where is not None and not self.busy and not self._working:
            spawn(self, self._look_again(self._turn), "timeline: look at new records")

    async def _look_again(self, turn: int) -> None:
        """Look at what is new in the file, then at changed exchanges, until there is nothing more."""
        self._working = True
        try:
            while turn == self._turn and (self._checked < self._journal.written or self._touched):
                last, mode, where = self._journal.written, self._mode, self._where
                touched, self._touched = self._touched, set()
                fresh = await offload(self._journal.visible, mode, self._checked + 1, last, where)
                asked, shown = await offload(
                    _verdicts, self._journal, mode, sorted(touched), self._checked, where
                )
                if turn != self._turn:
                    break
                self._checked = max(last, self._checked)
                if asked:
                    self._model.revise(asked, shown)
                self._extend(fresh)
        finally:
            self._working = False
        if turn != self._turn:
            self._catch_up()


def _verdicts(
    journal: Journal, mode: str, exchanges: list[int], last: int, where: Compiled | None
) -> tuple[list[int], Sequence[int]]:
    """Records up to last whose verdict may be another one now, and those of them that match."""
    if not exchanges:
        return [], ()
    asked = [number for number in exchanges if number <= last]
    if mode == "messages":
        connection = journal.reader()
        try:
            found = connection.execute(
                "SELECT number FROM record WHERE exchange IN (SELECT value FROM json_each(?))"
                " AND number <= ? ORDER BY number DESC LIMIT ?",
                (json.dumps(exchanges), last, _SIBLINGS),
            ).fetchall()
        finally:
            connection.close()
        asked = sorted({*asked, *(row[0] for row in found)})
    return asked, journal.matching(mode, asked, where)
