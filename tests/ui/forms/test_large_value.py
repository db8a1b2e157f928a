"""A value too large for a line says what it is, and is opened as text on demand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.large_value import LargeValue
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided
from tests.ui.parts import the


class _Window(QWidget):
    """Hears the keys that nobody took."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[int] = []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.heard.append(event.key())


class _Seen:
    """A large value on the screen, which keys it offered and how often it was opened."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = _Window()
        qtbot.addWidget(self.window)
        self.taken: set[Qt.Key] = set()
        self.keys: list[int] = []
        self.opened = 0
        self.value = LargeValue("field_a", self._takes)
        self.value.setParent(self.window)
        self.value.opened.connect(self._count)
        self.value.resize(400, 30)
        self.other = QToolButton(self.window)
        self.window.resize(420, 60)
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()

    def _takes(self, event: QKeyEvent) -> bool:
        self.keys.append(event.key())
        return event.key() in self.taken

    def _count(self) -> None:
        self.opened += 1

    @property
    def words(self) -> Elided:
        return the(self.value, Elided, "")

    @property
    def button(self) -> QToolButton:
        return the(self.value, QToolButton, "field_a_open")

    def edge(self) -> QColor:
        """The colour of its outline, in the middle of its upper side."""
        QApplication.processEvents()
        return self.window.grab().toImage().pixelColor(self.value.x() + 200, self.value.y())


@pytest.fixture
def it(qtbot: QtBot, qapp: QApplication) -> _Seen:
    theme.install(qapp, "light")
    return _Seen(qtbot)


def test_it_says_its_size_in_bytes_and_how_it_begins_on_one_line(it: _Seen) -> None:
    text = "ä\n  b " + "x" * 3000
    it.value.show_text(text)
    assert it.words.text() == f"3.0 kB of text: ä b {'x' * 54}…"
    assert it.value.text() == text


def test_a_click_or_enter_opens_it(it: _Seen) -> None:
    it.value.show_text("x" * 1_000_000)
    assert it.button.isVisible()
    it.button.click()
    QTest.keyClick(it.value, Qt.Key.Key_Return)
    QTest.keyClick(it.value, Qt.Key.Key_Enter)
    assert it.opened == 3 and not it.keys


def test_what_no_area_takes_is_not_opened(it: _Seen) -> None:
    it.value.show_text("x" * 1_000_001)
    assert not it.button.isVisible()
    QTest.keyClick(it.value, Qt.Key.Key_Return)
    assert not it.opened and it.keys == [Qt.Key.Key_Return]


def test_other_keys_are_offered_and_go_on_when_nobody_takes_them(it: _Seen) -> None:
    it.value.show_text("x")
    it.taken = {Qt.Key.Key_V}
    QTest.keyClick(it.value, Qt.Key.Key_V)
    QTest.keyClick(it.value, Qt.Key.Key_F8)
    QTest.keyClick(it.value, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert it.keys == [Qt.Key.Key_V, Qt.Key.Key_F8, Qt.Key.Key_Shift, Qt.Key.Key_Return]
    assert it.window.heard == it.keys[1:] and not it.opened


def test_its_outline_says_that_it_has_the_keyboard(it: _Seen) -> None:
    it.value.show_text("x")
    it.other.setFocus()
    quiet = it.edge()
    it.value.setFocus()
    assert it.edge() != quiet
    assert it.edge() == theme.color("accent")
    it.other.setFocus()
    assert it.edge() == quiet


def test_words_take_the_room_and_the_button_stands_at_the_end(it: _Seen) -> None:
    it.value.show_text("y" * 100)
    it.value.ensurePolished()
    QApplication.sendPostedEvents(it.value, QEvent.Type.LayoutRequest)
    assert it.words.geometry().left() == theme.SPACE
    assert it.button.geometry().right() == it.value.rect().right() - 2
    assert it.button.geometry().left() == it.words.geometry().right() + 1 + theme.SPACE
    assert it.button.focusPolicy() == Qt.FocusPolicy.NoFocus
