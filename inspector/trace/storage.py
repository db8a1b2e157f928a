"""Where session files lie, how one is made, recognised, opened and found again after a crash."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO, Final
from urllib.parse import quote

import platformdirs

from inspector.errors import UsageError
from inspector.trace.annotation_file import write_annotations
from inspector.trace.annotations import AnnotationStep
from inspector.trace.file_check import check, damaged, require_file
from inspector.trace.file_lock import FileLock
from inspector.trace.journal_schema import APPLICATION_ID, SCHEMA, SUFFIX, VERSION, lost_view
from inspector.translation import translate

__all__ = [
    "SessionLock",
    "checked",
    "connect_checkpointer",
    "connect_reader",
    "copy_session",
    "create_file",
    "folder_trouble",
    "is_recording",
    "kept",
    "kept_folder",
    "make_readable",
    "may_be_recording",
    "new_part",
    "new_temporary",
    "parts_folder",
    "put_aside",
    "recoverable",
    "remove_file",
    "remove_old",
    "require_other",
    "require_replaceable",
    "sessions_folder",
]

KEPT_BYTES: Final = 2 << 30  # of all kept sessions together
_LONGEST_ROW: Final = 144 << 20  # two times the longest message that is kept, with and without its framing
_SCHEMA_S: Final = 1.0  # of processor time, to read which tables there are: it takes a thousandth
_HEADER_BYTES: Final = 72  # user_version at 60, application_id at 68. Source: sqlite.org/fileformat.html


def sessions_folder() -> Path:
    """The folder of temporary session files, made when it is not there.

    Where that cannot be written it is a temporary one of this run of the program.
    """
    folder = _own_folder()
    return _instead() if folder_trouble() else folder


def folder_trouble() -> str:
    """Why sessions are not kept where they belong, as a sentence for a user; "": they are."""
    folder = _own_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
    else:
        why = "" if os.access(folder, os.W_OK) else translate("Trace", "not writable")
    if not why:
        return ""
    return translate(
        "Trace",
        "{folder} cannot be used ({why}); sessions are stored in {instead} and will not "
        "be found after a restart. Save what you need, or make the folder writable and "
        "restart.",
    ).format(folder=folder, why=why, instead=_instead())


def _own_folder() -> Path:
    return platformdirs.user_state_path("mcp-desktop-inspector", appauthor=False) / "sessions"


@cache
def _instead() -> Path:
    return Path(tempfile.mkdtemp(prefix="mcpdi-sessions-"))


def new_temporary() -> tuple[Path, SessionLock]:
    """A new name in the sessions folder, locked as long as this process lives."""
    folder = sessions_folder()
    stem = time.strftime("%Y-%m-%d-%H%M%S") + f"-{os.getpid()}"
    for attempt in range(1000):
        path = folder / f"{stem}{f'-{attempt}' if attempt else ''}{SUFFIX}"
        if path.exists():
            continue
        lock = SessionLock.take(path)
        if lock is not None:
            return path, lock
    raise UsageError(
        translate("Trace", "cannot create a session file in {}; is the folder writable?").format(folder)
    )


def recoverable() -> list[Path]:
    """Session files that a program left behind when it died, newest first. Not those of living ones."""
    found = []
    for path in sessions_folder().glob(f"*{SUFFIX}"):
        lock = SessionLock.take(path)
        if lock is not None:
            lock.release()
            found.append(path)
    return sorted(found, key=_modified, reverse=True)


def kept_folder() -> Path:
    """Where sessions lie that ended in order and were not saved: for some days, see `remove_old`."""
    folder = sessions_folder() / "kept"
    folder.mkdir(exist_ok=True)
    return folder


def put_aside(path: Path) -> Path:
    """Move a session that is no longer written to the kept ones; returns its new path."""
    target, attempt = kept_folder() / path.name, 1
    while target.exists():
        attempt += 1
        target = kept_folder() / f"{path.stem}-{attempt}{path.suffix}"
    wal = path.with_name(path.name + "-wal")
    for source, place in (
        (wal, target.with_name(target.name + "-wal")),
        (parts_folder(path), parts_folder(target)),
    ):
        if source.exists():
            source.replace(place)
    path.replace(target)  # last: a file of that name has all that belongs to it
    remove_file(path)
    return target


def kept() -> list[Path]:
    """Sessions that were put aside, newest first."""
    return sorted(kept_folder().glob(f"*{SUFFIX}"), key=_modified, reverse=True)


def remove_old(days: float, largest: int = KEPT_BYTES) -> None:
    """Remove kept sessions that are older, and the oldest beyond so many bytes; the newest stays.

    Never one that a program left behind when it died.
    """
    oldest, size = time.time() - days * 86_400, 0
    for place, path in enumerate(kept()):
        with contextlib.suppress(OSError):
            about = path.stat()
            size += about.st_size
            if about.st_mtime < oldest or (place and size > largest):
                remove_file(path)


def _modified(path: Path) -> float:
    return path.stat().st_mtime


def parts_folder(path: Path) -> Path:
    """Where the whole lines of cut records lie: `<name>.mcptrace.parts` beside the session file."""
    return path.with_name(path.name + ".parts")


def new_part(session: Path, name: str) -> tuple[BinaryIO, Path]:
    """A new file of that name, or one like it, in the folder of spooled lines."""
    folder = parts_folder(session)
    folder.mkdir(exist_ok=True)
    name = re.sub(r"[^\w.-]+", "_", name).lstrip(".") or "part"
    path, attempt = folder / f"{name}.part", 1
    while path.exists():
        attempt += 1
        path = folder / f"{name}-{attempt}.part"
    return path.open("xb"), path


def remove_file(path: Path) -> None:
    """Remove a session file with everything that belongs to it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    shutil.rmtree(parts_folder(path), ignore_errors=True)


def create_file(path: Path) -> sqlite3.Connection:
    """Make an empty session file and return its writing connection.

    Raises UsageError when it cannot be made, or when another kind of file is in the way.
    """
    if not path.parent.is_dir():
        raise UsageError(
            translate("Trace", "cannot create the session file {path}: there is no folder {parent}").format(
                path=path, parent=path.parent
            )
        )
    try:
        if path.exists():
            require_replaceable(path)
            remove_file(path)
        connection = _connect_new(path)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(
            translate("Trace", "cannot create the session file {path}: {error}").format(
                path=path, error=error
            )
        ) from error
    return connection


def require_replaceable(path: Path, *sources: Path) -> None:
    """Raises UsageError when another kind of file is in the way, or one of the files that are read for it."""
    require_other(path, *sources)
    require_file(path, missing=True)
    if path.exists() and path.stat().st_size:
        _check_header(path)


def require_other(path: Path, *sources: Path) -> None:
    """Raises UsageError when the path is one of the files that are read for it."""
    if any(path.exists() and source.exists() and source.samefile(path) for source in sources):
        raise UsageError(
            translate("Trace", "{} is one of the input files; choose another name for the result").format(
                path
            )
        )


def _connect_new(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=32)
    # The tables come before WAL: the main file then says what it is even when we are killed before the
    # first checkpoint.
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(f"BEGIN;{SCHEMA}COMMIT;")
    connection.execute("PRAGMA journal_mode = WAL")
    _set_writing(connection)
    return connection


def connect_checkpointer(path: Path) -> sqlite3.Connection:
    """A second writing connection, for checkpoints only."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    _set_writing(connection)
    return connection


def _set_writing(connection: sqlite3.Connection) -> None:
    """WAL, so that readers never wait; fsync at checkpoints only, which have a thread of their own."""
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute("PRAGMA wal_autocheckpoint = 65536")  # 256 MB, should that thread not keep up


def connect_reader(
    path: Path,
    *,
    closed: bool = False,
    recording: bool = False,
    immutable: bool = False,
    past_errors: bool = False,
) -> sqlite3.Connection:
    """A connection that cannot write. closed: the file may be anybody's, and what is pending there is lost.

    recording: another program writes it yet, see `is_recording`.
    past_errors: of a file that was cut, or whose tables are described wrongly, what is left is read.
    """
    place = os.fsencode(path.absolute().as_posix())
    slash = "" if place.startswith(b"/") else "/"  # before the letter of a drive
    uri = f"file://{slash}{quote(place, safe='/:')}?mode=ro{'&immutable=1' if immutable else ''}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, check_same_thread=False, cached_statements=64, timeout=10
    )
    if closed:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_ROW)
        connection.text_factory = _text
        until = time.thread_time() + _SCHEMA_S
        connection.set_progress_handler(lambda: time.thread_time() > until, 10_000)
        if past_errors:
            connection.execute("PRAGMA writable_schema = ON")  # reads on; nothing can be written here
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA temp_store = MEMORY")  # takes temporary views away
    connection.execute("PRAGMA cache_size = -4000")
    if closed:
        connection.execute(lost_view(connection, recording))
        connection.set_progress_handler(None, 0)
    connection.execute("PRAGMA query_only = 1")
    return connection


def _text(data: bytes) -> str:
    """Of a file from elsewhere: what it calls text need not be UTF-8."""
    return data.decode("utf-8", "replace")


def _require_room(parts: Path, folder: Path) -> None:
    """Raises OSError when the long messages of a session do not fit: a file of a stranger may be any size."""
    size = sum(path.lstat().st_size for path in parts.rglob("*"))
    if size > shutil.disk_usage(folder).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def copy_session(
    connection: sqlite3.Connection, source: Path, target: Path, added: Sequence[AnnotationStep]
) -> None:
    """Write what a reading connection sees, and the spooled lines beside it, to another place.

    added: what may not be in the source because it cannot be written.
    Raises UsageError when that fails; an older file there is replaced only by a whole one.
    """
    part = target.with_name(target.name + ".new")
    try:
        require_replaceable(target, source)
        part.unlink(missing_ok=True)
        connection.execute("PRAGMA query_only = 0")  # VACUUM INTO writes the copy, not the session
        hidden = connection.execute("SELECT sql FROM temp.sqlite_schema WHERE name = 'exchange'").fetchall()
        for _ in hidden:  # a view of that name would be indexed in the place of the table
            connection.execute("DROP VIEW temp.exchange")
        try:
            connection.execute("VACUUM main INTO ?", (str(part),))
        finally:
            for (view,) in hidden:
                connection.execute(view.replace("CREATE VIEW", "CREATE TEMP VIEW", 1))
        if added:
            _annotate(part, added)
        parts = parts_folder(source)
        if parts.is_dir() and not parts.is_symlink():  # what a link leads to is no part of the session
            _require_room(parts, target.parent)
            shutil.copytree(parts, parts_folder(target), symlinks=True, dirs_exist_ok=True)
        part.replace(target)
    except (OSError, sqlite3.Error, shutil.Error) as error:
        part.unlink(missing_ok=True)
        raise UsageError(
            translate("Trace", "cannot save the session to {target}: {error}").format(
                target=target, error=error
            )
        ) from error
    finally:
        connection.execute("PRAGMA query_only = 1")


def _annotate(path: Path, added: Sequence[AnnotationStep]) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        write_annotations(connection, added)
        connection.execute("COMMIT")


def make_readable(path: Path) -> tuple[Path, bool, tempfile.TemporaryDirectory[str] | None]:
    """Find out how an existing session file can be read: (path to read, immutable, temporary copy).

    A file that a killed program left has a WAL beside it, which SQLite reads only when it may write an
    index there; in a folder that is not ours to write a copy is read instead.
    Raises UsageError when it is no session file, or one of a newer version.
    """
    try:
        _check_header(path)
        for suffix in ("-wal", "-shm", "-journal"):  # SQLite opens them by itself
            require_file(path.with_name(path.name + suffix), missing=True)
    except OSError as error:
        raise UsageError(
            translate("Trace", "cannot read {path}: {error}").format(path=path, error=error.strerror or error)
        ) from error
    wal = path.with_name(path.name + "-wal")
    if os.access(path.parent, os.W_OK):
        return path, False, None
    if not wal.exists() or not wal.stat().st_size:
        return path, True, None
    copy = tempfile.TemporaryDirectory(prefix="mcpdi-")
    target = Path(copy.name) / path.name
    shutil.copyfile(path, target)
    shutil.copyfile(wal, target.with_name(wal.name))
    return target, False, copy


def checked(connect: Callable[[], sqlite3.Connection], path: Path, whole_bytes: int) -> bool:
    """Whether all values of a session file were looked at; raises as `file_check.check` does."""
    try:
        connection = connect()
    except sqlite3.Error as error:
        raise damaged(path, str(error)) from error
    with contextlib.closing(connection):
        return check(connection, path, whole_bytes)


def may_be_recording(path: Path) -> bool:
    """Whether the file is there and no database: what another program recorded, perhaps."""
    try:
        require_file(path)
        with path.open("rb") as file:
            return not file.read(16).startswith(b"SQLite format 3")
    except (OSError, UsageError):
        return False


def _check_header(path: Path) -> None:
    require_file(path)
    with path.open("rb") as file:
        head = file.read(_HEADER_BYTES)
    if len(head) < _HEADER_BYTES or not head.startswith(b"SQLite format 3\0"):
        raise UsageError(
            translate("Trace", "{path} is not a session file; choose one ending in {suffix}").format(
                path=path, suffix=SUFFIX
            )
        )
    if int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise UsageError(
            translate("Trace", "{} is an SQLite file of another program, not a session file").format(path)
        )
    version = int.from_bytes(head[60:64], "big")
    if version > VERSION:
        raise UsageError(
            translate(
                "Trace",
                "{path} was written by a newer version (format {version}); update this program to open it",
            ).format(path=path, version=version)
        )


class SessionLock:
    """The lock of a temporary session file, held while its program lives.

    Beside it and not on it, because closing any handle of a file ends SQLite's own locks on it.
    Source: sqlite.org/howtocorrupt.html section 2.2.
    """

    def __init__(self, lock: FileLock) -> None:
        self._lock = lock

    @classmethod
    def take(cls, session: Path) -> SessionLock | None:
        """The lock of a session file, or None when a living program holds it (or locks do not work there)."""
        try:
            lock = FileLock.take(session.with_name(session.name + ".lock"))
        except OSError:
            return None
        return cls(lock) if lock is not None else None

    def release(self) -> None:
        """Give it back and remove the lock file."""
        self._lock.release()


def is_recording(session: Path) -> bool:
    """Whether a living program holds the lock of a session file: its calls may still get a response."""
    if not session.with_name(session.name + ".lock").exists():
        return False
    lock = SessionLock.take(session)
    if lock is not None:
        lock.release()
    return lock is None
