"""The arguments a user has used, tool by tool: they stay from one start of the program to the next.

One SQLite file beside the settings, for the owner only; several windows may use it at once. Secrets never get
in: the caller takes them out first (see secret_arguments.py). A file that cannot be used is put aside,
and the history goes on in memory: nothing a user does depends on it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from inspector.translation import translate

__all__ = ["ArgumentsPlace", "KeptValue", "ValueHistory", "used_tools"]

_LIMIT: Final = 100
_PATIENCE_S: Final = 2.0  # for another copy of the program that writes right now; it takes thousandths
_LOGGED: Final = 50  # values
_LONGEST: Final = 250_000  # characters; a search reads all that is kept for a tool
_TABLE: Final = """
create table if not exists value (
    number integer primary key autoincrement,
    server text not null,
    kind text not null,
    item text not null,
    arguments text not null,
    used_at real not null,
    times integer not null default 1,
    name text not null default '',
    pinned integer not null default 0,
    unique (server, kind, item, arguments)
);
create index if not exists by_place on value (server, kind, item, pinned, used_at);
"""


@dataclass(frozen=True, slots=True)
class ArgumentsPlace:
    """What the arguments are for. kind: tools, prompts, resources; item: the name of the tool."""

    server: str
    kind: str
    item: str


@dataclass(frozen=True, slots=True)
class KeptValue:
    """One set of arguments. used_at: seconds since 1970, the last time; times: how often."""

    number: int
    arguments: str
    used_at: float
    times: int = 1
    name: str = ""
    pinned: bool = False


class ValueHistory:
    """path None: for this run of the program only. limit: values kept for each place beside pinned and named
    ones. `note` says why a file could not be used."""

    def __init__(self, path: Path | None = None, limit: int = _LIMIT) -> None:
        self._limit = limit
        self._path: Path | None = None  # of the file that is used
        self.note = ""
        self._added = 0  # since the log was moved into the file
        self._connection = self._opened(path)

    def add(self, place: ArgumentsPlace, arguments: str, now: float | None = None) -> None:
        """A user used these arguments. The same ones again move up; the oldest beyond the limit go."""
        if len(arguments) > _LONGEST:
            return
        key = (place.server, place.kind, place.item)
        at = time.time() if now is None else now
        self._change(
            "insert into value (server, kind, item, arguments, used_at) values (?, ?, ?, ?, ?) "
            "on conflict do update set used_at = excluded.used_at, times = times + 1",
            (*key, arguments, at),
        )
        self._change(
            "delete from value where number in (select number from value where server = ? and kind = ? "
            "and item = ? and not pinned and name = '' order by used_at desc limit -1 offset ?)",
            (*key, self._limit),
        )
        self._added += 1

    def tidying(self) -> Callable[[], None] | None:
        """Now and then, work for a thread: it moves what was added into the file itself, and that waits for
        the disk. None: not yet."""
        if self._added < _LOGGED or self._path is None:
            return None
        self._added = 0
        return partial(_tidy, self._path)

    def values(self, place: ArgumentsPlace, search: str = "") -> list[KeptValue]:
        """Pinned ones first, then the newest. search: words that all must be in the name or the arguments."""
        rows = self._read(
            "select number, arguments, used_at, times, name, pinned from value "
            "where server = ? and kind = ? and item = ? order by pinned desc, used_at desc, number desc",
            (place.server, place.kind, place.item),
        )
        found = [KeptValue(row[0], row[1], row[2], row[3], row[4], bool(row[5])) for row in rows]
        words = search.casefold().split()
        return [
            one for one in found if all(word in f"{one.name} {one.arguments}".casefold() for word in words)
        ]

    def pinned(self, server: str) -> list[tuple[ArgumentsPlace, KeptValue]]:
        """All that is pinned for a server, in the order in which it was first used."""
        rows = self._read(
            "select kind, item, number, arguments, used_at, times, name from value "
            "where server = ? and pinned order by number",
            (server,),
        )
        return [
            (ArgumentsPlace(server, row[0], row[1]), KeptValue(row[2], row[3], row[4], row[5], row[6], True))
            for row in rows
        ]

    def rename(self, number: int, name: str) -> None:
        """Give a value a name; a value with a name stays."""
        self._change("update value set name = ? where number = ?", (name.strip(), number))

    def pin(self, number: int, pinned: bool) -> None:
        """Keep a value at the top, or let it go its way again."""
        self._change("update value set pinned = ? where number = ?", (int(pinned), number))

    def remove(self, number: int) -> None:
        """Forget one value."""
        self._change("delete from value where number = ?", (number,))

    def clear(self, place: ArgumentsPlace) -> None:
        """Forget what was used here, except what is pinned or named."""
        self._change(
            "delete from value where server = ? and kind = ? and item = ? and not pinned and name = ''",
            (place.server, place.kind, place.item),
        )

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    # -- the file ----------------------------------------------------------------------------------------

    def _opened(self, path: Path | None) -> sqlite3.Connection:
        if path is not None:
            try:
                return self._opened_file(path)
            except (sqlite3.Error, OSError) as error:
                self.note = translate(
                    "Core",
                    "{path} cannot be used ({error}); arguments are remembered only until the "
                    "program exits. Make its folder writable, or move it away.",
                ).format(path=path, error=error)
        return _connected(None)

    def _opened_file(self, path: Path) -> sqlite3.Connection:
        try:
            made = _connected(path)
        except sqlite3.Error as error:
            if not _is_broken(error):
                raise
            self.note = _put_aside(path, error)
            made = _connected(path)
        self._path = path
        return made

    def _change(self, statement: str, parameters: tuple[object, ...]) -> None:
        try:
            with self._connection:
                self._connection.execute(statement, parameters)
        except _UNUSABLE as error:  # a full disk, a file taken away: the call goes on without a memory
            self.note = translate("Core", "cannot save arguments: {}").format(error)
            self._leave_if_broken(error)

    def _read(self, statement: str, parameters: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(statement, parameters).fetchall()
        except _UNUSABLE as error:
            self.note = translate("Core", "cannot read saved arguments: {}").format(error)
            self._leave_if_broken(error)
            return []

    def _leave_if_broken(self, error: Exception) -> None:
        """A file that breaks in the middle is put aside as well, and a new one begun."""
        if self._path is not None and _is_broken(error):
            self._connection.close()
            path, self._path = self._path, None
            self.note = _put_aside(path, error)
            self._connection = self._opened(path)


def used_tools(path: Path, server: str) -> list[str]:
    """Names of the tools used on a server ("": on any), sorted; a file that is not there is not made."""
    if not path.is_file():
        return []
    question = "select distinct item from value where kind = 'tools' and ? in ('', server) order by item"
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            return [str(item) for (item,) in connection.execute(question, (server,))]
    except sqlite3.Error:  # of an older program, or broken: there is nothing to propose
        return []


_UNUSABLE: Final = (sqlite3.Error, UnicodeEncodeError)  # half a surrogate pair in a text or a name


def _tidy(path: Path) -> None:
    with suppress(sqlite3.Error), closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(passive)").fetchall()


def _is_broken(error: Exception) -> bool:
    """Whether it says that the file is no database, or not a whole one."""
    return isinstance(error, sqlite3.DatabaseError) and type(error) is sqlite3.DatabaseError


def _put_aside(path: Path, error: Exception) -> str:
    """Kept for whoever wants to look at it. Raises OSError when it cannot be moved."""
    aside = path.with_name(f"{path.name}.broken-{time.strftime('%Y%m%d-%H%M%S')}")
    path.replace(aside)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    return translate(
        "Core", "{path} cannot be used ({error}); saved as {aside}, starting with an empty file"
    ).format(path=path, error=error, aside=aside.name)


def _connected(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = sqlite3.connect(path or ":memory:", timeout=_PATIENCE_S)
    try:
        connection.execute("pragma journal_mode = wal")
        connection.execute("pragma synchronous = normal")
        connection.execute("pragma wal_autocheckpoint = 0")  # in the middle of a call: see `tidying`
        connection.executescript(_TABLE)
    except sqlite3.Error:
        connection.close()
        raise
    return connection
