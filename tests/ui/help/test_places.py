"""Which page of the help belongs to a place."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QMainWindow, QPushButton, QTabWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.help.book import FIRST
from inspector.ui.help.places import page_of

pytestmark = pytest.mark.gui


class ToolsPanel(QWidget):
    """Has a page by its class."""


class OwnPanel(ToolsPanel):
    """Has that of the class it is made of."""


class RawPanel(QWidget):
    """Has another page."""


def inside(widget: QWidget) -> QPushButton:
    button = QPushButton()
    layout = widget.layout() or QVBoxLayout(widget)
    layout.addWidget(button)
    return button


def test_the_nearest_that_has_a_page_counts_its_name_before_its_class(qtbot: QtBot) -> None:
    panel = OwnPanel()
    qtbot.addWidget(panel)
    button = inside(panel)
    assert page_of(button) == page_of(panel) == "tools"
    panel.setObjectName("raw_editor")
    assert page_of(button) == "raw"
    plain = QDialog()
    qtbot.addWidget(plain)
    assert page_of(inside(plain)) == page_of(None) == FIRST


def test_the_title_of_a_tab_has_the_page_of_the_one_in_front(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tabs = QTabWidget(window)
    assert page_of(tabs.tabBar()) == FIRST, "there is no tab"
    holder = QWidget()
    QVBoxLayout(holder).addWidget(RawPanel())
    tabs.addTab(ToolsPanel(), "Tools")
    tabs.addTab(holder, "Raw")
    assert page_of(tabs.tabBar()) == "tools"
    tabs.setCurrentIndex(1)
    assert page_of(tabs.tabBar()) == "raw" and page_of(tabs) == FIRST


def test_what_is_in_no_pane_of_a_window_has_the_page_of_its_middle(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    assert page_of(window) == FIRST
    middle = QWidget()
    layout = QVBoxLayout(middle)
    hidden, shown = RawPanel(), ToolsPanel()
    hidden.hide()
    layout.addWidget(hidden)
    layout.addWidget(shown)
    window.setCentralWidget(middle)
    window.show()
    assert page_of(window.menuBar()) == page_of(window) == "tools"
