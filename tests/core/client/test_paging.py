"""Lists come in pages: all of them or one by one, and no server can keep a walk going."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from inspector.core.client import paging
from inspector.core.client.catalog import KEPT_BYTES
from inspector.core.client.client import Client
from inspector.core.client.pages import MOST_ODD, OddItem, read_page
from inspector.core.servers.profiles import Profile
from inspector.errors import ClosedError, ErrorAnswer, TimeoutExpired
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget

LISTER = str(Path(__file__).parents[1] / "lister.py")
ALL = ["t0a", "t0b", "t1a", "t1b", "t2a", "t2b"]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def use(journal: Journal, words: str, job: Callable[[Client], Awaitable[None]]) -> None:
    """Connect to the lister in a mode, do the job, close."""

    async def main() -> None:
        target = StdioTarget(sys.executable, (LISTER, *words.split()))
        client = Client(Profile("lister", target, timeout_s=20), journal)
        await client.connect()
        try:
            await job(client)
        finally:
            await client.close()

    asyncio.run(main())


def names(client: Client) -> list[str]:
    return [tool["name"] for tool in client.catalog.tools]


def notes(journal: Journal) -> list[str]:
    return [one.note for one in journal.records(1, journal.last) if one.kind == "lifecycle"]


def asked(journal: Journal, method: str = "tools/list") -> int:
    """How many requests of that method went out."""
    rows = journal.records(1, journal.last)
    return sum(one.kind == "request" and one.method == method for one in rows)


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_all_pages_become_one_list(journal: Journal, era: str) -> None:
    async def job(client: Client) -> None:
        items = await client.list_all("tools")
        assert [tool["name"] for tool in items] == ALL == names(client)
        assert client.catalog.end("tools") == ""
        assert [page.cursor for page in client.catalog.pages("tools")] == [None, "1", "2"]
        assert client.catalog.raw("tools", "t1b").startswith(b'{"name": "t1b"')

    use(journal, f"good {era}", job)
    assert asked(journal) == 3


def test_page_after_page_grows_the_list(journal: Journal) -> None:
    async def job(client: Client) -> None:
        page = await client.list_page("tools")
        assert (names(client), page.next_cursor, client.catalog.end("tools")) == (ALL[:2], "1", "more")
        assert client.catalog.fetched("tools")
        await client.list_page("tools", client.catalog.next_cursor("tools"))
        assert (names(client), client.catalog.end("tools")) == (ALL[:4], "more")
        await client.list_page("tools", "2")
        assert (names(client), client.catalog.end("tools")) == (ALL, "")

    use(journal, "good", job)


def test_a_cursor_from_elsewhere_begins_the_list_anew(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        await client.list_page("tools", "1")
        assert names(client) == ["t1a", "t1b"]

    use(journal, "good", job)


def test_a_cursor_that_comes_twice_ends_the_walk_and_that_is_said(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert names(client) == ALL[:4]
        assert client.catalog.end("tools") == "loop"

    use(journal, "loop", job)
    assert asked(journal) == 2  # "" is a cursor like any other
    assert any("a cursor that it had given before" in note for note in notes(journal))


def test_page_by_page_a_loop_is_not_offered_again(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_page("tools")
        await client.list_page("tools", "")
        assert client.catalog.end("tools") == "loop"

    use(journal, "loop", job)


def test_an_endless_list_ends_at_the_cap_and_that_is_said(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paging, "MAX_PAGES", 20)

    async def job(client: Client) -> None:
        assert len(await client.list_all("tools")) == 40
        assert client.catalog.end("tools") == "cap"

    use(journal, "endless", job)
    assert asked(journal) == 20
    assert any("more pages than a walk may take" in note for note in notes(journal))


def test_an_endless_list_of_large_pages_ends_at_its_size_and_is_given_back(journal: Journal) -> None:
    async def job(client: Client) -> None:
        client.settings.list_limit_mb = 6
        await client.list_all("tools")
        assert client.catalog.end("tools") == "size"
        assert len(client.catalog.pages("tools")) == 6
        await client.list_page("tools", client.catalog.next_cursor("tools"))
        assert len(client.catalog.pages("tools")) == 7
        await client.close()
        assert sum(page.size for page in client.catalog.pages("tools")) <= KEPT_BYTES
        assert client.catalog.tools
        assert client.catalog.end("tools") == "kept"

    use(journal, "endless large", job)
    assert any("the list is larger than a walk may take" in note for note in notes(journal))


def test_a_small_list_stays_whole_when_the_connection_is_over(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        await client.close()
        assert names(client) == ALL

    use(journal, "good", job)


def test_a_modern_server_that_forgot_its_cursors_is_asked_again_from_the_start(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert names(client) == ALL
        assert client.catalog.end("tools") == ""

    use(journal, "forgetful modern", job)
    assert asked(journal) == 3 + 3
    assert any("restarted from the first page" in note for note in notes(journal))


def test_page_by_page_a_forgotten_cursor_brings_the_first_page(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_page("tools")
        await client.list_page("tools", "1")
        await client.list_page("tools", "2")
        assert (names(client), client.catalog.end("tools")) == (ALL[:2], "more")

    use(journal, "forgetful modern", job)


def test_a_server_that_never_knows_its_cursors_is_not_asked_for_ever(journal: Journal) -> None:
    async def job(client: Client) -> None:
        with pytest.raises(ErrorAnswer, match="-32602"):
            await client.list_all("tools")
        assert names(client) == ALL[:2]
        assert client.catalog.end("tools") == "error"
        assert "-32602" in client.catalog.troubles["tools"]

    use(journal, "refusing modern", job)
    assert asked(journal) == 4


def test_a_legacy_server_that_does_not_know_a_cursor_is_not_asked_again(journal: Journal) -> None:
    async def job(client: Client) -> None:
        with pytest.raises(ErrorAnswer, match="-32602"):
            await client.list_all("tools")

    use(journal, "refusing", job)
    assert asked(journal) == 2


def test_a_typed_cursor_that_is_wrong_is_an_error(journal: Journal) -> None:
    async def job(client: Client) -> None:
        with pytest.raises(ErrorAnswer, match="-32602"):
            await client.list_page("tools", "1")

    use(journal, "refusing modern", job)


def test_items_that_are_no_tools_do_not_hide_the_rest(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert names(client) == ["good", "fine"]
        assert client.catalog.odd == {"tools": 5}
        odd = client.catalog.odd_items("tools")
        assert [one.raw for one in odd] == [b"1", b"null", b'{"title": "no name"}', b'{"name": 7}', b'"text"']
        assert [one.reason for one in odd][2:4] == ["it has no name", "its name is not a string"]

    use(journal, "odd", job)


def test_of_many_items_that_are_no_tools_the_first_are_kept_and_all_are_counted(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert client.catalog.odd == {"tools": 3000}
        assert len(client.catalog.odd_items("tools")) == MOST_ODD

    use(journal, "debris", job)


def test_a_walk_that_is_stopped_keeps_what_came_and_offers_the_next_page(journal: Journal) -> None:
    async def job(client: Client) -> None:
        walk = asyncio.ensure_future(client.list_all("tools"))
        async with asyncio.timeout(20):
            while client.catalog.loading.get("tools") != 2:
                await asyncio.sleep(0.005)
        assert names(client) == ALL[:2]  # on show while the rest is on its way
        assert not client.catalog.fetched("tools")
        client.lists.stop("tools")
        assert len(await walk) == 2
        assert (client.catalog.end("tools"), client.catalog.next_cursor("tools")) == ("more", "1")
        assert client.catalog.loading == {}

    use(journal, "slow", job)
    assert any(b"notifications/cancelled" in one.raw for one in journal.records(1, journal.last))


def test_stopping_a_single_page_is_said_to_who_waits_for_it(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_page("tools")
        page = asyncio.ensure_future(client.list_page("tools", "1"))
        async with asyncio.timeout(20):
            while not client.open_exchanges():
                await asyncio.sleep(0.005)
        client.lists.stop("tools")
        with pytest.raises(ClosedError, match="stopped"):
            await page
        assert (names(client), client.catalog.end("tools")) == (ALL[:2], "more")

    use(journal, "slow", job)


def test_cancelling_who_waits_cancels_the_walk(journal: Journal) -> None:
    async def job(client: Client) -> None:
        walk = asyncio.ensure_future(client.list_all("tools"))
        async with asyncio.timeout(20):
            while client.catalog.loading.get("tools") != 2:
                await asyncio.sleep(0.005)
        walk.cancel()
        with pytest.raises(asyncio.CancelledError):
            await walk
        assert client.catalog.loading == {}

    use(journal, "slow", job)


def test_a_list_that_cannot_be_fetched_again_stays_as_it_was(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_page("tools")
        with pytest.raises(TimeoutExpired):
            await client.list_all("tools", timeout_s=0.2)
        assert names(client) == ALL[:2]
        assert "tools/list" in client.catalog.troubles["tools"]

    use(journal, "slow", job)


def test_a_list_that_changes_while_it_is_fetched_stays_stale(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert names(client) == ["only"]
        assert client.catalog.stale == {"tools"}

    use(journal, "moody", job)


def test_the_next_page_does_not_make_the_ones_before_it_new(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_page("tools")
        client.catalog.notice("notifications/tools/list_changed", {})
        await client.list_page("tools", "1")
        assert client.catalog.stale == {"tools"}
        await client.list_page("tools")
        assert client.catalog.stale == set()

    use(journal, "good", job)


def test_every_change_of_the_catalog_gives_it_another_version(journal: Journal) -> None:
    async def job(client: Client) -> None:
        versions = [client.catalog.version]
        await client.list_page("tools")
        versions.append(client.catalog.version)
        client.catalog.notice("notifications/tools/list_changed", {})
        versions.append(client.catalog.version)
        client.catalog.notice("notifications/message", {})
        assert client.catalog.version == versions[-1]
        assert len(set(versions)) == 3

    use(journal, "good", job)


def test_a_page_keeps_what_can_be_used_and_says_of_the_rest_why_not() -> None:
    result = b'{"tools": [{"name": "a", "x": 1.0}, 5, {"title": "b"}, {"name": 7}], "nextCursor": ""}'
    page = read_page("tools", "c", result, exchange=3, from_cache=True)
    assert (page.kind, page.cursor, page.next_cursor, page.exchange, page.from_cache) == (
        "tools",
        "c",
        "",
        3,
        True,
    )
    assert (page.items, page.raws, page.size) == (
        ({"name": "a", "x": 1.0},),
        (b'{"name": "a", "x": 1.0}',),
        len(result),
    )
    assert page.odd == (
        OddItem(b"5", "it is not a JSON object"),
        OddItem(b'{"title": "b"}', "it has no name"),
        OddItem(b'{"name": 7}', "its name is not a string"),
    )
    assert (page.odd_count, page.trouble) == (3, "")


@pytest.mark.parametrize(
    ("result", "trouble"),
    [
        (b"[1]", "the result is not an object"),
        (b"{", "the result is not an object"),
        (b"{}", "the result has no resourceTemplates"),
        (b'{"resourceTemplates": {}}', "resourceTemplates in the result is not an array"),
        (b'{"resourceTemplates": []}', ""),
    ],
)
def test_a_result_without_a_list_says_what_is_wrong(result: bytes, trouble: str) -> None:
    page = read_page("templates", None, result)
    assert (page.trouble, page.items, page.odd_count, page.next_cursor) == (trouble, (), 0, None)


def test_of_very_many_odd_items_the_first_are_kept_and_all_counted() -> None:
    page = read_page(
        "tools", None, b'{"tools": [' + b",".join([b"1"] * (MOST_ODD + 2)) + b'], "nextCursor": 5}'
    )
    assert (len(page.odd), page.odd_count, page.next_cursor) == (MOST_ODD, MOST_ODD + 2, None)


def test_only_over_modern_http_a_faulty_header_excludes_a_tool() -> None:
    faulty = b'{"type": "object", "properties": {"a": {"type": "object", "x-mcp-header": "A"}}}'
    result = b'{"tools": [{"name": "bad", "inputSchema": ' + faulty + b'}, {"name": "good"}]}'
    assert list(read_page("tools", None, result, over_modern_http=True).excluded) == ["bad"]
    assert read_page("tools", None, result).excluded == {}
