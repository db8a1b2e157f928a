"""The list of servers under a user's hands: groups, search, order, keys."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QMenu
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from inspector.core.client.pinned_calls import PinnedCalls
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ValueHistory
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.ui.servers.server_list import ServerList
from inspector.ui.servers.server_rows import Head, ServerRows
from inspector.ui.servers.server_words import used_words
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.session.window_state import WindowState

pytestmark = pytest.mark.gui
ALT = Qt.KeyboardModifier.AltModifier


class Hands:
    """A list on the screen, and what a user does with it."""

    def __init__(self, qtbot: QtBot, folder: Path, journal: Journal) -> None:
        self.folder = folder
        profiles = Profiles(folder / "servers.json")
        profiles.load()
        self.servers = Servers(profiles, journal, Settings(path=folder / "settings.json"))
        self.history = ValueHistory()
        supervisor = ServerSupervisor(self.servers, PinnedCalls(journal, self.history), self.servers)
        self.state = WindowState(folder / "window.json")
        self.list = ServerList(self.servers, supervisor, self.state)
        qtbot.addWidget(self.list)
        self.list.resize(240, 500)
        self.list.show()
        self.list.activateWindow()
        qtbot.waitUntil(self.list.isActiveWindow)
        self.view = self.list.view
        self.view.setFocus()

    def add(self, *names: str, group: str = "") -> None:
        for name in names:
            self.servers.add(Profile(name, StdioTarget("true"), group=group))

    def rows(self) -> list[str]:
        model = self.view.model()
        assert isinstance(model, ServerRows)
        found = [model.at(model.index(row)) for row in range(model.rowCount())]
        return [f"[{one.group}]" if isinstance(one, Head) else str(one) for one in found]

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.view, key, modifiers)

    def go_to(self, row: int) -> None:
        self.view.setCurrentIndex(self.view.model().index(row, 0))

    def saved(self) -> list[tuple[str, str]]:
        entries = json.loads((self.folder / "servers.json").read_text())["mcpServers"]
        return [(name, entry.get("group", "")) for name, entry in entries.items()]


@pytest.fixture
def hands(qtbot: QtBot, tmp_path: Path, journal: Journal) -> Hands:
    made = Hands(qtbot, tmp_path, journal)
    yield made  # type: ignore[misc]
    made.history.close()


def test_servers_stand_under_the_headings_a_person_gave(hands: Hands) -> None:
    hands.add("a", group="Work")
    hands.add("b")
    hands.add("c", group="Work")
    assert hands.rows() == ["b", "[Work]", "a", "c"]


def test_a_heading_is_folded_with_keys_and_mouse_and_stays_so(hands: Hands, qtbot: QtBot) -> None:
    hands.add("a")
    hands.add("b", "c", group="Work")
    hands.go_to(1)
    hands.press(Qt.Key.Key_Left)
    assert hands.rows() == ["a", "[Work]"]
    assert hands.view.currentIndex().row() == 1
    hands.press(Qt.Key.Key_Return)
    assert hands.rows() == ["a", "[Work]", "b", "c"]
    place = hands.view.visualRect(hands.view.model().index(1, 0)).center()
    QTest.mouseClick(hands.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hands.rows() == ["a", "[Work]"]
    hands.state.save()
    again = WindowState(hands.folder / "window.json")
    assert json.loads(again.text("closed_groups")) == ["Work"]


def test_left_on_a_server_goes_to_its_heading(hands: Hands) -> None:
    hands.add("a", "b", group="Work")
    hands.go_to(2)
    hands.press(Qt.Key.Key_Left)
    assert hands.view.currentIndex().row() == 0


def test_alt_and_an_arrow_move_a_server_also_into_the_next_group(hands: Hands) -> None:
    hands.add("a", "b")
    hands.add("c", group="Work")
    hands.go_to(0)
    hands.press(Qt.Key.Key_Down, ALT)
    assert hands.rows() == ["b", "a", "[Work]", "c"]
    hands.press(Qt.Key.Key_Down, ALT)
    assert hands.rows() == ["b", "[Work]", "a", "c"]
    hands.press(Qt.Key.Key_Down, ALT)
    assert hands.rows() == ["b", "[Work]", "c", "a"]
    hands.press(Qt.Key.Key_Down, ALT)  # there is nothing further down
    assert hands.saved() == [("b", ""), ("c", "Work"), ("a", "Work")]
    for _ in range(3):
        hands.press(Qt.Key.Key_Up, ALT)
    assert hands.rows() == ["a", "b", "[Work]", "c"]
    assert hands.servers.current == "a"


def test_a_group_moves_with_all_that_is_in_it(hands: Hands) -> None:
    hands.add("a", "b", group="One")
    hands.add("c", group="Two")
    hands.go_to(3)
    hands.press(Qt.Key.Key_Up, ALT)
    assert hands.rows() == ["[Two]", "c", "[One]", "a", "b"]


@pytest.mark.parametrize(
    ("onto", "row", "expected"),
    [
        (2, -1, ["b", "[Work]", "c", "d", "a"]),  # the heading: last in its group
        (-1, 4, ["b", "[Work]", "c", "a", "d"]),
        (-1, 3, ["b", "[Work]", "a", "c", "d"]),  # right below the heading
        (-1, 2, ["b", "a", "[Work]", "c", "d"]),
        (-1, -1, ["b", "[Work]", "c", "d", "a"]),  # below all rows
    ],
)
def test_a_server_is_dropped_where_it_is_let_go(
    hands: Hands, onto: int, row: int, expected: list[str]
) -> None:
    hands.add("a", "b")
    hands.add("c", "d", group="Work")
    model = hands.view.model()
    data = model.mimeData([model.index(0, 0)])
    parent = model.index(onto, 0)
    model.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent)
    assert hands.rows() == expected


def test_a_search_finds_by_name_group_and_target_and_opens_groups(hands: Hands, qtbot: QtBot) -> None:
    hands.add(*(f"server {n}" for n in range(9)))
    hands.servers.add(Profile("far", HttpTarget("https://example.com/mcp"), group="업무"))
    hands.list.grouping.fold("업무", False)
    box = hands.list.search
    assert box.isVisible()
    box.setFocus()
    QTest.keyClicks(box, "example")
    assert hands.rows() == ["[업무]", "far"]
    box.setText("업무")
    assert hands.rows() == ["[업무]", "far"]
    hands.press(Qt.Key.Key_Return)
    assert hands.servers.current == "far" and hands.view.hasFocus()
    box.setFocus()
    hands.press(Qt.Key.Key_Escape)
    assert not box.text() and len(hands.rows()) == 10


def test_with_few_servers_there_is_no_search_box_until_it_is_asked_for(hands: Hands) -> None:
    hands.add("a", "b")
    assert not hands.list.search.isVisible()
    hands.list.focus_search()
    assert hands.list.search.isVisible() and hands.list.search.hasFocus()


def test_the_order_is_chosen_and_only_the_own_one_can_be_changed_by_hand(hands: Hands) -> None:
    hands.add("b", "a", "c")
    hands.servers.uses.used("c", 1000)
    hands.servers.uses.used("b", 2000)
    hands.list.grouping.sort("name")
    assert hands.rows() == ["a", "b", "c"]
    hands.list.grouping.sort("used")
    assert hands.rows() == ["b", "c", "a"]
    hands.go_to(0)
    hands.press(Qt.Key.Key_Down, ALT)
    assert hands.rows() == ["b", "c", "a"]
    hands.list.grouping.sort("own")
    assert hands.rows() == ["b", "a", "c"]


def _choose(menu: QMenu, name: str) -> None:
    action = menu.findChild(QAction, name)
    assert action is not None, name
    action.trigger()


def test_a_new_group_is_named_by_the_person_and_named_again(hands: Hands, qtbot: QtBot) -> None:
    hands.add("a", "b")
    _choose(hands.list.menu_for("b"), "group_new")
    dialog = hands.list.findChild(QInputDialog, "group_name")
    assert dialog is not None
    line = dialog.findChild(QLineEdit)
    assert line is not None
    QTest.keyClicks(line, "My group")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert hands.rows() == ["a", "[My group]", "b"]
    qtbot.waitUntil(lambda: hands.list.findChild(QInputDialog, "group_name") is None)
    hands.view.setFocus()
    hands.go_to(1)
    hands.press(Qt.Key.Key_F2)
    dialog = hands.list.findChild(QInputDialog, "group_name")
    assert dialog is not None and dialog.textValue() == "My group"
    dialog.setTextValue("Other")
    dialog.accept()
    assert hands.saved() == [("a", ""), ("b", "Other")]


def test_the_menu_makes_a_copy_and_dissolves_a_group(hands: Hands) -> None:
    hands.add("a", group="Work")
    _choose(hands.list.menu_for("a"), "server_duplicate")
    assert hands.rows() == ["[Work]", "a", "a 2"]
    _choose(hands.list.grouping.menu_for(Head("Work", 2, True)), "group_dissolve")
    assert hands.rows() == ["a", "a 2"]


def test_unknown_keys_of_an_entry_survive_moving_and_grouping(qtbot: QtBot, hands: Hands) -> None:
    hands.add("a", "b")
    file = hands.folder / "servers.json"
    data = json.loads(file.read_text())
    data["mcpServers"]["a"]["note"] = "mine"
    data["mcpServers"] = {"broken": 5, **data["mcpServers"]}
    file.write_text(json.dumps(data))
    profiles = Profiles(file)
    profiles.load()
    profiles.arrange(["b", "a"])
    profiles.save()
    entries = json.loads(file.read_text())["mcpServers"]
    assert list(entries) == ["broken", "b", "a"] and entries["a"]["note"] == "mine"


def test_the_rows_are_a_model_that_keeps_its_word(hands: Hands, qtmodeltester: ModelTester) -> None:
    hands.add("a")
    hands.add("b", group="Work")
    qtmodeltester.check(hands.view.model())


def test_a_screen_reader_hears_what_a_heading_is(hands: Hands) -> None:
    hands.add("b", "c", group="Work")
    index = hands.view.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Group Work, 2 servers, open"


@pytest.mark.parametrize(
    ("ago", "words"),
    [(5, "just now"), (120, "2 min ago"), (7200, "2 h ago"), (3 * 86400, "3 d ago")],
)
def test_when_it_was_used_is_said_shortly(ago: int, words: str) -> None:
    assert used_words(1_000_000, 1_000_000 + ago) == words
    assert used_words(0) == ""


def test_the_context_menu_opens_on_a_row_and_below_the_rows(hands: Hands) -> None:
    hands.add("a")
    place = hands.view.visualRect(hands.view.model().index(0, 0)).center()
    hands.view.customContextMenuRequested.emit(place)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and menu.findChild(QAction, "server_second") is not None
    menu.close()
    hands.view.customContextMenuRequested.emit(QPoint(20, 400))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu) and menu.findChild(QAction, "server_order_name") is not None
    menu.close()


def test_a_row_half_in_sight_stays_below_the_mouse_that_presses_it(hands: Hands) -> None:
    hands.add(*(f"server {at:02}" for at in range(40)))
    view = hands.view
    view.scrollToTop()
    half = view.indexAt(view.viewport().rect().bottomLeft() + QPoint(9, -1))
    assert not view.viewport().rect().contains(view.visualRect(half))
    place = QPoint(9, view.viewport().height() - 2)
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert hands.servers.current == f"server {half.row():02}"
    assert view.indexAt(place) == half
    QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.indexAt(place) == half  # where the second press of a double click goes
