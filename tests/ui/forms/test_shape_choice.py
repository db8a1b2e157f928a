"""Where a shape is chosen: names side by side while there is room, else a box; the keyboard stays."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.segments import Segments, width_of
from inspector.ui.forms.shape_choice import ShapeChoice, ShapeLine

TWO = ["text", "number"]


def shown_choice(qtbot: QtBot, names: list[str], chosen: int = 0, room: int = 350) -> ShapeChoice:
    choice = ShapeChoice("shape", "Shape of x")
    qtbot.addWidget(choice)
    choice.offer(names, chosen)
    choice.fit(room)
    with qtbot.waitActive(choice):
        choice.show()
        choice.activateWindow()
    return choice


@pytest.mark.parametrize(
    ("names", "boxed"), [(["one"], True), (["a", "b"], False), (list("abcd"), False), (list("abcde"), True)]
)
def test_two_to_four_names_stand_side_by_side(qtbot: QtBot, names: list[str], boxed: bool) -> None:
    choice = shown_choice(qtbot, names, len(names) - 1)
    assert (choice.box is not None) is boxed and len(choice.buttons) == (0 if boxed else len(names))
    assert choice.chosen == len(names) - 1
    if choice.box is not None:
        assert [choice.box.itemText(number) for number in range(choice.box.count())] == names
        assert choice.box.currentIndex() == len(names) - 1 and choice.box.accessibleName() == "Shape of x"
        assert choice.box.objectName() == "shape_box"
    else:
        assert [one.objectName() for one in choice.buttons] == [f"shape_{n}" for n in range(len(names))]
        assert choice.buttons[0].accessibleName() == f"Shape of x: {names[0]}"


def test_names_need_their_width_and_never_more_than_a_share_of_a_wide_form(qtbot: QtBot) -> None:
    choice = ShapeChoice("shape", "Shape")
    qtbot.addWidget(choice)
    needed = width_of(TWO, choice.font())
    choice.offer(TWO, 0)
    assert choice.buttons, "in any form there is some room"
    for room, boxed in ((needed, False), (needed - 1, True), (5000, False)):
        choice.fit(room)
        assert (choice.box is not None) is boxed
    choice.offer(["a very long name " * 2, "another long name " * 2], 0)
    choice.fit(5000)
    assert choice.box is not None and choice.buttons == []
    again = choice.box
    choice.fit(4000)
    assert choice.box is again, "nothing is made anew for another room alone"


def test_what_a_user_chose_is_told_with_its_number_even_if_it_was_chosen(qtbot: QtBot) -> None:
    choice = shown_choice(qtbot, TWO)
    told: list[int] = []
    choice.activated.connect(told.append)
    for button in (choice.buttons[1], choice.buttons[1], choice.buttons[0]):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert told == [1, 1, 0]
    choice.offer(list("abcde"), 0)
    assert choice.box is not None
    choice.box.activated.emit(3)
    assert told == [1, 1, 0, 3]


def test_another_one_shown_as_chosen_takes_the_keyboard_of_the_choice(qtbot: QtBot) -> None:
    choice = shown_choice(qtbot, TWO)
    choice.choose(1)
    assert choice.focusProxy() is choice.buttons[1] and choice.chosen == 1
    choice.setFocus()
    assert choice.buttons[1].hasFocus()
    choice.fit(10)
    assert choice.box is not None and choice.box.currentIndex() == 1
    choice.offer(list("abcde"), 2)
    choice.choose(4)
    assert choice.box is not None and choice.box.currentIndex() == 4


def test_a_row_that_is_squeezed_becomes_a_box_and_comes_back_with_room(qtbot: QtBot) -> None:
    around, line, other = QWidget(), ShapeLine(ShapeChoice("shape", "Shape")), QLabel("beside")
    layout = QHBoxLayout(around)
    layout.addWidget(line)
    layout.addWidget(other)
    qtbot.addWidget(around)
    line.choice.offer(["text", "list of strings"], 1)
    around.resize(700, 60)
    around.show()
    qtbot.waitUntil(lambda: len(line.choice.buttons) == 2)
    line.choice.setFixedWidth(40)
    qtbot.waitUntil(lambda: line.choice.box is not None)
    line.choice.setMaximumWidth(1000)
    line.choice.setMinimumWidth(0)
    around.resize(900, 60)
    qtbot.waitUntil(lambda: len(line.choice.buttons) == 2)
    assert line.choice.chosen == 1


def test_arrows_and_ends_choose_and_a_key_that_is_none_goes_on(qtbot: QtBot) -> None:
    told: list[int] = []
    taken: list[int] = []

    def takes(event: object) -> bool:
        taken.append(event.key())  # type: ignore[attr-defined]
        return event.key() == Qt.Key.Key_T  # type: ignore[attr-defined,no-any-return]

    row = Segments(told.append, takes)
    qtbot.addWidget(row)
    for name in "abc":
        row.add(name, f"{name} & {name}", name, f"about {name}", quiet=name == "c")
    row.check(-1)
    with qtbot.waitActive(row):
        row.show()
        row.activateWindow()
    assert row.checked() == -1 and row.button() is row.buttons[0]
    assert [one.focusPolicy() for one in row.buttons] == [
        Qt.FocusPolicy.StrongFocus,
        Qt.FocusPolicy.ClickFocus,
        Qt.FocusPolicy.ClickFocus,
    ]
    assert (row.buttons[0].text(), row.buttons[0].toolTip()) == ("a && a", "about a")
    steps = [Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Home, Qt.Key.Key_Right]
    row.buttons[0].setFocus()
    for key in (*steps, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_T, Qt.Key.Key_X):
        qtbot.keyClick(QApplication.focusWidget(), key)
    assert told == [2, 1, 0, 0, 1, 2, 2, 1] and taken[-2:] == [Qt.Key.Key_T, Qt.Key.Key_X]
    row.go_on()
    row.go_on()
    assert told[-2:] == [2, 0] and row.checked() == 0 and row.buttons[0].hasFocus()
    row.check(7)
    assert row.checked() == -1 and not any(one.isChecked() for one in row.buttons)
    row.clear()
    assert row.buttons == [] and row.checked() == -1
    row.add("d", "d", "d")
    row.check(0)
    assert row.checked() == 0
