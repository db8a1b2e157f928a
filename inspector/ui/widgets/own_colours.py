"""Widgets with colours of their own in their palette, which follow the theme wherever they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.widgets import theme

__all__ = ["ColouredLabel", "OwnColours", "put_colours"]


_GROUPS: Final = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)
if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object  # two classes of Qt cannot be the bases of one


class OwnColours(_Widget):
    """Goes before the class of Qt among the bases; `recolour` is called when a colour may be another one.

    Under a style sheet Qt gives a widget that gets another parent the palette back that it had before
    the sheet: that of the theme before. It says so only by the change of style.
    """

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        """The colours now, by their place in the palette."""
        raise NotImplementedError

    def follow_theme(self) -> None:
        """Colour it, now and after each change; once, when `own_colours` can be asked."""
        self.recolour()
        theme.notifier().changed.connect(self.recolour)

    def recolour(self) -> None:
        """Put the colours in."""
        put_colours(self, self.own_colours())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.recolour()


def put_colours(widget: QWidget, colours: Mapping[QPalette.ColorRole, QColor]) -> None:
    """Into the widget's palette, unless they are there."""
    palette = widget.palette()
    if any(palette.color(group, role) != colour for group in _GROUPS for role, colour in colours.items()):
        for role, colour in colours.items():
            palette.setColor(role, colour)
        widget.setPalette(palette)


class ColouredLabel(OwnColours, QLabel):
    """Plain text in the colour of a role; `text` is the usual one."""

    def __init__(self, text: str = "", role: str = "text", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._role = role
        self.follow_theme()

    def set_role(self, role: str) -> None:
        """role: another one of the theme's than `text`."""
        self._role = role
        self.recolour()

    def own_colours(self) -> Mapping[QPalette.ColorRole, QColor]:
        return {QPalette.ColorRole.WindowText: theme.color(self._role)} if self._role != "text" else {}
