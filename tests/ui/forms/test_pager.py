"""The line below a long list says what is shown, and leads to the other items."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.forms.pager import Pager
from tests.ui.parts import the


class _Seen:
    """A pager with pages of 10, its parts, and what it asked for."""

    def __init__(self, qtbot: QtBot) -> None:
        self.pager = Pager("list", 10)
        qtbot.addWidget(self.pager)
        self.wanted: list[int] = []
        self.pager.wanted.connect(self.wanted.append)

    def button(self, name: str) -> QToolButton:
        return the(self.pager, QToolButton, f"list_{name}")

    @property
    def line(self) -> QLineEdit:
        return the(self.pager, QLineEdit, "list_item")

    @property
    def words(self) -> QLabel:
        return the(self.pager, QLabel, "")


@pytest.fixture
def it(qtbot: QtBot) -> _Seen:
    return _Seen(qtbot)


@pytest.mark.parametrize(
    ("start", "count", "words", "before", "after"),
    [
        (0, 25, "0–9 of 25", False, True),
        (10, 25, "10–19 of 25", True, True),
        (20, 25, "20–24 of 25", True, False),
        (10, 20, "10–19 of 20", True, False),
        (0, 11, "0–9 of 11", False, True),
    ],
)
def test_it_says_which_items_are_shown_and_where_there_are_more(
    it: _Seen, start: int, count: int, words: str, before: bool, after: bool
) -> None:
    it.pager.show_page(start, count)
    assert it.words.text() == words
    assert (it.button("previous").isEnabled(), it.button("next").isEnabled()) == (before, after)


def test_a_list_of_one_page_needs_no_line(it: _Seen) -> None:
    it.pager.show_page(0, 11)
    assert not it.pager.isHidden()
    it.pager.show_page(0, 10)
    assert it.pager.isHidden()


def test_the_arrows_ask_for_the_pages_beside_this_one(it: _Seen) -> None:
    it.pager.show_page(14, 40)
    it.button("next").click()
    it.button("previous").click()
    it.pager.show_page(4, 40)
    it.button("previous").click()
    assert it.wanted == [24, 4, 0]


def test_an_item_is_gone_to_by_its_number_and_only_one_that_there_is(it: _Seen) -> None:
    it.pager.show_page(0, 25)
    QTest.keyClicks(it.line, "24")
    QTest.keyClick(it.line, Qt.Key.Key_Return)
    assert it.wanted == [24] and it.line.text() == ""
    QTest.keyClicks(it.line, "25")
    QTest.keyClick(it.line, Qt.Key.Key_Return)
    assert it.wanted == [24]
    it.line.setText("0")
    QTest.keyClick(it.line, Qt.Key.Key_Return)
    assert it.wanted == [24, 0]


def test_the_parts_stand_side_by_side_at_the_beginning(it: _Seen) -> None:
    it.pager.show_page(0, 25)
    it.pager.resize(900, 30)
    it.pager.show()
    parts = (it.button("previous"), it.words, it.button("next"), it.line)
    places = [part.geometry() for part in parts]
    assert places[0].left() == 0 and places[-1].width() <= 110
    for left, right in pairwise(places):
        assert right.left() == left.right() + 1 + 4
        assert abs(left.center().y() - right.center().y()) <= 1
