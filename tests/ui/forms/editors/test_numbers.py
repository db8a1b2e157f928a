"""Numbers keep their digits, step exactly, and what is no number is told and never sent as something else."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.schema.document import number_fits
from inspector.schema.fields import Bounds
from inspector.ui.forms.editors.numbers import meant_number, stepped
from tests.ui.form_driving import find, notes, shown_form, tool, value

NUMBER = tool({"n": {"type": "number"}})


@pytest.mark.parametrize(
    "typed", ["9007199254740993", "1.10", "1e400", "-0", "1e2", "1.0", "123456789012345678901234567890"]
)
def test_a_number_is_sent_as_typed(qtbot: QtBot, typed: str) -> None:
    form = shown_form(qtbot, NUMBER)
    qtbot.keyClicks(find(form, QLineEdit, "n"), typed)
    assert form.text() == '{\n  "n": ' + typed + "\n}"
    assert form.errors() == {}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("abc", "not a number: abc"),
        ("1,5", "not a number: 1,5"),
        ("-", "the number is not finished"),
        ("1.", "the number is not finished"),
        ('"5"', 'not a number: "5"'),
        ("true", "not a number: true"),
    ],
)
def test_what_is_no_number_is_told_and_kept_as_it_is(qtbot: QtBot, typed: str, told: str) -> None:
    form = shown_form(qtbot, NUMBER)
    qtbot.keyClicks(find(form, QLineEdit, "n"), typed)
    assert form.errors() == {"/n": [told]}
    assert form.text() == '{\n  "n": ' + typed + "\n}"
    assert find(form, QLineEdit, "n").text() == typed


def test_the_number_that_was_meant_is_one_click_away(qtbot: QtBot) -> None:
    form = shown_form(qtbot, NUMBER)
    qtbot.keyClicks(find(form, QLineEdit, "n"), "1,5")
    qtbot.mouseClick(find(form, QPushButton, "n_meant"), Qt.MouseButton.LeftButton)
    assert value(form) == {"n": 1.5} and form.errors() == {}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("1,5", "1.5"), (".5", "0.5"), ("1.", "1"), ("+3", "3"), ("007", "7"), ("1_000", "1000")),
        *(("0x1F", "31"), ("-0b11", "-3"), ("٣", "3"), ("1 234,5", "1234.5"), ("1.e5", "1e5")),
        *(("\u22125", "-5"), ("abc", ""), ("", ""), ("1.2.3", ""), ("5", "")),
    ],
)
def test_other_ways_to_write_numbers_are_understood(typed: str, meant: str) -> None:
    assert meant_number(typed) == meant


@given(st.text(max_size=12))
def test_what_is_meant_is_always_a_number(text: str) -> None:
    assert meant_number(text) == "" or number_fits(meant_number(text))


def test_arrow_keys_step_within_the_bounds(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"n": {"type": "number", "minimum": 0, "maximum": 1, "multipleOf": 0.1}}))
    line = find(form, QLineEdit, "n")
    for _ in range(3):
        qtbot.keyClick(line, Qt.Key.Key_Up)
    assert form.text().count("0.2") == 1
    for _ in range(5):
        qtbot.keyClick(line, Qt.Key.Key_Down)
    assert value(form) == {"n": 0}


def test_the_buttons_beside_the_line_step_too(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"n": {"type": "integer", "default": 5}}))
    for name in ("n_more", "n_more", "n_more", "n_less"):
        qtbot.mouseClick(find(form, QToolButton, name), Qt.MouseButton.LeftButton)
    assert value(form) == {"n": 6}


@pytest.mark.parametrize(
    ("text", "by", "bounds", "whole", "expected"),
    [
        ("1.0", 1, Bounds(), False, "2.0"),
        ("0.55", 1, Bounds(multiple_of="0.1"), False, "0.6"),
        ("0.55", -1, Bounds(multiple_of="0.1"), False, "0.5"),
        ("1.5", 1, Bounds(), True, "2"),
        ("123456789012345678901234567890", 1, Bounds(), True, "123456789012345678901234567891"),
        ("5", 1, Bounds(maximum="5"), True, "5"),
        ("4", 1, Bounds(exclusive_maximum="5"), True, "4"),
        ("0", 10, Bounds(multiple_of="5", maximum="33"), True, "30"),
        ("1e2", 1, Bounds(), True, "101"),
        ("1e4000", 1, Bounds(), True, None),
    ],
)
def test_steps_are_exact(text: str, by: int, bounds: Bounds, whole: bool, expected: str | None) -> None:
    assert stepped(text, by, bounds, whole) == expected


@given(st.decimals(-(10**15), 10**15, places=3), st.sampled_from([1, -1]))
def test_a_step_is_a_multiple_and_never_in_the_wrong_direction(number: Decimal, by: int) -> None:
    found = stepped(format(number, "f"), by, Bounds(multiple_of="0.25"), False)
    assert found is not None
    assert Decimal(found) % Decimal("0.25") == 0 and (Decimal(found) - number) * by > 0


@pytest.mark.parametrize(
    ("lexeme", "said"),
    [
        ("9007199254740993", "> 2^53"),
        ("9007199254740992", ""),
        ("0.1", ""),
        ("0.1000000000000000000001", "not exactly a double"),
        ("1e400", "too large for a double"),
    ],
)
def test_what_javascript_cannot_hold_is_said_on_the_field(qtbot: QtBot, lexeme: str, said: str) -> None:
    form = shown_form(qtbot, NUMBER, '{"n": ' + lexeme + "}")
    assert (said in notes(form, "n")) if said else notes(form, "n") == ""


def test_an_emptied_number_is_not_set_and_in_a_list_it_is_missing(qtbot: QtBot) -> None:
    numbers = {"n": {"type": "number"}, "l": {"type": "array", "items": {"type": "number"}}}
    form = shown_form(qtbot, tool(numbers), '{"n": 5, "l": [7]}')
    for name in ("n", "l/0"):
        line = find(form, QLineEdit, name)
        line.selectAll()
        qtbot.keyClick(line, Qt.Key.Key_Delete)
    assert form.text() == '{"l": []}' and form.errors() == {"/l/0": ["a number is missing"]}


def test_a_draft_survives_an_edit_elsewhere(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"n": {"type": "number"}, "s": {"type": "string"}}))
    qtbot.keyClicks(find(form, QLineEdit, "n"), "1.")
    qtbot.keyClicks(find(form, QLineEdit, "s"), "x")
    assert find(form, QLineEdit, "n").text() == "1." and "/n" in form.errors()
    qtbot.keyClicks(find(form, QLineEdit, "n"), "5")
    assert value(form) == {"n": 1.5, "s": "x"}


def test_control_backspace_takes_a_draft_back(qtbot: QtBot) -> None:
    form = shown_form(qtbot, NUMBER)
    line = find(form, QLineEdit, "n")
    qtbot.keyClicks(line, "-")
    qtbot.keyClick(line, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert value(form) == {} and line.text() == "" and form.errors() == {}
