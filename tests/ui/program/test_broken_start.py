"""The window starts whatever its files and folders look like, and says what is wrong with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtGui import QFontDatabase

from inspector.resources import resource

pytestmark = pytest.mark.gui

_START: Final = """
import json, sys
from PySide6.QtCore import QTimer
from inspector.ui.program.app import run_window
from inspector.ui.program.program import Program

told = {}

def ready(program):
    QTimer.singleShot(300, program, program.quit)

def say(program, name, text, role="warning"):
    told[name] = text

Program.offer_recovery = ready
Program.say = say
code = run_window()
sys.stdout.write(json.dumps({"code": code, "told": told}))
"""
CONFIG: Final = (
    "settings.json",
    "servers.json",
    "filters.json",
    "last_used.json",
    "tasks.json",
    "colours.json",
)
STATE: Final = ("window.json", "values.sqlite")
ODD: Final = {
    "nothing": b"",
    "half": b'{"mcpServers": {"a": {"comm',
    "no object": b"[1, 2]",
    "no text": bytes(range(256)) * 20,
    "deep": b"[" * 200_000,
}


def _start(home: Path, **more: str) -> dict[str, Any]:
    environment = {
        **os.environ,
        **more,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "TMPDIR": str(home / "tmp"),
    }
    (home / "tmp").mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", _START], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["code"] == 0
    return found


def _folders(home: Path) -> tuple[Path, Path]:
    config, state = (home / name / "mcp-desktop-inspector" for name in ("config", "state"))
    config.mkdir(parents=True)
    state.mkdir(parents=True)
    return config, state


@pytest.mark.parametrize("kind", ODD)
def test_files_without_sense_are_put_aside_and_told_of(kind: str, tmp_path: Path) -> None:
    config, state = _folders(tmp_path)
    for name in CONFIG:
        (config / name).write_bytes(ODD[kind])
    for name in STATE:
        (state / name).write_bytes(ODD[kind])
    text = _start(tmp_path)["told"]["notes"]
    for name in (*CONFIG, *STATE):
        if name == "values.sqlite" and not ODD[kind]:
            continue  # an empty file is an empty database
        assert name in text, text
        folder = config if name in CONFIG else state
        assert [aside.read_bytes() for aside in folder.glob(f"{name}.broken-*")] == [ODD[kind]]
    assert _start(tmp_path)["told"] == {}


def test_it_is_told_in_the_language_of_the_window(tmp_path: Path) -> None:
    config, state = _folders(tmp_path)
    (config / "settings.json").write_text('{"language": "ko"}')
    (config / "servers.json").write_bytes(b"{no JSON")
    (state / "window.json").write_bytes(b"{no JSON")
    lines = _start(tmp_path)["told"]["notes"].splitlines()
    assert len(lines) == 2
    assert not [line for line in lines if "cannot be used" in line]


def test_folders_in_the_place_of_files_are_told_of_and_left(tmp_path: Path) -> None:
    config, state = _folders(tmp_path)
    for path in (*(config / name for name in CONFIG), *(state / name for name in STATE)):
        (path / "mine").mkdir(parents=True)
    text = _start(tmp_path)["told"]["notes"]
    for name in (*CONFIG, *STATE):
        assert name in text
    assert (config / "settings.json" / "mine").is_dir()


@pytest.mark.parametrize("name", ["config", "state"])
def test_a_file_in_the_place_of_the_folder_costs_the_memory_only(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("a file")
    text = _start(tmp_path)["told"]["notes"]
    assert str(tmp_path / name) in text
    assert "Make" in text or "make" in text  # the way out
    assert (tmp_path / name).read_text() == "a file"


def test_without_any_trouble_nothing_is_told(tmp_path: Path) -> None:
    assert _start(tmp_path)["told"] == {}


@pytest.mark.parametrize(
    ("settings", "broken"), [("{", "settings.json"), ('{"language": "ko"}', "servers.json")]
)
def test_what_is_wrong_is_said_in_the_language_of_the_window(
    qapp: object, tmp_path: Path, settings: str, broken: str
) -> None:
    if not resource("translations/mcpdi_ko.qm").is_file():
        pytest.skip("the translations are not compiled; python3 packaging/dev.py setup does it")
    if settings == "{" and not QFontDatabase.families(QFontDatabase.WritingSystem.Korean):
        pytest.skip("no font here writes Korean, so the system's language is not taken; fonts-noto-cjk does")
    folder = tmp_path / "config" / "mcp-desktop-inspector"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text(settings)
    (folder / "servers.json").write_text("[")
    notes = _start(tmp_path, LANG="C.UTF-8", LC_ALL="C.UTF-8", LANGUAGE="ko")["told"]["notes"]
    told = next(line for line in notes.splitlines() if broken in line)
    assert "사용할 수 없" in told or "쓸 수 없" in told
