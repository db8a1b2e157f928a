"""A text or a file that cannot be read is a row that says why, and where it stands."""

from __future__ import annotations

from pathlib import Path

from inspector.core.transfer.importers.formats import LIMIT_BYTES
from inspector.core.transfer.importers.found import Origin
from inspector.core.transfer.importers.reading import import_text, read_configuration, read_file


def test_a_text_that_is_none_is_one_row_with_its_place() -> None:
    file = Path("/x/mcp.json")
    [row] = import_text('{"mcpServers": ', client="cursor", file=file, project="/w")
    assert (row.name, row.origin, row.state) == ("", Origin("cursor", file, "/w"), "problem")
    assert "breaks off" in row.problem
    assert read_configuration("{\n  x}").line == 2


def test_only_ordinary_files_of_a_bearable_size_are_read(tmp_path: Path) -> None:
    assert read_file(tmp_path).problem == "It is no ordinary file."
    assert "No such file" in read_file(tmp_path / "gone").problem
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (LIMIT_BYTES + 1))
    assert "2.0 MB large" in read_file(large).problem
    large.write_bytes(b'{"mcpServers": {"a": {"command": "x"}}}'.ljust(LIMIT_BYTES))
    [row] = read_file(large, client="cursor", project="/w").found
    assert row.origin == Origin("cursor", large, "/w", "a")
