"""A key that a widget has a use for comes to it, whatever menu has it too; others go their way."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.keyboard.own_keys import leaves_undo
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


UNDO, REDO = (Qt.Key.Key_Z, CONTROL), (Qt.Key.Key_Z, CONTROL | SHIFT)


def leaves(chord: tuple[Qt.Key, Qt.KeyboardModifier], widget: QWidget, *, always: bool = False) -> bool:
    return leaves_undo(QKeyEvent(QEvent.Type.KeyPress, *chord), widget, always=always)


@pytest.mark.parametrize("make", [QLineEdit, QPlainTextEdit])
def test_a_text_keeps_undo_while_it_has_something_for_it(
    qtbot: QtBot, make: Callable[[], QLineEdit | QPlainTextEdit]
) -> None:
    widget = make()
    qtbot.addWidget(widget)
    assert leaves(UNDO, widget) and leaves(REDO, widget)
    qtbot.keyClicks(widget, "x")
    assert not leaves(UNDO, widget) and leaves(REDO, widget)
    widget.undo()
    assert leaves(UNDO, widget) and not leaves(REDO, widget)
    widget.redo()
    assert leaves(UNDO, widget, always=True) and not leaves(UNDO, widget)
    assert not leaves((Qt.Key.Key_A, CONTROL), widget, always=True) and not leaves(
        (Qt.Key.Key_Z, PLAIN), widget
    )


def test_what_is_searched_for_in_a_box_is_a_text_and_other_widgets_have_none(qtbot: QtBot) -> None:
    box, plain = QComboBox(), QComboBox()
    box.setEditable(True)
    for widget in (box, plain):
        qtbot.addWidget(widget)
    qtbot.keyClicks(box.lineEdit(), "x")
    assert not leaves(UNDO, box, always=True), "it is no change of the value yet"
    assert leaves(UNDO, plain) and leaves(REDO, plain)
