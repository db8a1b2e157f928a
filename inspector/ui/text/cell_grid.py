"""The cells of a terminal: each character takes one or two, whichever font draws it.

A monospaced font has no Hangul, Chinese or Japanese; what draws those has a width of its own, so that tables
and boxes of programs would not line up. Letter spacing makes up for the difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextLine

from inspector.ui.widgets import theme

__all__ = ["CellGrid", "end_of", "grid_of", "spaced"]

_JOINED: Final = "[\u0300-\u036f\u1160-\u11ff\u20d0-\u20ff\u3099\u309a\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
_CLUSTER: Final = re.compile(
    f"[\U0001f1e6-\U0001f1ff]{{2}}|[^\0-\u02ff]{_JOINED}*(?:\u200d[^\0-\u02ff]{_JOINED}*)*"
)
"""What is one sign on the screen: a flag, or a character with what is joined to it. ASCII is left out."""

_ONE_CELL: Final = ("Lu", "Ll", "Nd", "So", "Sm", "Sc", "Sk", "Po", "Pd", "Ps", "Pe", "Pi", "Pf", "No", "Nl")
"""Categories whose characters stand alone. Letters without case may be joined to each other when shaped."""

_SHAPED: Final = ("R", "AL", "AN")
"""Directions of the scripts that are read from the right; they keep the widths of their font."""

_KNOWN: Final = 20_000  # signs; there are 11,172 Hangul syllables
_NEAR: Final = 0.01  # px


class CellGrid:
    """Says where a text in one font needs letter spacing to fit the cells."""

    def __init__(self, font: QFont) -> None:
        self._font = font
        self._metrics = QFontMetricsF(font)
        self.cell = self._metrics.horizontalAdvance("0")
        self.ascent = self._metrics.ascent()
        self._known: dict[str, float] = {}

    def off_grid(self, text: str) -> Iterator[tuple[int, int, float]]:
        """Start, end and the px that each sign lacks. Neighbours that lack the same come as one."""
        if text.isascii():
            return
        start = end = 0
        lacking = 0.0
        for match in _CLUSTER.finditer(text):
            lacks = self._lacks(match[0])
            if match.start() != end or lacks != lacking:
                if lacking:
                    yield start, end, lacking
                start, lacking = match.start(), lacks
            end = match.end()
        if lacking:
            yield start, end, lacking

    def _lacks(self, sign: str) -> float:
        found = self._known.get(sign)
        if found is None:
            if len(self._known) > _KNOWN:
                self._known.clear()
            cells = _cells(sign)
            found = cells * self.cell - self._width(sign) if cells else 0.0
            self._known[sign] = found = 0.0 if abs(found) < _NEAR else round(found, 3)
        return found

    def _width(self, sign: str) -> float:
        layout = QTextLayout(sign, self._font)
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        return end_of(line)  # its natural width would be that of the ink


def grid_of(font: QFont) -> CellGrid:
    """The grid of a font; the same for all views."""
    key = font.key()
    if key not in _grids:
        if len(_grids) > len(theme.ZOOMS):
            _grids.clear()
        _grids[key] = CellGrid(QFont(font))
    return _grids[key]


_grids: Final[dict[str, CellGrid]] = {}


def end_of(line: QTextLine) -> float:
    """px from the left edge of a line to the end of its text."""
    found: object = line.cursorToX(line.textStart() + line.textLength())
    return float(found[0] if isinstance(found, tuple) else found) - line.x()  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def spaced(px: float) -> QTextCharFormat:
    """A format whose characters are px wider; it is shared."""
    made = QTextCharFormat()
    made.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
    made.setFontLetterSpacing(px)
    return made


def _cells(sign: str) -> int:
    """How many cells a sign takes; 0: as many as it likes."""
    first = sign[0]
    if (
        unicodedata.east_asian_width(first) in "WF"
        or "\ufe0f" in sign
        or "\U0001f1e6" <= first <= "\U0001f1ff"
    ):
        return 2
    single = unicodedata.category(first) in _ONE_CELL and unicodedata.bidirectional(first) not in _SHAPED
    return 1 if single else 0
