"""A choice of shape in a form: guessed once, changed by a user alone, never two alike."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from inspector.schema.check import Checker
from inspector.schema.fields import build_fields
from inspector.schema.guess import guess_branch
from inspector.ui.forms.editors.union import UnionEditor
from inspector.ui.forms.form import Form
from inspector.ui.forms.shape_choice import ShapeChoice
from inspector.ui.forms.shapes import names, shapes
from tests.ui.form_driving import find, tool

CARD = tool({"number": {"type": "string"}, "name": {"type": "string"}}, ("number",))
BANK = tool({"iban": {"type": "string"}, "name": {"type": "string"}}, ("iban",))
PAY = tool({"pay": {"oneOf": [CARD, BANK]}})


def test_a_picked_shape_stays_whatever_is_typed(form: Form, qtbot: QtBot) -> None:
    kinds = [
        tool({"type": {"enum": ["card", "gift"]}, "number": {"type": "string"}}, ("type", "number")),
        tool({"type": {"enum": ["bank"]}, "number": {"type": "string"}}, ("type", "number")),
    ]
    form.set_schema(tool({"pay": {"oneOf": kinds}}))
    form.set_text('{"pay": {"type": "bank", "number": "1"}}')
    box = find(form, ShapeChoice, "pay_shape")
    assert box.chosen == 1 and form.findChild(QPushButton, "field_pay_better") is None
    box.setFocus()
    qtbot.keyClick(box.focusProxy(), Qt.Key.Key_Up)
    line = find(form, QLineEdit, "pay/number")
    assert box.chosen == 0 and line.text() == "1"
    qtbot.keyClicks(line, "2")
    assert box.chosen == 0 and line.text() == "21"


def test_what_was_typed_in_a_shape_comes_back_with_it(form: Form, qtbot: QtBot) -> None:
    form.set_schema(PAY)
    form.set_text('{"pay": {"number": "4111", "name": "Kim"}}')
    box = find(form, ShapeChoice, "pay_shape")
    box.setFocus()
    qtbot.keyClick(box.focusProxy(), Qt.Key.Key_Down)
    assert json.loads(form.text()) == {"pay": {"name": "Kim"}}  # both shapes have a name
    qtbot.keyClicks(find(form, QLineEdit, "pay/iban"), "DE1")
    qtbot.keyClick(box.focusProxy(), Qt.Key.Key_Up)
    assert json.loads(form.text()) == {"pay": {"number": "4111", "name": "Kim"}}
    qtbot.keyClick(box.focusProxy(), Qt.Key.Key_Down)
    assert json.loads(form.text()) == {"pay": {"name": "Kim", "iban": "DE1"}}


def test_a_guessed_shape_stays_while_its_value_is_edited_and_the_better_one_is_a_click_away(
    form: Form, qtbot: QtBot
) -> None:
    short, long = {"type": "string", "maxLength": 3}, {"type": "string", "minLength": 4, "title": "Long"}
    form.set_schema(tool({"s": {"anyOf": [short, long]}}))
    form.set_text('{"s": "abc"}')
    line, box = find(form, QLineEdit, "s"), find(form, ShapeChoice, "s_shape")
    line.setFocus()
    line.end(False)
    qtbot.keyClicks(line, "de")
    assert box.chosen == 0 and find(form, QLineEdit, "s") is line and line.text() == "abcde"
    better = find(form, QPushButton, "s_better")
    assert better.isVisible() and "Long" in better.text()
    better.click()
    assert box.names[box.chosen] == "Long" and form.text() == '{"s": "abcde"}' and better.isHidden()


def test_shapes_have_names_that_differ() -> None:
    def called(*parts: Any) -> list[str]:
        return names(build_fields({"oneOf": list(parts)}).branches())

    assert called({"type": "string"}, {"type": "string", "format": "date"}) == ["string", "date"]
    assert called(CARD, BANK) == ["{ number }", "{ iban }"]
    twins = [tool({"a": {}, "kind": {"const": kind}}, title="Thing") for kind in ("x", "y")]
    assert called(*twins) == ["Thing: kind = x", "Thing: kind = y"]
    found = called(*[tool({"a": {}}, title="T")] * 3)
    assert len(set(found)) == 3


def test_a_choice_within_a_choice_is_one_choice() -> None:
    inner = {"anyOf": [{"type": "string"}, {"type": "number"}]}
    field = build_fields({"anyOf": [inner, {"type": "boolean"}]})
    assert [shape.kind for shape in shapes(field, None)] == ["string", "number", "boolean"]


def test_a_recursive_choice_grows_on_demand(form: Form, qtbot: QtBot) -> None:
    again = {"$ref": "#/$defs/n"}
    node = {"anyOf": [tool({"left": again, "right": again}), {"type": "number"}]}
    form.set_schema(tool({"tree": {"$ref": "#/$defs/n"}}, **{"$defs": {"n": node}}))
    assert len(form.rows()) < 20
    find(form, QPushButton, "tree_fill_in").click()
    find(form, QPushButton, "tree/left_fill_in").click()
    box = find(form, ShapeChoice, "tree/left/right_shape")
    box.setFocus()
    qtbot.keyClick(box.focusProxy(), Qt.Key.Key_Down)
    line = find(form, QLineEdit, "tree/left/right")
    qtbot.keyClicks(line, "7")
    assert json.loads(form.text()) == {"tree": {"left": {"right": 7}}}


def doubling(levels: int) -> dict[str, Any]:
    """Each level names the next one twice."""
    definitions: dict[str, Any] = {
        f"n{level}": {"anyOf": [{"$ref": f"#/$defs/n{level + 1}"}] * 2} for level in range(levels)
    }
    definitions[f"n{levels}"] = {"type": "string", "minLength": 1}
    return tool({"v": {"$ref": "#/$defs/n0"}}, ("v",), **{"$defs": definitions})


def test_choices_in_choices_are_made_a_few_at_a_time(form: Form, monkeypatch: pytest.MonkeyPatch) -> None:
    guessed: list[Any] = []

    def guess(branches: Any, value: Any) -> int:
        guessed.append(branches)
        return guess_branch(branches, value)

    monkeypatch.setattr("inspector.ui.forms.editors.union.guess_branch", guess)
    form.set_schema(doubling(25))
    form.set_text('{"v": 5}')
    assert len(form.findChildren(UnionEditor)) < 10
    assert 0 < len(guessed) == len(set(map(id, guessed)))  # once for each, however often it is shown
    (more,) = [one for one in form.findChildren(QPushButton, "field_v_fill_in") if not one.isHidden()]
    more.click()
    assert 10 < len(form.findChildren(UnionEditor)) < 20
    assert form.text() == '{"v": 5}'


def test_a_text_deep_in_choices_can_be_typed(form: Form, qtbot: QtBot) -> None:
    form.set_schema(doubling(12))
    for _ in range(3):
        waiting = [one for one in form.findChildren(QPushButton, "field_v_fill_in") if not one.isHidden()]
        if waiting:
            waiting[0].click()
    qtbot.keyClicks(find(form, QLineEdit, "v"), "a")
    assert json.loads(form.text()) == {"v": "a"}


_TAGS: Any = [{"const": "wire"}, {"enum": ["wire"]}, {"type": "string", "enum": ["wire"]}]


@pytest.mark.parametrize("required", [(), ("kind",)])
@pytest.mark.parametrize("tag", _TAGS)
@pytest.mark.parametrize("place", [0, 1])
def test_a_shape_is_sent_by_the_click_on_its_name(
    form: Form, qtbot: QtBot, tag: dict[str, Any], required: tuple[str, ...], place: int
) -> None:
    """Whether it was highlighted before (the first one is) or not, and whether it must be there or may."""
    shapes = [tool({"kind": {"const": "card"}, "number": {"type": "string"}}, (*required, "number"))]
    shapes.insert(place, tool({"kind": tag}, required))
    form.set_schema(tool({"method": {"oneOf": shapes}}))
    choice = find(form, ShapeChoice, "method_shape")
    assert choice.names[place] == "kind = wire" and json.loads(form.text()) == {}
    qtbot.mouseClick(choice.buttons[place], Qt.MouseButton.LeftButton)
    assert json.loads(form.text()) == {"method": {"kind": "wire"}}


@pytest.mark.parametrize(
    ("branch", "sent"),
    [
        ({"enum": ["wire"]}, {"s": "wire"}),
        ({"const": "w", "title": "Wire"}, {"s": "w"}),
        ({"type": "object"}, {"s": {}}),
        ({"type": "array"}, {"s": []}),
        ({"properties": {"kind": {"const": "wire"}}, "required": ["kind"]}, {"s": {"kind": "wire"}}),
        ({"type": "string"}, {}),
        ({"type": "boolean"}, {}),
    ],
)
def test_a_click_on_a_shape_sends_whatever_nobody_has_to_type(
    form: Form, qtbot: QtBot, branch: dict[str, Any], sent: dict[str, Any]
) -> None:
    form.set_schema(
        tool({"s": {"oneOf": [{"type": "integer"}, branch, {"type": "object", "title": "Else"}]}})
    )
    choice = find(form, ShapeChoice, "s_shape")
    qtbot.mouseClick(choice.buttons[1], Qt.MouseButton.LeftButton)
    assert json.loads(form.text()) == sent


@pytest.mark.parametrize(
    "schema", [{"const": 5}, {"type": "string"}, {"type": "array"}, {"enum": ["a", "b"]}]
)
def test_a_type_that_the_schema_does_not_expect_stays_when_it_is_picked(
    form: Form, qtbot: QtBot, schema: dict[str, Any]
) -> None:
    """It was taken away again with the value, and the field stood there as not set."""
    form.set_schema(tool({"v": schema}, ("v",)))
    form.set_text('{"v": {"a": true}}')
    choice = find(form, ShapeChoice, "v_shape")
    assert choice.box is not None
    choice.box.activated.emit(choice.names.index("number"))
    assert json.loads(form.text()) == {"v": 0}
    assert find(form, QLineEdit, "v").text() == "0"


@pytest.mark.parametrize("old", ["true", "[1]", '{"a": 1}', '"word"'])
def test_what_is_no_number_goes_when_a_number_is_picked(form: Form, qtbot: QtBot, old: str) -> None:
    """True stayed, in a box for true or false below the choice that said "number"."""
    kinds = ({"type": kind} for kind in ("number", "boolean", "array", "object", "string"))
    form.set_schema(tool({"v": {"anyOf": list(kinds)}}))
    form.set_text(f'{{"v": {old}}}')
    choice = find(form, ShapeChoice, "v_shape")
    assert choice.chosen != 0 and choice.box is not None
    choice.box.activated.emit(0)
    assert json.loads(form.text()) == {}
    qtbot.keyClicks(find(form, QLineEdit, "v"), "7")
    assert json.loads(form.text()) == {"v": 7}


def test_the_error_shown_is_of_the_shape_that_was_clicked(form: Form, qtbot: QtBot) -> None:
    wire, card = tool({"kind": {"enum": ["wire"]}}, ("kind",)), tool({"number": {}}, ("number",))
    schema = tool({"method": {"oneOf": [card, wire]}})
    form.set_schema(schema)
    qtbot.mouseClick(find(form, ShapeChoice, "method_shape").buttons[1], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(find(form, QCheckBox, "method/kind"), Qt.MouseButton.LeftButton)
    assert json.loads(form.text()) == {"method": {}}
    form.show_problems(Checker().check(json.dumps(schema).encode(), form.text()), reveal=True)
    assert set(form.errors()) == {"/method", "/method/kind"}


@pytest.mark.parametrize("count", [2, 6])
def test_text_typed_where_the_shape_is_chosen_goes_into_the_value(
    form: Form, qtbot: QtBot, count: int
) -> None:
    kinds = ({"type": "string"}, {"type": "array"}, {"type": "object"}, {"type": "boolean"}, {"type": "null"})
    form.set_schema(tool({"v": {"anyOf": [*kinds[:count], {"type": "integer"}]}}))
    choice = find(form, ShapeChoice, "v_shape")
    switch = choice.focusProxy()
    switch.setFocus()
    for letter in "bob":
        qtbot.keyClick(QApplication.focusWidget(), letter)
    assert json.loads(form.text()) == {"v": "bob"} and find(form, QLineEdit, "v").hasFocus()


def test_what_can_only_be_null_and_must_be_there_is_sent(form: Form) -> None:
    """A property of the type null has one value, as a constant has."""
    form.set_schema(tool({"n": {"type": "null"}, "o": {"type": "null"}}, ("n",)))
    assert json.loads(form.text()) == {"n": None}


OBJECTS = tool({"pay": {"oneOf": [{**CARD, "title": "Card"}, {**BANK, "title": "Bank"}]}})


def test_a_section_with_shapes_has_their_choice_in_its_heading_and_keeps_it(form: Form) -> None:
    """Also where the heading is made anew, as a condition does."""
    when = {
        "if": {"properties": {"m": {"const": 1}}, "required": ["m"]},
        "then": {"properties": {"pay": {"title": "Paid by"}}},
    }
    form.set_schema(tool({"m": {"type": "integer"}, **OBJECTS["properties"]}, **when))
    form.set_text('{"pay": {"iban": "DE"}}')
    row = form.row("/pay")
    assert row is not None
    for text in ('{"pay": {"iban": "DE"}}', '{"pay": {"iban": "DE"}, "m": 1}', '{"pay": {"iban": "DE"}}'):
        form.set_text(text)
        QApplication.processEvents()
        choice, union = find(form, ShapeChoice, "pay_shape"), row.host.editor
        assert choice.names == ["Card", "Bank"] and choice.chosen == 1 and choice.isVisibleTo(form)
        assert len(form.findChildren(ShapeChoice, "field_pay_shape")) == 1
        assert (
            not union.isAncestorOf(choice)
            and union.holds(choice)
            and union.holds(find(form, QLineEdit, "pay/iban"))
        )
        assert not union.holds(row.handle()), "the arrow is of the row"  # type: ignore[attr-defined]


def test_a_value_of_another_type_is_shown_with_the_types_that_are_expected(form: Form) -> None:
    form.set_schema(tool({"v": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}))
    form.set_text('{"v": [1]}')
    warning = form.findChild(QLabel, "field_v_expected")
    choice = find(form, ShapeChoice, "v_shape")
    assert (
        warning is not None
        and warning.text() == "The schema expects: string, integer"
        and warning.isVisibleTo(form)
    )
    assert "list" in choice.names and choice.names[choice.chosen] == "list"
    form.set_text('{"v": "x"}')
    assert not warning.isVisibleTo(form) and find(form, QLineEdit, "v").text() == "x"
    assert find(form, ShapeChoice, "v_shape").names[find(form, ShapeChoice, "v_shape").chosen] == "string"


def test_the_shape_of_a_default_is_chosen_where_nothing_is_set(form: Form) -> None:
    form.set_schema(
        tool(
            {
                "v": {"oneOf": [{"type": "string"}, {"type": "integer"}], "default": 5},
                "w": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            }
        )
    )
    assert [find(form, ShapeChoice, f"{name}_shape").chosen for name in ("v", "w")] == [1, 0]


def test_a_value_stands_beside_its_shape_in_a_list_and_below_it_where_it_has_rows(
    form: Form, qtbot: QtBot
) -> None:
    form.set_schema(
        tool(
            {
                "l": {
                    "type": "array",
                    "items": {"oneOf": [{"type": "string"}, {"type": "object", "properties": {"in": {}}}]},
                }
            }
        )
    )
    form.set_text('{"l": ["x", {"in": "y"}]}')
    form.resize(700, 600)

    def tops(number: int, inner: str) -> tuple[int, int]:
        choice, line = find(form, ShapeChoice, f"l/{number}_shape"), form.row(f"/l/{inner}")
        assert line is not None
        return choice.mapTo(form, choice.rect().center()).y(), line.focus_widget().mapTo(
            form, line.focus_widget().rect().center()
        ).y()

    qtbot.waitUntil(lambda: abs(tops(0, "0")[0] - tops(0, "0")[1]) < 8)
    qtbot.waitUntil(lambda: tops(1, "1/in")[1] - tops(1, "1/in")[0] > 15)
