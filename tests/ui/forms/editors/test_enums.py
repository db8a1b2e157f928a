"""One of the values of a schema: side by side, in a box, or searched for."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QRadioButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.enums import EnumEditor
from inspector.ui.forms.form import Form
from tests.ui.form_driving import find, shown_form, tool, value

MANY = [f"value {number}" for number in range(30)]


def texts(form: Form, name: str = "e") -> list[str]:
    """What can be chosen, side by side or in the box."""
    box = form.findChild(QComboBox, f"field_{name}")
    if box is not None:
        return [box.itemText(number) for number in range(box.count())]
    buttons = form.findChildren(QRadioButton)
    return [one.text() for one in buttons if one.objectName().startswith(f"field_{name}_")]


@pytest.mark.parametrize(
    ("schema", "required", "shown"),
    [
        ({"enum": ["a", "b"]}, (), ["not set", "a", "b"]),
        ({"enum": ["a", "b"]}, ("e",), ["a", "b"]),
        ({"enum": ["a", "b"], "default": "b"}, (), ["not set (default b)", "a", "b"]),
        ({"enum": ["a", 1]}, ("e",), ['"a"', "1"]),
        ({"enum": ["a", None]}, ("e",), ['"a"', "null"]),
        ({"anyOf": [{"enum": ["a", "b"]}, {"type": "null"}]}, ("e",), ["a", "b", "null"]),
    ],
)
def test_the_values_are_offered_with_not_set_and_null_where_there_is_such_a_thing(
    form: Form, schema: dict[str, Any], required: tuple[str, ...], shown: list[str]
) -> None:
    form.set_schema(tool({"e": schema}, required))
    assert texts(form) == shown


@pytest.mark.parametrize(
    ("lengths", "required", "boxed"),
    [
        ([1] * 7, True, False),
        ([1] * 8, True, True),
        ([10, 10, 10], True, False),
        ([10, 10, 11], True, True),
        ([10, 10], False, False),  # and "not set"
        ([10, 14], False, True),
    ],
)
def test_few_short_values_stand_side_by_side(
    form: Form, lengths: list[int], required: bool, boxed: bool
) -> None:
    values = [chr(ord("a") + number) * length for number, length in enumerate(lengths)]
    form.set_schema(tool({"e": {"enum": values}}, ("e",) if required else ()))
    assert (form.findChild(QComboBox, "field_e") is not None) is boxed
    assert len(texts(form)) == len(values) + (not required)


@pytest.mark.parametrize("count", [3, 9, 30])
def test_not_set_is_a_choice_like_any_other(qtbot: QtBot, count: int) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": MANY[:count]}}), '{"e": "value 2"}')
    row = form.row("/e")
    assert row is not None and isinstance(row.host.editor, EnumEditor)
    box = form.findChild(QComboBox, "field_e")
    for number, sent in ((0, {}), (2, {"e": "value 1"})):
        if box is None:
            find(form, QRadioButton, f"e_{number}").click()
        else:
            box.setCurrentIndex(number)
            box.activated.emit(number)
        assert value(form) == sent


def test_a_value_that_is_spelled_otherwise_is_known(form: Form) -> None:
    form.set_schema(tool({"e": {"enum": ["é", 10, "c"]}}))
    for lexeme, number in (('"\\u00e9"', 1), ("1e1", 2), ("10.0", 2), ('"c"', 3)):
        form.set_text(f'{{"e": {lexeme}}}')
        button = find(form, QRadioButton, f"e_{number}")
        assert button.isChecked() and form.text() == f'{{"e": {lexeme}}}'


def test_descriptions_are_hints_of_their_values(form: Form) -> None:
    options = [{"const": f"v{number}", "description": f"About {number}"} for number in range(9)]
    form.set_schema(tool({"few": {"oneOf": options[:2]}, "more": {"oneOf": options}}))
    assert "About 1" in find(form, QRadioButton, "few_2").toolTip()
    box = find(form, QComboBox, "more")
    hints = [box.itemData(number, Qt.ItemDataRole.ToolTipRole) for number in range(3)]
    assert hints[0] is None and "About 0" in hints[1] and "About 1" in hints[2]


def test_what_must_be_chosen_says_so_in_its_box(form: Form) -> None:
    form.set_schema(tool({"e": {"enum": MANY[:9]}, "f": {"enum": MANY[:9]}}, ("e",)))
    box = find(form, QComboBox, "e")
    assert (box.currentIndex(), box.placeholderText()) == (-1, "Choose…")
    assert find(form, QComboBox, "f").placeholderText() == ""


@pytest.mark.parametrize("count", [20, 21])
def test_from_some_number_on_values_are_searched_for(qtbot: QtBot, count: int) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": MANY[:count]}}), '{"e": "value 2"}')
    box = find(form, QComboBox, "e")
    assert box.isEditable() is (count > 20)
    if count > 20:
        line = find(form, QLineEdit, "e_search")
        assert line.placeholderText() == "Search in 21 values…" == line.accessibleName()
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
        assert line.selectedText() == "value 2", "what is typed is searched for"
        qtbot.keyClicks(line, "UE 1")
        popup = QApplication.activePopupWidget()
        assert popup is not None
        found = [popup.model().index(number, 0).data() for number in range(popup.model().rowCount())]
        assert found == ["value 1", *(f"value {number}" for number in range(10, 20))]
        qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
        assert line.selectedText() == "", "who searches is not disturbed"
        popup.hide()
        line.editingFinished.emit()
        assert line.text() == "value 2" and value(form) == {"e": "value 2"}


def test_the_wheel_scrolls_the_form_and_never_a_value(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": MANY[:9]}}), '{"e": "value 2"}')
    box = find(form, QComboBox, "e")
    box.setFocus()
    wheel = QWheelEvent(
        QPointF(5, 5), QPointF(box.mapToGlobal(QPoint(5, 5))), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(box, wheel)
    assert not wheel.isAccepted() and value(form) == {"e": "value 2"} and box.currentIndex() == 3
