"""What follows the keyboard, also at the end of a form."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.keyboard import focus_in_sight, tab_order
from inspector.ui.keyboard.focus_in_sight import FocusInSight
from inspector.ui.keyboard.tab_order import TabOrder, parts, put_in_order


def _order(area: QScrollArea, page: QWidget) -> QObject:
    order = TabOrder(area)
    order.watch(page)
    return order


def _in_sight(area: QScrollArea, _page: QWidget) -> QObject:
    return FocusInSight(area)


@pytest.mark.parametrize("make", [_order, _in_sight])
def test_the_keyboard_moves_while_the_collector_takes_a_form_apart(
    qtbot: QtBot, make: object, capfd: pytest.CaptureFixture[str]
) -> None:
    assert callable(make)
    area, page, lines = QScrollArea(), QWidget(), (QLineEdit(), QLineEdit())
    qtbot.addWidget(area)
    layout = QVBoxLayout(page)
    for line in lines:
        layout.addWidget(line)
    area.setWidget(page)
    follower = make(area, page)
    with qtbot.waitActive(area):
        area.show()
        area.activateWindow()
    lines[0].setFocus()
    vars(follower).clear()  # as the collector does, before Qt's part dies
    with qtbot.captureExceptions() as raised:
        lines[1].setFocus()
    assert lines[1].hasFocus() and not raised and "Slot" not in capfd.readouterr().err


def line(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setObjectName(name)
    return made


def walked(window: QWidget, times: int) -> list[str]:
    """Names of what has the keyboard after each Tab."""
    seen = []
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        seen.append(focus.objectName() if focus is not None else "")
    return seen


def names(found: Iterable[QWidget]) -> list[str]:
    return [one.objectName() for one in found]


def on_screen(qtbot: QtBot, window: QWidget) -> None:
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()


def test_parts_are_those_of_splitters_scroll_areas_and_layouts_as_they_are_seen(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    last, row = line("last"), QHBoxLayout()
    row.addWidget(line("in a row"))
    grid = QGridLayout()
    for name, place in (("below", (1, 0)), ("right", (0, 1)), ("left", (0, 0))):
        grid.addWidget(line(name), *place)
    layout.addWidget(last)
    layout.insertLayout(0, row)
    layout.insertLayout(1, grid)
    assert names(parts(page)) == ["in a row", "left", "right", "below", "last"]
    splitter = QSplitter(page)
    splitter.addWidget(line("first"))
    splitter.insertWidget(0, line("before it"))
    assert names(parts(splitter)) == ["before it", "first"]
    area = QScrollArea(page)
    assert names(parts(area)) == []
    area.setWidget(line("inside"))
    assert names(parts(area)) == ["inside"] and names(parts(last)) == []


def test_tab_goes_through_a_fixed_layout_as_it_is_seen(qtbot: QtBot) -> None:
    page = QWidget()
    second, first, label = line("second"), line("first"), QLabel("no stop")
    clicked = QPushButton("by the mouse")
    clicked.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    layout = QVBoxLayout(page)
    for part in (first, label, clicked, second):
        layout.addWidget(part)
    put_in_order(page)
    on_screen(qtbot, page)
    first.setFocus()
    assert walked(page, 2) == ["second", "first"]
    clicked.setFocus()
    assert walked(page, 1) == ["second"], "it goes on from there"


def test_a_stand_in_is_not_entered(qtbot: QtBot) -> None:
    class Box(QWidget):
        pass

    page, box = QWidget(), Box()
    qtbot.addWidget(page)
    box.setObjectName("box")
    inner, outer = line("inner"), QVBoxLayout(page)
    inner.setParent(box)
    QVBoxLayout(box).addWidget(inner)
    outer.addWidget(line("a"))
    outer.addWidget(box)
    outer.addWidget(line("b"))
    assert names(tab_order._stops(page, Box)) == ["a", "box", "b"]
    assert names(tab_order._stops(page)) == ["a", "inner", "b"]


def test_what_comes_later_is_put_in_its_place_before_tab_is_pressed(qtbot: QtBot) -> None:
    window = QWidget()
    around = QVBoxLayout(window)
    outside, area, page = line("outside"), QScrollArea(), QWidget()
    around.addWidget(outside)
    around.addWidget(area)
    layout = QVBoxLayout(page)
    layout.addWidget(line("a"))
    layout.addWidget(line("c"))
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    order = TabOrder(area)
    order.watch(page)
    on_screen(qtbot, window)
    outside.setFocus()
    order.settle()
    assert walked(window, 3) == ["a", "c", "outside"]
    added = line("b")
    layout.insertWidget(1, added)
    added.show()
    qtbot.waitUntil(lambda: order._is_stale)
    assert order._pause.isActive(), "from elsewhere Tab comes without asking"
    qtbot.waitUntil(lambda: not order._is_stale)
    assert walked(window, 4) == ["a", "b", "c", "outside"]
    page.findChild(QLineEdit, "a").setFocus()
    layout.addWidget(line("d"))
    qtbot.waitUntil(lambda: order._is_stale)
    assert not order._pause.isActive(), "while the user types there, it can wait"
    outside.setFocus()
    assert order._pause.isActive()
    order.settle()
    assert not order._pause.isActive() and not order._is_stale
    assert walked(window, 4) == ["a", "b", "c", "d"]


def test_only_the_page_that_is_watched_counts(qtbot: QtBot) -> None:
    area, old, new = QScrollArea(), QWidget(), QWidget()
    qtbot.addWidget(area)
    order = TabOrder(area)
    order.watch(old)
    order.settle()
    order.watch(new)
    assert order._is_stale
    order.settle()
    for page, stale in ((old, False), (new, True)):
        QApplication.sendEvent(page, QEvent(QEvent.Type.LayoutRequest))
        assert order._is_stale is stale
    order.settle()
    QApplication.sendEvent(new, QEvent(QEvent.Type.Resize))
    assert not order._is_stale
    order.settle()
    order._pause.stop()
    old.deleteLater()
    new.deleteLater()


def test_what_gets_the_keyboard_is_scrolled_into_sight_but_not_under_a_pressed_mouse(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    area, page = QScrollArea(), QWidget()
    layout = QVBoxLayout(page)
    for number in range(40):
        layout.addWidget(line(str(number)))
    area.setWidget(page)
    area.resize(200, 150)
    follower = FocusInSight(area)
    on_screen(qtbot, area)
    bar = area.verticalScrollBar()
    far, near = page.findChild(QLineEdit, "30"), page.findChild(QLineEdit, "0")
    assert far is not None and near is not None

    def seen(widget: QWidget) -> bool:
        top = widget.mapTo(area.viewport(), QPoint(0, 0)).y()
        return top >= 0 and top + widget.height() + 8 <= area.viewport().height()

    far.setFocus(Qt.FocusReason.OtherFocusReason)
    bar.setValue(0)  # as if it had had no place yet
    qtbot.waitUntil(lambda: seen(far))
    monkeypatch.setattr(focus_in_sight.QApplication, "mouseButtons", lambda: Qt.MouseButton.LeftButton)
    bar.setValue(bar.maximum())
    shown: list[bool] = []
    monkeypatch.setattr(follower, "_show", lambda: shown.append(True))
    near.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.wait(1)
    assert shown == []
