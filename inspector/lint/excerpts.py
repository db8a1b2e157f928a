"""A value of a server's message as a finding quotes it: on one line, cut, and never a whole object."""

from __future__ import annotations

from typing import Final

from inspector.printable import on_one_line
from inspector.translation import recorded

__all__ = ["excerpt"]

_MOST: Final = 80
_WIDEST: Final = 10**30  # of a number that is written out


def excerpt(value: object, most: int = _MOST) -> str:
    """The value in a few words; `most` characters of a string."""
    if isinstance(value, str):
        return on_one_line(value[: most + 1], most).partition("… (")[0] + ("…" if len(value) > most else "")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, int) and abs(value) > _WIDEST:
        return recorded("a number of many digits")
    return "null" if value is None else str(value)
