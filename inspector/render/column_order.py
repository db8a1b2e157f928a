"""Rows in the order of a column, in steps: a million are never sorted in one call.

Values and rows are kept apart, never as pairs: a million tuples are what Python's garbage collector looks at
one by one, which took 130 ms in the middle of sorting.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Generator, Sequence
from typing import Any, Final

__all__ = ["ColumnOrder"]

_RUN: Final = 5000  # values that are sorted in one call
_STEP: Final = 2000  # values that are put into their part in one step
_SAMPLE: Final = 8  # values looked at for each part


class ColumnOrder:
    """Takes the values of rows in the order that they came, then says in which order they belong.

    Numbers come first, then texts, true and false, the rest; rows without a value come last, up or down.
    Rows of equal values stay in the order that they came in.
    """

    def __init__(self, rows: int) -> None:
        self._seen = bytearray(rows)
        self._values: tuple[list[Any], ...] = ([], [], [], [])
        self._rows = tuple(array("q") for _ in self._values)

    def add(self, row: int, token: bytes) -> None:
        """A row has this value. token: its JSON and what follows on the line; of two the first counts."""
        if self._seen[row]:
            return
        self._seen[row] = 1
        rank, value = _ranked(token)
        self._values[rank].append(value)
        self._rows[rank].append(row)

    def steps(self, down: bool, among: bytearray | None) -> Generator[None, None, array[int]]:
        """The order. among: 1 for each row that is wanted; None: all."""
        order: array[int] = array("q")
        ranks = list(zip(self._values, self._rows, strict=True))
        for values, rows in reversed(ranks) if down else ranks:
            yield from _sort(values, rows, down, order)
        at = self._seen.find(0)
        while at >= 0:
            order.append(at)
            if len(order) % _RUN == 0:
                yield
            at = self._seen.find(0, at + 1)
        if among is None:
            return order
        wanted: array[int] = array("q")
        for first in range(0, len(order), _RUN):
            wanted.extend(row for row in order[first : first + _RUN] if among[row])
            yield
        return wanted


def _sort(values: list[Any], rows: array[int], down: bool, order: array[int]) -> Generator[None, None, None]:
    """Append rows by their values: divided into parts at some of the values, each part sorted by itself."""
    parts = len(values) // _RUN
    sample = sorted(values[:: max(1, len(values) // (_SAMPLE * parts))]) if parts else []
    yield
    pivots = sorted(set(sample[::_SAMPLE]))
    # A part for what is below each pivot, and one for what is equal to it: that one is in order.
    buckets: list[tuple[list[Any], array[int]]] = [([], array("q")) for _ in range(2 * len(pivots) + 1)]
    for first in range(0, len(values), _STEP):
        for value, row in zip(values[first : first + _STEP], rows[first : first + _STEP], strict=True):
            place = bisect_left(pivots, value)
            equal = place < len(pivots) and pivots[place] == value
            bucket, its_rows = buckets[2 * place + equal]
            bucket.append(value)
            its_rows.append(row)
        yield
    for number in reversed(range(len(buckets))) if down else range(len(buckets)):
        bucket, its_rows = buckets[number]
        places: Sequence[int] = range(len(bucket))
        if number % 2 == 0:
            places = sorted(places, key=bucket.__getitem__, reverse=down)
        for first in range(0, len(bucket), _RUN):
            order.extend(its_rows[place] for place in places[first : first + _RUN])
            yield
        buckets[number] = ([], array("q"))


def _ranked(token: bytes) -> tuple[int, Any]:
    """The rank of a type, and what its values are compared by."""
    token = token.rstrip(b", ")
    first = token[:1]
    if first == b'"':
        return 1, token[1:].rstrip(b'"').decode("utf-8", "replace").casefold()
    if first in b"tfn":
        return 2, token
    if first in b"{[":
        return 3, b""
    try:
        return 0, float(token) if b"." in token or b"e" in token or b"E" in token else int(token)
    except ValueError:
        return 3, b""
