"""Caching hints: how long an answer is fresh, and when it is served again instead of asking."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client import cache, requests
from inspector.core.client.answers import Answer, Extras
from inspector.core.client.cache import CACHEABLE, Cache, hint_of
from inspector.core.client.client import Client
from inspector.trace.journal import Journal
from tests.core.client.test_paging import asked, notes, use

MS = 1_000_000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time that the cache sees, nanoseconds: clock[0]."""
    now = [1000 * MS]
    monkeypatch.setattr(cache, "now_ns", lambda: now[0])
    return now


def result(ttl: Any = 60_000, scope: Any = "private", **more: Any) -> bytes:
    return json.dumps({"resultType": "complete", "ttlMs": ttl, "cacheScope": scope, **more}).encode()


def answer(data: bytes = b"", **more: Any) -> Answer:
    return Answer(1, 2, data or result(), **more)


@pytest.mark.parametrize(
    ("ttl", "kept", "said"),
    [
        (60_000, 60_000, True),
        (0, 0, True),
        (1.5, 1, True),
        (-1, 0, False),
        (None, 0, False),
        ("60000", 0, False),
        (True, 0, False),
        (10**15, 10**12, True),
    ],
)
def test_a_ttl_that_is_no_time_is_none(ttl: Any, kept: int, said: bool) -> None:
    hint = hint_of(result(ttl), 5)
    assert hint is not None
    assert (hint.ttl_ms, hint.said, hint.until_ns) == (kept, said, 5 + kept * MS)


def test_a_result_without_hints_is_stale_at_once() -> None:
    hint = hint_of(b"{}", 5)
    assert hint is not None
    assert (hint.fresh(5), hint.scope, hint.said) == (False, "", False)


@pytest.mark.parametrize("scope", ["public", "private"])
def test_the_scope_is_kept_and_an_unknown_one_is_none(scope: str) -> None:
    assert hint_of(result(scope=scope), 0).scope == scope  # type: ignore[union-attr]
    assert hint_of(result(scope="shared"), 0).scope == ""  # type: ignore[union-attr]


@pytest.mark.parametrize("data", [result(resultType="input_required"), b"[]", b"{", b'{"resultType": 1}'])
def test_what_is_not_complete_is_not_kept(data: bytes) -> None:
    assert hint_of(data, 0) is None


def test_an_answer_is_found_while_it_is_fresh(clock: list[int]) -> None:
    kept = Cache()
    kept.keep("resources/read", {"uri": "a"}, answer())
    clock[0] += 59_999 * MS
    found = kept.find("resources/read", {"uri": "a"})
    assert found is not None
    assert found.answer.result == result()
    assert kept.find("resources/read", {"uri": "b"}) is None
    clock[0] += 1 * MS
    assert kept.find("resources/read", {"uri": "a"}) is None
    assert kept.hint("resources/read", {"uri": "a"}) is not None


@pytest.mark.parametrize("method", CACHEABLE)
def test_each_of_the_six_is_kept_by_its_key(clock: list[int], method: str) -> None:
    kept = Cache()
    member = CACHEABLE[method]
    keys: list[dict[str, Any]] = [{}] if not member else [{member: ""}, {member: "x"}]
    for params in keys:
        assert kept.find(method, params) is None
        kept.keep(method, params, answer())
        assert kept.find(method, params) is not None


@pytest.mark.parametrize(
    ("method", "params", "more"),
    [
        ("tools/call", {"name": "a"}, {}),
        ("resources/read", {"uri": "a", "inputResponses": {}}, {}),
        ("resources/read", {"uri": "a", "requestState": "s"}, {}),
        ("resources/read", {"uri": "a", "extra": 1}, {}),
        ("resources/read", {"uri": "a"}, {"rounds": 2}),
        ("resources/read", {"uri": "a"}, {"error": b"{}"}),
        ("tools/list", {"cursor": 1}, {}),
    ],
)
def test_what_depends_on_more_than_its_key_is_never_kept(
    clock: list[int], method: str, params: dict[str, Any], more: dict[str, Any]
) -> None:
    kept = Cache()
    assert kept.keep(method, params, answer(**more)) is None
    assert kept.find(method, params) is None


def test_a_later_answer_replaces_the_one_before_even_if_it_may_not_be_kept(clock: list[int]) -> None:
    kept = Cache()
    kept.keep("resources/read", {"uri": "a"}, answer())
    kept.keep("resources/read", {"uri": "a"}, answer(result(resultType="input_required")))
    assert kept.find("resources/read", {"uri": "a"}) is None


def test_notifications_invalidate_what_they_are_about(clock: list[int]) -> None:
    kept = Cache()
    everything: list[tuple[str, dict[str, Any]]] = [
        ("tools/list", {}),
        ("tools/list", {"cursor": "2"}),
        ("prompts/list", {}),
        ("resources/list", {}),
        ("resources/templates/list", {}),
        ("resources/read", {"uri": "a"}),
        ("resources/read", {"uri": "b"}),
    ]
    for method, params in everything:
        kept.keep(method, params, answer())

    def left() -> list[int]:
        return [place for place, key in enumerate(everything) if kept.find(*key) is not None]

    kept.notice("notifications/tools/list_changed", {})
    assert left() == [2, 3, 4, 5, 6]
    kept.notice("notifications/resources/list_changed", {})
    assert left() == [2, 5, 6]
    kept.notice("notifications/resources/updated", {"uri": "a"})
    kept.notice("notifications/resources/updated", {"uri": 1})
    assert left() == [2, 6]
    kept.notice("notifications/prompts/list_changed", {})
    assert left() == [6]


@pytest.mark.parametrize(
    ("method", "params", "changed"),
    [
        ("tools/list", {}, "tools/list_changed"),
        ("prompts/list", {"cursor": "2"}, "prompts/list_changed"),
        ("resources/templates/list", {}, "resources/list_changed"),
        ("resources/read", {"uri": "a"}, "resources/updated"),
    ],
)
def test_what_changed_while_it_was_asked_for_is_not_kept(
    clock: list[int], method: str, params: dict[str, Any], changed: str
) -> None:
    kept = Cache()
    asked_at = kept.changes(method)
    kept.notice(f"notifications/{changed}", {"uri": "a"})
    assert kept.keep(method, params, answer(), asked_at) is None
    assert kept.find(method, params) is None
    assert kept.keep(method, params, answer(), kept.changes(method)) is not None
    assert kept.find(method, params) is not None


def test_change_of_a_part_is_a_change_of_the_resource_that_holds_it(clock: list[int]) -> None:
    kept = Cache()
    for uri in ("file:///a", "file:///a/b", "file:///ab"):
        kept.keep("resources/read", {"uri": uri}, answer())
    kept.notice("notifications/resources/updated", {"uri": "file:///a/b"})
    assert kept.find("resources/read", {"uri": "file:///a"}) is None
    assert kept.find("resources/read", {"uri": "file:///a/b"}) is None
    assert kept.find("resources/read", {"uri": "file:///ab"}) is not None


def test_the_cache_is_bounded(clock: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MAX_BYTES", 3 * len(result()))
    kept = Cache()
    for uri in "abcde":
        kept.keep("resources/read", {"uri": uri}, answer())
    found = [uri for uri in "abcde" if kept.find("resources/read", {"uri": uri})]
    assert found == ["c", "d", "e"]


# -- a client that uses it


async def texts(client: Client, **options: Any) -> str:
    value = (await client.read_resource("r://1", **options)).value
    return str(value["contents"][0]["text"])


def test_reading_asks_the_server_unless_the_cache_is_wanted(journal: Journal) -> None:
    async def job(client: Client) -> None:
        assert await texts(client) == "read 1"
        assert await texts(client) == "read 2"
        assert await texts(client, from_cache=True) == "read 2"
        client.settings.honour_cache = True
        assert await texts(client) == "read 2"
        assert await texts(client, from_cache=False) == "read 3"
        client.cache.notice("notifications/resources/updated", {"uri": "r://1"})
        assert await texts(client) == "read 4"

    use(journal, "ttl modern", job)
    assert asked(journal, "resources/read") == 4
    said = [note for note in notes(journal) if note.startswith("resources/read r://1: served from the cache")]
    assert len(said) == 2
    assert "private" in said[0]


def test_list_that_changes_while_it_is_fetched_is_asked_for_again(journal: Journal) -> None:
    async def job(client: Client) -> None:
        def changed(_exchange: int) -> None:
            client.cache.notice("notifications/resources/updated", {"uri": "r://1"})

        await client.read_resource("r://1", on_start=changed)
        assert await texts(client, from_cache=True) == "read 2"
        assert await texts(client, from_cache=True) == "read 2"

    use(journal, "ttl modern", job)


def test_an_answer_from_the_cache_says_so_and_names_the_earlier_exchange(journal: Journal) -> None:
    async def job(client: Client) -> None:
        first = await client.read_resource("r://1")
        started: list[int] = []
        again = await client.read_resource("r://1", from_cache=True, on_start=started.append)
        assert (again.from_cache, again.result, started) == (True, first.result, [first.exchange])

    use(journal, "ttl modern", job)


def test_a_stale_answer_is_asked_for_again(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    async def job(client: Client) -> None:
        client.settings.honour_cache = True
        await client.read_resource("r://1")
        monkeypatch.setattr(cache, "now_ns", lambda: requests.now_ns() + 2 * MS)
        assert await texts(client) == "read 2"

    use(journal, "brief modern", job)


def test_what_is_asked_with_extras_stays_out_of_the_cache(journal: Journal) -> None:
    async def job(client: Client) -> None:
        extras = Extras({"com.example/tenant": "a"})
        assert await texts(client, extras=extras) == "read 1"
        assert await texts(client, from_cache=True) == "read 2"
        assert await texts(client, from_cache=True, extras=extras) == "read 3"

    use(journal, "ttl modern", job)


def test_pages_are_cached_one_by_one(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        await client.list_page("tools", "1")
        await client.list_all("tools", from_cache=True)
        pages = client.catalog.pages("tools")
        assert [page.from_cache for page in pages] == [True, True, True]
        assert all(hint.ttl_ms == 3_600_000 for hint in client.catalog.hints("tools"))

    use(journal, "ttl modern", job)
    assert asked(journal) == 4


def test_a_legacy_server_has_no_cache(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools", from_cache=True)
        await client.list_all("tools", from_cache=True)
        assert client.catalog.hints("tools") == ()

    use(journal, "ttl", job)
    assert asked(journal) == 6


def test_a_new_connection_begins_with_an_empty_cache(journal: Journal) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        await client.restart()
        await client.list_all("tools", from_cache=True)

    use(journal, "ttl modern", job)
    assert asked(journal) == 6
