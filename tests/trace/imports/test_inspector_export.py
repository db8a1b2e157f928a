"""Exports of the official Inspector become sessions."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.trace.imports import Imported
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
    assert read(path, target) == Imported("export of the MCP Inspector", 6, 0, 0)
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
