"""What can be said about a picture of the screen without reading it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from PySide6.QtGui import QColor, QImage

Place = tuple[int, int, int, int]
_FAR: Final = 40
"""Colours nearer than this (sum of the three differences) count as one."""


def pixels(image: QImage, place: Place | None = None) -> list[int]:
    """The colours of a part of the picture, row by row, as 0xRRGGBB."""
    left, top, width, height = place or (0, 0, image.width(), image.height())
    return [image.pixel(x, y) & 0xFFFFFF for y in range(top, top + height) for x in range(left, left + width)]


def background(image: QImage, place: Place | None = None) -> QColor:
    """The most frequent colour."""
    return QColor(Counter(pixels(image, place)).most_common(1)[0][0])


def ink(image: QImage, place: Place) -> int:
    """How many pixels there are not of the background: what is written or drawn."""
    ground = background(image, place).rgb() & 0xFFFFFF
    return sum(_distance(colour, ground) > _FAR for colour in pixels(image, place))


def inked_width(image: QImage, place: Place) -> int:
    """From the first to the last column with something written in it."""
    left, top, width, height = place
    ground = background(image, place).rgb() & 0xFFFFFF
    columns = [
        x
        for x in range(left, left + width)
        if any(_distance(image.pixel(x, y) & 0xFFFFFF, ground) > _FAR for y in range(top, top + height))
    ]
    return columns[-1] - columns[0] + 1 if columns else 0


def changed(before: QImage, after: QImage, place: Place) -> int:
    """How many pixels of the part are of another colour now."""
    return sum(
        _distance(one, other) > _FAR
        for one, other in zip(pixels(before, place), pixels(after, place), strict=True)
    )


def _distance(one: int, other: int) -> int:
    return sum(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (0, 8, 16))
