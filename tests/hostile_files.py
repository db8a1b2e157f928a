"""Session files that mean harm, or were damaged: made here, opened by tests and by the benchmark `hostile`.

Each maker changes a small whole session. What it is called says what is wrong with it.
"""

from __future__ import annotations

import os
import random
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from tests.trace.samples import DEMO, answer, call, end, notification, request

__all__ = ["DAMAGED", "HOSTILE", "damage", "make_hostile", "whole_session"]

DAMAGED: Final = 200
_CALLS: Final = 60
_ENDLESS: Final = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i"
_HUGE: Final = 1 << 62
_LONG_WORD: Final = "replace(hex(zeroblob(240000)), '00', 'w')"
_SESSION_TEXTS: Final = ("name", "transport", "target", "era", "revision", "server", "decided")
_RECORD: Final = (
    "at_ns, session, direction, channel, kind, method, id, exchange, role, size, valid, note, spool"
)


def whole_session(path: Path) -> None:
    """A session of calls, answers, log messages, lines of stderr, findings, marks, notes and a rule."""
    journal = Journal.create(path)
    journal.add_session(DEMO)
    for turn in range(_CALLS):
        number = 4 * turn + 1
        asked = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo"}}' % number
        told = b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"%s"}]}}' % (
            number,
            b"x" * (turn * 7),
        )
        journal.append(
            [
                request(number, asked),
                notification(number + 1),
                answer(number + 2, number, told),
                notification(number + 3, b"a line", kind="stderr", channel="stderr", method="", valid=False),
            ]
        )
        exchange = call(number)
        if turn % 9:
            end(exchange, number + 2, turn + 0.5, "failed" if turn % 7 == 0 else "done")
        journal.touch(exchange)
        if turn % 10 == 0:
            journal.add_findings([Finding(number, number, 1, "RPC-01", "warning", "odd", "basic")])
    journal.annotations.set_marked([1, 5, 9], True)
    journal.annotations.set_note(5, "look here")
    journal.annotations.set_reference(9, True)
    journal.close()


def _sql(*statements: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()

    return change


def _schema(*statements: str) -> Callable[[Path], None]:
    """Written past what SQLite would let through."""

    def change(path: Path) -> None:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA writable_schema = ON")
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()

    return change


def _instead(table: str, *statements: str) -> Callable[[Path], None]:
    """Something else in the place of a table."""
    return _sql("DROP VIEW IF EXISTS message", f"ALTER TABLE {table} RENAME TO aside", *statements)


def _declared(table: str, *changes: tuple[str, str]) -> Callable[[Path], None]:
    """Other words in the statement that declares a table; its rows stay as they were written."""
    return _schema(
        *(
            f"UPDATE sqlite_schema SET sql = replace(sql, '{old}', '{new}') WHERE name = '{table}'"
            for old, new in changes
        )
    )


def _in_no_row(table: str, column: str, default: str) -> Callable[[Path], None]:
    """A column added later, with a value for all rows before: it stands in the declaration only."""

    def change(path: Path) -> None:
        connection = sqlite3.connect(path)
        try:
            [[view]] = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'message'")
            [[kind]] = connection.execute(
                "SELECT type FROM pragma_table_info(?) WHERE name = ?", (table, column)
            )
        finally:
            connection.close()
        _sql(
            "DROP VIEW message",
            f"ALTER TABLE {table} DROP COLUMN {column}",
            f"ALTER TABLE {table} ADD COLUMN {column} {kind} DEFAULT {default}",
            view,
        )(path)

    return change


def _long_note_of_many(path: Path) -> None:
    numbers = f"WITH RECURSIVE n(i) AS (SELECT {4 * _CALLS + 1} UNION ALL SELECT i + 1 FROM n WHERE i < 2000)"
    _sql(
        f"{numbers} INSERT INTO record SELECT i, {_RECORD} FROM n, record WHERE number = 2",
        f"{numbers} INSERT INTO body SELECT i, frame, raw FROM n, body WHERE number = 2",
    )(path)
    _in_no_row("record", "note", f"'{'x' * 200_000}'")(path)


def _long_comments_of_many(path: Path) -> None:
    _sql(
        "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
        " INSERT INTO annotation(number, marked) SELECT i, 1 FROM n"
    )(path)
    _in_no_row("annotation", "note", f"'{'x' * 200_000}'")(path)


def _capitals(path: Path) -> None:
    """Words as ours but for their case, which the declaration says is no difference."""
    words = {
        "record": ("kind", "role", "direction"),
        "exchange": ("status", "direction"),
        "finding": ("severity",),
    }
    for table, columns in words.items():
        _sql(f"UPDATE {table} SET " + ", ".join(f"{one} = upper({one})" for one in columns))(path)
        _declared(table, *((f"{one} TEXT", f"{one} TEXT COLLATE NOCASE") for one in columns))(path)


def _page_size(data: bytearray) -> int:
    return int.from_bytes(data[16:18], "big") or 65_536


def _root(path: Path, table: str) -> int:
    connection = sqlite3.connect(path)
    try:
        [root] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    finally:
        connection.close()
    return int(root)


def _tree(table: str, levels: int) -> Callable[[Path], None]:
    """Pages of a table that all lead to the same next one: endless rows from a few thousand bytes."""

    def change(path: Path) -> None:
        root = _root(path, table)
        data = bytearray(path.read_bytes())
        size = _page_size(data)
        leaf = bytes(data[(root - 1) * size : root * size])
        if leaf[0] == 5:  # an inner page: its last child is a leaf of the table
            child = int.from_bytes(leaf[8:12], "big")
            leaf = bytes(data[(child - 1) * size : child * size])
        pages = len(data) // size
        children = 300
        numbers = [root, *range(pages + 1, pages + levels)]
        leaf_number = pages + levels
        for place, number in enumerate(numbers):
            below = numbers[place + 1] if place + 1 < len(numbers) else leaf_number
            inner = bytearray(size)
            inner[0] = 5
            inner[3:5] = children.to_bytes(2, "big")
            inner[8:12] = below.to_bytes(4, "big")
            start = size - 5 * children
            inner[5:7] = start.to_bytes(2, "big")
            for cell in range(children):
                at = start + 5 * cell
                inner[12 + 2 * cell : 14 + 2 * cell] = at.to_bytes(2, "big")
                inner[at : at + 5] = below.to_bytes(4, "big") + bytes([1 + cell % 100])
            if number <= pages:
                data[(number - 1) * size : number * size] = inner
            else:
                data += inner
        data += leaf
        data[28:32] = (len(data) // size).to_bytes(4, "big")
        path.write_bytes(data)

    return change


def _to_itself(table: str) -> Callable[[Path], None]:
    """An inner page whose children are the page itself."""

    def change(path: Path) -> None:
        root = _root(path, table)
        data = bytearray(path.read_bytes())
        size = _page_size(data)
        at = (root - 1) * size
        data[at : at + 12] = bytes([5, 0, 0, 0, 0, 0, 0, 0]) + root.to_bytes(4, "big")
        path.write_bytes(data)

    return change


def _zeros(table: str) -> Callable[[Path], None]:
    """A page of zeros where a table begins."""

    def change(path: Path) -> None:
        size = _page_size(bytearray(path.read_bytes()))
        _bytes((_root(path, table) - 1) * size, bytes(size))(path)

    return change


def _bytes(offset: int, new: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        data = bytearray(path.read_bytes())
        data[offset : offset + len(new)] = new
        path.write_bytes(data)

    return change


def _cut(keep: float) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * keep)])

    return change


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _socket(path: Path) -> None:
    path.unlink()
    before = Path.cwd()
    os.chdir(path.parent)  # the names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(path.name)
    finally:
        os.chdir(before)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _device(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _beside(suffix: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        os.mkfifo(path.with_name(path.name + suffix))

    return change


def _pipe_of_a_part(path: Path) -> None:
    _sql("UPDATE record SET spool = 'part.part' WHERE number = 2")(path)
    parts = path.with_name(path.name + ".parts")
    parts.mkdir()
    os.mkfifo(parts / "part.part")


def _many(count: int) -> Callable[[Path], None]:
    return _sql(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        " INSERT INTO finding SELECT 1, 1, 1, 'R' || i, 'error', 'x', '' FROM n"
    )


HOSTILE: Final[dict[str, Callable[[Path], None]]] = {
    "a method of bytes": _sql("UPDATE record SET method = x'fffe00' WHERE number = 3"),
    "every method of bytes": _sql("UPDATE record SET method = zeroblob(20)"),
    "no kind": _sql("UPDATE record SET kind = NULL WHERE number % 2"),
    "an unknown kind": _sql("UPDATE record SET kind = 'gremlin'"),
    "an unknown direction": _sql("UPDATE record SET direction = 'up' WHERE number = 4"),
    "an unknown role and state": _sql("UPDATE record SET role = 'x'", "UPDATE exchange SET status = 'y'"),
    "a time of text": _sql("UPDATE record SET at_ns = 'soon'"),
    "a time without end": _sql("UPDATE record SET at_ns = 9223372036854775807 WHERE number = 7"),
    "a time two centuries off": _sql("UPDATE record SET at_ns = 4611686018427387904 WHERE number = 7"),
    "a time of long ago": _sql("UPDATE record SET at_ns = 1 WHERE number = 1"),
    "a time before all": _sql("UPDATE record SET at_ns = -9223372036854775808 WHERE number = 1"),
    "a size of text": _sql("UPDATE record SET size = x'00'", "UPDATE exchange SET answer_size = 'much'"),
    "an exchange of bytes": _sql("UPDATE record SET exchange = x'ff'"),
    "an exchange of half": _sql("UPDATE record SET exchange = 1.5"),
    "a parent that is its own": _sql("UPDATE exchange SET parent = number"),
    "parents in a ring": _sql("UPDATE exchange SET parent = (number + 4) % 240"),
    "times of exchanges of text": _sql(
        "UPDATE exchange SET started_ns = 'a', sent_ns = x'01', ended_ns = NULL, rounds = 'b'"
    ),
    "ends of exchanges of bytes": _sql("UPDATE exchange SET answer = x'01', last = x'02'"),
    "progress without end": _sql("UPDATE exchange SET progress = 9e999, total = -9e999, message = x'80'"),
    "bodies of text": _sql("UPDATE body SET raw = 'text', frame = 5"),
    "bodies of nothing": _sql("UPDATE body SET raw = NULL, frame = NULL"),
    "no bodies": _sql("DELETE FROM body"),
    "text that is not UTF-8": _sql(
        "UPDATE record SET note = CAST(x'fffefd80' AS TEXT), id = CAST(x'c0' AS TEXT)"
    ),
    "a record far away": _sql(
        f"INSERT INTO record SELECT 4611686018427387904, {_RECORD} FROM record WHERE number = 1"
    ),
    "records below nothing": _sql(
        f"INSERT INTO record SELECT -4611686018427387904, {_RECORD} FROM record WHERE number = 1"
    ),
    "records far apart": _sql("UPDATE record SET number = number * 1000000"),
    "no first record": _sql("DELETE FROM record WHERE number = 1"),
    "a session of bytes": _sql("UPDATE session SET name = x'00ff', target = 7, started_ns = 'x'"),
    "findings of bytes": _sql(
        "UPDATE finding SET severity = x'00', rule = NULL, message = x'ff', record = 'r'"
    ),
    "very many findings": _many(20_000),
    "very many connections": _sql(
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 60000) INSERT INTO session"
        " SELECT i, 'server ' || i, transport, target, started_ns, ended_ns, era, revision, server, decided"
        " FROM n, session WHERE number = 1"
    ),
    "marks of bytes": _sql(
        "UPDATE annotation SET marked = x'ff', reference = 'x', note = x'ff00ff'",
        "INSERT INTO annotation VALUES(4611686018427387904, 1, 1, 'far')",
        "INSERT OR REPLACE INTO setting VALUES('colour_rules', '[{\"filter\": 5}]')",
    ),
    "a note of 8 MB": _sql(
        "UPDATE record SET note = replace(hex(zeroblob(4000000)), '00', 'ab') WHERE number = 2"
    ),
    "a method of 8 MB": _sql(
        "UPDATE record SET method = replace(hex(zeroblob(4000000)), '00', 'ab') WHERE number < 3",
        "UPDATE exchange SET method = replace(hex(zeroblob(4000000)), '00', 'ab'), target = method"
        " WHERE number = 1",
    ),
    "texts behind a zero": _sql(
        "UPDATE record SET method = char(0) || replace(hex(zeroblob(1500000)), '00', 'ab') WHERE number < 3",
        "UPDATE exchange SET target = char(0) || replace(hex(zeroblob(500000)), '00', 'ab') WHERE number = 1",
    ),
    "numbers whose sum is none": _sql(
        f"UPDATE record SET size = {_HUGE}",
        f"UPDATE exchange SET rounds = {_HUGE}, records = {_HUGE}, answer_size = {_HUGE},"
        f" request_size = {_HUGE}, last = {_HUGE}",
    ),
    "a session of brackets": _sql(
        "UPDATE session SET server = replace(hex(zeroblob(120000)), '00', '['),"
        """ decided = replace(hex(zeroblob(40000)), '00', '{"a":')"""
    ),
    "a session of long words": _sql(
        f"UPDATE session SET {', '.join(f'{one} = {_LONG_WORD}' for one in _SESSION_TEXTS)}"
    ),
    "bytes that stand in no row": _in_no_row("body", "raw", f"x'{b'a'.hex() * 450_000}'"),
    "a note that stands in no row": _long_note_of_many,
    "comments that stand in no row": _long_comments_of_many,
    "another collation": _capitals,
    "a rule of its own": _declared("session", ("decided TEXT)", "decided TEXT, CHECK (number > name))")),
    "a view of records": _instead("record", f"CREATE VIEW record AS {_ENDLESS} AS number FROM n"),
    "a view of findings": _instead(
        "finding",
        f"CREATE VIEW finding AS {_ENDLESS} AS record, i AS exchange, 1 AS session, 'r' AS rule,"
        " 'error' AS severity, '' AS message, '' AS page FROM n",
    ),
    "a trigger": _sql("CREATE TRIGGER t AFTER INSERT ON annotation BEGIN DELETE FROM record; END"),
    "a virtual table": _instead("finding", "CREATE VIRTUAL TABLE finding USING fts5(record, exchange)"),
    "a view called a table": _schema(
        "INSERT INTO sqlite_schema VALUES('table', 'setting2', 'setting2', 3,"
        f" 'CREATE VIEW setting2 AS {_ENDLESS} FROM n')"
    ),
    "a column that is computed": _instead(
        "session",
        "CREATE TABLE session(number INTEGER PRIMARY KEY, name TEXT, transport TEXT, target TEXT,"
        " started_ns INTEGER, ended_ns INTEGER, era TEXT, revision TEXT, server TEXT,"
        " decided TEXT AS (hex(zeroblob(100000000))))",
        "INSERT INTO session(number, name) VALUES(1, 'x')",
    ),
    "a table that lacks columns": _sql("DROP VIEW message", "ALTER TABLE record DROP COLUMN note"),
    "too many tables": lambda path: _sql(*(f"CREATE TABLE t{n}(a)" for n in range(500)))(path),
    "SQL without sense": _schema("UPDATE sqlite_schema SET sql = 'CREATE TABLE (' WHERE name = 'body'"),
    "records that repeat without end": _tree("record", 9),
    "findings that repeat without end": _tree("finding", 9),
    "a schema that repeats without end": lambda path: _tree_of_schema(path),
    "a table that is its own child": _to_itself("record"),
    "tables that share their pages": _schema(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'body')"
        " WHERE name IN ('record', 'exchange', 'finding')"
    ),
    "a page of zeros": _zeros("body"),
    "no page of calls": _zeros("exchange"),
    "cut at its end": _cut(0.85),
    "cut in the middle": _cut(0.5),
    "only its first page": _cut(0.05),
    "only its first bytes": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "a page size of one": _bytes(16, b"\x00\x01"),
    "a text encoding of its own": _bytes(56, b"\x00\x00\x00\x09"),
    "no page count": _bytes(28, b"\xff\xff\xff\xff"),
    "a journal that is rubbish": lambda path: (
        path.with_name(path.name + "-journal").write_bytes(
            b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 600
        )
        and None
    ),
    "a log that is rubbish": lambda path: (
        path.with_name(path.name + "-wal").write_bytes(
            b"\x37\x7f\x06\x82\x00\x2d\xe2\x18" + b"\x00\x00\x10\x00" * 2000
        )
        and None
    ),
    "zeros": lambda path: path.write_bytes(bytes(1 << 20)) and None,
    "nothing": lambda path: path.write_bytes(b"") and None,
    "a folder": _folder,
} | (
    {
        "a pipe": _pipe,
        "a socket": _socket,
        "a device": _device,
        "a pipe for its log": _beside("-wal"),
        "a pipe for its journal": _beside("-journal"),
        "a pipe for a whole line": _pipe_of_a_part,
    }
    if hasattr(os, "mkfifo")
    else {}
)


def _tree_of_schema(path: Path) -> None:
    """The table of tables begins after the head of the file."""
    data = bytearray(path.read_bytes())
    size = _page_size(data)
    pages = len(data) // size
    old = bytes(data[100:size])
    leaf = bytearray(size)
    leaf[: len(old)] = old  # what it holds lies 100 bytes too near: rubbish, as it pleases
    children = 100
    levels = 8
    for level in range(levels):
        below = pages + level + 1
        base = 100 if level == 0 else 0
        inner = bytearray(data[:size]) if level == 0 else bytearray(size)
        inner[base] = 5
        inner[base + 3 : base + 5] = children.to_bytes(2, "big")
        inner[base + 8 : base + 12] = below.to_bytes(4, "big")
        start = size - 5 * children
        inner[base + 5 : base + 7] = start.to_bytes(2, "big")
        for cell in range(children):
            at = start + 5 * cell
            place = base + 12 + 2 * cell
            inner[place : place + 2] = at.to_bytes(2, "big")
            inner[at : at + 5] = below.to_bytes(4, "big") + bytes([1 + cell % 100])
        if level == 0:
            data[:size] = inner
        else:
            data += inner
    empty = bytearray(size)
    empty[0] = 13
    empty[5:7] = size.to_bytes(2, "big")
    data += empty
    data[28:32] = (len(data) // size).to_bytes(4, "big")
    path.write_bytes(data)


def make_hostile(name: str, path: Path) -> None:
    """The file of that name at that place."""
    whole_session(path)
    HOSTILE[name](path)


def damage(path: Path, seed: int) -> None:
    """Damage a file as disks, networks and editors do: bits, runs, swapped or lost pieces."""
    chance = random.Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 1, 2, 5, 40))):
        at = chance.randrange(len(data))
        length = min(chance.choice((1, 1, 4, 64, 700, 4096)), len(data) - at)
        way = chance.randrange(6)
        if way == 0:
            data[at] ^= 1 << chance.randrange(8)
        elif way == 1:
            data[at : at + length] = chance.randbytes(length)
        elif way == 2:
            data[at : at + length] = bytes(length)
        elif way == 3:
            other = chance.randrange(len(data) - length + 1)
            data[at : at + length] = data[other : other + length]
        elif way == 4:
            del data[at : at + length]
        else:
            data[at : at + length] = b"\xff" * length
    if chance.random() < 0.1:
        del data[chance.randrange(len(data)) :]
    path.write_bytes(data)
