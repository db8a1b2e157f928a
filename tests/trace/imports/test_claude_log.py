"""A log of Claude Desktop becomes connections with messages, steps and stderr."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.trace.imports import import_file
from inspector.trace.imports.claude_log import sniff_claude_log
from inspector.trace.journal import Journal
from tests.trace.imports.samples import LOG, OPENING, read
from tests.trace.recorded import MS


def test_log_of_claude_desktop_becomes_connections_with_messages_steps_and_stderr(
    tmp_path: Path, target: Journal
) -> None:
    path = tmp_path / "mcp-server-weather.log"
    path.write_text(LOG)
    imported = read(path, target)
    assert (imported.title, imported.problems) == ("Claude Desktop log", 1)
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
    assert (listing.status, listing.detail) == ("lost", "the file ends without a response")
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


STAMP = "2025-01-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("head", "name", "sure"),
    [
        (f"noise\n{STAMP} [a] [info] Message from server: x", "a.txt", 0.95),
        (f"{STAMP} [info] Initializing server...", "a.txt", 0.95),
        (f"{STAMP} [a] [warn] [b] Message from client: x", "a.txt", 0.95),
        (f"{STAMP} [a] [error] broken", "mcp-server-a.log", 0.6),
        (f"{STAMP} [a] [error] broken", "other.log", 0.0),
        (f"{STAMP} [a] [error] broken", "mcp.txt", 0.0),
        ("no line of it", "mcp.log", 0.0),
        ("noise\n" * 200 + f"{STAMP} [info] Initializing server...", "a.txt", 0.0),
    ],
)
def test_a_log_is_known_by_its_lines_and_its_name(head: str, name: str, sure: float) -> None:
    assert sniff_claude_log(head.encode(), name) == sure


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("mcp-server-weather.log", "weather"),
        ("mcp-server-a b.c1.log", "a b.c"),
        ("mcp-server-weather.log.1", "weather"),
        ("renamed.txt", "renamed"),
    ],
)
def test_a_connection_is_named_by_the_file_where_lines_name_none(
    tmp_path: Path, target: Journal, file: str, name: str
) -> None:
    path = tmp_path / file
    path.write_text(f"{STAMP} [info] Initializing server...\n")
    read(path, target)
    assert [(info.name, info.transport, info.target) for info in target.sessions()] == [(name, "stdio", file)]


def test_each_opening_begins_a_connection_and_ends_the_one_before(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp-server-w.log"
    opening = "[w] [info] Initializing server..."
    path.write_text(
        f"2025-01-01T00:00:00Z {opening}\n2025-01-01T00:00:05,250Z {opening}\n"
        "2025-01-01 00:00:09Z [w] [info] x"
    )
    read(path, target)
    first, second = target.sessions()
    assert first.ended_ns == second.started_ns == first.started_ns + 5250 * MS
    assert second.ended_ns == first.started_ns + 9000 * MS


def test_envelopes_without_bodies_are_calls_and_what_is_neither_is_malformed(
    tmp_path: Path, target: Journal
) -> None:
    said = [
        ("client", 'method="ping" id="a b" params { metadata: undefined }'),
        ("server", 'id="a b" error'),
        ("client", 'method="tools/call" id=7'),
        ("server", "id=7 result"),
        ("server", 'method="notifications/message"'),
        ("client", '[1, 2'),
        ("server", "nothing of it"),
        ("client", 'method="ping" id=1 and more'),
    ]  # fmt: skip
    path = tmp_path / "mcp-server-w.log"
    path.write_text("".join(f"{STAMP} [w] [info] Message from {who}: {text}\n" for who, text in said))
    imported = read(path, target)
    assert imported.problems == 3
    rows = [(one.kind, one.direction, one.id, one.method) for one in target.records(1, target.last)]
    assert rows == [
        ("request", "out", '"a b"', "ping"), ("error", "in", '"a b"', "ping"),
        ("request", "out", "7", "tools/call"), ("response", "in", "7", "tools/call"),
        ("notification", "in", "", "notifications/message"),
        ("malformed", "out", "", ""), ("malformed", "in", "", ""), ("malformed", "out", "", ""),
    ]  # fmt: skip
    first, second = target.exchange(1), target.exchange(3)
    assert first is not None and second is not None
    assert (first.status, second.status) == ("failed", "done")
    assert [one.raw for one in target.records(5, 7)] == [
        b'method="notifications/message"', b"[1, 2", b"nothing of it"
    ]  # fmt: skip
    assert {one.note for one in target.records(1, 5)} == {"the log mentions this message without its content"}
    assert {one.note for one in target.records(6, 8)} == {"the log does not contain the whole message"}


def test_other_lines_are_steps_or_what_the_latest_server_wrote_to_stderr(
    tmp_path: Path, target: Journal
) -> None:
    path = tmp_path / "mcp.log"
    path.write_text(
        f"{STAMP} [a] [info] Shutting down {{ metadata: undefined }}\n\n   \nfrom a\n"
        f"{STAMP} [b] [WARN] Slow {{\nfrom b\n{STAMP} [trace] no level\n"
    )
    read(path, target)
    names = {info.number: info.name for info in target.sessions()}
    rows = [(names[one.session], one.kind, one.note, one.raw) for one in target.records(1, target.last)]
    assert rows == [
        ("a", "lifecycle", "Shutting down", b""), ("a", "stderr", "", b"from a"),
        ("b", "lifecycle", "WARN: Slow", b""), ("b", "stderr", "", b"from b"),
        ("b", "stderr", "", f"{STAMP} [trace] no level".encode()),
    ]  # fmt: skip


def test_a_long_log_can_be_stopped(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp-server-x.log"
    path.write_text(LOG * 50)
    assert import_file(path, target, told=lambda _done: False) is None
