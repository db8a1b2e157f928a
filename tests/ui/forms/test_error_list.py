"""The faults of a form in a list: the button says how many, the list leads to each."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Severity
from inspector.ui.forms.error_list import FaultList
from inspector.ui.forms.errors import Fault
from inspector.ui.widgets import theme
from tests.ui.parts import the


def _fault(number: int, severity: Severity = "error", *, follows: bool = False) -> Fault:
    return Fault(f"/f{number}", f"wrong\n {number}", severity, follows=follows)


class _Seen:
    """A list and its button on the screen, and what was chosen."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.faults = FaultList("form")
        self.chosen: list[Fault] = []
        self.faults.chosen.connect(self.chosen.append)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.faults.button)
        layout.addWidget(self.faults)
        self.window.resize(400, 400)
        with qtbot.waitActive(self.window):
            self.window.show()
            self.window.activateWindow()

    @property
    def rows(self) -> QListWidget:
        return the(self.faults, QListWidget, "form_faults")

    def lines(self) -> list[str]:
        return [self.rows.item(row).text() for row in range(self.rows.count())]


@pytest.fixture
def it(qtbot: QtBot, qapp: QApplication) -> _Seen:
    theme.install(qapp, "light")
    return _Seen(qtbot)


def test_nothing_is_shown_when_nothing_is_wrong(it: _Seen) -> None:
    assert it.faults.button.isHidden() and it.faults.isHidden()
    it.faults.button.setChecked(True)
    assert it.faults.isHidden()


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        (["error"], "1 problem"),
        (["error", "error", "warning", "note"], "2 problems"),
        (["warning", "note"], "1 warning"),
        (["warning", "warning"], "2 warnings"),
        (["note"], "Not checked"),
    ],
)
def test_the_button_counts_the_gravest(it: _Seen, kinds: list[Severity], words: str) -> None:
    it.faults.show_faults([_fault(number, kind) for number, kind in enumerate(kinds)])
    button = it.faults.button
    assert button.isVisible() and (button.text(), button.accessibleName()) == (words, words)
    assert "F8" in button.toolTip() and "f0: " in button.toolTip()
    it.faults.show_faults([])
    assert button.isHidden() and button.toolTip() == ""


def test_where_room_is_short_the_button_has_a_number_and_says_the_rest(it: _Seen) -> None:
    it.faults.show_faults([_fault(1), _fault(2), _fault(3, "warning")])
    it.faults.set_brief(True)
    button = it.faults.button
    assert (button.text(), button.accessibleName()) == ("2", "2 problems")
    assert "2 problems" in button.toolTip()
    it.faults.set_brief(False)
    assert button.text() == "2 problems"


def test_its_sign_is_that_of_the_gravest(it: _Seen) -> None:
    def sign() -> object:
        return it.faults.button.icon().pixmap(16, 16).toImage()

    seen = []
    for kind in ("error", "warning", "note"):
        it.faults.show_faults([_fault(1, "note"), _fault(2, kind)])
        seen.append(sign())
    assert seen[0] != seen[1] != seen[2] != seen[0]


def test_errors_stand_first_and_the_rest_as_in_the_form(it: _Seen) -> None:
    it.faults.show_faults(
        [_fault(1, "note"), _fault(2, "warning"), _fault(3), _fault(4, follows=True), _fault(5)]
    )
    assert it.lines() == [f"f{n}: wrong {n}" for n in (3, 5, 2, 1)]  # what follows others is left out


def test_a_fault_of_the_whole_names_no_place(it: _Seen) -> None:
    it.faults.show_faults([Fault("", "all of it", "error")])
    assert it.lines() == ["all of it"]


def test_the_button_opens_the_list_with_the_keyboard_in_it(it: _Seen) -> None:
    it.faults.show_faults([_fault(1), _fault(2)])
    assert it.faults.isHidden()
    it.faults.button.click()
    assert it.faults.isVisible() and it.rows.hasFocus() and it.rows.currentRow() == 0
    it.faults.button.click()
    assert it.faults.isHidden()


def test_it_opens_and_closes_without_taking_the_keyboard(it: _Seen) -> None:
    it.faults.show_faults([_fault(1)])
    it.faults.button.setChecked(True)
    assert it.faults.isVisible() and not it.rows.hasFocus()
    it.faults.close_list()
    assert it.faults.isHidden() and not it.faults.button.isChecked()


def test_it_stays_open_as_long_as_something_is_in_it(it: _Seen) -> None:
    it.faults.show_faults([_fault(1), _fault(2), _fault(3)])
    it.faults.button.click()
    it.rows.setCurrentRow(1)
    it.faults.show_faults([_fault(1), _fault(4)])
    assert it.faults.isVisible() and it.rows.currentRow() == 1
    it.faults.show_faults([_fault(1)])
    assert it.rows.currentRow() <= 0
    it.faults.show_faults([])
    assert it.faults.isHidden()


def test_a_click_or_enter_leads_to_the_fault(it: _Seen) -> None:
    faults = [_fault(1), _fault(2, "warning"), _fault(3, "note")]
    it.faults.show_faults(faults)
    it.faults.button.click()
    for row in range(3):
        where = it.rows.visualItemRect(it.rows.item(row)).center()
        QTest.mouseClick(it.rows.viewport(), Qt.MouseButton.LeftButton, pos=where)
    assert it.chosen == faults[:2]  # a note about the schema leads nowhere
    it.rows.setCurrentRow(0)
    QTest.keyClick(it.rows, Qt.Key.Key_Return)
    assert it.chosen[2:] == faults[:1]


def test_five_lines_are_seen_at_once_and_two_hundred_are_listed(it: _Seen) -> None:
    it.faults.show_faults([_fault(number) for number in range(2)])
    high = it.rows.height()
    it.faults.show_faults([_fault(number) for number in range(5)])
    line = (it.rows.height() - high) / 3
    assert line == it.rows.sizeHintForRow(0) and high == 2 * line + 2 * it.rows.frameWidth()
    it.faults.show_faults([_fault(number) for number in range(200)])
    assert it.rows.height() == 5 * line + 2 * it.rows.frameWidth()
    assert it.rows.count() == 200
    it.faults.show_faults([_fault(number) for number in range(203)])
    assert it.rows.count() == 201 and it.lines()[-1] == "and 3 more"
    it.faults.button.setChecked(True)
    it.rows.setCurrentRow(200)
    QTest.keyClick(it.rows, Qt.Key.Key_Return)
    assert it.chosen == []
    assert it.faults.button.toolTip().count("wrong") == 20


def test_the_list_is_as_high_after_a_zoom_and_back(it: _Seen) -> None:
    it.faults.show_faults([_fault(1)])
    it.faults.button.setChecked(True)
    heights = []
    for percent in (100, 200, 100):
        theme.set_zoom(percent)
        heights.append(it.rows.maximumHeight())
    assert heights[0] == heights[2] < heights[1]
