"""Which records and calls of a session have to do with one another, asked of its file.

Every question opens one connection for itself and sees what is in the file: for worker threads. Those about
a neighbourhood look at records near by only, so that a long session costs no more.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from inspector.protocol.records import Exchange, Record
from inspector.trace import during
from inspector.trace.during import Said
from inspector.trace.journal import Journal

__all__ = [
    "SecondTry",
    "answered_calls",
    "answering_heads",
    "calls_during",
    "calls_of_stream",
    "nested_calls",
    "records_of_calls",
    "said_during",
    "second_tries",
    "stream_heads",
]

_NEAR: Final = 5_000  # records
_MENU_S: Final = 0.05
_MENU_STEPS: Final = 10_000  # of SQLite's machine, some 0.2 ms
_AGAIN: Final = re.compile(r"#(\d+): ")  # a note of the client: what it did before it asks again


@dataclass(frozen=True, slots=True)
class SecondTry:
    """A request sent once more: record numbers of the first, of the note that says why, of the second."""

    first: int
    mended: int
    again: int


def nested_calls(journal: Journal, number: int, most: int) -> list[int]:
    """Numbers of the calls that were made inside a call, ascending; the first ones, at most so many."""
    return _numbers(
        journal, "SELECT number FROM exchange WHERE parent = ? ORDER BY number LIMIT ?", number, most
    )


def answered_calls(
    journal: Journal, sessions: Sequence[int], method: str, target: str, most: int
) -> list[int]:
    """Numbers of our answered calls of a target in these sessions, the newest first, at most so many."""
    return _numbers(
        journal,
        "SELECT number FROM exchange WHERE method = ? AND target = ? AND direction = 'out' AND answer"
        " AND session IN (SELECT value FROM json_each(?)) ORDER BY number DESC LIMIT ?",
        method,
        target,
        json.dumps(list(sessions)),
        most,
    )


def records_of_calls(journal: Journal, calls: Sequence[int], last: int, most: int) -> list[int]:
    """Numbers up to last of the records of these calls, the newest first, at most so many."""
    return _numbers(
        journal,
        "SELECT number FROM record WHERE exchange IN (SELECT value FROM json_each(?))"
        " AND number <= ? ORDER BY number DESC LIMIT ?",
        json.dumps(list(calls)),
        last,
        most,
    )


def calls_of_stream(journal: Journal, record: Record) -> list[int]:
    """Numbers of calls with records on the stream of a record, within 5,000 of it; five, in any order."""
    return _numbers(
        journal,
        "SELECT DISTINCT exchange FROM record WHERE number BETWEEN ? AND ? AND session = ? AND channel = ?"
        " AND exchange != 0 LIMIT 5",
        record.number - _NEAR,
        record.number + _NEAR,
        record.session,
        record.channel,
    )


def said_during(journal: Journal, exchange: int) -> Said:
    """Numbers of the stderr lines and the log messages that came on its connection while a call ran."""
    with closing(journal.reader()) as connection:
        return during.said_during(connection, exchange)


def calls_during(journal: Journal, number: int, back: int = 0) -> list[int]:
    """Numbers of our calls that ran when a stderr line or a log message came, the likeliest first.

    back: only of those that began in so many records before it, and none when that takes long: for a menu,
    which cannot wait. 0: of all.
    """
    until = time.monotonic() + _MENU_S
    with closing(journal.reader()) as connection:
        if back:
            connection.set_progress_handler(lambda: time.monotonic() > until, _MENU_STEPS)
        try:
            return during.calls_during(connection, number, number - back if back else 0)
        except sqlite3.DatabaseError as error:
            took_too_long = bool(back) and getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_INTERRUPT
            if not (took_too_long or journal.unsure):  # or else the file is damaged
                raise
            return []


def stream_heads(journal: Journal, record: Record) -> list[int]:
    """Numbers of the last two HTTP heads before a record on its channel, of a head the next too, ascending.

    The next is looked for within 5,000 records.
    """
    with closing(journal.reader()) as connection:
        found = connection.execute(
            "SELECT number FROM record WHERE session = ? AND channel = ? AND kind = 'head' AND number < ?"
            " ORDER BY number DESC LIMIT 2",
            (record.session, record.channel, record.number),
        ).fetchall()
        if record.kind == "head":
            found += connection.execute(
                "SELECT number FROM record WHERE number BETWEEN ? AND ? AND session = ? AND channel = ?"
                " AND kind = 'head' LIMIT 1",
                (record.number + 1, record.number + _NEAR, record.session, record.channel),
            ).fetchall()
    return sorted(number for (number,) in found)


def answering_heads(journal: Journal, numbers: Sequence[int]) -> list[tuple[int, str]]:
    """(number asked for, first 64 bytes as text) of the HTTP heads that came for a record or its call.

    In the order in which the heads came.
    """
    with closing(journal.reader()) as connection:
        found = connection.execute(
            "WITH wanted AS (SELECT value AS number FROM json_each(?))"
            " SELECT w.number, CAST(substr(b.raw, 1, 64) AS BLOB) FROM wanted w"
            " JOIN record r ON r.number = w.number OR (r.exchange = w.number AND r.exchange != 0)"
            " JOIN body b ON b.number = r.number"
            " WHERE r.kind = 'head' AND r.direction = 'in' ORDER BY r.number",
            (json.dumps(list(numbers)),),
        ).fetchall()
    return [(number, head.decode("utf-8", "replace")) for number, head in found]  # may end inside a letter


def second_tries(journal: Journal, exchange: Exchange) -> list[SecondTry]:
    """The second try after a request, then the one it is itself: at most two, within 5,000 records."""
    with closing(journal.reader()) as connection:
        after = _second_try(connection, exchange)
        found = [after] if after is not None else []
        notes = connection.execute(
            "SELECT note FROM record WHERE kind = 'lifecycle' AND number BETWEEN ? AND ?"
            " AND note LIKE '#%: %' ORDER BY number DESC LIMIT 20",
            (exchange.number - _NEAR, exchange.number),
        )
        for (note,) in notes:
            match = _AGAIN.match(note)
            first = journal.exchange(int(match[1])) if match else None
            after = _second_try(connection, first) if first is not None else None
            if after is not None and after.again == exchange.number:
                return [*found, after]
    return found


def _second_try(connection: sqlite3.Connection, exchange: Exchange) -> SecondTry | None:
    note = connection.execute(
        "SELECT number FROM record WHERE kind = 'lifecycle' AND number BETWEEN ? AND ? AND note LIKE ?"
        " ORDER BY number LIMIT 1",
        (exchange.number, exchange.number + _NEAR, f"#{exchange.number}: %"),
    ).fetchone()
    if note is None:
        return None
    again = connection.execute(
        "SELECT number FROM exchange WHERE number BETWEEN ? AND ? AND direction = ? AND method = ?"
        " AND target = ? ORDER BY number LIMIT 1",
        (note[0], note[0] + _NEAR, exchange.direction, exchange.method, exchange.target),
    ).fetchone()
    return SecondTry(exchange.number, note[0], again[0]) if again is not None else None


def _numbers(journal: Journal, question: str, *parameters: object) -> list[int]:
    with closing(journal.reader()) as connection:
        return [number for (number,) in connection.execute(question, parameters).fetchall()]
