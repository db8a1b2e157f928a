"""What went over HTTP for a record: heads and events as lines, secrets as dots until somebody wants them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QFrame,
    QLabel,
    QMenu,
    QTreeWidgetItem,
)
from pytestqt.qtbot import QtBot

from inspector.ui.detail.http import HttpView, masked
from inspector.ui.detail.http_story import HttpPart
from inspector.ui.widgets import theme
from tests.ui.parts import the

POST = HttpPart("request", 3, "POST /mcp", "post-1", (("accept", "*/*"), ("Authorization", "Bearer abcdef")))
OK = HttpPart("response", 4, "200 OK", "post-1", (("content-type", "text/plain"),))
NOTE = HttpPart("note", 0, "the stream ended", "")
EVENT = HttpPart("event", 5, "Event", "", (("id", "7"),))
STORY = (POST, OK, NOTE, EVENT)


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication) -> HttpView:
    theme.install(qapp, "light")
    made = HttpView()
    qtbot.addWidget(made)
    made.resize(500, 400)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.show_story(STORY, "http")
    return made


def _top(view: HttpView, place: int) -> QTreeWidgetItem:
    found = view.table.topLevelItem(place)
    assert found is not None
    return found


def _line(view: HttpView, place: int, line: int) -> QTreeWidgetItem:
    found = _top(view, place).child(line)
    assert found is not None
    return found


def _act(view: HttpView, name: str) -> str:
    """What is in the clipboard after an action of the menu."""
    QGuiApplication.clipboard().setText("nothing")
    the(view.table, QAction, f"detail_http_{name}").trigger()
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("accept", "*/*", "*/*"),
        ("Authorization", "Bearer abc", "Bearer •••••••• (3)"),
        ("authorization", "abcd", "•••••••• (4)"),
        ("Set-Cookie", "a=b", "•••••••• (3)"),
        ("x-my-token-id", "a", "•••••••• (1)"),
        ("X-Api-Key", "Basic  ab", "Basic  •••••••• (2)"),
        ("cookies", "a=b", "a=b"),
    ],
)
def test_of_a_secret_its_scheme_and_its_length_are_shown(name: str, value: str, shown: str) -> None:
    assert masked(name, value) == shown


def test_parts_stand_below_each_other_with_their_lines(view: HttpView) -> None:
    assert view.text() == (
        "→ #3  POST /mcp   post-1\naccept: */*\nAuthorization: Bearer •••••••• (6)\n\n"
        "← #4  200 OK   post-1\ncontent-type: text/plain\n\n"
        "· the stream ended\n\n"
        "↯ #5  Event\nid: 7"
    )
    tops = [_top(view, place) for place in range(4)]
    assert all(top.isExpanded() and top.isFirstColumnSpanned() for top in tops)
    assert [top.font(0).bold() for top in tops] == [True, True, False, False]
    roles = ("client", "server", "muted", "server")
    assert [top.foreground(0).color() for top in tops] == [theme.color(role) for role in roles]
    line = tops[0].child(1)
    assert line is not None and line.foreground(0).color() == theme.color("key")
    assert line.font(1) == theme.mono_font() and "•" in line.toolTip(1)


def test_secrets_are_shown_on_demand_and_hidden_again_with_another_call(view: HttpView) -> None:
    box = the(view, QCheckBox, "detail_http_reveal")
    assert box.isVisible()
    box.click()
    assert "Authorization: Bearer abcdef" in view.text()
    view.show_story(list(STORY), "http")  # the same
    assert box.isChecked()
    view.show_story((POST, OK), "http")
    assert not box.isChecked() and "abcdef" not in view.text()
    view.show_story((OK,), "http")
    assert not box.isVisible()


@pytest.mark.parametrize(
    ("transport", "words"), [("stdio", "uses stdio"), ("websocket", "handshake"), ("http", "No HTTP head")]
)
def test_without_a_story_it_says_why(view: HttpView, transport: str, words: str) -> None:
    view.show_story((), transport)
    said = [label.text() for label in view.findChildren(QLabel) if label.isVisible()]
    assert not view.table.isVisible() and any(words in text for text in said)
    view.show_story(STORY, transport)
    assert view.table.isVisible()


def test_chosen_lines_are_copied_in_the_order_of_the_screen(view: HttpView) -> None:
    items = [
        _top(view, 1),
        _line(view, 0, 1),
        _line(view, 1, 0),
        _top(view, 0),
        _line(view, 0, 0),
    ]
    for item in items:
        item.setSelected(True)
    wanted = (
        "→ #3  POST /mcp   post-1\naccept: */*\nAuthorization: Bearer •••••••• (6)\n"
        "← #4  200 OK   post-1\ncontent-type: text/plain"
    )
    assert _act(view, "copy") == wanted
    QGuiApplication.clipboard().setText("nothing")
    view.table.setFocus()
    QTest.keyClick(view.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == wanted


def test_a_value_or_all_of_it_is_copied(view: HttpView) -> None:
    view.table.setCurrentItem(_line(view, 1, 0))
    assert _act(view, "copy_value") == "text/plain"
    view.table.setCurrentItem(_top(view, 2))
    assert _act(view, "copy_value") == "· the stream ended"
    assert _act(view, "copy_all") == view.text()
    view.table.setCurrentIndex(QModelIndex())
    assert _act(view, "copy_value") == "nothing"


def test_a_line_leads_to_its_record_and_a_note_nowhere(view: HttpView) -> None:
    asked: list[int] = []
    view.asked_record.connect(asked.append)
    for item in (_top(view, 0), _line(view, 1, 0), _top(view, 2)):
        view.table.setCurrentItem(item)
        _act(view, "go")
    view.table.setCurrentIndex(QModelIndex())
    _act(view, "go")
    assert asked == [3, 4]
    QTest.mouseDClick(
        view.table.viewport(),
        Qt.MouseButton.LeftButton,
        pos=view.table.visualItemRect(_top(view, 3)).center(),
    )


def test_the_menu_has_all_of_it(view: HttpView) -> None:
    view.table.customContextMenuRequested.emit(QPoint(10, 10))
    (menu,) = view.findChildren(QMenu)
    names = [one.objectName() for one in menu.actions()]
    assert names == [f"detail_http_{name}" for name in ("copy", "copy_value", "copy_all", "go")]
    assert menu.pos() == view.table.viewport().mapToGlobal(QPoint(10, 10))
    menu.close()


def test_more_of_the_same_story_leaves_the_reader_where_they_are(view: HttpView) -> None:
    many = tuple(HttpPart("event", n, f"Event {n}", "", (("id", str(n)),)) for n in range(1, 60))
    view.show_story(many, "http")
    bar = view.table.verticalScrollBar()
    assert bar.value() == 0
    bar.setValue(20)
    view.show_story((*many, EVENT), "http")
    assert bar.value() == 20
    view.show_story((*many[1:], EVENT), "http")
    assert bar.value() == 0


def test_it_follows_the_theme(view: HttpView, qapp: QApplication) -> None:
    theme.install(qapp, "dark")
    assert _top(view, 0).foreground(0).color() == theme.color("client")
    theme.install(qapp, "light")
    assert _top(view, 0).foreground(0).color() == theme.color("client")


def test_columns_and_rows_are_those_of_a_table_to_read(view: HttpView) -> None:
    table = view.table
    assert [table.headerItem().text(column) for column in (0, 1)] == ["Header", "Value"]
    assert table.header().sectionSize(0) == 168
    assert table.header().sectionSize(0) + table.header().sectionSize(1) == table.viewport().width()
    assert table.visualItemRect(_line(view, 0, 0)).height() == theme.row_height() - 4


def test_the_table_has_the_room_and_its_lines_are_to_read(view: HttpView) -> None:
    table, box = view.table, the(view, QCheckBox, "detail_http_reveal")
    assert table.frameShape() == QFrame.Shape.NoFrame and table.indentation() == 14
    assert table.uniformRowHeights() and table.allColumnsShowFocus()
    assert table.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    assert table.accessibleName() == "HTTP headers and events"
    assert table.mapTo(view, QPoint()) == QPoint(0, 0) and table.width() == view.width()
    assert box.mapTo(view, QPoint()).y() >= table.height() and box.mapTo(view, QPoint()).x() == 8
    before = table.height()
    view.resize(500, 500)
    assert table.height() == before + 100
    view.show_story((), "http")
    said = next(label for label in view.findChildren(QLabel) if label.isVisible())
    assert said.wordWrap() and said.autoFillBackground() and said.backgroundRole() == QPalette.ColorRole.Base
    assert said.alignment() == Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft
    margins = said.contentsMargins()
    assert (margins.left(), margins.top(), margins.right(), margins.bottom()) == (8, 6, 8, 6)


def test_a_double_click_goes_to_the_record(view: HttpView) -> None:
    asked: list[int] = []
    view.asked_record.connect(asked.append)
    view.table.setCurrentItem(_line(view, 3, 0))
    view.table.itemDoubleClicked.emit(_line(view, 3, 0), 0)
    assert asked == [5]
