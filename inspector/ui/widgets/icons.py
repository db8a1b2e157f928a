"""Icons from the fonts that QtAwesome brings, painted in a colour that is asked for at each paint.

`import qtawesome` costs 0.2 s and its first icon 0.1 s more (measured: it loads eleven fonts), a third of
what the window may take to appear. So only its font files are used: the one font that is needed is loaded
at the first paint (3 ms), and an icon follows the theme by itself, because its colour is a function.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap
from shiboken6 import isValid

from inspector.ui.locale.right_to_left import mirrored

__all__ = ["Colour", "font_icon", "glyph_of", "has_icon"]

Colour = Callable[[QIcon.Mode], QColor]

_FONTS: Final = {"mdi6": "materialdesignicons6-webfont", "codicon": "codicon"}
_MIRRORED: Final = {
    f"{kind}-{one}": f"{kind}-{other}"
    for kind in ("chevron", "arrow")
    for one, other in (("left", "right"), ("right", "left"))
}
"""Where "on" is to the left, arrows that say "on" or "back" are turned."""
_MISSING: Final = "mdi6.help-circle-outline"
_NO_GLYPH: Final = "0x3f"
_ENTRY: Final = 24  # characters that a code and what stands around it take at most


def font_icon(name: str, colour: Colour) -> QIcon:
    """An icon of any size. name: `mdi6.play` or `play` (Material Design), `codicon.debug`."""
    return QIcon(_GlyphEngine(name, colour))


def has_icon(name: str) -> bool:
    """Whether a font has this name; an unknown name shows a question mark and never raises."""
    font, glyph = _split(name)
    return font in _FONTS and bool(_code(font, glyph))


@cache
def glyph_of(name: str) -> tuple[str, str]:
    """Name of an icon to (font family, character)."""
    font, glyph = _split(name if has_icon(name) else _MISSING)
    return _family(font), chr(int(_code(font, glyph) or _NO_GLYPH, 16))


def _split(name: str) -> tuple[str, str]:
    font, dot, glyph = name.partition(".")
    return (font, glyph) if dot else ("mdi6", name)


@cache
def _folder() -> Path:
    found = importlib.util.find_spec("qtawesome")  # finds it without running it
    locations = list(found.submodule_search_locations or ()) if found else []
    return Path(locations[0]) / "fonts" if locations else Path()


def _file(font: str, ending: str) -> Path:
    """The newest file of a font: its version is part of the name."""
    return max(_folder().glob(f"{_FONTS[font]}-{ending}"), default=Path())


@cache
def _code(font: str, glyph: str) -> str:
    """The place of a glyph in its font, in hexadecimal; "" for none."""
    name, charmap = f'"{glyph}"', _charmap(font)
    found = charmap.find(name)
    return charmap[found + len(name) : found + len(name) + _ENTRY].split('"')[1] if found >= 0 else ""


@cache
def _charmap(font: str) -> str:
    """JSON text of one object. Not decoded: of its 7,000 names a window needs some dozens."""
    path = _file(font, "charmap-*.json")
    return path.read_text("utf-8") if path.is_file() else ""


@cache
def _family(font: str) -> str:
    number = QFontDatabase.addApplicationFont(str(_file(font, "[0-9]*.ttf")))
    return next(iter(QFontDatabase.applicationFontFamilies(number)), "")


_copies: list[QIconEngine] = []
"""What `clone` made: PySide leaves it to Python, which would delete it while an icon paints with it."""


class _GlyphEngine(QIconEngine):
    def __init__(self, name: str, colour: Colour) -> None:
        super().__init__()
        self._name = name
        self._colour = colour

    def clone(self) -> QIconEngine:
        copy = _GlyphEngine(self._name, self._colour)
        _copies[:] = [*filter(isValid, _copies), copy]
        return copy

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        family, glyph = glyph_of(_MIRRORED.get(self._name, self._name) if mirrored() else self._name)
        font = QFont(family)
        font.setPixelSize(max(1, rect.height()))
        painter.save()
        painter.setFont(font)
        painter.setPen(self._colour(mode))
        painter.drawText(QRectF(rect), Qt.AlignmentFlag.AlignCenter, glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        if size.isEmpty():  # a button that was squeezed to nothing
            return QPixmap()
        # Measured with Qt 6.11: the size is that of a plain screen, and Qt sets the ratio of what it gets
        # back. An older one that hands over device pixels gets more than it needs, and as sharp.
        size = size * scale
        pixmap = QPixmap(size)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return pixmap
