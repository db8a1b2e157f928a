"""Everything can be reached with Tab, in the order in which it is read, and left again."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QListView,
    QMainWindow,
    QMenu,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from inspector.ui.forms.form import Form
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.keyboard.tab_stops import stops
from inspector.ui.widgets.overlay import Overlay
from tests.conftest import Runner
from tests.ui.live import live
from tests.ui.parts import the
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
_TAB = Qt.FocusPolicy.TabFocus
_CONTROL = Qt.KeyboardModifier.ControlModifier
_ALT_SHIFT = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier


def _name(widget: QWidget | None) -> str:
    return "nothing" if widget is None else f"{type(widget).__name__} “{widget.objectName()}”"


def _wanted(window: QWidget) -> list[QWidget]:
    """What says of itself that Tab stops at it. A form stands for its fields."""
    return [
        one
        for one in window.findChildren(QWidget)
        if one.isVisible()
        and one.isEnabled()
        and one.window() is window
        and (one.focusPolicy() & _TAB) == _TAB
        and one.focusProxy() is None
        and not isinstance(one, (Form, QRadioButton))
        and not isinstance(one.parentWidget(), QTabBar)
    ]


def _walked(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """All that gets the focus by pressing Tab again and again, until it is where it began."""
    if QApplication.focusWidget() is None:
        QTest.keyClick(window, key)
    found: list[QWidget] = []
    while (focus := QApplication.focusWidget()) is not None and focus not in found:
        found.append(focus)
        QTest.keyClick(
            focus, key, _CONTROL if isinstance(focus, CodeEdit) else Qt.KeyboardModifier.NoModifier
        )
    assert focus is found[0] or not found[0].isVisible(), (
        f"from {_name(found[-1])} to {_name(focus)}, and not to {_name(found[0])}"
    )
    return found


class _Strays(QObject):
    """Notes what is shown as a window of its own and is none."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, shown: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(shown, QWidget) and shown.parentWidget() is None:
            if not isinstance(shown, (QMainWindow, QDialog, QMenu)) and shown.isWindow():
                self.found.append(_name(shown))
        return False


def test_tab_reaches_everything_everywhere_and_is_caught_nowhere(
    arun: Runner, tmp_path: Path, qapp: QApplication
) -> None:
    strays = _Strays()

    async def walk() -> None:
        async with live(tmp_path) as it:
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    window.activateWindow()
                    await it.until(window.isActiveWindow, f"the focus for {name}")
                    before = QApplication.focusWidget()
                    around = next((box for box in _boxes(window) if box.isVisible()), window)
                    reached = _walked(window)
                    missed = [_name(one) for one in _wanted(window) if one not in reached]
                    inside = [one for one in missed if around is window]
                    assert not inside, f"{name}: {inside}"
                    assert before is None or (before.focusPolicy() != Qt.FocusPolicy.NoFocus), name
                    if around is not window:
                        assert all(around.isAncestorOf(one) for one in reached), name

    qapp.installEventFilter(strays)
    arun(walk())
    qapp.removeEventFilter(strays)
    assert not strays.found, "a window for a moment, which takes the focus"


def _boxes(window: QWidget) -> list[QWidget]:
    """What lies over a window: Tab stays in it, Esc leads back."""
    return list(window.findChildren(Overlay))


def test_tab_goes_through_the_window_as_it_is_read_and_back(arun: Runner, tmp_path: Path) -> None:
    async def walk() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            window = it.window
            names = ["settings_button", "server_list", "tool_filter", "run_button", "timeline_filter"]
            started = time.thread_time()
            order = [one.objectName() for one in stops(window)]
            assert time.thread_time() - started < 0.1
            assert [name for name in order if name in names] == names
            window.resize(1280, 800)
            window.bench.set_view("traffic")  # the chips have room for all of them
            await it.until(lambda: the(window, QToolButton, "preset_findings").isVisible(), "the chips")
            order = [one.objectName() for one in stops(window)]
            chips = ("my_calls", "errors", "pending", "findings")
            buttons = [*(f"preset_{chip}" for chip in chips), "filter_button_0"]
            first = order.index(buttons[0])
            assert order[first : first + 5] == buttons and order.index("timeline_filter") < first
            window.bench.set_view("run")
            window.server_list.view.setFocus()
            forth = _walked(window)
            window.server_list.view.setFocus()
            back = _walked(window, Qt.Key.Key_Backtab)
            assert [_name(one) for one in back[1:]] == [_name(one) for one in reversed(forth[1:])]

    arun(walk())


@pytest.mark.parametrize("keys", ["Ctrl+Tab", "Esc, Tab"])
def test_the_editor_is_left_with_a_key_although_tab_indents(editor: JsonEditor, keys: str) -> None:
    edit = editor.edit
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.hasFocus() and edit.toPlainText().strip(" ") == "" != edit.toPlainText()
    if keys == "Ctrl+Tab":
        QTest.keyClick(edit, Qt.Key.Key_Tab, _CONTROL)
    else:
        QTest.keyClick(edit, Qt.Key.Key_Escape)
        QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert not edit.hasFocus() and QApplication.focusWidget() is not None


def _is_in(around: QWidget) -> bool:
    focus = QApplication.focusWidget()
    takes = focus is not None and focus.isVisible() and focus.focusPolicy() != Qt.FocusPolicy.NoFocus
    return takes and around.isAncestorOf(focus)


def test_a_tab_that_is_opened_has_the_focus_where_work_begins(arun: Runner, tmp_path: Path) -> None:
    async def choose() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            bar = it.window.workspace.tabs.tabBar()
            for place in range(bar.count()):
                it.window.actions_by_key[f"tab_{place + 1}"].trigger()
                await it.until(partial(_is_in, it.window.workspace), f"the focus in {bar.tabText(place)}")

    arun(choose())


def test_who_has_connected_is_where_work_begins(arun: Runner, tmp_path: Path) -> None:
    async def connect() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            tools = await it.find(QListView, "tool_list")
            await it.until(tools.hasFocus, "the focus in the list of tools")
            it.window.actions_by_key["disconnect"].trigger()
            client = it.program.servers.client("demo")
            button = await it.find(QPushButton, "connect_button")
            await it.until(lambda: client.state == "closed" and button.text() == "Connect", "its end")
            button.setFocus()
            QTest.keyClick(button, Qt.Key.Key_Space)
            await it.connected("demo")
            await it.until(tools.hasFocus, "the focus in the list of tools again")

    arun(connect())


def test_a_box_gives_the_focus_back(arun: Runner, tmp_path: Path) -> None:
    async def look() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            for action in ("palette", "add_server_action", "shortcuts", "filter_language", "note"):
                it.window.timeline.view.setFocus()
                it.window.actions_by_key[action].trigger()
                focus = QApplication.focusWidget()
                assert focus is not it.window.timeline.view or action == "note", action
                assert focus is not None
                QTest.keyClick(focus, Qt.Key.Key_Escape)
                assert it.window.timeline.view.hasFocus(), action

    arun(look())
