"""All records of a session at a glance: one byte each, and how many of which class came when.

What overview and minimap are painted from. A million records cost a megabyte here and a third of a second
once; after that only what is new is read.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

__all__ = ["CLASSES", "FINDING", "WARNED", "Histogram", "SessionOverview"]

CLASSES: Final = (
    "other",  # stderr, heads, lifecycle, batches
    "answer",
    "notification",
    "server",  # a request of the server
    "call",  # a request of ours
    "pending",  # either, not answered yet
    "odd",  # an answer that is late, a second one, or to nothing
    "error",  # a request that failed
    "refusal",  # the answer that says so
    "malformed",
)
"""What a byte of `SessionOverview.codes` says in its low bits; rows that share a pixel show the highest."""

WARNED: Final = 0x10  # a bit of a code: there is a finding of severity warning
FINDING: Final = 0x20  # one of severity error

_OTHER, _ANSWER, _NOTIFICATION, _SERVER, _CALL, _PENDING, _ODD, _ERROR, _REFUSAL, _MALFORMED = range(10)
_CLASS: Final = 0x0F
_BINS: Final = 2048  # beyond, two bins become one
_STRIDE: Final = 16_384  # records a statement; more would keep the interpreter from other threads too long
_ENDS: Final = {"failed": _ERROR, "lost": _ERROR, "pending": _PENDING}

_CODE: Final = f"""CASE WHEN r.role IN ('late', 'duplicate', 'unknown', 'mistyped') THEN {_ODD} ELSE
 CASE r.kind WHEN 'request' THEN CASE r.direction WHEN 'out' THEN {_CALL} ELSE {_SERVER} END
 WHEN 'notification' THEN {_NOTIFICATION} WHEN 'response' THEN {_ANSWER} WHEN 'error' THEN {_REFUSAL}
 WHEN 'malformed' THEN {_MALFORMED} ELSE {_OTHER} END END"""
_RECORDS: Final = (
    f"SELECT json_group_array((max(r.at_ns, :origin) - :origin) / :width * 16 + {_CODE})"
    " FROM record r WHERE r.number BETWEEN :first AND :last"
)
_EXCHANGES: Final = (
    "SELECT x.number, x.status, r.at_ns, r.direction FROM exchange x JOIN record r ON r.number = x.number"
)
_decode: Final = msgspec.json.Decoder(list[int])


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many records of each class came in each stretch of time. counts: class → a number for each bin."""

    origin_ns: int
    width_ns: int  # of a bin
    end_ns: int  # time of the newest record
    counts: tuple[Sequence[int], ...]


class SessionOverview:
    """Grows by `advance`, in one worker at a time; `codes` may be read by others meanwhile."""

    def __init__(self) -> None:
        self.codes = bytearray()  # of record n at n - 1
        self._origin = self._end = 0
        self._width = 0
        self._bins: list[Counter[int]] = [Counter() for _ in CLASSES]
        self._waiting: set[int] = set()  # exchanges counted as pending
        self._later: set[int] = set()  # changed ones whose request was not read yet
        self._findings = 0  # rowid of the newest finding seen

    @property
    def last(self) -> int:
        """Number of the newest record seen."""
        return len(self.codes)

    def advance(self, connection: sqlite3.Connection, last: int, touched: Iterable[int] | None) -> None:
        """Look at new records up to last, at changed exchanges (None: at all) and at new findings."""
        first = self.last + 1
        if last >= first:
            self._measure(connection, first, last)
            for start in range(first, last + 1, _STRIDE):
                self._read(connection, start, min(last, start + _STRIDE - 1))
        self._exchanges(connection, touched)
        self._look_for_findings(connection)

    def histogram(self) -> Histogram:
        """What there is now, as values of the caller's own."""
        size = max((max(bins) for bins in self._bins if bins), default=-1) + 1
        counts = []
        for bins in self._bins:
            row = array("q", bytes(8 * size))
            for place, count in bins.items():
                row[place] = count
            counts.append(row)
        return Histogram(self._origin, max(1, self._width), self._end, tuple(counts))

    # -- inside --------------------------------------------------------------------------------------

    def _measure(self, connection: sqlite3.Connection, first: int, last: int) -> None:
        """Choose bins so wide that the new records fit in."""
        if not self._origin:
            self._origin = int(connection.execute("SELECT at_ns FROM record WHERE number = 1").fetchone()[0])
        # Not always the last one: a file may be put together from several, or mean harm.
        among = "SELECT max(at_ns) FROM record WHERE number BETWEEN ? AND ?"
        newest = connection.execute(among, (first, last)).fetchone()[0]
        self._reach(int(newest))

    def _reach(self, at_ns: int) -> None:
        self._end = max(self._end, at_ns)
        width = max(1, self._width)
        while (self._end - self._origin) // width >= _BINS:
            width *= 2
        if self._width and width > self._width:
            factor = width // self._width
            for number, bins in enumerate(self._bins):
                merged: Counter[int] = Counter()
                for place, count in bins.items():
                    merged[place // factor] += count
                self._bins[number] = merged
        self._width = width

    def _read(self, connection: sqlite3.Connection, first: int, last: int) -> None:
        values = {"origin": self._origin, "width": self._width, "first": first, "last": last}
        found = _decode.decode(connection.execute(_RECORDS, values).fetchone()[0])
        top = max(found, default=0) >> 4
        self.codes += bytes(map(_CLASS.__and__, found))
        for key, count in Counter(found).items():
            self._bins[key & _CLASS][key >> 4] += count
        self._end = max(self._end, self._origin + top * self._width)

    def _exchanges(self, connection: sqlite3.Connection, touched: Iterable[int] | None) -> None:
        """Calls that failed or wait get another class; those that wait no longer, their own again."""
        ends = f"x.status IN {tuple(_ENDS)!r} AND x.number <= ?"
        if touched is None:
            found = connection.execute(f"{_EXCHANGES} WHERE {ends}", (self.last,)).fetchall()
        else:
            asked = self._later.union(touched)
            self._later = {number for number in asked if number > self.last}
            # Most of them are done and were never seen waiting: their class is right as it is.
            found = self._among(connection, asked, ends, self.last)
            again = self._waiting.intersection(asked).difference(number for number, *_ in found)
            found += self._among(connection, again, "1")
        for number, status, at_ns, direction in found:
            self._put(number, at_ns, _ENDS.get(status) or (_CALL if direction == "out" else _SERVER))

    @staticmethod
    def _among(
        connection: sqlite3.Connection, numbers: Iterable[int], condition: str, *values: int
    ) -> list[tuple[Any, ...]]:
        sql = f"{_EXCHANGES} WHERE x.number IN (SELECT value FROM json_each(?)) AND {condition}"
        return connection.execute(sql, (json.dumps(list(numbers)), *values)).fetchall()

    def _put(self, number: int, at_ns: int, now: int) -> None:
        """Another class for a record that was counted before."""
        before = self.codes[number - 1]
        if now == before & _CLASS:
            return
        self.codes[number - 1] = before & ~_CLASS | now
        place = max(0, at_ns - self._origin) // self._width
        self._bins[before & _CLASS][place] -= 1
        self._bins[now][place] += 1
        if now == _PENDING:
            self._waiting.add(number)
        else:
            self._waiting.discard(number)

    def _look_for_findings(self, connection: sqlite3.Connection) -> None:
        found = connection.execute(
            "SELECT rowid, record, exchange, severity FROM finding"
            " WHERE rowid > ? AND severity IN ('error', 'warning') ORDER BY rowid",
            (self._findings,),
        )
        for rowid, record, exchange, severity in found:
            if max(record, exchange) > self.last:
                break  # its record is looked at later, and it with it
            self._findings = rowid
            for number in {record, exchange} - {0}:
                self.codes[number - 1] |= FINDING if severity == "error" else WARNED
