"""The tables of a session file, and how records and exchanges become rows of them.

A session file is a SQLite database (`*.mcptrace`). What is short lies in `record`, so that a filter on
columns reads little; the bytes lie in `body`. Both have the record's number as their key.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, Final

from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.protocol.subscribing import LISTEN

__all__ = [
    "ANNOTATION_TABLES",
    "APPLICATION_ID",
    "EXCHANGE",
    "FINDING",
    "NEWER",
    "OWN_ROW",
    "RECORD",
    "SCHEMA",
    "SESSION",
    "SUFFIX",
    "VERSION",
    "Table",
    "has_own_row",
    "lost_view",
]

APPLICATION_ID: Final = 0x4D435054  # "MCPT", so that `file` and we know the file at its first 100 bytes
VERSION: Final = 1  # PRAGMA user_version; a reader refuses a higher one
SUFFIX: Final = ".mcptrace"

SENTENCE_TABLE: Final = "CREATE TABLE sentence(english TEXT PRIMARY KEY, message TEXT)"
"""The messages of recorded sentences (`inspector.recorded`) by their English, which is what a record, an
exchange, a finding or a session holds. Files of older programs have none, and are shown in English."""

ANNOTATION_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS annotation("
    "number INTEGER PRIMARY KEY, marked INTEGER, reference INTEGER, note TEXT)",
    "CREATE TABLE IF NOT EXISTS setting(key TEXT PRIMARY KEY, value TEXT)",
)
"""What people add. They do not raise VERSION: a program that knows them not names its tables and columns
in every question, so it reads such a file as before, and its copies (VACUUM) keep them."""

SCHEMA: Final = f"""
CREATE TABLE session(
  number INTEGER PRIMARY KEY, name TEXT, transport TEXT, target TEXT, started_ns INTEGER, ended_ns INTEGER,
  era TEXT, revision TEXT, server TEXT, decided TEXT);
CREATE TABLE record(
  number INTEGER PRIMARY KEY, at_ns INTEGER, session INTEGER, direction TEXT, channel TEXT, kind TEXT,
  method TEXT, id TEXT, exchange INTEGER, role TEXT, size INTEGER, valid INTEGER, note TEXT, spool TEXT);
CREATE TABLE body(number INTEGER PRIMARY KEY, frame BLOB, raw BLOB);
CREATE TABLE exchange(
  number INTEGER PRIMARY KEY, session INTEGER, direction TEXT, method TEXT, target TEXT, id TEXT,
  channel TEXT, status TEXT, detail TEXT, started_ns INTEGER, sent_ns INTEGER, first_ns INTEGER,
  ended_ns INTEGER, answer INTEGER, last INTEGER, records INTEGER, request_size INTEGER,
  answer_size INTEGER, parent INTEGER, rounds INTEGER, progress REAL, total REAL, message TEXT,
  connect_ns INTEGER, tls_ns INTEGER, written_ns INTEGER);
CREATE TABLE finding(
  record INTEGER, exchange INTEGER, session INTEGER, rule TEXT, severity TEXT, message TEXT, page TEXT);
CREATE INDEX record_by_exchange ON record(exchange) WHERE exchange != 0;
CREATE INDEX finding_by_record ON finding(record);
CREATE INDEX finding_by_exchange ON finding(exchange) WHERE exchange != 0;
CREATE INDEX exchange_by_parent ON exchange(parent) WHERE parent != 0;
CREATE VIEW message AS
  SELECT record.*, CAST(body.raw AS TEXT) AS text FROM record JOIN body ON body.number = record.number;
{SENTENCE_TABLE};
{";".join(ANNOTATION_TABLES)};
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
"""

_RECORD_COLUMNS: Final = (
    "number", "at_ns", "session", "direction", "channel", "kind", "method", "id", "exchange", "role", "size",
    "valid", "note", "spool",
)  # fmt: skip

NEWER: Final = frozenset(("connect_ns", "tls_ns", "written_ns"))
"""Columns of `exchange` that files of older programs lack. They do not raise VERSION: every question names
the columns it wants, so older programs read these files too."""


def lost_view(connection: sqlite3.Connection, recording: bool) -> str:
    """For opened files: a request that was pending when the recording program ended is lost.

    recording: it did not end yet.

    A `subscriptions/listen` has no response to lose: it was open until then, and counts as cancelled.
    """
    there = {row[1] for row in connection.execute("PRAGMA main.table_info(exchange)")}
    columns = ", ".join(
        f"CASE WHEN status != 'pending' THEN status WHEN method = '{LISTEN}' THEN 'cancelled' ELSE 'lost' END"
        " AS status"
        if name == "status" and not recording
        else f"0 AS {name}"
        if name in NEWER - there
        else name
        for name in Exchange.__struct_fields__
    )
    return f"CREATE TEMP VIEW exchange AS SELECT {columns} FROM main.exchange"


# -- which records have a row of their own when one row is one call ----------------------------------

_OWN_KINDS: Final = ("malformed", "stderr")
_OWN_ROLES: Final = ("late", "duplicate", "unknown", "mistyped", "log", "event")

OWN_ROW: Final = (
    "(r.number = r.exchange"
    f" OR r.kind IN {_OWN_KINDS!r}"
    f" OR r.role IN {_OWN_ROLES!r}"
    " OR (r.kind = 'lifecycle' AND r.direction = '')"
    " OR (r.exchange = 0 AND r.kind NOT IN ('head', 'lifecycle') AND r.role != 'member'))"
)
"""`has_own_row` in SQL, over the alias r."""


def has_own_row(record: Record) -> bool:
    """Whether the record is a row where one row is one call.

    A request stands for its whole exchange. What a user looks for when something went wrong (a late or
    a second answer, malformed text, stderr) never hides behind another row. A member of a batch that is
    no request is seen in the row of its batch. What a server sends only to keep a stream alive (comments,
    pings) is among the messages, not among the calls.
    """
    if record.kind == "lifecycle":
        return not record.direction
    return (
        record.number == record.exchange
        or record.kind in _OWN_KINDS
        or record.role in _OWN_ROLES
        or (not record.exchange and record.kind != "head" and record.role != "member")
    )


# -- writing -----------------------------------------------------------------------------------------


class Table:
    """Inserts many rows with few statements.

    One statement of 128 rows instead of 128 statements, because Python's sqlite3 gives the GIL away and
    takes it back once a statement: with a busy loop thread every taking back may cost 5 ms.
    """

    _SIZES: Final = (128, 16, 1)

    def __init__(self, name: str, columns: Sequence[str], verb: str = "INSERT") -> None:
        self.name, self.columns = name, tuple(columns)
        self._values = attrgetter(*columns)
        head = f"{verb} INTO {name}({', '.join(columns)}) VALUES "
        row = f"({', '.join('?' * len(columns))})"
        self._statements = [(size, head + ", ".join([row] * size)) for size in self._SIZES]

    def values(self, thing: Any) -> tuple[Any, ...]:
        """The columns of one record, exchange ... as they are bound."""
        values: tuple[Any, ...] = self._values(thing)
        return values

    def insert(self, connection: sqlite3.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert all rows, in order."""
        start, count = 0, len(rows)
        for size, statement in self._statements:
            while count - start >= size:
                part: Iterable[tuple[Any, ...]] = rows[start : start + size]
                connection.execute(statement, tuple(chain.from_iterable(part)))
                start += size


RECORD: Final = Table("record", _RECORD_COLUMNS)
EXCHANGE: Final = Table("exchange", Exchange.__struct_fields__, "INSERT OR REPLACE")
FINDING: Final = Table("finding", [name for name in Finding.__struct_fields__ if name != "pointer"])
SESSION: Final = Table("session", SessionInfo.__struct_fields__, "INSERT OR REPLACE")
