"""The wheel anywhere in the windows: with Ctrl the program gets larger or smaller, and no value is changed.

It listens where wheel events reach a window, before a widget is chosen for them: so nothing scrolls, text
boxes with a zoom of their own do not act as well, and no other event of a widget comes through Python.
"""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QWheelEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QWidget,
)

__all__ = ["WheelZoom"]

_WITH_VALUES: Final = (QAbstractSpinBox, QComboBox, QAbstractSlider)
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
            return _past_values(watched, event)
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


def _past_values(window: QObject, event: QWheelEvent) -> bool:
    """Whether a control with a value is under the pointer: then what it stands in scrolls.

    Scrolling a page must not change a number, a choice or a slider that comes along under the pointer.
    """
    control = _under(window, event.position().toPoint())
    while control is not None and not isinstance(control, _WITH_VALUES):
        if control.isWindow() or isinstance(control, QAbstractScrollArea):
            return False  # the list of a box, which is a window of its own, scrolls by itself
        control = control.parentWidget()
    if control is None or isinstance(control, QScrollBar) or control.isWindow():
        return False
    area = control.parentWidget()
    while area is not None and not isinstance(area, QAbstractScrollArea):
        area = area.parentWidget()
    if area is None:
        return True
    around = area.viewport()
    place = QPointF(around.mapFromGlobal(event.globalPosition()))
    passed = QWheelEvent(
        place,
        event.globalPosition(),
        event.pixelDelta(),
        event.angleDelta(),
        event.buttons(),
        event.modifiers(),
        event.phase(),
        event.inverted(),
    )
    QApplication.sendEvent(around, passed)
    return True


def _under(window: QObject, place: QPoint) -> QWidget | None:
    top = next((one for one in QApplication.topLevelWidgets() if one.windowHandle() is window), None)
    return top.childAt(place) if top is not None else None
