"""The panes of a window by keyboard: walked, and given room."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QVBoxLayout, QWidget

from inspector.trace.journal import Journal
from inspector.ui.windows.main_window import MainWindow
from inspector.ui.windows.panes import Panes
from inspector.ui.windows.records_window import RecordsWindow
from tests.conftest import Runner
from tests.ui.live import live
from tests.ui.story import Story
from tests.ui.windows.test_workbench import on_screen, until

pytestmark = pytest.mark.gui

Scene = Callable[[RecordsWindow], Coroutine[Any, Any, None]]


@pytest.fixture
def stage(tmp_path: Path, journal: Journal, story: Story, arun: Runner) -> Callable[[Scene], None]:
    """Runs a scene with a window that shows a record."""

    def run(scene: Scene) -> None:
        async def main() -> None:
            async with on_screen(tmp_path, journal, story) as window:
                window.timeline.go_to(1)
                await until(window.bench.side.isVisible)
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
    bench = window.bench
    panes = {"servers": bench.servers, "middle": bench.middle, "timeline": bench.stack, "detail": bench.side}
    return next(name for name, pane in panes.items() if pane.isAncestorOf(focus))


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
        beside = window.bench.side.currentWidget()
        window.bench.close_side()
        assert beside in every and window.panes.shown() == [pane for pane in every if pane is not beside]

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
        drawer = window.bench.drawer
        press(window, "reset_layout")
        window.timeline.view.setFocus()
        before = drawer.height()
        press(window, "pane_lower")
        await until(lambda: drawer.height() == before - 32)
        press(window, "pane_taller")
        await until(lambda: drawer.height() == before)
        assert window.bench.state()["sizes"]["storeys"] == window.bench._storeys.sizes(), "and it is kept"

    stage(scene)


def test_the_middle_takes_its_room_from_the_drawer(stage: Callable[[Scene], None]) -> None:
    async def scene(window: RecordsWindow) -> None:
        middle, drawer = window.bench.middle, window.bench.drawer
        edit = QLineEdit(middle)
        edit.show()
        edit.setFocus()
        high, low = middle.height(), drawer.height()
        press(window, "pane_taller")
        await until(lambda: (middle.height(), drawer.height()) == (high + 32, low - 32))
        press(window, "pane_wider")
        assert middle.height() == high + 32, "nothing stands beside it"
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
        first, side = parts.sizes(), window.bench.side.size()
        press(window, "pane_narrower")
        assert parts.sizes() == [first[0] - 32, first[1] + 32]
        press(window, "pane_wider")
        assert parts.sizes() == first
        chart.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        chart.setFocus()
        press(window, "pane_wider")
        assert parts.sizes() == [first[0] - 32, first[1] + 32]
        assert window.bench.side.size() == side

    stage(scene)


def test_panes_get_room_by_keyboard(arun: Runner, tmp_path: Path) -> None:
    async def move() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            window = it.window
            assert isinstance(window, MainWindow)
            window.timeline.view.setFocus()
            drawer, servers = window.bench.drawer, window.bench.servers
            high, wide = drawer.height(), servers.width()
            window.actions_by_key["pane_taller"].trigger()
            await it.until(lambda: drawer.height() > high, "a taller timeline")
            window.actions_by_key["pane_lower"].trigger()
            await it.until(lambda: drawer.height() == high, "the height of before")
            window.server_list.view.setFocus()
            window.actions_by_key["pane_wider"].trigger()
            await it.until(lambda: servers.width() > wide, "a wider list")
            assert window.server_list.view.hasFocus()
            form = await it.find(QWidget, "tool_form")
            left = form.mapTo(window, QPoint(0, 0)).x()
            (await it.find(QWidget, "tool_list")).setFocus()
            window.actions_by_key["pane_wider"].trigger()
            await it.until(lambda: form.mapTo(window, QPoint(0, 0)).x() > left, "a wider list of tools")

    arun(move())
