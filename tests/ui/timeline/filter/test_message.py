"""What is wrong with a filter hangs below its line, in the window where the line is."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.timeline.filter.message import FilterMessage
from inspector.ui.widgets import theme
from tests.ui.parts import the
from tests.ui.strokes import strokes

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> QWidget:
    theme.install(qapp, "light")
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    return made


def line_in(window: QWidget, x: int, width: int) -> QLineEdit:
    line = QLineEdit(window)
    line.setGeometry(x, 20, width, 24)
    line.show()
    return line


def say(message: FilterMessage, words: str = "no") -> None:
    message.say(words, "error", "alert-circle-outline")


def test_it_hangs_below_its_line_as_wide_as_its_words_and_above_what_is_there(window: QWidget) -> None:
    line = line_in(window, 30, 200)
    message = FilterMessage("why", line)
    assert message.text() == "" and window.findChild(QFrame, "why") is None
    say(message)
    frame = the(window, QFrame, "why")
    assert (message.text(), frame.accessibleName()) == ("no", "no")
    assert frame.pos() == QPoint(30, line.geometry().bottom() + 3) and frame.width() < 100
    other = QWidget(window)
    other.setGeometry(frame.geometry())
    other.show()
    say(message)
    assert window.childAt(frame.geometry().center()) is other  # the mouse goes through it
    assert window.children().index(frame) > window.children().index(other)


def test_long_words_are_wrapped_within_the_window(window: QWidget) -> None:
    message = FilterMessage("why", line_in(window, 30, 200))
    say(message)
    low = the(window, QFrame, "why").height()
    say(message, "this is long " * 40)
    frame = the(window, QFrame, "why")
    assert frame.width() == 560 and frame.height() > 3 * low / 2
    right = FilterMessage("right", line_in(window, 400, 200))
    say(right, "this is long " * 40)
    frame = the(window, QFrame, "right")
    assert frame.geometry().right() == window.width() - 5


def test_a_wide_line_may_have_a_wide_message(window: QWidget) -> None:
    window.resize(1000, 300)
    message = FilterMessage("why", line_in(window, 10, 800))
    say(message, "this is long " * 40)
    assert the(window, QFrame, "why").width() == 800


def test_it_goes_and_comes_back_in_another_window(window: QWidget, qtbot: QtBot) -> None:
    line = line_in(window, 30, 200)
    message = FilterMessage("why", line)
    message.hide()
    say(message)
    frame = the(window, QFrame, "why")
    message.hide()
    assert message.text() == "" and not frame.isVisible()
    other = QWidget()
    qtbot.addWidget(other)
    other.resize(700, 300)
    other.show()
    line.setParent(other)
    line.show()
    say(message, "here")
    assert message.text() == "here" and the(other, QFrame, "why").isVisible() and not frame.isVisible()


def test_a_frame_that_went_with_its_window_is_made_anew(window: QWidget, qtbot: QtBot) -> None:
    line = line_in(window, 30, 200)
    message = FilterMessage("why", line)
    say(message)
    shiboken6.delete(the(window, QFrame, "why"))
    assert message.text() == ""
    message.hide()
    say(message, "again")
    assert message.text() == "again"


def test_it_is_painted_in_the_colour_of_its_role(window: QWidget) -> None:
    message = FilterMessage("why", line_in(window, 30, 200))
    for role in ("error", "warning"):
        message.say("no", role, "alert-outline")
        frame = the(window, QFrame, "why")
        bar = [one for one in strokes(frame) if one.how == "fill"]
        assert [one.colour for one in bar] == [theme.color(role).name()]
        assert bar[0].rect.width() == 3 and bar[0].rect.height() == frame.height()
        edge = frame.grab().toImage()
        assert edge.pixelColor(frame.width() - 1, 5) == theme.color(role) != edge.pixelColor(20, 2)
    assert the(window, QFrame, "why").testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
