"""The window of an opened file: its card, its tabs, and what it says of marks that cannot be kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QTabWidget

from inspector.core.storage.settings import Settings
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.translation import recorded
from inspector.ui.detail.pane import DetailPane
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.record_window import RecordWindow
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.pseudo import Pseudo, pseudo, speak
from tests.ui.story import Story

pytestmark = pytest.mark.gui


class Bench:
    """Windows of files; they and their journals are closed at the end."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[tuple[SessionWindow, Journal]] = []
        self.live = 0

    def _show_live(self) -> None:
        self.live += 1

    def file(self, name: str, *infos: SessionInfo, calls: int = 0, findings: int = 0) -> Path:
        path = self.folder / name
        journal = Journal.create(path)
        if calls:
            story = Story(journal)
            for _ in range(calls):
                story.finding(story.call().number) if findings else story.call()
        for info in infos:
            journal.add_session(info)
        journal.close()
        return path

    def open(self, path: Path) -> SessionWindow:
        journal = Journal.open(path)
        settings = Settings(path=self.folder / "settings.json")
        state = WindowState(self.folder / "window.json")
        window = SessionWindow(path, journal, settings, state, self._show_live)
        window.show()
        self.opened.append((window, journal))
        return window

    def close(self) -> None:
        for window, journal in self.opened:
            window.close()
            window.feed.leave()
            window.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            journal.close()


@pytest.fixture
def bench(tmp_path: Path, qloop: object) -> Iterator[Bench]:
    made = Bench(tmp_path)
    yield made
    made.close()


def card(window: SessionWindow) -> list[str]:
    return [one.text() for one in the(window, QScrollArea, "session_card").findChildren(QLabel) if one.text()]


def tabs(window: SessionWindow) -> list[str]:
    found = the(window, QTabWidget, "session_tabs")
    return [found.tabText(place) for place in range(found.count())]


def test_a_file_says_what_it_is_and_which_connections_it_holds(bench: Bench) -> None:
    path = bench.file(
        "a.mcptrace",
        SessionInfo(1, "one", "stdio", "run it", era="legacy", revision="2025-06-18", server="srv 1.0"),
        SessionInfo(2, "n" * 300, "http", "https://x.example/"),
    )
    window = bench.open(path)
    assert window.windowTitle() == "a.mcptrace – MCP Desktop Inspector"
    texts = card(window)
    assert texts[:2] == ["a.mcptrace", f"Opened for reading: {path}"]
    assert texts[2:5] == ["one   srv 1.0", "stdio · legacy · 2025-06-18", "run it"]
    assert texts[5] == "n" * 200 and "The file contains no connections." not in texts
    assert tabs(window) == ["Connections 2", "Findings 0"]
    empty = bench.open(bench.file("b.mcptrace"))
    assert card(empty)[-1] == "The file contains no connections." and tabs(empty)[0] == "Connections 0"


def test_of_very_many_connections_the_first_have_their_lines(bench: Bench) -> None:
    many = [SessionInfo(number, f"server {number}", "stdio", "") for number in range(1, 5001)]
    window = bench.open(bench.file("a.mcptrace", *many))
    texts = card(window)
    assert "server 200" in texts and "server 201" not in texts
    assert texts[-1] == "Only the first 200 connections are shown here."
    assert tabs(window)[0] == "Connections 5000"


def test_why_a_revision_was_chosen_is_told_in_the_language_of_the_window(bench: Bench) -> None:
    template = "initialize agreed on {revision}"
    decided = recorded(template, revision="2025-06-18")
    path = bench.file("a.mcptrace", SessionInfo(1, "one", "stdio", "run it", decided=decided))
    end = speak(Pseudo())
    try:
        assert card(bench.open(path))[-1] == pseudo(template).format(revision="2025-06-18")
    finally:
        end()


def test_findings_are_counted_and_the_live_window_is_a_menu_away(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = bench.open(bench.file("a.mcptrace", calls=2, findings=1))
        await until(lambda: window.timeline.shown == 2)
        assert tabs(window) == ["Connections 1", "Findings 2"]
        window.actions_by_key["live_window"].trigger()
        assert bench.live == 1

    arun(main())


def test_marks_that_cannot_be_kept_are_told_once_with_a_way_to_keep_them(
    bench: Bench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        window = bench.open(bench.file("a.mcptrace", calls=2))
        await until(lambda: window.timeline.shown == 2)
        asked: list[None] = []
        problems = ["", "the folder is not ours", "again"]
        monkeypatch.setattr(window.journal, "wait_for_annotations", lambda: problems.pop(0))

        def strips() -> list[Notice]:
            return [one for one in window.findChildren(Notice, "annotations_notice") if one.isVisible()]

        window.feed.annotated.emit()
        await until(lambda: len(problems) == 2)
        assert strips() == [], "they are in the file"
        window.feed.annotated.emit()
        await until(strips)
        [strip] = strips()
        assert "stay in this window: the folder is not ours." in strip.text()
        window.save_wanted.connect(lambda: asked.append(None))
        the(strip, QPushButton, "annotations_save").click()
        assert len(asked) == 1
        strip.hide()
        window.feed.annotated.emit()
        assert len(problems) == 1 and strips() == []

    arun(main())


def test_a_record_in_its_own_window_is_named_and_hands_on_what_is_wanted(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        window = bench.open(bench.file("a.mcptrace", calls=2))
        await until(lambda: window.timeline.shown == 2)
        own = RecordWindow(window.journal, window.feed, 3, window.detail)
        own.show()
        assert own.windowTitle() == "#3 tools/call echo" and own.parentWidget() is window
        told: list[object] = []
        for signal in (own.filter_wanted, own.column_wanted, own.colour_wanted, own.highlight_wanted):
            signal.connect(told.append)
        detail: DetailPane = own.detail
        detail.filter_wanted.emit("a filter")
        detail.column_wanted.emit("$.a")
        detail.colour_wanted.emit("is:error")
        detail.highlight_wanted.emit("is:done")
        assert told == ["a filter", "$.a", "is:error", "is:done"]
        detail.path_selected.emit("$.params.name")
        assert "$.params.name" in [one.text() for one in own.findChildren(QLabel)]
        assert window.selection.record == 0, "the timeline stays where it is"
        own.activateWindow()
        await until(own.isActiveWindow)
        QTest.keySequence(own, QKeySequence(Qt.Key.Key_Escape))
        await until(lambda: not window.findChildren(RecordWindow))

    arun(main())
