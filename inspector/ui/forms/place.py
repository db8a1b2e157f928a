"""Where a user is typing in a form: kept while it is built anew around them, taken before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QScrollArea, QWidget
from shiboken6 import isValid

from inspector.ui.forms.form import Form

__all__ = ["FormPlace", "UnderWay", "finish_typing", "go_back", "place_in"]

_LATER_MS: Final = 150
_LAID_OUT_MS: Final = (0, 60)  # rows made anew have their places, and what keeps the focus in sight has moved


@dataclass(frozen=True, slots=True)
class FormPlace:
    """How far it is scrolled, which field has the keyboard (None: none), and what is chosen in its text.

    folded: JSON pointers of the sections, and whether they are. Positions are in the units of Qt.
    """

    scrolled: int
    folded: dict[str, bool]
    pointer: str | None = None
    anchor: int = 0
    cursor: int = 0


def place_in(form: Form) -> FormPlace:
    """Where a user is now."""
    pointer, focus = form.pointer_here(), QApplication.focusWidget()
    anchor = cursor = 0
    if isinstance(focus, QLineEdit):
        anchor = cursor = focus.cursorPosition()
        if focus.hasSelectedText():
            ends = focus.selectionStart(), focus.selectionEnd()
            anchor = ends[0] if cursor == ends[1] else ends[1]
    elif isinstance(focus, QPlainTextEdit):
        anchor, cursor = focus.textCursor().anchor(), focus.textCursor().position()
    rows = [(one, form.row(one)) for one, _kind in form.rows()]
    folded = {one: row.is_folded for one, row in rows if row is not None}
    return FormPlace(_area(form).verticalScrollBar().value(), folded, pointer, anchor, cursor)


def go_back(form: Form, place: FormPlace) -> None:
    """Put the keyboard where it was, if there is still such a field, and show what was shown."""
    for pointer, folded in place.folded.items():
        if (row := form.row(pointer)) is not None:
            row.unfold(not folded)
    if place.pointer is not None:
        form.go_to(place.pointer)
        _choose(form, place)
    for pause_ms in _LAID_OUT_MS:
        QTimer.singleShot(pause_ms, form, partial(_scroll, _area(form), place.scrolled))


def _choose(form: Form, place: FormPlace) -> None:
    focus = QApplication.focusWidget()
    if form.pointer_here() != place.pointer:
        return
    if isinstance(focus, QLineEdit):
        focus.setCursorPosition(place.anchor)
        if place.anchor != place.cursor:
            focus.setSelection(place.anchor, place.cursor - place.anchor)
    elif isinstance(focus, QPlainTextEdit):
        cursor, end = focus.textCursor(), max(0, focus.document().characterCount() - 1)
        cursor.setPosition(min(place.anchor, end))
        cursor.setPosition(min(place.cursor, end), cursor.MoveMode.KeepAnchor)
        focus.setTextCursor(cursor)


def _area(form: Form) -> QScrollArea:
    area = form.findChild(QScrollArea, "form_area")
    assert area is not None
    return area


def _scroll(area: QScrollArea, place: int) -> None:
    area.verticalScrollBar().setValue(place)


def finish_typing(form: Form) -> None:
    """Take what stands in a line that waits for its end: the name of a property. Then it can be sent."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit) and form.isAncestorOf(focus):
        focus.editingFinished.emit()


class UnderWay(QObject):
    """Knows when something is under way in a form that would be lost with its field: a syllable, a choice."""

    _form: QWidget | None = None
    _watched: QWidget | None = None
    _composed = ""

    def __init__(self, form: QWidget, then: Callable[[], None]) -> None:
        """then: what had to wait."""
        super().__init__(form)
        self._form = form
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_LATER_MS)
        self._later.timeout.connect(then)
        QApplication.instance().focusChanged.connect(self._moved)  # type: ignore[union-attr]

    def waits(self) -> bool:
        """Whether an input method is at half a syllable, or a list or menu is open; then it is later."""
        popup = QApplication.activePopupWidget()
        above = popup.parentWidget() if popup is not None else None
        inside = self._form is not None and above is not None and self._form.isAncestorOf(above)
        if self._composed or inside:
            self._later.start()
        return bool(self._composed) or inside

    @Slot(QWidget, QWidget)
    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._form is None:
            return
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        inside = new is not None and self._form.isAncestorOf(new)
        self._watched, self._composed = (new if inside else None), ""
        if self._watched is not None:
            self._watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QInputMethodEvent):
            self._composed = event.preeditString()
        return super().eventFilter(watched, event)
