"""Find text in bytes of any size, in steps: as it is typed, or as a regular expression."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Generator, Iterable
from heapq import merge
from typing import Final

from inspector.translation import translate

__all__ = ["Search"]

_WINDOW: Final = 1 << 20  # bytes searched in one step of about 2 ms
_PART: Final = 128 * 1024  # bytes in which all matches are wanted
_REACH: Final = 4096  # bytes that a match of an expression may go on into the next window
_MOST: Final = 1_000_000  # matches whose places are kept
_ENDLESS: Final = re.compile(r"\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)\s*[+*{]")

Found = tuple[int, int]


class Search:
    """What is looked for. Letters match in either case unless a capital is typed.

    Raises ValueError, with words for a user, for an expression that cannot be used.
    """

    def __init__(self, text: str, expression: bool = False) -> None:
        self.text, self.expression = text, expression
        fold = text == text.lower()
        if expression:
            if _ENDLESS.search(text):
                raise ValueError(translate("Render", "a repetition inside a repetition could take forever"))
            try:
                flags = re.MULTILINE | (re.IGNORECASE if fold else 0)
                self._pattern = re.compile(text.encode("utf-8", "replace"), flags)
            except (re.error, RecursionError, OverflowError) as error:
                raise ValueError(str(error)) from error
            self._needles: tuple[bytes, ...] = ()
        else:
            plain = text.encode("utf-8", "replace")
            # Many servers write everything beyond ASCII as \u escapes.
            escaped = b"" if text.isascii() else json.dumps(text)[1:-1].encode()
            self._needles = (plain, escaped) if escaped else (plain,)
        self._fold = fold

    def next_steps(
        self, data: bytes | bytearray, start: int, forward: bool = True
    ) -> Generator[None, None, Found | None]:
        """Start and end of the next match from start on, around the end of the text; None: there is none.

        Backward finds the last match that ends before start. Yields between windows.
        """
        if not self.text:
            return None
        size = len(data)
        parts = ((start, size), (0, start)) if forward else ((0, start), (0, size))
        for turn, (first, last) in enumerate(parts):
            size_of = _WINDOW if forward else _PART
            spans = range(first, last, size_of)
            for at in spans if forward else reversed(spans):
                limit = last if not forward and turn == 0 else size
                found: Found | None = None
                for one in self._in(data, at, min(at + size_of, last)):
                    if one[1] <= limit:
                        found = one
                        if forward:
                            break
                if found is not None:
                    return found
                yield
        return None

    def all_steps(self, data: bytes | bytearray, places: array[int]) -> Generator[None, None, None]:
        """Add where all matches begin, a million at most."""
        for at in range(0, len(data), _PART):
            places.extend(start for start, _end in self._in(data, at, min(at + _PART, len(data))))
            if len(places) >= _MOST:
                return
            yield

    def in_row(self, row: bytes) -> list[Found]:
        """Matches in one row that is shown."""
        return list(self._in(row, 0, len(row))) if self.text else []

    def _in(self, data: bytes | bytearray, start: int, stop: int) -> Iterable[Found]:
        """Matches that begin in start..stop. The window is copied: a text that grows must not be held."""
        if self.expression:
            before = max(0, start - 1)
            window = data[before : stop + _REACH]
            spans = (match.span() for match in self._pattern.finditer(window, start - before))
            return ((before + a, before + b) for a, b in spans if b > a and before + a < stop)
        each = [self._literal(data, start, stop, needle) for needle in self._needles]
        return each[0] if len(each) == 1 else merge(*each)

    def _literal(
        self, data: bytes | bytearray, start: int, stop: int, needle: bytes
    ) -> Generator[Found, None, None]:
        window = data[start : stop + len(needle) - 1]
        window, needle = (window.lower(), needle.lower()) if self._fold else (window, needle)
        at = window.find(needle)
        while at >= 0:
            yield start + at, start + at + len(needle)
            at = window.find(needle, at + len(needle))
