"""A line that narrows what is below: Esc empties it, and belongs to what is around when it is empty."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.search_line import SearchLine

pytestmark = pytest.mark.gui


def test_esc_is_kept_while_there_is_something_to_empty(qtbot: QtBot) -> None:
    line = SearchLine("find_it", "Search things")
    qtbot.addWidget(line)
    line.show()
    assert line.objectName() == "find_it" and line.accessibleName() == line.placeholderText()

    def kept() -> bool:
        event = QKeyEvent(
            QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, "", False, 1
        )
        event.ignore()
        line.event(event)
        return event.isAccepted()

    assert not kept()
    line.setText("a")
    assert kept()
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "" and not kept()
