"""The list with a filter above it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from inspector.ui.panels.listing import Item, ItemList

pytestmark = pytest.mark.gui


@pytest.fixture
def items(qtbot: QtBot) -> ItemList:
    made = ItemList("list", "list_filter", "Filter", "Nothing here.")
    qtbot.addWidget(made)
    made.set_items(
        [
            Item("read_file", "read_file", "Read a file", "Gives back its text"),
            Item("write_file", "write_file", "Write a file", "", (("W", "warning", "writes"),)),
            Item("list_dir", "list_dir", "List", "Names in a folder"),
        ]
    )
    return made


def _names(items: ItemList) -> list[str]:
    model = items.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_every_word_must_be_somewhere_in_name_title_or_description(items: ItemList) -> None:
    QTest.keyClicks(items.filter, "file gives")
    assert _names(items) == ["read_file"]


def test_enter_in_the_filter_activates_the_first_match(items: ItemList, qtbot: QtBot) -> None:
    QTest.keyClicks(items.filter, "folder")
    with qtbot.waitSignal(items.activated) as told:
        QTest.keyClick(items.filter, Qt.Key.Key_Return)
    assert told.args == ["list_dir"]
    assert items.key() == "list_dir"


def test_enter_in_the_filter_highlights_the_match(items: ItemList, qtbot: QtBot) -> None:
    items.show()
    items.activateWindow()
    items.filter.setFocus()
    qtbot.waitUntil(items.filter.hasFocus)
    QTest.keyClicks(items.filter, "folder")
    QTest.keyClick(items.filter, Qt.Key.Key_Return)
    assert [index.data() for index in items.view.selectionModel().selectedIndexes()] == ["list_dir"]


def test_the_focus_alone_chooses_nothing_and_a_key_does(items: ItemList, qtbot: QtBot) -> None:
    items.show()
    items.activateWindow()
    with qtbot.assertNotEmitted(items.chosen):
        items.view.setFocus()
        qtbot.waitUntil(items.view.hasFocus)
    QTest.keyClick(items.view, Qt.Key.Key_Down)
    assert items.key() == "read_file"
    assert items.view.selectionModel().hasSelection()


def test_escape_clears_the_filter(items: ItemList) -> None:
    QTest.keyClicks(items.filter, "write")
    QTest.keyClick(items.filter, Qt.Key.Key_Escape)
    assert len(_names(items)) == 3


def test_the_current_item_stays_current_when_the_list_is_another_one(items: ItemList, qtbot: QtBot) -> None:
    items.select("write_file")
    with qtbot.assertNotEmitted(items.chosen):
        items.set_items([Item("new", "new"), Item("write_file", "write_file")])
    assert items.view.currentIndex().data() == "write_file"


def test_selecting_what_the_filter_hides_clears_the_filter(items: ItemList) -> None:
    items.filter.setText("read")
    assert items.select("list_dir")
    assert items.filter.text() == ""
    assert not items.select("unknown")
