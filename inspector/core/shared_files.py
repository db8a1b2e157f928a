"""Files that two running programs of ours write: nothing that one of them wrote is lost by the other.

    with locked(path):            # one program at a time, in this process one thread
        there, notes = read_for_change(path)
        write_object(path, merged_values(before, ours, there))

`SharedObject` is that for a JSON object whose keys stand for themselves. The lock is a hidden file beside the
shared one for as long as it is held; the system frees it when its program dies, so it is never stale.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from inspector.core.plain_files import read_for_change, read_object, write_object
from inspector.trace.file_lock import FileLock
from inspector.translation import translate

__all__ = ["LIMIT_S", "SharedObject", "locked", "merged_values", "stamp"]

LIMIT_S: Final = 3.0
"""How long another program may hold a file before we give up: it holds it for some thousandths."""

_PAUSE_S: Final = 0.002
_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS)
_UNKNOWN: Final = (-1, -1, -1)  # no file has that stamp
_held = threading.local()


@contextmanager
def locked(path: Path, limit_s: float = LIMIT_S) -> Iterator[None]:
    """Nobody else reads and changes path inside. Raises OSError; TimeoutError after limit_s.

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
                errno.ETIMEDOUT, translate("Core", "another copy of this program keeps it locked"), str(path)
            )
        time.sleep(_PAUSE_S)


def stamp(path: Path) -> tuple[int, int, int]:
    """Another one whenever somebody wrote the file; (0, 0, 0): there is none."""
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


class SharedObject:
    """One JSON object in a file, key by key. `notes`: what was wrong with the file, for people."""

    def __init__(self, path: Path, usable: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> None:
        """usable: the part of the object that is ours; the rest stays in the file as it is."""
        self.path = path
        self.notes: list[str] = []
        self._usable = usable
        self._seen = _UNKNOWN
        self._before: dict[str, Any] = {}

    def read(self) -> dict[str, Any]:
        """What is in the file; {} where it cannot be used. Never raises."""
        self._seen = stamp(self.path)
        there, self.notes = read_object(self.path)
        self._before = self._usable(there)
        return dict(self._before)

    def refreshed(self, ours: Mapping[str, Any]) -> dict[str, Any] | None:
        """Our values with what others changed in the file since; None: they did not, or it cannot be used.

        What was changed here and is not written yet stays as it is here.
        """
        if stamp(self.path) == self._seen:
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
        with locked(self.path):
            there, notes = read_for_change(self.path)
            self.notes += notes
            made = merged_values(self._before, ours, there)
            write_object(self.path, dict(sorted(made.items())) if in_order else made)
            self._seen = stamp(self.path) if self._usable(made) == ours else _UNKNOWN
        self._before = dict(ours)
