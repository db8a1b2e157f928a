"""How many examples a long property test tries: all of them with `dev.py test --all`, else every fourth.

Only those that take half a minute; the others are quick, and with fewer examples they would reach less.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

__all__ = ["ALL", "examples", "part"]

T = TypeVar("T")

ALL: Final = bool(os.environ.get("MCPDI_ALL_EXAMPLES"))
_PART: Final = 4


def examples(count: int) -> int:
    """What to try of so many."""
    return count if ALL else -(-count // _PART)


def part(cases: Sequence[T]) -> Sequence[T]:
    """What to try of these cases: the first and every fourth after it."""
    return cases if ALL else cases[::_PART]
