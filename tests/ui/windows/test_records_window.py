"""What every window with records does by itself: the detail comes when a row is chosen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton

from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.ui.analysis.ladder_pane import LadderPane
from inspector.ui.loop import saving
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.session.window_state import WindowState
from inspector.ui.timeline.view.columns import METHOD
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.record_window import RecordWindow
from inspector.ui.windows.records_status import RecordsStatus
from inspector.ui.windows.records_window import RecordsWindow
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.windows.test_workbench import on_screen, until

pytestmark = pytest.mark.gui

LEFT = Qt.MouseButton.LeftButton
Scene = Callable[[RecordsWindow], Coroutine[Any, Any, None]]
Stage = Callable[[Scene], None]


def test_the_first_click_chooses_its_row_and_the_detail_comes_after_it(
    arun: Runner, tmp_path: Path, journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        for _ in range(60):
            story.answer(story.ask())
        async with on_screen(tmp_path, journal, story) as window:
            view, detail = window.timeline.view, window.bench.side
            view.scrollToBottom()
            place = view.visualRect(view.model().index(view.model().rowCount() - 1, METHOD)).center()
            monkeypatch.setattr(QApplication, "mouseButtons", lambda: LEFT)  # events of a test do not tell it
            QTest.mousePress(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
            assert view.selected_numbers() == [window.selection.record]
            assert detail.isHidden()  # or the second press of a double click meets another row
            monkeypatch.undo()
            QTest.mouseRelease(view.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, place)
            await until(detail.isVisible)
            assert view.selected_numbers() == [window.selection.record]

    arun(main())


@pytest.fixture
def stage(tmp_path: Path, journal: Journal, story: Story, arun: Runner) -> Stage:
    def run(scene: Scene) -> None:
        async def main() -> None:
            async with on_screen(tmp_path, journal, story) as window:
                await until(lambda: window.timeline.view.model().rowCount() > 0)
                await scene(window)

        arun(main())

    return run


def press(window: RecordsWindow, key: str) -> None:
    window.actions_by_key[key].trigger()


@pytest.mark.parametrize(
    ("signal", "keys"),
    [
        ("theme_chosen", {"theme_system": "system", "theme_light": "light", "theme_dark": "dark"}),
        ("zoomed", {"zoom_in": 1, "zoom_out": -1, "zoom_reset": 0}),
        ("help_wanted", {"help": "here", "user_guide": "guide", "whats_this": "whats_this"}),
        ("help_wanted", {"choose_whats_this": "choose"}),
    ],
)
def test_what_concerns_the_whole_program_is_handed_on(
    stage: Stage, signal: str, keys: dict[str, object]
) -> None:
    async def scene(window: RecordsWindow) -> None:
        heard: list[object] = []
        getattr(window, signal).connect(heard.append)
        for key in keys:
            press(window, key)
        assert heard == list(keys.values())

    stage(scene)


def test_the_theme_there_is_has_a_tick(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        def ticked() -> list[str]:
            return [mode for mode in theme.MODES if window.actions_by_key[f"theme_{mode}"].isChecked()]

        before = theme.mode()
        try:
            assert ticked() == [before]
            theme.set_mode("dark")  # by another window, or in the settings
            assert ticked() == ["dark"]
            press(window, "theme_light")
            assert ticked() == ["light"]
        finally:
            theme.set_mode(before)

    stage(scene)


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        ("open_session_action", "open_wanted"),
        ("save_session_action", "save_wanted"),
        ("quit", "quit_wanted"),
        ("settings", "settings_wanted"),
    ],
)
def test_entries_of_the_file_menu_ask_the_program(stage: Stage, key: str, signal: str) -> None:
    async def scene(window: RecordsWindow) -> None:
        heard: list[object] = []
        getattr(window, signal).connect(lambda *what: heard.append(what))
        if window.actions_by_key[key].isEnabled():
            press(window, key)
            assert len(heard) == 1

    stage(scene)


def test_a_wish_for_the_timeline_brings_it_back_when_it_was_closed(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        bench, timeline = window.bench, window.timeline
        for wish in (
            lambda: press(window, "filter_timeline"),
            lambda: press(window, "highlight_timeline"),
            lambda: window.take_filter_request(FilterRequest("target == ask", "replace")),
        ):
            bench.fold()
            assert not timeline.isVisible()
            wish()
            assert timeline.isVisible()
        await until(lambda: timeline.rows.shown == 1)
        assert timeline.highlighting.bar.isVisible()
        press(window, "filter_timeline")
        assert timeline.filter.hasFocus() and timeline.filter.selectedText() == timeline.filter.text()

    stage(scene)


def test_a_notice_replaces_the_one_of_its_name_and_is_taken_away(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        first = window.show_notice("trouble", "One", "error")
        second = window.show_notice("trouble", "Two", "warning")
        other = window.show_notice("other", "Three")
        assert first.isHidden()
        await until(lambda: second.isVisible() and other.isVisible())
        boxes = window.toasts.boxes
        assert [boxes.itemAt(place).widget() for place in range(boxes.count())][-2:] == [second, other]
        window.hide_notice("trouble")
        window.hide_notice("trouble")
        assert not second.isVisible() and other.isVisible()

    stage(scene)


def test_trouble_with_the_file_is_told_until_it_is_over(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        def told() -> list[str]:
            strips = [window.notices.itemAt(place).widget() for place in range(window.notices.count())]
            shown = [one for one in strips if one is not None and one.objectName() == "journal_trouble"]
            return [label.text() for one in shown if one.isVisible() for label in one.findChildren(QLabel)]

        window.feed.failed.emit("the disk is full")
        await until(lambda: "The disk is full" in told())
        window.feed.failed.emit("")
        assert not told()

    stage(scene)


def test_what_an_action_on_rows_says_can_be_closed(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        window.timeline.row_actions.said.emit("warning", "The server is gone.")
        close = next(
            one
            for kind in (QToolButton, QPushButton)
            for one in window.findChildren(kind)
            if one.objectName() == "rows_notice_close"
        )
        strip = close.parentWidget()
        QTest.mouseClick(close, LEFT)
        assert strip is not None and not strip.isVisible()

    stage(scene)


def test_the_status_bar_counts_what_is_there_shown_selected_marked_and_found(
    stage: Stage, story: Story
) -> None:
    async def scene(window: RecordsWindow) -> None:
        label = the(window, QLabel, "status_records")
        assert isinstance(window.status, RecordsStatus)
        await until(lambda: label.text() == "1 connection · 12 records · 6 shown")
        window.timeline.view.selectAll()
        window.journal.annotations.set_marked([1, 3], on=True)
        story.finding(1)
        await until(
            lambda: label.text() == "1 connection · 12 records · 6 shown · 6 selected · 2 marked · 1 finding"
        )
        window.timeline.go_to(1)
        await until(lambda: "selected" not in label.text())
        window.show_path("$.a")
        assert the(window, QLabel, "status_path").text() == "$.a"

    stage(scene)


def test_a_record_gets_a_window_of_its_own_from_its_row_and_none_without(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        def own() -> list[RecordWindow]:
            return [one for one in QApplication.topLevelWidgets() if isinstance(one, RecordWindow)]

        press(window, "record_window")
        assert not own()
        view = window.timeline.view
        place = view.visualRect(view.model().index(2, METHOD)).center()
        QTest.mouseClick(view.viewport(), LEFT, pos=place)
        QTest.mouseDClick(view.viewport(), LEFT, pos=place)
        (made,) = own()
        assert made.isVisible() and "5" in made.windowTitle()
        made.close()
        await until(lambda: not any(one.isVisible() for one in own()))

    stage(scene)


def test_layout_columns_and_size_come_back_but_the_rows_are_a_setting(
    stage: Stage, tmp_path: Path, journal: Journal
) -> None:
    async def scene(window: RecordsWindow) -> None:
        window.timeline.view.header.show_column(3, shown=False)
        window.timeline.mode.choose("messages")
        window.bench.fold()
        window.close()
        await saving.flush()
        settings, state = Settings(path=tmp_path / "settings.json"), WindowState(tmp_path / "window.json")
        again = SessionWindow(tmp_path / "a.mcptrace", journal, settings, state, lambda: None)
        again.show()
        assert again.timeline.view.isColumnHidden(3)
        assert again.timeline.mode.key() == settings.timeline_mode
        assert again.bench.folded
        await until(lambda: not again.feed.running)
        again.close()
        again.deleteLater()

    stage(scene)


def test_what_a_person_has_in_a_window_goes_on_in_the_next(
    stage: Stage, tmp_path: Path, journal: Journal
) -> None:
    async def scene(window: RecordsWindow) -> None:
        for number in (1, 5, 3):
            window.timeline.go_to(number)
        window.timeline.filter.use("target == echo")
        await until(lambda: window.timeline.rows.shown == 4)
        again = SessionWindow(
            tmp_path / "a.mcptrace",
            journal,
            Settings(path=tmp_path / "settings.json"),
            WindowState(tmp_path / "other.json"),
            lambda: None,
        )
        again.show()
        again.resume(window.memory())
        await until(lambda: again.timeline.rows.shown == 4 and not again.timeline.busy)
        assert (again.selection.record, again.timeline.filter.text()) == (3, "target == echo")
        press(again, "history_back")
        assert again.selection.record == 5
        press(again, "history_forward")
        assert again.selection.record == 3
        await until(lambda: not again.feed.running)
        again.close()
        again.deleteLater()

    stage(scene)


def test_whatever_happens_to_the_records_is_counted_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(window: RecordsWindow) -> None:
        feed, timeline = window.feed, window.timeline
        counted: list[str] = []
        monkeypatch.setattr(window.status, "show_counts", lambda: counted.append("counted"))
        for signal, what in (
            (feed.annotated, ()), (feed.touched, ([1],)), (feed.findings_changed, ()),
            (timeline.counted, ()), (timeline.view.picked, ()),
        ):  # fmt: skip
            counted.clear()
            signal.emit(*what)
            assert counted, signal

    stage(scene)


def test_what_is_said_of_marks_rules_and_the_ladder_is_said_in_the_window(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        brief = the(window, QLabel, "status_brief")
        for number, said in enumerate((window.timeline.marks.said, window.timeline.rules.said)):
            said.emit(f"word {number}")
            assert brief.text() == f"word {number}"
        press(window, "show_ladder")
        await until(lambda: window.findChild(LadderPane) is not None)
        ladder = window.findChild(LadderPane)
        assert ladder is not None
        ladder.told.emit("The ladder is full.", "warning")
        assert the(window, Notice, "picture").text() == "The ladder is full."

    stage(scene)


def test_what_the_detail_wants_of_the_timeline_is_done_and_its_path_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(window: RecordsWindow) -> None:
        done: list[tuple[str, object]] = []
        timeline = window.timeline
        for owner, name in (
            (timeline, "add_column"), (timeline, "add_colour_rule"), (timeline.marks, "edit_note_of"),
            (timeline, "take_filter_request"), (timeline.highlighting, "show"),
        ):  # fmt: skip
            monkeypatch.setattr(owner, name, lambda what, name=name: done.append((name, what)))
        window.timeline.go_to(3)
        window.open_record()
        [own] = [one for one in QApplication.topLevelWidgets() if isinstance(one, RecordWindow)]
        window.bench.fold()
        for source in (window.detail, own):
            source.column_wanted.emit("$.a")
            source.colour_wanted.emit("a == 1")
            source.highlight_wanted.emit("b == 2")
            source.filter_wanted.emit(FilterRequest("c == 3", "replace"))
        window.detail.note_wanted.emit(5)
        names = ["add_column", "add_colour_rule", "show", "take_filter_request"]
        assert [name for name, _ in done] == [*names, *names, "edit_note_of"]
        assert done[0][1] == "$.a" and done[-1][1] == 5 and window.timeline.isVisible()
        window.detail.path_selected.emit("$.params")
        assert the(window, QLabel, "status_path").text() == "$.params"
        own.close()
        await until(lambda: not own.isVisible())

    stage(scene)


def test_a_window_that_is_closed_says_so_and_keeps_how_it_was(stage: Stage, tmp_path: Path) -> None:
    async def scene(window: RecordsWindow) -> None:
        closed: list[object] = []
        window.closed.connect(closed.append)
        press(window, "close_window")
        assert closed == [window]
        await saving.flush()
        kept = WindowState(tmp_path / "window.json")
        assert '"mode"' not in kept.text("timeline") and kept.text("timeline")
        assert kept.text("detail") == "", "it was never seen"

    stage(scene)
