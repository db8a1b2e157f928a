"""The page of keys knows those of the menus and those that only a form, the editor or an answer has."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QScrollArea, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.help.key_groups import KEY_GROUPS
from inspector.ui.help.shortcuts import ShortcutsOverlay
from inspector.ui.json.editor.actions import ACTIONS
from inspector.ui.widgets import theme


def test_every_key_of_the_table_is_one_that_qt_knows() -> None:
    for group in KEY_GROUPS:
        for keys, text in group.lines:
            assert keys and text
            for key in keys:
                assert QKeySequence(key)[0].key().value not in (0, 0x01FFFFFF), key  # Key_unknown


def test_the_page_shows_menus_fields_lists_editor_and_answers(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    window = QWidget()
    window.resize(900, 700)
    qtbot.addWidget(window)
    page = ShortcutsOverlay(window)
    window.show()
    page.open()
    words = [label.text() for label in page.findChildren(QLabel)]
    for text in ("Edit", "In a form", "In a list", "In the JSON editor", "In a response", "F8  Shift+F8"):
        assert text in words
    assert {action.text.format("…") for action in ACTIONS if action.keys} <= set(words)


def test_a_search_leaves_the_keys_that_fit_and_esc_ends_it_before_the_page(
    qtbot: QtBot, qapp: QApplication
) -> None:
    theme.install(qapp, "light")
    window = QWidget()
    window.resize(900, 700)
    qtbot.addWidget(window)
    page = ShortcutsOverlay(window)
    window.show()
    page.open()

    def shown() -> list[str]:
        area = page.findChild(QScrollArea, "shortcuts_list")
        return [label.text() for label in area.findChildren(QLabel) if label.isVisible()]

    everything = shown()
    search = page.findChild(QLineEdit, "shortcuts_search")
    QTest.keyClicks(search, "ctrl+f1")
    assert shown() == ["Help", "Keyboard shortcuts", "Ctrl+F1"], "keys are searched as well"
    QTest.keyClicks(search, " no such key")
    assert page.findChild(QWidget, "shortcuts_nothing").isVisible()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert page.isVisible() and shown() == everything
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert not page.isVisible()
    page.open()
    page.findChild(QToolButton, "shortcuts_close").click()
    assert not page.isVisible()
