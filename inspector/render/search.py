"""Find text in bytes of any size, in steps."""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

__all__ = ["count_found", "find_steps"]

_WINDOW: Final = 2 << 20  # bytes searched in one step of about 3 ms
_COUNTED: Final = 8 << 20  # bytes; in larger texts nobody waits for the number of matches


def find_steps(
    data: bytes | bytearray, needle: bytes, start: int, forward: bool = True
) -> Generator[None, None, int]:
    """Find the next place of needle from start on, around the end of the text; -1 when there is none.

    ASCII letters match in either case unless needle has a capital. Backward finds the last place before
    start. Yields between windows of 2 MB.
    """
    if not needle:
        return -1
    fold, more = needle == needle.lower(), len(needle) - 1
    if forward:
        parts = ((start, len(data), len(data)), (0, start, len(data)))
    else:  # what lies before start may not reach beyond it; what lies across it comes last
        parts = ((0, start, start), (max(0, start - more), len(data), len(data)))
    for first, last, limit in parts:
        spans = range(first, last, _WINDOW)
        for at in spans if forward else reversed(spans):
            # A match may begin in this window and end in the next.
            window = data[at : min(at + _WINDOW + more, last + more, limit)]
            place = _find(window.lower() if fold else window, needle, forward)
            if place >= 0:
                return at + place
            yield
    return -1


def count_found(data: bytes | bytearray, needle: bytes) -> int:
    """How often needle occurs; -1 for texts of more than 8 MB."""
    if not needle or len(data) > _COUNTED:
        return -1
    return (data.lower() if needle == needle.lower() else data).count(needle)


def _find(window: bytes | bytearray, needle: bytes, forward: bool) -> int:
    return window.find(needle) if forward else window.rfind(needle)
