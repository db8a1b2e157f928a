"""Rows, overview and map share the room, and a stretch of time is the same for all of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from inspector.trace.journal import Journal
from inspector.ui.timeline.stage import TimelineStage
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis
from tests.conftest import Runner, Until
from tests.ui.story import Story
from tests.ui.timeline_bench import TimelineBench

pytestmark = pytest.mark.gui


@pytest.fixture
def stage(journal: Journal, qloop: object) -> Iterator[TimelineStage]:
    made = TimelineBench(journal)
    yield made.pane.stage
    made.close()


def test_the_strip_is_above_the_rows_and_the_map_beside_them(stage: TimelineStage) -> None:
    strip, view, beside = stage.overview.geometry(), stage._view.geometry(), stage.minimap.geometry()
    assert strip.topLeft() == stage.rect().topLeft() and strip.width() == stage.width()
    assert strip.height() == stage.overview.sizeHint().height()
    assert view.top() == beside.top() == strip.bottom() + 1
    assert view.left() == 0 and view.right() + 1 == beside.left() and beside.right() == stage.rect().right()
    assert beside.bottom() == view.bottom()
    below = stage.rect().bottom() - view.bottom()
    assert 0 <= below < theme.row_height(), "whole rows, and nothing of another"


def test_only_whole_rows_have_room_at_any_height(stage: TimelineStage) -> None:
    viewport = stage._view.viewport()
    for height in (300, 307, 311, 320):
        stage.resize(800, height)
        assert viewport.height() > 0 and viewport.height() % theme.row_height() == 0
    stage._view.header.own_widths = True
    for index in stage._view.header.shown():
        stage._view.setColumnWidth(index, 400)
    QApplication.processEvents()
    assert stage._view.horizontalScrollBar().maximum() > 0
    assert viewport.height() > 0 and viewport.height() % theme.row_height() == 0, "beside a scroll bar, too"


def test_the_strip_steps_aside_where_fewer_than_three_rows_would_be_left(stage: TimelineStage) -> None:
    strip = stage.overview.sizeHint().height()
    least = strip + 4 * theme.row_height()
    stage.resize(800, least)
    assert stage.overview.isVisible()
    stage.resize(800, least - 1)
    assert not stage.overview.isVisible() and stage._view.y() == stage.minimap.y() == 0
    assert stage.overview_wanted, "it comes back with the room"
    assert stage.minimumSizeHint() == QSize(200, stage._view.minimumHeight())


def test_the_menu_of_the_axis_hides_and_shows_it(stage: TimelineStage) -> None:
    told: list[bool] = []
    stage.overview_changed.connect(lambda: told.append(stage.overview_wanted))
    for wanted in (False, True):
        menu = QMenu(stage)
        stage._view.waterfall.menu_made.emit(menu)
        action = menu.actions()[-1]
        assert action.objectName() == "show_overview" and action.isCheckable()
        assert action.isChecked() is not wanted
        action.trigger()
        assert stage.overview.isVisible() is wanted
    stage.toggle_overview()
    assert told == [False, True, False]


def test_a_stretch_is_told_named_and_taken_back(stage: TimelineStage) -> None:
    told: list[Axis | None] = []
    stage.range_chosen.connect(told.append)
    chosen = Axis(10**9, 3 * 10**9)
    stage.choose_range(chosen)
    assert told == [chosen] and stage.range == chosen == stage.overview.range
    assert isinstance(stage.chip, QPushButton) and stage.chip.isVisible() and "–" in stage.chip.text()
    stage.chip.click()
    assert told == [chosen, None] and stage.range is None and not stage.chip.isVisible()


def test_the_strip_shows_where_the_rows_on_screen_are_and_what_is_known_of_the_session(
    journal: Journal, story: Story, qloop: object, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        for _ in range(3):
            story.call()
        bench = TimelineBench(journal)
        stage = bench.pane.stage
        try:
            await until(lambda: len(bench.shown()) == 3 and bench.settled())
            bench.pane.view.viewport().grab()
            first, last = (journal.rows([number])[0].at_ns for number in (1, 5))
            assert stage.overview._span == Axis(first, last)
            await until(lambda: stage.overview.axis.end_ns > stage.overview.axis.start_ns + 10**8)
            assert stage.overview._histogram is stage.surveyor.histogram
            assert stage.overview.sizeHint().height() == stage.overview.fontMetrics().height() + 30
            assert stage.overview.sizeHint().width() == 200
            assert stage.focusProxy() is bench.pane.view
        finally:
            bench.close()

    arun(main())


def test_who_scrolls_with_the_map_no_longer_follows(stage: TimelineStage) -> None:
    told: list[bool] = []
    stage._view.navigated.connect(lambda: told.append(True))
    stage.minimap.moved.emit()
    assert told == [True]
