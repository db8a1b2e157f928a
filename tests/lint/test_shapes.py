"""RES-01: what the official schema says, and where it is silent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint import RULES, Rule
from inspector.lint.shapes import INSTEAD
from inspector.protocol.methods import LEGACY_REVISIONS, MODERN_REVISIONS
from tests.lint.dialogue import Dialogue
from tests.schema.tools import CORPUS

MODERN = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def told(method: str, result: Any, revision: str = "2025-11-25", params: Any = None) -> list[str]:
    """Where RES-01 finds something in a result."""
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    answer = {"jsonrpc": "2.0", "id": 1, "result": result}
    return pointers(f"= {revision}\n> {json.dumps(asked)}\n< {json.dumps(answer)}")


def pointers(text: str) -> list[str]:
    dialogue = Dialogue(text)
    found = [one for one in dialogue.answered() if one.rule.startswith("RES-01") and one.record > 2]
    return [one.pointer for one in found]


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other rule takes its place."""
    kept = {name: one for name, one in RULES.items() if name.startswith("RES-01")}
    monkeypatch.setattr("inspector.lint.shapes.RULES", kept)


@pytest.mark.parametrize(
    ("method", "result", "places"),
    [
        ("prompts/list", {"prompts": [{"name": "a"}, {"name": 5}]}, ["/result/prompts/1/name"]),
        ("prompts/list", {}, ["/result/prompts"]),
        ("prompts/list", {"prompts": {}}, ["/result/prompts"]),
        ("tools/list", {"tools": [{"name": "a"}]}, ["/result/tools/0/inputSchema"]),
        ("tools/call", {"structuredContent": {}}, ["/result/content"]),
        ("tools/call", {"content": [{"type": "text"}]}, ["/result/content/0/text"]),
        ("tools/call", {"content": [], "isError": "yes"}, ["/result/isError"]),
        ("tools/call", {"content": [{"type": "video", "url": "x"}]}, ["/result/content/0/type"]),
        ("completion/complete", {"completion": {"values": [1]}}, ["/result/completion/values/0"]),
        ("resources/read", {"contents": [{"uri": "a:b", "text": "x"}]}, []),
        ("ping", {}, []),
        ("ping", {"more": [1]}, []),
        ("tools/list", {"tools": [], "nextCursor": None}, []),  # RES-15
        ("tools/list", {"tools": [], "vendor": {"a": 1}}, []),
        ("tools/call", {"task": {"taskId": 5}}, []),  # TSK-04
        ("no/such", {"a": 1}, []),
    ],
)
def test_a_result_is_told_where_it_breaks_the_schema(
    alone: None, method: str, result: Any, places: list[str]
) -> None:
    assert told(method, result) == places


@pytest.mark.parametrize("revision", LEGACY_REVISIONS)
def test_what_a_revision_does_not_have_yet_is_what_the_server_likes(alone: None, revision: str) -> None:
    tool = {"name": "a", "title": 5, "icons": 5, "inputSchema": {"type": "object"}}
    since = {"title": "2025-06-18", "icons": "2025-11-25"}
    wanted = [f"/result/tools/0/{name}" for name in ("icons", "title") if revision >= since[name]]
    assert sorted(told("tools/list", {"tools": [tool]}, revision)) == wanted


@pytest.mark.parametrize(
    ("method", "result", "places"),
    [
        ("tools/call", {"resultType": "complete", "content": []}, []),
        ("tools/call", {"resultType": "complete"}, ["/result/content"]),
        ("tools/call", {"resultType": "input_required", "requestState": "a"}, []),
        ("tools/call", {"resultType": "input_required", "inputRequests": []}, ["/result/inputRequests"]),
        ("tools/call", {"resultType": "task", "taskId": "a"}, []),  # of an extension
        ("tools/list", {"resultType": "input_required"}, []),  # RES-04
        (
            "tools/list",
            {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "all"},
            ["/result/cacheScope"],
        ),
        ("tools/list", {"tools": [], **MODERN}, []),
        ("tools/call", {"resultType": "complete", "content": [], "structuredContent": None}, []),
    ],
)
def test_a_modern_result_is_read_by_its_type(
    alone: None, method: str, result: Any, places: list[str]
) -> None:
    assert told(method, result, "2026-07-28") == places


def test_what_another_rule_says_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    result = {"tools": [{"name": "a", "inputSchema": {"type": "array"}}]}
    kept = {name: one for name, one in RULES.items() if name.startswith("RES-01")}
    monkeypatch.setattr("inspector.lint.shapes.RULES", kept)
    assert told("tools/list", result) == ["/result/tools/0/inputSchema/type"]
    one: Rule = RULES["RES-01"]
    monkeypatch.setattr("inspector.lint.shapes.RULES", {**kept, "TOOL-03": one})
    assert told("tools/list", result) == []


def test_places_of_other_rules_are_pointers_into_messages() -> None:
    assert all(glob.startswith(("/result", "/params", "/**")) for _, glob, _ in INSTEAD)
    assert len(set(INSTEAD)) == len(INSTEAD)


@pytest.mark.parametrize(
    ("method", "params", "places"),
    [
        ("notifications/progress", {"progressToken": 1, "progress": "half"}, ["/params/progress"]),
        ("notifications/progress", {"progressToken": 1, "progress": 0.5}, []),
        ("notifications/resources/updated", {}, ["/params/uri"]),
        ("notifications/tools/list_changed", {}, []),
        ("notifications/message", {"level": "info", "data": None}, []),
        ("notifications/unknown", {"a": 1}, []),
    ],
)
def test_what_a_server_sends_by_itself_has_its_shape(
    alone: None, method: str, params: Any, places: list[str]
) -> None:
    sent = json.dumps({"jsonrpc": "2.0", "method": method, "params": params})
    assert pointers(f"= 2025-11-25\n< {sent}") == places


def test_a_request_of_the_server_has_its_shape(alone: None) -> None:
    start = '= 2025-11-25\n< {"jsonrpc":"2.0","id":7,"method":'
    assert pointers(start + '"roots/list"}') == []
    assert pointers(start + '"sampling/createMessage","params":{"messages":[]}}') == ["/params/maxTokens"]
    assert pointers(start.replace("2025-11-25", "2024-11-05") + '"elicitation/create","params":{}}') == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["content", "type", "tools", "name", "task", "resultType", "/~"]), inner
        )
    ),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(["tools/list", "tools/call", "prompts/get", "initialize"]), JSON, st.booleans())
def test_no_result_makes_it_raise(method: str, result: Any, modern: bool) -> None:
    told(method, result, (MODERN_REVISIONS if modern else LEGACY_REVISIONS)[-1])


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real servers is not here")
def test_the_lists_of_real_servers_keep_to_the_schema_and_have_valid_schemas() -> None:
    found = {
        path.stem: _found(path, revision) for path in sorted(CORPUS.glob("*.json")) for revision in ("", "E")
    }
    assert {name: rules for name, rules in found.items() if rules} == {}


def _found(path: Path, modern: str) -> list[str]:
    listed = json.loads(path.read_text("utf-8"))
    revision = MODERN_REVISIONS[-1] if modern else listed["protocolVersion"]
    lines = [f"= {revision}"]
    for name in ("tools", "prompts"):
        asked = {"jsonrpc": "2.0", "id": name, "method": f"{name}/list"}
        result = {name: listed.get(name) or [], **(MODERN if modern else {})}
        lines += [
            f"> {json.dumps(asked)}",
            f"< {json.dumps({'jsonrpc': '2.0', 'id': name, 'result': result})}",
        ]
    answers = [one for one in Dialogue("\n".join(lines)).answered() if one.record > 2]
    return [f"{one.rule} {one.pointer} {one.message}" for one in answers]
