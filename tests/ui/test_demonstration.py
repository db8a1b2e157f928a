"""The demonstration leaves what it promises, in a process of its own as `dev.py demo` starts it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from inspector.trace.journal import Journal

pytestmark = pytest.mark.gui
CODE = """
import sys
from pathlib import Path
from inspector.ui.demonstration import main
sys.exit(main(Path(sys.argv[1])))
"""


def test_it_leaves_a_picture_a_session_and_a_transcript(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, str(tmp_path / "out")], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    picture, session, text = (
        tmp_path / "out" / name for name in ("screenshot.png", "session.mcptrace", "transcript.md")
    )
    for path in (picture, session, text):
        assert str(path) in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "Hello from the demonstration" in text.read_text(encoding="utf-8")
    journal = Journal.open(session)
    assert journal.last >= 8
    journal.close()
    assert done.stderr == ""
