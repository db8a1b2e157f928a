"""The list of proposals: where it opens, what it holds, which of them is current."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.widgets import theme
from inspector.ui.widgets.completion_popup import CompletionPopup


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> QWidget:
    theme.install(qapp, "light")
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(400, 400)
    made.show()
    return made


def line_at(window: QWidget, x: int, y: int, width: int = 200) -> QLineEdit:
    line = QLineEdit(window)
    line.setGeometry(x, y, width, 24)
    line.show()
    return line


def inks(popup: CompletionPopup, row: int) -> set[str]:
    place = popup.view.visualRect(popup.view.model().index(row, 0))
    picture = popup.view.viewport().grab(place).toImage()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def test_steps_go_round_and_pages_end_at_the_ends(window: QWidget) -> None:
    popup = CompletionPopup(window)
    popup.step(1)
    assert popup.current() is None and popup.values() == ()
    popup.show_values([f"v{number}" for number in range(20)], "", "muted", line_at(window, 10, 10))
    seen = []
    for by in (1, 1, -1, -1, 1, 8, 8, 8, -8, -8, -8):
        popup.step(by)
        seen.append(popup.current())
    assert seen == ["v0", "v1", "v0", "v19", "v0", "v8", "v16", "v19", "v11", "v3", "v0"]
    popup.show_values(["a", "b"], "", "muted", line_at(window, 10, 10))
    assert popup.current() is None, "nothing is chosen at first"
    popup.step(-1)
    assert popup.current() == "b"
    popup.hide()
    assert popup.values() == ()


def test_it_opens_below_its_line_and_above_it_where_there_is_no_room(window: QWidget) -> None:
    popup = CompletionPopup(window)
    upper, lower, right = (line_at(window, *place) for place in ((20, 50), (20, 350), (300, 50)))
    popup.show_values(["a", "b", "c"], "3 values", "muted", upper)
    assert (
        popup.pos() == QPoint(20, upper.geometry().bottom() + 2)
        and popup.width() == 200
        and popup.isVisible()
    )
    high = popup.view.sizeHintForRow(0)
    assert popup.height() == 3 * high + popup.about.height() + 2 and popup.view.height() == 3 * high
    popup.show_values(["a"], "", "muted", lower)
    assert popup.geometry().bottom() < 350 and popup.height() == high + 2 and popup.about.isHidden()
    popup.show_values(["a"], "", "muted", right)
    assert popup.geometry().right() == 400 - 4 - 1
    popup.show_values([], "Nothing fits.", "muted", upper)
    assert popup.view.isHidden() and popup.height() == popup.about.height() + 2
    popup.show_values([f"v{number}" for number in range(99)], "", "muted", upper)
    assert popup.view.height() < 99 * high and popup.geometry().bottom() < 400


def test_in_a_text_of_many_lines_it_opens_at_a_place_and_is_as_wide_as_it_needs(window: QWidget) -> None:
    popup = CompletionPopup(window)
    text = line_at(window, 10, 10, 380)
    popup.show_values(["a"], "", "muted", text, at=QRect(50, 4, 1, 12))
    assert popup.pos() == QPoint(60, 10 + 15 + 2) and popup.width() < 100
    popup.show_values(["a"], "", "muted", text, indent=30)
    assert popup.x() == 40 and popup.width() < 100
    narrow = popup.width()
    popup.show_values(["a"], "", "muted", text, docs=["what it means"], indent=30)
    assert popup.width() > narrow + popup.fontMetrics().horizontalAdvance("what it means")
    popup.show_values(["a " * 300], "", "muted", line_at(window, 10, 10, 50))
    assert popup.width() <= 392


def test_a_value_is_one_line_whatever_is_in_it_and_comes_back_whole(window: QWidget, qtbot: QtBot) -> None:
    popup = CompletionPopup(window)
    values = ["two\nlines", "", "plain"]
    popup.show_values(values, "words", "muted", line_at(window, 10, 10))
    model = popup.view.model()
    assert [model.index(row, 0).data() for row in range(3)] == ["two lines", " ", "plain"]
    assert popup.values() == tuple(values)
    told: list[str] = []
    popup.chosen.connect(told.append)
    for row in range(3):
        place = popup.view.visualRect(model.index(row, 0)).center()
        qtbot.mouseClick(popup.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told == values


def test_the_current_value_has_a_ground_and_what_it_means_is_said_quietly(window: QWidget) -> None:
    popup = CompletionPopup(window)
    popup.show_values(["a", "b"], "", "muted", line_at(window, 10, 10, 300), docs=["meaning"])
    popup.step(1)
    popup.step(1)
    assert theme.color("selection").name() in inks(popup, 1)
    assert theme.color("selection").name() not in inks(popup, 0)
    assert theme.color("muted").name() in inks(popup, 0) - inks(popup, 1)


def test_it_is_as_large_as_the_program_is_zoomed(window: QWidget) -> None:
    popup, line = CompletionPopup(window), line_at(window, 10, 10)
    heights = []
    for percent in (100, 200, 100):
        theme.set_zoom(percent)
        popup.show_values(["a"], "words", "muted", line)
        heights.append((popup.view.height(), popup.about.height()))
    assert heights[0] == heights[2] == (22, 22) and heights[1] == (46, 46)
