"""The rows of the timeline on the screen: what is visible, how it moves, what keys and the mouse say."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QMouseEvent, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from inspector.trace.journal import Journal
from inspector.ui.session.dragged import dragged_text
from inspector.ui.timeline.view.columns import KIND, METHOD, WATERFALL
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.strokes import strokes
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


async def turns() -> None:
    """Let paint events come, one turn of the loop after the other; Qt's loop is never run inside qasync's."""
    for _ in range(5):
        await asyncio.sleep(0)


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


def test_columns_are_fitted_one_or_all_and_the_waterfall_takes_what_is_left(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        wide = {column: view.columnWidth(column) for column in view.header.shown()}
        view.fit_to_content(KIND)
        needed = max(view.sizeHintForColumn(KIND), view.header.sectionSizeHint(KIND))
        assert view.columnWidth(KIND) in (needed, needed + 1)
        assert view.header.own_widths
        changed = {column for column in view.header.shown() if view.columnWidth(column) != wide[column]}
        assert changed == {KIND, WATERFALL}
        view.fit_to_content()
        for column in view.header.shown()[:-1]:
            needed = max(view.sizeHintForColumn(column), view.header.sectionSizeHint(column))
            assert view.columnWidth(column) in (needed, needed + 1), column  # a line of the grid
        before = view.columnWidth(WATERFALL)
        view.fit_to_content(WATERFALL)
        assert view.columnWidth(WATERFALL) == before

    arun(main())


def test_a_view_at_its_end_stays_there_when_it_gets_another_size(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.last_row()
        bench.pane.resize(1200, 240)
        assert view.at_end()
        view.first_row()
        value = view.verticalScrollBar().value()
        bench.pane.resize(1200, 260)
        assert view.verticalScrollBar().value() == value == 0
        bench.pane.resize(900, 260)
        assert sum(map(view.columnWidth, view.header.shown())) == view.viewport().width()

    arun(main())


def test_rows_on_the_screen_tell_their_times_and_an_empty_table_why_it_is_empty(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        told: list[Axis] = []
        view.painted.connect(told.append)
        view.first_row()
        view.viewport().grab()
        first, last = view.visible_rows()
        ends = [view.model().cells_at(row).row.at_ns for row in (first, last)]  # type: ignore[attr-defined]
        assert told[-1] == Axis(*ends)
        assert not [one for one in strokes(view.viewport()) if one.text == "nothing here"]
        view.empty_text = lambda: "nothing here"
        view.model().show(array("q"), True)  # type: ignore[attr-defined]
        told.clear()
        (words,) = [one for one in strokes(view.viewport()) if one.how == "text"]
        assert (words.text, words.colour) == ("nothing here", theme.color("muted").name())
        assert view.viewport().rect().adjusted(24, 8, -24, -8).contains(words.rect.toRect())
        assert told == [] and view.visible_rows() == (0, -1)

    arun(main())


class _Painted(QObject):
    """What was painted of a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.regions = list[QRect]()
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions.append(event.rect())
        return super().eventFilter(watched, event)


def test_other_words_in_an_empty_table_are_painted_whole_wherever_it_was_painted_anew(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view, words = await ready(bench, until), ["nothing here"]

        def said() -> str:
            return words[0]

        view.empty_text = said
        view.model().show(array("q"), True)  # type: ignore[attr-defined]
        painted, whole, part = _Painted(view.viewport()), view.viewport().rect(), QRect(0, 0, 20, 20)
        await until(lambda: whole in painted.regions)
        await turns()
        painted.regions.clear()
        view.viewport().repaint(part)
        await turns()
        assert painted.regions == [part]
        words[0] = "less"
        view.viewport().repaint(part)
        await until(lambda: painted.regions == [part, part, whole])

    arun(main())


def test_a_chosen_row_is_dragged_as_its_message_and_another_is_not(
    bench: TimelineBench, arun: Runner, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.first_row()
        for row, drags in ((2, False), (2, True), (1, False)):
            QTest.mousePress(
                view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(30, top_of(view, row) + 3)
            )
            assert view.dragEnabled() is drags, row
            QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)
        view.show_row(1)
        dragged: list[tuple[QMimeData, object]] = []
        monkeypatch.setattr(
            QDrag, "exec", lambda drag, actions: dragged.append((drag.mimeData(), actions)) or actions
        )
        view.startDrag(Qt.DropAction.MoveAction)
        ((data, action),) = dragged
        assert '"tool1"' in dragged_text(data) and action == Qt.DropAction.CopyAction

    arun(main())


def test_shift_over_a_row_colours_what_belongs_to_it(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        outer = story.ask("tools/call", "outer")
        story.ask("sampling/createMessage", "", direction="in", channel="stdout", parent=outer.number)
        view = bench.pane.view
        await until(lambda: len(bench.shown()) == ROWS + 2)
        view.last_row()
        view.viewport().grab()

        def move(row: int, keys: Qt.KeyboardModifier, buttons: Qt.MouseButton) -> dict[int, str]:
            place = QPointF(30, top_of(view, row) + 3)
            event = QMouseEvent(
                QEvent.Type.MouseMove, place, view.viewport().mapToGlobal(place), buttons, buttons, keys
            )
            view.viewportEvent(event)
            return view.delegate.kin

        shift, none, free = (
            Qt.KeyboardModifier.ShiftModifier,
            Qt.KeyboardModifier.NoModifier,
            Qt.MouseButton.NoButton,
        )
        assert move(ROWS + 1, shift, free) == {outer.number: "client"}
        assert move(ROWS + 1, none, free) == {}
        assert move(ROWS + 1, shift | Qt.KeyboardModifier.ControlModifier, free) == {}
        assert move(ROWS + 1, shift, free) and move(ROWS + 1, shift, Qt.MouseButton.RightButton) == {}
        assert move(ROWS + 1, shift, free)
        view.viewportEvent(QEvent(QEvent.Type.Leave))
        assert view.delegate.kin == {}

    arun(main())


def test_the_wheel_with_control_zooms_the_waterfall_over_its_column_alone(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        x = view.columnViewportPosition(WATERFALL)
        top = view.viewport().mapTo(view, QPoint(0, 5)).y()
        assert view.takes_zoom(QPoint(x + 20, top))
        assert not view.takes_zoom(QPoint(x - 20, top)) and not view.takes_zoom(QPoint(x + 20, 1))

    arun(main())


def test_durations_stop_counting_on_where_nobody_sees_them_and_follow_the_letters(
    bench: TimelineBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = bench.pane.view
        story.ask("tools/call", "slow")
        await until(lambda: len(bench.shown()) == ROWS + 1)
        view.last_row()
        view.viewport().grab()
        assert view._ticker.isActive()
        view._tick()
        assert view._ticker.isActive()
        view.hide()
        view._tick()
        assert not view._ticker.isActive()
        view.show()
        index = view.model().index(0, METHOD)
        narrow = view.delegate.sizeHint(QStyleOptionViewItem(), index).width()
        font = view.font()
        font.setPointSizeF(2 * font.pointSizeF())
        view.setFont(font)
        assert view.delegate.sizeHint(QStyleOptionViewItem(), index).width() > 1.5 * narrow

    arun(main())


def test_a_row_whose_choice_was_taken_away_is_chosen_again_without_scrolling_by_itself(
    bench: TimelineBench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        view = await ready(bench, until)
        view.show_row(ROWS - 1)
        assert view.at_end() and view.hasAutoScroll()
        view.clearSelection()
        view.show_row(ROWS - 1)
        assert view.selected_numbers() == [bench.shown()[-1]], "chosen, not current alone"

    arun(main())
