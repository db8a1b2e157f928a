"""Which stretch of time the waterfall shows in each of its ways, and how it is zoomed and moved."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QMenu, QWidget

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.waterfall.waterfall import Waterfall
from inspector.ui.widgets.time_axis import Axis
from tests.ui.story import START_NS, Story

pytestmark = pytest.mark.gui
MS, S = 10**6, 10**9
NOW = START_NS + 100 * S


class Bench:
    """A waterfall over two answered calls and one that is not, at 0, 200 and 400 ms."""

    def __init__(self, journal: Journal, story: Story) -> None:
        self.parent = QWidget()
        self.model = TimelineModel(journal, self.parent)
        calls = [story.call(), story.call(), story.ask()]
        self.model.extend(array("q", [one.number for one in calls]))
        self.waterfall = Waterfall(self.model, self.parent)
        self.changes = 0
        self.waterfall.changed.connect(self._hear)

    def _hear(self) -> None:
        self.changes += 1

    def cells(self, *rows: int) -> list[Cells]:
        found = [self.model.cells_at(row) for row in rows]
        return [one for one in found if one is not None]

    def axis(self, mode: str, *rows: int) -> tuple[int, int]:
        """The stretch in ms since the start."""
        self.waterfall.set_mode(mode)
        shown = self.waterfall.axis(self.cells(*rows), NOW)
        return (shown.start_ns - START_NS) // MS, (shown.end_ns - START_NS) // MS


@pytest.fixture
def bench(journal: Journal, story: Story, qapp: object) -> Iterator[Bench]:
    made = Bench(journal, story)
    yield made
    made.parent.deleteLater()


def test_rows_on_screen_the_session_or_the_last_seconds(bench: Bench) -> None:
    assert bench.axis("visible", 0) == (0, 102), "with a little room at the end"
    assert bench.axis("visible", 0, 1) == (0, 306)
    assert bench.axis("visible", 1) == (200, 302)
    assert bench.axis("all", 0) == (0, 100_000), "the newest call goes on"
    assert bench.axis("all", 2) == (0, 100_000)
    assert bench.axis("10", 0) == (90_000, 100_000) and bench.axis("60", 0) == (40_000, 100_000)
    assert bench.axis("unknown", 0) == (0, 102) and bench.waterfall.mode == "visible"
    bench.waterfall.set_mode("visible")
    assert bench.waterfall.axis([], NOW) == Axis(0, 1) and bench.waterfall.ticks(600) == []


def test_the_end_of_a_session_is_that_of_its_newest_call_while_nothing_goes_on(
    bench: Bench, journal: Journal, story: Story
) -> None:
    last = story.call()
    bench.model.extend(array("q", [last.number]))
    assert bench.axis("all", 0) == (0, 600)
    assert bench.axis("all", 2) == (0, 100_000)


def test_it_is_zoomed_around_a_place_and_moved_by_shares(bench: Bench) -> None:
    waterfall = bench.waterfall
    waterfall.zoom_in()
    assert not waterfall.zoomed and bench.changes == 0, "nothing is shown yet"
    bench.axis("visible", 0, 1)
    start, length = waterfall.shown.start_ns, waterfall.shown.length_ns
    waterfall.zoom(1, at=0.0)
    assert waterfall.zoomed and waterfall.shown.start_ns == start
    assert waterfall.shown.length_ns == pytest.approx(length * 0.7, rel=1e-3)
    waterfall.zoom_out()
    assert waterfall.shown.length_ns == pytest.approx(length, rel=1e-3)
    waterfall.reset()
    assert not waterfall.zoomed
    bench.axis("visible", 0, 1)
    waterfall.later()
    assert waterfall.shown.start_ns - start == pytest.approx(length / 4, rel=1e-3)
    waterfall.earlier()
    waterfall.earlier()
    assert waterfall.shown.start_ns - start == pytest.approx(-length / 4, rel=1e-3)
    before = waterfall.shown
    assert waterfall.axis(bench.cells(0), NOW) == before, "as it was moved, whatever is on screen"
    for _ in range(200):
        waterfall.zoom_out()
    assert waterfall.shown.length_ns < 400 * 86_400 * S


def test_ticks_stand_at_least_sixty_pixels_apart(bench: Bench) -> None:
    bench.axis("visible", 0, 1)
    places = [place for place, _ in bench.waterfall.ticks(600)]
    assert len(places) >= 2 and all(right - left >= 59 for left, right in pairwise(places))


def test_the_menu_says_which_way_is_chosen_and_nothing_while_it_is_zoomed(bench: Bench) -> None:
    def ticked() -> list[str]:
        menu = QMenu(bench.parent)
        bench.waterfall.add_actions(menu)
        return [str(action.data()) for action in menu.actions() if action.isChecked()]

    made: list[QMenu] = []
    bench.waterfall.menu_made.connect(made.append)
    assert ticked() == ["visible"] and len(made) == 1
    [ten] = [action for action in made[0].actions() if action.data() == "10"]
    ten.trigger()
    assert bench.waterfall.mode == "10" and ticked() == ["10"]
    bench.axis("visible", 0)
    bench.waterfall.zoom_in()
    assert ticked() == []
