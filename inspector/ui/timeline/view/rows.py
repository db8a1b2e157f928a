"""Which records the timeline shows: mode and filter, kept up to date while the journal grows.

Without a filter a frame's growth is one look at the journal's own list. A filter runs in a worker thread
over what is in the file and what it finds appears as it is found; what is new since, and calls that
changed, are looked at again when written.

While it is paused no row comes or goes; what comes meanwhile is counted.

While the rows are sorted by a column they stay where they are: what is new is counted, and gets its row when
they are sorted again.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.core.memory_limit import give_back
from inspector.errors import DamagedError
from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled
from inspector.trace.relations import records_of_calls
from inspector.trace.sorting import RowOrder, RowSort
from inspector.ui.loop.tasks import offload, soon, spawn
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.view.model import TimelineModel

__all__ = ["TimelineRows", "verdicts"]

_AT_ONCE: Final = 50_000  # records looked at without leaving the loop thread
_PATIENCE_S: Final = 0.15  # so long the old rows stay while a scan has found nothing
_SIBLINGS: Final = 5_000  # newest records of changed exchanges that a filter looks at again

_Step = tuple[int, "array[int]"]  # everything up to this record was looked at, and these match


class TimelineRows(QObject):
    """Keeps a TimelineModel in step with journal, mode and filter."""

    extended = Signal(int)  # so many new rows came at the end
    filled = Signal()  # a scan found more rows, or has ended
    counted = Signal()  # `shown`, `total`, `progress` or `busy` may be other ones
    sort_changed = Signal()

    def __init__(self, journal: Journal, feed: Feed, model: TimelineModel) -> None:
        super().__init__(model)
        self._journal, self._model = journal, model
        self._mode = "calls"
        self._where: Compiled | None = None
        self._sort: RowSort | None = None
        self._found: array[int] | range = array("q")  # rows that are shown as soon as they are sorted
        self._waits = False  # a scan shows nothing: what it finds is to be sorted
        self._annotations: dict[str, object] = {}  # what the filter was compared with last
        self._turn = 0  # of the newest question; answers to older ones are dropped
        self._checked = 0  # records up to here were looked at
        self._calls: array[int] = array("q")  # rows of the mode "calls" without a filter, as far as known
        self._calls_upto = 0
        self._total = 0  # rows there would be without a filter
        self._touched: set[int] = set()
        self._working = False
        self._paused_at: int | None = None  # the last record then
        self._counted_upto = 0
        self.waiting = 0  # rows that there would be without a filter, had it not been paused
        self.busy = False  # a whole scan is under way, or a sort
        self.sorting = False  # of both it is the sort
        self.stopped = False  # a user stopped it: what it had found stays, new records are not looked at
        self.progress = 1.0  # of it, 0 to 1
        feed.grew.connect(self._grew)
        feed.touched.connect(model.touch)
        feed.settled.connect(self._on_settled)
        feed.written.connect(self._written)
        feed.findings_changed.connect(model.refresh_findings)
        feed.sessions_changed.connect(model.refresh_sessions)
        self._restart()

    @property
    def mode(self) -> str:
        """calls or messages."""
        return self._mode

    @property
    def paused(self) -> bool:
        """Whether no row comes or goes by itself."""
        return self._paused_at is not None

    @property
    def _last(self) -> int:
        """The last record that may be shown."""
        return self._journal.last if self._paused_at is None else self._paused_at

    @property
    def _written_last(self) -> int:
        """The last one of them that a filter finds."""
        return min(self._journal.written, self._last)

    @property
    def where(self) -> Compiled | None:
        """The filter; None: everything is shown."""
        return self._where

    @property
    def sort(self) -> RowSort | None:
        """What the rows are sorted by, or soon will be; None: the order of recording."""
        return self._sort

    @property
    def numbers(self) -> array[int] | range:
        """Record numbers of the rows, ascending. Not to be changed."""
        return self._model.numbers

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
            self._annotations = self._asked_annotations()
            self._restart()

    def look_at_annotations(self) -> None:
        """Marks, notes or references are other ones: a filter that asks for them is asked again."""
        if self._where is not None and self._where.annotated:
            before, self._annotations = self._annotations, self._asked_annotations()
            if before != self._annotations:
                self._restart()

    def _asked_annotations(self) -> dict[str, object]:
        if self._where is None or not self._where.annotated:
            return {}
        return self._journal.annotations.annotated().named_in(self._where.sql)

    def set_paused(self, paused: bool) -> None:
        """Leave the rows as they are; False: go on with what came meanwhile."""
        if paused != self.paused:
            self._paused_at = self._counted_upto = self._journal.last
            self.waiting = 0
            if not paused:
                self._paused_at = None
                self._grew(self._checked + 1, self._journal.last)
                self._catch_up()
            self.counted.emit()

    def set_sort(self, sort: RowSort | None) -> None:
        """Sort the rows by a column; None gives back the order of recording."""
        if sort == self._sort:
            return
        self._sort = sort
        self.sort_changed.emit()
        if self.busy and not self.sorting:
            self._restart()
        elif sort is not None:
            self._sort_rows(self._found if self.sorting else self._model.numbers)
        else:
            self._turn += 1
            self._show(self._found if self.sorting else self._model.numbers)
            self._settle()

    def sort_again(self) -> None:
        """Give what is new its place, and what changed another one."""
        if self._sort is not None and not self.busy:
            self._sort_rows(self._model.numbers)

    def stop(self) -> None:
        """Leave the scan under way where it is, with what it has found. A sort under way is given up."""
        if self.sorting:
            self.set_sort(None)
        elif self.busy:
            self._turn += 1
            self.busy, self.stopped = False, True
            if self._waits:
                self._waits, self._sort = False, None
                self.sort_changed.emit()
                self._show(self._found)
            self.counted.emit()

    def go_on(self) -> None:
        """Take up a stopped scan again."""
        if self.stopped:
            self._turn += 1
            self.busy, self.stopped = True, False
            self.counted.emit()
            spawn(self, self._fill(self._turn, self._checked + 1), "timeline: go on looking")

    # -- everything anew -----------------------------------------------------------------------------

    def _restart(self) -> None:
        self._turn += 1
        self.stopped = self.sorting = False
        self._touched.clear()
        last = self._last
        calls = self._mode == "calls"
        if self._where is None and (not calls or last - self._calls_upto <= _AT_ONCE):
            if calls:
                self._know_calls(last)
            numbers = self._calls if calls else range(1, last + 1)
            self._total = len(numbers)
            self.busy, self.progress = False, 1.0
            self._checked = last
            if self._sort is not None:
                self._sort_rows(numbers)
                return
            self._show(numbers)
            self.counted.emit()
        else:
            self.busy, self.progress, self._checked = True, 0.0, 0
            self.counted.emit()
            soon(self, partial(self._fill, self._turn, 1), "timeline: look at all records")

    def _know_calls(self, last: int) -> None:
        """Rows of the mode "calls" up to last are known from now on."""
        if last > self._calls_upto:
            self._add_calls(self._journal.visible("calls", self._calls_upto + 1, last))
            self._calls_upto = last

    def _add_calls(self, numbers: array[int]) -> None:
        """The model may show the very same array; then it has to say that it grows."""
        if self._model.numbers is self._calls:
            self._extend(numbers)
        else:
            self._calls.extend(numbers)

    async def _fill(self, turn: int, first: int) -> None:
        """Show what matches from first on, as it is found."""
        loop = asyncio.get_running_loop()
        where = self._where
        last = self._last if where is None else self._written_last
        started, shown = loop.time(), first > 1
        self._waits = self._sort is not None and not shown
        if self._waits:
            self._found = self._calls if where is None else array("q")
        async for upto, numbers in self._steps(first, last, turn):
            self.progress, self._checked = upto / max(1, last), upto
            if self._waits:
                if isinstance(self._found, array) and where is not None:
                    self._found.extend(numbers)
            elif shown:
                self._model.extend(numbers)  # of all calls it has them already
                self.filled.emit()
            elif numbers or loop.time() - started > _PATIENCE_S:
                self._show(self._calls if where is None else numbers)
                shown = True
            self.counted.emit()
        if turn != self._turn:
            return
        if not (shown or self._waits):
            self._show(array("q") if where is not None else self._calls)
        self._checked = last
        await self._count(turn)
        if turn != self._turn:
            return
        if self._waits:
            self._sort_rows(self._found)
        else:
            self._settle()

    def _settle(self) -> None:
        """All rows are there, and where they belong."""
        self.busy = self.sorting = False
        if not self.stopped:
            self.progress = 1.0
        self.filled.emit()
        self._grew(self._checked + 1, self._journal.last)
        self._catch_up()
        self.counted.emit()

    # -- the order of a column -----------------------------------------------------------------------

    def _sort_rows(self, numbers: array[int] | range) -> None:
        """Show these rows as soon as they are sorted; what is shown stays until then."""
        self._turn += 1
        self.busy = self.sorting = True
        self._found = numbers
        self.counted.emit()
        soon(self, partial(self._show_sorted, self._turn), "timeline: sort the rows")

    async def _show_sorted(self, turn: int) -> None:
        sort, numbers = self._sort, self._found
        if turn != self._turn or sort is None:
            return
        ask = partial(self._journal.sorted, self._mode, numbers[:], self._where, sort)
        try:
            order = await offload(_sorted, ask, partial(self._is_over, turn))
        except Exception:
            if turn == self._turn:
                self.set_sort(None)  # the order of recording, rather than rows that stand still
            raise
        if turn == self._turn and order is not None:
            self._model.show(numbers, self._mode == "calls", order)
            self._settle()

    async def _steps(self, first: int, last: int, turn: int) -> AsyncIterator[_Step]:
        """What matches from first to last, piece by piece, as long as the question is the newest."""
        if self._where is None and first == 1 and self._calls_upto:
            yield self._calls_upto, self._calls
            first = self._calls_upto + 1
        scan = self._journal.scan(self._mode, self._where, first, last, partial(self._is_over, turn))
        keep = self._where is None
        while (step := await offload(_next, self._journal, scan)) is not None:
            if turn != self._turn:
                await offload(_end, scan)
                return
            if keep:
                self._calls_upto = step[0]
                self._add_calls(step[1])
            yield step

    def _is_over(self, turn: int) -> bool:
        return turn != self._turn

    async def _count(self, turn: int) -> None:
        """Count the rows there would be without a filter."""
        if self._mode == "messages":
            self._total = self._checked
            return
        if self._calls_upto < self._checked:
            first = self._calls_upto + 1
            own = await offload(self._journal.visible, "calls", first, self._checked)
            if turn != self._turn or self._calls_upto >= first:
                return
            self._add_calls(own)
            self._calls_upto = self._checked
        self._total = len(self._calls)

    def _show(self, numbers: array[int] | range) -> None:
        self._model.show(numbers, self._mode == "calls")

    # -- growing -------------------------------------------------------------------------------------

    def _grew(self, first: int, last: int) -> None:
        if self.paused:
            fresh = self._journal.visible(self._mode, self._counted_upto + 1, last)
            self.waiting, self._counted_upto = self.waiting + len(fresh), last
            self.counted.emit()
            return
        if self.busy or self.stopped:
            return
        if self._mode == "calls":
            self._know_calls(last)
            self._total = len(self._calls)
        else:
            self._total = last
        if self._where is None and last > self._checked:
            first, self._checked = self._checked + 1, last
            self._extend(self._journal.visible(self._mode, first, last))
        self.counted.emit()

    def _extend(self, numbers: array[int]) -> None:
        before = self.shown
        self._model.extend(numbers)
        if self.shown > before and not self.busy:  # what a scan finds is not new
            self.extended.emit(self.shown - before)

    def _on_settled(self, exchanges: Sequence[int]) -> None:
        if self._where is not None:
            self._touched.update(exchanges)

    def _written(self, _last: int) -> None:
        self._catch_up()

    def _catch_up(self) -> None:
        if self._where is not None and not (self.busy or self.stopped or self._working):
            self._working = True
            soon(self, partial(self._look_again, self._turn), "timeline: look at new records")

    def _is_behind(self) -> bool:
        return self._checked < self._written_last or (bool(self._touched) and not self.paused)

    async def _look_again(self, turn: int) -> None:
        """Look at what is new in the file, then at changed exchanges, until there is nothing more."""
        try:
            while turn == self._turn and self._is_behind():
                last, mode, where = self._written_last, self._mode, self._where
                touched: set[int] = set()
                if not self.paused:
                    touched, self._touched = self._touched, touched
                fresh = await offload(self._journal.visible, mode, self._checked + 1, last, where)
                asked, shown = await offload(
                    verdicts, self._journal, mode, sorted(touched), self._checked, where
                )
                if turn != self._turn:
                    self._touched |= touched  # a sort keeps the rows, so they are asked for again
                    break
                self._checked = max(last, self._checked)
                if asked:
                    self._model.revise(asked, shown)
                self._extend(fresh)
                self.counted.emit()
        finally:
            self._working = False
        if turn != self._turn:
            self._catch_up()


def _sorted(
    ask: Callable[[Callable[[], bool]], RowOrder | None], given_up: Callable[[], bool]
) -> RowOrder | None:
    """What SQLite sorted in is not kept: for a million rows it would be more with every sort."""
    order = ask(given_up)
    if order is None or len(order) > _AT_ONCE:
        give_back()
    return order


def _next(journal: Journal, scan: Iterator[_Step]) -> _Step | None:
    """What is found next; nothing more where a large file is damaged, which is told elsewhere."""
    try:
        with journal.doubting():
            return next(scan, None)
    except DamagedError:
        return None


def _end(scan: Iterator[_Step]) -> None:
    """The question is dropped: the scan sees it at its next step, and gives its connections back."""
    for _step in scan:
        pass


def verdicts(
    journal: Journal, mode: str, exchanges: list[int], last: int, where: Compiled | None
) -> tuple[list[int], Sequence[int]]:
    """Records up to last whose verdict may be another one now, and those of them that match."""
    if not exchanges:
        return [], ()
    asked = [number for number in exchanges if number <= last]
    if mode == "messages":
        asked = sorted({*asked, *records_of_calls(journal, exchanges, last, _SIBLINGS)})
    return asked, journal.matching(mode, asked, where)
