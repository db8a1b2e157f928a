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


def test_the_line_that_is_read_stays_when_the_oldest_of_a_long_history_goes(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    detail.resize(400, 300)
    detail.show()
    most = entry.history.maxlen or 0
    entry.history.extend(StatusChange(number, "working", f"step {number}") for number in range(most))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    history.setCurrentItem(history.topLevelItem(22))
    history.verticalScrollBar().setValue(20)
    for number in range(3):
        entry.history.append(StatusChange(most + number, "working", f"step {most + number}"))
        detail.show_entry(entry, False, True)
    assert history.topLevelItemCount() == most
    assert history.currentItem().text(2) == "step 22"
    assert history.itemAt(1, 1).text(2) == "step 20"
    assert history.topLevelItem(most - 1).text(2) == f"step {most + 2}"


def test_a_status_of_the_history_stands_under_its_heading(qtbot: QtBot) -> None:
    detail, entry = TaskDetail(), TaskEntry("t", EXTENSION)
    qtbot.addWidget(detail)
    entry.history.append(StatusChange(0, "working", "halfway"))
    detail.show_entry(entry, False, True)
    history = detail.findChild(QTreeWidget)
    assert history is not None
    heading, line = history.headerItem(), history.topLevelItem(0)
    shown = {heading.text(column): line.text(column) for column in range(history.columnCount())}
    assert list(shown) == ["After", "Status", "Message"]
    assert "orking" in shown["Status"] and shown["Message"] == "halfway"
