"""`--selftest`: the report of the real program, and that a part that does not work is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if name not in ("QT_QPA_PLATFORM", "DISPLAY")}
    command = [sys.executable, "-P", "-m", "inspector", "--selftest", *words]
    own |= {"PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(command, env=own, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the settings of the user are, which cannot be read."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "settings.json").write_text("not JSON: it would be put aside")
    return folder


@pytest.fixture(scope="module")
def done(home: Path) -> subprocess.CompletedProcess[str]:
    """A run with nothing missing."""
    return run("--json", MCPDI_CONFIG_DIR=str(home), XDG_STATE_HOME=str(home))


@pytest.mark.gui
def test_everything_works_without_a_display_and_the_report_says_what_was_tried(
    done: subprocess.CompletedProcess[str],
) -> None:
    report = json.loads(done.stdout)
    wrong = [check for check in report["checks"] if not check["ok"]]
    assert (wrong, done.returncode, report["ok"]) == ([], 0, True)
    assert [check["name"] for check in report["checks"]][:3] == [
        "window",
        "pictures and fonts",
        "demo server over stdio",
    ]
    assert "drawn by offscreen" in report["checks"][0]["detail"]


@pytest.mark.gui
def test_a_part_that_is_missing_is_told_and_the_others_are_tried_nevertheless(tmp_path: Path) -> None:
    # found before the real one, and unusable
    (tmp_path / "tomlkit.py").write_text("raise ImportError('tomlkit is not here')")
    done = run(PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT}")
    assert done.returncode == 1
    assert "FAIL  modules: ImportError: tomlkit is not here" in done.stdout
    assert "ok    environment of servers" in done.stdout
    assert done.stdout.rstrip().endswith("1 of 11 do not work.")


@pytest.mark.gui
def test_the_persons_settings_are_neither_read_nor_written(
    home: Path, done: subprocess.CompletedProcess[str]
) -> None:
    assert done.returncode == 0, done.stdout
    assert [(path.name, path.read_text()) for path in home.iterdir()] == [
        ("settings.json", "not JSON: it would be put aside")
    ]
