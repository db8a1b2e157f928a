"""Choosing several rows of the timeline, with real keys and clicks."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.columns import METHOD
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.picking_table import row_ranges
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench, ask_menu

SHIFT = Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


def chosen(bench: TimelineBench) -> list[int]:
    return bench.pane.view.selected_numbers()


def click(
    bench: TimelineBench, row: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    view = bench.pane.view
    place = view.visualRect(view.model().index(row, METHOD)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def test_runs_of_rows_that_touch_are_one() -> None:
    assert row_ranges([(7, 9), (0, 2), (3, 3), (8, 12)]) == [(0, 3), (7, 12)]


def test_clicks_with_control_and_shift_choose_rows_and_the_current_one_is_shown(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(6):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 6)
        click(bench, 1)
        assert chosen(bench) == [2]
        click(bench, 4, CONTROL)
        assert chosen(bench) == [2, 5]
        assert bench.selection.record == 5
        click(bench, 5, SHIFT)
        assert chosen(bench) == [2, 5, 6]
        click(bench, 5, CONTROL)
        assert chosen(bench) == [2, 5]

    arun(main())


def test_shift_with_arrows_home_and_end_grows_the_choice(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(50):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 50)
        bench.selection.select(20)
        bench.key(Qt.Key.Key_Down, SHIFT)
        bench.key(Qt.Key.Key_Down, SHIFT)
        assert chosen(bench) == [20, 21, 22]
        bench.key(Qt.Key.Key_Up, SHIFT)
        assert chosen(bench) == [20, 21]
        assert bench.selection.record == 21
        bench.key(Qt.Key.Key_Home, SHIFT)
        assert chosen(bench) == list(range(1, 21))
        bench.key(Qt.Key.Key_End, SHIFT)
        assert chosen(bench) == list(range(20, 51))
        bench.key(Qt.Key.Key_Up)
        assert chosen(bench) == [49]

    arun(main())


def test_control_a_chooses_all_and_new_rows_do_not_join(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 5)
        bench.key(Qt.Key.Key_A, CONTROL)
        assert chosen(bench) == [1, 2, 3, 4, 5]
        story.stderr("late")
        await until(lambda: len(bench.shown()) == 6)
        assert chosen(bench) == [1, 2, 3, 4, 5]

    arun(main())


def test_chosen_rows_stay_chosen_under_another_filter_as_far_as_they_are_shown(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo", "sum", "echo"):
            story.call(target)
        await until(lambda: len(bench.shown()) == 5)
        click(bench, 0)
        click(bench, 1, CONTROL)
        click(bench, 2, CONTROL)
        bench.pane.filter.setText("target == echo")
        await until(lambda: bench.shown() == [1, 5, 9] and chosen(bench) == [1, 5])
        assert bench.selection.record == 5

    arun(main())


def test_another_record_of_the_same_selection_object_chooses_that_one_alone(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 5)
        bench.key(Qt.Key.Key_A, CONTROL)
        bench.selection.select(3)
        assert chosen(bench) == [3]

    arun(main())


def test_the_menu_on_a_chosen_row_keeps_the_choice_and_elsewhere_takes_that_row(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.stderr("x")
        await until(lambda: len(bench.shown()) == 5)
        click(bench, 1)
        click(bench, 2, SHIFT)
        view = bench.pane.view
        for row, wanted in ((1, [2, 3]), (4, [5])):
            place = view.visualRect(view.model().index(row, METHOD)).center()
            ask_menu(view, place)
            assert chosen(bench) == wanted
            menu = bench.pane.findChild(object, "timeline_menu")
            assert menu is not None
            menu.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    arun(main())


def test_all_of_many_rows_are_chosen_without_a_pause(
    bench: TimelineBench, story: Story, qapp: object
) -> None:
    model, view = bench.pane.view.model(), bench.pane.view
    assert isinstance(model, TimelineModel)
    model.show(array("q", range(1, 500_001)), True)
    view.grab()
    before = time.thread_time()
    QTest.keyClick(view, Qt.Key.Key_A, CONTROL)
    view.grab()
    assert time.thread_time() - before < 1  # 7 s while the head asked every row
    assert view.chosen.count() == len(chosen(bench)) == 500_000


def test_a_click_on_the_head_chooses_nothing(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x")
        await until(lambda: len(bench.shown()) == 1)
        head = bench.pane.view.horizontalHeader().viewport()
        QTest.mouseClick(head, Qt.MouseButton.LeftButton)
        assert chosen(bench) == []

    arun(main())


def test_a_click_below_the_last_row_changes_nothing(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.stderr("x")
        await until(lambda: len(bench.shown()) == 1)
        click(bench, 0)
        viewport = bench.pane.view.viewport()
        QTest.mouseClick(
            viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, viewport.rect().bottomLeft()
        )
        assert chosen(bench) == [1]

    arun(main())
