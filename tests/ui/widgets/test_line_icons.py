"""Signs and crosses in lines of text are as large as the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.timeline.filter.edit import FilterEdit
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import clearable, put_sign
from tests.ui.form_driving import find, shown_form, tool, value

pytestmark = pytest.mark.gui


@pytest.fixture(autouse=True)
def normal_size(qapp: QApplication) -> Iterator[None]:
    theme.install(qapp, "light")
    yield
    theme.set_zoom(100)


def line() -> QLineEdit:
    made = QLineEdit("words")
    made.setObjectName("search")
    put_sign(made, theme.icon("magnify", "muted"), "Search")
    clearable(made)
    return made


def widths(edit: QLineEdit) -> list[int]:
    QApplication.processEvents()
    return [button.width() for button in edit.findChildren(QToolButton)]


def test_they_follow_the_zoom_and_come_back(qtbot: QtBot) -> None:
    window, edit = QWidget(), line()
    qtbot.addWidget(window)
    window.setLayout(QVBoxLayout())
    window.layout().addWidget(edit)
    window.show()
    normal = widths(edit)
    assert len(normal) == 2
    theme.set_zoom(200)
    assert all(width > before * 1.5 for width, before in zip(widths(edit), normal, strict=True))
    later = line()
    window.layout().addWidget(later)
    assert widths(later) == widths(edit)
    assert all(button.geometry().bottom() < edit.height() for button in edit.findChildren(QToolButton))
    theme.set_zoom(75)
    assert all(width < before for width, before in zip(widths(edit), normal, strict=True))
    theme.set_zoom(100)
    assert widths(edit) == normal


def test_the_crosses_and_calendars_of_a_form_follow_too(qtbot: QtBot) -> None:
    theme.set_zoom(200)
    form = shown_form(qtbot, tool({"day": {"type": "string", "format": "date"}, "name": {"type": "string"}}))
    for key, text in (("day", "2026-01-31"), ("name", "words")):
        edit = find(form, QLineEdit, key)
        edit.setFocus()
        QTest.keyClicks(edit, text)
        assert edit.text() == text and edit.hasFocus()
        shown = [width for width in widths(edit) if width]
        assert shown and all(width > 30 for width in shown), key
    assert value(form) == {"day": "2026-01-31", "name": "words"}


def test_at_the_usual_size_a_line_keeps_the_style_of_the_program(qtbot: QtBot) -> None:
    edit = line()
    qtbot.addWidget(edit)
    assert edit.style() is QApplication.style()


@pytest.mark.parametrize(("before", "after"), [("dark", "light"), ("light", "dark")])
def test_a_line_keeps_the_colours_of_now_when_its_icons_grow(
    qtbot: QtBot, qapp: QApplication, before: str, after: str
) -> None:
    theme.install(qapp, before)
    window, edit = QWidget(), FilterEdit("filter")
    qtbot.addWidget(window)
    window.setLayout(QVBoxLayout())
    window.layout().addWidget(edit)
    window.show()
    theme.set_mode(after)
    theme.set_zoom(110)
    QApplication.processEvents()
    assert edit.palette().color(QPalette.ColorRole.Base) == theme.color("base")
    assert edit.palette().color(QPalette.ColorRole.Text) == theme.color("text")
