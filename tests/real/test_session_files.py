"""Sessions with servers of our own and of others go out and come back: exported, imported, redacted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from inspector.trace.export import EXPORTS, export_bytes
from inspector.trace.imports import import_file
from inspector.trace.journal import Journal
from inspector.trace.redaction.redact import Redactor
from tests.cli.run import mcpdi
from tests.servers import RealServers, ServerProcess, free_port
from tests.trace.export.reading import assert_is_har

pytestmark = pytest.mark.real


def recorded(path: Path, *words: str, server: Sequence[str] = ()) -> Journal:
    done = mcpdi("call", *words, "--trace", str(path), *(("--", *server) if server else ()))
    assert done.returncode == 0, done.stderr
    return Journal.open(path)


def calls(journal: Journal) -> Counter[tuple[str, str, str, str]]:
    """Every call: method, target, how it ended, who asked."""
    found = [journal.exchange(record.number) for record in journal.records(1, journal.last)]
    return Counter((one.method, one.target, one.status, one.direction) for one in found if one is not None)


def look_at(journal: Journal, tmp_path: Path) -> None:
    numbers = range(1, journal.last + 1)
    for key, one in EXPORTS.items():
        (tmp_path / f"out{one.suffix}").write_bytes(b"".join(export_bytes(journal, numbers, key)))
        assert b"".join(export_bytes(journal, numbers, key, Redactor()))
    assert_is_har(json.loads((tmp_path / "out.har").read_bytes()))
    for suffix in (".jsonl", ".har"):
        back = Journal.create(tmp_path / f"back{suffix}.mcptrace")
        imported = import_file(tmp_path / f"out{suffix}", back)
        assert imported is not None
        assert (imported.problems, imported.left_out) == (0, 0)
        assert calls(back) == calls(journal)
        if suffix == ".jsonl":
            assert back.records(1, back.last) == journal.records(1, journal.last)
        back.close()
    journal.close()


def test_session_with_the_demo_server(tmp_path: Path) -> None:
    words = ("slow_report", "seconds=0.5", "--on", "demo", "--era", "2025-11-25")
    look_at(recorded(tmp_path / "s.mcptrace", *words), tmp_path)


def test_session_with_server_everything_over_stdio(real_servers: RealServers, tmp_path: Path) -> None:
    server = real_servers("everything")
    words = ("trigger-long-running-operation", "duration=0.3", "steps=3")
    look_at(recorded(tmp_path / "s.mcptrace", *words, server=server), tmp_path)


def test_session_with_server_everything_over_http(
    real_servers: RealServers, start_server: Callable[..., ServerProcess], tmp_path: Path
) -> None:
    port = free_port()
    start_server(real_servers("everything-http"), port)
    words = (
        "trigger-long-running-operation",
        "duration=0.3",
        "steps=3",
        "--on",
        f"http://127.0.0.1:{port}/mcp",
    )
    look_at(recorded(tmp_path / "s.mcptrace", *words), tmp_path)
