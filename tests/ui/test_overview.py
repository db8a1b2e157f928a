"""Overview, brush and minimap of the timeline, with the mouse and with keys."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest

from inspector.trace.annotations import ColourRule
from inspector.trace.journal import Journal
from inspector.trace.survey import CLASSES, Histogram
from inspector.ui.feed import Feed
from inspector.ui.minimap import lines_of, lines_with
from inspector.ui.overview import stacked
from inspector.ui.selection import Selection
from inspector.ui.time_axis import Axis, moment_text, ticks
from inspector.ui.timeline_pane import TimelinePane
from tests.conftest import Runner, Until
from tests.ui.story import START_NS, Story

LEFT = Qt.MouseButton.LeftButton
SECOND = 10**9


class Stage:
    """A pane on the screen."""

    def __init__(self, journal: Journal, width: int = 1000) -> None:
        self.pane = TimelinePane(journal, Feed(journal), Selection())
        self.pane.resize(width, 400)
        self.pane.show()
        self.strip = self.pane.stage.overview
        self.chip = self.pane.stage.chip

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
        assert stage.chip.text().startswith("45") or "ms" in stage.chip.text()
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
        (0, SECOND, 5, ["0", "200 ms", "400 ms", "600 ms", "800 ms", "1 s"]),
        (0, 10 * SECOND, 5, ["0", "2 s", "4 s", "6 s", "8 s", "10 s"]),
        (58 * SECOND, 63 * SECOND, 5, ["58 s", "59 s", "1:00", "1:01", "1:02", "1:03"]),
        (12_340_000, 12_360_000, 4, ["12.34 ms", "12.345 ms", "12.35 ms", "12.355 ms", "12.36 ms"]),
    ],
)
def test_ticks_are_round_moments(start: int, end: int, most: int, words: list[str]) -> None:
    assert [text for _at, text in ticks(Axis(start, end), 0, most)] == words


def test_moments_are_as_exact_as_asked() -> None:
    texts = (moment_text(1_234_567_890, 10**7), moment_text(3_725 * SECOND, SECOND), moment_text(-5 * 10**6))
    assert texts == ("1.23 s", "1:02:05", "-5 ms")


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
