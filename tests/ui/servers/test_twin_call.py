"""The same call on two servers, or on one in two revisions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.twin_calls import Twin
from inspector.ui.analysis.compare_pane import ComparePane
from inspector.ui.loop.tasks import under_way
from inspector.ui.servers import twin_call
from inspector.ui.servers.twin_call import TwinCalls, twin_facts
from inspector.ui.widgets.controls import Notice
from tests.ui.live import Live, live

Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def _menu(it: Live) -> QMenu:
    """The menu that Ctrl+Alt+Enter opens in the form of a tool."""
    it.window.activateWindow()
    await it.until(it.window.isActiveWindow, "the focus")
    focus = QApplication.focusWidget() or it.window
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(focus, Qt.Key.Key_Return, both)
    await it.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu), "the menu")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def _choose(menu: QMenu, name: str) -> None:
    action = menu.findChild(QAction, name)
    assert action is not None, name
    action.trigger()
    menu.close()


def test_a_call_is_made_in_another_revision_too_and_both_are_shown(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("echo")
            await it.fill("hello")
            menu = await _menu(it)
            _choose(menu, "twin_2025-06-18")
            window = await it.find(ComparePane, "compare_pane")
            facts = window.facts.text()
            assert "demo 2026-07-28: " in facts and "demo 2 2025-06-18: " in facts and "right " in facts
            assert window.windowTitle().startswith("Compare demo #")
            await it.until(lambda: "ignored" in window.count.text(), "the comparison")
            assert it.program.servers.names() == ["demo", "demo 2"]
            second = it.program.servers.get("demo 2")
            assert second is not None and not second.saved and second.of == "demo"
            first, other = it.calls(0)
            assert (first.target, other.target) == ("echo", "echo") and first.session != other.session

            menu = await _menu(it)  # the connection is there now
            _choose(menu, "twin_demo 2")
            await it.until(lambda: len(it.calls(0)) == 4, "two more calls")
            window = await it.find(ComparePane, "compare_pane")

    arun(main())


def test_a_server_that_cannot_be_reached_is_said(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            it.add("gone", str(tmp_path / "nothing-here"))
            it.program.servers.select("demo")
            await it.choose("echo")
            await it.fill("hello")
            _choose(await _menu(it), "twin_gone")
            notice = await it.find(Notice, "twin_trouble")
            assert "gone is not connected" in notice.text()
            assert it.calls(0) == []

    arun(main())


def test_the_times_are_compared_unless_one_failed(qapp: object) -> None:
    left, right = Twin("a", "2026-07-28", 1, 40_000_000), Twin("b", "2025-11-25", 2, 50_000_000)
    assert twin_facts(left, right) == (
        "a 2026-07-28: 40 ms · b 2025-11-25: 50 ms · right slower by 10 ms (25 %)"
    )
    assert "right faster by 10 ms (20 %)" in twin_facts(right, left)
    lost = Twin("b", "", 2, 0, "it timed out\nand more")
    assert twin_facts(left, lost) == "a 2026-07-28: 40 ms · b: it timed out"


# -- the menu and the calls, without the program -----------------------------------------------------------


class Known(dict[str, Any]):
    """Servers, as far as twin calls ask of them."""

    current = "here"

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[tuple[str, str]] = []

    def put(self, name: str, state: str = "connected", revision: str = "2025-06-18", of: str = "") -> None:
        info = SimpleNamespace(revision=revision) if revision else None
        client = SimpleNamespace(info=info, state=state, name=name)
        self[name] = SimpleNamespace(state=state, client=client, of=of)

    def names(self) -> list[str]:
        return list(self)

    def second(self, name: str, revision: str) -> str:
        self.seconds.append((name, revision))
        return "new"

    def client(self, name: str) -> Any:
        return self[name].client if name in self else None

    async def connected(self, name: str) -> None: ...


class Desk:
    def __init__(self, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.servers, self.window = Known(), QWidget()
        qtbot.addWidget(self.window)
        self.compared: list[tuple[Any, ...]] = []
        servers: Any = self.servers
        comparing: Any = SimpleNamespace(compare_calls=self._compare)
        self.twins = TwinCalls(servers, comparing, self.window)
        self.told: list[str] = []
        self.twins.troubled.connect(self.told.append)
        self.begun: list[tuple[str, str]] = []
        self.call: Any = SimpleNamespace(name="a&b")

    async def _compare(self, *what: Any) -> None:
        self.compared.append(what)

    def menu(self, name: str = "here") -> dict[str, str]:
        """Object name → text of what can be chosen, those of menus inside as well."""
        self.shown = self.twins.menu_for(name, self.call)
        return {one.objectName(): one.text() for one in self.shown.findChildren(QAction) if one.objectName()}


@pytest.fixture
def desk(qtbot: QtBot, qloop: object, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(qtbot, monkeypatch)


def test_servers_that_are_connected_come_first_then_revisions_then_those_to_connect(desk: Desk) -> None:
    desk.servers.put("here", revision="2025-06-18")
    desk.servers.put("there", revision="2025-11-25")
    desk.servers.put("R&D", state="closed", revision="")
    desk.servers.put("mute", revision="")
    found = desk.menu()
    assert found["twin_there"] == "there · 2025-11-25" and found["twin_mute"] == "mute"
    assert found["twin_R&D"] == "R&&D" and "twin_here" not in found
    assert "twin_2025-06-18" not in found and found["twin_2025-11-25"] == "2025-11-25"
    top = [one.text() for one in desk.shown.actions()]
    assert top[0] == "Run a&&b here and on" and top[1:3] == ["there · 2025-11-25", "mute"]
    assert top[3:] == ["This server in another revision", "Connect another server first"]
    names = [one.objectName() for one in desk.shown.findChildren(QMenu)]
    assert names == ["twin_revisions", "twin_connect"]
    del desk.servers["R&D"]
    desk.menu()
    assert desk.shown.findChild(QMenu, "twin_connect") is None
    assert "twin_2025-06-18" in desk.menu("gone")


def test_what_is_chosen_is_called_here_and_there(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Any, ...]] = []
    monkeypatch.setattr(desk.twins, "start", lambda *what: begun.append(what))
    desk.servers.put("here")
    desk.servers.put("there")
    desk.servers.put("far", state="closed")
    desk.menu()
    for name in ("twin_there", "twin_far", "twin_2025-11-25"):
        desk.shown.findChild(QAction, name).trigger()  # type: ignore[union-attr]
    lines = [("here", "there"), ("here", "far"), ("here", "new")]
    assert begun == [(*pair, desk.call) for pair in lines]
    assert desk.servers.seconds == [("here", "2025-11-25")]


@pytest.mark.parametrize(
    ("state", "revision", "of", "used"),
    [
        ("connected", "2025-11-25", "here", True),
        ("closed", "2025-11-25", "here", False),
        ("connected", "2025-03-26", "here", False),
        ("connected", "2025-11-25", "other", False),
    ],
)
def test_a_second_connection_that_is_there_is_used(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, state: str, revision: str, of: str, used: bool
) -> None:
    begun: list[tuple[Any, ...]] = []
    monkeypatch.setattr(desk.twins, "start", lambda *what: begun.append(what[:2]))
    desk.servers.put("here", revision="2025-11-25")
    desk.servers.put("other one", state, revision, of)
    desk.twins._start_revision("here", "2025-11-25", desk.call)
    desk.twins._start_revision("gone", "2025-11-25", desk.call)
    assert begun == [("here", "other one" if used else "new")], "it is never itself"
    begun.clear()
    if used:
        desk.twins._start_revision("other one", "2025-11-25", desk.call)
        assert begun == [("other one", "here")], "the first is one of its own"


@pytest.mark.parametrize("same", [False, True])
def test_both_answers_are_compared_but_not_what_revisions_differ_in(
    desk: Desk, arun: Runner, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    right = "2025-06-18" if same else "2026-07-28"
    twins = (Twin("here", "2025-06-18", 4, 10_000_000), Twin("there", right, 5, 20_000_000))

    async def call_twins(here: Any, there: Any, call: Any) -> tuple[Twin, Twin]:
        assert (here.name, there.name, call) == ("here", "there", desk.call)
        return twins

    async def main() -> None:
        monkeypatch.setattr(twin_call, "call_twins", call_twins)
        desk.servers.put("here")
        desk.servers.put("there")
        desk.twins.start("here", "there", desk.call)
        while under_way([desk.window]):
            await asyncio.sleep(0)

    arun(main())
    [(first, second, facts, ignored)] = desk.compared
    assert (first, second, facts) == (4, 5, twin_facts(*twins)) and desk.told == []
    assert ("$.result._meta" in ignored) is not same


def test_a_call_that_was_not_made_on_one_of_them_is_said(
    desk: Desk, arun: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def call_twins(*_what: Any) -> tuple[Twin, Twin]:
        return Twin("here", "", 4, 1), Twin("there", "", 0, 0, "it has no such tool")

    async def main() -> None:
        monkeypatch.setattr(twin_call, "call_twins", call_twins)
        desk.servers.put("here")
        desk.servers.put("there")
        await desk.twins._run("here", "there", desk.call)
        await desk.twins._run("here", "gone", desk.call)

    arun(main())
    said = [text.replace("\u2068", "").replace("\u2069", "") for text in desk.told]
    assert said == [
        "there: it has no such tool",
        "gone is not connected: there is nothing to compare with.",
    ]
    assert desk.compared == []


def test_how_much_slower_is_told_in_per_cent_and_from_twice_in_times(qapp: object) -> None:
    def facts(left: int, right: int) -> str:
        return twin_facts(Twin("a", "", 1, left), Twin("b", "", 2, right)).split(" · ")[-1]

    assert facts(10_000_000, 19_000_000) == "right slower by 9.0 ms (90 %)"
    assert facts(10_000_000, 20_000_000) == "right slower by 10 ms (2.0×)"
    assert facts(10_000_000, 10_000_000).endswith("(0 %)")
    assert facts(10_000_000, 0).startswith("b: "), "without a time nothing is compared"
