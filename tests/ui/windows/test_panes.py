"""The panes of a window by keyboard: walked, given room, put elsewhere, made a window of their own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QLineEdit, QVBoxLayout, QWidget

from inspector.trace.journal import Journal
from inspector.ui.windows.main_window import MainWindow
from inspector.ui.windows.panes import Panes
from inspector.ui.windows.records_window import RecordsWindow
from tests.conftest import Runner
from tests.ui.live import live
from tests.ui.story import Story
from tests.ui.windows.test_analysis_docks import on_screen, until

pytestmark = pytest.mark.gui

LEFT, RIGHT = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea
Scene = Callable[[RecordsWindow], Coroutine[Any, Any, None]]


@pytest.fixture
def stage(tmp_path: Path, journal: Journal, story: Story, arun: Runner) -> Callable[[Scene], None]:
    """Runs a scene with a window that shows a record."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            async with on_screen(tmp_path, journal, story) as window:
                window.timeline.go_to(1)
                await until(window.docks["detail"].isVisible)
                await until(lambda: window.timeline.view.model().rowCount() > 0)
                await scene(window)

        arun(main())

    return run


def press(window: RecordsWindow, key: str) -> None:
    window.actions_by_key[key].trigger()


def holder(window: RecordsWindow) -> str:
    """Name of the pane that has the keyboard."""
    focus = QApplication.focusWidget()
    assert focus is not None
    names = {name: dock for name, dock in window.docks.items() if dock.isAncestorOf(focus)}
    return next(iter(names), "middle")


def test_f6_walks_the_panes_in_a_ring_and_shift_f6_goes_back(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        window.timeline.view.setFocus()
        walked = []
        for _ in range(len(window.panes.shown())):
            walked.append(holder(window))
            press(window, "next_pane")
        assert holder(window) == walked[0] == "timeline" and walked[1] == "detail"
        assert len(set(walked)) == len(walked)
        for name in reversed(walked):
            press(window, "previous_pane")
            assert holder(window) == name

    stage(scene)


def test_only_panes_in_sight_are_walked(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        assert isinstance(window.panes, Panes)
        every = window.panes.shown()
        window.docks["detail"].hide()
        assert window.panes.shown() == [pane for pane in every if pane is not window.docks["detail"].widget()]

    stage(scene)


def test_a_pane_without_a_place_for_keys_gives_them_to_its_first_part(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        pane = QWidget(window)
        layout = QVBoxLayout(pane)
        hidden, off, first, second = QLineEdit(), QLineEdit(), QLineEdit(), QLineEdit()
        for part in (QLabel("words"), hidden, off, first, second):
            layout.addWidget(part)
        pane.show()
        hidden.hide()
        off.setEnabled(False)
        window.panes.focus(pane)
        assert first.hasFocus()
        pane.setFocusProxy(second)
        window.panes.focus(pane)
        assert second.hasFocus()
        pane.deleteLater()

    stage(scene)


def test_a_pane_gets_taller_and_lower_by_the_same_step(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        dock = window.docks["timeline"]
        press(window, "reset_layout")
        window.timeline.view.setFocus()
        before = dock.height()
        press(window, "pane_taller")
        await until(lambda: dock.height() == before + 32)
        press(window, "pane_lower")
        await until(lambda: dock.height() == before)

    stage(scene)


def test_the_middle_gets_its_room_from_the_docks_around_it(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        middle = window.centralWidget()
        edit = QLineEdit(middle)
        edit.show()
        edit.setFocus()
        high, timeline = middle.height(), window.docks["timeline"].height()
        press(window, "pane_lower")
        await until(lambda: window.docks["timeline"].height() != timeline or middle.height() != high)
        assert window.docks["timeline"].height() >= timeline
        edit.deleteLater()

    stage(scene)


def test_parts_of_a_splitter_share_their_own_room(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        press(window, "show_statistics")
        await until(lambda: window.findChild(QWidget, "statistics_parts") is not None)
        parts = window.findChild(QWidget, "statistics_parts")
        await until(parts.isVisible)
        table, chart = parts.widget(0), parts.widget(1)
        table.setFocus()
        first, dock = parts.sizes(), window.docks["statistics"].size()
        press(window, "pane_wider")
        assert parts.sizes() == [first[0] + 32, first[1] - 32]
        press(window, "pane_narrower")
        assert parts.sizes() == first
        chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chart.setFocus()
        press(window, "pane_wider")
        assert parts.sizes() == [first[0] - 32, first[1] + 32]
        assert window.docks["statistics"].size() == dock

    stage(scene)


def test_a_pane_goes_to_an_edge_and_keeps_the_keyboard(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        dock = window.docks["detail"]
        for key, area in (("pane_left", LEFT), ("pane_right", RIGHT), ("pane_below", BOTTOM)):
            window.panes.focus(window.detail)
            focus = QApplication.focusWidget()
            press(window, key)
            assert (window.dockWidgetArea(dock), dock.isFloating(), dock.isVisible()) == (area, False, True)
            assert QApplication.focusWidget() is focus

    stage(scene)


def test_a_pane_that_is_a_window_is_put_back_at_the_edge(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        dock = window.docks["timeline"]
        window.timeline.view.setFocus()
        press(window, "pane_float")
        assert dock.isFloating()
        await until(window.timeline.view.hasFocus)
        press(window, "pane_float")
        assert not dock.isFloating()
        press(window, "pane_float")
        await until(window.timeline.view.hasFocus)
        press(window, "pane_right")
        assert not dock.isFloating() and window.dockWidgetArea(dock) == RIGHT

    stage(scene)


def test_keys_for_panes_do_nothing_outside_of_them(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        edit = QLineEdit(window.centralWidget())
        edit.show()
        edit.setFocus()

        def places() -> list[tuple[object, bool]]:
            return [(window.dockWidgetArea(one), one.isFloating()) for one in window.docks.values()]

        before = places()
        for key in ("pane_left", "pane_right", "pane_below", "pane_float"):
            press(window, key)
        assert places() == before
        edit.deleteLater()

    stage(scene)


def test_panes_get_room_and_another_place_by_keyboard(arun: Runner, tmp_path: Path) -> None:
    async def move() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            window = it.window
            assert isinstance(window, MainWindow)
            window.timeline.view.setFocus()
            dock = window.docks["timeline"]
            high, wide = dock.height(), window.docks["servers"].width()
            window.actions_by_key["pane_taller"].trigger()
            await it.until(lambda: dock.height() > high, "a taller timeline")
            window.actions_by_key["pane_lower"].trigger()
            await it.until(lambda: dock.height() == high, "the height of before")
            window.server_list.view.setFocus()
            window.actions_by_key["pane_wider"].trigger()
            await it.until(lambda: window.docks["servers"].width() > wide, "a wider list")
            window.actions_by_key["pane_right"].trigger()
            assert window.dockWidgetArea(window.docks["servers"]) == Qt.DockWidgetArea.RightDockWidgetArea
            assert window.server_list.view.hasFocus()
            form = await it.find(QWidget, "tool_form")
            left = form.mapTo(window, QPoint(0, 0)).x()
            (await it.find(QWidget, "tool_list")).setFocus()
            window.actions_by_key["pane_wider"].trigger()
            await it.until(lambda: form.mapTo(window, QPoint(0, 0)).x() > left, "a wider list of tools")

    arun(move())


def test_a_pane_can_become_a_window_and_comes_back(arun: Runner, tmp_path: Path) -> None:
    async def move() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            dock: QDockWidget = it.window.docks["timeline"]
            it.window.timeline.view.setFocus()
            it.window.actions_by_key["pane_float"].trigger()
            assert dock.isFloating()
            await it.until(it.window.timeline.view.hasFocus, "the focus in the pane")
            it.window.actions_by_key["pane_float"].trigger()
            assert not dock.isFloating()

    arun(move())
