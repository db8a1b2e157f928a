"""One strip for the errors of the program: the newest is told, the same is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from inspector.core.crash_reports.crash_reports import ProgramError
from inspector.ui.crash_reports.crash_reports import Kept
from inspector.ui.crash_reports.report_dialog import ReportDialog
from inspector.ui.program.crash_report_strip import CrashReportStrip
from inspector.ui.widgets.notices import Notices
from tests.ui.parts import the
from tests.ui.strips import Strips

pytestmark = pytest.mark.gui
BAR = "error_bar"


class Reporter(QObject):
    """Keeps what a test says."""

    told = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.newest: Kept | None = None
        self.count = 0

    def fail(self, kind: str, said: str = "") -> None:
        if self.newest is None or self.newest.crash.kind != kind:
            self.newest = Kept(ProgramError(kind, "x.py:1", said, "trace", "slot"), f"report of {kind}", None)
        self.count += 1
        self.told.emit()


class Bench:
    def __init__(self) -> None:
        self.reporter, self.strips, self.other = Reporter(), Strips(), Strips()
        self.front: Strips | None = self.strips
        self.in_memory = False
        self.strip = CrashReportStrip(self.reporter, self._front, lambda: self.in_memory)  # type: ignore[arg-type]

    def _front(self) -> tuple[QWidget, Notices] | None:
        return (self.front.window, self.front) if self.front is not None else None


@pytest.fixture
def bench(qapp: object) -> Iterator[Bench]:
    made = Bench()
    yield made
    for strips in (made.strips, made.other):
        strips.window.close()


def test_what_is_said_is_about_the_newest_and_counts(bench: Bench) -> None:
    bench.reporter.told.emit()
    assert bench.strips.roles == [], "there is nothing to tell"
    bench.reporter.fail("KeyError", "'x'")
    assert bench.strips.text(BAR).startswith("An internal error occurred (KeyError: 'x'). Nothing")
    bench.reporter.fail("KeyError")
    assert bench.strips.text(BAR).startswith("2 internal errors occurred, the last one: KeyError: 'x'.")
    bench.reporter.fail("ValueError")
    assert "3 internal errors occurred, the last one: ValueError. Nothing" in bench.strips.text(BAR)
    bench.in_memory = True
    bench.reporter.fail("TypeError")
    assert bench.strips.text(BAR).startswith("An internal error occurred (TypeError). What you typed is kept")


def test_one_that_was_closed_stays_closed_until_another_comes(bench: Bench) -> None:
    bench.reporter.fail("KeyError")
    bench.strips.press("error_close", BAR)
    bench.reporter.fail("KeyError")
    assert bench.strips.text(BAR) == ""
    bench.reporter.fail("ValueError")
    assert "ValueError" in bench.strips.text(BAR)


def test_its_report_is_shown_and_copied(bench: Bench) -> None:
    bench.reporter.fail("KeyError")
    assert bench.strips.buttons(BAR) == ["error_show", "error_copy"]
    assert "KeyError" in the(bench.strips.window, QWidget, BAR).toolTip()
    bench.strips.press("error_copy", BAR)
    assert QApplication.clipboard().text() == "report of KeyError"
    bench.strips.press("error_show", BAR)
    dialog = the(bench.strips.window, ReportDialog, "report_dialog")
    assert dialog.isVisible()
    assert the(dialog, QPlainTextEdit, "report_text").toPlainText() == "report of KeyError"
    dialog.close()


def test_it_follows_the_window_in_front_and_outlives_it(bench: Bench) -> None:
    bench.reporter.fail("KeyError")
    bench.front = bench.other
    bench.reporter.fail("ValueError")
    assert bench.strips.text(BAR) == "" and "ValueError" in bench.other.text(BAR)
    bench.other.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    bench.other, bench.front = Strips(), bench.strips
    bench.reporter.fail("ValueError")
    assert "ValueError" in bench.strips.text(BAR), "told again: its window was closed"


def test_nothing_is_told_without_a_window_or_at_the_end(bench: Bench) -> None:
    bench.front = None
    bench.reporter.fail("KeyError")
    bench.front = bench.strips
    bench.strip.end()
    bench.reporter.fail("ValueError")
    assert bench.strips.roles == []


def test_it_belongs_to_the_program_and_speaks_to_the_window_that_shows_it(bench: Bench) -> None:
    owner = QObject()
    strip = CrashReportStrip(bench.reporter, bench._front, lambda: False, owner)  # type: ignore[arg-type]
    assert strip.parent() is owner
    bench.strip.end()
    bench.reporter.fail("KeyError")
    assert bench.strips.roles == [(BAR, "error")]
    bench.strips.press("error_show", BAR)
    dialog = the(bench.strips.window, ReportDialog, "report_dialog")
    assert dialog.parentWidget() is bench.strips.window
    dialog.close()
