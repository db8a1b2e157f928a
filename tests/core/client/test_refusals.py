"""A server that refuses this client is explained, with the step that mends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.client.refusals import declare_option, explain_refusal
from inspector.core.servers.profiles import Profile
from inspector.errors import Explanation
from inspector.protocol.era.declared import META, merged, named, required_of
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield Client(Profile("x", StdioTarget("x")), journal)
    journal.close()


def refused(client: Client, code: int, data: object) -> Explanation:
    explanation = explain_refusal(client, {"code": code, "data": data}, "", "")
    assert explanation is not None
    return explanation


def test_a_missing_capability_is_named_and_can_be_declared(client: Client) -> None:
    required = {"sampling": {"tools": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
    explanation = refused(client, -32021, {"requiredCapabilities": required})
    assert "capability sampling.tools, io.modelcontextprotocol/tasks" in explanation.happened
    assert explanation.actions[0] == "declare" and explanation.requires == required


@pytest.mark.parametrize("data", [None, {}, {"requiredCapabilities": ["sampling"]}])
def test_a_capability_without_a_name_offers_no_button(client: Client, data: object) -> None:
    explanation = refused(client, -32021, data)
    assert "does not name" in explanation.happened and "declare" not in explanation.actions


@pytest.mark.parametrize(
    ("supported", "words", "actions"),
    [
        (["2031-01-01"], "It supports 2031-01-01. This program supports none of them.", ()),
        (["2025-06-18", "2031-01-01"], "It supports 2025-06-18, 2031-01-01.", ("retry_legacy",)),
        (["2026-07-28"], "It supports 2026-07-28.", ("retry_modern",)),
        ("none", "It does not say what it supports.", ()),
    ],
)
def test_another_revision_is_told_with_what_the_server_speaks(
    client: Client, supported: object, words: str, actions: tuple[str, ...]
) -> None:
    explanation = refused(client, -32022, {"supported": supported, "requested": "2026-07-28"})
    assert explanation.happened == "“x” does not support revision 2026-07-28."
    assert explanation.cause == words
    assert explanation.actions == (*actions, "edit_server", "retry")


def test_a_revision_of_the_extra_meta_is_seen_as_the_cause(client: Client) -> None:
    client.profile = Profile("x", StdioTarget("x"), meta={META + "protocolVersion": "1"})
    explanation = refused(client, -32022, {"supported": ["2026-07-28"], "requested": "1"})
    assert "extra _meta sets revision 1" in explanation.cause
    assert explanation.actions == ("edit_server", "retry")


def test_other_errors_are_no_refusal(client: Client) -> None:
    assert explain_refusal(client, {"code": -32601}, "", "") is None


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ({}, {"a": {}}, {"a": {}}),
        ({"a": {"b": 1}}, {"a": {"c": 2}}, {"a": {"b": 1, "c": 2}}),
        ({"a": 1}, {"a": {"c": 2}}, {"a": {"c": 2}}),
    ],
)
def test_what_is_required_joins_what_is_declared(
    one: dict[str, Any], other: dict[str, Any], both: dict[str, Any]
) -> None:
    before = str(one)
    assert merged(one, other) == both and str(one) == before


def test_the_option_of_the_command_line_keeps_what_was_declared() -> None:
    option = declare_option({"roots": {"it's": {}}}, {"sampling": {}})
    assert option == """--declare '{"sampling":{},"roots":{"it'\\''s":{}}}'"""


def test_names_and_requirements_survive_what_is_no_object() -> None:
    assert named({"roots": None, "extensions": 3}) == "roots, extensions"
    assert required_of({"code": -32021, "data": "x"}) == {}
