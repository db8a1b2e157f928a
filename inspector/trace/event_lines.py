"""The lines of an SSE event around other data."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = ["refilled"]

_BOM: Final = b"\xef\xbb\xbf"
_DATA: Final = re.compile(rb"(data: ?)([^\r\n]*)([\r\n]*)")


def refilled(frame: bytes, before: bytes, after: bytes, others: Callable[[bytes], bytes]) -> bytes:
    """The event with data that were `before` and are now `after`.

    others: what becomes of the lines that hold no data (`id:`, comments).
    """
    return _line_by_line(frame, before, after, others) or _anew(frame, before, after, others)


def _line_by_line(frame: bytes, before: bytes, after: bytes, others: Callable[[bytes], bytes]) -> bytes:
    """Each line of data in its place; empty when the event has other ones."""
    old, new = before.split(b"\n"), after.split(b"\n")
    if len(old) != len(new):
        return b""
    parts: list[bytes] = []
    place = 0
    for line in frame.splitlines(keepends=True):
        found = _DATA.match(line)
        if found is None:
            parts.append(others(line))
        elif place < len(old) and found[2] == old[place]:
            parts.append(found[1] + new[place] + found[3])
            place += 1
        else:
            return b""
    return b"".join(parts) if place == len(old) else b""


def _anew(frame: bytes, before: bytes, after: bytes, others: Callable[[bytes], bytes]) -> bytes:
    """The data in lines of their own, where the first line of them was."""
    parts: list[bytes] = []
    is_event = is_placed = False
    for line in frame.splitlines(keepends=True):
        is_data = line.removeprefix(_BOM).partition(b":")[0].rstrip(b"\r\n") == b"data"
        is_event = is_event or is_data
        if not is_data:
            parts.append(others(line))
        elif after == before:
            parts.append(line)
        elif not is_placed:
            is_placed = True
            parts += [b"data: " + data + b"\n" for data in after.split(b"\n")]
    return b"".join(parts) if is_event or after == before else after
