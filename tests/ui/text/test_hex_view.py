"""Bytes in hexadecimal: places, selection, copying, and files larger than memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from inspector.ui.text.hex_view import HexView
from inspector.ui.widgets import theme
from tests.ui.strokes import Stroke, strokes


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


# -- what is painted -----------------------------------------------------------------------------------


def painted(view: HexView) -> list[Stroke]:
    return strokes(view.viewport())


def texts(view: HexView) -> list[str]:
    return [stroke.text for stroke in painted(view) if stroke.how == "text"]


def test_a_row_has_its_offset_two_halves_and_the_text(view: HexView) -> None:
    view.set_bytes(b"\x00A~\x7f 23456789abcdef" + b"\xff")
    assert texts(view) == [
        "00000000", "00 41 7e 7f 20 32 33 34", "35 36 37 38 39 61 62 63", ".A~. 23456789abc",
        "00000010", "64 65 66 ff", "def.",
    ]  # fmt: skip
    first, low, high, words = [stroke.rect for stroke in painted(view) if stroke.how == "text"][:4]
    assert (
        first.x() < low.x() < high.x() < words.x()
        and len({one.y() for one in (first, low, high, words)}) == 1
    )
    cell = view._cell
    assert abs(high.x() - low.x() - 25 * cell) < cell  # a gap after the eighth


def test_what_is_scrolled_to_is_painted_from_the_top(view: HexView) -> None:
    view.set_bytes(bytes(range(256)) * 10)
    view.verticalScrollBar().setValue(100)
    assert texts(view)[0] == "00000640"
    assert len([text for text in texts(view) if len(text) == 8]) <= view.height() / view.line_height() + 2


def test_selection_value_and_what_the_mouse_is_over_are_tinted_under_digits_and_text(view: HexView) -> None:
    view.set_bytes(bytes(48))
    line = view.line_height()

    def tints() -> list[tuple[int, int, str]]:
        """Row, how many letters wide, colour."""
        cell = view._cell
        fills = [one for one in painted(view) if one.how == "fill"]
        return [(round(one.rect.y() / line), round(one.rect.width() / cell), one.colour) for one in fills]

    assert tints() == []
    view.select(14, 33)
    colour = theme.color("selection").name()
    assert tints() == [
        (0, 5, colour),
        (0, 2, colour),
        (1, 48, colour),
        (1, 16, colour),
        (2, 2, colour),
        (2, 1, colour),
    ]
    view.select(0, 0)
    view.set_value(16, 18)
    view.set_hover(3, 4)
    assert [one[:2] for one in tints()] == [(0, 2), (0, 1), (1, 5), (1, 2)]
    assert (view.value(), view.hover()) == ((16, 18), (3, 4))
    view.set_bytes(bytes(8))
    assert tints() == [] and (view.value(), view.hover()) == ((0, 0), (0, 0))


def test_less_important_bytes_are_muted_and_only_they(view: HexView) -> None:
    view.set_bytes(bytes(range(65, 81)))
    view.set_quiet([(2, 4), (12, 20)])
    assert [view.is_quiet(at) for at in (1, 2, 3, 4, 11, 12, 15)] == [
        False,
        True,
        True,
        False,
        False,
        True,
        True,
    ]
    muted = theme.color("muted").name()
    quiet = [one.text for one in painted(view) if one.how == "text" and one.colour == muted]
    assert quiet == ["00000000", "43 44", "CD", "4d 4e 4f 50", "MNOP"]
    loud = [one.text for one in painted(view) if one.how == "text" and one.colour != muted]
    assert loud == ["41 42", "AB", "45 46 47 48", "49 4a 4b 4c", "EFGHIJKL"]


# -- where it scrolls ----------------------------------------------------------------------------------


def test_scrolling_to_bytes_is_by_the_least(view: HexView) -> None:
    view.set_bytes(bytes(16 * 100))
    bar, page = view.verticalScrollBar(), view._page()
    assert bar.maximum() == 100 - page and bar.pageStep() == page
    for start, end, top in (
        (0, 16, 0),
        (16 * (page - 1), 16 * page, 0),
        (16 * page, 16 * page + 1, 1),
        (16 * 50, 16 * 52, 52 - page),
        (16 * 45, 16 * 46, 45) if page < 7 else (16 * 46, 16 * 47, min(46, 52 - page)),
        (16 * 10, 16 * 90, 10),  # its beginning where there is no room for all of it
        (16 * 5, 16 * 5, 5),
    ):
        view.set_value(start, max(end, start + 1))
        assert bar.value() == top
    view.set_hover(16 * 80, 16 * 81, reveal=False)
    assert bar.value() == 5
    view.set_hover(16 * 80, 16 * 82)
    assert bar.value() == 82 - page
    view.set_value(0, 0)
    assert bar.value() == 82 - page


def test_a_slim_view_has_eight_bytes_a_row_and_keeps_what_is_at_the_top(view: HexView) -> None:
    view.set_bytes(bytes(1600))
    view.verticalScrollBar().setValue(40)
    cell = view._cell
    view.resize(int(60 * cell), 200)
    assert view.verticalScrollBar().value() == 80 and view.verticalScrollBar().maximum() == 200 - view._page()
    assert texts(view)[0] in ("0280", "00000280")
    assert view.horizontalScrollBar().maximum() == 0
    for column in range(8):
        assert view._offset_at(QPoint(int(view._text_x + column * cell) + 3, 3)) == 640 + column
    view.resize(int(20 * cell), 200)
    assert view.horizontalScrollBar().maximum() > 0


def test_offsets_have_as_many_digits_as_the_size_needs(view: HexView) -> None:
    view.resize(200, 200)
    view.set_bytes(bytes(0x10000))
    assert texts(view)[0] == "00000"
    view.set_bytes(bytes(0xFFFF))
    assert texts(view)[0] == "0000"


def test_home_and_end_go_to_the_ends(view: HexView) -> None:
    view.set_bytes(bytes(16 * 100))
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() > 0
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.verticalScrollBar().value() == 0
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.verticalScrollBar().value() == view._page()


# -- the mouse -----------------------------------------------------------------------------------------


def on_byte(view: HexView, number: int, row: int = 0) -> QPoint:
    return QPoint(int(view._hex_x(number)) + 3, int((row + 0.5) * view.line_height()))


def moved(view: HexView, to: QPoint, held: bool = False) -> None:
    button = Qt.MouseButton.LeftButton if held else Qt.MouseButton.NoButton
    place = QPointF(to)
    event = QMouseEvent(
        QEvent.Type.MouseMove, place, place, Qt.MouseButton.NoButton, button, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(view.viewport(), event)


def test_the_mouse_tells_which_byte_it_is_over_and_when_it_is_over_none(view: HexView) -> None:
    view.set_bytes(bytes(20))
    told: list[object] = []
    view.hovered.connect(told.append)
    text = int(view._text_x + 3 * view._cell) + 2
    behind = int(view._text_x + 16 * view._cell) + 2
    middle = int(view.line_height() / 2)
    for place in (on_byte(view, 2), on_byte(view, 3, 1), QPoint(text, middle)):
        moved(view, place)
    for place in (QPoint(3, middle), QPoint(behind, middle), on_byte(view, 0, 2), on_byte(view, 0)):
        moved(view, place)
    assert told == [2, 19, 3, None, None, None, 0]
    short = QPoint(int(view._text_x + 4 * view._cell) + 2, int(1.5 * view.line_height()))
    moved(view, short)  # behind the last byte of a short row
    assert told[-1] is None
    moved(view, on_byte(view, 1), held=True)
    assert len(told) == 8
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert told[8:] == [None]


def test_a_press_tells_its_byte_and_none_behind_the_end(view: HexView) -> None:
    view.set_bytes(bytes(20))
    told: list[object] = []
    view.pressed_at.connect(told.append)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=on_byte(view, 5))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=on_byte(view, 0, 5))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=on_byte(view, 7))
    assert told == [5] and view.selection() == (20, 20)


def test_shift_and_a_press_select_from_the_press_before(view: HexView) -> None:
    view.set_bytes(bytes(64))
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=on_byte(view, 12))
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, on_byte(view, 4)
    )
    assert view.selection() == (4, 12)


def test_a_drag_below_the_view_scrolls_and_one_above_scrolls_back(view: HexView) -> None:
    view.set_bytes(bytes(16 * 100))
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=on_byte(view, 0))
    for y, top in ((view.viewport().height() + 5, 1), (view.viewport().height() - 1, 1), (-3, 0)):
        moved(view, QPoint(on_byte(view, 0).x(), y), held=True)
        assert view.verticalScrollBar().value() == top
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=on_byte(view, 0))


def test_without_a_selection_the_chosen_value_is_copied_and_without_one_nothing(view: HexView) -> None:
    view.set_bytes(b"hello")
    QGuiApplication.clipboard().setText("before")
    view.copy_hex()
    view.copy_text()
    assert QGuiApplication.clipboard().text() == "before"
    view.set_value(1, 3)
    view.copy_text()
    assert QGuiApplication.clipboard().text() == "el"
    view.select(0, 1)
    view.copy_hex()
    assert QGuiApplication.clipboard().text() == "68"


def test_when_the_file_is_gone_what_is_in_memory_can_be_copied(view: HexView, tmp_path: Path) -> None:
    path = tmp_path / "whole.bin"
    path.write_bytes(b"0123456789")
    view.set_bytes(b"01234", total=10, path=str(path))
    view.select(3, 7)
    path.unlink()
    view.copy_text()
    assert QGuiApplication.clipboard().text() == "34"
    view.set_bytes(b"01234", total=5, path=str(path))
    assert view.size_shown() == 5


def test_the_menu_copies_and_selects(view: HexView) -> None:
    view.set_bytes(b"Hello")
    view.select_all()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), view.mapToGlobal(QPoint(5, 5)))
    view.contextMenuEvent(event)
    (menu,) = [one for one in view.findChildren(QMenu) if one.isVisible()]
    assert [one.objectName() for one in menu.actions()] == [
        "hex_view_copy_hex",
        "hex_view_copy_text",
        "hex_view_all",
    ]
    menu.actions()[1].trigger()
    assert QGuiApplication.clipboard().text() == "Hello"
    menu.close()
