"""Cut a channel's bytes into messages: lines (stdio), events (SSE), frames (WebSocket) or one body (HTTP).

Framers never raise and hold at most `limit_bytes` in memory; what is longer goes to a spool that the
caller provides, and comes back as a `Cut` with its first bytes and the place of the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Protocol

__all__ = ["BodyFramer", "Cut", "FrameFramer", "LineFramer", "OpenSpool", "Spool", "SseEvent", "SseFramer"]

HEAD_BYTES = 64 * 1024
GROWN_BYTES = 1024 * 1024  # a longer message grows in one place: joining 50 MB at its end takes 20 ms
DEFAULT_LIMIT_BYTES = 64 * 1024 * 1024
MOST_RETRY_DIGITS = 15  # more milliseconds are no time that anybody waits; Python refuses thousands of digits
BLANK_BYTES = 4096  # of blank lines between events that wait for the next one


class Spool(Protocol):
    """Where the bytes of an oversized message go; provided by the caller, who may do I/O."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> str:
        """End it. Returns the place (a path) where a person finds the whole; empty: it could not be kept."""


OpenSpool = Callable[[], Spool]


@dataclass(frozen=True, slots=True)
class Cut:
    """A message over the limit: its first 64 KiB, its whole size in bytes, and where the whole is."""

    head: bytes
    total: int
    place: str


class _Collector:
    """Bytes of one unfinished message: in memory up to the limit, then in a spool."""

    def __init__(self, limit_bytes: int, open_spool: OpenSpool | None) -> None:
        self._limit = limit_bytes
        self._open_spool = open_spool
        self._parts: list[bytes] = []
        self._grown: BytesIO | None = None  # instead of the parts
        self._spool: Spool | None = None
        self._head = b""
        self.size = 0

    def add(self, data: bytes) -> None:
        self.size += len(data)
        if self._spool is not None:
            self._spool.write(data)
            return
        if self._grown is not None:
            self._grown.write(data)
        else:
            self._parts.append(data)
        if self.size > self._limit:
            self._spill()
        elif self._grown is None and self.size > GROWN_BYTES and len(self._parts) > 1:
            self._grown, parts, self._parts = BytesIO(), self._parts, []
            self._grown.writelines(parts)

    def _spill(self) -> None:
        """Over the limit: from memory into a spool, not joined on the way, which would hold it twice."""
        parts, self._parts, grown, self._grown = self._parts, [], self._grown, None
        spool = self._spool = self._open_spool() if self._open_spool else _Nowhere()
        if grown is not None:
            grown.seek(0)
            self._head = grown.read(HEAD_BYTES)
            spool.write(self._head)
            while part := grown.read(GROWN_BYTES):
                spool.write(part)
            return
        self._head = _first(parts, HEAD_BYTES)
        for part in parts:
            spool.write(part)

    def take(self) -> bytes | Cut:
        """The message; the collector is empty afterwards."""
        if self._spool is not None:
            result: bytes | Cut = Cut(self._head, self.size, self._spool.close())
        elif self._grown is not None:
            result = self._grown.getvalue()  # not a copy: the buffer itself, cut to its length
        else:
            result = self._parts[0] if len(self._parts) == 1 else b"".join(self._parts)
        self._parts, self._grown, self._spool, self._head, self.size = [], None, None, b"", 0
        return result


def _first(parts: list[bytes], size: int) -> bytes:
    head = bytearray()
    for part in parts:
        head += part[: size - len(head)]
        if len(head) == size:
            break
    return bytes(head)


class _Nowhere:
    def write(self, data: bytes) -> None:
        pass

    def close(self) -> str:
        return ""


class LineFramer:
    """Split bytes from a pipe into lines.

    data: 0..64 KiB, any cut. Returns complete lines, newline removed, in order; a carriage return stays.
    Source: MCP transports/stdio, "delimited by newlines".
    """

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT_BYTES, open_spool: OpenSpool | None = None) -> None:
        self._rest = _Collector(limit_bytes, open_spool)

    def feed(self, data: bytes) -> list[bytes | Cut]:
        """Take bytes, give the lines that they complete."""
        pieces = data.split(b"\n")
        tail = pieces.pop()
        lines: list[bytes | Cut] = list(pieces)
        if lines and self._rest.size:
            self._rest.add(pieces[0])
            lines[0] = self._rest.take()
        if tail:
            self._rest.add(tail)
        return lines

    def rest(self) -> bytes | Cut | None:
        """At the end of the channel: the last line without its newline, if any."""
        return self._rest.take() if self._rest.size else None


class BodyFramer:
    """Collect a whole HTTP body."""

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT_BYTES, open_spool: OpenSpool | None = None) -> None:
        self._body = _Collector(limit_bytes, open_spool)

    def feed(self, data: bytes) -> list[bytes | Cut]:
        """Take bytes; a body is complete only at its end."""
        self._body.add(data)
        return []

    def rest(self) -> bytes | Cut | None:
        """The body; None when it is empty."""
        return self._body.take() if self._body.size else None


class FrameFramer(BodyFramer):
    """Collect the pieces of a WebSocket message; its frames, not its bytes, say where it ends."""

    def end(self) -> bytes | Cut:
        """The message is whole; an empty one is a message too."""
        return self._body.take()


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One server-sent event. raw: its exact bytes with the blank line that ends it.

    comment_only: no field at all, a keep-alive. complete: False for the rest at the end of a stream.
    """

    event: str = "message"
    data: bytes = b""
    id: str | None = None
    retry_ms: int | None = None
    raw: bytes = b""
    comment_only: bool = False
    complete: bool = True
    cut: Cut | None = None


class SseFramer:
    """Split a `text/event-stream` into events.

    Line ends may be LF, CRLF or CR, in any cut; a byte order mark at the start is skipped; several data
    lines are joined by LF; an id with NUL and a retry that is not digits are ignored.
    Source: WHATWG HTML, "Interpreting an event stream"; protocol reference 3.6.
    """

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT_BYTES, open_spool: OpenSpool | None = None) -> None:
        self._limit = limit_bytes
        self._open_spool = open_spool
        self._line = bytearray()  # the unfinished line
        self._line_size = 0
        self._after_cr = False
        self._start = True
        self._reset()

    def _reset(self) -> None:
        self._raw: list[bytes] = []
        self._raw_size = 0
        self._spool: _Collector | None = None  # set: the event is over the limit, only its end matters
        self._data: list[bytes] = []
        self._event = ""
        self._id: str | None = None
        self._retry_ms: int | None = None
        self._fields = False

    def feed(self, data: bytes) -> list[SseEvent]:
        """Take bytes, give the events that they complete."""
        events: list[SseEvent] = []
        position = 0
        if self._after_cr and data:
            self._after_cr = False
            if data[:1] == b"\n":
                self._keep_raw(b"\n")
                position = 1
        while position < len(data):
            end = _line_end(data, position)
            if end < 0:
                self._keep_raw(data[position:])
                self._extend_line(data[position:])
                break
            stop = end + 1
            if data[end : end + 1] == b"\r":
                self._after_cr = stop == len(data)
                stop += data[stop : stop + 1] == b"\n"
            self._keep_raw(data[position:stop])
            self._extend_line(data[position:end])
            position = stop
            event = self._take_line()
            if event is not None:
                events.append(event)
        return events

    def rest(self) -> SseEvent | None:
        """At the end of the stream: an event without its blank line, which the rules discard."""
        if self._line:
            self._field(bytes(self._line))
            self._line.clear()
        event = self._make(complete=False)
        return event if event.raw else None

    def _keep_raw(self, data: bytes) -> None:
        self._raw_size += len(data)
        if self._spool is not None:
            self._spool.add(data)
            return
        self._raw.append(data)
        if self._raw_size > self._limit:
            self._spool = _Collector(0, self._open_spool)
            self._spool.add(b"".join(self._raw))
            self._raw = []
            self._line.clear()
            self._data = []

    def _extend_line(self, data: bytes) -> None:
        self._line_size += len(data)
        if self._spool is None:
            self._line += data

    def _take_line(self) -> SseEvent | None:
        line, blank = bytes(self._line), self._line_size == 0
        self._line.clear()
        self._line_size = 0
        if self._start:
            self._start = False
            line = line.removeprefix(b"\xef\xbb\xbf")
            blank = blank or (self._spool is None and not line)
        if not blank:
            if self._spool is None:
                self._field(line)
            return None
        if self._spool is None and self._raw_size < BLANK_BYTES and not b"".join(self._raw).strip():
            return None  # blank lines; they stand before the next event
        return self._make(complete=True)

    def _field(self, line: bytes) -> None:
        if line.startswith(b":"):
            return
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._event = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit():
            self._retry_ms = int(value[:MOST_RETRY_DIGITS])
        else:
            return
        self._fields = True

    def _make(self, complete: bool) -> SseEvent:
        cut = None
        if self._spool is not None:
            taken = self._spool.take()
            cut = taken if isinstance(taken, Cut) else Cut(taken[:HEAD_BYTES], len(taken), "")
        event = SseEvent(
            event=self._event or "message",
            data=self._data[0] if len(self._data) == 1 else b"\n".join(self._data),
            id=self._id,
            retry_ms=self._retry_ms,
            raw=cut.head if cut else b"".join(self._raw),
            comment_only=not self._fields,
            complete=complete,
            cut=cut,
        )
        self._reset()
        return event


def _line_end(data: bytes, start: int) -> int:
    """Position of the next CR or LF at or after start; -1: none."""
    newline = data.find(b"\n", start)
    carriage = data.find(b"\r", start, newline if newline >= 0 else len(data))
    return carriage if carriage >= 0 else newline
