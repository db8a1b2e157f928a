"""What about a token of JSON other programs read differently, or a user cannot see."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Final

__all__ = ["LOOKED", "oddities"]

LOOKED: Final = 16 * 1024  # bytes of a token that are looked at
_SAFE: Final = 2**53  # JavaScript, and all that read numbers as doubles, round integers beyond
_DIGITS: Final = 400  # of a number that is worked out exactly
_ESCAPES: Final = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_CODES: Final = frozenset(
    (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)  # characters that turn the direction of text around


def oddities(kind: str, token: bytes) -> tuple[str, ...]:
    """Codes of what is odd about a value or a key, mostly none. token: JSON, its first 16 kB are enough.

    big-integer, inexact, out-of-range; not-utf8, half-pair, direction.
    """
    if kind == "number":
        return _of_number(token)
    return _of_string(token) if kind == "string" else ()


def _of_number(token: bytes) -> tuple[str, ...]:
    if len(token) < 16:  # as many digits as a double always keeps
        return ("out-of-range",) if b"e" in token.lower() and abs(float(token)) == float("inf") else ()
    if len(token) > _DIGITS:
        return ("big-integer",)
    try:
        exact = Decimal(token.decode("ascii"))
        near = float(token)
    except (InvalidOperation, ValueError, UnicodeDecodeError):
        return ()
    if token.lstrip(b"-").isdigit():
        return ("big-integer",) if abs(exact) > _SAFE else ()
    if near in (float("inf"), float("-inf")):
        return ("out-of-range",)
    return () if Decimal(repr(near)) == exact else ("inexact",)


def _of_string(token: bytes) -> tuple[str, ...]:
    found: list[str] = []
    try:
        text = token.decode("utf-8")
    except UnicodeDecodeError as error:
        text = token.decode("utf-8", "replace")
        if error.start < len(token) - 4 or len(token) < LOOKED:  # a character may be cut where we stop
            found.append("not-utf8")
    half = turned = False
    if b"\\u" in token:
        high = False
        end = 0
        for match in _ESCAPES.finditer(token):
            code = int(match[1], 16) if match[1] else 0
            low = 0xDC00 <= code < 0xE000
            half = half or (high and not (low and match.start() == end)) or (low and not high)
            high, end = 0xD800 <= code < 0xDC00, match.end()
            turned = turned or code in _CODES
        half = half or (high and len(token) < LOOKED)
    if half:
        found.append("half-pair")
    if turned or (not text.isascii() and any(ord(char) in _CODES for char in text)):
        found.append("direction")
    return tuple(found)
