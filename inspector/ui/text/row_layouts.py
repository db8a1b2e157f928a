"""Laid-out rows of a text held as bytes: only what is visible exists.

A row becomes text that can be shown whatever its bytes are: control characters, bytes that are no UTF-8 and
characters that turn the direction of text around get a visible sign, one for one, so that every place on
the screen still belongs to a byte. ANSI escapes in the output of a program are looks instead of signs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from inspector.render.rows import Rows
from inspector.ui.locale.right_to_left import direction_of
from inspector.ui.text.ansi import PLAIN, format_of_look, pieces
from inspector.ui.text.cell_grid import CellGrid, grid_of, spaced
from inspector.ui.text.highlight import Span, format_of, utf16_spans

__all__ = ["LaidRow", "RowLayouts", "SpansOf", "part", "shown_text", "spacings", "utf16_length", "with_signs"]

SpansOf = Callable[[str, bool], list[Span]]
"""Text of a row and whether it continues the line before, to spans in code points."""

_KEPT: Final = 400  # rows
_AIR: Final = 1.08  # height of a line of code over that of the font; boxes in a text have to meet
_LOOK_BACK: Final = 4_096  # bytes before a row that an ANSI colour may come from
_HANG: Final = 2  # characters that the further lines of a wrapped row are set in
_ESC: Final = b"\x1b"
_SIGNS: Final = {
    **{code: 0x2400 + code for code in range(32) if code != 9},
    **dict.fromkeys(range(0x7F, 0xA0), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),  # bytes that are no UTF-8, see shown_text
    **dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
    **dict.fromkeys((0x200B, *range(0x2060, 0x2065)), 0xFFFD),
    0x7F: 0x2421,
    0x2028: 0x2424,
    0x2029: 0x2424,
    0xFDD0: 0xFFFD,  # to a QTextDocument these two are the borders of a frame
    0xFDD1: 0xFFFD,
    0xFEFF: 0xFFFD,
}


def shown_text(data: bytes) -> str:
    """Bytes as text with exactly one character for each character or bad byte, all of them visible."""
    return with_signs(data.decode("utf-8", "surrogateescape"))


def with_signs(text: str) -> str:
    """Text with a sign for each character that is not to be seen."""
    return text if text.isprintable() else text.translate(_SIGNS)


def utf16_length(text: str) -> int:
    """How many units Qt counts in a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class LaidRow:
    """One row ready to be painted. lines: how many lines it takes when wrapped.

    data: its bytes, from the byte `start` of the whole text. seen: start and end of what of them is shown;
    empty: everything.
    """

    layout: QTextLayout
    data: bytes
    start: int
    lines: int
    width: float
    seen: tuple[tuple[int, int], ...] = ()

    def place_of(self, offset: int) -> int:
        """Byte offset (anywhere) to place in the layout, in UTF-16 units."""
        inside = max(0, min(offset - self.start, len(self.data)))
        before = self.data[:inside]
        if self.seen:
            before = b"".join(
                self.data[start : min(end, inside)] for start, end in self.seen if start < inside
            )
        return utf16_length(before.decode("utf-8", "surrogateescape"))

    def offset_of(self, place: int) -> int:
        """Place in the layout to byte offset."""
        for start, end in self.seen:
            part = self.data[start:end]
            units = utf16_length(part.decode("utf-8", "surrogateescape"))
            if place <= units:
                return self.start + start + _bytes_of(part, place)
            place -= units
        if self.seen:
            return self.start + len(self.data)
        return self.start + _bytes_of(self.data, place)


def _bytes_of(data: bytes, place: int) -> int:
    """How many bytes there are before a place in UTF-16 units."""
    if data.isascii():
        return min(place, len(data))
    at = bytes_seen = 0
    for char in data.decode("utf-8", "surrogateescape"):
        if at >= place:
            break
        at += 1 + (char > "\uffff")
        bytes_seen += 1 if "\udc80" <= char <= "\udcff" else len(char.encode("utf-8", "replace"))
    return bytes_seen


class RowLayouts:
    """Makes rows and keeps the last few hundred. Call `forget` when width, font, colours or text change."""

    def __init__(self, rows: Rows, font: QFont, spans_of: SpansOf | None, ansi: bool = False) -> None:
        self._rows = rows
        self._spans_of = spans_of
        self._ansi = ansi
        self._made: dict[int, LaidRow] = {}
        self._wrap_width = 0.0
        self._long_line = (0, 0)  # where it starts, and a place that is known to lie in it
        self.set_font(font)

    def set_font(self, font: QFont) -> None:
        """Lay out in this font from now on."""
        self._font = font
        self._grid = grid_of(font)
        self._cell = self._grid.cell
        height = QFontMetricsF(font).height()
        self.line_height = ceil(height * _AIR) if self._spans_of else round(height)
        self._option = QTextOption()
        self._option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self._option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        self._option.setTabStopDistance(self._cell * 4)
        self.set_wrap_width(self._wrap_width)
        self.forget()

    def set_wrap_width(self, width: float) -> None:
        """Break rows at this many px; 0: never."""
        if width != self._wrap_width:  # a view that got another height only has its rows
            self.forget()
        self._wrap_width = width
        mode = QTextOption.WrapMode
        self._option.setWrapMode(mode.WrapAtWordBoundaryOrAnywhere if width else mode.NoWrap)

    def forget(self, first: int = 0) -> None:
        """Drop the rows from first on; they are laid out again when they are painted."""
        for number in [number for number in self._made if number >= first]:
            del self._made[number]

    def row(self, number: int) -> LaidRow:
        """A row, laid out now if it has to be."""
        found = self._made.get(number)
        if found is None:
            if len(self._made) >= _KEPT:
                self._made.clear()
            found = self._made[number] = self._lay_out(number)
        return found

    def _lay_out(self, number: int) -> LaidRow:
        start, end = self._rows.span(number)
        data = bytes(self._rows.data[start:end])
        seen, looks = self._looks(start, data) if self._ansi else ((), [])
        text = shown_text(b"".join(data[first:last] for first, last in seen) if seen else data)
        layout = QTextLayout(text, self._font)
        layout.setTextOption(self._option)
        layout.setCacheEnabled(True)
        if self._spans_of is None:  # no code: each line is read as its words are
            layout.setTextOption(self._read(text))
        formats = looks + self._formats(text, self._rows.continues(number))
        if formats:
            layout.setFormats(formats)
        hang = self._hang(number, text) if self._wrap_width else 0.0
        layout.beginLayout()
        lines, width = 0, 0.0
        while (line := layout.createLine()).isValid():
            inset = hang if lines or self._rows.continues(number) else 0.0
            line.setLineWidth(max(self._wrap_width - inset, self._cell) if self._wrap_width else 1e7)
            # What another font draws may be higher; all letters of a line stand on one height.
            lower = self._grid.ascent - line.ascent()
            line.setPosition(QPointF(inset, lines * self.line_height + min(lower, 0.0)))
            width = max(width, line.naturalTextWidth() + inset)
            lines += 1
        layout.endLayout()
        return LaidRow(layout, data, start, max(lines, 1), width, seen)

    def _looks(
        self, start: int, data: bytes
    ) -> tuple[tuple[tuple[int, int], ...], list[QTextLayout.FormatRange]]:
        """Which bytes of a row are shown, and the colours and weights that its ANSI escapes ask for."""
        look = PLAIN
        before = bytes(self._rows.data[max(0, start - _LOOK_BACK) : start])
        if _ESC in before:
            *_, (_, _, look) = pieces(before.decode("latin-1"))
        if _ESC not in data and look == PLAIN:
            return (), []
        seen: list[tuple[int, int]] = []
        formats: list[QTextLayout.FormatRange] = []
        at = 0
        for first, last, one in pieces(data.decode("latin-1"), look):  # a character a byte
            length = utf16_length(data[first:last].decode("utf-8", "surrogateescape"))
            seen.append((first, last))
            if one != PLAIN and length:
                formats.append(part(at, length, format_of_look(one)))
            at += length
        return tuple(seen), formats

    def _read(self, text: str) -> QTextOption:
        option = QTextOption(self._option)
        option.setTextDirection(direction_of(text))
        return option

    def _formats(self, text: str, continues: bool) -> list[QTextLayout.FormatRange]:
        spans = self._spans_of(text, continues) if self._spans_of else []
        formats = [part(start, length, format_of(role)) for start, length, role in utf16_spans(text, spans)]
        return formats + spacings(text, self._grid)

    def _hang(self, number: int, text: str) -> float:
        """px that further lines of a row are set in: as deep as its line, and a little more."""
        if self._spans_of is None:
            return 0.0
        if self._rows.continues(number):
            line = self._line_of(self._rows.start(number))
            text = bytes(self._rows.data[line : line + 200]).decode("ascii", "replace")
        deep = len(text) - len(text.lstrip(" ")) + _HANG
        return min(deep * self._cell, self._wrap_width * 0.4)

    def _line_of(self, start: int) -> int:
        """Where the line begins that a row goes on with; rows of one page are mostly of one long line."""
        line, known = self._long_line
        if line <= start <= known:
            return line
        found = self._rows.data.rfind(b"\n", known if line <= start else 0, start)
        line = found + 1 if found >= 0 or start < line else line
        self._long_line = (line, start)
        return line


def spacings(text: str, grid: CellGrid) -> list[QTextLayout.FormatRange]:
    """The letter spacing that makes a text fit the cells."""
    found: list[QTextLayout.FormatRange] = []
    at = done = 0
    for start, end, px in grid.off_grid(text):
        at += utf16_length(text[done:start])
        length = utf16_length(text[start:end])
        found.append(part(at, length, spaced(px)))
        at, done = at + length, end
    return found


def part(start: int, length: int, how: QTextCharFormat) -> QTextLayout.FormatRange:
    """A format for a part of a layout, in UTF-16 units."""
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, how
    return made
