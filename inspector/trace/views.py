"""Which numbers a view shows: from the file where they are written, from the tail where they are not yet."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from inspector.trace.annotations import Annotated, Annotations
from inspector.trace.reader import Reader
from inspector.trace.scan import RowQuery, scan, select
from inspector.trace.sorting import RowOrder, RowSort, sort_rows
from inspector.trace.tail import Tail
from inspector.trace.writer import Writer

if TYPE_CHECKING:
    from inspector.trace.query.language import Compiled

__all__ = ["Views"]


class Views:
    """The views of one journal. mode: "calls" (a row is a call) or "messages"."""

    def __init__(self, reader: Reader, tail: Tail, annotations: Annotations, writer: Writer | None) -> None:
        self._reader, self._tail, self._annotations, self._writer = reader, tail, annotations, writer

    @property
    def written(self) -> int:
        """Number of the newest record that is in the file."""
        return self._tail.last if self._writer is None else self._writer.done.last

    def visible(self, mode: str, first: int, last: int, where: Compiled | None) -> array[int]:
        """Numbers from first to last that are shown.

        With a filter only records up to `written` are looked at. Without one newer records count too.
        """
        first = max(first, 1)
        if where is not None:
            return self._found(mode, where, first, min(last, self.written))
        last = min(last, self._tail.last)
        if mode != "calls":
            return array("q", range(first, last + 1))
        recent = self._tail.shown(first, last)
        if recent is not None:
            return recent
        cut = min(last, self.written)
        return self._found(mode, None, first, cut) + (self._tail.shown(cut + 1, last) or array("q"))

    def scan(
        self, mode: str, where: Compiled | None, first: int, last: int, cancelled: Callable[[], bool]
    ) -> Iterator[tuple[int, array[int]]]:
        """Like `visible`, piece by piece for a worker thread: (looked at up to here, numbers found).

        In ascending order. The first piece comes at once; it ends soon after cancelled() is true.
        """
        first, cut = max(first, 1), min(last, self.written)
        yield from scan(self._reader.lend, self._question(mode, where), first, cut, cancelled)
        if where is None and cut < last and not cancelled():
            yield last, self.visible(mode, max(first, cut + 1), last, None)

    def matching(self, mode: str, numbers: Sequence[int], where: Compiled | None) -> array[int]:
        """Those of these ascending numbers that are shown; only written records are looked at."""
        return select(self._reader.lend, self._question(mode, where), numbers)

    def sorted(
        self,
        mode: str,
        numbers: Sequence[int],
        where: Compiled | None,
        sort: RowSort,
        cancelled: Callable[[], bool],
    ) -> RowOrder | None:
        """The rows of a view in the order of a column, but for those not written yet. None: cancelled.

        numbers: all that the view shows, ascending.
        """
        numbers = numbers[: bisect_right(numbers, self.written)]
        annotated = self._annotations.annotated()
        listed = where is not None
        return sort_rows(self._reader, mode == "calls", numbers, listed, sort, annotated, cancelled)

    def _found(self, mode: str, where: Compiled | None, first: int, last: int) -> array[int]:
        found: array[int] = array("q")
        for _, numbers in scan(self._reader.lend, self._question(mode, where), first, last, _never):
            found.extend(numbers)
        return found

    def _question(self, mode: str, where: Compiled | None) -> RowQuery:
        annotated = where is not None and where.annotated
        return RowQuery(mode == "calls", where, self._annotations.annotated() if annotated else Annotated())


def _never() -> bool:
    return False
