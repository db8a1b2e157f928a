"""`mcpdi import-servers` lists what other clients have, and adds only what is named."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.cli.run import mcpdi

CURSOR = {
    "gh": {"command": "npx", "args": ["-y", "@x/gh"], "env": {"TOKEN": "ghp_abc", "R": "${env:REGION}"}},
    "both": {"command": "run", "url": "http://h.example/"},
    "bad": {"x": 1},
    "off": {"command": "run", "disabled": True},
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / "app"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path / "ours"))
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "mcp.json").write_text(json.dumps({"mcpServers": CURSOR}))
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini" / "settings.json").write_text(
        json.dumps({"mcpServers": {"gh2": {"command": "other"}}})
    )
    return tmp_path


def saved(home: Path) -> dict[str, object]:
    path = home / "ours" / "servers.json"
    return dict(json.loads(path.read_text())["mcpServers"]) if path.exists() else {}


def test_what_is_found_is_listed_and_nothing_is_added(home: Path) -> None:
    done = mcpdi("import-servers")
    assert done.returncode == 0
    assert "✓ gh\n    stdio: npx -y @x/gh\n" in done.stdout
    assert f"in Cursor {home / '.cursor' / 'mcp.json'}" in done.stdout
    assert "needs REGION" in done.stdout and "secrets: TOKEN" in done.stdout
    assert "! npx fetches" in done.stdout and "? both" in done.stdout and "✗ bad" in done.stdout
    assert "Gemini CLI" in done.stdout and "off  (switched off there)" in done.stdout
    assert "ghp_abc" not in done.stdout + done.stderr
    assert saved(home) == {}


def test_what_is_named_is_added_without_its_secret(home: Path) -> None:
    done = mcpdi("import-servers", "--add", "gh", "--add", "both", "--as", "url", "--json")
    assert done.returncode == 0
    rows = {row["name"]: row for row in json.loads(done.stdout)["servers"]}
    assert rows["gh"]["added"] == "gh" and "added" not in rows["off"]
    assert "ghp_abc" not in done.stdout + done.stderr + (home / "ours" / "servers.json").read_text()
    assert list(saved(home)) == ["gh", "both"]
    again = mcpdi("import-servers", "--json")
    assert {row["name"]: row for row in json.loads(again.stdout)["servers"]}["gh"]["known"] == "gh"


def test_all_are_added_that_are_not_switched_off(home: Path) -> None:
    mcpdi("import-servers", "--add-all")
    assert list(saved(home)) == ["gh", "gh2"]
    assert mcpdi("import-servers", "--add-all").returncode == 0
    assert list(saved(home)) == ["gh", "gh2"], "what is saved already is not added again"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--add", "nobody"], "no server “nobody”"),
        (["--add", "both"], "--as command or --as url"),
        (["--add", "bad"], "cannot be added"),
        (["--from", "nobody"], "there is no client “nobody”"),
    ],
)
def test_a_name_that_cannot_be_added_is_told(home: Path, words: list[str], why: str) -> None:
    done = mcpdi("import-servers", *words)
    assert (done.returncode, saved(home)) == (2, {})
    assert why in done.stderr


def test_a_file_that_cannot_be_read_says_where(home: Path) -> None:
    file = home / "config.toml"
    file.write_text("[mcp_servers.x]\ncommand = \n")
    done = mcpdi("import-servers", str(file))
    assert done.returncode == 1
    assert "line 2, column 11" in done.stderr


def test_a_value_that_a_server_needs_is_given_on_the_command_line(home: Path) -> None:
    words = ["-P", "-m", "inspector", "demo-server", "--transport", "${input:how}"]
    server = {"command": sys.executable, "args": words, "env": {"PYTHONPATH": str(Path(__file__).parents[3])}}
    os.makedirs(home / "ours")
    (home / "ours" / "servers.json").write_text(json.dumps({"mcpServers": {"mine": server}}))
    asked = mcpdi("info", "--on", "mine")
    assert asked.returncode == 4
    assert "“mine” needs a value for how." in asked.stderr and "--set how=VALUE" in asked.stderr
    assert mcpdi("info", "--on", "mine", "--set", "how=stdio").returncode == 0
    wrong = mcpdi("info", "--on", "mine", "--set", "hwo=stdio")
    assert wrong.returncode == 2 and "it has how" in wrong.stderr
