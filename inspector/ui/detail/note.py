"""What a user wrote about the record in the detail pane, in one line above its messages."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from inspector.trace.annotations import Annotations
from inspector.ui.widgets.controls import Elided, Heading, Link, row
from inspector.ui.widgets.plain import tooltip

__all__ = ["DetailNote"]


class DetailNote(QWidget):
    """Not there while nothing is written. The tooltip keeps the lines of a long note."""

    edit_wanted = Signal(int)  # number of the record that the note is about

    def __init__(self, notes: Annotations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_note")
        self._notes = notes
        self._numbers: tuple[int, ...] = ()
        self._title = Heading(self.tr("Note"), 0)
        self._text = Elided()
        self._text.setObjectName("detail_note_text")
        self._edit = Link("detail_note_edit", self.tr("Edit"))
        self._edit.setAccessibleName(self.tr("Edit the note"))
        self._edit.clicked.connect(self._ask)
        layout = row(self._title, self._text, self._edit, margins=(8, 4, 8, 4))
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.hide()

    def show_of(self, numbers: Iterable[int]) -> None:
        """Show the notes about these records."""
        self._numbers = tuple(dict.fromkeys(numbers))
        self.refresh()

    def refresh(self) -> None:
        """The user wrote, here or elsewhere."""
        found = [self._notes.note(number) for number in self._noted()]
        self.setVisible(bool(found))
        line = " · ".join(" ".join(note.split()) for note in found)
        self._text.setText(line)
        self._text.setAccessibleName(line)
        self._text.setToolTip(tooltip("\n\n".join(found)))

    def forbid_editing(self) -> None:
        """There is no timeline beside it in which the editor could open."""
        self._edit.hide()

    def _noted(self) -> list[int]:
        return [number for number in self._numbers if self._notes.note(number)]

    def _ask(self) -> None:
        if noted := self._noted():
            self.edit_wanted.emit(noted[0])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_edit"):
            self._title.setText(self.tr("Note"))
            self._edit.setText(self.tr("Edit"))
