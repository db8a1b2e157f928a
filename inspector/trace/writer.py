"""The journal's writer thread: takes batches, makes one transaction of what waits, confirms it.

It has its own connection and no logic but one: it waits while the disk has less room than a user wants to
keep free. SQLite gives the GIL away while it works, so the loop goes on.
"""

from __future__ import annotations

import contextlib
import queue
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec

from inspector.protocol.records import Finding, Record
from inspector.trace.annotation_file import write_annotations
from inspector.trace.annotations import AnnotationStep
from inspector.trace.checkpoint import Checkpointer
from inspector.trace.file_check import LARGEST, LONGEST, fit
from inspector.trace.journal_schema import EXCHANGE, FINDING, RECORD, SESSION, Table
from inspector.trace.sentences import SentenceWriter
from inspector.translation import translate

__all__ = ["Batch", "Writer"]

LARGE_BYTES: Final = 512 * 1024  # binding copies under the GIL, about 1 ms a MB
LAST_TRIES: Final = 5  # once it is to be closed
LAST_RETRY_S: Final = 0.1
RETRY_S: Final = 0.5  # a full disk may be emptied; nothing is dropped meanwhile

LOOK_S: Final = 0.1
ROOM_S: Final = 1.0  # between two looks at the disk,
ROOM_BYTES: Final = 4 << 20  # or when so much was written since

_BODY: Final = Table("body", ("number", "frame", "raw"))


@dataclass(frozen=True, slots=True)
class Batch:
    """What one frame adds to the file. `number` counts batches from 1, `last` is the newest record."""

    number: int
    last: int
    bytes_before: int  # all bytes handed over up to and including this batch
    records: Sequence[Record] = ()
    exchanges: Sequence[tuple[Any, ...]] = ()
    findings: Sequence[Finding] = ()
    sessions: Sequence[tuple[Any, ...]] = ()
    annotations: Sequence[AnnotationStep] = ()


class Writer:
    """Owns the writing connection. `done` is the newest batch that is in the file.

    `failure` is a sentence while the file cannot be written (disk full); it tries again for ever and
    drops nothing, so the caller sees `backlog_bytes` grow and stops reading. The same while the disk has
    less room than `floor_bytes` says; what somebody waits for, and the end, is written all the same.
    What no database can hold is changed as little as possible; a row that is refused all the same is left
    out, and `failure` says so.
    """

    def __init__(self, connection: sqlite3.Connection, checkpointer: Checkpointer, folder: Path) -> None:
        """folder: of the file."""
        self.done = Batch(0, 0, 0)
        self._checkpointer = checkpointer
        self.failure = ""
        self.floor_bytes: Callable[[], int] = int  # of the disk that are to stay free: none
        self._folder = folder
        self._short = 0  # the floor that the disk was below when it was looked at
        self._look_again_s = 0.0
        self._unlooked = 0  # bytes
        self._left_out = 0  # rows
        self._refusal = ""
        self._sentences = SentenceWriter()
        self._connection = connection
        self._queue: queue.SimpleQueue[Batch | threading.Event | None] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal-writer", daemon=True)
        self._thread.start()

    def put(self, batch: Batch) -> None:
        """Hand over; returns at once."""
        self._queue.put(batch)

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until everything handed over so far is in the file. False: not within timeout_s, or closed."""
        event = threading.Event()
        self._queue.put(event)
        if timeout_s is not None:
            return event.wait(timeout_s)
        while not event.wait(LOOK_S):
            if not self._thread.is_alive():  # it may have ended before it saw this
                return event.is_set()
        return True

    def close(self, *, keep: bool = True) -> None:
        """Write what waits, end the threads, close the connection. keep: False when the file goes next.

        A kept file becomes one that needs no WAL, so that it opens from a read-only folder.
        """
        self._stop.set()
        self._queue.put(None)
        self._thread.join()
        self._checkpointer.close()
        with contextlib.suppress(sqlite3.Error):  # another process reads the file: it stays as it is
            if keep:
                self._connection.execute("PRAGMA journal_mode = DELETE")
            else:
                self._connection.execute("PRAGMA synchronous = OFF")
        self._connection.close()

    def _run(self) -> None:
        waiting: list[Batch] = []
        events: list[threading.Event] = []
        running = True
        while running:
            with contextlib.suppress(queue.Empty):
                item = self._queue.get(timeout=RETRY_S if waiting or self._short else None)
                while True:
                    if item is None:
                        running = False
                    elif isinstance(item, Batch):
                        waiting.append(item)
                    else:
                        events.append(item)
                    item = self._queue.get_nowait()
            if running and not events and (waiting or self._short):
                if self._short_of_room(waiting[-1].bytes_before - self.done.bytes_before if waiting else 0):
                    continue
                self.failure = self._refused()
            if waiting and self._write_until_done(waiting):
                before, self.done = self.done.bytes_before, waiting[-1]
                size = self.done.bytes_before - before
                self._unlooked += size
                self._checkpointer.wrote(size)
                waiting = []
            for event in events:
                event.set()
            events = []

    def _short_of_room(self, size: int) -> bool:
        """Whether the disk is to be left alone, and say so. size: what waits. It looks now and then."""
        now_s = time.monotonic()
        if now_s >= self._look_again_s or self._unlooked >= ROOM_BYTES:
            floor, self._short, self._unlooked = self.floor_bytes(), 0, 0
            with contextlib.suppress(OSError):
                if shutil.disk_usage(self._folder).free - size < floor:
                    self._short = floor
            self._look_again_s = now_s + (RETRY_S if self._short else ROOM_S)
        if self._short:
            self.failure = translate(
                "Trace",
                'less than {} MB of free disk space (setting "Disk space to keep free"): new '
                "records stay in memory, and servers wait until there is room",
            ).format(f"{self._short >> 20:,}")
        return bool(self._short)

    def _write_until_done(self, batches: list[Batch]) -> bool:
        last_tries = LAST_TRIES
        ways = (self._write, self._write_mended, self._write_row_by_row)
        way = 0
        while True:
            try:
                ways[way](batches)
            except Exception as error:  # noqa: BLE001 - if this thread ended, callers would wait for ever
                self._roll_back()
                if not _may_pass(error) and way + 1 < len(ways):
                    way += 1
                    continue
                self.failure = translate("Trace", "cannot write the session file: {}").format(error)
                if self._stop.wait(RETRY_S):
                    last_tries -= 1
                    if not last_tries:
                        return False
                    time.sleep(LAST_RETRY_S)
            else:
                if not self._short:  # else it was written for a caller that waits, and the rest is held back
                    self.failure = self._refused()
                return True

    def _write_mended(self, batches: list[Batch]) -> None:
        batches[:] = [_storable(batch) for batch in batches]
        self._write(batches)

    def _write_row_by_row(self, batches: list[Batch]) -> None:
        """What is refused even so is left out."""
        left_out, refusal = 0, ""
        self._connection.execute("BEGIN IMMEDIATE")
        for row in chain.from_iterable(map(_rows_of, batches)):
            self._connection.execute("SAVEPOINT one")
            try:
                self._insert(row)
            except Exception as error:
                if _may_pass(error):
                    raise
                self._connection.execute("ROLLBACK TO one")
                self._sentences.forget()
                left_out, refusal = left_out + 1, str(error)
            self._connection.execute("RELEASE one")
        self._connection.execute("COMMIT")
        if left_out:
            self._left_out, self._refusal = self._left_out + left_out, refusal

    def _refused(self) -> str:
        if not self._left_out:
            return ""
        return translate(
            "Trace", "rows omitted, because the session file rejects them: {left_out} ({refusal})"
        ).format(left_out=self._left_out, refusal=self._refusal)

    def _roll_back(self) -> None:
        self._sentences.forget()
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _write(self, batches: list[Batch]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        for batch in batches:
            self._insert(batch)
        self._connection.execute("COMMIT")

    def _insert(self, batch: Batch) -> None:
        connection = self._connection
        SESSION.insert(connection, _fitting(SESSION, batch.sessions))
        RECORD.insert(connection, [RECORD.values(_portable(record)) for record in batch.records])
        _insert_bodies(connection, batch.records)
        EXCHANGE.insert(connection, _fitting(EXCHANGE, batch.exchanges))
        FINDING.insert(connection, _fitting(FINDING, list(map(FINDING.values, batch.findings))))
        self._sentences.add(connection, _texts_of(batch))
        if batch.annotations:
            write_annotations(connection, batch.annotations)


def _texts_of(batch: Batch) -> Iterator[object]:
    """What may be sentences of ours."""
    yield from (record.note for record in batch.records if record.note)
    yield from (row[_DETAIL] for row in batch.exchanges)
    yield from (finding.message for finding in batch.findings)
    yield from (row[_DECIDED] for row in batch.sessions)


_DETAIL: Final = EXCHANGE.columns.index("detail")
_DECIDED: Final = SESSION.columns.index("decided")


def _may_pass(error: Exception) -> bool:
    """Whether the same may be written later: a full disk, a lock, no memory. Else a value is at fault."""
    if isinstance(error, sqlite3.OperationalError | OSError | MemoryError):
        return True
    return type(error) in (sqlite3.DatabaseError, sqlite3.Error)


def _storable(batch: Batch) -> Batch:
    """The same with what no database takes changed: half characters escaped, large numbers cut, else text."""

    def struct(thing: Any) -> Any:
        return type(thing)(*map(_value, msgspec.structs.astuple(thing)))

    return replace(
        batch,
        records=list(map(struct, batch.records)),
        findings=list(map(struct, batch.findings)),
        exchanges=[tuple(map(_value, row)) for row in batch.exchanges],
        sessions=[tuple(map(_value, row)) for row in batch.sessions],
        annotations=list(map(struct, batch.annotations)),
    )


def _value(value: Any) -> Any:
    """A value that the check of a file takes: what we write must open again."""
    if isinstance(value, int):
        return max(0, min(value, LARGEST))
    if value is None or isinstance(value, float | bytes | bytearray | memoryview):
        return value
    return str(value)[:LONGEST].encode("utf-8", "backslashreplace").decode()


def _rows_of(batch: Batch) -> Iterator[Batch]:
    """The batch row by row. A record goes with its bytes."""
    empty = replace(batch, records=(), exchanges=(), findings=(), sessions=(), annotations=())
    yield from (replace(empty, sessions=(row,)) for row in batch.sessions)
    yield from (replace(empty, records=(row,)) for row in batch.records)
    yield from (replace(empty, exchanges=(row,)) for row in batch.exchanges)
    yield from (replace(empty, findings=(row,)) for row in batch.findings)
    yield from (replace(empty, annotations=(row,)) for row in batch.annotations)


def _portable(record: Record) -> Record:
    """Spooled lines are known by their names, so that a session can be moved with its folder of parts.

    Long texts are cut as the check of a file wants it: what we write must open again.
    """
    if record.spool:
        record = msgspec.structs.replace(record, spool=Path(record.spool).name)
    if len(record.method) + len(record.id) + len(record.note) <= LONGEST:
        return record
    cut = {name: getattr(record, name)[:LONGEST] for name in ("method", "id", "note")}
    return msgspec.structs.replace(record, **cut)


def _fitting(table: Table, rows: Sequence[tuple[Any, ...]]) -> Sequence[tuple[Any, ...]]:
    """The same, with long texts and numbers beyond measure as the check of a file takes them."""
    texts, numbers = _odd_places(table)
    for place, row in enumerate(rows):
        if sum(len(row[one]) for one in texts) > LONGEST or any(abs(row[one]) >= 1e300 for one in numbers):
            fitting = [tuple(fit(table.name, one, table.columns)) for one in rows[place:]]
            return [*rows[:place], *fitting]
    return rows


@cache
def _odd_places(table: Table) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where the texts of others stand, and the numbers with a fraction."""
    texts = {"name", "target", "revision", "server", "decided", "method", "id", "detail", "message"}
    fractions = {"progress", "total"}
    places = list(enumerate(table.columns))
    return tuple(p for p, name in places if name in texts), tuple(
        p for p, name in places if name in fractions
    )


def _insert_bodies(connection: sqlite3.Connection, records: Sequence[Record]) -> None:
    small: list[tuple[Any, ...]] = []
    for record in records:
        if len(record.raw) + len(record.frame) <= LARGE_BYTES:
            small.append((record.number, record.frame, record.raw))
        else:
            _insert_large(connection, record)
    _BODY.insert(connection, small)


def _insert_large(connection: sqlite3.Connection, record: Record) -> None:
    """Make room first, then fill it: that copies without the GIL.

    Measured with a busy loop thread, 10 MB: bound as a parameter the loop waits 8 ms, in chunks of
    256 KB writing takes 270 ms (the GIL is asked for after each), whole 45-90 ms and 0.3 ms.
    """
    connection.execute(
        "INSERT INTO body(number, frame, raw) VALUES (?, zeroblob(?), zeroblob(?))",
        (record.number, len(record.frame), len(record.raw)),
    )
    for column, data in (("frame", record.frame), ("raw", record.raw)):
        if data:
            with connection.blobopen("body", column, record.number) as blob:
                blob.write(data)
