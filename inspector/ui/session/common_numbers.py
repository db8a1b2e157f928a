"""What two ascending lists of record numbers have in common, a step at a time: both may hold millions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

__all__ = ["after", "next_common"]


def next_common(ours: Sequence[int], theirs: Sequence[int], number: int, *, forward: bool) -> int:
    """The number after (before) this one that is in both, going round at the end; 0: there is none."""
    for start in (number, 0 if forward else max((*ours[-1:], *theirs[-1:]), default=0) + 1):
        found = after(ours, theirs, start) if forward else _before(ours, theirs, start)
        if found:
            return found
    return 0


def after(ours: Sequence[int], theirs: Sequence[int], number: int) -> int:
    """The first number after this one that is in both; 0: there is none.

    Each looks for the first that is not before the other's: what is far apart is jumped over.
    """
    wanted = number + 1
    while (place := bisect_left(ours, wanted)) < len(ours):
        at = bisect_left(theirs, ours[place])
        if at >= len(theirs):
            return 0
        if theirs[at] == ours[place]:
            return theirs[at]
        wanted = theirs[at]
    return 0


def _before(ours: Sequence[int], theirs: Sequence[int], number: int) -> int:
    wanted = number - 1
    while (place := bisect_right(ours, wanted)) > 0:
        at = bisect_right(theirs, ours[place - 1])
        if at == 0:
            return 0
        if theirs[at - 1] == ours[place - 1]:
            return theirs[at - 1]
        wanted = theirs[at - 1]
    return 0
