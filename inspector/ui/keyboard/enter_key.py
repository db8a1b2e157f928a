"""Enter presses the button that has the keyboard, in dialogs and elsewhere; Qt does so with Space."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QToolButton, QWidget
from shiboken6 import isValid

from inspector.ui.keyboard.own_keys import ENTER

__all__ = ["OWN_ENTER", "EnterKey", "install"]

OWN_ENTER = "own_enter"
"""Property of a button for which Enter means something else."""


class EnterKey(QObject):
    """Listens to the button with the keyboard only; one for the whole program."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._button: QPushButton | QToolButton | None = None
        app.focusChanged.connect(self.follow)

    @Slot(QWidget, QWidget)
    def follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        """The focus is somewhere else."""
        if self._button is not None and isValid(self._button):
            self._button.removeEventFilter(self)
        self._button = new if isinstance(new, (QPushButton, QToolButton)) else None
        if self._button is not None:
            self._button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if (
            watched.property(OWN_ENTER)
            or event.key() not in ENTER
            or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        if not event.isAutoRepeat() and isinstance(watched, (QPushButton, QToolButton)):
            watched.click()
        return True


def install(app: QApplication) -> None:
    """Let Enter press buttons from now on; once."""
    if app.findChild(EnterKey) is None:
        EnterKey(app)
