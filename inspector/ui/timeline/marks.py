"""Marks, time references and notes: what a user adds to rows, and how one gets from one to the next."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from inspector.trace.journal import Journal
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import sliced, spawn
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.note_editor import NoteEditor
from inspector.ui.timeline.view.menu import add_entry
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.view import TimelineView

__all__ = ["Marks"]

_STEP: Final = 2048  # rows marked between two looks at the clock


class Marks(QObject):
    """Acts on the chosen rows of a view. `said`: what a user should know, for the status bar."""

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

    def add_to(self, menu: QMenu) -> None:
        """Marks, notes and time references in the menu of the chosen rows."""
        here, numbers = self._view.current_number(), self._view.selected_numbers(_STEP)
        marked = bool(numbers) and all(map(self._notes.is_marked, numbers))
        noted, counted = bool(self._notes.note(here)), self._notes.is_reference(here)
        menu.addSeparator()
        add_entry(menu, "mark", self.tr("Remove mark") if marked else self.tr("Mark"), self.toggle)
        note = self.tr("Edit note…") if noted else self.tr("Note…")
        add_entry(menu, "note", note, partial(self.edit_note, here))
        time = self.tr("Clear time reference") if counted else self.tr("Set time reference")
        add_entry(menu, "time_reference", time, partial(self.toggle_reference, here))

    # -- marks ---------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Mark the chosen rows; when all are marked, take the marks away."""
        numbers = self._view.chosen.numbers()
        if not numbers:
            self.said.emit(self.tr("Select a row to mark it."))
        else:
            self._mark(numbers)

    def mark_shown(self) -> None:
        """Mark every row that is shown."""
        self._mark(self._model.numbers, on=True)

    def unmark_all(self) -> None:
        """Take all marks away, also of rows that are not shown."""
        self._mark(self._notes.marked(), on=False)

    def next(self) -> None:
        """To the next marked row that is shown; after the last to the first."""
        self._go(self._notes.marked(), 1)

    def previous(self) -> None:
        """To the marked row before."""
        self._go(self._notes.marked(), -1)

    def _mark(self, numbers: Sequence[int], on: bool | None = None) -> None:
        """on None: take the marks away when all are marked, else mark all."""
        steps = self._mark_in_steps(array("q", numbers), on)
        if len(numbers) <= _STEP:
            list(steps)
        else:
            spawn(self, sliced(steps), "timeline: mark many rows")

    def _mark_in_steps(self, numbers: array[int], on: bool | None) -> Generator[None, None, None]:
        starts = range(0, len(numbers), _STEP)
        if on is None:
            on = False
            for start in starts:
                if not all(map(self._notes.is_marked, numbers[start : start + _STEP])):
                    on = True
                    break
                yield
        for start in starts:
            self._notes.set_marked(numbers[start : start + _STEP], on, tell=False)
            yield
        self._notes.tell()

    # -- time references -----------------------------------------------------------------------------

    def toggle_reference(self, number: int = 0) -> None:
        """Later rows count their time from this row (0: the current one), or no longer."""
        number = number or self._view.current_number()
        if not number:
            self.said.emit(self.tr("Select a row to set the time reference."))
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

    def edit_note(self, number: int = 0) -> None:
        """A small editor below the row of this record; 0: the current one."""
        number = number or self._view.current_number()
        if not number:
            self.said.emit(self.tr("Select a row to write a note about it."))
            return
        self.edit_note_of(number)

    def edit_note_of(self, number: int) -> None:
        """The same for any record of the call whose row is the current one, such as its answer."""
        self._view.bring(self._view.currentIndex().row())
        self._editor.open(number, self._notes.note(number))

    # -- going ---------------------------------------------------------------------------------------

    def _go(self, numbers: Sequence[int], step: int) -> None:
        if not numbers:
            self.said.emit(self.tr("There is none."))
            return
        here = self._view.current_number()
        number = self._model.beside(numbers, here, forward=step > 0)
        if not number:
            self.said.emit(self.tr("None in the rows shown ({} in total).").format(number_text(len(numbers))))
            return
        before, row = self._model.row_of(here), self._model.row_of(number)
        self._selection.select(number)
        if step > 0 and row <= before:
            self.said.emit(self.tr("Continued from the top."))
        elif step < 0 and row >= before:
            self.said.emit(self.tr("Continued from the end."))
