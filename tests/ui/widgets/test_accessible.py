"""A screen reader is told what our widgets are, and what stands in those that show a text."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.text.big_text import BigText
from inspector.ui.text.hex_view import HexView
from inspector.ui.text.picture import Picture
from inspector.ui.widgets import accessible
from inspector.ui.widgets.chip import Chip
from inspector.ui.widgets.controls import Notice


@pytest.fixture(autouse=True)
def taught(qapp: QApplication) -> None:
    accessible.install()


@pytest.mark.parametrize(
    ("make", "role"),
    [
        (BigText, QAccessible.Role.Document),
        (HexView, QAccessible.Role.Document),
        (lambda: Picture(b""), QAccessible.Role.Graphic),
        (lambda: Chip("x"), QAccessible.Role.StaticText),
        (lambda: Notice("n"), QAccessible.Role.Notification),
    ],
)
def test_each_has_its_role(qtbot: QtBot, make: object, role: QAccessible.Role) -> None:
    widget: QWidget = make()  # type: ignore[operator]
    qtbot.addWidget(widget)
    heard = QAccessible.queryAccessibleInterface(widget)
    assert heard is not None and heard.role() == role


def test_what_shows_a_text_is_described_by_it_and_by_words_of_its_own_before(qtbot: QtBot) -> None:
    text, view, label = BigText(), HexView(), QLabel("label")
    for widget in (text, view, label):
        qtbot.addWidget(widget)
    text.set_text(b"first line\nsecond " + b"x" * 3000)
    heard = QAccessible.queryAccessibleInterface(text)
    assert heard is not None
    kinds = QAccessible.Text
    assert (
        heard.text(kinds.Description).startswith("first line\nsecond x")
        and len(heard.text(kinds.Description)) == 2000
    )
    text.setAccessibleName("Text")
    assert heard.text(kinds.Name) == "Text"
    text.setAccessibleDescription("about it")
    assert heard.text(kinds.Description) == "about it"
    other = QAccessible.queryAccessibleInterface(view)
    assert other is not None and other.text(kinds.Description) == ""
