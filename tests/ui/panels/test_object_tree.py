"""A JSON object as a tree in a card."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from inspector.ui.panels.object_tree import ObjectTree
from inspector.ui.widgets.plain import tooltip

pytestmark = pytest.mark.gui

VALUE = {"tools": {"listChanged": True}, "list": ["a", {"b": None}], "name": "x", "none": {}}


@pytest.fixture
def tree(qtbot: QtBot) -> ObjectTree:
    made = ObjectTree("declared", "What is declared")
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.show_object(VALUE)
    return made


def _lines(item: QTreeWidgetItem) -> list[str]:
    inner = [f"  {line}" for at in range(item.childCount()) for line in _lines(item.child(at))]
    return [f"{item.text(0)}: {item.text(1)}".strip(), *inner]


def _shown(tree: ObjectTree) -> int:
    """How many rows are there to be seen."""
    count, item = 0, tree.topLevelItem(0)
    while item is not None:
        count, item = count + 1, tree.itemBelow(item)
    return count


def test_members_and_items_stand_below_what_holds_them(tree: ObjectTree) -> None:
    tops = [tree.topLevelItem(at) for at in range(tree.topLevelItemCount())]
    assert [line for top in tops for line in _lines(top)] == [
        "tools:",
        "  listChanged: true",
        "list:",
        '  0: "a"',
        "  1:",
        "    b: null",
        'name: "x"',
        "none:",
    ]


def test_the_first_level_is_open_and_no_deeper_one(tree: ObjectTree) -> None:
    listed = tree.topLevelItem(1)
    assert listed is not None and listed.isExpanded() and not listed.child(1).isExpanded()


def test_it_is_as_high_as_its_rows_and_never_scrolls(tree: ObjectTree) -> None:
    line = tree.sizeHintForRow(0)
    assert tree.height() == 7 * line + 4 and _shown(tree) == 7
    tree.topLevelItem(1).child(1).setExpanded(True)
    assert tree.height() == 8 * line + 4
    tree.topLevelItem(1).setExpanded(False)
    assert tree.height() == 5 * line + 4
    for policy in (tree.verticalScrollBarPolicy(), tree.horizontalScrollBarPolicy()):
        assert policy == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_an_empty_object_leaves_nothing_to_see(tree: ObjectTree) -> None:
    assert not tree.isHidden()
    tree.show_object({})
    assert tree.isHidden() and tree.topLevelItemCount() == 0 and tree.height() == 4
    tree.show_object({"a": 1})
    assert not tree.isHidden() and tree.topLevelItemCount() == 1


def test_the_same_object_again_stays_as_somebody_left_it(tree: ObjectTree) -> None:
    tree.topLevelItem(0).setExpanded(False)
    tree.show_object(dict(VALUE))
    assert not tree.topLevelItem(0).isExpanded()
    tree.show_object({**VALUE, "more": 1})
    assert tree.topLevelItem(0).isExpanded()


def test_what_is_cut_can_be_read_in_a_tooltip(tree: ObjectTree) -> None:
    name = tree.topLevelItem(2)
    assert (name.toolTip(0), name.toolTip(1)) == (tooltip("name"), tooltip('"x"'))


def test_it_belongs_to_its_card(tree: ObjectTree) -> None:
    assert (tree.objectName(), tree.accessibleName()) == ("declared", "What is declared")
    assert tree.isHeaderHidden() and tree.frameWidth() == 0
    assert not tree.viewport().autoFillBackground()
    assert [tree.headerItem().text(at) for at in range(tree.columnCount())] == ["Name", "Value"]


def test_names_take_what_they_need_and_values_the_rest(tree: ObjectTree) -> None:
    tree.show()
    assert tree.header().length() == tree.viewport().width()
    assert tree.columnWidth(0) == max(tree.sizeHintForColumn(0), tree.header().sectionSizeHint(0))
