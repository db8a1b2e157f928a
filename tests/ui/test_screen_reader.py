"""A real screen reader's way through the program: AT-SPI on a message bus of its own, no eyes, no mouse."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.gui

_PYTHON: Final = "/usr/bin/python3"
_NEEDED: Final = ("Xvfb", "dbus-run-session", _PYTHON)


def _missing() -> str:
    """What is not here, "" when all is."""
    for name in _NEEDED:
        if shutil.which(name) is None:
            return name
    bindings = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    found = subprocess.run([_PYTHON, "-c", bindings], capture_output=True, check=False)
    return "the Python bindings of AT-SPI" if found.returncode else ""


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody looks at."""
    if missing := _missing():
        pytest.skip(f"needs {missing}")
    reading, writing = os.pipe()
    words = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24"]
    screen = subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    screen.terminate()
    screen.wait(10)


def test_a_tool_is_found_filled_in_and_called_by_ear(display: str, tmp_path: Path) -> None:
    reader = Path(__file__).with_name("screen_reader.py")
    program = [sys.executable, "-m", "inspector"]
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind.lower()) for kind in ("CONFIG", "DATA", "STATE")}
    environment = {
        **os.environ,
        **homes,
        "DISPLAY": display,
        "HOME": str(tmp_path),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    words = ["dbus-run-session", "--", _PYTHON, "-W", "ignore", str(reader), *program]
    done = subprocess.run(
        words, env=environment, capture_output=True, text=True, timeout=100, check=False, cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    met = json.loads(done.stdout.splitlines()[-1])  # before it the bus speaks
    assert {"echo", "add", "book_table"} <= set(met["tools"])
    assert "Gives back the message you send." in met["about"]
    assert met["field"] == ["message, required", "text"]
    assert "spoken" in met["text"]
    assert any(said.startswith("done") for said in met["said"])
