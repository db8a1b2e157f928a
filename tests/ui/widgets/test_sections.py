"""A page in sections: the list leads and follows, the search narrows both."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.sections import Section, Sections

pytestmark = pytest.mark.gui


def filled(qtbot: QtBot) -> tuple[Sections, dict[str, QLabel]]:
    made = Sections("things", "Things", "Search things", "No things match “{}”.")
    qtbot.addWidget(made)
    made.resize(500, 200)
    page = QWidget()
    lines = QVBoxLayout(page)
    labels: dict[str, QLabel] = {}
    sections = []
    for title in ("Fruit", "Trees"):
        heading = QLabel(title)
        lines.addWidget(heading)
        section = Section(title, heading, heading.setVisible)
        for number in range(9):
            label = labels[f"{title} {number}"] = QLabel(f"thing {number}")
            label.setMinimumHeight(40)
            lines.addWidget(label)
            section.rows.append((f"thing {number}", label.setVisible))
        sections.append(section)
    made.show_page(page, sections)
    made.show()
    return made, labels


def test_the_list_leads_to_a_section_and_follows_what_is_scrolled_to(qtbot: QtBot) -> None:
    made, labels = filled(qtbot)
    bar = made.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    made.titles.setCurrentRow(1)
    assert bar.value() == made._sections[1].heading.y() > 0
    bar.setValue(0)
    assert made.titles.currentRow() == 0
    bar.setValue(labels["Trees 4"].y())
    assert made.titles.currentRow() == 1


def test_a_search_needs_all_its_words_in_section_or_row(qtbot: QtBot) -> None:
    made, labels = filled(qtbot)
    made.search.setText("trees  THING 3")
    assert [name for name, label in labels.items() if label.isVisible()] == ["Trees 3"]
    assert made.titles.item(0).isHidden() and not made.titles.item(1).isHidden()
    assert not made._sections[0].heading.isVisible() and made._sections[1].heading.isVisible()
    made.search.setText("animals")
    assert made._empty.isVisible() and not made.area.isVisible()
    made.search.clear()
    assert all(label.isVisible() for label in labels.values()) and not made._empty.isVisible()


def test_ctrl_f_begins_a_search_from_anywhere_and_esc_ends_it(qtbot: QtBot) -> None:
    made, _labels = filled(qtbot)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.titles.setFocus()
    QTest.keyClick(made.titles, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert made.search.hasFocus()
    made.search.setText("3")
    made.titles.setFocus()
    QTest.keyClick(made.titles, Qt.Key.Key_Escape)
    assert made.search.text() == "" and made.search.hasFocus()
