"""Enter presses the button with the keyboard; nothing else changes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot

from inspector.ui.keyboard import enter_key

pytestmark = pytest.mark.gui


class Box(QDialog):
    """A dialog with a default button and others."""

    def __init__(self) -> None:
        super().__init__()
        self.pressed: list[str] = []
        self.line = QLineEdit()
        self.go, self.other, self.tool, self.tick = (
            QPushButton("go"),
            QPushButton("other"),
            QToolButton(),
            QCheckBox("tick"),
        )
        self.go.setDefault(True)
        self.other.setAutoDefault(False)
        self.tool.setText("tool")
        self.tool.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        layout = QVBoxLayout(self)
        layout.addWidget(self.line)
        for button in (self.go, self.other, self.tool, self.tick):
            layout.addWidget(button)
            button.clicked.connect(self._note)

    def _note(self) -> None:
        sender = self.sender()
        assert isinstance(sender, QAbstractButton)
        self.pressed.append(sender.text())


@pytest.fixture
def box(qtbot: QtBot, qapp: QApplication) -> Iterator[Box]:
    enter_key.install(qapp)
    enter_key.install(qapp)
    made = Box()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    found = qapp.findChildren(enter_key.EnterKey)
    assert len(found) == 1
    qapp.focusChanged.disconnect(found[0].follow)
    found[0].setParent(None)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_focused_button_is_pressed_and_not_the_default_one(box: Box, key: Qt.Key) -> None:
    for button in (box.other, box.tool, box.go):
        button.setFocus()
        QTest.keyClick(button, key)
    assert box.pressed == ["other", "tool", "go"]
    box.tool.setFocus()
    QTest.keyClick(box.tool, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier)
    assert box.pressed[3:] == ["tool"]


def test_a_field_and_a_check_box_still_mean_the_default_button(box: Box) -> None:
    for part in (box.line, box.tick):
        part.setFocus()
        QTest.keyClick(part, Qt.Key.Key_Return)
    assert box.pressed == ["go", "go"] and not box.tick.isChecked()


def test_other_keys_and_disabled_buttons_press_nothing(box: Box) -> None:
    box.other.setFocus()
    for held in (Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier):
        QTest.keyClick(box.other, Qt.Key.Key_Return, held)
    QTest.keyClick(box.other, Qt.Key.Key_A)
    assert "other" not in box.pressed
    box.tool.setFocus()
    QTest.keyClick(box.tool, Qt.Key.Key_Space)
    assert box.pressed[-1] == "tool", "Space as ever"
