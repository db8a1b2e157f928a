"""Values side by side in one frame: shapes with short names, true and false, short enums."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.form import Form
from inspector.ui.forms.shape_choice import ShapeChoice, ShapeLine
from tests.ui.form_driving import find, shown_form, tool, value

CARD = tool({"number": {"type": "string"}}, ("number",), title="Card")
BANK = tool({"iban": {"type": "string"}}, ("iban",), title="계좌 이체")
GIFT = tool({"code": {"type": "string"}}, ("code",), title="Gift card or voucher")


def pay(*shapes: dict[str, Any]) -> dict[str, Any]:
    return tool({"pay": {"oneOf": list(shapes)}})


def names(form: Form) -> list[str]:
    """What can be clicked on to choose a shape."""
    choice = find(form, ShapeChoice, "pay_shape")
    return [button.text() for button in choice.findChildren(QRadioButton) if button.isVisible()]


def boxes(form: Form) -> list[QComboBox]:
    return [box for box in form.findChildren(QComboBox) if box.isVisible()]


def test_a_shape_with_a_short_name_is_one_click_away(qtbot: QtBot) -> None:
    form = shown_form(qtbot, pay(CARD, BANK), '{"pay": {"number": "1"}}')
    assert names(form) == ["Card", "계좌 이체"] and not boxes(form)
    card, bank = (find(form, QRadioButton, f"pay_shape_{number}") for number in (0, 1))
    assert card.isChecked()
    qtbot.mouseClick(bank, Qt.MouseButton.LeftButton)
    assert value(form) == {"pay": {}} and bank.isChecked() and not card.isChecked()
    row = form.row("/pay/iban")
    assert row is not None and row.isVisible()


def test_names_that_others_leave_no_room_for_are_in_a_box(qtbot: QtBot) -> None:
    """A row that is cut, or goes on in a line that nobody sees, is no choice."""
    around = QWidget()
    line, layout = ShapeLine(ShapeChoice("shape", "Shape")), QHBoxLayout(around)
    other = QLabel("beside")
    layout.addWidget(line)
    layout.addWidget(other)
    qtbot.addWidget(around)
    line.choice.offer(["text", "list of strings"], 0)
    around.resize(440, 60)
    around.show()
    qtbot.waitUntil(lambda: len(line.choice.buttons) == 2)
    other.setFixedWidth(300)
    qtbot.waitUntil(lambda: line.choice.box is not None)
    around.resize(440, 90)  # which changes nothing about the room
    QApplication.processEvents()
    assert line.choice.box is not None
    around.resize(800, 90)
    qtbot.waitUntil(lambda: line.choice.box is None)


def test_a_shape_picked_in_a_closed_section_is_the_one_that_opens(qtbot: QtBot) -> None:
    form = shown_form(qtbot, pay(CARD, BANK))
    bank = find(form, QRadioButton, "pay_shape_1")
    qtbot.mouseClick(bank, Qt.MouseButton.LeftButton)
    row = form.row("/pay/iban")
    assert bank.isChecked() and row is not None and row.isVisible() and value(form) == {"pay": {}}


def test_keys_go_through_the_shapes(qtbot: QtBot) -> None:
    form = shown_form(
        qtbot, tool({"u": {"oneOf": [{"type": name} for name in ("string", "number", "boolean")]}})
    )
    choice = find(form, ShapeChoice, "u_shape")
    choice.setFocus()
    seen = []
    keys = (Qt.Key.Key_End, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Home)
    for key in keys:
        qtbot.keyClick(form.focusWidget() or choice, key)
        seen.append(choice.chosen)
    assert seen == [2, 1, 0, 1, 0] and choice.isAncestorOf(form.focusWidget() or form)


@pytest.mark.parametrize("shapes", [(CARD, BANK, GIFT), (CARD, CARD, CARD, CARD, CARD)])
def test_names_that_do_not_fit_and_many_names_are_in_a_box(qtbot: QtBot, shapes: tuple[Any, ...]) -> None:
    form = shown_form(qtbot, pay(*shapes))
    form.resize(420, 600)
    qtbot.waitUntil(lambda: len(boxes(form)) == 1)
    assert names(form) == [] and boxes(form)[0].count() == len(shapes)


def test_a_wider_form_has_room_and_the_keyboard_stays_with_the_choice(qtbot: QtBot) -> None:
    form = shown_form(qtbot, pay(CARD, BANK, GIFT))
    form.resize(420, 600)
    qtbot.waitUntil(lambda: len(boxes(form)) == 1)
    boxes(form)[0].setFocus()
    form.resize(900, 600)
    qtbot.waitUntil(lambda: len(names(form)) == 3)
    assert not boxes(form) and find(form, QRadioButton, "pay_shape_0").hasFocus()
    form.resize(420, 600)
    qtbot.waitUntil(lambda: len(boxes(form)) == 1)
    assert boxes(form)[0].hasFocus()


def test_a_screen_reader_hears_what_is_chosen_and_among_what(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({**pay(CARD, BANK)["properties"], "b": {"type": "boolean"}}))
    for name, spoken in (("pay_shape_1", "Shape of pay: 계좌 이체"), ("b_true", "b: true")):
        button = find(form, QRadioButton, name)
        heard = QAccessible.queryAccessibleInterface(button)
        assert heard is not None and heard.role() == QAccessible.Role.RadioButton
        assert heard.text(QAccessible.Text.Name) == spoken and not heard.state().checked
        button.click()
        assert heard.state().checked


def test_values_go_on_in_the_next_line_where_the_form_is_narrow(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"e": {"enum": ["am", "noon", "pm", "night"]}}))
    first, last = (find(form, QRadioButton, f"e_{number}") for number in (0, 4))
    assert first.y() == last.y()
    form.resize(190, 600)
    qtbot.waitUntil(lambda: last.y() > first.y())
    qtbot.mouseClick(last, Qt.MouseButton.LeftButton)
    assert value(form) == {"e": "night"} and last.geometry().right() <= last.parentWidget().width()


def test_true_and_false_stand_in_one_line_beside_a_name_and_a_type(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({}), '{"extra": true}')
    form.resize(400, 600)
    qtbot.waitUntil(lambda: form.width() == 400)
    yes, no = (find(form, QRadioButton, f"extra_{state}") for state in ("true", "false"))
    qtbot.waitUntil(lambda: yes.y() == no.y())
