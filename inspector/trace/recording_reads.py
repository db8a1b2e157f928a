"""What a comparison of two recordings reads of each file, one body at a time."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, Final

from inspector.trace.query.fields import IS_WORDS

__all__ = ["handshake", "listings", "raw", "wanted_calls"]

_HANDSHAKES: Final = ("initialize", "server/discover")
_CALLS: Final = (
    "SELECT x.number, x.session, x.direction, x.method, x.target, x.status, x.detail, x.answer,"
    " CASE WHEN x.ended_ns THEN x.ended_ns - coalesce(nullif(x.sent_ns, 0), x.started_ns) ELSE 0 END, b.raw"
    " FROM exchange x JOIN body b ON b.number = x.number LEFT JOIN session s ON s.number = x.session"
    f" WHERE ({IS_WORDS['mine'].sql} OR (x.direction = 'in' AND x.method NOT IN ('ping', 'roots/list')))"
    " AND x.method NOT LIKE 'tasks/%' AND x.number <= ? ORDER BY x.number LIMIT ?"
)


def wanted_calls(connection: sqlite3.Connection, last: int, most: int) -> Iterator[tuple[Any, ...]]:
    """What a user or a server asked for, up to record `last`, without the requests about tasks.

    Those name ids that no two recordings have in common. Rows: number, session, direction, method, target,
    status, detail, answer, duration in ns, bytes of the request.
    """
    return connection.execute(_CALLS, (last, most))


def handshake(connection: sqlite3.Connection, sessions: Iterable[int], last: int) -> int:
    """Number of the newest answer in which a server said who it is; 0: there is none."""
    found = connection.execute(
        f"SELECT max(answer) FROM exchange WHERE method IN {_HANDSHAKES!r} AND direction = 'out'"
        " AND status = 'done' AND answer <= ? AND session IN (SELECT value FROM json_each(?))",
        (last, json.dumps(list(sessions))),
    ).fetchone()
    return int(found[0] or 0)


def listings(
    connection: sqlite3.Connection, method: str, sessions: Iterable[int], last: int
) -> Iterator[tuple[int, int, bytes]]:
    """Answered requests of a list: session, number of the answer, bytes of the request."""
    rows = connection.execute(
        "SELECT x.session, x.answer, b.raw FROM exchange x JOIN body b ON b.number = x.number"
        " WHERE x.method = ? AND x.direction = 'out' AND x.status = 'done' AND x.answer BETWEEN 1 AND ?"
        " AND x.session IN (SELECT value FROM json_each(?)) ORDER BY x.number",
        (method, last, json.dumps(list(sessions))),
    )
    return ((session, answer, bytes(body or b"")) for session, answer, body in rows)


def raw(connection: sqlite3.Connection, number: int) -> bytes:
    """The bytes of a record; none when it is not there."""
    found = connection.execute("SELECT raw FROM body WHERE number = ?", (number,)).fetchone()
    return bytes(found[0] or b"") if found is not None else b""
