"""The rows of the timeline on the screen: what is visible, how it moves, what keys and the mouse say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.view import TimelineView
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench, ask_menu

pytestmark = pytest.mark.gui

ROWS = 40


@pytest.fixture
def bench(journal: Journal, story: Story, qloop: object) -> Iterator[TimelineBench]:
    for number in range(ROWS):
        story.call(f"tool{number}")
    made = TimelineBench(journal)
    yield made
    made.close()


async def ready(bench: TimelineBench, until: Until) -> TimelineView:
    view = bench.pane.view
    await until(lambda: bench.settled() and len(bench.shown()) == ROWS and view.verticalScrollBar().maximum())
    view.viewport().grab()
    return view


def top_of(view: TimelineView, row: int) -> int:
    """Where a row begins, in px below the first that is visible."""
    return view.rowViewportPosition(row)


def test_the_view_moves_as_little_as_a_row_needs(bench: TimelineBench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        height, room = view.rowHeight(0), view.viewport().height()
        view.first_row()
        assert view.verticalScrollBar().value() == 0 and view.visible_rows()[0] == 0
        below = view.visible_rows()[1] + 3
        view.bring(below)
        assert top_of(view, below) + height == room
        value = view.verticalScrollBar().value()
        view.bring(below - 2)
        assert view.verticalScrollBar().value() == value, "it was visible"
        view.bring(1)
        assert top_of(view, 1) == 0
        view.to_top(5)
        assert top_of(view, 5) == 0 and view.visible_rows()[0] == 5

    arun(main())


def test_the_last_row_visible_is_the_one_at_the_lower_edge(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.first_row()
        first, last = view.visible_rows()
        assert first == 0 and top_of(view, last) < view.viewport().height() <= top_of(view, last + 1)
        assert not view.at_end()
        view.last_row()
        assert view.at_end() and view.visible_rows()[1] == ROWS - 1
        assert view.current_number() == bench.shown()[-1]

    arun(main())


def test_home_and_end_go_to_the_first_and_the_last_row(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        moved: list[int] = []
        view.navigated.connect(lambda: moved.append(view.current_number()))
        bench.key(Qt.Key.Key_Home)
        bench.key(Qt.Key.Key_Down)
        bench.key(Qt.Key.Key_End)
        numbers = bench.shown()
        assert moved == [numbers[0], numbers[1], numbers[-1]]
        view.show_row(-1)
        assert view.current_number() == 0 and not view.selectionModel().hasSelection()

    arun(main())


def test_keys_go_on_beside_a_row_that_a_filter_took_away(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.show_row(-1)
        view.left = bench.shown()[7]
        bench.key(Qt.Key.Key_Down)
        assert view.current_number() == bench.shown()[7]

    arun(main())


def test_letters_go_to_the_filter_enter_to_the_detail_and_a_semicolon_to_the_note(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        told: list[str] = []
        view.typed.connect(lambda text: told.append(f"typed {text}"))
        view.asked_detail.connect(lambda: told.append("detail"))
        view.asked_note.connect(lambda: told.append("note"))
        QTest.keyClicks(view, "t")
        bench.key(Qt.Key.Key_Return)
        bench.key(Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
        QTest.keyClicks(view, ";")
        bench.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        bench.key(Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
        assert told == ["typed t", "detail", "detail", "note"]

    arun(main())


def test_a_menu_is_for_the_row_under_the_mouse_or_for_all_that_are_chosen(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.asked_menu.disconnect()
        places: list[QPoint] = []
        view.asked_menu.connect(places.append)
        view.first_row()
        place = QPoint(30, top_of(view, 2) + 3)
        ask_menu(view, place)
        assert view.current_number() == bench.shown()[2]
        assert places == [view.viewport().mapToGlobal(place)]
        bench.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
        ask_menu(view, place)
        chosen = {index.row() for index in view.selectionModel().selectedRows(0)}
        assert chosen == {2, 3}, "a row that is chosen leaves the others chosen"

    arun(main())


def test_the_menu_key_opens_the_menu_below_the_current_row(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.asked_menu.disconnect()
        places: list[QPoint] = []
        view.asked_menu.connect(places.append)
        view.first_row()
        view.show_row(3)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5))
        view.contextMenuEvent(event)
        assert view.current_number() == bench.shown()[3]
        (place,) = places
        assert view.viewport().mapFromGlobal(place).y() == top_of(view, 3) + view.rowHeight(3) - 1

    arun(main())


def test_only_rows_that_wait_for_an_answer_are_painted_again_by_themselves(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        assert not view._ticker.isActive()
        call = story.ask("tools/call", "slow")
        await until(lambda: len(bench.shown()) == ROWS + 1)
        view.last_row()
        view.viewport().grab()
        assert view._ticker.isActive()
        story.answer(call)
        await until(lambda: view.viewport().grab() and not view._ticker.isActive())

    arun(main())
