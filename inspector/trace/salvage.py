"""Take what can be read out of a damaged session file, into a session of its own that is whole.

Rows are asked for in small pages, in the order of their numbers. Where a page cannot be read the next one
that can is looked for further on; a value that is not of its column's type is as if nothing stood there.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from inspector.errors import UsageError
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace import storage
from inspector.trace.annotation_file import read_annotations
from inspector.trace.annotations import Annotations
from inspector.trace.file_check import MOST_SESSIONS, columns_there, damaged, fit
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import FINDING, NEWER, RECORD
from inspector.trace.renumbering import Renumbered
from inspector.translation import translate

__all__ = ["Salvaged", "salvage"]

_PAGE: Final = 256
_STEPS: Final = 1_000_000
_PAGE_STEPS: Final = 5  # so many million steps of SQLite's machine at most for a page of rows: 0.1 s
_LAST: Final = 1 << 62
_FAILS: Final = 200  # pages in vain, all in all: such a file was made by intent
_ENDLESS: Final = 20  # so many of them is one that does not come to an end


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What came of it. lost: whether some of it could not be read."""

    records: int
    lost: bool


class _Stopped(Exception):
    """A user does not want it any more."""


def salvage(path: Path, target: Journal, told: Callable[[int], bool] | None = None) -> Salvaged | None:
    """Fill an empty journal; None when `told` stopped it. Blocks.

    told: called with the number of records so far. Raises UsageError when nothing can be read.
    """
    source, immutable, copy = storage.make_readable(path)
    try:
        with contextlib.closing(_connected(source, immutable)) as connection:
            work = _Salvage(connection, target, told or _go_on)
            work.run(path)
    except _Stopped:
        return None
    except (sqlite3.Error, MemoryError) as error:
        raise damaged(path, str(error)) from error
    finally:
        if copy is not None:
            copy.cleanup()
    target.sync()
    if not target.last:
        raise UsageError(translate("Trace", "nothing readable in {}").format(path))
    return Salvaged(target.last, work.lost)


def _connected(path: Path, immutable: bool) -> sqlite3.Connection:
    """A journal beside it that cannot be played back is left aside; a file that was cut is read as it is."""
    try:
        return storage.connect_reader(path, closed=True, immutable=immutable, past_errors=True)
    except sqlite3.Error:
        return storage.connect_reader(path, closed=True, immutable=True, past_errors=True)


def _go_on(_done: int) -> bool:
    return True


class _Salvage:
    def __init__(self, connection: sqlite3.Connection, target: Journal, told: Callable[[int], bool]) -> None:
        self.lost = False
        self._connection, self._target, self._told = connection, target, told
        self._moved = Renumbered(target)
        self._done = self._steps = self._fails = 0
        self._at_ns = 0
        self._stopped = False
        self._bodies = ""
        connection.set_progress_handler(self._is_over, _STEPS)

    def run(self, path: Path) -> None:
        if not columns_there(self._connection, "record"):
            raise UsageError(translate("Trace", "nothing readable in {}").format(path))
        there = columns_there(self._connection, "body")
        self._bodies = ", ".join(one if one in there else "NULL" for one in ("raw", "frame"))
        parts = storage.parts_folder(path)
        for place, row in enumerate(self._rows("session", SessionInfo.__struct_fields__, "number")):
            if place >= MOST_SESSIONS:
                self.lost = True
                break
            self._moved.session(SessionInfo(*row))
        for row in self._rows("record", RECORD.columns, "number"):
            self._record(row, parts)
        for row in self._rows("exchange", Exchange.__struct_fields__, "number"):
            exchange = Exchange(*row)
            exchange.status = "lost" if exchange.status == "pending" else exchange.status
            self._moved.exchange(exchange)
        for row in self._rows("finding", FINDING.columns, "rowid"):
            self._moved.finding(Finding(*row))
        self._annotate()

    def _record(self, row: list[Any], parts: Path) -> None:
        head = dict(zip(RECORD.columns, row, strict=True))
        # One without a time came after the one before it.
        self._at_ns = head["at_ns"] = head["at_ns"] or self._at_ns
        whole = parts / Path(head["spool"]).name if head["spool"] else None
        if whole is not None and (whole.is_symlink() or parts.is_symlink() or not whole.is_file()):
            whole, self.lost = None, True
        raw, frame = self._body(row[0])
        head |= {"raw": raw, "frame": frame, "valid": bool(head["valid"]), "spool": ""}
        self._moved.record(Record(**head), whole)
        self._done += 1
        if self._done % _PAGE == 0:
            self._target.flush()
            if not self._told(self._done):
                raise _Stopped

    def _body(self, number: int) -> tuple[bytes, bytes]:
        self._steps = 0
        try:
            found = self._connection.execute(
                f"SELECT {self._bodies} FROM main.body WHERE number = ?", (number,)
            ).fetchone()
        except (sqlite3.Error, MemoryError):
            found = None
        if found is None:
            self.lost = True
            return b"", b""
        raw, frame = self._fit("body", found, ("raw", "frame"))
        return raw, frame

    def _rows(self, table: str, names: Sequence[str], key: str) -> Iterator[list[Any]]:
        """Rows of a table in order, each once."""
        there = columns_there(self._connection, table)
        if not there:
            self.lost = True
            return
        wanted = ", ".join(name if name in there else "0" if name in NEWER else "NULL" for name in names)
        sql = f"SELECT rowid, {wanted} FROM main.{table} WHERE rowid > ? ORDER BY rowid LIMIT {_PAGE}"
        after, step = 0, 1
        while after < _LAST:
            before, failed = after, False
            self._steps = 0
            try:
                count = 0
                for number, *row in self._connection.execute(sql, (after,)):
                    count += 1
                    if number <= after:  # pages of the file that lead back to each other
                        failed = True
                        break
                    after = number
                    if key == "number":
                        row[0] = number
                    yield self._fit(table, row, names)
                if count < _PAGE and not failed:
                    return
            except (sqlite3.Error, MemoryError):
                if self._stopped:
                    raise _Stopped from None
                failed = True
            if failed:
                self.lost = True
                self._fails += _ENDLESS if self._steps > _PAGE_STEPS else 1
                if self._fails > _FAILS:
                    return
            step = step * 2 if after == before else 1
            after += step if failed else 0

    def _fit(self, table: str, row: Sequence[Any], names: Sequence[str]) -> list[Any]:
        fitting = fit(table, row, names)
        self.lost = self.lost or fitting != list(row)
        return fitting

    def _annotate(self) -> None:
        self._steps = 0
        notes = Annotations()
        try:
            notes.load(read_annotations(self._connection))
        except (sqlite3.Error, MemoryError):
            self.lost = True
        self._moved.annotations(notes)
        if notes.own_rules:
            self._target.annotations.set_rules(notes.own_rules)

    def _is_over(self) -> bool:
        self._steps += 1
        self._stopped = self._stopped or not self._told(self._done)
        return self._stopped or self._steps > _PAGE_STEPS
