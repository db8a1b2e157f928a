"""Text on its way into a text box and out of it: what it can keep, what it can bear, what may be sent."""

from __future__ import annotations

from typing import Final

from inspector.render.blobs import without_blobs

__all__ = ["LIMIT", "LINE_LIMIT", "common", "ends_in_crlf", "sendable", "storable", "too_large"]

LIMIT: Final = 2 << 20  # characters that a text box takes without a question
LINE_LIMIT: Final = 10_000  # characters of one line; a text box lays out a whole line at each key
_BLOBS: Final = 32 << 20  # characters of long base64, each shown as a chip
_BLOCK_END: Final = "\u2029"  # what Qt puts between blocks


def too_large(text: str) -> bool:
    """For a text box; long base64 is a chip there."""
    if len(text) <= LINE_LIMIT:
        return False
    shown, blobs = without_blobs(text)
    if len(shown) > LIMIT or sum(map(len, blobs.values())) > _BLOBS:
        return True
    return max(map(len, shown.split("\n"))) > LINE_LIMIT


def ends_in_crlf(text: str) -> bool:
    """Whether every line ends so; mixed ends become \\n."""
    ends = text.count("\r\n")
    return ends > 0 and ends == text.count("\n") == text.count("\r")


def sendable(text: str) -> str:
    """The same with an escape for half a surrogate pair, which cannot be sent as UTF-8."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def storable(text: str) -> str:
    """Text as a text box keeps it: what it would turn into a line break or drop becomes its escape."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace(_BLOCK_END, "\\u2029").replace("\ufeff", "\\ufeff")


def common(old: str, new: str) -> tuple[int, int]:
    """Lengths of what two texts have in common at their beginning and at their end."""
    most = min(len(old), len(new))
    start = _same(old, new, most)
    tail = _same(old[::-1], new[::-1], most - start)
    return start, tail


def _same(left: str, right: str, most: int) -> int:
    """How many characters are equal from the start, by halving."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
