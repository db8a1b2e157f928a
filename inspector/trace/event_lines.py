"""The lines of an SSE event around other data."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

__all__ = ["refilled"]

_DATA: Final = re.compile(rb"(data: ?)([^\r\n]*)([\r\n]*)")


def refilled(frame: bytes, before: bytes, after: bytes, others: Callable[[bytes], bytes]) -> bytes:
    """The event with data that were `before` and are now `after`; empty when its data are other ones.

    others: what becomes of the lines that hold no data (`id:`, comments).
    """
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
