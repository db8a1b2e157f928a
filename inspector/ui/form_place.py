"""Where a person is typing in a form: kept while it is built anew around them, taken before it is sent."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from inspector.ui.form import Form

__all__ = ["FormPlace", "finish_typing", "go_back", "place_in"]


@dataclass(frozen=True, slots=True)
class FormPlace:
    """A field and the position of the cursor in its text, in the units of Qt."""

    pointer: str
    cursor: int


def place_in(form: Form) -> FormPlace | None:
    """None: the keyboard is in no field."""
    pointer, focus = form.pointer_here(), QApplication.focusWidget()
    if pointer is None:
        return None
    if isinstance(focus, QLineEdit):
        return FormPlace(pointer, focus.cursorPosition())
    return FormPlace(pointer, focus.textCursor().position() if isinstance(focus, QPlainTextEdit) else 0)


def go_back(form: Form, place: FormPlace | None) -> None:
    """Put the keyboard where it was, if there is still such a field."""
    if place is None:
        return
    form.go_to(place.pointer)
    focus = QApplication.focusWidget()
    if form.pointer_here() != place.pointer:
        return
    if isinstance(focus, QLineEdit):
        focus.setCursorPosition(place.cursor)
    elif isinstance(focus, QPlainTextEdit):
        cursor = focus.textCursor()
        cursor.setPosition(min(place.cursor, max(0, focus.document().characterCount() - 1)))
        focus.setTextCursor(cursor)


def finish_typing(form: Form) -> None:
    """Take what stands in a line that waits for its end: the name of a property. Then it can be sent."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit) and form.isAncestorOf(focus):
        focus.editingFinished.emit()
