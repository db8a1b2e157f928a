"""The timeline as a user uses it: keys, filter, follow, selection."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QMenu

from inspector.trace.journal import Journal
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.timeline.view.columns import METHOD
from inspector.ui.widgets.time_axis import Axis
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story
from tests.ui.timeline_bench import TimelineBench, ask_menu


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[TimelineBench]:
    made = TimelineBench(journal)
    yield made
    made.close()


def test_calls_are_one_row_and_messages_are_two(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.call()
        await until(lambda: bench.shown() == [1, 3])
        bench.pane.mode.choose("messages")
        await until(lambda: bench.shown() == [1, 2, 3, 4])

    arun(main())


def test_a_filter_shows_what_matches_and_counts(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo"):
            story.call(target)
        QTest.keyClicks(bench.pane.filter, "target == echo")
        await until(lambda: bench.shown() == [1, 5])
        await until(lambda: bench.pane.count.text() == "2 of 3")

    arun(main())


def test_new_records_pass_the_filter_when_they_are_written(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.pane.filter.setText("target == echo")
        await until(lambda: bench.pane.count.text() == "0 of 0")
        story.call("sum")
        story.call("echo")
        await until(lambda: bench.shown() == [3])

    arun(main())


def test_a_call_leaves_the_filter_when_it_is_answered(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        bench.pane.filter.setText("is:pending")
        await until(lambda: bench.shown() == [1])
        story.answer(exchange)
        await until(lambda: bench.shown() == [])
        assert "No record matches" in bench.pane.view.empty_text()

    arun(main())


def test_a_filter_that_cannot_be_read_says_where_and_keeps_the_rows(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        bench.pane.filter.setText("nonsense == 3")
        assert bench.pane.filter.error_text().startswith("column 1: unknown field 'nonsense'")
        assert bench.shown() == [1]

    arun(main())


def test_escape_clears_the_filter(bench: TimelineBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call()
        bench.pane.filter.setText("target == nothing")
        await until(lambda: bench.pane.count.text() == "0 of 1")
        bench.key(Qt.Key.Key_Escape)
        await until(lambda: bench.shown() == [1])
        assert bench.pane.filter.text() == ""

    arun(main())


def test_typing_into_the_table_goes_to_the_filter(bench: TimelineBench) -> None:
    bench.key(Qt.Key.Key_E)
    assert bench.pane.filter.text() == "e"


def test_follow_keeps_the_newest_row_on_screen(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: bench.shown() and bench.pane.view.visible_rows()[1] == 99)
        assert bench.pane.follow.isChecked()

    arun(main())


def test_going_up_stops_following_and_a_pill_counts_what_is_new(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        bench.key(Qt.Key.Key_Home)
        assert not bench.pane.follow.isChecked()
        assert bench.selection.record == 1
        for number in range(7):
            story.stderr(f"more {number}")
        await until(lambda: bench.pane.pill.isVisible() and bench.pane.pill.text() == "7 new")
        assert bench.pane.view.visible_rows()[0] == 0
        QTest.mouseClick(bench.pane.pill, Qt.MouseButton.LeftButton)
        assert bench.pane.follow.isChecked()
        assert not bench.pane.pill.isVisible()
        assert bench.pane.view.visible_rows()[1] == 106

    arun(main())


def test_rows_below_an_open_menu_stay_until_it_is_closed(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: bench.shown() and bench.pane.view.visible_rows()[1] == 99)
        before = bench.pane.view.visible_rows()
        menu = QMenu(bench.pane)
        menu.addAction("Copy")
        menu.popup(bench.pane.view.viewport().mapToGlobal(QPoint(5, 5)))
        for number in range(20):
            story.stderr(f"more {number}")
        await until(lambda: len(bench.shown()) == 120)
        assert bench.pane.view.visible_rows() == before
        assert bench.pane.follow.isChecked()
        menu.close()
        await until(lambda: bench.pane.view.visible_rows()[1] == 119)
        assert bench.pane.follow.isChecked()

    arun(main())


def turn_wheel(bench: TimelineBench, notches: int) -> None:
    """Turn the wheel over the rows; positive is away from the hand, which goes up."""
    viewport = bench.pane.view.viewport()
    place = QPointF(viewport.rect().center())
    event = QWheelEvent(
        place,
        QPointF(viewport.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QCoreApplication.sendEvent(viewport, event)


@pytest.mark.parametrize("condition", ["", "not target == other"])
def test_a_pause_keeps_the_rows_and_counts_what_comes_until_it_ends(
    bench: TimelineBench, story: Story, arun: Runner, until: Until, condition: str
) -> None:
    async def main() -> None:
        bench.pane.filter.use(condition)
        waits = story.ask("tools/call", "slow")
        await until(lambda: bench.shown() == [1] and bench.settled())
        button = bench.pane.bar.pause
        button.click()
        assert button.objectName() == "timeline_pause" and button.isChecked() and button.text() == "+0"
        story.answer(waits)
        story.call("late")
        await until(lambda: button.text() == "+1")
        assert button.toolTip() == button.accessibleName() == "Paused, 1 new. Click to show them and go on"
        bench.pane.mode.choose("messages")
        await until(lambda: not bench.pane.busy and bench.settled())
        assert bench.shown() == [1], "another mode shows no more either"
        bench.pane.mode.choose("calls")
        await until(lambda: not bench.pane.busy and bench.settled())
        assert bench.shown() == [1]
        button.click()
        await until(lambda: bench.shown() == [1, 3])
        assert button.text() == "" and button.toolTip().startswith("Pause")
        story.call("later")
        await until(lambda: bench.shown() == [1, 3, 5])

    arun(main())


def test_a_filter_of_changing_calls_rests_while_it_is_paused(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        waits = story.ask("tools/call", "slow")
        bench.pane.filter.use("is:pending")
        await until(lambda: bench.shown() == [1] and not bench.pane.busy)
        bench.pane.bar.pause.click()
        story.answer(waits)
        await until(lambda: bool(bench.pane.rows._touched) and bench.settled())
        assert bench.shown() == [1]
        bench.pane.bar.pause.click()
        await until(lambda: bench.shown() == [])

    arun(main())


def test_cleared_rows_are_hidden_and_come_back(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo"):
            story.call(target)
        await until(lambda: bench.shown() == [1, 3, 5])
        chip = bench.pane.cleared_chip
        assert not chip.isVisible()
        bench.pane.bar.clear.click()
        await until(lambda: bench.shown() == [] and not bench.pane.busy)
        assert chip.isVisible() and chip.text() == "After #6" and "#6" in chip.accessibleName()
        assert bench.pane.view.empty_text().startswith("Cleared.")
        story.call("echo")
        story.call("sum")
        await until(lambda: bench.shown() == [7, 9])
        bench.pane.filter.use("target == echo")
        await until(lambda: bench.shown() == [7])
        chip.click()
        await until(lambda: bench.shown() == [1, 5, 7])
        assert not chip.isVisible() and bench.pane.filter.text() == "target == echo"
        bench.pane.clear()
        await until(lambda: bench.shown() == [] and not bench.pane.busy)
        bench.pane.take_filter_request(FilterRequest("exchange == 3", "replace", everywhere=True))
        assert not chip.isVisible() and bench.pane.mode.key() == "calls", "the user's choice stays"
        await until(lambda: bench.shown() == [3], what="the rows that a link asks for")

    arun(main())


def test_the_menu_of_a_row_clears_what_was_before_it(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo"):
            story.call(target)
        await until(lambda: bench.shown() == [1, 3, 5])
        menus: list[QMenu] = []
        bench.pane.menu_made.connect(menus.append)
        bench.pane.go_to(3)
        ask_menu(bench.pane.view, QPoint(200, bench.pane.view.rowViewportPosition(1) + 5))
        (entry,) = [one for one in menus[0].actions() if one.objectName() == "clear_before"]
        entry.trigger()
        menus[0].close()
        await until(lambda: bench.shown() == [3, 5])
        memory = bench.pane.memory()
        bench.pane.clear_up_to(0)
        await until(lambda: bench.shown() == [1, 3, 5])
        bench.pane.resume(memory)
        await until(lambda: bench.shown() == [3, 5])

    arun(main())


def test_the_wheel_stops_following_and_follows_again_at_the_end(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        turn_wheel(bench, 1)
        await until(lambda: not bench.pane.follow.isChecked())
        top = bench.pane.view.verticalScrollBar().value()
        story.stderr("new")
        await until(lambda: bench.pane.pill.isVisible())
        assert bench.pane.view.verticalScrollBar().value() == top
        turn_wheel(bench, -9)
        await until(bench.pane.follow.isChecked)
        assert not bench.pane.pill.isVisible()

    arun(main())


def test_the_check_box_follows_and_stays(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        bench.pane.follow.click()
        story.stderr("new")
        await until(lambda: bench.pane.pill.text() == "1 new")
        bench.pane.follow.click()
        assert bench.pane.view.visible_rows()[1] == 100

    arun(main())


def test_a_selected_row_moves_the_view_by_the_least(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        bench.key(Qt.Key.Key_Home)
        first, last = bench.pane.view.visible_rows()
        bench.selection.select(last)  # the row before the last one in sight
        assert bench.pane.view.visible_rows()[0] == first
        bench.selection.select(last + 10)
        assert bench.pane.view.visible_rows()[1] == last + 9

    arun(main())


def test_what_is_selected_before_its_row_is_there_comes_on_screen(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        bench.key(Qt.Key.Key_Home)
        bench.selection.select(story.ask().number)  # as *Send again* does
        await until(lambda: bench.pane.view.current_number() == 101)
        assert bench.pane.view.visible_rows()[1] == 100
        bench.pane.view.verticalScrollBar().setValue(0)
        story.stderr("more")
        await until(lambda: len(bench.shown()) == 102)
        assert bench.pane.view.visible_rows()[0] == 0

    arun(main())


def test_the_end_key_follows_again(bench: TimelineBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        bench.key(Qt.Key.Key_Home)
        bench.key(Qt.Key.Key_End)
        assert bench.pane.follow.isChecked()
        assert bench.selection.record == 100

    arun(main())


def test_arrows_select_records(bench: TimelineBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        story.call()
        story.call()
        await until(lambda: bench.shown() == [1, 3])
        bench.key(Qt.Key.Key_Home)
        bench.key(Qt.Key.Key_Down)
        assert bench.selection.record == 3

    arun(main())


def test_a_record_inside_a_call_is_shown_at_the_row_of_its_call(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        answer = story.call().answer
        await until(lambda: bench.shown() == [1, 3])
        bench.selection.select(answer)
        assert bench.pane.view.current_number() == 3
        assert bench.selection.record == answer

    arun(main())


def test_control_dot_and_comma_walk_the_exchange(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        story.stderr("between")
        story.part(exchange, "notification", role="progress")
        story.answer(exchange)
        await until(lambda: len(bench.shown()) == 2)
        bench.selection.select(1)
        control = Qt.KeyboardModifier.ControlModifier
        seen = []
        for key in (Qt.Key.Key_Period, Qt.Key.Key_Period, Qt.Key.Key_Period, Qt.Key.Key_Comma):
            bench.key(key, control)
            seen.append(bench.selection.record)
        assert seen == [3, 4, 4, 3]

    arun(main())


def test_control_g_goes_to_a_number(bench: TimelineBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for number in range(50):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 50)
        bench.key(Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
        await until(lambda: bench.pane.findChild(QInputDialog) is not None)
        dialog = bench.pane.findChild(QInputDialog)
        assert dialog is not None
        dialog.setIntValue(7)
        dialog.accept()
        await until(lambda: bench.selection.record == 7)
        assert bench.pane.view.current_number() == 7

    arun(main())


def test_the_selected_row_stays_selected_under_another_filter(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo"):
            story.call(target)
        await until(lambda: len(bench.shown()) == 3)
        bench.selection.select(5)
        bench.pane.filter.setText("target == echo")
        await until(lambda: bench.shown() == [1, 5] and not bench.pane.busy)
        assert bench.pane.view.current_number() == 5

    arun(main())


def test_enter_asks_for_the_detail(bench: TimelineBench) -> None:
    asked: list[int] = []

    def hear() -> None:
        asked.append(1)

    bench.pane.asked_detail.connect(hear)
    bench.key(Qt.Key.Key_Return)
    assert asked == [1]


def test_widths_mode_and_axis_come_back(bench: TimelineBench, journal: Journal) -> None:
    bench.pane.view.header.own_widths = True
    bench.pane.view.setColumnWidth(METHOD, 321)
    bench.pane.view.header.show_column(3, shown=False)
    bench.pane.mode.choose("messages")
    bench.pane.view.waterfall.set_mode("60")
    state = bench.pane.state()
    other = TimelineBench(journal)
    other.pane.restore_state(state)
    assert other.pane.view.columnWidth(METHOD) == 321
    assert other.pane.view.isColumnHidden(3)
    assert (other.pane.mode.key(), other.pane.view.waterfall.mode) == ("messages", "60")
    other.pane.close()


@pytest.mark.parametrize(
    "broken", [{}, {"columns": "zz"}, {"columns": [1, {"key": 3}, {"key": "no"}], "mode": "x", "axis": 7}]
)
def test_broken_state_changes_nothing(bench: TimelineBench, broken: dict[str, object]) -> None:
    before = bench.pane.state()
    bench.pane.restore_state(broken)
    bench.pane.restore_text("{no json")
    bench.pane.restore_text("[1]")
    assert bench.pane.state() == before


def test_pending_rows_tick_only_while_they_are_on_screen(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        exchange = story.ask()
        ticker = bench.pane.view._ticker
        await until(ticker.isActive)
        story.answer(exchange)
        await until(lambda: not ticker.isActive())

    arun(main())


def test_a_closed_pane_is_not_kept_alive_by_the_feed(
    journal: Journal, story: Story, arun: Callable[..., None]
) -> None:
    async def main() -> None:
        bench = TimelineBench(journal)
        seen = weakref.ref(bench.pane)
        bench.pane.close()
        bench.pane.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        del bench.pane
        gc.collect()
        assert seen() is None

    arun(main())


def test_chosen_rows_stay_chosen_when_many_rows_leave_a_filter_at_once(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        kept = story.ask()
        asked = [story.ask() for _ in range(100)]
        two = [story.ask(), story.ask()]
        bench.pane.filter.setText("is:pending")
        await until(lambda: bench.pane.count.text() == "103 of 103")
        bench.selection.select(kept.number)
        bench.pane.view.setFocus()
        bench.key(Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        bench.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
        assert len(bench.pane.view.selected_numbers()) == 102
        for exchange in asked:
            story.answer(exchange)
        await until(lambda: bench.shown() == [kept.number, *(one.number for one in two)])
        assert bench.pane.view.selected_numbers() == [kept.number, two[0].number]

    arun(main())


def test_what_a_person_has_in_it_goes_on_in_another_pane(
    bench: TimelineBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(80):
            story.call("echo" if number % 2 else "sum")
        await until(lambda: len(bench.shown()) == 80)
        bench.pane.filter.setText("target == echo")
        await until(lambda: len(bench.shown()) == 40 and not bench.pane.busy)
        bench.pane.add_colour_rule("is:error")
        bench.pane.set_follow(False)
        bench.pane.view.to_top(20)
        top = bench.pane.view.model().number_at(20)  # type: ignore[attr-defined]
        memory = bench.pane.memory()
        text, stretch, following, place, *_rest = memory
        assert (text, stretch, following, place) == ("target == echo", None, False, top)
        other = TimelineBench(journal)
        other.pane.resume(memory)
        await until(lambda: len(other.shown()) == 40 and not other.pane.busy)
        assert other.pane.filter.text() == "target == echo" and not other.pane.follow.isChecked()
        assert other.pane.rules.rules[0].filter == "is:error"
        first, _ = other.pane.view.visible_rows()
        assert other.shown()[first] == top, "the same row is the first in sight"
        other.close()

    arun(main())


def test_who_follows_goes_on_following_and_a_stretch_of_time_goes_on(
    bench: TimelineBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(30):
            story.stderr(str(number))
        await until(lambda: len(bench.shown()) == 30)
        bench.pane.stage.choose_range(Axis(START_NS, START_NS + 10**9))
        await until(lambda: 0 < len(bench.shown()) < 30 and not bench.pane.busy)
        left = bench.shown()
        memory = bench.pane.memory()
        assert memory[2:4] == (True, 0) and memory[1] == bench.pane.stage.range
        other = TimelineBench(journal)
        other.pane.resume(memory)
        await until(lambda: other.shown() == left)
        assert other.pane.follow.isChecked() and other.pane.stage.range == memory[1]
        other.close()

    arun(main())


def test_actions_are_meant_for_the_chosen_rows_else_for_the_record_that_is_looked_at(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(4):
            story.call()
        await until(lambda: len(bench.shown()) == 4)
        assert bench.pane.chosen_numbers(10) == []
        bench.selection.select(4)
        bench.pane.view.clearSelection()
        assert bench.pane.chosen_numbers(10) == [4]
        bench.pane.view.selectAll()
        assert bench.pane.chosen_numbers(10) == [1, 3, 5, 7] and len(bench.pane.chosen_numbers(2)) == 2
        assert bench.pane.shown == 4

    arun(main())


def test_a_wish_shows_the_rows_that_were_counted_and_all_the_time(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(4):
            story.call()
        await until(lambda: len(bench.shown()) == 4)
        for wish, mode, ranged in (
            (FilterRequest("is:answered", "and"), "calls", True),
            (FilterRequest("is:answered", "and", mode="messages"), "messages", True),
            (FilterRequest("is:answered", "replace", mode="calls", everywhere=True), "calls", False),
        ):
            bench.pane.stage.choose_range(Axis(START_NS, START_NS + 10**9))
            bench.pane.take_filter_request(wish)
            assert bench.pane.mode.key() == mode and (bench.pane.stage.range is not None) == ranged, wish
            assert "is:answered" in bench.pane.filter.text()
            bench.pane.filter.clear_filter()
        bench.pane.take_filter_request(FilterRequest("is:lost", "replace", apply=False))
        assert bench.pane.filter.text() == "is:lost"
        await until(lambda: len(bench.shown()) == 4)

    arun(main())


def test_an_empty_pane_says_why(bench: TimelineBench, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        assert bench.pane.view.empty_text().startswith("Nothing yet. ")
        story.call()
        await until(lambda: bench.shown() == [1])
        bench.pane.filter.setText("is:lost")
        await until(lambda: bench.shown() == [] and not bench.pane.busy)
        assert bench.pane.view.empty_text() == "No record matches this filter. Esc clears it."
        await until(lambda: bench.pane.count.text() == "0 of 1")

    arun(main())


def test_a_note_brings_its_column_and_the_last_one_takes_it_away(
    bench: TimelineBench, journal: Journal, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        before = len(bench.pane.columns())
        journal.annotations.set_note(1, "look here")
        await until(lambda: len(bench.pane.columns()) == before + 1)
        journal.annotations.set_note(1, "")
        await until(lambda: len(bench.pane.columns()) == before)

    arun(main())


def test_the_count_says_how_far_a_search_is_and_where_it_was_stopped(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum"):
            story.call(target)
        bench.pane.filter.setText("target == echo")
        await until(lambda: bench.pane.count.text() == "1 of 2")
        rows, pane, told = bench.pane._rows, bench.pane, list[bool]()
        pane.counted.connect(lambda: told.append(True))
        for busy, stopped, words in (
            (True, False, "1 found, 25% searched"),
            (False, True, "1 in the first 25%"),
            (False, False, "1 of 2"),
        ):
            rows.busy, rows.stopped, rows.progress = busy, stopped, 0.25
            rows.counted.emit()
            assert pane.count.text() == words
            assert pane._empty_text() == (
                "Searching…" if busy else "No record matches this filter. Esc clears it."
            )
        assert told == [True] * 3
        done: list[str] = []
        pane._rows.stop = lambda: done.append("stop")  # type: ignore[method-assign]
        pane._rows.go_on = lambda: done.append("go on")  # type: ignore[method-assign]
        for busy in (True, False):
            rows.busy = busy
            pane._stop_or_go_on()
        assert done == ["stop", "go on"]

    arun(main())


def test_the_menu_is_for_chosen_rows_alone(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1])
        bench.pane.view.show_row(-1)
        bench.pane.view.asked_menu.emit(QPoint(5, 5))
        assert bench.pane.findChild(QMenu, "timeline_menu") is None
        made: list[QMenu] = []
        bench.pane.menu_made.connect(made.append)
        bench.pane.view.show_row(0)
        bench.pane.view.asked_menu.emit(QPoint(5, 5))
        menu = bench.pane.findChild(QMenu, "timeline_menu")
        assert menu is not None and len(made) == 1 and menu.isVisible()
        names = [action.objectName() for action in menu.actions()]
        assert names.index("mark") > names.index("compare_base"), "marks come after what is done with a row"
        menu.close()

    arun(main())


def test_the_first_row_is_whole_at_the_end_and_after_scrolling_by_pixels(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: len(bench.shown()) == 100)
        view, bar = bench.pane.view, bench.pane.view.verticalScrollBar()
        height = view.rowHeight(0)
        assert bar.value() == bar.maximum() > 0 and view.rowViewportPosition(view.visible_rows()[0]) == 0
        bench.pane.set_follow(False)
        for left, row in ((7, 20), (height - 5, 21)):
            bar.setValue(20 * height + left)
            await until(lambda row=row: bar.value() == row * height)
        turn_wheel(bench, 1)
        assert bar.value() < 21 * height and bar.value() % height == 0

    arun(main())


def test_rows_that_leave_a_filter_do_not_move_what_is_read(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        calls = [story.ask("tools/call", f"t{number}") for number in range(60)]
        bench.pane.filter.setText("is:pending")
        await until(lambda: bench.pane.count.text() == "60 of 60" and bench.settled())
        view = bench.pane.view
        bench.key(Qt.Key.Key_Home)
        bar = view.verticalScrollBar()
        bar.setValue(bar.value() + 20 * view.rowHeight(0))
        bench.pane.follower.set(False)
        view.viewport().grab()
        first = view.model().number_at(view.visible_rows()[0])  # type: ignore[attr-defined]
        bench.selection.select(calls[25].number)
        for call in (*calls[:5], calls[25]):
            story.answer(call)
        await until(lambda: len(bench.shown()) == 54)
        assert view.model().number_at(view.visible_rows()[0]) == first  # type: ignore[attr-defined]
        assert view.rowViewportPosition(view.visible_rows()[0]) == 0
        assert bench.selection.record == calls[25].number and view.current_number() == 0
        bench.pane.follower.set(True)
        story.answer(calls[30])
        await until(lambda: len(bench.shown()) == 53)
        assert view.at_end() and bench.pane.follower.following

    arun(main())


def test_the_lines_of_an_exchange_grow_with_it(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        call, other = story.ask(), story.stderr("x")
        await until(lambda: bench.shown() == [call.number, other])
        gutter = bench.pane.view.gutter
        bench.selection.select(other)
        assert gutter.root == 0
        bench.selection.select(call.number)
        assert gutter.root == call.number and gutter.pending
        inner = story.ask("roots/list", "", direction="in", role="nested", parent=call.number)
        await until(lambda: len(bench.shown()) == 3)
        bench.selection.select(inner.number)
        assert gutter.root == call.number, "of a request of the server it is the call around it"
        story.answer(inner)
        story.answer(call)
        await until(lambda: bench.settled())
        bench.selection.select(call.number)
        assert not gutter.pending
        bench.selection.select(0)
        assert gutter.root == 0

    arun(main())


def test_words_follow_the_language(
    bench: TimelineBench, story: Story, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: bench.shown() == [1] and bench.settled())
        told: list[str] = []
        monkeypatch.setattr(bench.pane._model, "retranslate", lambda: told.append("rows"))
        bench.pane.counted.connect(lambda: told.append("count"))
        bench.pane.changeEvent(QEvent(QEvent.Type.PaletteChange))
        assert told == []
        bench.pane.changeEvent(QEvent(QEvent.Type.LanguageChange))
        assert told == ["rows", "count"]

    arun(main())


def test_escape_takes_away_a_stretch_of_time_as_well(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        story.call()
        await until(lambda: len(bench.shown()) == 2)
        bench.pane.stage.choose_range(Axis(START_NS, START_NS + 1))
        await until(lambda: bench.shown() == [1])
        bench.key(Qt.Key.Key_Escape)
        await until(lambda: len(bench.shown()) == 2)
        assert bench.pane.stage.range is None

    arun(main())
