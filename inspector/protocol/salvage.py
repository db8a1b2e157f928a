"""Find the JSON documents in a line that is not one: two on a line, or one after a byte order mark."""

from __future__ import annotations

import json
from typing import Final

__all__ = ["documents"]

SALVAGE_BYTES: Final = 1 << 20  # longer lines are kept as they are
MOST: Final = 1000  # documents of one line; `{}{}{}...` would be half a million records
_BOM: Final = b"\xef\xbb\xbf"


def documents(raw: bytes) -> tuple[bytes, ...]:
    """The JSON documents on a line that holds more than one, or one after a byte order mark; else none."""
    if raw.startswith(_BOM):
        return (raw.removeprefix(_BOM),)
    if len(raw) > SALVAGE_BYTES or raw.lstrip()[:1] != b"{":
        return ()
    text = raw.decode("utf-8", "surrogateescape")
    decoder = json.JSONDecoder()
    found: list[bytes] = []
    position = 0
    while position < len(text) and len(found) < MOST:
        try:
            _, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        found.append(text[position:end].encode("utf-8", "surrogateescape"))
        while end < len(text) and text[end] in " \t\r":
            end += 1
        position = end
    return tuple(found)
