"""A box over the window: the keyboard goes into it and comes back, nothing falls through it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column
from inspector.ui.widgets.overlay import Overlay


class Window(QWidget):
    """Counts the clicks that come to it."""

    clicks = 0

    def mousePressEvent(self, event: object) -> None:
        self.clicks += 1


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Window:
    theme.install(qapp, "light")
    made = Window()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.setLayout(column(QLineEdit()))
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.findChild(QLineEdit).setFocus()
    return made


def box_of(window: Window, high: int = 0) -> Overlay:
    box = Overlay("box", 300, window)
    line = QLineEdit()
    box.setLayout(column(line))
    box.keep_height(high)
    return box


def test_the_keyboard_goes_into_it_and_back_to_where_it_was(window: Window) -> None:
    box, line = box_of(window), window.findChild(QLineEdit)
    told: list[bool] = []
    box.closed.connect(lambda: told.append(True))
    assert not box.isVisible()
    box.dismiss()
    assert told == []
    box.open()
    assert box.hasFocus() and box.isVisible()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible() and line.hasFocus() and told == [True]
    box.open()
    line.hide()
    box.dismiss()
    assert not line.hasFocus() and told == [True, True]


def test_it_stands_in_the_middle_and_follows_the_size_of_the_window(window: Window) -> None:
    box = box_of(window, 200)
    window.resize(700, 600)
    box.open()
    assert (box.x(), box.width(), box.height()) == (200, 300, 200) and 20 <= box.y() < 200
    window.resize(320, 400)
    assert (box.x(), box.width()) == (20, 280)
    window.resize(320, 150)
    assert (box.y(), box.height()) == (20, 110)
    theme.set_zoom(200)
    window.resize(900, 600)
    assert (box.width(), box.height()) == (600, 400)
    theme.set_zoom(100)
    box.dismiss()
    window.resize(800, 600)
    assert box.width() == 600, "what is not seen is not placed"


def test_enter_is_for_what_is_typed_here_and_a_click_does_not_fall_through(window: Window) -> None:
    ran: list[bool] = []
    action = QAction(window)
    action.setShortcut("Ctrl+Return")
    action.triggered.connect(lambda: ran.append(True))
    window.addAction(action)
    box = box_of(window, 200)
    box.open()
    QTest.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert ran == []
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(5, 190))
    assert window.clicks == 0
    for key, ours in ((Qt.Key.Key_Enter, True), (Qt.Key.Key_A, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        QApplication.sendEvent(box, event)
        assert event.isAccepted() is ours


def test_it_is_painted_on_a_ground_with_a_frame(window: Window) -> None:
    box = box_of(window, 200)
    box.open()
    box.setGraphicsEffect(None)  # type: ignore[arg-type]
    picture = box.grab().toImage()
    assert picture.pixelColor(150, 150) == theme.color("base")
    edge, border = picture.pixelColor(0, 170), theme.color("border")  # half of the line is in the pixel
    assert border.lightness() < edge.lightness() < theme.color("base").lightness()
