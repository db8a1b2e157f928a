"""The same call on two servers, or on one in two revisions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from inspector.core.client.twin_calls import Twin
from inspector.ui.analysis.compare_window import CompareWindow
from inspector.ui.servers.twin_call import twin_facts
from inspector.ui.widgets.controls import Notice
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _menu(it: Live) -> QMenu:
    """The menu that Ctrl+Alt+Enter opens in the form of a tool."""
    it.window.activateWindow()
    await it.until(it.window.isActiveWindow, "the focus")
    focus = QApplication.focusWidget() or it.window
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(focus, Qt.Key.Key_Return, both)
    await it.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu), "the menu")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def _choose(menu: QMenu, name: str) -> None:
    action = menu.findChild(QAction, name)
    assert action is not None, name
    action.trigger()
    menu.close()


def test_a_call_is_made_in_another_revision_too_and_both_are_shown(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            menu = await _menu(it)
            _choose(menu, "twin_2025-06-18")
            window = await it.find(CompareWindow, "compare_window")
            facts = window.facts.text()
            assert "demo 2026-07-28: " in facts and "demo 2 2025-06-18: " in facts and "right " in facts
            assert window.windowTitle().startswith("Compare demo #")
            await it.until(lambda: "ignored" in window.count.text(), "the comparison")
            window.close()
            assert it.program.servers.names() == ["demo", "demo 2"]
            second = it.program.servers.get("demo 2")
            assert second is not None and not second.saved and second.of == "demo"
            first, other = it.calls(0)
            assert (first.target, other.target) == ("echo", "echo") and first.session != other.session

            menu = await _menu(it)  # the connection is there now
            _choose(menu, "twin_demo 2")
            await it.until(lambda: len(it.calls(0)) == 4, "two more calls")
            window = await it.find(CompareWindow, "compare_window")
            window.close()

    arun(main())


def test_a_server_that_cannot_be_reached_is_said(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.add("gone", str(tmp_path / "nothing-here"))
            it.program.servers.select("demo")
            await it.choose("echo")
            await it.fill("hello")
            _choose(await _menu(it), "twin_gone")
            notice = await it.find(Notice, "twin_trouble")
            assert "gone is not connected" in notice.text()
            assert it.calls(0) == []

    arun(main())


def test_the_times_are_compared_unless_one_failed(qapp: object) -> None:
    left, right = Twin("a", "2026-07-28", 1, 40_000_000), Twin("b", "2025-11-25", 2, 50_000_000)
    assert twin_facts(left, right) == (
        "a 2026-07-28: 40 ms · b 2025-11-25: 50 ms · right slower by 10 ms (25 %)"
    )
    assert "right faster by 10 ms (20 %)" in twin_facts(right, left)
    lost = Twin("b", "", 2, 0, "it timed out\nand more")
    assert twin_facts(left, lost) == "a 2026-07-28: 40 ms · b: it timed out"
