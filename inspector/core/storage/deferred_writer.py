"""Files of a user are written beside the loop, a moment after the change and once for several of them.

    later.save(settings, told)      its `writing` makes a copy of what is to be written, a thread writes it
    await later.flush()             now, and wait: before the program ends
    await later.written(path)       the same, until that file is written: before what must not come earlier

A change is in memory at once. What cannot be written is told, stays to be written and is tried again.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from inspector.core.storage.shared_files import Writing
from inspector.errors import InspectorError
from inspector.translation import translate

__all__ = ["DeferredWriter", "Told", "Writable"]

QUIET_S: Final = 0.2
"""Without another change."""
LONGEST_S: Final = 1.0
"""From the first change: so much is lost when the program is killed."""
AGAIN_S: Final = 10.0
"""After a write that failed."""
FLUSH_S: Final = 5.0
"""Longer than a file is waited for that another program holds."""

Told = Callable[[str], None]
"""Gets why something could not be written, and "" when it is written after all."""


class Writable(Protocol):
    """What can be kept in a file."""

    def writing(self) -> Writing[Any]:
        """A write of what is to be kept now. The one before it has ended."""


@dataclass(eq=False)
class _Line:
    """What waits to be written of one thing; there is none for what is written."""

    thing: Writable
    hearers: dict[Told, str | None] = field(default_factory=dict)
    """With what they were told last; None: whatever comes is news."""
    waits: bool = False
    first_at: float | None = None  # of the changes since the last attempt
    timer: asyncio.TimerHandle | None = None
    thread: threading.Thread | None = None
    running: Writing[Any] | None = None
    path: Path | None = None  # of the last attempt
    ended: asyncio.Future[None] | None = None
    trouble: str = ""


class DeferredWriter:
    """All of it in the thread of its loop, but the writing itself."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lines: dict[int, _Line] = {}

    @property
    def writes(self) -> bool:
        """Whether something is being written this moment."""
        return any(line.running is not None for line in self._lines.values())

    def save(self, thing: Writable, told: Told | None, quiet_s: float = QUIET_S) -> None:
        """Write it when it has not changed for quiet_s. told: None for what may be lost."""
        line = self._lines.setdefault(id(thing), _Line(thing))
        if told is not None:
            line.hearers[told] = "" if line.hearers.get(told, "") == "" else None
        line.waits = True
        line.first_at = time.monotonic() if line.first_at is None else line.first_at
        if line.running is None:
            self._plan(line, min(quiet_s, line.first_at + LONGEST_S - time.monotonic()))

    def hurry(self) -> None:
        """Begin to write what waits for more changes; what failed is tried again at its own time."""
        self._begin_all(line for line in self._lines.values() if not line.trouble)

    async def flush(self, limit_s: float = FLUSH_S) -> list[str]:
        """Write what waits now; why it is not written, for what is not and matters."""
        try:
            async with asyncio.timeout(limit_s):
                self._begin_all(self._lines.values())
                while going := [line.ended for line in self._lines.values() if line.ended is not None]:
                    await asyncio.wait(going)
                    self.hurry()  # what was changed meanwhile
        except TimeoutError:
            pass
        return self._left(limit_s)

    async def written(self, path: Path) -> None:
        """Wait until what was changed is in that file, however long that takes."""
        while True:
            await self.flush()
            if all(line.path != path for line in self._lines.values()):
                return
            await asyncio.sleep(AGAIN_S)

    def finish(self, limit_s: float = FLUSH_S) -> list[str]:
        """The same where the loop runs no more."""
        for line in list(self._lines.values()):
            if line.timer is not None:
                line.timer.cancel()
            if line.thread is not None and line.running is not None:
                line.thread.join(limit_s)
                if line.thread.is_alive():
                    continue
                self._take(line, line.running)
            if line.waits:
                writing, line.waits = line.thing.writing(), False
                writing.run()
                self._take(line, writing)
            if not line.waits:
                del self._lines[id(line.thing)]
        return self._left(limit_s)

    # -- inside ----------------------------------------------------------------------------------------

    def _left(self, limit_s: float) -> list[str]:
        slow = translate("Core", "{path} could not be written within {seconds} s")
        return [
            line.trouble
            if line.running is None
            else slow.format(path=line.running.path, seconds=f"{limit_s:g}")
            for line in self._lines.values()
            if line.hearers and (line.trouble or line.running is not None)
        ]

    def _plan(self, line: _Line, delay_s: float) -> None:
        if line.timer is not None:
            line.timer.cancel()
        line.timer = self._loop.call_later(max(0.0, delay_s), self._begin, line)

    def _begin_all(self, lines: Iterable[_Line]) -> None:
        for line in list(lines):
            if line.running is None:
                self._begin(line)

    def _begin(self, line: _Line) -> None:
        if line.timer is not None:
            line.timer.cancel()
        line.running, line.ended = line.thing.writing(), self._loop.create_future()
        line.timer, line.first_at, line.waits, line.trouble = None, None, False, ""
        line.path = line.running.path
        # Not one of the few threads that others share, nor one that is waited for at the end: a folder of
        # another computer may hold it for minutes.
        line.thread = threading.Thread(
            target=self._write, args=(line, line.running), name="save", daemon=True
        )
        try:
            line.thread.start()
        except RuntimeError:  # the system gives no thread
            line.running.run()
            self._loop.call_soon(self._end, line, line.running)

    def _write(self, line: _Line, writing: Writing[Any]) -> None:
        writing.run()
        with suppress(RuntimeError):  # the loop is closed: `finish` takes it
            self._loop.call_soon_threadsafe(self._end, line, writing)

    def _end(self, line: _Line, writing: Writing[Any]) -> None:
        if line.running is not writing:
            return
        self._take(line, writing)
        if line.trouble:
            self._plan(line, AGAIN_S)
        elif line.waits:
            self._plan(line, QUIET_S)
        else:
            self._lines.pop(id(line.thing), None)
        if line.ended is not None:
            line.ended.set_result(None)
        line.ended = None
        for told, said in list(line.hearers.items()):
            if said != line.trouble:
                line.hearers[told] = line.trouble
                told(line.trouble)

    def _take(self, line: _Line, writing: Writing[Any]) -> None:
        line.running = line.thread = None
        line.trouble = ""
        try:
            writing.end()
        except (OSError, InspectorError) as error:
            line.trouble, line.waits = str(error), True
        except Exception as error:  # noqa: BLE001 - a bug: the file is as it was
            line.trouble, line.waits = str(error) or type(error).__name__, True
            context = {"message": "saving", "exception": error}
            self._loop.call_exception_handler(context)
