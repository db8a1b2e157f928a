"""The table of the ladder: which row is current and told, where it scrolls, and what Enter does."""

from __future__ import annotations

from array import array

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView
from pytestqt.qtbot import QtBot

from inspector.trace.journal import Journal
from inspector.trace.ladder.ladder import Lanes
from inspector.ui.analysis.ladder_model import NUMBER, STEPS, TIME, LadderModel
from inspector.ui.analysis.ladder_painter import least_width
from inspector.ui.analysis.ladder_view import LadderView
from inspector.ui.widgets import theme
from tests.ui.story import Story
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


class Bench:
    def __init__(self, journal: Journal, qtbot: QtBot) -> None:
        self.journal, self.model = journal, LadderModel(journal)
        self.view = LadderView(self.model)
        self.model.setParent(self.view)
        qtbot.addWidget(self.view)
        self.view.resize(900, 300)
        self.view.show()
        self.told: list[int | str] = []
        self.view.chosen.connect(self.told.append)
        self.view.asked_detail.connect(lambda: self.told.append("detail"))

    def show(self, *numbers: int) -> None:
        lanes = Lanes(self.journal.sessions(), user=True, names=("User", "Client"))
        self.model.show(array("q", numbers), lanes)
        self.view.fit_lanes()


@pytest.fixture
def bench(journal: Journal, story: Story, qtbot: QtBot) -> Bench:
    for number in range(60):
        story.stderr(str(number))
    journal.sync()
    made = Bench(journal, qtbot)
    made.show(*range(1, 61))
    return made


def test_a_row_that_is_chosen_here_is_told_and_one_that_is_shown_is_not(bench: Bench) -> None:
    bench.view.show_row(3)
    assert bench.view.currentIndex().row() == 3 and bench.told == []
    assert [index.row() for index in bench.view.selectionModel().selectedRows()] == [3]
    QTest.keyClick(bench.view, Qt.Key.Key_Down)
    assert bench.told == [5], "the number of the next record"
    bench.view.show_row(-1)
    assert not bench.view.currentIndex().isValid() and bench.told == [5]
    assert not bench.view.selectionModel().hasSelection()


def test_enter_and_a_double_click_ask_for_the_detail_of_a_row(bench: Bench) -> None:
    QTest.keyClick(bench.view, Qt.Key.Key_Return)
    assert bench.told == [], "there is no row"
    bench.view.show_row(0)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(bench.view, key)
    assert bench.told == ["detail", "detail"]
    QTest.keyClick(bench.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.told == ["detail", "detail"]
    bench.view.doubleClicked.emit(bench.view.currentIndex())
    assert bench.told == ["detail"] * 3


def test_a_shown_row_comes_into_sight_and_leaves_what_is_seen_across(bench: Bench) -> None:
    bench.view.resize(300, 300)
    across = bench.view.horizontalScrollBar()
    assert across.maximum() > 0
    across.setValue(20)
    bench.view.show_row(50)
    place = bench.view.rowViewportPosition(50)
    assert 0 <= place < bench.view.viewport().height() and across.value() == 20
    bar = bench.view.verticalScrollBar()
    before = bar.value()
    bench.view.show_row(49)
    assert bar.value() == before, "it is in sight"
    bench.view.verticalScrollBar().setValue(0)
    bench.view.show_row(49)
    assert bar.value() == 0, "the row that is current already moves nothing"


def test_a_row_is_put_at_the_top_with_what_was_hidden_of_it(bench: Bench) -> None:
    bench.view.to_place(10, 7)
    assert bench.view.rowViewportPosition(10) == -7
    bench.view.to_place(-1, 5)
    assert bench.view.rowViewportPosition(10) == -7


def test_it_knows_when_the_last_row_is_in_sight(bench: Bench) -> None:
    assert not bench.view.at_end()
    bench.view.scrollToBottom()
    assert bench.view.at_end()
    bench.show(1, 2)
    assert bench.view.at_end()


def test_lanes_take_the_room_there_is_but_never_less_than_they_need(bench: Bench) -> None:
    view = bench.view

    def taken() -> int:
        return sum(view.columnWidth(column) for column in (NUMBER, TIME, STEPS))

    for width in (900, 1200):
        view.resize(width, 300)
        assert taken() == view.viewport().width()
    view.resize(200, 300)
    assert view.columnWidth(STEPS) == least_width(3) and taken() > view.viewport().width()
    assert view.columnWidth(NUMBER) > view.fontMetrics().horizontalAdvance("8,888,888")
    assert view.columnWidth(TIME) > view.fontMetrics().horizontalAdvance("88888.888 s")
    assert view.rowHeight(0) == round(theme.row_height() * 1.34)


def test_nothing_to_show_is_said_in_the_middle(bench: Bench) -> None:
    bench.view.empty_text = lambda: "Nothing yet."
    assert not [one for one in strokes(bench.view.viewport()) if one.text == "Nothing yet."]
    bench.show()
    [text] = [one for one in strokes(bench.view.viewport()) if one.text == "Nothing yet."]
    assert text.side == "center" and text.colour == theme.color("muted").name()
    assert abs(text.middle.x() - bench.view.viewport().width() / 2) < 2


def test_it_is_a_plain_table_of_rows(bench: Bench) -> None:
    view = bench.view
    assert view.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
    assert view.selectionMode() == QAbstractItemView.SelectionMode.SingleSelection
    assert view.verticalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerPixel
    assert view.horizontalScrollMode() == QAbstractItemView.ScrollMode.ScrollPerPixel
    assert not view.tabKeyNavigation() and not view.showGrid() and not view.verticalHeader().isVisible()
    assert view.minimumHeight() == 48 and view.layoutDirection() == Qt.LayoutDirection.LeftToRight
    view.show_row(0)
    QTest.keyClicks(view, "5")
    assert view.currentIndex().row() == 0, "typing looks for nothing"
    assert view.horizontalHeader().selectionModel() is not view.selectionModel()
