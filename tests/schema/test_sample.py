"""Sample values are the schema's own words where it has them, and fit it where that is simple."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.schema.check import Checker
from inspector.schema.fields import build_fields
from inspector.schema.sample import sample_lexeme
from tests.schema.tools import sources, tools


def sample(schema: Any, *, optional: bool = False) -> Any:
    return json.loads(sample_lexeme(build_fields(schema), optional=optional))


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "examples": ["Seoul"], "default": "Busan"}, "Seoul"),
        ({"type": "string", "default": "Busan"}, "Busan"),
        ({"enum": [3, 4]}, 3),
        ({"const": {"a": 1}}, {"a": 1}),
        ({"type": "string", "format": "email"}, "name@example.com"),
        ({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}$"}, "2026-01-31"),
        ({"type": "string", "pattern": "^[a-z]{2}$"}, "en"),
        ({"type": "string", "minLength": 6}, "textte"),
        ({"type": "string", "maxLength": 2}, "te"),
        ({"type": "integer", "minimum": 5}, 5),
        ({"type": "integer", "exclusiveMinimum": 5, "multipleOf": 4}, 8),
        ({"type": "number", "exclusiveMaximum": 0.5}, 0),
        ({"type": "boolean"}, True),
        ({"type": "null"}, None),
        ({"type": "array", "items": {"type": "integer"}, "minItems": 2}, [1, 1]),
        (
            {"type": "array", "items": {"type": "string"}, "minItems": 2, "uniqueItems": True},
            ["text", "text2"],
        ),
        ({"prefixItems": [{"type": "integer"}, {"type": "string"}]}, [1, "text"]),
        ({"type": "object", "minProperties": 2}, {"key1": "text", "key2": "text"}),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, 1),
    ],
)
def test_a_sample_is_an_example_else_the_shortest_value(schema: Any, value: Any) -> None:
    assert sample(schema) == value


def test_only_what_is_required_is_filled_in_unless_all_is_asked_for() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}, "c": {"deprecated": True}},
        "required": ["b"],
    }
    assert sample(schema) == {"b": "text"}
    assert sample(schema, optional=True) == {"a": "text", "b": "text"}


def test_a_recursive_schema_has_a_short_sample() -> None:
    schema = {
        "$ref": "#/$defs/node",
        "$defs": {
            "node": {
                "type": "object",
                "properties": {"left": {"$ref": "#/$defs/node"}, "right": {"$ref": "#/$defs/node"}},
                "required": ["left"],
            }
        },
    }
    assert len(sample_lexeme(build_fields(schema), optional=True)) < 20_000


@pytest.mark.parametrize("optional", [False, True])
def test_samples_of_tools_are_valid(optional: bool) -> None:
    checker, seen = Checker(), 0
    wrong = []
    for source in sources():
        for name, schema in tools(source):
            seen += 1
            text = sample_lexeme(build_fields(schema), optional=optional)
            if checker.check(json.dumps(schema).encode(), text):
                wrong.append((source, name))
    assert [one for one in wrong if one[0] == "own"] == []
    assert len(wrong) <= seen // 100, wrong


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ({"type": "integer"}, [1, 2, 3]),
        ({"type": "integer", "minimum": 7}, [7, 8, 9]),
        ({"type": "string"}, ["text", "text2", "text3"]),
    ],
)
def test_items_of_a_set_differ(items: Any, value: list[Any]) -> None:
    assert sample({"type": "array", "items": items, "minItems": 3, "uniqueItems": True}) == value
