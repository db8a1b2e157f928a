"""The form as a user uses it: every edit changes one place of the text and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.demo.booking import BOOKING_SCHEMA
from inspector.schema.problem import Problem
from inspector.ui.forms.editors.areas import JsonFieldEditor
from inspector.ui.forms.form import Form
from inspector.ui.forms.parts import WarnText
from inspector.ui.forms.shape_choice import ShapeChoice
from tests.examples import part
from tests.schema.tools import sources, tools
from tests.ui.form_driving import find, tool, value


def choose(form: Form, pointer: str, key: str) -> None:
    """Pick an entry of a row's menu."""
    row = form.row(pointer)
    assert row is not None
    menu = row.menu()
    action = menu.findChild(QAction, f"field_{pointer[1:]}_{key}")
    assert action is not None, [a.objectName() for a in menu.findChildren(QAction)]
    action.trigger()
    menu.deleteLater()


# -- nothing is written that nobody typed -----------------------------------------------------------------


def test_an_untouched_form_sends_only_what_is_required_and_known(form: Form) -> None:
    form.set_schema(
        tool(
            {
                "kind": {"const": "a"},
                "count": {"type": "integer", "default": 3},
                "limit": {"type": "integer", "default": 10},
                "name": {"type": "string"},
            },
            ("kind", "count", "name"),
        )
    )
    assert value(form) == {"kind": "a", "count": 3}
    assert find(form, QLineEdit, "limit").placeholderText() == "default 10"


@pytest.mark.parametrize(
    "text",
    [
        '{"n": 1.10, "i": 9007199254740993,\n   "s":"\\u00fc", "when": "2026-01-01T05:00:00.123456+05:30"}',
        '{"s": null, "i": "five", "b": 1, "unknown": {"deep": [1.0, 2e400]}, "list": "no list"}',
        '{"s": "a", "s": "b", "list": [["x"], {"y": 1}], "e": 7, "c": {"z": []}}',
        '{"s": "two\\nlines\\u00a0and\\r\\nmore", "i": 1.0, "e": null}',
        "[1, 2]",
        '"text"',
        "",
    ],
)
def test_a_text_from_outside_stays_byte_for_byte(form: Form, text: str) -> None:
    form.set_schema(
        tool(
            {
                "s": {"type": "string"},
                "n": {"type": "number"},
                "i": {"type": "integer"},
                "b": {"type": "boolean"},
                "e": {"enum": ["a", "b"]},
                "c": {"const": 5},
                "when": {"type": "string", "format": "date-time"},
                "list": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
            }
        )
    )
    form.set_text(text)
    assert form.text() == text
    form.set_read_only(True)
    form.set_read_only(False)
    assert form.text() == text


def test_a_text_that_is_no_json_is_kept_and_the_form_waits(form: Form) -> None:
    form.set_schema(tool({"s": {"type": "string"}}))
    form.set_text('{"s": "a"}')
    form.set_text('{"s": ')
    assert form.text() == '{"s": '
    assert not find(form, QLineEdit, "s").isEnabled()
    form.set_text('{"s": "b"}')
    assert find(form, QLineEdit, "s").isEnabled() and find(form, QLineEdit, "s").text() == "b"


# -- one edit, one place ----------------------------------------------------------------------------------


def test_typing_changes_only_its_own_token(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"s": {"type": "string"}, "n": {"type": "number"}}))
    form.set_text('{"n":1.10,\t"s": "a", "other": 1e2}')
    line = find(form, QLineEdit, "s")
    line.setFocus()
    line.end(False)
    qtbot.keyClicks(line, 'b"')
    assert form.text() == '{"n":1.10,\t"s": "ab\\"", "other": 1e2}'


def test_an_emptied_text_is_empty_and_an_emptied_number_is_not_set(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"s": {"type": "string"}, "n": {"type": "number"}}))
    for name in ("s", "n"):
        line = find(form, QLineEdit, name)
        qtbot.keyClicks(line, "5")
        qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert value(form) == {"s": ""}
    qtbot.keyClick(find(form, QLineEdit, "s"), Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert value(form) == {}


def test_not_set_empty_and_null_are_three_states(form: Form) -> None:
    form.set_schema(tool({"s": {"type": ["string", "null"]}}))
    texts = []
    for key in ("empty", "null", "unset"):
        choose(form, "/s", key)
        texts.append((value(form), find(form, QLineEdit, "s").placeholderText()))
    assert texts == [({"s": ""}, ""), ({"s": None}, ""), ({}, "not set")]


def test_a_boolean_has_three_states(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"b": {"type": "boolean"}, "r": {"type": "boolean"}}, ("r",)))
    seen = []
    for name in ("b_false", "b_true", "b_unset", "r_false"):
        qtbot.mouseClick(find(form, QRadioButton, name), Qt.MouseButton.LeftButton)
        seen.append(value(form))
    assert seen == [{"b": False}, {"b": True}, {}, {"r": False}]
    assert form.findChild(QRadioButton, "field_r_unset") is None


def test_a_constant_is_included_or_left_out(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"c": {"const": {"a": 1}}}))
    box = find(form, QCheckBox, "c")
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert value(form) == {"c": {"a": 1}}
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert value(form) == {}


def test_a_long_text_keeps_line_breaks_and_blanks(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"s": {"type": "string", "maxLength": 5000}}))
    form.set_text(json.dumps({"s": "a\u00a0b\r\nc"}))
    area = find(form, QPlainTextEdit, "s")
    area.moveCursor(area.textCursor().MoveOperation.End)
    qtbot.keyClicks(area, "d")
    assert value(form) == {"s": "a\u00a0b\r\ncd"}


def test_pasted_lines_turn_a_line_into_an_area(form: Form, qtbot: QtBot, qapp: Any) -> None:
    form.set_schema(tool({"s": {"type": "string"}}))
    qapp.clipboard().setText("one\ntwo")
    line = find(form, QLineEdit, "s")
    qtbot.keyClicks(line, "x")
    qtbot.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert value(form) == {"s": "xone\ntwo"}
    assert find(form, QPlainTextEdit, "s").toPlainText() == "xone\ntwo"


def test_members_stand_in_the_order_of_the_schema(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({name: {"type": "string"} for name in "abc"}))
    for name in "cab":
        qtbot.keyClicks(find(form, QLineEdit, name), name)
    assert list(value(form)) == ["a", "b", "c"]


# -- objects, lists, maps, unions -------------------------------------------------------------------------


NESTED = tool({"outer": tool({"inner": tool({"n": {"type": "integer"}}, ("n",))}, ("inner",))}, ("outer",))


def test_a_nested_field_makes_the_objects_around_it(form: Form, qtbot: QtBot) -> None:
    form.set_schema(NESTED)
    qtbot.keyClicks(find(form, QLineEdit, "outer/inner/n"), "5")
    assert value(form) == {"outer": {"inner": {"n": 5}}}


def test_an_optional_section_is_closed_and_opens_with_its_value(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"o": tool({"s": {"type": "string"}})}))
    assert form.findChild(QLineEdit, "field_o/s") is None
    qtbot.mouseClick(find(form, QToolButton, "o_fold"), Qt.MouseButton.LeftButton)
    assert value(form) == {}
    qtbot.keyClicks(find(form, QLineEdit, "o/s"), "x")
    assert value(form) == {"o": {"s": "x"}}
    form.set_schema(tool({"o": tool({"s": {"type": "string"}})}))
    form.set_text('{"o": {"s": "y"}}')
    assert find(form, QLineEdit, "o/s").text() == "y"


def test_a_list_is_filled_reordered_and_emptied(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"l": {"type": "array", "items": {"type": "string"}, "maxItems": 3}}))
    add = find(form, QToolButton, "l_add")
    for number, text in enumerate("abc"):
        qtbot.mouseClick(add, Qt.MouseButton.LeftButton)
        line = find(form, QLineEdit, f"l/{number}")
        assert line.hasFocus()
        qtbot.keyClicks(line, text)
    assert value(form) == {"l": ["a", "b", "c"]} and not add.isEnabled()
    qtbot.keyClick(find(form, QLineEdit, "l/2"), Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(find(form, QLineEdit, "l/0"), Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert value(form) == {"l": ["c", "a", "b"]}
    qtbot.mouseClick(find(form, QToolButton, "l/1_remove"), Qt.MouseButton.LeftButton)
    assert value(form) == {"l": ["c", "b"]}
    choose(form, "/l", "empty")
    assert value(form) == {"l": []}
    choose(form, "/l", "unset")
    assert value(form) == {}


def test_a_set_of_offered_values_is_checked_off(form: Form, qtbot: QtBot) -> None:
    schema = {"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": True}
    form.set_schema(tool({"x": schema}))
    seen = []
    for number in (2, 0, 2, 0):
        qtbot.keyClick(find(form, QCheckBox, f"x_{number}"), Qt.Key.Key_Space)
        seen.append(value(form)["x"])
    assert seen == [["c"], ["a", "c"], ["a"], []]
    form.set_text('{"x": ["a", "a"]}')  # boxes cannot show this
    assert find(form, QRadioButton, "x/1_0").isChecked()


def test_a_tuple_has_its_places(form: Form, qtbot: QtBot) -> None:
    schema = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": False}
    form.set_schema(tool({"t": schema}))
    qtbot.keyClicks(find(form, QLineEdit, "t/1"), "5")
    assert value(form) == {"t": [None, 5]}
    qtbot.keyClicks(find(form, QLineEdit, "t/0"), "a")
    assert value(form) == {"t": ["a", 5]}


def test_a_map_gets_properties_that_are_renamed_and_removed(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"m": {"type": "object", "additionalProperties": {"type": "number"}}}))
    qtbot.mouseClick(find(form, QToolButton, "m_add"), Qt.MouseButton.LeftButton)
    key = find(form, QLineEdit, "m/key1_key")
    assert key.hasFocus()
    qtbot.keyClicks(key, "size")
    qtbot.keyClick(key, Qt.Key.Key_Return)
    line = find(form, QLineEdit, "m/size")
    line.selectAll()
    qtbot.keyClicks(line, "1.50")
    assert '"size": 1.50' in form.text()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    assert form.errors() == {"/m/size": ["a number is missing"]} and find(form, QLineEdit, "m/size") is line
    qtbot.mouseClick(find(form, QToolButton, "m/size_remove"), Qt.MouseButton.LeftButton)
    assert value(form) == {"m": {}}


def test_a_property_the_schema_forbids_is_shown_and_can_be_removed(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"a": {"type": "string"}}, additionalProperties=False))
    form.set_text('{"a": "x", "b": [1]}')
    qtbot.mouseClick(find(form, QToolButton, "b_remove"), Qt.MouseButton.LeftButton)
    assert form.text() == '{"a": "x"}'


UNION = tool(
    {
        "u": {
            "oneOf": [
                tool(
                    {"kind": {"const": "a"}, "name": {"type": "string"}, "x": {"type": "string"}}, ("kind",)
                ),
                tool(
                    {"kind": {"const": "b"}, "name": {"type": "string"}, "y": {"type": "number"}}, ("kind",)
                ),
            ]
        }
    }
)


def test_a_union_keeps_what_was_typed_in_each_shape(form: Form, qtbot: QtBot) -> None:
    form.set_schema(UNION)
    shape = find(form, ShapeChoice, "u_shape")
    assert shape.names == ["kind = a", "kind = b"]
    form.set_text('{"u": {"kind": "a", "name": "n", "x": "1.0"}}')
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_Down)
    assert value(form) == {"u": {"kind": "b", "name": "n"}}
    qtbot.keyClicks(find(form, QLineEdit, "u/y"), "2.50")
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_Up)
    assert form.text() == '{"u": {"kind": "a", "name": "n", "x": "1.0"}}'
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_Down)
    assert '"y": 2.50' in form.text()


def test_the_shape_of_a_given_value_is_found(form: Form) -> None:
    form.set_schema(UNION)
    form.set_text('{"u": {"kind": "b", "y": 1.0}}')
    assert find(form, ShapeChoice, "u_shape").chosen == 1
    assert find(form, QLineEdit, "u/y").text() == "1.0"


def test_typing_never_changes_the_chosen_shape(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"u": {"oneOf": [{"type": "string"}, {"type": "number"}]}}))
    qtbot.keyClick(find(form, ShapeChoice, "u_shape").focusProxy(), Qt.Key.Key_Down)
    line = find(form, QLineEdit, "u")
    line.setFocus()
    qtbot.keyClicks(line, "abc")
    assert find(form, QLineEdit, "u") is line and find(form, ShapeChoice, "u_shape").chosen == 1
    assert form.text() == '{\n  "u": abc\n}'


def test_anything_takes_any_type(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"a": {}}))
    shape = find(form, ShapeChoice, "a_shape")
    qtbot.keyClicks(find(form, QLineEdit, "a"), "7")
    assert value(form) == {"a": "7"}
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_Down)
    assert value(form) == {"a": 7}
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_End)
    assert shape.names[shape.chosen] == "JSON" and value(form) == {"a": 7}
    qtbot.keyClick(shape.focusProxy(), Qt.Key.Key_Up)
    assert value(form) == {"a": None}


def test_a_union_at_the_root_is_a_choice_too(form: Form, qtbot: QtBot) -> None:
    branches = [
        tool({"mode": {"const": "file"}, "path": {"type": "string"}}, ("mode", "path")),
        tool({"mode": {"const": "url"}, "url": {"type": "string"}}, ("mode", "url")),
    ]
    form.set_schema({"type": "object", "oneOf": branches})
    assert value(form) == {"mode": "file"}
    qtbot.keyClick(find(form, ShapeChoice, "_shape").focusProxy(), Qt.Key.Key_Down)
    qtbot.keyClicks(find(form, QLineEdit, "url"), "u")
    assert value(form) == {"mode": "url", "url": "u"}


# -- JSON in place ----------------------------------------------------------------------------------------


def test_a_value_chosen_in_the_menu_takes_the_editor_as_json_back(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"o": {"type": "object", "properties": {"a": {"type": "string"}}}}))
    form.set_text('{"o": {"a": "x"}}')
    choose(form, "/o", "as_json")
    assert dict(form.rows())["/o"] == "json"
    form.set_text('{"o": {"a": "y"}}')  # it stays, whatever value comes
    assert dict(form.rows())["/o"] == "json"
    choose(form, "/o", "empty")
    assert dict(form.rows())["/o"] == "object" and json.loads(form.text()) == {"o": {}}


def test_any_field_can_be_edited_as_json_and_back(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"o": tool({"n": {"type": "number"}})}))
    form.set_text('{"o": {"n": 1.10}}')
    choose(form, "/o", "as_json")
    area = find(form, QPlainTextEdit, "o")
    area.selectAll()
    qtbot.keyClicks(area, '{"n": 2.50}')
    assert form.text() == '{"o": {"n": 2.50}}'
    choose(form, "/o", "as_json")
    assert find(form, QLineEdit, "o/n").text() == "2.50"


def test_a_text_that_is_no_json_yet_is_sent_as_it_stands_and_told(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"j": {"type": "nonsense"}, "s": {"type": "string"}}))
    choose(form, "/j", "as_json")
    area = find(form, QPlainTextEdit, "j")
    qtbot.keyClicks(area, "[1,")
    assert list(form.errors()) == ["/j"]
    assert '"j": [1,' in form.text()
    row = form.row("/j")
    assert row is not None and "expected a value" in row.errors[0]
    qtbot.keyClicks(find(form, QLineEdit, "s"), "a")
    assert '"j": [1,' in form.text() and '"s": "a"' in form.text()
    area.moveCursor(area.textCursor().MoveOperation.End)
    qtbot.keyClicks(area, "2]")
    assert value(form) == {"j": [1, 2], "s": "a"} and row.errors == []


def test_a_value_of_a_type_nobody_expects_is_shown_as_what_it_is(form: Form, qtbot: QtBot) -> None:
    text = '{"o": [1.0], "l": {"a": 1}, "s": 5, "n": "x", "e": {"k": []}, "c": "b", "u": true}'
    form.set_schema(
        tool(
            {
                "o": tool({"n": {}}),
                "l": {"items": {}},
                "s": {"type": "string"},
                "n": {"minimum": 3},
                "e": {"enum": [{"k": []}, 1]},
                "c": {"const": "a"},
                "u": {"type": ["string", "number"]},
            }
        )
    )
    form.set_text(text)
    assert not form.findChildren(QPlainTextEdit)
    kinds = dict(form.rows())
    assert [kinds[f"/{key}"] for key in "olsnecu"] == [
        *("list", "object", "number", "text", "enum", "text", "boolean")
    ]
    for key, lexeme in json.loads(text).items():
        row = form.row(f"/{key}")
        assert row is not None and json.loads(row.host.editor.shown() or "") == lexeme
    warned = [label.objectName() for label in form.findChildren(WarnText) if not label.isHidden()]
    assert warned == ["field_o_expected", "field_s_expected", "field_u_expected"]
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClicks(line, "1")
    assert form.text() == text.replace("5", "15")
    find(form, ShapeChoice, "s_shape").setFocus()
    qtbot.keyClick(find(form, ShapeChoice, "s_shape").focusProxy(), Qt.Key.Key_Home)
    assert value(form)["s"] == "15" and form.findChild(ShapeChoice, "field_s_shape") is None
    assert find(form, QLineEdit, "s").hasFocus()


# -- what it says about itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "text", "kind"),
    [
        ({"type": "string"}, '"a\\u00fc"', "text"),
        ({"type": "string"}, '"two\\r\\nlines\\r\\n"', "text"),
        ({"type": "string", "format": "date"}, '"2026-01-01"', "date"),
        ({"type": "number"}, "1.10", "number"),
        ({"type": "number"}, '"five"', "text"),
        ({"type": "boolean"}, "false", "boolean"),
        ({"type": ["boolean", "null"]}, "null", "boolean"),
        ({"enum": ["1", 1, {"a": []}]}, '{"a": []}', "enum"),
        ({"enum": [1]}, "5", "number"),
        ({"const": {"a": 1}}, '{"a": 1}', "const"),
        ({"type": "array", "items": {"type": "number"}}, "[1.0, 2]", "list"),
        ({"type": "array"}, "[]", "list"),
        ({"type": "array", "uniqueItems": True, "items": {"enum": [1, 2, 3]}}, "[1, 3]", "set"),
        ({"type": "array", "uniqueItems": True, "items": {"enum": [1, 2, 3]}}, "[]", "set"),
        ({"properties": {"a": {"type": "string"}}}, '{"a": "", "b": {"c": 1e2}}', "object"),
        ({"properties": {"a": {"type": "string"}}}, "{}", "object"),
        ({"anyOf": [{"type": "string"}, {"type": "number"}]}, "1.50", "number"),
        ({"type": "nonsense"}, "[1]", "list"),
    ],
)
def test_the_form_says_what_its_widgets_show(form: Form, schema: Any, text: str, kind: str) -> None:
    form.set_schema(tool({"v": schema}))
    row = form.row("/v")
    assert row is not None and row.host.editor.shown() is None
    form.set_text(f'{{"v": {text}}}')
    shown = row.host.editor.shown()
    assert shown is not None and json.loads(shown) == json.loads(text)
    if kind == "number":
        assert shown == text
    assert ("/v", kind) in form.rows()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{}", [None, None]),
        ('{"s": "", "list": []}', ['""', "[]"]),
        ('{"s": null, "list": null}', ["null", "null"]),
    ],
)
def test_not_set_empty_and_null_are_shown_as_three_things(form: Form, text: str, shown: list[Any]) -> None:
    form.set_schema(tool({"s": {"type": ["string", "null"]}, "list": {"type": ["array", "null"]}}))
    form.set_text(text)
    rows = [form.row("/s"), form.row("/list")]
    assert [row.host.editor.shown() for row in rows if row is not None] == shown


# -- errors, focus, accessible names ----------------------------------------------------------------------


def wrong(pointer: str, message: str = "bad") -> Problem:
    return Problem(pointer, message, "type")


def test_errors_stand_at_their_fields(form: Form, qtbot: QtBot) -> None:
    form.set_schema(NESTED)
    missing = Problem("/outer/inner/n", "required", "required")
    form.show_problems([missing, wrong("/outer/inner/x", "not allowed"), wrong("", "whole")])
    row, section = form.row("/outer/inner/n"), form.row("/outer/inner")
    assert row is not None and section is not None
    assert row.errors == [] and section.errors == ["x: not allowed"]  # nobody has touched n yet
    form.show_problems([missing], reveal=True)
    assert row.errors == ["required"]
    assert "required" in row.focus_widget().accessibleDescription()
    form.show_problems([])
    assert row.errors == []


def test_f8_walks_the_errors(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({name: {"type": "string"} for name in "abc"}))
    with qtbot.waitActive(form):
        form.activateWindow()
    form.show_problems([wrong("/a"), wrong("/c")])
    seen = []
    for _ in range(3):
        qtbot.keyClick(form.focusWidget() or form, Qt.Key.Key_F8)
        focus = form.focusWidget()
        seen.append(focus.objectName() if focus is not None else "")
    assert seen == ["field_a", "field_c", "field_a"]


def test_tab_follows_the_schema(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({name: {"type": "string"} for name in "xyz"}, ("y",)))
    with qtbot.waitActive(form):
        form.activateWindow()
    form.focus_first()
    assert find(form, QLineEdit, "y").hasFocus()
    qtbot.keyClick(find(form, QLineEdit, "y"), Qt.Key.Key_Tab)
    assert find(form, QLineEdit, "z").hasFocus()


def test_what_is_required_of_something_absent_is_not_asked_for_first(form: Form) -> None:
    point = {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}
    form.set_schema(tool({"a": {"type": "string"}, "p": point}, ("a",)))
    form.set_text('{"a": "x"}')
    form.activateWindow()
    form.focus_first()
    focus = form.focusWidget()
    assert focus is not None and focus.objectName() == "field_a"


def test_tab_goes_through_items_and_fields_that_came_later_where_they_stand(form: Form, qtbot: QtBot) -> None:
    texts = {"type": "array", "items": {"type": "string"}}
    inner = {"type": "object", "properties": {"b": {"type": "string"}}}
    form.set_schema(tool({"a": {"type": "string"}, "l": texts, "o": inner, "z": {"type": "string"}}))
    with qtbot.waitActive(form):
        form.activateWindow()
    find(form, QToolButton, "l_add").click()
    row = form.row("/o")
    assert row is not None
    row.unfold()
    find(form, QToolButton, "l_add").click()
    seen = []
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        find(form, QLineEdit, "a" if key == Qt.Key.Key_Tab else "z").setFocus()
        for _ in range(12):
            focus = QApplication.focusWidget()
            assert focus is not None
            if isinstance(focus, QLineEdit):
                seen.append(focus.objectName())
            if len(seen) in (5, 10):
                break
            qtbot.keyClick(focus, key)
    order = ["field_a", "field_l/0", "field_l/1", "field_o/b", "field_z"]
    assert seen == order + order[::-1]


def test_every_control_has_a_name_for_tests_and_for_people(form: Form) -> None:
    form.set_schema(
        tool(
            {
                "s": {"type": "string", "title": "Name", "description": "Who"},
                "n": {"type": "number"},
                "b": {"type": "boolean"},
                "e": {"enum": ["a"]},
                "c": {"const": 1},
                "l": {"type": "array", "items": {"type": "string"}},
                "m": {"type": "object"},
                "u": {"type": ["string", "number"]},
                "j": False,
            },
            ("s",),
        )
    )
    form.set_text('{"l": ["a"], "m": {"k": "v"}, "e": "a"}')
    kinds = (QLineEdit, QComboBox, QCheckBox, QRadioButton, QToolButton, QPlainTextEdit)
    for widget in form.findChildren(QWidget):
        if isinstance(widget, kinds) and not widget.objectName().startswith("qt_"):
            inside = isinstance(widget.parentWidget(), (QLineEdit, QComboBox))
            assert inside or widget.objectName(), widget
            assert inside or widget.accessibleName(), widget.objectName()
    name = find(form, QLineEdit, "s")
    assert name.accessibleName() == "Name, required" and "Who" in name.accessibleDescription()


def test_changed_is_told_for_edits_and_not_for_loading(form: Form, qtbot: QtBot) -> None:
    told: list[str] = []
    form.changed.connect(lambda: told.append(form.text()))
    form.set_schema(tool({"s": {"type": "string"}}))
    form.set_text('{"s": "a"}')
    assert told == []
    qtbot.keyClicks(find(form, QLineEdit, "s"), "b")
    assert told == ['{"s": "ba"}']


# -- any schema -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", sources())
def test_every_tool_has_a_form_whose_fields_keep_their_values(form: Form, source: str) -> None:
    for _name, schema in part(list(tools(source))):
        form.set_schema(schema)
        assert isinstance(json.loads(form.text()), dict)
        text = json.dumps({key: [1.10, {"x": None}] for key in schema.get("properties", {})})
        form.set_text(text)
        assert form.text() == text


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]},
        {"$ref": "#"},
        {
            "anyOf": [
                {"type": "object", "properties": {"a": {"$ref": "#"}}},
                {"type": "null"},
                {"type": "string"},
            ]
        },
        {
            "oneOf": [
                {"type": "object", "properties": {"a": {"$ref": "#"}}},
                {"type": "array", "items": {"$ref": "#"}},
            ]
        },
        True,
        False,
        5,
        {"type": "string"},
        {"type": "array", "items": {"type": "integer"}},
    ],
)
def test_no_schema_is_a_dead_end(form: Form, schema: Any) -> None:
    form.set_schema(schema)
    for text in ('{"a": {"a": {"a": {"a": {"a": {"a": {"a": 1}}}}}}}', "[[[[1]]]]", '"x"', "null"):
        form.set_text(text)
        assert form.text() == text


def test_a_thousand_properties_can_all_be_reached(form: Form) -> None:
    form.set_schema(tool({f"p{n}": {"type": "string"} for n in range(1000)}))
    assert form.row("/p999") is not None


def test_a_narrow_form_puts_choices_below_each_other_and_does_not_scroll_sideways(form: Form) -> None:
    form.set_schema(BOOKING_SCHEMA)
    form.resize(300, 700)
    area = form.findChild(QScrollArea, "form_area")
    assert area.widget().minimumSizeHint().width() <= area.viewport().width()
    boxes = [find(form, QCheckBox, f"allergies_{number}") for number in range(3)]
    assert len({box.y() for box in boxes}) < 3  # more than one a line
    form.resize(900, 700)
    assert len({box.y() for box in boxes}) == 1


def test_an_open_schema_without_names_says_that_anything_can_be_added(form: Form) -> None:
    form.set_schema({"type": "object"})
    assert "Any argument can be added." in [one.text() for one in form.findChildren(QLabel)]
    form.set_schema(tool({"a": {"type": "string"}}))
    assert not [one for one in form.findChildren(QLabel) if "any can be added" in one.text()]


def test_what_is_too_deep_for_widgets_is_json_in_its_place(form: Form) -> None:
    form.set_schema({"$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}, "$ref": "#/$defs/n"})
    text = "[" * 5_000 + "]" * 5_000
    form.set_text(text)
    form.go_to("/0" * 42)
    assert form.text() == text
    kinds = dict(form.rows())
    assert kinds["/0" * 40] == "list" and kinds["/0" * 41] == "json" and "/0" * 42 not in kinds


def test_json_in_one_endless_line_is_shown_in_part_and_stays_whole(form: Form) -> None:
    form.set_schema(tool({"j": {"type": "nonsense"}}))
    text = json.dumps({"j": [list(range(20_000))]})
    form.set_text(text)
    row = form.row("/j")
    assert row is not None
    row.host.force(JsonFieldEditor)
    area = find(form, QPlainTextEdit, "j")
    assert area.isReadOnly() and len(area.toPlainText()) < 2_000
    assert row.host.editor.shown() == json.dumps([list(range(20_000))]) and form.text() == text


def test_a_large_text_is_kept_unread_until_a_person_asks(form: Form) -> None:
    text = '{"message": "' + "x" * 200_000 + '"}'
    form.set_schema({"type": "object", "properties": {"message": {"type": "string"}}})
    form.set_text(text)
    assert form.text() == text
    button = form.findChild(QPushButton, "form_show_large")
    assert button is not None and button.isVisibleTo(form)
    assert form.row("/message").host.editor.shown() is None
    button.click()
    assert form.text() == text
    assert not button.isVisibleTo(form)
    assert form.row("/message").host.editor.shown() is not None


def test_what_is_half_typed_is_carried_to_another_form(form: Form, qtbot: QtBot) -> None:
    schema = tool({"n": {"type": "integer"}, "s": {"type": "string"}})
    form.set_schema(schema)
    form.set_text('{"s": "x"}')
    qtbot.keyClicks(find(form, QLineEdit, "n"), "-")
    left = form.unfinished()
    assert left is not None and form.text() == '{"n": -, "s": "x"}'
    other = Form()
    qtbot.addWidget(other)
    other.set_schema(schema)
    told: list[bool] = []
    other.changed.connect(lambda: told.append(True))
    other.go_on(left)
    assert other.text() == form.text() and find(other, QLineEdit, "n").text() == "-" and told
    assert other.errors() == {"/n": ["the number is incomplete"]} == form.errors()
    assert find(other, QLineEdit, "s").isEnabled()
    other.set_text("[1")
    assert other.unfinished() is None, "it is no JSON at all"


def test_places_in_the_text_and_fields_lead_to_each_other(form: Form) -> None:
    form.set_schema(tool({"o": tool({"in": {"type": "string"}}), "l": {"type": "array"}}))
    text = '{"o": {"in": "x"}, "l": [1, 22]}'
    form.set_text(text)
    for pointer, start in (("/o", 6), ("/o/in", 13), ("/l/1", 28), ("", 0)):
        assert form.offset_of(pointer) == start
        assert form.pointer_at(start) == pointer
    assert form.offset_of("/o/gone") == 6, "what is around it"


def test_the_field_with_the_keyboard_is_known_by_its_pointer(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({"a/b": {"type": "string"}, "l": {"type": "array", "items": {"type": "string"}}}))
    form.set_text('{"l": ["x"]}')
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    for name, pointer in (("a~1b", "/a~1b"), ("l/0", "/l/0")):
        find(form, QLineEdit, name).setFocus()
        assert form.pointer_here() == pointer
    QApplication.focusWidget().clearFocus()
    assert form.pointer_here() is None


def test_going_to_a_field_opens_what_it_lies_in_and_brings_it_into_sight(form: Form, qtbot: QtBot) -> None:
    many = {f"f{number}": {"type": "string"} for number in range(30)}
    form.set_schema(tool({**many, "o": tool({"deep": tool({"in": {"type": "string"}})})}))
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    outer = form.row("/o")
    assert outer is not None and outer.is_folded
    form.go_to("/o/deep/in")
    line = find(form, QLineEdit, "o/deep/in")
    assert line.hasFocus() and not outer.is_folded and line.isVisible()
    area = form.findChild(QScrollArea, "form_area")
    assert area is not None
    qtbot.waitUntil(
        lambda: area.viewport().rect().contains(line.mapTo(area.viewport(), line.rect().center()))
    )
    form.go_to("/f3/is/no/object")
    assert find(form, QLineEdit, "f3").hasFocus(), "the nearest around it"
    form.set_text('{"extra": 1}')
    form.go_to("/extra", at_key=True)
    assert find(form, QLineEdit, "extra_key").hasFocus()
    form.go_to("/extra")
    assert find(form, QLineEdit, "extra").hasFocus()


def test_a_form_that_only_shows_takes_no_typing(form: Form) -> None:
    form.set_schema(tool({"s": {"type": "string"}}))
    line = find(form, QLineEdit, "s")
    for locked in (True, False):
        form.set_read_only(locked)
        assert line.isEnabled() is not locked
    form.set_text("{")
    assert not line.isEnabled()
    form.set_read_only(False)
    assert not line.isEnabled(), "what is shown is the last good text"
    form.set_text("{}")
    assert line.isEnabled()
