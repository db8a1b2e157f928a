"""The rows of the server list: which there are, what each says, and where a dropped one goes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from inspector.core.client.pinned_calls import PinnedCalls
from inspector.core.servers.profiles import Profile
from inspector.core.servers.saved_servers import Profiles
from inspector.core.storage.settings import Settings
from inspector.core.storage.value_history import ValueHistory
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from inspector.ui.servers.server_rows import HEAD, SERVER, Head, ServerRows, arranged
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor

pytestmark = pytest.mark.gui
Role = Qt.ItemDataRole
Flag = Qt.ItemFlag


class Bench:
    """Rows over servers without a window."""

    def __init__(self, folder: Path, journal: Journal, history: ValueHistory) -> None:
        profiles = Profiles(folder / "servers.json")
        self.servers = Servers(profiles, journal, Settings(path=folder / "settings.json"))
        self.supervisor = ServerSupervisor(self.servers, PinnedCalls(journal, history), self.servers)
        self.owner = QObject()
        self.model = ServerRows(self.servers, self.supervisor, self.owner)

    def add(self, *names: str, group: str = "", command: str = "true") -> None:
        for name in names:
            self.servers.add(Profile(name, StdioTarget(command), group=group))
        self.model.fill()

    def index(self, row: int) -> QModelIndex:
        return self.model.index(row)

    def said(self, row: int, role: Role) -> Any:
        return self.model.data(self.index(row), role)

    def connect(self, name: str, state: str = "connected", failure: object = None) -> None:
        server = self.servers.get(name)
        assert server is not None
        authorizer = SimpleNamespace(token=None)
        client: Any = SimpleNamespace(state=state, failure=failure, info=None, authorizer=authorizer)
        server.client = client


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, journal: Journal) -> Iterator[Bench]:
    history = ValueHistory()
    yield Bench(tmp_path, journal, history)
    history.close()


# -- which rows ------------------------------------------------------------------------------------------


def test_a_closed_group_shows_its_heading_and_how_many_are_below(bench: Bench) -> None:
    bench.add("a", "b", group="Work")
    bench.add("c")
    assert arranged(bench.servers, "own", "", set()) == ["c", Head("Work", 2, True), "a", "b"]
    assert arranged(bench.servers, "own", "", {"Work"}) == ["c", Head("Work", 2, False)]


def test_a_search_opens_groups_and_leaves_out_those_without_a_hit(bench: Bench) -> None:
    bench.add("alpha", "beta", group="Work")
    bench.add("gamma", group="Home", command="python")
    closed = {"Work", "Home"}
    assert arranged(bench.servers, "own", "ALPHA work", closed) == [Head("Work", 1, True), "alpha"]
    assert arranged(bench.servers, "own", "python", closed) == [Head("Home", 1, True), "gamma"]
    assert arranged(bench.servers, "own", "alpha home", closed) == []
    bench.connect("beta")
    assert arranged(bench.servers, "own", "connected", closed) == [Head("Work", 1, True), "beta"]


def test_by_name_groups_are_sorted_too_and_by_use_those_never_used_come_last(bench: Bench) -> None:
    bench.add("b", "a", group="Work")
    bench.add("z", group="Home")
    bench.add("y")
    names = [one if isinstance(one, str) else one.group for one in arranged(bench.servers, "name", "", ())]
    assert names == ["y", "Home", "z", "Work", "a", "b"]
    bench.servers.uses.used("a", 5)
    used = [one if isinstance(one, str) else one.group for one in arranged(bench.servers, "used", "", ())]
    assert used == ["y", "Work", "a", "b", "Home", "z"]


def test_a_row_is_found_by_name_or_by_the_group_of_its_heading(bench: Bench) -> None:
    bench.add("a", group="Work")
    assert bench.model.row_of("a") == 1
    assert bench.model.row_of(Head("Work", 99, False)) == 0
    assert (bench.model.row_of("b"), bench.model.row_of(Head("Home", 1, True))) == (-1, -1)
    assert bench.model.keys() == [("Work",), "a"]
    assert bench.model.shown() == ["a"]


def test_the_model_knows_when_its_rows_are_not_those_of_now(bench: Bench) -> None:
    bench.add("a")
    assert not bench.model.outdated()
    bench.servers.add(Profile("b", StdioTarget("true")))
    assert bench.model.outdated() and bench.model.rowCount() == 1
    anew = QSignalSpy(bench.model.modelReset)
    bench.model.fill()
    assert (bench.model.rowCount(), bench.model.outdated(), anew.count()) == (2, False, 1)
    assert bench.model.rowCount(bench.index(0)) == 0


def test_beyond_the_rows_there_is_nothing(bench: Bench) -> None:
    bench.add("a")
    beyond = bench.model.createIndex(1, 0)
    assert bench.model.at(beyond) is None and bench.model.at(QModelIndex()) is None
    assert bench.model.data(beyond) is None
    assert bench.model.at(bench.index(0)) == "a"


# -- what a row says -------------------------------------------------------------------------------------


def test_a_server_says_its_name_and_to_a_screen_reader_how_it_stands(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.add("a")
    assert bench.said(0, Role.DisplayRole) == "a"
    assert bench.said(0, SERVER) is bench.servers.get("a")
    assert bench.said(0, HEAD) is None
    assert bench.said(0, Role.AccessibleDescriptionRole) == "not connected, true"
    monkeypatch.setattr(bench.supervisor, "watches", lambda name: name == "a")
    described = bench.said(0, Role.AccessibleDescriptionRole)
    assert described == "not connected, true, its files are watched"


def test_the_tooltip_has_every_fact_and_no_empty_one(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.add("a", command="tool")
    assert bench.said(0, Role.ToolTipRole).count("<br") <= 1
    plain = bench.said(0, Role.ToolTipRole)
    assert "Not retrying" not in plain and "◉" not in plain and "Last used" not in plain
    monkeypatch.setattr(bench.supervisor, "watches", lambda name: name == "a")
    monkeypatch.setattr(bench.supervisor, "given_up", lambda name: "exit code 78")
    bench.servers.uses.used("a")
    bench.connect("a", "failed", SimpleNamespace(happened="It does not start."))
    bench.servers.second("a")
    bench.model.fill()
    shown = bench.said(0, Role.ToolTipRole)
    for fact in ("tool", "It does not start.", "◉ Restarts when", "Not retrying: exit code 78"):
        assert fact in shown
    assert "Last used: just now" in shown and "One more connection" not in shown
    assert "One more connection to a; not saved" in bench.said(1, Role.ToolTipRole)


def test_a_heading_says_its_group_and_whether_it_is_open(bench: Bench) -> None:
    bench.add("a", group="Work")
    assert bench.said(0, Role.DisplayRole) == "Work" and "Work" in bench.said(0, Role.ToolTipRole)
    assert bench.said(0, HEAD) == Head("Work", 1, True) and bench.said(0, SERVER) is None
    assert bench.said(0, Role.AccessibleTextRole) == "Group Work, 1 servers, open"
    bench.model.closed.add("Work")
    bench.model.fill()
    assert bench.said(0, Role.AccessibleTextRole) == "Group Work, 1 servers, closed"


def test_a_server_that_changed_is_painted_again_and_no_other(bench: Bench) -> None:
    bench.add("a", "b")
    told = QSignalSpy(bench.model.dataChanged)
    bench.servers.touched.emit("b")
    bench.supervisor.changed.emit("a")
    bench.model.touch("gone")
    assert [told.at(at)[0].row() for at in range(told.count())] == [1, 0]
    assert [told.at(at)[1].row() for at in range(told.count())] == [1, 0]


# -- drag and drop ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "search"), [("own", ""), ("name", ""), ("own", "a")])
def test_rows_can_be_dragged_only_in_their_own_order(bench: Bench, order: str, search: str) -> None:
    bench.add("a", group="Work")
    bench.model.order, bench.model.search = order, search
    bench.model.fill()
    movable = (order, search) == ("own", "")
    head, server = bench.model.flags(bench.index(0)), bench.model.flags(bench.index(1))
    assert bool(server & Flag.ItemIsDragEnabled) is movable and not server & Flag.ItemIsDropEnabled
    assert bool(head & Flag.ItemIsDropEnabled) is movable and not head & Flag.ItemIsDragEnabled
    assert bool(bench.model.flags(QModelIndex()) & Flag.ItemIsDropEnabled) is movable
    for flags in (head, server):
        assert flags & Flag.ItemIsEnabled and flags & Flag.ItemIsSelectable
    assert bench.model.supportedDropActions() == Qt.DropAction.MoveAction


def dropped(bench: Bench, names: list[str], row: int, onto: int = -1) -> list[list[Any]]:
    """What the model asks for when these are let go."""
    data = bench.model.mimeData([bench.index(bench.model.row_of(name)) for name in names])
    assert data.formats() == bench.model.mimeTypes()
    told = QSignalSpy(bench.model.moved)
    parent = bench.index(onto) if onto >= 0 else QModelIndex()
    assert bench.model.dropMimeData(data, Qt.DropAction.MoveAction, row, 0, parent) is False
    return [told.at(at) for at in range(told.count())]


def test_where_a_server_is_let_go_says_before_which_and_in_which_group(bench: Bench) -> None:
    bench.add("a", "b")
    bench.add("c", "d", group="Work")
    bench.add("e", group="Home")
    assert bench.model.keys() == ["a", "b", ("Work",), "c", "d", ("Home",), "e"]
    assert dropped(bench, ["b"], 0) == [[["b"], "a", ""]]
    assert dropped(bench, ["a", "b"], 3) == [[["a", "b"], "c", "Work"]]
    assert dropped(bench, ["a"], 5) == [[["a"], "", "Work"]]
    assert dropped(bench, ["a"], 2) == [[["a"], "", ""]]
    assert dropped(bench, ["a"], -1) == [[["a"], "", "Home"]]
    assert dropped(bench, ["a"], -1, onto=2) == [[["a"], "", "Work"]]


def test_what_comes_from_elsewhere_is_not_taken(bench: Bench) -> None:
    bench.add("a")
    told = QSignalSpy(bench.model.moved)
    other = QMimeData()
    other.setText("a")
    assert not bench.model.dropMimeData(other, Qt.DropAction.MoveAction, 0, 0, QModelIndex())
    assert told.count() == 0


def test_a_heading_is_no_server_to_drag(bench: Bench) -> None:
    bench.add("a", group="Work")
    data = bench.model.mimeData([bench.index(0), bench.index(1)])
    assert bytes(data.data(bench.model.mimeTypes()[0]).data()) == b"a"
