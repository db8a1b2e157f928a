"""Lines are hidden and shown; the text and the cursor are what they were."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.editor.gutter import CodeGutter

TEXT = """{
  "a": [
    1,
    {
      "deep": true,
      "b": 2
    }
  ],
  "c": {
    "d": 3
  }
}"""
CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def shown(editor: JsonEditor) -> list[int]:
    """Numbers of the lines that are visible, from 1."""
    document = editor.edit.document()
    blocks = [document.findBlockByNumber(number) for number in range(document.blockCount())]
    return [block.blockNumber() + 1 for block in blocks if block.isVisible()]


def line(editor: JsonEditor, number: int) -> int:
    return editor.edit.document().findBlockByNumber(number - 1).position()


@pytest.fixture
def folded(editor: JsonEditor) -> JsonEditor:
    """Line 2 is folded."""
    editor.set_text(TEXT)
    editor.edit.go_to(line(editor, 2))
    QTest.keyClick(editor.edit, Qt.Key.Key_BracketLeft, CONTROL | SHIFT)
    return editor


def test_a_key_folds_what_the_line_opens_and_the_text_stays(folded: JsonEditor) -> None:
    assert shown(folded) == [1, 2, 8, 9, 10, 11, 12]
    assert folded.text() == TEXT
    QTest.keyClick(folded.edit, Qt.Key.Key_BracketRight, CONTROL | SHIFT)
    assert shown(folded) == list(range(1, 13))


def test_on_a_line_that_opens_nothing_its_surroundings_are_folded(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.edit.go_to(line(editor, 5) + 8)
    QTest.keyClick(editor.edit, Qt.Key.Key_BracketLeft, CONTROL | SHIFT)
    assert shown(editor) == [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]
    assert editor.edit.textCursor().blockNumber() == 3


def test_all_and_levels(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    QTest.keyClick(editor.edit, Qt.Key.Key_BracketLeft, CONTROL | ALT)
    assert shown(editor) == [1, 2, 8, 9, 11, 12]
    QTest.keyClick(editor.edit, Qt.Key.Key_2, CONTROL | ALT)
    assert shown(editor) == [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]
    QTest.keyClick(editor.edit, Qt.Key.Key_BracketRight, CONTROL | ALT)
    assert shown(editor) == list(range(1, 13))


def test_a_fold_inside_of_a_fold_stays_folded(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    for number in (4, 2):
        editor.edit.go_to(line(editor, number))
        editor.edit.folds.fold(editor.edit.textCursor().block())
    editor.edit.folds.unfold(editor.edit.document().findBlockByNumber(1))
    assert shown(editor) == [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]


def test_the_cursor_is_never_in_a_hidden_line(folded: JsonEditor) -> None:
    folded.edit.go_to(line(folded, 5))
    assert shown(folded) == list(range(1, 13))


def test_arrows_step_over_hidden_lines(folded: JsonEditor) -> None:
    QTest.keyClick(folded.edit, Qt.Key.Key_Down)
    assert folded.edit.textCursor().blockNumber() + 1 == 8
    assert 3 not in shown(folded)


def test_a_change_from_outside_in_a_hidden_line_stays_hidden(folded: JsonEditor) -> None:
    folded.set_text(TEXT.replace("true", "[\n7\n]"))
    assert shown(folded) == [1, 2, 10, 11, 12, 13, 14]
    folded.set_text("{}")
    assert shown(folded) == [1]


def test_typing_before_a_fold_keeps_it(folded: JsonEditor) -> None:
    folded.edit.go_to(1)
    QTest.keyClick(folded.edit, Qt.Key.Key_Return)
    assert shown(folded) == [1, 2, 3, 9, 10, 11, 12, 13]


def test_a_click_on_the_arrow_folds_and_unfolds(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.grab()
    gutter = editor.findChild(CodeGutter)
    assert isinstance(gutter, QWidget)
    _block, top, height = list(editor.edit.lines_shown())[1]
    where = QPoint(gutter.width() - 6, int(top + height / 2))
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert shown(editor) == [1, 2, 8, 9, 10, 11, 12]
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert shown(editor) == list(range(1, 13))


def test_a_click_on_the_word_for_hidden_lines_shows_them(folded: JsonEditor) -> None:
    folded.grab()
    ((_block, chip),) = folded.edit._chips()
    where = chip.center().toPoint()
    QTest.mouseClick(folded.edit.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, where)
    assert shown(folded) == list(range(1, 13))


def test_what_has_no_line_between_its_brackets_is_not_folded(editor: JsonEditor) -> None:
    editor.set_text('{\n"a": [\n],\n"b": {},\n"c": [1]\n}')
    for number in (2, 4, 5):  # what they open is too short: the object around is folded
        editor.edit.go_to(line(editor, number))
        block = editor.edit.textCursor().block()
        assert editor.edit.folds.fold(block)
        assert shown(editor) == [1, 6]
        editor.edit.folds.unfold_all()
        assert shown(editor) == [1, 2, 3, 4, 5, 6]
    editor.edit.folds.fold_level(1)
    assert shown(editor) == [1, 2, 3, 4, 5, 6] and not editor.edit.folds.any()
    editor.set_text("[1]")
    assert editor.edit.folds.fold(editor.edit.document().firstBlock()) is False


def test_a_level_counts_what_is_open_where_it_begins(editor: JsonEditor) -> None:
    editor.set_text('[\n[\n1\n],\n{\n"a": [\n2\n]\n},\n[\n3\n]\n]')
    editor.edit.folds.fold_level(1)
    assert shown(editor) == [1, 2, 4, 5, 9, 10, 12, 13]
    editor.edit.folds.fold_level(2)
    assert shown(editor) == [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13]
    editor.edit.folds.fold_level(0)
    assert shown(editor) == [1, 13]


def test_hidden_lines_take_no_room_and_get_it_back(folded: JsonEditor) -> None:
    document = folded.edit.document()

    def heights() -> list[int]:
        return [document.findBlockByNumber(number).lineCount() for number in range(12)]

    assert heights() == [1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1] and document.lineCount() == 7
    folded.edit.folds.unfold(document.findBlockByNumber(1))
    assert heights() == [1] * 12 and document.lineCount() == 12
