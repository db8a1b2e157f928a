"""What a call can be compared with: other servers, other revisions, and one that is connected first."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from inspector.core.client.item_calls import ItemCall
from inspector.core.client.twin_calls import Twin
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from inspector.ui.servers import twin_call
from inspector.ui.servers.twin_call import TwinCalls, twin_facts
from tests.conftest import Runner, Until
from tests.ui.parts import the

pytestmark = pytest.mark.gui
NEW, OLD = MODERN_REVISIONS[0], LEGACY_REVISIONS[-1]
CALL = ItemCall("tools", "a & b", "{}")


class Servers:
    """a and b are connected, a 2 is a second connection to a, c is not connected."""

    def __init__(self) -> None:
        self.current = "a"
        self.rows = {
            "a": self.row("connected", NEW),
            "b": self.row("connected", OLD),
            "c": self.row("new", ""),
        }
        self.rows["a 2"] = self.row("connected", OLD, "a")
        self.seconds: list[tuple[str, str]] = []
        self.reachable = True

    def row(self, state: str, revision: str, of: str = "") -> Any:
        info = SimpleNamespace(revision=revision) if revision else None
        return SimpleNamespace(state=state, of=of, client=SimpleNamespace(state=state, info=info))

    def names(self) -> list[str]:
        return list(self.rows)

    def get(self, name: str) -> Any:
        return self.rows.get(name)

    def client(self, name: str) -> Any:
        return self.rows[name].client if name in self.rows else None

    def second(self, name: str, revision: str) -> str:
        self.seconds.append((name, revision))
        self.rows["made"] = self.row("connected", revision, "a")
        return "made"

    async def connected(self, name: str) -> None:
        if self.reachable and name in self.rows:
            self.rows[name].state = self.rows[name].client.state = "connected"


class Bench:
    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.servers: Any = Servers()
        self.window = QWidget()
        self.compared: list[tuple[Any, ...]] = []
        self.called: list[tuple[Any, ...]] = []
        self.twins = [Twin("a", NEW, 1, 10), Twin("b", NEW, 2, 10)]
        comparing: Any = SimpleNamespace(compare_calls=self._compare)
        self.calls = TwinCalls(self.servers, comparing, self.window)
        self.troubles: list[str] = []
        self.calls.troubled.connect(self.troubles.append)
        patch.setattr(twin_call, "call_twins", self._call)

    async def _compare(self, *what: Any) -> None:
        self.compared.append(what)

    async def _call(self, *what: Any) -> list[Twin]:
        self.called.append(what)
        return self.twins

    def sides(self) -> list[str]:
        """The servers of the last call."""
        names = {id(row.client): name for name, row in self.servers.rows.items()}
        return [names[id(one)] for one in self.called[-1][:2]]


@pytest.fixture
def bench(qloop: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench(monkeypatch)
    yield made
    made.window.deleteLater()


def entries(menu: QMenu) -> list[str]:
    return [one.text() for one in menu.actions() if one.objectName().startswith("twin_")]


def test_connected_servers_stand_first_then_revisions_then_those_to_connect(bench: Bench) -> None:
    menu = bench.calls.menu_for("a", CALL)
    assert menu.actions()[0].text() == "Run a && b here and on"
    assert entries(menu) == [f"b · {OLD}", f"a 2 · {OLD}"]
    revisions = entries(the(menu, QMenu, "twin_revisions"))
    assert NEW not in revisions and set(revisions) == {*MODERN_REVISIONS, *LEGACY_REVISIONS} - {NEW}
    assert revisions[-len(LEGACY_REVISIONS) :] == list(reversed(LEGACY_REVISIONS))
    assert entries(the(menu, QMenu, "twin_connect")) == ["c"]
    bench.servers.rows.pop("c")
    assert bench.calls.menu_for("a", CALL).findChild(QMenu, "twin_connect") is None


@pytest.mark.parametrize(
    ("entry", "side", "made"),
    [
        ("twin_b", "b", []),
        ("twin_c", "c", []),
        (f"twin_{OLD}", "a 2", []),
        (f"twin_{LEGACY_REVISIONS[0]}", "made", [("a", LEGACY_REVISIONS[0])]),
    ],
)
def test_an_entry_makes_the_call_here_and_there(
    bench: Bench, arun: Runner, until: Until, entry: str, side: str, made: list[tuple[str, str]]
) -> None:
    async def main() -> None:
        the(bench.calls.menu_for("a", CALL), QAction, entry).trigger()
        await until(lambda: bench.compared)
        assert bench.sides() == ["a", side] and bench.called[-1][2] == CALL
        assert bench.servers.seconds == made and bench.troubles == []
        assert bench.compared[0][:2] == (1, 2) and bench.compared[0][2] == twin_facts(*bench.twins)

    arun(main())


def test_what_every_revision_says_otherwise_is_ignored_between_two(
    bench: Bench, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.calls.start("a", "b", CALL)
        await until(lambda: len(bench.compared) == 1)
        bench.twins[1] = Twin("b", OLD, 2, 10)
        bench.calls.start("a", "b", CALL)
        await until(lambda: len(bench.compared) == 2)
        assert bench.compared[0][3] == () and "$.result._meta" in bench.compared[1][3]

    arun(main())


def test_what_cannot_be_called_or_reached_is_said(bench: Bench, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.twins[1] = Twin("b", OLD, 0, 0, "no such tool")
        bench.calls.start("a", "b", CALL)
        await until(lambda: bench.troubles)
        assert "b" in bench.troubles[0] and "no such tool" in bench.troubles[0]
        bench.servers.reachable = False
        bench.calls.start("a", "c", CALL)
        await until(lambda: len(bench.troubles) == 2)
        assert "is not connected: there is nothing to compare with." in bench.troubles[1]
        bench.calls.start("gone", "a", CALL)
        await until(lambda: len(bench.troubles) == 3)
        assert bench.compared == [] and len(bench.called) == 1

    arun(main())


def test_the_menu_opens_at_its_first_entry(bench: Bench) -> None:
    bench.calls.ask(CALL)
    menu = the(bench.window, QMenu, "twin_menu")
    assert menu.isVisible() and menu.activeAction().objectName() == "twin_b"
    menu.close()


@pytest.mark.parametrize(
    ("left", "right", "words"),
    [
        (10, 20, "right slower by 10 ms (2.0×)"),
        (10, 19, "right slower by 9.0 ms (90 %)"),
        (20, 10, "right faster by 10 ms (50 %)"),
        (0, 10, ""),
        (10, 0, ""),
    ],
)
def test_both_times_are_said_and_how_they_differ(left: int, right: int, words: str) -> None:
    said = twin_facts(Twin("a", NEW, 1, left * 10**6), Twin("b", "", 2, right * 10**6)).split(" · ")
    assert said[0].startswith(f"a {NEW}: ") and said[1].startswith("b: ")
    assert (said[2] if len(said) > 2 else "") == words
