"""The branch of a union that a given value most likely is."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.fields import build_fields
from inspector.schema.guess import guess_branch


def guess(schema: Any, value: Any) -> int:
    return guess_branch(build_fields(schema).branches(), value)


def shape(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"kind": {"const": kind}, **more}, "required": ["kind"]}


MIXED = {
    "oneOf": [
        {"type": "string"},
        {"type": "number"},
        shape("a", x={"type": "string"}),
        shape("b", y={"type": "number"}),
        {"type": "array", "items": {"type": "number"}},
    ]
}


@pytest.mark.parametrize(
    ("value", "branch"),
    [
        ("x", 0),
        (5, 1),
        ({"kind": "b", "y": 1}, 3),
        ({"kind": "a", "x": "1"}, 2),
        ({"kind": "b", "y": "no number"}, 3),
        ({"y": 1}, 3),
        ([1], 4),
        (["x"], 4),
        (None, 0),
        (True, 0),
    ],
)
def test_a_value_is_the_branch_it_says_or_fits_or_misses_least(value: Any, branch: int) -> None:
    assert guess(MIXED, value) == branch


def test_a_property_of_few_values_tells_branches_apart() -> None:
    schema = {
        "anyOf": [
            {"properties": {"t": {"enum": ["a", "b"]}, "x": {}}},
            {"properties": {"t": {"enum": ["c"]}, "x": {"type": "string"}}},
        ]
    }
    assert guess(schema, {"t": "c", "x": 1}) == 1
    assert guess(schema, {"t": "b"}) == 0


def test_of_branches_that_all_fit_the_one_that_knows_the_properties_is_taken() -> None:
    schema = {"anyOf": [{"type": "object"}, {"type": "object", "properties": {"a": {}}}]}
    assert guess(schema, {"a": 1}) == 1
    assert guess(schema, {"b": 1}) == 0


def test_only_one_branch_of_several_bounds_fits() -> None:
    assert guess({"oneOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 6}]}, 7) == 1
    assert guess({"oneOf": [{"type": "string", "pattern": "^a"}, {"type": "string"}]}, "b") == 1


def test_no_branches_no_guess_beyond_the_first() -> None:
    assert guess_branch((), 5) == 0


def test_branches_that_multiply_are_guessed_soon() -> None:
    node = {f"n{n}": {"anyOf": [{"$ref": f"#/$defs/n{n + 1}"}] * 2} for n in range(40)}
    schema = {"$ref": "#/$defs/n0", "$defs": node | {"n40": {"type": "string", "minLength": 1}}}
    assert guess(schema, 5) in (0, 1)


def test_a_bound_without_end_is_none() -> None:
    shapes = [{"type": "number", "minimum": float("nan")}, {"type": "number", "maximum": float("inf")}]
    branches = build_fields({"anyOf": shapes}).branches()
    assert [branch.bounds.minimum or branch.bounds.maximum for branch in branches] == [None, None]
    assert guess_branch(branches, 5) in (0, 1)
