"""Qt is given no more of a cell's text than a line has room for."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.line_delegate import LineDelegate

pytestmark = pytest.mark.gui


@pytest.mark.parametrize(("text", "shown"), [("short", "short"), ("a" * 1_000_000 + "z", None)])
def test_text_of_a_cell_is_measured_up_to_a_bound(qtbot: QtBot, text: str, shown: str | None) -> None:
    tree = QTreeWidget()
    qtbot.addWidget(tree)
    tree.addTopLevelItem(QTreeWidgetItem([text]))
    index = tree.model().index(0, 0)
    option = QStyleOptionViewItem()
    LineDelegate(tree).initStyleOption(option, index)
    assert index.data() == text
    if shown is not None:
        assert option.text == shown
    else:
        assert option.text.startswith("aa") and option.text.endswith("z") and len(option.text) < 3000
