"""Ways through the records: to a number, to the rows beside, to the other messages of a call."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from inspector.trace.journal import Journal
from inspector.ui.loop.tasks import ask, spawn
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.view.model import TimelineModel

__all__ = ["RecordNavigator"]


class RecordNavigator(QObject):
    """Selects another record, seen from the selected one. view: over which a question is asked."""

    def __init__(self, journal: Journal, selection: Selection, model: TimelineModel, view: QWidget) -> None:
        super().__init__(view)
        self._journal, self._selection = journal, selection
        self._model, self._view = model, view

    def ask_number(self) -> None:
        """Ctrl+G."""
        if self._journal.last:
            spawn(self, self._ask_number(), "timeline: go to a number")

    async def _ask_number(self) -> None:
        number = await _asked_number(self._view, self._journal.last, self._selection.record)
        if number:
            self._selection.select(number)
            self._view.setFocus()

    def next_row(self) -> None:
        """F8: the row below the selected one, wherever the focus is; of nothing selected the first."""
        self._step(1)

    def previous_row(self) -> None:
        """F7: the row above it; of nothing selected the last."""
        self._step(-1)

    def _step(self, step: int) -> None:
        rows = self._model.rowCount()
        row = self._model.row_of(self._model.shown_number(self._selection.record))
        row = row + step if row >= 0 else (0 if step > 0 else rows - 1)
        if 0 <= row < rows:
            self._selection.select(self._model.number_at(row))

    def next_of_exchange(self) -> None:
        """Ctrl+.: the next record of the selected exchange."""
        self._walk(1)

    def previous_of_exchange(self) -> None:
        """Ctrl+,: the record before it."""
        self._walk(-1)

    def _walk(self, step: int) -> None:
        found = self._journal.rows([self._selection.record]) if self._selection.record else []
        if not found or not found[0].exchange:
            return
        numbers = self._journal.exchange_records(found[0].exchange)
        place = numbers.index(found[0].number) + step
        if 0 <= place < len(numbers):
            self._selection.select(numbers[place])


async def _asked_number(parent: QWidget, last: int, current: int) -> int:
    """A number from 1 to last that a user entered; 0: none."""
    dialog = QInputDialog(parent)
    dialog.setObjectName("timeline_go_to")
    dialog.setWindowTitle(QCoreApplication.translate("timeline", "Go to record"))
    words = QCoreApplication.translate("timeline", "Number (1 to {0})")
    dialog.setLabelText(words.format(last))
    dialog.setInputMode(QInputDialog.InputMode.IntInput)
    dialog.setIntRange(1, last)
    dialog.setIntValue(current or last)
    accepted = await ask(dialog)
    number = dialog.intValue()
    dialog.deleteLater()  # not on close: the answer is read after it
    return number if accepted else 0
