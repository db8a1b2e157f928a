"""Lists in the window: page by page, stopped, stale, with excluded tools and items that are no tools."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QListView, QPushButton, QTreeWidget, QWidget
from pytestqt.qtbot import QtBot

from inspector.core.client.cache import Hint
from inspector.core.client.catalog import Catalog
from inspector.core.clock import now_ns
from inspector.ui.content.remarks import Remark, Remarks
from inspector.ui.locale.locale_text import span_text
from inspector.ui.panels.calling.calling import CallingPanel
from inspector.ui.panels.listing import Item, ItemList
from inspector.ui.panels.tools import ToolsPanel, badges_of
from inspector.ui.session.freshness import freshness
from inspector.ui.widgets.controls import Notice
from tests.servers import ServerProcess, free_port
from tests.ui.live import Live, live

CORE = Path(__file__).resolve().parents[2] / "core"
Runner = Callable[[Coroutine[Any, Any, Any]], Any]
pytestmark = pytest.mark.gui


def panel(it: Live, key: str = "tools") -> CallingPanel:
    it.window.workspace.show_panel(key)
    found = it.window.workspace.panel(key)
    assert isinstance(found, CallingPanel)
    return found


def names(it: Live) -> list[str]:
    model = panel(it).list.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def visible(it: Live, name: str) -> bool:
    found = it.window.findChild(QWidget, name)
    return found is not None and found.isVisible()


async def lister(it: Live, *mode: str) -> None:
    it.add("lister", sys.executable, str(CORE / "lister.py"), *mode)
    await it.connected("lister")


def test_page_by_page_shows_honest_numbers_and_where_a_page_begins(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path, page_by_page=True) as it:
            await lister(it, "good", "modern")
            tabs = it.window.workspace.tabs
            await it.until(lambda: tabs.tabText(0) == "Tools 2+", "an honest number in the tab")
            await it.click("tool_list_next")
            await it.until(lambda: len(names(it)) == 4, "the second page")
            await it.click("tool_list_next")
            await it.until(lambda: len(names(it)) == 6, "the third page")
            await it.until(lambda: tabs.tabText(0) == "Tools 6", "the whole number")
            assert not visible(it, "tool_list_next")
            assert [item.border for item in panel(it).items()] == ["", "", "page 2", "", "page 3", ""]

    arun(main())


def test_a_slow_list_can_be_stopped_and_gone_on_with(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("lister", sys.executable, str(CORE / "lister.py"), "slow")
            await it.find(QPushButton, "tool_list_cancel")
            progress = await it.find(QLabel, "tool_list_progress")
            assert progress.text() == "page 2 …"
            assert names(it) == ["t0a", "t0b"]
            await it.click("tool_list_cancel")
            await it.find(QPushButton, "tool_list_next")
            assert not visible(it, "tool_list_cancel")
            assert it.program.servers.get("lister").state == "connected"

    arun(main())


def test_an_error_on_the_way_is_said_below_the_list(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("lister", sys.executable, str(CORE / "lister.py"), "refusing")
            await it.until(lambda: visible(it, "tool_list_trouble"), "the trouble")
            assert names(it) == ["t0a", "t0b"]
            trouble = it.window.findChild(QWidget, "tool_list_trouble")
            assert "-32602" in trouble.accessibleName()

    arun(main())


def test_a_list_that_changed_says_so_until_it_is_fetched_again(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await lister(it, "good", "modern")
            panel(it)
            foot = panel(it).foot
            client = foot._context.client
            client.catalog.stale.add("tools")
            foot.refresh()
            assert visible(it, "tool_list_stale")
            await it.click("tool_list_refetch")
            await it.until(lambda: not visible(it, "tool_list_stale"), "the fresh list")

    arun(main())


def test_a_list_that_changed_and_cannot_be_fetched_is_not_asked_for_again_and_again(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("lister", sys.executable, str(CORE / "lister.py"), "moody")
            client = it.program.servers.client("lister")
            await it.until(lambda: "tools" in client.catalog.troubles, "the refusal")
            for _ in range(10):
                await client.call("resources/read", {"uri": "r://1"})
            journal = it.program.journal
            methods = [one.method for one in journal.records(1, journal.last) if one.kind == "request"]
            assert methods.count("tools/list") <= 4

    arun(main())


def test_items_that_are_no_tools_are_rows_with_their_json(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await lister(it, "odd", "modern")
            await it.until(lambda: len(names(it)) == 7, "all seven items")
            tools = panel(it)
            assert tools.list.select("\0odd:tools:2")
            assert tools.result._raw.pane().text() == '{\n  "title": "no name"\n}'
            assert not tools.form.run_button.isEnabled()
            before = it.program.journal.last
            tools.run()  # Ctrl+Enter
            assert it.program.journal.last == before
            assert tools.list.select("good")
            assert tools.form.run_button.isEnabled()

    arun(main())


@pytest.fixture
def marked(start_server: Callable[..., ServerProcess]) -> str:
    port = free_port()
    start_server((sys.executable, str(CORE / "marked.py"), str(port)), port)
    return f"http://127.0.0.1:{port}/mcp"


def test_an_excluded_tool_says_why_and_can_be_called_all_the_same(
    arun: Runner, tmp_path: Path, marked: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("marked", marked)
            await it.connected("marked")
            await it.until(lambda: len(names(it)) == 2, "the tools")
            tools = panel(it)
            assert [badge[0] for item in tools.items() for badge in item.badges] == ["excluded"]
            tools.list.select("bad")
            warning = it.window.findChild(QWidget, "tool_form_warning")
            assert "x-mcp-header is empty" in warning.accessibleName()
            assert tools.form.run_button.text() == "Call anyway"
            assert (await it.run_tool()).status == "done"
            tools.list.select("good")
            assert not warning.isVisible()
            assert tools.form.run_button.text() == "Run"

    arun(main())


@pytest.mark.parametrize(
    ("hints", "letters"),
    [
        ({"readOnlyHint": True, "openWorldHint": True}, "RO"),
        ({"readOnlyHint": True, "destructiveHint": True, "openWorldHint": False}, "R"),
        ({"destructiveHint": True}, "D"),
        ({"destructiveHint": False, "openWorldHint": True}, "WO"),
        ({"readOnlyHint": False}, "W"),
        ({"openWorldHint": True}, "O"),
        ({"openWorldHint": "yes", "readOnlyHint": 1}, ""),
        (None, ""),
    ],
)
def test_the_letters_say_what_a_tool_claims_of_itself(hints: Any, letters: str) -> None:
    assert "".join(letter for letter, *_ in badges_of({"name": "t", "annotations": hints})) == letters


def test_headers_of_arguments_are_shown_while_they_are_typed(
    arun: Runner, tmp_path: Path, marked: str
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("marked", marked)
            await it.connected("marked")
            await it.choose("good")
            table = await it.find(QTreeWidget, "tool_headers")

            def row() -> list[str]:
                return [table.topLevelItem(0).text(section) for section in range(3)]

            assert row() == ["a", "Mcp-Param-A", "not sent"]
            await it.fill("x y")
            assert row() == ["a", "Mcp-Param-A", "x y"]
            panel(it).form.set_text('{"a": "서울"}')
            assert row() == ["a", "Mcp-Param-A", "=?base64?7ISc7Jq4?="]
            panel(it).form.choose_view("json")
            panel(it).form.set_text('{"a": "x y"}')
            assert row()[2] == "x y"
            panel(it).form.set_text("{")
            assert row()[2] == "not sent"

    arun(main())


def test_a_tool_without_marks_shows_no_headers(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("regional_report")
            assert not visible(it, "tool_headers")  # over a pipe there are no headers

    arun(main())


def remarks(it: Live, key: str = "tools") -> list[str]:
    return panel(it, key).result.remarks.texts()


def test_structured_content_is_held_against_its_schema(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            await it.choose("structured_weather")
            await it.fill("Seoul")
            await it.run_tool()
            await it.until(lambda: remarks(it), "the check")
            assert remarks(it) == ["✓ matches its output schema"]
            await it.choose("echo")
            assert remarks(it) == []
            client = panel(it).context.client
            tool = next(one for one in client.catalog.tools if one["name"] == "echo")
            tool["outputSchema"] = {"type": "object"}
            await it.fill("x")
            await it.run_tool()
            await it.until(lambda: remarks(it), "the check")
            assert remarks(it) == ["✗ has an output schema, but returned no structured content"]
            await it.choose("structured_weather")
            assert remarks(it) == ["✓ matches its output schema"]

    arun(main())


def test_a_resource_is_read_from_the_cache_on_demand(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await lister(it, "ttl", "modern")
            it.window.workspace.read_resource("r://1")
            resources = panel(it, "resources")
            await it.until(lambda: remarks(it, "resources"), "how fresh it is")
            assert remarks(it, "resources")[0].startswith("fresh for ")
            assert remarks(it, "resources")[0].endswith("private")
            calls = [one.number for one in _reads(it)]
            resources.form._options_button.click()
            (await it.find(QComboBox, "resource_form_cache")).setCurrentIndex(2)
            await it.click("resource_read")
            await it.until(
                lambda: (
                    remarks(it, "resources")[:1] and remarks(it, "resources")[0].startswith("from the cache")
                ),
                "that it is from the cache",
            )
            assert [one.number for one in _reads(it)] == calls
            assert "changed" in resources.form._options_button.text()

    arun(main())


def _reads(it: Live) -> list[Any]:
    journal = it.program.journal
    found = (journal.exchange(number) for number in range(1, journal.last + 1))
    return [one for one in found if one is not None and one.method == "resources/read"]


# -- words


MS = 1_000_000


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.2, "1 s"),
        (45, "45 s"),
        (60, "1 min"),
        (192, "3 min 12 s"),
        (3600, "1 h"),
        (7500, "2 h 5 min"),
        (3605, "1 h"),
        (3 * 86400 + 5, "3 d"),
    ],
)
def test_a_span_is_told_in_its_two_largest_units(seconds: float, text: str) -> None:
    assert span_text(seconds) == text


def test_a_list_is_as_fresh_as_its_oldest_page(qapp: object) -> None:
    hints = [Hint(0, 60_000, "public", True), Hint(0, 10_000, "public", True)]
    assert freshness(hints, 0) == ("fresh for 10 s · public", "ok")
    text, role = freshness(hints, 10_000 * MS)
    assert (text.startswith("stale since "), role) == (True, "warning")


@pytest.mark.parametrize(
    ("hints", "text"),
    [
        ([], ""),
        ([Hint(0, 0, "private", True)], "stale immediately (ttlMs 0) · private"),
        ([Hint(0, 0, "", False)], "stale: no ttlMs · no cacheScope"),
        (
            [Hint(0, 9000, "private", True), Hint(0, 9000, "public", True)],
            "fresh for 9 s · the scope differs between pages",
        ),
    ],
)
def test_freshness_says_what_is_missing(qapp: object, hints: list[Hint], text: str) -> None:
    assert freshness(hints, 0)[0] == text


def test_remarks_show_the_first_details_and_how_many_more_there_are(qtbot: QtBot) -> None:
    shown = Remarks("remarks")
    qtbot.addWidget(shown)
    shown.show_remarks((Remark("wrong", "error", tuple(f"/{n}: no" for n in range(9))),))
    assert [text.strip() for text in shown.texts()] == [
        "✗ wrong", "/0: no", "/1: no", "/2: no", "/3: no", "and 5 more",
    ]  # fmt: skip
    shown.show_remarks((Remark("", hint=Hint(now_ns(), 60_000, "public", True)),))
    assert shown.texts()[0].startswith("fresh for ")
    shown.show_remarks(())
    assert shown.isHidden()


# -- the list itself


def test_a_list_that_grows_stays_where_somebody_reads(qtbot: QtBot) -> None:
    items = ItemList("list", "list_filter", "Filter", "Nothing here.")
    qtbot.addWidget(items)
    items.resize(200, 300)
    items.show()
    rows = [Item(str(n), f"item {n}") for n in range(500)]
    items.set_items(rows[:300])
    items.view.scrollTo(items.view.model().index(200, 0))
    place = items.view.verticalScrollBar().value()
    assert place > 0
    with qtbot.waitSignal(items.view.model().rowsInserted):
        items.set_items(rows)
    assert items.view.verticalScrollBar().value() == place
    assert items.view.model().rowCount() == 500
    QTest.keyClicks(items.filter, "499")
    assert items.view.model().rowCount() == 1
    QTest.keyClick(items.filter, Qt.Key.Key_Escape)
    assert items.view.model().rowCount() == 500


def test_a_list_that_nobody_looks_at_is_laid_out_when_it_is_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = ItemList("list", "filter", "", "")
    qtbot.addWidget(listed)
    laid_out: list[int] = []
    monkeypatch.setattr(listed.view, "doItemsLayout", lambda: laid_out.append(1))
    rows = [Item(f"row {number:03}", f"row {number:03}") for number in range(200)]
    for count in range(10, 210, 10):
        listed.set_items(rows[:count])
    listed.set_items([Item("new", "new"), *rows])
    assert laid_out == []
    monkeypatch.undo()
    listed.show()
    assert listed.view.indexAt(QPoint(2, 2)).row() == 0


def test_the_first_list_is_shown_as_it_comes_and_a_later_one_when_it_is_there(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            await it.start_demo()
            client, before = it.program.servers.client("demo"), panel(it)
            assert client is not None
            pages, count = client.catalog.pages("tools"), len(names(it))
            client.catalog = Catalog()
            before.refresh()
            assert len(names(it)) == count, "those of the last connection"
            client.catalog.fill("tools", pages, fetched=False)
            fresh = ToolsPanel(it.window.workspace.context)
            client.catalog.fill("tools", pages[:1] + pages, fetched=False)
            fresh.refresh()
            assert fresh.list.view.model().rowCount() > count
            client.catalog = Catalog()
            client.catalog.fill("tools", ())
            before.refresh()
            assert names(it) == []
            fresh.deleteLater()

    arun(main())


def test_a_server_that_lists_nothing_offers_an_older_revision_which_lists(
    arun: Runner, tmp_path: Path
) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("lister", sys.executable, str(CORE / "lister.py"), "mirror", "modern")
            notice = await it.find(Notice, "older_revision")
            assert "In revision 2026-07-28 this server lists nothing" in notice.text()
            assert "tools, resources, prompts" in notice.text()
            await it.click("older_revision_connect")
            await it.until(lambda: "Tools 6" in tab_texts(it), "the tools of the older one")
            await it.find(QListView, "tool_list")
            await it.until(lambda: not notice.isVisible(), "nothing more to say")
            client = it.program.servers.client("lister")
            assert client is not None and client.info is not None and client.info.era == "legacy"

    arun(main())


def test_a_server_that_lists_something_is_offered_no_older_revision(arun: Runner, tmp_path: Path) -> None:
    async def main() -> None:
        async with live(tmp_path) as it:
            it.add("lister", sys.executable, str(CORE / "lister.py"), "mirror", "modern", "prompt")
            client = it.program.servers.client("lister")
            assert client is not None
            await it.until(lambda: client.catalog.fetched("prompts"), "all lists")
            await it.until(lambda: "Prompts 1" in tab_texts(it), "its tab")
            assert not visible(it, "older_revision")

    arun(main())


def tab_texts(it: Live) -> list[str]:
    tabs = it.window.workspace.tabs
    return [tabs.tabText(place) for place in range(tabs.count())]
