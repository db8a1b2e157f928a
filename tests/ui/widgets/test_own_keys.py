"""A key that a widget has a use for comes to it, whatever menu has it too; others go their way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.text.find_bar import FindBar
from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme

PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.mark.parametrize(
    ("make", "key", "modifiers", "ours"),
    [
        (
            partial(FilterEdit, "filter"),
            Qt.Key.Key_Return,
            SHIFT,
            True,
        ),  # elsewhere it opens a window
        (partial(FilterEdit, "filter"), Qt.Key.Key_Return, CONTROL, False),  # Ctrl+Enter runs a tool
        (FindBar, Qt.Key.Key_Enter, SHIFT, True),
        (FindBar, Qt.Key.Key_Escape, PLAIN, True),  # Esc closes a window of its own
        (JsonViewer, Qt.Key.Key_F3, PLAIN, True),
        (JsonViewer, Qt.Key.Key_F3, SHIFT, True),
        (JsonViewer, Qt.Key.Key_F8, PLAIN, False),
    ],
)
def test_a_widget_keeps_its_own_keys(
    qtbot: QtBot,
    qapp: QApplication,
    make: Callable[[], QWidget],
    key: Qt.Key,
    modifiers: Qt.KeyboardModifier,
    ours: bool,
) -> None:
    theme.install(qapp, "light")
    widget = make()
    qtbot.addWidget(widget)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
    event.ignore()
    QApplication.sendEvent(widget, event)
    assert event.isAccepted() == ours
