"""OTLP has a span for each exchange, with the names of the conventions."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.trace.export.otlp import _session_id, _value
from inspector.trace.journal import Journal
from tests.trace.export.reading import attributes, exported
from tests.trace.recorded import MS, START_NS, TRACEPARENT
from tests.trace.samples import DEMO, START, call, notification, request


def spans(journal: Journal) -> dict[int, dict[str, Any]]:
    found = {}
    for resource in json.loads(exported(journal, "otlp"))["resourceSpans"]:
        for span in resource["scopeSpans"][0]["spans"]:
            found[int(attributes(span)["mcpdi.record"])] = span
    return found


def test_otlp_has_a_span_for_each_exchange_with_the_names_of_the_conventions(journal: Journal) -> None:
    found = spans(journal)
    assert len(found) == 9
    span = found[3]
    assert (span["name"], span["kind"]) == ("tools/call ask_model", 3)
    assert span["startTimeUnixNano"] == str(START_NS + 10 * MS)
    assert span["endTimeUnixNano"] == str(START_NS + 20 * MS)
    assert re.fullmatch(r"[0-9a-f]{16}", span["spanId"])
    told = attributes(span)
    assert told["mcp.method.name"] == "tools/call"
    assert told["gen_ai.tool.name"] == "ask_model"
    assert told["gen_ai.operation.name"] == "execute_tool"
    assert told["jsonrpc.request.id"] == "2"
    assert told["network.transport"] == "pipe"
    assert told["mcp.protocol.version"] == "2025-11-25"
    progress = next(event for event in span["events"] if event["name"] == "progress")
    assert attributes(progress)["mcpdi.progress.message"] == "half"
    assert exported(journal, "otlp") == exported(journal, "otlp"), "ids do not change"


def test_otlp_tells_of_our_service_and_names_the_server_as_its_peer(journal: Journal) -> None:
    resources = json.loads(exported(journal, "otlp"))["resourceSpans"]
    named = [attributes(one["resource"]) for one in resources]
    assert {one["service.name"] for one in named} == {"mcp-desktop-inspector"}
    assert [one["mcpdi.target"] for one in named] == ["demo-server --quiet", "http://127.0.0.1:3000/mcp"]
    peers = [
        {attributes(span)["peer.service"] for span in one["scopeSpans"][0]["spans"]} for one in resources
    ]
    assert peers == [{"demo"}, {"web"}]


def test_otlp_keeps_the_trace_context_of_meta_and_nests_what_the_server_asked(journal: Journal) -> None:
    found = spans(journal)
    _, trace, parent, _ = TRACEPARENT.split("-")
    assert (found[3]["traceId"], found[3]["parentSpanId"]) == (trace, parent)
    assert found[3]["traceState"] == "rojo=00f067aa0ba902b7"
    assert found[5]["kind"] == 2
    assert (found[5]["traceId"], found[5]["parentSpanId"]) == (trace, found[3]["spanId"])
    assert "parentSpanId" not in found[1]


def test_otlp_says_how_calls_failed(journal: Journal) -> None:
    by_status = {attributes(span).get("error.type"): span for span in spans(journal).values()}
    assert by_status.keys() == {None, "-32602", "tool_error", "cancelled", "lost"}
    error = by_status["-32602"]
    assert error["status"] == {"code": 2, "message": "-32602 no such tool"}
    assert attributes(error)["rpc.response.status_code"] == "-32602"
    assert by_status[None]["status"] == {}


def test_otlp_of_http_names_address_and_session(journal: Journal) -> None:
    told = [attributes(span) for span in spans(journal).values()]
    web = [one for one in told if one["network.transport"] == "tcp"]
    assert [(one["server.address"], one["server.port"], one["network.protocol.name"]) for one in web] == [
        ("127.0.0.1", "3000", "http")
    ] * 2
    assert web[1]["mcp.session.id"] == "abc-123"


def recorded(
    tmp_path: Path, info: SessionInfo, *records: Record, exchanges: tuple[Exchange, ...]
) -> list[Any]:
    """The spans of a session of these records."""
    with closing(Journal.create(tmp_path / "s.mcptrace")) as made:
        made.add_session(info)
        made.append(list(records))
        for exchange in exchanges:
            made.touch(exchange)
        made.sync()
        [resource] = json.loads(exported(made, "otlp"))["resourceSpans"]
        return list(resource["scopeSpans"][0]["spans"])


def test_what_belongs_to_a_call_is_an_event_up_to_a_number(tmp_path: Path) -> None:
    progress = [
        notification(number, b'{"params":{"progress":1}}', role="progress", exchange=1)
        for number in range(2, 504)
    ]
    last = notification(504, role="", exchange=1, note="odd", at_ns=START + 9_000 * MS)
    exchange = call(1, records=504, sent_ns=START + 1, first_ns=START + 3 * MS)
    [span] = recorded(tmp_path, DEMO, request(1, b"{}", at_ns=START), *progress, last, exchanges=(exchange,))
    events = span["events"]
    assert (len(events), span["droppedEventsCount"]) == (500, 5)
    assert [event["name"] for event in events[:3]] == ["sent", "progress", "first byte"]
    assert sorted(int(event["timeUnixNano"]) for event in events) == [int(e["timeUnixNano"]) for e in events]
    told = attributes(events[1])
    assert (told["mcpdi.record"], told["mcpdi.progress.progress"]) == ("2", "1")
    assert span["endTimeUnixNano"] == str(START + 9_000 * MS), "a pending one ends with its last record"


def test_an_event_says_what_is_odd_about_its_record(tmp_path: Path) -> None:
    odd = notification(2, role="", exchange=1, note="odd")
    [span] = recorded(tmp_path, DEMO, request(1, b"{}"), odd, exchanges=(call(1, records=3, sent_ns=0),))
    [event] = span["events"]
    assert (event["name"], attributes(event)["message"]) == ("notification", "odd")
    assert attributes(event)["mcp.method.name"] == "notifications/message"
    assert "droppedEventsCount" not in span and "traceState" not in span


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"id": '"a"'}, {"jsonrpc.request.id": "a"}),
        ({"id": "null"}, {"jsonrpc.request.id": None}),
        ({"method": "resources/read", "target": "a://b"},
         {"mcp.resource.uri": "a://b", "gen_ai.operation.name": None, "gen_ai.tool.name": None}),
        ({"target": ""}, {"gen_ai.tool.name": None, "gen_ai.operation.name": "execute_tool"}),
        ({"rounds": 2}, {"mcpdi.rounds": "2"}),
        ({"rounds": 1}, {"mcpdi.rounds": None}),
        ({"request_size": 0, "answer_size": 0}, {"mcpdi.request.size": "0", "mcpdi.answer.size": None}),
        ({"answer_size": 5}, {"mcpdi.answer.size": "5"}),
        ({"status": "failed", "detail": "isError"}, {"error.type": "tool_error"}),
        ({"status": "failed", "detail": "HTTP 503 Busy"}, {"error.type": "503"}),
        ({"status": "failed", "detail": "broken"}, {"error.type": "_OTHER"}),
        ({"status": "lost"}, {"error.type": "lost"}),
        ({"status": "input_required"}, {"error.type": None}),
    ],
)  # fmt: skip
def test_a_span_has_the_attributes_of_its_call(
    tmp_path: Path, more: dict[str, Any], told: dict[str, str | None]
) -> None:
    [span] = recorded(tmp_path, DEMO, request(1, b"{}"), exchanges=(call(1, **more),))
    found = attributes(span)
    assert {name: found.get(name) for name in told} == told
    failed = more.get("status") in ("failed", "lost")
    assert span["status"] == (
        {"code": 2, **({"message": more["detail"]} if "detail" in more else {})} if failed else {}
    )


@pytest.mark.parametrize(
    ("transport", "target", "told"),
    [
        ("stdio", "python http://x:1", {"network.transport": "pipe", "network.protocol.name": None}),
        ("websocket", "ws://h:9/x", {"network.transport": "tcp", "network.protocol.name": "websocket",
                                     "server.address": "h", "server.port": "9"}),
        ("sse", "https://h.example/x", {"network.transport": "tcp", "network.protocol.name": "http",
                                        "server.address": "h.example", "server.port": None}),
    ],
)  # fmt: skip
def test_a_span_names_the_network(
    tmp_path: Path, transport: str, target: str, told: dict[str, str | None]
) -> None:
    info = SessionInfo(1, "", transport, target, server="web 1.0 beta")
    [span] = recorded(tmp_path, info, request(1, b"{}"), exchanges=(call(1),))
    found = attributes(span)
    assert {name: found.get(name) for name in told} == told
    assert found["peer.service"] == "web 1.0"


ZEROS = "00-{}-00f067aa0ba902b7-01".format("0" * 32)


@pytest.mark.parametrize(
    ("meta", "trace"),
    [
        ({"traceparent": TRACEPARENT}, tuple(TRACEPARENT.split("-")[1:3])),
        ({"traceparent": TRACEPARENT + "-more"}, tuple(TRACEPARENT.split("-")[1:3])),
        ({"traceparent": ZEROS}, None),
        ({"traceparent": TRACEPARENT.replace(TRACEPARENT.split("-")[2], "0" * 16)}, None),
        ({"traceparent": TRACEPARENT.upper().replace("-", "_")}, None),
        ({"traceparent": 5}, None),
        ([{"traceparent": TRACEPARENT}], None),
    ],
)
def test_only_a_right_trace_context_is_taken(
    tmp_path: Path, meta: Any, trace: tuple[str, str] | None
) -> None:
    raw = json.dumps({"method": "x", "params": {"_meta": meta}}).encode()
    [span] = recorded(tmp_path, DEMO, request(1, raw), exchanges=(call(1),))
    found = (span["traceId"], span.get("parentSpanId"))
    assert found == trace if trace is not None else found[1] is None
    assert "traceState" not in span


def test_nested_calls_are_one_trace_however_deep(tmp_path: Path) -> None:
    records = [request(number, b"{}") for number in range(1, 5)]
    exchanges = tuple(call(number, parent=number - 1) for number in range(1, 5))
    spans_made = recorded(tmp_path, DEMO, *records, exchanges=exchanges)
    assert len({span["traceId"] for span in spans_made}) == 1
    assert [span.get("parentSpanId") for span in spans_made[1:]] == [
        span["spanId"] for span in spans_made[:-1]
    ]
    assert len({span["spanId"] for span in spans_made}) == 4


def test_calls_in_a_ring_end(tmp_path: Path) -> None:
    records = [request(number, b"{}") for number in (1, 2)]
    ring = (call(1, parent=2), call(2, parent=1))
    assert len(recorded(tmp_path, DEMO, *records, exchanges=ring)) == 2


@pytest.mark.parametrize(
    ("value", "typed"),
    [
        (True, {"boolValue": True}),
        (5, {"intValue": "5"}),
        (2**63 - 1, {"intValue": str(2**63 - 1)}),
        (2**63, {"stringValue": str(2**63)}),
        (-(2**63), {"intValue": str(-(2**63))}),
        (0.5, {"doubleValue": 0.5}),
        ("a", {"stringValue": "a"}),
        ([1], {"stringValue": "[1]"}),
    ],
)
def test_a_value_has_its_type(value: Any, typed: dict[str, Any]) -> None:
    assert _value(value) == typed


def test_the_session_of_http_is_in_the_head_of_an_answer() -> None:
    assert _session_id(b"HTTP/1.1 200 OK\r\nA: b\r\nMCP-Session-Id: s-1\r\n") == "s-1"
    assert _session_id(b"mcp-session-id: s-1\r\nA: b") == ""
