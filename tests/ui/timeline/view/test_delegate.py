"""How a row of the timeline is painted: grounds, signs, texts in their place and colour."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem

from inspector.trace.journal import Journal
from inspector.ui.timeline.view import delegate
from inspector.ui.timeline.view.columns import (
    COLUMNS,
    DIRECTION,
    DURATION,
    KIND,
    METHOD,
    NUMBER,
    SERVER,
    SIZE,
    STATUS,
    TARGET,
    TIME,
    WATERFALL,
)
from inspector.ui.timeline.view.delegate import TimelineDelegate
from inspector.ui.timeline.view.gutter import GUTTER
from inspector.ui.widgets import theme
from tests.conftest import Runner, Until
from tests.ui.story import MS, START_NS, Story
from tests.ui.strokes import Stroke, strokes
from tests.ui.timeline_bench import TimelineBench

CHANNEL, SESSION = (
    next(place for place, one in enumerate(COLUMNS) if one.key == key) for key in ("channel", "session")
)


class Bench(TimelineBench):
    def cell(self, row: int, column: int) -> QRect:
        return self.pane.view.visualRect(self.pane.view.model().index(row, column))

    def painted(self, row: int, column: int) -> list[Stroke]:
        cell = self.cell(row, column)
        found = strokes(self.pane.view.viewport())
        return [one for one in found if cell.adjusted(0, 0, 1, 0).contains(one.middle.toPoint())]

    def text(self, row: int, column: int) -> Stroke:
        return next(one for one in self.painted(row, column) if one.how == "text")

    def ground(self, row: int, column: int = KIND) -> str:
        """Colour of the fill that covers the cell, "" for none."""
        cell = self.cell(row, column).toRectF()
        return next(
            (one.colour for one in self.painted(row, column) if one.how == "fill" and one.rect == cell), ""
        )

    @property
    def delegate(self) -> TimelineDelegate:
        return self.pane.view.delegate


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[Bench]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.install(app, "light")
    made = Bench(journal)
    yield made
    made.close()


@pytest.fixture
def shown(bench: Bench, story: Story, arun: Runner, until: Until) -> Callable[[int], None]:
    """Waits until so many rows are there."""

    def wait(rows: int) -> None:
        async def main() -> None:
            await until(lambda: len(bench.shown()) == rows and bench.settled())

        arun(main())

    return wait


def tone(role: str) -> str:
    return theme.color(role).name()


def test_texts_stand_on_their_side_in_their_colour(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    story.call("echo")
    shown(1)
    expected = {
        NUMBER: ("1", "right", "muted"),
        TIME: ("0.000 s", "right", "muted"),
        DIRECTION: ("→", "center", "client"),
        KIND: ("call", "left", "text"),
        METHOD: ("tools/call", "left", "text"),
        TARGET: ("echo", "left", "text"),
        STATUS: ("✓ ok", "left", "ok"),
        DURATION: ("99 ms", "right", "text"),
    }
    for column, (text, side, role) in expected.items():
        found = bench.text(0, column)
        assert (found.text, found.side, found.colour) == (text, side, tone(role)), column
        if column != DIRECTION:
            cell = bench.cell(0, column)
            assert (found.rect.left(), found.rect.width()) == (cell.left() + 6, cell.width() - 12)
    assert bench.text(0, SIZE).side == "right"
    assert bench.ground(0) == ""


def test_what_does_not_fit_ends_with_dots_and_is_whole_in_a_wider_column(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    name = "a tool with a very long name " * 3
    story.call(name)
    shown(1)
    bench.pane.view.setColumnWidth(TARGET, 100)
    assert bench.text(0, TARGET).text.endswith("…")
    bench.pane.view.setColumnWidth(TARGET, 1500)
    assert bench.text(0, TARGET).text == name


def test_grounds_say_what_failed_is_chosen_or_found(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    for status in ("failed", "done", "done", "done"):
        story.answer(story.ask(), status, "-1 no" if status == "failed" else "")
    shown(4)
    assert bench.ground(0) and not bench.ground(1), "what failed is seen at once"
    bench.delegate.highlighted = lambda number: number in (3, 5)
    bench.delegate.kin = {7: "server", 3: "client"}
    bench.selection.select(5)
    assert [bench.ground(row) for row in (1, 2, 3)] == [
        theme.tint("keyword", 0.12).name(),
        tone("selection"),
        theme.tint("server", 0.12).name(),
    ]
    for row in (1, 2):  # the sign is seen on a chosen row, too
        sign = [one for one in bench.painted(row, NUMBER) if one.colour == tone("keyword")]
        cell = bench.cell(row, NUMBER)
        assert [one.rect for one in sign] == [QRect(cell.left(), cell.top(), 4, cell.height()).toRectF()]
        assert not [one for one in bench.painted(row, KIND) if one.colour == tone("keyword")]


def test_a_mark_and_a_note_have_signs_at_the_number(
    bench: Bench, story: Story, journal: Journal, shown: Callable[[int], None]
) -> None:
    story.call()
    story.call()
    shown(2)
    assert not [one for one in bench.painted(0, NUMBER) if one.how == "shape"]
    journal.annotations.set_marked([1], on=True)
    assert bench.ground(0) == theme.ground("mark").name()
    assert bench.text(0, NUMBER).colour == tone("text")
    cell = bench.cell(0, NUMBER)
    (bookmark,) = [one for one in bench.painted(0, NUMBER) if one.how == "shape"]
    assert bookmark.colour == tone("text")
    assert (bookmark.rect.left(), bookmark.rect.right()) == (cell.left() + 1, cell.left() + 6)
    assert (bookmark.rect.top(), bookmark.rect.bottom()) == (cell.top() + 4, cell.bottom() - 4)
    assert bookmark.points[3] == (cell.left() + 3.5, cell.bottom() - 7), "it is notched below"
    journal.annotations.set_note(3, "why?")
    (corner,) = [one for one in bench.painted(1, NUMBER) if one.how == "shape"]
    right, top = bench.cell(1, NUMBER).right() + 1, bench.cell(1, NUMBER).top()
    assert corner.points == ((right - 7, top), (right, top), (right, top + 7))
    assert corner.colour == tone("accent") and bench.text(1, NUMBER).colour == tone("muted")


def test_the_current_one_of_several_chosen_rows_has_lines(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    for _ in range(3):
        story.call()
    shown(3)

    def lines(row: int) -> list[float]:
        found = [one for one in bench.painted(row, KIND) if one.how == "line"]
        return sorted(one.rect.y() for one in found if one.colour == tone("accent"))

    bench.selection.select(1)
    assert not lines(0)
    bench.pane.view.setFocus()
    bench.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    cell = bench.cell(1, KIND)
    assert lines(1) == [cell.top(), cell.bottom()] and not lines(0)


def test_a_text_without_message_runs_on_over_the_target(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    story.stderr("word " * 200)
    shown(1)
    first, second = bench.cell(0, METHOD), bench.cell(0, TARGET)
    found = [one for one in strokes(bench.pane.view.viewport()) if one.text.startswith("word")]
    assert [(one.rect.left(), one.rect.right()) for one in found] == [
        (first.left() + 6, second.right() - 5)
    ] * 2
    assert found[0].text == found[1].text and found[0].text.endswith("…")
    bench.pane.view.header.show_column(TARGET, shown=False)
    (alone,) = [one for one in strokes(bench.pane.view.viewport()) if one.text.startswith("word")]
    assert alone.rect.right() < bench.cell(0, METHOD).right()
    bench.pane.view.header.show_column(TARGET, shown=True)
    bench.pane.view.header.move_column(TARGET, 1)
    assert not [one for one in bench.painted(0, TARGET) if one.how == "text"]


def test_a_finding_has_a_flag_that_the_status_leaves_room_for(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    story.finding(story.call().number, "warning", 1)
    story.call()
    shown(2)
    flag, status = (one for one in bench.painted(0, STATUS) if one.how == "text")
    assert (flag.text, flag.side, flag.colour) == ("⚑", "right", tone("warning"))
    assert status.text == "✓ ok"
    assert status.rect.width() == bench.text(1, STATUS).rect.width() - 16


def test_a_call_that_waits_counts_in_tenths_after_a_second(
    bench: Bench, story: Story, shown: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    story.ask()
    shown(1)
    seen = []
    for ms in (0, 999, 1000, 1234):
        now = START_NS + MS + ms * MS
        monkeypatch.setattr("inspector.ui.timeline.view.view.now_ns", lambda now=now: now)
        seen.append(bench.text(0, DURATION))
    assert [one.text for one in seen] == ["…", "…", "1.00 s", "1.20 s"]
    assert {(one.colour, one.side) for one in seen} == {(tone("pending"), "right")}


def test_a_column_fits_its_text_with_the_room_for_what_stands_beside(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    story.call("a longer name of a tool")
    story.stderr("a text that runs over two columns and counts for neither " * 3)
    shown(2)
    view, metrics = bench.pane.view, bench.pane.view.fontMetrics()

    def hint(row: int, column: int) -> int:
        return bench.delegate.sizeHint(QStyleOptionViewItem(), view.model().index(row, column)).width()

    assert hint(0, TARGET) == metrics.horizontalAdvance("a longer name of a tool") + 12
    assert hint(0, NUMBER) == metrics.horizontalAdvance("1") + 12 + GUTTER
    assert hint(0, STATUS) == metrics.horizontalAdvance("✓ ok") + 12 + 16
    assert max(hint(0, WATERFALL), hint(1, METHOD), hint(1, TARGET)) <= 0
    story.call("x" * 500)
    shown(3)
    assert hint(2, TARGET) == 600
    view.fit_to_content()
    assert view.columnWidth(TARGET) == 600
    assert (
        bench.delegate.sizeHint(QStyleOptionViewItem(), view.model().index(0, KIND)).height()
        == theme.row_height()
    )


def test_the_bars_stand_in_their_column_over_the_lines_of_the_axis(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    for _ in range(3):
        story.call()
    shown(3)
    bench.pane.view.viewport().grab()
    cell = bench.cell(1, WATERFALL)
    found = [one for one in bench.painted(1, WATERFALL) if one.how == "fill"]
    grid = [one for one in found if one.colour == theme.tint("border", 0.5).name()]
    assert [one.rect.left() for one in grid] == [cell.left() + 6 + x for x in bench.delegate.grid] and grid
    assert {one.rect.height() for one in grid} == {cell.height()}
    bars = [one for one in found if one.colour == tone("client")]
    assert bars and all(
        cell.left() + 6 <= one.rect.left() and one.rect.right() <= cell.right() - 5 for one in bars
    )


def test_in_a_mirrored_window_what_runs_over_two_columns_and_the_flag_change_sides(
    bench: Bench, story: Story, shown: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    story.stderr("word " * 200)
    story.finding(story.call().number, "warning", 1)
    shown(2)
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        first, second = bench.cell(0, METHOD), bench.cell(0, TARGET)
        found = [one for one in strokes(bench.pane.view.viewport()) if one.text.startswith("word")]
        flag, status = (one for one in bench.painted(1, STATUS) if one.how == "text")
        cell = bench.cell(1, STATUS)
    finally:
        app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert second.right() < first.left()
    assert [(one.rect.left(), one.rect.right()) for one in found] == [
        (second.left() + 6, first.right() - 5)
    ] * 2
    assert (flag.text, flag.side) == ("⚑", "left")
    assert (status.rect.left(), status.rect.right()) == (cell.left() + 6 + 16, cell.right() - 5)


def test_texts_that_were_cut_are_kept_until_there_are_too_many(
    bench: Bench, story: Story, shown: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    story.call("a")
    shown(1)
    bench.pane.view.viewport().grab()
    kept = len(bench.delegate._elided)
    monkeypatch.setattr(delegate, "_KEPT", kept)
    bench.delegate._fitting("another", 50)
    assert len(bench.delegate._elided) == kept + 1
    bench.delegate._fitting("and one", 50)
    assert list(bench.delegate._elided) == [("and one", 50)]


def test_a_call_that_was_never_sent_waits_since_it_began_and_no_clock_goes_back(
    bench: Bench, story: Story, shown: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = story.ask()
    call.sent_ns = 0
    story.journal.touch(call)
    shown(1)
    for ms, said in ((-5000, "…"), (1000, "1.00 s")):
        monkeypatch.setattr("inspector.ui.timeline.view.view.now_ns", lambda ms=ms: START_NS + ms * MS)
        assert bench.text(0, DURATION).text == said


def test_columns_of_the_user_are_painted_as_they_are_aligned(
    bench: Bench, story: Story, shown: Callable[[int], None]
) -> None:
    story.call("a")
    shown(1)
    header = bench.pane.view.header
    header.show_column(SESSION, shown=True)
    header.show_column(CHANNEL, shown=True)
    assert (bench.text(0, SESSION).text, bench.text(0, SESSION).side) == ("1", "right")
    channel = bench.text(0, CHANNEL)
    assert (channel.text, channel.side, channel.colour) == ("stdin", "left", tone("text"))
    assert bench.text(0, SERVER).colour == tone("muted") == bench.text(0, SIZE).colour
