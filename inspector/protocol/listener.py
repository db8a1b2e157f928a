"""What a conversation tells its driver, and what the driver is to carry out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Exchange, Record
from inspector.protocol.wire import LifecycleStep, Order

__all__ = ["Dropped", "Listener", "Outgoing"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """An event stream that ended early. exchange: the one that waits for its answer on it, None: the
    listening stream. last_event_id: "" when the server gave none. retry_ms: None when it asked for none.
    events: how many came on it. status: HTTP's. error: empty when the server ended it in order. channel: its
    name. refused: a listening stream that the server does not offer; it is not there later either.
    """

    exchange: Exchange | None
    last_event_id: str
    retry_ms: int | None
    events: int
    status: int
    error: str
    channel: str = ""
    refused: bool = False


class Listener(Protocol):
    """Told by `receive`. Must not call back into the conversation."""

    def finished(self, exchange: Exchange, message: Message | None, status: int) -> None:
        """An exchange ended. message: its answer, None when there is none. status: HTTP's, 0 over a pipe."""

    def late(self, exchange: Exchange, message: Message) -> None:
        """An answer came to a request that was cancelled or given up."""

    def progressed(self, exchange: Exchange) -> None:
        """Progress came for an exchange."""

    def asked(self, exchange: Exchange, message: Message) -> None:
        """The server sent a request."""

    def notified(self, message: Message) -> None:
        """The server sent a notification other than progress, log and cancellation."""

    def dropped(self, stream: Dropped) -> None:
        """An event stream of a legacy HTTP session ended that may be taken up again: nothing is lost yet.

        The listening stream's end is told also where it is refused for good.
        """

    def broken_off(self, channel: str, error: str) -> None:
        """The channel on which all answers come (`stdout`, `sse`, `ws`) has ended. error: why, if known."""

    def stepped(self, step: LifecycleStep) -> None:
        """The transport reports a lifecycle step."""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What we send: carry out `orders` in turn, append `records`. exchange: the one it opens or ends."""

    orders: tuple[Order, ...]
    records: list[Record]
    exchange: Exchange | None = None
