"""When each server was last connected, in `last_used.json` beside the servers: it changes all the time, and
the list of servers is a file that people keep in version control."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

from inspector.core.plain_files import read_object, write_object

__all__ = ["LastUsed"]


class LastUsed:
    """By name. What cannot be read or written costs the memory and nothing else."""

    def __init__(self, path: Path) -> None:
        self._path = path
        found, _notes = read_object(path)
        self._at = {name: float(at) for name, at in found.items() if type(at) in (int, float)}

    def at(self, name: str) -> float:
        """Seconds since 1970; 0: never."""
        return self._at.get(name, 0.0)

    def used(self, name: str, now: float | None = None) -> None:
        """It is connected now."""
        self._at[name] = float(int(time.time() if now is None else now))
        self._save()

    def renamed(self, before: str, name: str) -> None:
        """The same server under another name."""
        if before != name and before in self._at:
            self._at[name] = self._at.pop(before)
            self._save()

    def forget(self, name: str) -> None:
        """The server is gone."""
        if self._at.pop(name, None) is not None:
            self._save()

    def _save(self) -> None:
        with suppress(OSError):
            write_object(self._path, dict(sorted(self._at.items())))
