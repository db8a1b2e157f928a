"""Bytes and tokens of a server's tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.core.check import cost
from inspector.core.check.cost import ESTIMATE, _tokens, cost_of


def test_the_dearest_tool_comes_first_and_the_total_is_theirs() -> None:
    found = cost_of([{"name": "a"}, {"name": "b", "description": "x" * 100, "icons": ["not counted"]}])
    assert [one["name"] for one in found["tools"]] == ["b", "a"]
    assert found["tools"][1] == {"name": "a", "bytes": len('{"name":"a"}'), "tokens": 5}
    assert found["bytes"] == sum(one["bytes"] for one in found["tools"])


ADDRESS = {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}


def saved(*tools: dict[str, Any]) -> dict[str, Any]:
    return {one["what"]: (one["bytes"], one["where"]) for one in cost_of(tools)["savings"]}


def test_parts_of_a_schema_that_are_there_twice_are_what_defs_would_save() -> None:
    reordered = {"properties": dict(reversed(ADDRESS["properties"].items())), "type": "object"}  # type: ignore[attr-defined]
    long = {"properties": {"home": ADDRESS, "work": reordered, "other": ADDRESS}}
    one = {"$ref": "#/$defs/a1"}
    short = {"properties": {"home": one, "work": one, "other": one}, "$defs": {"a1": ADDRESS}}
    sizes = [len(json.dumps(schema, separators=(",", ":"))) for schema in (long, short)]
    assert saved({"name": "a", "inputSchema": long})["defs"] == (
        sizes[0] - sizes[1],
        [["a", sizes[0] - sizes[1]]],
    )
    assert cost_of([{"name": "a", "inputSchema": long}])["repeated_bytes"] == sizes[0] - sizes[1]


def test_what_no_ref_can_stand_for_is_not_saved_by_one() -> None:
    twice = {"properties": {"a": {"properties": ADDRESS}, "b": {"default": ADDRESS, "examples": [ADDRESS]}}}
    assert saved({"name": "a", "inputSchema": twice}) == {}
    assert saved({"name": "a", "inputSchema": {"items": ADDRESS}, "outputSchema": {"items": ADDRESS}}) == {}


def test_long_and_shared_texts_and_idle_titles_are_counted_with_their_tools() -> None:
    text = "The place where it is kept, from the root of the project."
    tools = [
        {
            "name": name,
            "description": name * length,
            "inputSchema": {"properties": {"kept_at": {"title": "Kept At", "description": text}}},
        }
        for name, length in (("a", 1007), ("b", 10))
    ]
    tools.append(
        {"name": "c", "inputSchema": {"properties": {"x": {"title": "Ways", "description": "y" * 303}}}}
    )
    assert saved(*tools) == {
        "shared": (len(text), [["b", len(text)]]),
        "titles": (36, [["a", 18], ["b", 18]]),
        "long": (10, [["a", 7], ["c", 3]]),
    }


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ('{"name":"get_user"}', 7),
        ("Returns the internationalization settings", 6),
        ("2026-07-28", 6),
        ("한국어", 3),
    ],
)
def test_tokens_are_counted_by_pieces(text: str, tokens: int) -> None:
    assert _tokens(text) == tokens


def test_tokens_of_very_much_are_told_by_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "_MOST_COUNTED", 40)
    found = cost_of([{"name": "abc", "description": "x" * 8}, {"name": "abc", "description": "x" * 80}])
    assert [one["tokens"] for one in found["tools"]] == [
        27,
        _tokens('{"name":"abc","description":"xxxxxxxx"}'),
    ]


def test_half_a_surrogate_pair_costs_what_takes_its_place() -> None:
    found = cost_of([{"name": "a", "description": "cut \ud83d", "inputSchema": {"title": "\udc00" * 40}}])
    assert found["bytes"] > 60


def test_odd_tools_cost_what_they_are() -> None:
    assert cost_of([{"name": 1, "inputSchema": [[[]]]}, {}])["bytes"] > 0
    assert cost_of([]) == {
        "tools": [],
        "bytes": 0,
        "tokens": 0,
        "repeated_bytes": 0,
        "savings": [],
        "estimate": ESTIMATE,
    }
