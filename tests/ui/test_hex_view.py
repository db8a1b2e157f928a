"""Bytes in hexadecimal: places, selection, copying, and files larger than memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui import theme
from inspector.ui.hex_view import HexView


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> HexView:
    theme.install(qapp, "light")
    made = HexView()
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)  # keys of a shortcut go to the active window
    return made


def test_drag_over_the_digits_selects_bytes(view: HexView, qtbot: QtBot) -> None:
    view.set_bytes(bytes(range(64)))
    y = int(view.line_height() * 1.5)
    start = QPoint(int(view._hex_x(2)) + 2, y)
    end = QPoint(int(view._hex_x(9)) + 2, y)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view.viewport(), end)
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=end)
    assert view.selection() == (18, 25)


def test_every_column_is_where_it_is_painted(view: HexView) -> None:
    view.set_bytes(bytes(16))
    for column in range(16):
        assert view._offset_at(QPoint(int(view._hex_x(column)) + 3, 3)) == column
        assert view._offset_at(QPoint(int(view._text_x + column * view._cell) + 3, 3)) == column


def test_copy_as_hexadecimal_and_as_text(view: HexView, qtbot: QtBot) -> None:
    view.set_bytes("Hi 가\xff".encode("latin-1", "ignore") + "가".encode() + b"\xff")
    view.select_all()
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "48 69 20 ff ea b0 80 ff"
    view.copy_text()
    assert QGuiApplication.clipboard().text() == "Hi \\xff가\\xff"


def test_rest_of_a_cut_record_comes_from_its_file(view: HexView, tmp_path: Path) -> None:
    whole = bytes(range(256)) * 4096
    path = tmp_path / "whole.bin"
    path.write_bytes(whole)
    view.set_bytes(whole[:1000], total=len(whole), path=str(path))
    assert view.size_shown() == len(whole)
    view.select(500_000, 500_004)
    view.copy_hex()
    assert QGuiApplication.clipboard().text() == whole[500_000:500_004].hex(" ")
    view.grab()


def test_cut_record_without_its_file_shows_what_is_there(view: HexView) -> None:
    view.set_bytes(b"abc", total=1000)
    assert view.size_shown() == 3
    view.set_bytes(b"")
    view.grab()


def test_hundred_megabytes_are_shown_at_once(view: HexView, qtbot: QtBot) -> None:
    view.set_bytes(bytes(100_000_000))
    QTest.keyClick(view, Qt.Key.Key_End)
    view.grab()
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() > 6_000_000
