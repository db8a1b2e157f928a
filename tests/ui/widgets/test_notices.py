"""What a window tells: one of each name; where boxes stand, when they go, and that they take nothing away."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QToolButton, QWidget, QWidgetItem
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import notices
from inspector.ui.widgets.controls import Notice, column, row
from inspector.ui.widgets.notices import Notices, Toast, Toasts
from tests.ui.form_driving import settle
from tests.ui.parts import the


class Window(QPlainTextEdit):
    """`low` is the y above which the boxes stand."""

    def __init__(self) -> None:
        super().__init__()
        self.low = 500
        self.boxes = Toasts(self, lambda: self.low)
        self.notices = Notices(self.boxes.boxes)


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    made = Window()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.hasFocus)
    yield made


def told(window: Window, qtbot: QtBot, name: str, role: str = "warning") -> Toast:
    notice = window.notices.show(name, "Something happened that takes more than a line to say. " * 2, role)
    assert isinstance(notice, Toast)
    notice.add_button(f"{name}_do", "Do something", print)
    notice.add_close(f"{name}_close")
    qtbot.waitUntil(notice.isVisible)
    QApplication.processEvents()
    return notice


def test_they_stand_above_the_lower_edge_and_push_nothing(window: Window, qtbot: QtBot) -> None:
    before = window.viewport().geometry()
    one, two = told(window, qtbot, "one"), told(window, qtbot, "two")
    boxes = window.boxes.geometry()
    assert window.viewport().geometry() == before and window.hasFocus()
    assert boxes.bottom() < window.low and boxes.right() < window.width()
    assert one.geometry().bottom() < two.geometry().top()
    cross, do = the(one, QToolButton, "one_close"), the(one, QPushButton, "one_do")
    assert cross.geometry().bottom() < do.geometry().top(), "the text has the room"
    window.low = 300
    window.resize(880, 600)
    assert window.boxes.geometry().bottom() < 300
    cross.click()
    the(two, QToolButton, "two_close").click()
    qtbot.waitUntil(lambda: not window.boxes.isVisible())


def test_no_item_of_the_layout_outlives_its_box(window: Window, qtbot: QtBot) -> None:
    """A wrapper of an item that Qt has freed ends the program when a new object gets its address."""

    def items() -> list[QWidgetItem]:
        return [one for one in gc.get_objects() if isinstance(one, QWidgetItem) and shiboken6.isValid(one)]

    before = items()
    told(window, qtbot, "one")
    window.notices.hide("one")
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.boxes.place()
    assert [one for one in items() if all(one is not other for other in before)] == []


def test_good_news_goes_when_it_is_read_and_errors_stay(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "_READ_MS", 50)
    bad, good = told(window, qtbot, "bad", "error"), told(window, qtbot, "good", "ok")
    good.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    place = QPointF(5, 5)
    QApplication.sendEvent(good, QEnterEvent(place, place, place))
    qtbot.wait(150)
    assert good.isVisible(), "who reads it has the time"
    good.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    QApplication.sendEvent(good, QEvent(QEvent.Type.Leave))
    qtbot.waitUntil(good.isHidden)
    assert bad.isVisible()


def test_esc_closes_the_one_with_the_keyboard(window: Window, qtbot: QtBot) -> None:
    one, two = told(window, qtbot, "one"), told(window, qtbot, "two")
    cross = the(two, QToolButton, "two_close")
    cross.setFocus()
    QTest.keyClick(cross, Qt.Key.Key_Escape)
    assert two.isHidden() and one.isVisible()


def test_a_place_of_its_own_has_a_strip(window: Window, qtbot: QtBot) -> None:
    place = column()
    lasting = Notices(place, boxes=False).show("full", "The disk is full.")
    assert not isinstance(lasting, Toast) and place.indexOf(lasting) == 0
    lasting.deleteLater()


def test_one_of_each_name_is_shown_where_it_belongs(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, place, corner = QWidget(), column(), row()
    qtbot.addWidget(window)
    window.setLayout(column(place, corner))
    window.move(300, 300)  # away from the mouse
    window.show()
    strips = Notices(place)
    first = strips.show("saved", "one", "error")
    second = strips.show("saved", "two", "warning")
    other = strips.show("lost", "three", place=corner)
    settle()
    shown = window.findChildren(Notice)
    assert [(one.objectName(), one.text()) for one in shown] == [("saved", "two"), ("lost", "three")]
    assert first not in shown and place.indexOf(second) == 0 and corner.indexOf(other) == 0
    assert other.sizeHint().height() < second.sizeHint().height(), "in a place of its own it is one line"
    qtbot.waitUntil(second.isVisible)
    monkeypatch.setattr(notices, "_READ_MS", 50)
    good = strips.show("done", "well", "ok")
    qtbot.waitUntil(good.isVisible)
    qtbot.waitUntil(good.isHidden)
    assert second.isVisible()
    strips.hide("saved")
    strips.hide("nobody")
    settle()
    assert not window.findChildren(Notice, "saved") and other.isVisible()
