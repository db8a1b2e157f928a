"""Exports of the official Inspector become sessions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.trace.imports import Imported, import_file
from inspector.trace.imports.inspector_export import sniff_inspector
from inspector.trace.journal import Journal
from tests.trace.imports.samples import read
from tests.trace.recorded import MS, ask, result


def test_protocol_export_of_the_inspector_has_answers_at_their_times(tmp_path: Path, target: Journal) -> None:
    def entry(
        at: str, origin: str, message: bytes, answer: bytes | None = None, took: float = 0
    ) -> dict[str, object]:
        given: dict[str, object] = {"id": "x", "timestamp": at, "direction": "request", "origin": origin}
        given["message"] = json.loads(message)
        return given | ({"response": json.loads(answer), "duration": took} if answer else {})

    entries = [
        entry("2026-01-01T00:00:01.000Z", "client", ask(2, "tools/call", name="slow"), result(2), 500),
        entry("2026-01-01T00:00:01.100Z", "server", ask(9, "roots/list"), result(9), 20.5),
        entry("2026-01-01T00:00:00.000Z", "client", ask(1, "initialize"), result(1), 3),
    ]
    path = tmp_path / "inspector-protocol-my-server-2026-01-01T00-00-00.000Z.json"
    path.write_text(json.dumps(entries, indent=2))
    assert read(path, target) == Imported("MCP Inspector export", 6, 0, 0)
    assert [info.name for info in target.sessions()] == ["my-server"]
    order = [(record.method, record.role) for record in target.records(1, 6)]
    assert order == [
        ("initialize", ""), ("initialize", "answer"), ("tools/call", ""), ("roots/list", "nested"),
        ("roots/list", "answer"), ("tools/call", "answer"),
    ]  # fmt: skip
    slow = target.exchange(3)
    assert slow is not None
    assert slow.duration_ns == 500 * MS
    assert b"\n" not in target.records(1, 1)[0].raw


def test_network_and_console_exports_of_the_inspector(tmp_path: Path, target: Journal) -> None:
    entries: list[dict[str, object]] = [
        {
            "id": "1", "timestamp": "2026-01-01T00:00:00.000Z", "method": "POST", "url": "http://h/mcp",
            "requestHeaders": {"a": "b"}, "requestBody": ask(1, "ping").decode(), "responseStatus": 200,
            "responseStatusText": "OK", "responseHeaders": {"content-type": "application/json"},
            "responseBody": result(1).decode(), "duration": 7, "category": "transport",
        },
        {
            "id": "2", "timestamp": "2026-01-01T00:00:00.000Z", "method": "GET", "url": "http://h/.well-known/x",
            "requestHeaders": {}, "responseStatus": 404, "category": "auth",
        },
        {"timestamp": "2026-01-01T00:00:01.000Z", "message": "a line\nanother"},
        {"timestamp": "2026-01-01T00:00:02.000Z", "something": "else"},
    ]  # fmt: skip
    path = tmp_path / "inspector-network-h.json"
    path.write_text(json.dumps(entries))
    imported = read(path, target)
    assert (imported.problems, imported.left_out) == (1, 1)
    kinds = sorted(record.kind for record in target.records(1, target.last))
    assert kinds == ["head", "head", "malformed", "request", "response", "stderr", "stderr"]


AT = "2026-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("head", "name", "sure"),
    [
        (b'\xef\xbb\xbf\n[{"timestamp": 1, "direction": 1, "message": 1}]', "a.json", 0.9),
        (b'[{"timestamp": 1, "requestHeaders": {}}]', "a.json", 0.9),
        (b'[{"timestamp": 1, "message": "x"}]', "inspector-console.json", 0.7),
        (b'[{"timestamp": 1, "message": "x"}]', "a.json", 0.0),
        (b'[{"direction": 1, "message": 1}]', "inspector-a.json", 0.0),
        (b'[{"requestHeaders": {}}]', "a.json", 0.0),
        (b'{"timestamp": 1, "direction": 1, "message": 1}', "a.json", 0.0),
    ],
)
def test_an_export_is_known_by_its_members(head: bytes, name: str, sure: float) -> None:
    assert sniff_inspector(head, name) == sure


def write(path: Path, *entries: object) -> Path:
    path.write_text(json.dumps(entries))
    return path


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("inspector-protocol-my-own-server-2026-01-01T00-00-00.000Z.json", "my-own-server"),
        ("inspector-logs-2026-2026-01-01.json", "2026"),
        ("inspector-protocol-abcd.json", "inspector-protocol-abcd"),
        ("1234-2026.txt", "1234-2026"),
        ("plain", "plain"),
    ],
)
def test_the_file_names_the_server(tmp_path: Path, target: Journal, file: str, name: str) -> None:
    entry = {"timestamp": AT, "direction": "request", "message": json.loads(ask(1, "ping"))}
    read(write(tmp_path / file, entry), target)
    assert [(info.name, info.target) for info in target.sessions()] == [(name, file)]


def test_the_sender_is_the_origin_else_who_sends_such_a_message(tmp_path: Path, target: Journal) -> None:
    def entry(method: str, **more: object) -> dict[str, object]:
        message = {"jsonrpc": "2.0", "method": method}
        return {"timestamp": AT, "direction": "notification", "message": message, **more}

    path = write(
        tmp_path / "a.json",
        entry("notifications/message", origin="client"), entry("notifications/message"),
        entry("notifications/initialized"), entry("own/thing"), entry("own/thing", origin="server"),
    )  # fmt: skip
    read(path, target)
    assert [one.direction for one in target.records(1, 5)] == ["out", "in", "out", "out", "in"]


def test_messages_at_one_time_keep_their_order_and_no_answer_is_no_record(
    tmp_path: Path, target: Journal
) -> None:
    def entry(identifier: int, **more: object) -> dict[str, object]:
        message = json.loads(ask(identifier, "ping"))
        return {"timestamp": AT, "direction": "request", "message": message, **more}

    answered = entry(2, response=json.loads(result(2)))
    path = write(tmp_path / "a.json", entry(3, response=None), answered, entry(1, duration=5))
    read(path, target)
    records = target.records(1, target.last)
    assert [(one.kind, one.id) for one in records] == [
        ("request", "3"), ("request", "2"), ("response", "2"), ("request", "1")
    ]  # fmt: skip
    assert [one.at_ns for one in records] == [records[0].at_ns] * 4


def test_each_line_of_the_console_is_one_of_stderr(tmp_path: Path, target: Journal) -> None:
    path = write(
        tmp_path / "inspector-console-a.json",
        {"timestamp": "2026-01-01T00:00:01Z", "message": "third"},
        {"timestamp": AT, "message": "first\nsecond"},
    )
    read(path, target)
    assert [(one.kind, one.raw) for one in target.records(1, 3)] == [
        ("stderr", b"first"), ("stderr", b"second"), ("stderr", b"third")
    ]  # fmt: skip


def test_what_is_no_entry_is_shown_with_the_reason(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        f'[5, {{"timestamp": "{AT}", "direction": 1, "message": {{}}, "duration": 1}}, {{"timestamp": 1}}]'
    )
    assert read(path, target).problems == 2
    shown = {one.raw: one.note for one in target.records(1, target.last) if one.session == 1}
    assert shown[b"5"].startswith("not an entry of the export: Expected `object`")
    assert shown[b'{"timestamp":1}'] == "not an entry of the export: an entry of an unknown kind"


def test_http_requests_are_read_with_heads_status_and_error(tmp_path: Path, target: Journal) -> None:
    whole = {
        "timestamp": AT, "url": "http://h/mcp", "requestHeaders": {"mcp-session-id": "a", "x": 5},
        "requestBody": ask(1, "ping").decode(), "responseStatus": 200, "responseStatusText": "Fine",
        "responseHeaders": {"content-type": "application/json"}, "responseBody": result(1).decode(),
        "duration": 7,
    }  # fmt: skip
    failed = {
        "timestamp": AT, "method": "POST", "url": "http://h/mcp", "requestHeaders": None,
        "requestBody": ask(2, "ping").decode(), "responseStatus": "none", "error": "fetch failed",
    }  # fmt: skip
    read(write(tmp_path / "a.json", whole, failed), target)
    heads = [one.raw for one in target.records(1, target.last) if one.kind == "head"]
    assert heads == [
        b"POST http://h/mcp\r\nmcp-session-id: a\r\nx: ", b"POST http://h/mcp",
        b"HTTP/1.1 200 Fine\r\ncontent-type: application/json",
    ]  # fmt: skip
    good, bad = [one for number in range(1, target.last + 1) if (one := target.exchange(number))]
    assert (good.status, good.duration_ns) == ("done", 7 * MS)
    assert (bad.status, bad.detail) == ("lost", "fetch failed")


def test_a_long_export_can_be_stopped(tmp_path: Path, target: Journal) -> None:
    entry = {"timestamp": AT, "direction": "request", "message": json.loads(ask(1, "ping"))}
    path = write(tmp_path / "a.json", *[entry] * 100)
    told: list[int] = []

    def stop_after(done: int) -> bool:
        told.append(done)
        return len(told) < 2  # the second time it is already played

    assert import_file(path, target, told=stop_after) is None
    assert target.last
