"""What stands below a list: each entry of its menu fetches as it says, and what is chosen is kept."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget

from inspector.ui.loop import saving
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.list_foot import ListFoot
from tests.ui.live import Live, live

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
            await it.until(lambda: "a cursor came twice: ended" in state(it), "why it ends")
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
