"""The tasks that still run when the program ends, in `tasks.json` beside the servers: the next start asks for
them again.

What a server calls a task, which tool it came from and when; no arguments, no answers, no messages. An id is
asked for only at the place that gave it: under an edited command or URL it stays in the file, unasked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from inspector.core.servers.profiles import Profile, shown_target
from inspector.core.storage.shared_files import SharedObject, Writing

if TYPE_CHECKING:
    from inspector.core.client.task_entry import TaskEntry

__all__ = ["KeptTasks"]

MOST_EACH: Final = 100  # of one server
MOST: Final = 1000
LONGEST_ID: Final = 1000  # characters
LONGEST: Final = 200  # of every other text


class KeptTasks:
    """By the name of a server and the id of a task. What cannot be read or written costs the memory alone."""

    def __init__(self, path: Path, save: Callable[[KeptTasks], None] | None = None) -> None:
        """save: has it written, later and beside; None: it is written at once."""
        self._save = save or KeptTasks._write
        self._file = SharedObject(path, _usable)
        self._kept: dict[str, Any] = self._file.read()

    @property
    def notes(self) -> list[str]:
        """What was wrong with the file, for people."""
        return self._file.notes

    def refresh(self) -> None:
        """Take over what another copy of the program noted."""
        found = self._file.refreshed(self._kept)
        if found is not None:
            self._kept = found

    def of(self, server: str, profile: Profile) -> list[TaskEntry]:
        """The tasks that ran there when they were heard of last, oldest first."""
        place = _place(profile)
        kept = [one for one in self._kept.values() if (one["server"], one["place"]) == (server, place)]
        return [_entry(one) for one in sorted(kept, key=lambda one: float(one["seen"]))]

    def note(self, server: str, profile: Profile, entry: TaskEntry) -> None:
        """Something of this task changed: it is kept while it runs."""
        if entry.ended or entry.settled:
            self.forget(server, entry.id)
            return
        if not server or len(entry.id) > LONGEST_ID:
            return
        kept = {
            "server": server,
            "place": _place(profile),
            "id": entry.id,
            "form": entry.form,
            "tool": entry.target[:LONGEST],
            "created": entry.created[:LONGEST],
            "ttl_ms": entry.ttl_ms,
            "has_ttl": entry.has_ttl,
            "seen": entry.seen_ns // 1_000_000,
        }
        if self._kept.get(key := _key(server, entry.id)) != kept:
            self._kept[key] = kept
            self._drop_oldest(server)
            self._save(self)

    def forget(self, server: str, task_id: str) -> None:
        """It has ended, the server does not know it, or the user wants to see it no more."""
        if self._kept.pop(_key(server, task_id), None) is not None:
            self._save(self)

    def renamed(self, before: str, name: str) -> None:
        """The same server under another name."""
        moved = {key: one for key, one in self._kept.items() if one["server"] == before}
        if before == name or not moved:
            return
        for key, one in moved.items():
            del self._kept[key]
            self._kept[_key(name, one["id"])] = {**one, "server": name}
        self._save(self)

    def removed(self, server: str) -> None:
        """The server is gone."""
        gone = [key for key, one in self._kept.items() if one["server"] == server]
        for key in gone:
            del self._kept[key]
        if gone:
            self._save(self)

    def writing(self) -> Writing[Any]:
        """A write of it, in steps."""
        return self._file.writing(self._kept, in_order=True)

    def _drop_oldest(self, server: str) -> None:
        for most, keys in (
            (MOST_EACH, [key for key, one in self._kept.items() if one["server"] == server]),
            (MOST, list(self._kept)),
        ):
            keys.sort(key=lambda key: float(self._kept[key]["seen"]) if key in self._kept else 0.0)
            for key in keys[: max(0, len(keys) - most)]:
                self._kept.pop(key, None)

    def _write(self) -> None:
        with suppress(OSError):
            self.writing().now()


def _key(server: str, task_id: str) -> str:
    return f"{server}: {task_id}"


def _place(profile: Profile) -> str:
    """The same for the same command or URL; says nothing of either."""
    return hashlib.sha256(shown_target(profile).encode("utf-8", "surrogatepass")).hexdigest()[:16]


_KINDS: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("server", "place", "id", "form", "tool", "created"), (str,)),
    "ttl_ms": (int, float, type(None)),
    "has_ttl": (bool,),
    "seen": (int,),
}


def _usable(found: dict[str, Any]) -> dict[str, Any]:
    """Those that are as we write them; the others stay in the file."""
    usable = {key: one for key, one in found.items() if isinstance(one, dict) and _is_ours(key, one)}
    return dict(list(usable.items())[:MOST])


def _is_ours(key: str, one: dict[str, Any]) -> bool:
    from inspector.protocol.tasks import CORE, EXTENSION

    typed = all(isinstance(one.get(name), kinds) for name, kinds in _KINDS.items())
    return (
        typed
        and one["form"] in (CORE, EXTENSION)
        and 0 <= one["seen"] < 1e13
        and not isinstance(one["seen"], bool)
        and not isinstance(one["ttl_ms"], bool)
        and key == _key(one["server"], one["id"])
    )


def _entry(one: dict[str, Any]) -> TaskEntry:
    from inspector.core.client.task_entry import TaskEntry  # with what it needs; the window starts without it

    return TaskEntry(
        one["id"],
        one["form"],
        target=one["tool"],
        seen_ns=one["seen"] * 1_000_000,
        created=one["created"],
        ttl_ms=one["ttl_ms"],
        has_ttl=one["has_ttl"],
        restored=True,
    )
