"""Every export says what was in the session, in the form that its readers expect."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from inspector.errors import UsageError
from inspector.protocol.records import Exchange, Finding, SessionInfo
from inspector.trace.export import EXPORTS, export_bytes, export_to_file
from inspector.trace.export.entries import whole_exchanges
from inspector.trace.export.har_parts import iso_ms
from inspector.trace.export.table import COLUMNS
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from inspector.trace.redact import Redactor
from tests.trace.recorded import MS, START_NS, TRACEPARENT, ask, both, result
from tests.trace.samples import DEMO, call, end, notification, request


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = both(tmp_path / "a.mcptrace")
    yield journal
    journal.close()


def exported(journal: Journal, key: str, numbers: list[int] | None = None) -> bytes:
    return b"".join(export_bytes(journal, numbers or range(1, journal.last + 1), key))


def har_entries(journal: Journal) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(exported(journal, "har"))["log"]["entries"]
    return entries


def test_har_has_what_a_call_over_a_pipe_waited_for(tmp_path: Path) -> None:
    asked = end(call(1), 2, 9)
    asked.started_ns, asked.written_ns = asked.sent_ns - 2 * MS, asked.sent_ns + 3 * MS
    asked.first_ns = asked.sent_ns + 5 * MS
    with closing(Journal.create(tmp_path / "pipe.mcptrace")) as journal:
        journal.add_session(DEMO)
        journal.append([request(1, b"{}")])
        journal.touch(asked)
        journal.sync()
        (entry,) = [one for one in har_entries(journal) if one["request"]["method"] == "POST"]
    assert entry["timings"] == {"blocked": 2, "send": 3, "wait": 2, "receive": 4}
    assert entry["startedDateTime"] == iso_ms(asked.started_ns)


# -- HAR ---------------------------------------------------------------------------------------------


def assert_is_har(document: dict[str, Any]) -> None:
    """What HAR 1.2 requires, and what Chrome's importer reads. Source: w3c.github.io/web-performance HAR."""
    log = document["log"]
    assert log["version"] == "1.2"
    assert {"name", "version"} <= log["creator"].keys()
    for entry in log["entries"]:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["startedDateTime"])
        assert entry["time"] >= 0
        one, other = entry["request"], entry["response"]
        assert {"method", "url", "httpVersion", "cookies", "headers", "queryString"} <= one.keys()
        assert {"headersSize", "bodySize"} <= one.keys() & other.keys()
        assert {"status", "statusText", "httpVersion", "cookies", "headers", "redirectURL"} <= other.keys()
        assert {"size", "mimeType"} <= other["content"].keys()
        assert isinstance(other["status"], int)
        assert one["url"].isascii()
        assert "cache" in entry
        assert {"send", "wait", "receive"} <= entry["timings"].keys()
        assert all(value >= 0 for value in entry["timings"].values())
        spent = sum(value for name, value in entry["timings"].items() if name != "ssl")
        assert entry["time"] == pytest.approx(spent, abs=1e-5)
        for pair in (*one["headers"], *other["headers"], *one["queryString"]):
            assert pair.keys() == {"name", "value"}


def test_har_is_valid(journal: Journal) -> None:
    assert_is_har(json.loads(exported(journal, "har")))


def test_har_has_an_entry_for_each_http_request_with_heads_bodies_and_times(journal: Journal) -> None:
    entries = [entry for entry in har_entries(journal) if entry["_mcp"]["server"] == "web"]
    assert [entry["response"]["status"] for entry in entries] == [200, 200, 202]
    opening, stream = entries[0], entries[1]
    assert opening["request"]["method"] == "POST"
    assert opening["request"]["queryString"] == [{"name": "x", "value": "1"}]
    assert json.loads(opening["request"]["postData"]["text"])["method"] == "initialize"
    assert json.loads(opening["response"]["content"]["text"])["id"] == 1
    spent = {"blocked": 1, "connect": 2, "ssl": 0.75, "send": 0.5, "wait": 0.5, "receive": 1}
    assert opening["timings"] == spent
    assert opening["time"] == 5, "connecting includes TLS"
    assert stream["timings"] == {"blocked": 0, "send": 0, "wait": 2, "receive": 8}
    accepted = entries[2]  # a notification is no call: its heads say all that is known
    assert accepted["timings"] == {"blocked": 0, "send": 0, "wait": 1, "receive": 0}
    text = stream["response"]["content"]["text"]
    assert text.startswith("id: 1\nevent: message\ndata: ")
    assert ": keep-alive\n\n" in text
    assert "안녕" in json.loads(text.rpartition("data: ")[2])["result"]["text"]
    assert stream["response"]["content"]["size"] == len(text.encode())
    assert stream["_mcp"]["method"] == "tools/call"


def test_har_maps_stdio_calls_to_posts_and_the_rest_to_messages(journal: Journal) -> None:
    entries = [entry for entry in har_entries(journal) if entry["_mcp"]["server"] == "demo"]
    connection, calls = entries[0], entries[1:]
    assert connection["_resourceType"] == "websocket"
    kinds = [message["_mcp"]["kind"] for message in connection["_webSocketMessages"]]
    assert kinds == ["notification", "stderr", "malformed", "notification"]
    assert [message["type"] for message in connection["_webSocketMessages"]][-1] == "send"
    assert connection["_webSocketMessages"][1]["opcode"] == 2, "bytes that are no text go as base64"
    assert calls[1]["request"]["url"] == "stdio://demo/tools/call"
    assert calls[1]["timings"] == {"blocked": 0, "send": 0, "wait": 10, "receive": 0}
    assert [entry["response"]["status"] for entry in calls] == [200, 200, 200, 200, 200, 0, 0]
    assert calls[2]["_mcp"]["parent"] == calls[1]["_mcp"]["exchange"]


# -- CSV ---------------------------------------------------------------------------------------------


def test_csv_has_the_columns_of_the_timeline(journal: Journal) -> None:
    text = exported(journal, "csv").decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == journal.last
    assert (rows[2]["method"], rows[2]["target"], rows[2]["status"]) == ("tools/call", "ask_model", "done")
    assert (rows[2]["marked"], rows[4]["comment"], rows[2]["duration_ms"]) == ("yes", "look here", "10.0")
    assert rows[0]["time"] == "2023-11-14T22:13:20.000000Z"
    assert "\r\n" in text


def test_a_formula_from_a_server_is_guarded_in_the_table(tmp_path: Path) -> None:
    with_formula = Journal.create(tmp_path / "f.mcptrace")
    with_formula.append([notification(1, b"=HYPERLINK()", kind="stderr", method="=cmd", valid=False)])
    with_formula.sync()
    [row] = csv.DictReader(io.StringIO(exported(with_formula, "csv").decode("utf-8-sig"), newline=""))
    assert (row["text"], row["method"]) == ("'=HYPERLINK()", "'=cmd")
    with_formula.close()


# -- Markdown ----------------------------------------------------------------------------------------


def test_report_has_summary_errors_and_every_call_with_both_sides(journal: Journal) -> None:
    text = exported(journal, "md").decode()
    assert "- **demo** (demo 1.2): stdio, 2025-11-25, `demo-server --quiet`" in text
    assert "| tools/call ask_model | 1 | 0 | 0 | 0 | 10 ms | 10 ms |" in text
    errors = text.partition("## Errors")[2].partition("## Calls")[0]
    assert "tools/call broken: failed -32602 no such tool" in errors
    assert "resources/read demo://slow: cancelled" in errors
    assert "malformed: not UTF-8" in errors
    assert "### #3 → tools/call ask_model" in text
    assert "At 0.010 s: ok 10 ms." in text
    assert '    "name": "ask_model",' in text
    assert "- marked (#3)" in text
    assert "- note on #5: look here" in text
    assert "During #3." in text


def test_nothing_in_a_message_ends_its_fence_or_a_table(tmp_path: Path) -> None:
    hostile = Journal.create(tmp_path / "h.mcptrace")
    hostile.add_session(DEMO)
    hostile.append(
        [request(1, b'{"a":"````"}'), notification(2, b"`<script>|\n# x", kind="stderr", valid=False)]
    )
    hostile.touch(call(1, target="a|b<i>\n# heading"))
    hostile.sync()
    text = exported(hostile, "md").decode()
    assert "`````json" in text
    assert "a\\|b&lt;i> # heading" in text
    assert not re.search(r"^# (heading|x)", text, re.MULTILINE)
    hostile.close()


def test_what_a_server_says_makes_no_markup_in_a_report(tmp_path: Path) -> None:
    hostile = "x\n\n# Owned ![](http://spy/a.png) [go](http://spy) <img src=x> | `code"
    session = Journal.create(tmp_path / "h.mcptrace")
    session.add_session(SessionInfo(1, hostile, "stdio", hostile, server=hostile, decided=hostile))
    raw = json.dumps({"jsonrpc": "2.0", "method": hostile}).encode()
    session.append([notification(1, raw, method=hostile), request(2, raw, method=hostile, exchange=2)])
    session.touch(Exchange(2, 1, "out", hostile, target=hostile, status="failed", detail=hostile, ended_ns=1))
    session.add_findings([Finding(1, 0, 1, "RPC-01", "error", hostile, "")])
    session.sync()
    text = re.sub(r"(?ms)^(```+)\w*$.*?^\1$|(?<!\\)(`+)[^`\n].*?\2", "", exported(session, "md").decode())
    assert "Owned" in text
    assert not re.search(r"(?m)^\s*# Owned|(?<!\\)\]\(|(?<!\\)`|<(?!br)", text)
    session.close()


def test_report_cuts_what_is_long(tmp_path: Path) -> None:
    long = Journal.create(tmp_path / "l.mcptrace")
    raw = json.dumps({"list": list(range(5000))}).encode()
    long.append([request(1, raw), request(2, b"[" + b"1," * 200 + b"1]")])
    for number in (1, 2):
        long.touch(call(number))
    long.add_findings([Finding(2, 2, 1, "RPC-02", "warning", "odd")])
    long.sync()
    text = exported(long, "md").decode()
    assert len(text) < 30_000
    assert text.count("in all") == 2
    assert "- finding RPC-02 (warning): odd" in text
    long.close()


# -- OTLP --------------------------------------------------------------------------------------------


def spans(journal: Journal) -> dict[int, dict[str, Any]]:
    found = {}
    for resource in json.loads(exported(journal, "otlp"))["resourceSpans"]:
        for span in resource["scopeSpans"][0]["spans"]:
            found[int(attributes(span)["mcpdi.record"])] = span
    return found


def attributes(thing: dict[str, Any]) -> dict[str, Any]:
    return {pair["key"]: next(iter(pair["value"].values())) for pair in thing["attributes"]}


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


# -- all ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", EXPORTS)
def test_a_part_of_a_session_can_be_exported(journal: Journal, key: str) -> None:
    assert 0 < len(exported(journal, key, [7])) < len(exported(journal, key))


@pytest.mark.parametrize("key", EXPORTS)
def test_an_empty_session_can_be_exported(tmp_path: Path, key: str) -> None:
    empty = Journal.create(tmp_path / "e.mcptrace")
    data = b"".join(export_bytes(empty, [], key))
    if key in ("har", "otlp"):
        json.loads(data)
    empty.close()


def test_whole_exchanges_brings_what_belongs_to_a_record_and_what_is_nested(journal: Journal) -> None:
    assert list(whole_exchanges(journal, [4])) == [3, 4, 5, 6, 7]
    assert list(whole_exchanges(journal, [6])) == [5, 6]
    assert list(whole_exchanges(journal, [12])) == [12]


def beside(tmp_path: Path) -> Journal:
    """Two servers; one is asked, answers, is asked again and dies; the other writes meanwhile."""
    journal = Journal.create(tmp_path / "beside.mcptrace")
    one = Feeding(journal, "one", "stdio", "one", START_NS)
    other = Feeding(journal, "other", "stdio", "other", START_NS)
    at = START_NS
    one.stderr(b"before", at)  # 1
    one.went(ask(1, "tools/call", name="a"), at + 10 * MS)  # 2
    one.stderr(b"during", at + 11 * MS)
    other.stderr(b"another server", at + 12 * MS)
    one.came(b"noise", at + 13 * MS)  # 5
    one.came(result(1), at + 14 * MS)
    one.stderr(b"between", at + 20 * MS)
    one.went(ask(2, "tools/call", name="b"), at + 30 * MS)  # 8
    one.end(at + 31 * MS)
    one.stderr(b"last words", at + 32 * MS)
    one.note("the server ended, exit code 3", at + 33 * MS)
    one.stderr(b"after", at + 34 * MS)  # 11
    journal.sync()
    return journal


def test_whole_exchanges_bring_what_the_server_said_beside_them(tmp_path: Path) -> None:
    journal = beside(tmp_path)
    assert list(whole_exchanges(journal, [6])) == [2, 3, 5, 6]
    assert list(whole_exchanges(journal, [8])) == [8, 9, 10], "until the step that says how it got lost"
    assert list(whole_exchanges(journal, [2, 4, 8])) == [2, 3, 4, 5, 6, 8, 9, 10]
    journal.close()


def test_what_comes_long_after_a_lost_call_does_not_belong_to_it(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "late.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.went(ask(1, "tools/call", name="a"), START_NS)
    feeding.end(START_NS + MS)
    feeding.stderr(b"soon", START_NS + 2 * MS)
    feeding.stderr(b"a minute later", START_NS + 60_000 * MS)
    journal.sync()
    assert list(whole_exchanges(journal, [1])) == [1, 2]
    journal.close()


def test_a_call_without_an_end_lasts_as_long_as_the_file(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "open.mcptrace")
    feeding = Feeding(journal, "one", "stdio", "one", START_NS)
    feeding.went(ask(1, "tools/call", name="a"), START_NS)
    feeding.stderr(b"still at it", START_NS + 1000 * MS)
    journal.sync()
    assert list(whole_exchanges(journal, [1])) == [1, 2]
    journal.close()


def test_a_file_is_replaced_only_by_a_whole_one(journal: Journal, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("old")
    numbers = range(1, journal.last + 1)
    assert export_to_file(journal, numbers, "jsonl", target, told=lambda _done: False) == 0
    assert target.read_text() == "old"
    assert export_to_file(journal, numbers, "jsonl", target, told=lambda _done: True) == target.stat().st_size
    assert target.read_text() != "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mcptrace", "out.jsonl"]


def test_a_place_that_cannot_be_written_is_named(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot write .*missing"):
        export_to_file(journal, [1], "md", tmp_path / "missing" / "x.md")


@pytest.mark.parametrize("key", EXPORTS)
def test_no_secret_is_in_any_redacted_export(tmp_path: Path, key: str) -> None:
    secret = "hunter2-correct-horse"
    journal = Journal.create(tmp_path / "s.mcptrace")
    journal.add_session(DEMO)
    raw = json.dumps({"method": "tools/call", "params": {"name": secret, "password": secret}}).encode()
    journal.append([request(1, raw), notification(2, f"{secret}!".encode(), kind="stderr", valid=False)])
    journal.touch(call(1, target=f"user {secret}", detail=f"bad {secret}"))
    journal.add_findings([Finding(1, 1, 1, "X-1", "error", f"{secret} is odd")])
    journal.annotations.set_note(1, f"try {secret}")
    journal.sync()
    plain = b"".join(export_bytes(journal, [1, 2], key))
    clean = b"".join(export_bytes(journal, [1, 2], key, Redactor()))
    assert secret.encode() in plain
    assert secret.encode() not in clean
    assert "«password-1»" in clean.decode()
    journal.close()
