"""What is painted of a row's bar: its phases, what happened inside it, and an arrow outside of the axis."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING, Nested, Parts
from inspector.trace.rows import Row
from inspector.ui.timeline.view.cells import make_cells
from inspector.ui.timeline.waterfall.paint import bar_of, paint_bar, paint_grid
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis
from tests.ui.story import MS, START_NS, Story
from tests.ui.strokes import Stroke, strokes

WHOLE = Axis(START_NS, START_NS + 100 * MS)  # 100 ms on 200 px
ROOM = QRect(10, 5, 200, 24)


class Bar(QWidget):
    """The bar of one row on a widget of its own."""

    def __init__(self, row: Row, axis: Axis, parts: Parts, now_ns: int, room: QRect) -> None:
        super().__init__()
        self.resize(300, 40)
        self._cells = make_cells(row, calls=True, origin_ns=START_NS, servers={})
        self._rest = axis, now_ns, parts
        self._room = room

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_bar(painter, self._room, self._cells, *self._rest)
        painter.end()


class Bars:
    def __init__(self, journal: Journal, qtbot: QtBot) -> None:
        self._journal, self._qtbot = journal, qtbot

    def painted(
        self, number: int, axis: Axis = WHOLE, parts: Parts = NOTHING, now_ms: int = 0, room: QRect = ROOM
    ) -> list[Stroke]:
        self._journal.sync()
        bar = Bar(self._journal.rows([number])[0], axis, parts, START_NS + now_ms * MS, room)
        self._qtbot.addWidget(bar)
        return strokes(bar)


@pytest.fixture
def bars(journal: Journal, qtbot: QtBot, qapp: QApplication) -> Bars:
    theme.install(qapp, "light")
    return Bars(journal, qtbot)


def call(story: Story, sent: int, first: int, end: int, status: str = "done") -> int:
    """A call that was sent, heard the first byte and ended so many ms after the start."""
    exchange = story.ask()
    story.now_ns = START_NS + end * MS
    story.answer(exchange, status)
    exchange.sent_ns, exchange.first_ns = START_NS + sent * MS, START_NS + first * MS
    story.journal.touch(exchange)
    return exchange.number


def places(found: Sequence[Stroke]) -> list[tuple[float, float]]:
    return [(one.rect.left(), one.rect.right()) for one in found]


def test_a_call_has_a_stretch_for_each_phase_each_stronger_than_the_one_before(
    bars: Bars, story: Story
) -> None:
    found = bars.painted(call(story, 20, 60, 90))
    frames, inner = found[0::2], [*found[1::2]]
    assert places(frames)[:2] == [(10, 50), (50, 130)] and places(found)[-1] == (130, 190)
    assert {(one.rect.top(), one.rect.bottom()) for one in frames} == {(12, 22)}
    tone, base = theme.color("client"), theme.color("base")
    assert {one.colour for one in frames} == {tone.name()}
    assert [one.colour for one in inner] == [theme.mix(base, tone, share).name() for share in (0.25, 0.55)]


@pytest.mark.parametrize(
    ("status", "role"), [("failed", "error"), ("done", "client"), ("cancelled", "client")]
)
def test_a_failed_call_is_red(bars: Bars, story: Story, status: str, role: str) -> None:
    assert bars.painted(call(story, 1, 2, 90, status))[-1].colour == theme.color(role).name()


def test_what_the_server_asks_has_its_colour(bars: Bars, story: Story) -> None:
    asked = story.ask("roots/list", "", direction="in", channel="stdout")
    story.answer(asked)
    assert bars.painted(asked.number)[0].colour == theme.color("server").name()


def test_a_call_that_waits_goes_on_to_now(bars: Bars, story: Story) -> None:
    number = story.ask().number
    assert bars.painted(number, now_ms=50)[-1].rect.right() < bars.painted(number, now_ms=80)[-1].rect.right()
    row = story.journal.rows([number])[0]
    assert bar_of(row, START_NS + 5)[3] == START_NS + 5


def test_a_lost_call_ends_where_it_was_sent(story: Story, journal: Journal) -> None:
    exchange = story.ask()
    story.give_up(exchange, "lost")
    exchange.ended_ns = 0
    journal.touch(exchange)
    journal.sync()
    assert bar_of(journal.rows([1])[0], START_NS + 99)[1:] == (START_NS + MS,) * 3


def test_a_moment_is_a_tick_that_stays_inside(bars: Bars, story: Story) -> None:
    story.stderr("one")
    for axis, left in ((WHOLE, 10), (Axis(START_NS - 50 * MS, START_NS + 50 * MS), 110),
                       (Axis(START_NS - 100 * MS, START_NS), 208)):  # fmt: skip
        (tick,) = bars.painted(1, axis)
        assert (tick.how, tick.rect) == ("fill", QRect(left, 14, 2, 6).toRectF())
    journal_row = story.journal.rows([1])[0]
    assert bar_of(journal_row, 0) == (START_NS,) * 4


def test_a_call_that_is_too_short_for_the_axis_is_still_seen(bars: Bars, story: Story) -> None:
    number = call(story, 1, 2, 3)
    (tick,) = bars.painted(number, Axis(START_NS, START_NS + 10_000 * MS))
    assert tick.rect == QRect(10, 12, 2, 10).toRectF()


@pytest.mark.parametrize(("start", "side"), [(1000, "left"), (-1000, "right")])
def test_what_lies_outside_of_the_axis_is_an_arrow_at_that_edge(
    bars: Bars, story: Story, start: int, side: str
) -> None:
    number = call(story, 20, 60, 90)
    axis = Axis(START_NS + start * MS, START_NS + (start + 500) * MS)
    (arrow,) = bars.painted(number, axis)
    tip, over, under = arrow.points
    assert arrow.how == "shape" and arrow.colour == theme.color("client").name()
    assert tip == ((10, 17) if side == "left" else (210, 17))
    assert over == (tip[0] + (4 if side == "left" else -4), 13) and under == (over[0], 21)


def test_a_bar_that_touches_the_axis_is_no_arrow(bars: Bars, story: Story) -> None:
    number = call(story, 20, 60, 90)
    for axis in (Axis(START_NS + 90 * MS, START_NS + 500 * MS), Axis(START_NS - 500 * MS, START_NS)):
        assert {one.how for one in bars.painted(number, axis)} == {"fill"}


def test_a_column_without_room_has_no_bar(bars: Bars, story: Story) -> None:
    number = call(story, 20, 60, 90)
    assert not bars.painted(number, room=QRect(0, 0, 7, 24))
    assert bars.painted(number, room=QRect(0, 0, 8, 24))


def at(*ms: int) -> tuple[int, ...]:
    return tuple(START_NS + one * MS for one in ms)


def test_progress_rounds_and_questions_stand_inside_their_call(bars: Bars, story: Story) -> None:
    number = call(story, 20, 60, 90)
    parts = Parts(
        progress=at(-5, 30, 200),
        rounds=at(-5, 40, 200),
        nested=(
            Nested(5, "roots/list", "", "done", *at(50, 70)),
            Nested(6, "roots/list", "", "failed", *at(75, 75)),
            Nested(7, "roots/list", "", "pending", START_NS + 80 * MS, 0),
            Nested(8, "roots/list", "", "done", *at(-9, -5)),
            Nested(9, "roots/list", "", "done", *at(200, 210)),
        ),
    )
    plain = len(bars.painted(number))
    progress, again, *nested = bars.painted(number, parts=parts)[plain:]
    base, server = theme.color("base").name(), theme.color("server").name()
    assert (progress.rect, progress.colour) == (QRect(70, 12, 1, 5).toRectF(), base)
    assert (again.rect, again.colour) == (QRect(90, 10, 1, 14).toRectF(), theme.color("text").name())
    frames, inner = nested[0::2], nested[1::2]
    assert places(inner) == [(110, 150), (160, 162), (170, 190)]
    assert [one.colour for one in inner] == [server, theme.color("error").name(), server]
    assert {(one.rect.top(), one.rect.bottom()) for one in inner} == {(19, 22)}
    assert places(frames) == [(left - 1, right + 1) for left, right in places(inner)]
    assert {one.colour for one in frames} == {base}


def test_the_grid_stands_where_the_ticks_are(qtbot: QtBot, qapp: QApplication) -> None:
    class Grid(QWidget):
        def paintEvent(self, _event: QPaintEvent) -> None:
            painter = QPainter(self)
            paint_grid(painter, ROOM, (0.0, 50.0))
            painter.end()

    theme.install(qapp, "light")
    grid = Grid()
    qtbot.addWidget(grid)
    found = strokes(grid)
    assert [one.rect for one in found] == [QRect(x, 5, 1, 24).toRectF() for x in (10, 60)]
    assert {one.colour for one in found} == {theme.tint("border", 0.5).name()}
