"""A program that cannot go on says so where it was started, and keeps a report."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from inspector.core.crash_reports import report as mistake_report
from inspector.ui.crash_reports.start_failed import tell

pytestmark = pytest.mark.gui


class Shown:
    """The dialogs that a user would see; each is closed at once."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.dialogs: list[tuple[str, Path | None]] = []
        outer = self

        class Finished:
            def connect(self, then: object) -> None:
                outer.then = then  # type: ignore[attr-defined]

        class Dialog:
            finished = Finished()

            def __init__(self, text: str, path: Path | None) -> None:
                outer.dialogs.append((text, path))

            def show(self) -> None:
                pass

        self.make: Any = Dialog
        patch.setattr(QApplication, "exec", lambda *_: self.dialogs.append(("exec", None)))


@pytest.fixture
def shown(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shown]:
    monkeypatch.setattr(mistake_report, "reports_folder", lambda: tmp_path)
    yield Shown(monkeypatch)


def test_the_sentence_names_the_report(
    shown: Shown, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tell(ValueError("broken"), shown.make) == 1
    [report] = tmp_path.glob("*.md")
    told = capsys.readouterr().err
    assert told.startswith("The window had to close: ") and f" The report is {report}." in told
    assert told.endswith("Nothing recorded is lost.\n") and "ValueError" in report.read_text()
    assert shown.dialogs == []  # nobody would ever close it here


def test_without_a_place_for_the_report_the_sentence_stands_alone(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("inspector.ui.crash_reports.start_failed.write_report", lambda _text: None)
    tell(ValueError("broken"), shown.make)
    assert "The report" not in capsys.readouterr().err


@pytest.mark.parametrize(("terminal", "seen"), [("none", True), ("file", True), ("tty", False)])
def test_who_has_no_terminal_is_shown_the_report(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, terminal: str, seen: bool
) -> None:
    monkeypatch.setattr(QApplication, "platformName", staticmethod(lambda: "xcb"))
    if terminal == "none":
        monkeypatch.setattr(sys, "stderr", None)
    else:
        monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal == "tty", raising=False)
    assert tell(ValueError("broken"), shown.make) == 1
    assert [text for text, _ in shown.dialogs][1:] == (["exec"] if seen else [])
    assert not seen or "ValueError" in shown.dialogs[0][0]
