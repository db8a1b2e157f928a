"""OTLP has a span for each exchange, with the names of the conventions."""

from __future__ import annotations

import json
import re
from typing import Any

from inspector.trace.journal import Journal
from tests.trace.export.reading import attributes, exported
from tests.trace.recorded import MS, START_NS, TRACEPARENT


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
