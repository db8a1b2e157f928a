"""What stands for the rows of a section that are not made yet."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QPushButton

__all__ = ["A_TURN", "More"]

A_TURN: Final = 20
"""About as many rows as a window shows, made in a time too short to notice."""


class More(QPushButton):
    """Says how many rows wait, and when it comes into sight."""

    seen = Signal()

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._says = False
        """It has been painted, and will say so: once, however often that was."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._says:
            self._says = True
            QTimer.singleShot(0, self, self._say)

    def _say(self) -> None:
        self._says = False
        self.seen.emit()
