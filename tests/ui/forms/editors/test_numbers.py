"""Numbers keep their digits, step exactly, and what is no number is told and never sent as something else."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget
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
        ("-", "the number is incomplete"),
        ("1.", "the number is incomplete"),
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


@pytest.mark.parametrize(
    ("text", "by", "bounds", "whole", "expected"),
    [
        ("9" * 400, 1, Bounds(), True, "1" + "0" * 400),
        ("9" * 401, 1, Bounds(), True, None),
        ("1e401", 1, Bounds(), False, None),
        ("1", 1, Bounds(multiple_of="0"), False, None),
        ("1", 1, Bounds(multiple_of="1e500"), False, None),
        ("-1", 1, Bounds(), False, "0"),
        ("-0.5", 1, Bounds(), True, "0"),
        ("nothing", 1, Bounds(), True, "1"),
        ("1", -1, Bounds(minimum="1"), True, "1"),
        ("2", -1, Bounds(exclusive_minimum="1"), True, "2"),
        ("2", -5, Bounds(exclusive_minimum="0.5"), True, "1"),
        ("0.5", -1, Bounds(minimum="0.25"), False, "0.25"),
        ("7", 1, Bounds(multiple_of="5", exclusive_maximum="10"), True, "5"),
        ("7", 1, Bounds(maximum="7.5"), True, "7"),
        ("7", 1, Bounds(maximum="7.5"), False, "7.5"),
        ("20", -10, Bounds(multiple_of="5", minimum="-12"), True, "-10"),
        ("1e999999999999999999999", 1, Bounds(), False, None),
    ],
)
def test_steps_stay_within_the_bounds_and_end_where_digits_do(
    text: str, by: int, bounds: Bounds, whole: bool, expected: str | None
) -> None:
    assert stepped(text, by, bounds, whole) == expected


def test_the_first_step_shows_where_the_number_starts() -> None:
    assert stepped("5", 1, Bounds(), True, begin=True) == "5"
    assert stepped("", -1, Bounds(minimum="3"), True, begin=True) == "3"
    assert stepped("", 1, Bounds(), True, begin=True) == "0"


@pytest.mark.parametrize(
    ("typed", "told"),
    [("+", "incomplete"), ("1e", "incomplete"), ("1e-", "incomplete"), ("1a", "not a number: 1a"),
     ("x" * 80, "not a number: " + "x" * 60), (" - ", "incomplete")],
)  # fmt: skip
def test_what_may_become_a_number_is_not_finished(qtbot: QtBot, typed: str, told: str) -> None:
    form = shown_form(qtbot, NUMBER)
    qtbot.keyClicks(find(form, QLineEdit, "n"), typed)
    [said] = form.errors()["/n"]
    assert said.endswith(told)


@pytest.mark.parametrize(
    ("text", "meant"), [("0x", ""), ("0xZZ", ""), ("0o17", "15"), ("1,2,3", ""), ("-.5", "-0.5")]
)
def test_other_bases_are_understood_and_what_only_looks_like_one_is_not(text: str, meant: str) -> None:
    assert meant_number(text) == meant


def test_numbers_of_any_size_are_remarked_without_complaint(qtbot: QtBot) -> None:
    form = shown_form(qtbot, NUMBER, '{"n": -9007199254740993}')
    assert "> 2^53" in notes(form, "n")
    hints = [one.toolTip() for one in form.findChildren(QWidget) if "9007199254740992" in one.toolTip()]
    assert hints, "what JavaScript makes of it"
    form.set_text('{"n": 1e99999999999999999999999}')
    assert form.errors() == {} and find(form, QLineEdit, "n").text() == "1e99999999999999999999999"
    form.set_text('{"n": -1e400}')
    assert "too large for a double" in notes(form, "n")


def test_keys_step_by_one_and_ten_but_not_with_modifiers_or_over_a_draft(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"n": {"type": "integer", "default": 5}}))
    line = find(form, QLineEdit, "n")
    for key, modifiers, sent in (
        (Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier, {}),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, {"n": 5}),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, {"n": 15}),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.KeypadModifier, {"n": 5}),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.NoModifier, {"n": 4}),
    ):
        qtbot.keyClick(line, key, modifiers)
        assert value(form) == sent
    line.end(False)
    qtbot.keyClicks(line, "x")
    qtbot.keyClick(line, Qt.Key.Key_Up)
    assert line.text() == "4x", "what is no number is not stepped away"


def test_the_buttons_are_small_stand_at_the_end_and_leave_the_keyboard(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot,
        tool({"n": {"type": "integer", "title": "Count"}, "r": {"type": "integer", "readOnly": True}}),
        '{"r": 1}',
    )
    line = find(form, QLineEdit, "n")
    less, more = (find(form, QToolButton, f"n_{name}") for name in ("less", "more"))
    assert line.geometry().right() < less.x() < more.x() and less.width() == more.width() == 22
    for button in (less, more):
        assert button.autoRaise() and button.autoRepeat() and button.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert less.toolTip() == "Less (Down)" and more.accessibleName() == "Count: More (Up)"
    assert less.x() - line.geometry().right() - 1 == 2
    assert line.inputMethodHints() & Qt.InputMethodHint.ImhPreferNumbers
    row = form.row("/r")
    assert row is not None
    row.host.editor.innermost()._step(1)  # type: ignore[attr-defined]
    assert value(form)["r"] == 1, "it is locked"


def test_a_draft_from_elsewhere_is_shown_and_the_meant_number_can_be_undone(qtbot: QtBot) -> None:
    form = shown_form(qtbot, NUMBER)
    line = find(form, QLineEdit, "n")
    qtbot.keyClicks(line, "1,5")
    left = form.unfinished()
    form.set_text("{}")
    assert line.text() == ""
    form.go_on(left)
    assert line.text() == "1,5" and form.errors() == {"/n": ["not a number: 1,5"]}
    qtbot.mouseClick(find(form, QPushButton, "n_meant"), Qt.MouseButton.LeftButton)
    assert line.hasFocus() and line.text() == "1.5"
    line.undo()
    assert line.text() == "1,5"
