"""What a session's calls took, per server, method and target, and its messages by kind.

The figures are exact: every duration is kept, eight bytes each, and sorted when asked for. SQLite groups a
stride of exchanges at a time without the GIL; between two strides a worker is asked whether it goes on. What
is still open is counted anew at the next turn, so a growing session costs only what is new.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

import msgspec

from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled

__all__ = ["MOST_TARGETS", "Group", "Key", "Messages", "Sort", "Statistics", "Summary", "summarise"]

STRIDE: Final = 65_536  # records looked at in one statement
_SORTED: Final = 16_384  # values sorted at once: 2 ms
MOST_TARGETS: Final = 2000  # of one method that are told apart; the rest is one group
_OPEN: Final = ("pending", "input_required")
_decode: Final = msgspec.json.Decoder(list[int])


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a group of calls has in common. direction: "out" we asked, "in" the server asked.

    others: stands for the targets over MOST_TARGETS.
    """

    server: str
    direction: str
    method: str
    target: str
    others: bool = False


@dataclass(slots=True)
class Group:
    """Sums of the calls of one key. durations, started, numbers: of answered calls, in the same order."""

    count: int = 0
    errors: int = 0
    cancelled: int = 0
    lost: int = 0
    pending: int = 0
    bytes_out: int = 0
    bytes_in: int = 0
    durations: array[int] = field(default_factory=lambda: array("q"))
    started: array[int] = field(default_factory=lambda: array("q"))
    numbers: array[int] = field(default_factory=lambda: array("q"))

    def add(self, other: Group) -> None:
        """Take the calls of another group in."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.durations.extend(other.durations)
        self.started.extend(other.started)
        self.numbers.extend(other.numbers)


_SUMS: Final = ("count", "errors", "cancelled", "lost", "pending", "bytes_out", "bytes_in")


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of one line of the table. Times in ns, -1: no call was answered."""

    count: int
    errors: int
    cancelled: int
    lost: int
    pending: int
    bytes_out: int
    bytes_in: int
    least: int
    p50: int
    p95: int
    p99: int
    most: int


def summarise(groups: Sequence[Group]) -> Summary:
    """Exact figures of all calls of the groups; percentiles by the nearest rank, so each is a value seen."""
    every: array[int] = array("q")
    for group in groups:
        every.extend(group.durations)
    # A sort keeps the GIL until it is done, and a long one would hold up the window.
    parts = [sorted(every[start : start + _SORTED]) for start in range(0, len(every), _SORTED)]
    sums = (sum(getattr(group, name) for group in groups) for name in _SUMS)
    return Summary(*sums, *(_ranked(parts, len(every), percent) for percent in (0, 50, 95, 99, 100)))


def _ranked(parts: Sequence[Sequence[int]], count: int, percent: int) -> int:
    """Of 100 values p95 is the 95th. parts: the values, each part in order."""
    if not count:
        return -1
    rank = max(1, -(-count * percent // 100))
    if len(parts) == 1:
        return parts[0][rank - 1]
    low, high = min(part[0] for part in parts), max(part[-1] for part in parts)
    while low < high:  # the least value that so many do not exceed
        middle = (low + high) // 2
        if sum(bisect_right(part, middle) for part in parts) >= rank:
            high = middle
        else:
            low = middle + 1
    return low


class Statistics:
    """The figures of a journal, grown by `update`. Used by one worker thread at a time.

    where: count only calls that pass; None: all.
    """

    def __init__(self, where: Compiled | None = None) -> None:
        self.where = where
        self.checked = 0  # exchanges up to this record are counted
        self.settled: dict[Key, Group] = {}
        self._open: dict[int, tuple[Key, Group]] = {}
        self._waiting: set[int] = set()  # calls to look at again, though they are not counted
        self._targets: dict[tuple[str, str, str], set[str]] = {}

    def update(self, journal: Journal, last: int, wanted: Callable[[], bool]) -> Iterator[float]:
        """Count what is new up to record last and what was open; yields the share done after every stride.

        Stops early when it is not wanted any more. Blocks: for a worker thread.
        """
        with closing(journal.reader()) as connection:
            again = sorted(self._waiting.union(self._open))
            self._open, self._waiting = {}, set()
            for start in range(0, len(again), STRIDE):
                self._count(connection, journal, again[start : start + STRIDE])
            first = self.checked + 1
            for start in range(first, last + 1, STRIDE):
                end = min(last, start + STRIDE - 1)
                self._count(connection, journal, range(start, end + 1))
                self.checked = end
                yield (end - first + 1) / max(1, last - first + 1)
                if not wanted():
                    return

    def groups(self) -> dict[Key, Group]:
        """Key → its calls so far, with those that are open."""
        found = dict(self.settled)
        for key, group in self._open.values():
            together = Group()
            if key in found:
                together.add(found[key])
            together.add(group)
            found[key] = together
        return found

    def _count(self, connection: sqlite3.Connection, journal: Journal, numbers: Sequence[int]) -> None:
        """Count the exchanges among these record numbers."""
        if not numbers:
            return
        connection.execute("BEGIN")  # what is not counted and what is counted are told of the same moment
        try:
            self._count_in(connection, journal, numbers)
        finally:
            connection.execute("COMMIT")

    def _count_in(self, connection: sqlite3.Connection, journal: Journal, numbers: Sequence[int]) -> None:
        listed = None if isinstance(numbers, range) else numbers
        if not journal.read_only:
            scope, params = _scope("r", numbers, listed)
            rows = connection.execute(_NOT_YET.format(scope=scope), params)
            self._waiting.update(row[0] for row in rows)
        if self.where is not None:
            if listed is None:
                listed = journal.visible("calls", numbers[0], numbers[-1], self.where)
            else:
                listed = journal.matching("calls", listed, self.where)
        scope, params = _scope("x", numbers, listed)
        for row in connection.execute(_GROUPED.format(scope=scope, state=_SETTLED), params):
            key = self._key(row)
            self.settled.setdefault(key, Group()).add(_group(row))
        for row in connection.execute(_EACH.format(scope=scope, state=_UNSETTLED), params):
            self._open[row[-1]] = self._key(row), _group(row[:-1])

    def _key(self, row: Sequence[str]) -> Key:
        server, direction, method, target = row[:4]
        seen = self._targets.setdefault((server, direction, method), set())
        if target not in seen:
            if len(seen) >= MOST_TARGETS:
                return Key(server, direction, method, "", others=True)
            seen.add(target)
        return Key(server, direction, method, target)


@dataclass(frozen=True, slots=True, order=True)
class Sort:
    """What a group of messages has in common."""

    server: str
    direction: str
    kind: str
    method: str


class Messages:
    """How many messages of which sort came, and how many bytes; grown by `update` like `Statistics`."""

    def __init__(self, where: Compiled | None = None) -> None:
        self.where = where
        self.checked = 0
        self.counts: dict[Sort, tuple[int, int]] = {}

    def update(self, journal: Journal, last: int, wanted: Callable[[], bool]) -> Iterator[float]:
        """Count what is new up to record last; yields the share done after every stride."""
        with closing(journal.reader()) as connection:
            first = self.checked + 1
            for start in range(first, last + 1, STRIDE):
                end = min(last, start + STRIDE - 1)
                params: tuple[int | str, ...]
                scope, params = "BETWEEN ? AND ?", (start, end)
                if self.where is not None:
                    listed = journal.visible("messages", start, end, self.where)
                    scope, params = "IN (SELECT value FROM json_each(?))", (json.dumps(list(listed)),)
                for *names, count, size in connection.execute(_SORTS.format(scope), params):
                    sort = Sort(*names)
                    before = self.counts.get(sort, (0, 0))
                    self.counts[sort] = (before[0] + count, before[1] + int(size))
                self.checked = end
                yield (end - first + 1) / (last - first + 1)
                if not wanted():
                    return


_SORTS: Final = (
    "SELECT coalesce(s.name, ''), r.direction, r.kind, r.method, count(*), total(r.size)"
    " FROM record r LEFT JOIN session s ON s.number = r.session WHERE r.number {} GROUP BY 1, 2, 3, 4"
)
_SETTLED: Final = f"x.status NOT IN {_OPEN!r}"
_UNSETTLED: Final = f"x.status IN {_OPEN!r}"
_TOTAL: Final = "total"  # a real, exact up to 9,000 TB: sums of what a file claims may be no whole number
_SELECT: Final = (
    "coalesce(s.name, ''), x.direction, x.method, x.target, {count},"
    " {sum}(x.status = 'failed' OR x.detail LIKE 'isError%'), {sum}(x.status = 'cancelled'),"
    " {sum}(x.status = 'lost'), {sum}(x.status IN ('pending', 'input_required')),"
    " {total}(CASE x.direction WHEN 'out' THEN x.request_size ELSE x.answer_size END),"
    " {total}(CASE x.direction WHEN 'out' THEN x.answer_size ELSE x.request_size END)"
)
_FROM: Final = " FROM exchange x LEFT JOIN session s ON s.number = x.session WHERE {{scope}} AND {{state}}"
_ENDED: Final = "x.ended_ns > 0 AND x.answer > 0"
_TOOK: Final = "max(0, x.ended_ns - coalesce(nullif(x.sent_ns, 0), x.started_ns))"
_GROUPED: Final = (
    "SELECT " + _SELECT.format(count="count(*)", sum="sum", total=_TOTAL) + ","
    f" json_group_array({_TOOK}) FILTER (WHERE {_ENDED}),"
    f" json_group_array(x.started_ns) FILTER (WHERE {_ENDED}),"
    f" json_group_array(x.number) FILTER (WHERE {_ENDED})" + _FROM.format() + " GROUP BY 1, 2, 3, 4"
)
_EACH: Final = (
    "SELECT " + _SELECT.format(count="1", sum="", total="") + ", '[]', '[]', '[]', x.number" + _FROM.format()
)


_NOT_YET: Final = (
    "SELECT r.number FROM record r LEFT JOIN exchange x ON x.number = r.number"
    f" WHERE {{scope}} AND r.exchange = r.number AND (x.number IS NULL OR {_UNSETTLED})"
)
"""Requests whose exchange is not written yet (it may come a batch later), or is open still."""


def _scope(
    alias: str, numbers: Sequence[int], listed: Sequence[int] | None
) -> tuple[str, tuple[int | str, ...]]:
    between = f"{alias}.number BETWEEN ? AND ?"
    if listed is None:
        return between, (numbers[0], numbers[-1])
    inside = f"{between} AND {alias}.number IN (SELECT value FROM json_each(?))"
    return inside, (numbers[0], numbers[-1], json.dumps(list(listed)))


def _group(row: Sequence[str | int]) -> Group:
    durations, started, numbers = (array("q", _decode.decode(str(text))) for text in row[11:14])
    group = Group(durations=durations, started=started, numbers=numbers)
    for name, value in zip(_SUMS, row[4:11], strict=True):
        setattr(group, name, int(value))
    return group
