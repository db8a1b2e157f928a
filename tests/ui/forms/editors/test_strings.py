"""Editors of texts: when a line is an area or a chip, what is counted and remarked, what stays hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.forms.editors.areas import TextArea
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.form import Form
from inspector.ui.forms.large_value import LargeValue
from inspector.ui.forms.notes import FieldNote
from inspector.ui.forms.text_as_json import ContentDialog
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, notes, shown_form, tool, value

ALT, CONTROL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)


def text_form(qtbot: QtBot, text: str | None = None, /, **schema: Any) -> Form:
    given = json.dumps({"s": text}) if text is not None else None
    return shown_form(qtbot, tool({"s": {"type": "string", **schema}}), given)


def editor(form: Form) -> TextEditor:
    row = form.row("/s")
    assert row is not None
    found = row.host.editor.innermost()
    assert isinstance(found, TextEditor)
    return found


def face(form: Form) -> str:
    """What the text is in now."""
    kinds = {QLineEdit: "line", TextArea: "area", LargeValue: "large"}
    widget = editor(form).focus_widget()
    (seen,) = [name for kind, name in kinds.items() if isinstance(widget, kind)]
    assert widget.isVisible() and widget.objectName() == "field_s"
    others = [one for kind in kinds for one in editor(form).findChildren(kind) if one is not widget]
    assert not any(one.isVisible() for one in others)
    return seen


# -- line, area, chip ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("x" * 100, "line"),
        ("x" * 101, "area"),
        ("a\nb", "area"),
        ("a\rb", "area"),
        ("a\u2028b", "area"),
        ("a\u2029b", "area"),
        ("a\tb", "line"),
        ("x" * 50_000, "area"),
        ("x" * 50_001, "large"),
        ("", "line"),
    ],
)
def test_a_text_has_the_face_that_it_needs(qtbot: QtBot, text: str, seen: str) -> None:
    form = text_form(qtbot, text)
    assert face(form) == seen and json.loads(editor(form).shown() or "") == text


def test_a_field_of_several_lines_is_an_area_from_the_start(qtbot: QtBot) -> None:
    form = text_form(qtbot, format="textarea")
    assert face(form) == "area" and editor(form).shown() is None
    for given, shown in (('{"s": ""}', '""'), ('{"s": "a"}', '"a"'), ("{}", None)):
        form.set_text(given)
        assert editor(form).shown() == shown


def test_an_area_stays_one_while_somebody_is_in_it_and_no_longer(qtbot: QtBot) -> None:
    form = text_form(qtbot, "a\nb")
    area = editor(form).focus_widget()
    area.setFocus()
    form.set_text('{"s": "short"}')
    assert face(form) == "area"
    form.setFocus()
    area.clearFocus()
    form.set_text('{"s": "shorter"}')
    assert face(form) == "line" and find(form, QLineEdit, "s").text() == "shorter"


def test_the_face_that_was_asked_for_stays(qtbot: QtBot) -> None:
    form = text_form(qtbot, "short")
    find(form, QLineEdit, "s").setFocus()
    qtbot.keyClick(find(form, QLineEdit, "s"), Qt.Key.Key_M, ALT)
    assert face(form) == "area"
    form.setFocus()
    form.set_text('{"s": "other"}')
    assert face(form) == "area"
    form.set_text(json.dumps({"s": "x" * 60_000}))
    assert face(form) == "area"
    qtbot.keyClick(editor(form).focus_widget(), Qt.Key.Key_M, ALT)
    assert face(form) == "large"
    qtbot.keyClick(editor(form).focus_widget(), Qt.Key.Key_M, ALT)
    assert face(form) == "large"  # it is opened by Enter


@pytest.mark.parametrize(("anchor", "cursor"), [(2, 4), (4, 2), (3, 3)])
def test_cursor_and_selection_go_along_to_the_other_face(qtbot: QtBot, anchor: int, cursor: int) -> None:
    form = text_form(qtbot, "abcdef")
    line = find(form, QLineEdit, "s")
    line.setFocus()
    line.setCursorPosition(anchor)
    line.setSelection(anchor, cursor - anchor)
    if anchor == cursor:
        line.deselect()
    qtbot.keyClick(line, Qt.Key.Key_M, ALT)
    area = editor(form).area
    assert area is not None and area.hasFocus()
    assert (area.textCursor().anchor(), area.textCursor().position()) == (anchor, cursor)
    qtbot.keyClick(area, Qt.Key.Key_M, ALT)
    assert line.hasFocus() and line.cursorPosition() == cursor
    assert line.selectedText() == "abcdef"[min(anchor, cursor) : max(anchor, cursor)]


def test_a_screen_reader_hears_the_same_of_every_face(qtbot: QtBot) -> None:
    form = text_form(qtbot, "a", description="About it.", title="Title")
    line = editor(form).focus_widget()
    heard = line.accessibleName(), line.accessibleDescription()
    assert heard[0] == "Title" and "About it." in heard[1]
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_M, ALT)
    area = editor(form).focus_widget()
    assert (
        area.accessibleName(),
        area.accessibleDescription(),
    ) == heard and line.objectName() == "field_s_line"


def test_without_the_keyboard_another_face_does_not_take_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string"}, "t": {"type": "string"}}))
    find(form, QLineEdit, "t").setFocus()
    form.set_text('{"s": "a\\nb"}')
    assert face(form) == "area" and find(form, QLineEdit, "t").hasFocus()


def test_a_long_text_that_is_typed_on_a_chip_is_written(qtbot: QtBot) -> None:
    form = text_form(qtbot, "x" * 60_000)
    chip = find(form, LargeValue, "s")
    assert json.loads(editor(form).shown() or "") == "x" * 60_000
    editor(form).enter("y" * 70_000)
    assert value(form) == {"s": "y" * 70_000} and chip.text() == "y" * 70_000
    editor(form).enter("short")
    assert value(form) == {"s": "short"} and face(form) == "line"


@pytest.mark.parametrize("key", ["api_key", "s"])
def test_shift_enter_is_no_line_break_where_there_is_only_a_line(qtbot: QtBot, key: str) -> None:
    schema = {"type": "string"} if key == "api_key" else {"type": "string", "format": "uuid"}
    form = shown_form(qtbot, tool({key: schema}), json.dumps({key: "a"}))
    line = find(form, QLineEdit, key)
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(line, Qt.Key.Key_M, ALT)
    assert (value(form) == {key: "a"} and line.isVisible() and line.hasFocus()) or key == "s"
    assert value(form) == {key: "a"}


def test_a_read_only_text_is_locked_in_every_face(qtbot: QtBot) -> None:
    for text in ("a", "a\nb", "x" * 60_000):
        form = text_form(qtbot, text, readOnly=True)
        assert not editor(form).focus_widget().isEnabled()
        find(form, QWidget, "s_unlock").click()
        assert editor(form).focus_widget().isEnabled()


# -- how many characters -------------------------------------------------------------------------------


def counted(form: Form) -> tuple[str, str]:
    """What is counted beside the text, and in which colour; nothing while it cannot be seen."""
    parts = [
        one for one in editor(form).findChildren(QLabel)
        if one.isVisible() and one.text()[:1].isdigit() and one.parentWidget() is editor(form)
    ]  # fmt: skip
    if not parts:
        return "", ""
    colour = parts[0].palette().color(parts[0].foregroundRole())
    return parts[0].text(), next(role for role in ("error", "muted") if theme.color(role) == colour)


@pytest.mark.parametrize(
    ("limits", "text", "said"),
    [
        ({"maxLength": 3}, "abc", ("3 / 3", "muted")),
        ({"maxLength": 3}, "abcd", ("4 / 3", "error")),
        ({"minLength": 2}, "ab", ("2", "muted")),
        ({"minLength": 2}, "a", ("1 (≥ 2)", "error")),
        ({"minLength": 2, "maxLength": 3}, "a", ("1 / 3 (≥ 2)", "error")),
        ({"minLength": 2}, None, ("", "")),
        ({"minLength": 1}, "a", ("", "")),
        ({"minLength": 0}, "a", ("", "")),
        ({"maxLength": 0}, "", ("0 / 0", "muted")),
        ({}, "a", ("", "")),
    ],
)
def test_characters_are_counted_where_there_is_a_limit_and_a_text(
    qtbot: QtBot, limits: dict[str, int], text: str | None, said: tuple[str, str]
) -> None:
    assert counted(text_form(qtbot, text, **limits)) == said


def test_null_has_no_characters(qtbot: QtBot) -> None:
    form = text_form(qtbot, "ab", type=["string", "null"], maxLength=3)
    assert counted(form)[0] == "2 / 3"
    form.set_text('{"s": null}')
    assert counted(form) == ("", "")


# -- remarks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mailto:a", ""),
        ("a+b-c.1:x", ""),
        ("1a:x", "no scheme such as https:"),
        (":x", "no scheme such as https:"),
        ("a b:x", "no scheme such as https:"),
        ("word", "no scheme such as https:"),
        ("http://x", ""),
    ],
)
@pytest.mark.parametrize("kind", ["uri", "url", "iri"])
def test_an_address_needs_a_scheme(qtbot: QtBot, kind: str, text: str, said: str) -> None:
    assert notes(text_form(qtbot, text, format=kind), "s") == said


def test_only_addresses_need_one(qtbot: QtBot) -> None:
    assert notes(text_form(qtbot, "word", format="uri-reference"), "s") == ""
    assert notes(text_form(qtbot, "word"), "s") == ""


@pytest.mark.parametrize(
    ("text", "said"), [(" a", True), ("a ", True), ("a b", False), ("\ta", False), (" ", True)]
)
def test_blanks_at_the_edge_are_remarked(qtbot: QtBot, text: str, said: bool) -> None:
    assert ("leading or trailing space" in notes(text_form(qtbot, text), "s")) is said


def test_nothing_is_said_of_what_is_hidden(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"api_key": {"type": "string"}}), '{"api_key": " \\u202e"}')
    assert notes(form, "api_key") == ""


def test_json_in_a_text_is_read_and_can_be_edited_as_json(qtbot: QtBot) -> None:
    form = text_form(qtbot, '{"a":', contentMediaType="application/json")
    assert notes(form, "s").startswith("not JSON: ")
    form.show_problems([Problem("/s", "wrong", "contentMediaType", "warning")])
    assert notes(form, "s") == ""
    form.show_problems([])
    form.set_text(json.dumps({"s": '{"a": 1}'}))
    assert notes(form, "s") == ""
    form.set_text(json.dumps({"s": "{" + " " * 19_998}))
    assert "not JSON: " in notes(form, "s")
    form.set_text(json.dumps({"s": "{" + " " * 19_999}))
    assert "no JSON" not in notes(form, "s")  # it would be read at each key
    form.set_text('{"s": "[1]"}')
    button = find(form, QToolButton, "s_content")
    assert button.accessibleName() == "s: Edit the JSON in this text"
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = form.findChild(ContentDialog)
    assert dialog is not None and dialog.isVisible()
    dialog.taken.emit("[1, 2]")
    dialog.close()
    assert value(form) == {"s": "[1, 2]"}


def test_a_secret_is_not_read_as_json(qtbot: QtBot) -> None:
    schema = {"type": "string", "contentMediaType": "application/json"}
    form = shown_form(qtbot, tool({"api_key": schema}), '{"api_key": "{"}')
    assert form.findChild(QToolButton, "field_api_key_content") is None and notes(form, "api_key") == ""


def test_a_verdict_is_shown_instead_of_guesses_only(qtbot: QtBot) -> None:
    form = text_form(qtbot, "a")
    assert editor(form).guesses(FieldNote("a guess")) == (FieldNote("a guess"),)
    editor(form).judge(True)
    assert editor(form).guesses(FieldNote("a guess")) == ()


# -- what is written -----------------------------------------------------------------------------------


def test_an_emptied_text_is_the_empty_text_and_the_cross_takes_it_back(qtbot: QtBot) -> None:
    form = text_form(qtbot, "a")
    line = find(form, QLineEdit, "s")
    line.setFocus()
    line.end(False)
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert value(form) == {"s": ""}
    cross = find(form, QAction, "s_clear")
    assert cross in line.actions()
    cross.trigger()
    assert value(form) == {} and line.actions() == []


def test_a_text_typed_back_to_what_came_has_the_escapes_that_came(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string"}}), r'{"s": "\u0041b"}')
    line = find(form, QLineEdit, "s")
    line.setFocus()
    line.end(False)
    qtbot.keyClicks(line, "x")
    assert form.text() == '{"s": "Abx"}'
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert form.text() == r'{"s": "\u0041b"}'


def test_an_item_that_is_cleared_becomes_the_empty_text(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": {"type": "string"}}}), '{"l": ["a", "b"]}')
    line = find(form, QLineEdit, "l/0")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Backspace, CONTROL)
    assert value(form) == {"l": ["", "b"]}


def test_a_secret_is_shown_and_hidden_again_by_its_eye(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"api_key": {"type": "string"}}), '{"api_key": "a"}')
    line, eye = find(form, QLineEdit, "api_key"), find(form, QAction, "api_key_reveal")
    assert (line.echoMode(), eye.text()) == (QLineEdit.EchoMode.Password, "Show hidden text")
    eye.trigger()
    assert (line.echoMode(), eye.text()) == (QLineEdit.EchoMode.Normal, "Hide it")
    eye.trigger()
    assert (line.echoMode(), eye.text()) == (QLineEdit.EchoMode.Password, "Show hidden text")
    assert eye in line.actions()


def test_the_tooltip_tells_what_a_format_looks_like(qtbot: QtBot) -> None:
    form = text_form(qtbot, format="hostname")
    assert find(form, QLineEdit, "s").toolTip() != "" == find(text_form(qtbot), QLineEdit, "s").toolTip()
