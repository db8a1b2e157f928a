"""What follows the keyboard, also at the end of a form."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.focus_in_sight import FocusInSight
from inspector.ui.widgets.tab_order import TabOrder


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
