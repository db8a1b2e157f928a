"""Groups of the server list and the order in them: moving, naming, folding, and that both are remembered."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.servers.server_grouping import Grouping
from inspector.ui.servers.server_rows import Head, ServerRows
from inspector.ui.servers.servers import Servers
from inspector.ui.session.window_state import WindowState

pytestmark = pytest.mark.gui

GROUPS = {"a": "", "b": "", "c": "work", "d": "work", "e": "home"}


class Upkeep(QObject):
    changed = Signal(str)


class Bench(SimpleNamespace):
    servers: Servers
    rows: ServerRows
    grouping: Grouping

    def order(self) -> list[str]:
        return [f"{name}@{self.servers.get(name).profile.group}" for name in self.servers.names()]


def bench(folder: Path, journal: Journal, parent: QWidget, groups: dict[str, str]) -> Bench:
    servers = Servers(Profiles(folder / "servers.json"), journal, Settings(path=folder / "settings.json"))
    for name, group in groups.items():
        servers.add(Profile(name, StdioTarget("true"), group=group), saved=False)
    rows = ServerRows(servers, Upkeep(parent), parent)  # type: ignore[arg-type]
    return Bench(
        servers=servers,
        rows=rows,
        grouping=Grouping(servers, rows, WindowState(folder / "window.json"), parent),
    )


def head(group: str) -> Head:
    return Head(group, 0, True)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def made(tmp_path: Path, journal: Journal, parent: QWidget) -> Bench:
    return bench(tmp_path, journal, parent, GROUPS)


def action(menu: QMenu, name: str) -> QAction:
    found = menu.findChild(QAction, name)
    assert found is not None
    return found


def test_a_server_moves_one_place_and_at_the_end_into_the_next_group(made: Bench) -> None:
    move = made.grouping.move
    move("a", 1)
    assert made.order() == ["b@", "a@", "c@work", "d@work", "e@home"]
    move("a", 1)
    assert made.order() == ["b@", "a@work", "c@work", "d@work", "e@home"]
    move("a", 1)
    assert made.order() == ["b@", "c@work", "a@work", "d@work", "e@home"]
    move("e", -1)
    assert made.order() == ["b@", "c@work", "a@work", "d@work", "e@work"]
    assert made.grouping.groups() == ["work"]


def test_nothing_moves_beyond_the_first_and_the_last_place(made: Bench) -> None:
    before = made.order()
    made.grouping.move("a", -1)
    made.grouping.move("e", 1)
    made.grouping.move(head("work"), -1)
    made.grouping.move(head("home"), 1)
    made.grouping.move("gone", 1)
    assert made.order() == before


@pytest.mark.parametrize(("order", "search"), [("name", ""), ("used", ""), ("own", "a")])
def test_nothing_moves_where_the_order_is_not_its_own(made: Bench, order: str, search: str) -> None:
    before = made.order()
    made.rows.order, made.rows.search = order, search
    made.grouping.move("a", 1)
    made.grouping.move(head("work"), 1)
    assert made.order() == before
    menu = QMenu()
    made.grouping.add_to(menu, "a")
    assert not action(menu, "server_up").isEnabled() and not action(menu, "server_down").isEnabled()


@pytest.mark.parametrize(
    ("order", "search", "movable"), [("own", "", True), ("own", "a", False), ("name", "", False)]
)
def test_servers_are_dragged_only_where_the_order_is_their_own_and_nothing_is_searched(
    made: Bench, order: str, search: str, movable: bool
) -> None:
    made.rows.order, made.rows.search = order, search
    made.rows.fill()
    row, nowhere = made.rows.index(made.rows.row_of("a")), QModelIndex()
    assert bool(made.rows.flags(row) & Qt.ItemFlag.ItemIsDragEnabled) is movable
    assert bool(made.rows.flags(nowhere) & Qt.ItemFlag.ItemIsDropEnabled) is movable
    menu = QMenu()
    made.grouping.add_to(menu, "a")
    assert action(menu, "server_up").isEnabled() is movable


def test_a_group_moves_with_all_its_servers(made: Bench) -> None:
    made.grouping.move(head("home"), -1)
    assert made.order() == ["a@", "b@", "e@home", "c@work", "d@work"]
    made.grouping.move(head("home"), 1)
    assert made.order() == ["a@", "b@", "c@work", "d@work", "e@home"]


def test_a_dropped_server_stands_above_the_one_it_was_dropped_on(made: Bench) -> None:
    made.rows.moved.emit(["a", "e"], "d", "work")
    assert made.order() == ["b@", "c@work", "a@work", "e@work", "d@work"]
    made.rows.moved.emit(["b"], "", "work")
    assert made.order()[-1] == "b@work"


def test_a_group_is_renamed_with_its_fold_and_dissolved(made: Bench) -> None:
    made.grouping.fold("work", False)
    made.grouping.rename("work", " office ")
    assert made.grouping.groups() == ["office", "home"] and made.rows.closed == {"office"}
    made.grouping.rename("office", "")
    assert made.order() == ["a@", "b@", "c@", "d@", "e@home"]


def test_folds_and_order_are_there_at_the_next_start(
    tmp_path: Path, journal: Journal, parent: QWidget, made: Bench, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(made.grouping.changed):
        made.grouping.fold("work", False)
    made.grouping.fold("home", False)
    made.grouping.fold("home", True)
    with qtbot.waitSignal(made.grouping.changed):
        made.grouping.sort("name")
    again = Grouping(made.servers, made.rows, made.grouping._state, parent)
    assert made.rows.closed == {"work"} and made.rows.order == "name"
    again._state.set_text("server_order", "nonsense")
    again._state.set_text("closed_groups", "{")
    Grouping(made.servers, made.rows, again._state, parent)
    assert made.rows.closed == set() and made.rows.order == "own"


def test_moving_into_a_closed_group_opens_it(made: Bench) -> None:
    made.grouping.fold("work", False)
    made.grouping.move("b", 1)
    assert made.order()[1] == "b@work" and made.rows.closed == set()


def test_the_menu_of_a_heading_renames_dissolves_and_moves_it(made: Bench, parent: QWidget) -> None:
    menu = made.grouping.menu_for(head("work"))
    action(menu, "group_down").trigger()
    assert made.grouping.groups() == ["home", "work"]
    action(menu, "group_up").trigger()
    assert made.grouping.groups() == ["work", "home"]
    action(menu, "group_rename").trigger()
    dialog = parent.findChild(QInputDialog, "group_name")
    assert dialog.textValue() == "work"
    dialog.setTextValue("office")
    dialog.accept()
    assert made.grouping.groups() == ["office", "home"]
    action(made.grouping.menu_for(head("office")), "group_dissolve").trigger()
    assert made.grouping.groups() == ["home"]


def test_the_menu_below_the_rows_has_the_order_alone(made: Bench) -> None:
    menu = made.grouping.menu_for(None)
    assert menu.findChild(QAction, "group_rename") is None
    chosen = [name for name in ("own", "used", "name") if action(menu, f"server_order_{name}").isChecked()]
    assert chosen == ["own"]
    action(menu, "server_order_used").trigger()
    assert made.rows.order == "used"
    made.grouping.button.choices.aboutToShow.emit()
    assert action(made.grouping.button.choices, "server_order_used").isChecked()


def test_the_menu_of_a_server_puts_it_into_a_group_or_a_new_one(made: Bench, parent: QWidget) -> None:
    menu = QMenu()
    made.grouping.add_to(menu, "c")
    into = menu.findChild(QMenu, "server_group")
    choices = {one.text(): one.isChecked() for one in into.actions() if one.isCheckable()}
    assert choices == {"work": True, "home": False, "None": False}
    next(one for one in into.actions() if one.text() == "home").trigger()
    assert made.order()[-1] == "c@home"
    next(one for one in into.actions() if one.text() == "None").trigger()
    assert "c@" in made.order()
    action(menu, "group_new").trigger()
    dialog = parent.findChild(QInputDialog, "group_name")
    dialog.setTextValue("new")
    dialog.accept()
    assert made.order()[-1] == "c@new"
    empty = QMenu()
    made.grouping.add_to(empty, "gone")
    assert not empty.actions()
