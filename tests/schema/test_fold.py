"""Schemas that all hold are one: the stricter bound, the common types, the words of the nearest."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.fields import build_fields
from inspector.schema.fold import ABSENT, Folded, flat_of, fold, only_restricts
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


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ({"type": "integer"}, {"type": "number"}, {"type": "integer"}),
        ({"type": ["number", "string"]}, {"type": ["integer", "string"]}, {"type": ["string", "integer"]}),
        ({"uniqueItems": False}, {"uniqueItems": 5}, {"uniqueItems": False}),
        ({"pattern": "a"}, {"pattern": "b"}, {"pattern": "a"}),
        ({"enum": [1]}, {"enum": "x"}, {"enum": [1]}),
        ({"deprecated": False}, {"deprecated": True}, {"deprecated": True}),
        ({"readOnly": True}, {"readOnly": False}, {"readOnly": True}),
        ({"minProperties": 1}, {"minProperties": 2}, {"minProperties": 2}),
        ({"x": 1}, {"default": 2}, {"x": 1, "default": 2}),
        ({}, {"minimum": 3}, {"minimum": 3}),
    ],
)
def test_what_only_one_says_and_what_cannot_be_combined(one: Any, other: Any, both: Any) -> None:
    assert flat({**one, "allOf": [other]}).items() >= both.items()
    assert flat({"allOf": [one, other]}).items() >= both.items()


def folded(schema: Any, value: Any = ABSENT, **more: Any) -> Folded:
    references = References(schema)
    return fold((references.root,), references, value=value, **more)


def test_true_adds_nothing_and_false_allows_nothing() -> None:
    assert (folded(True).layers, folded(True).note, folded(True).never) == ((), "", False)
    assert (folded(False).note, folded(False).never) == ("No value is allowed here.", True)
    assert folded("x").note == "This part of the schema is neither an object nor a boolean."
    assert not folded("x").never
    assert folded({"allOf": [{"type": "string"}, False]}).never


def test_a_schema_that_holds_twice_is_there_once() -> None:
    same = {"title": "s"}
    assert len(folded({"allOf": [same, same]}).layers) == 2


def test_a_loop_is_noticed_and_the_rest_is_shown() -> None:
    found = folded({"type": "string", "allOf": [{"$ref": "#"}]})
    assert (found.note, found.schema["type"]) == ("The schema refers to itself endlessly.", "string")


def test_of_very_many_parts_the_first_are_shown() -> None:
    parts = [{"minimum": number} for number in range(500)]
    found = folded({"allOf": parts})
    assert (len(found.layers), found.schema["minimum"]) == (400, 398)
    assert found.note == "The schema is nested too deeply to be shown in full."
    assert folded({"allOf": parts[:399]}).note == ""


def test_a_layer_knows_what_was_reached_through_it() -> None:
    found = folded({"title": "root", "allOf": [{"title": "a", "allOf": [{"title": "b"}]}, {"title": "c"}]})
    assert [(layer.keywords["title"], layer.end) for layer in found.layers] == [
        ("root", 4), ("a", 3), ("b", 3), ("c", 4),
    ]  # fmt: skip
    assert found.texts("title") == ("root", "a", "b", "c")
    assert folded({"title": "x", "allOf": [{"title": "x"}, {"title": ""}, {"title": 5}]}).texts("title") == (
        "x",
    )


def test_a_reference_that_leads_nowhere_leaves_its_layer_in_doubt() -> None:
    found = folded({"allOf": [{"$ref": "#/no"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {"title": "a"}}})
    assert [layer.is_whole for layer in found.layers] == [True, False, True, True]
    assert "Reference not found" in found.note


def reasons(schema: Any, value: Any) -> list[str]:
    return [layer.reason for layer in folded(schema, value).layers if layer.part.role != "hint"]


def test_a_condition_brings_what_holds_for_the_value_and_says_why() -> None:
    schema = {"if": {"required": ["a"]}, "then": {"title": "then"}, "else": {"title": "else"}}
    assert reasons(schema, {"a": 1}) == ["", "because `a` is set"]
    assert reasons(schema, {}) == ["", "because `a` is not set"]
    assert reasons(schema, ABSENT) == [""]
    dependent = {"dependentSchemas": {"a": {"title": "a"}}}
    assert reasons(dependent, {"a": 1}) == ["", "because `a` is set"]
    assert reasons(dependent, {"b": 1}) == reasons(dependent, []) == [""]


def test_branches_beside_the_chosen_one_that_hold_only_add() -> None:
    branches = [{"type": "string"}, {"minLength": 1, "type": "string"}, {"type": "integer"}]
    schema = {"anyOf": branches}
    chosen = {(id(schema), "anyOf"): (0, 1)}
    assert [layer.part.role for layer in folded(schema, "ab", choices=chosen).layers] == [
        "full",
        "full",
        "soft",
    ]
    assert [layer.part.role for layer in folded(schema, choices=chosen).layers] == ["full", "full"]
    assert len(folded(schema, "ab").layers) == 1, "a shape is to be chosen first"
    one = {"oneOf": branches}
    assert len(folded(one, "ab", choices={(id(one), "oneOf"): (1, 1)}).layers) == 2
    assert len(folded(one, "ab", choices={(id(one), "oneOf"): (9, 1)}).layers) == 1


def test_alternatives_that_only_restrict_hold_without_a_choice() -> None:
    schema = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}, True]}
    assert reasons(schema, {"a": 1}) == ["", "because one of the alternatives requires it"]
    assert reasons(schema, {}) == [""]


@pytest.mark.parametrize(
    ("branch", "restricts"),
    [(True, True), (False, True), ({"required": ["a"]}, True), ({"type": "string"}, False), ("x", False),
     ({"minimum": 1}, True), ({"$ref": "#"}, False), ({"if": {}}, False)],
)  # fmt: skip
def test_a_branch_without_a_shape_only_restricts(branch: Any, restricts: bool) -> None:
    assert only_restricts(branch) is restricts
