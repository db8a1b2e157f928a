"""What a screen reader is told where Qt does not know it: roles and contents of our own widgets.

Qt asks a factory once for every widget that somebody listens to; without a screen reader it is never called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

__all__ = ["install"]

_LONGEST: Final = 2000  # characters of a text that are told at once
_INSIDE: Final = 8  # px below the upper edge: in the first line, not between two
_Role: Final = QAccessible.Role
_ROLES: Final = {
    "BigText": _Role.Document,
    "Chip": _Role.StaticText,
    "Form": _Role.Form,
    "HexView": _Role.Document,
    "Minimap": _Role.Graphic,
    "Notice": _Role.Notification,
    "Overlay": _Role.Dialog,
    "OverviewStrip": _Role.Slider,
    "Picture": _Role.Graphic,
    "StatisticsChart": _Role.Chart,
    "TimingChart": _Role.Chart,
}
"""Name of a class → what it is."""


def _what_is_seen(widget: QWidget) -> str:
    """The text from the first line on the screen."""
    from inspector.ui.big_text import BigText

    assert isinstance(widget, BigText)
    start = widget.offset_at(QPoint(0, _INSIDE))
    return bytes(widget.data()[start : start + _LONGEST]).decode("utf-8", "replace")


_CONTENTS: Final[dict[str, Callable[[QWidget], str]]] = {"BigText": _what_is_seen}


class _Told(QAccessibleWidget):
    """A widget with the role of its class; its description is what it shows."""

    def __init__(self, widget: QWidget, kind: str) -> None:
        super().__init__(widget, _ROLES[kind])
        self._contents = _CONTENTS.get(kind)

    def text(self, what: QAccessible.Text) -> str:
        said = super().text(what)
        widget = self.object()
        if said or what != QAccessible.Text.Description or self._contents is None:
            return said
        return self._contents(widget) if isinstance(widget, QWidget) else ""


def _make(kind: str, widget: QObject) -> QAccessibleInterface | None:
    return _Told(widget, kind) if kind in _ROLES and isinstance(widget, QWidget) else None


@cache
def install() -> None:
    """Teach Qt our widgets; once."""
    QAccessible.installFactory(_make)
