"""Servers are found where any client has them, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.core.transfer.importers.containers import (
    Raw,
    guess_client,
    is_entry,
    raw_entries,
    registry_entries,
)

ENTRY = {"command": "x"}
REGISTRY = {"name": "io.x/y", "packages": []}


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ({"mcpServers": {"a": ENTRY, "b": ENTRY}}, ["a", "b"]),
        ({"mcpServers": [{"name": "a", **ENTRY}, ENTRY, {"c": ENTRY}]}, ["a", "", "c"]),
        ({"mcpServers": [5]}, ["item 1"]),
        ({"mcp": {"servers": {"a": ENTRY}}}, ["a"]),
        ({"mcp": {"a": ENTRY}}, ["a"]),
        ({"mcp": {"allowed": ["a"]}}, []),
        ({"mcp": {}}, []),
        ({"extensions": {"a": {"type": "stdio", "cmd": "x"}}}, ["a"]),
        ({"extensions": {"a": {"colour": "red"}}}, []),
        ({"projects": {"/w": {"mcpServers": {"a": ENTRY}}, "/v": 5}}, ["a"]),
        ({"a": ENTRY, "b": {"url": "u"}}, ["a", "b"]),
        ({"$schema": "x", "a": ENTRY}, ["a"]),
        ({"name": "a", **ENTRY}, ["a"]),
        (ENTRY, [""]),
        ({"version": 1, "repository": {"url": "u"}}, []),
        ({"x": 1, "a": {"type": "sse", "url": "u"}, "b": {"url": "u"}}, ["a"]),
        ([{"name": "a", **ENTRY}], ["a"]),
        (5, []),
        (None, []),
        (REGISTRY, []),
        ([REGISTRY], []),
    ],
)
def test_entries_are_found_in_their_order(value: Any, names: list[str]) -> None:
    assert [raw.name for raw in raw_entries(value)] == names


def test_of_a_known_client_only_its_own_place_counts() -> None:
    value = {"mcpServers": {"a": ENTRY}, "servers": {"b": ENTRY}, "inputs": [{"id": "i"}]}
    [raw] = raw_entries(value, "vscode")
    assert (raw.name, raw.container, raw.inputs) == ("b", ("servers",), [{"id": "i"}])
    assert raw_entries({"servers": {"b": ENTRY}}, "cursor") == []


def test_a_place_that_holds_no_servers_says_so() -> None:
    [raw] = raw_entries({"mcpServers": 5})
    assert raw.entry is None and "must be an object of servers" in raw.problem
    assert raw_entries({"mcpServers": None}) == []
    [project] = raw_entries({"projects": {"/w": {"mcpServers": {"a": ENTRY}}}})
    assert project.project == "/w"


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        (ENTRY, True),
        ({"command": ["x"]}, True),
        ({"command": {"path": "x"}}, True),
        ({"url": "u"}, True),
        ({"url": {"a": 1}}, False),
        ({"cmd": 5}, False),
        ({}, False),
        ("x", False),
    ],
)
def test_an_entry_says_how_it_is_started_or_reached(value: Any, is_one: bool) -> None:
    assert is_entry(value) is is_one


@pytest.mark.parametrize(
    ("value", "count"),
    [
        (REGISTRY, 1),
        ({"server": REGISTRY}, 1),
        ({"servers": [REGISTRY, {"server": REGISTRY}]}, 2),
        ([[[[REGISTRY]]]], 0),
        ([[[REGISTRY]]], 1),
        ({"name": "x", "remotes": 5}, 0),
        ({"name": 5, "remotes": []}, 0),
    ],
)
def test_entries_of_the_registry_are_found_however_they_are_wrapped(value: Any, count: int) -> None:
    assert registry_entries(value) == [REGISTRY] * count


@pytest.mark.parametrize(
    ("entry", "container", "client"),
    [
        ({"httpUrl": "u"}, ("mcpServers",), "gemini"),
        ({"serverUrl": "u"}, ("mcpServers",), "windsurf"),
        ({"type": "streamableHttp"}, ("mcpServers",), "cline"),
        ({"name": "s"}, ("mcpServers",), "continue"),
        ({"name": "other"}, ("mcpServers",), ""),
        ({"bearer_token_env_var": "T"}, (), "codex"),
        ({}, ("servers",), "vscode"),
        ({}, ("context_servers",), "zed"),
        ({}, ("mcp",), "opencode"),
        (5, ("mcp_servers",), "codex"),
        ({}, (), ""),
    ],
)
def test_whose_spelling_it_is_shows_in_place_and_members(
    entry: Any, container: tuple[str, ...], client: str
) -> None:
    assert guess_client(Raw("s", entry, container)) == client


def test_what_another_program_calls_extensions_is_no_list_of_servers() -> None:
    assert raw_entries({"extensions": {"a": 5, "b": "x"}}) == []
    assert raw_entries({"extensions": ["a"]}) == []
    assert [raw.name for raw in raw_entries({"extensions": {"a": 5, "b": {"uri": "u"}}})] == ["a", "b"]
