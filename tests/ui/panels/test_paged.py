"""Rows of a list that came in pages."""

from __future__ import annotations

import json
from typing import Any

from inspector.core.client.catalog import Catalog
from inspector.core.client.pages import MOST_ODD, Page, read_page
from inspector.ui.panels.listing import Item
from inspector.ui.panels.paged import ODD, PagedRows, odd_item, odd_rows


def _page(*names: Any) -> Page:
    tools = [{"name": name} for name in names]
    return read_page("tools", None, json.dumps({"tools": tools}).encode())


def _catalog(*pages: Page) -> Catalog:
    made = Catalog()
    made.fill("tools", pages)
    return made


class _Maker:
    """Counts what is made."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, item: dict[str, Any]) -> Item:
        self.made.append(item["name"])
        return Item(item["name"], item["name"])


def _shown(rows: list[Item]) -> list[tuple[str, str]]:
    return [(row.key, row.border) for row in rows]


def test_the_first_row_of_every_later_page_says_which_page_begins() -> None:
    rows = PagedRows("tools", _Maker()).rows(_catalog(_page("a", "b"), _page("c", "d"), _page("e")))
    assert _shown(rows) == [("a", ""), ("b", ""), ("c", "page 2"), ("d", ""), ("e", "page 3")]


def test_an_empty_page_is_counted_and_says_nothing() -> None:
    rows = PagedRows("tools", _Maker()).rows(_catalog(_page("a"), _page(), _page("b")))
    assert _shown(rows) == [("a", ""), ("b", "page 3")]


def test_rows_of_a_page_that_is_known_are_not_made_again() -> None:
    make, first, second = _Maker(), _page("a"), _page("b")
    rows = PagedRows("tools", make)
    rows.rows(_catalog(first))
    assert _shown(rows.rows(_catalog(first, second))) == [("a", ""), ("b", "page 2")]
    assert make.made == ["a", "b"]
    assert _shown(rows.rows(_catalog(first))) == [("a", "")] and make.made == ["a", "b"]


def test_from_the_first_page_that_is_another_one_all_are_made_anew() -> None:
    make, first, second, third = _Maker(), _page("a"), _page("b"), _page("c")
    rows = PagedRows("tools", make)
    rows.rows(_catalog(first, second, third))
    make.made.clear()
    assert _shown(rows.rows(_catalog(first, _page("x"), third))) == [
        ("a", ""), ("x", "page 2"), ("c", "page 3"),
    ]  # fmt: skip
    assert make.made == ["x", "c"]


def test_what_the_rows_also_depend_on_makes_all_anew() -> None:
    make, catalog = _Maker(), _catalog(_page("a"))
    rows = PagedRows("tools", make)
    for state in (None, "one", "one", "two"):
        rows.rows(catalog, state)
    assert make.made == ["a", "a", "a"]


def test_a_kind_that_was_not_listed_has_no_rows() -> None:
    assert PagedRows("prompts", _Maker()).rows(_catalog(_page("a"))) == []


def test_each_item_that_cannot_be_used_has_a_row_with_the_reason() -> None:
    catalog = _catalog(_page("a", 7), _page(8))
    rows = odd_rows(catalog, ("prompts", "tools"))
    assert [(row.key, row.name, row.title) for row in rows] == [
        (f"{ODD}tools:0", "invalid item 1", "its name is not a string"),
        (f"{ODD}tools:1", "invalid item 2", "its name is not a string"),
    ]
    assert [json.loads(row.detail) for row in rows] == [{"name": 7}, {"name": 8}]
    assert rows[0].badges == (("invalid", "warning", "its name is not a string"),)
    found = [odd_item(catalog, row.key) for row in rows]
    assert [json.loads(one.raw) for one in found if one is not None] == [{"name": 7}, {"name": 8}]
    assert odd_item(catalog, f"{ODD}tools:2") is None


def test_of_very_many_the_first_have_a_row_and_one_row_says_how_many_more_there_are() -> None:
    catalog = _catalog(_page(*range(MOST_ODD + 2000)))
    rows = odd_rows(catalog, ("tools",))
    assert len(rows) == MOST_ODD + 1
    assert rows[-1].name == "2,000 more invalid items"
    assert odd_item(catalog, rows[-1].key) is None


def test_a_huge_odd_item_is_shown_by_its_beginning() -> None:
    catalog = _catalog(read_page("tools", None, json.dumps({"tools": ["x" * 1000]}).encode()))
    [row] = odd_rows(catalog, ("tools",))
    assert row.detail == '"' + "x" * 299
