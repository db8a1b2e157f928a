"""Which files a server is made of, and word when they change.

Nothing is watched that a user did not switch on, and what is found in the files is never read.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable, Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from inspector.core.servers.profiles import Profile
from inspector.transport import StdioTarget

__all__ = ["changed_files", "counts", "watched_paths"]

_QUIET_MS: Final = 300  # an editor saves in several steps, a build writes many files
_LONGEST_MS: Final = 3000  # a build that goes on for longer is reported in parts
_IGNORED_FOLDERS: Final = frozenset(
    {"node_modules", "site-packages", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv", ".tox"}
    | {".idea", ".vscode", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis", ".cache"}
)
_IGNORED_ENDS: Final = (
    *(".pyc", ".pyo", ".swp", ".swx", ".tmp", "~", ".log", ".lock", ".pid"),
    *(".sqlite", ".sqlite3", ".db", "-journal", "-wal", "-shm"),
)
"""What editors, interpreters and running servers write beside the program."""


def watched_paths(profile: Profile) -> tuple[Path, ...]:
    """What to watch: what was chosen, else the server's folder, else the folders of files it is started with.

    Empty: there is nothing that can be told to belong to the server. The user's home and the root of a
    file system are never watched as a whole.
    """
    target = profile.target
    if not isinstance(target, StdioTarget):
        return _existing(Path(os.path.expanduser(text)) for text in profile.watched)
    base = Path(os.path.expanduser(target.cwd)) if target.cwd else Path.cwd()
    if profile.watched:
        return _existing(base / os.path.expanduser(text) for text in profile.watched)
    if target.cwd:
        return _existing([base])
    # An interpreter lies among others of its kind; the command itself counts when nothing else is a file.
    files = [file for text in target.args if _is_file(file := base / text)]
    files = files or [file for file in (base / target.command,) if _is_file(file) and not _is_shared(file)]
    return _existing(file.parent for file in files if not _IGNORED_FOLDERS & set(file.parts))


def _is_shared(file: Path) -> bool:
    return file.parent.name in ("bin", "sbin", "Scripts", "System32")


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except (OSError, ValueError):  # a name that is too long, a zero byte
        return False


def _existing(paths: Iterable[Path]) -> tuple[Path, ...]:
    whole = {Path.home(), Path(Path.home().anchor)}
    found: dict[Path, None] = {}
    for path in paths:
        try:
            if path.exists() and path.resolve() not in whole:
                found[path.resolve()] = None
        except (OSError, ValueError):
            continue
    return tuple(found)


def counts(path: Path, roots: Collection[Path]) -> bool:
    """Whether a change of this file is one of the server's. roots: what is watched."""
    if path in roots:
        return True
    if path.name.endswith(_IGNORED_ENDS):
        return False
    for root in roots:
        if path.is_relative_to(root):
            below = path.relative_to(root).parts
            return not _IGNORED_FOLDERS & set(below)
    return False


async def changed_files(paths: Collection[Path]) -> AsyncGenerator[tuple[Path, ...], None]:
    """Each time files below these paths changed: which. Ends only by being cancelled. Raises OSError."""
    loop, stop = asyncio.get_running_loop(), threading.Event()
    heard: asyncio.Queue[set[Path] | BaseException] = asyncio.Queue()

    def tell(what: set[Path] | BaseException) -> None:
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(heard.put_nowait, what)

    # A file that is saved by renaming is another file then: its folder is watched, without those below it.
    folders = tuple(path for path in paths if path.is_dir())
    beside = tuple({path.parent for path in paths if path not in folders})
    for watched, below in ((folders, True), (beside, False)):
        if watched:  # a thread of its own, and none of the few that others share: it waits all the time
            threading.Thread(
                target=_listen, args=(watched, below, stop, tell), name="files", daemon=True
            ).start()
    try:
        while True:
            files = await heard.get()
            if isinstance(files, BaseException):
                raise files
            if found := sorted(file for file in files if counts(file, paths)):
                yield tuple(found)
    finally:
        stop.set()


def _listen(
    paths: tuple[Path, ...],
    below: bool,
    stop: threading.Event,
    tell: Callable[[set[Path] | BaseException], None],
) -> None:
    from watchfiles import watch  # not at the start of every program

    try:
        for changes in watch(
            *paths,
            watch_filter=None,
            debounce=_LONGEST_MS,
            step=_QUIET_MS,
            stop_event=stop,
            recursive=below,
            ignore_permission_denied=True,
        ):
            tell({Path(name) for _kind, name in changes})
    except (OSError, RuntimeError) as error:
        tell(error)
