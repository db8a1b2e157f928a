"""Whether a value satisfies a schema, in bounded time: the suite of JSON Schema and a second opinion."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.schema import evaluate
from inspector.schema.references import References, SchemaPart
from tests.schema.suite import DIALECTS, groups

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.5, 1.0, "", "a", "ab", "b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["string", "number", "integer", "boolean", "null", "object", "array"])


def schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    listed = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    names = st.lists(st.sampled_from("ab"), max_size=2, unique=True)
    small = st.integers(0, 3)
    keywords = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
        "const": JSON,
        "enum": st.lists(JSON, min_size=1, max_size=3, unique_by=json.dumps),
        "properties": named,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b$", "."]), inner, max_size=2),
        "propertyNames": inner,
        "required": names,
        "dependentRequired": st.dictionaries(st.sampled_from("ab"), names, max_size=2),
        "dependentSchemas": named,
        "prefixItems": listed,
        "allOf": listed,
        "anyOf": listed,
        "oneOf": listed,
        **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minContains"), small),
        **dict.fromkeys(("minProperties", "maxProperties", "maxContains"), small),
        **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), st.integers(-3, 3)),
        **dict.fromkeys(("items", "contains", "not", "if", "then", "else", "additionalProperties"), inner),
        **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), inner),
        "multipleOf": st.sampled_from([1, 2, 0.5]),
        "uniqueItems": st.booleans(),
        "$ref": st.just("#/$defs/d"),
        "$defs": st.fixed_dictionaries({"d": st.sampled_from([True, {"type": "object"}, {"minimum": 1}])}),
    }
    few = st.lists(st.sampled_from(sorted(keywords)), min_size=1, max_size=4, unique=True)
    return few.flatmap(lambda chosen: st.fixed_dictionaries({key: keywords[key] for key in chosen}))


SCHEMAS = st.recursive(st.booleans() | TYPES.map(lambda name: {"type": name}), schemas, max_leaves=6)


def holds(schema: Any, value: Any, references: References) -> bool | None:
    return evaluate.holds(SchemaPart(schema, references.root.scope), value, references)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_suite_of_each_dialect_is_judged_right_or_not_at_all(dialect: str) -> None:
    undecided = 0
    for name, schema, tests in groups(dialect):
        references = References(schema)
        for test in tests:
            verdict = holds(schema, test["data"], references)
            assert verdict in (test["valid"], None), (name, test["description"])
            undecided += verdict is None
    assert undecided < 20


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(SCHEMAS, JSON)
def test_a_verdict_is_that_of_the_validator(schema: Any, value: Any) -> None:
    verdict = holds(schema, value, References(schema))
    if verdict is not None:
        try:
            validator = jsonschema_rs.Draft202012Validator(schema, offline=True)
        except (ValueError, jsonschema_rs.ReferencingError):
            return
        assert verdict == validator.is_valid(value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"$ref": "https://example.org/x"}, 1),
        ({"$ref": "#"}, 1),
        ({"pattern": "("}, "a"),
        ({"type": 5}, "a"),
        ({"minimum": "x"}, 1),
        ({"multipleOf": 0}, 1),
        ("nonsense", 1),
        ({"unevaluatedProperties": False, "allOf": [{"$ref": "#/$defs/absent"}]}, {"a": 1}),
        ({"uniqueItems": True}, list(range(5000))),
    ],
)
def test_what_cannot_be_judged_is_not_decided(schema: Any, value: Any) -> None:
    assert holds(schema, value, References(schema)) is None


def test_ways_that_multiply_end_soon_and_undecided() -> None:
    node = {f"n{n}": {"anyOf": [{"$ref": f"#/$defs/n{n + 1}"}] * 2} for n in range(40)}
    schema = {"$ref": "#/$defs/n0", "$defs": node | {"n40": {"type": "string"}}}
    assert holds(schema, 5, References(schema)) is None


def test_a_value_without_end_is_not_decided() -> None:
    value: Any = []
    for _ in range(500):
        value = [value]
    schema = {"items": {"$ref": "#"}}
    assert holds(schema, value, References(schema)) is None
    assert holds({"const": value}, value, References(True)) in (True, None)


def test_ways_that_meet_again_are_not_gone_twice() -> None:
    """2^25 ways, of which 50 differ; what was looked at on one is known on the other."""
    definitions: dict[str, Any] = {
        f"n{level}": {"anyOf": [{"$ref": f"#/$defs/n{level + 1}"}] * 2} for level in range(25)
    }
    schema = {"$ref": "#/$defs/n0", "$defs": {**definitions, "n25": {"properties": {"a": True}}}}
    references = References({**schema, "unevaluatedProperties": False})
    assert evaluate.holds(references.root, {"a": 1}, references) is True
    assert evaluate.holds(references.root, {"a": 1, "b": 2}, references) is False
