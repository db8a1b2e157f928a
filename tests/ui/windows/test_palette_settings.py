"""The palette finds the settings too, goes to the one that is chosen, and says when it finds nothing."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView, QWidget

from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]


def test_a_setting_is_found_by_its_name_and_enter_goes_there(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.actions_by_key["palette"].trigger()
            edit = it.window.findChild(QLineEdit, "palette_text")
            QTest.keyClicks(edit, "maximum message")
            QTest.keyClick(edit, Qt.Key.Key_Return)
            dialog = next(one for one in QApplication.topLevelWidgets() if one.objectName() == "preferences")
            editor = dialog.findChild(QWidget, "setting_line_limit_mb")
            assert dialog.focusWidget() is editor
            assert editor.visibleRegion().boundingRect().height() == editor.height()
            dialog.close()

    arun(main())


def test_what_is_not_found_is_said(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.window.actions_by_key["palette"].trigger()
            edit = it.window.findChild(QLineEdit, "palette_text")
            nothing = it.window.findChild(QLabel, "palette_nothing")
            found = it.window.findChild(QListView, "palette_list")
            assert found.model().rowCount() and not nothing.isVisible()
            QTest.keyClicks(edit, "qqzzxx")
            assert not found.model().rowCount() and nothing.isVisible()
            assert found.rect().contains(nothing.geometry())
            assert nothing.text() == "No results for “qqzzxx”"
            QTest.keyClick(edit, Qt.Key.Key_Return)  # runs nothing
            assert edit.isVisible()
            edit.clear()
            assert found.model().rowCount() and not nothing.isVisible()

    arun(main())
