"""Values to choose from: radio buttons, boxes, boxes to search in; and texts that can be made or picked."""

from __future__ import annotations

import re
import time
import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QColorDialog,
    QComboBox,
    QLineEdit,
    QRadioButton,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.formats import colour_of, uuid7
from tests.ui.form_driving import find, notes, shown_form, tool, value

COUNTRIES = [f"country {number}" for number in range(40)]


def test_space_goes_through_the_states_of_a_boolean_and_backspace_unsets(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": {"type": ["boolean", "null"]}}))
    row = form.row("/b")
    assert row is not None
    seen = []
    for _ in range(4):
        row.focus_widget().setFocus()
        qtbot.keyClick(row.focus_widget(), Qt.Key.Key_Space)
        seen.append(value(form).get("b", "not set"))
    assert seen == [True, False, None, "not set"]
    qtbot.keyClick(row.focus_widget(), Qt.Key.Key_Space)
    qtbot.keyClick(row.focus_widget(), Qt.Key.Key_Backspace)
    assert value(form) == {} and find(form, QRadioButton, "b_unset").isChecked()


def test_a_required_boolean_that_nobody_touched_is_neither_true_nor_false(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"b": {"type": "boolean"}}, ("b",)))
    assert not any(find(form, QRadioButton, f"b_{state}").isChecked() for state in ("true", "false"))
    qtbot.keyClick(find(form, QRadioButton, "b_true"), Qt.Key.Key_Space)
    assert value(form) == {"b": True}


def test_a_screen_reader_hears_the_name_and_which_of_the_values_has_the_keyboard(qtbot: QtBot) -> None:
    fields = {
        "e": {"enum": ["R&D", "b"]},
        "s": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
    }
    form = shown_form(qtbot, tool(fields, ("e",)))
    assert find(form, QRadioButton, "e_0").accessibleName() == "e, required: R&D"
    assert find(form, QRadioButton, "e_1").accessibleName() == "e: b"
    assert find(form, QCheckBox, "s_0").accessibleName() == "s: a"


def test_a_few_short_values_stand_side_by_side_whatever_their_type(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": ["1", 1, None, True]}}))
    buttons = [find(form, QRadioButton, f"e_{number}") for number in range(5)]
    assert [button.text() for button in buttons] == ["not set", '"1"', "1", "null", "true"]
    seen = []
    for button in buttons[1:]:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        seen.append(value(form)["e"])
    assert seen == ["1", 1, None, True]
    qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    assert value(form) == {}


def test_more_values_are_a_box_that_keys_walk_through(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": [*range(10), "x"]}}))
    box = find(form, QComboBox, "e")
    assert not box.isEditable() and box.itemText(0) == "not set"
    qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert value(form) == {"e": 1}
    qtbot.keyClick(box, Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    assert value(form) == {} and box.currentText() == "not set"


def test_many_values_can_be_searched(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": COUNTRIES}}), '{"e": "country 3"}')
    box = find(form, QComboBox, "e")
    line = box.lineEdit()
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)  # selects what is there
    qtbot.keyClicks(line, "Y 27")
    popup = QApplication.activePopupWidget()
    assert popup is not None and value(form) == {"e": "country 3"}
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert value(form) == {"e": "country 27"}


def test_a_search_that_finds_nothing_leaves_the_value(qtbot: QtBot) -> None:
    schema = {"e": {"enum": COUNTRIES}, "s": {"type": "string"}}
    form = shown_form(qtbot, tool(schema), '{"e": "country 3"}')
    line = find(form, QComboBox, "e").lineEdit()
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, "nowhere")
    find(form, QLineEdit, "s").setFocus()
    assert value(form) == {"e": "country 3"} and line.text() == "country 3"


def test_titles_and_descriptions_of_values_are_shown(qtbot: QtBot) -> None:
    options = [{"const": 1, "title": "One", "description": "the first"}, {"const": 2, "title": "Two"}]
    form = shown_form(qtbot, tool({"e": {"oneOf": options}}, ("e",)))
    assert find(form, QRadioButton, "e_0").text() == "One — 1"
    assert "the first" in find(form, QRadioButton, "e_0").toolTip()


def test_a_constant_is_checked_with_space_and_taken_back(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"c": {"const": "x & y"}}))
    box = find(form, QCheckBox, "c")
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert value(form) == {"c": "x & y"} and box.text() == "x && y"
    qtbot.keyClick(box, Qt.Key.Key_Backspace)
    assert value(form) == {}


def test_a_uuid_is_made_and_says_its_version(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"u": {"type": "string", "format": "uuid"}}))
    button = find(form, QToolButton, "u_generate")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert uuid.UUID(value(form)["u"]).version == 4 and notes(form, "u") == "v4"
    button.menu().actions()[1].trigger()
    assert value(form)["u"][14] == "7"
    line = find(form, QLineEdit, "u")
    line.selectAll()
    qtbot.keyClicks(line, "123")
    assert notes(form, "u") == "not a UUID" and value(form) == {"u": "123"}


def test_uuids_by_time_carry_the_time() -> None:
    before = time.time_ns() // 1_000_000
    made = uuid.UUID(uuid7())
    assert before <= made.int >> 80 <= time.time_ns() // 1_000_000
    assert made.variant == uuid.RFC_4122 and str(made)[14] == "7" and uuid7() != uuid7()


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#f00", "#ffff0000"),
        ("#1e90ff", "#ff1e90ff"),
        ("#1E90FF80", "#801e90ff"),
        ("tomato", "#ffff6347"),
        ("#12", None),
        ("no such", None),
        ("", None),
    ],
)
def test_colours_are_read_as_css_writes_them(text: str, colour: str | None) -> None:
    found = colour_of(text)
    assert (found.name(QColor.NameFormat.HexArgb) if found is not None else None) == colour


@given(st.text(max_size=9))
def test_no_text_is_too_odd_for_a_swatch(text: str) -> None:
    colour_of(text)


def test_a_colour_is_chosen_in_the_dialog_and_typed_text_stays_exact(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"c": {"type": "string", "format": "color"}}))
    qtbot.keyClicks(find(form, QLineEdit, "c"), "#F0a")
    assert value(form) == {"c": "#F0a"}
    qtbot.mouseClick(find(form, QToolButton, "c_swatch"), Qt.MouseButton.LeftButton)
    dialog = form.findChild(QColorDialog, "colour_dialog")
    assert dialog is not None and dialog.currentColor() == QColor("#ff00aa")
    dialog.setCurrentColor(QColor("#123456"))
    dialog.accept()
    assert re.fullmatch("#123456", value(form)["c"])


def test_an_arrow_key_chooses_where_nothing_is_chosen(qtbot: QtBot) -> None:
    for key, chosen in ((Qt.Key.Key_Down, "a"), (Qt.Key.Key_Left, "c")):
        form = shown_form(qtbot, tool({"e": {"enum": ["a", "b", "c"]}}, ("e",)))
        qtbot.keyClick(find(form, QRadioButton, "e_0"), key)
        assert value(form) == {"e": chosen}
    form = shown_form(qtbot, tool({"e": {"enum": ["a", "b"]}}))
    for key, chosen in ((Qt.Key.Key_Down, "a"), (Qt.Key.Key_Down, "b"), (Qt.Key.Key_Down, "b")):
        qtbot.keyClick(form.focusWidget() or find(form, QRadioButton, "e_0"), key)
        assert value(form) == {"e": chosen}
