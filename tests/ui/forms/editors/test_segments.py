"""Values side by side in one frame: shapes with short names, true and false, short enums."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QComboBox, QHBoxLayout, QLabel, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.segments import Segments, width_of
from inspector.ui.forms.form import Form
from inspector.ui.forms.shape_choice import ShapeChoice, ShapeLine
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, shown_form, tool, value
from tests.ui.strokes import strokes

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
    around.setFont(QFont("DejaVu Sans", 9))  # whichever font the window has
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


# -- a row of values by itself -----------------------------------------------------------------------------


class Row:
    def __init__(self, qtbot: QtBot, qapp: QApplication, *texts: str) -> None:
        theme.install(qapp, "light")
        self.told: list[int] = []
        self.row = Segments(self.told.append)
        qtbot.addWidget(self.row)
        self.row.add("none", "not set", "x: not set", quiet=True)
        for number, text in enumerate(texts):
            self.row.add(f"value_{number}", text, f"x: {text}", f"about {text}")
        self.row.setGeometry(60, 60, 400, 30)  # the mouse is elsewhere
        self.row.show()
        self.row.activateWindow()
        qtbot.waitUntil(self.row.isActiveWindow)


@pytest.fixture
def row(qtbot: QtBot, qapp: QApplication) -> Row:
    return Row(qtbot, qapp, "am", "R&D")


def fills(row: Row) -> list[tuple[str, int]]:
    return [(one.colour, round(one.rect.left())) for one in strokes(row.row) if one.how == "fill"]


def test_a_value_is_chosen_by_a_click_and_shown_without_being_told(row: Row, qtbot: QtBot) -> None:
    none, am, research = row.row.buttons
    assert (research.text(), research.accessibleName(), research.toolTip()) == ("R&&D", "x: R&D", "about R&D")
    assert row.row.checked() == -1 and row.row.button() is none
    row.row.check(1)
    assert (row.row.checked(), row.told) == (1, []) and row.row.button() is am
    qtbot.mouseClick(research, Qt.MouseButton.LeftButton)
    assert (row.row.checked(), row.told) == (2, [2])
    for number in (-1, 3):
        row.row.check(number)
        assert row.row.checked() == -1 and row.row.button() is none
    row.row.check(0)
    assert row.row.checked() == 0 and not am.isChecked()


def test_tab_stops_once_at_the_value_that_is_chosen(row: Row) -> None:
    for chosen, stop in ((-1, 0), (2, 2), (1, 1)):
        row.row.check(chosen)
        stops = [bool(one.focusPolicy() & Qt.FocusPolicy.TabFocus) for one in row.row.buttons]
        assert stops == [number == stop for number in range(3)]
        assert all(one.focusPolicy() & Qt.FocusPolicy.ClickFocus for one in row.row.buttons)


def test_arrows_walk_and_stop_at_the_ends(row: Row, qtbot: QtBot) -> None:
    keys = Qt.Key
    for start, key, end in (
        (-1, keys.Key_Down, 0),
        (-1, keys.Key_Left, 2),
        (0, keys.Key_Left, 0),
        (2, keys.Key_Right, 2),
        (0, keys.Key_Right, 1),
        (1, keys.Key_Up, 0),
        (2, keys.Key_Home, 0),
        (0, keys.Key_End, 2),
    ):
        row.row.check(start)
        row.row.buttons[max(0, start)].setFocus()
        qtbot.keyClick(row.row.buttons[max(0, start)], key)
        assert row.row.checked() == end and row.row.buttons[end].hasFocus()
    row.told.clear()
    qtbot.keyClick(row.row.buttons[2], Qt.Key.Key_X)
    assert row.told == [] and row.row.checked() == 2


def test_going_on_comes_round_and_its_owner_may_take_a_key_first(row: Row, qtbot: QtBot) -> None:
    row.row.check(1)
    for wanted in (2, 0, 1):
        row.row.go_on()
        assert row.told[-1] == wanted == row.row.checked() and row.row.buttons[wanted].hasFocus()
    taken: list[int] = []
    held = Segments(row.told.append, lambda event: bool(taken.append(event.key()) or True))
    qtbot.addWidget(held)
    held.add("one", "one", "one")
    held.add("two", "two", "two")
    held.check(0)
    held.show()
    qtbot.keyClick(held.buttons[0], Qt.Key.Key_Right)
    assert taken == [Qt.Key.Key_Right] and held.checked() == 0


def test_cleared_values_are_gone_at_once_and_others_take_their_numbers(row: Row) -> None:
    old = list(row.row.buttons)
    row.row.clear()
    assert row.row.buttons == [] and all(one.isHidden() and one.objectName() == "" for one in old)
    row.row.add("new", "new", "new")
    row.row.buttons[0].click()
    assert row.told == [0] and row.row.checked() == 0


def test_the_chosen_value_is_filled_and_none_only_a_little(row: Row) -> None:
    none, am, _ = row.row.buttons
    row.row.check(1)
    assert fills(row) == [(theme.color("selection").name(), am.x())]
    row.row.check(0)
    [(quiet, left)] = fills(row)
    assert left == none.x() and quiet != theme.color("selection").name()
    row.row.check(-1)
    assert fills(row) == []
    lines = [one for one in strokes(row.row) if one.how == "line"]
    assert len(lines) == 2, "one between each two"
    for place, line in zip(row.row.buttons[1:], lines, strict=True):
        assert line.points[0][0] == place.x() + 0.5 == line.points[1][0]
        assert line.colour == theme.outline().name()


def test_the_frame_of_the_one_with_the_keyboard_is_double(row: Row) -> None:
    row.row.check(1)
    row.row.buttons[1].setFocus()

    def frames() -> list[float]:
        boxes = [one for one in strokes(row.row) if one.how == "shape"]
        return [one.rect.left() for one in boxes]

    x = row.row.buttons[1].x()
    assert frames() == [x + 0.5, x + 1.5]
    row.row.buttons[1].clearFocus()
    assert frames() == [x + 0.5], "it is a value"
    row.row.check(0)
    assert frames() == [], "and that is none"
    row.row.check(1)
    row.row.setEnabled(False)
    assert frames() == []


def test_words_have_room_as_they_are_when_chosen_and_stay_in_one_line(row: Row) -> None:
    _none, am, research = row.row.buttons
    before = [one.geometry() for one in row.row.buttons]
    row.row.check(1)
    assert [one.geometry() for one in row.row.buttons] == before, "nothing moves"
    bold = QFont(am.font())
    bold.setWeight(QFont.Weight.DemiBold)
    metrics = QFontMetrics(bold)
    assert am.sizeHint().width() == metrics.horizontalAdvance("am") + 16
    assert am.sizeHint().height() == metrics.height() + 8
    assert am.minimumSizeHint().width() == 16 and am.hitButton(am.rect().center())
    assert not am.hitButton(am.rect().bottomRight() + QPoint(2, 2))
    assert width_of(["am", "R&D"], am.font()) == am.sizeHint().width() + research.sizeHint().width() - 1
    ink = {one.text: one.colour for one in strokes(am) if one.how == "text"}
    assert ink == {"am": theme.color("text").name()}
    row.row.setEnabled(False)
    assert [one.colour for one in strokes(am) if one.how == "text"] == [theme.color("muted").name()]
    assert [one.text for one in strokes(research) if one.how == "text"] == ["R&D"]


def test_what_is_short_stays_in_one_line_and_what_is_long_may_break(qtbot: QtBot, qapp: QApplication) -> None:
    short, long = Row(qtbot, qapp, "a").row, Row(qtbot, qapp, *("a long value",) * 4).row
    assert short.minimumSizeHint() == short.sizeHint()
    assert long.minimumSizeHint().width() < long.sizeHint().width()
