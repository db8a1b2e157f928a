"""Everything a user can use has a name: for tests, and for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
    QWidget,
)

from inspector.ui.panels import PANELS
from inspector.ui.windows.workspace import Workspace
from tests.ui.live import live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui

_USED: Final = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabWidget,
    QTextEdit,
)


def _is_ours(widget: QWidget) -> bool:
    """Whether it is no part that Qt puts into a widget of its own."""
    inside = isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox, QLineEdit))
    return not inside and not isinstance(widget, QHeaderView) and not widget.objectName().startswith("qt_")


def nameless(window: QWidget) -> list[str]:
    """What of it can be used and has no name."""
    found = []
    for widget in window.findChildren(QWidget):
        if isinstance(widget, _USED) and widget.isVisible() and _is_ours(widget):
            spoken = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
            if not (widget.objectName() and spoken):
                around = widget.parentWidget().objectName() if widget.parentWidget() else ""
                found.append(f"{type(widget).__name__} “{widget.objectName()}” in “{around}”: “{spoken}”")
    return found


def test_all_that_can_be_used_in_every_pane_has_a_name(arun: Runner, tmp_path: Path) -> None:
    async def everywhere() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("slow_report")
            await it.fill("1")
            await it.run_tool()
            workspace = it.window.findChildren(Workspace)[0]
            for spec in PANELS:
                if not spec.wants(workspace.context):
                    assert spec.key == "authorization"  # of servers with a URL
                    continue
                workspace.show_panel(spec.key)
                assert it.window.sees_panel(spec.key)
                assert nameless(it.window) == [], spec.key

    arun(everywhere())
