"""Places of a JSON text as it came, and the same places in the text that is shown indented, both ways.

Indenting changes nothing but the white space between tokens. So the n-th byte that is no such space is the
same byte in both texts, whatever its encoding. How many of them come before an offset is noted once a
window; the rest is counted on request. A string of 10 MB costs no more than many short ones.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Generator
from itertools import accumulate
from typing import Final

__all__ = ["Places"]

_WINDOW: Final = 32 * 1024  # bytes; to look into one takes less than a millisecond
_SPACE: Final = b" \t\r\n"
_BOM: Final = b"\xef\xbb\xbf"


class Places:
    """source: a valid JSON text as it came. shown: the same indented by `pretty_steps`.

    Each method reads what it has to of both texts; run `steps` before where that may be much.
    """

    def __init__(self, source: bytes, shown: bytes | bytearray) -> None:
        self._source = _Count(source, len(_BOM) if source.startswith(_BOM) else 0)
        self._shown = _Count(shown, 0)

    def steps(self) -> Generator[None, None, None]:
        """Read all of both texts, a millisecond a step."""
        for count in (self._source, self._shown):
            while count.extend():
                yield

    def to_source(self, offset: int) -> int:
        """The byte as it came that is shown at an offset; of a space between tokens: of what follows it."""
        return self._source.offset_of(self._shown.before(offset))

    def to_shown(self, offset: int) -> int:
        """Where a byte as it came is shown; of a space between tokens: what follows it."""
        return self._shown.offset_of(self._source.before(offset))

    def source_range(self, start: int, end: int) -> tuple[int, int]:
        """Bytes as they came of a token, or of several, that is shown at start..end."""
        if end <= start:
            at = self.to_source(start)
            return at, at
        return self.to_source(start), self.to_source(end - 1) + 1


class _Count:
    """Counts the bytes of a text that are no space between tokens."""

    def __init__(self, data: bytes | bytearray, start: int) -> None:
        self._data = data
        self._starts = array("q", [start])  # of windows; the last is where reading goes on
        self._before = array("q", [0])  # bytes that count before each window
        self._inside = bytearray([0])  # whether a window starts inside a string

    def extend(self) -> bool:
        """Read one window more; False when all is read."""
        start, inside = self._starts[-1], self._inside[-1]
        if start >= len(self._data):
            return False
        window = bytes(self._data[start : start + _WINDOW])
        slashes = len(window) - len(window.rstrip(b"\\"))
        if slashes % 2:  # an escape is never cut
            window += self._data[start + len(window) : start + len(window) + 1]
        parts = _parts(window)
        spaces = _spaces(b"".join(parts[inside::2]))
        self._starts.append(start + len(window))
        self._before.append(self._before[-1] + len(window) - spaces)
        self._inside.append((inside + len(parts) - 1) % 2)
        return True

    def before(self, offset: int) -> int:
        """How many bytes count before an offset."""
        while self._starts[-1] < offset and self.extend():
            pass
        window = max(0, bisect_right(self._starts, offset) - 1)
        start = self._starts[window]
        text = bytes(self._data[start : max(start, offset)])
        parts = _parts(text)
        return self._before[window] + len(text) - _spaces(b"".join(parts[self._inside[window] :: 2]))

    def offset_of(self, count: int) -> int:
        """Offset of the byte before which so many count; the end of the text when there are not as many."""
        while self._before[-1] <= count and self.extend():
            pass
        if self._before[-1] <= count:
            return len(self._data)
        number = bisect_right(self._before, count) - 1
        start, inside = self._starts[number], self._inside[number]
        parts = _parts(bytes(self._data[start : self._starts[number + 1]]))
        left = count - self._before[number]
        # The quote between two parts belongs to the first of them.
        lengths = [len(part) + 1 for part in parts]
        counted = lengths.copy()
        counted[inside::2] = [len(part.translate(None, _SPACE)) + 1 for part in parts[inside::2]]
        ends = list(accumulate(counted))
        part = bisect_right(ends, left)
        left -= ends[part] - counted[part]
        at = start + sum(lengths[:part])
        outside = part % 2 == inside
        return at + (_nth(parts[part], left) if outside else left)


def _parts(text: bytes) -> list[bytes]:
    """Text between quotes; one part is outside of strings, the next inside."""
    return text.replace(b"\\\\", b"__").replace(b'\\"', b"__").split(b'"')


def _spaces(text: bytes) -> int:
    return len(text) - len(text.translate(None, _SPACE))


def _nth(text: bytes, count: int) -> int:
    """Offset of the byte before which `count` bytes are no space."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high) // 2
        if middle + 1 - _spaces(text[: middle + 1]) > count:
            high = middle
        else:
            low = middle + 1
    return low
