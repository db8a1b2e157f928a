"""Keys that a widget has a use of its own for, though a menu of its window has them as well."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent

__all__ = ["DUPLICATE", "ENTER", "keeps"]

ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DUPLICATE: Final = QKeyCombination(Qt.KeyboardModifier.ControlModifier, Qt.Key.Key_D)
"""Repeats an item of a list. On X11 it deletes a character of the line, unless the line lets it pass."""

_OTHERS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


def keeps(event: QEvent, *keys: Qt.Key) -> bool:
    """For `event` of a widget: whether this asks who wants a key, with or without Shift, and it is ours.

    Then it comes to `keyPressEvent`, of this widget or of one in it. As two shortcuts neither would work.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.key() not in keys or event.modifiers() & _OTHERS:
        return False
    event.accept()
    return True
