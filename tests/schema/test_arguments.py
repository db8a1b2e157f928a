"""NAME=VALUE pairs of the command line, typed by the tool's schema."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.errors import UsageError
from inspector.schema.arguments import arguments_from_pairs, unknown_names

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "count": {"type": "integer"},
        "price": {"type": "number"},
        "on": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "numbers": {"type": "array", "items": {"type": "number"}},
        "place": {"$ref": "#/$defs/Place"},
        "maybe": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "limit": {"type": ["integer", "null"]},
        "unit": {"enum": ["a", "b"]},
        "either": {"oneOf": [{"type": "string"}, {"type": "number"}]},
        "free": {},
    },
    "$defs": {"Place": {"type": "object", "properties": {"x": {"type": "number"}}}},
}


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        ("text=5", '{"text": "5"}'),
        ("text=true", '{"text": "true"}'),
        ('text="a"', '{"text": "\\"a\\""}'),
        ("text=", '{"text": ""}'),
        ("text=a=b", '{"text": "a=b"}'),
        ("text=Grüße", '{"text": "Grüße"}'),
        ("text:=5", '{"text": 5}'),
        ('text:={"a": 1}', '{"text": {"a": 1}}'),
        ("count=9007199254740993", '{"count": 9007199254740993}'),
        ("price=1.10", '{"price": 1.10}'),
        ("price=1e400", '{"price": 1e400}'),
        ("count=many", '{"count": "many"}'),
        ("count=null", '{"count": null}'),
        ("count=true", '{"count": true}'),
        ("on=true", '{"on": true}'),
        ("on=yes", '{"on": "yes"}'),
        ("on=1", '{"on": 1}'),
        ('tags=["a", "b"]', '{"tags": ["a", "b"]}'),
        ("tags=a", '{"tags": ["a"]}'),
        ("tags=5", '{"tags": ["5"]}'),
        ("tags:=5", '{"tags": 5}'),
        ("numbers=1.0", '{"numbers": [1.0]}'),
        ('place={"x": 1.0}', '{"place": {"x": 1.0}}'),
        ("place=home", '{"place": "home"}'),
        ("maybe=null", '{"maybe": null}'),
        ("maybe=5", '{"maybe": "5"}'),
        ("limit=5", '{"limit": 5}'),
        ("limit=null", '{"limit": null}'),
        ("unit=a", '{"unit": "a"}'),
        ("unit=5", '{"unit": "5"}'),
        ("either=5", '{"either": 5}'),
        ("either=five", '{"either": "five"}'),
        ("free=5", '{"free": 5}'),
        ("free=five", '{"free": "five"}'),
        ("unknown=1.10", '{"unknown": 1.10}'),
        ("unknown=[1]", '{"unknown": [1]}'),
        ("unknown=word", '{"unknown": "word"}'),
        ('unknown="word"', '{"unknown": "\\"word\\""}'),
    ],
)
def test_a_value_is_typed_by_the_schema(pair: str, expected: str) -> None:
    assert arguments_from_pairs(SCHEMA, [pair]).decode() == expected


def test_pairs_keep_their_order_and_a_repeated_list_name_appends() -> None:
    pairs = ["price=1", "tags=a", "count=2", 'tags=["b", "c"]', "tags=d"]
    expected = '{"price": 1, "tags": ["a", "b", "c", "d"], "count": 2}'
    assert arguments_from_pairs(SCHEMA, pairs).decode() == expected


def test_no_pairs_are_an_empty_object() -> None:
    assert arguments_from_pairs({}, []) == b"{}"


def test_properties_of_every_branch_of_a_union_are_known() -> None:
    schema = {
        "type": "object",
        "oneOf": [
            {"properties": {"mode": {"const": "file"}, "path": {"type": "string"}}},
            {"properties": {"mode": {"const": "url"}, "depth": {"type": "integer"}}},
        ],
    }
    pairs = ["mode=file", "path=1", "depth=2"]
    assert arguments_from_pairs(schema, pairs).decode() == '{"mode": "file", "path": "1", "depth": 2}'


def test_further_properties_follow_their_schema() -> None:
    schema = {"type": "object", "additionalProperties": {"type": "string"}}
    assert arguments_from_pairs(schema, ["a=1"]).decode() == '{"a": "1"}'


@pytest.mark.parametrize(
    ("more", "unknown"),
    [
        ({}, ["c"]),
        ({"additionalProperties": False}, ["c"]),
        ({"additionalProperties": True}, []),
        ({"additionalProperties": {"type": "string"}}, []),
        ({"patternProperties": {"^c": {}}}, []),
    ],
)
def test_names_that_the_schema_does_not_speak_of_are_found(more: dict[str, Any], unknown: list[str]) -> None:
    schema = {"type": "object", "properties": {"a": {}, "b": {}}, **more}
    assert unknown_names(schema, ["a=1", "c=2", "c=3"]) == (unknown, ["a", "b"])


def test_no_name_is_unknown_where_none_is_known() -> None:
    assert unknown_names({"type": "object"}, ["a=1"]) == ([], [])


@pytest.mark.parametrize("pair", ["text", "=5", "text:=", "text:={", "text:=hello"])
def test_a_pair_that_cannot_be_used_says_what_to_type(pair: str) -> None:
    with pytest.raises(UsageError):
        arguments_from_pairs(SCHEMA, [pair])


def test_a_name_given_twice_that_is_no_list_is_refused() -> None:
    with pytest.raises(UsageError, match="text is given twice"):
        arguments_from_pairs(SCHEMA, ["text=a", "text=b"])


def test_the_places_of_a_tuple_are_given_one_by_one() -> None:
    schema = {"properties": {"t": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]}}}
    assert arguments_from_pairs(schema, ["t=1", "t=2.50"]).decode() == '{"t": ["1", 2.50]}'
    assert arguments_from_pairs(schema, ['t=["a",1]']).decode() == '{"t": ["a",1]}'
