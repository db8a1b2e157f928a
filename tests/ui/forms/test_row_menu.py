"""The menu of a row: what a value can be, any JSON on purpose, and what can be copied or shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QDialog, QMenu, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.row_menu import RowMenu
from tests.ui.form_driving import settle, shown_form, tool, value

PROPERTIES: dict[str, Any] = {
    "s": {"type": "string", "default": "x & y", "examples": ["one", 'two "2"'], "title": "Text"},
    "n": {"type": "integer"},
    "o": {"type": "object", "properties": {"in": {"type": "string"}}},
    "l": {"type": "array", "items": {"type": "string"}},
}


def _form(qtbot: QtBot, text: str = "{}") -> Form:
    return shown_form(qtbot, tool(PROPERTIES), text)


def _menu(form: Form, pointer: str) -> RowMenu:
    row = form.row(pointer)
    assert row is not None
    return row.menu()


def _actions(menu: QMenu) -> dict[str, QAction]:
    """All of a menu by the end of their names, those of menus in it as well."""
    found: dict[str, QAction] = {}
    for one in menu.actions():
        inner = one.menu()
        if isinstance(inner, QMenu):
            found |= _actions(inner)
        elif one.objectName():
            found["_".join(one.objectName().split("_")[2:])] = one
    return found


def _choose(form: Form, pointer: str, name: str) -> None:
    menu = _menu(form, pointer)
    _actions(menu)[name].trigger()
    menu.deleteLater()
    settle()


def _checked(form: Form, pointer: str) -> list[str]:
    menu = _menu(form, pointer)
    found = [name for name, one in _actions(menu).items() if one.isChecked()]
    menu.deleteLater()
    settle()
    return found


@pytest.mark.parametrize(
    ("pointer", "name", "wanted"),
    [
        ("/s", "empty", ""),
        ("/s", "null", None),
        ("/s", "default", "x & y"),
        ("/s", "example_0", "one"),
        ("/s", "example_1", 'two "2"'),
        ("/s", "type_number", 0),
        ("/n", "type_string", ""),
        ("/n", "type_boolean", False),
        ("/n", "type_object", {}),
        ("/n", "type_array", []),
        ("/o", "empty", {}),
        ("/l", "empty", []),
    ],
)
def test_what_is_chosen_is_the_value(qtbot: QtBot, pointer: str, name: str, wanted: Any) -> None:
    form = _form(qtbot)
    _choose(form, pointer, name)
    assert value(form) == {pointer[1:]: wanted}


def test_the_value_of_now_is_ticked(qtbot: QtBot) -> None:
    form = _form(qtbot)
    assert _checked(form, "/s") == ["unset"]
    for text, name in (('""', ["empty"]), ("null", ["null"]), ('"x & y"', ["default"]), ('"q"', [])):
        form.set_text(f'{{"s": {text}}}')
        assert _checked(form, "/s") == name


def test_a_value_is_taken_away_again(qtbot: QtBot) -> None:
    form = _form(qtbot, '{"s": "a", "n": 1}')
    _choose(form, "/s", "unset")
    assert value(form) == {"n": 1}


def test_only_what_fits_the_field_is_offered(qtbot: QtBot) -> None:
    form = _form(qtbot, '{"l": ["a"]}')
    names = set(_actions(_menu(form, "/n")))
    assert "unset" in names and not names & {"empty", "default", "example_0"}
    assert {f"type_{kind}" for kind in ("string", "number", "boolean", "object", "array")} <= names
    assert all(not one.isCheckable() for name, one in _actions(_menu(form, "/n")).items() if "type_" in name)


def test_texts_of_the_schema_have_no_keys_of_their_own(qtbot: QtBot) -> None:
    actions = _actions(_menu(_form(qtbot), "/s"))
    assert "&&" in actions["default"].text() and "x" in actions["default"].text()
    assert "one" in actions["example_0"].text()


def test_twenty_examples_are_offered(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"x": {"type": "integer", "examples": list(range(100, 140))}}))
    names = [name for name in _actions(_menu(form, "/x")) if name.startswith("example_")]
    assert names == [f"example_{number}" for number in range(20)]


def test_any_field_is_edited_as_json_and_as_usual_again(qtbot: QtBot) -> None:
    form = _form(qtbot, '{"s": "a"}')
    acted: list[bool] = []
    menu = _menu(form, "/s")
    menu.acted.connect(lambda: acted.append(True))
    as_json = _actions(menu)["as_json"]
    assert not as_json.isChecked()
    as_json.trigger()
    row = form.row("/s")
    assert row is not None and acted == [True]
    assert row.focus_widget().hasFocus() and "as_json" in _checked(form, "/s")
    _choose(form, "/s", "as_json")
    assert "as_json" not in _checked(form, "/s") and value(form) == {"s": "a"}
    _choose(form, "/s", "as_json")
    _choose(form, "/s", "null")  # a value that is chosen ends it
    assert "as_json" not in _checked(form, "/s") and value(form) == {"s": None}


def test_the_value_and_its_place_are_copied(qtbot: QtBot) -> None:
    form = _form(qtbot, '{"n": 1.50, "o": {"in": "x"}}')
    clipboard = QGuiApplication.clipboard()
    _choose(form, "/n", "copy")
    assert clipboard.text() == "1.50"
    _choose(form, "/s", "copy")
    assert clipboard.text() == ""
    _choose(form, "/n", "copy_path")
    assert clipboard.text() == "/n"


def _schema_text(form: Form, pointer: str) -> tuple[QDialog, str]:
    _choose(form, pointer, "schema")
    (dialog,) = [one for one in form.findChildren(QDialog) if one.objectName() == "field_schema"]
    (area,) = dialog.findChildren(QPlainTextEdit)
    assert dialog.isVisible() and area.isReadOnly()
    return dialog, area.toPlainText()


def test_the_schema_of_the_field_is_shown(qtbot: QtBot) -> None:
    form = _form(qtbot)
    dialog, text = _schema_text(form, "/s")
    assert json.loads(text) == PROPERTIES["s"] and text.startswith('{\n  "')
    assert dialog.windowTitle() == "Schema of Text"
    dialog.close()
    settle()
    assert not form.findChildren(QDialog)  # it is gone, not hidden


def test_of_a_huge_schema_the_beginning_is_shown(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot, tool({"x": {"type": "string", "description": "d", "x-more": ["y" * 100] * 3000}})
    )
    dialog, text = _schema_text(form, "/x")
    assert len(text) == 200_001 and text.endswith("…")
    dialog.close()
    settle()
