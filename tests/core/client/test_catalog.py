"""What a server offers is kept page by page, and known to be old when the server says so."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.client import catalog as catalogs
from inspector.core.client.cache import Hint
from inspector.core.client.catalog import Catalog
from inspector.core.client.pages import OddItem, Page


def page(kind: str, *names: str, **more: Any) -> Page:
    key = {"tools": "name", "prompts": "name", "resources": "uri", "templates": "uriTemplate"}[kind]
    raws = tuple(f'{{"{key}": "{name}"}}'.encode() for name in names)
    return Page(kind, None, more.pop("next_cursor", None), tuple({key: name} for name in names), raws, **more)


@pytest.mark.parametrize(
    ("kind", "key"),
    [("tools", "name"), ("prompts", "name"), ("resources", "uri"), ("templates", "uriTemplate")],
)
def test_a_list_is_all_its_pages(kind: str, key: str) -> None:
    catalog = Catalog()
    before = catalog.version
    assert (getattr(catalog, kind), catalog.fetched(kind), catalog.next_cursor(kind)) == ((), False, None)
    catalog.fill(kind, (page(kind, "a", next_cursor="2"), page(kind, "b", "a")), "more")
    assert catalog.items(kind) == getattr(catalog, kind) == ({key: "a"}, {key: "b"}, {key: "a"})
    assert (catalog.fetched(kind), catalog.end(kind), catalog.next_cursor(kind)) == (True, "more", None)
    assert catalog.version > before
    assert catalog.raw(kind, "b") == f'{{"{key}": "b"}}'.encode() and catalog.raw(kind, "c") == b""
    catalog.fill(kind, (page(kind, "c", next_cursor=""),))
    assert catalog.items(kind) == ({key: "c"},) and catalog.raw(kind, "b") == b""
    assert (catalog.end(kind), catalog.next_cursor(kind)) == ("", "")


def test_of_two_items_of_a_name_the_text_of_the_first_is_shown() -> None:
    catalog = Catalog()
    one = Page("tools", None, None, ({"name": "a"}, {"name": "a"}), (b"first", b"second"))
    catalog.fill("tools", (one,))
    assert catalog.raw("tools", "a") == b"first"


def test_what_cannot_be_used_is_counted_and_told() -> None:
    odd = OddItem(b"1", "not an object")
    catalog = Catalog()
    first = page("tools", odd=(odd,), odd_count=3, excluded={"a": ("why",)})
    catalog.fill("tools", (first, page("tools", odd_count=2, excluded={"b": ()})))
    assert catalog.odd == {"tools": 5} and catalog.odd_items("tools") == (odd,)
    assert catalog.excluded == {"a": ("why",), "b": ()}


def test_hints_are_those_of_pages_that_have_one() -> None:
    hint = Hint(1)
    catalog = Catalog()
    catalog.fill("tools", (page("tools"), page("tools", hint=hint)))
    assert catalog.hints("tools") == (hint,) and catalog.hints("prompts") == ()


def test_a_list_that_changed_while_it_was_fetched_stays_old() -> None:
    catalog = Catalog()
    catalog.stale.add("tools")
    catalog.troubles["tools"] = "no"
    catalog.changes["tools"] = 5
    catalog.fill("tools", (), fetched=False)
    assert (catalog.stale, catalog.troubles, catalog.fetched("tools")) == ({"tools"}, {"tools": "no"}, False)
    catalog.fill("tools", (), asked_at=4)
    assert (catalog.stale, catalog.troubles) == ({"tools"}, {})
    catalog.fill("tools", (), asked_at=5)
    assert catalog.stale == set()
    catalog.stale.add("prompts")
    catalog.fill("prompts", (), asked_at=0)
    assert catalog.stale == set()
    catalog.stale.add("prompts")
    catalog.fill("prompts", ())
    assert catalog.stale == set()


def test_after_the_end_a_page_stays_at_least(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "KEPT_BYTES", 10)
    catalog = Catalog()
    sizes = {"a": 6, "b": 4, "c": 1}
    catalog.fill("tools", tuple(page("tools", name, size=size) for name, size in sizes.items()))
    catalog.fill("prompts", (page("prompts", "a", size=11), page("prompts", "b", size=1)), "more")
    catalog.fill("resources", (page("resources", "a", size=10),))
    catalog.fill("templates", (page("templates", "a", size=11),))
    assert catalog.ended()
    assert [item["name"] for item in catalog.tools] == ["a", "b"] and catalog.end("tools") == "kept"
    assert [item["name"] for item in catalog.prompts] == ["a"] and catalog.end("prompts") == "kept"
    assert len(catalog.resources) == 1 and catalog.end("resources") == ""
    assert len(catalog.templates) == 1 and catalog.end("templates") == "", "nothing is behind it"
    assert not catalog.ended()


def test_a_resource_that_is_read_is_no_news_any_more() -> None:
    catalog = Catalog()
    catalog.updated.add("demo://a")
    before = catalog.version
    catalog.read("demo://b")
    assert catalog.version == before
    catalog.read("demo://a")
    assert catalog.updated == set() and catalog.version > before


@pytest.mark.parametrize(
    ("method", "params", "stale", "updated"),
    [
        ("notifications/tools/list_changed", {}, {"tools"}, set()),
        ("notifications/prompts/list_changed", {"uri": "a"}, {"prompts"}, set()),
        ("notifications/resources/list_changed", {}, {"resources", "templates"}, set()),
        ("notifications/resources/updated", {"uri": "a"}, set(), {"a"}),
        ("notifications/resources/updated", {"uri": 1}, None, set()),
        ("notifications/message", {"uri": "a"}, None, set()),
    ],
)
def test_a_server_says_what_is_old(
    method: str, params: dict[str, Any], stale: set[str] | None, updated: set[str]
) -> None:
    catalog = Catalog()
    before = catalog.version
    assert catalog.notice(method, params) is (stale is not None)
    assert (catalog.stale, catalog.updated) == (stale or set(), updated)
    assert set(catalog.changes) == catalog.stale
    assert (catalog.version > before) is (stale is not None)
    first = dict(catalog.changes)
    catalog.notice(method, params)
    assert all(catalog.changes[kind] > number for kind, number in first.items())


def test_a_server_that_updates_without_end_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "MOST_UPDATED", 2)
    catalog = Catalog()
    for uri in "abc":
        catalog.notice("notifications/resources/updated", {"uri": uri})
    assert catalog.updated == {"a", "b"}
