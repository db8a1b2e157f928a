"""What a conversation knows of one channel: its framer, its HTTP head, the exchange it carries."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from inspector.protocol.framing import (
    BodyFramer,
    Cut,
    FrameFramer,
    LineFramer,
    OpenSpool,
    SseEvent,
    SseFramer,
)
from inspector.protocol.listener import Dropped
from inspector.protocol.records import Exchange
from inspector.protocol.secrets import masked_header, masked_url
from inspector.protocol.wire import PIPES, Headers

__all__ = ["Channel", "head_text", "header"]


class Framer(Protocol):
    """LineFramer, FrameFramer, SseFramer or BodyFramer."""

    def feed(self, data: bytes) -> list[bytes | Cut] | list[SseEvent]: ...

    def rest(self) -> bytes | Cut | SseEvent | None: ...


@dataclass(slots=True)
class Channel:
    """One channel while it is open."""

    name: str
    framer: Framer = field(default_factory=BodyFramer)
    exchange: Exchange | None = None  # HTTP: the one whose answer comes here
    status: int = 0
    reason: str = ""
    members: list[Exchange] = field(default_factory=list)  # HTTP: the requests of a batch that went out
    opens_session: bool = False
    ending: int = 0  # bytes that end a message: 1 newline on a pipe
    began_ns: int = 0  # when the first byte of the unfinished message came
    last_event_id: str = ""  # SSE: where the stream can be taken up again
    retry_ms: int | None = None  # SSE: how long the server asks us to wait before that
    events: int = 0  # SSE: with data, so far

    def expect(self, content: str, limit_bytes: int, open_spool: OpenSpool | None) -> None:
        """Choose the framer. content: an HTTP content type, or before one came the transport's name."""
        if content == "stdio":
            self.framer, self.ending = LineFramer(limit_bytes, open_spool), PIPES[content].ending
        elif content == "websocket":
            self.framer = FrameFramer(limit_bytes, open_spool)
        elif content.split(";")[0].strip().lower() == "text/event-stream" or content == self.name == "sse":
            self.framer = SseFramer(limit_bytes, open_spool)
        else:
            self.framer = BodyFramer(limit_bytes, open_spool)

    def note(self, event: SseEvent) -> None:
        """Remember where the stream stands."""
        if event.id is not None:
            self.last_event_id = event.id
        if event.retry_ms is not None:
            self.retry_ms = event.retry_ms
        self.events += bool(event.data)

    def as_dropped(self, error: str, *, refused: bool = False) -> Dropped:
        """The stream as it ended."""
        return Dropped(
            self.exchange,
            self.last_event_id,
            self.retry_ms,
            self.events,
            self.status,
            error,
            self.name,
            refused,
        )


def header(headers: Headers, name: str) -> str:
    """The first header of that name, in any case; empty when there is none."""
    return next((value for key, value in headers if key.lower() == name), "")


def head_text(first_line: str, headers: Headers) -> bytes:
    """An HTTP head as it is kept: the first line, then one header a line.

    Values that give access are replaced by their length: a session file is handed to others.
    """
    lines = [masked_url(first_line.rstrip())]
    lines += [f"{name}: {masked_header(name, value)}" for name, value in headers]
    return "\r\n".join(lines).encode("utf-8", "replace")
