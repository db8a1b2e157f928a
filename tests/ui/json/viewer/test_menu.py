"""The menus of a JSON document: each entry is there for the values it is meant for, and does what it says."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.viewer.menu import JsonMenu
from inspector.ui.json.viewer.table_view import JsonTableView
from inspector.ui.json.viewer.tree_view import JsonTreeView
from inspector.ui.json.viewer.viewer import JsonViewer
from inspector.ui.widgets.tree_expansion import ALL

DOCUMENT = (
    b'{"name":"one\\ntwo","n":1.50,"list":[{"a":{"b":1}},{"a":{"b":2}}],"none":[],"deep":{"in":{"k":[7]}}}'
)


@pytest.fixture
def read(viewer: JsonViewer, qtbot: QtBot) -> JsonViewer:
    viewer.set_bytes(DOCUMENT)
    qtbot.waitUntil(viewer.is_ready)
    return viewer


def tree_of(viewer: JsonViewer) -> JsonTreeView:
    viewer.set_mode("tree")
    return viewer.tree_view


def row_of(viewer: JsonViewer, qtbot: QtBot, token: str) -> QModelIndex:
    """The row of a value in the tree, chosen."""
    tree = tree_of(viewer)
    place = viewer.text().index(token)
    tree.locate(len(viewer.text()[:place].encode()))
    qtbot.waitUntil(lambda: tree.currentIndex().isValid())
    return tree.currentIndex()


def asked(widget: QWidget, place: QPoint, by: QContextMenuEvent.Reason) -> QMenu:
    """The menu that opens for a place of a viewport."""
    event = QContextMenuEvent(by, place, widget.mapToGlobal(place))
    QApplication.sendEvent(widget, event)
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def mouse(view: JsonTreeView, index: QModelIndex) -> QMenu:
    return asked(view.viewport(), view.visualRect(index).center(), QContextMenuEvent.Reason.Mouse)


def texts(menu: QMenu) -> list[str]:
    return [one.text() for one in menu.actions() if not one.isSeparator()]


def trigger(menu: QMenu, text: str) -> None:
    action = next(one for one in menu.actions() if one.text() == text)
    menu.close()
    action.trigger()


def clipboard(do: Callable[[], object]) -> str:
    QGuiApplication.clipboard().setText("before")
    do()
    return QGuiApplication.clipboard().text()


ALWAYS = [
    "Copy value as JSON",
    "Copy path {}",
    "Copy JSON Pointer",
    "Expand to depth",
    "Collapse all",
    "Show in text",
]


@pytest.mark.parametrize(
    ("token", "path", "more"),
    [
        ('"one', "$.name", {"Copy text", "Copy key"}),
        ("1.50", "$.n", {"Copy key"}),
        ("[\n", "$.list", {"Copy key", "Show as a table"}),
        ("[]", "$.none", {"Copy key"}),
    ],
)  # fmt: skip
def test_the_tree_offers_what_a_value_can_do(
    read: JsonViewer, qtbot: QtBot, token: str, path: str, more: set[str]
) -> None:
    menu = mouse(read.tree_view, row_of(read, qtbot, token))
    assert isinstance(menu, JsonMenu)
    assert set(texts(menu)) == {one.format(path) for one in ALWAYS} | more
    menu.close()


@pytest.mark.parametrize(
    ("token", "entry", "copied"),
    [
        ('"one', "Copy value as JSON", '"one\\ntwo"'),
        ('"one', "Copy text", "one\ntwo"),
        ('"one', "Copy key", "name"),
        ("1.50", "Copy value as JSON", "1.50"),
        ("1.50", "Copy path $.n", "$.n"),
        ("1.50", "Copy JSON Pointer", "/n"),
        ("[\n        7", "Copy value as JSON", "[\n  7\n]"),
        ("7", "Copy key", "0"),
        ("7", "Copy path $.deep.in.k[0]", "$.deep.in.k[0]"),
    ],
)
def test_entries_of_the_tree_copy_what_they_say(
    read: JsonViewer, qtbot: QtBot, token: str, entry: str, copied: str
) -> None:
    menu = mouse(read.tree_view, row_of(read, qtbot, token))
    assert clipboard(lambda: trigger(menu, entry)) == copied


def test_the_tree_is_opened_to_a_depth_and_shut_by_its_menu(read: JsonViewer, qtbot: QtBot) -> None:
    index = row_of(read, qtbot, "1.50")
    tree = read.tree_view
    tree.collapseAll()

    def opened(depth: str) -> list[bool]:
        menu = mouse(tree, index)
        below = menu.findChild(QMenu, "json_tree_depths")
        assert below is not None and [one.text() for one in below.actions()] == ["1", "2", "3", "All"]
        action = next(one for one in below.actions() if one.text() == depth)
        menu.close()
        with qtbot.waitSignal(tree.expansion.ended):
            action.trigger()
        model = tree.model()
        deep = model.index(4, 0)
        inner = model.index(0, 0, deep)
        return [tree.isExpanded(one) for one in (deep, inner, model.index(0, 0, inner))]

    assert opened("1") == [False, False, False]
    assert opened("2") == [True, False, False]
    assert opened("3") == [True, True, False]
    assert opened("All") == [True, True, True]
    assert opened("2")[:2] == [True, False], "deeper ones are shut again"
    trigger(mouse(tree, index), "Collapse all")
    assert not tree.isExpanded(tree.model().index(4, 0))


def test_a_star_opens_the_chosen_branch_alone(read: JsonViewer, qtbot: QtBot) -> None:
    tree = tree_of(read)
    tree.collapseAll()
    tree.setFocus()
    tree.setCurrentIndex(tree.model().index(4, 1))
    with qtbot.waitSignal(tree.expansion.ended) as ended:
        QTest.keyClick(tree, Qt.Key.Key_Asterisk)
    assert ended.args == [True] and not tree.expansion.running
    assert tree.isExpanded(tree.model().index(4, 0)) and not tree.isExpanded(tree.model().index(2, 0))


def test_who_opens_too_much_is_told(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"[" + b",".join(b'{"a":[%d]}' % n for n in range(6_000)) + b"]")
    qtbot.waitUntil(viewer.is_ready)
    tree = tree_of(viewer)
    with qtbot.waitSignal(tree.expansion.ended) as ended:
        tree.expand_to(ALL)
    assert ended.args == [False]
    assert any("too large" in one.text() for one in viewer.findChildren(QLabel))


def test_another_document_ends_the_opening(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"[" + b",".join(b'{"a":[%d]}' % n for n in range(3_000)) + b"]")
    qtbot.waitUntil(viewer.is_ready)
    tree = tree_of(viewer)
    tree.expand_to(ALL)
    assert tree.expansion.running
    viewer.set_bytes(b"[1]")
    assert not tree.expansion.running


def test_the_tree_shows_its_value_in_the_text(read: JsonViewer, qtbot: QtBot) -> None:
    trigger(mouse(read.tree_view, row_of(read, qtbot, "1.50")), "Show in text")
    assert read.mode() == "text"
    assert read.text_view.selected(100) == b"1.50"


def test_the_menu_key_opens_the_menu_at_the_chosen_row(read: JsonViewer, qtbot: QtBot) -> None:
    index = row_of(read, qtbot, "1.50")
    tree = read.tree_view
    menu = asked(tree.viewport(), QPoint(1, 1), QContextMenuEvent.Reason.Keyboard)
    row = tree.visualRect(index)
    corner = tree.viewport().mapFromGlobal(menu.pos())
    assert corner.y() == row.bottom() and corner.x() == row.left() + tree.indentation()
    menu.close()


def in_text(viewer: JsonViewer, token: str) -> QPoint:
    """Where a token stands in the text, in the viewport."""
    text = viewer.text_view
    wanted = viewer.text().encode().index(token.encode())
    port = text.viewport()
    return next(
        QPoint(x, y)
        for y in range(2, port.height(), 4)
        for x in range(2, port.width(), 3)
        if text.offset_at(QPoint(x, y)) == wanted + 1
    )


def text_menu(viewer: JsonViewer, qtbot: QtBot, token: str) -> QMenu:
    place = in_text(viewer, token)
    port = viewer.text_view.viewport()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, port.mapToGlobal(place))
    QApplication.sendEvent(port, event)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_the_menu_of_the_text_is_of_the_value_under_the_mouse(read: JsonViewer, qtbot: QtBot) -> None:
    menu = text_menu(read, qtbot, "1.50")
    assert texts(menu) == [
        "Copy", "Select all", "Copy all", "Copy value as JSON", "Copy path $.n", "Copy JSON Pointer", "Find…",
        "Show in the tree",
    ]  # fmt: skip
    assert not menu.actions()[0].isEnabled(), "nothing is selected"
    assert clipboard(lambda: trigger(menu, "Copy path $.n")) == "$.n"


@pytest.mark.parametrize(
    ("entry", "copied"),
    [("Copy value as JSON", "1.50"), ("Copy JSON Pointer", "/n"), ("Copy all", None)],
)
def test_entries_of_the_text_copy_what_they_say(
    read: JsonViewer, qtbot: QtBot, entry: str, copied: str | None
) -> None:
    menu = text_menu(read, qtbot, "1.50")
    assert clipboard(lambda: trigger(menu, entry)) == (copied or read.text())


def test_the_key_for_copying_works_again_after_a_menu_without_a_selection(
    read: JsonViewer, qtbot: QtBot
) -> None:
    text_menu(read, qtbot, "1.50").close()
    read.text_view.setFocus()
    QTest.keyClick(read.text_view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    copy = lambda: QTest.keyClick(read.text_view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)  # noqa: E731
    assert clipboard(copy) == read.text()


def test_all_of_the_text_is_selected_searched_and_shown_in_the_tree_by_its_menu(
    read: JsonViewer, qtbot: QtBot
) -> None:
    trigger(text_menu(read, qtbot, "1.50"), "Select all")
    assert read.text_view.selected(1 << 20) == read.text().encode()
    trigger(text_menu(read, qtbot, "1.50"), "Find…")
    assert read.findChild(QWidget, "find_text").isVisible()
    trigger(text_menu(read, qtbot, "1.50"), "Show in the tree")
    assert (read.mode(), read.tree_view.current_path()) == ("tree", "$.n")


def test_what_is_no_json_has_a_menu_for_its_text_alone(viewer: JsonViewer, qtbot: QtBot) -> None:
    viewer.set_bytes(b"no json")
    qtbot.waitUntil(viewer.is_ready)
    port = viewer.text_view.viewport()
    menu = asked(port, QPoint(20, 10), QContextMenuEvent.Reason.Mouse)
    assert texts(menu) == ["Copy", "Select all", "Copy all", "Find…"]
    menu.close()


# -- the table -----------------------------------------------------------------------------------------


def table_of(viewer: JsonViewer, qtbot: QtBot) -> JsonTableView:
    viewer.set_mode("table")
    qtbot.waitUntil(lambda: viewer.table_view.model.rowCount() == 2)
    return viewer.table_view


def test_a_cell_offers_copies_and_its_place_in_tree_and_text(read: JsonViewer, qtbot: QtBot) -> None:
    copies = ["Copy for a spreadsheet (TSV)", "Copy as CSV", "Copy as Markdown", "Copy as JSON"]
    view = table_of(read, qtbot)
    port = view.table.viewport()
    menu = asked(port, QPoint(5, 5), QContextMenuEvent.Reason.Mouse)
    assert texts(menu)[:4] == copies
    menu.close()
    for mode, entry in (("text", "Show in text"), ("tree", "Show in the tree")):
        read.set_mode("table")
        view.table.setCurrentIndex(view.model.index(1, 0))
        menu = asked(port, QPoint(5, 5), QContextMenuEvent.Reason.Keyboard)
        below = view.table.visualRect(view.model.index(1, 0)).bottomLeft()
        assert port.mapFromGlobal(menu.pos()) == below
        assert texts(menu) == [*copies, "Show in the tree", "Show in text"]
        trigger(menu, entry)
        assert read.mode() == mode
        qtbot.waitUntil(lambda: read.tree_view.current_path() == "$.list[1].a")


@pytest.mark.parametrize(
    ("entry", "first"),
    [
        ("Copy for a spreadsheet (TSV)", "a"),
        ("Copy as Markdown", "| a |"),
        ("Copy as JSON", "["),
    ],
)
def test_entries_of_the_table_copy_what_they_say(
    read: JsonViewer, qtbot: QtBot, entry: str, first: str
) -> None:
    view = table_of(read, qtbot)
    menu = asked(view.table.viewport(), QPoint(5, 5), QContextMenuEvent.Reason.Mouse)
    clipboard(lambda: trigger(menu, entry))
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "before")
    assert QGuiApplication.clipboard().text().splitlines()[0] == first
