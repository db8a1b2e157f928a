"""The mouse over the waterfall: wheel, drag and hover over its column, and the axis in the header."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING, Nested, Parts
from inspector.ui.timeline.view.cells import make_cells
from inspector.ui.timeline.view.columns import METHOD, WATERFALL
from inspector.ui.timeline.waterfall.controller import phases_html
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.parts import the
from tests.ui.story import START_NS, Story
from tests.ui.strokes import Stroke, strokes
from tests.ui.timeline.waterfall.test_waterfall import CONTROL, LEFT, NONE, SHIFT, Shown


@pytest.fixture
def shown(journal: Journal, qloop: object) -> Iterator[Shown]:
    made = Shown(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_control_and_the_wheel_zoom_at_the_pointer(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        before, length = shown.time_at(0.25), shown.waterfall.shown.length_ns
        shown.wheel(shown.at(0.25), CONTROL, 3)
        assert shown.waterfall.shown.length_ns == pytest.approx(length * 0.7**3, rel=0.01)
        assert shown.time_at(0.25) == pytest.approx(before, abs=length / 100)
        shown.wheel(shown.at(0.25), CONTROL, -3)
        assert shown.waterfall.shown.length_ns == pytest.approx(length, rel=0.01)

    arun(main())


def test_the_wheel_beside_the_waterfall_scrolls_as_ever(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: shown.rows() == 100 and shown.painted())
        place = shown.view.visualRect(shown.view.model().index(99, METHOD)).center()
        before = shown.view.verticalScrollBar().value()
        shown.wheel(place, NONE)
        assert shown.view.verticalScrollBar().value() < before
        assert not shown.waterfall.zoomed

    arun(main())


def test_shift_wheel_and_a_drag_move_and_a_double_click_fits_again(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(5):
            story.call()
        await until(lambda: shown.rows() == 5 and shown.painted())
        first = shown.waterfall.shown
        shown.wheel(shown.at(0.5), SHIFT, -2)
        moved = shown.waterfall.shown
        assert moved.start_ns - first.start_ns == pytest.approx(first.length_ns * 0.2, rel=0.01)
        viewport = shown.view.viewport()
        QTest.mousePress(viewport, LEFT, pos=shown.at(0.2))
        QTest.mouseMove(viewport, shown.at(0.4))
        QTest.mouseMove(viewport, shown.at(0.7, 3))
        QTest.mouseRelease(viewport, LEFT, pos=shown.at(0.7, 3))
        back = moved.start_ns - shown.waterfall.shown.start_ns
        assert back == pytest.approx(first.length_ns * 0.5, rel=0.05)
        assert len(shown.view.selectionModel().selectedRows()) == 1  # a drag here chooses no rows
        QTest.mouseDClick(viewport, LEFT, pos=shown.at(0.5))
        shown.view.viewport().repaint()
        assert shown.waterfall.shown == first

    arun(main())


def test_keys_zoom_and_a_button_in_the_header_fits_again(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call()
        await until(lambda: shown.rows() == 1 and shown.painted())
        button = shown.view.findChild(QToolButton, "waterfall_reset")
        assert button is not None
        assert not button.isVisible()
        shown.pane.activateWindow()
        shown.view.setFocus()
        await until(shown.view.hasFocus)
        length = shown.waterfall.shown.length_ns
        QTest.keyClick(shown.view, Qt.Key.Key_Equal, CONTROL | Qt.KeyboardModifier.AltModifier)
        assert shown.waterfall.shown.length_ns < length
        QTest.keyClick(shown.view, Qt.Key.Key_Right, CONTROL)
        QTest.mouseClick(button, LEFT)
        assert not shown.waterfall.zoomed

    arun(main())


def test_shift_over_a_row_colours_what_belongs_to_it(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        outer = story.ask()
        inner = story.ask("roots/list", "", direction="in", parent=outer.number, role="nested")
        story.answer(inner)
        story.answer(outer)
        parts = shown.waterfall.parts
        assert parts is not None
        await until(lambda: shown.painted() and parts.of(outer.number).nested)
        for row, kin in ((0, {inner.number: "server"}), (1, {outer.number: "client"})):
            place = QPointF(shown.at(0.5, row))
            move = QMouseEvent(
                QEvent.Type.MouseMove, place, place, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, SHIFT
            )
            QCoreApplication.sendEvent(shown.view.viewport(), move)
            assert shown.view.delegate.kin == kin
        QCoreApplication.sendEvent(shown.view.viewport(), QEvent(QEvent.Type.Leave))
        assert not shown.view.delegate.kin

    arun(main())


async def five(shown: Shown, story: Story, until: Until) -> None:
    for _ in range(5):
        story.call()
    await until(lambda: shown.rows() == 5 and shown.painted())


def axis(shown: Shown) -> list[Stroke]:
    return strokes(the(shown.view, QWidget, "waterfall_axis"))


def test_the_axis_lies_over_its_head_wherever_that_is(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        head, header = the(shown.view, QWidget, "waterfall_axis"), shown.view.header
        for _ in range(2):
            assert (head.x(), head.width()) == (
                header.sectionViewportPosition(WATERFALL),
                header.sectionSize(WATERFALL),
            )
            assert head.height() == header.height()
            header.move_column(WATERFALL, -3)
        header.show_column(WATERFALL, shown=False)
        assert not head.isVisible()
        header.show_column(WATERFALL, shown=True)
        assert head.isVisible()

    arun(main())


def test_the_words_of_the_axis_stand_at_their_ticks_and_none_over_another(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        head, metrics = the(shown.view, QWidget, "waterfall_axis"), shown.view.header.fontMetrics()
        painted = axis(shown)
        ticks = [one for one in painted if one.how == "fill" and one.rect.width() == 1]
        words = [one for one in painted if one.how == "text"]
        expected = [round(6 + x) for x, _text in shown.waterfall.ticks(head.width() - 12)]
        assert [one.rect.x() for one in ticks] == expected and len(expected) > 1
        assert {(one.rect.top(), one.rect.height()) for one in ticks} == {(head.height() - 7, 6)}
        assert words[0].text == "0.0 s" and words[0].rect.x() == ticks[0].rect.x() + 3
        ends = [one.rect.x() + metrics.horizontalAdvance(one.text) for one in words]
        assert all(end < one.rect.x() for end, one in zip(ends, words[1:], strict=False))
        assert ends[-1] <= head.width()
        assert {one.colour for one in words} == {theme.color("muted").name()}

    arun(main())


def test_a_zoomed_axis_has_another_colour_and_leaves_its_button_free(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        shown.wheel(shown.at(0.3), CONTROL, 2)
        assert shown.painted()
        head, button = (
            the(shown.view, QWidget, "waterfall_axis"),
            the(shown.view, QToolButton, "waterfall_reset"),
        )
        words = [one for one in axis(shown) if one.how == "text"]
        assert {one.colour for one in words} == {theme.color("accent").name()}
        metrics = head.fontMetrics()
        assert button.isVisible() and button.geometry().right() < head.geometry().right() + 1
        assert button.geometry().left() > head.geometry().center().x()
        assert abs(button.geometry().center().y() - head.geometry().center().y()) <= 1
        ends = [head.x() + one.rect.x() + metrics.horizontalAdvance(one.text) for one in words]
        assert max(ends) <= button.x() + 1

    arun(main())


def test_a_small_jerk_is_a_click_and_a_hand_that_holds_the_bars_is_closed(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        viewport = shown.view.viewport()
        place = shown.at(0.5)
        QTest.mousePress(viewport, LEFT, pos=place)
        QTest.mouseMove(viewport, place + QPoint(3, 0))
        assert not shown.waterfall.zoomed
        assert viewport.cursor().shape() != Qt.CursorShape.ClosedHandCursor
        QTest.mouseMove(viewport, place + QPoint(5, 0))
        assert shown.waterfall.zoomed
        assert viewport.cursor().shape() == Qt.CursorShape.ClosedHandCursor
        QTest.mouseRelease(viewport, LEFT, pos=place + QPoint(5, 0))
        assert viewport.cursor().shape() != Qt.CursorShape.ClosedHandCursor

    arun(main())


def test_a_drag_moves_the_bars_with_the_pointer(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        held = shown.time_at(0.7)
        viewport = shown.view.viewport()
        QTest.mousePress(viewport, LEFT, pos=shown.at(0.7))
        QTest.mouseMove(viewport, shown.at(0.5))
        QTest.mouseMove(viewport, shown.at(0.3))
        QTest.mouseRelease(viewport, LEFT, pos=shown.at(0.3))
        assert shown.time_at(0.3) == pytest.approx(held, abs=shown.waterfall.shown.length_ns / 50)

    arun(main())


def test_a_double_click_elsewhere_or_with_another_button_fits_nothing(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        shown.wheel(shown.at(0.5), CONTROL, 2)
        viewport = shown.view.viewport()
        QTest.mouseDClick(
            viewport, LEFT, pos=shown.view.visualRect(shown.view.model().index(0, METHOD)).center()
        )
        assert shown.waterfall.zoomed
        before = shown.waterfall.shown
        QTest.mousePress(viewport, Qt.MouseButton.MiddleButton, pos=shown.at(0.2))
        QTest.mouseMove(viewport, shown.at(0.6))
        QTest.mouseRelease(viewport, Qt.MouseButton.MiddleButton, pos=shown.at(0.6))
        assert shown.waterfall.shown == before

    arun(main())


def test_the_wheel_over_the_column_without_a_key_scrolls(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(100):
            story.stderr(f"line {number}")
        await until(lambda: shown.rows() == 100 and shown.painted())
        before = shown.view.verticalScrollBar().value()
        shown.wheel(shown.at(0.5), NONE)
        assert shown.view.verticalScrollBar().value() < before and not shown.waterfall.zoomed

    arun(main())


def test_the_pointer_over_a_bar_gets_its_phases_and_beside_it_what_the_cell_says(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.call("echo")
        await until(lambda: shown.rows() == 1 and shown.cells().row.status == "done" and shown.painted())

        def hover(place: QPoint) -> str:
            QToolTip.hideText()
            viewport = shown.view.viewport()
            event = QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
            QCoreApplication.sendEvent(viewport, event)
            return QToolTip.text()

        assert "waiting" in hover(shown.at(0.5)) and "echo" in QToolTip.text()
        method = shown.view.visualRect(shown.view.model().index(0, METHOD)).center()
        assert "waiting" not in hover(method)
        QToolTip.hideText()

    arun(main())


MS = 10**6
pytestmark = pytest.mark.usefixtures("qapp")


def lines(journal: Journal, number: int, parts: Parts = NOTHING, now_ns: int = START_NS) -> list[str]:
    html = phases_html(make_cells(journal.rows([number])[0], True, START_NS, {}), now_ns, START_NS, parts)
    rows = html.replace("&nbsp;", " ").replace("<br>", " | ").split("</tr>")
    return [re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", row)).strip() for row in rows]


def test_what_opens_no_call_has_nothing_to_say(journal: Journal, story: Story) -> None:
    answer = story.answer(story.ask())
    assert lines(journal, answer) == [""]
    assert lines(journal, story.stderr("x")) == [""]


def test_it_began_so_long_after_the_session(journal: Journal, story: Story) -> None:
    story.stderr("x")
    asked = story.call()
    found = lines(journal, asked.number)
    assert found[0].endswith("started 0.100 s")
    assert found[1:5] == ["■ queued 1.0 ms", "■ waiting 98 ms", "■ receiving 1.0 ms",
                          "total 100 ms"]  # fmt: skip


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, []),
        (1, ["progress ×1 +10 ms"]),
        (8, ["progress ×8 +10 ms +20 ms +30 ms | +40 ms +50 ms +60 ms | +70 ms +80 ms"]),
        (10, ["progress ×10 +10 ms +20 ms +30 ms | +40 ms … +70 ms | +80 ms +90 ms +100 ms"]),
    ],
)
def test_of_much_progress_the_first_and_the_last_is_told(
    journal: Journal, story: Story, count: int, said: list[str]
) -> None:
    ticks = tuple(START_NS + place * 10 * MS for place in range(1, count + 1))
    found = lines(journal, story.call().number, Parts(progress=ticks))
    assert [one for one in found if one.startswith("progress")] == said


def test_rounds_are_counted_from_the_second(journal: Journal, story: Story) -> None:
    rounds = tuple(START_NS + place * 10 * MS for place in range(1, 11))
    found = lines(journal, story.call().number, Parts(rounds=rounds))
    told = [one for one in found if one.startswith("round")]
    assert told[0] == "round 2 +10 ms" and told[-1] == "round 9 +80 ms"


def test_of_many_questions_of_the_server_eight_are_named_and_the_rest_is_counted(
    journal: Journal, story: Story
) -> None:
    asked = story.ask()
    nested = [Nested(2, "m" * 70, "", "pending", START_NS + 10 * MS, 0)]
    nested += [Nested(n, "roots/list", "", "done", START_NS, START_NS + MS) for n in range(3, 10)]
    found = lines(journal, asked.number, Parts(nested=tuple(nested)), START_NS + 30 * MS)
    assert found[4] == "total 30 ms …"
    assert found[5:7] == ["requested by the server meanwhile", f"■ #2 {'m' * 59}… 20 ms … (+10 ms)"]
    assert found[7].startswith("■ #3 roots/list 1.0 ms")
    assert not any(one.startswith("and") for one in found)
    two_more = tuple(nested + nested[-2:])
    assert "and 2 more" in lines(journal, asked.number, Parts(nested=two_more))


def test_a_row_alone_has_no_kin_and_an_answer_has_its_call(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        asked = story.ask()
        story.answer(asked)
        story.stderr("x")
        await until(lambda: shown.rows() == 2 and shown.painted())
        controller = shown.view._hands
        assert [controller.kin_at(shown.at(0.5, row)) for row in range(2)] == [{}, {}]
        assert controller.kin_at(QPoint(5, shown.view.viewport().height() - 2)) == {}, "below the rows"
        shown.pane.mode.choose("messages")
        await until(lambda: shown.rows() == 3 and shown.cells(1).row.number == 2)
        kin = [controller.kin_at(shown.at(0.5, row)) for row in range(3)]
        assert kin == [{}, {asked.number: "client"}, {}]

    arun(main())


def test_a_wheel_that_turns_sideways_zooms_and_moves_as_well(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)

        def sideways(keys: Qt.KeyboardModifier, x: int) -> bool:
            place = QPointF(shown.at(0.5))
            event = QWheelEvent(
                place, QPointF(shown.view.viewport().mapToGlobal(place.toPoint())), QPoint(), QPoint(x, 0),
                Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            return shown.view._hands.take(event)

        first = shown.waterfall.shown
        assert sideways(SHIFT, -120)
        moved = shown.waterfall.shown
        assert moved.start_ns - first.start_ns == pytest.approx(first.length_ns * 0.1, rel=0.01)
        assert sideways(CONTROL, 120)
        assert shown.waterfall.shown.length_ns == pytest.approx(first.length_ns * 0.7, rel=0.01)
        before = shown.waterfall.shown
        assert not sideways(NONE, 120) and shown.waterfall.shown == before, "the rows scroll"

    arun(main())


def test_a_wheel_and_a_press_count_from_edge_to_edge_of_the_column(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        column = shown.view._hands.column()
        y = shown.at(0.5).y()
        for x, is_over in (
            (column.left() - 1, False),
            (column.right() + 1, False),
            (column.left(), True),
            (column.right(), True),
        ):
            shown.waterfall.reset()
            shown.wheel(QPoint(x, y), CONTROL, 2)
            assert shown.waterfall.zoomed is is_over, x
            shown.waterfall.reset()
            press = QMouseEvent(QEvent.Type.MouseButtonPress, QPointF(x, y), QPointF(x, y), LEFT, LEFT, NONE)
            shown.view._hands.take(press)
            assert (shown.view._hands._pressed >= 0) is is_over, x

    arun(main())


def test_the_button_to_fit_says_so_and_goes_with_its_column(
    shown: Shown, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        await five(shown, story, until)
        button = the(shown.view, QToolButton, "waterfall_reset")
        assert button.toolTip() == "Fit waterfall (double-click)"
        assert button.accessibleName() == "Fit waterfall"
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus and button.autoRaise()
        shown.wheel(shown.at(0.5), CONTROL, 2)
        assert shown.painted() and button.isVisible() and button.width() == button.height()
        shown.view.header.show_column(WATERFALL, shown=False)
        assert not button.isVisible()
        shown.view.header.show_column(WATERFALL, shown=True)
        assert button.isVisible()

    arun(main())


def test_a_name_of_sixty_letters_is_whole(journal: Journal, story: Story) -> None:
    asked = story.ask()
    for length, said in ((60, "m" * 60), (61, "m" * 59 + "…")):
        nested = Nested(2, "m" * length, "", "done", START_NS, START_NS + MS)
        assert lines(journal, asked.number, Parts(nested=(nested,)))[6].startswith(f"■ #2 {said} ")
    markup = Nested(2, "<b>", "", "done", START_NS, START_NS + MS)
    html = phases_html(
        make_cells(journal.rows([asked.number])[0], True, START_NS, {}),
        START_NS,
        START_NS,
        Parts(nested=(markup,)),
    )
    assert "#2 &lt;b&gt;" in html
