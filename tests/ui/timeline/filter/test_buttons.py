"""Switches beside the filter: a click puts a condition in or takes it out, and none is ever cut."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.storage.saved_filters import SavedFilter
from inspector.ui.timeline.filter.buttons import FilterButtons
from tests.ui.parts import the

SAVED = (
    SavedFilter("Group//Errors", "is:error", True),
    SavedFilter("No button", "is:late"),
    SavedFilter("Pending", "is:pending", True),
    SavedFilter("Findings", "is:finding", True),
)
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


class _Seen:
    """Switches over a text, which becomes what they want."""

    def __init__(self, qtbot: QtBot) -> None:
        self.text = ""
        self.window = QWidget()  # alone it would keep the room that its layout wants
        qtbot.addWidget(self.window)
        self.bar = FilterButtons(lambda: self.text, self.window)
        self.bar.wanted.connect(self._take)
        self.bar.show_filters(SAVED)
        self.window.resize(700, 60)
        self.bar.resize(600, 30)
        self.window.show()
        QApplication.processEvents()

    def _take(self, text: str) -> None:
        self.text = text

    def button(self, place: int) -> QToolButton:
        return the(self.bar, QToolButton, f"filter_button_{place}")

    @property
    def more(self) -> QToolButton:
        return the(self.bar, QToolButton, "filter_buttons_more")

    def shown(self) -> list[str]:
        QApplication.processEvents()
        return [self.button(place).text() for place in range(3) if self.button(place).isVisible()]

    def menu(self) -> list[QAction]:
        menu = self.more.menu()
        menu.aboutToShow.emit()
        return menu.actions()


@pytest.fixture
def it(qtbot: QtBot) -> _Seen:
    return _Seen(qtbot)


def test_there_is_one_for_each_filter_that_wants_it(it: _Seen) -> None:
    assert it.shown() == ["Errors", "Pending", "Findings"] and not it.more.isVisible()
    button = it.button(0)
    assert (button.accessibleName(), button.accessibleDescription()) == ("Errors", "is:error")
    assert "is:error" in button.toolTip() and button.isCheckable()
    it.bar.show_filters(SAVED[2:3])
    assert it.bar.findChild(QToolButton, "filter_button_1") is None
    assert it.button(0).text() == "Pending"
    it.bar.show_filters(SAVED[1:2])
    assert it.bar.isHidden() and it.bar.minimumSizeHint().width() == 0


def test_a_click_puts_the_condition_in_and_another_takes_it_out(it: _Seen) -> None:
    it.text = "tool == echo"
    QTest.mouseClick(it.button(1), LEFT)
    assert it.text == "tool == echo and is:pending" and it.button(1).isChecked()
    QTest.mouseClick(it.button(1), LEFT)
    assert it.text == "tool == echo" and not it.button(1).isChecked()


def test_one_takes_the_place_of_another_unless_control_is_held(it: _Seen, qtbot: QtBot) -> None:
    QTest.mouseClick(it.button(0), LEFT)
    QTest.mouseClick(it.button(1), LEFT)
    assert it.text == "is:pending" and not it.button(0).isChecked()
    QTest.mouseClick(it.button(2), LEFT, CONTROL)
    assert "is:pending" in it.text and "is:finding" in it.text
    assert [it.button(place).isChecked() for place in range(3)] == [False, True, True]
    QTest.mouseClick(it.window, LEFT)  # the key is up again


def test_switches_follow_the_text(it: _Seen) -> None:
    it.text = "is:finding and is:error"
    it.bar.follow()
    assert [it.button(place).isChecked() for place in range(3)] == [True, False, True]
    it.text = ""
    it.bar.show_filters(SAVED)
    assert not any(it.button(place).isChecked() for place in range(3))


def test_what_has_no_room_is_in_the_menu(it: _Seen) -> None:
    it.text = "is:finding"
    it.bar.follow()
    wide = it.bar.sizeHint().width()
    widths = [it.button(place).sizeHint().width() for place in range(3)]
    assert wide == sum(widths) + 2 * 4
    it.bar.resize(wide, 30)
    assert len(it.shown()) == 3 and not it.more.isVisible()
    it.bar.resize(wide - 1, 30)
    assert it.more.isVisible()
    room = widths[0] + 4 + it.more.sizeHint().width()
    it.bar.resize(room, 30)
    assert it.shown() == ["Errors"]
    it.bar.resize(room - 1, 30)
    assert it.shown() == []
    it.bar.resize(room, 30)
    entries = it.menu()
    assert [one.text() for one in entries] == ["Pending", "Findings"] == [one.text() for one in it.menu()]
    assert [one.isChecked() for one in it.menu()] == [False, True]
    assert "is:pending" in it.menu()[0].toolTip()
    it.menu()[0].trigger()
    assert it.text == "is:pending"
    assert it.bar.minimumSizeHint() == it.more.sizeHint()


def test_a_button_that_grows_takes_the_room_of_others(it: _Seen) -> None:
    it.bar.resize(it.bar.sizeHint().width(), 30)
    assert len(it.shown()) == 3
    it.button(0).setText("A much longer word than before")
    assert len(it.shown()) < 3 and it.more.isVisible()


def test_tab_goes_through_them_in_their_order(it: _Seen, qtbot: QtBot) -> None:
    for part in (*(it.button(place) for place in range(3)), it.more):
        part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    it.bar.resize(it.bar.sizeHint().width() - 1, 30)
    QApplication.processEvents()
    with qtbot.waitActive(it.window):
        it.window.activateWindow()
    shown = [it.button(place) for place in range(3) if it.button(place).isVisible()]
    shown[0].setFocus()
    for after in (*shown[1:], it.more):
        focus = QApplication.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        assert after.hasFocus()
