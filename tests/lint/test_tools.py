"""Definitions of tools: where each rule begins and ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.lint.secret_fields import is_secret_field
from tests.lint.any_json import any_json
from tests.lint.dialogue import Dialogue

REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
NAMES = (
    *("name", "description", "inputSchema", "outputSchema", "type", "properties", "required", "items"),
    *("x-mcp-header", "annotations", "readOnlyHint", "destructiveHint", "execution", "taskSupport"),
)
JSON = any_json(NAMES, ("object", "string", "number", "array"))


def page(tools: object, cursor: str = "", more: str = "") -> str:
    asked = json.dumps({"cursor": cursor} if cursor else {})
    result: dict[str, Any] = {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    if more:
        result["nextCursor"] = more
    answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    return f'> {{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{asked}}}\n< {answer}\n'


def escaped(text: str) -> str:
    """The same dialogue, whose backslashes are those of JSON and no escapes of the notation."""
    lines = text.split("\n")
    return "\n".join(one.replace("\\", "\\x5c") if one.startswith("<") else one for one in lines)


def found(text: str, revision: str = "2025-11-25", capabilities: str = '{"tools":{}}') -> list[str]:
    findings = Dialogue(escaped(f"= {revision} {capabilities}\n{text}")).findings
    return [one.rule for one in findings if one.rule.startswith("TOOL-")]


def tool(name: object = "add", **members: Any) -> dict[str, Any]:
    return {"name": name, "description": "Adds.", "inputSchema": {"type": "object"}} | members


def taking(**properties: Any) -> dict[str, Any]:
    return tool(inputSchema={"type": "object", "properties": properties})


def test_names_are_unique_on_a_page() -> None:
    assert found(page([tool(), tool("b"), tool(), tool()])) == ["TOOL-01", "TOOL-01"]
    assert found(page([tool()], more="2") + page([tool()], "2")) == []  # PAGE-03
    assert found(page([tool("Add"), tool("add"), {"name": []}, {"name": []}])).count("TOOL-01") == 0


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("a", []),
        ("a" * 128, []),
        ("A.b-c_9", []),
        ("", ["TOOL-02"]),
        ("a" * 129, ["TOOL-02"]),
        ("a b", ["TOOL-02"]),
        ("a/b", ["TOOL-02"]),
        ("더하기", ["TOOL-02"]),
        ("a\n", ["TOOL-02"]),
        (None, []),  # a shape that another rule is about
        (1, []),
    ],
)
def test_names(name: object, rules: list[str]) -> None:
    assert found(page([tool(name)])) == rules
    assert found(page([tool(name)]), "2025-06-18") == []


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize(
    "schema", [None, True, [], "object", {}, {"type": "array"}, {"type": ["object"]}, {"anyOf": []}]
)
def test_the_input_is_an_object(revision: str, schema: object) -> None:
    assert found(page([tool(inputSchema=schema)]), revision) == ["TOOL-03"]
    bare = tool()
    del bare["inputSchema"]
    assert found(page([bare]), revision) == ["TOOL-03"]


@pytest.mark.parametrize(
    ("schema", "rules"),
    [
        ({"required": ["a"]}, ["TOOL-07"]),
        ({"properties": {"a": True}, "required": ["a"]}, []),
        ({"properties": {"a": {}}, "required": ["a", "b", "c"]}, ["TOOL-07", "TOOL-07"]),
        ({"properties": {}, "required": ["a"], "additionalProperties": False}, ["TOOL-07"]),
        ({"properties": {}, "required": ["a"], "additionalProperties": True}, []),
        ({"properties": {}, "required": ["a"], "additionalProperties": {}}, []),
        ({"properties": {}, "required": ["a"], "patternProperties": {"a": {}}}, []),
        ({"properties": {}, "required": ["a"], "allOf": [{"properties": {"a": {}}}]}, []),
        ({"properties": {"a": {"properties": {}, "required": ["b"]}}}, ["TOOL-07"]),
        ({"properties": {"a": {"items": {"properties": {}, "required": ["b"]}}}}, ["TOOL-07"]),
        ({"properties": {"a": {"anyOf": [{"required": ["b"]}]}}}, []),
        ({"properties": {"a": {"$ref": "#/x", "required": ["b"]}}}, []),
        ({"properties": {"default": {"default": {"required": ["b"]}}}}, []),
        ({"properties": [], "required": {"a": 1}}, []),
        ({"properties": {}, "required": [1, None, "a"]}, ["TOOL-07"]),
    ],
)
def test_what_is_required_is_defined_where_that_can_be_known(schema: Any, rules: list[str]) -> None:
    assert found(page([tool(inputSchema={"type": "object"} | schema)])) == rules


def test_a_place_leads_to_what_is_wrong() -> None:
    schema = {"type": "object", "properties": {"a/b": {"type": "object", "required": ["c"]}}}
    text = "= 2025-11-25\n" + page([tool(), tool("x", inputSchema=schema)])
    [finding] = [one for one in Dialogue(text).findings if one.rule == "TOOL-07"]
    assert finding.pointer == "/result/tools/1/inputSchema/properties/a~1b/required/0"
    text = "= 2026-07-28\n" + page([taking(a={"type": "number", "x-mcp-header": "A"})])
    [finding] = [one for one in Dialogue(text).findings if one.rule == "TOOL-21"]
    assert finding.pointer == "/result/tools/0/inputSchema/properties/a/x-mcp-header"


def test_descriptions() -> None:
    assert found(page([tool(description=" \n")])) == ["TOOL-08"]
    assert found(page([tool(description=None)])) == []  # RES-15


@pytest.mark.parametrize("schema", [True, {"type": "array"}, {"type": "string"}, {"anyOf": []}, {}])
def test_an_output_is_an_object_in_two_revisions(schema: object) -> None:
    by_revision = [found(page([tool(outputSchema=schema)]), one) for one in REVISIONS]
    assert by_revision == [[], [], ["TOOL-09"], ["TOOL-09"], []]
    assert found(page([tool(outputSchema=None)])) == []


@pytest.mark.parametrize(
    ("properties", "rules"),
    [
        ({"a": {"type": "string", "x-mcp-header": ""}}, ["TOOL-19"]),
        ({"a": {"type": "string", "x-mcp-header": None}}, ["TOOL-19"]),
        ({"a": {"type": "string", "x-mcp-header": "A\nB"}}, ["TOOL-19"]),
        ({"a": {"type": "string", "x-mcp-header": "지역"}}, ["TOOL-19"]),
        ({"a": {"type": "integer", "x-mcp-header": "A"}, "b": {"type": "boolean", "x-mcp-header": "B"}}, []),
        ({"a": {"type": "object", "properties": {"b": {"type": "string", "x-mcp-header": "B"}}}}, []),
        ({"a": {"x-mcp-header": "A"}}, ["TOOL-21"]),
        ({"a": {"anyOf": [{"type": "string", "x-mcp-header": "A"}]}}, ["TOOL-22"]),
        ({"x-mcp-header": {"type": "string"}}, []),
        ({"password": {"type": "string", "x-mcp-header": "A"}}, ["TOOL-23"]),
        ({"page_token": {"type": "string", "x-mcp-header": "A"}}, []),
    ],
)
def test_headers(properties: Any, rules: list[str]) -> None:
    assert found(page([taking(**properties)]), "2026-07-28") == rules
    assert found(page([taking(**properties)])) == []


def test_hints() -> None:
    both = tool(annotations={"readOnlyHint": True, "destructiveHint": True})
    assert [found(page([both]), one) for one in REVISIONS] == [[], *[["TOOL-24"]] * 4]
    for hints in ({"readOnlyHint": True}, {"readOnlyHint": 1, "destructiveHint": 1}, None, []):
        assert found(page([tool(annotations=hints)])) == []


@pytest.mark.parametrize("support", ["", "OPTIONAL", None, {}, 1])
def test_task_support_is_one_of_three(support: object) -> None:
    assert found(page([tool(execution={"taskSupport": support})])) == ["TOOL-25"]


def test_task_support_belongs_to_one_revision_and_a_capability() -> None:
    able = '{"tools":{},"tasks":{"requests":{"tools":{"call":{}}}}}'
    for support in ("optional", "required"):
        text = page([tool(execution={"taskSupport": support})])
        assert found(text, capabilities='{"tasks":{"requests":{"tools":null}}}') == ["TOOL-25-capability"]
        assert found(text, capabilities=able) == []
        assert [found(text, one, able) for one in REVISIONS] == [[], [], [], [], ["TOOL-26"]]
    assert found(page([tool(execution={"taskSupport": "forbidden"})])) == []
    assert found(page([tool(execution={})]), "2026-07-28") == []


@pytest.mark.parametrize(
    ("secret", "plain"),
    [
        ("password", "password_policy"),
        ("newPassword", "passwordless"),
        ("DB_PASSWORD", "compass"),
        ("api_key", "key"),
        ("apiKey", "partition_key"),
        ("APIKey", "keyboard"),
        ("API Key", "api_key_name"),
        ("accessToken", "maxTokens"),
        ("token", "page_token"),
        ("Access token", "nextToken"),
        ("client_secret", "secret_name"),
        ("credentials", "credentials_file"),
        ("cardNumber", "card"),
        ("Credit card number", "number"),
        ("CVV", "pin"),
    ],
)
def test_secrets_are_told_from_what_only_sounds_like_one(secret: str, plain: str) -> None:
    assert is_secret_field(secret)
    assert not is_secret_field(plain)


def test_a_hundred_thousand_tools_are_twenty_findings() -> None:
    dialogue = Dialogue("= 2025-11-25\n" + page([]).partition("<")[0])
    answer = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{}] * 100_000}}
    dialogue.arrive("stdout", json.dumps(answer).encode() + b"\n")
    assert [one.rule for one in dialogue.findings].count("TOOL-03") == 20


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(REVISIONS), JSON, st.lists(JSON, max_size=3))
def test_nothing_that_a_list_may_hold_raises(revision: str, value: object, tools: list[object]) -> None:
    for listed in (value, tools, [{"name": value, "inputSchema": value, "execution": value}]):
        found(page(listed, more="x") + page(listed, "x"), revision)
    raw = json.dumps({"jsonrpc": "2.0", "id": 1, "result": value})
    found(f'> {{"jsonrpc":"2.0","id":1,"method":"tools/list"}}\n< {raw}', revision)
