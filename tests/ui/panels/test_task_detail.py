"""One task as it is shown."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot

from inspector.core.task_entry import StatusChange, TaskEntry
from inspector.protocol.tasks import EXTENSION
from inspector.ui.panels.task_detail import TaskDetail

pytestmark = pytest.mark.gui


def test_the_line_of_the_history_that_is_read_stays_when_a_status_comes(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    detail.resize(400, 300)
    detail.show()
    entry.history.extend(StatusChange(number, "working", f"step {number}") for number in range(40))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    history.setCurrentItem(history.topLevelItem(10))
    history.verticalScrollBar().setValue(8)
    entry.history.append(StatusChange(41, "working", "news"))
    detail.show_entry(entry, False, True)
    assert history.topLevelItemCount() == 41
    assert history.currentItem().text(2) == "step 10" and history.verticalScrollBar().value() == 8
    history.scrollToBottom()
    entry.history.append(StatusChange(42, "working", "more news"))
    detail.show_entry(entry, False, True)
    assert history.verticalScrollBar().value() == history.verticalScrollBar().maximum()
