"""Which word of the protocol a part of the window is about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QTabBar, QTableWidget, QTableWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.session.terms import TERMS_OF_COLUMNS, TERMS_OF_RULES, term_at, term_of_text

pytestmark = pytest.mark.gui
RULE = next(iter(TERMS_OF_RULES))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("tools/call", "tools-call"),
        (" Sampling: ", "sampling"),
        ("Roots · 3", "roots"),
        ("tools/call echo", "tools-call"),
        ("tools call", ""),
        ("nothing/known here", ""),
        ("", ""),
        ("a sentence about sampling", ""),
    ],
)
def test_a_text_is_a_word_or_begins_with_one(text: str, term: str) -> None:
    assert term_of_text(text) == term


def test_a_rule_is_named_anywhere_in_a_text() -> None:
    assert term_of_text(f"This breaks {RULE}-01 here") == TERMS_OF_RULES[RULE]
    assert term_of_text("This breaks XYZ-01 here") == ""


def test_what_a_widget_says_counts_more_than_its_name_and_that_more_than_what_is_around(qtbot: QtBot) -> None:
    around = QWidget()
    around.setObjectName("edit_roots_own")
    label, line = QLabel("Sampling"), QLineEdit("Sampling")
    label.setObjectName("edit_era")
    layout = QHBoxLayout(around)
    for one in (label, line):
        layout.addWidget(one)
    qtbot.addWidget(around)
    assert term_at(label) == "sampling"
    label.setText("no word")
    assert term_at(label) == "era" and term_at(line) == "roots" and term_at(None) == ""
    around.setObjectName("")
    assert term_at(line) == ""


def test_cells_headings_and_tabs_are_asked_at_a_place_or_at_the_keyboard(qtbot: QtBot) -> None:
    table = QTableWidget(2, 2)
    qtbot.addWidget(table)
    table.setHorizontalHeaderLabels(["Sampling", "plain"])
    for place, text in enumerate(("tools/call", "plain", "plain", "roots/list")):
        table.setItem(place // 2, place % 2, QTableWidgetItem(text))
    table.resize(400, 200)
    table.show()

    def at(row: int, column: int) -> QPoint:
        return table.visualRect(table.model().index(row, column)).center()

    viewport, head = table.viewport(), table.horizontalHeader()
    assert term_at(viewport, at(0, 0)) == "tools-call"
    assert term_at(viewport, at(0, 1)) == "tools-call", "the first cell of the row speaks for it"
    assert term_at(viewport, at(1, 1)) == "roots" and term_at(viewport, at(1, 0)) == ""
    assert term_at(viewport, QPoint(399, 190)) == ""
    table.setCurrentCell(1, 1)
    assert term_at(table) == "roots"
    assert term_at(head.viewport(), QPoint(5, 5)) == "sampling" and term_at(head.viewport()) == ""
    key, term = next(iter(TERMS_OF_COLUMNS.items()))
    table.model().setHeaderData(1, Qt.Orientation.Horizontal, key, Qt.ItemDataRole.WhatsThisRole)
    assert term_at(head.viewport(), QPoint(head.sectionViewportPosition(1) + 5, 5)) == term
    tabs = QTabBar()
    qtbot.addWidget(tabs)
    tabs.addTab("Tools"), tabs.addTab("Sampling")
    tabs.show()
    assert term_at(tabs, tabs.tabRect(1).center()) == "sampling"
    assert term_at(tabs) != "sampling"
    tabs.setCurrentIndex(1)
    assert term_at(tabs) == "sampling"
