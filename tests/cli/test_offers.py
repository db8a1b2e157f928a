"""Bundles and `server.json` behind `--on`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.install.bundles.unpacking import bundles_folder
from tests.cli.run import ROOT, mcpdi
from tests.core.install.bundles.packing import pack, served

_PROGRAM = (
    "import os, runpy, sys\n"
    f"sys.path.insert(0, {str(ROOT)!r})\n"
    "assert sys.argv[1:] == ['/a b', '/c', '5'], sys.argv\n"
    "assert os.environ['KEY'] == 's3cret', os.environ['KEY']\n"
    "sys.argv = ['inspector', 'demo-server', '--transport', 'stdio']\n"
    "runpy.run_module('inspector', run_name='__main__')\n"
)


def _bundle(path: Path, **members: Any) -> str:
    config = {
        "command": sys.executable,
        "args": ["${__dirname}/main.py", "${user_config.dirs}", "${user_config.limit}"],
        "env": {"KEY": "${user_config.key}"},
    }
    options = {
        "key": {
            "type": "string",
            "title": "Key",
            "description": "Yours",
            "sensitive": True,
            "required": True,
        },
        "dirs": {"type": "directory", "title": "Folders", "description": "d", "multiple": True},
        "limit": {"type": "number", "title": "Limit", "description": "d", "default": 5},
    }
    value = {**served("python", "main.py", **config), "user_config": options, **members}
    return str(pack(path, value, {"main.py": _PROGRAM.encode()}))


def test_bundle_is_started_with_its_values(tmp_path: Path) -> None:
    trace = tmp_path / "session.mcptrace"
    words = ("--yes", "--set", "key=s3cret", "--set", "dirs=/a b", "--set", "dirs=/c", "--trace", str(trace))
    done = mcpdi("list", "tools", "--on", _bundle(tmp_path / "notes.mcpb"), *words)
    assert done.returncode == 0, done.stderr
    assert "echo" in done.stdout
    assert b"s3cret" not in trace.read_bytes() and "s3cret" not in done.stderr


_VALUES = ("--set", "key=s3cret", "--set", "dirs=/a b", "--set", "dirs=/c")


@pytest.mark.parametrize("verb", [("list", "tools"), ("doctor",), ("call", "echo", "message=x")])
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_script_starts_no_command_of_a_file_unasked(
    tmp_path: Path, verb: tuple[str, ...], more: tuple[str, ...]
) -> None:
    path = _bundle(tmp_path / "notes.mcpb", name="not-started", version="7")
    before = set(bundles_folder().iterdir()) if bundles_folder().exists() else set()
    done = mcpdi(*verb, "--on", path, *_VALUES, *more)
    assert done.returncode == 2 and done.stdout == ""
    assert "confirm with --yes" in done.stderr and "main.py" in done.stderr
    assert "KEY=" in done.stderr and "s3cret" not in done.stderr
    after = set(bundles_folder().iterdir()) if bundles_folder().exists() else set()
    assert after == before


def test_nor_one_of_a_server_json(tmp_path: Path) -> None:
    package = {"registryType": "npm", "identifier": "strange-server", "version": "1.2.3"}
    path = tmp_path / "server.json"
    path.write_text(
        json.dumps({"name": "io.github.ann/x", "packages": [{**package, "transport": {"type": "stdio"}}]})
    )
    done = mcpdi("info", "--on", str(path))
    assert done.returncode == 2
    assert "confirm with --yes" in done.stderr and "npx -y strange-server@1.2.3" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of POSIX")
@pytest.mark.parametrize(("typed", "code"), [("yes", 0), ("", 2), ("n", 2)])
def test_at_a_terminal_the_command_is_shown_and_asked_about(tmp_path: Path, typed: str, code: int) -> None:
    from tests.cli.pty_run import Dialogue

    dialogue = Dialogue("list", "tools", "--on", _bundle(tmp_path / "notes.mcpb"), *_VALUES)
    try:
        dialogue.until("main.py '/a b' /c 5")
        dialogue.answer("Start it?", typed)
        assert dialogue.end() == code
    finally:
        dialogue.close()
    assert ("echo" in dialogue.stdout) == (code == 0)
    assert ("nothing was started" in dialogue.shown) == (code != 0)


def test_what_a_bundle_promises_is_compared(tmp_path: Path) -> None:
    path = _bundle(tmp_path / "notes.mcpb", tools=[{"name": "echo"}, {"name": "vanished"}])
    done = mcpdi("info", "--on", path, "--yes", *_VALUES)
    assert done.returncode == 0 and "demo" in done.stdout
    assert "does not list a tool from the manifest: “vanished”" in done.stderr
    assert "not in the manifest: " in done.stderr


def test_what_a_bundle_needs_is_said_and_nothing_is_unpacked(tmp_path: Path) -> None:
    path = _bundle(tmp_path / "notes.mcpb", name="not-unpacked", version="7")
    before = set(bundles_folder().iterdir()) if bundles_folder().exists() else set()
    done = mcpdi("info", "--on", path)
    assert done.returncode == 2
    assert "needs Key" in done.stderr and "--set key=… (required)" in done.stderr
    done = mcpdi("info", "--on", path, "--set", "other=1")
    assert done.returncode == 2 and "not a value it asks for" in done.stderr
    done = mcpdi("info", "--on", path, "--set", "key=k", "--set", "limit=many")
    assert done.returncode == 2 and "is not JSON" in done.stderr
    after = set(bundles_folder().iterdir()) if bundles_folder().exists() else set()
    assert after == before


def test_hostile_bundle_is_refused(tmp_path: Path) -> None:
    path = pack(tmp_path / "a.mcpb", files={"../evil": b"x"})
    done = mcpdi("info", "--on", str(path))
    assert done.returncode == 2 and "points outside the bundle" in done.stderr


def test_choice_of_a_server_json_is_taken(tmp_path: Path) -> None:
    entry = {
        "name": "io.github.ann/notes",
        "packages": [
            {"registryType": "mcpb", "identifier": "https://e.example/a.mcpb", "fileSha256": "0" * 64}
        ],
        "remotes": [{"url": "http://127.0.0.1:9/{area}", "variables": {"area": {"isRequired": True}}}],
    }
    path = tmp_path / "server.json"
    path.write_text(json.dumps(entry))
    done = mcpdi("info", "--on", str(path))
    assert done.returncode == 2 and "download it" in done.stderr and "--choice 2" in done.stderr
    done = mcpdi("info", "--on", str(path), "--choice", "3")
    assert done.returncode == 2 and "--choice must be one of these" in done.stderr
    done = mcpdi("info", "--on", str(path), "--choice", "2")
    assert done.returncode == 2 and "needs area" in done.stderr
    done = mcpdi("info", "--on", str(path), "--choice", "2", "--set", "area=mcp")
    assert done.returncode == 4 and "127.0.0.1:9" in done.stderr  # nobody is there
