"""Strips of a window: one of each name, good news goes by itself."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import toasts
from inspector.ui.widgets.controls import Notice, column, row
from inspector.ui.widgets.notices import Notices
from tests.ui.form_driving import settle


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
    monkeypatch.setattr(toasts, "_READ_MS", 50)
    good = strips.show("done", "well", "ok")
    qtbot.waitUntil(good.isVisible)
    qtbot.waitUntil(good.isHidden)
    assert second.isVisible()
    strips.hide("saved")
    strips.hide("nobody")
    settle()
    assert not window.findChildren(Notice, "saved") and other.isVisible()
