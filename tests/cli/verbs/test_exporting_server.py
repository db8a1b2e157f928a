"""`mcpdi export-server` prints an entry of another client, or puts it into that client's file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import mcpdi

OURS = {
    "gh": {
        "command": "npx",
        "args": ["-y", "@x/gh"],
        "env": {"TOKEN": "${secret:server/gh/TOKEN}"},
        "cwd": "/w",
    },
    "far": {"url": "https://h.example/mcp", "era": "modern"},
}
THEIRS = '{\n  // mine\n  "mcpServers": {\n    "a": {"command": "a"}, // first\n  },\n}\n'


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("MCPDI_CONFIG_DIR", str(tmp_path / "ours"))
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "servers.json").write_text(json.dumps({"mcpServers": OURS}))
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "mcp.json").write_text(THEIRS)
    return tmp_path


def test_it_is_printed_as_the_client_writes_it_with_what_is_lost(home: Path) -> None:
    done = mcpdi("export-server", "gh", "--as", "claude-code")
    assert done.returncode == 0
    assert json.loads(done.stdout)["mcpServers"]["gh"]["env"] == {"TOKEN": "${GH_TOKEN}"}
    assert "! It has no setting for the working directory (/w)." in done.stderr
    assert "! The secret TOKEN is not written" in done.stderr


def test_it_goes_into_the_clients_own_file_and_the_rest_stays(home: Path) -> None:
    file = home / ".cursor" / "mcp.json"
    shown = mcpdi("export-server", "far", "--as", "cursor", "--write", "--dry-run")
    assert shown.returncode == 0 and "+" in shown.stdout and file.read_text() == THEIRS
    done = mcpdi("export-server", "far", "--as", "cursor", "--write")
    assert done.returncode == 0
    text = file.read_text()
    assert text.startswith(
        '{\n  // mine\n  "mcpServers": {\n    "a": {"command": "a"}, // first\n    "far": {'
    )
    [backup] = (home / ".cursor").glob("mcp.json.backup-*")
    assert backup.read_text() == THEIRS and str(backup) in done.stderr
    again = mcpdi("export-server", "far", "--as", "cursor", "--write", "--json")
    assert json.loads(again.stdout)["backup"] is None and file.read_text() == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gh", "--as", "nobody"), "there is no client"),
        (("who", "--as", "cursor"), "no saved server"),
        (("far", "--as", "claude-desktop"), "no servers behind a URL"),
        (("gh", "--as", "jetbrains", "--write"), "--into FILE"),
    ],
)
def test_what_cannot_be_is_explained(home: Path, words: tuple[str, ...], said: str) -> None:
    done = mcpdi("export-server", *words)
    assert done.returncode == 2 and said in done.stderr
