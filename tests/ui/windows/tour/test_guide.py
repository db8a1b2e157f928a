"""The guided tour points at real parts of the window and notices what the user does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QTabWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import demo_profile
from inspector.core.transfer.importers.found import Configuration, Found
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.bubble import BEAK, place_in
from inspector.ui.widgets.controls import column
from inspector.ui.windows.tour import guide
from inspector.ui.windows.tour.guide import TourBubble, TourGuide
from inspector.ui.windows.tour.steps import STEPS, TourStep
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def at(it: Live, key: str) -> TourBubble:
    """Wait until the tour is at a step; its bubble."""
    await it.until(lambda: it.window.tour.step is not None and it.window.tour.step.key == key, key)
    return await it.find(TourBubble, "tour_bubble")


def _state(it: Live) -> str:
    client = it.window.servers.client("demo")
    return client.state if client is not None else ""


def test_the_tour_goes_on_as_the_person_does_the_real_things(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.click("take_tour")
            await at(it, "connect")
            await it.start_demo()
            await at(it, "tool")
            await it.click("tour_next")
            await at(it, "fill")
            await it.fill("hello")
            await at(it, "run")
            await it.run_tool()
            await at(it, "result")
            await it.click("tour_next")
            await at(it, "timeline")
            it.window.selection.select(it.calls(0)[0].number)
            await at(it, "detail")
            it.window.detail.tabs.choose_page("detail_bytes")
            await at(it, "filter")
            it.window.timeline.bar.shelf.line.use("echo")
            await at(it, "findings")
            assert it.window.workspace is not None
            it.window.workspace.show_panel("findings")
            await at(it, "add")
            await it.click("tour_next")
            assert it.window.tour.step is None
            assert it.window.findChildren(TourBubble, "tour_bubble") == [] or not it.window.tour.step

    arun(main())


def test_it_is_left_with_escape_wherever_the_keyboard_is_and_remembered(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            assert not it.window.tour.seen
            it.window.tour.start()
            bubble = await at(it, "connect")
            QTest.keyClick(bubble.next, Qt.Key.Key_Escape)
            assert it.window.tour.step is None and it.window.tour.seen
            it.window.tour.start()
            it.window.setFocus()
            QTest.keyClick(it.window, Qt.Key.Key_Escape)
            assert it.window.tour.step is None
        assert WindowState(tmp_path / "window.json").text("tour") == "seen"

    arun(main())


def test_next_does_what_the_person_leaves_out_and_points_at_nothing_empty(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.tour.start()
            await it.click("tour_next")  # connects the demo: without it there is nothing to see
            await it.connected("demo")
            for step in STEPS[1:]:
                bubble = await at(it, step.key)
                assert it.window.rect().contains(bubble.geometry()), step.key
                if step.key == "detail":  # which speaks of its tabs
                    await it.until(lambda: it.window.detail.tabs.isVisible(), "a row in the detail")
                if step.key == "result":
                    await it.find(QWidget, "result_view_record")
                if step is not STEPS[-1]:
                    await it.click("tour_next")
            for step in reversed(STEPS[:-1]):
                await it.click("tour_back")
                await at(it, step.key)
            it.window.tour.leave()
            (call,) = it.calls(0)
            assert call.status == "done"

    arun(main())


def test_enter_alone_walks_it_to_its_end(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.tour.start()
            for step in STEPS:
                bubble = await at(it, step.key)
                await it.until(bubble.next.hasFocus, f"the keyboard at {step.key}")
                QTest.keyClick(bubble.next, Qt.Key.Key_Return)
            assert it.window.tour.step is None

    arun(main())


def test_without_a_connection_next_leads_back_to_the_step_that_connects(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.tour.start(2)
            await at(it, "fill")
            it.window.servers.disconnect_server("demo")
            await it.until(lambda: _state(it) == "closed", "the end")
            await it.click("tour_next")
            await at(it, "run")
            await it.click("tour_next")
            await at(it, "connect")
            await it.click("tour_next")
            await at(it, "tool")
            it.window.tour.leave()

    arun(main())


def test_what_was_run_before_is_not_run_again_by_next(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.fill("hello")
            await it.run_tool()
            await it.find(QWidget, "result_view_record")
            it.window.tour.start(3)
            await at(it, "run")
            assert "already" in (await it.find(QLabel, "tour_text")).text()
            await it.click("tour_next")
            await at(it, "result")
            it.window.tour.leave()
            assert len(it.calls(0)) == 1

    arun(main())


def test_the_keyboard_alone_finds_back_to_it(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.tour.start(1)
            bubble = await at(it, "tool")
            (await it.find(QWidget, "tool_list")).setFocus()
            it.window.actions_by_key["next_pane"].trigger()
            assert bubble.next.hasFocus()
            it.window.actions_by_key["next_pane"].trigger()
            assert not bubble.isAncestorOf(QApplication.focusWidget())
            it.window.tour.leave()

    arun(main())


def test_a_demo_that_is_connected_and_panes_that_are_closed_are_no_trouble(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.window.bench.show_servers(False)
            it.window.bench.fold()
            it.window.resize(1024, 640)
            it.window.tour.start()
            assert "connected already" in (await it.find(QLabel, "tour_text")).text()
            for step in STEPS:
                bubble = await at(it, step.key)
                assert it.window.rect().contains(bubble.geometry()), step.key
                if step.pane:
                    bench = it.window.bench
                    panes = {"servers": bench.servers, "timeline": bench.stack, "detail": bench.side}
                    assert panes[step.pane].isVisible()
                if step is not STEPS[-1]:
                    await it.click("tour_next")
            it.window.tour.leave()

    arun(main())


def test_it_blocks_nothing_and_speaks_to_a_screen_reader(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.tour.start()
            bubble = await at(it, "connect")
            assert it.window.isEnabled() and not bubble.isModal()
            assert bubble.accessibleName() == "A server to try things on"
            assert "1 of 10" in bubble.accessibleDescription()
            ring = await it.find(QWidget, "tour_ring")
            assert ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            it.window.tour.leave()

    arun(main())


def test_a_bubble_stands_beside_its_target_and_inside_the_window() -> None:
    room, size = QSize(1024, 640), QSize(320, 160)
    for target in (
        QRect(10, 10, 40, 20),
        QRect(980, 600, 40, 30),
        QRect(0, 300, 1024, 340),
        QRect(400, 300, 90, 20),
    ):
        rect, side, tip = place_in(room, size, target)
        assert QRect(QPoint(), room).contains(rect)
        if side:
            assert rect.intersected(target).width() <= BEAK or rect.intersected(target).height() <= BEAK
            assert rect.contains(tip)
    assert place_in(room, size, None)[1] == ""


# -- the first page -----------------------------------------------------------------------------------------


def test_the_first_page_names_the_clients_that_have_servers(arun: Runner, tmp_path: Path) -> None:
    def look(_projects: list[Path]) -> list[Configuration]:
        one = Found("a", profile=demo_profile())
        wrong = Found("b", problem="broken")
        return [
            Configuration("cursor", None, found=(one, one, wrong)),
            Configuration("claude-code", None, found=(one,)),
            Configuration("zed", None, found=(wrong,)),
        ]

    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.welcome.clients.look = look
            label = await it.find(QLabel, "welcome_found")
            await it.until(lambda: label.text().startswith("Found here"), "the clients")
            assert label.text() == "Found here: Cursor (2) · Claude Code (1)"
            assert it.program.servers.names() == []

    arun(main())


def test_from_the_empty_start_to_a_result_of_the_demo_it_takes_two_clicks(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.click("try_demo")
            await it.connected("demo")
            await it.fill("hello")
            await it.click("run_button")
            await it.ended_call(0)
            await it.find(QWidget, "result_view_record")

    arun(main())


def test_what_the_user_does_without_next_leaves_the_keyboard_where_it_is(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.tour.start()
            bubble = await at(it, "connect")
            assert it.window.focusWidget() is bubble.next
            bubble.leave.setFocus()
            await it.start_demo()
            bubble = await at(it, "tool")
            assert it.window.focusWidget() is not bubble.next
            it.window.tour.leave()

    arun(main())


# -- the guide by itself -----------------------------------------------------------------------------------


class Stage:
    """A window with two lines and tabs, and what steps may ask of it."""

    def __init__(self) -> None:
        self.window = QMainWindow()
        self.window.resize(900, 600)
        page, self.tabs = QWidget(), QTabWidget()
        page.setLayout(column(self.tabs))
        self.window.setCentralWidget(page)
        self.line, self.other = QLineEdit(), QLineEdit()
        for name, line in (("first_line", self.line), ("second_line", self.other)):
            line.setObjectName(name)
            self.tabs.addTab(line, name)
        self.tabs.setObjectName("some_tabs")
        self.revealed: list[str] = []
        self.panels: list[str] = []
        self.selected: list[str] = []
        self.focused: list[QWidget] = []
        self.has_demo = True
        self.done: set[str] = set()
        self.acted: list[str] = []
        self.answer = ""
        self.servers = SimpleNamespace(
            get=lambda name: name if self.has_demo else None, select=self.selected.append
        )

    def reveal(self, pane: str) -> None:
        self.revealed.append(pane)

    def show_panel(self, key: str) -> None:
        self.panels.append(key)

    def place_of_panel(self, key: str) -> int:
        return 1 if key == "second" else -1

    def focus(self, widget: QWidget) -> None:
        self.focused.append(widget)
        widget.setFocus()


def _is_done(key: str) -> Any:
    return lambda stage: key in stage.done


def _act(key: str) -> Any:
    def act(stage: Stage) -> str:
        stage.acted.append(key)
        return stage.answer

    return act


FEW = (
    TourStep("look", "Look", "Look at it", ("hidden", "first_line")),
    TourStep(
        "type", "Type", "Type here", ("first_line",), _is_done("type"), already="Typed", act=_act("type")
    ),
    TourStep("pane", "Pane", "See it", ("nowhere",), _is_done("pane"), panel="tools", pane="timeline"),
    TourStep("end", "End", "That is all", ("some_tabs",), tab="second"),
)


class Walk:
    def __init__(self, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(guide, "STEPS", FEW)
        self.stage = Stage()
        stage: Any = self.stage
        qtbot.addWidget(self.stage.window)
        self.stage.window.show()
        self.stage.window.activateWindow()
        qtbot.waitUntil(self.stage.window.isActiveWindow)
        self.state = WindowState(folder / "window.json")
        self.tour = TourGuide(stage, self.state)

    @property
    def bubble(self) -> TourBubble:
        return self.stage.window.findChildren(TourBubble)[-1]

    @property
    def ring(self) -> QWidget:
        return self.stage.window.findChildren(QWidget, "tour_ring")[-1]

    def key(self) -> str:
        return self.tour.step.key if self.tour.step is not None else ""

    def look(self, times: int = 1) -> None:
        for _ in range(times):
            self.tour._timer.timeout.emit()

    def rect_of(self, widget: QWidget) -> QRect:
        return QRect(widget.mapTo(self.stage.window, QPoint()), widget.size()).adjusted(-2, -2, 2, 2)


@pytest.fixture
def walk(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Walk:
    return Walk(qtbot, tmp_path, monkeypatch)


def test_there_is_nothing_of_it_before_it_is_started_and_after_it_is_left(walk: Walk) -> None:
    assert (walk.tour.step, walk.tour.place, walk.tour.seen) == (None, -1, False)
    walk.tour.leave()
    assert walk.stage.window.findChildren(TourBubble) == []
    walk.tour.start()
    assert (walk.key(), walk.tour.place, walk.tour.seen) == ("look", 0, True)
    assert walk.bubble.isVisible() and walk.bubble.next.hasFocus()
    walk.bubble.leave.click()
    assert walk.tour.step is None and not walk.bubble.isVisible() and not walk.ring.isVisible()
    assert walk.stage.focused == [walk.stage.line], "the keyboard goes to where it pointed"
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert walk.stage.window.findChildren(TourBubble) == []
    walk.tour.start(2)
    walk.tour.start(1)
    assert walk.key() == "type" and len(walk.stage.window.findChildren(TourBubble)) == 1


def test_escape_leaves_it_and_other_keys_do_not(walk: Walk) -> None:
    walk.tour.start()
    walk.stage.window.setFocus()
    QTest.keyClick(walk.stage.window, Qt.Key.Key_A)
    assert walk.key() == "look"
    walk.stage.line.setFocus()
    QTest.keyClick(walk.stage.window, Qt.Key.Key_Escape)
    assert walk.key() == "" and walk.stage.focused == [], "the keyboard was not in it"


def test_a_step_says_what_to_do_where_one_is_and_where_it_goes(walk: Walk) -> None:
    walk.tour.start()
    bubble = walk.bubble
    words = [one.text() for one in bubble.findChildren(QLabel)]
    assert words == ["Look", "1 of 4", "Look at it"]
    assert not bubble.back.isEnabled() and bubble.next.text() == "Next" and bubble.leave.isVisible()
    assert bubble.back.autoDefault() and bubble.next.autoDefault()
    bubble.next.click()
    assert walk.key() == "type" and bubble.back.isEnabled()
    text = bubble.findChild(QLabel, "tour_text")
    assert text is not None and text.text() == "Type here", "it was not done before"
    bubble.back.click()
    bubble.back.click()
    assert walk.key() == "look"
    walk.tour.start(3)
    assert bubble.next.text() == "Done" and not bubble.leave.isVisible()
    bubble.next.click()
    assert walk.key() == ""


def test_next_does_it_for_the_user_and_the_tour_waits_until_it_is_done(walk: Walk) -> None:
    walk.tour.start(1)
    walk.bubble.leave.setFocus()
    walk.bubble.next.click()
    assert walk.stage.acted == ["type"] and walk.key() == "type" and walk.bubble.next.hasFocus()
    walk.stage.line.setFocus()  # as what runs takes it along
    walk.stage.done.add("type")
    walk.look(2)
    assert walk.key() == "type", "typing is not hurried on at the first letter"
    walk.look()
    assert walk.key() == "pane" and walk.bubble.next.hasFocus()


def test_what_the_user_does_goes_on_too_and_leaves_the_keyboard(walk: Walk) -> None:
    walk.tour.start(1)
    walk.stage.line.setFocus()
    walk.stage.done.add("type")
    walk.look(2)
    walk.stage.done.clear()
    walk.look()
    walk.stage.done.add("type")
    walk.look(2)
    assert walk.key() == "type", "it was taken back in between"
    walk.look()
    assert walk.key() == "pane" and walk.stage.line.hasFocus()


def test_what_was_done_before_is_said_and_waits_for_next(walk: Walk) -> None:
    walk.stage.done.add("type")
    walk.tour.start(1)
    text = walk.bubble.findChild(QLabel, "tour_text")
    assert text is not None and text.text() == "Typed"
    walk.look(5)
    assert walk.key() == "type"
    walk.bubble.next.click()
    assert walk.key() == "pane" and walk.stage.acted == []


def test_next_may_lead_back_to_what_is_missing(walk: Walk) -> None:
    walk.stage.answer = "look"
    walk.tour.start(1)
    walk.bubble.next.click()
    assert walk.key() == "look" and walk.bubble.next.hasFocus()


def test_the_last_step_that_is_done_ends_it(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guide, "STEPS", FEW[:2])
    walk.tour.start(1)
    walk.stage.done.add("type")
    walk.look(3)
    assert walk.key() == ""


def test_panes_and_panels_of_a_step_are_brought_to_the_front(walk: Walk) -> None:
    walk.tour.start(1)
    assert (walk.stage.panels, walk.stage.selected) == ([], [])
    walk.bubble.next.click()
    walk.tour.start(2)
    assert walk.stage.panels == ["tools"] and walk.stage.revealed == ["timeline"]
    assert len(walk.stage.selected) == 1
    walk.stage.has_demo = False
    walk.tour.start(2)
    assert len(walk.stage.selected) == 1 and walk.stage.panels == ["tools", "tools"]


def test_the_ring_is_around_what_is_meant_and_follows_it(walk: Walk) -> None:
    walk.tour.start()
    assert walk.ring.geometry() == walk.rect_of(walk.stage.line)
    walk.stage.window.resize(700, 500)
    QApplication.processEvents()
    walk.look()
    assert walk.ring.geometry() == walk.rect_of(walk.stage.line)
    walk.tour.start(2)
    assert not walk.ring.isVisible(), "there is nothing to point at"
    walk.tour.start(3)
    bar = walk.stage.tabs.tabBar()
    place = bar.tabRect(1).translated(bar.mapTo(walk.stage.window, QPoint()))
    assert walk.ring.geometry() == place.adjusted(-2, -2, 2, 2), "one tab of them"


def test_of_what_is_scrolled_out_of_sight_nothing_is_pointed_at(walk: Walk) -> None:
    area, inside = QScrollArea(), QWidget()
    inside.setFixedSize(2000, 2000)
    area.setWidget(inside)
    inside.setObjectName("hidden")
    walk.stage.tabs.addTab(area, "third")
    walk.stage.tabs.setCurrentWidget(area)
    QApplication.processEvents()
    walk.tour.start()
    assert walk.ring.geometry() == walk.rect_of(area.viewport())
