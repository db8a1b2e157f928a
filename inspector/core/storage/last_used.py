"""When each server was last connected, in `last_used.json` beside the servers: it changes all the time, and
the list of servers is a file that people keep in version control."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from inspector.core.storage.shared_files import SharedObject, Writing

__all__ = ["LastUsed"]


class LastUsed:
    """By name. What cannot be read or written costs the memory and nothing else."""

    def __init__(self, path: Path, save: Callable[[LastUsed], None] | None = None) -> None:
        """save: has it written, later and beside; None: it is written at once."""
        self._save = save or LastUsed._write
        self._file = SharedObject(path, _numbers)
        self._at: dict[str, float] = self._file.read()

    @property
    def notes(self) -> list[str]:
        """What was wrong with the file, for people."""
        return self._file.notes

    def at(self, name: str) -> float:
        """Seconds since 1970; 0: never."""
        return self._at.get(name, 0.0)

    def refresh(self) -> None:
        """Take over what another copy of the program noted."""
        found = self._file.refreshed(self._at)
        if found is not None:
            self._at = found

    def used(self, name: str, now: float | None = None) -> None:
        """It is connected now."""
        self._at[name] = float(int(time.time() if now is None else now))
        self._save(self)

    def renamed(self, before: str, name: str) -> None:
        """The same server under another name."""
        if before != name and before in self._at:
            self._at[name] = self._at.pop(before)
            self._save(self)

    def forget(self, name: str) -> None:
        """The server is gone."""
        if self._at.pop(name, None) is not None:
            self._save(self)

    def writing(self) -> Writing[Any]:
        """A write of it, in steps."""
        return self._file.writing(self._at, in_order=True)

    def _write(self) -> None:
        with suppress(OSError):
            self.writing().now()


def _numbers(found: dict[str, Any]) -> dict[str, Any]:
    return {name: float(at) for name, at in found.items() if type(at) in (int, float)}
