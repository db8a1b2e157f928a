"""Files that two running programs of ours write: nothing that one of them wrote is lost by the other.

    with locked(path):            # one program at a time, in this process one thread
        there, notes = read_for_change(path)
        write_object(path, merged_values(before, ours, there))

`SharedObject` is that for a JSON object whose keys stand for themselves. Where the loop may not wait for the
disk, a `Writing` is made and ended in the thread that owns what is written, and run in another one. The lock
is a hidden file beside the shared one while it is held; the system frees it when its program dies: never
stale.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from inspector.core.storage.plain_files import read_for_change, read_object, write_object
from inspector.trace.file_lock import FileLock
from inspector.translation import translate

__all__ = ["LIMIT_S", "SharedObject", "Writing", "is_under_way", "locked", "merged_values", "stamp"]

LIMIT_S: Final = 3.0
"""How long another program may hold a file before we give up: it holds it for some thousandths."""

_PAUSE_S: Final = 0.002
_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
_UNKNOWN: Final = (-1, -1, -1)  # no file has that stamp
_held = threading.local()

T = TypeVar("T")


@contextmanager
def locked(path: Path, limit_s: float = LIMIT_S) -> Iterator[None]:
    """No other program reads and changes path inside. Raises OSError; TimeoutError after limit_s.

    It may be entered again inside. A file system that knows no locks has none: what is written is still
    written in one step.
    """
    place = Path(os.path.realpath(path))
    held: set[Path] = _held.__dict__.setdefault("places", set())
    if place in held:
        yield
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    lock = _taken(place.with_name(f".{place.name}.lock"), path, limit_s)
    held.add(place)
    try:
        yield
    finally:
        held.discard(place)
        if lock is not None:
            lock.release()


def _taken(file: Path, path: Path, limit_s: float) -> FileLock | None:
    until = time.monotonic() + limit_s
    while True:
        try:
            lock = FileLock.take(file)
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return None
            raise
        if lock is not None:
            return lock
        if time.monotonic() >= until:
            raise TimeoutError(
                errno.ETIMEDOUT,
                translate("Core", "another instance of this program has it locked"),
                str(path),
            )
        time.sleep(_PAUSE_S)


def is_under_way(writing: Writing[Any] | None) -> bool:
    """Whether it is made and has not ended."""
    return writing is not None and not writing.ended


def stamp(path: Path) -> tuple[int, int, int]:
    """Another one whenever the file was written; (0, 0, 0): there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0, 0
    return found.st_mtime_ns, found.st_size, found.st_ino


def merged_values(
    before: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> dict[str, Any]:
    """What to write: what we changed or removed since `before` was read or written, the rest as it is."""
    made = {key: value for key, value in theirs.items() if key in ours or key not in before}
    changed = {key: value for key, value in ours.items() if key not in before or before[key] != value}
    return {**made, **changed}


class Writing(Generic[T]):
    """One write of a file in three steps: made, run, ended. It writes what there was when it was made."""

    def __init__(self, path: Path, job: Callable[[], T], settle: Callable[[T], None]) -> None:
        """job: writes, in any thread; settle: takes over what it gives, in the thread of `end`."""
        self.path = path
        self.ended = False
        self._job = job
        self._settle = settle
        self._made: list[T] = []
        self._error: Exception | None = None

    def run(self) -> None:
        """Write, in any thread. Raises nothing."""
        try:
            self._made.append(self._job())
        except Exception as error:  # noqa: BLE001 - raised by `end`
            self._error = error

    def end(self) -> None:
        """Take over what became of it. Raises what `run` met: then nothing is written."""
        self.ended = True
        if self._error is not None:
            raise self._error
        for made in self._made:
            self._settle(made)

    def now(self) -> None:
        """All of it, here."""
        self.run()
        self.end()


class SharedObject:
    """One JSON object in a file, key by key. `notes`: what was wrong with the file, for people."""

    def __init__(self, path: Path, usable: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> None:
        """usable: the part of the object that is ours; the rest stays in the file as it is."""
        self.path = path
        self.notes: list[str] = []
        self._usable = usable
        self._seen = _UNKNOWN
        self._before: dict[str, Any] = {}
        self._writing: Writing[Any] | None = None

    def read(self) -> dict[str, Any]:
        """What is in the file; {} where it cannot be used. Never raises."""
        self._seen = stamp(self.path)
        there, self.notes = read_object(self.path)
        self._before = self._usable(there)
        return dict(self._before)

    def refreshed(self, ours: Mapping[str, Any]) -> dict[str, Any] | None:
        """Our values with what others changed in the file since; None: they did not, or it cannot be used.

        What was changed here and is not written yet stays as it is here. While it is written, nothing is
        taken over; the next time it is.
        """
        if is_under_way(self._writing) or stamp(self.path) == self._seen:
            return None
        self._seen = stamp(self.path)
        there, notes = read_object(self.path)
        if notes:
            self.notes = notes
            return None
        before, self._before = self._before, self._usable(there)
        made = merged_values(before, ours, self._before)
        return made if made != ours else None

    def write(self, ours: Mapping[str, Any], *, in_order: bool = False) -> None:
        """Write what changed here into what is there now. in_order: of the keys. Raises OSError.

        What comes from others is in the file only; `refreshed` tells of it.
        """
        self.writing(ours, in_order=in_order).now()

    def writing(self, ours: Mapping[str, Any], *, in_order: bool = False) -> Writing[Any]:
        """The same in steps; one of them ends before the next is made."""
        copy = dict(ours)
        job = partial(self._written, dict(self._before), copy, in_order)
        self._writing = Writing(self.path, job, partial(self._settled, copy))
        return self._writing

    def _written(self, before: dict[str, Any], ours: dict[str, Any], in_order: bool) -> tuple[int, int, int]:
        with locked(self.path):
            there, notes = read_for_change(self.path)
            self.notes.extend(notes)
            made = merged_values(before, ours, there)
            write_object(self.path, dict(sorted(made.items())) if in_order else made)
            return stamp(self.path) if self._usable(made) == ours else _UNKNOWN

    def _settled(self, ours: dict[str, Any], seen: tuple[int, int, int]) -> None:
        self._before, self._seen = ours, seen
