"""The detail pane inside the window: keys that walk from anywhere, the status bar, what a value asks for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme
from inspector.ui.windows.record_window import RecordWindow
from inspector.ui.windows.session_window import SessionWindow
from tests.conftest import Runner, Until
from tests.ui.menus import choose
from tests.ui.story import Story

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


class Show:
    """An opened session with three calls; the window is made where the loop runs."""

    def __init__(self, journal: Journal, story: Story, folder: Path) -> None:
        for target in ("first", "second", "third"):
            story.call(target)
        journal.sync()
        self._journal, self._folder = journal, folder

    @asynccontextmanager
    async def window(self, until: Until) -> AsyncIterator[SessionWindow]:
        settings, state = Settings(self._folder / "s"), WindowState(self._folder / "w")
        made = SessionWindow(self._folder / "x.mcptrace", self._journal, settings, state, dict)
        made.show()
        made.activateWindow()
        await until(made.isActiveWindow)
        await until(lambda: made.timeline.shown == 3)
        yield made
        made.close()
        made.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def show(journal: Journal, story: Story, qapp: QApplication, qloop: object, tmp_path: Path) -> Show:
    theme.install(qapp, "light")
    return Show(journal, story, tmp_path)


def test_rows_are_walked_from_the_detail_and_found_again(show: Show, arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with show.window(until) as window:
            window.selection.select(1)
            window.panes.focus(window.detail)
            focus = QApplication.focusWidget()
            assert focus is not None
            assert window.detail.isAncestorOf(focus)
            QTest.keyClick(focus, Qt.Key.Key_F8)
            assert window.selection.record == 3
            QTest.keyClick(focus, Qt.Key.Key_Down, CONTROL)
            QTest.keyClick(focus, Qt.Key.Key_F8)  # there is nothing below
            assert window.selection.record == 5
            QTest.keyClick(focus, Qt.Key.Key_F7)
            assert window.selection.record == 3
            assert QApplication.focusWidget() is focus
            QTest.keyClick(focus, Qt.Key.Key_Left, ALT)
            assert window.selection.record == 5
            QTest.keyClick(focus, Qt.Key.Key_Right, ALT)
            assert window.selection.record == 3

    arun(main())


def test_the_chosen_value_is_in_the_status_bar_and_becomes_a_column(
    show: Show, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        async with show.window(until) as window:
            window.selection.select(1)
            viewer = window.detail.left.viewer
            viewer.set_mode("tree")
            tree = viewer.tree_view
            tree.setFocus()
            status = window.findChild(QLabel, "status_path")
            assert status is not None
            at = viewer.data().index(b'"first"')

            def at_the_end() -> bool:
                """The tree opens in slices: what is last may come a moment later."""
                QTest.keyClick(tree, Qt.Key.Key_End)
                return bool(status.text() == f"$.params.name  7 B @ 0x{at:x}")

            await until(at_the_end)
            columns = window.timeline.view.model()
            before = columns.columnCount()
            QTest.keyClick(tree, Qt.Key.Key_I, CONTROL | SHIFT)
            assert columns.columnCount() == before + 1
            QTest.keyClick(tree, Qt.Key.Key_F8)
            await until(lambda: status.text() == f"$.params.name  8 B @ 0x{at:x}")  # found again in slices
            window.selection.select(0)
            assert status.text() == ""

    arun(main())


def test_a_value_filters_and_colours_the_timeline(show: Show, arun: Runner, until: Until) -> None:
    async def main() -> None:
        async with show.window(until) as window:
            window.selection.select(3)
            viewer = window.detail.left.viewer
            viewer.set_mode("tree")
            viewer.tree_view.setFocus()
            QTest.keyClick(viewer.tree_view, Qt.Key.Key_End)
            event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
            QApplication.sendEvent(viewer.tree_view.viewport(), event)
            await until(lambda: viewer.findChildren(QMenu, "json_viewer_menu"))
            choose(viewer.findChildren(QMenu, "json_viewer_menu")[0], "value_apply_filter_replace")
            await until(lambda: window.timeline.shown == 1)
            assert window.timeline.filter.text() == '$.params.name == "second"'
            QApplication.sendEvent(viewer.tree_view.viewport(), event)
            await until(lambda: viewer.findChildren(QMenu, "json_viewer_menu"))
            choose(viewer.findChildren(QMenu, "json_viewer_menu")[-1], "value_colour")
            assert window.timeline.rules.rules[0].filter == '$.params.name == "second"'
            assert window.journal.annotations.own_rules[0].filter == '$.params.name == "second"'

    arun(main())


def test_a_double_click_opens_the_record_in_a_window_of_its_own(
    show: Show, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        async with show.window(until) as window:
            view = window.timeline.view
            place = view.visualRect(view.model().index(1, 5)).center()
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
            QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
            own = window.findChild(RecordWindow)
            assert own is not None
            QTest.mouseRelease(own, Qt.MouseButton.LeftButton)  # it came under the pointer
            assert QApplication.mouseButtons() == Qt.MouseButton.NoButton
            assert own.windowTitle() == "#3 tools/call second"
            await until(own.isActiveWindow)
            window.selection.select(1)
            assert b"second" in own.detail.left.viewer.data()
            QTest.keyClick(own.detail.left.viewer.text_view, Qt.Key.Key_Escape)
            await until(lambda: window.findChild(RecordWindow) is None)

    arun(main())
