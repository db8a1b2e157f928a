"""A control that was taken away for a while gets the keyboard back, unless the user went on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.keyboard.focus_kept import FocusKept
from inspector.ui.widgets.controls import column


@pytest.fixture
def lines(qtbot: QtBot) -> list[QLineEdit]:
    """Three in the area and one outside of it; the first has the keyboard."""
    window, area = QWidget(), QWidget()
    qtbot.addWidget(window)
    made = [QLineEdit() for _ in range(4)]
    area.setLayout(column(*made[:3]))
    window.setLayout(column(area, made[3]))
    FocusKept(area)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    made[0].setFocus()
    made[0].window_kept = window  # type: ignore[attr-defined]
    return made


@pytest.mark.parametrize("how", ["setEnabled", "setVisible"])
def test_it_comes_back(lines: list[QLineEdit], how: str) -> None:
    take = getattr(lines[0], how)
    take(False)
    assert not lines[0].hasFocus()
    take(True)
    assert lines[0].hasFocus()


@pytest.mark.parametrize("went", ["key", "click", "another"])
def test_who_went_on_is_left_there(lines: list[QLineEdit], went: str) -> None:
    lines[0].setEnabled(False)
    there = next(one for one in lines if one.hasFocus())
    if went == "key":
        QTest.keyClick(there, Qt.Key.Key_A)
    elif went == "click":
        QTest.mouseClick(there, Qt.MouseButton.LeftButton)
    else:
        lines[3].setFocus()
        there = lines[3]
    lines[0].setEnabled(True)
    assert there.hasFocus()


def test_of_several_that_are_taken_one_after_the_other_the_first_comes_back(lines: list[QLineEdit]) -> None:
    lines[0].setEnabled(False)
    assert lines[1].hasFocus()
    lines[1].setEnabled(False)
    assert lines[2].hasFocus()
    lines[1].setEnabled(True)
    assert lines[2].hasFocus()
    lines[0].setEnabled(True)
    assert lines[0].hasFocus()


def test_what_is_not_in_the_area_is_not_kept(lines: list[QLineEdit]) -> None:
    lines[3].setFocus()
    lines[3].setEnabled(False)
    there = next(one for one in lines if one.hasFocus())
    lines[3].setEnabled(True)
    assert there.hasFocus() and not lines[3].hasFocus()
