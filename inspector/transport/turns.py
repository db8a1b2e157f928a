"""When children may start, and when they may end: one after the other, a few at a time.

Fifty servers that come up, or go, at once want fifty processors, and the window gets the share of one of
them: it stood still for over a second. A few at a time, with one processor left over, leave it enough to be
drawn, and the first of them are there sooner.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator
from typing import Final
from weakref import WeakKeyDictionary

__all__ = ["Turns", "ends", "starts"]

APART_S: Final = 0.01  # between two: a start holds the loop up to a frame
COMING_UP_S: Final = 0.5  # a child that says nothing for so long waits for a network, or for us
GOING_S: Final = 0.1  # one that still runs so long after its stdin was closed has no haste
AT_ONCE: Final = max(1, (os.cpu_count() or 1) - 1)


class Turns:
    """Hands out turns, in the order in which they were asked for."""

    def __init__(self, lasts_s: float, at_once: int = AT_ONCE) -> None:
        self._lasts_s = lasts_s
        self._at_once = at_once
        self._busy: dict[object, float] = {}  # which key had a turn, and until when that counts
        self._first = asyncio.Lock()  # held by the one whose turn is next
        self._left = asyncio.Event()
        self._last = -APART_S

    @contextlib.asynccontextmanager
    async def turn(self, who: object) -> AsyncIterator[None]:
        """Wait until it is the turn of `who`, who counts as busy until `over`, or `lasts_s`."""
        async with self._first:
            while (wait_s := self._wait_s()) > 0:
                self._left.clear()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait_s):
                        await self._left.wait()
            self._busy[who] = time.monotonic() + self._lasts_s
            try:
                yield
            except BaseException:
                self.over(who)
                raise
            finally:
                self._last = time.monotonic()

    def over(self, who: object) -> None:
        """`who` is busy no more."""
        if self._busy.pop(who, None) is not None:
            self._left.set()

    @property
    def busy(self) -> int:
        """How many had a turn a moment ago that is not over."""
        now = time.monotonic()
        for one in [one for one, until in self._busy.items() if until <= now]:
            del self._busy[one]
        return len(self._busy)

    def _wait_s(self) -> float:
        now = time.monotonic()
        wait_s = self._last + APART_S - now
        if self.busy >= self._at_once:
            wait_s = max(wait_s, min(self._busy.values()) - now)
        return wait_s


_starts: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()
_ends: WeakKeyDictionary[asyncio.AbstractEventLoop, Turns] = WeakKeyDictionary()


def starts() -> Turns:
    """Those of the running loop to start a child."""
    return _starts.setdefault(asyncio.get_running_loop(), Turns(COMING_UP_S))


def ends() -> Turns:
    """Those of the running loop to end a child."""
    return _ends.setdefault(asyncio.get_running_loop(), Turns(GOING_S))
