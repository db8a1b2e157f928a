"""The signs of marks and notes in the number's cell: a bookmark at its left edge, a corner folded over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QPainter, QPolygonF

from inspector.ui.widgets import theme

__all__ = ["paint_bookmark", "paint_corner"]

_CORNER: Final = 7  # px


def paint_bookmark(painter: QPainter, rect: QRect) -> None:
    """The row is marked. It stands left of the lines of the selected exchange."""
    x, top, bottom = rect.x() + 1, rect.y() + 4, rect.bottom() - 4
    _fill(painter, ((x, top), (x + 5, top), (x + 5, bottom), (x + 2.5, bottom - 3), (x, bottom)), "text")


def paint_corner(painter: QPainter, rect: QRect) -> None:
    """There is a note about the row."""
    right, top = rect.right() + 1, rect.y()
    _fill(painter, ((right - _CORNER, top), (right, top), (right, top + _CORNER)), "accent")


def _fill(painter: QPainter, points: Sequence[tuple[float, float]], role: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(role))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
