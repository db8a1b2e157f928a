"""What stands below a list: each entry of its menu fetches as it says, and what is chosen is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QAction, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.cache import Hint
from inspector.core.client.pages import Page
from inspector.core.clock import now_ns
from inspector.errors import ClosedError
from inspector.trace.journal import Journal
from inspector.ui.loop import saving
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.list_foot import ListFoot
from inspector.ui.widgets.controls import MenuButton, Notice
from tests.conftest import Until
from tests.ui.live import Live, live
from tests.ui.panels.offline import Offline
from tests.ui.parts import the

LISTER = Path(__file__).resolve().parents[2] / "core" / "lister.py"
Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


async def foot_of(it: Live, *mode: str) -> ListFoot:
    it.add("lister", sys.executable, str(LISTER), *mode)
    await it.connected("lister")
    tools = it.window.workspace.panel("tools")
    assert isinstance(tools, CallingPanel)
    return tools.foot


def entry(it: Live, name: str) -> QAction:
    """An entry of the menu, as it is when the menu opens."""
    [action] = it.window.findChildren(QAction, f"tool_list_{name}")
    parent = action.parent()
    parent.aboutToShow.emit()  # type: ignore[union-attr]
    return action


def lists(it: Live) -> int:
    """How often the list was asked for."""
    return len(it.calls(0, "tools/list"))


def state(it: Live) -> str:
    label = it.window.findChild(QLabel, "tool_list_state")
    assert label is not None
    return label.text()


def test_a_change_that_is_told_makes_the_list_no_wider(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            foot = await foot_of(it, "good", "modern", "ttl")
            least = foot.minimumSizeHint().width()
            button = the(foot, QPushButton, "tool_list_refetch")
            assert not button.isVisible() and least >= button.sizeHint().width()
            foot._stale.show()
            foot.layout().activate()
            assert foot.minimumSizeHint().width() == least

    arun(main())


def test_each_entry_of_the_menu_fetches_as_it_says(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, page_by_page=True) as it:
            await foot_of(it, "good", "modern", "ttl")
            await it.until(lambda: state(it) == "2+", "the first page")
            assert entry(it, "all").isEnabled()
            entry(it, "all").trigger()
            await it.until(lambda: state(it) == "6 · 3 pages", "all pages")
            assert not entry(it, "all").isEnabled(), "there are no more"
            before = lists(it)
            entry(it, "fetch").trigger()
            await it.until(lambda: state(it) == "2+", "the first page anew")
            assert lists(it) == before + 1

    arun(main())


def test_the_cache_is_asked_where_the_server_says_how_long_it_holds(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await foot_of(it, "ttl", "modern")
            await it.until(lambda: state(it) == "6 · 3 pages", "the list")
            before = lists(it)
            assert entry(it, "cache").isEnabled()
            entry(it, "cache").trigger()
            await it.until(lambda: state(it) == "6 · 3 pages · from the cache", "the list of the cache")
            assert lists(it) == before
            entry(it, "fetch").trigger()
            await it.until(lambda: state(it) == "6 · 3 pages", "the list of the server")
            assert lists(it) == before + 3

    arun(main())


def test_an_older_server_has_no_cache_and_its_list_that_ends_badly_says_so(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await foot_of(it, "loop")
            await it.until(lambda: "stopped: the cursor repeats" in state(it), "why it ends")
            assert not entry(it, "cache").isEnabled()

    arun(main())


def test_what_is_always_wanted_is_ticked_and_kept(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await foot_of(it, "good", "modern")
            for name in ("page_by_page", "honour_cache"):
                assert not entry(it, name).isChecked()
                entry(it, name).trigger()
                assert entry(it, name).isChecked()
            await saving.flush()
            saved = json.loads((tmp_path / "settings.json").read_text())
            assert saved["page_by_page"] is True and saved["honour_cache"] is True
            entry(it, "fetch").trigger()
            await it.until(lambda: state(it) == "2+", "a page alone")
            entry(it, "page_by_page").trigger()
            assert not entry(it, "page_by_page").isChecked()

    arun(main())


def test_a_choice_that_cannot_be_kept_is_told_below_the_list(
    arun: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            foot = await foot_of(it, "good", "modern")
            told: list[Any] = []
            monkeypatch.setattr(saving, "save", lambda _thing, hearer: told.append(hearer))
            entry(it, "page_by_page").trigger()
            [tell] = told
            trouble = foot.findChild(QWidget, "tool_list_trouble")
            assert trouble is not None and not trouble.isVisible()
            tell("The disk is full.")
            assert trouble.isVisible() and trouble.accessibleName() == "The disk is full."
            tell("")
            assert not trouble.isVisible()

    arun(main())


def test_the_list_is_fetched_again_with_its_button(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await foot_of(it, "good", "modern")
            await it.until(lambda: state(it) == "6 · 3 pages", "the list")
            before = lists(it)
            again = await it.find(QWidget, "tool_list_refresh")
            again.click()  # type: ignore[attr-defined]
            await it.until(lambda: again.isEnabled() and lists(it) == before + 3, "the list")
            client = it.program.servers.client("lister")
            assert client is not None
            await client.close()
            await it.until(lambda: not again.isEnabled(), "that nothing can be fetched")
            assert state(it).startswith("6"), "what was fetched stays"

    arun(main())


# -- without a server


class Foot:
    """Below a list of tools and prompts of a client that is connected to nothing."""

    def __init__(self, journal: Journal, folder: Path) -> None:
        self.offline = Offline(journal, folder)
        self.client = self.offline.client
        self.client.connection.state = "connected"
        self.asked: list[tuple[str, str, Any]] = []
        self.client.list_all = self._all  # type: ignore[method-assign]
        self.client.list_page = self._page  # type: ignore[method-assign]
        self.foot = ListFoot("list", self.offline.context, ("tools", "prompts"))
        self.foot.resize(300, 120)

    async def _all(self, kind: str, from_cache: bool | None = None) -> None:  # type: ignore[override]
        self.asked.append(("all", kind, from_cache))

    async def _page(self, kind: str, cursor: Any = None, from_cache: Any = None) -> None:  # type: ignore[override]
        self.asked.append(("page", kind, cursor or from_cache))
        raise ClosedError("it is gone")

    def fill(self, kind: str, *sizes: int, end: str = "", **fields: Any) -> None:
        """Pages with so many items each."""
        made = []
        for place, size in enumerate(sizes):
            items = tuple({"name": f"{kind} {place} {number}"} for number in range(size))
            follows = "more" if end or place < len(sizes) - 1 else None
            made.append(Page(kind, None, follows, items, (b"{}",) * size, **fields))
        self.client.catalog.fill(kind, tuple(made), end)
        self.foot.refresh()

    def seen(self, name: str) -> bool:
        return the(self.foot, QWidget, f"list_{name}").isVisible()

    def text(self, name: str) -> str:
        return the(self.foot, QLabel, f"list_{name}").text()

    def usable(self) -> list[bool]:
        return [the(self.foot, QWidget, f"list_{name}").isEnabled() for name in ("refresh", "menu")]


@pytest.fixture
def bench(journal: Journal, tmp_path: Path, qtbot: QtBot, qloop: object) -> Iterator[Foot]:
    made = Foot(journal, tmp_path)
    qtbot.addWidget(made.foot)
    made.foot.show()
    yield made
    made.offline.close()


def test_it_says_how_many_there_are_and_why_there_are_no_more(bench: Foot) -> None:
    assert bench.text("state") == ""
    bench.fill("tools", 3)
    assert bench.text("state") == "3"
    bench.fill("prompts", 2)
    assert bench.text("state") == "5", "a page of each kind is not worth a word"
    bench.fill("tools", 3, 4)
    assert bench.text("state") == "9 · 3 pages"
    bench.fill("tools", 3, end="cap")
    assert bench.text("state") == "5+ · stopped: too many pages"
    bench.fill("tools", 3, from_cache=True)
    bench.fill("prompts", 2, trouble="no list in it")
    assert bench.text("state") == "5 · from the cache · no list in it"


def test_the_next_page_is_offered_where_there_is_one(bench: Foot, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.fill("tools", 3)
        assert not bench.seen("next")
        bench.fill("prompts", 2, end="more")
        assert bench.seen("next")
        the(bench.foot, QPushButton, "list_next").click()
        await until(lambda: bench.asked)
        assert bench.asked == [("page", "prompts", "more")], "what goes wrong with it is told elsewhere"
        bench.client.connection.state = "failed"
        bench.foot.refresh()
        assert not bench.seen("next") and bench.usable() == [False, False]
        bench.client.connection.state = "connected"
        bench.client.catalog.loading["tools"] = 1
        bench.foot.refresh()
        assert not bench.seen("next") and bench.usable() == [False, False]
        bench.client.catalog.loading.clear()
        bench.foot.refresh()
        assert bench.usable() == [True, True]

    arun(main())


def test_a_list_that_changed_can_be_fetched_again_while_connected(
    bench: Foot, arun: Runner, until: Until
) -> None:
    async def main() -> None:
        bench.fill("tools", 1)
        bench.client.catalog.stale = {"resources"}
        bench.foot.refresh()
        assert not bench.seen("stale"), "that is another list"
        bench.client.catalog.stale = {"tools"}
        bench.foot.refresh()
        assert bench.seen("stale")
        again = the(bench.foot, QPushButton, "list_refetch")
        assert again.toolTip() == again.accessibleDescription() != "" and not again.icon().isNull()
        again.click()
        await until(lambda: bench.asked)
        assert bench.asked == [("all", "tools", None)], "of what was fetched before"
        bench.client.connection.state = "idle"
        bench.foot.refresh()
        assert not bench.seen("stale")

    arun(main())


def test_what_was_never_fetched_or_failed_is_fetched_too(bench: Foot, arun: Runner, until: Until) -> None:
    async def main() -> None:
        bench.foot.fetch()
        await until(lambda: len(bench.asked) == 2)
        assert [kind for _, kind, _ in bench.asked] == ["tools", "prompts"]
        bench.fill("tools", 1)
        bench.client.catalog.troubles["prompts"] = "refused"
        bench.foot.fetch()
        await until(lambda: len(bench.asked) == 4)
        bench.client.catalog.troubles.clear()
        bench.foot.fetch()
        await until(lambda: len(bench.asked) == 5)
        assert [kind for _, kind, _ in bench.asked[2:]] == ["tools", "prompts", "tools"]

    arun(main())


def test_trouble_is_told_until_it_is_fetched_again(bench: Foot) -> None:
    assert not bench.seen("trouble")
    bench.client.catalog.troubles |= {"tools": "no response", "resources": "another list"}
    bench.foot.refresh()
    notice = the(bench.foot, Notice, "list_trouble")
    assert notice.isVisible() and notice.text() == "no response" and "no response" in notice.toolTip()
    bench.client.catalog.loading["tools"] = 1
    bench.foot.refresh()
    assert not notice.isVisible()


def test_fetching_has_a_button_to_stop_it_once_it_takes_longer(bench: Foot, qtbot: QtBot) -> None:
    stopped: list[str] = []
    bench.client.lists.stop = stopped.append  # type: ignore[method-assign]
    bench.client.catalog.loading["tools"] = 1
    bench.foot.refresh()
    assert not bench.seen("cancel"), "it may be over in a moment"
    qtbot.waitUntil(lambda: bench.seen("cancel"))
    assert bench.text("progress") == "page 1 …"
    bench.client.catalog.loading |= {"tools": 2, "prompts": 7, "resources": 9}
    bench.foot.refresh()
    assert bench.seen("cancel") and bench.text("progress") == "page 7 …"
    the(bench.foot, QPushButton, "list_cancel").click()
    assert stopped == ["tools", "prompts"]
    bench.client.catalog.loading.clear()
    bench.foot.refresh()
    assert not bench.seen("cancel")
    bench.client.catalog.loading["tools"] = 2
    bench.foot.refresh()
    assert bench.seen("cancel"), "it is at its second page already"


def test_how_fresh_it_is_stands_in_the_tooltip_when_it_is_asked_for(bench: Foot) -> None:
    again = the(bench.foot, QToolButton, "list_refresh")

    def told() -> str:
        place = again.rect().center()
        QApplication.sendEvent(again, QHelpEvent(QEvent.Type.ToolTip, place, again.mapToGlobal(place)))
        assert again.accessibleDescription() in again.toolTip()
        return again.accessibleDescription()

    assert told() == "" and "Fetch this list again" in again.toolTip()
    bench.fill("tools", 1, hint=Hint(now_ns(), 60_000, "private", said=True))
    assert told().startswith("fresh for ")
    bench.client.catalog.stale = {"tools"}
    assert told() == "stale: it changed on the server"
    bench.client.catalog.stale = set()
    assert told().startswith("fresh for ")


def test_its_lines_stand_below_each_other_and_the_count_takes_the_room(bench: Foot) -> None:
    bench.client.catalog.troubles["prompts"] = "no response"
    bench.fill("tools", 3, end="more", hint=Hint(now_ns(), 60_000, "private", said=True))
    bench.client.catalog.stale = {"tools"}
    bench.foot.refresh()
    QApplication.processEvents()
    names = ("refetch", "trouble", "next", "state")
    parts = [the(bench.foot, QWidget, f"list_{name}") for name in names]
    tops = [one.mapTo(bench.foot, QPoint()).y() for one in parts]
    assert tops == sorted(set(tops))
    again, menu, count = (the(bench.foot, QWidget, f"list_{name}") for name in ("refresh", "menu", "state"))
    assert count.geometry().right() + 1 == again.x() and again.geometry().right() + 1 == menu.x()
    assert menu.geometry().right() == bench.foot.width() - 3
    lines = [one.objectName() for one in the(bench.foot, MenuButton, "list_menu").choices.actions()]
    assert lines == ["list_fetch", "list_cache", "list_all", "", "list_page_by_page", "list_honour_cache"]
