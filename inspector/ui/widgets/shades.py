"""Shades of a colour for charts, none of them so faint that it is not seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from inspector.ui.widgets import theme

__all__ = ["SEEN", "contrast", "fill_framed", "shade"]

SEEN: Final = 3.0
"""Contrast of what has to be seen to understand a picture (WCAG 1.4.11)."""
_STEPS: Final = 100


def contrast(one: QColor, other: QColor) -> float:
    """WCAG 2.2, "contrast ratio"."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def shade(role: str, share: float) -> QColor:
    """A role's colour on the ground of lists; share 0: as faint as can be seen, 1: the whole colour."""
    ground, tone = theme.color("base"), theme.color(role)
    least = _faintest(ground.rgb(), tone.rgb())
    return theme.mix(ground, tone, least + (1 - least) * share)


def fill_framed(painter: QPainter, bar: QRectF, tone: QColor, share: float) -> None:
    """A bar in a part of its colour, with a frame in all of it."""
    painter.fillRect(bar, tone)
    inner = bar.adjusted(1, 1, -1, -1)
    if share < 1 and inner.isValid():
        painter.fillRect(inner, theme.mix(theme.color("base"), tone, share))


@lru_cache(maxsize=64)
def _faintest(ground: int, tone: int) -> float:
    under, over = QColor(ground), QColor(tone)
    for step in range(_STEPS):
        if contrast(theme.mix(under, over, step / _STEPS), under) >= SEEN:
            return step / _STEPS
    return 1.0


def _luminance(color: QColor) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (color.redF(), color.greenF(), color.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
