"""How a window is divided: views, the drawer, what is beside the rows and its keys.

Then the sequence ladder and the statistics in a window: in step with the timeline, filtering it.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QToolButton, QWidget

from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.trace.statistics.statistics import Messages, Statistics
from inspector.ui.analysis.ladder_model import LadderModel
from inspector.ui.analysis.ladder_pane import LadderPane
from inspector.ui.analysis.statistics_pane import StatisticsPane
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import cancel_all
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis
from inspector.ui.windows.records_window import RecordsWindow
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner
from tests.ui.live import Live, live
from tests.ui.parts import the
from tests.ui.story import START_NS, Story

LIMIT_S = 30.0
Scene = Callable[[RecordsWindow], Coroutine[Any, Any, None]]
Stage = Callable[[Scene], None]


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not condition():
            await asyncio.sleep(0.005)


def tell(story: Story) -> None:
    """Records 1 to 12: four calls of echo (one failed), one of ask with a question in it."""
    for place in range(4):
        call = story.ask()
        story.answer(call, "failed" if place == 3 else "done", "-1 no" if place == 3 else "")
    outer = story.ask(target="ask")
    asked = story.ask("elicitation/create", "", direction="in", channel="stdout", parent=outer.number)
    story.answer(asked)
    story.answer(outer)


@asynccontextmanager
async def on_screen(tmp_path: Path, journal: Journal, story: Story) -> AsyncIterator[RecordsWindow]:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.install(app, "light")
    tell(story)
    journal.sync()
    settings, state = Settings(path=tmp_path / "settings.json"), WindowState(tmp_path / "window.json")
    window = SessionWindow(tmp_path / "a.mcptrace", journal, settings, state, lambda: None)
    window.show()
    window.activateWindow()
    await until(window.isActiveWindow)
    try:
        yield window
    finally:
        await until(lambda: not window.feed.running)
        window.close()
        window.deleteLater()
        await cancel_all()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def stage(tmp_path: Path, journal: Journal, story: Story, arun: Runner) -> Stage:
    """Runs a scene with a window."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            async with on_screen(tmp_path, journal, story) as window:
                await scene(window)

        arun(main())

    return run


async def opened(window: RecordsWindow, name: str, kind: type[QWidget], keys: str) -> QWidget:
    assert not window.bench.in_front(name)
    QTest.keySequence(window, keys)
    await until(lambda: window.findChild(kind) is not None)
    found = window.findChild(kind)
    assert found is not None
    await until(found.isVisible)
    return found


async def ladder(window: RecordsWindow) -> LadderPane:
    found = await opened(window, "ladder", LadderPane, "F9")
    assert isinstance(found, LadderPane)
    model: LadderModel = found.model
    await until(lambda: model.numbers)
    return found


async def statistics(window: RecordsWindow) -> StatisticsPane:
    found = await opened(window, "statistics", StatisticsPane, "F12")
    assert isinstance(found, StatisticsPane)
    await until(lambda: found.model.rowCount() and not found.busy)
    return found


def test_enter_brings_the_detail_before_the_statistics(stage: Stage) -> None:
    async def scene(window: RecordsWindow) -> None:
        window.timeline.go_to(1)
        await opened(window, "statistics", StatisticsPane, "F12")
        await until(lambda: not window.detail.isVisible() or window.detail.visibleRegion().isEmpty())
        window.timeline.view.setFocus()
        QTest.keyClick(window.timeline.view, Qt.Key.Key_Return)
        await until(lambda: window.detail.isVisible() and not window.detail.visibleRegion().isEmpty())

    stage(scene)


def test_nothing_is_made_before_a_pane_is_opened(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        assert window.findChild(LadderPane) is None and window.findChild(StatisticsPane) is None
        window.bench.arrange()
        assert window.findChild(LadderPane) is None

    stage(main)


def test_the_first_layout_closes_both_again(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        await ladder(window)
        window.actions_by_key["reset_layout"].trigger()
        assert not window.bench.side.isVisible() and not window.bench.beside
        assert window.timeline.isVisible()

    stage(main)


def test_closing_the_last_pane_beside_the_rows_leaves_the_detail(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        await statistics(window)
        QTest.keySequence(window, "F12")
        assert not window.bench.beside and not window.bench.side.isVisible()
        window.selection.show(1)  # it may be the current row already, once the table had the focus
        await until(window.detail.isVisible)
        await ladder(window)
        close = next(one for one in window.findChildren(QToolButton) if one.objectName() == "ladder_close")
        close.click()
        assert window.detail.isVisible() and not window.bench.beside

    stage(main)


# -- views and the drawer ----------------------------------------------------------------------------


Play = Callable[[Live], Coroutine[Any, Any, None]]


@pytest.fixture
def demo(arun: Runner, tmp_path: Path) -> Callable[[Play], None]:
    """Runs a scene with the window, the demo server and some calls in it."""

    def run(play: Play) -> None:
        async def main() -> None:
            async with live(tmp_path) as it:
                it.window.resize(1280, 800)
                await it.start_demo()
                await it.choose("no_arguments")
                for _ in range(20):
                    await it.run_tool()
                await it.until(lambda: it.window.timeline.shown > 20, "the rows")
                await play(it)

        arun(main())

    return run


def whole_rows(it: Live) -> int:
    first, last = it.window.timeline.view.visible_rows()
    return last - first + 1


def look(it: Live) -> list[Any]:
    """Sizes of the panes, and which can be seen."""
    bench = it.window.bench
    panes = (bench.servers, bench.middle, bench.drawer, bench.stack, bench.side)
    return [(pane.isVisible(), pane.size() if pane.isVisible() else None) for pane in panes]


def test_the_rows_that_the_goal_asks_for_are_in_sight(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        assert whole_rows(it) >= 8
        it.window.timeline.go_to(1)
        await it.until(it.window.detail.isVisible, "the detail")
        assert whole_rows(it) >= 8, "the detail is beside the rows"
        QTest.keySequence(it.window, "Ctrl+2")
        await it.until(lambda: whole_rows(it) >= 22, "22 rows with the detail open")
        it.window.resize(1024, 640)
        await it.until(lambda: it.window.height() == 640, "the size")
        await it.until(lambda: it.window.detail.isVisible() and whole_rows(it) >= 14, "14 rows")

    demo(play)


def test_nothing_in_the_drawer_changes_the_height_of_the_work(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        bench, high = it.window.bench, it.window.bench.middle.height()
        assert bench.drawer.height() >= 800 // 3
        it.window.timeline.go_to(1)
        await it.until(it.window.detail.isVisible, "the detail")
        assert bench.middle.height() == high
        for key in ("console", "findings", "inputs", "timeline"):
            bench.show_page(key)
            await it.until(lambda key=key: bench.sees(key), key)
            assert bench.middle.height() == high, key
        bench.turn_side()
        assert bench.middle.height() == high
        bench.close_side()
        for view in ("view_traffic", "view_run"):
            QTest.mouseClick(the(it.window, QToolButton, view), Qt.MouseButton.LeftButton)
        await it.until(lambda: bench.middle.height() == high, "the height of before")

    demo(play)


def test_the_drawer_folds_to_one_line_with_the_last_message(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        bench, before = it.window.bench, look(it)
        QTest.keySequence(it.window, "Ctrl+J")
        await it.until(lambda: bench.drawer.height() < 50, "one line")
        last = the(it.window, QLabel, "drawer_last")
        assert "tools/call" in last.text() and bench.tabs.isVisible()
        await it.run_tool()
        await it.until(lambda: f"#{it.program.journal.last}" in last.text(), "the newest")
        QTest.mouseClick(the(it.window, QToolButton, "drawer_fold"), Qt.MouseButton.LeftButton)
        await it.until(lambda: look(it) == before, "as it was")
        bench.fold()
        QTest.mouseClick(bench.tabs, Qt.MouseButton.LeftButton, pos=bench.tabs.tabRect(1).center())
        assert bench.sees("console"), "a click on a title opens it"

    demo(play)


def test_the_number_beside_a_result_brings_its_record_into_sight(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        bench = it.window.bench
        await it.run_tool()
        link = the(it.window, QPushButton, "result_view_record")
        await it.until(link.isVisible, "the number of this call")  # it has ended, and is shown a turn later
        bench.fold()
        for hide in (bench.fold, lambda: bench.show_page("console")):
            QTest.mouseClick(link, Qt.MouseButton.LeftButton)
            await it.until(lambda: f"#{it.window.selection.record}" == link.text(), "its record")
            assert bench.sees("timeline") and it.window.detail.isVisible()
            hide()
            assert not bench.sees("timeline")
        QTest.mouseClick(link, Qt.MouseButton.LeftButton)
        assert bench.sees("timeline"), "also when it is the selected one already"

    demo(play)


def test_both_views_have_one_selection_one_filter_and_one_place(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        timeline, record = it.window.timeline, it.window.timeline.chosen_numbers
        timeline.filter.use("tool == no_arguments")
        await it.until(lambda: timeline.shown == 20 and not timeline.busy, "the filter")
        timeline.view.selectRow(3)
        chosen = record(9)
        QTest.keySequence(it.window, "Ctrl+2")
        assert not it.window.bench.middle.isVisible() and not it.window.bench.tabs.isVisible()
        assert (record(9), timeline.shown) == (chosen, 20)
        it.window.workspace.show_panel("console")
        assert it.window.bench.view == "run" and it.window.sees_panel("console")
        QTest.keySequence(it.window, "Ctrl+2")
        it.window.workspace.show_panel("resources")
        assert it.window.bench.middle.isVisible() and it.window.sees_panel("resources")
        assert record(9) == chosen and timeline.filter.text() == "tool == no_arguments"

    demo(play)


def test_the_drawer_begins_with_my_calls_and_traffic_has_all(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            timeline = it.window.timeline
            timeline.restore_state({})  # as at the first start
            await it.start_demo()
            more = timeline.findChild(QPushButton, "timeline_show_all")
            assert more is not None
            await it.until(lambda: more.isVisible() and timeline.shown == 0, "words in the empty rows")
            assert "other records" in more.text()
            await it.choose("no_arguments")
            call = await it.run_tool()
            await it.until(lambda: timeline.shown == 1 and not more.isVisible(), "the call alone")
            timeline.go_to(call.number)
            QTest.keySequence(it.window, "Ctrl+2")
            await it.until(lambda: timeline.shown > 5, "all of them")
            assert not timeline.filter.text() and it.window.selection.record == call.number
            QTest.keySequence(it.window, "Ctrl+1")
            await it.until(lambda: timeline.shown == 1, "the call alone, again")
            timeline.filter.use("is:call")
            await it.until(lambda: timeline.shown > 4, "what a filter finds is not only mine")
            timeline.filter.use("")
            await it.until(lambda: timeline.shown == 1, "the call alone, a third time")
            timeline.bar.shelf.show_all()
            await it.until(lambda: timeline.shown > 5, "all of them here, too")
            assert timeline.state()["my_calls"] is False

    arun(main())


def test_esc_closes_the_detail_before_it_clears_the_filter(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        timeline = it.window.timeline
        timeline.filter.use("tool == no_arguments")
        await it.until(lambda: timeline.shown == 20 and not timeline.busy, "the filter")
        timeline.view.selectRow(3)
        await it.until(it.window.detail.isVisible, "the detail")
        it.window.show_detail()
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
        assert not it.window.bench.side.isVisible() and timeline.view.hasFocus() and timeline.filter.text()
        QTest.keyClick(timeline.view, Qt.Key.Key_Escape)
        assert not timeline.filter.text()

    demo(play)


def test_a_pane_is_maximized_and_comes_back(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        bench, window = it.window.bench, it.window
        window.timeline.go_to(1)
        await it.until(lambda: bench.stack.width() + bench.side.width() < bench.drawer.width(), "the detail")
        before = look(it)
        window.timeline.view.setFocus()
        for key, seen in (("", bench.drawer), ("detail", bench.side)):
            if key:
                window.show_detail()
            QTest.keySequence(window, "Ctrl+Shift+M")
            await it.until(lambda seen=seen: seen.width() == bench.width(), "all the room")
            assert not bench.servers.isVisible() and not bench.middle.isVisible()
            QTest.keySequence(window, "Ctrl+Shift+M")
            await it.until(lambda: look(it) == before, "as it was")
        bar = window.workspace.tabs.tabBar()
        QTest.mouseDClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
        await it.until(lambda: bench.middle.height() > 600 and not bench.drawer.isVisible(), "the work alone")
        window.actions_by_key["filter_timeline"].trigger()
        assert bench.drawer.isVisible(), "what is wanted is brought into sight"

    demo(play)


def test_reset_layout_is_the_first_state_exactly(demo: Callable[[Play], None]) -> None:
    async def play(it: Live) -> None:
        bench, first = it.window.bench, look(it)
        it.window.timeline.go_to(1)
        for way in (bench._storeys, bench._columns):
            way.setSizes([400, 300])
            way.splitterMoved.emit(0, 1)
        bench.turn_side()
        bench.show_beside("ladder")
        bench.show_servers(False)
        assert look(it) != first
        it.window.actions_by_key["reset_layout"].trigger()
        await it.until(lambda: look(it) == first, "the first layout")
        bench.fold()
        it.window.actions_by_key["reset_layout"].trigger()
        await it.until(lambda: look(it) == first, "the first layout")

    demo(play)


@pytest.mark.parametrize(
    "broken",
    [
        None, 7, {}, {"sizes": 3}, {"sizes": {"storeys": [1]}}, {"sizes": {"storeys": ["a", None]}},
        {"view": "no such", "folded": "yes", "below": 3, "servers": None, "beside": ["no such"]},
    ],
)  # fmt: skip
def test_what_is_broken_in_a_saved_layout_is_as_at_first(stage: Stage, broken: Any) -> None:
    async def main(window: RecordsWindow) -> None:
        first = window.bench.state()
        window.bench.restore(broken)
        assert window.bench.state() == first

    stage(main)


def test_a_layout_comes_back_as_it_was(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        bench = window.bench
        bench._storeys.setSizes([300, 400])
        bench._storeys.splitterMoved.emit(0, 1)
        bench.turn_side()
        bench.show_beside("statistics")
        kept = json.loads(json.dumps(bench.state()))
        bench.arrange()
        assert bench.state() != kept
        bench.restore(kept)
        assert bench.state() == kept and bench.in_front("statistics")

    stage(main)


# -- ladder ------------------------------------------------------------------------------------------


def test_the_ladder_has_a_lane_for_everybody_and_a_row_for_every_message(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        assert [lane.title for lane in pane.model.lanes.all] == ["User", "Client", "demo"]
        assert list(pane.model.numbers) == list(range(1, 13))

    stage(main)


def test_ladder_and_timeline_select_the_same_record(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        window.timeline.go_to(5)
        assert pane.view.currentIndex().row() == 4
        assert pane.view.delegate.exchange == 5
        pane.view.setFocus()
        QTest.keyClick(pane.view, Qt.Key.Key_Down)
        assert window.selection.record == 6
        place = pane.view.visualRect(pane.model.index(1, 2)).center()
        QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert window.selection.record == 2
        assert window.timeline.view.current_number() == 1
        assert pane.isVisible()  # the detail that opened did not cover it
        QTest.keyClick(pane.view, Qt.Key.Key_Return)
        await until(window.detail.isVisible)

    stage(main)


def test_the_ladder_follows_the_filter_and_keeps_the_messages_of_shown_calls(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        window.timeline.filter.setText("target == ask")
        window.timeline.filter.setFocus()
        QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
        await until(lambda: list(pane.model.numbers) == [9, 12])

    stage(main)


def test_the_ladder_shows_one_call_or_the_rows_that_are_chosen(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        pane.scope.choose("selected")
        await until(lambda: not pane.model.numbers)
        window.timeline.go_to(3)
        await until(lambda: list(pane.model.numbers) == [3, 4])
        pane.scope.choose("call")
        window.selection.select(10)
        await until(lambda: 9 in pane.model.numbers and 12 in pane.model.numbers)

    stage(main)


def test_the_ladder_grows_with_the_session(stage: Stage, story: Story) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        call = story.ask(target="late")
        await until(lambda: list(pane.model.numbers) == list(range(1, 14)))
        rung = pane.model.rung(12)
        assert rung is not None and rung.step.text == "◌ tools/call late" and rung.bars
        story.answer(call)
        await until(lambda: len(pane.model.numbers) == 14)
        rung = pane.model.rung(12)
        assert rung is not None and rung.step.text == "tools/call late"

    stage(main)


def test_the_ladder_is_copied_and_saved(stage: Stage, tmp_path: Path) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await ladder(window)
        action = next(
            one for one in pane.export.choices.actions() if one.objectName() == "ladder_copy_mermaid"
        )
        action.trigger()
        await until(lambda: QApplication.clipboard().text().startswith("sequenceDiagram"))
        path = tmp_path / "ladder.svg"
        pane.save("svg", str(path))
        told: list[str] = []
        pane.told.connect(lambda text, role: told.append(role))
        await until(lambda: told)
        assert path.read_text(encoding="utf-8").startswith("<svg")
        pane.save("svg", str(tmp_path / "none" / "ladder.svg"))
        await until(lambda: told == ["ok", "error"])

    stage(main)


# -- statistics --------------------------------------------------------------------------------------


def click(pane: StatisticsPane, path: tuple[str, ...], column: int, double: bool = False) -> None:
    index = pane.model.index_of(path)
    place = pane.table.visualRect(index.siblingAtColumn(column)).center()
    QTest.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    if double:
        QTest.mouseDClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=place)


ECHO = ("demo", "tools/call", "echo")


def test_a_click_on_a_figure_shows_what_it_counts(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        node = pane.model.node(pane.model.index_of(ECHO))
        assert node is not None
        assert [figure.text for figure in node.figures[:3]] == ["4", "1 (25%)", ""]
        click(pane, ECHO, 2)
        await until(lambda: list(window.timeline.rows.numbers) == [7])
        assert pane.table.current_path() == ECHO
        click(pane, ("demo",), 0, double=True)
        await until(lambda: window.timeline.rows.shown == 6)

    stage(main)


def test_a_figure_shows_exactly_what_it_counts_whatever_is_shown_now(stage: Stage, story: Story) -> None:
    async def main(window: RecordsWindow) -> None:
        pane, timeline = await statistics(window), window.timeline
        timeline.mode.choose("messages")
        timeline.stage.choose_range(Axis(START_NS, START_NS + 1))
        click(pane, ECHO, 1)
        await until(lambda: list(timeline.rows.numbers) == [1, 3, 5, 7])
        pane.kind.choose("messages")
        requests = ("demo", "→ request")
        await until(lambda: pane.model.index_of(requests).isValid())
        timeline.mode.choose("calls")
        click(pane, ("demo",), 1)
        await until(lambda: list(timeline.rows.numbers) == list(range(1, 13)))
        assert timeline.mode.key() == "messages" and timeline.stage.range is None

    stage(main)


def test_a_figure_of_the_shown_rows_is_looked_for_among_them(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane, timeline = await statistics(window), window.timeline
        pane.scope.choose("shown")
        timeline.filter.use("number < 6")
        await until(lambda: pane.model.index_of(ECHO).siblingAtColumn(1).data() == "3")
        click(pane, ("demo", "tools/call"), 1)
        await until(lambda: "is:call" in timeline.filter.text() and not timeline.busy)
        assert list(timeline.rows.numbers) == [1, 3, 5]

    stage(main)


def test_the_menu_of_a_line_joins_it_to_the_filter(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        click(pane, ECHO, 0)
        node = pane.model.node(pane.model.index_of(ECHO))
        assert node is not None
        menu: QMenu = pane.table.menu(node)
        next(one for one in menu.actions() if one.objectName() == "statistics_and_not").trigger()
        menu.deleteLater()
        await until(lambda: list(window.timeline.rows.numbers) == [9, 10])

    stage(main)


def test_statistics_of_shown_rows_follow_the_filter(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        pane.scope.choose("shown")
        window.timeline.filter.setText("target == ask")
        window.timeline.filter.setFocus()
        QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
        await until(lambda: not pane.model.index_of(ECHO).isValid() and pane.model.rowCount())
        assert pane.model.index_of(("demo", "tools/call", "ask")).isValid()

    stage(main)


def test_statistics_grow_and_keep_the_current_line(stage: Stage, story: Story) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        click(pane, ECHO, 0)
        story.answer(story.ask())

        def counted() -> str:
            node = pane.model.node(pane.model.index_of(ECHO))
            return node.figures[0].text if node is not None else ""

        await until(lambda: counted() == "5")
        assert pane.table.current_path() == ECHO

    stage(main)


def test_a_head_sorts_by_its_column_and_back(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)

        def targets() -> list[str]:
            parent = pane.model.index_of(("demo", "tools/call"))
            nodes = [pane.model.node(pane.model.index(row, 0, parent)) for row in range(2)]
            return [node.name for node in nodes if node is not None]

        assert targets() == ["echo", "ask"]
        header = pane.table.header()
        place = QPoint(header.sectionViewportPosition(1) + 5, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert targets() == ["ask", "echo"]

    stage(main)


def test_dots_select_their_call_and_a_dragged_stretch_filters(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        click(pane, ECHO, 0)
        await until(lambda: pane.chart.accessibleDescription() == " › ".join(ECHO))
        chart = pane.chart
        dots = [
            QPointF(x, y)
            for x in range(0, chart.width(), 2)
            for y in range(0, chart.height(), 2)
            if chart.text_at(QPointF(x, y)).startswith("#")
        ]
        assert {chart.text_at(place).split()[0] for place in dots} == {"#1", "#3", "#5", "#7"}
        third = next(place for place in dots if chart.text_at(place).startswith("#5"))
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=third.toPoint())
        assert window.selection.record == 5
        # from the left border to the middle: the first two calls
        left = min(place.x() for place in dots)
        right = max(place.x() for place in dots)
        middle = QPoint(round((left + right) / 2), chart.height() // 2)
        QTest.mousePress(chart, Qt.MouseButton.LeftButton, pos=QPoint(20, chart.height() // 2))
        QTest.mouseMove(chart, middle)
        QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, pos=middle)
        await until(lambda: list(window.timeline.rows.numbers) == [1, 3])

    stage(main)


def test_messages_are_counted_by_kind(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        pane.kind.choose("messages")
        await until(lambda: pane.model.index_of(("demo", "→ request", "tools/call")).isValid())
        assert not pane.chart.isVisible()

    stage(main)


def test_a_table_is_copied(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        next(
            one for one in pane.export.choices.actions() if one.objectName() == "statistics_copy_csv"
        ).trigger()
        await until(lambda: "demo,out,tools/call,echo,4,1,0,0,0," in QApplication.clipboard().text())

    stage(main)


def test_counting_can_be_stopped_and_gone_on_with(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(window: RecordsWindow) -> None:
        monkeypatch.setattr("inspector.trace.statistics.statistics.STRIDE", 1)
        pane = await statistics(window)
        pane.kind.choose("messages")
        pane.stop()
        await until(lambda: not pane.busy and pane.go_on.isVisible())
        QTest.mouseClick(pane.go_on, Qt.MouseButton.LeftButton)
        await until(lambda: not pane.busy and not pane.go_on.isVisible())
        node = pane.model.node(pane.model.index_of(("demo",)))
        assert node is not None and node.figures[0].text == "12"

    stage(main)


def test_a_window_and_its_file_can_be_closed_while_calls_are_counted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed, real = threading.Event(), Statistics.update

    def update(figures: Statistics, *args: Any) -> Iterator[float]:
        closed.wait(LIMIT_S)
        yield from real(figures, *args)

    monkeypatch.setattr(Statistics, "update", update)

    async def main(window: RecordsWindow) -> None:
        QTest.keySequence(window, "F12")
        await until(lambda: (pane := window.findChild(StatisticsPane)) is not None and pane.busy)
        pane = window.findChild(StatisticsPane)
        assert isinstance(pane, StatisticsPane)
        window.close()
        window.journal.close()
        closed.set()
        await until(lambda: not pane.busy)

    stage(main)


def test_figures_and_progress_are_shown_while_calls_are_counted(
    stage: Stage, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, real = threading.Event(), Messages.update

    def update(figures: Messages, *args: Any) -> Iterator[float]:
        for place, share in enumerate(real(figures, *args)):
            if place == 6:
                go_on.wait(LIMIT_S)
            yield share

    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        monkeypatch.setattr("inspector.trace.statistics.statistics.STRIDE", 1)
        monkeypatch.setattr("inspector.ui.analysis.statistics_pane._PARTIAL_S", 0.0)
        monkeypatch.setattr(
            "inspector.ui.analysis.statistics_pane._REST", 0.0
        )  # each stride is shown, however slow
        monkeypatch.setattr(Messages, "update", update)

        def counted() -> str:
            node = pane.model.node(pane.model.index_of(("demo",)))
            return node.figures[0].text if node is not None else ""

        pane.kind.choose("messages")
        await until(lambda: pane.progress.isVisible() and pane.progress.value() == 50 and counted() == "6")
        assert pane.cancel.isVisible()
        go_on.set()
        await until(lambda: not pane.busy)
        assert counted() == "12"
        assert not pane.progress.isVisible() and not pane.cancel.isVisible()

    stage(main)


def test_marks_change_what_a_filter_by_marks_counts(stage: Stage) -> None:
    async def main(window: RecordsWindow) -> None:
        pane = await statistics(window)
        pane.scope.choose("shown")
        window.timeline.filter.setText("is:marked")
        window.timeline.filter.setFocus()
        QTest.keyClick(window.timeline.filter, Qt.Key.Key_Return)
        await until(lambda: not pane.model.rowCount())
        window.journal.annotations.set_marked([3], True)
        await until(lambda: pane.model.index_of(ECHO).isValid())

    stage(main)


def test_panes_that_were_open_are_open_at_the_next_start(
    stage: Stage, journal: Journal, tmp_path: Path
) -> None:
    async def main(window: RecordsWindow) -> None:
        await statistics(window)
        window.close()
        await saving.flush()
        settings, state = Settings(path=tmp_path / "settings.json"), WindowState(tmp_path / "window.json")
        again = SessionWindow(tmp_path / "a.mcptrace", journal, settings, state, lambda: None)
        again.show()
        await until(lambda: again.findChild(StatisticsPane))
        assert again.findChild(LadderPane) is None
        await until(lambda: not again.feed.running)
        again.close()
        again.deleteLater()

    stage(main)
