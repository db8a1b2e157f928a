"""The picture of a call's phases: bars on a common axis, ticks, the moment of the record, and links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame
from pytestqt.qtbot import QtBot

from inspector.ui.detail.phases import Phase, Timing
from inspector.ui.detail.timing import TimingView
from inspector.ui.widgets import theme
from tests.ui.strokes import Stroke, strokes

pytestmark = pytest.mark.gui

MS = 10**6
BASE = 10**18
WAIT = Phase("Waiting", BASE, BASE + 60 * MS, 0.6)
READ = Phase("Reading", BASE + 60 * MS, BASE + 100 * MS, 1.0)
TOTAL = Phase("Total", BASE, BASE + 100 * MS, 0.45)
NESTED = Phase("↳ roots/list", BASE + 20 * MS, BASE + 30 * MS, 0.7, 9)


@pytest.fixture
def view(qtbot: QtBot) -> TimingView:
    made = TimingView()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def row_y(row: int) -> float:
    """The middle of a row."""
    return theme.SPACE // 2 + (row + 0.5) * theme.row_height()


def bars(found: list[Stroke]) -> list[Stroke]:
    """The frame of each bar, from top to bottom."""
    colours = (theme.color("client").name(), theme.color("server").name())
    return [one for one in found if one.how == "fill" and one.colour in colours]


def texts(found: list[Stroke]) -> list[str]:
    return [one.text for one in found if one.how == "text"]


def test_each_phase_is_a_row_with_name_bar_and_length(view: TimingView) -> None:
    view.show_timing(Timing((WAIT, READ, TOTAL)))
    found = strokes(view.page)
    assert texts(found) == ["Waiting", "60 ms", "Reading", "40 ms", "Total", "100 ms"]
    names = [one for one in found if one.how == "text" and one.side == "left"]
    numbers = [one for one in found if one.how == "text" and one.text.endswith(" ms")]
    waiting, reading, total = bars(found)
    for place, (name, bar, number) in enumerate(zip(names, (waiting, reading, total), numbers, strict=True)):
        assert abs(name.middle.y() - row_y(place)) < 1 and abs(bar.middle.y() - row_y(place)) < 1
        assert name.rect.right() <= total.rect.left() and number.rect.left() >= total.rect.right()
        assert number.rect.right() <= view.page.width()
    assert waiting.rect.left() == total.rect.left()
    assert abs(waiting.rect.right() - reading.rect.left()) < 0.01
    assert abs(reading.rect.right() - total.rect.right()) < 0.01
    assert abs(waiting.rect.width() / total.rect.width() - 0.6) < 0.01
    assert total.rect.width() > view.page.width() / 3


def test_a_weaker_bar_has_a_frame_and_a_full_one_is_filled(view: TimingView) -> None:
    view.show_timing(Timing((WAIT, READ)))
    fills = [one for one in strokes(view.page) if one.how == "fill"][1:]
    waiting, inner, reading = fills
    assert inner.rect == waiting.rect.adjusted(1, 1, -1, -1) and inner.colour != waiting.colour
    assert reading.colour == theme.color("client").name()


def test_the_shortest_phase_is_seen_and_stays_inside(view: TimingView) -> None:
    late = Phase("Late", TOTAL.end_ns, TOTAL.end_ns, 1.0)
    view.show_timing(Timing((TOTAL, late)))
    total, end = bars(strokes(view.page))
    assert end.rect.width() == 2 and total.rect.right() - 3.1 <= end.rect.left() <= total.rect.right() - 1


def test_no_time_at_all_is_drawn_without_a_mistake(view: TimingView) -> None:
    view.show_timing(Timing((Phase("Total", BASE, BASE, 0.45),)))
    assert len(bars(strokes(view.page))) == 1
    view.show_timing(Timing())
    assert texts(strokes(view.page)) == []


def test_progress_is_ticks_on_the_bar_of_the_total_and_none_outside(view: TimingView) -> None:
    ticks = (BASE - MS, BASE, BASE + 50 * MS, BASE + 100 * MS, BASE + 101 * MS)
    view.show_timing(Timing((WAIT, TOTAL), ticks))
    found = strokes(view.page)
    total = bars(found)[1]
    shapes = [one for one in found if one.how == "shape"]
    assert [round(100 * (one.middle.x() - total.rect.left()) / total.rect.width()) for one in shapes] == [
        0,
        50,
        100,
    ]
    for shape in shapes:
        assert shape.colour == theme.color("server").name() and shape.rect.width() == 6
        assert (
            abs(shape.rect.top() - (row_y(1) - theme.row_height() / 2 + 2)) < 1 and shape.rect.height() == 5
        )


def test_the_moment_of_the_record_is_a_line_through_all_phases(view: TimingView) -> None:
    view.show_timing(Timing((WAIT, TOTAL), here_ns=BASE + 25 * MS, notes=("a note",)))
    found = strokes(view.page)
    [line] = [one for one in found if one.how == "line"]
    total = bars(found)[1]
    assert abs((line.middle.x() - total.rect.left()) / total.rect.width() - 0.25) < 0.01
    assert line.colour == theme.color("accent").name() and line.style == Qt.PenStyle.DashLine
    top, bottom = row_y(0) - theme.row_height() / 2, row_y(1) + theme.row_height() / 2
    assert abs(line.rect.top() - top) < 2 and abs(line.rect.bottom() - bottom) < 2
    for at, edge in ((BASE - 50 * MS, total.rect.left()), (BASE + 500 * MS, total.rect.right())):
        view.show_timing(Timing((TOTAL,), here_ns=at))
        [line] = [one for one in strokes(view.page) if one.how == "line"]
        assert abs(line.middle.x() - edge) <= 1.5, "it stays inside of the picture"
    view.show_timing(Timing((TOTAL,)))
    assert not [one for one in strokes(view.page) if one.how == "line"]
    view.show_timing(Timing(here_ns=BASE))
    assert not [one for one in strokes(view.page) if one.how == "line"]


def test_notes_stand_below_the_phases(view: TimingView) -> None:
    view.show_timing(Timing((TOTAL,), notes=("first", "second")))
    notes = [one for one in strokes(view.page) if one.text in ("first", "second")]
    assert [round(one.middle.y() - row_y(place)) for place, one in enumerate(notes, 1)] == [0, 0]
    assert {one.colour for one in notes} == {theme.color("muted").name()}
    assert view.page.minimumHeight() == 3 * theme.row_height() + theme.SPACE
    assert view.page.sizeHint().height() == view.page.minimumHeight()
    assert view.words() == "Total: 100 ms; first; second"


def test_many_rows_are_scrolled(view: TimingView) -> None:
    view.show_timing(Timing((TOTAL,), notes=tuple(map(str, range(40)))))
    bar = view.verticalScrollBar()
    assert bar.maximum() > 0 and not view.horizontalScrollBar().isVisible()


def test_only_a_nested_request_is_a_link(view: TimingView) -> None:
    view.show_timing(Timing((TOTAL, NESTED), notes=("a note",)))
    asked: list[int] = []
    view.asked_record.connect(asked.append)
    name = next(one for one in strokes(view.page) if one.text == NESTED.name)
    assert name.colour == theme.color("accent").name()
    assert bars(strokes(view.page))[1].colour == theme.color("server").name()
    left = Qt.MouseButton.LeftButton
    for row, shape in ((0, Qt.CursorShape.ArrowCursor), (1, Qt.CursorShape.PointingHandCursor)):
        place = QPoint(20, round(row_y(row)))
        QTest.mouseMove(view.page, place + QPoint(1, 0))
        QTest.mouseMove(view.page, place)
        assert view.page.cursor().shape() == shape
        QTest.mouseClick(view.page, left, pos=place)
        QTest.mouseClick(view.page, Qt.MouseButton.RightButton, pos=place)
    QTest.mouseClick(view.page, left, pos=QPoint(20, round(row_y(2))))
    QTest.mouseClick(view.page, left, pos=QPoint(20, 1))
    assert asked == [9]


def test_time_goes_from_left_to_right_in_a_picture_without_a_frame(view: TimingView) -> None:
    assert view.frameShape() == QFrame.Shape.NoFrame and view.widgetResizable()
    assert view.page.layoutDirection() == Qt.LayoutDirection.LeftToRight
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert view.page.layoutDirection() == Qt.LayoutDirection.LeftToRight, "in every language"
    assert view.page.hasMouseTracking() and view.page.sizeHint().width() == theme.px(300)
    assert view.page.accessibleName() == "Phases of the call" and view.accessibleName() == "Timing"
