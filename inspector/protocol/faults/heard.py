"""What came back after a fault was sent: its answers and HTTP heads, sorted out of all other traffic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inspector.protocol import jsonrpc
from inspector.protocol.faults.shot import Shot
from inspector.protocol.jsonrpc import Message
from inspector.protocol.records import Record

__all__ = ["FaultReply", "Heard"]

_ANSWERS = ("response", "error")


@dataclass(frozen=True)
class FaultReply:
    """A response or error that can only be meant for the fault."""

    record: Record
    message: Message

    @property
    def number(self) -> int:
        """Of its record."""
        return self.record.number

    @property
    def is_error(self) -> bool:
        """A JSON-RPC error."""
        return self.message.kind == "error"

    @property
    def code(self) -> int:
        """Of the error; 0 for none that is a whole number."""
        code = self.message.error_dict().get("code") if self.is_error else 0
        return code if isinstance(code, int) else 0

    @property
    def unnamed(self) -> bool:
        """It names no request."""
        return self.message.id in ("", "null")


@dataclass(frozen=True)
class Heard:
    """shots: what was sent. channels and exchanges: those that it opened. came: all records since, in order.

    Over HTTP only what came on one of the channels belongs to the fault; over a pipe it is told by its id.
    """

    transport: str
    shots: tuple[Shot, ...]
    channels: tuple[str, ...]
    exchanges: frozenset[int]
    came: tuple[Record, ...]
    waited_s: float = 0.0

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """JSON texts of the ids that were sent."""
        return tuple(identifier for shot in self.shots for identifier in shot.ids)

    @cached_property
    def replies(self) -> tuple[FaultReply, ...]:
        """Answers to the fault, to nothing, or to an id that was never sent. Batches come apart."""
        return tuple(
            FaultReply(record, jsonrpc.parse(record.raw))
            for record in self.came
            if record.kind in _ANSWERS and self._is_ours(record)
        )

    @cached_property
    def named(self) -> tuple[FaultReply, ...]:
        """Answers with one of the ids sent."""
        return tuple(reply for reply in self.replies if reply.message.id in self.ids)

    @cached_property
    def unnamed(self) -> tuple[FaultReply, ...]:
        """Answers without id."""
        return tuple(reply for reply in self.replies if reply.unnamed)

    @cached_property
    def foreign(self) -> tuple[FaultReply, ...]:
        """Answers with an id that was never sent."""
        return tuple(one for one in self.replies if not one.unnamed and one.message.id not in self.ids)

    @cached_property
    def arrays(self) -> tuple[Record, ...]:
        """Batches that came."""
        return tuple(record for record in self.came if record.kind == "batch" and self._is_ours(record))

    @cached_property
    def notifications(self) -> tuple[Record, ...]:
        """Notifications that came on the way."""
        return tuple(record for record in self.came if record.kind == "notification")

    @cached_property
    def asked(self) -> tuple[Record, ...]:
        """Requests of the server that came on the way."""
        return tuple(record for record in self.came if record.kind == "request")

    @cached_property
    def heads(self) -> tuple[Record, ...]:
        """HTTP response heads, one a shot at most."""
        return tuple(
            record for record in self.came if record.kind == "head" and record.channel in self.channels
        )

    @cached_property
    def statuses(self) -> tuple[int, ...]:
        """HTTP statuses, in the order in which they came."""
        return tuple(_status(record) for record in self.heads)

    @property
    def status(self) -> int:
        """The first HTTP status; 0: none came."""
        return self.statuses[0] if self.statuses else 0

    def header(self, name: str) -> str:
        """Of the first HTTP response; empty when it has none of that name (lower case)."""
        lines = self.heads[0].raw.decode("utf-8", "replace").split("\r\n")[1:] if self.heads else []
        pairs = (line.partition(": ") for line in lines)
        return next((value for key, _, value in pairs if key.lower() == name), "")

    @cached_property
    def lost(self) -> tuple[Record, ...]:
        """HTTP requests that ended with an error of the network, without an answer."""
        ends = (one for one in self.came if one.kind == "lifecycle" and not one.direction)
        if self.statuses or self.transport not in ("http", "sse"):
            return ()
        return tuple(one for one in ends if one.channel in self.channels)

    @cached_property
    def bodies(self) -> tuple[Record, ...]:
        """Everything that came in the body of a response, read or not."""
        return tuple(
            one for one in self.came if one.channel in self.channels and one.kind not in ("head", "lifecycle")
        )

    def _is_ours(self, record: Record) -> bool:
        if self.transport == "http":
            return record.channel in self.channels
        if record.exchange:
            return record.exchange in self.exchanges
        return True  # over a pipe: an answer that belongs to no request

    def answered(self) -> bool:
        """Whether every request that was sent has its answer."""
        named = {reply.message.id for reply in self.named}
        waiting = (shot for shot in self.shots if shot.ids)
        return bool(self.ids) and all(
            not named.isdisjoint(shot.ids) if shot.either else named.issuperset(shot.ids) for shot in waiting
        )


def _status(head: Record) -> int:
    words = head.raw.split(None, 2)  # HTTP/2 has no reason behind the status
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
