"""An error that nobody expected is told once, reported without anything of the user's, and survived."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QToolButton, QWidget

from inspector.core.crash_reports.log import CrashLog
from inspector.ui.crash_reports import report_dialog
from inspector.ui.crash_reports.report_dialog import ReportDialog
from inspector.ui.widgets import outside
from inspector.ui.widgets.controls import Notice
from tests.conftest import Runner
from tests.ui.live import live

pytestmark = pytest.mark.gui

SECRET: Final = "hunter-2-pässwort-Xy42"
TOLD: Final = (
    "slot", "task", "lonely_task", "callback", "timer", "thread", "paint", "model", "event_filter",
    "destructor", "group", "never_awaited", "qt_warning", "while_telling",
)  # fmt: skip


def _run(home: Path, *kinds: str) -> tuple[subprocess.CompletedProcess[str], list[Path]]:
    home.mkdir(exist_ok=True)
    environment = {
        **os.environ,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "MISTAKEN_SECRET": SECRET,
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.ui.mistaken", *kinds],
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=100,
    )
    return done, sorted((home / "state").rglob("reports/*.md"))


def _assert_nothing_private(text: str, home: Path) -> None:
    for private in (SECRET, "Xy42", "hunter", "pässwort", str(home), os.path.expanduser("~") + "/"):
        assert private not in text


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[subprocess.CompletedProcess[str], Path]:
    """One program that made every mistake and lived."""
    home = tmp_path_factory.mktemp("person")
    return _run(home, *TOLD)[0], home


@pytest.mark.parametrize("kind", TOLD)
def test_it_is_told_in_one_strip_and_reported_without_secrets(
    kind: str, made: tuple[subprocess.CompletedProcess[str], Path]
) -> None:
    done, home = made
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)[kind]
    assert found["bars"] == 1 and found["visible"]
    assert "Nothing you typed or recorded is lost" in found["bar"]
    text = Path(found["report"]).read_text("utf-8")
    _assert_nothing_private(text + found["bar"] + Path(found["report"]).name, home)
    assert "tests/ui/mistaken.py" in text
    if kind != "while_telling":
        assert "Open: MainWindow" in text


def test_what_qt_warns_of_is_in_the_report_and_not_on_stderr(
    made: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    done, home = made
    assert "QObject::startTimer" not in done.stderr
    text = Path(json.loads(done.stdout)["qt_warning"]["report"]).read_text("utf-8")
    [heard] = [line for line in text.splitlines() if "QObject" in line]
    assert heard.startswith("- warning default: QObject")
    assert list(home.rglob("running-*")) == []


def test_what_fails_while_the_program_ends_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    done, reports = _run(tmp_path / "person", "shutdown")
    assert done.returncode == 0
    assert len(reports) == 2
    for report in reports:
        assert "It happened in: shutdown" in report.read_text("utf-8")
        _assert_nothing_private(report.read_text("utf-8"), tmp_path / "person")


def test_a_start_that_fails_says_one_sentence_and_where_the_report_is(tmp_path: Path) -> None:
    done, reports = _run(tmp_path / "person", "start")
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert line.startswith("The window had to close: RuntimeError")
    assert str(reports[0]) in line
    assert SECRET not in done.stderr
    _assert_nothing_private(reports[0].read_text("utf-8"), tmp_path / "person")


@pytest.mark.skipif(sys.platform == "win32", reason="faulthandler's own crash differs there")
def test_a_crash_is_offered_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "person"
    done, reports = _run(home, "crash")
    assert done.returncode < 0 and reports == []
    [log] = (home / "state").rglob("running-*.log")
    assert "did action" not in log.read_text()  # nothing was pressed
    again, reports = _run(home, "nothing")
    assert again.returncode == 0
    assert "closed unexpectedly" in json.loads(again.stdout)["nothing"]["bar"]
    [report] = reports
    text = report.read_text("utf-8")
    assert "# Crash: Segmentation fault (" in text
    assert 'File "tests/ui/mistaken.py"' in text
    _assert_nothing_private(text, home)
    assert not log.exists()


def test_a_running_program_is_no_crash(tmp_path: Path) -> None:
    from inspector.core.crash_reports.log import left_behind

    log = CrashLog(tmp_path)
    log.note("focus Palette")
    assert left_behind(tmp_path) == []
    assert list(tmp_path.glob("running-*.log"))
    log.close()
    assert list(tmp_path.iterdir()) == []


def test_the_log_of_a_long_run_ends_with_what_was_done_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inspector.core.crash_reports import log as crash_log

    monkeypatch.setattr(crash_log, "_LONGEST", 100)
    log = CrashLog(tmp_path)
    for number in range(50):
        log.note(f"action number_{number}")
    [path] = tmp_path.glob("running-*.log")
    text = path.read_text("utf-8")
    log.close()
    assert text.startswith("did ") and text.endswith("did action number_49\n") and len(text) < 200


async def _mistake(it: Any) -> Notice:
    QTimer.singleShot(0, _fail)
    bar = await it.find(QWidget, "error_bar")
    assert isinstance(bar, Notice)
    return bar


def _fail() -> None:
    raise ZeroDivisionError("something of ours")


def test_nothing_is_lost_records_typed_text_and_settings(
    arun: Runner, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inspector.trace.journal import Journal

    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.program.settings.zoom = 110
            it.program.settings.save()
            records = it.program.journal.last
            assert records > 3
            await _mistake(it)
            it.program.journal.sync()
            copy = Journal.open(it.program.journal.path)
            assert copy.last >= records
            copy.close()
            assert json.loads((tmp_path / "settings.json").read_text()) == {"zoom": 110}
            assert it.program.servers.get("demo").state == "connected"

    arun(main())
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_same_mistake_is_counted_and_one_that_was_closed_stays_closed(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            bar = await _mistake(it)
            for _ in range(5):
                QTimer.singleShot(0, _fail)
            await it.until(lambda: "6 internal errors" in bar.text(), "counted")
            close = bar.findChild(QToolButton, "error_close")
            close.click()
            QTimer.singleShot(0, _fail)
            await it.until(lambda: "7 internal errors" in bar.text(), "counted on")
            assert not bar.isVisible()

    arun(main())


def test_the_report_is_seen_copied_and_sent_only_on_a_press(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    folders: list[Path] = []
    page = "https://example.org/issues"
    monkeypatch.setattr(report_dialog, "open_link", opened.append)
    monkeypatch.setattr(report_dialog, "open_folder", folders.append)
    monkeypatch.setattr(report_dialog, "ISSUES_PAGE", page)

    async def main() -> None:
        async with live(tmp_path) as it:
            await _mistake(it)
            await it.click("error_show")
            dialog = await it.find(ReportDialog, "report_dialog")
            text = dialog.findChild(QPlainTextEdit, "report_text").toPlainText()
            assert "ZeroDivisionError: something of ours" in text
            assert page in dialog.findChild(QWidget, "report_where").text()
            assert opened == []
            dialog.findChild(QPushButton, "report_send").click()
            assert opened == [page]
            dialog.findChild(QPushButton, "report_folder").click()
            assert folders[0].name == "reports"
            QApplication.clipboard().clear()
            dialog.findChild(QPushButton, "report_copy").click()
            assert QApplication.clipboard().text() == text
            dialog.reject()

    arun(main())


def test_without_a_page_the_report_says_whom_to_hand_it_to(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_dialog, "ISSUES_PAGE", "")

    async def main() -> None:
        async with live(tmp_path) as it:
            await _mistake(it)
            await it.click("error_show")
            dialog = await it.find(ReportDialog, "report_dialog")
            assert "whoever gave you this app" in dialog.findChild(QWidget, "report_where").text()
            assert dialog.findChild(QPushButton, "report_send") is None
            dialog.reject()

    arun(main())


def test_only_web_pages_leave_by_a_link() -> None:
    assert not outside.open_link("file:///etc/passwd")
