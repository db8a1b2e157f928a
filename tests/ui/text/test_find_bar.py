"""Looking for a text in a view over bytes: the bar and its keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from inspector.ui.text.big_text import BigText
from inspector.ui.text.find_bar import FindBar, Finder

pytestmark = pytest.mark.gui

TEXT = b"one two one\nthree One one"


@pytest.fixture
def text(qtbot: QtBot) -> BigText:
    made = BigText()
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.set_text(TEXT)
    made.show()
    return made


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    made = FindBar()
    qtbot.addWidget(made)
    return made


def press(bar: FindBar, name: str) -> None:
    QTest.mouseClick(bar.findChild(QToolButton, name), Qt.MouseButton.LeftButton)


def test_the_bar_opens_with_what_is_selected_on_one_line_only(bar: FindBar) -> None:
    assert not bar.isVisible()
    bar.open("some words")
    assert bar.isVisible() and bar.text() == "some words" == bar.line.selectedText()
    bar.open("two\nlines")
    assert bar.text() == "some words"
    bar.open()
    assert bar.text() == "some words" == bar.line.selectedText()


def test_keys_and_buttons_go_on_back_and_close(bar: FindBar) -> None:
    told: list[object] = []
    bar.wanted.connect(told.append)
    bar.closed.connect(lambda: told.append("closed"))
    bar.open()
    QTest.keyClick(bar.line, Qt.Key.Key_Return)
    QTest.keyClick(bar.line, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    press(bar, "find_next")
    press(bar, "find_previous")
    QTest.keyClick(bar.line, Qt.Key.Key_Escape)
    assert told == [True, False, True, False, "closed"] and not bar.isVisible()
    bar.open()
    press(bar, "find_close")
    assert told[5:] == ["closed"] and not bar.isVisible()


def test_typing_selects_the_first_match_and_counts_all(bar: FindBar, text: BigText, qtbot: QtBot) -> None:
    finder = Finder(bar, text)
    found: list[tuple[int, int]] = []
    finder.found.connect(lambda start, end: found.append((start, end)))
    finder.open()
    QTest.keyClicks(bar.findChild(QLineEdit, "find_text"), "one")
    qtbot.waitUntil(lambda: bar.status.text() == "1 of 4")
    assert text.selected(10) == b"one" and text.selection() == (0, 3)
    places = [text.selection()[0]]
    for count in (2, 3, 4, 1):
        finder.find()
        qtbot.waitUntil(lambda count=count: bar.status.text() == f"{count} of 4")  # type: ignore[misc]
        places.append(text.selection()[0])
    assert places == [0, 8, 18, 22, 0]
    finder.find(forward=False)
    qtbot.waitUntil(lambda: bar.status.text() == "4 of 4")
    assert found[-1] == (22, 25)


def test_what_is_not_there_is_said(bar: FindBar, text: BigText, qtbot: QtBot) -> None:
    finder = Finder(bar, text)
    finder.open()
    bar.line.setText("four")
    qtbot.waitUntil(lambda: bar.status.text() == "not found")
    finder.forget()
    assert bar.status.text() == ""


def test_an_expression_is_used_after_its_switch_and_a_broken_one_is_explained(
    bar: FindBar, text: BigText, qtbot: QtBot
) -> None:
    finder = Finder(bar, text)
    finder.open()
    bar.line.setText("t[wh]")
    qtbot.waitUntil(lambda: bar.status.text() == "not found")
    press(bar, "find_expression")
    assert bar.expression()
    qtbot.waitUntil(lambda: bar.status.text() == "1 of 2")
    assert text.selection() == (4, 6)
    bar.line.setText("t[wh")
    qtbot.waitUntil(lambda: bar.status.text().startswith("invalid expression: "))


def test_a_closed_bar_leaves_the_text_as_it_was_and_gives_the_keyboard_back(
    bar: FindBar, text: BigText, qtbot: QtBot
) -> None:
    finder = Finder(bar, text)
    finder.open()
    bar.line.setText("one")
    qtbot.waitUntil(lambda: len(text.places.shares()) == 4)
    bar.close_bar()
    assert text.places.shares() == [] and text._on_top.search is None and not bar.isVisible()
    assert text.window().focusWidget() is text
    finder.find()  # as F3 does: what was typed is looked for again
    qtbot.waitUntil(lambda: len(text.places.shares()) == 4)


def test_an_expression_that_cannot_be_used_says_why(bar: FindBar, text: BigText) -> None:
    Finder(bar, text)
    press(bar, "find_expression")
    assert bar.expression()
    bar.line.setText("(")
    assert bar.status.text().startswith("invalid expression: ") and text._on_top.search is None
    bar.line.setText("o.e")
    assert text.selection() == (0, 3)
    press(bar, "find_expression")
    assert not bar.expression() and bar.status.text() == "not found"
    bar.line.clear()
    assert bar.status.text() == ""
