"""What `packaging/dev.py demo` does where there is no display."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.trace.journal import Journal


@pytest.mark.gui
def test_demonstration_leaves_picture_session_and_transcript_and_names_them(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "inspector.ui.program.demonstration", "--out", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    for name in ("screenshot.png", "session.mcptrace", "transcript.md"):
        assert (tmp_path / name).stat().st_size > 0
        assert name in done.stdout
    journal = Journal.open(tmp_path / "session.mcptrace")
    calls = [r for r in journal.records(1, journal.last) if r.method == "tools/call" and r.direction == "out"]
    assert len(calls) == 1
    journal.close()
