"""The entries of the menu Edit act on what has the keyboard, and are disabled where they cannot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.keyboard.key_words import key_text
from inspector.ui.session.actions import ACTIONS, build_menus
from inspector.ui.session.focus_editing import EDITING
from inspector.ui.text.text_viewer import TextViewer

pytestmark = pytest.mark.gui


class Window(QMainWindow):
    """A window with the menus and a widget of each kind."""

    def __init__(self) -> None:
        super().__init__()
        self.entries = build_menus(self, {})
        self.line, self.plain, self.rich = QLineEdit("one"), QPlainTextEdit("two"), QTextEdit("three")
        self.number, self.box, self.button = QSpinBox(), QComboBox(), QPushButton("press")
        self.box.setEditable(True)
        self.rows, self.viewer, self.editor = QListView(), TextViewer(), JsonEditor()
        model = QStandardItemModel(self)
        for text in ("first", "second"):
            model.appendRow(QStandardItem(text))
        self.rows.setModel(model)
        self.rows.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.viewer.set_text("seen")
        middle = QWidget()
        layout = QVBoxLayout(middle)
        parts = (self.line, self.plain, self.rich, self.number, self.box, self.button, self.rows)
        for part in (*parts, self.viewer, self.editor):
            layout.addWidget(part)
        self.setCentralWidget(middle)

    def menu(self) -> QMenu:
        found = self.findChild(QMenu, "menu_edit")
        assert isinstance(found, QMenu)
        return found

    def able(self, widget: QWidget) -> set[str]:
        """What can act when the menu is opened with the keyboard in a widget."""
        widget.setFocus()
        self.menu().aboutToShow.emit()
        return {key for key in EDITING if self.entries[key].isEnabled()}

    def do(self, key: str, widget: QWidget) -> None:
        assert key in self.able(widget), key
        self.entries[key].trigger()


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = Window()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    QGuiApplication.clipboard().clear()
    yield made
    QGuiApplication.clipboard().clear()


def test_the_menu_shows_the_keys_and_leaves_them_to_the_widgets(window: Window, qtbot: QtBot) -> None:
    keys = {spec.key: spec.keys[0] for spec in ACTIONS if spec.key in EDITING}
    assert tuple(keys) == EDITING
    assert {key: window.entries[key].shortcut().toString() for key in keys} == keys
    window.line.setFocus()
    window.line.selectAll()
    qtbot.keySequence(window.line, key_text("Ctrl+X"))
    assert window.line.text() == "" and QGuiApplication.clipboard().text() == "one", "once"


@pytest.mark.parametrize("name", ["line", "plain", "rich"])
def test_a_text_is_cut_copied_pasted_and_restored(window: Window, name: str) -> None:
    text: QLineEdit | QPlainTextEdit | QTextEdit = getattr(window, name)
    content = text.text() if isinstance(text, QLineEdit) else text.toPlainText()

    def now() -> str:
        return text.text() if isinstance(text, QLineEdit) else text.toPlainText()

    assert window.able(text) == {"select_all"}
    window.do("select_all", text)
    assert window.able(text) == {"select_all", "cut", "copy"}
    window.do("copy", text)
    assert QGuiApplication.clipboard().text() == content
    window.do("cut", text)
    assert now() == "" and window.able(text) == {"undo", "paste"}
    window.do("undo", text)
    assert now() == content and "redo" in window.able(text)
    window.do("redo", text)
    window.do("paste", text)
    assert now() == content
    text.setReadOnly(True)
    text.selectAll()
    assert window.able(text) == {"copy", "select_all"}


def test_a_password_is_not_copied(window: Window) -> None:
    window.line.setEchoMode(QLineEdit.EchoMode.Password)
    window.line.setFocus()
    window.line.selectAll()
    assert window.able(window.line) == {"select_all"}


def test_what_a_control_holds_is_a_text_too(window: Window) -> None:
    window.number.setValue(42)
    assert "select_all" in window.able(window.number)
    window.do("select_all", window.number)
    window.do("copy", window.number)
    assert QGuiApplication.clipboard().text() == "42"
    window.box.setEditText("typed")
    assert "select_all" in window.able(window.box)


def test_rows_are_chosen_and_copied(window: Window) -> None:
    assert window.able(window.rows) == {"select_all"}
    window.do("select_all", window.rows)
    assert len(window.rows.selectionModel().selectedIndexes()) == 2
    window.rows.setCurrentIndex(window.rows.model().index(1, 0))
    window.do("copy", window.rows)
    assert QGuiApplication.clipboard().text() == "second"
    window.rows.clearSelection()
    window.rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    assert window.able(window.rows) == set()


def test_the_actions_of_a_view_are_done_where_the_keyboard_is_in_it(window: Window) -> None:
    assert window.able(window.viewer) == {"copy", "select_all", "find"}
    window.do("select_all", window.viewer)
    assert window.viewer.view.selection() == (0, 4)
    window.do("copy", window.viewer)
    assert QGuiApplication.clipboard().text() == "seen"
    window.do("find", window.viewer)
    assert QApplication.focusWidget() is not window.viewer.view


def test_an_editor_finds_by_its_own_key(window: Window) -> None:
    edit = window.editor.edit
    assert "find" in window.able(edit)
    window.do("find", edit)
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_a_button_has_nothing_to_edit_and_nothing_happens_without_the_keyboard(window: Window) -> None:
    assert window.able(window.button) == set()
    window.line.setFocus()
    window.line.selectAll()
    window.line.hide()
    window.menu().aboutToShow.emit()
    action: QAction = window.entries["copy"]
    action.setEnabled(True)
    action.trigger()
    assert QGuiApplication.clipboard().text() == ""
