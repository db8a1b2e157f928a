"""Marks in a text box: squiggles under errors, dots under what is odd, matches of a search.

Marks move with the text while it is edited, until they are found anew. Only those on the screen are handed to
Qt, which looks at each of them for each line it paints.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from inspector.ui.widgets import theme

__all__ = ["Mark", "Marks", "selection"]

_SHOWN: Final = 200  # marks on the screen at once
_LINES: Final = {
    "error": QTextCharFormat.UnderlineStyle.WaveUnderline,
    "warning": QTextCharFormat.UnderlineStyle.WaveUnderline,
    "muted": QTextCharFormat.UnderlineStyle.DotLine,
}
_WEIGHT: Final = {"error": 0, "warning": 1, "muted": 2}


@dataclass(frozen=True, slots=True)
class Mark:
    """start..end in UTF-16 units. role: error, warning, muted; or accent for a match of a search."""

    start: int
    end: int
    role: str
    text: str = ""


class Marks:
    """Marks of one document, in order of their places."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self._matches: list[Mark] = []

    def set_marks(self, marks: Iterable[Mark]) -> None:
        """Mistakes and odd things, instead of those before."""
        self._marks = sorted(marks, key=_start)

    def set_matches(self, places: Iterable[tuple[int, int]]) -> None:
        """What a search found."""
        self._matches = [Mark(start, end, "accent") for start, end in places]

    def all(self) -> list[Mark]:
        """Mistakes and odd things, by place."""
        return self._marks

    def shift(self, position: int, removed: int, added: int) -> None:
        """The text changed: what stands behind moves along, what was in it goes."""
        self._marks = _shifted(self._marks, position, removed, added)
        self._matches = _shifted(self._matches, position, removed, added)

    def at(self, position: int) -> list[Mark]:
        """Marks over a place, the gravest first."""
        found = [mark for mark in self._marks if mark.start <= position < max(mark.end, mark.start + 1)]
        return sorted(found, key=_weight)

    def within(self, start: int, end: int) -> list[Mark]:
        """Marks that begin in a range."""
        first = bisect_left(self._marks, start, key=_start)
        return self._marks[first : bisect_left(self._marks, end, lo=first, key=_start)]

    def next(self, position: int, forward: bool) -> Mark | None:
        """The next mark behind or before a place, around the end; notes only where there is nothing worse."""
        marks = [mark for mark in self._marks if mark.role != "muted"] or self._marks
        if not marks:
            return None
        after = [mark for mark in marks if mark.start > position]
        before = [mark for mark in marks if mark.start < position]
        return (after or marks)[0] if forward else (before or marks)[-1]

    def selections(self, document: QTextDocument, start: int, end: int) -> list[QTextEdit.ExtraSelection]:
        """What Qt is to paint for a range of the document."""
        made = []
        for marks in (self._matches, self._marks):
            first = max(0, bisect_left(marks, start, key=_start) - 1)
            shown = marks[first : bisect_left(marks, end, lo=first, key=_start)][:_SHOWN]
            made += [_painted(document, mark) for mark in shown]
        return made


def selection(cursor: QTextCursor, how: QTextCharFormat) -> QTextEdit.ExtraSelection:
    """A stretch of text and how it is painted."""
    made = QTextEdit.ExtraSelection()
    made.cursor, made.format = cursor, how
    return made


def _painted(document: QTextDocument, mark: Mark) -> QTextEdit.ExtraSelection:
    how = QTextCharFormat()
    if mark.role in _LINES:
        how.setUnderlineStyle(_LINES[mark.role])
        how.setUnderlineColor(theme.color(mark.role))
    if mark.role != "muted":
        how.setBackground(theme.tint(mark.role, 0.25 if mark.role == "accent" else 0.18))
    return selection(_over(document, mark.start, mark.end), how)


def _over(document: QTextDocument, start: int, end: int) -> QTextCursor:
    """A cursor over a range; over one character at least, the last one before the end of a line."""
    cursor = QTextCursor(document)
    last = document.characterCount() - 1
    cursor.setPosition(min(start, last))
    if end <= start + 1 and cursor.atBlockEnd() and not cursor.atBlockStart():
        cursor.movePosition(cursor.MoveOperation.Left)
        end = cursor.position()
    cursor.setPosition(min(max(end, cursor.position() + 1), last), cursor.MoveMode.KeepAnchor)
    return cursor


def _shifted(marks: list[Mark], position: int, removed: int, added: int) -> list[Mark]:
    by, gone = added - removed, position + removed
    return [
        mark
        if mark.end <= position
        else Mark(mark.start + by if mark.start >= gone else mark.start, mark.end + by, mark.role, mark.text)
        for mark in marks
        if mark.end <= position or mark.start >= gone or (mark.start < position and mark.end >= gone)
    ]


def _start(mark: Mark) -> int:
    return mark.start


def _weight(mark: Mark) -> int:
    return _WEIGHT.get(mark.role, 3)
