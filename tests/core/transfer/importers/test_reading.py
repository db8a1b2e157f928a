"""A text or a file that cannot be read is a row that says why, and where it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.core.transfer.importers.formats import LIMIT_BYTES
from inspector.core.transfer.importers.found import Origin
from inspector.core.transfer.importers.reading import (
    import_text,
    read_configuration,
    read_file,
    read_profiles,
)
from inspector.transport import StdioTarget


def test_a_text_that_is_none_is_one_row_with_its_place() -> None:
    file = Path("/x/mcp.json")
    [row] = import_text('{"mcpServers": ', client="cursor", file=file, project="/w")
    assert (row.name, row.origin, row.state) == ("", Origin("cursor", file, "/w"), "problem")
    assert "ends unexpectedly" in row.problem
    assert read_configuration("{\n  x}").line == 2


def test_only_ordinary_files_of_a_bearable_size_are_read(tmp_path: Path) -> None:
    assert read_file(tmp_path).problem == "It is not a regular file."
    assert "No such file" in read_file(tmp_path / "gone").problem
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (LIMIT_BYTES + 1))
    assert "It is 2.0 MB" in read_file(large).problem
    large.write_bytes(b'{"mcpServers": {"a": {"command": "x"}}}'.ljust(LIMIT_BYTES))
    [row] = read_file(large, client="cursor", project="/w").found
    assert row.origin == Origin("cursor", large, "/w", "a")


@pytest.mark.parametrize(
    ("client", "folders"),
    [
        ("vscode", {"workspaceFolder": "C:\\work\\shop\\", "workspaceFolderBasename": "shop"}),
        (
            "claude-code",
            {"CLAUDE_PLUGIN_ROOT": str(Path("/plugins/p")), "CLAUDE_PROJECT_DIR": "C:\\work\\shop\\"},
        ),
    ],
)
def test_folders_that_a_text_means_by_its_place_are_known(client: str, folders: dict[str, str]) -> None:
    entry = {
        "command": "${workspaceFolder}/x",
        "args": ["${workspaceFolderBasename}", "${workspaceFolder}"],
        "env": {"R": "${CLAUDE_PLUGIN_ROOT}", "D": "${CLAUDE_PROJECT_DIR}"},
    }
    text = json.dumps({"mcpServers": {"a": entry}})
    file = Path("/plugins/p/.mcp.json")
    [row] = import_text(text, client=client, file=file, project="C:\\work\\shop\\")
    assert row.profile is not None
    assert [(one.id, one.value) for one in row.profile.inputs] == list(folders.items())
    [nowhere] = import_text(text, client=client)
    assert nowhere.profile is not None and nowhere.profile.inputs == ()


def test_what_claude_code_was_told_of_a_project_is_read() -> None:
    answers = {"/w": {"disabledMcpjsonServers": ["a", 1]}, "/v": {"disabledMcpjsonServers": "a"}, "/u": 3}
    text = json.dumps({"projects": answers, "mcpServers": {}})
    assert read_configuration(text, client="claude-code").rejected == {("/w", "a")}
    assert read_configuration(text, client="cursor").rejected == frozenset()
    assert read_configuration('{"projects": ["/w"]}', client="claude-code").rejected == frozenset()


@pytest.mark.parametrize(
    ("client", "settings", "off"),
    [
        ("gemini", {"excluded": ["b", 1], "allowed": ["a", "b"]}, ["b", "c"]),
        ("gemini", {"excluded": "b"}, []),
        ("gemini", {"allowed": ["a"]}, ["b", "c"]),
        ("gemini", ["b"], []),
        ("cursor", {"excluded": ["b"]}, []),
    ],
)
def test_servers_that_a_setting_beside_them_switches_off_are_disabled(
    client: str, settings: object, off: list[str]
) -> None:
    servers = {name: {"command": "x"} for name in "abc"}
    text = json.dumps({"mcp": settings, "mcpServers": servers})
    rows = import_text(text, client=client)
    assert [row.name for row in rows] == ["a", "b", "c"]
    assert [row.name for row in rows if row.disabled] == off


def test_a_pasted_entry_without_a_name_gets_the_one_that_is_given() -> None:
    [(name, read)] = read_profiles({"command": "x"}, "mine")
    assert (name, read.profiles[0].name) == ("mine", "mine")
    two = read_profiles({"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}, "mine")
    assert [(name, read.profiles[0].target) for name, read in two] == [
        ("a", StdioTarget("x")),
        ("b", StdioTarget("y")),
    ]
