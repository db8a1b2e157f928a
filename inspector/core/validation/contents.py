"""Findings of content while records come: by all the rules that the window's own linter does not have.

They cost more than a window may wait, so the worker that validates makes them: it reads the session file as
far as it is written, a slice of a few milliseconds at a time, and rests between two slices as long as records
come: a flood is not slowed, its findings only come later. What is information is left to a check.
"""

from __future__ import annotations

import asyncio
from typing import Final

from inspector.core.validation.validation import Validator
from inspector.trace.journal import Journal

__all__ = ["ContentChecker"]

START_S: Final = 1.0  # after the first record: a worker that starts takes time from a server that does
QUIET_S: Final = 0.2  # between two looks
SHARE: Final = 0.04  # of the time while records come; else half of it


class ContentChecker:
    """Follows one journal. `checked`: the last record that was judged; `dropped`: how many never will be, as
    the worker did not get through their slice."""

    def __init__(self, journal: Journal, validator: Validator) -> None:
        self._journal = journal
        self._validator = validator
        self._task: asyncio.Task[None] | None = None
        self._stopped = False
        self.checked = 0
        self.dropped = 0

    def wake(self) -> None:
        """There may be new records: look at them soon."""
        if self._task is None and not self._stopped and self.checked < self._journal.last:
            self._task = asyncio.ensure_future(self._follow())

    def stop(self) -> None:
        """Look at nothing more; the journal may be closed now."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            await asyncio.sleep(QUIET_S if self.checked else START_S)
            while self.checked < self._journal.last:
                last, began = self._journal.last, loop.time()
                if self.checked < self._journal.written:
                    await self._step(self._journal.written)
                took = loop.time() - began
                calm = last == self._journal.last and self.checked < self._journal.written
                await asyncio.sleep(took if calm else max(QUIET_S, took / SHARE))
        finally:
            self._task = None

    async def _step(self, written: int) -> None:
        sessions = [(info.number, info.transport, info.target) for info in self._journal.sessions()]
        found = await self._validator.lint(self._journal.path, sessions, self.checked, written)
        if self._stopped:
            return
        self.dropped += found.dropped
        self.checked = max(self.checked, found.checked)
        self._journal.add_findings(found.findings)
