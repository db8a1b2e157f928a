"""Extra HTTP headers of a request, a line each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.errors import UsageError
from inspector.ui.panels.header_lines import HeaderLines
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column

pytestmark = pytest.mark.gui


@pytest.fixture
def box(qtbot: QtBot, qapp: QApplication) -> Iterator[HeaderLines]:
    theme.install(qapp, "light")
    made = HeaderLines("tool_headers")
    qtbot.addWidget(made)
    made.show()
    yield made
    theme.set_zoom(100)


def test_each_line_is_a_header_and_empty_lines_are_none(box: HeaderLines) -> None:
    assert box.headers() == ()
    box.setPlainText("X-One: 1\n\n  \nX-Two: a: b\n")
    assert box.headers() == (("X-One", "1"), ("X-Two", "a: b"))


def test_what_is_hidden_has_no_effect(box: HeaderLines) -> None:
    box.setPlainText("X-One: 1")
    box.hide()
    assert box.headers() == ()


def test_a_line_that_is_no_header_is_refused(box: HeaderLines) -> None:
    box.setPlainText("nothing of the kind")
    with pytest.raises(UsageError):
        box.headers()


def test_it_has_names_for_code_and_ears_and_says_what_to_type(box: HeaderLines) -> None:
    assert box.objectName() == "tool_headers"
    assert box.accessibleName() == "Extra HTTP headers of this request"
    assert box.placeholderText() == "Header: value, one per line; they override the app's"
    assert box.property("outlined") is True


def test_it_is_as_high_as_its_lines_in_the_font_of_code_at_every_zoom(box: HeaderLines) -> None:
    for percent in (100, 200):
        theme.set_zoom(percent)
        for lines in (2, 5):
            box.set_lines(lines)
            assert box.font().family() == theme.mono_font().family()
            assert box.height() == box.fontMetrics().lineSpacing() * lines + 12
    height = box.height()
    theme.set_zoom(100)
    assert box.height() < height


def test_tab_goes_on_to_the_next_control(qtbot: QtBot) -> None:
    window, box, after = QWidget(), HeaderLines("tool_headers"), QLineEdit()
    qtbot.addWidget(window)
    window.setLayout(column(box, after))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Tab)
    assert after.hasFocus() and box.toPlainText() == ""
