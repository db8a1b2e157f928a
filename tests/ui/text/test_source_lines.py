"""Output of a program as lines: colours, and places in source files as links that open on a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from inspector.render.source_places import SourcePlace
from inspector.ui.text.source_lines import SourceLines

pytestmark = pytest.mark.gui
TRACEBACK = (
    "Traceback (most recent call last):",
    '  File "/x/\x1b[31my.py\x1b[0m", line 12, in boom',
    "    at f (/x/y.js:10:3) and /x/z.go:7",
)


class Shown(SourceLines):
    def __init__(self, qtbot: QtBot) -> None:
        super().__init__("lines", "stderr")
        qtbot.addWidget(self)
        self.resize(600, 200)
        self.wanted: list[tuple[str, int, int]] = []
        self.source_wanted.connect(self._take)
        self.add_lines(TRACEBACK)
        self.show()

    def _take(self, place: SourcePlace) -> None:
        self.wanted.append((place.path, place.line, place.column))

    def point(self, text: str) -> QPoint:
        """In the middle of the first letter of a text."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.toPlainText().index(text))
        return self.cursorRect(cursor).center() + QPoint(3, 0)

    def click(self, text: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mouseClick(self.viewport(), button, pos=self.point(text))


@pytest.fixture
def lines(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_a_click_on_a_place_wants_it_opened(lines: Shown) -> None:
    assert "\x1b" not in lines.toPlainText()
    lines.click("/x/y.py")
    lines.click("y.py")  # a colour begins here
    lines.click("/x/y.js")
    lines.click("/x/z.go")
    assert lines.wanted == [("/x/y.py", 12, 0), ("/x/y.py", 12, 0), ("/x/y.js", 10, 3), ("/x/z.go", 7, 0)]


def test_nothing_else_opens_anything(lines: Shown) -> None:
    lines.click("Traceback")
    lines.click("boom")
    QTest.mousePress(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.point("/x/y.js"))
    QTest.mouseMove(lines.viewport(), lines.point("/x/z.go"))
    QTest.mouseRelease(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.point("/x/z.go"))
    assert lines.wanted == []


def test_the_mouse_shows_what_can_be_opened(lines: Shown) -> None:
    QTest.mouseMove(lines.viewport(), lines.point("/x/y.py"))
    assert lines.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(lines.viewport(), lines.point("Traceback"))
    assert lines.viewport().cursor().shape() == Qt.CursorShape.IBeamCursor


def test_enter_opens_the_place_at_the_text_cursor(lines: Shown) -> None:
    cursor = lines.textCursor()
    for text in ("Traceback", "/x/y.js"):
        cursor.setPosition(lines.toPlainText().index(text))
        lines.setTextCursor(cursor)
        QTest.keyClick(lines, Qt.Key.Key_Return)
    assert lines.wanted == [("/x/y.js", 10, 3)]


def test_the_menu_offers_the_place_under_the_mouse(lines: Shown) -> None:
    for text, offered in (("/x/y.js", "Open y.js, line 10"), ("Traceback", "")):
        place = lines.point(text)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, lines.mapToGlobal(place))
        lines.contextMenuEvent(event)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        found = [one for one in menu.actions() if one.objectName() == "open_source"]
        assert [one.text() for one in found] == ([offered] if offered else [])
        for one in found:
            one.trigger()
        menu.close()
    assert lines.wanted == [("/x/y.js", 10, 3)]
