"""Bytes and tokens of a server's tools."""

from __future__ import annotations

import json

from inspector.core.check.cost import cost_of


def test_the_dearest_tool_comes_first_and_the_total_is_theirs() -> None:
    cost = cost_of([{"name": "a"}, {"name": "b", "description": "x" * 100, "icons": ["not counted"]}])
    assert [one["name"] for one in cost["tools"]] == ["b", "a"]
    assert cost["tools"][1] == {"name": "a", "bytes": len('{"name":"a"}'), "tokens": 3}
    assert cost["bytes"] == sum(one["bytes"] for one in cost["tools"])


def test_parts_of_a_schema_that_are_there_twice_are_what_defs_would_save() -> None:
    part = {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}
    once = cost_of([{"name": "a", "inputSchema": {"properties": {"home": part}}}])
    twice = cost_of([{"name": "a", "inputSchema": {"properties": {"home": part, "work": part}}}])
    assert once["repeated_bytes"] == 0
    assert twice["repeated_bytes"] == len(json.dumps(part, separators=(",", ":")))


def test_half_a_surrogate_pair_costs_what_takes_its_place() -> None:
    cost = cost_of([{"name": "a", "description": "cut \ud83d", "inputSchema": {"title": "\udc00" * 40}}])
    assert cost["bytes"] > 60


def test_odd_tools_cost_what_they_are() -> None:
    assert cost_of([{"name": 1, "inputSchema": [[[]]]}, {}])["bytes"] > 0
    assert cost_of([]) == {
        "tools": [],
        "bytes": 0,
        "tokens": 0,
        "repeated_bytes": 0,
        "estimate": "4 bytes a token",
    }
