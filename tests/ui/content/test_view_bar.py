"""The row of tabs over a result says that something was copied."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from inspector.ui.content.view_bar import ViewBar

pytestmark = pytest.mark.gui


def test_a_check_mark_says_that_it_was_copied_and_goes_again(qtbot: QtBot) -> None:
    bar = ViewBar("result", [("text", "Text")])
    qtbot.addWidget(bar)
    before = bar.copy.icon().pixmap(16, 16).toImage()
    bar.say_copied()
    assert bar.copy.icon().pixmap(16, 16).toImage() != before
    [timer] = bar.findChildren(QTimer)
    assert timer.isActive()
    timer.timeout.emit()
    assert bar.copy.icon().pixmap(16, 16).toImage() == before
