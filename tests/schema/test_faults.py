"""Each fault at the place where it can be mended, and which branch of which union it belongs to."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.schema.check import Checker
from inspector.schema.problem import Problem, faults, told


def found(schema: Any, value: Any, **more: Any) -> list[Problem]:
    return Checker().check(json.dumps(schema).encode(), json.dumps(value), **more)


DRAFT_7 = "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize(
    ("schema", "value", "pointers"),
    [
        ({"required": ["a", "b"]}, {"b": 1}, ["/a"]),
        ({"dependentRequired": {"a": ["b", "c"]}}, {"a": 1}, ["/b", "/c"]),
        ({"$schema": DRAFT_7, "dependencies": {"a": ["b"]}}, {"a": 1}, ["/b"]),
        ({"additionalProperties": False}, {"a": 1, "b/c": 2}, ["/a", "/b~1c"]),
        ({"properties": {"n": {"additionalProperties": False}}}, {"n": {"a": 1, "b": 2}}, ["/n/a", "/n/b"]),
        ({"propertyNames": False}, {"a": 1, "b": 2}, ["/a", "/b"]),
        ({"properties": {"a": True}, "unevaluatedProperties": False}, {"a": 1, "b": 2}, ["/b"]),
        ({"propertyNames": {"maxLength": 2}}, {"abc": 1, "ab": 2}, ["/abc"]),
        ({"prefixItems": [True], "items": False}, [1, 2, 3], ["/1", "/2"]),
        ({"$schema": DRAFT_7, "items": [True], "additionalItems": False}, [1, 2], ["/1"]),
        ({"prefixItems": [True], "unevaluatedItems": False}, [1, {"a": [1, "é"]}, 2.5], ["/1", "/2"]),
        ({"contains": {"type": "string"}, "unevaluatedItems": False}, ["a", 1, "a", 1], ["/1", "/3"]),
        ({"uniqueItems": True}, [1, 2, 1], [""]),
        ({"contains": {"type": "string"}}, [1], [""]),
        ({"contains": True, "maxContains": 1}, [1, 2], [""]),
        ({"properties": {"a": False}}, {"a": 1}, ["/a"]),
        ({"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}, ["/b"]),
    ],
)
def test_a_fault_is_told_where_it_can_be_mended(schema: Any, value: Any, pointers: list[str]) -> None:
    assert [problem.pointer for problem in found(schema, value)] == pointers


def test_the_name_of_a_property_is_told_apart_from_its_value() -> None:
    schema = {"propertyNames": {"pattern": "^a"}, "additionalProperties": {"type": "string"}}
    assert {(one.keyword, one.at_key) for one in found(schema, {"b": 1})} == {
        ("propertyNames", True),
        ("type", False),
    }


def test_equal_items_are_named() -> None:
    (problem,) = found({"uniqueItems": True}, ["a", {"b": 1}, "a"])
    assert "items 1 and 3" in problem.message


UNION = {
    "$defs": {
        "pet": {
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "cat"}}, "required": ["kind", "lives"]},
                {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind", "name"]},
            ]
        }
    },
    "properties": {"p": {"$ref": "#/$defs/pet"}},
}


def test_the_faults_of_every_branch_are_known_and_those_of_the_nearest_told() -> None:
    problems = found(UNION, {"p": {"kind": "dog"}})
    assert [(one.pointer, one.keyword) for one in told(problems)] == [
        ("/p", "oneOf"),
        ("/p/name", "required"),
    ]
    branches = {branch.address for one in problems for branch in one.branches}
    assert branches == {"#/$defs/pet/oneOf/0", "#/$defs/pet/oneOf/1"}
    first = told(problems, lambda branch: branch.address.endswith("/0"))
    assert {one.pointer for one in first} == {"/p", "/p/lives", "/p/kind"}


def test_unions_in_unions_name_both() -> None:
    inner = {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    problems = found({"anyOf": [{"type": "string"}, {"type": "object", **inner}]}, {})
    deep = [one for one in problems if len(one.branches) == 2]
    assert {one.pointer for one in deep} == {"/a", "/b"}
    assert all(one.branches[0].pointer == one.branches[1].pointer == "" for one in deep)


def test_a_more_exact_fault_of_the_same_value_replaces_that_no_branch_fits() -> None:
    schema = {"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]}
    assert [one.message for one in told(found(schema, "ab"))] == ["must have at least 3 characters"]


def test_a_union_of_which_too_many_branches_fit_says_which() -> None:
    (problem,) = found({"oneOf": [{"type": "number"}, {"minimum": 1}, {"const": "a"}]}, 5)
    assert problem.keyword == "oneOf" and "(1, 2)" in problem.message


def test_faults_are_many_but_bounded() -> None:
    schema = {"items": {"oneOf": [{"type": "string"}, {"type": "object"}, {"type": "boolean"}]}}
    problems = found(schema, list(range(3000)))
    assert 200 <= len(problems) <= 400 and len(told(problems)) >= 100


# -- formats -------------------------------------------------------------------------------------------------


def test_a_format_is_a_warning_unless_it_is_asserted() -> None:
    schema = {"properties": {"e": {"type": "string", "format": "email"}}}
    (problem,) = found(schema, {"e": "x"})
    assert (problem.pointer, problem.severity) == ("/e", "warning") and faults([problem]) == []
    (problem,) = found(schema, {"e": "x"}, assert_formats=True)
    assert problem.severity == "error"
    assert found(schema, {"e": "a@b.org"}, assert_formats=True) == []


def test_up_to_draft_07_a_format_is_binding() -> None:
    schema = {"properties": {"e": {"type": "string", "format": "date"}}}
    for draft, severity in (("draft-07", "error"), ("draft-04", "error"), ("draft/2019-09", "warning")):
        scheme = "https" if "/" in draft else "http"
        (problem,) = found({"$schema": f"{scheme}://json-schema.org/{draft}/schema", **schema}, {"e": "x"})
        assert (problem.pointer, problem.severity) == ("/e", severity)


def test_formats_do_not_change_which_branches_fit() -> None:
    schema = {"oneOf": [{"format": "ipv4"}, {"format": "ipv6"}]}
    problems = found(schema, "::1")
    assert [(one.severity, one.keyword) for one in told(problems) if one.severity == "error"] == [
        ("error", "oneOf")
    ]
    assert faults(found(schema, "::1", assert_formats=True)) == []


# -- a schema that is not right ------------------------------------------------------------------------------


def test_a_wrong_part_of_a_schema_is_a_note_and_the_rest_is_checked() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "nonsense"}, "b": {"type": "integer"}, "c": 5},
        "required": ["a"],
        "additionalProperties": False,
    }
    problems = found(schema, {"b": "x", "c": 1, "d": 1})
    assert {(one.pointer, one.severity) for one in problems} == {
        ("/a", "error"),
        ("/b", "error"),
        ("/d", "error"),
        ("", "note"),
    }
    notes = [one.message for one in problems if one.is_note]
    assert len(notes) == 2 and any("/properties/a/type" in note for note in notes)


def test_a_reference_to_elsewhere_is_named() -> None:
    (problem,) = found({"properties": {"a": {"$ref": "https://example.org/a.json"}}}, {})
    assert problem.is_note and "https://example.org/a.json" in problem.message
    (problem,) = found({"$ref": "#/$defs/none"}, {})
    assert problem.is_note and "#/$defs/none" in problem.message.replace("'/", "#/").replace("'", "")
