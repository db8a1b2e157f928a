"""Which stderr lines and log messages came while a call ran, and which calls ran when one came.

A call has a window on its connection: from its request to its last byte. One without an end lasts as long as
the file. One that got lost lasts until the step of the connection that says why, for some seconds at most:
what a dying server writes comes after the end of its pipe. stderr is a pipe of its own, read by a thread of
its own: what was written before an answer may be stamped after it (measured in a busy window: half of the
tracebacks, by 22 ms at most). So a line of stderr has a moment more, until the next call at most. Filters,
exports and the window all ask for that window here. What came inside it is likely of that call; when several
run at once, it may be of any of them.
"""

from __future__ import annotations

import json
import sqlite3
from array import array
from bisect import bisect_right
from collections.abc import Iterable
from typing import Final

import msgspec

from inspector.protocol.subscribing import LISTEN

__all__ = ["DURING", "IS_SAID", "Said", "Windows", "calls_during", "said_during", "windows_of"]

WHY_NS: Final = 5_000_000_000  # from a call that got lost to the step that says why
LATE_NS: Final = 50_000_000  # from the end of a call to a line of stderr that was written before it
NEVER: Final = 1 << 62
NEAR: Final = 5_000  # records may be this far from the place that their time would give them

IS_SAID: Final = "(r.kind = 'stderr' OR r.role = 'log')"
"""Whether a record is a line of a server's stderr or a log message, over the alias r."""

_LATE: Final = f"""min(d.ended_ns + {LATE_NS}, coalesce((SELECT n.started_ns - 1 FROM exchange n
 WHERE n.number > max(d.number, d.answer) AND n.session = d.session AND n.direction = 'out'
 AND n.started_ns > d.ended_ns ORDER BY n.number LIMIT 1), {NEVER}))"""
_WINDOWS: Final = f"""SELECT d.number AS number, d.session AS session, d.channel AS channel,
 d.started_ns AS start_ns,
 CASE WHEN d.ended_ns = 0 THEN {NEVER} WHEN d.status != 'lost' THEN d.ended_ns
 ELSE min(coalesce(why.at_ns, {NEVER}), d.ended_ns + {WHY_NS}) END AS end_ns,
 CASE WHEN d.ended_ns = 0 OR d.status = 'lost' THEN 0 ELSE {_LATE} END AS late_ns,
 coalesce(why.number, {NEVER}) AS last
 FROM exchange d LEFT JOIN record why ON why.number = CASE WHEN d.status = 'lost' AND d.ended_ns != 0 THEN
 (SELECT k.number FROM record k WHERE k.number > d.number AND k.session = d.session
 AND k.kind = 'lifecycle' AND k.at_ns >= d.ended_ns ORDER BY k.number LIMIT 1) END"""
"""The windows of exchanges. Of what came at end_ns itself only numbers up to last are inside. Lines of stderr
are inside until late_ns too."""

_WINDOW: Final = f"FROM ({_WINDOWS} WHERE d.number = {{0}}) w"
DURING: Final = (
    f"(r.number > {{0}} AND {IS_SAID} AND r.session = (SELECT w.session {_WINDOW})"
    f" AND r.at_ns >= (SELECT w.start_ns {_WINDOW})"
    f" AND ((r.at_ns, r.number) <= (SELECT w.end_ns, w.last {_WINDOW})"
    f" OR (r.kind = 'stderr' AND r.at_ns <= (SELECT w.late_ns {_WINDOW}))))"
)
"""Whether a record r was said during the call whose number is put into the braces."""


class Said(msgspec.Struct, frozen=True):
    """Numbers of the stderr lines and of the log messages that came during a call, ascending."""

    stderr: array[int] = array("q")
    logs: array[int] = array("q")

    def __bool__(self) -> bool:
        return bool(self.stderr or self.logs)


def said_during(connection: sqlite3.Connection, exchange: int) -> Said:
    """What came while an exchange ran. Reads the records of its time and no others."""
    window = connection.execute(f"{_WINDOWS} WHERE d.number = ?", (exchange,)).fetchone()
    if window is None:
        return Said()
    end_ns = max(window[4:6])
    last = _number_at(connection, end_ns) + NEAR if end_ns != NEVER else NEVER
    stderr, logs = connection.execute(
        "SELECT json_group_array(r.number) FILTER (WHERE r.kind = 'stderr'),"
        " json_group_array(r.number) FILTER (WHERE r.kind != 'stderr')"
        f" FROM record r WHERE {DURING.format(':call')} AND r.number <= :last",
        {"call": exchange, "last": last},
    ).fetchone()
    return Said(*(array("q", sorted(_numbers.decode(text))) for text in (stderr, logs)))


_numbers: Final = msgspec.json.Decoder(list[int])


def _number_at(connection: sqlite3.Connection, at_ns: int) -> int:
    """About the number of the last record up to a time: by halves, times ascend but for small disorder."""
    low, high = 0, connection.execute("SELECT coalesce(max(number), 0) FROM record").fetchone()[0]
    while low < high:
        middle = (low + high + 1) // 2
        found = connection.execute(
            "SELECT at_ns FROM record WHERE number >= ? ORDER BY number LIMIT 1", (middle,)
        ).fetchone()
        if found[0] <= at_ns:
            low = middle
        else:
            high = middle - 1
    return int(low)


def calls_during(connection: sqlite3.Connection, number: int, first: int = 0) -> list[int]:
    """Our calls that were in flight when a stderr line or a log message came, the likeliest first.

    That is the one on whose own HTTP stream it came, else the one that started last. Empty for any other
    record. A subscription is open as long as its connection and says nothing about a line. first: earlier
    calls are not looked for.
    """
    record = connection.execute(
        f"SELECT session, at_ns, channel, kind FROM record r WHERE number = ? AND {IS_SAID}", (number,)
    ).fetchone()
    if record is None:
        return []
    session, at_ns, channel, kind = record
    late_ns = LATE_NS if kind == "stderr" else 0
    maybe = connection.execute(
        "SELECT number FROM exchange WHERE number >= :first AND number < :number AND session = :session"
        " AND (ended_ns = 0"
        " OR ended_ns >= :at - :late OR status = 'lost' AND ended_ns >= :at - :why)"
        " AND direction = 'out' AND method != :listen",
        {
            "first": first,
            "number": number,
            "session": session,
            "at": at_ns,
            "late": late_ns,
            "why": WHY_NS,
            "listen": LISTEN,
        },
    )
    rows = connection.execute(
        "SELECT w.number, (w.end_ns, w.last) >= (:at, :number) AS is_open"
        f" FROM ({_WINDOWS} WHERE d.number IN (SELECT value FROM json_each(:maybe))) w"
        " WHERE w.start_ns <= :at AND (is_open OR (:kind = 'stderr' AND w.late_ns >= :at))"
        " ORDER BY w.channel = :channel AND w.channel != 'stdout' DESC, is_open DESC, w.number DESC",
        {
            "maybe": json.dumps([row[0] for row in maybe]),
            "at": at_ns,
            "number": number,
            "kind": kind,
            "channel": channel,
        },
    )
    return [row[0] for row in rows]


class Windows:
    """The windows of many calls, together: by connection, those that touch as one."""

    def __init__(self, windows: Iterable[tuple[int, int, int, int, int, int]]) -> None:
        """windows: number of the call, connection, start, end, end for stderr, last number at the end."""
        self.first = NEVER
        spans: dict[tuple[int, bool], list[tuple[int, tuple[int, int]]]] = {}
        for number, session, start, end, late, last in windows:
            self.first = min(self.first, number)
            spans.setdefault((session, False), []).append((start, (end, last)))
            spans.setdefault((session, True), []).append((start, max((end, last), (late, NEVER))))
        self._spans = {key: _joined(some) for key, some in spans.items()}

    def hold(self, number: int, session: int, at_ns: int, kind: str) -> bool:
        """Whether a record came inside one of them."""
        spans = self._spans.get((session, kind == "stderr"), ())
        place = bisect_right(spans, (at_ns, (NEVER, NEVER))) - 1
        return place >= 0 and (at_ns, number) <= spans[place][1]


def windows_of(connection: sqlite3.Connection, calls: str) -> Windows:
    """The windows of these calls. calls: their numbers as a JSON array."""
    sql = "SELECT w.number, w.session, w.start_ns, w.end_ns, w.late_ns, w.last FROM"
    return Windows(
        connection.execute(
            f"{sql} ({_WINDOWS} WHERE d.number IN (SELECT value FROM json_each(?))) w", (calls,)
        )
    )


def _joined(spans: list[tuple[int, tuple[int, int]]]) -> list[tuple[int, tuple[int, int]]]:
    """Ascending, those that touch as one."""
    found: list[tuple[int, tuple[int, int]]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1][0]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
