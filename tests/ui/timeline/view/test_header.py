"""The header of the timeline: its columns share the room, are moved, drawn, hidden and kept."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from inspector.trace.journal import Journal
from inspector.ui.timeline.view.columns import (
    CELL_PAD,
    COLUMNS,
    METHOD,
    SERVER,
    STATUS,
    TARGET,
    TIME,
    WATERFALL,
    YIELDING,
)
from inspector.ui.timeline.view.header import column_widths
from inspector.ui.timeline.view.view import TimelineView
from tests.conftest import Runner, Until
from tests.ui.column_bench import ColumnBench
from tests.ui.story import Story

pytestmark = pytest.mark.gui

DATE = next(place for place, spec in enumerate(COLUMNS) if spec.key == "date")


@pytest.fixture
def bench(journal: Journal, qloop: object) -> Iterator[ColumnBench]:
    made = ColumnBench(journal)
    yield made
    made.close()


def test_columns_share_the_room(bench: ColumnBench) -> None:
    widths = sum(bench.view.columnWidth(index) for index in bench.header.shown())
    assert widths == bench.view.viewport().width()
    assert bench.order() == [spec.key for spec in COLUMNS if not spec.hidden]


def test_a_column_is_moved_with_the_mouse(bench: ColumnBench) -> None:
    start = bench.header.sectionViewportPosition(SERVER) + 20
    end = bench.header.sectionViewportPosition(STATUS) + 90
    bench.drag(start, end)
    assert bench.order().index("server") == bench.order().index("status") + 1
    assert not bench.header.own_widths


def test_a_column_is_drawn_with_the_mouse_and_stays_as_it_was_drawn(bench: ColumnBench) -> None:
    edge = bench.header.sectionViewportPosition(METHOD) + bench.view.columnWidth(METHOD) - 1
    before = bench.view.columnWidth(METHOD)
    bench.drag(edge, edge + 60)
    assert bench.view.columnWidth(METHOD) == before + 60
    bench.pane.resize(1100, 500)
    assert bench.view.columnWidth(METHOD) == before + 60


def test_the_waterfall_stays_last(bench: ColumnBench) -> None:
    bench.pane.add_column("$.a")
    bench.pane.add_column("$.b")
    assert bench.header.order()[-1] == WATERFALL
    assert bench.order()[-3:] == ["$.a", "$.b", "waterfall"]


@pytest.mark.parametrize("width", [1280, 1000, 860, 700, 560, 480, 450])
def test_columns_that_matter_least_go_first_and_nothing_is_off_screen(bench: ColumnBench, width: int) -> None:
    wide = bench.order()
    view = TimelineView(bench.view._timeline)
    view.resize(width, 300)
    view.show()
    shown = [COLUMNS[index].key for index in view.header.shown()]
    assert view.header.length() <= view.viewport().width() and view.horizontalScrollBar().maximum() == 0
    gone = [key for key in wide if key not in shown]
    assert sorted(gone) == sorted(COLUMNS[index].key for index in YIELDING[: len(gone)])
    assert {"number", "time", "method", "status", "duration"} <= set(shown)
    assert view.header.target_in_method == ("target" not in shown) == view.delegate.target_in_method
    assert not any(one["hidden"] for one in view.header.saved_columns() if one["key"] in gone)
    view.resize(1400, 300)
    assert [COLUMNS[index].key for index in view.header.shown()] == wide, "they come back with the room"
    view.close()
    view.deleteLater()


def test_a_column_that_was_hidden_does_not_come_back_with_the_room(bench: ColumnBench) -> None:
    view = TimelineView(bench.view._timeline)
    view.header.show_column(SERVER, False)
    view.resize(500, 300)
    view.show()
    view.resize(1400, 300)
    assert SERVER not in view.header.shown() and TARGET in view.header.shown()
    view.close()
    view.deleteLater()


def test_no_time_is_cut_however_narrow_the_pane_is_or_the_column_was_drawn(
    bench: ColumnBench, story: Story, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        model, view = bench.view._timeline, bench.view
        for hours in (0, 2):
            story.now_ns += hours * 3_600 * 10**9
            story.stderr("x")
        await until(lambda: model.rowCount() == 2)
        for mode in ("start", "local", "utc", "reference"):
            bench.pane.column_actions.set_time(mode)
            bench.pane.resize(600, 300)
            text = model.text(1, TIME) or ""
            room = view.columnWidth(TIME) - 2 * CELL_PAD
            assert view.fontMetrics().horizontalAdvance(text) <= room, mode
        bench.header.own_widths = True
        view.setColumnWidth(TIME, 30)
        bench.header.fit(800)
        assert view.columnWidth(TIME) - 2 * CELL_PAD >= view.fontMetrics().horizontalAdvance("2:00:00.100")

    arun(main())


def test_widths_that_were_kept_come_back_within_bounds_and_broken_entries_are_left_out(
    bench: ColumnBench,
) -> None:
    header = bench.header
    key = {index: bench.view._timeline.columns[index].key for index in (TIME, SERVER, TARGET, METHOD)}
    header.restore_columns(
        [
            "broken",
            {"key": 5},
            {"key": key[SERVER], "width": 155, "hidden": False},
            {"key": key[TIME], "width": 5, "hidden": False},
            {"key": key[TARGET], "width": 90_000, "hidden": False},
            {"key": key[METHOD], "width": True, "hidden": True},
        ],
        own_widths=True,
    )
    assert header.order()[:4] == [SERVER, TIME, TARGET, METHOD]
    widths = [header.sectionSize(index) for index in (SERVER, TIME, TARGET)]
    assert widths == [155, 28, 4000] and header.own_widths
    assert not header.isSectionHidden(METHOD), "it stays"
    before = header.order()
    header.restore_columns({"key": "time"}, own_widths=False)
    assert header.order() == before and header.own_widths
    header.restore_columns([], own_widths=True)
    assert not header.own_widths


def test_columns_come_back(bench: ColumnBench, journal: Journal) -> None:
    bench.pane.add_column("$.params.name")
    bench.header.move_column(len(COLUMNS), -3)
    bench.header.show_column(SERVER, shown=False)
    order, state = bench.order(), json.loads(json.dumps(bench.pane.state()))
    other = ColumnBench(journal)
    other.pane.restore_state(state)
    assert other.order() == order
    assert other.pane.columns()[order.index("$.params.name")].title == "name"
    other.pane.close()


def test_columns_of_another_version_are_left_out(bench: ColumnBench) -> None:
    state = bench.pane.state()
    state["columns"] = [{"key": "of the future", "width": 90}, {"key": "status"}, {"key": "number"}]
    bench.pane.restore_state(state)
    assert bench.order()[:2] == ["status", "number"]
    assert set(bench.order()) == {spec.key for spec in COLUMNS if not spec.hidden}


def test_a_column_moves_past_its_visible_neighbour_and_no_further(bench: ColumnBench) -> None:
    header = bench.header
    first, second, third = header.shown()[:3]
    header.move_column(first, -1)
    assert header.shown()[:3] == [first, second, third]
    header.move_column(first, 1)
    assert header.shown()[:3] == [second, first, third]
    header.move_column(header.shown()[-1], 1)
    assert header.shown()[:3] == [second, first, third]


def shares(room: int, *hidden: str) -> dict[str, int]:
    """Widths of the columns of the program in that room."""
    shown = [not spec.hidden and spec.key not in hidden for spec in COLUMNS]
    widths = column_widths(COLUMNS, room, shown, 1.0)
    return {spec.key: width for spec, width, there in zip(COLUMNS, widths, shown, strict=True) if there}


@pytest.mark.parametrize("room", [1280, 1008, 960])
def test_columns_fit_the_room(room: int) -> None:
    shown = [not spec.hidden for spec in COLUMNS]
    widths = column_widths(COLUMNS, room, shown, 1.0)
    assert sum(width for width, there in zip(widths, shown, strict=True) if there) <= room


def test_a_hidden_column_leaves_its_room_to_the_others() -> None:
    assert shares(1000, "server")["target"] > shares(1000)["target"]


def test_room_to_spare_goes_to_the_target_and_the_waterfall() -> None:
    wanted = {spec.key: spec.width for spec in COLUMNS if not spec.hidden}
    more = shares(sum(wanted.values()) + 300)
    assert more.pop("target") == wanted.pop("target") + 100
    assert more == wanted, "the waterfall is the last one and takes what is left"


def test_room_that_is_short_is_taken_from_every_column_alike_and_from_the_method_last() -> None:
    shown = [spec for spec in COLUMNS if not spec.hidden]
    others = [spec for spec in shown if spec.key != "method"]
    wanted, give = sum(spec.width for spec in shown), sum(spec.width - spec.least for spec in others)
    half = shares(wanted - give // 2)
    for spec in others:
        assert half[spec.key] == pytest.approx((spec.width + spec.least) / 2, abs=1.5)
    assert half["method"] == COLUMNS[METHOD].width
    assert shares(wanted - give - 10)["method"] == COLUMNS[METHOD].width - 10
    assert shares(100) == {spec.key: spec.least for spec in shown}


def test_no_title_is_cut_and_columns_grow_with_the_letters() -> None:
    shown = [not spec.hidden for spec in COLUMNS]
    titles = [400 if spec.key == "status" else 0 for spec in COLUMNS]
    assert column_widths(COLUMNS, 100, shown, 1.0, titles)[STATUS] == 400
    assert column_widths(COLUMNS, 100, shown, 2.0)[TIME] == 2 * COLUMNS[TIME].least


def test_titles_on_the_screen_are_whole(bench: ColumnBench) -> None:
    bench.pane.resize(700, 500)
    metrics = bench.header.fontMetrics()
    for index in bench.header.shown():
        if index != WATERFALL:
            needed = metrics.horizontalAdvance(COLUMNS[index].heading)
            assert bench.header.sectionSize(index) > needed, COLUMNS[index].key


def test_a_column_that_is_hidden_and_shown_again_stands_where_it_was(bench: ColumnBench) -> None:
    before = bench.order()
    wide = bench.view.columnWidth(TARGET)
    bench.header.show_column(SERVER, shown=False)
    assert bench.order() == [key for key in before if key != "server"]
    assert bench.view.columnWidth(TARGET) > wide, "its room went to others"
    bench.header.show_column(SERVER, shown=True)
    assert (bench.order(), bench.view.columnWidth(TARGET)) == (before, wide)
    assert not bench.header.own_widths


def test_a_double_click_on_an_edge_fits_the_column_and_it_stays_so(bench: ColumnBench) -> None:
    edge = bench.header.sectionViewportPosition(METHOD) + bench.view.columnWidth(METHOD) - 1
    QTest.mouseDClick(bench.header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(edge, 8))
    assert bench.header.own_widths
    fitted = bench.view.columnWidth(METHOD)
    bench.pane.resize(1100, 500)
    assert bench.view.columnWidth(METHOD) == fitted
    bench.header.reset_columns()
    assert not bench.header.own_widths and bench.view.columnWidth(METHOD) != fitted


def test_a_window_that_gets_wider_is_not_taken_for_the_hand_of_a_person(bench: ColumnBench) -> None:
    bench.pane.resize(1200, 500)
    bench.pane.resize(1500, 500)
    assert not bench.header.own_widths
    assert sum(map(bench.view.columnWidth, bench.header.shown())) == bench.view.viewport().width()


def test_a_click_on_a_head_does_not_end_the_sharing(bench: ColumnBench) -> None:
    place = QPoint(bench.header.sectionViewportPosition(METHOD) + 30, 8)
    QTest.mouseClick(bench.header.viewport(), Qt.MouseButton.LeftButton, pos=place)
    bench.pane.resize(1100, 500)
    assert not bench.header.own_widths


def test_a_new_column_in_a_header_that_was_drawn_has_its_usual_width(bench: ColumnBench) -> None:
    edge = bench.header.sectionViewportPosition(METHOD) + bench.view.columnWidth(METHOD) - 1
    bench.drag(edge, edge + 30)
    drawn = bench.view.columnWidth(METHOD)
    bench.pane.add_column("$.params.name")
    scale = bench.header.fontMetrics().height() / 15
    assert bench.view.columnWidth(len(COLUMNS)) == round(140 * scale)
    assert bench.view.columnWidth(METHOD) == drawn
    assert bench.header.order()[-2:] == [len(COLUMNS), WATERFALL]


def test_a_reset_brings_back_order_and_hidden_columns_but_keeps_those_of_values(bench: ColumnBench) -> None:
    bench.pane.add_column("$.a")
    usual = [*(place for place, spec in enumerate(COLUMNS) if not spec.hidden), len(COLUMNS)]
    bench.header.show_column(DATE, shown=True)
    bench.header.show_column(WATERFALL, shown=False)
    bench.header.show_column(TIME, shown=False)
    bench.header.move_column(METHOD, -1)
    bench.header.reset_columns()
    assert bench.header.order() == [*(one for one in range(len(COLUMNS) + 1) if one != WATERFALL), WATERFALL]
    assert sorted(bench.header.shown()) == usual


def test_who_draws_the_waterfalls_rest_hears_of_every_change(bench: ColumnBench) -> None:
    told: list[str] = []
    bench.header.measured.connect(lambda: told.append("measured"))
    for change in (
        lambda: bench.header.show_column(SERVER, shown=False),
        lambda: bench.header.move_column(TIME, 1),
        lambda: bench.pane.resize(1300, 500),
        lambda: bench.header.resizeSection(METHOD, 300),
    ):
        told.clear()
        change()
        assert told


def test_the_menu_is_of_the_column_under_the_mouse(bench: ColumnBench) -> None:
    asked: list[tuple[QPoint, int]] = []
    bench.header.menu_wanted.connect(lambda place, index: asked.append((place, index)))
    place = QPoint(bench.header.sectionViewportPosition(STATUS) + 10, 8)
    bench.menu(STATUS).close()
    assert asked == [(bench.header.mapToGlobal(place), STATUS)]


def test_what_is_kept_of_a_hidden_column_is_its_usual_width(bench: ColumnBench) -> None:
    bench.pane.add_column("$.params.name")
    bench.header.show_column(SERVER, shown=False)
    kept = {one["key"]: one for one in bench.header.saved_columns()}
    assert kept["server"] == {"key": "server", "hidden": True, "width": COLUMNS[SERVER].width}
    assert kept["method"] == {"key": "method", "hidden": False, "width": bench.view.columnWidth(METHOD)}
    assert kept["$.params.name"]["path"] == "$.params.name" and kept["$.params.name"]["title"] == "name"
