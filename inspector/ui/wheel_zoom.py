"""Ctrl and the wheel make the program larger or smaller, anywhere in its windows.

It listens where wheel events reach a window, before a widget is chosen for them: so nothing scrolls, text
boxes with a zoom of their own do not act as well, and no other event of a widget comes through Python.
"""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QWheelEvent, QWindow
from PySide6.QtWidgets import QApplication, QWidget

__all__ = ["WheelZoom"]

_NOTCH: Final = 120  # eighths of a degree


@runtime_checkable
class _Taker(Protocol):
    """A widget that does something else with Ctrl and the wheel, in some places."""

    def takes_zoom(self, at: QPoint) -> bool: ...


class WheelZoom(QObject):
    """`stepped(steps)`: larger (> 0) or smaller, one step for each notch."""

    stepped = Signal(int)

    def __init__(self, app: QGuiApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turned = 0  # of the next notch: touchpads tell a little at a time
        self._steps = 0
        self._timer = QTimer(self)  # several notches at once are laid out once
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._tell)
        app.focusWindowChanged.connect(self._listen)
        for window in app.allWindows():
            self._listen(window)

    def _listen(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)  # again is the same as once

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every event of a window: mostly none of ours."""
        if not isinstance(event, QWheelEvent):
            return False
        if event.modifiers() != Qt.KeyboardModifier.ControlModifier or _taken(watched, event):
            self._turned = 0
            return False
        if event.phase() != Qt.ScrollPhase.ScrollMomentum:  # which goes on when the fingers are away
            self._turn(event.angleDelta().y())
        event.accept()
        return True

    def _turn(self, angle: int) -> None:
        if self._turned * angle < 0:
            self._turned = 0  # the other way: what is left of the first does not count
        self._turned += angle
        notches = int(self._turned / _NOTCH)
        self._turned -= notches * _NOTCH
        self._steps += notches
        if self._steps:
            self._timer.start()

    def _tell(self) -> None:
        steps, self._steps = self._steps, 0
        if steps:
            self.stepped.emit(steps)


def _taken(window: QObject, event: QWheelEvent) -> bool:
    """Whether what is under the pointer wants it for itself."""
    widget = _under(window, event.position().toPoint())
    while widget is not None:
        if isinstance(widget, _Taker):
            return widget.takes_zoom(widget.mapFromGlobal(event.globalPosition().toPoint()))
        widget = widget.parentWidget()
    return False


def _under(window: QObject, place: QPoint) -> QWidget | None:
    top = next((one for one in QApplication.topLevelWidgets() if one.windowHandle() is window), None)
    return top.childAt(place) if top is not None else None
