"""Trees are opened some levels deep, in slices, and no further than can be read."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import tree_expansion
from inspector.ui.widgets.tree_expansion import ALL, Expansion


def branch(name: str, *inside: QStandardItem) -> QStandardItem:
    made = QStandardItem(name)
    for one in inside:
        made.appendRow(one)
    return made


@pytest.fixture
def view(qtbot: QtBot) -> QTreeView:
    """a > (b > (c > d)), e > f, g."""
    made = QTreeView()
    qtbot.addWidget(made)
    model = QStandardItemModel(made)
    for top in (branch("a", branch("b", branch("c", branch("d")))), branch("e", branch("f")), branch("g")):
        model.appendRow(top)
    made.setModel(model)
    return made


def opened(view: QTreeView, parent: QModelIndex | None = None) -> str:
    """Names of the branches that are open."""
    model, found = view.model(), ""
    above = parent or QModelIndex()
    for row in range(model.rowCount(above)):
        index = model.index(row, 0, above)
        found += str(index.data()) if view.isExpanded(index) else ""
        found += opened(view, index) if model.hasChildren(index) else ""
    return found


def expanded(view: QTreeView, qtbot: QtBot, depth: int, below: QModelIndex | None = None) -> bool:
    """Whether all was opened that was asked for."""
    expansion = Expansion(view)
    with qtbot.waitSignal(expansion.ended) as ended:
        expansion.to_depth(depth, below or QModelIndex())
        assert expansion.running
    assert not expansion.running
    return bool(ended.args[0])


def test_what_lies_deeper_is_shut(view: QTreeView, qtbot: QtBot) -> None:
    for depth, open_ones in ((1, ""), (2, "ae"), (3, "abe"), (ALL, "abce"), (2, "ace"), (1, "c")):
        assert expanded(view, qtbot, depth) is True
        assert opened(view) == open_ones, "what lies in a shut branch stays as it is"


def test_only_what_is_below_a_branch_is_opened(view: QTreeView, qtbot: QtBot) -> None:
    first = view.model().index(0, 0)
    assert expanded(view, qtbot, ALL, first)
    assert opened(view) == "abc"
    assert expanded(view, qtbot, 1, first)
    assert not view.isExpanded(view.model().index(0, 0, first)) and view.isExpanded(first)


def test_no_more_rows_are_opened_than_can_be_read(
    view: QTreeView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree_expansion, "_MOST", 5)  # a, e, g and b, f
    assert expanded(view, qtbot, 2) is True
    assert expanded(view, qtbot, ALL) is False
    assert opened(view) == "ae"
    monkeypatch.setattr(tree_expansion, "_MOST", 4)
    view.collapseAll()
    assert expanded(view, qtbot, 2) is False
    assert opened(view) == "a"


def test_another_document_stops_it(view: QTreeView, qtbot: QtBot) -> None:
    expansion = Expansion(view)
    ended: list[object] = []
    expansion.ended.connect(ended.append)
    expansion.to_depth(ALL, QModelIndex())
    expansion.stop()
    assert not expansion.running and opened(view) == ""
    assert expanded(view, qtbot, 1) and ended == []
