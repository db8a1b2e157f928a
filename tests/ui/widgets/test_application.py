"""Files that macOS hands to the program reach it, also those that come before it can take one."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from inspector.ui.widgets.application import Application

app = Application(["inspector"])
QCoreApplication.sendEvent(app, QFileOpenEvent("/tmp/early.mcptrace"))
taken = []
app.hand_files_to(taken.append)
QCoreApplication.sendEvent(app, QFileOpenEvent("/tmp/late.mcpb"))
print(*(path.name for path in taken))
"""


def test_a_file_that_comes_early_waits_and_a_later_one_is_taken_at_once() -> None:
    # in a process of its own: there is one application in a process, and here it is that of the tests
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["early.mcptrace", "late.mcpb"], done.stderr
