"""Find and replace with the keys of a user."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor import find as module
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.json.editor.find import ReplaceBar
from tests.ui.parts import the

CONTROL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


def search(editor: JsonEditor, text: str, other: str | None = None) -> QLineEdit:
    """Open the bar and type what is looked for, and what comes instead."""
    QTest.keyClick(editor.edit, Qt.Key.Key_F if other is None else Qt.Key.Key_H, CONTROL)
    line = the(editor, QLineEdit, "find_text")
    line.setText("")
    QTest.keyClicks(line, text)
    if other is not None:
        the(editor, QLineEdit, "replace_text").setText(other)  # QTest has no keys beyond ASCII
    return line


def said(editor: JsonEditor) -> str:
    bar = the(editor, ReplaceBar, "json_find_bar")
    return " ".join(label.text() for label in bar.findChildren(QLabel))


def selected(editor: JsonEditor) -> str:
    return editor.edit.textCursor().selectedText()


def test_matches_are_counted_and_gone_through(editor: JsonEditor) -> None:
    editor.set_text('{"aB": "ab", "c": "AB"}')
    line = search(editor, "ab")
    assert said(editor) == "1 of 3"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert (selected(editor), said(editor)) == ("ab", "2 of 3")
    QTest.keyClick(line, Qt.Key.Key_C, ALT)
    assert said(editor) == "1 of 1"


def test_the_key_of_replace_shows_its_line_and_that_of_find_takes_it_away(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1}')
    for key, replaces in ((Qt.Key.Key_F, False), (Qt.Key.Key_H, True), (Qt.Key.Key_F, False)):
        QTest.keyClick(editor.edit, key, CONTROL)
        assert the(editor, QLineEdit, "find_text").hasFocus()
        assert the(editor, QLineEdit, "replace_text").isVisible() == replaces


def test_tab_goes_from_what_is_looked_for_to_what_comes_instead(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1}')
    line = search(editor, "a", "b")
    seen = []
    for _ in range(5):
        seen.append(QApplication.focusWidget().objectName())
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert seen == ["find_text", "replace_text", "replace_one", "replace_all", "find_case"]
    assert line.text() == "a"


def test_letters_typed_on_a_button_are_not_written_into_the_text(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1}')
    search(editor, "a", "b")
    button = the(editor, QToolButton, "find_case")
    button.setFocus()
    QTest.keyClicks(button, "xyz")
    assert editor.text() == '{"a": 1}'


def test_places_behind_an_emoji_are_right(editor: JsonEditor) -> None:
    editor.set_text('{"🎉": "here", "🎉🎉": "here"}')
    line = search(editor, "here", "there 🎉")
    assert selected(editor) == "here"
    QTest.keyClick(line, Qt.Key.Key_Return, ALT)
    assert editor.text() == '{"🎉": "there 🎉", "🎉🎉": "there 🎉"}'


def test_a_pattern_finds_and_its_groups_are_put_in(editor: JsonEditor) -> None:
    editor.set_text('{"a1": 1, "b2": 2}')
    line = search(editor, r'"(\w)(\d)"', r'"\2$1"')
    QTest.keyClick(line, Qt.Key.Key_R, ALT)
    assert said(editor) == "1 of 2"
    the(editor, QPushButton, "replace_all").click()
    assert editor.text() == '{"1a": 1, "2b": 2}'
    assert said(editor) == "2 replaced"
    editor.edit.undo()
    assert editor.text() == '{"a1": 1, "b2": 2}'


def test_a_pattern_that_is_none_is_said(editor: JsonEditor) -> None:
    editor.set_text("{}")
    line = search(editor, "(")
    QTest.keyClick(line, Qt.Key.Key_R, ALT)
    assert "missing" in said(editor)


def test_one_by_one_each_is_shown_before_it_is_replaced(editor: JsonEditor) -> None:
    editor.set_text("[1, 1, 1]")
    search(editor, "1", "2")
    other = the(editor, QLineEdit, "replace_text")
    other.setFocus()
    QTest.keyClick(other, Qt.Key.Key_Return)
    assert editor.text() == "[2, 1, 1]"
    assert selected(editor) == "1"
    QTest.keyClick(other, Qt.Key.Key_Return)
    assert editor.text() == "[2, 2, 1]"


def test_a_selection_of_several_lines_limits_the_search(editor: JsonEditor) -> None:
    editor.set_text("1\n1\n1\n1")
    editor.edit.go_to(2, 5)
    QTest.keyClick(editor.edit, Qt.Key.Key_H, CONTROL)
    the(editor, QLineEdit, "find_text").setText("1")
    the(editor, QLineEdit, "replace_text").setText("22")
    the(editor, QPushButton, "replace_all").click()
    assert editor.text() == "1\n22\n22\n1"


def test_typing_in_the_text_counts_anew(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1, 1]")
    search(editor, "1")
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, "1, ")
    qtbot.waitUntil(lambda: said(editor) == "3 matches")


def test_escape_closes_and_the_text_has_the_keyboard(editor: JsonEditor) -> None:
    line = search(editor, "1")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert not the(editor, ReplaceBar, "json_find_bar").isVisible()
    assert editor.edit.hasFocus()


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", r"(.*)*x"])
def test_a_pattern_that_would_never_end_ends(editor: JsonEditor, pattern: str) -> None:
    editor.set_text('"' + "a" * 5000 + '!"')
    line = search(editor, pattern)
    QTest.keyClick(line, Qt.Key.Key_R, ALT)
    assert said(editor)


def test_going_back_and_around_both_ends(editor: JsonEditor) -> None:
    editor.set_text('["a1", "a2", "a3"]')
    line = search(editor, "a")
    heard = []
    for key, keys in ((Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier), (Qt.Key.Key_Return, None)):
        QTest.keyClick(line, key, keys or Qt.KeyboardModifier.NoModifier)
        heard.append(said(editor))
    assert heard == ["3 of 3", "1 of 3"]


def test_all_are_replaced_at_once_and_undone_at_once(editor: JsonEditor) -> None:
    editor.set_text('{"a": "x", "b": "x", "c": "X"}')
    search(editor, "x", "long")
    QTest.mouseClick(the(editor, QPushButton, "replace_all"), Qt.MouseButton.LeftButton)
    assert editor.text() == '{"a": "long", "b": "long", "c": "long"}'
    assert said(editor) == "3 replaced"
    QTest.keyClick(editor.edit, Qt.Key.Key_Z, CONTROL)
    assert editor.text() == '{"a": "x", "b": "x", "c": "X"}'


def test_what_was_typed_since_is_found_before_the_counting_ends(editor: JsonEditor) -> None:
    editor.set_text('["a"]')
    line = search(editor, "b")
    assert said(editor) == "not found"
    editor.edit.go_to(2)
    editor.edit.setFocus()
    QTest.keyClicks(editor.edit, "b")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert selected(editor) == "b" and said(editor) == "1 of 1"


def test_replacing_in_what_is_selected_leaves_the_rest_however_long_it_gets(editor: JsonEditor) -> None:
    editor.set_text('[\n"x",\n"x",\n"x"\n]')
    cursor = editor.edit.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(11, cursor.MoveMode.KeepAnchor)
    editor.edit.setTextCursor(cursor)
    QTest.keyClick(editor.edit, Qt.Key.Key_H, CONTROL)
    assert the(editor, QToolButton, "find_inside").isChecked()
    line, other = the(editor, QLineEdit, "find_text"), the(editor, QLineEdit, "replace_text")
    line.setText("x")
    other.setText("longer")
    other.setFocus()
    for _ in range(4):
        QTest.keyClick(other, Qt.Key.Key_Return)
    assert editor.text() == '[\n"longer",\n"longer",\n"x"\n]'
    QTest.keyClick(line, Qt.Key.Key_L, ALT)
    assert said(editor).startswith("1 of 1")


def test_what_cannot_be_changed_is_searched_but_not_replaced(editor: JsonEditor) -> None:
    editor.set_text('["x"]')
    editor.set_read_only(True)
    QTest.keyClick(editor.edit, Qt.Key.Key_H, CONTROL)
    assert not the(editor, QLineEdit, "replace_text").isVisible()
    line = the(editor, QLineEdit, "find_text")
    line.setText("x")
    QTest.keyClick(line, Qt.Key.Key_Return, ALT)
    assert editor.text() == '["x"]' and selected(editor) == "x"


def test_the_buttons_replace_one_or_all(editor: JsonEditor) -> None:
    editor.set_text("[1, 1, 1]")
    search(editor, "1", "2")
    bar = the(editor, ReplaceBar, "json_find_bar")
    one, every = (button for button in bar.findChildren(QPushButton) if button.isVisible())
    one.click()
    assert editor.text() == "[2, 1, 1]" and said(editor) == "1 of 2"
    one.click()
    assert editor.text() == "[2, 2, 1]"
    QTest.keyClick(editor.edit, Qt.Key.Key_Z, CONTROL)
    assert editor.text() == "[2, 1, 1]"
    every.click()
    assert editor.text() == "[2, 2, 2]"


def test_more_matches_than_are_counted_have_a_plus(
    editor: JsonEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST", 3)
    editor.set_text("[1, 1, 1, 1]")
    line = search(editor, "1")
    assert said(editor) == "1 of 3+"
    editor.set_text("[1, 1]")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert said(editor) in ("1 of 2", "2 of 2")
    search(editor, "")
    assert said(editor) == ""


def test_a_selection_limits_the_search_when_the_switch_is_pressed_later(editor: JsonEditor) -> None:
    editor.set_text("[1, 1, 1, 1]")
    line = search(editor, "1")
    assert said(editor) == "1 of 4"
    editor.edit.go_to(4, 8)
    QTest.keyClick(line, Qt.Key.Key_L, ALT)
    assert said(editor) == "1 of 2"
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert said(editor) == "2 of 2"
    QTest.keyClick(line, Qt.Key.Key_L, ALT)
    assert said(editor).endswith("of 4")


def test_one_match_in_words_and_none_to_replace(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1, 2]")
    search(editor, "3", "4")
    the(editor, QPushButton, "replace_all").click()
    assert said(editor) == "not found" and editor.text() == "[1, 2]"
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, "3, ")
    qtbot.waitUntil(lambda: said(editor) == "1 match")


def test_what_comes_instead_may_break_the_line_and_name_a_group_that_is_not_there(
    editor: JsonEditor,
) -> None:
    editor.set_text("[1]")
    line = search(editor, r"(\d)", r"\1,\n\t\\ $2")
    QTest.keyClick(line, Qt.Key.Key_R, ALT)
    the(editor, QPushButton, "replace_all").click()
    assert editor.text() == "[1,\n\t\\ ]"


def test_without_the_pattern_switch_signs_are_taken_as_they_are(editor: JsonEditor) -> None:
    editor.set_text('["a.c", "abc"]')
    search(editor, "a.c", r"\1$1")
    assert said(editor) == "1 of 1"
    the(editor, QPushButton, "replace_all").click()
    assert editor.text() == '["\\1$1", "abc"]'


def test_closing_the_bar_takes_the_colours_of_the_matches_away(editor: JsonEditor) -> None:
    editor.set_text("[1, 1]")
    line = search(editor, "1")
    with_matches = len(editor.edit.extraSelections())
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert len(editor.edit.extraSelections()) == with_matches - 2
