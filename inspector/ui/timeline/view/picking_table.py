"""A table of the timeline's rows in which several can be chosen: Ctrl, Shift, Ctrl+A, dragging."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.widgets.quiet_table import QuietTable

__all__ = ["PickingTable", "row_ranges"]

_MOST_RANGES: Final = 256  # Qt asks every range for every cell it paints


class PickedRows:
    """The chosen rows as ranges, a million cost what one costs; brought back after the model was reset."""

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
        rows = self._model.in_order
        ranges = self.ranges()
        if ranges == [(0, len(self._model.numbers) - 1)]:
            return array("q", self._model.numbers[:most])
        for first, last in ranges:
            last = min(last, first + most - len(numbers) - 1)
            numbers.extend(rows[first : last + 1])
        return numbers if self._model.sorted_by is None else array("q", sorted(numbers))

    def keep(self) -> None:
        """Before a reset: remember what is chosen when it is more than the current row.

        All rows of a long list are not remembered: after another filter that would be a choice of rows
        that nobody made.
        """
        ranges = self.ranges()
        several = sum(last - first + 1 for first, last in ranges) > 1
        whole = ranges == [(0, self._model.rowCount() - 1)]
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


class PickingTable(QuietTable):
    """The current row is one, the chosen rows are any number; the current one is mostly among them."""

    picked = Signal()  # other rows are chosen
    asked_copy = Signal()  # Ctrl+C
    chosen: PickedRows

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def follow_selection(self, model: TimelineModel) -> None:
        """Once, when the model is set.

        The head gets an empty selection of its own: with the table's it asks all rows of every column
        whether they are chosen (measured: Ctrl+A over a million rows 13 s). Nor does a click on it choose
        the rows.
        """
        self.chosen = PickedRows(model, self.selectionModel())
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))
        self.horizontalHeader().setSectionsClickable(False)
        self.selectionModel().selectionChanged.connect(self.picked)
        model.columnsInserted.connect(self._pick_new_columns)

    def _pick_new_columns(self, *_anything: object) -> None:
        """What is chosen are rows, so a new column belongs to it."""
        how = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(self.selectionModel().selection(), how.Select | how.Rows)

    def selected_numbers(self, most: int = 1 << 62) -> list[int]:
        """Record numbers of the chosen rows, ascending; a million take 15 ms, the first ones less."""
        return self.chosen.numbers(most).tolist()

    def pick_only(self, index: QModelIndex) -> None:
        """Make a row the current one and the only chosen one, whatever keys are held down now."""
        how = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, how.ClearAndSelect | how.Rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):  # Qt's own copies a cell
            self.asked_copy.emit()
        else:
            super().keyPressEvent(event)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End with Shift mean rows; Qt's own means columns."""
        ends = {QAbstractItemView.CursorAction.MoveHome: 0}
        ends[QAbstractItemView.CursorAction.MoveEnd] = self.model().rowCount() - 1
        if action in ends:
            return self.model().index(ends[action], max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def selectionCommand(
        self, index: QModelIndex | QPersistentModelIndex, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        """A click below the last row leaves the choice as it is."""
        if not index.isValid():
            return QItemSelectionModel.SelectionFlag.NoUpdate
        return super().selectionCommand(index, event)
