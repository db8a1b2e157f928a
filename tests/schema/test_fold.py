"""Schemas that all hold are one: the stricter bound, the common types, the words of the nearest."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.fields import build_fields
from inspector.schema.fold import flat_of
from inspector.schema.references import References


def flat(schema: dict[str, Any]) -> dict[str, Any]:
    references = References(schema)
    return flat_of(references.root, references)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ({"minimum": 1}, {"minimum": 5}, {"minimum": 5}),
        ({"maximum": 1}, {"maximum": 5}, {"maximum": 1}),
        ({"minLength": 3}, {"minLength": "x"}, {"minLength": 3}),
        ({"exclusiveMinimum": 2}, {"exclusiveMinimum": 1}, {"exclusiveMinimum": 2}),
        ({"maxItems": 9}, {"maxItems": 8}, {"maxItems": 8}),
        ({"required": ["a", "b"]}, {"required": ["b", "c", 5]}, {"required": ["a", "b", "c"]}),
        ({"required": ["a"]}, {"required": "b"}, {"required": ["a"]}),
        ({"enum": [1, "a", 2]}, {"enum": [2.0, "a"]}, {"enum": ["a", 2]}),
        ({"type": ["string", "null"]}, {"type": "string"}, {"type": "string"}),
        (
            {"type": ["string", "integer", "null"]},
            {"type": ["number", "null"]},
            {"type": ["integer", "null"]},
        ),
        ({"type": "number"}, {"type": "integer"}, {"type": "integer"}),
        ({"uniqueItems": False}, {"uniqueItems": True}, {"uniqueItems": True}),
        ({"const": 1}, {"const": 1.0}, {"const": 1}),
        ({"title": "near"}, {"title": "far"}, {"title": "near"}),
    ],
)
def test_of_two_that_hold_both_count(one: Any, other: Any, both: Any) -> None:
    assert flat({**one, "allOf": [other]}).items() >= both.items()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"type": "string"}, {"type": "integer"}),
        ({"enum": [1]}, {"enum": [2]}),
        ({"const": 1}, {"const": True}),
    ],
)
def test_two_that_cannot_both_hold_are_said_to(one: Any, other: Any) -> None:
    assert "contradict" in str(build_fields({**one, "allOf": [other]}).note)
