"""The chart of latencies draws whatever was measured."""

from __future__ import annotations

from array import array

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip
from pytestqt.qtbot import QtBot

from inspector.trace.statistics.series import MOST_DOTS, Bin, Dot, Series, series
from inspector.trace.statistics.statistics import Group
from inspector.ui.analysis.statistics_chart import StatisticsChart
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import shade
from tests.ui.strokes import Stroke, strokes


def group(durations: list[int]) -> Group:
    started = array("q", (place * 1000 for place in range(len(durations))))
    return Group(
        durations=array("q", durations), started=started, numbers=array("q", range(1, len(durations) + 1))
    )


@pytest.mark.parametrize("log", [True, False])
@pytest.mark.parametrize("durations", [[0], [0, 0], [1, 10**13], [999] * (MOST_DOTS + 1), [0, 10**6]])
def test_it_draws_every_range_of_durations(qapp: object, durations: list[int], log: bool) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    chart.set_log(log)
    empty = chart.grab().toImage()
    chart.show_series(series([group(durations)]), "echo", 0)
    assert chart.grab().toImage() != empty  # an exception while painting fails the test, too
    chart.show_series(None, "echo", 0)
    assert chart.text_at(QPointF(200, 80)) == ""
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()


def test_few_calls_are_counted_and_make_no_rate(qapp: object) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    one = series([group([5_000_000])])
    assert one is not None and chart.legend(one)[1] == "bars: calls"
    chart.show_series(one, "echo", 0)
    texts = {chart.text_at(QPointF(x, 140.0)) for x in range(70, 380)} - {""}
    assert texts and all("1 calls (1 / 1.0 ms)" in text for text in texts)
    many = series([group([5_000_000] * 500)])
    assert many is not None and chart.legend(many)[1] == "bars: calls/s"
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()


def test_a_stretch_says_what_is_in_it(qapp: object) -> None:
    chart = StatisticsChart()
    chart.resize(400, 160)
    chart.show_series(series([group([5_000_000] * (MOST_DOTS + 1))]), "echo", 0)
    texts = {chart.text_at(QPointF(x, 140.0)) for x in range(70, 380)}
    assert any("1,000 calls" in text and "p50 5.0 ms" in text for text in texts)
    chart.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    chart.close()


MS, SECOND = 10**6, 10**9
LEFT = Qt.MouseButton.LeftButton
FEW = Series(
    1000 * SECOND,
    SECOND,
    (Bin(2, 10 * MS, 10 * MS, 10 * MS), None, None, Bin(1, 40 * MS, 40 * MS, 40 * MS)),
    (
        Dot(1000 * SECOND, 10 * MS, 1),
        Dot(1000 * SECOND + SECOND // 2, 10 * MS, 3),
        Dot(1003 * SECOND, 40 * MS, 5),
    ),
)
MANY = Series(
    1000 * SECOND,
    SECOND,
    (Bin(50, 10 * MS, 20 * MS, 30 * MS), None, Bin(100, 20 * MS, 40 * MS, 80 * MS)),
    (),
)


class Chart(StatisticsChart):
    """On the screen, 500 × 240."""

    def of(self, how: str, role: str = "") -> list[Stroke]:
        tone = theme.color(role).name() if role else ""
        return [one for one in strokes(self) if one.how == how and tone in ("", one.colour)]

    def words(self, side: str = "") -> list[str]:
        return [one.text for one in self.of("text") if side in ("", one.side)]

    def dot(self, number: int) -> QPoint:
        return self.of("dot")[number].middle.toPoint()


@pytest.fixture
def chart(qtbot: QtBot, qapp: QApplication) -> Chart:
    theme.install(qapp, "light")
    made = Chart()
    qtbot.addWidget(made)
    made.resize(500, 240)
    made.show_series(FEW, "echo", 999 * SECOND)
    made.show()
    return made


def test_without_a_series_it_says_what_to_do(chart: Chart) -> None:
    chart.show_series(None, "", 0)
    assert chart.words() == ["Select a line to see its latency over time."]
    chart.show_series(None, "echo", 0)
    assert chart.words() == ["No completed calls of echo yet."]
    assert chart.accessibleDescription() == "echo"


def test_a_dot_stands_where_its_call_began_and_as_high_as_it_took_long(chart: Chart) -> None:
    dots = [one.middle for one in chart.of("dot", "client")]
    assert len(dots) == 3
    (first, second, third), scale = dots, chart.of("line", "border")
    left, right = scale[0].rect.left(), scale[0].rect.right()
    assert first.x() == pytest.approx(left)
    assert second.x() == pytest.approx(left + (right - left) / 8)
    assert third.x() == pytest.approx(left + (right - left) * 3 / 4)
    assert first.y() == second.y() > third.y()
    assert right == chart.width() - 12
    assert {one.style for one in chart.of("dot")} == {Qt.PenStyle.NoPen}, "a dot has no ring around it"


def test_the_logarithmic_scale_has_equal_steps_for_equal_factors(chart: Chart) -> None:
    texts = {one.text: one.middle.y() for one in chart.of("text") if one.side == "right"}
    lines = [one.rect.y() for one in chart.of("line", "border")]
    assert {"5.0 ms", "10 ms", "20 ms"} <= set(texts)
    assert texts["5.0 ms"] - texts["10 ms"] == pytest.approx(texts["10 ms"] - texts["20 ms"], abs=0.01)
    for value in ("5.0 ms", "10 ms", "20 ms"):
        assert any(y == pytest.approx(texts[value]) for y in lines), value
    dots = chart.of("dot")
    assert dots[0].middle.y() == pytest.approx(texts["10 ms"])
    chart.set_log(False)
    even = {one.text: one.middle.y() for one in chart.of("text") if one.side == "right"}
    one, two = [line.rect.y() for line in chart.of("line", "border")]
    assert (one, two) == pytest.approx((even["20 ms"], even["40 ms"]))
    assert chart.of("dot")[0].middle.y() - one == pytest.approx((one - two) / 2), "10 ms: half as far"
    assert chart.of("dot")[2].middle.y() == pytest.approx(even["40 ms"])


def test_the_times_of_the_session_stand_below_its_ends(chart: Chart) -> None:
    foot = [one for one in chart.of("text") if one.rect.bottom() == chart.height()]
    assert [(one.text, one.side) for one in foot] == [("1.000 s", "left"), ("5.000 s", "right")]


def test_many_calls_are_bands_with_a_line_and_their_longest(chart: Chart) -> None:
    chart.show_series(MANY, "echo", 0)
    assert not chart.of("dot")
    ground, longest = theme.tint("client", 0.35).name(), theme.color("warning").name()
    bands = [one for one in chart.of("fill") if one.colour == ground]
    tops = [one for one in chart.of("fill") if one.colour == longest]
    (way,) = chart.of("way", "client")
    assert (len(bands), len(tops), len(way.points)) == (2, 2, 2)
    texts = {one.text: one.middle.y() for one in chart.of("text") if one.side == "right"}
    assert bands[0].rect.top() == pytest.approx(texts["20 ms"])
    assert bands[0].rect.bottom() == pytest.approx(texts["10 ms"])
    assert way.points[1][1] == pytest.approx(texts["20 ms"])
    assert [tops[0].rect.top() < bands[0].rect.top(), tops[1].rect.top() < bands[1].rect.top()] == [
        True,
        True,
    ]
    wide = chart.of("line", "border")[0].rect.width() / 3
    assert bands[1].rect.left() - bands[0].rect.left() == pytest.approx(2 * wide)
    assert bands[0].rect.width() == pytest.approx(wide - 0.5)
    assert way.points[0][0] == pytest.approx(bands[0].rect.left() + wide / 2)


def test_below_stands_how_many_there_were(chart: Chart) -> None:
    chart.show_series(MANY, "echo", 0)
    first, second = [one.rect for one in chart.of("fill") if one.colour == shade("server", 0.0).name()]
    assert second.height() == pytest.approx(2 * first.height()) and first.bottom() == second.bottom()
    scale = chart.of("line", "border")[-1].rect
    assert second.top() > scale.top() and second.bottom() < chart.height() - chart.fontMetrics().height()
    assert "100/s" in chart.words("right")
    chart.show_series(FEW, "echo", 0)
    assert "2" in chart.words("right")


def test_the_legend_gives_way_to_the_title(chart: Chart) -> None:
    assert "each dot is a call · bars: calls" in chart.words("right") and "echo" in chart.words("left")
    chart.show_series(MANY, "echo", 0)
    assert "line p50, band to p95, tick longest · bars: calls/s" in chart.words("right")
    room = chart.width() - 12 - chart.of("line", "border")[0].rect.left()
    title = "a"
    while chart.fontMetrics().horizontalAdvance(title) < room:
        title += "a"
    chart.show_series(MANY, title, 0)
    assert not any("p50" in one for one in chart.words())
    assert any("…" in one for one in chart.words("left"))


def test_a_low_chart_has_no_scale_that_would_cover_it(chart: Chart) -> None:
    chart.resize(500, 60)
    assert not chart.of("line", "border") and chart.of("dot")
    assert chart.words("left") == ["echo"]


def test_a_click_on_a_dot_chooses_its_call_and_beside_it_the_stretch(chart: Chart, qtbot: QtBot) -> None:
    chosen: list[object] = []
    chart.record_chosen.connect(chosen.append)
    chart.stretch_chosen.connect(lambda start, end: chosen.append((start, end)))
    QTest.mouseClick(chart, LEFT, pos=chart.dot(2) + QPoint(5, 0))
    QTest.mouseClick(chart, LEFT, pos=chart.dot(2) + QPoint(1, 30))
    QTest.mouseClick(chart, Qt.MouseButton.RightButton, pos=chart.dot(2))
    empty = chart.dot(2) - QPoint(40, 0)
    QTest.mouseClick(chart, LEFT, pos=empty)
    QTest.mouseClick(chart, LEFT, pos=QPoint(3, 100))
    assert chosen == [5, (4 * SECOND, 5 * SECOND)]


def drag(chart: Chart, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(chart, LEFT, pos=start)
    QTest.mouseMove(chart, end)


def test_a_drag_in_either_direction_chooses_a_stretch_of_time(chart: Chart) -> None:
    chosen: list[tuple[float, float]] = []
    chart.stretch_chosen.connect(lambda start, end: chosen.append((start, end)))
    line = chart.of("line", "border")[0].rect
    left, right = line.left(), line.right()
    quarter, half = (QPoint(round(left + (right - left) * share), 100) for share in (0.25, 0.5))
    for start, end in ((quarter, half), (half, quarter)):
        drag(chart, start, end)
        assert [one.rect.left() for one in chart.of("fill", "accent")] == [quarter.x()]
        assert [one.rect.right() for one in chart.of("fill", "accent")] == [half.x()]
        QTest.mouseRelease(chart, LEFT, pos=end)
        assert not chart.of("fill", "accent")
    for first, last in chosen:
        assert first == pytest.approx(2 * SECOND, abs=SECOND / 50)
        assert last == pytest.approx(3 * SECOND, abs=SECOND / 50)
    assert len(chosen) == 2


def test_a_drag_out_of_the_chart_ends_at_its_border(chart: Chart) -> None:
    chosen: list[tuple[float, float]] = []
    chart.stretch_chosen.connect(lambda start, end: chosen.append((start, end)))
    drag(chart, QPoint(200, 100), QPoint(2, 100))
    QTest.mouseRelease(chart, LEFT, pos=QPoint(2, 100))
    drag(chart, QPoint(200, 100), QPoint(498, 100))
    QTest.mouseRelease(chart, LEFT, pos=QPoint(498, 100))
    assert (chosen[0][0], chosen[1][1]) == (SECOND, 5 * SECOND)


def test_escape_gives_a_drag_up(chart: Chart) -> None:
    chosen: list[object] = []
    chart.stretch_chosen.connect(lambda start, end: chosen.append((start, end)))
    drag(chart, QPoint(200, 100), QPoint(300, 100))
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert not chart.of("fill", "accent")
    QTest.mouseRelease(chart, LEFT, pos=QPoint(300, 100))
    assert not chosen


def test_the_pointer_is_told_what_is_there(chart: Chart) -> None:
    assert chart.text_at(QPointF(chart.dot(2))) == "#5  4.000 s  40 ms"
    beside = QPointF(chart.dot(2)) + QPointF(9, 0)
    assert chart.text_at(beside) == (
        "from 4.000 s: 1 calls (1 / 1.00 s), p50 40 ms, p95 40 ms, longest 40 ms"
    )
    assert chart.text_at(QPointF(chart.dot(2)) - QPointF(40, 0)) == ""
    assert chart.text_at(QPointF(2, 100)) == "" == chart.text_at(QPointF(498, 100))
    QTest.mouseMove(chart, chart.dot(2) + QPoint(1, 0))
    assert QToolTip.text().startswith("#5")
    QToolTip.hideText()
    chart.show_series(MANY, "", 0)
    assert "100 calls (100/s)" in chart.text_at(QPointF(480, 100))


def test_slow_rates_keep_two_digits(chart: Chart) -> None:
    slow = Series(0, 4 * SECOND, (Bin(10, MS, MS, MS),), ())
    chart.show_series(slow, "", 0)
    assert "10 calls (2.5/s)" in chart.text_at(QPointF(250, 100))


def test_it_takes_the_room_there_is_and_time_goes_from_left_to_right(chart: Chart) -> None:
    assert chart.layoutDirection() == Qt.LayoutDirection.LeftToRight
    parts = (chart.sizePolicy().horizontalPolicy(), chart.sizePolicy().verticalPolicy())
    assert parts == (QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    assert (chart.minimumWidth(), chart.minimumHeight()) == (200, 48) and chart.hasMouseTracking()
    assert (chart.sizeHint().width(), chart.sizeHint().height()) == (420, 160)
    assert chart.accessibleName() == "Latency over time" and chart.accessibleDescription() == "echo"


def test_the_scale_has_room_at_the_left_above_and_below(chart: Chart) -> None:
    metrics = chart.fontMetrics()
    scale = chart.of("line", "border")
    assert scale[0].rect.left() == metrics.horizontalAdvance("888.8 ms") + 10
    (title,) = [one for one in chart.of("text", "text") if one.text == "echo"]
    assert (title.rect.top(), title.rect.height()) == (0, metrics.height() + 6)
    times = [one for one in chart.of("text", "muted") if one.text.endswith(" s")]
    assert len(times) == 2
    for time in times:
        assert time.rect.bottom() == chart.height() and time.rect.height() == metrics.height() + 4


def test_a_change_of_the_theme_measures_anew(chart: Chart) -> None:
    chart._left = 0
    theme.notifier().changed.emit()
    assert chart._left == chart.fontMetrics().horizontalAdvance("888.8 ms") + 10


def test_a_rate_begins_at_five_calls_and_loses_its_fraction_at_ten_a_second(chart: Chart) -> None:
    def of(count: int, bin_ns: int) -> str:
        chart.show_series(Series(0, bin_ns, (Bin(count, MS, MS, MS),), ()), "", 0)
        return chart.text_at(QPointF(250, 100))

    assert "4 calls (4 / 1.00 s)" in of(4, SECOND) and "4" in chart.words("right")
    assert "5 calls (5/s)" in of(5, SECOND) and "5/s" in chart.words("right")
    assert any("bars: calls/s" in one for one in chart.words())
    assert "39 calls (9.8/s)" in of(39, 4 * SECOND) and "10 calls (10/s)" in of(10, SECOND)
    assert "42 calls (10/s)" in of(42, 4 * SECOND)


def test_four_pixels_are_a_drag_and_eight_are_near_a_dot(chart: Chart) -> None:
    chosen: list[object] = []
    chart.record_chosen.connect(chosen.append)
    chart.stretch_chosen.connect(lambda start, end: chosen.append(round((end - start) / MS)))
    place = chart.dot(2) - QPoint(60, 0)  # in an empty stretch: a click asks for nothing
    for far in (3, 4):
        drag(chart, place, place + QPoint(far, 0))
        QTest.mouseRelease(chart, LEFT, pos=place + QPoint(far, 0))
    scale = chart.of("line", "border")[0].rect
    assert chosen == [round(4 * 4000 / scale.width())]
    middle = chart.of("dot")[2].middle
    assert chart.text_at(middle + QPointF(0, 8)).startswith("#5")
    assert not chart.text_at(middle + QPointF(0, 8.1)).startswith("#5")


def test_figures_that_go_under_a_drag_choose_nothing(chart: Chart) -> None:
    chosen: list[object] = []
    chart.stretch_chosen.connect(lambda start, end: chosen.append((start, end)))
    drag(chart, QPoint(200, 100), QPoint(300, 100))
    chart.show_series(None, "", 0)
    QTest.mouseRelease(chart, LEFT, pos=QPoint(300, 100))
    QTest.mouseClick(chart, LEFT, pos=QPoint(200, 100))
    chart.show_series(FEW, "echo", 999 * SECOND)
    QTest.mouseMove(chart, QPoint(310, 100))
    assert not chosen and not chart.of("fill", "accent"), "a press on nothing begins no drag"


def test_a_key_that_means_nothing_here_goes_on_to_what_the_chart_is_in(chart: Chart) -> None:
    taken = []
    for key, dragged in ((Qt.Key.Key_Escape, False), (Qt.Key.Key_A, True), (Qt.Key.Key_Escape, True)):
        if dragged:
            drag(chart, QPoint(200, 100), QPoint(300, 100))
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(chart, event)
        taken.append(event.isAccepted())
    assert taken == [False, False, True] and not chart.of("fill", "accent")


def test_the_tip_of_a_dot_goes_with_the_pointer(chart: Chart) -> None:
    QTest.mouseMove(chart, chart.dot(2) + QPoint(1, 0))
    assert QToolTip.isVisible() and QToolTip.text().startswith("#5")
    asked: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QToolTip, "hideText", lambda: asked.append(True))
        QTest.mouseMove(chart, chart.dot(2) - QPoint(60, 0))
    assert asked
    QToolTip.hideText()
