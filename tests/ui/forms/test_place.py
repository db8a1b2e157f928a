"""What a form knows of who types in it goes with its fields."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.place import UnderWay
from inspector.ui.widgets.controls import column
from tests.ui.forms.test_composing import compose

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("whole", [False, True])
def test_a_field_may_go_while_somebody_composes_in_it(qtbot: QtBot, whole: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    form, field, other = QWidget(), QLineEdit(), QLineEdit()
    form.setLayout(column(field))
    window.setLayout(column(form, other))
    under_way = UnderWay(form, form.update)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    compose(field, "하")
    assert under_way.waits()

    gone: QWidget = form if whole else field
    gone.deleteLater()
    QCoreApplication.sendPostedEvents(gone, QEvent.Type.DeferredDelete)
    other.setFocus()
    assert other.hasFocus()
    if not whole:
        assert not under_way.waits()
