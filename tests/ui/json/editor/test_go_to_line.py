"""Ctrl+G, a number, Enter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from inspector.ui.json.editor.editor import JsonEditor
from tests.ui.parts import the

TEXT = "one\n🎉two\nthree"


@pytest.mark.parametrize(
    ("typed", "place"), [("2", (1, 0)), ("2:3", (1, 3)), ("99", (2, 0)), ("1:99", (0, 3)), ("0", (0, 0))]
)
def test_the_cursor_goes_there(editor: JsonEditor, typed: str, place: tuple[int, int]) -> None:
    editor.set_text(TEXT)
    editor.edit.go_to(len(TEXT))
    QTest.keyClick(editor.edit, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    line = the(editor, QLineEdit, "go_to_line")
    QTest.keyClicks(line, typed)
    QTest.keyClick(line, Qt.Key.Key_Return)
    cursor = editor.edit.textCursor()
    assert (cursor.blockNumber(), cursor.positionInBlock()) == place
    assert editor.edit.hasFocus()


def test_it_says_where_the_cursor_is_and_escape_goes_back_there(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.edit.go_to(4 + 3)
    QTest.keyClick(editor.edit, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    line = the(editor, QLineEdit, "go_to_line")
    assert line.text() == "2:3"
    QTest.keyClicks(line, "3")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert editor.edit.textCursor().position() == 7
