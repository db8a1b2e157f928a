"""Boxes over an object of capabilities: each changes its member and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.servers.offering import (
    APPS,
    OFFERS,
    TASKS,
    Offer,
    extension,
    is_offered,
    with_offer,
    without_offer,
)

BOX = {offer.name: offer for offer in OFFERS}


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.name)
@pytest.mark.parametrize("before", [{}, {"x": 1, "roots": {"y": 2}, "extensions": {"a/b": {}}}, {"tasks": 3}])
def test_ticking_and_unticking_touch_only_their_member(offer: Offer, before: dict[str, Any]) -> None:
    text = str(before)
    ticked = with_offer(before, offer)
    assert is_offered(ticked, offer)
    assert not is_offered(without_offer(ticked, offer), offer)
    assert ticked.get("x") == before.get("x") and str(before) == text


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("sampling_tools", {}, {"sampling": {"tools": {}}}),
        ("roots_changes", {"roots": {}}, {"roots": {"listChanged": True}}),
        (
            "roots_changes",
            {"roots": {"listChanged": False, "z": 1}},
            {"roots": {"listChanged": True, "z": 1}},
        ),
        ("tasks", {}, {"extensions": {TASKS: {}}}),
        ("elicitation_url", {"elicitation": "odd"}, {"elicitation": {"url": {}}}),
        ("apps", {}, {"extensions": {APPS: {"mimeTypes": ["text/html;profile=mcp-app"]}}}),
    ],
)
def test_ticking_puts_the_member_in_its_place(
    name: str, before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert with_offer(before, BOX[name]) == after


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("sampling", {"sampling": {"tools": {}}, "roots": {}}, {"roots": {}}),
        ("sampling_tools", {"sampling": {"tools": {}}}, {"sampling": {}}),
        ("tasks", {"extensions": {TASKS: {}}}, {}),
        ("tasks", {"extensions": {TASKS: {}, APPS: {}}}, {"extensions": {APPS: {}}}),
        ("tasks", {"extensions": 3}, {"extensions": 3}),
        ("roots", {}, {}),
    ],
)
def test_unticking_takes_the_member_out(name: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    assert without_offer(before, BOX[name]) == after


def test_changes_that_are_switched_off_are_not_offered() -> None:
    assert not is_offered({"roots": {"listChanged": False}}, BOX["roots_changes"])


def test_any_extension_has_an_offer() -> None:
    assert with_offer({}, extension("vendor.example/x")) == {"extensions": {"vendor.example/x": {}}}
