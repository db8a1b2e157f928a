"""One subscription as it stands: what was asked, what was acknowledged, what came."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from inspector.protocol.subscribing import Filter
from inspector.translation import recorded

__all__ = ["LIVE", "Event", "Subscription"]

KEPT_EVENTS: Final = 500  # of each subscription; all are in the journal
MOST_NOTES: Final = 20
LIVE: Final = ("opening", "open")


@dataclass(frozen=True, slots=True)
class Event:
    """A change the server told of. subject: the list (tools …), the URI or the task that changed."""

    at_ns: int
    record: int
    method: str
    subject: str
    subscription: str = ""  # JSON text of the subscription id it names


@dataclass(slots=True, eq=False)
class Subscription:
    """A `subscriptions/listen` (modern), or one URI of `resources/subscribe` (legacy).

    state: opening | open | ended (in order, by us or by the server) | lost (dropped) | refused.
    """

    requested: Filter
    kind: str = "listen"  # listen | resource
    kept: bool = False  # the one that `subscribe` and `unsubscribe` keep up; others are a user's own
    state: str = "opening"
    detail: str = ""  # why it is not open, or that it was reopened
    acknowledged: Filter | None = None
    session: int = 0  # of the connection on which it is
    exchange: int = 0  # of the newest listen request
    id: str = ""  # JSON text
    opened_ns: int = 0  # asked
    count: int = 0  # events in all
    reopened: int = 0
    wanted: bool = True  # made again when the connection is
    error: bytes = b""  # refused: the JSON-RPC error
    turn: int = 0  # counts how often it was opened by hand; an earlier turn that still ends changes nothing
    events: deque[Event] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))
    notes: list[str] = field(default_factory=list)  # what the server did wrong, each once

    @property
    def live(self) -> bool:
        """Whether events may come."""
        return self.state in LIVE

    @property
    def missing(self) -> Filter:
        """Requested and not acknowledged. Empty until the acknowledgement came."""
        return self.requested.without(self.acknowledged) if self.acknowledged is not None else Filter()

    @property
    def extra(self) -> Filter:
        """Acknowledged and never requested."""
        return self.acknowledged.without(self.requested) if self.acknowledged is not None else Filter()

    def covers(self, uri: str) -> bool:
        """Whether a change of uri, which may be a part of a watched resource, belongs to it."""
        return any(covers(watched, uri) for watched in self.requested.uris)

    def note(self, text: str) -> None:
        """Say once what is odd; a server may be odd in any number of ways."""
        if text not in self.notes and len(self.notes) < MOST_NOTES:
            self.notes.append(text)

    def take(self, event: Event) -> None:
        """An event came."""
        self.events.append(event)
        self.count += 1
        if self.kind == "resource":
            return
        if self.acknowledged is None:
            self.note(recorded("event received before the acknowledgement"))
        if not self._asked(event):
            self.note(recorded("{event}: not requested", event=f"{event.method} {event.subject}".strip()))

    def _asked(self, event: Event) -> bool:
        if event.method == "notifications/resources/updated":
            return self.covers(event.subject)
        if event.method == "notifications/tasks":
            return event.subject in self.requested.tasks
        return event.subject in self.requested.lists


def covers(watched: str, uri: str) -> bool:
    """A server may name "a sub-resource of the one that the client subscribed to"."""
    return uri == watched or uri.startswith(watched.rstrip("/") + "/")
