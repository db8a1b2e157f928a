"""Read from right to left: nothing overlaps, clicks hit what is seen, texts keep their order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLayout,
    QListView,
    QMainWindow,
    QRadioButton,
    QStackedLayout,
    QStatusBar,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.segments import Segments
from inspector.ui.locale.right_to_left import direction_of, in_order, isolated, write
from inspector.ui.text.big_text import BigText
from inspector.ui.widgets import theme
from inspector.ui.widgets.flow import Flow
from inspector.ui.widgets.plain import menu_text
from tests.conftest import Runner
from tests.ui.inks import Picture
from tests.ui.live import Live, live
from tests.ui.places import dialogs, places

pytestmark = pytest.mark.gui
_LEFT, _RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
_HEBREW = "\u05e9\u05dc\u05d5\u05dd"
_ARABIC = "\u0645\u0631\u062d\u0628\u0627"
_TURN = "\u202e"  # right-to-left override


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(_RIGHT)
    yield
    qapp.setLayoutDirection(_LEFT)


def _laid(layout: QLayout) -> Iterator[list[QWidget]]:
    """The visible widgets that stand beside or above each other in a layout, and in those within it."""
    beside: list[QWidget] = []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        widget, inner = item.widget(), item.layout()
        if widget is not None and widget.isVisible():
            beside.append(widget)
        if inner is not None:
            yield from _laid(inner)
    yield beside


def _misplaced(window: QWidget) -> list[str]:
    found = []
    for holder in (window, *window.findChildren(QWidget)):
        if isinstance(holder, QStatusBar):  # it makes its layout anew at each change; Python keeps old items
            continue
        layout = holder.layout()
        if layout is None or not holder.isVisible() or isinstance(layout, QStackedLayout):
            continue
        if isinstance(holder, QMainWindow):  # it lays out its bars itself
            continue
        overlap = 1 if isinstance(layout, Flow) else 0  # segments share a line
        for widgets in _laid(layout):
            for widget in widgets:
                if not holder.rect().contains(widget.geometry()) and not holder.visibleRegion().isEmpty():
                    found.append(f"{widget.objectName()} is outside of {holder.objectName()}")
            for one, other in combinations(widgets, 2):
                both = one.geometry().intersected(other.geometry())
                if both.width() > overlap and both.height() > overlap:
                    found.append(f"{one.objectName()} and {other.objectName()} overlap")
    return found


def _written_over(window: QWidget) -> list[str]:
    """Texts of one widget that are painted over one another."""
    found = []
    painted = sorted(set(Picture(window).painted), key=lambda ink: (ink.top, ink.left))
    for number, one in enumerate(painted):
        for other in painted[number + 1 :]:
            if other.top >= one.top + one.height:
                break
            both = one.rect.intersected(other.rect)
            if one.what == other.what and one.text != other.text and min(both.width(), both.height()) > 3:
                found.append(f"{one.text!r} and {other.text!r} in {one.what}")
    return found


@pytest.mark.usefixtures("mirrored")
def test_nothing_overlaps_and_nothing_is_outside_in_any_place(arun: Runner, tmp_path: Path) -> None:
    async def look() -> None:
        async with live(tmp_path) as it:
            it.window.resize(1280, 800)
            for part in (places(it), dialogs(it, tmp_path)):
                async for name, window in part:
                    assert _misplaced(window) == [], name
                    assert _written_over(window) == [], name

    arun(look())


async def _click_a_tool_and_a_value(it: Live) -> None:
    tools = await it.find(QListView, "tool_list")
    rows = (tools.model().index(at, 0) for at in range(tools.model().rowCount()))
    row = next(one for one in rows if one.data() == "slow_report")
    tools.scrollTo(row)
    QTest.mouseClick(tools.viewport(), Qt.MouseButton.LeftButton, pos=tools.visualRect(row).center())
    assert tools.currentIndex() == row
    yes = await it.find(QRadioButton, "field_ask_true")
    QTest.mouseClick(yes, Qt.MouseButton.LeftButton, pos=yes.rect().center())
    assert yes.isChecked()


async def _click_a_row_of_the_timeline(it: Live) -> None:
    view = it.window.timeline.view
    await it.until(lambda: view.model().rowCount() > 3, "rows")
    view.scrollToTop()
    cells = [view.visualRect(view.model().index(1, at)) for at in range(view.model().columnCount())]
    for column, cell in enumerate(cells):
        assert view.isColumnHidden(column) or view.columnAt(cell.center().x()) == column
    assert cells[0].left() > cells[5].left()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=cells[5].center())
    assert view.currentIndex().row() == 1


@pytest.mark.usefixtures("mirrored")
def test_clicks_hit_what_is_seen(arun: Runner, tmp_path: Path) -> None:
    async def click() -> None:
        async with live(tmp_path) as it:
            it.window.resize(1280, 800)
            await it.start_demo()
            assert it.window.bench.servers.x() > it.window.width() // 2
            await _click_a_tool_and_a_value(it)
            await _click_a_row_of_the_timeline(it)
            bar = next(
                one for one in it.window.findChildren(QTabBar) if one is it.window.workspace.tabs.tabBar()
            )
            QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(2).center())
            assert bar.currentIndex() == 2 and bar.tabRect(0).x() > bar.tabRect(1).x()

    arun(click())


@pytest.mark.usefixtures("mirrored")
def test_arrow_keys_go_where_they_point(qtbot: QtBot) -> None:
    chosen: list[int] = []
    row = Segments(chosen.append)
    qtbot.addWidget(row)
    for name in ("one", "two", "three"):
        row.add(name, name, name)
    row.resize(300, 40)
    row.check(1)
    row.show()
    assert row.buttons[0].x() > row.buttons[1].x() > row.buttons[2].x()
    QTest.keyClick(row.buttons[1], Qt.Key.Key_Left)
    QTest.keyClick(row.buttons[2], Qt.Key.Key_Up)
    QTest.keyClick(row.buttons[1], Qt.Key.Key_Right)
    assert chosen == [2, 1, 0]


def test_arrows_that_say_on_are_turned(qapp: QApplication) -> None:
    theme.install(qapp, "light")

    def picture(name: str) -> QImage:
        return theme.icon(name).pixmap(32, 32).toImage()

    on, back, play = picture("chevron-right"), picture("chevron-left"), picture("play")
    qapp.setLayoutDirection(_RIGHT)
    turned = [picture(name) for name in ("chevron-right", "chevron-left", "play")]
    qapp.setLayoutDirection(_LEFT)
    assert turned == [back, on, play]


@pytest.mark.parametrize(
    ("text", "plain", "turned"),
    [
        ("53 ms", _LEFT, _LEFT),
        ("✓ ok · 2.1 kB", _LEFT, _LEFT),
        ("한국어 3", _LEFT, _LEFT),
        (f"{_HEBREW}, 3 ms", _RIGHT, _RIGHT),
        (f"demo: {_ARABIC}", _LEFT, _RIGHT),
        (f"3 {_ARABIC}", _RIGHT, _RIGHT),
    ],
)
def test_a_line_is_read_as_its_words_are(
    qapp: QApplication, text: str, plain: Qt.LayoutDirection, turned: Qt.LayoutDirection
) -> None:
    before = direction_of(text)
    qapp.setLayoutDirection(_RIGHT)
    after = direction_of(text)
    qapp.setLayoutDirection(_LEFT)
    assert (before, after) == (plain, turned)


def _ink(text: str, area: QRect, rect: QRect) -> tuple[int, int]:
    """Where a text begins and ends."""
    image = QImage(area.size(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    write(painter, rect, Qt.AlignmentFlag.AlignVCenter, text, area)
    painter.end()
    every = ((x, y) for x in range(image.width()) for y in range(image.height()))
    dark = [x for x, y in every if image.pixelColor(x, y).lightness() < 128]
    return min(dark), max(dark)


def test_what_is_at_the_left_stands_right_in_a_mirrored_window(qapp: QApplication) -> None:
    area, rect = QRect(0, 0, 300, 30), QRect(10, 0, 120, 30)
    assert 10 <= _ink("echo", area, rect)[0] < 16
    qapp.setLayoutDirection(_RIGHT)
    turned = _ink("echo", area, rect)
    qapp.setLayoutDirection(_LEFT)
    assert 284 < turned[1] <= 290


def test_a_finished_sentence_keeps_its_order_around_the_names_in_it() -> None:
    ours, first, end = "\u200e", "\u2068", "\u2069"
    assert in_order("tools/list has no “x”") == "tools/list has no “x”"
    assert in_order("도구 이름이 같습니다: a, b") == "도구 이름이 같습니다: a, b"
    said = f"{_HEBREW}, {_ARABIC}: both names are taken"
    assert in_order(said) == f"{ours}{first}{_HEBREW}{end}, {first}{_ARABIC}{end}: both names are taken"
    assert direction_of(in_order(said)) == _LEFT and direction_of(isolated(_HEBREW)) == _RIGHT
    assert in_order(f"“{_HEBREW} {_HEBREW}_2” is not in the list") == (
        f"{ours}“{first}{_HEBREW} {_HEBREW}_2{end}” is not in the list"
    )
    assert in_order(f"no tool {_TURN}named so") == "no tool ⟨U+202E⟩named so"
    of_a_server = f"{_HEBREW}, {_HEBREW}: {_ARABIC} x"
    assert in_order(of_a_server) == of_a_server


def test_a_server_cannot_turn_our_words_around() -> None:
    assert isolated("demo") == "demo" and isolated("한국어 서버") == "한국어 서버"
    assert isolated(_HEBREW) == f"\u2068{_HEBREW}\u2069"
    assert isolated(f"good{_TURN}\u2069evil") == "\u2068good⟨U+202E⟩⟨U+2069⟩evil\u2069"
    assert menu_text(f"a{_TURN}b & c") == "\u2068a⟨U+202E⟩b && c\u2069"


def test_texts_of_servers_are_read_in_their_own_direction_in_results(qtbot: QtBot) -> None:
    view = BigText()
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.set_text(f"{_HEBREW} (3).\nplain".encode())
    view.show()
    laid = [view._layouts.row(number).layout.textOption() for number in (0, 1)]
    assert [one.textDirection() for one in laid] == [_RIGHT, _LEFT]
