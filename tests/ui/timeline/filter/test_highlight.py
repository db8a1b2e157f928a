"""The second filter marks without hiding, and is walked with F3."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from inspector.trace.journal import Journal
from inspector.ui.session.common_numbers import next_common
from inspector.ui.timeline.filter.matches import revised
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench


class Bench(TimelineBench):
    size = (1200, 400)

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.high = self.pane.highlighting

    def marked(self) -> list[int]:
        return list(self.high.matches.numbers)

    def ink_at(self, row: int) -> QColor:
        """The first pixel of a row on the screen."""
        view = self.pane.view
        place = view.visualRect(view.model().index(row, 0))
        return view.viewport().grab().toImage().pixelColor(1, place.center().y())


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


def tell(story: Story) -> None:
    for target in ("echo", "sum", "echo", "sum", "echo"):
        story.call(target)  # 1, 3, 5, 7, 9


def test_what_matches_is_marked_and_nothing_is_hidden(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        await until(lambda: len(bench.shown()) == 5)
        QTest.keyClick(bench.pane.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(bench.high.bar.line, "tool == sum")
        await until(lambda: bench.marked() == [3, 7] and not bench.high.matches.busy)
        assert bench.high.bar.count.text() == "2 highlighted"
        assert bench.shown() == [1, 3, 5, 7, 9]
        assert bench.ink_at(1) == theme.color("keyword")
        assert bench.ink_at(0) != theme.color("keyword")

    arun(main())


def test_f3_walks_the_matches_round_and_round(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        tell(story)
        bench.high.open()
        bench.high.bar.line.use("tool == echo")
        await until(lambda: bench.marked() == [1, 5, 9] and len(bench.shown()) == 5)
        walked = []
        for step in (bench.high.next, bench.high.next, bench.high.next, bench.high.next):
            step()
            walked.append(bench.selection.record)
        bench.high.previous()
        assert (walked, bench.selection.record) == ([1, 5, 9, 1], 9)

    arun(main())


def test_enter_in_the_line_goes_to_the_next_match_and_stays_there(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        bench.high.open()
        QTest.keyClicks(bench.high.bar.line, "tool == sum")
        await until(lambda: bench.marked() == [3, 7])
        QTest.keyClick(bench.high.bar.line, Qt.Key.Key_Return)
        assert bench.selection.record == 3
        QTest.keyClick(bench.high.bar.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
        assert bench.selection.record == 7

    arun(main())


def test_both_filters_work_together(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        tell(story)
        bench.pane.filter.use("number > 4")
        bench.high.open()
        bench.high.bar.line.use("tool == echo")
        await until(lambda: bench.shown() == [5, 7, 9] and bench.marked() == [1, 5, 9])
        bench.high.next()
        assert bench.selection.record == 5
        bench.high.previous()
        assert bench.selection.record == 9

    arun(main())


def test_new_records_and_changed_calls_are_looked_at(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.high.open()
        bench.high.bar.line.use("is:pending")
        exchange = story.ask()
        await until(lambda: bench.marked() == [1])
        story.answer(exchange)
        await until(lambda: bench.marked() == [])

    arun(main())


def test_marks_that_come_and_go_are_looked_at(
    bench: Bench, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        bench.high.show("is:marked")
        await until(lambda: len(bench.shown()) == 5 and not bench.high.matches.busy)
        journal.annotations.set_marked([3, 5], True)
        await until(lambda: bench.marked() == [3, 5] and not bench.high.matches.busy)
        journal.annotations.set_marked([3], False)
        await until(lambda: bench.marked() == [5] and not bench.high.matches.busy)

    arun(main())


def test_closing_marks_nothing_and_opening_marks_again(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        QTest.mouseClick(bench.high.toggle, Qt.MouseButton.LeftButton)
        bench.high.bar.line.use("tool == sum")
        await until(lambda: bench.marked() == [3, 7])
        QTest.mouseClick(bench.high.toggle, Qt.MouseButton.LeftButton)
        assert bench.marked() == []
        assert not bench.high.bar.isVisible()
        QTest.mouseClick(bench.high.toggle, Qt.MouseButton.LeftButton)
        await until(lambda: bench.marked() == [3, 7])

    arun(main())


@pytest.mark.parametrize(
    ("number", "forward", "expected"),
    [(0, True, 4), (4, True, 9), (9, True, 4), (5, False, 4), (4, False, 9), (0, False, 9), (99, True, 4)],
)
def test_the_next_number_in_both(number: int, forward: bool, expected: int) -> None:
    ours, theirs = array("q", [1, 2, 4, 7, 9]), array("q", [3, 4, 5, 8, 9, 10])
    assert next_common(ours, theirs, number, forward=forward) == expected


def test_nothing_in_common_is_no_next_number() -> None:
    assert next_common(array("q"), array("q", [1]), 0, forward=True) == 0
    assert next_common(array("q", [2, 4]), array("q", [1, 3]), 1, forward=False) == 0


@pytest.mark.parametrize("count", [3, 40, 300])
def test_other_verdicts_change_only_what_was_asked(count: int) -> None:
    numbers = array("q", range(0, 2000, 2))
    asked = list(range(1500, 1500 + count))
    shown = [number for number in asked if number % 3 == 0]
    expected = sorted((set(numbers) - set(asked)) | set(shown))
    assert list(revised(numbers, asked, shown)) == expected
    assert list(numbers) == list(range(0, 2000, 2))


def test_the_toggle_shows_whether_something_is_highlighted_and_closing_gives_the_rows_the_keyboard(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        bench.high.open()
        assert bench.high.toggle.isChecked() and bench.high.bar.isVisible()
        assert bench.pane.window().focusWidget() is bench.high.bar.line
        bench.high.bar.line.use("tool == sum")
        await until(lambda: bench.marked() == [3, 7])
        the(bench.high.bar, QToolButton, "highlight_close").click()
        assert not bench.high.toggle.isChecked() and not bench.high.bar.isVisible()
        assert bench.pane.window().focusWidget() is bench.pane.view
        await until(lambda: bench.marked() == [])
        bench.high.toggle.click()
        assert bench.high.bar.isVisible()
        assert bench.high.bar.line.selectedText() == "tool == sum", "ready to be typed over"
        bench.pane.bar.filter.setFocus()
        bench.high.toggle.click()
        assert not bench.high.bar.isVisible() and bench.pane.window().focusWidget() is bench.pane.view

    arun(main())


def test_a_condition_from_elsewhere_is_shown_and_walked_with_the_buttons(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        tell(story)
        bench.high.show("tool == echo")
        assert bench.high.toggle.isChecked() and bench.high.bar.line.text() == "tool == echo"
        await until(lambda: bench.marked() == [1, 5, 9] and len(bench.shown()) == 5)
        walked = []
        for name in ("next", "next", "previous"):
            the(bench.high.bar, QToolButton, f"highlight_{name}").click()
            walked.append(bench.selection.record)
        assert walked == [1, 5, 1]
        bench.high.previous()
        assert bench.selection.record == 9
        bench.high.set_mode("messages")
        await until(lambda: bench.marked() != [1, 5, 9] and not bench.high.matches.busy)

    arun(main())


def test_the_line_takes_the_room_between_its_sign_and_its_buttons(bench: Bench) -> None:
    bench.high.open()
    QApplication.processEvents()
    bar = bench.high.bar
    parts = [the(bar, QToolButton, f"highlight_{name}") for name in ("previous", "next", "close")]
    places = [bar.line.x(), bar.count.x(), *(one.x() for one in parts)]
    assert places == sorted(places) and parts[2].geometry().right() == bar.width() - 9
    assert bar.line.width() > bar.width() * 0.8 and bar.line.accessibleName() == "Find and highlight"
