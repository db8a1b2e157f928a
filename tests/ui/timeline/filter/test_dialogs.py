"""Keeping a filter by name, and the table of those that are kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QTableWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.core.storage.saved_filters import SavedFilter
from inspector.ui.timeline.filter.dialogs import BUTTON, FILTER, NAME, FilterManager, SaveFilter
from inspector.ui.widgets import theme
from tests.ui.parts import the

pytestmark = pytest.mark.gui
A, B, C = SavedFilter("a", "is:error", True), SavedFilter("b", "method == ping"), SavedFilter("c", "id == 1")


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def manager(host: QWidget) -> FilterManager:
    made = FilterManager([A, B, C], host)
    made.show()
    return made


def button(dialog: QWidget, name: str) -> QPushButton:
    return the(dialog, QPushButton, name)


def usable(dialog: QWidget) -> list[str]:
    return [key for key in ("remove", "up", "down") if button(dialog, f"filter_{key}").isEnabled()]


def item(dialog: FilterManager, row: int, column: int) -> QTableWidgetItem:
    found = dialog.table.item(row, column)
    assert found is not None
    return found


def names(dialog: FilterManager) -> str:
    return " ".join(one.name for one in dialog.filters())


# -- a name ----------------------------------------------------------------------------------------------


def test_a_filter_is_kept_under_a_name_that_is_more_than_blanks(host: QWidget) -> None:
    dialog = SaveFilter("is:error and method == ping", host)
    dialog.show()
    name, ok = the(dialog, QLineEdit, "filter_save_name"), button(dialog, "filter_save_ok")
    assert not ok.isEnabled()
    QTest.keyClicks(name, "  ")
    assert not ok.isEnabled()
    QTest.keyClicks(name, "Failed ")
    assert ok.isEnabled()
    ok.click()
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert dialog.saved() == SavedFilter("Failed", "is:error and method == ping", False)
    the(dialog, QCheckBox, "filter_save_button").setChecked(True)
    assert dialog.saved().button


def test_the_filter_itself_is_shown_from_its_beginning_and_not_changed(host: QWidget) -> None:
    dialog = SaveFilter("is:error " * 30, host)
    text = the(dialog, QLineEdit, "filter_save_text")
    assert text.isReadOnly() and text.cursorPosition() == 0
    assert the(dialog, QCheckBox, "filter_save_button").accessibleName().startswith("Show as a button")
    dialog.show()
    button(dialog, "filter_save_cancel").click()
    assert dialog.result() == QDialog.DialogCode.Rejected and not dialog.isVisible()


# -- the table -------------------------------------------------------------------------------------------


def test_the_table_shows_what_is_kept_and_gives_it_back(manager: FilterManager) -> None:
    assert manager.filters() == (A, B, C)
    boxes = [item(manager, row, BUTTON) for row in range(3)]
    assert [one.checkState() for one in boxes] == [Qt.CheckState.Checked, *[Qt.CheckState.Unchecked] * 2]
    assert all(one.flags() & Qt.ItemFlag.ItemIsUserCheckable for one in boxes)
    assert not any(one.flags() & Qt.ItemFlag.ItemIsEditable for one in boxes)
    boxes[1].setCheckState(Qt.CheckState.Checked)
    assert [one.button for one in manager.filters()] == [True, True, False]
    assert "button beside" in boxes[0].data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_row_moves_only_where_there_is_room_and_stays_chosen(manager: FilterManager) -> None:
    assert manager.table.currentRow() == 0 and usable(manager) == ["remove", "down"]
    manager.up()
    assert names(manager) == "a b c"
    button(manager, "filter_down").click()
    assert (names(manager), manager.table.currentRow()) == ("b a c", 1)
    assert usable(manager) == ["remove", "up", "down"]
    button(manager, "filter_down").click()
    assert (names(manager), usable(manager)) == ("b c a", ["remove", "up"])
    manager.down()
    assert names(manager) == "b c a"
    button(manager, "filter_up").click()
    assert manager.filters() == (B, A, C)


def test_rows_go_until_there_are_none(manager: FilterManager) -> None:
    manager.table.selectRow(1)
    button(manager, "filter_remove").click()
    assert names(manager) == "a c"
    for _ in range(3):
        manager.remove()
    assert manager.filters() == () and usable(manager) == []
    manager.down()
    assert manager.filters() == ()


def test_a_new_row_is_ready_for_its_name(manager: FilterManager, qtbot: QtBot) -> None:
    button(manager, "filter_add").click()
    table = manager.table
    assert table.currentRow() == 3 and manager.filters()[3] == SavedFilter("New filter", "is:error", False)
    editor = next(one for one in table.findChildren(QLineEdit) if one.isVisible())
    assert editor.selectedText() == "New filter"
    QTest.keyClicks(editor, "Mine")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: manager.filters()[3].name == "Mine")


def test_a_row_without_a_name_or_a_filter_is_not_kept(manager: FilterManager) -> None:
    item(manager, 0, NAME).setText("  ")
    item(manager, 1, FILTER).setText("")
    item(manager, 2, NAME).setText(" c ")
    assert manager.filters() == (C,)


def test_a_filter_that_cannot_be_read_says_where_and_its_mark_goes_with_the_mending(
    manager: FilterManager,
) -> None:
    cell = item(manager, 1, FILTER)
    cell.setText("tool ==")
    assert cell.toolTip().startswith("column 8: ") and not cell.icon().isNull()
    bad = cell.icon().pixmap(16, 16).toImage()
    cell.setText("tool == x")
    assert cell.toolTip() == "" and cell.icon().pixmap(16, 16).toImage() != bad
    item(manager, 1, NAME).setText("is this a filter ==")
    assert item(manager, 1, NAME).icon().isNull() and item(manager, 1, NAME).toolTip() == ""


def test_a_filter_that_cannot_be_read_says_so_from_the_start_and_wherever_it_moves(host: QWidget) -> None:
    dialog = FilterManager([A, SavedFilter("broken", "tool ==")], host)
    assert item(dialog, 1, FILTER).toolTip().startswith("column 8: ")
    dialog.table.selectRow(1)
    dialog.up()
    assert item(dialog, 0, FILTER).toolTip().startswith("column 8: ")
    assert item(dialog, 1, FILTER).toolTip() == "" and item(dialog, 1, FILTER).icon().isNull()


def test_ok_keeps_and_cancel_does_not(host: QWidget) -> None:
    for name, result in (("ok", QDialog.DialogCode.Accepted), ("cancel", QDialog.DialogCode.Rejected)):
        dialog = FilterManager([A], host)
        dialog.show()
        button(dialog, f"filter_manager_{name}").click()
        assert dialog.result() == result and not dialog.isVisible()


def test_the_table_has_the_room_and_its_buttons_stand_beside_it(manager: FilterManager) -> None:
    table, beside = (
        manager.table,
        [button(manager, f"filter_{key}") for key in ("add", "remove", "up", "down")],
    )
    assert (manager.width(), manager.height()) == (640, 380)
    assert all(one.x() > table.geometry().right() for one in beside) and table.x() == 16
    tops = [one.y() for one in beside]
    assert tops == sorted(tops) and tops[0] == table.y() and tops[3] < table.geometry().center().y()
    assert button(manager, "filter_manager_ok").mapTo(manager, QPoint()).y() > table.geometry().bottom()
    size, place = table.size(), beside[3].y()
    manager.resize(740, 430)
    QApplication.processEvents()
    assert table.size() == size + QSize(100, 50) and beside[3].y() == place
    assert not any(one.autoDefault() for one in beside), "Enter ends a cell"


def test_it_is_a_plain_table_of_rows_with_the_filter_widest(manager: FilterManager) -> None:
    table, header = manager.table, manager.table.horizontalHeader()
    assert [table.horizontalHeaderItem(at).text() for at in range(3)] == ["Name", "Filter", "Button"]  # type: ignore[union-attr]
    assert table.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
    assert table.selectionMode() == QAbstractItemView.SelectionMode.SingleSelection
    assert not table.tabKeyNavigation() and not table.showGrid() and not table.verticalHeader().isVisible()
    assert table.rowHeight(0) == theme.row_height() and header.sectionSize(NAME) == 190
    assert header.length() == table.viewport().width() and not header.highlightSections()
    assert header.defaultAlignment() == Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    assert table.accessibleName() == manager.windowTitle() == "Saved filters"
    box = item(manager, 0, BUTTON)
    assert not box.flags() & Qt.ItemFlag.ItemIsEditable and box.flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert box.data(Qt.ItemDataRole.AccessibleTextRole) == "Show as a button beside the filter"


def test_the_dialog_for_a_name_is_a_form_as_wide_as_a_filter(host: QWidget) -> None:
    dialog = SaveFilter("is:error", host)
    dialog.show()
    name, text = the(dialog, QLineEdit, "filter_save_name"), the(dialog, QLineEdit, "filter_save_text")
    box = the(dialog, QCheckBox, "filter_save_button")
    assert dialog.minimumWidth() == 460 and dialog.windowTitle() == "Save filter"
    assert name.y() < text.y() < box.y() and name.x() == text.x() == box.x() > 0
    assert [one.accessibleName() for one in (name, text, box)] == ["Name", "Filter", box.text()]
    body = name.parentWidget()
    assert body is not None and name.geometry().right() == body.width() - 1
    assert body.x() == 16 and name.placeholderText() == "for example: Orders//Failed"
    dialog.close()
