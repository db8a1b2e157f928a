"""The user who measures the forms can do what people can do, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.document import Document
from inspector.schema.problem import Problem
from inspector.ui.forms.editors.lists import ListEditor
from inspector.ui.forms.form import Form
from tests.forms.desk import leaves
from tests.forms.person import CannotDo, Person, same_value
from tests.forms.person_edits import edited_back
from tests.forms.person_hands import Hands
from tests.forms.person_words import by_words


class Seat:
    """A window with a form, and a user in front of it."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.layout = QVBoxLayout(self.window)
        qtbot.addWidget(self.window)
        self.window.resize(480, 700)
        self.window.show()
        self.window.activateWindow()
        self.form = Form()

    def open(self, schema: Any) -> Person:
        self.form = Form()
        self.form.set_schema(schema)
        self.layout.addWidget(self.form)
        QApplication.processEvents()
        return Person(self.form, Hands(self.window))


@pytest.fixture
def seat(qtbot: QtBot) -> Seat:
    return Seat(qtbot)


def tool(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


_BOOKING = tool(
    {
        "name": {"type": "string"},
        "nights": {"type": "integer"},
        "price": {"type": "number"},
        "breakfast": {"type": "boolean"},
        "room": {"enum": ["single", "double", "suite"]},
        "guests": {"type": "array", "items": tool({"name": {"type": "string"}, "age": {"type": "integer"}})},
        "note": {"type": ["string", "null"]},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "payment": {
            "oneOf": [tool({"card": {"type": "string"}}, ("card",)), tool({"cash": {"type": "boolean"}})]
        },
    },
    ("name",),
)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "Ada", "nights": 2, "price": 1.5, "breakfast": False, "room": "suite"},
        {"name": "김민수", "note": None, "labels": {"a b": "1", "ü": ""}},
        {"name": "two\nlines and a\ttab", "guests": [{"name": "x"}, {"age": 3}], "payment": {"cash": True}},
        {"name": "", "payment": {"card": "4111"}, "guests": [], "nights": 10**30},
    ],
    ids=["plain", "scripts", "nested", "edges"],
)
def test_a_value_is_built_by_hand(seat: Seat, value: dict[str, Any]) -> None:
    person = seat.open(_BOOKING)
    person.build(json.dumps(value))
    assert same_value(seat.form.text(), json.dumps(value))
    assert person.as_json == []


def test_numbers_are_typed_digit_for_digit(seat: Seat) -> None:
    person = seat.open(tool({"n": {"type": "number"}, "m": {"type": "number"}}))
    person.build('{"n": 1.0, "m": 1e2}')
    assert json.loads(seat.form.text(), parse_float=str) == {"n": "1.0", "m": "1e2"}


def test_what_is_hidden_or_greyed_out_cannot_be_clicked(seat: Seat) -> None:
    person = seat.open(tool({"name": {"type": "string"}}))
    line = seat.form.findChild(QLineEdit, "field_name")
    assert line is not None
    line.setEnabled(False)
    with pytest.raises(CannotDo, match="greyed out"):
        person.hands.click(line)
    line.setEnabled(True)
    line.hide()
    with pytest.raises(CannotDo, match="hidden"):
        person.hands.click(line)


def test_what_lies_under_something_else_cannot_be_clicked(seat: Seat) -> None:
    person = seat.open(tool({"name": {"type": "string"}}))
    line = seat.form.findChild(QLineEdit, "field_name")
    assert line is not None and line.parentWidget() is not None
    cover = QWidget(line.parentWidget())
    cover.setGeometry(line.geometry())
    cover.show()
    with pytest.raises(CannotDo, match="covered"):
        person.hands.click(line)


def test_true_is_not_one_and_no_digit_may_be_lost() -> None:
    assert same_value("[1, 2.50]", "[ 1,2.5]")
    assert not same_value("true", "1")
    assert not same_value("123456789012345678901", "123456789012345678900")


# -- what the user found ----------------------------------------------------------------------------


class _Windows(QObject):
    """Notes every window that opens, menus and lists of boxes aside."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            if watched.windowType() is not Qt.WindowType.Popup:
                self.opened.append(type(watched).__name__)
        return False


@pytest.fixture
def windows(qapp: QApplication) -> Iterator[_Windows]:
    watch = _Windows()
    qapp.installEventFilter(watch)
    yield watch
    qapp.removeEventFilter(watch)


def test_no_part_of_a_form_is_a_window_of_its_own_for_a_moment(seat: Seat, windows: _Windows) -> None:
    """Such a window flashes and takes the keyboard away."""
    old = {"code": {"type": "string", "deprecated": True}}
    person = seat.open({**_BOOKING, "properties": {**_BOOKING["properties"], **old}})
    person.build('{"name": "x", "guests": [{"name": "y"}], "labels": {"k": "v"}, "payment": {"cash": true}}')
    person.build('{"name": "x", "code": "c", "more": 1}')
    assert windows.opened == []


@pytest.mark.parametrize(
    "value",
    [
        {"name": 5},
        {"name": None, "nights": None, "breakfast": "yes", "room": None},
        {"name": "x", "nights": [1, {"a": True}], "labels": {"k": 7, "l": None}},
        {"name": "x", "guests": {"a": []}, "payment": "later", "extra": 1, "": ""},
        {"name": "x", "guests": [{"name": 3, "more": False}, None, "Bob"]},
    ],
    ids=["number for text", "null", "list for number", "text for choice", "in a list"],
)
def test_what_the_schema_forbids_can_be_built_to_be_sent_on_purpose(
    seat: Seat, value: dict[str, Any]
) -> None:
    person = seat.open({**_BOOKING, "additionalProperties": False})
    person.build(json.dumps(value))
    assert same_value(seat.form.text(), json.dumps(value))
    assert person.as_json == []


def test_rows_of_a_shape_that_was_left_are_gone(seat: Seat) -> None:
    """They used to be kept by the form and were shown errors after their end."""
    person = seat.open(_BOOKING)
    person.build('{"name": "x", "payment": {"card": "1"}}')
    person.build('{"name": "x", "payment": {"cash": true}}')
    seat.form.show_problems([Problem("/payment/card", "no", "type"), Problem("/payment/cash", "no", "type")])
    assert "/payment/card" not in dict(seat.form.rows())


# -- there and back -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, r'"\u00e9\/ \ud83d\ude00"'),
        ({"type": "string"}, r'"a\r\nb\u2028c\u0000\t\ud800"'),
        ({"type": "number"}, "1.50e+3"),
        ({"enum": [1, "a", [1]]}, "1.0"),
        ({"const": {"a": [1]}}, '{ "a":[1.0] }'),
        ({"type": "array", "items": {"type": "integer"}}, "[ ]"),
        ({"type": "array", "items": {"type": "integer"}}, "[]"),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "{\n}"),
        ({"type": "array", "uniqueItems": True, "items": {"enum": [1, 2, 3]}}, "[3,  1]"),
        ({"type": ["string", "null"]}, "null"),
        ({"anyOf": [{"type": "integer"}, {"type": "array"}]}, "[7, [ ]]"),
    ],
)
def test_a_change_taken_back_leaves_no_trace(seat: Seat, schema: Any, value: str) -> None:
    text = f'{{"z":0 ,"v":{value}, "a" : 1}}'
    person = seat.open(tool({"a": {}, "v": schema}, ("v",)))
    seat.form.set_text(text)
    person.hands.settle()
    for path, node in leaves(Document(text).root):
        assert edited_back(person, path, node, text) == ""


def test_an_optional_value_comes_back_to_where_it_was(seat: Seat) -> None:
    text = '{"c": true, "x": 1, "a": "\\u00e9"}'
    person = seat.open(tool({"a": {"const": "é"}, "c": {"type": "boolean"}}))
    seat.form.set_text(text)
    person.hands.settle()
    box = person.editor(("a",)).focus_widget()
    person.hands.click(box)
    assert json.loads(seat.form.text()) == {"c": True, "x": 1}
    person.hands.click(box)
    assert seat.form.text() == text


def test_of_a_repeated_key_the_removed_ones_do_not_come_back(seat: Seat) -> None:
    person = seat.open(tool({"c": {"const": 1}}))
    seat.form.set_text('{"c": 2, "c": 1}')
    person.hands.settle()
    person.choose_state(("c",), "unset")
    person.hands.click(person.editor(("c",)).focus_widget())
    assert json.loads(seat.form.text(), object_pairs_hook=list) == [("c", 1)]


def test_a_default_that_a_choice_does_not_offer_is_left_by_choosing(seat: Seat) -> None:
    """The choice held that default as a foreign value, in a choice within a choice without end."""
    engine = {"type": "string", "default": "", "examples": ["c"], "enum": ["a", "b"]}
    person = seat.open(tool({"engine": engine, "more": {"type": "array", "items": engine}}, ("engine",)))
    person.build('{"engine": "b", "more": ["b", "a"]}')
    assert json.loads(seat.form.text()) == {"engine": "b", "more": ["b", "a"]}
    assert person.as_json == []


def test_the_shape_that_a_box_shows_already_is_chosen_there_as_any_other(seat: Seat) -> None:
    tags = [tool({"kind": {"const": f"a long name {number}"}}, ("kind",)) for number in range(4)]
    person = seat.open(tool({"method": {"oneOf": [*tags, {"type": "string"}]}}))
    person.build('{"method": {"kind": "a long name 0"}}')
    assert json.loads(seat.form.text()) == {"method": {"kind": "a long name 0"}}
    assert person.as_json == [] and person.detours["shape in vain"] == 0


# -- the measure is able to fail ----------------------------------------------------------------------


def test_a_list_whose_new_item_takes_digits_at_the_wrong_end_is_not_built(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it was: 0 with the caret before it, so that typing 99 makes 990."""

    def arrives(editor: ListEditor, number: int) -> None:
        editor.sheet.insert_items(editor.path, number, ["0"])
        editor.refresh()
        editor.go_to(number, handle=False)

    monkeypatch.setattr(ListEditor, "insert_item", arrives)
    monkeypatch.setattr(Hands, "type_into", lambda hands, widget, text: QTest.keyClicks(widget, text))
    person = seat.open(tool({"l": {"type": "array", "items": {"type": "integer"}}}))
    person.may_write_json = False
    with pytest.raises(CannotDo, match="is 990 and not 99"):
        person.build('{"l": [99]}')


def test_a_constant_that_must_be_there_and_is_not_sent_is_not_ticked(seat: Seat) -> None:
    person = seat.open(tool({"kind": {"const": "wire"}}, ("kind",)))
    person.choose_state(("kind",), "unset")
    person.may_write_json = False
    with pytest.raises(CannotDo, match="required is not sent"):
        person.build('{"kind": "wire"}')


def test_what_changes_when_a_field_is_left_is_found(seat: Seat) -> None:
    person = seat.open(tool({"a": {"type": "string"}, "b": {"type": "string"}}))
    line = seat.form.findChild(QLineEdit, "field_a")
    assert line is not None
    line.editingFinished.connect(lambda: seat.form.set_text('{"a": "other"}'))
    person.may_write_json = False
    with pytest.raises(CannotDo, match='left by tab, /a was "x" and is "other"'):
        person.build('{"a": "x"}')


def test_each_field_is_left_in_another_way_and_the_menu_is_counted(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    ways: list[str] = []
    leave = Hands.leave
    monkeypatch.setattr(Hands, "leave", lambda *given: (ways.append(given[2]), leave(*given)))
    person = seat.open(tool({key: {"type": "string"} for key in "abc"} | {"o": {"type": "object"}}))
    person.build('{"a": "1", "b": "2", "c": "3", "o": {}}')
    assert ways == ["tab", "enter", "click"] and person.detours == {"menu": 1}


@pytest.mark.parametrize(
    ("names", "value", "first"),
    [
        (["kind = card", "kind = wire"], {"kind": "wire"}, 1),
        (["{ number }", "{ iban, name }"], {"iban": 1, "name": 2}, 1),
        (["string", "number", "boolean"], True, 2),
        (["string", "number", "boolean"], 1, 1),
        (["list of strings", "list of numbers"], [1], 1),
        (["card", "web"], {"is": "web"}, 1),
        (["A", "B"], {"x": 1}, 0),
    ],
)
def test_a_shape_is_found_by_its_words(names: list[str], value: Any, first: int) -> None:
    assert by_words(names, value)[0] == first
