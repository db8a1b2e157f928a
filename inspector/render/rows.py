"""Rows of a text of any size, found through a sparse index.

A row is a line, or a part of a line that is too long to be laid out at once: the text is divided into
windows of 1 kB; a window without a line end starts a row of its own. So a row is under 2 kB, a 10 MB
string on one line is 10,000 rows, and 100 MB need 0.8 MB of index. Rows are never cut inside a character.
Counting line ends in a window runs at memory speed; the index of 50 MB takes about 30 ms in all and is
built in steps.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from typing import Final

__all__ = ["Rows"]

_WINDOW: Final = 1024  # bytes
_STEP: Final = 4 << 20  # bytes indexed in one step of about 3 ms


class Rows:
    """Row numbers (from 0) to byte offsets and back. `data` may grow at its end; call `extend` then."""

    def __init__(self, data: bytes | bytearray) -> None:
        self.data = data
        self._before = array("q", [1])  # rows that start before window i; row 0 starts at 0
        self._end = 0  # bytes in the index
        self.extend()

    @property
    def count(self) -> int:
        """Rows known so far, at least 1."""
        return self._before[-1]

    @property
    def complete(self) -> bool:
        """Whether all of data is in the index."""
        return self._end == len(self.data)

    def extend(self) -> bool:
        """Index up to 4 MB more; False when everything is known."""
        if self.complete:
            return False
        data, before = self.data, self._before
        if self._end % _WINDOW:  # the last window was not full; it is counted again
            before.pop()
            self._end -= self._end % _WINDOW
        until = min(len(data), self._end + _STEP)
        count = before[-1]
        for start in range(self._end, until, _WINDOW):
            count += data.count(b"\n", start, start + _WINDOW) or self._breaks(start)
            before.append(count)
        self._end = until
        return not self.complete

    def start(self, row: int) -> int:
        """Byte offset of the first byte of a row; the end of what is known for a row behind the last."""
        if row <= 0:
            return 0
        if row >= self.count:
            return self._end
        window = bisect_right(self._before, row) - 1
        at = window * _WINDOW
        nth = row - self._before[window]
        if not self.data.count(b"\n", at, at + _WINDOW):
            return self._whole_character(at)
        at -= 1
        for _ in range(nth + 1):
            at = self.data.find(b"\n", at + 1)
        return at + 1

    def span(self, row: int) -> tuple[int, int]:
        """Start and end of a row without its line end."""
        start, end = self.start(row), self.start(row + 1)
        if row + 1 < self.count and self.data[end - 1] == 10:
            end -= 1
        return start, end

    def continues(self, row: int) -> bool:
        """Whether a row goes on with the line of the row before."""
        start = self.start(row)
        return row > 0 and self.data[start - 1] != 10

    def row_at(self, offset: int) -> int:
        """The row that holds a byte offset."""
        offset = max(0, min(offset, self._end))
        window = min(offset // _WINDOW, len(self._before) - 1)
        at = window * _WINDOW
        row = self._before[window] - 1
        if self.data.count(b"\n", at, at + _WINDOW):
            return row + self.data.count(b"\n", at, offset)
        breaks = window < len(self._before) - 1 and self._breaks(at) and offset >= self._whole_character(at)
        return row + 1 if breaks else row

    def _breaks(self, at: int) -> int:
        """1 when a row starts at this window though it holds no line end."""
        return int(at > 0 and self.data[at - 1] != 10)

    def _whole_character(self, at: int) -> int:
        """The same place, moved behind the rest of a UTF-8 character."""
        limit = min(at + 3, len(self.data))
        while at < limit and self.data[at] & 0xC0 == 0x80:
            at += 1
        return at
