"""Properties that the schema does not name: their names are typed, checked and taken, their values follow."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.forms.form import Form
from tests.ui.form_driving import add_property, find, settle, shown_form, tool, value

CONTROL = Qt.KeyboardModifier.ControlModifier


def said(form: Form, key: str) -> str:
    """What stands below the name of a property."""
    label = find(form, QLabel, f"{key}_key_error")
    return label.text() if not label.isHidden() else ""


def marked(form: Form, key: str) -> bool:
    line = find(form, QLineEdit, f"{key}_key")
    return bool(line.actions()) and line.toolTip() != "" and line.accessibleDescription() != ""


@pytest.mark.parametrize(
    ("names", "key", "words"),
    [
        ({}, "anything", ""),
        ({"pattern": "^x-"}, "x-a", ""),
        ({"pattern": "^x-"}, "y", "The name must match ^x-"),
        ({"minLength": 2}, "ab", ""),
        ({"minLength": 2}, "a", "The name must have at least 2 characters"),
        ({"maxLength": 2}, "ab", ""),
        ({"maxLength": 2}, "abc", "The name must have at most 2 characters"),
        ({"enum": ["p", "q"]}, "p", ""),
        ({"enum": ["p", "q"]}, "r", "The name must be one of: p, q"),
    ],
)
def test_a_name_is_held_against_the_schema_while_it_is_typed(
    form: Form, names: dict[str, Any], key: str, words: str
) -> None:
    form.set_schema(tool({}, propertyNames=names))
    form.set_text(json.dumps({key: 1}))
    assert said(form, key) == (f"✗ {words}" if words else "") and marked(form, key) is bool(words)
    line = find(form, QLineEdit, f"{key}_key")
    line.textEdited.emit("p" if "enum" in names else "x-")
    assert said(form, key) == "", "what is typed is looked at, not what was"
    line.textEdited.emit(key)
    assert said(form, key) == (f"✗ {words}" if words else "")


def test_a_property_that_is_not_allowed_says_so_whatever_its_name(form: Form) -> None:
    form.set_schema(tool({"a": {}}, additionalProperties=False))
    form.set_text('{"b": 1}')
    assert said(form, "b") == "✗ The schema does not allow this property."
    find(form, QLineEdit, "b_key").textEdited.emit("c")
    assert said(form, "b") == "✗ The schema does not allow this property."


def test_a_verdict_about_a_name_stands_until_the_name_changes(form: Form) -> None:
    form.set_schema(tool({}))
    form.set_text('{"b": 1}')
    form.show_problems([Problem("/b", "is reserved", "propertyNames", at_key=True)], reveal=True)
    assert said(form, "b") == "✗ is reserved"
    line = find(form, QLineEdit, "b_key")
    line.textEdited.emit("bb")
    assert said(form, "b") == ""
    line.textEdited.emit("b")
    assert said(form, "b") == "✗ is reserved"
    form.show_problems([])
    assert said(form, "b") == "" and not marked(form, "b")


def test_a_new_name_takes_the_value_along_and_the_keyboard_goes_on_to_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}), '{"a": "x", "b": "y"}')
    key = find(form, QLineEdit, "a_key")
    key.setFocus()
    key.selectAll()
    qtbot.keyClicks(key, "b")
    qtbot.keyClick(key, Qt.Key.Key_Return)
    assert value(form) == {"a": "x", "b": "y"} and said(form, "a") == "✗ There is already a property “b”."
    assert key.text() == "a"
    key.selectAll()
    qtbot.keyClicks(key, "c")
    qtbot.keyClick(key, Qt.Key.Key_Return)
    assert form.text() == '{"c": "x", "b": "y"}' and find(form, QLineEdit, "c").hasFocus()
    settle()


def test_escape_takes_a_half_typed_name_back_and_then_leaves_the_name(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}, propertyNames={"maxLength": 2}), '{"a": 1}')
    key = find(form, QLineEdit, "a_key")
    key.setFocus()
    qtbot.keyClicks(key, "bcd")
    assert "at most 2" in said(form, "a")
    qtbot.keyClick(key, Qt.Key.Key_Escape)
    assert key.text() == "a" and said(form, "a") == "" and key.hasFocus()
    qtbot.keyClicks(key, "b")
    qtbot.keyClick(key, Qt.Key.Key_Z, CONTROL)
    assert key.text() == "a" and value(form) == {"a": 1}


def test_names_that_the_schema_offers_are_completed_by_any_part_of_them(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}, propertyNames={"enum": ["Alpha", "Beta"]}), '{"x": 1}')
    key = find(form, QLineEdit, "x_key")
    completer = key.completer()
    completer.setCompletionPrefix("PH")
    assert completer.completionCount() == 1 and completer.currentCompletion() == "Alpha"
    form.set_schema(tool({}))
    form.set_text('{"x": 1}')
    assert find(form, QLineEdit, "x_key").completer() is None


def test_a_property_is_removed_by_its_cross_and_added_under_a_free_name(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"key1": {}}), '{"a": 1, "key2": 2}')
    remove = find(form, QToolButton, "a_remove")
    assert remove.toolTip() and remove.accessibleName() == "Remove a"
    remove.click()
    assert value(form) == {"key2": 2}
    add_property(form)
    assert list(value(form)) == ["key2", "key3"]
    line = find(form, QLineEdit, "key3_key")
    assert line.hasFocus() and line.selectedText() == "key3"


def test_the_first_of_many_have_rows_and_others_when_somebody_wants_them(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({}))
    form.resize(480, 300)
    form.set_text(json.dumps({f"k{number}": number for number in range(100)}))
    made = [pointer for pointer, _ in form.rows() if pointer]
    assert made == [f"/k{number}" for number in range(20)]
    more = find(form, QPushButton, "_more_keys")
    assert more.text() == "80 more"
    assert form.row("/k70") is not None and len(form.rows()) == 22 and more.text() == "79 more"
    more.click()
    assert len(form.rows()) >= 42 and form.row("/k39") is not None
    form.set_text('{"k0": 0}')
    assert more.isHidden() and [pointer for pointer, _ in form.rows()] == ["", "/k0"]
    form.set_text("{}")
    assert [pointer for pointer, _ in form.rows()] == [""]


def test_the_value_stands_below_its_name_where_it_has_parts_or_there_is_no_room(
    form: Form, qtbot: QtBot
) -> None:
    form.set_schema(tool({}))
    form.set_text('{"a": "x", "b": [1]}')
    form.resize(700, 600)

    def below(key: str) -> bool:
        row = form.row(f"/{key}")
        assert row is not None
        name = find(form, QLineEdit, f"{key}_key")
        return row.mapTo(form, row.rect().topLeft()).y() > name.mapTo(form, name.rect().bottomLeft()).y()

    qtbot.waitUntil(lambda: (below("a"), below("b")) == (False, True))
    form.resize(250, 600)
    qtbot.waitUntil(lambda: below("a"))
    form.resize(700, 600)
    qtbot.waitUntil(lambda: not below("a"))
    form.set_text('{"a": {"deep": 1}, "b": 2}')
    qtbot.waitUntil(lambda: (below("a"), below("b")) == (True, False))


def test_the_value_has_twice_the_room_of_its_name_and_the_cross_stands_at_the_end(
    form: Form, qtbot: QtBot
) -> None:
    form.set_schema(tool({}, additionalProperties={"type": "string"}))
    form.set_text('{"a": "x", "b": "y"}')
    form.resize(700, 600)
    name, line, cross = (
        find(form, kind, f"a{end}")
        for kind, end in ((QLineEdit, "_key"), (QLineEdit, ""), (QToolButton, "_remove"))
    )
    row = form.row("/a")
    assert row is not None
    qtbot.waitUntil(lambda: row.width() > 300)
    assert 1.7 < row.width() / name.width() < 2.3
    lefts = [one.mapTo(form, QPoint()).x() for one in (name, line, cross)]
    assert (
        lefts == sorted(lefts)
        and name.mapTo(form, QPoint()).y()
        == find(form, QLineEdit, "b_key").mapTo(form, QPoint()).y() - name.parentWidget().height() - 4
    )
    assert QFontInfo(name.font()).fixedPitch() and name.placeholderText() == "empty name"
    assert name.accessibleName() == "Name of the property a" and "Remove a" in cross.toolTip()


def test_more_of_many_come_when_their_end_is_seen_and_a_renamed_one_stays(form: Form, qtbot: QtBot) -> None:
    form.set_schema(tool({}))
    form.resize(480, 300)
    form.set_text(json.dumps({f"k{number}": number for number in range(60)}))
    bar = form._area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: len(form.rows()) > 22)
    assert form.row("/k55") is not None
    key = find(form, QLineEdit, "k55_key")
    key.setFocus()
    key.selectAll()
    qtbot.keyClicks(key, "other")
    qtbot.keyClick(key, Qt.Key.Key_Return)
    assert value(form)["other"] == 55 and "other" in [pointer[1:] for pointer, _ in form.rows()]
    settle()


def test_a_name_that_loses_the_keyboard_is_taken_and_leaves_the_keyboard_where_it_went(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string"}}), '{"a": "x"}')
    key, other = find(form, QLineEdit, "a_key"), find(form, QLineEdit, "s")
    key.setFocus()
    key.setText("b")
    other.setFocus()
    assert value(form) == {"b": "x"} and other.hasFocus()
    same = find(form, QLineEdit, "b_key")
    same.setFocus()
    other.setFocus()
    assert value(form) == {"b": "x"}, "nothing was typed"
    settle()


def test_a_name_the_schema_rules_out_is_said_of_the_name_and_its_value_can_be_anything(form: Form) -> None:
    form.set_schema(tool({}, propertyNames={"maxLength": 3}, patternProperties={"^no": False}))
    form.set_text('{"nope": 1, "yes": 2, "nor": [1]}')
    assert said(form, "nope") == "✗ The schema does not allow this property." and said(form, "yes") == ""
    assert said(form, "nor") == "✗ The schema does not allow this property."
    form.set_schema(tool({}, propertyNames=False))
    form.set_text('{"any": 1}')
    assert said(form, "any") != ""
