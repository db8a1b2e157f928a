"""Faults in a form: at the branch that is shown, at the nearest row that can be seen, in a list."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QRadioButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.schema.check import Checker
from inspector.schema.problem import Problem
from inspector.ui.forms.editors.union import UnionEditor
from inspector.ui.forms.error_list import FaultList
from inspector.ui.forms.errors import Fault
from inspector.ui.forms.form import Form
from inspector.ui.forms.parts import ErrorText, WarnText
from tests.ui.form_driving import find, tool


@pytest.fixture
def form(form: Form) -> Form:
    """As narrow as forms are."""
    form.resize(420, 600)
    return form


def shown(form: Form, schema: Any, text: str, *, reveal: bool = True) -> dict[str, list[str]]:
    form.set_schema(schema)
    form.set_text(text)
    check(form, schema, reveal=reveal)
    return form.errors()


def check(form: Form, schema: Any, *, reveal: bool = True) -> None:
    form.show_problems(Checker().check(json.dumps(schema).encode(), form.text()), reveal=reveal)


def said(form: Form, pointer: str, kind: type = ErrorText) -> str:
    """What stands visibly at a row in the colour of errors (or of warnings)."""
    row = form.row(pointer)
    assert row is not None
    name = "warning" if kind is WarnText else "error"
    label = row.findChild(kind, f"field_{pointer[1:]}_{name}")
    return label.text() if label is not None and label.isVisibleTo(form) else ""


PETS = {
    "type": "object",
    "properties": {
        "pet": {
            "oneOf": [
                {
                    "title": "Cat",
                    "type": "object",
                    "properties": {"lives": {"type": "integer"}, "name": {"type": "string"}},
                    "required": ["lives"],
                },
                {
                    "title": "Dog",
                    "type": "object",
                    "properties": {"barks": {"type": "boolean"}, "name": {"type": "string"}},
                    "required": ["barks"],
                },
            ]
        }
    },
}


def test_only_the_faults_of_the_branch_that_is_shown_count(form: Form, qtbot: QtBot) -> None:
    text = '{"pet": {"barks": true, "name": 5}}'
    assert set(shown(form, PETS, text)) == {"/pet", "/pet/name"}
    row = form.row("/pet")
    assert row is not None and isinstance(row.host.editor, UnionEditor)
    cat = row.findChild(QRadioButton, "field_pet_shape_0")
    assert cat is not None
    cat.click()
    check(form, PETS)
    assert set(form.errors()) == {"/pet", "/pet/lives"}


def test_a_union_is_not_listed_beside_what_is_wrong_in_its_chosen_branch(form: Form, qtbot: QtBot) -> None:
    shown(form, PETS, '{"pet": {"barks": true, "name": 5}}')
    assert said(form, "/pet") == "✗ some parts are invalid"
    faults = FaultList("it")
    qtbot.addWidget(faults)
    faults.show_faults(form.faults())
    faults.button.setChecked(True)
    lines = faults.findChild(QListWidget)
    assert lines is not None and lines.count() == 1 and lines.item(0).text().startswith("pet/name: ")
    assert faults.button.text() == "1 problem"
    with qtbot.waitActive(form):
        form.activateWindow()
    qtbot.keyClick(form, Qt.Key.Key_F8)
    line = form.findChild(QLineEdit, "field_pet/name")
    assert line is not None and line.hasFocus()


def test_a_union_is_listed_where_the_form_shows_no_choice(form: Form) -> None:
    either = {
        "type": "object",
        "properties": {"a": {}, "b": {}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    }
    assert set(shown(form, {"type": "object", "properties": {"o": either}}, '{"o": {}}')) == {"/o", "/o/a"}
    assert not any(fault.follows for fault in form.faults())


def test_a_section_that_is_folded_says_what_is_wrong_inside(form: Form, qtbot: QtBot) -> None:
    schema = {
        "type": "object",
        "properties": {"o": {"type": "object", "properties": {"n": {"type": "integer"}}}},
    }
    shown(form, schema, '{"o": {"n": "x"}}')
    assert "must be integer" in said(form, "/o/n") and said(form, "/o") == ""
    fold = form.findChild(QToolButton, "field_o_fold")
    assert fold is not None
    qtbot.mouseClick(fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "n: must be integer" in said(form, "/o"))
    assert form.errors() == {"/o/n": ["must be integer"]}
    qtbot.mouseClick(fold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: said(form, "/o") == "" and "must be integer" in said(form, "/o/n"))


def test_a_fault_of_a_row_that_waits_is_told_above_and_is_reached(form: Form, qtbot: QtBot) -> None:
    properties = {f"p{number:03}": {"type": "integer"} for number in range(300)}
    inner = {"type": "object", "properties": properties, "required": ["p299"]}
    schema = {"type": "object", "properties": {"o": inner}}
    shown(form, schema, '{"o": {"p000": 1}}')
    assert "p299: required" in said(form, "/o")
    with qtbot.waitActive(form):
        form.activateWindow()
    qtbot.keyClick(form, Qt.Key.Key_F8)
    line = form.findChild(QLineEdit, "field_o/p299")
    assert line is not None and line.hasFocus()
    qtbot.waitUntil(lambda: said(form, "/o") == "")
    assert "required" in said(form, "/o/p299")


def test_many_faults_inside_are_told_in_short(form: Form) -> None:
    properties = {f"p{number}": {"type": "integer"} for number in range(9)}
    schema = {"type": "object", "properties": {"o": {"type": "object", "properties": properties}}}
    form.set_schema(schema)
    form.set_text(json.dumps({"o": dict.fromkeys(properties, "x")}))
    row = form.row("/o")
    assert row is not None
    fold = form.findChild(QToolButton, "field_o_fold")
    assert fold is not None
    fold.click()
    check(form, schema)
    assert said(form, "/o").endswith("and 6 more inside")
    assert len(form.errors()) == 9


def test_a_format_warns_in_amber_and_is_no_error(form: Form) -> None:
    schema = {"type": "object", "properties": {"e": {"type": "string", "format": "email"}}}
    assert shown(form, schema, '{"e": "x"}') == {}
    assert "email" in said(form, "/e", WarnText) and said(form, "/e") == ""
    row = form.row("/e")
    assert row is not None and "email" in row.focus_widget().accessibleDescription()
    assert [fault.severity for fault in form.faults()] == ["warning"]


def test_an_error_and_a_warning_differ_in_more_than_their_colour(form: Form) -> None:
    fields = {"e": {"type": "string", "format": "email"}, "n": {"type": "integer", "minimum": 0}}
    shown(form, {"type": "object", "properties": fields}, '{"e": "x", "n": -1}')
    assert said(form, "/e", WarnText).startswith("⚠ ") and said(form, "/n").startswith("✗ ")


def test_what_is_missing_stays_told_once_it_was_revealed(form: Form) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
    assert shown(form, schema, "{}", reveal=False) == {}
    check(form, schema, reveal=True)
    assert form.errors() == {"/a": ["required"]}
    check(form, schema, reveal=False)
    assert form.errors() == {"/a": ["required"]}
    assert shown(form, schema, "{}", reveal=False) == {}  # a new form is no mistake


def test_the_name_of_a_property_is_told_where_it_is_typed(form: Form, qtbot: QtBot) -> None:
    schema = {
        "type": "object",
        "propertyNames": {"not": {"const": "bad"}},
        "additionalProperties": {"type": "string"},
    }
    assert set(shown(form, schema, '{"bad": "x"}')) == {"/bad"}
    key = form.findChild(QLineEdit, "field_bad_key")
    assert key is not None and "name" in key.accessibleDescription()
    assert said(form, "/bad") == ""
    with qtbot.waitActive(form):
        form.activateWindow()
    qtbot.keyClick(form, Qt.Key.Key_F8)
    assert key.hasFocus()


def test_faults_are_in_the_order_of_the_form_and_notes_come_last(form: Form) -> None:
    schema = {
        "type": "object",
        "properties": {
            "b": {"type": "integer"},
            "a": {"type": "integer"},
            "l": {"type": "array", "items": {"type": "integer"}},
            "n": {"type": "nonsense"},
        },
    }
    shown(form, schema, '{"l": ["x", 1, "y"], "a": "x", "b": "x", "n": 1}')
    assert [fault.pointer for fault in form.faults()] == ["/b", "/a", "/l/0", "/l/2", ""]
    assert form.faults()[-1].severity == "note"


def test_text_that_is_no_json_is_the_only_thing_told_of_the_whole(form: Form) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    shown(form, schema, '{"a": ')
    assert [fault.pointer for fault in form.faults()] == [""] and "error at" in form.faults()[0].message


def test_an_untouched_union_is_no_mistake_until_it_is_to_be_sent(form: Form) -> None:
    schema = {**PETS, "required": ["pet"]}
    assert shown(form, schema, '{"pet": {}}', reveal=False) == {}
    assert form.faults() == []
    check(form, schema)
    assert "/pet/lives" in form.errors()


# -- the list ------------------------------------------------------------------------------------------------


def test_the_list_opens_from_its_button_and_leads_to_a_fault(qtbot: QtBot) -> None:
    faults = [Fault("/a/b", "must be integer", "error"), Fault("", "Not checked: x", "note")]
    board = FaultList("own")
    qtbot.addWidget(board)
    qtbot.addWidget(board.button)
    board.button.show()
    board.show_faults(faults)
    assert board.isHidden() and board.button.text() == "1 problem"
    board.button.click()
    assert not board.isHidden()
    items = board.findChild(QListWidget)
    assert items is not None and [items.item(n).text() for n in range(2)] == [
        "a/b: must be integer",
        "Not checked: x",
    ]
    with qtbot.waitSignal(board.chosen) as chosen:
        qtbot.keyClick(items, Qt.Key.Key_Return)
    assert chosen.args == [faults[0]]
    board.show_faults([])
    assert board.isHidden() and board.button.isHidden()


def test_errors_stand_before_warnings_in_the_list(qtbot: QtBot) -> None:
    board = FaultList("own")
    qtbot.addWidget(board)
    qtbot.addWidget(board.button)
    kinds = ("note", "warning", "error", "warning", "error")
    board.show_faults([Fault(f"/{n}", "x", kind) for n, kind in enumerate(kinds)])  # type: ignore[arg-type]
    items = board.findChild(QListWidget)
    assert items is not None
    assert [items.item(n).text()[0] for n in range(5)] == ["2", "4", "1", "3", "0"]


def test_the_button_says_the_worst_there_is(qtbot: QtBot) -> None:
    board = FaultList("own")
    qtbot.addWidget(board)
    qtbot.addWidget(board.button)
    for severities, text in (
        (["error", "error", "warning"], "2 problems"),
        (["warning"], "1 warning"),
        (["note"], "Not checked"),
    ):
        board.show_faults([Fault(f"/{n}", "x", one) for n, one in enumerate(severities)])  # type: ignore[arg-type]
        assert board.button.text() == text


def test_f8_goes_on_from_where_the_keyboard_is(form: Form, qtbot: QtBot) -> None:
    form.set_schema(
        tool({**{name: {"type": "string"} for name in "abcd"}, "o": tool({"in": {"type": "string"}})})
    )
    form.set_text('{"o": {"in": "x"}}')
    form.activateWindow()
    qtbot.waitUntil(form.isActiveWindow)
    form.show_problems([Problem(pointer, "is odd", "x", "error") for pointer in ("/b", "/d", "/o", "/o/in")])
    find(form, QLineEdit, "d").setFocus()
    form.step_fault(1)
    assert form.pointer_here() == "/o/in", "the section itself has its first field for the keyboard"
    form.step_fault(1)
    assert form.pointer_here() == "/o/in"
    form.step_fault(1)
    assert form.pointer_here() == "/b", "after the last comes the first"
    form.step_fault(-1)
    assert form.pointer_here() == "/o/in"
    find(form, QLineEdit, "d").setFocus()
    form.step_fault(-1)
    assert form.pointer_here() == "/b"
    find(form, QLineEdit, "a").setFocus()
    form.step_fault(-1)
    assert form.pointer_here() == "/o/in", "from a field without one it is the last"
    form.show_problems([])
    find(form, QLineEdit, "a").setFocus()
    form.step_fault(1)
    assert form.pointer_here() == "/a"
