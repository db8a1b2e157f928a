"""A scroll area goes where the keyboard goes, also when code put it there and not Tab."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

__all__ = ["FocusInSight"]

_PAUSES_MS: Final = (0, 50)
"""Rows just made have no place yet, and those around them grow for some turns of the loop."""
_AROUND: Final = 20  # px that are seen above and below, too


class FocusInSight(QObject):
    """Keeps what has the keyboard in sight; but nothing moves away under a mouse that is pressed."""

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        QApplication.instance().focusChanged.connect(self._moved)  # type: ignore[union-attr]

    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._area.isAncestorOf(new) and not QApplication.mouseButtons():
            for pause_ms in _PAUSES_MS:
                QTimer.singleShot(pause_ms, self, self._show)

    def _show(self) -> None:
        focus, page = QApplication.focusWidget(), self._area.widget()
        if focus is not None and page is not None and page.isAncestorOf(focus):
            self._area.ensureWidgetVisible(focus, 0, _AROUND)
