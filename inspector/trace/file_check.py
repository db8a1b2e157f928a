"""An opened session file is read as if a stranger had made it: what must be so before it is asked anything.

What lies at the path, which tables there are and how many records there can be is looked at in every file.
The values of a file are looked at as well, each of them, where that takes a moment only; a larger file is
opened without, and its rows are made fit one by one when they are read (`Reader`).
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from inspector.errors import DamagedError, UsageError
from inspector.protocol.records import EXCHANGE_STATES, KINDS, ROLES
from inspector.trace.journal_schema import NEWER, SCHEMA
from inspector.trace.rows import SEVERITIES
from inspector.trace.text_columns import cut
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = [
    "CHECKED_BYTES",
    "CHOICES",
    "LARGEST",
    "LONGEST",
    "MOST_SESSIONS",
    "check",
    "check_values",
    "columns_there",
    "damaged",
    "fit",
    "require_file",
    "schema_of",
]

CHECKED_BYTES: Final = 8 << 20
"""Files up to this size are looked at whole when they are opened: a tenth of a second."""
LARGEST: Final = 1 << 62
"""Of a number in a file: times up to the year 2116, and sums of two are still whole numbers."""
CHOICES: Final[dict[tuple[str, str], Sequence[str]]] = {
    ("record", "direction"): ("", "out", "in"),
    ("record", "kind"): ("malformed", *(kind for kind in KINDS if kind != "malformed")),
    ("record", "role"): ROLES,
    ("exchange", "direction"): ("out", "in"),
    ("exchange", "status"): ("lost", *(state for state in EXCHANGE_STATES if state != "lost")),
    ("finding", "severity"): ("info", *(one for one in SEVERITIES if one != "info")),
}
"""Columns whose texts are known; the first one stands for any other."""

LONGEST: Final = 250_000
"""Characters of a text beside the bytes: a name, a message. Longer ones stop a window that shows them."""
MOST_SESSIONS: Final = 25_000
"""Connections of a file: each is held in memory, and is a name in several views."""
_OPTIONAL: Final = ("annotation", "sentence", "setting")  # an older program made none
_KEYS: Final = {"setting": "key", "sentence": "english"}
_STEPS: Final = 20_000  # of SQLite's machine between two looks: about half a thousandth of a second
_LOOKS: Final = 200  # that a file may take without its rows, and for each MB of them; ours take up to 190
_LOOKS_A_MB: Final = 300
_SLOW_S: Final = 0.01  # processor time of a look where even a slow machine has less to do
_PATIENCE_S: Final = 1.0  # of processor time beyond that: few steps with very much to do in each
_OBJECTS: Final = 100  # tables, indexes and so on; ours has 14
_ROOM: Final = 1_000  # records more than seem to have room: a log beside the file is not counted
_LEAST_BYTES: Final = 24  # of the shortest row of record with the one of body
_NAME_COLUMNS: Final = 60
_MOST_DEFAULT: Final = 100  # characters of a value that all rows may have and that stands in none of them
_INDEX: Final = re.compile("CREATE (UNIQUE )?INDEX ")
_TABLE: Final = re.compile(r"""CREATE TABLE ["'`\[]?(?!if\b)(\w+)""", re.IGNORECASE)
"""The name that counts: what the row beside it says is not what SQLite goes by."""
_COLUMN: Final = r"\w+ (INTEGER|TEXT|REAL|BLOB)( PRIMARY KEY)?"
_PLAIN_TABLE: Final = re.compile(rf'CREATE TABLE "?\w+"? ?\( ?{_COLUMN}(, ?{_COLUMN})* ?\)', re.ASCII)
"""How we declare a table. Anything more says what SQLite is to make of the rows: values that stand in none
of them, words that are equal though they differ, rules with work of their own."""
_KINDS: Final = (
    (stat.S_ISDIR, QT_TRANSLATE_NOOP("Trace", "{} is a folder, not a file")),
    (stat.S_ISFIFO, QT_TRANSLATE_NOOP("Trace", "{} is a named pipe, not a file")),
    (stat.S_ISSOCK, QT_TRANSLATE_NOOP("Trace", "{} is a socket, not a file")),
    (stat.S_ISCHR, QT_TRANSLATE_NOOP("Trace", "{} is a device, not a file")),
    (stat.S_ISBLK, QT_TRANSLATE_NOOP("Trace", "{} is a device, not a file")),
)
_ODD: Final = {
    "view": QT_TRANSLATE_NOOP("Trace", "view {}"),
    "trigger": QT_TRANSLATE_NOOP("Trace", "trigger {}"),
    "virtual": QT_TRANSLATE_NOOP("Trace", "virtual table {}"),
    "index": QT_TRANSLATE_NOOP("Trace", "index of another program, {}"),
}


def require_file(path: Path, *, missing: bool = False) -> None:
    """Raises UsageError for what opening would wait at, or do something by: pipes, devices, sockets, folders.

    missing: nothing may be there as well. Else raises OSError then.
    """
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        if missing:
            return
        raise
    for is_kind, text in _KINDS:
        if is_kind(mode):
            raise UsageError(translate("Trace", text).format(path))


@cache
def schema_of() -> dict[tuple[str, str], str]:
    """(type, name) → SQL of all that our own files hold, as SQLite keeps it."""
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(SCHEMA)
        rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_schema").fetchall()
    connection.close()
    return {(kind, name): _plain(sql) for kind, name, sql in rows}


@cache
def _our_columns() -> dict[str, dict[str, str]]:
    """Table → column → type."""
    with sqlite3.connect(":memory:") as connection:
        connection.executescript(SCHEMA)
        tables = [name for kind, name in schema_of() if kind == "table"]
        found = {table: _columns(connection, table) for table in tables}
    connection.close()
    return found


def columns_there(connection: sqlite3.Connection, table: str) -> set[str]:
    """The columns of ours that a real table of a file has; none where something else has its name."""
    rows = connection.execute(
        "SELECT rootpage, sql FROM main.sqlite_schema WHERE type = 'table' AND name = ?", (table,)
    ).fetchall()
    if len(rows) != 1 or not rows[0][0] or not str(rows[0][1]).startswith("CREATE TABLE "):
        return set()
    return set(_columns(connection, table)) & set(_our_columns()[table])


def _columns(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """Plain columns only: what is computed from others, or from a long default, is no part of the file."""
    rows = connection.execute(
        "SELECT name, type FROM pragma_table_xinfo(?, 'main')"
        f" WHERE NOT hidden AND length(coalesce(dflt_value, '')) <= {_MOST_DEFAULT}",
        (table,),
    )
    return dict(rows.fetchall())


def _plain(sql: str) -> str:
    return " ".join(sql.split())


def fit(table: str, row: Sequence[Any], names: Sequence[str]) -> list[Any]:
    """A row with a value of its own type in each column: what is of another is as if nothing stood there."""
    return [make(value) for make, value in zip(_makers(table, tuple(names)), row, strict=True)]


@cache
def _makers(table: str, names: tuple[str, ...]) -> tuple[Callable[[Any], Any], ...]:
    return tuple(_maker(table, name, _our_columns()[table][name]) for name in names)


def _maker(table: str, name: str, kind: str) -> Callable[[Any], Any]:
    if choices := CHOICES.get((table, name)):
        known = frozenset(choices)
        return lambda value: value if type(value) is str and value in known else choices[0]
    if kind == "INTEGER":
        return lambda value: value if type(value) is int and 0 <= value <= LARGEST else 0
    if kind == "REAL":
        return lambda value: value if type(value) is float and abs(value) < 1e300 else -1.0
    if kind == "BLOB":
        return lambda value: value if type(value) is bytes else b""
    return lambda value: value[:LONGEST] if type(value) is str else ""


class _Patience:
    """How much may be asked of a file while it is opened: by work, so that a slow machine reads the same."""

    def __init__(self, whole_bytes: int) -> None:
        self._left = _LOOKS + _LOOKS_A_MB * whole_bytes // (1 << 20)
        self._until = time.thread_time() + _PATIENCE_S
        self.is_over = False

    def look(self) -> bool:
        """After so many steps; whether SQLite is to stop."""
        self._left -= 1
        self._until += _SLOW_S
        self.is_over = self.is_over or self._left < 0 or time.thread_time() > self._until
        return self.is_over


def check(connection: sqlite3.Connection, path: Path, whole_bytes: int = CHECKED_BYTES) -> bool:
    """Whether every value was looked at, and is what it should be.

    whole_bytes: a larger file is not looked at whole. Raises UsageError for what is no session file, and
    DamagedError where a part may be readable.
    """
    patience = _Patience(whole_bytes)
    connection.set_progress_handler(patience.look, _STEPS)
    try:
        connection.execute("BEGIN")  # another program may be writing it
        try:
            _check_tables(connection, path)
            size = _check_numbers(connection, path)
            if size > whole_bytes:
                return False
            [found] = connection.execute("PRAGMA main.integrity_check(1)").fetchone()
            if found != "ok":
                raise damaged(path, cut(str(found), _NAME_COLUMNS))
            check_values(connection, path)
        finally:
            connection.execute("ROLLBACK")
    except (sqlite3.Error, MemoryError) as error:
        if patience.is_over:
            raise damaged(path, translate("Trace", "it takes far too long to read")) from error
        raise damaged(path, cut(str(error), _NAME_COLUMNS)) from error
    finally:
        connection.set_progress_handler(None, 0)
    return True


def damaged(path: Path, why: str) -> DamagedError:
    """The error that says so; why: in whose words ever, on one line."""
    return DamagedError(
        translate("Trace", "cannot read the session file {path}: {error}").format(path=path, error=why)
    )


def _check_tables(connection: sqlite3.Connection, path: Path) -> None:
    ours = schema_of()
    objects = connection.execute(
        "SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema LIMIT ?", (_OBJECTS + 1,)
    ).fetchall()
    if len(objects) > _OBJECTS:
        raise damaged(path, translate("Trace", "it contains too many tables"))
    for kind, name, table, root, sql in objects:
        text = _plain(sql) if isinstance(sql, str) else ""
        if ours.get((kind, name)) == text:
            continue
        if kind == "table" and root and text.startswith("CREATE TABLE "):
            _check_declaration(text, path)
            continue
        if kind == "index" and not text:  # SQLite's own, of a key
            continue
        if kind == "index" and ("table", table) not in ours and _INDEX.match(text):
            continue
        what = translate("Trace", _ODD.get(_said_by(text) or kind, _ODD["virtual"]))
        why = translate("Trace", "it contains {}").format(what.format(cut(str(name), _NAME_COLUMNS)))
        raise damaged(path, why)
    for table, expected in _our_columns().items():
        there = _columns(connection, table)
        if not there and table in _OPTIONAL:
            continue
        if not there:
            raise damaged(path, translate("Trace", "it has no table {}").format(table))
        for column, kind in expected.items():
            if column in NEWER and column not in there:
                continue
            if there.get(column) != kind:
                raise damaged(
                    path,
                    translate("Trace", "its table {table} has no column {column} of type {kind}").format(
                        table=table, column=column, kind=kind
                    ),
                )
        keys = connection.execute(
            "SELECT name, pk FROM pragma_table_xinfo(?, 'main') WHERE pk", (table,)
        ).fetchall()
        key = _KEYS.get(table, "number")
        wanted = [(key, 1)] if key in expected else []
        if keys != wanted:
            raise damaged(path, translate("Trace", "its table {} has a different key").format(table))


def _check_declaration(sql: str, path: Path) -> None:
    """A table of ours is declared as we do it; what is in a table of another program is never read."""
    found = _TABLE.match(sql)
    name = found[1].lower() if found is not None else ""
    if (not name or ("table", name) in schema_of()) and not _PLAIN_TABLE.fullmatch(sql):
        raise damaged(
            path,
            translate("Trace", "its table {} declares more than columns and their types").format(
                cut(name or sql.removeprefix("CREATE TABLE "), _NAME_COLUMNS)
            ),
        )


def _said_by(sql: str) -> str:
    """What the SQL makes, which may be another thing than the row says that holds it."""
    words = sql.lower().split()[1:3]
    return next((word for word in words if word in _ODD), "")


def _check_numbers(connection: sqlite3.Connection, path: Path) -> int:
    """No more records than have room in the file, nor more connections than we bear; its size."""
    [pages], [page] = (
        connection.execute(f"PRAGMA main.{one}").fetchone() for one in ("page_count", "page_size")
    )
    size = int(pages * page)
    [connections] = connection.execute(
        "SELECT count(*) FROM (SELECT 1 FROM main.session LIMIT ?)", (MOST_SESSIONS + 1,)
    ).fetchone()
    if connections > MOST_SESSIONS:
        raise damaged(path, translate("Trace", "it contains too many connections"))
    [last] = connection.execute("SELECT max(number) FROM main.record").fetchone()
    if last is not None and last > size // _LEAST_BYTES + _ROOM:
        raise damaged(
            path,
            translate(
                "Trace", "its last record has number {last}, which does not fit in a file of {size} bytes"
            ).format(last=last, size=size),
        )
    return size


def check_values(connection: sqlite3.Connection, path: Path) -> None:
    """Look at all values; raises DamagedError where they are not what they should be, and SQLite's errors."""
    connection.create_function(
        "characters", 1, lambda data: len(data.decode("utf-8", "replace")), deterministic=True
    )
    for table, columns in _our_columns().items():
        if table in _OPTIONAL:
            continue
        there = columns_there(connection, table)
        columns = {name: kind for name, kind in columns.items() if name in there}
        wrong = ", ".join(f"sum(NOT coalesce({_good(table, *one)}, 0))" for one in columns.items())
        for column, count in zip(
            columns, connection.execute(f"SELECT {wrong} FROM main.{table}").fetchone(), strict=True
        ):
            if count:
                raise damaged(
                    path,
                    translate("Trace", "{table}.{column} has invalid values in {count} rows").format(
                        table=table, column=column, count=count
                    ),
                )
    count, least, last = connection.execute(
        "SELECT count(*), min(number), max(number) FROM main.record"
    ).fetchone()
    if count and (least != 1 or last != count):
        raise damaged(
            path,
            translate(
                "Trace", "its records are numbered from {least} to {last}, but there are {count}"
            ).format(least=least, last=last, count=count),
        )
    [bare] = connection.execute(
        "SELECT count(*) FROM main.record r"
        " WHERE NOT EXISTS (SELECT 1 FROM main.body b WHERE b.number = r.number)"
    ).fetchone()
    if bare:
        raise damaged(path, translate("Trace", "{} records have lost their bytes").format(bare))


def _good(table: str, column: str, kind: str) -> str:
    if choices := CHOICES.get((table, column)):
        return f"typeof({column}) = 'text' AND {column} IN ({', '.join(map(repr, choices))})"
    if kind == "INTEGER":
        return f"typeof({column}) = 'integer' AND {column} BETWEEN 0 AND {LARGEST}"
    if kind == "REAL":
        return f"typeof({column}) = 'real' AND abs({column}) < 1e300"
    if kind == "TEXT":  # SQLite counts the characters of a text up to the first zero only
        data = f"CAST({column} AS BLOB)"
        return (
            f"CASE WHEN typeof({column}) != 'text' THEN 0 WHEN length({data}) <= {LONGEST} THEN 1"
            f" ELSE characters({data}) <= {LONGEST} END"
        )
    return f"typeof({column}) = '{kind.lower()}'"
