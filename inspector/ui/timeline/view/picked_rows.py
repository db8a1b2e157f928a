"""Which rows of the timeline are chosen, as ranges: a million of them cost what one costs."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel

from inspector.ui.timeline.view.model import TimelineModel

__all__ = ["PickedRows", "row_ranges"]

_MOST_RANGES: Final = 256  # Qt asks every range for every cell it paints


class PickedRows:
    """Looks at the selection of a view, and brings it back after the model was reset."""

    def __init__(self, model: TimelineModel, selection: QItemSelectionModel) -> None:
        self._model, self._selection = model, selection
        self._kept: Sequence[int] = ()
        self._held: array[int] | None = None

    def ranges(self) -> list[tuple[int, int]]:
        """First and last row of every run of chosen rows, ascending, never overlapping."""
        chosen = self._selection.selection()
        found = (chosen.at(place) for place in range(chosen.count()))
        return row_ranges((one.top(), one.bottom()) for one in found)

    def count(self) -> int:
        """How many rows are chosen."""
        return sum(last - first + 1 for first, last in self.ranges())

    def numbers(self, most: int = 1 << 62) -> array[int]:
        """Their record numbers, ascending; the first ones, when there are more than so many."""
        return self._held[:most] if self._held is not None else self._numbers(most)

    def hold(self) -> array[int]:
        """A menu opens: it is about what is chosen now, whatever comes and goes under it. To be released."""
        self._held = self._numbers()
        return self._held

    def release(self, held: array[int], *_menu: object) -> None:
        """The menu has gone, and no other one has come."""
        if self._held is held:
            self._held = None

    def _numbers(self, most: int = 1 << 62) -> array[int]:
        numbers = array("q")
        for first, last in self.ranges():
            last = min(last, first + most - len(numbers) - 1)
            numbers.extend(self._model.numbers[first : last + 1])
        return numbers

    def keep(self) -> None:
        """Before a reset: remember what is chosen when it is more than the current row.

        All rows of a long list are not remembered: after another filter that would be a choice of rows
        that nobody made.
        """
        ranges = self.ranges()
        several = sum(last - first + 1 for first, last in ranges) > 1
        whole = ranges == [(0, len(self._model.numbers) - 1)]
        self._kept = self._numbers() if several and not whole and len(ranges) <= _MOST_RANGES else ()

    def bring_back(self) -> None:
        """After a reset: choose those again that are still shown."""
        kept, self._kept = self._kept, ()
        rows = (row for number in kept if (row := self._model.row_of(number)) >= 0)
        ranges = row_ranges((row, row) for row in rows)
        if not ranges or len(ranges) > _MOST_RANGES:
            return
        chosen = QItemSelection()
        for first, last in ranges:
            chosen.select(self._model.index(first, 0), self._model.index(last, self._model.columnCount() - 1))
        self._selection.select(chosen, QItemSelectionModel.SelectionFlag.Select)


def row_ranges(found: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of rows in order, those that touch or overlap made one."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return merged
