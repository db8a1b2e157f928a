"""What the program writes can be read by its user alone; what it starts writes as the user wants it."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from inspector import private_files
from inspector.core.storage.plain_files import write_object
from inspector.private_files import child_mask, close_to_others, keep_private, mask_of_the_user
from inspector.trace.journal import Journal
from tests.cli.run import ROOT
from tests.hostile_files import whole_session

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such modes on Windows")

_LOOSE = """
import os, sys
os.umask(0)
sys.argv[0] = "mcpdi"
from inspector.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
_SERVER = """
import json, sys
open(sys.argv[1], "w").close()
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                  "serverInfo": {"name": "x", "version": "1"}, "tools": []}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def run(home: Path, *words: str) -> None:
    """The program of a user whose files are open to everybody."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "MCPDI_"))}
    done = subprocess.run(
        [sys.executable, "-P", "-c", _LOOSE, *words],
        env={**environ, "HOME": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=60,
        cwd=home,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


def open_to_others(folder: Path) -> set[str]:
    return {
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if not path.is_symlink() and mode(path) & 0o077
    }


def test_recordings_and_exports_are_closed_and_a_server_writes_as_its_user_wants(tmp_path: Path) -> None:
    written = tmp_path / "of-the-server"
    server = ["--", sys.executable, "-c", _SERVER, str(written)]
    run(tmp_path, "list", "tools", "--trace", str(tmp_path / "one.mcptrace"), *server)
    for out in ("two.jsonl", "two.har", "two.mcptrace"):
        run(tmp_path, "export", str(tmp_path / "one.mcptrace"), str(tmp_path / out), "--redact")
    assert mode(written) == 0o666
    assert (tmp_path / "two.har").exists()
    assert open_to_others(tmp_path) == {written.name}


def test_what_an_older_program_left_open_is_closed(tmp_path: Path) -> None:
    sessions = tmp_path / ".local" / "state" / "mcp-desktop-inspector" / "sessions"
    (sessions / "kept" / "old.mcptrace.parts").mkdir(parents=True)
    whole_session(sessions / "left.mcptrace")
    for name in ("kept/old.mcptrace", "kept/old.mcptrace-wal", "kept/old.mcptrace.parts/1.part"):
        (sessions / name).write_bytes(b"x")
    settings = tmp_path / ".config" / "mcp-desktop-inspector" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text("{}")
    for path in (tmp_path / ".local" / "state" / "mcp-desktop-inspector").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    for path in (sessions.parent, settings.parent):
        path.chmod(0o755)
    settings.chmod(0o644)
    run(tmp_path, "list", "tools", "--on", "demo", "--trace", str(tmp_path / "new.mcptrace"))
    assert open_to_others(sessions.parent) == set()
    assert open_to_others(settings.parent) == set()
    assert mode(sessions.parent) == mode(settings.parent) == 0o700


def test_links_and_what_they_lead_to_are_left_alone(tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    other.write_text("x")
    other.chmod(0o644)
    own.mkdir()
    own.chmod(0o755)
    (own / "link").symlink_to(other)
    close_to_others([own, tmp_path / "nowhere"])
    assert mode(own) == 0o700
    assert mode(other) == 0o644


def test_a_file_of_settings_is_closed_when_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}")
    path.chmod(0o664)
    write_object(path, {"a": 1})
    assert mode(path) == 0o600


def test_the_mask_of_a_library_user_stays_as_it_is(tmp_path: Path) -> None:
    before = os.umask(0)
    os.umask(before)
    Journal.create(tmp_path / "x.mcptrace").close()
    after = os.umask(before)
    assert after == before


def _mask() -> int:
    """The mask in force."""
    now = os.umask(0o077)
    os.umask(now)
    return now


def test_a_program_of_the_user_gets_the_mask_of_the_user_even_when_it_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(private_files, "_mask_before", -1)
    before = os.umask(0o022)
    try:
        with mask_of_the_user():  # nothing was changed, so nothing is put back
            assert _mask() == 0o022
        assert child_mask() == -1
        keep_private()
        keep_private()  # the first mask is the user's, not that of the call before
        assert _mask() == 0o077
        with pytest.raises(OSError, match="no browser"), mask_of_the_user():
            assert _mask() == child_mask() == 0o022
            raise OSError("no browser")
        assert _mask() == 0o077
    finally:
        os.umask(before)
