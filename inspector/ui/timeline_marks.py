"""Marks, time references and notes: what a person adds to rows, and how one gets from one to the next."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Generator, Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.trace.journal import Journal
from inspector.ui.note_editor import NoteEditor
from inspector.ui.selection import Selection
from inspector.ui.tasks import sliced, spawn
from inspector.ui.timeline_model import TimelineModel
from inspector.ui.timeline_view import TimelineView

__all__ = ["Marks"]

_STEP: Final = 2048  # rows marked between two looks at the clock


class Marks(QObject):
    """Acts on the chosen rows of a view. `said`: what a person should know, for the status bar."""

    said = Signal(str)
    reference_set = Signal()

    def __init__(
        self, journal: Journal, selection: Selection, model: TimelineModel, view: TimelineView
    ) -> None:
        super().__init__(view)
        self._notes = journal.annotations
        self._journal, self._selection = journal, selection
        self._model, self._view = model, view
        self._editor = NoteEditor(view)
        self._editor.written.connect(self._notes.set_note)
        view.asked_note.connect(self.edit_note)

    # -- marks ---------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Mark the chosen rows; when all are marked, take the marks away."""
        numbers = self._view.selected_numbers()
        if not numbers:
            self.said.emit(self.tr("Select a row to mark it."))
            return
        self._mark(numbers, not all(map(self._notes.is_marked, numbers)))

    def mark_shown(self) -> None:
        """Mark every row that is shown."""
        self._mark(self._model.numbers, on=True)

    def unmark_all(self) -> None:
        """Take all marks away, also of rows that are not shown."""
        self._mark(list(self._notes.marked()), on=False)

    def next(self) -> None:
        """To the next marked row that is shown; after the last to the first."""
        self._go(self._notes.marked(), 1)

    def previous(self) -> None:
        """To the marked row before."""
        self._go(self._notes.marked(), -1)

    def _mark(self, numbers: Sequence[int], on: bool) -> None:
        if len(numbers) <= _STEP:
            self._notes.set_marked(numbers, on)
        else:
            spawn(self, sliced(self._mark_many(array("q", numbers), on)), "timeline: mark many rows")

    def _mark_many(self, numbers: array[int], on: bool) -> Generator[None, None, None]:
        for start in range(0, len(numbers), _STEP):
            self._notes.set_marked(numbers[start : start + _STEP], on, tell=False)
            yield
        self._notes.tell()

    # -- time references -----------------------------------------------------------------------------

    def toggle_reference(self) -> None:
        """Later rows count their time from the current row, or no longer."""
        number = self._view.current_number()
        if not number:
            self.said.emit(self.tr("Select a row to count the time from it."))
            return
        on = not self._notes.is_reference(number)
        self._notes.set_reference(number, on)
        if on:
            self.reference_set.emit()

    def next_reference(self) -> None:
        """To the next time reference that is shown."""
        self._go(self._notes.references(), 1)

    def previous_reference(self) -> None:
        """To the time reference before."""
        self._go(self._notes.references(), -1)

    # -- notes ---------------------------------------------------------------------------------------

    def edit_note(self) -> None:
        """A small editor below the current row."""
        number = self._view.current_number()
        if not number:
            self.said.emit(self.tr("Select a row to write a note about it."))
            return
        self._view.bring(self._view.currentIndex().row())
        self._editor.open(number, self._notes.note(number))

    # -- going ---------------------------------------------------------------------------------------

    def _go(self, numbers: Sequence[int], step: int) -> None:
        if not numbers:
            self.said.emit(self.tr("There is none."))
            return
        here = self._view.current_number()
        place = bisect_right(numbers, here) if step > 0 else bisect_left(numbers, here) - 1
        count = len(numbers)
        for tried in range(count):
            at = place + tried * step
            if self._model.row_of(numbers[at % count]) >= 0:
                self._selection.select(numbers[at % count])
                if not 0 <= at < count:
                    around = (
                        self.tr("Went on from the top.") if step > 0 else self.tr("Went on from the end.")
                    )
                    self.said.emit(around)
                return
        self.said.emit(self.tr("None among the rows shown ({} in all).").format(f"{count:,}"))
