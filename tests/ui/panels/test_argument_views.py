"""Form and JSON are two views of one text, and the keyboard keeps its place between them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem, UnionBranch
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.panels.argument_views import ArgumentViews, ViewNames
from inspector.ui.widgets import theme

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "first": {"type": "string"},
        "inner": {
            "type": "object",
            "properties": {
                "list": {"type": "array", "items": {"type": "integer"}},
                "last": {"type": "string"},
            },
        },
    },
}
TEXT = '{"first": "\U0001f600", "inner": {"list": [1, 22], "last": "x"}}'
PNG = "iVBORw0KGgo" + "A" * 6_001


@pytest.fixture
def views(qtbot: QtBot, qapp: QApplication) -> ArgumentViews:
    theme.install(qapp, "light")
    made = ArgumentViews(ViewNames("form", "editor", "switch"), "")
    qtbot.addWidget(made)
    made.resize(500, 600)
    made.set_schema(SCHEMA, TEXT)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def test_the_json_is_made_when_it_is_looked_at_and_then_says_what_the_form_says(
    views: ArgumentViews, qtbot: QtBot
) -> None:
    assert views.findChildren(JsonEditor) == []
    views.show_problems([Problem("/first", "too short", "minLength")])
    views.set_read_only(True)
    assert views.text() == TEXT and views.findChildren(JsonEditor) == []
    views.choose_view("json")
    assert views.findChildren(JsonEditor) == [views.editor] and views.editor.isVisible()
    assert views.editor.text() == TEXT and views.editor.edit.isReadOnly()
    error = views.editor.findChild(QLabel, "json_editor_error")
    assert isinstance(error, QLabel)
    qtbot.waitUntil(lambda: "too short" in error.text())
    views.set_read_only(False)
    assert not views.editor.edit.isReadOnly()


def press(key: Qt.Key = Qt.Key.Key_F4) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key)


def behind_cursor(views: ArgumentViews) -> str:
    cursor = views.editor.edit.textCursor()
    cursor.movePosition(cursor.MoveOperation.EndOfBlock, cursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def focused(views: ArgumentViews) -> str:
    row = views.form._sheet.row_of(QApplication.focusWidget())
    return json.dumps(row.path if row is not None else ())


@pytest.mark.parametrize("view", ["form", "both"])
@pytest.mark.parametrize(
    ("pointer", "behind"),
    [("/first", '"\U0001f600"'), ("/inner/list/1", "22]"), ("/inner/last", '"x"'), ("/inner", '{"list"')],
)
def test_f4_goes_to_the_value_of_the_field_and_back(
    views: ArgumentViews, view: str, pointer: str, behind: str
) -> None:
    views.choose_view(view)
    views.form.go_to(pointer)
    if pointer == "/inner":
        views.form.row(pointer).handle().setFocus()  # type: ignore[union-attr]  # it is there
    at = focused(views)
    press()
    assert views.editor.edit.hasFocus() and behind_cursor(views).startswith(behind)
    QTest.keyClick(views.editor.edit, Qt.Key.Key_Right)
    press()
    assert focused(views) == (at if pointer != "/inner" else '["inner", "list", 0]')


def choose(views: ArgumentViews, view: str) -> None:
    tab = next(n for n in range(views.switch.count()) if views.switch.tabText(n) == view)
    QTest.mouseClick(views.switch, Qt.MouseButton.LeftButton, pos=views.switch.tabRect(tab).center())


def test_who_types_and_chooses_the_other_view_types_on_there(views: ArgumentViews) -> None:
    views.form.go_to("/inner/last")
    choose(views, "JSON")
    assert views.editor.edit.hasFocus() and behind_cursor(views).startswith('"x"')
    choose(views, "Form")
    assert focused(views) == '["inner", "last"]'
    choose(views, "Both")
    assert focused(views) == '["inner", "last"]'
    views.editor.setFocus()
    choose(views, "Form")
    assert focused(views) == '["inner", "last"]'


def test_the_line_below_the_json_says_the_part_that_is_wrong_and_not_that_no_shape_fits(
    views: ArgumentViews,
) -> None:
    union = Problem("/inner", "fits none", "oneOf")
    part = Problem("/inner/last", "required", "required", branches=(UnionBranch("/inner", "#", True),))
    late = Problem("/first", "odd", "format", "warning")
    views.set_text('{"first": "x", "inner": {}}')
    views.show_problems([late, union, part])
    views.choose_view("json")
    text = views.findChild(QLabel, "json_editor_error").text()  # type: ignore[union-attr]  # it is there
    assert text == "Line 1: last: required  (and 2 more, F8)"


def test_a_view_chosen_from_elsewhere_takes_no_keyboard(views: ArgumentViews, qtbot: QtBot) -> None:
    elsewhere = QLineEdit(views)
    elsewhere.setObjectName("elsewhere")
    elsewhere.show()
    elsewhere.setFocus()
    for view in ("JSON", "Form", "Both"):
        choose(views, view)
        assert elsewhere.hasFocus()


@pytest.mark.parametrize("text", [TEXT, json.dumps(json.loads(TEXT), indent=2).replace("\n", "\r\n")])
def test_the_place_is_right_behind_long_base64_and_other_line_ends(views: ArgumentViews, text: str) -> None:
    text = text.replace('"\U0001f600"', f'"{PNG}"').replace('"\\ud83d\\ude00"', f'"{PNG}"')
    assert PNG in text
    views.set_text(text)
    views.form.go_to("/inner/last")
    press()
    assert behind_cursor(views).startswith('"x"')
    press()
    assert focused(views) == '["inner", "last"]' and views.text() == text


def test_f4_in_broken_json_finds_no_field_and_leads_back(views: ArgumentViews) -> None:
    views.choose_view("json")
    views.editor.setFocus()
    views.editor.set_text('{"first": ')
    views.editor.edit.go_to(5)
    press()
    assert views.view() == "form" and views.isAncestorOf(QApplication.focusWidget())
    press()
    assert views.view() == "json" and views.editor.edit.hasFocus()
    assert views.text() == '{"first": ' and views.editor.edit.textCursor().position() == 5


def test_a_field_without_a_value_leads_to_what_is_around_it(views: ArgumentViews) -> None:
    views.set_text('{"inner": {"list": []}}')
    views.form.go_to("/inner/last")
    press()
    assert behind_cursor(views) == '{"list": []}}'


HALF: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "o": {"type": "object"}},
}


def test_what_is_half_typed_is_there_again_and_the_other_fields_can_be_used(
    views: ArgumentViews, qtbot: QtBot
) -> None:
    views.set_schema(HALF)
    views.form.go_to("/s")
    qtbot.keyClicks(QApplication.focusWidget(), "x")
    views.form.go_to("/n")
    qtbot.keyClicks(QApplication.focusWidget(), "-")
    text, left = views.text(), views.unfinished()
    assert '"n": -' in text and left is not None
    views.set_schema(SCHEMA)
    views.set_schema(HALF, text, left)
    assert views.text() == views.editor.text() == text
    assert list(views.form.errors()) == ["/n"]
    views.form.go_to("/s")
    qtbot.keyClicks(QApplication.focusWidget(), "y")
    views.form.go_to("/n")
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_End)
    qtbot.keyClicks(QApplication.focusWidget(), "5")
    value = json.loads(views.text())
    assert value["n"] == -5 and sorted(value["s"]) == ["x", "y"] and views.unfinished() is None


def test_half_typed_json_of_one_field_is_json_there_again(views: ArgumentViews) -> None:
    views.set_schema(HALF, '{"o": {}}')
    row = views.form.row("/o")
    assert row is not None
    row.host.force(JsonFieldEditor)
    area = row.focus_widget()
    area.setFocus()
    QTest.keyClick(area, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(area, Qt.Key.Key_Backspace)
    text, left = views.text(), views.unfinished()
    assert text == '{"o": {}' and left is not None
    views.set_schema(HALF, text, left)
    again = views.form.row("/o")
    assert again is not None and again.host.editor.shown() == "{" and views.text() == text


def test_a_number_of_a_list_that_is_cleared_looks_so(views: ArgumentViews) -> None:
    views.form.go_to("/inner/list/1")
    line = QApplication.focusWidget()
    QTest.keyClick(line, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert isinstance(line, QLineEdit) and line.text() == "" and "[1, ]" in views.text()


@pytest.mark.parametrize("count", [10, 40])
def test_f4_on_a_choice_leads_to_its_value_and_opens_no_list(views: ArgumentViews, count: int) -> None:
    values = [f"a longer value {number}" for number in range(count)]
    views.set_schema({"type": "object", "properties": {"e": {"enum": values}}}, f'{{"e": "{values[3]}"}}')
    views.form.go_to("/e")
    assert QApplication.focusWidget() in (views.form.findChildren(QComboBox))
    press()
    assert QApplication.activePopupWidget() is None
    assert views.editor.edit.hasFocus() and behind_cursor(views).startswith(f'"{values[3]}"')


def test_another_schema_leaves_the_json_with_its_cursor_and_what_can_be_undone(views: ArgumentViews) -> None:
    views.choose_view("json")
    edit = views.editor.edit
    edit.setFocus()
    cursor = edit.textCursor()
    cursor.setPosition(3)
    edit.setTextCursor(cursor)
    QTest.keyClicks(edit, "xy")
    text = views.text()
    other = {**SCHEMA, "properties": {**SCHEMA["properties"], "more": {"type": "string", "default": "d"}}}
    views.set_schema(other, text, views.unfinished(), again=True)
    assert views.text() == edit.toPlainText() == text and edit.textCursor().position() == 5
    QTest.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.toPlainText() == TEXT


def _twin(qtbot: QtBot) -> ArgumentViews:
    made = ArgumentViews(ViewNames("form", "editor", "switch"), "")
    qtbot.addWidget(made)
    made.set_schema(SCHEMA)
    return made


@pytest.mark.parametrize("view", ["form", "json", "both"])
def test_what_was_typed_and_the_view_go_into_another_window(
    views: ArgumentViews, qtbot: QtBot, view: str
) -> None:
    views.choose_view(view)
    views.set_text('{"first": "typed"}')
    twin = _twin(qtbot)
    twin.resume(views.memory())
    assert twin.view() == view and json.loads(twin.text()) == {"first": "typed"}


def test_json_that_is_half_typed_goes_into_another_window(views: ArgumentViews, qtbot: QtBot) -> None:
    views.choose_view("json")
    views.editor.set_text('{"first": ')
    twin = _twin(qtbot)
    twin.resume(views.memory())
    assert twin.view() == "json" and twin.text() == '{"first": ' == twin.editor.text()


def test_a_text_that_is_set_takes_the_place_of_what_was_half_typed_in_either_view(
    views: ArgumentViews,
) -> None:
    views.choose_view("both")
    views.editor.set_text("{half")
    assert views.unfinished() is None and views.text() == "{half"
    views.set_text('{"first": "b"}')
    assert views.editor.text() == views.form.text() == views.text() == '{"first": "b"}'


def test_whoever_listens_hears_of_typing_in_either_view_and_of_nothing_else(
    views: ArgumentViews, qtbot: QtBot
) -> None:
    views.choose_view("both")
    told = QSignalSpy(views.changed)
    views.editor.edit.setFocus()
    QTest.keyClicks(views.editor.edit, " ")
    assert told.count() == 1
    qtbot.waitUntil(lambda: views.form.text() == views.editor.text())
    assert told.count() == 1, "the form follows in silence"
    line = next(one for one in views.form.findChildren(QLineEdit) if one.isVisible())
    line.setFocus()
    QTest.keyClicks(line, "z")
    assert told.count() == 2 and views.editor.text() == views.form.text()


def test_only_errors_count_as_wrong(views: ArgumentViews) -> None:
    for severity, wrong in (("warning", False), ("error", True)):
        views.show_problems([Problem("/first", "odd", "format", severity)])
        assert views.has_errors() == wrong


def test_a_fault_that_is_chosen_leads_to_its_field_from_either_view(views: ArgumentViews) -> None:
    views.show_problems([Problem("/inner/last", "too short", "minLength")])
    [fault] = [one for one in views.form.faults() if one.pointer == "/inner/last"]
    for view, then in (("form", "form"), ("json", "form"), ("both", "both")):
        views.choose_view(view)
        views.go_to_fault(fault)
        assert views.view() == then
        assert focused(views) == '["inner", "last"]'


def test_the_keyboard_begins_in_the_first_field_or_the_json(views: ArgumentViews) -> None:
    views.focus_first()
    assert focused(views) == '["first"]'
    views.choose_view("json")
    views.focus_first()
    assert views.editor.edit.hasFocus()


def test_wide_views_stand_side_by_side_and_narrow_ones_below_each_other(views: ArgumentViews) -> None:
    views.choose_view("both")
    for width, beside in ((1200, True), (400, False)):
        views.resize(width, 600)
        form, editor = views.form.geometry(), views.editor.parentWidget().geometry()
        assert (form.right() < editor.left()) == beside or (form.bottom() < editor.top()) != beside
