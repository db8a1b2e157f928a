"""A reference that leads nowhere leaves its own place unchecked, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.schema.check import Checker
from inspector.schema.problem import Problem
from inspector.schema.unresolved import loose_ends_like, without_address

GONE = {"$ref": "#/$defs/gone"}


def checked(schema: Any, value: Any) -> list[Problem]:
    return Checker().check(json.dumps(schema).encode(), json.dumps(value))


def errors(schema: Any, value: Any) -> list[tuple[str, str]]:
    return [(one.pointer, one.keyword) for one in checked(schema, value) if not one.is_note]


def notes(schema: Any, value: Any) -> list[tuple[str, str]]:
    return [(one.pointer, one.message) for one in checked(schema, value) if one.is_note]


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("#/$defs/gone", "Reference not found: #/$defs/gone"),
        ("#gone", "Reference not found: #gone"),
        ("#/$defs/~9", "Reference not found: #/$defs/~9"),
        ("#/", "Reference not found: #/"),
        ("#/properties/n/type/x", "Reference not found: #/properties/n/type/x"),
        ("https://example.com/a.json", "External reference not loaded: https://example.com/a.json"),
        ("https://example.com/a.json#/$defs/a", "External reference not loaded: https://example.com/a.json"),
        ("file:///etc/hosts", "External reference not loaded: file:///etc/hosts"),
        ("other.json", "External reference not loaded: other.json"),
        ("a b", "External reference not loaded: a b"),
        ("http://[", "External reference not loaded: http://["),
    ],
)
@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_the_rest_is_checked_and_one_note_says_where_not(
    reference: str, said: str, keyword: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    schema = {"properties": {"n": {"type": "integer"}, "a": {keyword: reference}}, "required": ["a"]}
    assert errors(schema, {"n": "x", "a": 1}) == [("/n", "type")]
    assert errors(schema, {"n": 1}) == [("/a", "required")]
    ((pointer, message),) = notes(schema, {"n": 1, "a": 1})
    assert pointer == "/a"
    assert message.startswith(said) and message.endswith("That part is not checked.")


@pytest.mark.parametrize(
    "dialect", ["draft/2020-12/schema", "draft/2019-09/schema", "draft-07/schema#", "draft-04/schema#"]
)
def test_it_is_so_in_every_dialect(dialect: str) -> None:
    schema = {
        "$schema": f"http://json-schema.org/{dialect}",
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"items": {"$ref": "#/definitions/gone"}}},
    }
    assert errors(schema, {"a": 1, "b": [1]}) == [("/a", "type")]
    assert [pointer for pointer, _ in notes(schema, {})] == ["/b"]


def test_keywords_beside_it_are_checked_where_the_dialect_counts_them() -> None:
    beside = {"properties": {"a": {**GONE, "type": "string"}}}
    assert errors(beside, {"a": 1}) == [("/a", "type")]
    old = {**beside, "$schema": "http://json-schema.org/draft-07/schema#"}
    assert errors(old, {"a": 1}) == []


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"not": GONE}, 1),
        ({"not": {"properties": {"a": GONE}}}, {"a": 1}),
        ({"oneOf": [GONE, {"type": "integer"}]}, 1),
        ({"oneOf": [GONE, {"type": "integer"}]}, "a"),
        ({"oneOf": [{"$ref": "#/$defs/a"}, {"type": "integer"}], "$defs": {"a": {"allOf": [GONE]}}}, 1),
        ({"if": GONE, "then": {"type": "string"}}, 1),
        ({"if": GONE, "else": {"type": "string"}}, 1),
        ({"oneOf": [GONE, {"items": GONE}]}, [1]),
        ({"contains": GONE}, [1, 2]),
        ({**GONE, "unevaluatedProperties": False}, {"a": 1}),
        ({"allOf": [GONE], "unevaluatedItems": False}, [1]),
        ({"propertyNames": GONE}, {"a": 1}),
        ({"additionalProperties": GONE}, {"a": 1}),
        ({"dependentSchemas": {"a": GONE}}, {"a": 1}),
    ],
)
def test_what_may_be_right_is_never_told_to_be_wrong(schema: Any, value: Any) -> None:
    assert errors(schema, value) == []
    assert len(notes(schema, value)) == 1


def test_what_is_wrong_either_way_is_told() -> None:
    schema = {
        "if": GONE,
        "then": {"required": ["b"]},
        "else": {"required": ["b", "c"]},
        "oneOf": [
            {"properties": {"kind": {"const": "x"}, "a": GONE}, "required": ["kind"]},
            {"properties": {"kind": {"const": "y"}}, "required": ["kind"]},
        ],
        "properties": {"date": {"format": "date"}},
    }
    assert errors(schema, {"kind": "x", "b": 1}) == []
    found = errors(schema, {"kind": "z", "date": "soon"})
    assert ("/b", "required") in found and ("/c", "required") not in found
    assert ("", "oneOf") in found and ("/kind", "const") in found and ("/date", "format") in found


def test_a_definition_that_nobody_uses_may_be_broken() -> None:
    schema = {"type": "object", "$defs": {"unused": GONE}, "properties": {"a": {"$ref": "#/$defs/used"}}}
    assert notes({**schema, "$defs": {"unused": GONE, "used": {"type": "string"}}}, {}) == []
    ((pointer, _),) = notes({**schema, "$defs": {"unused": GONE, "used": {"items": GONE}}}, {})
    assert pointer == "/a"


def test_many_of_them_are_told_in_few_notes() -> None:
    schema = {"properties": {f"p{number}": {"$ref": f"#/$defs/d{number}"} for number in range(500)}}
    schema["properties"]["n"] = {"type": "integer"}
    assert errors(schema, {"n": "x", "p1": 1}) == [("/n", "type")]
    assert 1 < len(notes(schema, {})) < 30
    again = {"properties": {f"p{number}": GONE for number in range(500)}}
    assert len(notes(again, {})) == 1


def test_a_name_that_is_no_address_is_taken_out() -> None:
    schema = {"properties": {"a": {"$id": "http://[", "type": "string"}, "n": {"type": "integer"}}}
    assert errors(schema, {"a": 1, "n": "x"}) == [("/a", "type"), ("/n", "type")]


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/meta.json",
        "https://json-schema.org/v1",
        "https://json-schema.org/draft/next/schema",
        "http://json-schema.org/draft-03/schema#",
        "https://example.com/strict-draft-07#",
        5,
    ],
)
def test_an_unknown_dialect_is_checked_as_a_known_one_with_a_note(
    address: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    inner = {"$id": "https://example.com/inner", "$schema": str(address), "type": "string"}
    schema = {"$schema": address, "properties": {"n": {"type": "integer"}, "a": inner}}
    assert ("/n", "type") in errors(schema, {"n": "x", "a": "b"})
    ((pointer, message),) = notes(schema, {"n": 1})
    assert pointer == "" and message.startswith("Unsupported dialect: ")


def test_the_dialect_that_an_unknown_address_names_is_taken() -> None:
    old = {"$schema": "https://example.com/my-draft-07/schema", "items": [{"type": "string"}]}
    assert errors(old, [1]) == [("/0", "type")]
    ((_, message),) = notes(old, [])
    assert "draft-07" in message


@pytest.mark.parametrize(
    ("reference", "complaint", "found"),
    [
        ("#/$defs/a", "Pointer '/$defs/a' does not exist", True),
        ("https://x.org/a.json#/b", "Resource 'https://x.org/a.json' is not present", True),
        ("a.json#/b", "Resource 'https://x.org/a.json' is not present", True),
        ("#/$defs/b", "Pointer '/$defs/a' does not exist", False),
        ("b.json", "Resource 'https://x.org/a.json' is not present", False),
        ("#/$defs/a", "something else is wrong", False),
    ],
)
def test_a_complaint_is_about_the_references_that_it_quotes(
    reference: str, complaint: str, found: bool
) -> None:
    schema = {"properties": {"n": {"items": [{"$ref": reference}]}, "m": {"$ref": 5}}}
    ends = loose_ends_like(schema, complaint)
    assert [end.keyword for end in ends] == (["$ref"] if found else [])


def test_a_name_that_is_no_address_is_taken_out_where_it_is_quoted() -> None:
    schema = {"$id": "a b", "items": [{"$id": "a b"}, {"$id": "c"}], "x": {"id": "a b"}}
    assert without_address(schema, "'a b' is not a URI")
    assert schema == {"items": [{}, {"$id": "c"}], "x": {}}
    assert not without_address(schema, "'a b' is not a URI") and not without_address(
        schema, "no words in quotes"
    )
