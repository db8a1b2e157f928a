"""The table that grows at its end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.ui.session.feed_table import KEPT, FeedRow, FeedTable
from inspector.ui.session.selection import Selection

pytestmark = pytest.mark.gui


@pytest.fixture
def selection() -> Selection:
    return Selection()


@pytest.fixture
def table(qtbot: QtBot, selection: Selection) -> FeedTable:
    made = FeedTable("feed", "Feed", ("Name", "Rest"), (80,), selection)
    qtbot.addWidget(made)
    made.resize(300, 300)
    made.show()
    made.activateWindow()
    made.show_rows([FeedRow(number, (f"#{number}", "")) for number in range(1, 101)])
    return made


def test_getting_the_focus_selects_no_record(table: FeedTable, selection: Selection, qtbot: QtBot) -> None:
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    assert selection.record == 0
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert selection.record != 0


def test_the_end_stays_in_sight_when_the_table_becomes_smaller(table: FeedTable) -> None:
    bar = table.verticalScrollBar()
    assert bar.value() == bar.maximum()
    table.resize(300, 150)
    assert bar.value() == bar.maximum()


def test_a_place_that_was_scrolled_to_stays_when_the_table_becomes_smaller(table: FeedTable) -> None:
    table.verticalScrollBar().setValue(3)
    table.resize(300, 150)
    assert table.verticalScrollBar().value() == 3


def test_what_is_read_stays_in_its_place_when_the_oldest_rows_go(table: FeedTable) -> None:
    table.show_rows([FeedRow(number, (f"#{number}", "")) for number in range(1, KEPT + 1)])
    table.verticalScrollBar().setValue(100)
    table.append_rows([FeedRow(KEPT + number, ("new", "")) for number in range(1, 8)])
    assert table.rows[table.rowAt(0)].record == 101
