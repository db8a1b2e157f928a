"""One HTTP request with its answer as a HAR entry; a long stream of events is never held as a whole."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.recorded import encode_json
from inspector.trace.export.entries import Entries, Entry
from inspector.trace.export.har_parts import entry_of

__all__ = ["Exchanged", "http_entry"]

Headers = list[tuple[str, str]]


class Exchanged:
    """What went over one channel: both heads, the request's body, and which records the answer is in."""

    def __init__(self, info: SessionInfo) -> None:
        self.info = info
        self.heads: dict[str, Record] = {}  # by direction
        self.sent: Record | None = None
        self.answer = array("q")
        self.numbers = array("q")
        self.start_ns = self.first_ns = self.end_ns = 0
        self.error = ""
        self.exchange = 0
        self.call: Exchange | None = None  # when its times are of this channel
        self.what: dict[str, object] = {}
        self._over = False

    def add(self, entry: Entry) -> None:
        """A record of the channel."""
        record, exchange = entry.record, entry.exchange
        self.numbers.append(record.number)
        self.start_ns = self.start_ns or record.at_ns
        self.end_ns = record.at_ns
        if record.direction == "in" and not self.first_ns:
            self.first_ns = record.at_ns
        if record.kind == "head":
            self.heads.setdefault(record.direction, record)
        elif not record.direction:
            self.error = record.note
        elif record.note.startswith("inside #"):
            pass  # a member of a batch: its bytes are in the batch
        elif record.direction == "out":
            self.sent = self.sent or record
        else:
            self.answer.append(record.number)
        if exchange is not None:
            self.exchange = exchange.number
            own = exchange.channel == record.channel and exchange.sent_ns >= self.start_ns
            self.call = exchange if own else None
            names = ("method", "target", "id", "status", "detail", "parent")
            self.what = {name: getattr(exchange, name) for name in names}
            self._over = exchange.status != "pending" and record.number >= exchange.last

    def stretches(self) -> list[tuple[str, int, int]]:
        """What its time went to, as far as that is known: of what is no call only the two heads."""
        call = self.call
        if call is None:
            call = Exchange(0, 0, "", "", sent_ns=self.start_ns, first_ns=self.first_ns)
        return replace(call, started_ns=self.start_ns).stretches(self.end_ns)

    def is_over(self, number: int) -> bool:
        """Whether nothing more comes: its exchange has ended with this record."""
        return self._over and "in" in self.heads and self.numbers[-1] == number

    def is_stale(self, number: int) -> bool:
        """Whether it was answered before that record and belongs to no exchange."""
        return (
            not self.exchange and "in" in self.heads and self.numbers[-1] < number and not self._is_stream()
        )

    def _is_stream(self) -> bool:
        return b"text/event-stream" in self.heads["in"].raw.lower()


def http_entry(entries: Entries, channel: Exchanged) -> Iterator[bytes]:
    """The entry as pieces of JSON."""
    verb, url, sent_headers = _request(channel)
    version, status, reason, headers = _response(channel)
    size, is_text = 0, True
    for entry in entries.walk(channel.answer):
        data = _body(entry.record)
        size += len(data)
        is_text = is_text and _decodes(data)
    kind = next((value for name, value in headers if name.lower() == "content-type"), "x-unknown")
    document = entry_of(
        channel.start_ns,
        channel.stretches(),
        url=url,
        verb=verb,
        version=version,
        headers=(sent_headers, headers),
        body=(channel.sent.raw, channel.sent.size) if channel.sent is not None else None,
        status=(status, reason),
        content={"size": size, "mimeType": kind},
        size=size,
    )
    document["_resourceType"] = "eventsource" if "event-stream" in kind else "fetch"
    if channel.error:
        document["response"]["_error"] = channel.error
    document["_mcp"] = {
        "server": channel.info.name,
        "transport": channel.info.transport,
        "exchange": channel.exchange,
        **channel.what,
        "records": len(channel.numbers),
        "first_record": channel.numbers[0],
    }
    # The content is put in as the last member of the last member, so that it can be written in pieces.
    response = document.pop("response")
    content = response.pop("content")
    yield encode_json(document)[:-1] + b',"response":' + encode_json(response)[:-1]
    yield b',"content":' + encode_json(content)[:-1]
    if size:
        bodies = (_body(entry.record) for entry in entries.walk(channel.answer))
        yield b',"text":"' if is_text else b',"encoding":"base64","text":"'
        yield from map(_escaped, bodies) if is_text else _base64(bodies)
        yield b'"'
    yield b"}}}"


def _request(channel: Exchanged) -> tuple[str, str, Headers]:
    head = channel.heads.get("out")
    if head is None:
        verb = "POST" if channel.sent is not None else "GET"
        return verb, channel.info.target, []
    first, headers = _parsed(head.raw)
    verb, _, url = first.partition(" ")
    return verb, url, headers


def _response(channel: Exchanged) -> tuple[str, int, str, Headers]:
    head = channel.heads.get("in")
    if head is None:
        return "HTTP/1.1", 0, channel.error, []
    first, headers = _parsed(head.raw)
    version, _, rest = first.partition(" ")
    status, _, reason = rest.partition(" ")
    return version, int(status) if status.isdecimal() else 0, reason, headers


def _parsed(raw: bytes) -> tuple[str, Headers]:
    first, *lines = raw.decode("utf-8", "replace").split("\r\n")
    pairs = (line.partition(": ") for line in lines)
    return first, [(name, value) for name, _, value in pairs]


def _body(record: Record) -> bytes:
    return record.frame or record.raw


def _decodes(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _escaped(data: bytes) -> bytes:
    return encode_json(data.decode("utf-8"))[1:-1]


def _base64(bodies: Iterator[bytes]) -> Iterator[bytes]:
    left = b""
    for data in chain(filter(None, bodies), (b"",)):
        whole = left + data
        cut = len(whole) // 3 * 3 if data else len(whole)
        left = whole[cut:]
        yield base64.b64encode(whole[:cut])
