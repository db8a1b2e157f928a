"""Adding many widgets to what is on the screen with one layout, not one for each widget."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QLayout, QWidget

__all__ = ["Tall", "at_once", "settle"]

_W = TypeVar("_W", bound=QWidget)
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Tall(QWidget):
    """A part of a form that is as high as its width makes it.

    Qt asks for that height at the width each part would like to have, too, though it is not needed: for parts
    in parts that is the square of the depth, times the number of widgets. So here it is not said.
    """

    def sizeHint(self) -> QSize:
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return super().sizeHint()
        return layout.sizeHint()


def at_once(method: Callable[Concatenate[_W, _P], _R]) -> Callable[Concatenate[_W, _P], _R]:
    """For methods that add or show children of the widget: everything around it is laid out after them.

    Qt lays out all ancestors whenever a child is shown, and shows children added to a visible layout one by
    one: with n rows already there each new row costs n, and a form of a thousand rows takes half a minute.
    """

    @wraps(method)
    def calm(self: _W, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        if not self.isVisible():
            return method(self, *args, **kwargs)
        layouts = _layouts_around(self)
        for _owner, layout in layouts:
            layout.setEnabled(False)
        try:
            found = method(self, *args, **kwargs)
            _show_new(self)
        finally:
            for _owner, layout in layouts:
                layout.setEnabled(True)
        return found

    return calm


def _layouts_around(widget: QWidget) -> list[tuple[QWidget, QLayout]]:
    """Layouts of the widget and of all around it up to its window, as far as they are at work.

    Each with its owner: a layout that Qt made is gone for Python together with the last reference to it.
    """
    found = []
    around: QWidget | None = widget
    while around is not None and not around.isWindow():
        layout = around.layout()
        if layout is not None and layout.isEnabled():
            found.append((around, layout))
        around = around.parentWidget()
    return found


def _show_new(widget: QWidget) -> None:
    """What was put into the layout and never hidden on purpose; Qt would show it later, one by one."""
    layout = widget.layout()
    if layout is None:
        return
    # not by itemAt: for Python an item of a layout lives on with the layout, and what is later made at its
    # address is taken for it
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if not child.isHidden() or child.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            continue
        if layout.indexOf(child) >= 0:
            child.show()


def settle(widget: QWidget) -> None:
    """Lay out what is in a widget now, from inside to outside, and what is around it.

    Left to itself Qt goes one level further with each turn: rows would be seen to squeeze and grow.
    """
    inside = widget.findChildren(QWidget)
    inside.reverse()
    around: QWidget | None = widget
    while around is not None and not isinstance(around, QAbstractScrollArea):
        inside.append(around)
        around = around.parentWidget()
    for part in inside:
        layout = part.layout()
        if layout is not None:
            layout.activate()
