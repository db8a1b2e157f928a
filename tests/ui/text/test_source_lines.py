"""Output of a program as lines of a terminal, and places in source files as links that open on a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QTextBlock, QTextCursor, QTextFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from inspector.render.source_places import SourcePlace
from inspector.ui.text.source_lines import SourceLines
from inspector.ui.widgets import theme

_INK = QTextFormat.Property.ForegroundBrush.value
pytestmark = pytest.mark.gui
TRACEBACK = (
    "Traceback (most recent call last):",
    '  File "/x/\x1b[31my.py\x1b[0m", line 12, in boom',
    "    at f (/x/y.js:10:3) and /x/z.go:7",
)


class Shown(SourceLines):
    def __init__(self, qtbot: QtBot) -> None:
        super().__init__("lines", "stderr")
        qtbot.addWidget(self)
        self.resize(600, 200)
        self.wanted: list[tuple[str, int, int]] = []
        self.source_wanted.connect(self._take)
        self.add_lines(TRACEBACK)
        self.show()

    def _take(self, place: SourcePlace) -> None:
        self.wanted.append((place.path, place.line, place.column))

    def point(self, text: str) -> QPoint:
        """In the middle of the first letter of a text."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(self.toPlainText().index(text))
        return self.cursorRect(cursor).center() + QPoint(3, 0)

    def click(self, text: str, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        QTest.mouseClick(self.viewport(), button, pos=self.point(text))


@pytest.fixture
def lines(qtbot: QtBot) -> Shown:
    return Shown(qtbot)


def test_a_click_on_a_place_wants_it_opened(lines: Shown) -> None:
    assert "\x1b" not in lines.toPlainText()
    lines.click("/x/y.py")
    lines.click("y.py")  # a colour begins here
    lines.click("/x/y.js")
    lines.click("/x/z.go")
    assert lines.wanted == [("/x/y.py", 12, 0), ("/x/y.py", 12, 0), ("/x/y.js", 10, 3), ("/x/z.go", 7, 0)]


def test_nothing_else_opens_anything(lines: Shown) -> None:
    lines.click("Traceback")
    lines.click("boom")
    QTest.mousePress(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.point("/x/y.js"))
    QTest.mouseMove(lines.viewport(), lines.point("/x/z.go"))
    QTest.mouseRelease(lines.viewport(), Qt.MouseButton.LeftButton, pos=lines.point("/x/z.go"))
    assert lines.wanted == []


def test_the_mouse_shows_what_can_be_opened(lines: Shown) -> None:
    QTest.mouseMove(lines.viewport(), lines.point("/x/y.py"))
    assert lines.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(lines.viewport(), lines.point("Traceback"))
    assert lines.viewport().cursor().shape() == Qt.CursorShape.IBeamCursor


def test_enter_opens_the_place_at_the_text_cursor(lines: Shown) -> None:
    cursor = lines.textCursor()
    for text in ("Traceback", "/x/y.js"):
        cursor.setPosition(lines.toPlainText().index(text))
        lines.setTextCursor(cursor)
        QTest.keyClick(lines, Qt.Key.Key_Return)
    assert lines.wanted == [("/x/y.js", 10, 3)]


def test_the_menu_offers_the_place_under_the_mouse(lines: Shown) -> None:
    for text, offered in (("/x/y.js", "Open y.js, line 10"), ("Traceback", "")):
        place = lines.point(text)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, lines.mapToGlobal(place))
        lines.contextMenuEvent(event)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        found = [one for one in menu.actions() if one.objectName() == "open_source"]
        assert [one.text() for one in found] == ([offered] if offered else [])
        for one in found:
            one.trigger()
        menu.close()
    assert lines.wanted == [("/x/y.js", 10, 3)]


@pytest.mark.parametrize("percent", [100, 125, 150])
def test_the_strokes_of_a_box_meet_between_lines(qapp: QApplication, qtbot: QtBot, percent: int) -> None:
    theme.install(qapp, "light", percent)
    lines = SourceLines("lines", "stderr")
    qtbot.addWidget(lines)
    lines.resize(400, 300)
    lines.add_lines(["┌────┐", "│한글│", "│    │", "│日本│", "└────┘"])
    lines.show()
    picture = lines.viewport().grab().toImage()
    cursor = QTextCursor(lines.document())
    cursor.setPosition(lines.toPlainText().index("┌"))
    cell, height = QFontMetricsF(lines.font()).horizontalAdvance("0"), lines.line_height()
    left, top = lines.cursorRect(cursor).left(), lines.cursorRect(cursor).top()
    ground = picture.pixelColor(300, 200)
    theme.install(qapp, "light", 100)
    for column in (0, 5):  # the right one is behind wide characters
        middle = round(left + (column + 0.5) * cell)
        gaps = [
            y
            for y in range(top + height // 2 + 2, top + 4 * height + height // 2 - 2)
            if all(picture.pixelColor(x, y) == ground for x in range(middle - 2, middle + 3))
        ]
        assert gaps == [], column


def test_lines_with_other_fonts_are_as_high_as_the_others(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(["abc", "한글 日本語 🎉", "abc", "abc"])
    blocks = [lines.document().findBlockByNumber(number) for number in range(4)]
    heights = {lines.blockBoundingRect(block).height() for block in blocks[:3]}
    assert heights == {lines.line_height()}


def test_a_colour_lasts_until_the_program_ends_it(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(["\x1b[31mred", "still red\x1b[0m", "plain \x1b[32m"])
    assert [is_coloured(lines, text) for text in ("red", "still", "plain")] == [True, True, False]
    lines.add_lines(["green"])
    assert is_coloured(lines, "green")
    lines.clear()
    lines.add_lines(["green", "\x1b[mplain"])
    assert [is_coloured(lines, text) for text in ("green", "plain")] == [True, False]


def test_another_theme_gives_other_colours_and_keeps_the_place(lines: Shown, qapp: QApplication) -> None:
    lines.clear()
    lines.setMaximumBlockCount(100)
    lines.add_lines(f"\x1b[33mline {number}\x1b[0m 한글" for number in range(150))
    before, text = ink(lines, "line 90"), lines.toPlainText()
    lines.verticalScrollBar().setValue(40)
    lines.grab()
    theme.set_mode("dark")
    lines.grab()
    assert lines.verticalScrollBar().value() == 40 and lines.toPlainText() == text
    after = ink_of(lines, "line 92")
    theme.set_mode("light")
    lines.grab()
    assert after != before == ink_of(lines, "line 92") != ""


def test_only_lines_that_are_seen_get_their_formats(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(f"\x1b[33mline {number}\x1b[0m 한글" for number in range(2_000))
    lines.grab()
    dressed = [block for block in blocks(lines) if block.layout().formats()]
    assert 0 < len(dressed) < 100
    theme.set_mode("dark")
    lines.grab()
    theme.set_mode("light")
    assert dressed == [block for block in blocks(lines) if block.layout().formats()]
    assert ink(lines, "line 1500") != ""


def test_lines_without_escapes_and_wide_characters_have_no_formats(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(["plain", "\x1b[31mred\x1b[0m", "plain again", "한글"])
    lines.grab()
    assert [bool(block.layout().formats()) for block in blocks(lines)] == [False, True, False, True]


def test_lines_keep_their_colours_when_the_oldest_go(lines: Shown) -> None:
    lines.clear()
    lines.setMaximumBlockCount(10)
    for number in range(25):
        lines.add_lines([f"plain {number}", f"\x1b[31mred {number}\x1b[0m", "/x/y.py:1"])
    seen = [block.text() for block in blocks(lines)]
    assert seen[0] == "/x/y.py:1" and seen[-2] == "red 24" and len(seen) == 10
    assert {text: is_coloured(lines, text) for text in seen} == {text: "red" in text for text in seen}


def test_characters_outside_the_first_plane_do_not_move_colours(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(["🎉🎉\x1b[31mred\x1b[0m"])
    lines.grab()
    (found,) = [one for one in blocks(lines)[0].layout().formats() if one.format.hasProperty(_INK)]
    assert (found.start, found.length) == (4, 3)


def test_the_end_is_the_last_page_however_many_lines_came(lines: Shown) -> None:
    lines.clear()
    for count in (1, 300):
        lines.add_lines(str(number) for number in range(count))
    bar, fit = lines.verticalScrollBar(), lines.viewport().height() // lines.line_height()
    assert abs(bar.maximum() - (301 - fit)) <= 1


def test_what_hides_or_turns_text_is_to_be_seen(lines: Shown) -> None:
    lines.clear()
    lines.add_lines(["a\u202eb\u200bc\x07\x1b[31"])
    assert lines.toPlainText() == "a\ufffdb\ufffdc␇␛[31"
    lines.add_lines(["\ufdd0\u2029\n\r"])
    assert lines.blockCount() == 2, "nothing in a line ends it"


def test_lines_that_were_scrolled_to_look_as_if_nothing_had_come_before(lines: Shown, qtbot: QtBot) -> None:
    written = [f"\x1b[33mline {number:03}\x1b[0m 한글 │" for number in range(300)]
    lines.clear()
    lines.verticalScrollBar().setValue(0)
    for start in range(0, 300, 50):
        lines.add_lines(written[start : start + 50])
        lines.scroll_to(lines.verticalScrollBar().maximum())
    first = lines.firstVisibleBlock().blockNumber()
    other = SourceLines("other", "stderr")
    qtbot.addWidget(other)
    other.resize(lines.size())
    other.add_lines(written)
    other.show()
    other.verticalScrollBar().setValue(first)
    assert 270 < first < 300
    page = QRect(0, 0, 500, 10 * lines.line_height())  # without the scroll bar and the text cursor
    assert lines.viewport().grab(page).toImage() == other.viewport().grab(page).toImage()


def ink(lines: SourceLines, text: str) -> str:
    """The colour of a text that is scrolled to."""
    cursor = QTextCursor(lines.document())
    cursor.setPosition(lines.toPlainText().index(text))
    lines.setTextCursor(cursor)
    lines.grab()
    return ink_of(lines, text)


def ink_of(lines: SourceLines, text: str) -> str:
    """The colour that a text has now; none as long as nobody has seen it."""
    block = next(block for block in blocks(lines) if text in block.text())
    at = block.text().index(text)
    for one in block.layout().formats():
        if one.start <= at < one.start + one.length and one.format.hasProperty(_INK):
            return one.format.foreground().color().name()
    return ""


def blocks(lines: SourceLines) -> list[QTextBlock]:
    document = lines.document()
    return [document.findBlockByNumber(number) for number in range(document.blockCount())]


def is_coloured(lines: SourceLines, text: str) -> bool:
    return ink(lines, text) != ""
