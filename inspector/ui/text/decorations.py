"""What is painted on top of a row of text: the selection, marks and found text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol

from PySide6.QtGui import QColor, QTextCharFormat, QTextLayout

from inspector.render.search import Search
from inspector.ui.widgets import theme

__all__ = ["HOVER", "VALUE", "Decorations", "TextRow", "word_at"]

VALUE: Final = ("accent", 0.18)
"""Role and strength of the ground under the chosen value, in every view of a document."""

HOVER: Final = ("warning", 0.2)
"""The same for what the mouse is over."""


class TextRow(Protocol):
    """A row of text that is laid out. data: its bytes, from the byte `start` of the whole text."""

    @property
    def data(self) -> bytes: ...
    @property
    def start(self) -> int: ...

    def place_of(self, offset: int) -> int:
        """Byte offset (anywhere) to place in the layout, in UTF-16 units."""


@dataclass(slots=True)
class Decorations:
    """Byte ranges of the whole text. search: what was found; marks: start, end, role.

    value: what is chosen in another view; hover: what the mouse is over.
    """

    anchor: int = 0
    caret: int = 0
    search: Search | None = None
    marks: list[tuple[int, int, str]] = field(default_factory=list)
    value: tuple[int, int] = (0, 0)
    hover: tuple[int, int] = (0, 0)

    def selection(self) -> tuple[int, int]:
        """Start and end of the selected bytes."""
        return min(self.anchor, self.caret), max(self.anchor, self.caret)

    def of(self, row: TextRow) -> list[QTextLayout.FormatRange]:
        """Everything that touches a row, the selection last."""
        stop = row.start + len(row.data)
        made: list[QTextLayout.FormatRange] = []
        for (start, end), (role, share) in ((self.value, VALUE), (self.hover, HOVER)):
            if start < end and start <= stop and end > row.start:
                made.append(_painted(row, start, end, under=theme.tint(role, share)))
        found = theme.tint("warning", 0.3)
        if self.search is not None:
            places = self.search.in_row(row.data)
            made += [_painted(row, row.start + a, row.start + b, under=found) for a, b in places]
        for start, end, role in self.marks:
            if start <= stop and end >= row.start:
                made.append(_painted(row, start, max(end, start + 1), line=theme.color(role)))
        start, end = self.selection()
        if start < end and start <= stop and end > row.start:
            made.append(_painted(row, start, end, under=theme.color("selection")))
        return made


def word_at(data: bytes, at: int) -> tuple[int, int]:
    """Start and end of the word at a place: letters, digits, _, - and everything beyond ASCII."""
    start = end = min(max(at, 0), len(data))
    while start > 0 and _in_word(data[start - 1]):
        start -= 1
    while end < len(data) and _in_word(data[end]):
        end += 1
    return start, end


def _in_word(byte: int) -> bool:
    return byte >= 128 or chr(byte).isalnum() or byte in b"_-"


def _painted(
    row: TextRow, start: int, end: int, under: QColor | None = None, line: QColor | None = None
) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start = row.place_of(start)
    made.length = row.place_of(end) - made.start
    how = QTextCharFormat()
    if under is not None:
        how.setBackground(under)
    if line is not None:
        how.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        how.setUnderlineColor(line)
        how.setBackground(theme.tint("error", 0.25))
    made.format = how
    return made
