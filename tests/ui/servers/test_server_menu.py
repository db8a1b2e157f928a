"""The list of servers: what its menu offers for a server now, what its keys do, and what is copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from tests.ui.parts import the
from tests.ui.servers.test_list_in_the_window import Hands

pytestmark = pytest.mark.gui


@pytest.fixture
def hands(qtbot: QtBot, tmp_path: Path, journal: Journal, qloop: object) -> Iterator[Hands]:
    made = Hands(qtbot, tmp_path, journal)
    yield made
    made.history.close()


def menu(hands: Hands, name: str) -> dict[str, tuple[str, bool]]:
    """What the menu of a server offers: key → text, and whether it can be done now."""
    made = hands.list.menu_for(name)
    found = {
        action.objectName().removeprefix("server_"): (action.text(), action.isEnabled())
        for action in made.actions()
        if action.objectName().startswith("server_")
    }
    made.deleteLater()
    return found


def do(hands: Hands, name: str, key: str) -> None:
    made = hands.list.menu_for(name)
    next(action for action in made.actions() if action.objectName() == f"server_{key}").trigger()
    made.deleteLater()


def heard(hands: Hands, patch: pytest.MonkeyPatch, *names: str) -> list[tuple[str, str]]:
    """What is asked of the servers, instead of doing it."""
    told: list[tuple[str, str]] = []
    for name in names:
        patch.setattr(hands.servers, name, lambda who, name=name: told.append((name, who)))
    return told


def far(hands: Hands, name: str = "far") -> None:
    hands.servers.add(Profile(name, HttpTarget(f"https://example.com/{name}")))


def test_the_menu_offers_what_can_be_done_now(hands: Hands) -> None:
    hands.add("one")
    offered = menu(hands, "one")
    assert offered["connect"] == ("Connect", True) and offered["disconnect"] == ("Disconnect", False)
    assert offered["restart"] == ("Restart", False), "it was never started"
    assert offered["copy_target"] == ("Copy command", True)
    assert "sign_in" not in offered and "sign_out" not in offered, "a process has no sign-in"
    for key in ("second", "diagnose", "edit", "duplicate", "copy_as", "write_into", "remove"):
        assert offered[key][1], key
    client = hands.servers.client("one")
    assert client is not None
    for state, live in (("connecting", True), ("connected", True), ("failed", False), ("closed", False)):
        client.connection.state = state
        offered = menu(hands, "one")
        assert (offered["connect"][1], offered["disconnect"][1]) == (not live, live), state
        assert offered["restart"][1]


def test_a_server_elsewhere_is_connected_again_and_signed_in_to(hands: Hands) -> None:
    far(hands)
    offered = menu(hands, "far")
    assert offered["restart"][0] == "Reconnect" and offered["copy_target"][0] == "Copy URL"
    assert offered["sign_in"] == ("Sign in…", True) and offered["sign_out"] == ("Sign out", False)
    client: Any = hands.servers.client("far")
    client.authorizer = type("Signed", (), {"token": object()})()
    assert menu(hands, "far")["sign_out"][1]


def test_what_waits_for_another_try_can_be_told_to_stop(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("one")
    monkeypatch.setattr(hands.list._upkeep, "left_s", lambda _name: 3.0)
    assert menu(hands, "one")["disconnect"] == ("Stop retrying", True)


def test_each_entry_does_what_it_says_to_its_server(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.add("one", "two")
    far(hands)
    told = heard(hands, monkeypatch, "connect_server", "disconnect_server", "restart", "duplicate", "remove")
    hands.servers.select("one")
    client = hands.servers.client("two")
    assert client is not None
    do(hands, "two", "connect")
    client.connection.state = "connected"
    for key in ("disconnect", "restart", "duplicate", "remove"):
        do(hands, "two", key)
    names = ("connect_server", "disconnect_server", "restart", "duplicate", "remove")
    assert told == [(name, "two") for name in names]
    wanted: list[tuple[str, str]] = []
    for name in ("edit", "diagnose", "copy_as", "write_into", "sign_in"):
        getattr(hands.list, f"{name}_wanted").connect(lambda who, name=name: wanted.append((name, who)))
        do(hands, "far", name)
    assert wanted == [(name, "far") for name in ("edit", "diagnose", "copy_as", "write_into", "sign_in")]


def test_a_second_connection_is_chosen_and_connected_at_once(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("one")
    told = heard(hands, monkeypatch, "connect_server")
    do(hands, "one", "second")
    [made] = [name for name in hands.servers.names() if name != "one"]
    assert told == [("connect_server", made)] and hands.servers.current == made


def test_a_server_that_went_while_its_menu_was_open_is_left_alone(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.add("one", "two")
    open_menu: QMenu = hands.list.menu_for("one")
    told = heard(hands, monkeypatch, "connect_server")
    hands.servers.remove("one")
    next(one for one in open_menu.actions() if one.objectName() == "server_connect").trigger()
    assert told == []
    open_menu.deleteLater()


def test_a_command_is_copied_so_that_a_shell_takes_it_and_an_address_as_it_is(hands: Hands) -> None:
    hands.servers.add(Profile("own", StdioTarget("run it", ("--a", "b c"))))
    far(hands)
    do(hands, "own", "copy_target")
    assert QGuiApplication.clipboard().text() == "'run it' --a 'b c'"
    do(hands, "far", "copy_target")
    assert QGuiApplication.clipboard().text() == "https://example.com/far"


def test_enter_connects_a_server_and_folds_a_heading(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.add("one", group="mine")
    told = heard(hands, monkeypatch, "connect_server")
    hands.go_to(1)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        hands.press(key)
    hands.view.doubleClicked.emit(hands.view.currentIndex())
    assert told == [("connect_server", "one")] * 3
    hands.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(told) == 3
    hands.go_to(0)
    hands.press(Qt.Key.Key_Return)
    assert hands.rows() == ["[mine]"] and len(told) == 3
    hands.view.doubleClicked.emit(hands.view.currentIndex())
    assert hands.rows() == ["[mine]"], "its two clicks have folded it twice"


def test_f2_edits_a_server_and_names_a_group(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    hands.add("one", group="mine")
    told: list[tuple[str, str]] = []
    hands.list.edit_wanted.connect(lambda name: told.append(("edit", name)))
    monkeypatch.setattr(hands.list.grouping, "ask_rename", lambda group: told.append(("rename", group)))
    for row in (1, 0):
        hands.go_to(row)
        hands.press(Qt.Key.Key_F2)
    assert told == [("edit", "one"), ("rename", "mine")]


def test_the_chosen_row_is_the_selected_server_both_ways(hands: Hands) -> None:
    hands.add("one", "two", "three")
    hands.go_to(1)
    assert hands.servers.current == "two"
    hands.servers.select("three")
    assert hands.view.currentIndex().row() == 2
    hands.servers.remove("three")
    assert hands.view.currentIndex().row() == hands.rows().index(hands.servers.current)
    assert hands.list.order() == ["one", "two"]


def test_an_empty_list_offers_to_add_one_and_a_search_without_result_says_so(hands: Hands) -> None:
    def words() -> str:
        return " ".join(one.text() for one in hands.list.findChildren(QLabel) if one.isVisible())

    assert "No servers yet." in words() and not hands.view.isVisible()
    wanted: list[bool] = []
    hands.list.add_wanted.connect(lambda: wanted.append(True))
    the(hands.list, QPushButton, "add_first_server").click()
    assert wanted == [True]
    hands.add("one", "two")
    assert hands.view.isVisible() and "No servers" not in words()
    hands.list.focus_search()
    hands.list.search.setText("nothing like it")
    assert "No matching servers." in words() and not hands.view.isVisible()
    hands.list.search.setText(" two ")
    assert hands.rows() == ["two"] and hands.view.isVisible()
    hands.press(Qt.Key.Key_Return)
    assert hands.view.hasFocus() and hands.servers.current == "two"
    hands.list.focus_search()
    assert hands.list.search.selectedText() == " two "
    hands.press(Qt.Key.Key_Escape)
    assert hands.rows() == ["one", "two"] and hands.view.hasFocus()
    assert not hands.list.search.isVisible()


def test_many_servers_have_a_search_box_from_the_start(hands: Hands) -> None:
    hands.add(*map(str, range(8)))
    assert not hands.list.search.isVisible()
    hands.add("one more")
    assert hands.list.search.isVisible()
    assert hands.list.focusProxy() is hands.view
    assert hands.list.search.width() > the(hands.list, QWidget, "server_list").width() / 2
