"""Text of any size is painted, scrolled, selected and copied by its bytes."""

from __future__ import annotations

import time
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QShortcut, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.render.search import Search
from inspector.ui.text.big_text import BigText
from inspector.ui.text.decorations import HOVER, VALUE
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


def ground_of(view: BigText, offset: int) -> str:
    """The colour under a character: the most frequent one around it."""
    place = place_of(view, offset)
    picture = view.viewport().grab().toImage()
    seen = [
        picture.pixelColor(place.x() + x, place.y() + y).name() for x in range(4, 9) for y in range(-4, 10)
    ]
    return max(set(seen), key=seen.count)


def wheel(view: BigText, angle: QPoint, pixels: int = 0) -> bool:
    """Turn the wheel; whether the view took it."""
    event = QWheelEvent(
        QPointF(20, 20), QPointF(view.mapToGlobal(QPoint(20, 20))), QPoint(0, pixels), angle,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view.viewport(), event)
    return event.isAccepted()


def first_line(view: BigText) -> int:
    return int(view.text_on_screen(40).splitlines()[0].split()[1])


@pytest.fixture
def lines(view: BigText) -> BigText:
    view.set_text(b"\n".join(b"line %d" % number for number in range(300)))
    return view


def test_the_wheel_goes_three_lines_a_notch_and_small_turns_add_up(lines: BigText) -> None:
    assert not wheel(lines, QPoint(0, 120)), "at its end it is for what is around"
    assert wheel(lines, QPoint(0, -120)) and first_line(lines) == 3
    seen = []
    for _ in range(4):
        assert wheel(lines, QPoint(0, -20))
        seen.append(first_line(lines))
    assert seen == [3, 4, 4, 5]
    assert wheel(lines, QPoint(), pixels=-3 * lines._layouts.line_height) and first_line(lines) == 8
    assert wheel(lines, QPoint(0, 120)) and first_line(lines) == 5
    wheel(lines, QPoint(-240, -120))
    assert first_line(lines) == 5, "it is meant sideways"


def test_keys_scroll_by_lines_and_pages(lines: BigText) -> None:
    page = (lines.viewport().height() - 3) // lines._layouts.line_height - 1
    seen = []
    keys = (
        Qt.Key.Key_Down,
        Qt.Key.Key_Down,
        Qt.Key.Key_Up,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_Space,
        Qt.Key.Key_PageUp,
    )
    for key in keys:
        QTest.keyClick(lines, key)
        seen.append(first_line(lines))
    assert seen == [1, 2, 1, 1 + page, 1 + 2 * page, 1 + page]
    QTest.keyClick(lines, Qt.Key.Key_End)
    assert first_line(lines) == 300 - page - 1


def test_rows_wrap_or_go_on_sideways(view: BigText) -> None:
    text = b"word " * 60 + b"\nshort"
    view.set_text(text)
    wrapped, bar = view.height_of(99), view.horizontalScrollBar()
    assert bar.maximum() == 0 and wrapped > view.height_of(1)
    view.set_wrapped(False)
    view.grab()
    assert view.height_of(99) < wrapped and bar.maximum() > 500
    view.scroll_to(295)
    assert bar.value() > 400 and place_of(view, 295), "though its line was on the screen"
    there = bar.value()
    view.scroll_to(290)
    assert bar.value() == there, "it is seen already"
    bar.setValue(0)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert bar.value() == 80
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert bar.value() == 40
    view.set_text(b"first\n" * 200 + text)
    view.grab()
    view.scroll_to(1200 + 295)
    assert bar.value() > 400 and place_of(view, 1200 + 295), "in a row that nobody has seen"
    view.scroll_to(0)
    assert bar.value() == 0
    view.set_wrapped(True)
    view.grab()
    assert bar.value() == 0 == bar.maximum()


def test_a_place_is_brought_a_third_down_unless_it_is_seen_already(lines: BigText) -> None:
    whole = bytes(lines.data())
    lines.scroll_to(whole.index(b"line 2\n"))
    assert first_line(lines) == 0
    lines.scroll_to(whole.index(b"line 200"))
    page = (lines.viewport().height() - 3) // lines._layouts.line_height
    assert first_line(lines) == 200 - page // 3
    lines.scroll_to(whole.index(b"line 201"))
    assert first_line(lines) == 200 - page // 3
    lines.verticalScrollBar().setValue(50 * 32)
    assert first_line(lines) == 50
    lines.verticalScrollBar().setValue(lines.verticalScrollBar().maximum())
    assert first_line(lines) == 300 - page


def test_what_the_mouse_is_over_is_told_once_and_that_it_left(view: BigText) -> None:
    view.set_text(b"hello world")
    told: list[object] = []
    view.hovered_at.connect(told.append)

    def move(offset: int) -> None:
        at = QPointF(place_of(view, offset))
        none, keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(view.viewport(), QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, keys))

    for offset in (3, 3, 7):
        move(offset)
    assert told == [3, 7]
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    move(7)
    assert told == [3, 7, None, 7]


def test_dragging_out_of_the_view_scrolls_and_selects_on(lines: BigText) -> None:
    port = lines.viewport()
    QTest.mousePress(port, Qt.MouseButton.LeftButton, pos=place_of(lines, 3))
    QTest.mouseMove(port, QPoint(20, port.height() + 2 * lines._layouts.line_height + 1))
    assert first_line(lines) == 2
    QTest.mouseMove(port, QPoint(20, port.height() + 1))
    assert first_line(lines) == 3 and lines.selection()[1] > 100 and lines.selection()[0] == 3
    QTest.mouseMove(port, QPoint(20, -1))
    assert first_line(lines) == 2
    QTest.mouseRelease(port, Qt.MouseButton.LeftButton)
    QTest.mouseClick(port, Qt.MouseButton.RightButton, pos=QPoint(20, 20))
    assert lines.selection()[0] == 3, "the other button is for the menu"


def test_grounds_say_what_is_selected_found_chosen_and_under_the_mouse(view: BigText) -> None:
    view.set_text(b"aaaa bbbb cccc dddd eeee")
    base = theme.color("base").name()
    assert ground_of(view, 1) == base
    view.tint((0, 4), (5, 9))
    assert view.tints() == ((0, 4), (5, 9))
    view.set_search(Search("dddd"))
    view.select(10, 14)
    view.set_marks([(20, 22, "error")])
    grounds = [ground_of(view, at) for at in (1, 6, 11, 16, 20)]
    tints = [
        theme.tint(*VALUE),
        theme.tint(*HOVER),
        theme.color("selection"),
        theme.tint("warning", 0.3),
        theme.tint("error", 0.25),
    ]
    assert grounds == [one.name() for one in tints]
    view.select_all()
    assert view.selection() == (0, 24) and ground_of(view, 1) == theme.color("selection").name()
    view.set_text(b"aaaa bbbb cccc dddd eeee")
    assert view.selection() == (0, 0) and view.tints() == ((0, 0), (0, 0))
    assert [ground_of(view, at) for at in (1, 20)] == [base, base] and ground_of(view, 16) != base, (
        "still looked for"
    )


def test_places_are_marked_beside_the_scroll_bar(lines: BigText) -> None:
    whole = bytes(lines.data())
    lines.show_places([0, whole.index(b"line 150"), whole.index(b"line 299")])
    assert lines.places.shares() == [0, 0.5, 299 / 300]
    lines.show_places(range(2001))
    assert len(lines.places.shares()) == 1001, "there are not as many pixels"
    picture = lines.places.grab().toImage()
    colour = theme.color("warning").name()
    lines.show_places([whole.index(b"line 150")])
    picture = lines.places.grab().toImage()
    marked = [
        y
        for y in range(picture.height())
        for x in range(picture.width())
        if picture.pixelColor(x, y).name() == colour
    ]
    assert marked and abs(sum(marked) / len(marked) - picture.height() / 2) < 6 and len(set(marked)) == 2
    lines.show_places([])
    picture = lines.places.grab().toImage()
    assert not any(
        picture.pixelColor(x, y).name() == colour
        for x in range(picture.width())
        for y in range(picture.height())
    )


def test_a_text_that_grows_is_taken_in_and_its_end_is_known(view: BigText) -> None:
    data = bytearray(b"line 0\n" * 10)
    view.set_text(data)
    assert not view.grow()
    end = view.verticalScrollBar().maximum()
    data += b"line 1\n" * 1000
    while view.grow(growing=True):
        pass
    view.settle()
    assert view.rows().count == 1011 and view.verticalScrollBar().maximum() > end
    for _ in view.index_rest():
        pass
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.text_on_screen(10_000).endswith("line 1\n")


def test_a_part_of_the_selection_is_given_out(view: BigText) -> None:
    view.set_text(b"0123456789")
    view.select(8, 2)
    assert view.selection() == (2, 8) and view.selected(3) == b"234" and view.selected(99) == b"234567"
