"""The guided tour points at real parts of the window and notices what the user does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from inspector.core.servers.profiles import demo_profile
from inspector.core.transfer.importers.found import Configuration, Found
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.bubble import BEAK, place_in
from inspector.ui.windows.tour.guide import TourBubble
from inspector.ui.windows.tour.steps import STEPS
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
            for dock in it.window.docks.values():
                dock.close()
            it.window.resize(1024, 640)
            it.window.tour.start()
            assert "connected already" in (await it.find(QLabel, "tour_text")).text()
            for step in STEPS:
                bubble = await at(it, step.key)
                assert it.window.rect().contains(bubble.geometry()), step.key
                if step.dock:
                    assert it.window.docks[step.dock].isVisible()
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
