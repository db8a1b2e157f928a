"""What all clients of one demo server share: its state, its timers, and the subscribers to changes.

No clock here: the driver sets `now` (seconds, monotonic) before it calls anything, waits until
`deadline()` and then calls `run_due()`.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import Any, Protocol

import msgspec

from inspector.demo.resources import COUNTER_URI

__all__ = ["COUNTER_PERIOD_S", "Listener", "Task", "Waiter", "World"]

COUNTER_PERIOD_S = 2.0


class Listener(Protocol):
    """A client that may want to hear of changes."""

    def announce(self, topic: str, uri: str) -> None:
        """Tell the client, if it asked for it. topic: tools | updated (uri) | task (uri: its id)."""

    def watches(self, uri: str) -> bool:
        """Whether the client subscribed to this resource."""


class Waiter(msgspec.Struct, frozen=True):
    """A `tasks/result` that is answered when the task has ended."""

    peer: Any
    identifier: str
    stream: str


class Task(Protocol):
    """A call that became a task; see `demo.tasks`."""

    modern: bool

    def state(self) -> dict[str, Any]:
        """How it stands."""

    def detailed(self) -> dict[str, Any]:
        """How it stands, with its outcome or what it asks (extension)."""

    def cancel(self) -> None:
        """Stop it."""

    def update(self, responses: dict[str, Any]) -> None:
        """Take answers to what it asks (extension)."""

    def wait(self, waiter: Waiter) -> None:
        """Answer this `tasks/result` when it has ended."""

    def leave(self, peer: Any, identifier: str = "") -> None:
        """Forget what this client waits for."""


class World:
    """The one state of a server process. note: takes a line for stderr."""

    def __init__(self, now: float, note: Callable[[str], None]) -> None:
        self.now = now
        self.note = note
        self.bonus_shown = False
        self.demanded: set[str] = set()  # pages without which a call was refused
        self.listeners: list[Listener] = []
        self.tasks: dict[str, Task] = {}  # by id, oldest first
        self._started = now
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()
        self._cancelled: set[int] = set()
        self._counting = False

    @property
    def elapsed_s(self) -> float:
        """Seconds since the server started."""
        return self.now - self._started

    def after(self, seconds: float, action: Callable[[], None]) -> int:
        """Run `action` once, later. Returns a number for `cancel`."""
        number = next(self._numbers)
        heapq.heappush(self._timers, (self.now + seconds, number, action))
        return number

    def cancel(self, number: int) -> None:
        """Forget a timer that has not run yet."""
        self._cancelled.add(number)

    def deadline(self) -> float | None:
        """When `run_due` has something to do, or None."""
        while self._timers and self._timers[0][1] in self._cancelled:
            self._cancelled.discard(heapq.heappop(self._timers)[1])
        return self._timers[0][0] if self._timers else None

    def run_due(self) -> None:
        """Run every action whose time has come."""
        while (due := self.deadline()) is not None and due <= self.now:
            heapq.heappop(self._timers)[2]()

    def announce(self, topic: str, uri: str = "") -> None:
        """Tell every client that wants to know."""
        for listener in tuple(self.listeners):
            listener.announce(topic, uri)

    def count_for_watchers(self) -> None:
        """Announce the live counter every two seconds for as long as it is subscribed to."""
        if not self._counting:
            self._counting = True
            self.after(COUNTER_PERIOD_S, self._count)

    def _count(self) -> None:
        self._counting = False
        if any(listener.watches(COUNTER_URI) for listener in self.listeners):
            self.announce("updated", COUNTER_URI)
            self.count_for_watchers()
