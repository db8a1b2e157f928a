"""Rows sorted by a click on a header: the order, the arrow, what stays, and what comes later."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from inspector.trace.journal import Journal
from inspector.trace.sorting import RowOrder, RowSort
from inspector.ui.timeline.view.columns import (
    COLUMNS,
    DURATION,
    METHOD,
    NUMBER,
    SERVER,
    TARGET,
    TIME,
    WATERFALL,
)
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.story import Story
from tests.ui.timeline_bench import ask_menu

pytestmark = pytest.mark.gui
UP, DOWN = "▲", "▼"


class Bench(ColumnBench):
    def __init__(self, journal: Journal) -> None:
        super().__init__(journal)
        self.model = self.pane.view._timeline
        self.follow, self.pill = self.pane.follow, self.pane.pill

    def rows(self) -> list[int]:
        """Record numbers from top to bottom."""
        return [self.model.number_at(row) for row in range(self.model.rowCount())]

    def click(self, column: int) -> None:
        header = self.view.header
        middle = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
        place = QPoint(middle, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def arrow(self) -> tuple[int, str] | None:
        """The column with an arrow, and the arrow."""
        headings = [
            str(self.model.headerData(column, Qt.Orientation.Horizontal))
            for column in range(self.model.columnCount())
        ]
        return next(
            ((at, heading[-1]) for at, heading in enumerate(headings) if heading[-1] in (UP, DOWN)), None
        )


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    made = Bench(journal)
    yield made
    made.close()


async def told(bench: Bench, story: Story, until: Until, targets: str = "cab") -> list[int]:
    """A call of each target; their numbers."""
    before = bench.model.numbers[:]
    numbers = [story.call(target).number for target in targets]
    await until(lambda: bench.shown() == [*before, *numbers])
    story.journal.flush()
    await until(lambda: story.journal.written == story.journal.last and not bench.pane.busy)
    return numbers


def test_a_click_sorts_a_second_reverses_a_third_gives_back_the_order_of_recording(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.click(TARGET)
        assert bench.arrow() == (TARGET, UP), "at once"
        await until(lambda: bench.rows() == [a, b, c])
        assert bench.shown() == [c, a, b], "other views have them in the order of recording"
        bench.click(TARGET)
        await until(lambda: bench.rows() == [c, b, a])
        assert bench.arrow() == (TARGET, DOWN)
        bench.click(TARGET)
        await until(lambda: bench.rows() == [c, a, b])
        assert bench.arrow() is None

    arun(main())


def test_quick_clicks_count_each(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        header = bench.view.header
        place = QPoint(header.sectionViewportPosition(TARGET) + 30, 5)
        viewport, left = header.viewport(), Qt.MouseButton.LeftButton
        QTest.mouseClick(viewport, left, pos=place)
        QTest.mouseDClick(viewport, left, pos=place)  # which is all that a widget hears of a second press
        QTest.mouseRelease(viewport, left, pos=place)
        assert bench.arrow() == (TARGET, DOWN)
        await until(lambda: bench.rows() == [c, b, a])

    arun(main())


def test_the_number_goes_from_the_order_of_recording_down_and_back(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        one, two, three = await told(bench, story, until)
        bench.click(NUMBER)
        await until(lambda: bench.rows() == [three, two, one])
        bench.click(NUMBER)
        assert bench.rows() == [one, two, three] and bench.arrow() is None

    arun(main())


def test_drawing_or_moving_a_column_sorts_nothing(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await told(bench, story, until)
        header = bench.view.header
        viewport, left = header.viewport(), Qt.MouseButton.LeftButton

        def drag(start: int, end: int) -> None:
            QTest.mousePress(viewport, left, pos=QPoint(start, 8))
            QTest.mouseMove(viewport, QPoint((start + end) // 2, 8))
            QTest.mouseMove(viewport, QPoint(end, 8))
            QTest.mouseRelease(viewport, left, pos=QPoint(end, 8))

        def edge() -> int:
            return header.sectionViewportPosition(TARGET) + header.sectionSize(TARGET) - 1

        drag(edge(), edge() + 40)
        drag(edge(), edge())
        drag(header.sectionViewportPosition(SERVER) + 30, edge())
        for button in (Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton):
            QTest.mouseClick(viewport, button, pos=QPoint(header.sectionViewportPosition(TARGET) + 30, 8))
        assert bench.arrow() is None and not bench.pane.busy

    arun(main())


def test_a_column_of_json_values_sorts_and_when_it_goes_the_order_of_recording_is_back(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.pane.add_column("$.params.name")
        bench.click(len(COLUMNS))
        await until(lambda: bench.rows() == [a, b, c])
        bench.pane.column_actions.menu.open(QPoint(), len(COLUMNS))
        bench.model.remove_column(len(COLUMNS))
        assert bench.rows() == [c, a, b] and bench.arrow() is None
        for menu in bench.view.findChildren(QMenu, "timeline_columns"):
            menu.close()

    arun(main())


def test_what_comes_later_is_counted_and_a_press_sorts_it_in(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.click(TARGET)
        await until(lambda: bench.rows() == [a, b, c] and not bench.pane.busy)
        assert not bench.pill.isVisible()
        aa, d = await told(bench, story, until, "ad")
        assert bench.rows() == [a, b, c], "no row jumps"
        await until(lambda: bench.pill.isVisible() and bench.pill.text() == "2 new: sort again")
        assert bench.pane.count.text() == "5"
        QTest.mouseClick(bench.pill, Qt.MouseButton.LeftButton)
        await until(lambda: bench.rows() == [a, aa, b, c, d])
        assert not bench.pill.isVisible()

    arun(main())


def test_following_is_off_while_sorted_and_goes_on_afterwards(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        numbers = await told(bench, story, until, "x" * 60)
        bar = bench.view.verticalScrollBar()
        assert bench.follow.isChecked() and bar.value() == bar.maximum() > 0
        plain = bench.follow.toolTip()
        bench.click(DURATION)
        await until(lambda: bench.model.sorted_by is not None and not bench.pane.busy)
        assert not bench.follow.isChecked() and not bench.follow.isEnabled()
        assert "sorted by Duration" in bench.follow.toolTip()
        assert bar.value() == 0, "what is first is what a sort is for"
        bench.key(Qt.Key.Key_End)
        assert not bench.follow.isChecked() and bar.value() == bar.maximum()
        bench.pane.set_follow(True)
        assert not bench.follow.isChecked()
        bench.click(DURATION)
        bench.click(DURATION)
        assert bench.rows() == numbers and bench.follow.isEnabled() and bench.follow.toolTip() == plain
        assert bench.follow.isChecked() and bar.value() == bar.maximum()

    arun(main())


def test_the_row_that_is_read_stays_under_the_eye(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        numbers = await told(bench, story, until, "x" * 60)
        bench.pane.set_follow(False)
        bench.view.to_top(25)
        bench.view.show_row(28)
        y = bench.view.rowViewportPosition(28)
        bench.click(NUMBER)
        await until(lambda: bench.rows() == numbers[::-1] and not bench.pane.busy)
        row = bench.view.currentIndex().row()
        assert (bench.model.number_at(row), bench.view.rowViewportPosition(row)) == (numbers[28], y)
        assert bench.selection.record == numbers[28]
        bench.click(NUMBER)
        assert bench.view.rowViewportPosition(28) == y

    arun(main())


def test_chosen_rows_stay_chosen_and_are_told_in_the_order_of_recording(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.view.show_row(0)
        bench.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        assert bench.view.selected_numbers() == [c, a]
        bench.click(TARGET)
        await until(lambda: bench.rows() == [a, b, c] and not bench.pane.busy)
        assert bench.view.selected_numbers() == [c, a]
        bench.view.selectAll()
        assert bench.view.selected_numbers() == [c, a, b]

    arun(main())


def test_a_filter_applies_before_the_sort_and_rows_leave_while_sorted(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        waiting = [story.ask(target=target) for target in "bca"]
        story.call("z")
        bench.pane.filter.setText("is:pending")
        b, c, a = (one.number for one in waiting)
        await until(lambda: bench.shown() == [b, c, a] and not bench.pane.busy)
        bench.click(TARGET)
        await until(lambda: bench.rows() == [a, b, c])
        story.answer(waiting[0])
        await until(lambda: bench.rows() == [a, c])
        assert bench.model.row_of(c) == 1
        late = story.ask(target="aa").number
        await until(lambda: bench.pill.isVisible())
        bench.pane.filter.setText("")
        await until(lambda: bench.rows() == [a, late, b, c, 4])
        assert bench.arrow() == (TARGET, UP) and not bench.pill.isVisible()
        bench.pane.filter.setText("target in {a, b, c}")
        await until(lambda: bench.rows() == [a, b, c])

    arun(main())


def test_many_rows_that_leave_a_filter_leave_the_sorted_rows(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        waiting = [story.ask() for _ in range(70)]
        bench.pane.filter.setText("is:pending")
        await until(lambda: len(bench.rows()) == 70 and not bench.pane.busy)
        bench.click(NUMBER)
        await until(lambda: bench.rows() == [one.number for one in waiting[::-1]])
        for one in waiting[2:]:
            story.answer(one)
        await until(lambda: bench.rows() == [waiting[1].number, waiting[0].number])

    arun(main())


def test_jumps_go_by_the_rows_as_they_stand(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.click(TARGET)
        await until(lambda: bench.rows() == [a, b, c] and not bench.pane.busy)
        said: list[str] = []
        bench.pane.marks.said.connect(said.append)
        story.journal.annotations.set_marked([a, c], True)
        bench.view.show_row(bench.model.row_of(b))
        bench.pane.marks.next()
        assert bench.selection.record == c and said == []
        bench.pane.marks.next()
        assert bench.selection.record == a and said == ["Continued from the top."]
        bench.pane.marks.previous()
        assert bench.selection.record == c and said[1:] == ["Continued from the end."]
        bench.pane.going.previous_row()
        assert bench.selection.record == b
        bench.pane.go_to(a)
        assert bench.view.currentIndex().row() == 0

    arun(main())


def test_a_menu_that_keys_can_open_sorts_too(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.view.show_row(0)

        def choose(name: str) -> bool:
            ask_menu(bench.view, bench.view.visualRect(bench.model.index(0, METHOD)).center())
            [menu] = bench.pane.findChildren(QMenu, "timeline_menu")
            [sorts] = menu.findChildren(QMenu, "timeline_sorts")
            [action] = [one for one in sorts.actions() if one.objectName() == name]
            checked = action.isChecked()
            action.trigger()
            menu.close()
            menu.deleteLater()
            return checked

        assert not choose("sort_target")
        await until(lambda: bench.rows() == [a, b, c] and not bench.pane.busy)
        assert choose("sort_target"), "and again the other way"
        await until(lambda: bench.rows() == [c, b, a] and not bench.pane.busy)
        await until(lambda: not bench.pane.findChildren(QMenu, "timeline_menu"))
        assert not choose("sort_recording")
        assert bench.rows() == [c, a, b]

    arun(main())


def test_the_menu_of_the_header_sorts_either_way_and_not(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.choose(TARGET, "sort_descending")
        await until(lambda: bench.rows() == [c, b, a])
        bench.choose(TARGET, "sort_ascending")
        await until(lambda: bench.rows() == [a, b, c])
        bench.choose(TIME, "sort_recording")
        assert bench.rows() == [c, a, b]

    arun(main())


def test_the_heading_says_the_order_in_words(bench: Bench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        await told(bench, story, until)

        def spoken(column: int) -> str:
            role = Qt.ItemDataRole.AccessibleTextRole
            return str(bench.model.headerData(column, Qt.Orientation.Horizontal, role))

        bench.choose(TARGET, "sort_descending")
        await until(lambda: spoken(TARGET) == "Target, sorted descending")
        assert spoken(TIME) == "Time"
        bench.choose(TARGET, "sort_ascending")
        await until(lambda: spoken(TARGET) == "Target, sorted ascending")

    arun(main())


def test_the_time_since_the_row_before_counts_from_the_one_recorded_before(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await told(bench, story, until)
        bench.pane.column_actions.set_time("previous")
        before = bench.texts(TIME)
        bench.click(NUMBER)
        await until(lambda: bench.model.sorted_by is not None)
        assert bench.texts(TIME) == before[::-1]

    arun(main())


def test_a_sorted_waterfall_shows_its_title_with_the_arrow(
    bench: Bench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await told(bench, story, until)
        axis = bench.view.header.findChild(object, "waterfall_axis")
        assert axis.isVisible()  # type: ignore[union-attr]
        bench.click(WATERFALL)
        await until(lambda: not axis.isVisible())  # type: ignore[union-attr]

    arun(main())


class Gate:
    """Holds `Journal.sorted` up until it is let through."""

    def __init__(self, journal: Journal) -> None:
        self._sorted, self.open, self.cancelled = journal.sorted, threading.Event(), 0
        journal.sorted = self.wait  # type: ignore[method-assign]

    def wait(
        self, mode: str, numbers: object, where: object, sort: RowSort, cancelled: Callable[[], bool]
    ) -> RowOrder | None:
        while not self.open.wait(0.01):
            if cancelled():
                self.cancelled += 1
                return None
        return self._sorted(mode, numbers, where, sort, cancelled)  # type: ignore[arg-type]


def test_a_sort_is_stopped_by_its_button_or_by_another_one(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        gate = Gate(journal)
        bench.click(TARGET)
        assert bench.pane.count.text() == "Sorting 3…"
        assert bench.rows() == [c, a, b]
        stop = bench.pane.bar._stop
        await until(stop.isVisible)
        assert stop.toolTip() == "Stop sorting: back to the order of recording"
        QTest.mouseClick(stop, Qt.MouseButton.LeftButton)
        assert bench.arrow() is None and bench.follow.isEnabled() and not bench.pane.busy
        await until(lambda: gate.cancelled == 1)
        bench.click(TARGET)
        bench.click(NUMBER)
        bench.click(NUMBER)
        story.call("d")
        gate.open.set()
        await until(lambda: bench.rows() == [b, a, c])
        await until(lambda: bench.pill.text() == "1 new: sort again")
        assert not stop.isVisible()

    arun(main())


def test_a_sort_goes_on_in_another_pane(
    bench: Bench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        c, a, b = await told(bench, story, until)
        bench.click(TARGET)
        await until(lambda: bench.rows() == [a, b, c])
        other = Bench(journal)
        other.pane.resume(bench.pane.memory())
        await until(lambda: other.rows() == [a, b, c])
        assert other.arrow() == (TARGET, UP)
        other.click(TARGET)
        other.click(TARGET)
        assert other.follow.isChecked()
        other.close()

    arun(main())
