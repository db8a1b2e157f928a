"""The schemas of tools: what is a fault of them, and what only looks like one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.lint.dialogue import Dialogue

MODERN = ',"resultType":"complete","ttlMs":0,"cacheScope":"private"'


def told(
    schema: Any, revision: str = "2025-11-25", member: str = "inputSchema"
) -> dict[str, tuple[str, str]]:
    """Rule → severity and pointer inside the tool."""
    tool = {"name": "a", "inputSchema": {"type": "object"}, member: schema}
    more = MODERN if revision >= "2026" else ""
    text = f'= {revision}\n> {{"jsonrpc":"2.0","id":1,"method":"tools/list"}}\n'
    text += f'< {{"jsonrpc":"2.0","id":1,"result":{{"tools":[{json.dumps(tool)}]{more}}}}}'
    found = [one for one in Dialogue(text).answered() if one.rule.startswith("TOOL-")]
    return {one.rule: (one.severity, one.pointer.removeprefix("/result/tools/0")) for one in found}


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


@pytest.mark.parametrize(
    "schema",
    [
        of(),
        of(a={"type": "string", "pattern": "^(?<=a+)b$"}),  # of ECMA-262, unknown to the validator
        of(a={"type": "string", "format": "whatever"}),
        of(a={"x-vendor": {"type": 5}}),
        of(a={"$ref": "#/properties/b"}, b=True),
        {
            "$schema": "http://json-schema.org/draft-07/schema",
            **of(a={"$ref": "#/definitions/b"}),
            "definitions": {"b": {}},
        },
        {
            "$schema": "http://json-schema.org/draft-04/schema#",
            **of(a={"minimum": 1, "exclusiveMinimum": True}),
        },
        of(a={"$ref": "#/$defs/Record<string,string>"}) | {"$defs": {"Record<string,string>": {}}},
    ],
    ids=str,
)
@pytest.mark.parametrize("revision", ["2024-11-05", "2025-11-25", "2026-07-28"])
def test_a_schema_that_can_be_used_is_none_of_theirs(schema: Any, revision: str) -> None:
    assert told(schema, revision) == {}


def test_what_is_no_schema_is_told_at_its_place() -> None:
    wrong = of(a={"type": "text"})
    assert told(wrong) == {"TOOL-04": ("error", "/inputSchema/properties/a/type")}
    assert told(wrong, "2025-03-26") == {"TOOL-04": ("warning", "/inputSchema/properties/a/type")}
    assert told(wrong, member="outputSchema") == {"TOOL-04": ("error", "/outputSchema/properties/a/type")}
    assert told(wrong, "2025-03-26", "outputSchema") == {}  # it has no such member
    assert told({"type": "object", "properties": []}) == {"TOOL-04": ("error", "/inputSchema/properties")}


def test_a_draft_that_nobody_published_is_told_from_d_on() -> None:
    odd = {"$schema": "https://json-schema.org/draft/2025-01/schema", **of()}
    assert told(odd) == {"TOOL-05": ("warning", "/inputSchema/$schema")}
    assert told(odd, "2025-06-18") == {}


def test_a_reference_that_leads_nowhere_is_one_into_the_schema_or_out_of_it() -> None:
    here = of(a={"type": "array", "items": {"$ref": "#/$defs/b"}})
    assert told(here) == {"TOOL-06-local": ("error", "/inputSchema/properties/a/items/$ref")}
    there = of(a={"$ref": "https://x.example/b.json"})
    assert told(there) == {}
    assert told(there, "2026-07-28") == {"TOOL-06": ("warning", "/inputSchema/properties/a/$ref")}


def test_a_bound_is_told_in_the_revision_that_has_bounds() -> None:
    deep: dict[str, Any] = {}
    for _ in range(250):
        deep = {"not": deep}
    assert told({"type": "object", **deep}) == {}
    assert told({"type": "object", **deep}, "2026-07-28") == {"TOOL-27": ("warning", "/inputSchema")}


@pytest.mark.parametrize(
    "schema", [None, True, 5, [], "x", {}, {"type": []}, {"$ref": 5}, {"$id": 5, "$defs": 5}]
)
def test_anything_can_stand_where_a_schema_should(schema: Any) -> None:
    told(schema)


PROMISE = (
    '= %s\n> {"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"},'
    '"outputSchema":{"type":"object","properties":{"n":{"type":"number"},"t":{"type":"string","format":"date"}}}}]}}\n'
    '> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"%s"}}\n'
    '< {"jsonrpc":"2.0","id":2,"result":%s}'
)


@pytest.mark.parametrize(
    ("result", "places"),
    [
        ('{"content":[],"structuredContent":{"n":1e0}}', []),
        ('{"content":[],"structuredContent":{"t":"soon"}}', []),  # a format only annotates
        ('{"content":[],"structuredContent":{"n":"1"}}', ["/result/structuredContent/n"]),
        ('{"content":[],"isError":true,"structuredContent":{"n":"1"}}', []),
        ('{"content":[]}', []),  # TOOL-10
        ('{"content":[],"structuredContent":[]}', []),  # TOOL-12
    ],
)
def test_structured_content_is_what_its_tool_promised(result: str, places: list[str]) -> None:
    assert structured(PROMISE % ("2025-11-25", "a", result)) == places
    assert structured(PROMISE % ("2025-11-25", "other", result)) == []
    assert structured(PROMISE % ("2025-03-26", "a", result)) == []


def structured(text: str) -> list[str]:
    return [one.pointer for one in Dialogue(text).answered() if one.rule == "TOOL-11"]
