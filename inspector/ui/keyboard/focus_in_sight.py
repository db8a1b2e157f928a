"""A scroll area goes where the keyboard goes, also when code put it there and not Tab."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Slot
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

__all__ = ["FocusInSight"]

_PAUSES_MS: Final = (0, 50)
"""Rows just made have no place yet, and those around them grow for some turns of the loop."""
_AROUND: Final = 20  # px that are seen above and below, too


class FocusInSight(QObject):
    """Keeps what has the keyboard in sight; but nothing moves away under a mouse that is pressed.

    The keyboard may move while the collector takes a form apart and has emptied this object already: so the
    slot is told to Qt with the class, and finds there that there is no area.
    """

    _area: QScrollArea | None = None

    def __init__(self, area: QScrollArea) -> None:
        super().__init__(area)
        self._area = area
        QApplication.instance().focusChanged.connect(self._moved)  # type: ignore[union-attr]

    @Slot(QWidget, QWidget)
    def _moved(self, _old: QWidget | None, new: QWidget | None) -> None:
        area = self._area
        if (
            new is not None
            and area is not None
            and area.isAncestorOf(new)
            and not QApplication.mouseButtons()
        ):
            for pause_ms in _PAUSES_MS:
                QTimer.singleShot(pause_ms, self, self._show)

    def _show(self) -> None:
        focus, area = QApplication.focusWidget(), self._area
        page = area.widget() if area is not None else None
        if focus is not None and area is not None and page is not None and page.isAncestorOf(focus):
            area.ensureWidgetVisible(focus, 0, _AROUND)
