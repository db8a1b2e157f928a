"""The editor for a note: what keeps it, what leaves it, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from inspector.trace.journal import Journal
from inspector.ui.timeline.note_editor import NoteEditor
from inspector.ui.widgets.controls import Heading
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


class Bench(TimelineBench):
    size = (900, 400)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.editor = NoteEditor(self.pane.view)
        self.text = the(self.editor, QPlainTextEdit, "note_text")
        self.written: list[tuple[int, str]] = []
        self.editor.written.connect(lambda *what: self.written.append(what))

    def open(self, number: int, text: str = "", add: str = "") -> None:
        self.editor.open(number, text)
        if add:
            QTest.keyClicks(self.text, add)


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    made.pane.activateWindow()
    yield made
    made.close()


def test_ctrl_enter_keeps_and_escape_leaves_it(bench: Bench) -> None:
    bench.open(3, "old", add="new ")
    assert the(bench.editor, Heading, "").text() == "Note about #3"
    assert bench.text.toPlainText() == "new ", "typing replaces the note that was there"
    QTest.keyClick(bench.text, Qt.Key.Key_Return)
    QTest.keyClicks(bench.text, "line")
    QTest.keyClick(bench.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.written == [(3, "new \nline")] and not bench.editor.isVisible()
    bench.open(4, "old", add="x")
    QTest.keyClick(bench.text, Qt.Key.Key_Escape)
    assert len(bench.written) == 1 and not bench.editor.isVisible()
    bench.open(5, "same")
    QTest.keyClick(bench.text, Qt.Key.Key_Enter, Qt.KeyboardModifier.ControlModifier)
    assert len(bench.written) == 1, "nothing was changed"
    bench.open(5, "gone")
    QTest.keyClick(bench.text, Qt.Key.Key_Delete)
    QTest.keyClick(bench.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.written[1:] == [(5, "")], "an empty note is told, too"


@pytest.mark.parametrize(
    ("key", "modifier", "taken"),
    [
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, True),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier, True),
        (Qt.Key.Key_F5, Qt.KeyboardModifier.NoModifier, False),
    ],
)
def test_its_keys_are_no_keys_of_the_window_meanwhile(
    bench: Bench, key: Qt.Key, modifier: Qt.KeyboardModifier, taken: bool
) -> None:
    bench.open(1)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifier)
    event.setAccepted(False)
    QCoreApplication.sendEvent(bench.text, event)
    assert event.isAccepted() is taken and bench.editor.isVisible()


@pytest.mark.parametrize(
    ("reason", "closes"),
    [
        (Qt.FocusReason.MouseFocusReason, True),
        (Qt.FocusReason.TabFocusReason, True),
        (Qt.FocusReason.PopupFocusReason, False),
        (Qt.FocusReason.ActiveWindowFocusReason, False),
    ],
)
def test_going_elsewhere_keeps_it_but_a_menu_or_another_window_does_not_close_it(
    bench: Bench, reason: Qt.FocusReason, closes: bool
) -> None:
    bench.open(3, add="why")
    QCoreApplication.sendEvent(bench.text, QFocusEvent(QEvent.Type.FocusOut, reason))
    assert bench.written == ([(3, "why")] if closes else [])
    assert bench.editor.isVisible() is not closes


def test_the_keyboard_goes_back_to_the_rows_only_from_here(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        await until(bench.pane.isActiveWindow)
        bench.open(1)
        await until(bench.text.hasFocus)
        QTest.keyClick(bench.text, Qt.Key.Key_Escape)
        assert bench.pane.view.hasFocus()
        bench.open(1, add="x")
        other = the(bench.pane, QLineEdit, "timeline_filter")
        other.setFocus(Qt.FocusReason.MouseFocusReason)
        assert other.hasFocus() and bench.written == [(1, "x")]

    arun(main())


def test_it_stands_below_its_row_above_it_where_there_is_no_room_and_in_the_window(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(9):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 9)
        view, window = bench.pane.view, bench.pane

        def top_of(row: int) -> tuple[int, int]:
            index = view.model().index(row, 0)
            view.setCurrentIndex(index)
            bench.open(row + 1)
            rect = view.visualRect(index)
            return rect.height(), view.viewport().mapTo(window, QPoint(0, rect.top())).y()

        height, top = top_of(0)
        place = bench.editor.geometry()
        assert place.top() == top + height and place.right() < window.width()
        assert (
            place.left()
            == view.header.sectionViewportPosition(2) + view.viewport().mapTo(window, QPoint(0, 0)).x()
        )
        height, top = top_of(8)
        assert bench.editor.geometry().bottom() <= top - 1
        view.header.resizeSection(0, window.width() - 200)
        top_of(0)
        assert bench.editor.x() == window.width() - bench.editor.width()

    arun(main())


def test_it_stands_over_the_rows_and_tab_leaves_its_text(bench: Bench) -> None:
    assert bench.editor.parentWidget() is bench.pane.view and not bench.editor.isVisible()
    bench.open(1, "old")
    text = bench.text
    assert bench.editor.isVisible() and text.tabChangesFocus() and text.accessibleName() == "Note"
    assert text.textCursor().selectedText() == "old", "typing takes its place"
    title = the(bench.editor, Heading, "")
    assert title.y() < text.y() and text.x() == title.x() == 8
    assert text.width() == bench.editor.width() - 16
    assert 3 * text.fontMetrics().lineSpacing() < text.height() < 5 * text.fontMetrics().lineSpacing()
