"""Which records a second filter matches, for marking them among those that are shown.

A worker looks at what is in the file, piece by piece; records that are written later, and calls that
changed, are looked at as they come. The numbers are one sorted array, so that a row is asked for in
microseconds among millions.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled
from inspector.ui.loop.tasks import offload, soon
from inspector.ui.session.feed import Feed
from inspector.ui.timeline.view.rows import verdicts

__all__ = ["Matches", "revised"]

_SINGLE_CHANGES: Final = 64


class Matches(QObject):
    """`changed`: other numbers, or the search began or ended."""

    changed = Signal()

    def __init__(self, journal: Journal, feed: Feed, parent: QObject) -> None:
        super().__init__(parent)
        self._journal = journal
        self._where: Compiled | None = None
        self._mode = "calls"
        self._numbers: array[int] = array("q")
        self._turn = 0
        self._checked = 0
        self._touched: set[int] = set()
        self.busy = False
        feed.settled.connect(self._on_settled)
        feed.written.connect(self._written)
        feed.annotated.connect(self._annotated)

    @property
    def numbers(self) -> array[int]:
        """The numbers found so far, ascending. Not to be changed."""
        return self._numbers

    def holds(self, number: int) -> bool:
        """Whether the record matches."""
        place = bisect_left(self._numbers, number)
        return place < len(self._numbers) and self._numbers[place] == number

    def look_for(self, where: Compiled | None, mode: str) -> None:
        """Match this from now on; None: nothing. mode: calls or messages, as the rows are."""
        if (where, mode) != (self._where, self._mode):
            self._where, self._mode = where, mode
            self._restart()

    def _restart(self) -> None:
        self._turn += 1
        self._numbers, self._checked, self.busy = array("q"), 0, False
        self._touched.clear()
        self._go_on()
        self.changed.emit()

    def _on_settled(self, exchanges: Sequence[int]) -> None:
        if self._where is not None:
            self._touched.update(exchanges)

    def _annotated(self) -> None:
        if self._where is not None and self._where.annotated:
            self._restart()

    def _written(self, _last: int) -> None:
        self._go_on()

    def _go_on(self) -> None:
        behind = self._checked < self._journal.written or bool(self._touched)
        if self._where is not None and not self.busy and behind:
            self.busy = True
            soon(self, partial(self._look, self._turn), "timeline: what is highlighted")

    async def _look(self, turn: int) -> None:
        journal, mode, where = self._journal, self._mode, self._where
        while turn == self._turn and (self._checked < journal.written or self._touched):
            touched, self._touched = self._touched, set()
            if touched:
                asked, shown = await offload(verdicts, journal, mode, sorted(touched), self._checked, where)
                numbers = await offload(revised, self._numbers, asked, shown) if asked else self._numbers
                if turn != self._turn:
                    return
                self._numbers = numbers
            scan = journal.scan(mode, where, self._checked + 1, journal.written, partial(self._over, turn))
            while (step := await offload(_next, scan)) is not None:
                if turn != self._turn:
                    return
                self._checked = step[0]
                self._numbers.extend(step[1])
                self.changed.emit()
        if turn == self._turn:
            self.busy = False
            self.changed.emit()

    def _over(self, turn: int) -> bool:
        return turn != self._turn


def _next(scan: Iterator[tuple[int, array[int]]]) -> tuple[int, array[int]] | None:
    return next(scan, None)


def revised(numbers: array[int], asked: Sequence[int], shown: Sequence[int]) -> array[int]:
    """The numbers, where of those asked exactly the shown ones are in.

    A set of millions would hold the interpreter for longer than a frame; what changed is mostly new, so only
    the end is made anew, and single changes are put where they belong.
    """
    if len(asked) > _SINGLE_CHANGES:
        start = bisect_left(numbers, asked[0])
        return numbers[:start] + array("q", sorted(set(numbers[start:]).difference(asked).union(shown)))
    wanted, made = set(shown), numbers[:]
    for number in asked:
        place = bisect_left(made, number)
        there = place < len(made) and made[place] == number
        if there and number not in wanted:
            del made[place]
        elif not there and number in wanted:
            made.insert(place, number)
    return made
