"""A table of the timeline's rows in which several can be chosen: Ctrl, Shift, Ctrl+A, dragging."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.picked_rows import PickedRows
from inspector.ui.widgets.quiet_table import QuietTable

__all__ = ["PickingTable"]


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
