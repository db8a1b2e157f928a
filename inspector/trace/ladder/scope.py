"""Which records a sequence ladder shows. For worker threads: each asks whether it is still wanted."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Callable, Sequence
from itertools import compress
from typing import Final

import msgspec

from inspector.protocol.records import SessionInfo

__all__ = ["BY_USER", "SURROUNDINGS", "Present", "around", "every", "newest", "of_rows", "present"]

SURROUNDINGS: Final = 12  # records before and after a call that are shown with it
_MOST_AROUND: Final = 20_000  # records between the first and the last of one call that are shown
_STRIDE: Final = 65_536
_CALLS: Final = 4096  # rows whose records are looked up in one statement
_LISTED: Final = "IN (SELECT value FROM json_each(?))"
_decode: Final = msgspec.json.Decoder(list[int])

Wanted = Callable[[], bool]


def every(connection: sqlite3.Connection, first: int, last: int, wanted: Wanted) -> array[int]:
    """All records from first to last but HTTP heads, which are beside the conversation."""
    found: array[int] = array("q")
    for start in range(max(first, 1), last + 1, _STRIDE):
        if not wanted():
            break
        end = min(last, start + _STRIDE - 1)
        found.extend(_numbers(connection, "number BETWEEN ? AND ? AND kind != 'head'", start, end))
    return found


def newest(connection: sqlite3.Connection, count: int) -> array[int]:
    """The newest records, oldest first."""
    rows = connection.execute(
        "SELECT number FROM record WHERE kind != 'head' ORDER BY number DESC LIMIT ?", (count,)
    )
    return array("q", [row[0] for row in rows][::-1])


def of_rows(connection: sqlite3.Connection, rows: Sequence[int], calls: bool, wanted: Wanted) -> array[int]:
    """The records of rows of a timeline. calls: a row that is a request stands for its whole exchange."""
    kept = bytearray(max(rows, default=0) + 1)  # sorting a million numbers would keep the GIL
    for start in range(0, len(rows), _CALLS):
        if not wanted():
            return array("q")
        text = json.dumps(list(rows[start : start + _CALLS]))
        found = _numbers(connection, f"number {_LISTED} AND kind != 'head'", text)
        if calls:
            found += _numbers(
                connection,
                f"exchange {_LISTED} AND exchange != 0 AND number != exchange AND kind != 'head'",
                text,
            )
        if found and (most := max(found)) >= len(kept):
            kept.extend(bytes(most + 1 - len(kept)))
        for number in found:
            kept[number] = 1
    shown: array[int] = array("q")
    for start in range(0, len(kept), _STRIDE):
        shown.extend(compress(range(start, start + _STRIDE), kept[start : start + _STRIDE]))
    return shown


def around(connection: sqlite3.Connection, record: int) -> array[int]:
    """The call that a record belongs to, from the outermost one on, and what came around it.

    Only of the same connection.
    """
    row = connection.execute("SELECT session, exchange FROM record WHERE number = ?", (record,)).fetchone()
    if row is None:
        return array("q")
    session, exchange = row
    root = connection.execute(
        "WITH RECURSIVE up(number, parent) AS ("
        " SELECT number, parent FROM exchange WHERE number = ?"
        " UNION SELECT x.number, x.parent FROM exchange x JOIN up ON x.number = up.parent)"
        " SELECT min(number) FROM up",
        (exchange,),
    ).fetchone()[0]
    first = last = record
    if root:
        first = min(root, record)
        ends = connection.execute("SELECT max(answer, last) FROM exchange WHERE number = ?", (root,))
        last = min(max(ends.fetchone()[0], record), max(first + _MOST_AROUND, record))
    return array("q", _beside(connection, session, first, last))


def _beside(connection: sqlite3.Connection, session: int, first: int, last: int) -> list[int]:
    plain = "session = ? AND kind != 'head'"
    before = connection.execute(
        f"SELECT number FROM record WHERE number < ? AND {plain} ORDER BY number DESC LIMIT ?",
        (first, session, SURROUNDINGS),
    ).fetchall()
    inside = connection.execute(
        f"SELECT number FROM record WHERE number BETWEEN ? AND ? AND {plain} ORDER BY number",
        (first, last, session),
    ).fetchall()
    after = connection.execute(
        f"SELECT number FROM record WHERE number > ? AND {plain} ORDER BY number LIMIT ?",
        (last, session, SURROUNDINGS),
    ).fetchall()
    return [row[0] for row in (*before[::-1], *inside, *after)]


class Present(msgspec.Struct, frozen=True):
    """What the lanes of a ladder need to know of its records."""

    sessions: frozenset[int]
    user: bool


BY_USER: Final = ("by you", "by the user", "by the person")
"""What the detail of a call says that the user cancelled; all but the first in files of older programs."""
_USER: Final = (
    "SELECT EXISTS (SELECT 1 FROM exchange WHERE (method IN ('elicitation/create', 'sampling/createMessage')"
    " OR rounds > 1 OR status = 'input_required' OR (status = 'cancelled' AND ("
    + " OR ".join(f"detail LIKE '%{words}%'" for words in BY_USER)
    + "))) AND {})"
)


def present(
    connection: sqlite3.Connection, numbers: Sequence[int], sessions: Sequence[SessionInfo]
) -> Present:
    """Which connections and whether a user take part. Of many records: all that there are."""
    if len(numbers) > _STRIDE:
        user = connection.execute(_USER.format("1")).fetchone()[0]
        return Present(frozenset(info.number for info in sessions), bool(user))
    text = json.dumps(list(numbers))
    found = connection.execute(f"SELECT DISTINCT session FROM record WHERE number {_LISTED}", (text,))
    user = connection.execute(
        _USER.format(f"number IN (SELECT exchange FROM record WHERE number {_LISTED})"), (text,)
    ).fetchone()[0]
    return Present(frozenset(row[0] for row in found), bool(user))


def _numbers(connection: sqlite3.Connection, where: str, *params: object) -> array[int]:
    """One statement that answers with one value: SQLite works without the GIL until it is done."""
    text: str = connection.execute(
        f"SELECT json_group_array(number) FROM (SELECT number FROM record WHERE {where} ORDER BY number)",
        params,
    ).fetchone()[0]
    return array("q", _decode.decode(text))
