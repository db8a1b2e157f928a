"""Faults of a value at the place where a user can mend them; hostile input bounded; nothing loaded."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.schema.check import Checker
from inspector.schema.problem import told


def problems(schema: Any, text: str) -> list[tuple[str, str]]:
    found = told(Checker().check(json.dumps(schema).encode(), text))
    return [(problem.pointer, problem.keyword) for problem in found]


TOOL = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2},
        "inner": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
        "maybe": {"anyOf": [{"type": "string", "minLength": 3}, {"type": "null"}]},
        "price": {"type": "number", "multipleOf": 0.5},
        "when": {"type": "string", "format": "date"},
    },
    "required": ["name"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"name": "ab"}', []),
        ("{}", [("/name", "required")]),
        ('{"name": "a"}', [("/name", "minLength")]),
        ('{"name": "ab", "inner": {}}', [("/inner/n", "required")]),
        ('{"name": "ab", "inner": {"n": 1.0}}', []),
        ('{"name": "ab", "inner": {"n": 1.5}}', [("/inner/n", "type")]),
        ('{"name": "ab", "maybe": null}', []),
        ('{"name": "ab", "maybe": "x"}', [("/maybe", "minLength")]),
        ('{"name": "ab", "price": 1.25}', [("/price", "multipleOf")]),
        ('{"name": "ab", "when": "soon"}', [("/when", "format")]),
        ('{"name": "ab", "extra/1": 1}', [("/extra~11", "additionalProperties")]),
        ("[]", [("", "type")]),
        ("{", [("", "json")]),
        ("NaN", [("", "json")]),
    ],
)
def test_a_fault_is_told_at_its_field(text: str, expected: list[tuple[str, str]]) -> None:
    assert problems(TOOL, text) == expected


def test_of_several_shapes_the_nearest_one_tells_what_it_misses() -> None:
    shape = {"type": "object", "required": ["kind"]}
    union = {
        "oneOf": [
            {**shape, "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}},
            {**shape, "properties": {"kind": {"const": "b"}, "y": {"type": "number"}}},
        ]
    }
    assert problems(union, '{"kind": "b", "y": "one"}') == [("", "oneOf"), ("/y", "type")]
    assert problems({"oneOf": [{"minimum": 1}, {"type": "number"}]}, "5") == [("", "oneOf")]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "http://127.0.0.1:9/x.json"},
        {"$ref": "file:///etc/hosts"},
        {"$schema": "http://127.0.0.1:9/meta.json"},
        {"$schema": "https://json-schema.org/v1"},
        {"$schema": 5},
        {"type": "nonsense"},
        {"$ref": "#/$defs/absent"},
    ],
)
def test_a_schema_that_cannot_be_used_is_a_note_and_loads_nothing(
    schema: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.socket.connect", lambda *_: pytest.fail("a connection was opened"))
    (problem,) = Checker().check(json.dumps(schema).encode(), '"a"')
    assert problem.is_note


@pytest.mark.parametrize(
    "address",
    [
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft/2019-09/schema",
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-04/schema#",
        "https://json-schema.org/draft-07/schema",
        "http://json-schema.org/draft/2020-12/schema#",
        "https://json-schema.org/schema",
        "json-schema.org/draft-04/schema",
    ],
)
def test_the_five_known_dialects_are_checked_however_they_are_written(address: str) -> None:
    assert problems({"$schema": address, "type": "string"}, "5") == [("", "type")]


def test_catastrophic_patterns_end_at_once() -> None:
    text = json.dumps("a" * 5000 + "b")
    assert problems({"pattern": "^(a+)+$"}, text) == [("", "pattern")]
    assert problems({"pattern": r"^(?=a)(a|aa)+\1$"}, text) == [("", "limit")]


def test_large_numbers_are_compared_exactly() -> None:
    assert problems({"maximum": 9007199254740992}, "9007199254740993") == [("", "maximum")]
    assert problems({"type": "integer"}, "1e400") == []
    assert problems({"multipleOf": 0.01}, "0.07") == []


def test_a_value_of_too_many_levels_is_not_checked() -> None:
    deep = "[" * 1000 + "]" * 1000
    (problem,) = Checker().check(b'{"items": {"$ref": "#"}}', deep)
    assert problem.is_note
    assert problems({"type": "string"}, json.dumps("[" * 1000)) == []


def test_a_schema_of_too_many_levels_is_a_note() -> None:
    deep: dict[str, Any] = {}
    for _ in range(300):
        deep = {"properties": {"a": deep}}
    (problem,) = Checker().check(json.dumps(deep).encode(), "{}")
    assert problem.is_note


def test_a_lone_surrogate_is_checked_like_any_character() -> None:
    assert problems({"type": "string", "maxLength": 1}, '"\\ud800"') == []


def test_references_to_names_with_odd_characters_are_followed() -> None:
    """Generators write `#/definitions/Record<string,string>` as it is, which is no URI reference."""
    names = ("Record<string,string>", "A|B", "50% off", "한국어", 'a "b"', "x^{y}", "p%20q")
    schema = {
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names},
        "$defs": {
            name.replace("%20", " "): {"anyOf": [{"type": "string"}, {"type": "null"}]} for name in names
        },
    }
    for name in names:
        assert problems(schema, json.dumps({name: "a"})) == []
        assert problems(schema, json.dumps({name: 1})) == [("/" + name, "type")], name


@pytest.mark.parametrize("text", ["1" * 5_000, "1e99999999999999999999"])
def test_a_number_beyond_all_reason_is_not_told_to_be_wrong(text: str) -> None:
    (problem,) = Checker().check(b'{"type": "number"}', text)
    assert problem.is_note and "too large" in problem.message


def test_faults_below_a_very_long_key_are_few() -> None:
    value = json.dumps({"k" * 1_000_000: [1] * 300})
    schema = b'{"additionalProperties": {"items": {"type": "string"}}}'
    found = Checker().check(schema, value)
    assert 0 < len(found) < 10


def test_a_large_schema_that_does_no_harm_is_checked() -> None:
    parts = {f"p{number}": {"type": "string", "pattern": f"^x{number}$"} for number in range(6_000)}
    lists = {f"l{number}": {"items": {"enum": [number]}} for number in range(15_000)}
    schema = json.dumps({"properties": {**parts, **lists}}).encode()
    found = Checker().check(schema, '{"p5999": "y", "l3": [4]}')
    assert [(one.pointer, one.keyword) for one in found] == [("/p5999", "pattern"), ("/l3/0", "enum")]


@pytest.mark.parametrize("schema", [b"", b"{", b'{"title":"\xed\xa0\x80"}', b'{"title":"\\ud800"}', b"\xff"])
def test_a_schema_that_is_no_json_is_said(schema: bytes) -> None:
    [problem] = Checker().check(schema, "5")
    assert (problem.keyword, problem.severity) == ("schema", "note")
    assert problem.message.startswith("The schema is not JSON: ")
