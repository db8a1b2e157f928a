"""Recordings of other programs are told apart; what cannot be read is explained."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.trace.export import export_bytes
from inspector.trace.imports import IMPORTS, format_of, import_file
from inspector.trace.journal import Journal
from tests.trace.imports.samples import LOG, browser_entry
from tests.trace.recorded import both


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.txt", "hello"),
        ("a.json", '{"mcpServers":{}}'),
        ("empty.log", ""),
        ("b.json", "[1, 2]"),
        ("x.har", "{}"),
    ],
)
def test_an_unknown_file_is_refused_with_the_formats_that_are_known(
    tmp_path: Path, target: Journal, name: str, text: str
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert format_of(path) is None
    with pytest.raises(
        UsageError,
        match=r"supported are session files .* JSON Lines from this program, HAR .*, Claude",
    ):
        import_file(path, target)


def test_a_file_that_breaks_off_and_one_without_mcp_are_explained(tmp_path: Path, target: Journal) -> None:
    broken = tmp_path / "broken.har"
    broken.write_text('{"log": {"creator": {}, "entries": [')
    with pytest.raises(UsageError, match="looks like HAR containing MCP, but cannot be read"):
        import_file(broken, target)
    page = browser_entry("2025-01-01T00:00:00.000Z", b"a=b", b"<html>", "text/html")
    broken.write_text(json.dumps({"log": {"creator": {}, "entries": [page]}}))
    with pytest.raises(UsageError, match=r"no MCP messages .* 1 other"):
        import_file(broken, target)
    with pytest.raises(UsageError, match=r"cannot read .*missing"):
        import_file(tmp_path / "missing.har", target)


def test_every_format_is_told_apart(tmp_path: Path) -> None:
    source = both(tmp_path / "a.mcptrace")
    for key in ("jsonl", "har"):
        path = tmp_path / f"no-suffix-{key}"
        path.write_bytes(b"".join(export_bytes(source, [1, 2, 3], key)))
        found = format_of(path)
        assert found is not None
        assert found is IMPORTS[key]
    source.close()


def test_an_import_can_be_stopped(tmp_path: Path, target: Journal) -> None:
    path = tmp_path / "mcp-server-x.log"
    path.write_text(LOG * 50)
    assert import_file(path, target, told=lambda _done: False) is None
