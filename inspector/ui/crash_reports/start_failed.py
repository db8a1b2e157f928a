"""The program could not go on at all: one sentence where it was started, and the report in a window."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication, QDialog

from inspector.core.crash_reports.crash_reports import program_error_of
from inspector.core.crash_reports.report import report_text, write_report

__all__ = ["tell"]

_UNSEEN: Final = ("offscreen", "minimal", "vnc")
"""Platforms of Qt without a user who could close a window."""


def tell(error: Exception, make_dialog: Callable[[str, Path | None], QDialog]) -> int:
    """Keep a report of it, say where it is, and show it unless a terminal did; the exit code.

    make_dialog: of the report's text and its file.
    """
    crash = program_error_of(error, "start")
    text = report_text(crash)
    path = write_report(text)
    if sys.stderr is not None:
        where = f" The report is {path}." if path is not None else ""
        sys.stderr.write(f"The window had to close: {crash.title}.{where} Nothing recorded is lost.\n")
    if sys.stderr is None or not sys.stderr.isatty():
        app = QApplication.instance() or QApplication(sys.argv[:1])
        if isinstance(app, QApplication) and app.platformName() not in _UNSEEN:
            dialog = make_dialog(text, path)
            dialog.finished.connect(app.quit)
            dialog.show()
            app.exec()
    return 1
