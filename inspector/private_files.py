"""What the program writes is for its user alone: recordings, what was typed, settings, exports.

The mask of the process sees to all that is made from now on, whoever makes it: SQLite beside a session, a
library, a thread. What an older program left open is closed once. Standard library only, and little of it:
every start comes through here.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["child_mask", "close_to_others", "keep_private", "mask_of_the_user"]

_OTHERS = 0o077
_mask_before = -1


def keep_private() -> None:
    """To be called before anything is written."""
    global _mask_before
    if _mask_before < 0:
        _mask_before = os.umask(_OTHERS)


def child_mask() -> int:
    """For a server that is started: the mask as its user set it; -1: it is still that."""
    return _mask_before


@contextmanager
def mask_of_the_user() -> Iterator[None]:
    """While a program of the user's is started, such as the browser, whose files are not ours to close."""
    if _mask_before < 0:
        yield
        return
    ours = os.umask(_mask_before)
    try:
        yield
    finally:
        os.umask(ours)


def close_to_others(folders: Iterable[Path]) -> None:
    """Take from others what they may do in our folders, with all that is in them.

    One that is closed already is not looked into, so this costs next to nothing. Links are left alone, and
    what belongs to another user.
    """
    if os.name == "nt":  # the folder of a user is its own there
        return
    for folder in folders:
        with suppress(OSError):
            if not _close(os.lstat(folder), folder):
                continue
            for place, below, files in os.walk(folder):
                for name in (*below, *files):
                    with suppress(OSError):
                        path = os.path.join(place, name)
                        _close(os.lstat(path), path)


def _close(about: os.stat_result, path: str | Path) -> bool:
    """Whether it was open to others."""
    if not about.st_mode & _OTHERS or stat.S_ISLNK(about.st_mode):
        return False
    os.chmod(path, stat.S_IMODE(about.st_mode) & ~_OTHERS)
    return True
