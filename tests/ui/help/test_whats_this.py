"""A term beside what it was asked of: what it says, where it stands, and where the keyboard goes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.help.book import Term
from inspector.ui.help.whats_this import TermBubble, WhatsThis, spot
from tests.ui.parts import the

pytestmark = pytest.mark.gui
PING = Term("ping", "Ping", "Is anybody there?", "basic/utilities/ping")


class Bench:
    """A window with two lines and a bubble at the first."""

    def __init__(self) -> None:
        self.window = QWidget()
        self.window.resize(700, 500)
        self.lines = [QLineEdit(), QLineEdit()]
        layout = QVBoxLayout(self.window)
        for line in self.lines:
            layout.addWidget(line)
        self.window.show()
        self.window.activateWindow()
        self.told: list[str] = []

    def open(self) -> TermBubble:
        self.lines[0].setFocus()
        bubble = TermBubble(PING, self.window)
        bubble.more.connect(self.told.append)
        bubble.page_wanted.connect(lambda: self.told.append("page"))
        bubble.open(QRect(10, 10, 50, 20))
        return bubble


@pytest.fixture
def bench(qtbot: QtBot) -> Iterator[Bench]:
    made = Bench()
    qtbot.addWidget(made.window)
    qtbot.waitUntil(made.window.isActiveWindow)
    yield made


def test_it_says_the_term_its_rule_and_where_that_is_written(bench: Bench) -> None:
    bubble = bench.open()
    words = [one.text() for one in bubble.findChildren(QLabel) if one.isVisible()]
    assert {"Ping", "Is anybody there?", "basic/utilities/ping"} <= set(words)
    assert bubble.accessibleName() == "Ping"
    assert bubble.accessibleDescription() == "Is anybody there?\nbasic/utilities/ping"
    rule = the(bubble, QLabel, "term_rule")
    assert rule.textFormat() == Qt.TextFormat.PlainText and rule.wordWrap()
    assert the(bubble, QPushButton, "term_more").hasFocus()
    assert bench.window.rect().contains(bubble.geometry())


@pytest.mark.parametrize(("button", "told"), [("term_more", "ping"), ("term_help", "page")])
def test_its_links_lead_on_and_it_goes(bench: Bench, button: str, told: str) -> None:
    bubble = bench.open()
    the(bubble, QPushButton, button).click()
    assert bench.told == [told] and not bubble.isVisible() and bench.lines[0].hasFocus()


def test_escape_and_the_cross_give_the_keyboard_back(bench: Bench) -> None:
    bubble = bench.open()
    QTest.keyClick(bubble, Qt.Key.Key_Escape)
    assert not bubble.isVisible() and bench.lines[0].hasFocus()
    bubble = bench.open()
    the(bubble, QToolButton, "term_close").click()
    assert not bubble.isVisible() and bench.lines[0].hasFocus() and bench.told == []
    bubble = bench.open()
    bench.lines[0].hide()
    bubble.dismiss()
    assert not bench.lines[0].hasFocus(), "what is hidden gets nothing"


def test_going_on_elsewhere_in_the_window_closes_it_and_leaves_the_keyboard_there(bench: Bench) -> None:
    bubble = bench.open()
    the(bubble, QPushButton, "term_help").setFocus()
    assert bubble.isVisible(), "that is in it"
    bench.lines[1].setFocus()
    assert not bubble.isVisible() and bench.lines[1].hasFocus()


# -- a click says what is meant ----------------------------------------------------------------------------


def help_event(kind: QEvent.Type, place: QPoint) -> QHelpEvent:
    event = QHelpEvent(kind, place, place)
    event.setAccepted(False)
    return event


def test_the_next_click_is_told_once_with_its_place(bench: Bench) -> None:
    known, plain = QLabel("Sampling", bench.window), bench.lines[0]
    what = WhatsThis(bench.window)
    asked: list[tuple[QWidget, QPoint]] = []
    what.asked.connect(lambda *how: asked.append(how))
    what.choose()
    what.choose()
    for widget, there in ((known, True), (plain, False)):
        query = help_event(QEvent.Type.QueryWhatsThis, QPoint(1, 1))
        QCoreApplication.sendEvent(widget, query)
        assert query.isAccepted() is there
    QCoreApplication.sendEvent(known, help_event(QEvent.Type.WhatsThis, QPoint(3, 4)))
    assert asked == [(known, QPoint(3, 4))]
    QCoreApplication.sendEvent(known, help_event(QEvent.Type.WhatsThis, QPoint(3, 4)))
    assert len(asked) == 1


@pytest.mark.parametrize("how", ["escape", "leave", "stop"])
def test_choosing_can_be_given_up(bench: Bench, how: str) -> None:
    what = WhatsThis(bench.window)
    asked: list[object] = []
    what.asked.connect(lambda *one: asked.append(one))
    what.choose()
    if how == "escape":
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(bench.lines[0], key)
    elif how == "leave":
        QCoreApplication.sendEvent(bench.window, QEvent(QEvent.Type.LeaveWhatsThisMode))
    else:
        what.stop()
        what.stop()
    QCoreApplication.sendEvent(bench.lines[0], help_event(QEvent.Type.WhatsThis, QPoint(1, 1)))
    assert asked == []


# -- where it points ---------------------------------------------------------------------------------------


def test_it_points_at_a_small_thing_whole_and_at_the_click_on_a_large_one(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(900, 600)
    small, wide, high = (QWidget(window) for _ in range(3))
    for widget, rect in ((small, (10, 20, 300, 80)), (wide, (10, 200, 301, 30)), (high, (400, 10, 50, 81))):
        widget.setGeometry(*rect)
    window.show()
    assert spot(small, QPoint(5, 5)) == spot(small, None) == QRect(10, 20, 300, 80)
    assert spot(wide, None) == QRect(10, 200, 301, 30)
    assert spot(wide, QPoint(100, 5)) == QRect(10 + 88, 200 - 7, 24, 24)
    assert spot(high, QPoint(20, 50)) == QRect(400 + 8, 10 + 38, 24, 24)


def test_of_a_table_it_points_at_the_cell(qtbot: QtBot) -> None:
    table = QTableWidget(2, 2)
    qtbot.addWidget(table)
    table.setItem(1, 0, QTableWidgetItem("x"))
    table.resize(900, 300)
    table.show()
    viewport = table.viewport()

    def cell(row: int, column: int) -> QRect:
        rect = table.visualRect(table.model().index(row, column))
        return QRect(viewport.mapTo(table, rect.topLeft()), rect.size())

    place = table.visualRect(table.model().index(1, 0)).center()
    assert spot(viewport, place) == cell(1, 0)
    table.setCurrentCell(0, 1)
    assert spot(table, None) == cell(0, 1)
    table.setColumnWidth(0, 500)
    place = table.visualRect(table.model().index(1, 0)).center()
    wide = spot(viewport, place)
    assert (wide.width(), wide.height()) == (24, cell(1, 0).height()) and wide.top() == cell(1, 0).top()
    assert wide.center().x() in range(cell(1, 0).center().x() - 2, cell(1, 0).center().x() + 2)
