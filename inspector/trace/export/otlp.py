"""OTLP/JSON (one ExportTraceServiceRequest): a span an exchange, ready for `POST /v1/traces`.

| in the session              | in the span                                                       |
|-----------------------------|-------------------------------------------------------------------|
| this program                | resource: `service.name`, `service.version`                       |
| connection                  | resource: `service.instance.id`, `mcpdi.*`; its server is the     |
|                             | `peer.service` of the spans                                       |
| exchange                    | a span `METHOD` or `METHOD TOOL|PROMPT`; CLIENT, or SERVER when   |
|                             | the server asked                                                  |
| a request nested in another | a child of its span                                               |
| `traceparent`, `tracestate` | of `params._meta`: the trace it belongs to, its parent, its state |
| started, ended              | its times; a pending one ends with its last record                |
| sent, first byte, progress  | events, as are cancellation and all else that belongs to it       |
| failed, lost, cancelled     | status ERROR, `error.type` (`tool_error` for isError), the detail |

Attributes are those of the semantic conventions for MCP (`mcp.*`, `gen_ai.tool.name`, `jsonrpc.request.id`,
`rpc.response.status_code`, `network.*`, `server.*`), ours begin with `mcpdi.`. Ids are made from the session
and the record's number: exporting twice gives the same ones. Bodies are not exported.
Source: opentelemetry.io/docs/specs/semconv/gen-ai/mcp, opentelemetry.io/docs/specs/otlp (JSON encoding:
ids in hexadecimal, 64-bit integers as strings).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from inspector import __version__
from inspector.protocol import jsonrpc
from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.protocol.wire import PIPES
from inspector.recorded import encode_json
from inspector.trace.export.entries import Entries, Entry

__all__ = ["export_otlp"]

_PROGRAM: Final = "mcp-desktop-inspector"
CLIENT, SERVER = 3, 2  # SpanKind
ERROR: Final = 2  # StatusCode
EVENTS: Final = 500  # of one span; the rest is counted
REMEMBERED: Final = 4096  # traces of requests that others may be nested in
_TRACEPARENT: Final = re.compile(r"^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$")
_NETWORK: Final = {"stdio": ("pipe", ""), "websocket": ("tcp", "websocket")}
_TARGETS: Final = {
    "tools/call": "gen_ai.tool.name",
    "prompts/get": "gen_ai.prompt.name",
    "resources/read": "mcp.resource.uri",
    "resources/subscribe": "mcp.resource.uri",
    "resources/unsubscribe": "mcp.resource.uri",
}
Trace = tuple[str, str, str]  # trace id, id of the span above, tracestate


def export_otlp(entries: Entries, numbers: Sequence[int]) -> Iterator[bytes]:
    """One JSON document."""
    scope = encode_json({"name": _PROGRAM, "version": __version__})
    yield b'{"resourceSpans":['
    separator = b"\n"
    own = entries.by_session(numbers)
    for info in entries.sessions():
        if info.number not in own:
            continue
        resource = encode_json({"attributes": _resource(info)})
        yield separator + b'{"resource":' + resource + b',"scopeSpans":[{"scope":' + scope + b',"spans":['
        traces = _Traces(entries, info)
        between = b"\n"
        for entry in entries.walk(own[info.number]):
            if entry.opens:
                yield between + encode_json(_span(entries, entry, info, traces))
                between = b",\n"
        yield b"\n]}]}"
        separator = b",\n"
    yield b"\n]}\n"


class _Traces:
    """Which trace an exchange belongs to: that of its `_meta`, of the one it is nested in, or its own."""

    def __init__(self, entries: Entries, info: SessionInfo) -> None:
        self._entries = entries
        self._seed = f"{info.number}/{info.name}/{info.target}/{info.started_ns}"
        self._known: dict[int, Trace] = {}

    def span_id(self, number: int) -> str:
        """16 hexadecimal digits."""
        return self._digest(f"span/{number}")[:16]

    def of(self, exchange: Exchange, request: Record | None, depth: int = 0) -> Trace:
        """The trace of an exchange. request: its record, when the caller has it."""
        known = self._known.get(exchange.number)
        if known is not None:
            return known
        request = request or self._entries.clean_record(exchange.number)
        trace = _from_meta(request) if request is not None else None
        if trace is None and exchange.parent and depth < 16:
            above = self._entries.exchange(exchange.parent)
            if above is not None:
                trace_id, _, state = self.of(above, None, depth + 1)
                trace = (trace_id, self.span_id(above.number), state)
        if trace is None:
            trace = (self._digest(f"trace/{exchange.number}"), "", "")
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[exchange.number] = trace
        return trace

    def _digest(self, what: str) -> str:
        return hashlib.sha256(f"{self._seed}/{what}".encode("utf-8", "replace")).hexdigest()[:32]


def _from_meta(request: Record) -> Trace | None:
    """What W3C trace context in `params._meta` says. Source: MCP, SEP-414."""
    if b'"traceparent"' not in request.raw:
        return None
    meta = jsonrpc.parse(request.raw).params_dict().get("_meta")
    if not isinstance(meta, dict):
        return None
    found = _TRACEPARENT.match(str(meta.get("traceparent", "")))
    if found is None or not int(found[1], 16) or not int(found[2], 16):
        return None
    state = meta.get("tracestate")
    return found[1], found[2], state if isinstance(state, str) else ""


def _span(entries: Entries, entry: Entry, info: SessionInfo, traces: _Traces) -> dict[str, Any]:
    record, exchange = entry.record, entry.exchange
    assert exchange is not None
    trace_id, above, state = traces.of(exchange, record)
    events, dropped, end_ns, session_id, answer = _events(entries, exchange, info.transport in PIPES)
    start_ns = exchange.started_ns or record.at_ns
    has_name = exchange.method in ("tools/call", "prompts/get") and exchange.target
    span: dict[str, Any] = {
        "traceId": trace_id,
        "spanId": traces.span_id(exchange.number),
        "name": f"{exchange.method} {exchange.target}" if has_name else exchange.method,
        "kind": CLIENT if exchange.direction == "out" else SERVER,
        "startTimeUnixNano": str(start_ns),
        "endTimeUnixNano": str(max(exchange.ended_ns or end_ns, start_ns)),
        "attributes": _attributes(exchange, info, session_id, answer),
        "events": events,
        "status": _status(exchange),
    }
    if above:
        span["parentSpanId"] = above
    if state:
        span["traceState"] = state
    if dropped:
        span["droppedEventsCount"] = dropped
    return span


def _events(
    entries: Entries, exchange: Exchange, is_pipe: bool
) -> tuple[list[dict[str, Any]], int, int, str, Record | None]:
    """Events, how many there were more, time of the last record, the MCP session's id, the answer."""
    events: list[dict[str, Any]] = []
    dropped, last_ns, session_id = 0, exchange.started_ns, ""
    answer: Record | None = None
    for at_ns, name in ((exchange.sent_ns, "sent"), (exchange.first_ns, "first byte")):
        if at_ns:
            events.append(_event(at_ns, name, {}))
    if exchange.records <= 2 and is_pipe:  # nothing but request and answer: most calls
        failed = exchange.status == "failed"
        answer = entries.clean_record(exchange.answer) if failed else None
        return events, 0, last_ns, "", answer
    for entry in entries.of_exchange(exchange.number):
        record = entry.record
        last_ns = max(last_ns, record.at_ns)
        if record.kind == "head" and not session_id:
            session_id = _session_id(record.raw)
        if record.number == exchange.answer:
            answer = record
        if record.number in (exchange.number, exchange.answer) or record.kind == "head":
            continue
        if len(events) >= EVENTS:
            dropped += 1
            continue
        more: dict[str, Any] = {"mcpdi.record": record.number, "mcp.method.name": record.method}
        if record.role == "progress":
            params = jsonrpc.parse(record.raw).params_dict()
            more |= {f"mcpdi.progress.{name}": params.get(name) for name in ("progress", "total", "message")}
        elif record.note:
            more["message"] = record.note
        events.append(_event(record.at_ns, record.role or record.kind, more))
    events.sort(key=lambda event: int(event["timeUnixNano"]))
    return events, dropped, last_ns, session_id, answer


def _event(at_ns: int, name: str, attributes: dict[str, Any]) -> dict[str, Any]:
    return {"timeUnixNano": str(at_ns), "name": name, "attributes": _pairs(attributes)}


def _session_id(head: bytes) -> str:
    for line in head.decode("utf-8", "replace").split("\r\n")[1:]:
        name, _, value = line.partition(": ")
        if name.lower() == "mcp-session-id":
            return value
    return ""


def _attributes(
    exchange: Exchange, info: SessionInfo, session_id: str, answer: Record | None
) -> list[dict[str, Any]]:
    url = urlsplit(info.target) if info.transport != "stdio" else None
    network, protocol = _NETWORK.get(info.transport, ("tcp", "http"))
    code, error_type = _error(exchange, answer)
    values: dict[str, Any] = {
        "peer.service": info.name or info.server.rpartition(" ")[0] or info.server,
        "mcp.method.name": exchange.method,
        "mcp.protocol.version": info.revision,
        "mcp.session.id": session_id,
        "jsonrpc.request.id": "" if exchange.id == "null" else _id_text(exchange.id),
        "gen_ai.operation.name": "execute_tool" if exchange.method == "tools/call" else "",
        "error.type": error_type,
        "rpc.response.status_code": code,
        "network.transport": network,
        "network.protocol.name": protocol,
        "server.address": (url.hostname or "") if url is not None else "",
        "server.port": _port(url.netloc) if url is not None else None,
        "mcpdi.record": exchange.number,
        "mcpdi.status": exchange.status,
        "mcpdi.request.size": exchange.request_size,
        "mcpdi.answer.size": exchange.answer_size or None,
        "mcpdi.rounds": exchange.rounds if exchange.rounds > 1 else None,
    }
    if exchange.target and exchange.method in _TARGETS:
        values[_TARGETS[exchange.method]] = exchange.target
    return _pairs(values)


def _error(exchange: Exchange, answer: Record | None) -> tuple[str, str]:
    """The code of a JSON-RPC error, and the class of the failure; empty when all went well."""
    if exchange.status in ("done", "pending", "input_required"):
        return "", ""
    if exchange.status != "failed":
        return "", exchange.status
    if answer is not None and answer.kind == "error":
        code = str(jsonrpc.parse(answer.raw).error_dict().get("code", ""))
        return code, code or "_OTHER"
    if exchange.detail == "isError":
        return "", "tool_error"
    found = re.match(r"HTTP (\d{3})", exchange.detail)
    return "", found[1] if found else "_OTHER"


def _status(exchange: Exchange) -> dict[str, Any]:
    if exchange.status in ("done", "pending", "input_required"):
        return {}
    return {"code": ERROR, "message": exchange.detail} if exchange.detail else {"code": ERROR}


def _resource(info: SessionInfo) -> list[dict[str, Any]]:
    return _pairs(
        {
            "service.name": _PROGRAM,
            "service.version": __version__,
            "service.instance.id": str(info.number),
            "mcpdi.server": info.server,
            "mcpdi.target": info.target,
            "mcpdi.transport": info.transport,
            "mcpdi.era": info.era,
        }
    )


def _pairs(values: dict[str, Any]) -> list[dict[str, Any]]:
    """OTLP's key and value list; empty texts and None are left out."""
    return [{"key": key, "value": _value(value)} for key, value in values.items() if value not in ("", None)]


def _value(value: Any) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    return {"stringValue": str(value)}


def _id_text(identifier: str) -> str:
    """The id as a text: `7`, and `a` for `"a"`."""
    if not identifier.startswith('"'):
        return identifier
    return str(msgspec.json.decode(identifier))


def _port(netloc: str) -> int | None:
    digits = netloc.rpartition(":")[2]
    return int(digits) if digits.isdecimal() else None
