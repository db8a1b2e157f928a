"""A log of Claude Desktop becomes connections with messages, steps and stderr."""

from __future__ import annotations

from pathlib import Path

from inspector.trace.journal import Journal
from tests.trace.imports.samples import LOG, OPENING, read
from tests.trace.recorded import MS


def test_log_of_claude_desktop_becomes_connections_with_messages_steps_and_stderr(
    tmp_path: Path, target: Journal
) -> None:
    path = tmp_path / "mcp-server-weather.log"
    path.write_text(LOG)
    imported = read(path, target)
    assert (imported.title, imported.problems) == ("log of Claude Desktop", 1)
    assert [(info.name, info.server, info.revision) for info in target.sessions()] == [
        ("weather", "w 2", "2025-06-18"),
        ("weather", "", ""),
    ]
    rows = [(record.kind, record.method, record.role) for record in target.records(1, target.last)]
    assert rows == [
        ("lifecycle", "", ""), ("lifecycle", "", ""), ("request", "initialize", ""), ("stderr", "", ""),
        ("stderr", "", ""), ("response", "initialize", "answer"), ("request", "tools/list", ""),
        ("malformed", "", ""), ("lifecycle", "", ""), ("lifecycle", "", ""), ("request", "tools/call", ""),
        ("response", "tools/call", "answer"), ("notification", "notifications/initialized", ""),
    ]  # fmt: skip
    opening = target.exchange(3)
    assert opening is not None
    assert (opening.status, opening.duration_ns) == ("done", 73 * MS)
    first = target.record(3)
    assert first is not None
    assert first.raw == OPENING.encode()
    listing, named = target.exchange(7), target.exchange(11)
    assert listing is not None and named is not None
    assert (listing.status, listing.detail) == ("lost", "the file ends without an answer")
    assert (named.status, named.duration_ns) == ("done", 250 * MS)
    assert target.records(9, 9)[0].note == "error: Server disconnected."


def test_a_log_of_several_servers_has_a_connection_for_each(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp.log"
    path.write_text(
        '2025-01-01T00:00:00.000Z [a] [info] Message from client: {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
        '2025-01-01T00:00:00.001Z [b] [info] Message from client: {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
        '2025-01-01T00:00:00.002Z [a] [info] Message from server: {"jsonrpc":"2.0","id":1,"result":{}}\n'
    )
    read(path, target)
    assert [info.name for info in target.sessions()] == ["a", "b"]
    statuses = [one.status for number in (1, 2) if (one := target.exchange(number))]
    assert statuses == ["done", "lost"]
