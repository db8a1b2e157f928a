"""The report of an error as the user sees it before anything of it leaves the computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from inspector.ui.crash_reports import report_dialog
from inspector.ui.crash_reports.report_dialog import ReportDialog
from tests.ui.parts import the

pytestmark = pytest.mark.gui

PAGE = "https://example.org/issues"
TEXT = "# KeyError\n<b>not bold</b>"


def opened(qtbot: QtBot, path: Path | None, *, ended: bool = False) -> ReportDialog:
    made = ReportDialog(TEXT, path, ended=ended)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    made.show()
    return made


def buttons(dialog: ReportDialog) -> list[str]:
    return [button.objectName() for button in the(dialog, QDialogButtonBox, "report_buttons").buttons()]


def said(dialog: ReportDialog, name: str) -> str:
    label = the(dialog, QLabel, f"report_{name}")
    assert label.wordWrap() and label.textFormat() == Qt.TextFormat.PlainText
    assert label.textInteractionFlags() == Qt.TextInteractionFlag.TextSelectableByMouse
    return label.text()


@pytest.mark.parametrize(
    ("page", "path", "where", "names"),
    [
        ("", None, "Please send it to whoever", {"report_copy", "report_close"}),
        (
            "",
            Path("/a/r.md"),
            "The report is in /a/r.md. Please send",
            {"report_copy", "report_folder", "report_close"},
        ),
        (PAGE, None, f"Report… opens {PAGE}", {"report_copy", "report_send", "report_close"}),
        (
            PAGE,
            Path("/a/r.md"),
            f"The report is in /a/r.md. Report… opens {PAGE}",
            {"report_copy", "report_folder", "report_send", "report_close"},
        ),
    ],
)  # fmt: skip
def test_it_says_where_the_report_is_and_where_it_can_go(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, page: str, path: Path | None, where: str, names: set[str]
) -> None:
    monkeypatch.setattr(report_dialog, "ISSUES_PAGE", page)
    dialog = opened(qtbot, path)
    assert said(dialog, "where").startswith(where) and set(buttons(dialog)) == names


def test_a_program_that_goes_on_and_one_that_ended_say_so(qtbot: QtBot) -> None:
    assert "keeps running" in said(opened(qtbot, None), "words")
    ended = said(opened(qtbot, None, ended=True), "words")
    assert "had to close" in ended and "no secrets" in ended


def test_the_report_is_read_copied_and_its_folder_opened(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_places: list[object] = []
    monkeypatch.setattr(report_dialog, "ISSUES_PAGE", PAGE)
    monkeypatch.setattr(report_dialog, "open_link", opened_places.append)
    monkeypatch.setattr(report_dialog, "open_folder", opened_places.append)
    dialog = opened(qtbot, Path("/a/r.md"))
    text = the(dialog, QPlainTextEdit, "report_text")
    assert text.toPlainText() == TEXT and text.isReadOnly() and text.accessibleName() == "Report"
    assert text.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    QGuiApplication.clipboard().clear()
    the(dialog, QPushButton, "report_folder").click()
    assert QGuiApplication.clipboard().text() == ""
    the(dialog, QPushButton, "report_send").click()
    assert QGuiApplication.clipboard().text() == TEXT, "it is ready to be pasted there"
    assert opened_places == [Path("/a"), PAGE]
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    QGuiApplication.clipboard().clear()
    text.setFocus()
    walked = []
    for _ in range(6):
        walked.append(QApplication.focusWidget().objectName())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert walked[0] == walked[-1] == "report_text" and len(set(walked)) == 5
    text.setFocus()
    assert the(dialog, QPushButton, "report_close").isDefault()
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert not dialog.isVisible() and QGuiApplication.clipboard().text() == "", "Enter closes"


def test_it_goes_away_for_good_when_it_is_closed(qtbot: QtBot) -> None:
    dialog = ReportDialog(TEXT, None)
    qtbot.addWidget(dialog)
    assert dialog.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
