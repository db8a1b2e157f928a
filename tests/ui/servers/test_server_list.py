"""The list of servers: what a key, a click and each entry of the menu does, and what stands there when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFrame, QLabel, QMenu
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.server_list import ServerList
from inspector.ui.widgets.controls import Link
from tests.ui.parts import the
from tests.ui.servers.test_list_in_the_window import ALT, Hands

pytestmark = pytest.mark.gui
SHIFT = Qt.KeyboardModifier.ShiftModifier
URL = "https://example.com/mcp"


@pytest.fixture
def hands(qtbot: QtBot, tmp_path: Path, journal: Journal) -> Iterator[Hands]:
    made = Hands(qtbot, tmp_path, journal)
    yield made
    made.history.close()


@pytest.fixture
def asked(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What the list wanted of the servers: (what, name)."""
    found: list[tuple[str, str]] = []
    for what in ("connect_server", "disconnect_server", "restart"):

        def noted(name: str, what: str = what) -> None:
            found.append((what, name))

        monkeypatch.setattr(hands.servers, what, noted)
    return found


def entries(menu: QMenu) -> dict[str, QAction]:
    return {one.objectName(): one for one in menu.actions() if one.objectName()}


def in_state(hands: Hands, name: str, state: str, token: object = None) -> Any:
    """The server has a client in this state."""
    server = hands.servers.get(name)
    assert server is not None
    made: Any = SimpleNamespace(
        state=state, failure=None, info=None, transport="stdio", authorizer=SimpleNamespace(token=token)
    )
    server.client = made
    return made


def rect_of(hands: Hands, row: int) -> QPoint:
    return hands.view.visualRect(hands.view.model().index(row, 0)).center()


# -- keys and mouse --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_connects_the_current_server_but_not_with_a_modifier(
    hands: Hands, asked: list[tuple[str, str]], key: Qt.Key
) -> None:
    hands.add("a", "b")
    hands.go_to(1)
    hands.press(key, SHIFT)
    assert asked == []
    hands.press(key)
    assert asked == [("connect_server", "b")]


def test_a_double_click_connects_a_server_and_leaves_a_heading_as_it_was(
    hands: Hands, asked: list[tuple[str, str]]
) -> None:
    hands.add("a")
    hands.add("b", group="Work")
    for press in (QTest.mouseClick, QTest.mouseDClick):
        press(hands.view.viewport(), Qt.MouseButton.LeftButton, pos=rect_of(hands, 0))
    hands.go_to(1)
    hands.view.doubleClicked.emit(hands.view.model().index(1, 0))  # its two clicks have folded twice
    assert asked == [("connect_server", "a")]
    assert hands.rows() == ["a", "[Work]", "b"]


def test_a_click_on_a_server_selects_it_and_folds_nothing(hands: Hands) -> None:
    hands.add("a", "b", group="Work")
    QTest.mouseClick(hands.view.viewport(), Qt.MouseButton.LeftButton, pos=rect_of(hands, 2))
    assert hands.servers.current == "b"
    assert hands.rows() == ["[Work]", "a", "b"]


def test_right_opens_a_heading_and_left_closes_it_and_neither_with_a_modifier(hands: Hands) -> None:
    hands.add("a", group="Work")
    hands.go_to(0)
    hands.press(Qt.Key.Key_Left, SHIFT)
    assert hands.rows() == ["[Work]", "a"]
    hands.press(Qt.Key.Key_Left)
    hands.press(Qt.Key.Key_Left)
    assert hands.rows() == ["[Work]"]
    hands.press(Qt.Key.Key_Right)
    assert hands.rows() == ["[Work]", "a"]


def test_right_on_a_server_and_left_on_one_without_a_group_go_nowhere(hands: Hands) -> None:
    hands.add("a", "b")
    hands.add("c", group="Work")
    hands.go_to(1)
    hands.press(Qt.Key.Key_Left)
    assert hands.view.currentIndex().row() == 1
    hands.go_to(3)
    hands.press(Qt.Key.Key_Right)
    assert hands.view.currentIndex().row() == 3
    hands.press(Qt.Key.Key_Left)
    assert hands.view.currentIndex().row() == 2
    assert hands.view.selectionModel().isSelected(hands.view.currentIndex())


def test_arrows_walk_and_alt_moves_up_as_well_as_down(hands: Hands) -> None:
    hands.add("a", "b", "c")
    hands.go_to(2)
    hands.press(Qt.Key.Key_Up, ALT)
    assert hands.rows() == ["a", "c", "b"]
    hands.press(Qt.Key.Key_Up)
    assert (hands.rows(), hands.servers.current) == (["a", "c", "b"], "a")


def test_with_nothing_there_no_key_does_anything(hands: Hands, asked: list[tuple[str, str]]) -> None:
    wanted = QSignalSpy(hands.list.edit_wanted)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_F2, Qt.Key.Key_Left, Qt.Key.Key_Right):
        hands.press(key)
    hands.press(Qt.Key.Key_Down, ALT)
    assert (asked, wanted.count(), hands.rows()) == ([], 0, [])


def test_f2_on_a_server_asks_to_edit_it(hands: Hands) -> None:
    hands.add("a", "b")
    wanted = QSignalSpy(hands.list.edit_wanted)
    hands.go_to(1)
    hands.press(Qt.Key.Key_F2)
    assert [wanted.at(at) for at in range(wanted.count())] == [["b"]]


# -- search ----------------------------------------------------------------------------------------------


def test_more_than_eight_servers_bring_the_search_box(hands: Hands) -> None:
    hands.add(*(f"s{at}" for at in range(8)))
    assert not hands.list.search.isVisible()
    hands.add("s8")
    assert hands.list.search.isVisible()
    hands.servers.remove("s8")
    assert not hands.list.search.isVisible()


def test_the_search_box_stays_while_there_is_a_text_and_is_chosen_whole_when_asked_for(
    hands: Hands, qtbot: QtBot
) -> None:
    hands.add("ab", "b")
    hands.list.focus_search()
    QTest.keyClicks(hands.list.search, " a ")
    assert hands.rows() == ["ab"]
    hands.press(Qt.Key.Key_Down)
    assert hands.view.hasFocus() and hands.list.search.isVisible()
    hands.list.focus_search()
    assert hands.list.search.selectedText() == " a "
    hands.press(Qt.Key.Key_Escape)
    assert hands.rows() == ["ab", "b"]
    assert not hands.list.search.isVisible()


def test_leaving_a_search_selects_the_first_that_it_found_unless_the_current_is_among_them(
    hands: Hands,
) -> None:
    hands.add("one", "two", "twin")
    hands.servers.select("one")
    hands.list.focus_search()
    QTest.keyClicks(hands.list.search, "tw")
    assert hands.servers.current == "one"
    hands.press(Qt.Key.Key_Return)
    assert hands.servers.current == "two"
    hands.servers.select("twin")
    hands.list.focus_search()
    hands.press(Qt.Key.Key_Return)
    assert hands.servers.current == "twin"


def test_a_search_without_a_hit_says_so_and_an_empty_list_offers_to_add_one(hands: Hands) -> None:
    def said() -> list[str]:
        return [one.text() for one in hands.list.findChildren(QLabel) if one.isVisible() and one.text()]

    wanted = QSignalSpy(hands.list.add_wanted)
    add = the(hands.list, Link, "add_first_server")
    assert add.isVisible() and not hands.view.isVisible()
    add.click()
    assert wanted.count() == 1
    hands.add("a")
    assert hands.view.isVisible() and not add.isVisible()
    hands.list.focus_search()
    QTest.keyClicks(hands.list.search, "zzz")
    assert not hands.view.isVisible() and not add.isVisible()
    assert said() == ["No matching servers."]
    hands.list.search.clear()
    assert hands.view.isVisible() and said() == []


def test_a_search_keeps_the_selected_server_current_where_it_is_found(hands: Hands) -> None:
    hands.add("xa", "xb", "c")
    hands.servers.select("xb")
    hands.list.focus_search()
    QTest.keyClicks(hands.list.search, "x")
    assert hands.rows() == ["xa", "xb"] and hands.view.currentIndex().row() == 1


# -- what is current -------------------------------------------------------------------------------------


def test_the_list_follows_what_is_selected_elsewhere_and_scrolls_to_it(hands: Hands) -> None:
    hands.add(*(f"s{at:02}" for at in range(40)))
    hands.servers.select("s39")
    assert hands.view.currentIndex().row() == 39
    assert hands.view.viewport().rect().contains(rect_of(hands, 39))
    assert [one.row() for one in hands.view.selectedIndexes()] == [39]


def test_a_heading_stays_current_over_a_new_list_and_when_it_goes_the_selected_server_is(
    hands: Hands,
) -> None:
    hands.add("z")
    hands.add("a", "b", group="Work")
    hands.servers.select("b")
    hands.go_to(1)
    hands.add("c", group="Work")
    assert hands.rows()[hands.view.currentIndex().row()] == "[Work]"
    hands.servers.put_in_group(["a", "b", "c"], "")
    assert hands.rows()[hands.view.currentIndex().row()] == "b"


def test_who_connects_comes_to_the_top_where_the_last_used_come_first(hands: Hands) -> None:
    hands.add("a", "b")
    hands.servers.uses.used("a", 2000)
    hands.servers.uses.used("b", 1000)
    assert hands.list._delegate.show_used is False
    hands.list.grouping.sort("used")
    assert hands.list.order() == ["a", "b"] and hands.list._delegate.show_used is True
    hands.servers.uses.used("b", 3000)
    hands.servers.changed.emit()
    assert hands.list.order() == ["b", "a"]
    hands.list.grouping.sort("own")
    assert hands.list.order() == ["a", "b"]


def test_a_touch_leaves_the_rows_alone_that_stand_right(hands: Hands) -> None:
    hands.add("a", "b")
    hands.list.grouping.sort("used")
    anew = QSignalSpy(hands.view.model().modelReset)
    hands.servers.touched.emit("b")
    hands.servers.changed.emit()
    assert anew.count() == 0


# -- the menu --------------------------------------------------------------------------------------------


def test_the_menu_of_a_program_that_was_never_connected(hands: Hands) -> None:
    hands.add("a")
    menu = hands.list.menu_for("a")
    found = entries(menu)
    names = [one.objectName() for one in menu.actions() if one.objectName().startswith("server_")]
    assert names[:10] == [
        *("server_connect", "server_disconnect", "server_restart", "server_second", "server_diagnose"),
        *("server_edit", "server_duplicate", "server_copy_target", "server_copy_as", "server_write_into"),
    ]
    off = [key for key, one in found.items() if key.startswith("server_") and not one.isEnabled()]
    assert off == ["server_disconnect", "server_restart"]
    assert found["server_disconnect"].text() == "Disconnect"
    assert found["server_restart"].text() == "Restart"
    assert found["server_copy_target"].text() == "Copy command"
    assert "group_new" in {one.objectName() for one in menu.findChildren(QAction)}
    assert sum(one.isSeparator() for one in menu.actions()) >= 2


@pytest.mark.parametrize(
    ("state", "on"),
    [
        ("connected", ["disconnect", "restart"]),
        ("connecting", ["disconnect", "restart"]),
        ("failed", ["connect", "restart"]),
        ("closed", ["connect", "restart"]),
    ],
)
def test_what_the_menu_offers_depends_on_the_connection(hands: Hands, state: str, on: list[str]) -> None:
    hands.add("a")
    in_state(hands, "a", state)
    found = entries(hands.list.menu_for("a"))
    keys = ("connect", "disconnect", "restart")
    assert [key for key in keys if found[f"server_{key}"].isEnabled()] == on


def test_a_server_that_is_to_be_tried_again_can_be_told_not_to(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("a")
    in_state(hands, "a", "failed")
    monkeypatch.setattr(hands.list._upkeep, "left_s", {"a": 0.5}.__getitem__)
    stop = entries(hands.list.menu_for("a"))["server_disconnect"]
    assert (stop.text(), stop.isEnabled()) == ("Stop retrying", True)


def test_a_server_behind_a_url_can_be_signed_in_to_and_out_of_with_a_token(hands: Hands) -> None:
    hands.servers.add(Profile("far", HttpTarget(URL)))
    found = entries(hands.list.menu_for("far"))
    assert found["server_restart"].text() == "Reconnect"
    assert found["server_copy_target"].text() == "Copy URL"
    assert found["server_sign_in"].isEnabled() and not found["server_sign_out"].isEnabled()
    in_state(hands, "far", "connected", token="t")
    assert entries(hands.list.menu_for("far"))["server_sign_out"].isEnabled()
    hands.add("near")
    assert "server_sign_in" not in entries(hands.list.menu_for("near"))


@pytest.mark.parametrize("key", ["edit", "copy_as", "write_into", "diagnose", "sign_in", "sign_out"])
def test_who_has_the_boxes_is_told_for_which_server(hands: Hands, key: str) -> None:
    hands.servers.add(Profile("far", HttpTarget(URL)))
    in_state(hands, "far", "connected", token="t")
    told = QSignalSpy(getattr(hands.list, f"{key}_wanted"))
    entries(hands.list.menu_for("far"))[f"server_{key}"].trigger()
    assert [told.at(at) for at in range(told.count())] == [["far"]]


def test_the_menu_connects_restarts_and_ends_the_connection_of_its_server(
    hands: Hands, asked: list[tuple[str, str]]
) -> None:
    hands.add("a", "b")
    entries(hands.list.menu_for("b"))["server_connect"].trigger()
    in_state(hands, "b", "connected")
    found = entries(hands.list.menu_for("b"))
    found["server_restart"].trigger()
    found["server_disconnect"].trigger()
    assert asked == [("connect_server", "b"), ("restart", "b"), ("disconnect_server", "b")]


def test_a_second_connection_is_selected_and_made_at_once(hands: Hands, asked: list[tuple[str, str]]) -> None:
    hands.add("a", "b")
    entries(hands.list.menu_for("a"))["server_second"].trigger()
    assert hands.rows() == ["a", "a 2", "b"]
    assert (hands.servers.current, asked) == ("a 2", [("connect_server", "a 2")])


def test_a_server_that_went_while_its_menu_was_open_is_left_alone(
    hands: Hands, asked: list[tuple[str, str]]
) -> None:
    hands.add("a", "b")
    found = entries(hands.list.menu_for("a"))
    hands.servers.remove("a")
    told = QSignalSpy(hands.list.edit_wanted)
    found["server_connect"].trigger()
    found["server_edit"].trigger()
    assert (asked, told.count()) == ([], 0)
    entries(hands.list.menu_for("b"))["server_remove"].trigger()
    assert hands.rows() == []


def test_what_reaches_a_server_is_copied_as_it_would_be_typed(hands: Hands) -> None:
    hands.servers.add(Profile("near", StdioTarget("my tool", ("--name", "a b"))))
    hands.servers.add(Profile("far", HttpTarget(URL)))
    entries(hands.list.menu_for("near"))["server_copy_target"].trigger()
    assert QGuiApplication.clipboard().text() == "'my tool' --name 'a b'"
    entries(hands.list.menu_for("far"))["server_copy_target"].trigger()
    assert QGuiApplication.clipboard().text() == URL


def test_a_menu_below_the_rows_is_about_all_and_one_on_a_row_about_that_server(hands: Hands) -> None:
    hands.add("a", "b")
    for place, about in ((rect_of(hands, 1), True), (QPoint(20, 400), False)):
        hands.view.customContextMenuRequested.emit(place)
        menu = next(one for one in hands.list.findChildren(QMenu) if one.isVisible())
        assert ("server_edit" in entries(menu)) is about
        assert menu.testAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.close()


def test_the_list_has_room_for_names_and_gives_the_keyboard_to_its_rows(hands: Hands) -> None:
    hands.add("a")
    made = hands.list
    assert isinstance(made, ServerList)
    assert made.sizeHint().height() > made.sizeHint().width() > made.minimumWidth() > 100
    made.focus_search()
    made.setFocus()
    assert hands.view.hasFocus()


def test_the_menu_copies_and_removes_its_server(hands: Hands) -> None:
    hands.add("a", "b")
    entries(hands.list.menu_for("a"))["server_duplicate"].trigger()
    assert hands.servers.names() == ["a", "a 2", "b"]
    entries(hands.list.menu_for("a"))["server_remove"].trigger()
    assert hands.servers.names() == ["a 2", "b"]


def test_the_search_finds_by_command_and_its_keys_lead_back_to_the_rows(hands: Hands) -> None:
    hands.add(*(f"s{number}" for number in range(9)))
    hands.servers.change("s4", Profile("s4", StdioTarget("special")))
    hands.list.focus_search()
    search = hands.list.search
    assert search.isVisible() and search.hasFocus()
    QTest.keyClicks(search, " SPECIAL ")
    assert hands.rows() == ["s4"]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        search.setFocus()
        QTest.keyClick(search, key)
        assert hands.view.hasFocus() and search.text() == " SPECIAL ", "what was found stays"
    assert hands.servers.current == "s4"
    search.setFocus()
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert hands.view.hasFocus() and search.text() == "" and len(hands.rows()) == 9
    assert hands.servers.current == "s4", "and stays selected"


def test_the_view_is_made_for_the_mouse_and_for_moving_rows(hands: Hands) -> None:
    view = hands.view
    assert view.hasMouseTracking() and view.showDropIndicator()
    assert view.dragDropMode() == QAbstractItemView.DragDropMode.InternalMove
    assert view.defaultDropAction() == Qt.DropAction.MoveAction
    assert view.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu
    assert view.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff
    assert view.frameShape() == QFrame.Shape.NoFrame and view.accessibleName() == "Servers"


def test_the_search_has_the_room_beside_the_button_of_the_order(hands: Hands) -> None:
    hands.add(*(f"s{number}" for number in range(9)))
    QApplication.processEvents()
    search, order = hands.list.search, hands.list.grouping.button
    assert search.x() == 6 and order.x() == search.geometry().right() + 3
    assert (
        hands.list.width() - order.geometry().right() - 1 == 4 and order.width() == order.sizeHint().width()
    )
    assert hands.view.y() == 0 and hands.view.width() == hands.list.width()
