"""The table that grows at its end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.ui.session.feed_table import KEPT, FeedRow, FeedTable
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme

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


def test_rows_come_at_the_end_and_no_more_than_so_many_are_kept(table: FeedTable) -> None:
    table.append_rows([])
    assert len(table.rows) == 100
    table.append_rows([FeedRow(101, ("new", ""))])
    bar = table.verticalScrollBar()
    assert table.rows[-1].record == 101 and bar.value() == bar.maximum()
    bar.setValue(2)
    table.append_rows([FeedRow(102, ("new", ""))])
    assert bar.value() == 2
    table.append_rows([FeedRow(number, ("many", "")) for number in range(KEPT + 5)])
    assert (len(table.rows), table.rows[0].record, table.rows[-1].record) == (KEPT, 5, KEPT + 4)
    table.show_rows([FeedRow(number, ("many", "")) for number in range(KEPT + 5)])
    assert (len(table.rows), table.rows[0].record) == (KEPT, 5) and bar.value() == bar.maximum()


def test_a_click_selects_its_record_again_and_a_row_without_one_nothing(
    table: FeedTable, selection: Selection
) -> None:
    table.show_rows([FeedRow(7, ("a", "")), FeedRow(0, ("b", ""))])

    def click(row: int) -> int:
        place = table.visualRect(table.model().index(row, 0)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        return selection.record

    assert click(0) == 7
    selection.select(3)
    assert click(0) == 7, "it was chosen before"
    assert click(1) == 7


def test_cells_have_the_colour_of_their_role_and_say_all_of_it(table: FeedTable) -> None:
    table.show_rows(
        [FeedRow(1, ("short", "second"), ("error",), "the whole"), FeedRow(2, ("a", "b"), ("", "ok"))]
    )
    model, role = table.model(), Qt.ItemDataRole

    def inks(row: int) -> list[object]:
        return [model.index(row, column).data(role.ForegroundRole) for column in (0, 1)]

    assert inks(0) == [theme.color("error"), None] and inks(1) == [None, theme.color("ok")]
    assert [model.index(0, column).data() for column in (0, 1)] == ["short", "second"]
    assert "the whole" in model.index(0, 1).data(role.ToolTipRole)
    assert "b" in model.index(1, 1).data(role.ToolTipRole)
    assert [model.headerData(column, Qt.Orientation.Horizontal) for column in (0, 1)] == ["Name", "Rest"]
