"""Invisible characters: found, named, and marked where they stand in a line or an area."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from inspector.ui.widgets import theme

__all__ = ["LINE_UNHELD", "StandIns", "found_marks", "has_marks", "mark_words", "paint_mark"]

LINE_UNHELD: Final = re.compile("[\ud800-\udfff\ufeff\ufffe]")
"""What does not survive the way into a Qt string (measured): halves of surrogate pairs vanish, and what looks
like a byte order mark at the start is taken for one."""

_BLANKS: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_TURNS: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN: Final = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff"
_CONTROLS: Final = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufdd0\ufdd1\ufff9-\ufffb\ufffe\U000e0000-\U000e007f"
)
_ODD: Final = re.compile(f"[\t{_BLANKS}{_TURNS}{_HIDDEN}{_CONTROLS}\ud800-\udfff]")
_ODD_OR_BREAK: Final = re.compile(f"\n|{_ODD.pattern}")
_HARMLESS: Final = re.compile(f"[\n\t{_BLANKS}]")
_MOST_MARKS: Final = 500
_MOST_NAMED: Final = 4
_STAND_INS: Final = range(0xF0000, 0xFFFFE)
_NAMES: Final = {
    "\0": str(QT_TRANSLATE_NOOP("FormMarks", "NUL")),
    "\t": str(QT_TRANSLATE_NOOP("FormMarks", "tab")),
    "\r": str(QT_TRANSLATE_NOOP("FormMarks", "carriage return")),
    "\x1b": str(QT_TRANSLATE_NOOP("FormMarks", "escape")),
}


class StandIns:
    """Changes characters that a widget cannot hold into others and back: every text comes back exactly."""

    def __init__(self, unheld: re.Pattern[str]) -> None:
        self._unheld = unheld
        self._to: dict[int, str] = {}
        self._back: dict[int, str] = {}

    def show(self, text: str) -> str:
        """The text as a widget can hold it."""
        odd = sorted(set(self._unheld.findall(text)))
        free = (chr(number) for number in _STAND_INS if chr(number) not in text)
        self._to = {ord(real): next(free) for real in odd}
        self._back = {ord(shown): chr(real) for real, shown in self._to.items()}
        return text.translate(self._to) if odd else text

    def real(self, shown: str) -> str:
        """The text that a widget with this text stands for."""
        return shown.translate(self._back) if self._back else shown


def has_marks(text: str, *, breaks: bool = False) -> bool:
    """Whether there is a character in the text that cannot be seen."""
    return (_ODD_OR_BREAK if breaks else _ODD).search(text) is not None


def found_marks(text: str, *, breaks: bool = False) -> Iterator[tuple[int, str]]:
    """Index and role of the first characters that cannot be seen. Blanks are common, the rest is a trap.

    breaks: line breaks too.
    """
    for number, found in enumerate((_ODD_OR_BREAK if breaks else _ODD).finditer(text)):
        if number == _MOST_MARKS:
            return
        yield found.start(), "muted" if _HARMLESS.match(found[0]) else "warning"


def mark_words(text: str) -> tuple[str, str]:
    """Names of the characters that cannot be seen, and the role to say them in; empty: there are none."""
    counted = Counter(_ODD.findall(text))
    if not counted:
        return "", "muted"
    named = [_name(one) if count == 1 else f"{_name(one)} × {count}" for one, count in counted.items()]
    more = len(named) - _MOST_NAMED
    words = ", ".join(named[:_MOST_NAMED]) + (f" + {more}" if more > 0 else "")
    harmless = all(_HARMLESS.match(one) for one in counted)
    return words, "muted" if harmless else "warning"


def paint_mark(painter: QPainter, place: QRectF, role: str) -> None:
    """A blank that is no plain blank as ⎵, anything else as a bar through the line with a head."""
    ink = QColor(theme.color(role))
    if role == "muted" and place.width() > 2:
        low = place.bottom() - 2
        painter.fillRect(QRectF(place.left() + 0.5, low, place.width() - 1, 1), ink)
        for x in (place.left() + 0.5, place.right() - 1.5):
            painter.fillRect(QRectF(x, low - 3, 1, 4), ink)
        return
    if place.width() > 3:
        painter.fillRect(place, theme.tint(role, 0.35))
    painter.fillRect(QRectF(place.left() - 0.5, place.top(), 1.5, place.height()), ink)
    painter.fillRect(QRectF(place.left() - 2, place.top(), 4.5, 2.5), ink)


def _name(character: str) -> str:
    if character in _NAMES:
        return QCoreApplication.translate("FormMarks", _NAMES[character])
    code = f"U+{ord(character):04X}"
    if 0xD800 <= ord(character) < 0xE000:
        return QCoreApplication.translate("FormMarks", "{0} lone surrogate").format(code)
    return f"{code} {unicodedata.name(character, '').lower()}".strip()
