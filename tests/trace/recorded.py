"""Sessions as live connections would record them, without servers: bytes through real conversations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspector.protocol.wire import (
    BytesArrived,
    ChannelClosed,
    ChannelOpened,
    HeadersSent,
    Passed,
    Sent,
)
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal

START_NS = 1_700_000_000_000_000_000
MS = 1_000_000
TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"


def ask(identifier: object, method: str, **params: Any) -> bytes:
    """A request."""
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}).encode()


def result(identifier: object, **members: Any) -> bytes:
    """An answer."""
    return json.dumps({"jsonrpc": "2.0", "id": identifier, "result": members}).encode()


def tell(method: str, **params: Any) -> bytes:
    """A notification."""
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()


def failure(identifier: object, code: int, message: str) -> bytes:
    """An error."""
    return json.dumps(
        {"jsonrpc": "2.0", "id": identifier, "error": {"code": code, "message": message}}
    ).encode()


def over_stdio(journal: Journal) -> None:
    """A call with progress and a nested request, a failed one, one that is cancelled, noise and stderr."""
    feeding = Feeding(journal, "demo", "stdio", "demo-server --quiet", START_NS)
    at = START_NS
    feeding.went(ask(1, "initialize", protocolVersion="2025-11-25"), at)
    feeding.came(
        result(1, protocolVersion="2025-11-25", serverInfo={"name": "demo", "version": "1.2"}), at + 5 * MS
    )
    call = {"name": "ask_model", "arguments": {"text": "hé"}}
    meta = {"progressToken": 7, "traceparent": TRACEPARENT, "tracestate": "rojo=00f067aa0ba902b7"}
    feeding.went(ask(2, "tools/call", **call, _meta=meta), at + 10 * MS)
    feeding.came(
        tell("notifications/progress", progressToken=7, progress=1, total=2, message="half"), at + 11 * MS
    )
    feeding.came(ask("s1", "sampling/createMessage", maxTokens=10), at + 12 * MS)
    feeding.went(result("s1", role="assistant"), at + 13 * MS)
    feeding.came(result(2, content=[{"type": "text", "text": "=1+1"}]), at + 20 * MS)
    feeding.went(ask(3, "tools/call", name="broken"), at + 30 * MS)
    feeding.came(failure(3, -32602, "no such tool"), at + 31 * MS)
    feeding.went(ask(4, "tools/call", name="fails"), at + 32 * MS)
    feeding.came(result(4, isError=True, content=[]), at + 33 * MS)
    feeding.stderr(b"\x1b[31mwarn\xff", at + 40 * MS)
    feeding.came(b"not \xff json", at + 41 * MS)
    feeding.went(ask(5, "resources/read", uri="demo://slow"), at + 50 * MS)
    feeding.went(tell("notifications/cancelled", requestId=5, reason="enough"), at + 60 * MS)
    feeding.went(ask(6, "ping"), at + 70 * MS)
    feeding.note("exit code 0", at + 80 * MS)
    feeding.end()


def over_http(journal: Journal, session_id: str = "abc-123") -> None:
    """The opening as JSON, a call as a stream of events, a listening stream, and what is accepted."""
    feeding = Feeding(journal, "web", "http", "http://127.0.0.1:3000/mcp", START_NS)
    at = START_NS
    url = "http://127.0.0.1:3000/mcp?x=1"
    sent = (("accept", "application/json, text/event-stream"), ("mcp-session-id", session_id))
    plain = (("content-type", "application/json"), ("mcp-session-id", session_id))
    stream = (("content-type", "text/event-stream"),)

    def posted(data: bytes, at_ns: int, headers: Sequence[tuple[str, str]] = sent) -> str:
        channel = feeding.went(data, at_ns)
        feeding.arrive(HeadersSent(channel, "POST", url, tuple(headers)), at_ns)
        feeding.arrive(Sent(channel), at_ns)
        return channel

    first = feeding.went(ask(1, "initialize"), at)
    feeding.arrive(HeadersSent(first, "POST", url, sent[:1]), at)
    moments = (Passed(first, "connect"), Passed(first, "tls"), Sent(first), Passed(first, "written"))
    for moment, after in zip(moments, (1, 2.25, 3, 3.5), strict=True):
        feeding.arrive(moment, at + int(after * MS))
    feeding.arrive(ChannelOpened(first, 200, plain, "HTTP/1.1", "OK"), at + 4 * MS)
    feeding.arrive(
        BytesArrived(first, result(1, protocolVersion="2025-11-25", serverInfo={"name": "w"})), at + 5 * MS
    )
    feeding.arrive(ChannelClosed(first), at + 5 * MS)
    told = posted(tell("notifications/initialized"), at + 6 * MS)
    feeding.arrive(ChannelOpened(told, 202, (), "HTTP/1.1", "Accepted"), at + 7 * MS)
    feeding.arrive(ChannelClosed(told), at + 7 * MS)
    second = posted(ask(2, "tools/call", name="echo", _meta={"progressToken": 2}), at + 10 * MS)
    feeding.arrive(ChannelOpened(second, 200, stream, "HTTP/1.1", "OK"), at + 12 * MS)
    progress = tell("notifications/progress", progressToken=2, progress=1)
    feeding.arrive(BytesArrived(second, b"id: 1\nevent: message\ndata: " + progress + b"\n\n"), at + 13 * MS)
    feeding.arrive(BytesArrived(second, b": keep-alive\n\n"), at + 14 * MS)
    feeding.arrive(BytesArrived(second, b"data: " + result(2, text="안녕") + b"\n\n"), at + 20 * MS)
    feeding.arrive(ChannelClosed(second), at + 21 * MS)
    feeding.end()


def both(path: Path) -> Journal:
    """A file with both connections, opened for reading."""
    journal = Journal.create(path)
    over_stdio(journal)
    over_http(journal)
    journal.annotations.set_marked([3], True)
    journal.annotations.set_note(5, "look here")
    journal.close()
    return Journal.open(path)
