"""Cut a channel's bytes into messages: lines (stdio), events (SSE), frames (WebSocket) or one body (HTTP).

Framers never raise and hold at most `limit_bytes` in memory; what is longer goes to a spool that the
caller provides, and comes back as a `Cut` with its first bytes and the place of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Protocol

__all__ = ["BodyFramer", "Cut", "FrameFramer", "LineFramer", "OpenSpool", "Spool", "SseEvent", "SseFramer"]

HEAD_BYTES = 64 * 1024
GROWN_BYTES = 1024 * 1024  # a longer message grows in one place: joining 50 MB at its end takes 20 ms
DEFAULT_LIMIT_BYTES = 64 * 1024 * 1024
MOST_RETRY_DIGITS = 15  # more milliseconds are no time that anybody waits; Python refuses thousands of digits
CR, BLANK, BOM = 13, b"\r\n", b"\xef\xbb\xbf"
DATA_LINES = re.compile(rb"(?:data:[^\r\n]*+\n)++")
DATA_FIELD = re.compile(rb"^data: ?", re.MULTILINE)
BLANK_BYTES = 4096  # of blank lines between events that wait for the next one


class Spool(Protocol):
    """Where the bytes of an oversized message go; provided by the caller, which may do I/O."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> str:
        """End it. Returns the place (a path) where a user finds the whole; empty: it is not kept."""

    @property
    def why(self) -> str:
        """Why it is not kept, where that was a decision; empty: it is, or it could not be."""


OpenSpool = Callable[[], Spool]


@dataclass(frozen=True, slots=True)
class Cut:
    """A message over the limit: its first 64 KiB, its whole size in bytes, and where the whole is.

    why: it was decided not to keep the whole.
    """

    head: bytes
    total: int
    place: str
    why: str = ""


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
            result: bytes | Cut = Cut(self._head, self.size, self._spool.close(), self._spool.why)
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
    why = ""

    def write(self, data: bytes) -> None:
        pass

    def close(self) -> str:
        return ""


class LineFramer:
    """Split bytes from a pipe into lines.

    data: 0..64 KiB, any cut. Returns complete lines, newline removed, in order; a carriage return stays.
    Blank lines that come together are one item, with the newlines between them.
    Source: MCP transports/stdio, "delimited by newlines".
    """

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT_BYTES, open_spool: OpenSpool | None = None) -> None:
        self._rest = _Collector(limit_bytes, open_spool)

    def feed(self, data: bytes) -> list[bytes | Cut]:
        """Take bytes, give the lines that they complete."""
        if data.isspace() and data.endswith(b"\n") and not self._rest.size:
            return [data[:-1]]
        pieces = data.split(b"\n")
        tail = pieces.pop()
        lines: list[bytes | Cut] = []
        if pieces and self._rest.size:
            self._rest.add(pieces[0])
            lines.append(self._rest.take())
            del pieces[0]
        lines += _blanks_together(pieces) if len(pieces) > 1 else pieces
        if tail:
            self._rest.add(tail)
        return lines

    @property
    def unfinished(self) -> bool:
        """Whether a line has begun."""
        return self._rest.size > 0

    def rest(self) -> bytes | Cut | None:
        """At the end of the channel: the last line without its newline, if any."""
        return self._rest.take() if self._rest.size else None


def _blanks_together(lines: list[bytes]) -> Iterator[bytes]:
    """A server may print 65,536 blank lines in one piece: that is one thing to tell, not 65,536."""
    blanks: list[bytes] = []
    for line in lines:
        if not line or line.isspace():
            blanks.append(line)
            continue
        if blanks:
            yield b"\n".join(blanks)
            blanks.clear()
        yield line
    if blanks:
        yield b"\n".join(blanks)


class BodyFramer:
    """Collect a whole HTTP body."""

    def __init__(self, limit_bytes: int = DEFAULT_LIMIT_BYTES, open_spool: OpenSpool | None = None) -> None:
        self._body = _Collector(limit_bytes, open_spool)

    def feed(self, data: bytes) -> list[bytes | Cut]:
        """Take bytes; a body is complete only at its end."""
        self._body.add(data)
        return []

    @property
    def unfinished(self) -> bool:
        """Whether a message has begun."""
        return self._body.size > 0

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
        self._after_cr = False
        self._start = True
        self._raw = bytearray()  # what came since the last event and is neither spooled nor in `_read`
        self._reset()

    def _reset(self) -> None:
        self._line = 0  # where in `_raw` the unfinished line begins
        self._seen = 0  # how far it was searched for its end
        self._line_begun = False  # some of it is not in `_raw` any more
        self._in_data = False  # that is one of data
        self._read: BytesIO | None = None  # the beginning of a large event
        self._spool: _Collector | None = None  # set: the event is over the limit, only its end matters
        # One buffer, not a list: an object a line takes 15 times what lines of eight bytes do.
        self._data = BytesIO()  # the data lines, each with a newline
        self._event = ""
        self._id: str | None = None
        self._retry_ms: int | None = None
        self._fields = self._lines = False

    def feed(self, data: bytes) -> list[SseEvent]:
        """Take bytes, give the events that they complete."""
        events: list[SseEvent] = []
        if not data:
            return events
        raw = self._raw
        raw += data
        if self._after_cr:
            self._after_cr = False
            if data[:1] == b"\n":
                self._line = self._seen = len(raw) - len(data) + 1
        while True:
            if self._spool is None and self._seen == self._line and not self._start and not self._line_begun:
                self._take_data_lines()
            end = _line_end(raw, self._seen)
            if end < 0:
                break
            blank = end == self._line and not self._line_begun
            stop = end + 1
            if raw[end] == CR:
                self._after_cr = stop == len(raw)
                stop += raw[stop : stop + 1] == b"\n"
            if self._start:
                self._start = False
                if raw.startswith(BOM):
                    self._line = len(BOM)
                    blank = end == self._line
            if not blank:
                self._lines = True
                if self._spool is None:
                    self._field(self._line, end)
            elif self._lines or self._spool is not None:
                events.append(self._take(stop))
                continue
            else:  # blank lines stand before the next event; what they are counts, not how many
                while stop < len(raw) and raw[stop] in BLANK and not self._after_cr:
                    self._after_cr = raw[stop] == CR and stop + 1 == len(raw)
                    stop += 1
                if stop >= BLANK_BYTES:
                    events.append(self._take(stop))
                    continue
            self._line = self._seen = stop
            self._line_begun = False
        self._seen = len(raw)
        if self._spool is not None or self._size(len(raw)) > self._limit:
            self._spill()
        elif len(raw) > GROWN_BYTES:
            self._put_by()
        return events

    def rest(self) -> SseEvent | None:
        """At the end of the stream: an event without its blank line, which the rules discard."""
        if self._spool is None and (self._line < len(self._raw) or self._in_data):
            self._field(self._line, len(self._raw))
        event = self._take(len(self._raw), complete=False)
        return event if event.raw else None

    def _size(self, stop: int) -> int:
        """Of the event, when it ends there in `_raw`."""
        return stop + (self._read.tell() if self._read is not None else 0)

    def _put_by(self) -> None:
        """What is read of a large event: in one place that grows, copying 50 MB at its end takes 50 ms."""
        raw = self._raw
        stop = self._line
        if not self._in_data and raw.startswith(b"data:", stop) and len(raw) > stop + 5:
            self._in_data = self._line_begun = True
            stop += 6 if raw.startswith(b" ", stop + 5) else 5
        if self._in_data:
            with memoryview(raw) as view:
                self._data.write(view[stop:])
            stop = len(raw)
        if self._read is None:
            self._read = BytesIO()
        with memoryview(raw) as view:
            self._read.write(view[:stop])
        del raw[:stop]
        self._line, self._seen = 0, len(raw)

    def _spool_what_is_read(self) -> _Collector:
        spool = _Collector(0, self._open_spool)
        if self._read is not None:
            spool.add(self._read.getvalue())
        self._read, self._data, self._in_data = None, BytesIO(), False
        return spool

    def _spill(self) -> None:
        """Over the limit: what came so far goes to the spool."""
        if self._spool is None:
            self._spool = self._spool_what_is_read()
        self._line_begun = self._line_begun or self._line < len(self._raw)
        if self._raw:
            self._spool.add(bytes(self._raw))
        self._raw.clear()
        self._line = self._seen = 0

    def _take_data_lines(self) -> None:
        """Lines of data that stand here, all at once: one by one 8,000 short ones take 10 ms."""
        run = DATA_LINES.match(self._raw, self._line)
        if run is not None:
            self._data.write(DATA_FIELD.sub(b"", run[0]))
            self._line = self._seen = run.end()
            self._fields = self._lines = True

    def _field(self, start: int, end: int) -> None:
        """A line that stands there in `_raw`, without its end."""
        raw = self._raw
        if self._in_data or raw.startswith(b"data:", start, end):
            if not self._in_data:
                start += 6 if raw.startswith(b" ", start + 5, end) else 5
            with memoryview(raw) as view:
                self._data.write(view[start:end])
            self._data.write(b"\n")
            self._fields, self._in_data = True, False
            return
        if raw.startswith(b":", start, end):
            return
        name, _, value = bytes(raw[start:end]).partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.write(b"\n")
        elif name == b"event":
            self._event = value.decode("utf-8", "replace")
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit():
            self._retry_ms = int(value[:MOST_RETRY_DIGITS])
        else:
            return
        self._fields = True

    def _take(self, stop: int, complete: bool = True) -> SseEvent:
        """The event whose bytes end at `stop`; what is behind them belongs to the next one."""
        if self._spool is None and self._size(stop) > self._limit:
            self._spool = self._spool_what_is_read()
        with memoryview(self._raw) as view:
            if self._read is None:
                frame = bytes(view[:stop])
            else:
                self._read.write(view[:stop])
                frame = self._read.getvalue()
        del self._raw[:stop]
        cut = None
        if self._spool is not None:
            if frame:
                self._spool.add(frame)
            taken = self._spool.take()
            cut = taken if isinstance(taken, Cut) else Cut(taken[:HEAD_BYTES], len(taken), "")
        if size := self._data.tell():
            self._data.truncate(size - 1)
        event = SseEvent(
            event=self._event or "message",
            data=self._data.getvalue(),
            id=self._id,
            retry_ms=self._retry_ms,
            raw=cut.head if cut else frame,
            comment_only=not self._fields,
            complete=complete,
            cut=cut,
        )
        self._reset()
        return event


def _line_end(data: bytearray, start: int) -> int:
    """Position of the next CR or LF at or after start; -1: none."""
    newline = data.find(b"\n", start)
    carriage = data.find(b"\r", start, newline if newline >= 0 else len(data))
    return carriage if carriage >= 0 else newline
