"""A table whose rows stand for things: what it looks like and what a click chooses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.headed_model import HeadedModel, Index
from inspector.ui.widgets.row_table import RowTable

pytestmark = pytest.mark.gui


class _Words(HeadedModel):
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self.rows[index.row()][index.column()] if role == Qt.ItemDataRole.DisplayRole else None


@pytest.fixture
def table(qtbot: QtBot, qapp: QApplication) -> Iterator[RowTable]:
    theme.install(qapp, "light")
    made = RowTable("things", "All things")
    qtbot.addWidget(made)
    model = _Words(made, ("Name", "Kind", "Rest"))
    model.rows = [(f"n{number}", "a b " * 40, "c") for number in range(20)]
    made.show_model(model, 90, 70)
    made.resize(400, 200)
    made.show()
    yield made
    theme.set_zoom(100)


def _click(table: RowTable, row: int, column: int, how: Qt.KeyboardModifier) -> None:
    place = table.visualRect(table.model().index(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, how, place)


def test_it_has_a_name_for_code_and_one_for_ears(table: RowTable) -> None:
    assert (table.objectName(), table.accessibleName()) == ("things", "All things")


def test_a_click_on_a_cell_chooses_its_row_and_no_other(table: RowTable) -> None:
    for row, how in ((1, Qt.KeyboardModifier.NoModifier), (3, Qt.KeyboardModifier.ControlModifier)):
        _click(table, row, 0, how)
        chosen = table.selectionModel().selectedIndexes()
        assert {(index.row(), index.column()) for index in chosen} == {(row, 0), (row, 1), (row, 2)}


def test_rows_are_one_line_high_at_every_zoom_and_cannot_be_dragged(table: RowTable, qtbot: QtBot) -> None:
    numbers = table.verticalHeader()
    assert not numbers.isVisible()
    assert numbers.sectionResizeMode(0) == numbers.ResizeMode.Fixed
    assert not table.wordWrap()
    for percent in (100, 200):
        theme.set_zoom(percent)
        later = RowTable("later", "Made at this zoom")
        qtbot.addWidget(later)
        later.show_model(table.model())
        for one in (table, later):
            assert {one.rowHeight(row) for row in range(20)} == {theme.row_height()}


def test_nothing_is_drawn_around_table_and_cells(table: RowTable) -> None:
    assert not table.showGrid()
    assert table.frameWidth() == 0


def test_heads_stand_over_the_left_edge_and_are_not_bold_over_the_chosen_row(table: RowTable) -> None:
    header = table.horizontalHeader()
    assert header.defaultAlignment() == Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    assert not header.highlightSections()


def test_the_first_columns_have_their_widths_and_the_last_one_the_rest(table: RowTable) -> None:
    header = table.horizontalHeader()
    assert [header.sectionSize(0), header.sectionSize(1)] == [90, 70]
    assert header.length() == table.viewport().width()
    theme.set_zoom(200)
    assert [header.sectionSize(0), header.sectionSize(1)] == [180, 140]
