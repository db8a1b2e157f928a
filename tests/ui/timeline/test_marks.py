"""Marks, notes, time references and ways to tell the time, in the window of a session, with the keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPlainTextEdit, QPushButton

from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.ui.session.window_state import WindowState
from inspector.ui.timeline.note_editor import NoteEditor
from inspector.ui.timeline.view.columns import NOTE, NUMBER, TIME
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets.controls import Notice
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner, Until
from tests.ui.menus import choose
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench, ask_menu

pytestmark = pytest.mark.gui


class Bench:
    """A window on a file with six calls, numbers 1, 3, 5, 7, 9 and 11, 200 ms apart."""

    def __init__(self, path: Path, until: Until) -> None:
        self.journal = Journal.open(path)
        settings = Settings(path=path.with_name("settings.json"))
        state = WindowState(path.with_name("window.json"))
        self.window = SessionWindow(path, self.journal, settings, state, _nothing)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.activateWindow()
        self.until = until
        self.view: TimelineView = self.window.timeline.view
        self.added = self.journal.annotations

    def go(self, number: int) -> None:
        self.window.timeline.go_to(number)

    def press(self, keys: str) -> None:
        QTest.keySequence(QApplication.focusWidget() or self.view, QKeySequence(keys))

    def shown(self) -> list[int]:
        return list(self.view.model().numbers)  # type: ignore[attr-defined]

    def times(self) -> list[str]:
        model = self.view.model()
        return [str(model.index(row, TIME).data()) for row in range(model.rowCount())]

    def said(self) -> str:
        label = self.window.findChild(QLabel, "status_brief")
        assert label is not None
        return label.text()

    def counts(self) -> str:
        label = self.window.findChild(QLabel, "status_records")
        assert label is not None
        return label.text()

    async def editor(self) -> QPlainTextEdit:
        """The open editor for a note."""
        await self.until(lambda: any(one.isVisible() for one in self.window.findChildren(NoteEditor)))
        text = self.window.findChild(QPlainTextEdit, "note_text")
        assert text is not None
        return text


def _nothing() -> None:
    """There is no live window."""


@pytest.fixture
def bench(tmp_path: Path, qloop: object, until: Until) -> Iterator[Bench]:
    path = tmp_path / "session.mcptrace"
    journal = Journal.create(path)
    story = Story(journal)
    for target in ("echo", "sum", "echo", "sum", "echo", "sum"):
        story.call(target)
    journal.close()
    made = Bench(path, until)
    yield made
    made.window.close()
    made.window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    made.journal.close()


@pytest.fixture
def run(arun: Runner, bench: Bench) -> Callable[..., None]:
    """Runs a story once the rows are there."""

    def start(story: Callable[[], object]) -> None:
        async def main() -> None:
            await bench.until(bench.window.isActiveWindow)
            await bench.until(lambda: len(bench.shown()) == 6)
            await story()  # type: ignore[misc]

        arun(main())

    return start


def test_control_m_marks_the_chosen_rows_and_unmarks_them(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.go(3)
        QTest.keyClick(bench.view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        bench.press("Ctrl+M")
        assert bench.added.marked() == [3, 5]
        assert "2 marked" in bench.counts()
        bench.press("Ctrl+M")
        assert bench.added.marked() == []
        assert "marked" not in bench.counts()

    run(story)


def test_the_menu_of_a_row_marks_it_and_counts_the_time_from_it(
    bench: Bench, run: Callable[..., None]
) -> None:
    async def main() -> None:
        bench.go(3)
        for name in ("mark", "time_reference"):
            place = bench.view.visualRect(bench.view.currentIndex()).center()
            ask_menu(bench.view, place)
            menu = bench.window.findChild(QMenu, "timeline_menu")
            assert menu is not None
            choose(menu, name)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert (bench.added.marked(), bench.added.references()) == ([3], [3])

    run(main)


def test_all_shown_are_marked_and_all_marks_go(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.timeline.filter.use("target == echo")
        await bench.until(lambda: bench.shown() == [1, 5, 9])
        bench.press("Ctrl+Shift+A")
        assert bench.added.marked() == [1, 5, 9]
        bench.press("Ctrl+Alt+M")
        assert bench.added.marked() == []

    run(story)


def test_many_rows_are_marked_in_steps(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.timeline.marks._mark(range(1, 100_001), on=True)
        await bench.until(lambda: bench.added.marked_count == 100_000)
        bench.press("Ctrl+Alt+M")
        await bench.until(lambda: bench.added.marked_count == 0)

    run(story)


def test_one_goes_from_mark_to_mark_and_round(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.added.set_marked([3, 4, 9], on=True)  # 4 is an answer and has no row of its own here
        bench.go(1)
        seen = []
        for keys in ("Ctrl+Shift+N", "Ctrl+Shift+N", "Ctrl+Shift+N", "Ctrl+Shift+B"):
            bench.press(keys)
            seen.append((bench.window.selection.record, bench.said()))
        assert seen == [(3, ""), (9, ""), (3, "Continued from the top."), (9, "Continued from the end.")]

    run(story)


def test_who_looks_for_marks_that_are_not_there_is_told(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.press("Ctrl+Shift+N")
        assert bench.said() == "There is none."
        bench.added.set_marked([4], on=True)
        bench.press("Ctrl+Shift+N")
        assert bench.said() == "None in the rows shown (1 in total)."
        bench.press("Ctrl+M")
        assert bench.said() == "Select a row to mark it."

    run(story)


def test_a_mark_is_spoken_and_painted(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        place = bench.view.visualRect(bench.view.model().index(1, NUMBER)).topLeft() + QPoint(3, 10)
        before = bench.view.viewport().grab().toImage().pixelColor(place)
        bench.added.set_marked([3], on=True)
        assert bench.view.viewport().grab().toImage().pixelColor(place) != before
        index = bench.view.model().index(1, NUMBER)
        assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "3, marked"

    run(story)


def test_a_filter_on_marks_follows_them(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.added.set_marked([3], on=True)
        bench.window.timeline.filter.use("is:marked")
        await bench.until(lambda: bench.shown() == [3])
        bench.added.set_marked([7], on=True)
        await bench.until(lambda: bench.shown() == [3, 7])

    run(story)


# -- notes ---------------------------------------------------------------------------------------------


def test_a_semicolon_opens_an_editor_and_control_enter_keeps_the_note(
    bench: Bench, run: Callable[..., None]
) -> None:
    async def story() -> None:
        bench.go(5)
        assert bench.view.isColumnHidden(NOTE)
        QTest.keyClicks(bench.view, ";")
        text = await bench.editor()
        assert text.hasFocus()
        QTest.keyClicks(text, "slow; why?")
        QTest.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert bench.added.note(5) == "slow; why?"
        assert not bench.view.isColumnHidden(NOTE)
        assert bench.view.model().index(2, NOTE).data() == "slow; why?"
        assert bench.view.hasFocus()
        assert bench.window.timeline.filter.text() == ""

    run(story)


def test_the_detail_shows_the_note_of_its_call_and_edits_it(bench: Bench, run: Callable[..., None]) -> None:
    async def main() -> None:
        bench.go(3)
        strip, text = bench.window.detail.note, bench.window.findChild(QLabel, "detail_note_text")
        assert text is not None
        await bench.until(bench.window.detail.isVisible)
        assert not strip.isVisible()
        bench.added.set_note(4, "세 번째 답\n<b>odd</b>")  # of its answer
        await bench.until(strip.isVisible)
        assert text.text() == "세 번째 답 <b>odd</b>"
        edit = strip.findChild(QPushButton, "detail_note_edit")
        assert edit is not None
        await bench.until(lambda: edit.visibleRegion().boundingRect().width() > 0, what="it is laid out")
        QTest.mouseClick(edit, Qt.MouseButton.LeftButton)
        editor = await bench.editor()
        assert editor.toPlainText() == "세 번째 답\n<b>odd</b>"
        QTest.keyClick(editor, Qt.Key.Key_Delete)
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await bench.until(lambda: not strip.isVisible())
        assert bench.added.note(4) == ""

    run(main)


def test_escape_leaves_a_note_as_it_was(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.added.set_note(5, "before")
        bench.go(5)
        bench.press("Ctrl+Alt+C")
        text = await bench.editor()
        assert text.toPlainText() == "before"
        QTest.keyClicks(text, "after")
        QTest.keyClick(text, Qt.Key.Key_Escape)
        assert bench.added.note(5) == "before"

    run(story)


def test_an_empty_note_is_none_and_its_column_goes(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.added.set_note(5, "x")
        bench.go(5)
        QTest.keyClicks(bench.view, ";")
        text = await bench.editor()
        QTest.keyClick(text, Qt.Key.Key_Backspace)
        QTest.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert bench.added.note(5) == ""
        assert bench.view.isColumnHidden(NOTE)

    run(story)


def test_the_column_of_notes_is_there_for_a_session_that_has_some(
    bench: Bench, run: Callable[..., None]
) -> None:
    async def main() -> None:
        without = json.dumps(bench.window.timeline.state())
        bench.added.set_note(5, "x")
        assert not bench.view.isColumnHidden(NOTE)
        bench.window.timeline.restore_text(without)  # as of a session before
        assert not bench.view.isColumnHidden(NOTE)
        having = json.dumps(bench.window.timeline.state())
        bench.added.set_note(5, "")
        bench.window.timeline.restore_text(having)
        assert bench.view.isColumnHidden(NOTE)

    run(main)


def test_who_goes_elsewhere_keeps_what_was_written(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.go(5)
        QTest.keyClicks(bench.view, ";")
        text = await bench.editor()
        QTest.keyClicks(text, "kept")
        bench.window.timeline.focus_filter()
        assert bench.added.note(5) == "kept"
        assert bench.window.timeline.filter.hasFocus()

    run(story)


def test_notes_and_marks_are_there_again_when_the_file_is_opened(
    bench: Bench, run: Callable[..., None], tmp_path: Path
) -> None:
    async def story() -> None:
        bench.go(5)
        bench.press("Ctrl+M")
        bench.added.set_note(5, "여기")
        assert bench.journal.wait_for_annotations() == ""
        again = Journal.open(tmp_path / "session.mcptrace")
        assert (again.annotations.marked(), again.annotations.note(5)) == ([5], "여기")
        again.close()

    run(story)


def test_a_file_that_cannot_be_written_says_so_calmly_and_once(
    bench: Bench, run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.trace.annotation_file.os.access", lambda *_: False)

    async def story() -> None:
        bench.go(5)
        bench.press("Ctrl+M")
        await bench.until(lambda: bench.window.findChild(Notice, "annotations_notice"))
        notice = bench.window.findChild(Notice, "annotations_notice")
        assert notice is not None
        assert "Save session as" in notice.text()
        notice.hide()
        bench.press("Ctrl+M")
        await bench.until(lambda: bench.added.marked() == [])
        assert not notice.isVisible()

    run(story)


# -- time ----------------------------------------------------------------------------------------------


def test_later_rows_count_from_the_nearest_reference(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        assert bench.times() == ["0.000 s", "0.200 s", "0.400 s", "0.600 s", "0.800 s", "1.000 s"]
        for number in (3, 9):
            bench.go(number)
            bench.press("Ctrl+T")
        assert bench.times() == ["0.000 s", "*REF*", "0.200 s", "0.400 s", "*REF*", "0.200 s"]
        bench.press("Ctrl+T")
        assert bench.times()[3:] == ["0.400 s", "0.600 s", "0.800 s"]

    run(story)


def test_one_goes_from_reference_to_reference(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        for number in (3, 9):
            bench.added.set_reference(number, on=True)
        bench.go(3)
        bench.press("Ctrl+Alt+N")
        assert bench.window.selection.record == 9
        bench.press("Ctrl+Alt+B")
        assert bench.window.selection.record == 3

    run(story)


def test_a_reference_stays_in_sight_under_a_filter(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.timeline.filter.use("target == echo")
        await bench.until(lambda: bench.shown() == [1, 5, 9])
        bench.added.set_reference(3, on=True)
        await bench.until(lambda: bench.shown() == [1, 3, 5, 9])
        bench.added.set_reference(3, on=False)
        await bench.until(lambda: bench.shown() == [1, 5, 9])

    run(story)


def test_the_time_since_the_row_before_follows_the_filter(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.actions_by_key["time_previous"].trigger()
        assert bench.times() == ["0.000 s"] + ["0.200 s"] * 5
        bench.window.timeline.filter.use("target == echo")
        await bench.until(lambda: bench.shown() == [1, 5, 9])
        assert bench.times() == ["0.000 s", "0.400 s", "0.400 s"]

    run(story)


def test_absolute_times_are_of_this_place_or_utc(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.actions_by_key["time_utc"].trigger()
        assert bench.times()[1] == "2027-01-15T08:00:00.200Z"
        bench.window.actions_by_key["time_local"].trigger()
        assert bench.times()[1].endswith(":00:00.200")
        assert bench.window.actions_by_key["time_local"].isChecked()

    run(story)


def test_the_way_to_tell_the_time_comes_back(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.window.actions_by_key["time_utc"].trigger()
        state = bench.window.timeline.state()
        bench.window.actions_by_key["time_start"].trigger()
        bench.window.timeline.restore_state(state)
        assert bench.window.timeline.column_actions.time_mode == "utc"

    run(story)


def test_first_and_last_row_from_anywhere(bench: Bench, run: Callable[..., None]) -> None:
    async def story() -> None:
        bench.go(5)
        bench.press("Ctrl+End")
        assert bench.window.selection.record == 11
        bench.press("Ctrl+Home")
        assert bench.window.selection.record == 1

    run(story)


# -- in a pane -----------------------------------------------------------------------------------------


class PaneBench(TimelineBench):
    """A pane on the screen, and what its marks said."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.marks, self.said, self.set = self.pane.marks, list[str](), list[bool]()
        self.marks.said.connect(self.said.append)
        self.marks.reference_set.connect(lambda: self.set.append(True))

    def menu(self) -> dict[str, str]:
        """The entries of the menu of the chosen rows."""
        menu = QMenu()
        self.marks.add_to(menu)
        found = {one.objectName(): one.text() for one in menu.actions() if not one.isSeparator()}
        assert menu.actions()[0].isSeparator()
        menu.deleteLater()
        return found


@pytest.fixture
def pane(journal: Journal, qloop: object) -> Iterator[PaneBench]:
    made = PaneBench(journal)
    yield made
    made.close()


def test_a_row_without_anything_is_asked_for_and_the_menu_says_what_is_there(
    pane: PaneBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(2):
            story.call()
        await until(lambda: pane.shown() == [1, 3])
        for asked in (pane.marks.toggle, pane.marks.toggle_reference, pane.marks.edit_note):
            asked()
        assert pane.said == [
            "Select a row to mark it.",
            "Select a row to set the time reference.",
            "Select a row to write a note about it.",
        ]
        assert list(pane.menu().values())[:1] == ["Mark"], "of no row"
        pane.pane.go_to(3)
        before = pane.menu()
        assert list(before.values()) == ["Mark", "Note…", "Set time reference"]
        pane.marks.toggle()
        pane.marks.toggle_reference()
        pane.marks.toggle_reference(1)
        journal.annotations.set_note(3, "why?")
        after = pane.menu()
        assert list(after) == list(before)
        assert list(after.values()) == ["Remove mark", "Edit note…", "Clear time reference"]
        assert pane.set == [True, True] and journal.annotations.references() == [1, 3]
        pane.marks.toggle_reference(1)
        assert len(pane.set) == 2 and journal.annotations.references() == [3], "this one sets none"
        pane.pane.view.selectAll()
        assert pane.menu()["mark"] == "Mark", "not all have one"
        pane.marks.toggle()
        assert journal.annotations.marked() == [1, 3]

    arun(main())


def test_a_mark_is_told_once_however_many_get_it(
    pane: PaneBench, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        told: list[int] = []
        pane.feed.annotated.connect(lambda: told.append(journal.annotations.marked_count))
        pane.marks._mark(range(1, 2049))
        assert told == [2048], "at once"
        pane.marks._mark(range(1, 2050))
        assert journal.annotations.marked_count == 2048, "one too many for that"
        await until(lambda: told == [2048, 2049])
        pane.marks._mark(range(1, 2050))
        await until(lambda: told == [2048, 2049, 0])

    arun(main())


def test_who_goes_on_from_the_only_one_comes_round_to_it(
    pane: PaneBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(3):
            story.call()
        await until(lambda: pane.shown() == [1, 3, 5])
        journal.annotations.set_marked([3], on=True)
        pane.pane.go_to(3)
        for go in (pane.marks.next, pane.marks.previous, pane.marks.next_reference):
            go()
        assert pane.said == ["Continued from the top.", "Continued from the end.", "There is none."]
        assert pane.selection.record == 3
        pane.pane.go_to(1)
        pane.marks.next()
        assert pane.selection.record == 3 and len(pane.said) == 3

    arun(main())
