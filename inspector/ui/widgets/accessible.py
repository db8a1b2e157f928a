"""What a screen reader is told where Qt does not know it: roles and contents of our own widgets.

Qt asks a factory once for every widget that a screen reader reads; without one it is never called.
"""

from __future__ import annotations

from functools import cache
from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

__all__ = ["Readable", "install"]

_LONGEST: Final = 2000  # bytes of a text that are told at once
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


@runtime_checkable
class Readable(Protocol):
    """A widget that shows a text of its own."""

    def text_on_screen(self, most_bytes: int) -> str:
        """The text from the first line on the screen."""


class _Told(QAccessibleWidget):
    """A widget with the role of its class; its description is what it shows."""

    def __init__(self, widget: QWidget, kind: str) -> None:
        super().__init__(widget, _ROLES[kind])

    def text(self, what: QAccessible.Text) -> str:
        said = super().text(what)
        widget = self.object()
        if said or what != QAccessible.Text.Description or not isinstance(widget, Readable):
            return said
        return widget.text_on_screen(_LONGEST)


def _make(kind: str, widget: QObject) -> QAccessibleInterface | None:
    return _Told(widget, kind) if kind in _ROLES and isinstance(widget, QWidget) else None


@cache
def install() -> None:
    """Teach Qt our widgets; once."""
    QAccessible.installFactory(_make)
