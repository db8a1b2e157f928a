"""Keys that a widget has a use of its own for, though a menu of its window has them as well."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QWidget

__all__ = ["DUPLICATE", "ENDS", "ENTER", "REDO", "UNDO", "keeps", "leaves_undo"]

ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DUPLICATE: Final = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_D)
"""Repeats an item of a list. On X11 it deletes a character of the line, unless the line lets it pass."""

ENDS: Final = tuple(
    QKeyCombination(Qt.KeyboardModifier.ControlModifier, key) for key in (Qt.Key.Key_Home, Qt.Key.Key_End)
)
"""To the first and the last of what has the keyboard; elsewhere to that of the timeline."""
UNDO: Final = (QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Z),)
REDO: Final = (
    QKeyCombination(Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_Z),
    QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_Y),
)

_OTHERS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def keeps(event: QEvent, *keys: Qt.Key) -> bool:
    """For `event` of a widget: whether it asks which widget wants a key of ours, with or without Shift.

    Then it comes to `keyPressEvent`, of this widget or of one in it. As two shortcuts neither would work.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.key() not in keys or event.modifiers() & _OTHERS:
        return False
    event.accept()
    return True


def leaves_undo(event: QKeyEvent, widget: QWidget, *, always: bool) -> bool:
    """Whether this is Ctrl+Z or its counterpart and the text in the widget has nothing for it.

    Qt's texts take these keys all the same; so the widgets around never get them. always: what the text
    has is not asked for.
    """
    chord = event.keyCombination()
    if chord not in UNDO and chord not in REDO:
        return False
    line = widget.lineEdit() if isinstance(widget, QComboBox) else None
    if line is not None:  # what is searched for is no change of the value yet
        widget, always = line, False
    if isinstance(widget, QLineEdit):
        own = widget.isUndoAvailable() if chord in UNDO else widget.isRedoAvailable()
    elif isinstance(widget, QPlainTextEdit):
        document = widget.document()
        own = document.isUndoAvailable() if chord in UNDO else document.isRedoAvailable()
    else:
        own = False
    return always or not own
