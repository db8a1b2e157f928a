"""A control that is disabled or hidden for a while gets the keyboard back, unless the user went on."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Slot
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

__all__ = ["FocusKept"]

_BACK: Final = (QEvent.Type.EnabledChange, QEvent.Type.Show)
_WENT_ON: Final = (QEvent.Type.KeyPress, QEvent.Type.InputMethod, QEvent.Type.MouseButtonPress)


class FocusKept(QObject):
    """For what is in an area: while a server connects again, Qt gives the keyboard to whatever comes next."""

    _area: QWidget | None = None
    _lost: QWidget | None = None
    _now: QWidget | None = None

    def __init__(self, area: QWidget) -> None:
        super().__init__(area)
        self._area = area
        QApplication.instance().focusChanged.connect(self._moved)  # type: ignore[union-attr]

    @Slot(QWidget, QWidget)
    def _moved(self, old: QWidget | None, new: QWidget | None) -> None:
        area = self._area
        if area is None or old is None or not isValid(old) or not QApplication.activeWindow():
            return
        taken = not (old.isEnabled() and old.isVisible())
        first = self._lost if taken and old is self._now else old
        self._forget()
        if taken and first is not None and isValid(first) and area.isAncestorOf(first):
            self._lost, self._now = first, new
            for one in (first, new):
                if one is not None:
                    one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        lost = self._lost
        if lost is not None and watched is lost and event.type() in _BACK:
            if lost.isEnabled() and lost.isVisible() and QApplication.focusWidget() is self._now:
                self._forget()
                lost.setFocus()
        elif watched is self._now and event.type() in _WENT_ON:
            self._forget()
        return super().eventFilter(watched, event)

    def _forget(self) -> None:
        for one in (self._lost, self._now):
            if one is not None and isValid(one):
                one.removeEventFilter(self)
        self._lost = self._now = None
