"""A modern server that lists nothing may list more in an older revision; it is asked for all first."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from inspector.core.client.client import Client
from inspector.core.client.older_revision import bare_kinds, list_the_rest, older_offered
from inspector.errors import ClosedError


class Lister:
    """A client of which only its lists are real. lists: kind → items, None: asking for it fails."""

    def __init__(self, lists: dict[str, list[str] | None], era: str = "modern", **more: Any) -> None:
        self.asked: list[str] = []
        self.state = more.get("state", "connected")
        capabilities = {kind: {} for kind in lists} | {"logging": {}}
        self.info = SimpleNamespace(era=era, capabilities=capabilities, supported=more.get("supported", ()))
        self.ends: dict[str, str] = {}
        self.catalog = SimpleNamespace(
            fetched=lambda kind: kind in self.asked and lists[kind] is not None,
            items=lambda kind: (lists[kind] or []) if kind in self.asked else [],
            end=lambda kind: self.ends.get(kind, ""),
            odd=Counter(more.get("odd", {})),
            templates=more.get("templates", ()),
        )
        self._lists = lists

    async def list_page(self, kind: str) -> None:
        self.asked.append(kind)
        if self._lists[kind] is None:
            raise ClosedError("no")


def bare(lister: Lister) -> tuple[str, ...]:
    return bare_kinds(cast(Client, lister))


def listed(lister: Lister) -> Lister:
    asyncio.run(list_the_rest(cast(Client, lister)))
    return lister


def test_what_was_not_asked_for_is_asked_until_something_is_listed() -> None:
    assert listed(Lister({"tools": [], "resources": ["a"], "prompts": []})).asked == ["tools", "resources"]
    lister = Lister({"resources": None, "prompts": []})
    lister.asked = ["prompts"]
    assert listed(lister).asked == ["prompts", "resources"]


def test_a_server_that_lists_nothing_at_all_is_told_by_what_it_declares() -> None:
    assert bare(Lister({"tools": [], "prompts": []})) == (), "it was not asked yet"
    assert bare(listed(Lister({"tools": [], "prompts": []}))) == ("tools", "prompts")


@pytest.mark.parametrize(
    "lister",
    [
        Lister({"tools": ["a"]}),
        Lister({"tools": None}),
        Lister({"tools": []}, era="legacy"),
        Lister({"tools": []}, state="closed"),
        Lister({"tools": []}, odd={"tools": 1}),
        Lister({"tools": []}, templates=("t",)),
        Lister({}),
    ],
    ids=["items", "failed", "legacy", "closed", "odd", "templates", "nothing declared"],
)
def test_another_server_is_not(lister: Lister) -> None:
    assert bare(listed(lister)) == ()


def test_a_list_that_goes_on_or_failed_is_not_known_to_be_empty() -> None:
    lister = listed(Lister({"tools": []}))
    lister.ends["tools"] = "more"
    assert bare(lister) == ()


def test_a_client_that_knows_nothing_of_its_server_says_nothing() -> None:
    lister = Lister({"tools": []})
    lister.info = None  # type: ignore[assignment]
    assert bare(listed(lister)) == () and lister.asked == [] and older_offered(cast(Client, lister)) == ""


@pytest.mark.parametrize(
    ("supported", "older"),
    [
        (("2026-07-28", "2025-03-26", "2025-06-18"), "2025-06-18"),
        (("2026-07-28",), ""),
        ((), ""),
    ],
)
def test_the_newest_older_revision_is_offered(supported: tuple[str, ...], older: str) -> None:
    assert older_offered(cast(Client, Lister({}, supported=supported))) == older
