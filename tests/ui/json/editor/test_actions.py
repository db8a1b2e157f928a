"""One table for keys and menus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.actions import ACTIONS
from inspector.ui.json.editor.commands import JsonCommands
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.widgets.controls import MenuButton
from tests.ui.menus import choose
from tests.ui.parts import the

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_every_entry_has_its_command_and_its_keys_are_its_own(action: object) -> None:
    assert callable(getattr(JsonCommands, action.name))  # type: ignore[attr-defined]  # a JsonAction
    keys = [QKeySequence(one).toString() for entry in ACTIONS for one in entry.keys]
    assert len(keys) == len(set(keys))
    assert all(keys)


def test_the_menu_opens_with_the_key_and_sorts(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"b": {"z": 1, "a": 2}, "a": 1}')
    button = the(editor, MenuButton, "json_editor_more")
    button.open_menu()
    choose(button.choices, "json_menu_sort_keys")
    qtbot.waitUntil(lambda: editor.text() == '{"a": 1, "b": {"a": 2, "z": 1}}')
    QTest.keyClick(editor.edit, Qt.Key.Key_Z, CONTROL)
    assert editor.text() == '{"b": {"z": 1, "a": 2}, "a": 1}'


def test_the_context_menu_has_copy_and_ours(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("{}")
    QTest.mouseClick(editor.edit.viewport(), Qt.MouseButton.RightButton)
    editor._actions._open_menu(editor.edit.cursorRect().center(), editor.mapToGlobal(editor.pos()), True)
    menu = next(one for one in editor.edit.findChildren(QMenu, "json_menu"))
    names = [action.objectName() for action in menu.actions()]
    assert any(action.text().startswith("&Copy\t") for action in menu.actions())
    assert "json_menu_format" in names
    menu.close()


def test_what_makes_no_sense_is_off(editor: JsonEditor) -> None:
    editor.set_text("{}")
    menu = QMenu(editor)
    editor._actions.fill(menu)
    on = {action.objectName(): action.isEnabled() for action in menu.actions()}
    assert not on["json_menu_clean_up"]
    assert not on["json_menu_propose"]
    assert not on["json_menu_next_problem"]
    assert on["json_menu_format"]
    editor.set_read_only(True)
    menu.clear()
    editor._actions.fill(menu)
    on = {action.objectName(): action.isEnabled() for action in menu.actions()}
    assert not on["json_menu_format"]
    assert on["json_menu_find"]


def test_keys_that_the_window_has_as_well_come_to_the_text(editor: JsonEditor) -> None:
    editor.set_text('{"b": [1]}')
    editor.edit.go_to(6)
    QTest.keyClick(editor.edit, Qt.Key.Key_B, CONTROL)
    assert editor.edit.textCursor().position() == 9
    QTest.keyClick(editor.edit, Qt.Key.Key_Z, ALT)
    assert editor.edit.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    QTest.keyClick(editor.edit, Qt.Key.Key_F, CONTROL | ALT)
    assert editor.text() == '{"b":[1]}'
    assert QApplication.focusWidget() is editor.edit
