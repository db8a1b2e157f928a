"""How marks, notes, references and rules of colour get into a session file and out of it.

A session that grows writes them with its records (see `writer`). An opened file gets them from a thread of
its own, which touches the two tables of annotations and nothing else: records never change.
"""

from __future__ import annotations

import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import quote

from inspector.trace.annotations import AnnotationStep, SavedAnnotations
from inspector.trace.file_check import columns_there
from inspector.trace.journal_schema import ANNOTATION_TABLES
from inspector.translation import translate

__all__ = ["AnnotationWriter", "read_annotations", "write_annotations"]

TRIES: Final = 200
LOOK_S: Final = 0.1
RETRY_S: Final = 0.05  # 10 s in all: a filter over a large file reads that long


_COLUMNS: Final = {
    "annotation": {"number", "marked", "reference", "note"},
    "setting": {"key", "value"},
}


def read_annotations(connection: sqlite3.Connection) -> SavedAnnotations:
    """All that a file holds. A file of an older program has no such tables, and holds nothing.

    Raises sqlite3.Error, also for a table of that name whose columns are not ours: its values may stand in
    its declaration, once for any number of rows.
    """
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table, columns in _COLUMNS.items():
        if table in there and not columns <= columns_there(connection, table):
            raise sqlite3.DatabaseError(table)
    rows: list[tuple[int, int, int, str]] = []
    settings: list[tuple[str, str]] = []
    if "annotation" in there:
        rows = connection.execute(
            "SELECT number, coalesce(marked, 0), coalesce(reference, 0), CAST(coalesce(note, '') AS TEXT)"
            " FROM annotation"
        ).fetchall()
    if "setting" in there:
        settings = connection.execute("SELECT key, CAST(value AS TEXT) FROM setting").fetchall()
    return SavedAnnotations(rows, settings)


def write_annotations(connection: sqlite3.Connection, steps: Sequence[AnnotationStep]) -> None:
    """Write changes within the caller's transaction; makes the tables where an older program made none."""
    for statement in ANNOTATION_TABLES:
        connection.execute(statement)
    for step in steps:
        connection.execute(_WRITE[step.column], (step.numbers, step.value))
    if any(not step.value for step in steps):
        connection.execute(_FORGET)


def _upsert(column: str) -> str:
    return (
        f"INSERT INTO annotation(number, {column}) SELECT value, ?2 FROM json_each(?1) WHERE true"
        f" ON CONFLICT(number) DO UPDATE SET {column} = excluded.{column}"
    )


_WRITE: Final = {
    "marked": _upsert("marked"),
    "reference": _upsert("reference"),
    "note": _upsert("note"),
    "setting": "INSERT OR REPLACE INTO setting(key, value) VALUES (?1, ?2)",
}
_FORGET: Final = (
    "DELETE FROM annotation WHERE NOT coalesce(marked, 0) AND NOT coalesce(reference, 0)"
    " AND coalesce(note, '') = ''"
)


_Item = Sequence[AnnotationStep] | threading.Event | None


class AnnotationWriter:
    """Writes into an opened file. `failure` says why that cannot be done; all then stays in memory.

    The file is turned to WAL as long as this lives: with a rollback journal a reader would wait for the
    writer, and the window reads pages of rows on its loop thread.
    """

    def __init__(self, path: Path) -> None:
        self.failure = ""
        self._path = path
        self._queue: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._connection: sqlite3.Connection | None = None
        self._turned = False  # from a rollback journal to WAL, by us
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="annotation-writer", daemon=True)
        if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
            self.failure = translate("Trace", "cannot write {}").format(path.name)
        self._thread.start()

    def put(self, steps: Sequence[AnnotationStep]) -> None:
        """Hand over; returns at once."""
        self._queue.put(steps)

    def wait(self) -> str:
        """Wait until everything handed over is written, or cannot be. Returns `failure`."""
        event = threading.Event()
        self._queue.put(event)
        while not event.wait(LOOK_S) and self._thread.is_alive():  # it may have ended before it saw this
            continue
        return self.failure

    def close(self) -> None:
        """Write what waits and leave the file as it was found: one that needs no WAL."""
        self._stop.set()
        self._queue.put(None)
        self._thread.join()
        if self._connection is not None:
            if self._turned:
                with contextlib.suppress(sqlite3.Error):  # another process reads the file: it stays as it is
                    self._connection.execute("PRAGMA journal_mode = DELETE")
            self._connection.close()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            if isinstance(item, threading.Event):
                item.set()
            elif not self.failure:
                self._write(item)

    def _write(self, steps: Sequence[AnnotationStep]) -> None:
        try:
            connection = self._connection = self._connection or self._connect()
            connection.execute("BEGIN IMMEDIATE")
            write_annotations(connection, steps)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self.failure = translate("Trace", "cannot write {path}: {error}").format(
                path=self._path.name, error=error
            )
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _connect(self) -> sqlite3.Connection:
        place = quote(self._path.absolute().as_posix(), safe="/:")
        uri = f"file://{'' if place.startswith('/') else '/'}{place}?mode=rw"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=0)
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "wal":
            self._turn(connection)
            self._turned = True
        connection.execute("PRAGMA busy_timeout = 10000")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _turn(self, connection: sqlite3.Connection) -> None:
        """To WAL, once there is no reader. Asked often and briefly: a writer that waits stops new readers."""
        for attempt in range(TRIES):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError:
                if attempt == TRIES - 1:
                    connection.close()
                    raise
                self._stop.wait(RETRY_S)
            else:
                return
