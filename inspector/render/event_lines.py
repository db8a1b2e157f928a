"""The lines of one event of an event stream as it came: fields, comments, and where its data lies in it.

Source: WHATWG HTML, "Server-sent events": lines end with CR, LF or both; data lines are joined with LF.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final

__all__ = ["EventLine", "Framing", "event_fields", "event_lines"]

_END: Final = re.compile(rb"\r\n|\r|\n")
_BOM: Final = b"\xef\xbb\xbf"
_LONG: Final = 4096  # bytes of a field that are shown
_LINES_READ: Final = 2000  # of one event: it may have millions
_LINES_PLACED: Final = 50_000


@dataclass(frozen=True, slots=True)
class EventLine:
    """name: "data", "id", "event", "retry", another field, or "" for a comment. start..end: its value."""

    name: str
    start: int
    end: int


def event_lines(frame: bytes) -> Iterator[EventLine]:
    """Every line of an event that is not blank."""
    at = len(_BOM) if frame.startswith(_BOM) else 0
    while at < len(frame):
        match = _END.search(frame, at)
        end, after = match.span() if match else (len(frame), len(frame))
        if end > at:
            colon = frame.find(b":", at, end)
            value = end if colon < 0 else colon + 1
            value += value < end and frame[value] == 32
            name = frame[at : colon if colon >= 0 else end][:80].decode("utf-8", "replace")
            yield EventLine(name, value, end)
        at = after


def event_fields(frame: bytes) -> list[tuple[str, str]]:
    """Name and value of all lines but the data, in order; a comment has no name."""
    return [
        (line.name, frame[line.start : min(line.end, line.start + _LONG)].decode("utf-8", "replace"))
        for line in islice(event_lines(frame), _LINES_READ)
        if line.name != "data"
    ]


class Framing:
    """Where the bytes of a message lie in its event. What lies between them is framing."""

    def __init__(self, frame: bytes, raw: bytes) -> None:
        self._pieces: list[tuple[int, int, int]] = []  # start in raw, start in frame, length
        self.size = len(frame)
        place = _place_of(raw, frame)
        if place >= 0:
            self._pieces.append((0, place, len(raw)))
            return
        at = 0
        for line in islice(event_lines(frame), _LINES_PLACED):
            if line.name == "data":
                length = line.end - line.start
                self._pieces.append((at, line.start, length))
                at += length + 1  # the line end is in the message too

    def to_frame(self, offset: int) -> int:
        """Where a byte of the message lies in the event."""
        number = bisect_right(self._pieces, offset, key=_in_raw) - 1
        if number < 0:
            return min(offset, self.size)
        start, place, length = self._pieces[number]
        return place + min(offset - start, length)

    def to_raw(self, offset: int) -> int:
        """The byte of the message at a place of the event; -1 where the event has its own."""
        number = bisect_right(self._pieces, offset, key=_in_frame) - 1
        if number < 0:
            return -1
        start, place, length = self._pieces[number]
        return start + offset - place if offset < place + length else -1

    def framing(self) -> list[tuple[int, int]]:
        """What is no message: start and end of every stretch, in order."""
        edges = [0]
        for _, place, length in self._pieces:
            edges += [place, place + length]
        edges.append(self.size)
        return [(start, end) for start, end in list(pairwise(edges))[::2] if start < end]


def _place_of(raw: bytes, frame: bytes) -> int:
    """Where the message lies in one piece: on its only data line, or at the start of what is no event."""
    if not raw or frame.startswith(raw):
        return 0 if raw else -1
    at = len(_BOM) if frame.startswith(_BOM) else 0
    while at < len(frame) and not frame.startswith(b"data:", at):
        match = _END.search(frame, at)
        at = match.end() if match else len(frame)
    at += len(b"data:") + frame.startswith(b"data: ", at)
    # A message without a line end is one data line, the only one; comparing 10 MB would take a frame.
    return at if b"\n" not in raw and at + len(raw) <= len(frame) else -1


def _in_raw(piece: tuple[int, int, int]) -> int:
    return piece[0]


def _in_frame(piece: tuple[int, int, int]) -> int:
    return piece[1]
