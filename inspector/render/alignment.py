"""Which elements of two lists belong together, at a bounded cost however long they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Final

__all__ = ["aligned", "increasing"]

_CELLS: Final = 1_000_000  # of all tables together; what is over that is taken by position


def aligned(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of places that hold the same, ascending on both sides.

    Beginning and end first, then what occurs once on both sides, then a table of common subsequences in
    the gaps that are small enough.
    """
    work = _Alignment(left, right)
    work.align(0, len(left), 0, len(right))
    return sorted(work.pairs)


def increasing(numbers: Sequence[int]) -> list[int]:
    """Places of a longest run of ascending numbers."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(numbers)
    for place, number in enumerate(numbers):
        at = bisect_left(tails, number)
        before[place] = ends[at - 1] if at else -1
        tails[at : at + 1] = [number]
        ends[at : at + 1] = [place]
    run: list[int] = []
    place = ends[-1] if ends else -1
    while place >= 0:
        run.append(place)
        place = before[place]
    return run[::-1]


class _Alignment:
    def __init__(self, left: Sequence[Hashable], right: Sequence[Hashable]) -> None:
        self._left, self._right = left, right
        self._cells = _CELLS
        self.pairs: list[tuple[int, int]] = []

    def align(self, first: int, last: int, start: int, end: int) -> None:
        """Align left[first:last] with right[start:end]."""
        left, right = self._left, self._right
        while first < last and start < end and left[first] == right[start]:
            self.pairs.append((first, start))
            first, start = first + 1, start + 1
        while first < last and start < end and left[last - 1] == right[end - 1]:
            last, end = last - 1, end - 1
            self.pairs.append((last, end))
        if first == last or start == end:
            return
        anchors = self._anchors(first, last, start, end)
        if not anchors:
            self._table(first, last, start, end)
            return
        for here, there in [*anchors, (last, end)]:
            self.align(first, here, start, there)
            if here < last:
                self.pairs.append((here, there))
            first, start = here + 1, there + 1

    def _anchors(self, first: int, last: int, start: int, end: int) -> list[tuple[int, int]]:
        """What occurs once on each side, in an order that both sides have."""
        left, right = self._left, self._right
        here, there = Counter(left[first:last]), Counter(right[start:end])
        places = {right[place]: place for place in range(start, end) if there[right[place]] == 1}
        common = [
            (place, places[left[place]])
            for place in range(first, last)
            if here[left[place]] == 1 and left[place] in places
        ]
        return [common[place] for place in increasing([pair[1] for pair in common])]

    def _table(self, first: int, last: int, start: int, end: int) -> None:
        """Longest common subsequence, as long as it costs little."""
        height, width = last - first, end - start
        if height * width > self._cells:
            return
        self._cells -= height * width
        lengths = [[0] * (width + 1)]
        for row in range(height - 1, -1, -1):
            below, line, mine = lengths[-1], [0] * (width + 1), self._left[first + row]
            for column in range(width - 1, -1, -1):
                same = mine == self._right[start + column]
                line[column] = below[column + 1] + 1 if same else max(below[column], line[column + 1])
            lengths.append(line)
        row, column = 0, 0
        while row < height and column < width:
            if self._left[first + row] == self._right[start + column]:
                self.pairs.append((first + row, start + column))
                row, column = row + 1, column + 1
            elif lengths[height - row - 1][column] >= lengths[height - row][column + 1]:
                row += 1
            else:
                column += 1
