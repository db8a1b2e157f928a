"""`mcpdi export-server` prints an entry of another client, or puts it into that client's file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.cli.verbs import exporting_server as verb
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.exporting_servers import Exported, Plan
from inspector.transport import StdioTarget
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
        (("gh", "--as", "nobody"), "unknown client"),
        (("who", "--as", "cursor"), "no saved server"),
        (("far", "--as", "claude-desktop"), "servers with a URL"),
        (("gh", "--as", "jetbrains", "--write"), "--into FILE"),
    ],
)
def test_what_cannot_be_is_explained(home: Path, words: tuple[str, ...], said: str) -> None:
    done = mcpdi("export-server", *words)
    assert done.returncode == 2 and said in done.stderr


FILE = Path("/theirs.json")
ENTRY = Exported("cursor", "gh", {"command": "npx"}, ("It loses this.",))


@pytest.mark.parametrize(
    ("before", "dry_run", "backup", "said"),
    [
        (b"new", False, None, f"{FILE} already contains this entry"),
        (b"new", True, None, f"{FILE} already contains this entry"),
        (b"old", True, None, f"{FILE} was not changed"),
        (None, False, None, f"{FILE} was written"),
        (b"old", False, Path("/b"), f"{FILE} was written; backup: {Path('/b')}"),
    ],
)
def test_what_became_of_the_file_is_said(
    before: bytes | None, dry_run: bool, backup: Path | None, said: str
) -> None:
    assert verb._done_words(Plan(FILE, before, b"new"), dry_run, backup) == said


def test_as_json_the_file_is_told_where_there_is_one() -> None:
    alone = json.loads(verb._as_json(ENTRY, None, None, "text"))
    assert alone == {
        "client": "cursor", "name": "gh", "entry": {"command": "npx"}, "losses": ["It loses this."],
        "text": "text",
    }  # fmt: skip
    plan = Plan(FILE, b"", b"new\n", ("It loses that.",))
    whole = json.loads(verb._as_json(ENTRY, plan, Path("/b"), "text"))
    assert whole["losses"] == ["It loses that."], "what counts is what the file cannot say"
    assert (whole["file"], whole["backup"]) == (str(FILE), str(Path("/b")))
    assert whole["diff"] == plan.diff() and "+new" in whole["diff"]


def test_who_is_known_is_said_where_a_name_is_not(home: Path) -> None:
    done = mcpdi("export-server", "who", "--as", "cursor")
    assert "no saved server “who”; saved servers: gh, far" in done.stderr
    (home / "ours" / "servers.json").write_text("{}")
    assert "saved servers: none" in mcpdi("export-server", "who", "--as", "cursor").stderr
    assert (
        "unknown client “x”; use one of claude-desktop, " in mcpdi("export-server", "a", "--as", "x").stderr
    )


def test_only_secrets_that_are_kept_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = SimpleNamespace(secrets=SimpleNamespace(get={"a": "1"}.get))
    monkeypatch.setattr("inspector.cli.credentials.kept_credentials", lambda _settings: kept)
    env = {"A": "${secret:a}", "B": "${secret:b}"}
    assert verb._secrets(Profile("p", StdioTarget("run", (), env))) == {"a": "1"}
