"""Bytes in, records out; calls in, orders out. The whole of one connection, without I/O and clock.

`receive` turns an arrival into records; `request`, `notify`, `answer`, `raw` and `cancel` turn what we
want into orders plus the records of what goes out. Times and record numbers are arguments. What the
driver must react to (an answer, a server's request, a notification) is told to a `Listener` by plain
calls, before the records are returned; a listener only notes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import msgspec

from inspector.protocol import jsonrpc
from inspector.protocol.channels import Channel, head_text, header
from inspector.protocol.correlation import MessagePlace, with_reason
from inspector.protocol.framing import Cut, FrameFramer, LineFramer, SseEvent, SseFramer
from inspector.protocol.jsonrpc import NEITHER, Message
from inspector.protocol.methods import METHODS
from inspector.protocol.records import Exchange, Record
from inspector.protocol.salvage import LOG_LINE, TOO_LARGE, UNREADABLE, answered_id, documents, unread_id
from inspector.protocol.secrets import masked_url
from inspector.protocol.sending import Sending
from inspector.protocol.wire import (
    AUTH,
    PIPES,
    Arrival,
    BodySent,
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    HeadersSent,
    LifecycleStep,
    Passed,
    Sent,
)
from inspector.translation import composed, recorded, with_values

__all__ = ["NO_ANSWER", "Conversation", "Unread"]

_OAUTH_BODY: Final = recorded("the body of an HTTP error, not a JSON-RPC message")
NO_ANSWER: Final = recorded("connection closed without a response")
STREAM_ENDED: Final = recorded("stream ended without a response")
MOST_RECORDS: Final = 256
"""Of one turn: an arrival of 64 KiB may be 32,768 lines, and a window has other things to do."""
EVENT_BYTES: Final = 16 * 1024
"""Of a stream in one turn: 64 KiB may be 7,000 events."""
AWAY: Final = (400, 404, 408, 429, 500, 502, 503, 504)
"""HTTP statuses of a listening stream that may be there later; 400, 404: its session is forgotten."""
ENDS_ALL: Final = ("sse", *(pipe.incoming for pipe in PIPES.values()))
"""Channels on which all answers come: with them everything ends that waits for one."""
_ANSWERS: Final = ("answer", "mistyped")
# Progress and cancellation are told as such; what is logged is in the journal, up to 50,000 a second.
_UNTOLD: Final = ("notifications/progress", "notifications/message", "notifications/cancelled")


@dataclass(frozen=True, slots=True)
class Unread:
    """A message that came whole, to be read by `jsonrpc.parse` elsewhere, and what is left of its arrival."""

    raw: bytes
    go_on: Callable[[], list[Record]]


class Conversation(Sending):
    """One connection. transport: stdio | http | sse | websocket.

    aside: the driver takes turns. A large message is not read by `receive`; it is in `unread`, and nothing
    may be received until `go_on` was told what it says. Of what brings hundreds of records the rest is in
    `more`, and nothing may be received until `receive_more` was called as often as there is some.
    """

    aside = False
    unread: Unread | None = None
    more: Callable[[], list[Record]] | None = None
    _read: tuple[bytes, Message] | None = None
    _began_ns = 0  # when the first byte of the message came that is read now; 0: with all of it

    def receive(self, arrival: Arrival, at_ns: int, number: int) -> list[Record]:
        """What came, as records numbered from `number`. Never raises, whatever came."""
        self._recorder.number = number
        match arrival:
            case BytesArrived():
                return self._bytes(self._channel(arrival.channel), arrival, at_ns)
            case Sent(name):
                if self.pipe is not None:
                    self._passed(self.left(), "written_ns", at_ns)
                else:
                    self._passed(self._channel(name).exchange, "sent_ns", at_ns)
                return []
            case Passed(name, moment):
                self._passed(self._channel(name).exchange, f"{moment}_ns", at_ns)
                return []
            case HeadersSent(name, verb, url, headers):
                text = head_text(f"{verb} {url}", headers)
                channel = self._channel(name)
                return [self._recorder.plain(at_ns, "out", channel, "head", raw=text, size=len(text))]
            case BodySent(name, data):
                return [self._aside(self._channel(name), "out", data, at_ns)]
            case ChannelOpened():
                return self._opened(arrival, at_ns)
            case ChannelClosed(name, error):
                return self._closed(self._channel(name), error, at_ns)
            case LifecycleStep(name, text):
                self._listener.stepped(arrival)
                note = with_values(text, masked_url)
                return [self._recorder.plain(at_ns, "", Channel(name), "lifecycle", note=note)]

    def _passed(self, exchange: Exchange | None, field: str, at_ns: int) -> None:
        """An exchange came to a moment of its way, for the first time, before it ended."""
        if exchange is not None and exchange.status == "pending" and not getattr(exchange, field):
            setattr(exchange, field, at_ns)
            self.touched.append(exchange)

    def go_on(self, message: Message, number: int) -> list[Record]:
        """What the unread message says: the records of it, and of what came with it."""
        unread, self.unread = self.unread, None
        if unread is None:
            return []
        self._recorder.number = number
        self._read = (unread.raw, message)
        records = unread.go_on()
        self._read = None
        return records

    def receive_more(self, number: int) -> list[Record]:
        """The next records of what brought too many for one turn."""
        more, self.more = self.more, None
        self._recorder.number = number
        return more() if more is not None else []

    def status_of(self, channel: str) -> int:
        """The HTTP status of an open channel; 0 before its head came, and when it is not open."""
        return self._channels[channel].status if channel in self._channels else 0

    def is_open(self, channel: str) -> bool:
        """Whether more may come on it."""
        return channel in self._channels

    def _opened(self, arrival: ChannelOpened, at_ns: int) -> list[Record]:
        channel = self._channel(arrival.channel)
        if not arrival.status:
            return []  # a pipe
        if self.pipe is None and not channel.name.startswith(AUTH):
            # The head before a WebSocket says nothing about what follows.
            channel.status, channel.reason = arrival.status, arrival.reason
            channel.expect(header(arrival.headers, "content-type"), self._limit_bytes, self._open_spool)
        if channel.exchange is not None:
            channel.exchange.first_ns = channel.exchange.first_ns or at_ns
            self.touched.append(channel.exchange)
            if channel.opens_session and 200 <= channel.status < 300:
                self.era.learn(arrival.headers)
        first = f"{arrival.http_version or 'HTTP'} {arrival.status} {arrival.reason}"
        text = head_text(first, arrival.headers)
        return [self._recorder.plain(at_ns, "in", channel, "head", raw=text, size=len(text))]

    def _bytes(self, channel: Channel, arrival: BytesArrived, at_ns: int) -> list[Record]:
        records: list[Record] = []
        data = arrival.data
        if self.aside and len(data) > EVENT_BYTES and isinstance(channel.framer, SseFramer):
            rest = BytesArrived(channel.name, data[EVENT_BYTES:], arrival.ends, arrival.binary)
            data, left = data[:EVENT_BYTES], partial(self._bytes, channel, rest, at_ns)
            records = self._items(channel, list(channel.framer.feed(data)), at_ns)
            if self.unread is None:
                self._then(left)
            else:
                self.unread = Unread(self.unread.raw, partial(self._both, self.unread.go_on, left))
            return records
        items: list[bytes | Cut | SseEvent] = list(channel.framer.feed(data))
        if arrival.ends and isinstance(channel.framer, FrameFramer):
            whole = channel.framer.end()
            if arrival.binary and isinstance(whole, bytes):
                note = recorded("binary frame; messages are text frames")
                records.append(self._recorder.unread(channel, whole, note, at_ns))
            else:
                items.append(whole)
        began_ns, channel.began_ns = channel.began_ns, 0
        if isinstance(channel.framer, LineFramer | FrameFramer) and channel.framer.unfinished:
            channel.began_ns = at_ns if items or records else began_ns or at_ns
        return records + self._items(channel, items, at_ns, began_ns)

    def _items(
        self, channel: Channel, items: list[bytes | Cut | SseEvent], at_ns: int, began_ns: int = 0
    ) -> list[Record]:
        """One after the other, up to one that is to be read aside. began_ns: the first byte of the first."""
        records: list[Record] = []
        for place, item in enumerate(items):
            self._began_ns = began_ns if not place else 0
            if self._is_for_aside(channel, item):
                self._put_aside(item, partial(self._items, channel, items[place:], at_ns, self._began_ns))
                break
            self._item(channel, item, at_ns, records)
            if self.more is not None or (len(records) >= MOST_RECORDS and self.aside):
                self._then(partial(self._items, channel, items[place + 1 :], at_ns))
                break
        return records

    def _then(self, work: Callable[[], list[Record]]) -> None:
        """Do this in a later turn, when all that is to be done before it was."""
        before = self.more
        self.more = work if before is None else partial(self._both, before, work)

    def _both(self, first: Callable[[], list[Record]], second: Callable[[], list[Record]]) -> list[Record]:
        records = first()
        self._then(second)
        return records

    def _is_for_aside(self, channel: Channel, item: bytes | Cut | SseEvent | None) -> bool:
        """Whether it is a message to be read elsewhere, which was not read yet."""
        raw = item.data if isinstance(item, SseEvent) else item
        if not self.aside or not isinstance(raw, bytes) or len(raw) <= jsonrpc.LARGE_BYTES:
            return False
        return channel.name != "stderr" and self._read is None

    def _put_aside(self, item: bytes | Cut | SseEvent | None, go_on: Callable[[], list[Record]]) -> None:
        raw = item.data if isinstance(item, SseEvent) else item
        assert isinstance(raw, bytes)
        self.unread = Unread(raw, go_on)

    def _item(
        self, channel: Channel, item: bytes | Cut | SseEvent, at_ns: int, records: list[Record]
    ) -> None:
        plain = partial(self._recorder.plain, at_ns, "in", channel)
        if channel.name.startswith(AUTH) and isinstance(item, bytes):
            records.append(self._aside(channel, "in", item, at_ns))
        elif isinstance(item, SseEvent):
            self._event(channel, item, at_ns, records)
        elif isinstance(item, Cut):
            records.append(self._cut(channel, item, at_ns))
        elif channel.name == "stderr":
            records.append(plain("stderr", raw=item, size=len(item) + 1))
        elif (
            self.transport == "sse"
            and 200 <= channel.status < 300
            and channel.name != "sse"
            and not jsonrpc.parse(item).valid
        ):
            # HTTP+SSE does not say what the answer to a POST holds; servers write "Accepted".
            note = f"accepted: {item[:80].decode('utf-8', 'replace')}"
            records.append(plain("lifecycle", raw=item, size=len(item), note=note))
        else:
            self._message(channel, item, b"", len(item) + channel.ending, at_ns, records)

    def _aside(self, channel: Channel, direction: str, data: bytes, at_ns: int) -> Record:
        """A body beside the conversation: JSON, a form or a page, but no message."""
        return self._recorder.plain(at_ns, direction, channel, "lifecycle", raw=data, size=len(data))

    def _event(self, channel: Channel, event: SseEvent, at_ns: int, records: list[Record]) -> None:
        plain = partial(self._recorder.plain, at_ns, "in", channel, frame=event.raw, size=len(event.raw))
        channel.note(event)
        if event.cut is not None:
            records.append(self._cut(channel, event.cut, at_ns))
        elif event.comment_only and not event.raw.strip():
            count = f"{len(event.raw.splitlines()):,}"
            records.append(plain("lifecycle", note=recorded("{count} blank lines", count=count)))
        elif not event.complete:
            note = recorded("the stream ended inside this event; the blank line is missing")
            records.append(plain("malformed", raw=event.data, note=note))
        elif event.event == "endpoint" or not event.data:
            kind = (
                recorded("keep-alive comment")
                if event.comment_only
                else recorded("event {name}", name=repr(event.event))
            )
            data = event.data.decode("utf-8", "replace") or recorded("no data")
            note = composed("{}: {}", kind, data)
            records.append(plain("lifecycle", raw=event.data, note=note))
        else:
            self._message(channel, event.data, event.raw, len(event.raw), at_ns, records)

    def _message(
        self, channel: Channel, raw: bytes, frame: bytes, size: int, at_ns: int, records: list[Record]
    ) -> None:
        """One message of the server, and what hides in it: batch members, a second document on a line."""
        read, self._read = self._read, None
        message = read[1] if read is not None and read[0] is raw else jsonrpc.parse(raw)
        # {"error":"invalid_token","error_description":"…"}: as RFC 6749 has it
        if channel.status >= 400 and message.kind == "error" and message.error[:1] == b'"' and not message.id:
            message = Message("malformed", reason=_OAUTH_BODY)
        if channel.name == "stdout" and b'"jsonrpc"' not in raw and self._for_a_log(message):
            message = Message("malformed", reason=LOG_LINE)
        parts: tuple[bytes, ...] = message.members
        if message.kind == "malformed" and not message.valid:
            parts = documents(raw)
        place = self._placed(message, "in", channel, size, at_ns)
        if message.kind == "malformed" and not parts:
            message, place = self._unreadable(message, place, raw, channel, size, at_ns)
        records.append(self._recorder.message(message, place, "in", channel, raw, frame, size, at_ns))
        if parts:
            records += self._inside(channel, parts, records[-1].number, at_ns)

    def _inside(self, channel: Channel, parts: tuple[bytes, ...], whole: int, at_ns: int) -> list[Record]:
        records: list[Record] = []
        if self.aside and len(parts) > MOST_RECORDS:
            self._then(partial(self._inside, channel, parts[MOST_RECORDS:], whole, at_ns))
            parts = parts[:MOST_RECORDS]
        for part in parts:
            inner = jsonrpc.parse(part)
            place = self._placed(inner, "in", channel, len(part), at_ns, inside=True)
            note = with_reason(recorded("inside #{whole}", whole=whole), inner.reason)
            if not place.role:
                place = MessagePlace(place.exchange, "member", place.finished)
            records.append(
                self._recorder.message(inner, place, "in", channel, part, b"", len(part), at_ns, note)
            )
        return records

    @staticmethod
    def _for_a_log(message: Message) -> bool:
        """JSON that a logger wrote: it answers no call, and MCP has no such method."""
        if message.kind in ("response", "error"):
            return not message.id and not isinstance(message.error_dict().get("code"), int)
        if message.kind in ("request", "notification"):
            return message.method not in METHODS and not message.method.startswith("notifications/")
        return message.reason == NEITHER

    def _unreadable(
        self, message: Message, place: MessagePlace, raw: bytes, channel: Channel, size: int, at_ns: int
    ) -> tuple[Message, MessagePlace]:
        """An answer that cannot be read ends its call: waiting on would blame a slow server."""
        if channel.status >= 400:
            return message, place  # any page may come with it, and the status says enough
        named = unread_id(raw)
        if message.reason == NEITHER:
            named = message.id or None
        exchange = self.correlation.answered_by(named, channel.exchange)
        if exchange is None:
            return message, place
        detail = with_reason(UNREADABLE, message.reason)
        self._failed(exchange, detail, self._recorder.number, size, channel, at_ns)
        return msgspec.structs.replace(message, id=exchange.id), MessagePlace(exchange, "answer", True)

    def _failed(
        self, exchange: Exchange, detail: str, number: int, size: int, channel: Channel, at_ns: int
    ) -> None:
        """End a call by an answer of which nothing can be used. number, size: of its record."""
        self.correlation.end(exchange, "failed", at_ns, detail)
        exchange.answer, exchange.answer_size = number, size
        exchange.first_ns = exchange.first_ns or at_ns
        self.touched.append(exchange)
        self._listener.finished(exchange, None, channel.status)

    def _placed(
        self,
        message: Message,
        direction: str,
        channel: Channel,
        size: int,
        at_ns: int,
        *,
        inside: bool = False,
    ) -> MessagePlace:
        place = self.correlation.place(
            message,
            direction,
            self._recorder.number,
            at_ns,
            size,
            hint=channel.exchange or _member(message, channel, inside),
            shared=not channel.name.startswith(("post-", "get-")),
        )
        exchange = place.exchange
        if exchange is not None and message.kind not in ("malformed", "batch"):
            self.touched.append(exchange)
        if self._began_ns and place.role in _ANSWERS and exchange is not None and self.pipe is not None:
            exchange.first_ns = max(self._began_ns, exchange.sent_ns)
        if message.kind == "request" and exchange is not None:
            self._listener.asked(exchange, message)
        elif place.finished and exchange is not None:
            answer = message if place.role != "cancel" else None
            self._listener.finished(exchange, answer, channel.status)
        elif place.role == "late" and exchange is not None:
            self._listener.late(exchange, message)
        elif place.role == "progress" and exchange is not None:
            self._listener.progressed(exchange)
        elif message.kind == "notification" and message.method not in _UNTOLD:
            self._listener.notified(message)
        if place.finished and exchange is not None and message.id in ("", "null"):
            self._refused_together(message, exchange, channel, at_ns)
        return place

    def _refused_together(self, message: Message, first: Exchange, channel: Channel, at_ns: int) -> None:
        """An error without id is about the whole batch that was POSTed: it answers all its requests."""
        for exchange in channel.members if first in channel.members else ():
            if self.correlation.end(exchange, first.status, at_ns, first.detail):
                exchange.answer, exchange.answer_size = first.answer, first.answer_size
                exchange.first_ns = exchange.first_ns or at_ns
                self.touched.append(exchange)
                self._listener.finished(exchange, message, channel.status)

    def _closed(self, channel: Channel, error: str, at_ns: int) -> list[Record]:
        """The end of a channel: what was left of it, and the exchange that now gets no answer."""
        return self._ended(channel, channel.framer.rest(), error, at_ns)

    def _ended(
        self, channel: Channel, rest: bytes | Cut | SseEvent | None, error: str, at_ns: int
    ) -> list[Record]:
        records: list[Record] = []
        if self._is_for_aside(channel, rest):
            self._put_aside(rest, partial(self._ended, channel, rest, error, at_ns))
            return records
        self._began_ns = channel.began_ns
        if isinstance(rest, bytes) and channel.name == "stdout":
            self._message(channel, rest, rest, len(rest), at_ns, records)
        elif isinstance(rest, bytes) and isinstance(channel.framer, FrameFramer):
            note = recorded("the connection closed inside this message")
            records.append(self._recorder.unread(channel, rest, note, at_ns))
        elif rest is not None:
            self._item(channel, rest, at_ns, records)
        if self.more is not None:
            self._then(partial(self._ended, channel, None, error, at_ns))
            return records
        if error or isinstance(channel.framer, SseFramer):
            note = error or recorded("the stream ended")
            records.append(self._recorder.plain(at_ns, "", channel, "lifecycle", note=note))
        orphans = [*([channel.exchange] if channel.exchange else []), *channel.members]
        if channel.name in ENDS_ALL:
            orphans = self.correlation.pending("out") + self.correlation.pending("in")
            self._unsent.clear()
            self._listener.broken_off(channel.name, error)
        elif channel.name == "stdin":
            orphans = [exchange for exchange in self._unsent if exchange is not None]
            self._unsent.clear()
        elif self._may_resume(channel):
            orphans = []
            self._listener.dropped(channel.as_dropped(error))
        elif self._is_listening(channel):
            self._listener.dropped(channel.as_dropped(error, refused=True))
        for exchange in orphans:
            self._orphan(exchange, channel, error, at_ns)
        self._channels.pop(channel.name, None)
        return records

    def _may_resume(self, channel: Channel) -> bool:
        """The stream can bring what is missing: a call's with an event id, the listening one always.

        A GET for a call that got no answer at all may be tried again too."""
        stream = isinstance(channel.framer, SseFramer)
        if self._is_listening(channel):  # also where a gateway that restarts is not there, or says so
            return stream or not channel.status or channel.status in AWAY
        if channel.exchange is None or not self.era.resumes(self.transport == "http"):
            return False
        pending = channel.exchange.status == "pending"
        return pending and bool(channel.last_event_id) and (stream or not channel.status)

    def _is_listening(self, channel: Channel) -> bool:
        """Whether it is the GET of a session's listening stream."""
        resumes = self.era.resumes(self.transport == "http")
        return resumes and channel.exchange is None and channel.name.startswith("get-")

    def _orphan(self, exchange: Exchange, channel: Channel, error: str, at_ns: int) -> None:
        if exchange.status != "pending" or (channel.status == 202 and self.transport == "sse"):
            return  # over HTTP+SSE the POST is only accepted; its answer comes on the stream
        if channel.status >= 400:
            status, detail = "failed", f"HTTP {channel.status} {channel.reason}".strip()
        elif error:
            status, detail = "lost", error
        elif self.transport == "sse" and channel.name != "sse":
            return
        else:
            stream = isinstance(channel.framer, SseFramer) and channel.name != "sse"
            status, detail = "lost", STREAM_ENDED if stream else NO_ANSWER
        if self.correlation.end(exchange, status, at_ns, detail):
            self.touched.append(exchange)
            self._listener.finished(exchange, None, channel.status)

    def _cut(self, channel: Channel, cut: Cut, at_ns: int) -> Record:
        """A message over the limit; the exchange it may answer is read from its first bytes."""
        record = self._recorder.cut(channel, cut, at_ns)
        exchange = None
        if record.kind == "malformed":
            exchange = self.correlation.answered_by(answered_id(cut.head[:4096]), channel.exchange)
        if exchange is not None:
            self._failed(exchange, TOO_LARGE, record.number, cut.total, channel, at_ns)
            record = msgspec.structs.replace(record, exchange=exchange.number, role="answer")
        return record


def _member(message: Message, channel: Channel, inside: bool) -> Exchange | None:
    """The call of a batch that was POSTed that a message on its channel is for, as far as one can tell.

    An error without id is about the batch only where it is the whole body; beside others, or as an event,
    it answers a part that was no request (JSON-RPC 2.0, section 6). inside: the message is part of an array.
    """
    members = channel.members
    if message.kind not in ("response", "error"):
        return members[0] if len(members) == 1 else None
    if message.id not in ("", "null"):
        return next((one for one in members if one.id == message.id), None)
    if inside or isinstance(channel.framer, SseFramer):
        return None
    return next((one for one in members if one.status == "pending"), None)
