"""Text of any size is painted, scrolled, selected and copied by its bytes."""

from __future__ import annotations

import time
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.text.big_text import BigText
from inspector.ui.text.highlight import viewer_spans
from inspector.ui.text.row_layouts import shown_text
from inspector.ui.widgets import theme


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> BigText:
    theme.install(qapp, "light")
    made = BigText()
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)  # keys of a shortcut go to the active window
    return made


def place_of(view: BigText, offset: int) -> QPoint:
    """A point of the viewport at which the offset is."""
    for y in range(4, view.viewport().height(), 4):
        for x in range(6, view.viewport().width(), 2):
            if view.offset_at(QPoint(x, y)) == offset:
                return QPoint(x, y)
    raise AssertionError(f"offset {offset} is not visible")


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "한글 텍스트",
        "emoji 🎉🎉 end",
        "שלום עולם",
        "tab\tnul\x00 bel\x07",
        "line\u2028sep",
        "a\u202eb",
    ],
)
def test_every_character_can_be_clicked_and_selected(view: BigText, text: str) -> None:
    data = text.encode()
    view.set_text(data)
    view.select(0, len(data))
    assert view.selected(1000) == data
    row = view._layouts.row(0)
    at = 0
    for char in text:
        assert row.offset_of(row.place_of(at)) == at
        at += len(char.encode())


def test_bytes_that_are_no_utf8_have_a_place_each(view: BigText) -> None:
    data = b"a\xff\xfeb"
    view.set_text(data)
    assert shown_text(data) == "a��b"
    row = view._layouts.row(0)
    assert [row.offset_of(row.place_of(at)) for at in range(5)] == [0, 1, 2, 3, 4]


def test_drag_selects_and_shift_click_extends(view: BigText, qtbot: QtBot) -> None:
    view.set_text(b"hello world\nsecond line")
    start, end = place_of(view, 6), place_of(view, 12)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, place_of(view, 18)
    )
    assert view.selected(100) == b"world\nsecond"


def test_ctrl_with_home_and_end_are_of_the_text_though_the_window_has_them(view: BigText) -> None:
    view.set_text(b"\n".join(b"line %d" % number for number in range(5000)))
    elsewhere: list[str] = []
    for key in ("Ctrl+Home", "Ctrl+End"):
        shortcut = QShortcut(key, view)
        shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
        shortcut.activated.connect(partial(elsewhere.append, key))
    view.setFocus()
    bar = view.verticalScrollBar()
    QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == bar.maximum()
    QTest.keyClick(view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert bar.value() == 0 and elsewhere == []


def test_double_click_selects_a_word(view: BigText, qtbot: QtBot) -> None:
    view.set_text('{"some_key": "값 하나"}'.encode())
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, 5))
    assert view.selected(100) == b"some_key"


def test_wheel_and_keys_reach_both_ends(view: BigText, qtbot: QtBot) -> None:
    view.set_text(b"\n".join(b"line %d" % number for number in range(5000)))
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.offset_at(QPoint(10, view.viewport().height() - 12)) > len(view.data()) - 40
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.offset_at(QPoint(6, 5)) == 0
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.offset_at(QPoint(6, 5)) > 0


def test_wrapped_row_scrolls_line_by_line(view: BigText) -> None:
    view.set_text(b"word " * 380)
    first = view.offset_at(QPoint(6, 5))
    view.scroll_lines(2)
    second = view.offset_at(QPoint(6, 5))
    assert first == 0
    assert 0 < second < 400
    view.scroll_lines(-5)
    assert view.offset_at(QPoint(6, 5)) == 0


def test_string_of_ten_megabytes_is_painted_at_once(view: BigText) -> None:
    data = b'"' + b"QUJD" * 2_500_000 + b'"'
    began = time.thread_time()
    view.set_text(data, viewer_spans)
    view.viewport().repaint()
    took = time.thread_time() - began
    while view.grow():
        pass
    began = time.thread_time()
    view.scroll_to(len(data) - 10)
    view.viewport().repaint()
    jumped = time.thread_time() - began
    assert took < 0.25  # some 10 ms when nothing else runs
    assert jumped < 0.25
    assert view.offset_at(QPoint(6, view.viewport().height() - 12)) > len(data) - 20_000


def test_scroll_to_brings_an_offset_into_view(view: BigText) -> None:
    data = b"\n".join(b"line %d" % number for number in range(20_000))
    view.set_text(data)
    at = data.index(b"line 12345")
    view.scroll_to(at)
    top = view.offset_at(QPoint(6, 5))
    bottom = view.offset_at(QPoint(6, view.viewport().height() - 5))
    assert top <= at <= bottom


def test_theme_and_zoom_change_while_it_is_open(view: BigText) -> None:
    view.set_text(b'{"a": 1}', viewer_spans)
    before = view.height_of(1)
    theme.set_mode("dark")
    theme.set_zoom(150)
    assert view.height_of(1) > before
    theme.zoom(0)
    theme.set_mode("light")
