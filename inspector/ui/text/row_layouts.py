"""Laid-out rows of a text held as bytes: only what is visible exists.

A row becomes text that can be shown whatever its bytes are: control characters, bytes that are no UTF-8 and
characters that turn the direction of text around get a visible sign, one for one, so that every place on
the screen still belongs to a byte.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QTextLayout, QTextOption

from inspector.render.rows import Rows
from inspector.ui.locale.right_to_left import direction_of
from inspector.ui.text.highlight import Span, format_of, utf16_spans

__all__ = ["LaidRow", "RowLayouts", "SpansOf", "shown_text"]

SpansOf = Callable[[str, bool], list[Span]]
"""Text of a row and whether it continues the line before, to spans in code points."""

_KEPT: Final = 400  # rows
_AIR: Final = 1.08  # height of a line over that of the font
_HANG: Final = 2  # characters that the further lines of a wrapped row are set in
_SIGNS: Final = {
    **{code: 0x2400 + code for code in range(32) if code != 9},
    **dict.fromkeys(range(0x7F, 0xA0), 0xFFFD),
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),  # bytes that are no UTF-8, see shown_text
    **dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
    0x7F: 0x2421,
    0x2028: 0x2424,
    0x2029: 0x2424,
    0xFEFF: 0xFFFD,
}


def shown_text(data: bytes) -> str:
    """Bytes as text with exactly one character for each character or bad byte, all of them visible."""
    text = data.decode("utf-8", "surrogateescape")
    return text if text.isprintable() else text.translate(_SIGNS)


def utf16_length(text: str) -> int:
    """How many units Qt counts in a text."""
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


@dataclass(slots=True)
class LaidRow:
    """One row ready to be painted. start..end: its bytes; lines: how many lines it takes when wrapped."""

    layout: QTextLayout
    data: bytes
    start: int
    lines: int
    width: float

    def place_of(self, offset: int) -> int:
        """Byte offset (anywhere) to place in the layout, in UTF-16 units."""
        inside = max(0, min(offset - self.start, len(self.data)))
        return utf16_length(self.data[:inside].decode("utf-8", "surrogateescape"))

    def offset_of(self, place: int) -> int:
        """Place in the layout to byte offset."""
        if self.data.isascii():
            return self.start + min(place, len(self.data))
        at = bytes_seen = 0
        for char in self.data.decode("utf-8", "surrogateescape"):
            if at >= place:
                break
            at += 1 + (char > "\uffff")
            bytes_seen += 1 if "\udc80" <= char <= "\udcff" else len(char.encode("utf-8", "replace"))
        return self.start + bytes_seen


class RowLayouts:
    """Makes rows and keeps the last few hundred. Call `forget` when width, font, colours or text change."""

    def __init__(self, rows: Rows, font: QFont, spans_of: SpansOf | None) -> None:
        self._rows = rows
        self._spans_of = spans_of
        self._made: dict[int, LaidRow] = {}
        self._wrap_width = 0.0
        self._long_line = (0, 0)  # where it starts, and a place that is known to lie in it
        self.set_font(font)

    def set_font(self, font: QFont) -> None:
        """Lay out in this font from now on."""
        self._font = font
        metrics = QFontMetricsF(font)
        self._cell = metrics.horizontalAdvance("0")
        self.line_height = ceil(metrics.height() * _AIR)
        self._option = QTextOption()
        self._option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self._option.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute)
        self._option.setTabStopDistance(self._cell * 4)
        self.set_wrap_width(self._wrap_width)

    def set_wrap_width(self, width: float) -> None:
        """Break rows at this many px; 0: never."""
        self._wrap_width = width
        mode = QTextOption.WrapMode
        self._option.setWrapMode(mode.WrapAtWordBoundaryOrAnywhere if width else mode.NoWrap)
        self.forget()

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
        text = shown_text(data)
        layout = QTextLayout(text, self._font)
        layout.setTextOption(self._option)
        layout.setCacheEnabled(True)
        if self._spans_of is None:  # no code: each line is read as its words are
            layout.setTextOption(self._read(text))
        else:
            layout.setFormats(self._formats(text, self._rows.continues(number)))
        hang = self._hang(number, text) if self._wrap_width else 0.0
        layout.beginLayout()
        lines, width = 0, 0.0
        while (line := layout.createLine()).isValid():
            inset = hang if lines or self._rows.continues(number) else 0.0
            line.setLineWidth(max(self._wrap_width - inset, self._cell) if self._wrap_width else 1e7)
            line.setPosition(QPointF(inset, lines * self.line_height))
            width = max(width, line.naturalTextWidth() + inset)
            lines += 1
        layout.endLayout()
        return LaidRow(layout, data, start, max(lines, 1), width)

    def _read(self, text: str) -> QTextOption:
        option = QTextOption(self._option)
        option.setTextDirection(direction_of(text))
        return option

    def _formats(self, text: str, continues: bool) -> list[QTextLayout.FormatRange]:
        spans = self._spans_of(text, continues) if self._spans_of else []
        formats = []
        for start, length, role in utf16_spans(text, spans):
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = start, length, format_of(role)
            formats.append(part)
        return formats

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
