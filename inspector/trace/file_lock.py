"""A lock file: held while the program that took it lives, free after a crash of it.

The system keeps the lock, not the file's being there; so no lock is ever stale, and the file is removed when
the lock is given back. Source: flock(2), msvcrt.locking.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO

__all__ = ["FileLock"]

_ATTEMPTS = 100  # of another process removing the file between our opening and locking it


class FileLock:
    """Taken by `take` alone."""

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path, self._file = path, file

    @classmethod
    def take(cls, path: Path) -> FileLock | None:
        """The lock, or None while another program (or thread) holds it.

        Raises OSError when the file cannot be made, or its file system knows no locks.
        """
        for _ in range(_ATTEMPTS):
            file = path.open("ab")
            try:
                _lock(file)
            except OSError as error:
                file.close()
                if isinstance(error, BlockingIOError | PermissionError):
                    return None
                raise
            if _is_at(path, file):
                return cls(path, file)
            file.close()  # whoever held it removed it: our lock is on a file that nobody sees
        return None

    def release(self) -> None:
        """Give it back and remove the lock file."""
        if sys.platform == "win32":  # an open file cannot be removed there
            self._file.close()
            with contextlib.suppress(OSError):  # another process has it open already
                self._path.unlink(missing_ok=True)
        else:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
            self._file.close()


def _is_at(path: Path, file: IO[bytes]) -> bool:
    try:
        there = path.stat()
    except OSError:
        return False
    ours = os.fstat(file.fileno())
    return (there.st_dev, there.st_ino) == (ours.st_dev, ours.st_ino)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
