"""The letters of the program: the desktop's own, and where it has none better ones than its last resort."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

from inspector.resources import resource

__all__ = ["code_font", "text_font"]

_GENERIC: Final = ("Sans", "Sans Serif", "sans-serif", "monospace", "Monospace")
_LAST_RESORT: Final = "DejaVu Sans"
_POINTS: Final = 9.75  # 13 px; Qt takes 9 points where no desktop says anything


def text_font(font: QFont) -> QFont:
    """The font of all texts. font: the one that the desktop gives."""
    if _is_last_resort(font) and _loaded("Inter-Regular.otf", "Inter-Bold.otf"):
        font = QFont(font)
        font.setFamilies(["Inter", font.family()])
        font.setPointSizeF(max(_POINTS, font.pointSizeF()))
    return font


def code_font(points: float) -> QFont:
    """The font of code and payloads."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    if _is_last_resort(font) and _loaded("JetBrainsMono-Regular.ttf", "JetBrainsMono-Bold.ttf"):
        font.setFamilies(["JetBrains Mono", font.family()])
    font.setPointSizeF(points)
    return font


def _is_last_resort(font: QFont) -> bool:
    """The user chose none: it is what fontconfig has when it is asked for any font at all."""
    return font.family() in _GENERIC and QFontInfo(font).family().startswith(_LAST_RESORT)


@cache
def _loaded(*names: str) -> bool:
    return all(QFontDatabase.addApplicationFont(str(resource(f"fonts/{name}"))) >= 0 for name in names)
