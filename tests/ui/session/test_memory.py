"""What a user has in a window comes along into the one that takes its place, whatever the controls are."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.session.memory import Remembers, give_back, memory_of


class Own(QWidget):
    """Remembers by itself; nobody looks at the line in it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("own")
        self.line = QLineEdit(self)
        self.line.setObjectName("inner")
        self.held: Any = "nothing"

    def memory(self) -> Any:
        return self.held

    def resume(self, memory: Any) -> None:
        self.held = memory


class Window(QWidget):
    """One control of each kind."""

    def __init__(self) -> None:
        super().__init__()
        layout = QVBoxLayout(self)

        def put(widget: Any, name: str) -> Any:
            widget.setObjectName(name)
            layout.addWidget(widget)
            return widget

        self.tabs = put(QTabWidget(), "tabs")
        for name in ("a", "b", "c"):
            self.tabs.addTab(QWidget(), name)
        self.tick, self.off = put(QCheckBox("tick"), "tick"), put(QCheckBox("off"), "off")
        self.plain = put(QPushButton("plain"), "plain")
        self.line, self.fixed = put(QLineEdit(), "line"), put(QLineEdit(), "fixed")
        self.fixed.setReadOnly(True)
        self.text, self.shown = put(QPlainTextEdit(), "text"), put(QPlainTextEdit(), "shown")
        self.shown.setReadOnly(True)
        self.box, self.free = put(QComboBox(), "box"), put(QComboBox(), "free")
        for box in (self.box, self.free):
            box.addItems(["x", "y", "z"])
        self.free.setEditable(True)
        self.number, self.part = put(QSpinBox(), "number"), put(QDoubleSpinBox(), "part")
        self.parts = put(QSplitter(), "parts")
        for _ in range(2):
            self.parts.addWidget(QWidget())
        self.own = put(Own(), "own")
        self.nameless = QLineEdit()
        layout.addWidget(self.nameless)
        self.resize(500, 900)
        self.show()


@pytest.fixture
def two(qtbot: QtBot) -> tuple[Window, Window]:
    made = Window(), Window()
    for one in made:
        qtbot.addWidget(one)
    return made


def hand_over(one: Window, other: Window) -> None:
    give_back(other, memory_of(one))


def test_what_was_typed_comes_along_with_its_cursor(two: tuple[Window, Window]) -> None:
    one, other = two
    QTest.keyClicks(one.line, "hello")
    one.line.setCursorPosition(2)
    QTest.keyClicks(one.text, "first second")
    one.text.moveCursor(QTextCursor.MoveOperation.StartOfWord)
    hand_over(one, other)
    assert (other.line.text(), other.line.cursorPosition()) == ("hello", 2)
    assert (other.text.toPlainText(), other.text.textCursor().position()) == ("first second", 6)


def test_what_a_program_wrote_is_the_business_of_the_new_window(two: tuple[Window, Window]) -> None:
    one, other = two
    for edit, text in ((one.fixed, "old"), (other.fixed, "new")):
        edit.setText(text)
    one.shown.setPlainText("old")
    other.shown.setPlainText("new")
    one.nameless.setText("old")
    hand_over(one, other)
    assert (other.fixed.text(), other.shown.toPlainText(), other.nameless.text()) == ("new", "new", "")


def test_tabs_choices_and_numbers_come_along(two: tuple[Window, Window]) -> None:
    one, other = two
    one.tabs.setCurrentIndex(2)
    one.box.setCurrentIndex(1)
    one.free.setEditText("something else")
    one.number.setValue(7)
    one.part.setValue(2.5)
    chosen: list[int] = []
    other.box.activated.connect(chosen.append)
    hand_over(one, other)
    assert (other.tabs.currentIndex(), other.box.currentText(), chosen) == (2, "y", [1])
    assert (other.free.currentText(), other.number.value(), other.part.value()) == ("something else", 7, 2.5)


def test_a_choice_that_is_gone_changes_nothing(two: tuple[Window, Window]) -> None:
    one, other = two
    one.box.setCurrentIndex(2)
    other.box.removeItem(2)
    hand_over(one, other)
    assert other.box.currentText() == "x"


def test_buttons_are_pressed_as_by_hand_and_only_where_they_differ(two: tuple[Window, Window]) -> None:
    one, other = two
    one.tick.setChecked(True)
    one.off.setChecked(True)
    other.off.setEnabled(False)
    pressed: list[str] = []
    for name in ("tick", "off", "plain"):
        getattr(other, name).clicked.connect(lambda *_on, name=name: pressed.append(name))
    hand_over(one, other)
    assert (other.tick.isChecked(), other.off.isChecked(), pressed) == (True, False, ["tick"])
    hand_over(one, other)
    assert pressed == ["tick"]


def test_who_remembers_by_itself_is_asked_and_nothing_in_it_is_looked_at(two: tuple[Window, Window]) -> None:
    one, other = two
    assert isinstance(one.own, Remembers)
    one.own.held = {"any": "thing"}
    one.own.line.setText("inner")
    hand_over(one, other)
    assert (other.own.held, other.own.line.text()) == ({"any": "thing"}, "")


def test_the_room_of_parts_and_the_place_in_a_text_come_when_all_is_laid_out(
    two: tuple[Window, Window], qtbot: QtBot
) -> None:
    one, other = two
    one.parts.setSizes([100, 300])
    for window in two:
        window.text.setPlainText("line\n" * 500)
        window.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    one.text.verticalScrollBar().setValue(250)
    hand_over(one, other)
    qtbot.waitUntil(lambda: other.text.verticalScrollBar().value() == 250)
    assert other.parts.sizes() == one.parts.sizes() != Window().parts.sizes()


def test_what_is_not_there_any_more_is_left_out(two: tuple[Window, Window], qtbot: QtBot) -> None:
    one, other = two
    QTest.keyClick(one.line, Qt.Key.Key_A)
    other.line.setObjectName("another")
    hand_over(one, other)
    assert other.line.text() == ""
