"""Overview, brush and minimap of the timeline, with the mouse and with keys."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.trace.overview import CLASSES, FINDING, WARNED, Histogram
from inspector.trace.sorting import RowOrder, RowSort
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.overview.minimap import lines_of, lines_with, look
from inspector.ui.timeline.overview.overview import OverviewStrip, stacked
from inspector.ui.timeline.overview.range_chip import RangeChip
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import shade
from inspector.ui.widgets.time_axis import Axis, moment_text, ticks
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story
from tests.ui.strokes import Stroke, strokes

LEFT = Qt.MouseButton.LeftButton
SECOND = 10**9


class Stage:
    """A pane on the screen."""

    def __init__(self, journal: Journal, width: int = 1000) -> None:
        self.pane = TimelinePane(journal, Feed(journal), Selection())
        self.pane.resize(width, 400)
        self.pane.show()
        self.strip = self.pane.stage.overview
        self.chip: RangeChip = self.pane.stage.chip

    def shown(self) -> list[int]:
        return list(self.pane.view.model().numbers)  # type: ignore[attr-defined]

    def surveyed(self, last: int) -> bool:
        return len(self.pane.stage.surveyor.codes) == last and self.strip.axis.length_ns > SECOND // 10

    def place(self, seconds: float) -> QPoint:
        """Where a time since the start is on the strip."""
        x = self.strip.axis.place(START_NS + round(seconds * SECOND), self.strip.width())
        return QPoint(round(x), self.strip.height() // 2)

    def drag(self, start: float, end: float) -> None:
        one, other = self.place(start), self.place(end)
        QTest.mousePress(self.strip, LEFT, pos=one)
        QTest.mouseMove(self.strip, (one + other) / 2)
        QTest.mouseMove(self.strip, other)
        QTest.mouseRelease(self.strip, LEFT, pos=other)


@pytest.fixture
def stage(journal: Journal, qloop: object) -> Iterator[Stage]:
    made = Stage(journal)
    yield made
    made.pane.close()
    made.pane.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_drag_shows_only_that_stretch_and_a_double_click_all_again(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(20):
            story.stderr(f"line {number}")  # one every 100 ms
        await until(lambda: stage.surveyed(20))
        stage.drag(0.45, 0.95)
        await until(lambda: stage.shown() == [6, 7, 8, 9, 10])
        assert stage.chip.isVisible()
        first, _dash, last = stage.chip.text().partition(" – ")
        assert float(first.split()[0]) == pytest.approx(0.45, abs=0.01) and first.endswith(" s")
        assert float(last.split()[0]) == pytest.approx(0.95, abs=0.01)
        assert stage.chip.text() in stage.chip.accessibleName()
        QTest.mouseDClick(stage.strip, LEFT, pos=stage.place(0.1))
        await until(lambda: len(stage.shown()) == 20)
        assert not stage.chip.isVisible()

    arun(main())


def test_an_edge_of_the_stretch_can_be_dragged(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(20):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(20))
        stage.drag(0.45, 0.95)
        stage.drag(0.95, 1.25)
        await until(lambda: stage.shown() == [6, 7, 8, 9, 10, 11, 12, 13])

    arun(main())


def test_a_stretch_and_a_filter_hold_together_and_escape_clears_both(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo", "sum"):
            story.call(target)  # 200 ms each
        await until(lambda: stage.surveyed(8))
        stage.pane.filter.setText("target == echo")
        await until(lambda: stage.shown() == [1, 5])
        stage.drag(0.35, 0.65)
        await until(lambda: stage.shown() == [5])
        QTest.keyClick(stage.pane.view, Qt.Key.Key_Escape)
        await until(lambda: stage.shown() == [1, 3, 5, 7])

    arun(main())


def test_a_call_that_runs_in_the_stretch_is_shown_though_it_began_before(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        ended, waiting = story.ask(), story.ask()
        for number in range(10):
            story.stderr(f"line {number}")
        story.answer(ended)  # at 1.2 s
        story.stderr("the last one, at 1.3 s")
        await until(lambda: stage.surveyed(14))
        stage.drag(1.12, 1.26)
        await until(lambda: stage.shown() == [1, waiting.number])

    arun(main())


def test_keys_choose_move_and_clear_a_stretch(stage: Stage, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for number in range(21):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(21))
        stage.strip.setFocus()
        QTest.keyClick(stage.strip, Qt.Key.Key_Right)
        first = stage.strip.range
        assert first is not None
        QTest.keyClick(stage.strip, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        second = stage.strip.range
        assert second is not None
        assert (second.start_ns, second.end_ns > first.end_ns) == (first.start_ns, True)
        await until(lambda: 0 < len(stage.shown()) < 21)
        QTest.keyClick(stage.strip, Qt.Key.Key_Escape)
        await until(lambda: len(stage.shown()) == 21)

    arun(main())


def test_the_chip_shows_all_again(stage: Stage, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for number in range(20):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(20))
        stage.drag(0.45, 0.95)
        await until(lambda: len(stage.shown()) == 5)
        QTest.mouseClick(stage.chip, LEFT)
        await until(lambda: len(stage.shown()) == 20)
        assert stage.strip.range is None

    arun(main())


def test_a_low_pane_has_no_overview_and_what_was_hidden_stays_hidden(stage: Stage) -> None:
    assert stage.strip.isVisible()
    stage.pane.resize(1000, 160)
    assert not stage.strip.isVisible()
    stage.pane.resize(1000, 400)
    assert stage.strip.isVisible()
    stage.pane.stage.toggle_overview()
    state = stage.pane.state()
    stage.pane.stage.toggle_overview()
    stage.pane.restore_state(state)
    assert not stage.strip.isVisible()


def test_every_record_is_in_one_column_of_the_overview() -> None:
    counts = [[0] * 10 for _ in CLASSES]
    counts[CLASSES.index("call")][2] = 5
    counts[CLASSES.index("error")][9] = 1
    counts[CLASSES.index("answer")][3] = 7  # its call is counted
    columns = stacked(Histogram(1000, 100, 2000, tuple(counts)), Axis(1000, 2000), 5)
    assert columns[1] == [5, 0, 0, 0, 0]
    assert columns[4] == [0, 0, 0, 0, 1]
    assert sum(map(sum, columns)) == 6


def test_the_worst_row_gives_a_line_of_the_map_its_colour() -> None:
    codes = bytearray([CLASSES.index("notification")] * 10_000)
    codes[4321] = CLASSES.index("malformed")
    codes[7000] = CLASSES.index("odd")
    lines = lines_of(bytes(codes), array("q", range(1, 10_001)), 100)
    assert [CLASSES[line & 15] for line in (lines[43], lines[70], lines[5])] == [
        "error",
        "odd",
        "notification",
    ]


def test_what_a_filter_hides_gives_no_line_its_colour() -> None:
    codes = bytearray([CLASSES.index("notification")] * 1000)
    codes[500] = CLASSES.index("error")
    shown = array("q", [number for number in range(1, 1001) if number != 501])
    assert {line & 15 for line in lines_of(bytes(codes), shown, 10)} == {CLASSES.index("notification")}


def test_a_line_of_the_map_is_stronger_the_more_of_its_rows_went_wrong() -> None:
    codes = bytearray([CLASSES.index("call")] * 3000)
    codes[1500] = CLASSES.index("error")
    codes[2000:3000] = bytes([CLASSES.index("error")]) * 1000
    lines = lines_of(bytes(codes), array("q", range(1, 3001)), 3)
    assert [(CLASSES[line & 15], line >> 4) for line in lines] == [("call", 7), ("error", 0), ("error", 7)]


def test_of_sorted_rows_a_line_stands_for_those_that_stand_there() -> None:
    malformed, other = CLASSES.index("malformed"), CLASSES.index("notification")
    codes = bytearray([other] * 100)
    codes[9] = malformed
    order = RowOrder(RowSort("time"), 100)
    order.extend([*range(100, 10, -1), *range(1, 11)])
    lines, _, marked = look(codes, order.numbers, 10, None, [10, 100], order.row_of)
    assert [line & 15 for line in lines] == [other] * 9 + [CLASSES.index("error")]
    assert marked == [0, 9]


def test_a_click_on_the_map_goes_there_and_stops_following(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(300):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(300) and stage.pane.view.at_end())
        minimap = stage.pane.stage.minimap
        track = stage.pane.view.viewport()
        middle = QPoint(5, minimap.height() - track.height() // 2)
        QTest.mouseClick(minimap, LEFT, pos=middle)
        first, last = stage.pane.view.visible_rows()
        assert first < 150 < last
        assert not stage.pane.follow.isChecked()

    arun(main())


@pytest.mark.parametrize(
    ("start", "end", "most", "words"),
    [
        (0, SECOND, 5, ["0.0 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1.0 s"]),
        (0, 10 * SECOND, 5, ["0 s", "2 s", "4 s", "6 s", "8 s", "10 s"]),
        (58 * SECOND, 63 * SECOND, 5, ["58 s", "59 s", "1:00", "1:01", "1:02", "1:03"]),
        (12_340_000, 12_360_000, 4, ["0.012 s +340 µs", "+345 µs", "+350 µs", "+355 µs", "+360 µs"]),
    ],
)
def test_ticks_are_round_moments(start: int, end: int, most: int, words: list[str]) -> None:
    assert [text for _at, text in ticks(Axis(start, end), 0, most)] == words


def test_moments_are_as_exact_as_asked() -> None:
    texts = (moment_text(1_234_567_890, 10**7), moment_text(3_725 * SECOND, SECOND), moment_text(-5 * 10**6))
    assert texts == ("1.23 s", "1:02:05", "-0.005 s")


@pytest.mark.parametrize("count", [1, 7, 60, 100])
@pytest.mark.parametrize("step", [1, 3, 40])
def test_lines_with_a_marked_row_are_found_without_a_look_at_all_marks(count: int, step: int) -> None:
    numbers = array("q", range(5, 505, 5))  # a hundred rows
    marks = list(range(1, 600, step))
    rows = [row for row, number in enumerate(numbers) if number in marks]
    assert lines_with(marks, numbers, count) == sorted({row * count // 100 for row in rows})


def test_a_rule_of_colour_is_seen_on_the_map(stage: Stage, story: Story, arun: Runner, until: Until) -> None:
    async def main() -> None:
        for target in ("echo", "sum", "echo"):
            story.call(target)
        await until(lambda: stage.surveyed(6) and len(stage.shown()) == 3)
        stage.pane.view.model().colours.set_rules([ColourRule("sums", "target == sum", "green")])  # type: ignore[attr-defined]
        minimap = stage.pane.stage.minimap
        await until(lambda: minimap._grounds == {1: "green"})

    arun(main())


# -- the strip as it is painted ------------------------------------------------------------------------


def histogram(bins: int = 10, **counts: dict[int, int]) -> Histogram:
    """A second; class → bin → how many records came in it."""
    rows = [[counts.get(name, {}).get(place, 0) for place in range(bins)] for name in CLASSES]
    return Histogram(START_NS, SECOND // bins, START_NS + SECOND, tuple(rows))


class Strip(OverviewStrip):
    """300 px wide: 3 ms a pixel."""

    def heights(self, role: str, share: float) -> dict[int, int]:
        """x → px in that colour, of the columns that have some."""
        picture, tone = self.grab().toImage(), shade(role, share).name()
        found = {
            x: sum(picture.pixelColor(x, y).name() == tone for y in range(self.height()))
            for x in range(self.width())
        }
        return {x: height for x, height in found.items() if height}

    def marks(self) -> list[Stroke]:
        """What is painted over the picture of the session, in the colour of what is chosen."""
        accent = theme.color("accent").name()
        return [one for one in strokes(self) if one.how == "fill" and one.colour == accent]

    def at(self, ms: int) -> QPoint:
        return QPoint(round(ms * 0.3), self.height() // 2)


@pytest.fixture
def strip(qtbot: QtBot, qapp: QApplication) -> Strip:
    theme.install(qapp, "light")
    made = Strip()
    qtbot.addWidget(made)
    made.resize(300, 60)
    made.set_histogram(histogram(call={0: 4, 5: 1}, error={5: 3}, odd={9: 1}))
    made.show()
    return made


def test_columns_stand_at_their_time_as_high_as_the_root_of_their_number(strip: Strip) -> None:
    calls, errors, odd = (
        strip.heights(role, share) for role, share in (("client", 0.2), ("error", 0.8), ("warning", 0.6))
    )
    assert list(calls) == [15, 16, 165, 166], "in the middle of their bins, two px and a gap"
    assert list(errors) == [165, 166] and list(odd) == [285, 286]
    assert calls[15] > errors[165] > calls[165] > 0
    assert errors[165] + calls[165] == pytest.approx(calls[15], abs=1)
    assert odd[285] == pytest.approx(calls[15] / 2, abs=1)
    picture, tone = strip.grab().toImage(), shade("error", 0.8).name()
    ys = [y for y in range(60) if picture.pixelColor(165, y).name() == tone]
    below = [y for y in range(60) if picture.pixelColor(165, y).name() == shade("client", 0.2).name()]
    assert max(ys) < min(below), "what went wrong is on top"
    assert max(below) == 60 - 5


def test_a_single_error_is_seen_beside_a_flood(strip: Strip) -> None:
    strip.set_histogram(histogram(call={0: 1_000_000}, malformed={3: 1}))
    (first, _second) = strip.heights("error", 0.8).values()
    assert first >= 3


def test_an_empty_session_is_an_empty_strip(strip: Strip) -> None:
    strip.set_histogram(Histogram(0, 1, 0, ()))
    strip.set_span(Axis(5, 10))
    picture = strip.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(1, 299) for y in range(1, 59)}
    assert seen == {theme.color("base").name()}
    QTest.mousePress(strip, LEFT, pos=strip.at(100))
    QTest.mouseMove(strip, strip.at(400))
    assert strip.range is None


def test_the_axis_is_ruled_at_round_times(strip: Strip) -> None:
    picture = strip.grab().toImage()
    line = theme.mix(theme.color("base"), theme.color("border"), 0.6).name()
    assert [x for x in range(1, 299) if picture.pixelColor(x, 2).name() == line] == [150], "at 500 ms"


def test_a_line_below_says_where_the_rows_on_screen_are(strip: Strip) -> None:
    strip.set_span(Axis(START_NS + SECOND // 4, START_NS + SECOND // 2))
    (span,) = strip.marks()
    assert span.rect == QRectF(75, 57, 75, 2)
    strip.set_span(Axis(START_NS + SECOND, START_NS + SECOND))
    (span,) = strip.marks()
    assert span.rect == QRectF(297, 57, 3, 2), "never too short to be seen"


def test_what_is_not_chosen_is_veiled_and_the_edges_can_be_taken(strip: Strip) -> None:
    strip.set_range(Axis(START_NS + SECOND // 4, START_NS + SECOND // 2))
    veil = theme.color("background").name()
    veils = [one.rect for one in strokes(strip) if one.how == "fill" and one.colour == veil]
    assert veils == [QRectF(0, 0, 75, 59), QRectF(150, 0, 150, 59)]
    assert [one.rect for one in strip.marks()] == [
        QRectF(74.5, 0, 1, 59), QRectF(72.5, 24, 5, 12), QRectF(149.5, 0, 1, 59), QRectF(147.5, 24, 5, 12)
    ]  # fmt: skip
    strip.set_range(strip.axis)
    assert {one.rect.left() for one in strip.marks()} == {0, 299, 295}, "they stay inside"


def test_the_pointer_says_what_a_drag_would_do(strip: Strip) -> None:
    strip.set_range(Axis(START_NS + SECOND // 4, START_NS + SECOND // 2))
    shapes = []
    for x in (69, 70, 80, 81, 145, 155, 156):
        QTest.mouseMove(strip, QPoint(x, 20))
        shapes.append(strip.cursor().shape() == Qt.CursorShape.SizeHorCursor)
    assert shapes == [False, True, True, False, True, True, False]


def heard(strip: Strip) -> list[Axis | None]:
    found: list[Axis | None] = []
    strip.chosen.connect(found.append)
    return found


def stretch(first_ms: int, last_ms: int) -> Axis:
    return Axis(START_NS + first_ms * 10**6, START_NS + last_ms * 10**6)


def pull(strip: Strip, first_ms: int, last_ms: int) -> None:
    QTest.mousePress(strip, LEFT, pos=strip.at(first_ms))
    QTest.mouseMove(strip, strip.at((first_ms + last_ms) // 2))
    QTest.mouseMove(strip, strip.at(last_ms))
    QTest.mouseRelease(strip, LEFT, pos=strip.at(last_ms))


def test_a_stretch_is_told_once_when_the_mouse_lets_go(strip: Strip) -> None:
    told = heard(strip)
    pull(strip, 200, 600)
    pull(strip, 900, 700)
    assert told == [stretch(200, 600), stretch(700, 900)]
    pull(strip, 100, 110)
    assert len(told) == 2, "a click is no drag"
    QTest.mousePress(strip, Qt.MouseButton.RightButton, pos=strip.at(100))
    QTest.mouseMove(strip, strip.at(500))
    assert strip.range == stretch(700, 900)


def test_edges_are_dragged_past_each_other_and_not_out_of_the_session(strip: Strip) -> None:
    told = heard(strip)
    strip.set_range(stretch(200, 600))
    pull(strip, 200, 400)
    assert strip.range == stretch(400, 600)
    pull(strip, 600, 200)
    assert strip.range == stretch(200, 400)
    pull(strip, 400, 5000)
    assert strip.range == stretch(200, 1000) and told[-1] == strip.range


def test_all_of_it_is_told_once(strip: Strip) -> None:
    told = heard(strip)
    strip.set_range(stretch(200, 600))
    for _ in range(2):
        QTest.mouseDClick(strip, LEFT, pos=strip.at(800))
        QTest.keyClick(strip, Qt.Key.Key_Escape)
    assert told == [None] and strip.range is None


def test_arrows_move_a_stretch_or_one_of_its_edges(strip: Strip) -> None:
    told = heard(strip)
    step = 25
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    strip.set_range(stretch(400, 600))
    for key, modifier, wanted in (
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, (400 + step, 600 + step)),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, (400, 600)),
        (Qt.Key.Key_Right, shift, (400, 600 + step)),
        (Qt.Key.Key_Left, shift, (400, 600)),
        (Qt.Key.Key_Right, control, (400 + step, 600)),
        (Qt.Key.Key_Left, control, (400, 600)),
    ):
        QTest.keyClick(strip, key, modifier)
        assert strip.range == stretch(*wanted)
    assert len(told) == 6


def test_the_first_arrow_chooses_a_quarter_and_no_arrow_leaves_the_session(strip: Strip) -> None:
    QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.range == stretch(25, 275)
    for _ in range(50):
        QTest.keyClick(strip, Qt.Key.Key_Right)
    assert strip.range == stretch(775, 1025)
    for _ in range(50):
        QTest.keyClick(strip, Qt.Key.Key_Left)
    assert strip.range == stretch(-25, 225)


def test_enter_takes_what_is_on_screen(strip: Strip) -> None:
    told = heard(strip)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert not told
    strip.set_span(stretch(100, 300))
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert told == [stretch(100, 300)] and strip.range == told[0]


def test_who_has_the_keys_has_a_frame(strip: Strip, qtbot: QtBot) -> None:
    strip.activateWindow()
    qtbot.waitUntil(strip.isActiveWindow)
    accent = theme.color("accent").name()
    strip.setFocus()
    assert strip.grab().toImage().pixelColor(0, 30).name() == accent
    strip.clearFocus()
    assert strip.grab().toImage().pixelColor(0, 30).name() != accent


# -- the map as it is painted --------------------------------------------------------------------------


def test_few_rows_are_lines_of_four_pixels_in_the_colour_of_what_they_are(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        story.answer(story.ask(), "failed", "-1 no")
        story.call()
        story.ask("roots/list", "", direction="in", channel="stdout")
        await until(lambda: stage.surveyed(5) and len(stage.shown()) == 3)
        minimap, view = stage.pane.stage.minimap, stage.pane.view

        def tones() -> list[str]:
            picture = minimap.grab().toImage()
            top = view.viewport().mapTo(view, view.viewport().rect().topLeft()).y()
            return [picture.pixelColor(7, top + 4 * row + 2).name() for row in range(4)]

        base = theme.color("base").name()
        await until(lambda: len(set(tones())) == 4)
        failed, called, asked, below = tones()
        assert below == base and base not in (failed, called, asked)
        picture = minimap.grab().toImage()
        assert picture.pixelColor(7, 1).name() == theme.color("background").name(), "beside the head"
        assert picture.pixelColor(0, 200).name() == theme.color("border").name()

    arun(main())


def test_marked_rows_have_a_sign_on_the_map_that_goes_with_the_mark(
    stage: Stage, story: Story, journal: Journal, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(10):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(10) and len(stage.shown()) == 10)
        minimap, view = stage.pane.stage.minimap, stage.pane.view
        accent = theme.color("accent").name()

        def signs() -> list[int]:
            top = view.viewport().mapTo(view, view.viewport().rect().topLeft()).y()
            found = [one.rect for one in strokes(minimap) if one.how == "fill" and one.colour == accent]
            assert all((one.left(), one.width(), one.height()) == (2, 6, 3) for one in found)
            return [round(one.center().y() - 0.5 - top) // 4 for one in found]

        assert not signs()
        journal.annotations.set_marked([3, 7], on=True)
        stage.pane.stage.minimap.renew()
        await until(lambda: signs() == [2, 6])
        journal.annotations.set_marked([3], on=False)
        stage.pane.stage.minimap.renew()
        await until(lambda: signs() == [6])

    arun(main())


def test_a_frame_on_the_map_is_where_the_rows_on_screen_are(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(300):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(300) and len(stage.shown()) == 300)
        minimap, view = stage.pane.stage.minimap, stage.pane.view
        accent, track = theme.color("accent").name(), view.viewport().height()
        top = view.viewport().mapTo(view, view.viewport().rect().topLeft()).y()

        def frame() -> QRectF:
            (found,) = [one.rect for one in strokes(minimap) if one.how == "fill" and one.colour == accent]
            return found

        view.first_row()
        await until(lambda: minimap._lines and frame().top() == top)
        first, last = view.visible_rows()
        assert frame().height() == pytest.approx(track * (last - first) / 300, abs=3)
        assert (frame().left(), frame().width()) == (1, minimap.width() - 2)
        view.last_row()
        assert frame().bottom() == pytest.approx(top + track, abs=1)
        view.to_top(150)
        assert frame().top() == pytest.approx(top + track / 2, abs=2)

    arun(main())


def test_the_map_is_dragged_and_its_wheel_scrolls_the_rows(
    stage: Stage, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for number in range(300):
            story.stderr(f"line {number}")
        await until(lambda: stage.surveyed(300) and stage.pane.view.at_end())
        minimap, view = stage.pane.stage.minimap, stage.pane.view
        track = view.viewport().height()
        top = minimap.height() - track
        seen = []
        QTest.mousePress(minimap, LEFT, pos=QPoint(5, top))
        for share in (0.0, 0.25, 0.75, 1.0):
            QTest.mouseMove(minimap, QPoint(5, top + round(track * share)))
            seen.append(sum(view.visible_rows()) / 2)
        QTest.mouseRelease(minimap, LEFT, pos=QPoint(5, top + track))
        half = (view.visible_rows()[1] - view.visible_rows()[0]) / 2
        assert seen == pytest.approx([half, 75, 225, 300 - half], abs=3)
        QTest.mouseMove(minimap, QPoint(5, top))
        QTest.mouseClick(minimap, Qt.MouseButton.RightButton, pos=QPoint(5, top))
        assert view.at_end(), "no button, or another one"
        place = QPointF(5, top + 20)
        event = QWheelEvent(
            place, QPointF(minimap.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QCoreApplication.sendEvent(minimap, event)
        assert not view.at_end()

    arun(main())


def _classes(lines: bytes) -> list[tuple[str, int]]:
    return [(CLASSES[line & 15], line >> 4) for line in lines]


def test_each_of_few_rows_is_a_line_of_its_own_or_several() -> None:
    names = ("call", "answer", "error", "odd")
    codes = bytes(CLASSES.index(name) for name in names)
    rows = array("q", range(1, 5))
    assert _classes(lines_of(codes, rows, 4)) == [(name, 7) for name in names]
    assert _classes(lines_of(codes, rows, 8)) == [(name, 7) for name in names for _ in range(2)]
    assert _classes(lines_of(codes, array("q", (2, 4)), 2)) == [("answer", 7), ("odd", 7)]


def test_a_line_of_several_rows_is_as_strong_as_their_share() -> None:
    other, bad, odd = (CLASSES.index(name) for name in ("call", "error", "odd"))
    rows = array("q", range(1, 9))
    codes = bytes((other, bad, other, other, other, odd, odd, other))
    assert _classes(lines_of(codes, rows, 2)) == [("error", 7 // 4), ("odd", 7 * 2 // 4)]
    assert _classes(lines_of(codes, rows, 1)) == [("error", 0)], "what is worse counts alone"
    five = bytes((other, other, other, bad, other))
    assert [one[0] for one in _classes(lines_of(five, rows[:5], 2))] == ["call", "error"]
    assert [one[0] for one in _classes(lines_of(five, rows[:5], 3))] == ["call", "call", "error"]


def test_rows_that_nobody_looked_at_yet_are_nothing_yet() -> None:
    codes = bytes([CLASSES.index("answer")] * 2)
    assert (
        _classes(lines_of(codes, array("q", range(1, 5)), 4)) == [("answer", 7)] * 2 + [(CLASSES[0], 7)] * 2
    )


def test_a_finding_colours_the_line_of_its_row() -> None:
    call = CLASSES.index("call")
    codes = bytes((call, call | FINDING, call | WARNED, call))
    lines = lines_of(codes, array("q", range(1, 5)), 4)
    assert [one[0] for one in _classes(lines)] == ["call", "error", "odd", "call"]


def test_a_drag_that_comes_back_is_a_short_stretch_and_no_click(strip: Strip) -> None:
    told = heard(strip)
    QTest.mousePress(strip, LEFT, pos=strip.at(200))
    for ms in (210, 400, 210):
        QTest.mouseMove(strip, strip.at(ms))
    assert strip.range == stretch(200, 210) and not told
    QTest.mouseRelease(strip, LEFT, pos=strip.at(210))
    assert told == [stretch(200, 210)]
    QTest.mouseMove(strip, strip.at(800))
    QTest.mouseRelease(strip, LEFT, pos=strip.at(800))
    assert len(told) == 1 and strip.range == told[0], "nothing is dragged any more"


def test_five_pixels_begin_a_stretch(strip: Strip) -> None:
    for pixels, begun in ((4, False), (5, True)):
        QTest.mousePress(strip, LEFT, pos=QPoint(100, 30))
        QTest.mouseMove(strip, QPoint(100 + pixels, 30))
        assert (strip.range is not None) is begun
        QTest.mouseRelease(strip, LEFT, pos=QPoint(100 + pixels, 30))


def test_another_font_takes_its_room_from_the_columns(strip: Strip) -> None:
    tall, hint = max(strip.heights("client", 0.2).values()), strip.sizeHint().height()
    font = strip.font()
    font.setPointSizeF(font.pointSizeF() * 1.8)
    head = strip.fontMetrics().height()
    strip.setFont(font)
    grown = strip.fontMetrics().height() - head
    assert grown > 0 and max(strip.heights("client", 0.2).values()) == tall - grown
    assert strip.sizeHint().height() >= hint


def test_keys_and_buttons_that_mean_nothing_here_go_on(strip: Strip) -> None:
    def taken(key: Qt.Key) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(strip, event)
        return event.isAccepted()

    assert not any(map(taken, (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_A)))
    strip.set_span(stretch(100, 300))
    assert taken(Qt.Key.Key_Enter) and taken(Qt.Key.Key_Right) and taken(Qt.Key.Key_Escape)
    assert strip.range is None


def test_a_line_below_parts_the_strip_from_the_rows(strip: Strip) -> None:
    strip.clearFocus()
    picture, border = strip.grab().toImage(), theme.color("border").name()
    assert {picture.pixelColor(x, 59).name() for x in range(300)} == {border}
    assert border not in {picture.pixelColor(x, 0).name() for x in range(149)}
