"""A scroll bar that shows where in the text something was found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from inspector.ui.widgets import theme

__all__ = ["PlacesBar", "thinned"]

_MOST: Final = 2000  # marks; there are not as many pixels
_THICK: Final = 2  # px
_WIDE: Final = 4  # px, at the right: the handle stays visible


def thinned(places: Sequence[int]) -> Sequence[int]:
    """At most 2,000 of them, evenly taken."""
    return places if len(places) <= _MOST else places[:: -(-len(places) // _MOST)]


class PlacesBar(QScrollBar):
    """Marks at shares (0 to 1) of its length, over the groove and the handle."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._shares: list[float] = []

    def show_shares(self, shares: list[float]) -> None:
        """Mark these and no others."""
        self._shares = shares
        self.update()

    def shares(self) -> list[float]:
        """What is marked."""
        return self._shares

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._shares:
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ScrollBarGroove
        groove = self.style().subControlRect(QStyle.ComplexControl.CC_ScrollBar, option, part, self)
        painter = QPainter(self)
        colour = theme.color("warning")
        for y in dict.fromkeys(int(share * max(1, groove.height() - _THICK)) for share in self._shares):
            painter.fillRect(groove.right() - _WIDE, groove.top() + y, _WIDE, _THICK, colour)
        painter.end()
