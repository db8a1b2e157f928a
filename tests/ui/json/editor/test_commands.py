"""What the menu and the keys of a JSON editor do: to the text, to the view of it, to the cursor."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.json.editor.actions import ACTIONS
from inspector.ui.json.editor.commands import JsonCommands
from inspector.ui.json.editor.editor import JsonEditor

CONTROL, ALT, SHIFT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
TEXT = '{"b": {"z": 1, "a": [2, {"y": 0, "x": 0}]}, "a": 1}'


def press(editor: JsonEditor, keys: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(editor.edit, keys, modifiers)


def commands(editor: JsonEditor) -> JsonCommands:
    found = editor.edit.findChild(JsonCommands)
    assert found is not None
    return found


def can(editor: JsonEditor, name: str) -> bool:
    return commands(editor).can(next(one for one in ACTIONS if one.name == name))


def hidden(editor: JsonEditor) -> list[int]:
    """Numbers of the lines that are folded away."""
    document = editor.edit.document()
    return [
        number
        for number in range(document.blockCount())
        if not document.findBlockByNumber(number).isVisible()
    ]


def place(editor: JsonEditor) -> int:
    return editor.edit.textCursor().position()


def test_keys_are_sorted_everywhere_or_in_the_outermost_object(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text(TEXT)
    commands(editor).sort_outer_keys()
    qtbot.waitUntil(lambda: editor.text() == '{"a": 1, "b": {"z": 1, "a": [2, {"y": 0, "x": 0}]}}')
    press(editor, Qt.Key.Key_K, CONTROL | ALT)
    qtbot.waitUntil(lambda: editor.text() == '{"a": 1, "b": {"a": [2, {"x": 0, "y": 0}], "z": 1}}')
    editor.set_text('{"b": 1, "a" 2}')
    commands(editor).sort_keys()
    assert editor.text() == '{"b": 1, "a" 2}' and place(editor) == 13, (
        "what is no JSON is shown where it breaks"
    )


def test_what_somebody_typed_while_it_was_sorted_stays(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    commands(editor)._sorted_from = "another text"
    commands(editor)._sorted('{"sorted": true}')
    assert editor.text() == TEXT
    commands(editor)._sorted_from = TEXT
    editor.set_read_only(True)
    commands(editor)._sorted('{"sorted": true}')
    assert editor.text() == TEXT
    editor.set_read_only(False)
    commands(editor)._sorted('{"sorted": true}')
    assert editor.text() == '{"sorted": true}'


def test_the_text_is_laid_out_by_keys(editor: JsonEditor) -> None:
    editor.set_text('{"a":[1]}')
    press(editor, Qt.Key.Key_F, CONTROL | SHIFT)
    assert editor.text() == '{\n  "a": [\n    1\n  ]\n}'
    press(editor, Qt.Key.Key_F, CONTROL | ALT)
    assert editor.text() == '{"a":[1]}'


def test_what_is_nearly_json_is_cleaned_up_by_its_key(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("{a: 1, 'b': True,}")
    assert not can(editor, "clean_up")
    qtbot.waitUntil(lambda: can(editor, "clean_up"))
    press(editor, Qt.Key.Key_J, CONTROL | ALT)
    assert editor.text() == '{"a": 1, "b": true}' and not can(editor, "clean_up")


def test_the_cursor_goes_from_a_bracket_to_the_other(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    for start, end in ((0, len(TEXT)), (len(TEXT), 0), (6, TEXT.index(', "a": 1}')), (3, 3)):
        editor.edit.go_to(start)
        press(editor, Qt.Key.Key_B, CONTROL)
        assert place(editor) == end


def test_problems_are_walked_in_both_directions(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1, "b": 2, "c": 3}')
    assert not can(editor, "next_problem") and not can(editor, "previous_problem")
    editor.show_problems([Problem(f"/{key}", "is odd", "x", "error") for key in "ab"])
    assert can(editor, "next_problem") and can(editor, "previous_problem")
    seen = []
    editor.edit.go_to(0)
    for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier, SHIFT, SHIFT):
        press(editor, Qt.Key.Key_F8, modifiers)
        seen.append(place(editor))
    assert seen == [6, 14, 6, 14]


def test_what_is_nested_is_folded_and_shown_again(editor: JsonEditor) -> None:
    editor.set_text('{\n"a": {\n"b": [\n1\n],\n"c": 2\n},\n"d": {\n"e": 1\n}\n}')
    for modifiers, key, lines in (
        (CONTROL | ALT, Qt.Key.Key_2, [3]),
        (CONTROL | ALT, Qt.Key.Key_BracketRight, []),
        (CONTROL | ALT, Qt.Key.Key_1, [2, 3, 4, 5, 8]),
        (CONTROL | ALT, Qt.Key.Key_BracketRight, []),
        (CONTROL | ALT, Qt.Key.Key_BracketLeft, [2, 3, 4, 5, 8]),
        (CONTROL | ALT, Qt.Key.Key_BracketRight, []),
    ):
        press(editor, key, modifiers)
        assert hidden(editor) == lines, key
    editor.edit.go_to(editor.text().index('"b"'))
    press(editor, Qt.Key.Key_BracketLeft, CONTROL | SHIFT)
    assert hidden(editor) == [3]
    press(editor, Qt.Key.Key_BracketRight, CONTROL | SHIFT)
    assert hidden(editor) == []


def test_long_lines_are_broken_or_go_on(editor: JsonEditor) -> None:
    modes = QPlainTextEdit.LineWrapMode
    for mode in (modes.NoWrap, modes.WidgetWidth):
        press(editor, Qt.Key.Key_Z, ALT)
        assert editor.edit.lineWrapMode() == mode
        assert commands(editor).is_wrapped() is (mode == modes.WidgetWidth)


def test_a_chip_beside_the_cursor_can_be_shown_as_text(editor: JsonEditor) -> None:
    text = '{"a": "' + "QUJD" * 2000 + '"}'
    editor.set_text(text)
    assert not can(editor, "show_chip") and editor.text() == text
    chip = editor.edit.shown_text().index("\ufffc") if "\ufffc" in editor.edit.shown_text() else 7
    for at, offered in (
        (chip - 2, False),
        (chip - 1, True),
        (chip, True),
        (chip + 1, True),
        (chip + 2, False),
    ):
        editor.edit.go_to(at)
        assert can(editor, "show_chip") is offered
    short = editor.edit.document().characterCount()
    editor.edit.go_to(chip)
    commands(editor).show_chip()
    assert editor.edit.document().characterCount() > short and editor.text() == text


def test_a_text_that_is_only_shown_offers_what_leaves_it(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.set_schema({"type": "object"})
    assert can(editor, "propose")
    editor.set_read_only(True)
    offered = {one.name: commands(editor).can(one) for one in ACTIONS}
    assert not any(offered[one.name] for one in ACTIONS if one.changes)
    assert offered["find"] and offered["fold"] and offered["explain"] and offered["toggle_wrap"]
    press(editor, Qt.Key.Key_K, CONTROL | ALT)
    assert editor.text() == TEXT


@pytest.mark.parametrize("by_key", [False, True])
def test_the_menu_is_of_the_place_it_was_asked_for_at(editor: JsonEditor, by_key: bool) -> None:
    editor.set_text('{"a": 1,\n "b": 2}')
    editor.edit.go_to(0)
    port = editor.edit.viewport()
    below = editor.edit.cursorRect().center() + QPoint(0, editor.edit.fontMetrics().lineSpacing())
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(port, QContextMenuEvent(reason, below, port.mapToGlobal(below)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and menu.objectName() == "json_menu"
    assert editor.edit.textCursor().blockNumber() == (0 if by_key else 1)
    folding = menu.findChild(QMenu, "json_menu_folding")
    assert folding is not None
    names = [one.objectName() for one in folding.actions()]
    assert names[-3:] == [f"json_menu_fold_level_{level}" for level in (1, 2, 3)]
    assert [one.text().split("\t")[0] for one in folding.actions()][-1] == "Fold below level 3"
    wrap = next(one for one in menu.actions() if one.objectName() == "json_menu_toggle_wrap")
    assert wrap.isCheckable() and wrap.isChecked() and wrap.text().endswith("\tAlt+Z")
    menu.close()


def test_a_click_for_the_menu_leaves_a_selection(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1}')
    cursor = editor.edit.textCursor()
    cursor.setPosition(1)
    cursor.setPosition(4, cursor.MoveMode.KeepAnchor)
    editor.edit.setTextCursor(cursor)
    port = editor.edit.viewport()
    at = port.rect().center()
    QApplication.sendEvent(port, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, port.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert editor.edit.textCursor().selectedText() == '"a"' and menu is not None
    menu.close()


def test_without_a_partner_or_a_problem_the_cursor_stays(editor: JsonEditor) -> None:
    editor.set_text('["a", 1')
    editor.edit.go_to(1)
    commands(editor).go_to_partner()
    assert place(editor) == 1, "the bracket has none"
    editor.set_text('["a", 1]')
    editor.edit.go_to(3)
    commands(editor).go_to_partner()
    assert place(editor) == 3
    commands(editor).next_problem()
    assert place(editor) == 3
    for start, end in ((0, 8), (8, 0), (1, 8), (7, 0)):
        editor.edit.go_to(start)
        commands(editor).go_to_partner()
        assert place(editor) == end, start


def test_what_is_no_chip_is_not_opened(editor: JsonEditor) -> None:
    editor.set_text('["a"]')
    editor.edit.go_to(0)
    commands(editor).show_chip()
    assert editor.text() == '["a"]'


def test_sorting_what_cannot_be_read_goes_to_where_it_breaks(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"b": 1, "a" 2}')
    editor.edit.go_to(0)
    commands(editor).sort_keys()
    assert place(editor) == 13 and editor.text() == '{"b": 1, "a" 2}'
    editor.set_text('{"b": 1, "a": 2}')
    editor.set_read_only(True)
    commands(editor).sort_keys()
    qtbot.waitUntil(lambda: not commands(editor)._sorting.running)
    assert editor.text() == '{"b": 1, "a": 2}'
