"""Files of the user are written off the thread of the windows: `save(settings, self._told)`.

Where no loop runs, at a start that fails and in a script, they are written at once.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
from shiboken6 import isValid

from inspector.core.storage.deferred_writer import QUIET_S, DeferredWriter, Told, Writable
from inspector.errors import InspectorError
from inspector.ui.loop.tasks import reporter

__all__ = ["finish", "flush", "hurry", "save", "writes", "written"]

_of: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, DeferredWriter]] = WeakKeyDictionary()


def save(thing: Writable, told: Told | None = None, *, at_once: bool = False) -> None:
    """Have a change written. told: a method, gets why that cannot be, and "" when it is done after all; None:
    it costs nobody anything.

    What would be told to an object that is gone, the windows tell.
    at_once: another window reads the file next, so it is not waited for more changes.
    """
    if (later := _later()) is not None:
        later.save(thing, _Hearer(told) if told is not None else None, 0.0 if at_once else QUIET_S)
        return
    try:
        thing.writing().now()
    except (OSError, InspectorError) as error:
        if told is not None:
            told(str(error))


def writes() -> bool:
    """Whether something is being written this moment."""
    return (later := _later()) is not None and later.writes


def hurry() -> None:
    """Do not wait for more changes: something went wrong."""
    if (later := _later()) is not None:
        later.hurry()


async def flush() -> list[str]:
    """Write what waits, and wait for it: why it is not written, for what is not."""
    return await later.flush() if (later := _later()) is not None else []


async def written(path: Path) -> None:
    """Wait until what was changed is in that file, however long that takes: for what must not come before."""
    if (later := _later()) is not None:
        await later.written(path)


def finish(loop: asyncio.AbstractEventLoop) -> list[str]:
    """The same when the loop runs no more."""
    return later.finish() if (later := _of.get(loop)) is not None else []


def _later() -> DeferredWriter | None:
    loop = asyncio.events._get_running_loop()
    return None if loop is None else _of.setdefault(loop, DeferredWriter(loop))


@dataclass(frozen=True, slots=True)
class _Hearer:
    """Tells an object, as long as it is there."""

    told: Told

    def __call__(self, text: str) -> None:
        owner = getattr(self.told, "__self__", None)
        if not isinstance(owner, QObject) or isValid(owner):
            self.told(text)
        elif text:
            reporter().said.emit(text)
