"""Plain text is copied, found and offered in a menu."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from inspector.ui.text.text_viewer import TextViewer, copy_text

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def viewer(qtbot: QtBot) -> TextViewer:
    made = TextViewer()
    qtbot.addWidget(made)
    made.resize(300, 200)
    made.set_text("one two\nthree \ud800")
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


def copied() -> str:
    return QGuiApplication.clipboard().text()


def test_the_selection_is_copied_and_all_of_it_where_nothing_is_selected(viewer: TextViewer) -> None:
    assert viewer.view.hasFocus()
    QTest.keyClick(viewer.view, Qt.Key.Key_C, CONTROL)
    assert copied() == "one two\nthree \\ud800"
    viewer.view.select(4, 7)
    QTest.keyClick(viewer.view, Qt.Key.Key_C, CONTROL)
    assert copied() == "two"
    QTest.keyClick(viewer.view, Qt.Key.Key_A, CONTROL)
    assert viewer.view.selection() == (0, len(viewer.view.data()))


def test_bytes_that_are_no_text_are_copied_as_escapes_and_nothing_leaves_the_clipboard(
    viewer: TextViewer,
) -> None:
    copy_text(b"a\xff")
    assert copied() == "a\\xff"
    copy_text(b"")
    assert copied() == "a\\xff"
    viewer.set_bytes(b"b\xfe")
    viewer.copy()
    assert copied() == "b\\xfe"


def test_another_text_is_shown_from_its_beginning_and_not_searched_for_what_was(viewer: TextViewer) -> None:
    QTest.keyClick(viewer.view, Qt.Key.Key_F, CONTROL)
    line = viewer.findChild(QLineEdit, "find_text")
    assert isinstance(line, QLineEdit) and line.hasFocus()
    line.setText("two")
    assert viewer.view.selection() == (4, 7)
    viewer.set_text("\n".join(f"line {number}" for number in range(900)))
    assert viewer.view.selection() == (0, 0) and viewer.view.places.shares() == []
    assert viewer.height_of(3) == viewer.view.height_of(3) < viewer.height_of(9)


def test_the_menu_offers_what_the_keys_do(viewer: TextViewer) -> None:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), viewer.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(viewer, event)
    menu = viewer.findChild(QMenu)
    assert menu is not None and menu.isVisible()
    names = [action.objectName() for action in menu.actions()]
    assert names == ["text_viewer_copy", "text_viewer_select_all", "text_viewer_find"]
    copy = viewer.findChild(QAction, "text_viewer_copy")
    assert copy is not None
    viewer.view.select(0, 3)
    copy.trigger()
    assert copied() == "one"
    menu.close()
