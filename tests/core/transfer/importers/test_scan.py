"""The configurations on a computer are found where each client keeps them on each system."""

# ruff: noqa: E501 - a place is a line

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from inspector.core.servers.variables import Lookup, resolve
from inspector.core.transfer.importers.clients import CLIENTS, SYSTEMS
from inspector.core.transfer.importers.found import Configuration
from inspector.core.transfer.importers.scan import (
    client_of,
    find_configurations,
    places_of,
    read_named_file,
    this_system,
)
from inspector.transport import StdioTarget

JSON = '{"mcpServers": {"x": {"command": "run"}}}'
TEXTS = {
    "zed": '{"context_servers": {"x": {"command": "run"}}}',
    "vscode": '{"servers": {"x": {"command": "run"}}}',
    "vscode-settings": '{"mcp": {"servers": {"x": {"command": "run"}}}}',
    "opencode": '{"mcp": {"x": {"type": "local", "command": ["run"]}}}',
    "amp": '{"amp.mcpServers": {"x": {"command": "run"}}}',
    "codex": '[mcp_servers.x]\ncommand = "run"\n',
    "vibe": '[[mcp_servers]]\nname = "x"\ncommand = "run"\n',
    "goose": "extensions:\n  x: {type: stdio, cmd: run}\n",
    "continue": "mcpServers:\n  - {name: x, command: run}\n",
}
AS = "Library/Application Support"
PLACES = [
    ("macos", f"{AS}/Claude/claude_desktop_config.json", "claude-desktop"),
    ("windows", "Roaming/Claude/claude_desktop_config.json", "claude-desktop"),
    ("linux", ".config/Claude/claude_desktop_config.json", "claude-desktop"),
    ("linux", ".claude.json", "claude-code"),
    ("linux", ".claude/plugins/a/b/.mcp.json", "claude-code"),
    ("windows", ".cursor/mcp.json", "cursor"),
    ("macos", f"{AS}/Code/User/mcp.json", "vscode"),
    ("windows", "Roaming/Code/User/mcp.json", "vscode"),
    ("linux", ".config/Code/User/mcp.json", "vscode"),
    ("linux", ".config/Code - Insiders/User/mcp.json", "vscode"),
    ("linux", ".config/VSCodium/User/profiles/-1a2b/mcp.json", "vscode"),
    ("linux", ".vscode-server/data/User/mcp.json", "vscode"),
    ("macos", f"{AS}/Code/User/settings.json", "vscode-settings"),
    ("macos", ".codeium/windsurf/mcp_config.json", "windsurf"),
    ("linux", ".codeium/mcp_config.json", "windsurf"),
    ("macos", ".config/zed/settings.json", "zed"),
    ("windows", "Roaming/Zed/settings.json", "zed"),
    ("linux", ".config/zed/settings.json", "zed"),
    ("macos", f"{AS}/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json", "cline"),
    ("linux", ".cline/data/settings/cline_mcp_settings.json", "cline-cli"),
    ("linux", ".cline/mcp.json", "cline-cli"),
    ("windows", "Roaming/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json", "roo"),
    ("linux", ".continue/config.yaml", "continue"),
    ("linux", ".gemini/settings.json", "gemini"),
    ("linux", ".gemini/antigravity/mcp_config.json", "antigravity"),
    ("linux", ".gemini/config/mcp_config.json", "antigravity"),
    ("linux", ".codex/config.toml", "codex"),
    ("linux", ".codex/work.config.toml", "codex"),
    ("linux", ".lmstudio/mcp.json", "lm-studio"),
    ("macos", ".config/goose/config.yaml", "goose"),
    ("windows", "Roaming/Block/goose/config/config.yaml", "goose"),
    ("linux", ".config/goose/config.yaml", "goose"),
    ("linux", ".junie/mcp/mcp.json", "junie"),
    ("linux", ".mcp-inspector/mcp.json", "inspector"),
    ("linux", ".copilot/mcp-config.json", "copilot-cli"),
    ("linux", ".config/opencode/opencode.json", "opencode"),
    ("windows", ".config/opencode/opencode.jsonc", "opencode"),
    ("linux", ".kiro/settings/mcp.json", "kiro"),
    ("linux", ".config/amp/settings.json", "amp"),
    ("linux", ".aws/amazonq/mcp.json", "amazon-q"),
    ("macos", f"{AS}/Trae/User/mcp.json", "trae"),
    ("linux", ".kimi/mcp.json", "kimi"),
    ("linux", ".factory/mcp.json", "factory"),
    ("linux", ".vibe/config.toml", "vibe"),
    ("linux", ".mcporter/mcporter.jsonc", "mcporter"),
    ("linux", "computer/etc/claude-code/managed-mcp.json", "claude-code-managed"),
    ("linux", "computer/etc/codex/config.toml", "codex"),
    ("macos", f"computer/{AS}/ClaudeCode/managed-mcp.json", "claude-code-managed"),
    ("windows", "Programs/ClaudeCode/managed-mcp.json", "claude-code-managed"),
    ("windows", "ProgramData/OpenAI/Codex/config.toml", "codex"),
]  # fmt: skip
PROJECT = [
    (".mcp.json", "claude-code"),
    (".cursor/mcp.json", "cursor"),
    (".vscode/mcp.json", "vscode"),
    (".vscode/settings.json", "vscode-settings"),
    (".devcontainer/devcontainer.json", "vscode-settings"),
    (".zed/settings.json", "zed"),
    (".roo/mcp.json", "roo"),
    (".continue/mcpServers/x.yaml", "continue"),
    (".gemini/settings.json", "gemini"),
    (".codex/config.toml", "codex"),
    (".junie/mcp/mcp.json", "junie"),
    (".air/mcp.json", "jetbrains"),
    ("opencode.json", "opencode"),
    ("opencode.jsonc", "opencode"),
    (".kiro/settings/mcp.json", "kiro"),
    (".amazonq/mcp.json", "amazon-q"),
]


def write(path: Path, client: str, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text or TEXTS.get(client, JSON))
    return path


def scanned(home: Path, system: str = "linux", **environ: str) -> list[Configuration]:
    if system == "windows":
        folders = {"APPDATA": "Roaming", "ProgramFiles": "Programs", "PROGRAMDATA": "ProgramData"}
        environ |= {name: str(home / folder) for name, folder in folders.items()}
    return find_configurations(home, system, environ, base=home / "computer")


@pytest.mark.parametrize(("system", "place", "client"), PLACES)
def test_a_file_is_found_where_its_client_keeps_it(
    tmp_path: Path, system: str, place: str, client: str
) -> None:
    path = write(tmp_path / place, client)
    [one] = scanned(tmp_path, system)
    assert (one.client, one.file, one.project) == (client, path, "")
    assert [found.state for found in one.found] == ["ready"]
    assert one.found[0].origin.file == path


@pytest.mark.parametrize(("place", "client"), PROJECT)
def test_a_file_of_a_project_is_found_below_its_folder(tmp_path: Path, place: str, client: str) -> None:
    home, root = tmp_path / "home", tmp_path / "app"
    home.mkdir()
    path = write(root / place, client)
    [one] = find_configurations(home, "linux", {}, [root], base=home)
    assert (one.client, one.file, one.project) == (client, path, str(root))
    assert one.found[0].origin.project == str(root)


def test_the_folders_above_a_project_count_for_the_client_that_looks_there(tmp_path: Path) -> None:
    write(tmp_path / "a" / ".mcp.json", "claude-code")
    write(tmp_path / "a" / ".cursor" / "mcp.json", "cursor")
    root = tmp_path / "a" / "b" / "c"
    root.mkdir(parents=True)
    found = find_configurations(tmp_path / "home", "linux", {}, [root], base=tmp_path)
    assert [(one.client, one.project) for one in found] == [("claude-code", str(tmp_path / "a"))]


def test_a_server_that_was_refused_in_a_project_is_switched_off(tmp_path: Path) -> None:
    root = tmp_path / "app"
    servers = {"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}
    write(root / ".mcp.json", "claude-code", json.dumps(servers))
    settings = {"projects": {str(root): {"disabledMcpjsonServers": ["a"]}, "/other": {"mcpServers": 3}}}
    write(tmp_path / ".claude.json", "claude-code", json.dumps(settings))
    found = find_configurations(tmp_path, "linux", {}, [root], base=tmp_path)
    rows = [row for one in found for row in one.found if row.origin.project == str(root)]
    assert [(row.name, row.disabled) for row in rows] == [("a", True), ("b", False)]


def test_the_folder_of_a_plugin_is_what_its_configuration_means_by_it(tmp_path: Path) -> None:
    text = '{"mcpServers": {"x": {"command": "${CLAUDE_PLUGIN_ROOT}/run"}}}'
    path = write(tmp_path / ".claude" / "plugins" / "p" / ".mcp.json", "claude-code", text)
    [one] = scanned(tmp_path)
    profile = one.found[0].profile
    assert profile is not None
    resolved = resolve(profile.target, profile.variables, Lookup({}, profile.inputs))
    assert resolved.target == StdioTarget(f"{path.parent}/run")


def test_variables_of_the_environment_move_a_place(tmp_path: Path) -> None:
    write(tmp_path / "cc" / ".claude.json", "claude-code")
    write(tmp_path / "cx" / "config.toml", "codex")
    write(tmp_path / "xdg" / "zed" / "settings.json", "zed")
    write(tmp_path / "any.json", "inspector")
    found = scanned(
        tmp_path / "home",
        CLAUDE_CONFIG_DIR=str(tmp_path / "cc"),
        CODEX_HOME=str(tmp_path / "cx"),
        XDG_CONFIG_HOME=str(tmp_path / "xdg"),
        MCP_CATALOG_PATH=str(tmp_path / "any.json"),
    )
    assert {one.client for one in found} == {"claude-code", "codex", "zed", "inspector"}


def test_a_file_that_two_places_lead_to_is_listed_once(tmp_path: Path) -> None:
    write(tmp_path / ".codex" / "config.toml", "codex")
    assert len(scanned(tmp_path, CODEX_HOME=str(tmp_path / ".codex"))) == 1


def test_the_homes_of_linux_below_windows_are_looked_into(tmp_path: Path) -> None:
    write(tmp_path / "wsl" / "Ubuntu" / "home" / "me" / ".cursor" / "mcp.json", "cursor")
    [one] = find_configurations(tmp_path / "home", "windows", {}, wsl=tmp_path / "wsl")
    assert one.client == "cursor"


def test_settings_without_servers_are_nobodys_business(tmp_path: Path) -> None:
    write(tmp_path / ".gemini" / "settings.json", "", '{"theme": "x", "mcp": {"allowed": []}}')
    write(tmp_path / ".config" / "zed" / "settings.json", "", "// nothing\n{}")
    write(tmp_path / ".cursor" / "mcp.json", "", " ")
    write(tmp_path / ".claude.json", "", '{"mcpServers": {}, "projects": {"/p": {"mcpServers": {}}}}')
    assert scanned(tmp_path) == []


def test_a_file_that_cannot_be_read_is_a_row_that_says_why(tmp_path: Path) -> None:
    write(tmp_path / ".cursor" / "mcp.json", "", '{\n "mcpServers": x}')
    write(tmp_path / ".kimi" / "mcp.json", "", "x" * (5 << 20))
    (tmp_path / ".factory" / "mcp.json").mkdir(parents=True)
    (tmp_path / ".lmstudio").mkdir()
    (tmp_path / ".lmstudio" / "mcp.json").symlink_to(tmp_path / "nowhere")
    good = write(tmp_path / ".kiro" / "settings" / "mcp.json", "kiro")
    found = {one.client: one for one in scanned(tmp_path)}
    assert (found["cursor"].line, found["cursor"].column) == (2, 16)
    assert "5.0 MB" in found["kimi"].problem
    assert "not a regular file" in found["factory"].problem
    assert "cannot be read" in found["lm-studio"].problem
    assert found["kiro"].file == good and not found["kiro"].problem


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with names")
def test_a_pipe_in_place_of_a_file_does_not_hold_anybody_up(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    os.mkfifo(tmp_path / ".cursor" / "mcp.json")
    assert "not a regular file" in scanned(tmp_path)[0].problem


def test_folders_that_lead_to_themselves_are_gone_through_once(tmp_path: Path) -> None:
    plugin = write(
        tmp_path / ".claude" / "plugins" / "p" / ".mcp.json",
        "claude-code",
        json.dumps({"x": {"command": "y"}}),
    )
    (plugin.parent / "again").symlink_to(plugin.parent)
    [one] = scanned(tmp_path)
    assert [found.name for found in one.found] == ["x"], "wrapped or flat"


def test_nothing_is_found_where_nothing_is(tmp_path: Path) -> None:
    for system in SYSTEMS:
        assert find_configurations(tmp_path / "none", system, {}, [tmp_path / "no"], base=tmp_path) == []
    assert this_system() in SYSTEMS


def test_every_client_with_a_place_is_tried() -> None:
    tried = {client for _, _, client in PLACES} | {client for _, client in PROJECT}
    assert tried == CLIENTS.keys()


HOME = Path("/home/me")


@pytest.mark.parametrize(
    ("path", "client", "project"),
    [
        ("/home/me/.gemini/settings.json", "gemini", ""),
        ("/src/shop/.gemini/settings.json", "gemini", "/src/shop"),
        ("/backup/home/.gemini/settings.json", "gemini", "/backup/home"),
        ("/home/me/.cursor/mcp.json", "cursor", ""),
        ("/src/shop/.cursor/mcp.json", "cursor", "/src/shop"),
        ("/src/shop/.vscode/mcp.json", "vscode", "/src/shop"),
        ("/src/shop/.vscode/settings.json", "vscode-settings", "/src/shop"),
        ("/home/me/.config/Code/User/mcp.json", "vscode", ""),
        ("/home/me/.config/Code/User/profiles/1a/mcp.json", "vscode", ""),
        ("/Volumes/old/Code/User/mcp.json", "vscode", ""),
        ("/src/shop/.mcp.json", "claude-code", "/src/shop"),
        ("/home/me/.claude.json", "claude-code", ""),
        ("/home/me/.claude/plugins/a/b/.mcp.json", "claude-code", ""),
        ("/downloads/claude_desktop_config.json", "claude-desktop", ""),
        ("/home/me/.codeium/windsurf/mcp_config.json", "windsurf", ""),
        ("/home/me/.gemini/antigravity/mcp_config.json", "antigravity", ""),
        ("/codex/config.toml", "codex", ""),
        ("/src/shop/.codex/config.toml", "codex", "/src/shop"),
        ("/src/.zed/settings.json", "zed", "/src"),
        ("/home/me/.config/goose/config.yaml", "goose", ""),
        ("/home/me/.config/opencode/opencode.json", "opencode", ""),
        ("/src/shop/opencode.jsonc", "opencode", "/src/shop"),
        ("/src/.continue/mcpServers/a.yaml", "continue", "/src"),
        ("/home/me/.cline/mcp.json", "cline-cli", ""),
        ("/downloads/mcp.json", "", ""),
        ("/downloads/settings.json", "", ""),
        ("/downloads/config.toml", "", ""),
        ("/downloads/not.gemini/settings.json", "", ""),
        ("/downloads/servers.json", "", ""),
    ],
)
def test_a_file_is_known_by_its_place(path: str, client: str, project: str) -> None:
    found = client_of(Path(path), HOME, "linux", {"CODEX_HOME": "/codex"})
    assert found == (client, project)


def test_every_place_of_every_client_is_known_as_its_own_or_as_one_that_has_it_too() -> None:
    for system in ("macos", "windows", "linux"):
        for client in CLIENTS:
            for place in places_of(client, HOME, system, {}):
                known, _ = client_of(place, HOME, system, {})
                same = {str(one) for one in places_of(known, HOME, system, {})}
                assert known == client or str(place) in same, (client, place, known)


def test_a_file_that_is_named_is_read_by_the_rules_of_its_client(tmp_path: Path) -> None:
    file = tmp_path / ".gemini" / "settings.json"
    file.parent.mkdir()
    entries = {
        "a": {"command": "run", "timeout": 5000, "env": {"TOKEN": "$MY_TOKEN"}},
        "b": {"url": "https://h.example/sse"},
    }
    file.write_text(json.dumps({"mcpServers": entries}))
    read = read_named_file(file, HOME, "linux", {})
    first, second = (one.profile for one in read.found)
    assert first is not None and second is not None
    assert (first.timeout_s, first.variables) == (5.0, "gemini")
    assert isinstance(first.target, StdioTarget) and first.target.env == {"TOKEN": "$MY_TOKEN"}
    assert [one.secrets for one in read.found] == [{}, {}]
    assert second.transport == "sse"
    assert [one.origin.project for one in read.found] == [str(tmp_path)] * 2
    other = read_named_file(file, HOME, "linux", {}, "cursor")
    assert other.client == "cursor" and other.project == ""
