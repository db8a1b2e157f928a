"""Which colours of the theme a widget is painted in."""

from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from inspector.ui.widgets import theme

__all__ = ["tinted"]

_NEAR = 40  # of 765; the edges of letters are mixed with the ground


def tinted(widget: QWidget, role: str) -> bool:
    """Something of it has the colour of this role: error, warning, muted and so on."""
    picture, wanted = widget.grab().toImage(), theme.color(role)
    places = ((x, y) for y in range(picture.height()) for x in range(picture.width()))
    return any(_distance(picture.pixelColor(x, y), wanted) < _NEAR for x, y in places)


def _distance(one: QColor, other: QColor) -> int:
    return sum(
        abs(a - b)
        for a, b in zip(
            (one.red(), one.green(), one.blue()), (other.red(), other.green(), other.blue()), strict=True
        )
    )
