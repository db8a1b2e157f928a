"""What is known of one task: what the server said of it, when, and what we made of that."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from inspector.core.client.answers import Answer
from inspector.protocol.records import Exchange
from inspector.protocol.tasks import STATUSES, TaskState
from inspector.translation import recorded

__all__ = ["StatusChange", "TaskEntry"]

MOST_CHANGES: Final = 200
MOST_ODD: Final = 20


@dataclass(frozen=True, slots=True)
class StatusChange:
    """One line of a task's history. at_ns: when we learned of it, nanoseconds since the epoch."""

    at_ns: int
    status: str
    message: str = ""


@dataclass(slots=True, eq=False)
class TaskEntry:
    """One task of a server. It outlives connections; a user may also have typed its id.

    restored: it ran when the program ended the last time. settled: polling is over: it ended and
    what it led to is here, or the server does not know it. problem: why polling stopped before that. odd:
    what the server did wrong, as sentences.
    """

    id: str
    form: str  # protocol.tasks.CORE | EXTENSION
    target: str = ""  # the tool; empty when the task was not created here
    call: Exchange | None = field(default=None, repr=False)  # that created it
    seen_ns: int = 0
    status: str = ""  # as the server says; empty: it was not asked yet
    message: str = ""
    created: str = ""
    updated: str = ""
    ttl_ms: float | None = None
    has_ttl: bool = False
    poll_ms: float | None = None
    requests: dict[str, Any] = field(default_factory=dict)  # that wait for an answer, key → request
    answered: set[str] = field(default_factory=set)
    declined: set[str] = field(default_factory=set)  # the user gave no answer; ask again on demand
    history: deque[StatusChange] = field(default_factory=lambda: deque(maxlen=MOST_CHANGES))
    result: Answer | None = None
    automatic: bool = True  # poll by ourselves
    pushed: bool = False  # the server is asked to tell of changes (extension)
    polls: int = 0
    next_poll_ns: int = 0  # 0: no poll is planned
    cancel_sent: bool = False
    settled: bool = False
    problem: str = ""
    odd: list[str] = field(default_factory=list)
    restored: bool = False

    @property
    def exchange(self) -> int:
        """Number of the exchange that created it; 0 when it was adopted or listed."""
        return self.call.number if self.call is not None else 0

    @property
    def ended(self) -> bool:
        """Completed, failed or cancelled."""
        return self.status in ("completed", "failed", "cancelled")

    @property
    def expires_ns(self) -> int:
        """When the server may forget it, on our clock; 0 when it does not say."""
        if self.ttl_ms is None or not self.ttl_ms < 1e15:
            return 0
        return self.began_ns + int(self.ttl_ms * 1e6)

    @property
    def began_ns(self) -> int:
        """When the server says that it was created; when we learned of it where that cannot be read."""
        try:
            at = datetime.fromisoformat(self.created)
        except ValueError:
            return self.seen_ns
        # without a zone it is ambiguous; later than we saw it is a clock that is wrong
        return min(int(at.timestamp() * 1e9), self.seen_ns) if at.tzinfo is not None else self.seen_ns

    def apply(self, state: TaskState, at_ns: int, *, detailed: bool = True) -> bool:
        """Take over what a message says. True: something that people see changed.

        detailed: the message is of a kind that carries input requests (not the creation, not a list).
        """
        before = (self.status, self.message, self.ttl_ms, self.poll_ms, self.updated, *self.requests)
        self._find_odd(state)
        if self.ended and state.status != self.status:
            # "Once a task reaches a terminal status, it MUST NOT change": shown, not believed.
            if state.status:
                self._record(at_ns, state.status, state.message)
            return True
        changed = (state.status, state.message) != (self.status, self.message)
        if changed and (state.status or state.message):
            self._record(at_ns, state.status or self.status, state.message)
        self.status, self.message = state.status or self.status, state.message
        self.created, self.updated = state.created or self.created, state.updated or self.updated
        if state.has_ttl:
            self.ttl_ms, self.has_ttl = state.ttl_ms, True
        if state.poll_ms is not None:
            self.poll_ms = state.poll_ms
        if detailed:
            self.requests = state.requests if self.status == "input_required" else {}
        return before != (self.status, self.message, self.ttl_ms, self.poll_ms, self.updated, *self.requests)

    def blame(self, text: str) -> None:
        """Keep a sentence about what the server did wrong, once."""
        if text not in self.odd and len(self.odd) < MOST_ODD:
            self.odd.append(text)

    def _record(self, at_ns: int, status: str, message: str) -> None:
        last = self.history[-1] if self.history else None
        if last is None or (last.status, last.message) != (status, message):
            self.history.append(StatusChange(at_ns, status, message))

    def _find_odd(self, state: TaskState) -> None:
        for wrong, text in _ODD:
            if wrong(self, state):
                self.blame(text.format(before=self.status, now=state.status))


_ODD: Final[tuple[tuple[Callable[[TaskEntry, TaskState], bool], str], ...]] = (
    (lambda _entry, state: not state.status, recorded("no status")),
    (
        lambda _entry, state: bool(state.status) and state.status not in STATUSES,
        recorded("unknown status “{now}”"),
    ),
    (
        lambda entry, state: entry.ended and bool(state.status) and state.status != entry.status,
        recorded("changed from {before} to {now}; a finished task must not change"),
    ),
    (
        lambda _entry, state: not (state.created and state.updated),
        recorded("createdAt or lastUpdatedAt is missing"),
    ),
    (
        lambda entry, state: bool(entry.created and state.created) and entry.created != state.created,
        recorded("createdAt changed"),
    ),
    (lambda _entry, state: not state.has_ttl, recorded("ttl is missing; it must be a number or null")),
)
"""What can be wrong with a message about a task → what is said of it."""
