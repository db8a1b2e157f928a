"""The journal: the append-only store of one session, in memory for a moment, then in a SQLite file.

    client ── append, touch ──► Tail ── flush ────────────────► Writer ──► *.mcptrace
    views  ── rows, record … ──► Tail, else ──────────────────► Reader ──┘

`append`, `touch`, `flush` and `take_changes` belong to the loop thread. `record`, `records`, `rows`,
`visible` and everything of `reader()` may be used from worker threads.
"""

from __future__ import annotations

import sqlite3
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import msgspec

from inspector.errors import ClosedError, InspectorError, UsageError
from inspector.protocol.records import Exchange, Finding, Record, SessionInfo
from inspector.trace import storage
from inspector.trace.annotation_file import AnnotationWriter, read_annotations
from inspector.trace.annotations import Annotations
from inspector.trace.checkpoint import Checkpointer
from inspector.trace.file_check import CHECKED_BYTES, check_values, damaged
from inspector.trace.reader import Reader
from inspector.trace.row_cache import RowCache
from inspector.trace.rows import Row
from inspector.trace.sorting import RowOrder, RowSort
from inspector.trace.storage import recoverable
from inspector.trace.tail import Tail
from inspector.trace.views import Views
from inspector.trace.writer import Writer
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.trace.query.language import Compiled

__all__ = ["Changes", "Journal", "Row", "recoverable"]

FLUSH_RECORDS: Final = 4096  # a burst does not wait for the end of its frame
FLUSH_BYTES: Final = 4 * 1024 * 1024


class Changes(msgspec.Struct, frozen=True, gc=False):
    """What changed since the last look. first > last: no new records."""

    first: int
    last: int
    exchanges: tuple[int, ...] = ()  # new or changed
    findings: bool = False
    sessions: bool = False
    mark: int = 0  # when `Journal.is_written(mark)`, all this is in the file, for filters to see


class Journal:
    """One session file, growing or opened. Make one with `create` or `open`."""

    def __init__(self, path: Path, reader: Reader, writer: Writer | None) -> None:
        self.path = path
        self.on_change: Callable[[], None] | None = None  # who listens takes the changes and flushes
        self.spooled_bytes = 0  # in files of their own, written by this program
        self.annotations = Annotations()
        self.annotations.on_change.append(self._annotated)
        self._reader = reader
        self._writer = writer
        self._annotation_writer: AnnotationWriter | None = None  # of an opened file, once something changed
        self._tail = Tail(reader.last())
        self._sessions = {info.number: info for info in reader.sessions()}
        self._newest_session = max(self._sessions, default=0)
        self._counts: Counter[str] = Counter(reader.finding_count())
        self._errors: Counter[int] = Counter()  # session → findings of severity error since it was opened
        self._rows = RowCache(self._tail, reader)
        self._views = Views(reader, self._tail, self.annotations, writer)
        self._settled = self._saved = 0
        self._seen = 0  # newest record that take_changes told of
        self._touched: set[int] = set()
        self._findings_changed = self._sessions_changed = self._announced = False
        self._lock: storage.SessionLock | None = None
        self._copy: tempfile.TemporaryDirectory[str] | None = None  # of what cannot be read in its place
        self._closed = False
        with reader.lend() as connection:
            self.annotations.load(read_annotations(connection))

    @classmethod
    def create(cls, path: Path | None = None) -> Journal:
        """A new, empty session file; without a path a temporary one, removed by `close`.

        An older session file at that place is replaced. Raises UsageError when it cannot be made there.
        """
        lock = None
        if path is None:
            path, lock = storage.new_temporary()
        try:
            connection = storage.create_file(path)
        except UsageError:
            if lock is not None:
                lock.release()
            raise
        reader = Reader(partial(storage.connect_reader, path), storage.parts_folder(path))
        writer = Writer(connection, Checkpointer(partial(storage.connect_checkpointer, path)), path.parent)
        journal = cls(path, reader, writer)
        journal._lock = lock
        return journal

    @classmethod
    def open(cls, path: Path, whole_bytes: int = CHECKED_BYTES) -> Journal:
        """Read an existing session file, also one whose program was killed; its records never change.

        Exchanges that were pending count as lost, unless another program records them yet. The values of a
        file up to whole_bytes are all looked at first. Raises UsageError for what is no session file,
        DamagedError where a part of it may be read.
        """
        source, immutable, copy = storage.make_readable(path)
        recording = storage.is_recording(path)
        connect = partial(
            storage.connect_reader, source, closed=True, recording=recording, immutable=immutable
        )
        reader = Reader(connect, storage.parts_folder(path))
        try:
            reader.unsure = not storage.checked(connect, path, whole_bytes)
            journal = cls(path, reader, None)
        except (sqlite3.Error, UsageError) as error:
            reader.close()
            if copy is not None:
                copy.cleanup()
            if isinstance(error, UsageError):
                raise
            raise damaged(path, str(error)) from error
        journal._copy = copy
        return journal

    @property
    def unsure(self) -> bool:
        """Whether this is a large file whose values are not checked yet, see `file_check`."""
        return self._reader.unsure

    def look_through(self) -> None:
        """Look at all values of a large file; raises as `open` does, and ClosedError. For a worker thread."""
        try:
            with self._reader.lend() as connection:
                check_values(connection, self.path)
        except sqlite3.Error as error:
            raise damaged(self.path, str(error)) from error
        self._reader.unsure = False

    @contextmanager
    def doubting(self) -> Iterator[None]:
        """Count with what stands in a file. Raises DamagedError for whatever goes wrong while it is `unsure`.

        What is wrong with it is found and told by `look_through`.
        """
        try:
            yield
        except Exception as error:
            if not self.unsure or isinstance(error, InspectorError):
                raise
            raise damaged(self.path, str(error)) from error

    @property
    def read_only(self) -> bool:
        """Whether this is an opened file."""
        return self._writer is None

    @property
    def last(self) -> int:
        """Number of the newest record, 0: none."""
        return self._tail.last

    @property
    def written(self) -> int:
        """Number of the newest record that is in the file."""
        return self._views.written

    @property
    def backlog_bytes(self) -> int:
        """Bytes appended and not yet in the file. Reading from servers pauses when this grows."""
        if self._writer is None:
            return 0
        return self._tail.all_bytes + self._tail.new_bytes - self._writer.done.bytes_before

    @property
    def failure(self) -> str:
        """Why the file cannot be written at the moment (disk full); empty when all is well."""
        return "" if self._writer is None else self._writer.failure

    def leave_free(self, floor_bytes: Callable[[], int]) -> None:
        """Write nothing while less of the disk is free, but what `close`, `sync` or a copy waits for.

        floor_bytes is asked again and again, in the writer's thread.
        """
        if self._writer is not None:
            self._writer.floor_bytes = floor_bytes

    @property
    def unsaved(self) -> bool:
        """Whether `close` would lose records: a temporary session with more than was saved."""
        return self._lock is not None and self.last > self._saved

    def is_written(self, mark: int) -> bool:
        """Whether the changes with that mark are in the file."""
        return self._writer is None or self._writer.done.number >= mark

    # -- adding --------------------------------------------------------------------------------------

    def next_session(self) -> int:
        """The number for a new session."""
        return self._newest_session + 1

    def add_session(self, info: SessionInfo) -> None:
        """A connection begins."""
        self.update_session(info)

    def update_session(self, info: SessionInfo) -> None:
        """Something about a connection became known."""
        self._require_writer()
        self._sessions[info.number] = info
        self._newest_session = max(self._newest_session, info.number)
        self._tail.put_session(info)
        self._sessions_changed = True
        self._announce()

    def sessions(self) -> list[SessionInfo]:
        """All sessions by number."""
        return list(self._sessions.values())

    def next_number(self) -> int:
        """The number for the next record."""
        return self._tail.last + 1

    def append(self, records: list[Record]) -> None:
        """Add records, numbered on from `last`. Raises ValueError for other numbers."""
        self._require_writer()
        if not records:
            return
        self._tail.append(records)
        self._announce()
        if self._tail.new_count >= FLUSH_RECORDS or self._tail.new_bytes >= FLUSH_BYTES:
            self.flush()

    def touch(self, exchange: Exchange) -> None:
        """An exchange is new or changed. The object may go on changing; say so each time."""
        self._require_writer()
        self._tail.touch(exchange)
        self._touched.add(exchange.number)
        self._rows.forget_exchange(exchange.number)
        self._announce()

    def add_findings(self, findings: list[Finding]) -> None:
        """Add findings about records that are appended already."""
        self._require_writer()
        if not findings:
            return
        self._tail.add_findings(findings)
        self._counts.update(finding.severity for finding in findings)
        self._errors.update(finding.session for finding in findings if finding.severity == "error")
        for finding in findings:
            self._rows.forget_record(finding.record)
            self._rows.forget_exchange(finding.exchange)
        self._findings_changed = True
        self._announce()

    def take_changes(self) -> Changes:
        """What changed since the last call."""
        changes = Changes(
            first=self._seen + 1,
            last=self._tail.last,
            exchanges=tuple(self._touched),
            findings=self._findings_changed,
            sessions=self._sessions_changed,
            mark=self._tail.next_batch,
        )
        self._seen = self._tail.last
        self._touched = set()
        self._findings_changed = self._sessions_changed = self._announced = False
        return changes

    def flush(self) -> None:
        """Hand what is new to the writer thread; returns at once. A window calls it once a frame."""
        if self._writer is None:
            return
        if self._tail.has_new() or self.annotations.has_changes:
            self._writer.put(self._tail.take(self.annotations.take_changes()))
        done = self._writer.done
        if done.number > self._settled:
            self._tail.settle(done)
            self._settled = done.number

    def sync(self) -> None:
        """Flush and wait until all is in the file. Waits as long as the disk is full."""
        if self._writer is None:
            return
        self.flush()
        self._writer.wait()
        self.flush()

    # -- reading -------------------------------------------------------------------------------------

    def record(self, number: int) -> Record | None:
        """A record with its bytes."""
        found = self.records(number, number)
        return found[0] if found else None

    def records(self, first: int, last: int, largest: int = 0) -> list[Record]:
        """Records with their bytes, in order. largest: longer ones may come without bytes (0: never)."""
        first, last = max(first, 1), min(last, self._tail.last)
        # Newest first: a record leaves the tail only after it is in the file.
        recent: list[Record] = []
        number = last
        while number >= first and (record := self._tail.records.get(number)) is not None:
            recent.append(record)
            number -= 1
        older = self._reader.records(first, number, largest) if number >= first else []
        return older + recent[::-1]

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """What a timeline shows of these records, in this order; unknown numbers are left out."""
        return self._rows.rows(numbers, with_findings=bool(self._counts))

    def exchange(self, number: int) -> Exchange | None:
        """An exchange: the living object while it is pending, else what the file says."""
        live = self._tail.exchanges.get(number)
        if live is not None:
            return live
        found = self._reader.exchanges([number])
        return found[0] if found else None

    def exchange_records(self, number: int) -> list[int]:
        """Numbers of all records that belong to an exchange, in order."""
        recent = self._tail.of_exchange(number)
        return sorted({*self._reader.of_exchange(number), *recent})

    def findings(self, record: int = 0, exchange: int = 0) -> list[Finding]:
        """Findings of a record, of an exchange, or of either; all when neither is given."""
        recent = self._tail.findings_of(record, exchange)
        found = self._reader.findings(record, exchange)
        written = set(found) if recent else ()
        return found + [finding for finding in recent if finding not in written]

    def findings_between(self, first: int, last: int) -> list[Finding]:
        """The findings at these places, counted from 0 in the order in which they came."""
        recent = self._tail.all_findings()
        in_file = sum(self._counts.values()) - len(recent)  # what is confirmed, or was in an opened file
        older = self._reader.findings_between(first, min(last, in_file - 1)) if first < in_file else []
        return older + recent[max(0, first - in_file) : max(0, last + 1 - in_file)]

    def finding_count(self) -> dict[str, int]:
        """Severity → number of findings."""
        return dict(self._counts)

    def error_findings(self, session: int) -> int:
        """Number of findings of severity error about one live session."""
        return self._errors[session]

    def visible(self, mode: str, first: int, last: int, where: Compiled | None = None) -> array[int]:
        """Numbers from first to last that a view shows; see `Views`."""
        return self._views.visible(mode, first, last, where)

    def scan(
        self, mode: str, where: Compiled | None, first: int, last: int, cancelled: Callable[[], bool]
    ) -> Iterator[tuple[int, array[int]]]:
        """The same piece by piece: (looked at up to here, numbers found); see `Views`."""
        return self._views.scan(mode, where, first, last, cancelled)

    def matching(self, mode: str, numbers: Sequence[int], where: Compiled | None = None) -> array[int]:
        """Those of these ascending numbers that a view shows; see `Views`."""
        return self._views.matching(mode, numbers, where)

    def sorted(
        self,
        mode: str,
        numbers: Sequence[int],
        where: Compiled | None,
        sort: RowSort,
        cancelled: Callable[[], bool],
    ) -> RowOrder | None:
        """The rows of a view in the order of a column; see `Views`."""
        return self._views.sorted(mode, numbers, where, sort, cancelled)

    def reader(self) -> sqlite3.Connection:
        """A read-only connection for a worker thread, which closes it. See `journal_schema`."""
        return self._reader.connect()

    def second_reader(self) -> Reader:
        """A reader of the same file on connections of its own; the caller closes it."""
        reader = Reader(self.reader, storage.parts_folder(self.path))
        reader.unsure = self._reader.unsure
        return reader

    # -- files ---------------------------------------------------------------------------------------

    def spool_file(self, number_hint: str) -> tuple[BinaryIO, Path]:
        """A new file for a line that is too long for the session file, and its path."""
        self._require_writer()
        return storage.new_part(self.path, number_hint)

    def save_as(self, path: Path) -> None:
        """Copy the session with its spooled lines to another place. Blocks; call it in a worker thread.

        What was flushed is in the copy. Raises UsageError when it cannot be written.
        """
        if self._writer is not None:
            self._writer.wait()
        saved = self.written
        added = self.annotations.everything() if self.read_only else ()
        with self._reader.lend() as connection:
            storage.copy_session(connection, self.path, path, added)
        self._saved = max(self._saved, saved)

    def wait_for_annotations(self) -> str:
        """Wait until marks and notes of an opened file are in it. Returns why not, "" when they are.

        Blocks; call it in a worker thread.
        """
        return "" if self._annotation_writer is None else self._annotation_writer.wait()

    def wait_written(self) -> None:
        """Wait until everything that was flushed is in the file. For worker threads."""
        if self._writer is not None and not self._closed:
            self._writer.wait()

    def close(self, *, keep: bool = False) -> None:
        """Write what is left and close. A temporary file is removed, or put aside with `keep`."""
        if self._closed:
            return
        self._closed = True
        self.flush()
        self._reader.close()
        if self._annotation_writer is not None:
            self._annotation_writer.close()
        if self._writer is not None:
            self._writer.close(keep=keep or self._lock is None)
        if self._lock is not None:
            if keep:
                storage.put_aside(self.path)
            storage.remove_file(self.path)
            self._lock.release()
        if self._copy is not None:
            self._copy.cleanup()

    # -- inside --------------------------------------------------------------------------------------

    def _require_writer(self) -> None:
        if self._writer is None or self._closed:
            raise ClosedError(
                translate("Trace", "cannot add to {}: it is read-only or closed").format(self.path)
            )

    def _annotated(self) -> None:
        if self._writer is not None:
            self._announce()
        elif self.annotations.has_changes and not self._closed:
            if self._annotation_writer is None:
                self._annotation_writer = AnnotationWriter(self.path)
            self._annotation_writer.put(self.annotations.take_changes())

    def _announce(self) -> None:
        if not self._announced:
            self._announced = True
            if self.on_change is not None:
                self.on_change()
