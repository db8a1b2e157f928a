"""Text measured in the columns of a terminal: two for wide characters, such as Korean."""

from __future__ import annotations

import unicodedata

__all__ = ["columns", "cut", "fit"]


def columns(text: str) -> int:
    """Columns that a terminal needs for text."""
    return len(text) if text.isascii() else sum(map(_column, text))


def cut(text: str, width: int = 0) -> str:
    """The beginning that fits into width columns (0: all of it), on one line.

    Characters that would move the cursor or turn the direction of writing become a dot.
    """
    if not text.isprintable():
        text = "".join(character if character.isprintable() else "·" for character in text)
    if not width or columns(text) <= width:
        return text
    used = 0
    for place, character in enumerate(text):
        used += _column(character)
        if used > width - 1:
            return text[:place] + "…"
    return text


def fit(text: str, width: int) -> str:
    """Cut or filled with spaces to exactly width columns."""
    text = cut(text, width)
    return text + " " * (width - columns(text))


def _column(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
