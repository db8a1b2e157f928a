"""Puts rows in the order of a column.

SQLite reads and sorts the keys, which it does without the GIL: each thread writes those of its share of the
records into a sorted table in memory, and one reading merges them. Python sees record numbers only, in
arrays; sorting a million keys in a list would hold the interpreter for half a second.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
import uuid
from array import array
from bisect import bisect_left, insort
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from typing import Any, Final

import msgspec

from inspector.trace.annotations import Annotated
from inspector.trace.journal_schema import OWN_ROW
from inspector.trace.json_values import parse_path
from inspector.trace.query.conditions import Conditions
from inspector.trace.query.fields import FIELDS
from inspector.trace.query.tokens import FilterError, tokenize
from inspector.trace.reader import Reader

__all__ = ["KEYS", "RowOrder", "RowSort", "holds", "next_sort", "sort_rows"]

_LONGEST: Final = 100  # characters of a text that count; a million texts in memory stay small
_SHARES: Final = 8  # sorted each for itself: what SQLite holds for one is small, and ten can be attached
_THREADS: Final = max(2, min(4, os.cpu_count() or 2))
_FEW: Final = 10_000  # numbers looked at one by one, some 4 ms
_PIECE: Final = 16_384  # numbers handled between two chances for the thread of the window, some 2 ms
_PIECE_CHARS: Final = 8 * _PIECE
_OPENS: Final = "r.number = r.exchange"
_OF_A_CALL: Final = f"WHEN {_OPENS} OR r.kind IN ('response', 'error') THEN"
_HERE: Final = "(f.record = r.number OR (f.exchange != 0 AND f.exchange = r.number))"
_TABLE: Final = "CREATE TABLE k{}.keys(key, number, PRIMARY KEY(key COLLATE NOCASE {}, number)) WITHOUT ROWID"
_SHORT: Final = f"CASE typeof(key) WHEN 'text' THEN substr(key, 1, {_LONGEST}) ELSE key END"
_STEPS: Final = 100_000  # of SQLite's machine between two looks whether anybody still wants the answer
_decode_numbers: Final = msgspec.json.Decoder(list[int])
_JOINS: Final = {
    "x": " LEFT JOIN exchange x ON x.number = r.exchange",
    "s": " LEFT JOIN session s ON s.number = r.session",
    "b": " LEFT JOIN body b ON b.number = r.number",
}
_HTTP: Final = (
    "(SELECT CAST(substr(h.raw, instr(h.raw, x'20') + 1, 3) AS INTEGER) FROM record k"
    " JOIN body h ON h.number = k.number WHERE k.kind = 'head' AND k.direction = 'in'"
    " AND (k.number = r.number OR (k.exchange != 0 AND k.exchange = r.number))"
    " ORDER BY k.number DESC LIMIT 1)"
)
_SENT: Final = "coalesce(nullif(x.sent_ns, 0), x.started_ns)"
_LONGER: Final = (1 << 63) - 1  # a pending call is longer than any that ended, and the longest is the oldest
_SEVERITY: Final = "CASE f.severity WHEN 'error' THEN 0 WHEN 'warning' THEN 1 ELSE 2 END"

KEYS: Final[dict[str, str]] = {
    "number": "r.number",
    "time": "r.at_ns",
    "date": "r.at_ns",
    "waterfall": "r.at_ns",
    "direction": "r.direction",
    "server": "s.name",
    "kind": "r.kind || ' ' || r.role",
    "method": "r.method",
    "target": f"CASE {_OF_A_CALL} x.target END",
    "status": "CASE WHEN r.role IN ('late', 'duplicate', 'unknown', 'mistyped') THEN r.role"
    f" WHEN r.kind = 'malformed' THEN r.kind {_OF_A_CALL} x.status || ' ' || x.detail END",
    "duration": f"CASE WHEN {_OPENS} THEN CASE x.status WHEN 'pending' THEN {_LONGER} - {_SENT}"
    f" WHEN 'lost' THEN NULL ELSE {FIELDS['duration'].sql} END END",
    "size": "nullif(r.size, 0)",
    "channel": "r.channel",
    "id": "CASE WHEN json_valid(r.id) THEN json_extract(r.id, '$') END",
    "session": "nullif(r.session, 0)",
    "http": _HTTP,
    "finding": f"(SELECT min({_SEVERITY}) FROM finding f WHERE {_HERE})",
    "transport": "s.transport || ' ' || s.era",
    "comment": FIELDS["comment"].sql,
}
"""Column of the timeline → what sorts it, in the SQL of `query.fields`; NULL and '' are last."""
_CALL_SIZE: Final = f"nullif(CASE WHEN {_OPENS} THEN x.answer_size ELSE r.size END, 0)"


class RowSort(msgspec.Struct, frozen=True):
    """key: of a column, one of `KEYS` or a JSON path. Rows that say nothing there are last either way."""

    key: str
    descending: bool = False


def next_sort(sort: RowSort | None, key: str) -> RowSort | None:
    """What a click on a column makes of a sort: up, down, then the order of recording (None).

    By number that order is the way up.
    """
    if key == "number":
        return RowSort(key, True) if sort is None else None
    if sort is None or sort.key != key:
        return RowSort(key)
    return None if sort.descending else RowSort(key, True)


class RowOrder:
    """Record numbers in the order of a column, and the row of each: two arrays, whatever they hold."""

    def __init__(self, sort: RowSort, last: int) -> None:
        """last: the highest number it may hold."""
        self.sort, self.last = sort, last
        self.numbers: array[int] = array("q")
        self._rows = array("i", [-1]) * (last + 1)  # number → the row it was put in, -1: none
        self._gone: array[int] = array("i")  # rows taken away since, ascending

    def __len__(self) -> int:
        return len(self.numbers)

    def row_of(self, number: int) -> int:
        """Row of a record; -1 when it has none."""
        row = self._rows[number] if 0 <= number < len(self._rows) else -1
        return row - bisect_left(self._gone, row) if row >= 0 else -1

    def extend(self, numbers: Sequence[int]) -> None:
        """Put these behind the others. Only before anything was removed."""
        rows, row = self._rows, len(self.numbers)
        for number in numbers:
            rows[number] = row
            row += 1
        self.numbers.extend(numbers)

    def remove(self, row: int) -> None:
        """Take a row away; those below move up."""
        number = self.numbers.pop(row)
        insort(self._gone, self._rows[number])
        self._rows[number] = -1

    def only(self, numbers: Sequence[int]) -> RowOrder:
        """The same order of those of its numbers that are among these."""
        kept, made = set(numbers), RowOrder(self.sort, self.last)
        made.extend([number for number in self.numbers if number in kept])
        return made

    def beside(self, numbers: Sequence[int], row: int, step: int) -> int:
        """Of these ascending numbers the one in the next row (step 1) or the row before (-1), going round.

        0: none of them has a row. Among many one is mostly near; a look at all of them takes their number.
        """
        if len(numbers) > _FEW:
            for at in islice(range(row + step, len(self) if step > 0 else -1, step), _FEW):
                if holds(numbers, self.numbers[at]):
                    return self.numbers[at]
        rows = [at for number in numbers if (at := self.row_of(number)) >= 0]
        beyond = [at for at in rows if (at - row) * step > 0]
        found = (min if step > 0 else max)(beyond or rows, default=-1)
        return self.numbers[found] if found >= 0 else 0

    def without(self, numbers: Sequence[int]) -> list[int]:
        """Those of these that have no row."""
        rows = self._rows
        return [number for number in numbers if rows[number] < 0]


def holds(numbers: Sequence[int], number: int) -> bool:
    """Whether a number is among ascending ones."""
    place = bisect_left(numbers, number)
    return place < len(numbers) and numbers[place] == number


def sort_rows(
    reader: Reader,
    calls: bool,
    numbers: Sequence[int],
    listed: bool,
    sort: RowSort,
    annotated: Annotated,
    cancelled: Callable[[], bool],
) -> RowOrder | None:
    """These rows, ascending and all in the file, in the order of a column; None when cancelled.

    What is alike keeps the order of recording. listed: the numbers are a choice of those that a view shows.
    """
    order = RowOrder(sort, numbers[-1] if numbers else 0)
    try:
        for part in _sorted_pieces(reader, _Question(calls, sort, listed, annotated), numbers, cancelled):
            order.extend(part)
            time.sleep(0)  # a thread that wants the interpreter has it now, and not 5 ms later
    except sqlite3.OperationalError:
        if cancelled():
            return None
        raise
    for start in range(0, len(numbers), _PIECE):
        if cancelled():
            return None
        order.extend(order.without(numbers[start : start + _PIECE]))
        time.sleep(0)
    return order


class _Question(msgspec.Struct, frozen=True):
    """What is asked of every thread."""

    calls: bool
    sort: RowSort
    listed: bool
    annotated: Annotated

    @property
    def way(self) -> str:
        """ASC or DESC."""
        return "DESC" if self.sort.descending else "ASC"

    def key(self) -> tuple[str, dict[str, Any]]:
        """What a row is sorted by, and the parameters of that."""
        if self.sort.key == "size" and self.calls:
            return _CALL_SIZE, {}
        return (KEYS[self.sort.key], {}) if self.sort.key in KEYS else _json_key(self.sort.key, self.calls)

    def fill(self, connection: sqlite3.Connection, numbers: Sequence[int]) -> None:
        """Write the keys of these rows into the table k.keys, sorted."""
        key, params = self.key()
        first, last = numbers[0], numbers[-1]
        params |= {"_first": first, "_last": last}
        if ":_comments" in key:
            params |= self.annotated.params(first, last)
        scope = "r.number BETWEEN :_first AND :_last"
        if self.listed:
            scope += " AND r.number IN (SELECT value FROM json_each(:_numbers))"
            params["_numbers"] = _json_of(numbers)
        elif self.calls:
            scope += f" AND {OWN_ROW}"
        joins = "".join(join for alias, join in _JOINS.items() if re.search(rf"\b{alias}\.", key))
        # With a limit SQLite works a key out once a row, and not again wherever it is named.
        keys = f"SELECT {key} AS key, r.number AS number FROM record r{joins} WHERE {scope} LIMIT -1"
        connection.execute(
            f"INSERT INTO k.keys SELECT {_SHORT}, number FROM ({keys})"
            " WHERE typeof(key) NOT IN ('null', 'blob') AND key != ''"
            f" ORDER BY 1 COLLATE NOCASE {self.way}, number",
            params,
        )


def _json_key(path: str, calls: bool) -> tuple[str, dict[str, Any]]:
    """The value that `json_values.first_value` shows: of the request, else of the answer.

    But of a name that stands twice SQLite takes the first one, and it does not know a name with escapes.
    """
    try:
        parse_path(path)
    except FilterError:  # of a saved state that the user wrote by hand: it shows nothing either
        return "NULL", {}
    token = tokenize(path.strip())[0]
    conditions = Conditions()
    own, answers = conditions.value(token, "r"), conditions.value(token, "k")
    if not calls:
        return own, conditions.params
    answer = f"SELECT {answers} FROM record k JOIN body b ON b.number = k.number WHERE k.number = x.answer"
    return f"coalesce({own}, CASE WHEN {_OPENS} THEN ({answer}) END)", conditions.params


def _sorted_pieces(
    reader: Reader, question: _Question, numbers: Sequence[int], cancelled: Callable[[], bool]
) -> Iterator[list[int]]:
    """The numbers of rows with a key, in order."""
    size = max(_PIECE, -(-len(numbers) // _SHARES))
    shares = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    names = [f"file:/{uuid.uuid4().hex}?vfs=memdb" for _share in shares]

    def fill(name: str, share: Sequence[int]) -> None:
        with reader.own(cancelled) as connection:
            connection.execute("PRAGMA query_only = 0")  # of the session file it stays a reader
            connection.execute("ATTACH ? AS k", (name,))
            question.fill(connection, share)

    with closing(sqlite3.connect(":memory:", uri=True)) as merging:
        for place, name in enumerate(names):
            merging.execute(f"ATTACH ? AS k{place}", (name,))
            merging.execute(f"PRAGMA k{place}.journal_mode = OFF")
            merging.execute(_TABLE.format(place, question.way))
        with ThreadPoolExecutor(_THREADS, thread_name_prefix="sort") as pool:
            list(pool.map(fill, names, shares))
        merging.set_progress_handler(lambda: reader.closed or cancelled(), _STEPS)
        runs = " UNION ALL ".join(f"SELECT key, number FROM k{place}.keys" for place in range(len(names)))
        if runs:
            sql = f"SELECT json_group_array(number) FROM ({runs} ORDER BY 1 COLLATE NOCASE {question.way}, 2)"
            yield from _pieces(merging.execute(sql).fetchone()[0])


def _pieces(text: str) -> Iterator[list[int]]:
    """A JSON array of numbers, a part at a time: one decoder would hold the interpreter for 30 ms."""
    start, end = 1, len(text) - 1
    while start < end:
        stop = text.find(",", min(start + _PIECE_CHARS, end))
        stop = end if stop < 0 else stop
        yield _decode_numbers.decode(f"[{text[start:stop]}]")
        start = stop + 1


def _json_of(numbers: Sequence[int]) -> str:
    starts = range(0, len(numbers), _PIECE)
    parts = (msgspec.json.encode(list(numbers[start : start + _PIECE]))[1:-1] for start in starts)
    return f"[{b','.join(parts).decode()}]"
