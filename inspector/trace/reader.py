"""Reads a session file: records, rows, exchanges, findings.

Every question goes through a connection of its own kind that cannot write. Connections are lent from a
small pool, so any thread may ask.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct

from inspector.errors import ClosedError
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace.file_check import fit
from inspector.trace.journal_schema import FINDING, RECORD
from inspector.trace.query.functions import register_functions
from inspector.trace.rows import PREVIEW_BYTES, SHOWN_CHARS, preview_of
from inspector.trace.sentences import Sentences
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["Reader"]

LARGE_BYTES: Final = 65_536  # above this, substr would read the whole blob
CLOSE_LIMIT_S: Final = 2.0  # an interrupted statement ends within milliseconds

_CLOSED: Final = QT_TRANSLATE_NOOP("Trace", "the session file is closed")
_RECORD: Final = ", ".join(f"r.{column}" for column in RECORD.columns)
_HEAD: Final = ", ".join(  # a server may name a method as long as it likes, and a row shows its beginning
    f"substr(r.{column}, 1, {SHOWN_CHARS})" if column in ("method", "id", "note") else f"r.{column}"
    for column in RECORD.columns
)
_EXCHANGE: Final = ", ".join(Exchange.__struct_fields__)
_FINDING: Final = ", ".join(FINDING.columns)
_SESSION: Final = ", ".join(SessionInfo.__struct_fields__)
_KINDS: Final[dict[type[Struct], tuple[str, int]]] = {
    SessionInfo: ("session", SessionInfo.__struct_fields__.index("decided")),
    Exchange: ("exchange", Exchange.__struct_fields__.index("detail")),
    Finding: ("finding", Finding.__struct_fields__.index("message")),
}
"""The table of each, and where its sentence stands."""
_S = TypeVar("_S", SessionInfo, Exchange, Finding)
_STEPS: Final = 1_000_000  # of SQLite's machine between two looks whether anybody waits: some 20 ms
_LIST: Final = "(SELECT value FROM json_each(?))"
_PIECE: Final = 1 << 20  # bytes
_IS_LARGE: Final = f"typeof(b.{{0}}) = 'blob' AND length(b.{{0}}) > {_PIECE}"


_MOST_FINDINGS: Final = 2_000
"""About one record or exchange, of each; a file may hold a million, and each is a row of a list."""


class Reader:
    """Questions to one session file.

    connect: makes a read-only connection. parts: the folder of spooled lines, which the file knows by
    their names only, so that a session can be moved. `unsure`: the values of the file were not looked at,
    and may be of any type.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection], parts: Path) -> None:
        self.unsure = False
        self._connect = connect
        self._parts = parts
        self._free: list[sqlite3.Connection] = []
        self._lent: list[sqlite3.Connection] = []
        self._returned = threading.Condition()
        self._closed = False
        self._sentences = Sentences(self.lend)

    def connect(self) -> sqlite3.Connection:
        """A connection for the caller alone, which closes it. Knows the functions that filters need."""
        connection = self._connect()
        register_functions(connection)
        connection.set_progress_handler(self._is_closed, _STEPS)
        return connection

    @contextmanager
    def own(self, cancelled: Callable[[], bool]) -> Iterator[sqlite3.Connection]:
        """A connection for one long question, which fails soon after cancelled() is true."""
        connection = self.connect()
        connection.set_progress_handler(lambda: self._closed or cancelled(), _STEPS)
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if self._closed:
                raise ClosedError(translate("Trace", _CLOSED)) from error
            raise
        finally:
            connection.close()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._closed

    def _is_closed(self) -> bool:
        """Ends what anybody still asks, on whichever connection."""
        return self._closed

    def close(self) -> None:
        """Close all connections. A question that a worker still asks is interrupted: it ends in ClosedError.

        A connection is closed only by its user: closing it under a running statement is a crash.
        """
        with self._returned:
            self._closed = True
            for connection in self._lent:
                connection.interrupt()
            self._returned.wait_for(self._none_lent, CLOSE_LIMIT_S)
            while self._free:
                self._free.pop().close()

    def _none_lent(self) -> bool:
        return not self._lent

    @contextmanager
    def lend(self) -> Iterator[sqlite3.Connection]:
        """A connection for the length of one question. Raises ClosedError after `close`."""
        connection = self._take()
        try:
            yield connection
        except sqlite3.OperationalError as error:
            if self._closed:
                raise ClosedError(translate("Trace", _CLOSED)) from error
            raise
        finally:
            self._give_back(connection)

    def _take(self) -> sqlite3.Connection:
        with self._returned:
            if self._closed:
                raise ClosedError(translate("Trace", _CLOSED))
            connection = self._free.pop() if self._free else self.connect()
            self._lent.append(connection)
            return connection

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._returned:
            self._lent.remove(connection)
            if self._closed:
                connection.close()
            else:
                self._free.append(connection)
            self._returned.notify_all()

    def _all_of(self, sql: str, *params: Any) -> list[tuple[Any, ...]]:
        """All rows; none when that part of an `unsure` file is damaged, which is told elsewhere."""
        try:
            with self.lend() as connection:
                return connection.execute(sql, params).fetchall()
        except sqlite3.DatabaseError:
            if not self.unsure:
                raise
            return []

    def _record(self, row: Sequence[Any], raw: bytes = b"", frame: bytes = b"") -> Record:
        if self.unsure:
            row = fit("record", row[:14], RECORD.columns)
            raw, frame = fit("body", (raw, frame), ("raw", "frame"))
        number, at_ns, session, direction, channel, kind, method, identifier, exchange, role, size = row[:11]
        valid, note, spool = row[11:]
        return Record(
            number, at_ns, session, direction, channel, kind, method, identifier, exchange, role, size,
            raw, frame, bool(valid), self._sentences.of(note), self._part(spool) if spool else "",
        )  # fmt: skip

    def _part(self, name: object) -> str:
        """Where a spooled line lies; "" for a link: in a session of others it may lead anywhere here."""
        path = self._parts / Path(str(name)).name
        if path.is_symlink() or self._parts.is_symlink():
            return ""
        return str(path) if path.is_file() or not path.exists() else ""

    # -- what is in it -------------------------------------------------------------------------------

    def last(self) -> int:
        """Number of the newest record, 0: none."""
        with self.lend() as connection:
            return int(connection.execute("SELECT max(number) FROM record").fetchone()[0] or 0)

    def sessions(self) -> list[SessionInfo]:
        """All sessions by number."""
        rows = self._all_of(f"SELECT {_SESSION} FROM session ORDER BY number")
        return [self.made(SessionInfo, row) for row in rows]

    def made(self, kind: type[_S], row: Sequence[Any]) -> _S:
        """The struct of a row, whatever the file holds; its sentence with its message."""
        table, place = _KINDS[kind]
        values = fit(table, row, kind.__struct_fields__) if self.unsure else list(row)
        values[place] = self._sentences.of(values[place])
        return kind(*values)

    def records(self, first: int, last: int, largest: int = 0) -> list[Record]:
        """Records with their bytes, in order. largest: longer raw bytes are left out (0: none is)."""
        without = "WHEN r.size > ?3 THEN x''" if largest else ""
        return self._with_bytes(
            "BETWEEN ?1 AND ?2", first, last, *([largest] if largest else []), without=without
        )

    def records_of(self, numbers: Iterable[int]) -> list[Record]:
        """The records of these numbers with their bytes, ascending."""
        return self._with_bytes(f"IN {_LIST}", json.dumps(list(numbers)))

    def _with_bytes(self, which: str, *params: Any, without: str = "") -> list[Record]:
        """The records whose number is `which`. without: when raw bytes are left out."""
        raw, frame = (
            f"CASE {more} WHEN {_IS_LARGE.format(column)} THEN 0 ELSE b.{column} END"
            for column, more in (("raw", without), ("frame", ""))
        )
        rows = self._all_of(
            f"SELECT {_RECORD}, {raw}, {frame} FROM record r JOIN body b ON b.number = r.number"
            f" WHERE r.number {which} ORDER BY r.number",
            *params,
        )
        return [
            self._record(
                row,
                self._large("raw", row[0]) if raw == 0 else raw,
                self._large("frame", row[0]) if frame == 0 else frame,
            )
            for *row, raw, frame in rows
        ]

    def _large(self, column: str, number: int) -> bytes:
        """Bytes of a record, in pieces: in one go 50 MB take 100 ms in which no other thread runs."""
        made = BytesIO()
        try:
            with self.lend() as lent, lent.blobopen("body", column, number, readonly=True) as blob:
                while piece := blob.read(_PIECE):
                    made.write(piece)
        except sqlite3.DatabaseError:
            if not self.unsure:
                raise
        return made.getvalue()

    def weights(self, numbers: Iterable[int]) -> list[tuple[int, int]]:
        """(number, bytes kept) of these records, ascending; no bytes are read for it."""
        return self._all_of(
            f"SELECT number, length(raw) + length(frame) FROM body WHERE number IN {_LIST} ORDER BY number",
            json.dumps(list(numbers)),
        )

    def heads(self, numbers: Iterable[int]) -> list[tuple[Record, str]]:
        """Records without their bytes, each with its preview, in any order."""
        try:
            return self._heads(json.dumps(list(numbers)))
        except sqlite3.DatabaseError:
            if not self.unsure:
                raise
            return []

    def _heads(self, numbers: str) -> list[tuple[Record, str]]:
        with self.lend() as connection:
            rows = connection.execute(
                f"SELECT {_HEAD}, CASE WHEN coalesce(length(b.raw), 0) < {LARGE_BYTES}"
                f" THEN coalesce(CAST(substr(b.raw, 1, {PREVIEW_BYTES}) AS BLOB), x'') END"
                f" FROM record r JOIN body b ON b.number = r.number WHERE r.number IN {_LIST}",
                (numbers,),
            ).fetchall()
            return [
                (self._record(row), preview_of(_beginning(connection, row[0], raw))) for *row, raw in rows
            ]

    def exchanges(self, numbers: Iterable[int]) -> list[Exchange]:
        """The exchanges of these numbers that are in the file, in any order."""
        rows = self._all_of(
            f"SELECT {_EXCHANGE} FROM exchange WHERE number IN {_LIST}", json.dumps(list(numbers))
        )
        return [self.made(Exchange, row) for row in rows]

    def of_exchange(self, number: int) -> list[int]:
        """Numbers of all records of an exchange."""
        rows = self._all_of(
            "SELECT number FROM record WHERE exchange = ? AND exchange != 0 ORDER BY number", number
        )
        return [row[0] for row in rows]

    def findings(self, record: int, exchange: int) -> list[Finding]:
        """The first findings of a record, of an exchange, or of either; all when both are 0. As they came."""
        first = f"(SELECT rowid FROM finding WHERE {{}} ORDER BY rowid LIMIT {_MOST_FINDINGS})"
        of_record = first.format("record = ?1 AND ?1 != 0")
        of_exchange = first.format("exchange = ?2 AND exchange != 0")
        where = f"rowid IN {of_record} OR rowid IN {of_exchange}" if record or exchange else "?1 = ?2"
        rows = self._all_of(f"SELECT {_FINDING} FROM finding WHERE {where} ORDER BY rowid", record, exchange)
        return [self.made(Finding, row) for row in rows]

    def findings_between(self, first: int, last: int) -> list[Finding]:
        """The findings at these places, from 0. None is ever removed, so a place is a rowid less 1."""
        rows = self._all_of(
            f"SELECT {_FINDING} FROM finding WHERE rowid BETWEEN ? AND ? ORDER BY rowid", first + 1, last + 1
        )
        return [self.made(Finding, row) for row in rows]

    def findings_of(self, numbers: Iterable[int]) -> list[Finding]:
        """Findings about these records, by record, as they came."""
        sql = f"SELECT {_FINDING} FROM finding WHERE record IN {_LIST} ORDER BY record, rowid"
        rows = self._all_of(sql, json.dumps(list(numbers)))
        return [self.made(Finding, row) for row in rows]

    def severities(self, numbers: Iterable[int]) -> list[tuple[int, int, str]]:
        """(record, exchange, severity) of every finding about these records or the exchanges they open."""
        text = json.dumps(list(numbers))
        return self._all_of(
            f"SELECT record, exchange, severity FROM finding WHERE record IN {_LIST}"
            " UNION SELECT record, exchange, severity FROM finding"
            f" WHERE exchange != 0 AND exchange IN {_LIST}",
            text,
            text,
        )

    def finding_count(self) -> dict[str, int]:
        """Severity → number of findings."""
        return dict(self._all_of("SELECT severity, count(*) FROM finding GROUP BY severity"))


def _beginning(connection: sqlite3.Connection, number: int, raw: bytes | None) -> bytes:
    if raw is not None:
        return raw
    with connection.blobopen("body", "raw", number, readonly=True) as blob:
        return blob.read(PREVIEW_BYTES)
