"""HAR 1.2, as browsers and proxies write it; Chrome's and Firefox's network panes open it.

| in the session              | in the file                                                           |
|-----------------------------|-----------------------------------------------------------------------|
| an HTTP request             | an entry: heads, body; the answer as it came, SSE events with framing |
| a WebSocket                 | one entry; its messages in `_webSocketMessages`, as Chrome does       |
| a call over stdio           | an entry `POST stdio://SERVER/METHOD` with request and answer         |
| everything else over stdio  | one entry `stdio://SERVER/` a connection, in `_webSocketMessages`     |

`_mcp` of an entry names its server, exchange, method, id, status and record numbers. A call without an answer
has status 0. Header values that give access were never recorded; lifecycle steps are not exported. HAR times
have milliseconds. `size` and `bodySize` are bytes on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote, urlsplit

from inspector import __version__
from inspector.protocol.records import SessionInfo
from inspector.protocol.wire import PIPES
from inspector.recorded import encode_json
from inspector.trace.export.entries import Entries, Entry
from inspector.trace.export.har_http import Exchanged, http_entry
from inspector.trace.export.har_parts import entry_of, message_of
from inspector.trace.redaction.redact import SIZES_NOTE

__all__ = ["export_har"]

STALE: Final = 512  # records after which a request that belongs to no exchange counts as over
_Key = tuple[int, str]


def export_har(entries: Entries, numbers: Sequence[int]) -> Iterator[bytes]:
    """One JSON document."""
    creator = {"name": "MCP Desktop Inspector", "version": __version__}
    comment = "MCP session; mapping: mcpdi export --help."
    if entries.redactor is not None:
        comment += f" Secrets are replaced. {SIZES_NOTE}"
    head = {"version": "1.2", "creator": creator, "pages": [], "comment": comment}
    yield b'{"log":' + encode_json(head)[:-1] + b',"entries":['
    separator = b"\n"
    for pieces in _entries(entries, numbers):
        yield separator
        yield from pieces
        separator = b",\n"
    yield b"\n]}}\n"


def _entries(entries: Entries, numbers: Sequence[int]) -> Iterator[Iterator[bytes]]:
    sessions = {info.number: info for info in entries.sessions()}
    nameless = SessionInfo(0, "", "", "")
    pipes = [number for number, info in sessions.items() if info.transport in PIPES]
    own = entries.by_session(numbers) if pipes else {}
    for number in pipes:
        if number in own:
            yield _connection(entries, own[number], sessions[number])
    open_channels: dict[_Key, Exchanged] = {}
    for entry in entries.walk(numbers):
        record = entry.record
        info = sessions.get(record.session, nameless)
        if info.transport in PIPES:
            if info.transport == "stdio" and entry.opens:
                yield iter((_call(entries, entry, info),))
            continue
        key = (record.session, record.channel)
        if not record.channel or (
            record.kind == "lifecycle" and not record.direction and key not in open_channels
        ):
            continue
        channel = open_channels.setdefault(key, Exchanged(info))
        channel.add(entry)
        if channel.is_over(record.number):
            yield http_entry(entries, open_channels.pop(key))
        if record.number % STALE == 0:
            for old in [one for one, what in open_channels.items() if what.is_stale(record.number - STALE)]:
                yield http_entry(entries, open_channels.pop(old))
    for channel in open_channels.values():
        yield http_entry(entries, channel)


def _call(entries: Entries, entry: Entry, info: SessionInfo) -> bytes:
    """A call over stdio as if it were a POST."""
    record, exchange = entry.record, entry.exchange
    assert exchange is not None
    answer = entries.clean_record(exchange.answer)
    start = exchange.started_ns or record.at_ns
    content: dict[str, Any] = {"size": 0, "mimeType": "application/json"}
    if answer is not None:
        content |= {"size": len(answer.raw), "text": answer.raw.decode("utf-8", "replace")}
    document = entry_of(
        start,
        exchange.stretches(exchange.ended_ns or record.at_ns),
        url=f"stdio://{quote(info.name or 'server', safe='')}/{quote(exchange.method)}",
        body=(record.raw, record.size),
        status=(200, "OK") if answer is not None else (0, exchange.status),
        content=content,
        size=exchange.answer_size if answer is not None else -1,
    )
    document["_mcp"] = {
        "server": info.name,
        "transport": info.transport,
        "direction": exchange.direction,
        "exchange": exchange.number,
        "parent": exchange.parent,
        "started_ns": start,
        "method": exchange.method,
        "target": exchange.target,
        "id": exchange.id,
        "status": exchange.status,
        "detail": exchange.detail,
        "records": [record.number, *([exchange.answer] if exchange.answer else [])],
    }
    return encode_json(document)


def _connection(entries: Entries, numbers: Sequence[int], info: SessionInfo) -> Iterator[bytes]:
    """A connection with all its messages; over stdio those that are neither request nor answer of a call."""
    is_stdio = info.transport == "stdio"
    # Every message of the connection is looked at once more, so that none has to be kept.
    url = f"stdio://{quote(info.name or 'server', safe='')}/" if is_stdio else _url(info.target)
    document = entry_of(
        info.started_ns or entries.start_ns,
        [("receive", info.started_ns, max(info.ended_ns, info.started_ns))],
        url=url,
        verb="GET",
        status=(101, "Switching Protocols"),
    )
    document["_resourceType"] = "websocket"
    document["_mcp"] = {"server": info.name, "transport": info.transport, "target": info.target}
    text = encode_json(document)
    yield text[:-1] + b',"_webSocketMessages":['
    separator = b""
    for entry in entries.walk(numbers):
        record, exchange = entry.record, entry.exchange
        if record.kind in ("head", "lifecycle") or record.note.startswith("inside #"):
            continue
        if is_stdio and exchange is not None and record.number in (exchange.number, exchange.answer):
            continue
        yield separator + message_of(record)
        separator = b","
    yield b"]}"


def _url(target: str) -> str:
    return target if urlsplit(target).scheme else f"ws://{quote(target)}/"
