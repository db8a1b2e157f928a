"""Fields for a value: what holds only under a condition, and which schema a property or an item has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings

from inspector.schema.fields import Field, build_fields
from tests.schema.suite import DIALECTS, SUITE, groups, narrowed, untyped
from tests.schema.test_evaluate import JSON, SCHEMAS


def keys(field: Field) -> list[str]:
    return [child.key for child in field.properties()]


def child(field: Field, key: str) -> Field:
    return next(inner for inner in field.properties() if inner.key == key)


CONDITIONAL = {
    "type": "object",
    "properties": {"kind": {"enum": ["p", "q"]}, "since": {"type": "string"}},
    "if": {"properties": {"kind": {"const": "p"}}, "required": ["kind"]},
    "then": {
        "properties": {"p": {"type": "string"}},
        "required": ["p"],
        "if": {"required": ["since"]},
        "then": {"properties": {"deep": {"type": "integer"}}},
    },
    "else": {"properties": {"q": {"type": "number"}}},
    "dependentRequired": {"since": ["until"]},
    "dependentSchemas": {"q": {"properties": {"unit": {"enum": ["m", "s"]}}}},
}


def test_without_a_value_every_property_that_may_apply_is_there_and_says_when() -> None:
    field = build_fields(CONDITIONAL)
    assert keys(field) == ["kind", "since", "p", "q", "unit", "deep"]
    assert [(inner.required, inner.condition) for inner in field.properties()] == [
        (False, ""),
        (False, ""),
        (False, 'when `kind` is "p"'),
        (False, 'when `kind` is not "p"'),
        (False, "when `q` is set"),
        (False, "when `since` is set"),
    ]


def test_what_is_not_set_is_not_said_to_have_the_value_of_the_condition() -> None:
    """`properties` asks nothing of a key that is not there: the condition holds, but not for that reason."""
    asked = {"properties": {"mode": {"const": "file"}}}
    schema = {"properties": {"mode": {}}, "if": asked, "then": {"properties": {"path": {}}}}
    field = build_fields(schema)
    assert child(field.seen({}), "path").condition == "because `mode` is not set"
    assert child(field.seen({"mode": "file"}), "path").condition == 'because `mode` is "file"'
    needed = build_fields(
        {**schema, "if": {**asked, "required": ["mode"]}, "else": {"properties": {"url": {}}}}
    )
    assert child(needed.seen({}), "url").condition == "because `mode` is not set"
    assert child(needed.seen({"mode": "web"}), "url").condition == 'because `mode` is not "file"'


def test_a_value_decides_about_if_then_and_else() -> None:
    field = build_fields(CONDITIONAL)
    met = field.seen({"kind": "p"})
    assert keys(met) == ["kind", "since", "p"]
    assert (child(met, "p").required, child(met, "p").condition) == (True, 'because `kind` is "p"')
    unmet = met.seen({"kind": "q"})
    assert keys(unmet) == ["kind", "since", "q"]
    assert child(unmet, "q").condition == 'because `kind` is not "p"'
    assert keys(unmet.seen({"kind": "p", "since": "1"})) == ["kind", "since", "p", "deep", "until"]


def test_dependent_properties_appear_with_the_one_they_depend_on() -> None:
    field = build_fields(CONDITIONAL)
    until = child(field.seen({"since": "1"}), "until")
    assert (until.required, until.condition) == (True, "because `since` is set")
    assert child(field.seen({"q": 1}), "unit").condition == "because `q` is set"


def test_dependencies_of_draft_07_are_both() -> None:
    field = build_fields(
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "dependencies": {"a": ["b"], "c": {"properties": {"d": {"type": "boolean"}}}},
        }
    )
    assert [(x.key, x.required, x.condition) for x in field.seen({"a": 1, "c": 1}).properties()] == [
        ("d", False, "because `c` is set"),
        ("b", True, "because `a` is set"),
    ]


def test_a_field_without_conditions_is_the_same_for_every_value() -> None:
    field = build_fields({"type": "object", "properties": {"a": {"type": "string"}}})
    assert field.seen({"a": "x"}) is field and not field.is_conditional


def test_alternatives_that_only_restrict_make_properties_required_and_say_so() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {}, "b": {}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    }
    field = build_fields(schema)
    assert field.kind == "object" and field.rules == ("Needs at least one of: `a` or `b`.",)
    assert [inner.required for inner in field.seen({"a": 1}).properties()] == [True, False]


def test_a_union_inside_then_is_resolved_for_the_value() -> None:
    field = build_fields(
        {
            "type": "object",
            "if": {"required": ["on"]},
            "then": {
                "oneOf": [
                    {"properties": {"t": {"const": "a"}, "x": {"type": "string"}}, "required": ["t"]},
                    {"properties": {"t": {"const": "b"}, "y": {"type": "number"}}, "required": ["t"]},
                ]
            },
        }
    )
    seen = field.seen({"on": 1, "t": "b"})
    assert (seen.kind, keys(seen)) == ("object", ["t", "y"])


def test_other_branches_that_hold_as_well_add_their_properties() -> None:
    union = build_fields(
        {
            "type": "object",
            "anyOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"properties": {"b": {"type": "number"}}, "required": ["b"]},
            ],
            "unevaluatedProperties": False,
        }
    )
    branch = union.branches()[0]
    assert keys(branch) == ["a"] and branch.extra("b").forbidden
    assert keys(branch.seen({"a": "x", "b": 1})) == ["a", "b"]


@pytest.mark.parametrize(
    ("key", "kind", "forbidden"),
    [("n1", "integer", False), ("n1x", "const", False), ("other", "boolean", False), ("no", "any", True)],
)
def test_an_undeclared_property_has_the_schemas_of_all_patterns(key: str, kind: str, forbidden: bool) -> None:
    field = build_fields(
        {
            "type": "object",
            "patternProperties": {"^n": {"type": "integer"}, "x$": {"const": 5}, "^no$": False},
            "additionalProperties": {"type": "boolean"},
        }
    )
    assert (field.extra(key).kind, field.extra(key).forbidden) == (kind, forbidden)


def test_a_pattern_holds_for_a_declared_property_too() -> None:
    field = build_fields(
        {"properties": {"a1": {"title": "A"}}, "patternProperties": {"^a": {"type": "integer"}}}
    )
    assert (child(field, "a1").kind, child(field, "a1").title) == ("integer", "A")


def test_additional_properties_are_those_of_their_own_schema_object() -> None:
    field = build_fields(
        {
            "allOf": [
                {"properties": {"a": {}}, "additionalProperties": {"type": "string"}},
                {"properties": {"b": {}}},
            ],
            "unevaluatedProperties": False,
        }
    )
    assert [(x.key, x.kind) for x in field.properties()] == [("a", "any"), ("b", "string")]
    assert not field.extra("c").forbidden and field.extra("c").kind == "string"


def test_unevaluated_properties_see_what_references_and_branches_declare() -> None:
    field = build_fields(
        {
            "type": "object",
            "$ref": "#/$defs/base",
            "properties": {"b": {}},
            "unevaluatedProperties": {"type": "integer"},
            "$defs": {"base": {"properties": {"a": {}}, "patternProperties": {"^x-": True}}},
        }
    )
    assert (field.extra("c").kind, field.extra("x-y").kind) == ("integer", "any")
    closed = build_fields({"unevaluatedProperties": False, "allOf": [{"$ref": "https://example.org/x"}]})
    assert not closed.extra("a").forbidden  # nobody knows what the reference declares


def test_names_have_a_field_of_their_own() -> None:
    named = build_fields({"type": "object", "propertyNames": {"enum": ["a", "b"]}}).key_field()
    assert (named.kind, [option.lexeme for option in named.options]) == ("enum", ['"a"', '"b"'])
    short = build_fields({"type": "object", "propertyNames": {"maxLength": 3}}).key_field()
    assert (short.kind, short.bounds.max_length) == ("string", 3)
    closed = build_fields({"patternProperties": {"^a": {}, "b$": {}}, "additionalProperties": False})
    assert closed.key_field().pattern == "(?:^a)|(?:b$)" and not closed.forbids_more


def test_items_follow_the_places_and_what_is_left() -> None:
    field = build_fields(
        {"type": "array", "prefixItems": [{"type": "string"}, True], "items": {"type": "integer"}}
    )
    assert [field.item(n).kind for n in range(4)] == ["string", "any", "integer", "integer"]
    old = build_fields(
        {
            "$schema": "https://json-schema.org/draft/2019-09/schema",
            "items": [{"type": "string"}],
            "additionalItems": {"type": "boolean"},
        }
    )
    assert [old.item(n).kind for n in range(2)] == ["string", "boolean"]
    rest = build_fields({"allOf": [{"prefixItems": [{}]}], "unevaluatedItems": {"type": "null"}})
    assert [rest.item(n).kind for n in range(2)] == ["any", "null"]


def test_contains_counts_items_and_allows_them() -> None:
    field = build_fields(
        {
            "type": "array",
            "contains": {"type": "string", "title": "Name"},
            "minContains": 2,
            "maxContains": 3,
            "unevaluatedItems": {"type": "integer"},
        }
    )
    counted = field.counted()
    assert counted is not None and (counted[0].kind, *counted[1:]) == ("string", 2, 3)
    assert (counted[0].accepts("a"), counted[0].accepts(1)) == (True, False)
    assert field.item(0).kind == "union"
    seen = field.seen(["a", 1])
    assert (seen.item(0).title, seen.item(1).kind) == ("Name", "integer")
    assert build_fields({"items": {}}).counted() is None


def test_what_not_forbids_is_said() -> None:
    def rules(refused: Any) -> tuple[str, ...]:
        return build_fields({"type": "object", "not": refused}).rules

    assert rules({"required": ["a"]}) == ("`a` must not be set.",)
    assert rules({"required": ["a", "b"]}) == ("Not all of `a` and `b` may be set.",)
    assert rules({"enum": [1, "x"]}) == ('Must not be 1 or "x".',)
    assert rules({"const": None}) == ("Must not be null.",)
    assert rules({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}) == (
        "`a` must not be set.",
        "`b` must not be set.",
    )
    assert rules({"properties": {"a": {"minimum": 5}}}) == ()


def test_any_value_can_be_typed_the_likely_types_first() -> None:
    field = build_fields({"minLength": 2, "properties": {"a": {"type": "integer"}}})
    assert (field.kind, field.hints) == ("any", ("object", "string"))
    assert [branch.kind for branch in field.branches()] == [
        "object",
        "string",
        "number",
        "boolean",
        "list",
        "null",
    ]
    assert child(field.as_type("object"), "a").kind == "integer"
    assert field.as_type("string").bounds.min_length == 2
    assert "string" not in build_fields({"not": {"type": ["number", "string"]}}).hints


def test_a_value_of_a_type_the_schema_does_not_expect_has_a_field_too() -> None:
    field = build_fields({"anyOf": [{"type": "string"}, {"enum": [1]}], "title": "T"})
    other = field.as_type("object")
    assert (other.kind, other.title, other.extra("a").kind) == ("map", "", "any")
    assert build_fields(False).as_type("array").kind == "list"


def test_content_of_a_text_has_fields_of_its_own() -> None:
    schema = {"type": "string", "contentMediaType": "application/json", "contentEncoding": "base64"}
    field = build_fields({**schema, "contentSchema": {"type": "array", "items": {"type": "integer"}}})
    content = field.content()
    assert content is not None and (content.kind, content.item(0).kind) == ("list", "integer")
    assert (field.content_encoding, field.content_media_type) == ("base64", "application/json")
    plain = build_fields(schema).content()
    assert plain is not None and plain.kind == "any"
    assert build_fields({"type": "string", "contentMediaType": "image/png"}).content() is None


def test_all_descriptions_are_known_the_nearest_first() -> None:
    field = build_fields(
        {
            "type": "string",
            "description": "near",
            "$ref": "#/$defs/a",
            "allOf": [{"description": "part", "deprecated": True}],
            "$defs": {"a": {"description": "far", "readOnly": True}},
        }
    )
    assert field.descriptions == ("near", "far", "part")
    assert (field.description, field.deprecated, field.read_only) == ("near", True, True)


@pytest.mark.parametrize("known", ["http://json-schema.org/draft-07/schema#", *list(DIALECTS.values())[:2]])
def test_the_meta_schemas_are_known_without_a_network(known: str) -> None:
    field = build_fields({"$schema": known, "$ref": known})
    assert not field.note
    title = child(narrowed(field, {}), "title")
    assert title.kind == "string"
    assert child(narrowed(field, {}), "not").note == ""


@pytest.mark.parametrize("count", [900, 50_000])
def test_of_very_many_properties_the_first_are_listed_and_all_are_known(count: int) -> None:
    field = build_fields(
        {
            "type": "object",
            "properties": {f"p{n}": {"type": "integer"} for n in range(count)},
            "required": [f"p{count - 1}"],
        }
    )
    assert len(field.properties()) == min(count, 1_001)
    assert field.properties()[-1].required and field.properties()[-1].kind == "integer"
    assert field.extra("p800").kind == "integer" and not field.extra("p800").forbidden
    assert bool(field.rules) == (count > 1_000)


def test_an_enum_of_very_many_values_is_typed_not_listed() -> None:
    field = build_fields({"enum": [f"v{n}" for n in range(20_000)]})
    assert (field.kind, field.examples[0], field.rules) == ("string", '"v0"', ("One of 20,000 values.",))


def test_a_shape_has_the_name_of_its_definition() -> None:
    union = build_fields(
        {
            "oneOf": [{"$ref": "#/$defs/a~1b"}, {"$ref": "#/$defs/c/items"}, {"type": "null"}],
            "$defs": {"a/b": {"type": "string"}, "c": {"items": {"type": "integer"}}},
        }
    )
    assert [branch.definition for branch in union.branches()] == ["a/b", ""]
    assert union.definition == ""


def test_a_mark_and_required_keys_tell_branches_without_their_fields() -> None:
    union = build_fields(
        {
            "oneOf": [
                {"properties": {"x": {}, "t": {"$ref": "#/$defs/t"}}, "required": ["x"]},
                {"properties": {"x": {}}},
            ],
            "required": ["t"],
            "$defs": {"t": {"const": 1}},
        }
    )
    first, second = union.branches()
    assert (first.mark(), first.required_keys()) == (("t", "1"), ("x", "t"))
    assert (second.mark(), second.required_keys()) == (None, ("t",))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_valid_value_of_the_suite_has_typed_fields_everywhere(dialect: str) -> None:
    wrong = [
        (name, test["description"], places)
        for name, schema, tests in groups(dialect)
        for test in tests
        if test["valid"] and (places := untyped(build_fields(schema), test["data"]))
    ]
    assert wrong == []


DRAFT_07 = "http://json-schema.org/draft-07/schema#"
STORED: list[tuple[str, dict[str, Any], Any]] = [
    (
        "a manifest: a map by pattern, shapes by reference, a list of either",
        {
            "definitions": {
                "source": {"oneOf": [{"type": "string"}, {"$ref": "#/definitions/repository"}]},
                "repository": {
                    "type": "object",
                    "properties": {"url": {"type": "string", "format": "uri"}, "ref": {"type": "string"}},
                    "required": ["url"],
                    "additionalProperties": False,
                },
            },
            "type": "object",
            "properties": {
                "name": {"type": "string", "pattern": "^[a-z-]+$"},
                "private": {"type": ["boolean", "null"], "default": False},
                "sources": {"type": "array", "items": {"$ref": "#/definitions/source"}},
            },
            "patternProperties": {"^x-": {}},
            "additionalProperties": {"type": "integer"},
        },
        {
            "name": "a-b",
            "private": None,
            "sources": ["s", {"url": "https://a.example", "ref": "v1"}],
            "x-own": {"deep": [1, None]},
            "count": 5,
        },
    ),
    (
        "a workflow: steps of one of two shapes, each with what only its kind has",
        {
            "type": "object",
            "properties": {
                "on": {"anyOf": [{"enum": ["push", "pull"]}, {"type": "array", "items": {"type": "string"}}]},
                "steps": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"name": {"type": "string"}, "with": {"type": "object"}},
                        "oneOf": [
                            {"properties": {"run": {"type": "string"}}, "required": ["run"]},
                            {"properties": {"uses": {"type": "string"}}, "required": ["uses"]},
                        ],
                    },
                },
            },
        },
        {"on": ["push"], "steps": [{"run": "make"}, {"uses": "a/b@v1", "with": {"depth": 1, "deep": [{}]}}]},
    ),
    (
        "settings: a kind decides what else there is",
        {
            "type": "object",
            "properties": {"kind": {"enum": ["file", "net"]}, "level": {"enum": [0, 1, "auto", None]}},
            "allOf": [
                {
                    "if": {"properties": {"kind": {"const": "net"}}, "required": ["kind"]},
                    "then": {"properties": {"port": {"type": "integer"}}, "required": ["port"]},
                    "else": {"properties": {"path": {"type": "string"}}},
                }
            ],
            "dependencies": {"path": {"properties": {"mode": {"type": ["string", "integer"]}}}},
        },
        {"kind": "file", "path": "/tmp/a", "mode": 420, "level": None},
    ),
    (
        "a tree: a shape within itself, a tuple and a tail",
        {
            "definitions": {
                "node": {
                    "type": "object",
                    "properties": {
                        "at": {
                            "type": "array",
                            "items": [{"type": "number"}, {"type": "string"}],
                            "additionalItems": {"type": "boolean"},
                        },
                        "children": {"type": "array", "items": {"$ref": "#/definitions/node"}},
                    },
                }
            },
            "$ref": "#/definitions/node",
        },
        {"at": [1.5, "a", True], "children": [{"children": [{"at": [0]}]}, {}]},
    ),
]
"""Schemas of files as a store has them, each with a file that is right."""


@pytest.mark.parametrize(("schema", "value"), [pytest.param(*case, id=name) for name, *case in STORED])
def test_a_file_that_is_right_has_typed_fields_everywhere(schema: dict[str, Any], value: Any) -> None:
    field = build_fields({"$schema": DRAFT_07, **schema})
    assert untyped(field, value) == []
    wrong = json.loads(json.dumps(value).replace('"a-b"', "7").replace('"push"', "{}").replace("420", "[]"))
    wrong = {**wrong, "at": ["x"]} if "at" in value else wrong
    assert len(untyped(field, wrong)) == 1, "the place that is wrong has no field that takes it"


CASES = Path(SUITE).parent / "schemastore" / "cases.json"


@pytest.mark.skipif(not CASES.is_file(), reason="more of them, in the sample of SchemaStore, are not here")
def test_every_valid_value_of_schemastore_has_typed_fields_everywhere() -> None:
    for case in json.loads(CASES.read_text("utf-8"))[::5]:
        field = build_fields(case["schema"])
        for value in case["pos"][:1]:
            assert untyped(field, value["data"]) == [], (case["name"], value["name"])


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(SCHEMAS, JSON)
def test_a_valid_value_of_any_schema_has_typed_fields_everywhere(schema: Any, value: Any) -> None:
    try:
        valid = jsonschema_rs.Draft202012Validator(schema, offline=True).is_valid(value)
    except (ValueError, jsonschema_rs.ReferencingError):
        return
    if valid:
        assert untyped(build_fields(schema), value) == []


# -- what a property or an item must be, by all that holds for it


def listed(field: Field) -> list[tuple[str, bool, str, str]]:
    return [(inner.key, inner.required, inner.condition, inner.kind) for inner in field.properties()]


def test_required_properties_that_nothing_declares_come_last_by_name() -> None:
    inner = {"properties": {"c": {}, "a": {"type": "string"}}, "required": ["a"]}
    field = build_fields(
        {
            "properties": {"a": {}, "b": {}},
            "required": ["z", "b", "y", 5],
            "allOf": [inner, {"required": "c"}],
        }
    )
    assert listed(field) == [
        ("a", True, "", "string"),
        ("b", True, "", "any"),
        ("c", False, "", "any"),
        ("y", True, "", "any"),
        ("z", True, "", "any"),
    ]


def test_a_condition_that_is_met_declares_and_requires_nothing_by_itself() -> None:
    condition = {"properties": {"a": {"minimum": 1}, "h": {"type": "string"}}, "required": ["h"]}
    field = build_fields(
        {"properties": {"a": {"type": "integer"}}, "if": condition, "then": {"properties": {"t": {}}}}
    ).as_type("object")
    assert keys(field.seen({"a": 5, "h": "x"})) == ["a", "t"]
    assert field.seen({"a": 5, "h": "x"}).required_keys() == ()


def test_conditions_inside_conditions_are_found_and_none_twice() -> None:
    inside = {"properties": {"t": {}, "d": {}}, "if": {"required": ["q"]}, "else": {"properties": {"e": {}}}}
    field = build_fields(
        {
            "type": "object",
            "if": {"required": ["a"]},
            "then": {"properties": {"t": {"type": "string"}}},
            "else": False,
            "dependentSchemas": {"x": inside, "y": True},
        }
    )
    assert listed(field) == [
        ("t", False, "when `a` is set", "string"),
        ("d", False, "when `x` is set", "any"),
        ("e", False, "when `q` is not set", "any"),
    ]


def test_what_is_required_in_any_case_is_not_said_to_depend_on_another() -> None:
    field = build_fields(
        {"type": "object", "required": ["r"], "dependentRequired": {"a": ["r", "b"], "c": "x", "d": ["e"]}}
    )
    always = ("r", True, "", "any")
    assert listed(field) == listed(field.seen([])) == [always]
    assert listed(field.seen({"a": 1})) == [("b", True, "because `a` is set", "any"), always]


def test_of_many_parts_those_that_speak_of_a_property_are_asked() -> None:
    parts: list[Any] = [
        {"properties": {f"p{n}": {"type": "integer" if n % 2 else "string"}}} for n in range(25)
    ]
    parts += [{"patternProperties": {"^p1$": {"minimum": 3}}}, {"additionalProperties": {"title": "T"}}]
    field = build_fields({"type": "object", "allOf": parts})
    found = [(one.key, one.kind, one.bounds.minimum, one.title) for one in field.properties()]
    assert found[:3] == [
        ("p0", "string", None, "T"),
        ("p1", "integer", "3", "T"),
        ("p2", "string", None, "T"),
    ]
    assert len(found) == 25


def test_patterns_go_before_what_any_other_name_may_be() -> None:
    field = build_fields(
        {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "patternProperties": {"^x": {"type": "integer"}, "y$": {"minimum": 2}},
            "additionalProperties": {"type": "boolean"},
        }
    )
    kinds = {name: field.extra(name).kind for name in ("a", "x", "xy", "y", "z")}
    assert kinds == {"a": "string", "x": "integer", "xy": "integer", "y": "any", "z": "boolean"}
    assert (field.extra("xy").bounds.minimum, field.extra("x").bounds.minimum) == ("2", None)


@pytest.mark.parametrize(
    ("schema", "forbidden"),
    [
        ({"patternProperties": {"(": {"type": "integer"}}, "additionalProperties": False}, False),
        ({"patternProperties": {"(": {"type": "integer"}}, "unevaluatedProperties": False}, False),
        ({"properties": {"a": {}}, "unevaluatedProperties": False}, True),
        ({"properties": {"b": {}}, "unevaluatedProperties": False}, False),
        ({"allOf": [{"properties": {"b": {}}}], "unevaluatedProperties": False}, False),
        ({"properties": {"b": {}}, "allOf": [{"unevaluatedProperties": False}]}, True),
        ({"$ref": "#/no", "unevaluatedProperties": False}, False),
        ({"unevaluatedProperties": False, "allOf": [{"unevaluatedProperties": {"type": "string"}}]}, False),
    ],
)
def test_only_what_nothing_inside_has_looked_at_is_forbidden(schema: Any, forbidden: bool) -> None:
    assert build_fields({"type": "object", **schema}).extra("b").forbidden is forbidden


@pytest.mark.parametrize(
    ("schema", "takes", "forbids"),
    [
        ({}, False, False),
        ({"additionalProperties": True}, True, False),
        ({"additionalProperties": {}}, True, False),
        ({"additionalProperties": False}, False, True),
        ({"additionalProperties": 5}, False, False),
        ({"additionalProperties": False, "patternProperties": {"a": {}}}, True, False),
        ({"patternProperties": {}}, False, False),
        ({"patternProperties": {"a": {}}}, True, False),
        ({"unevaluatedProperties": True}, True, False),
        ({"unevaluatedProperties": False}, False, True),
        ({"unevaluatedProperties": False, "allOf": [{"patternProperties": {"a": {}}}]}, True, False),
        ({"unevaluatedProperties": False, "allOf": [{"additionalProperties": {"minimum": 1}}]}, True, False),
        ({"unevaluatedProperties": False, "allOf": [{"additionalProperties": False}]}, False, True),
        ({"additionalProperties": {}, "allOf": [{"additionalProperties": False}]}, False, True),
    ],
)  # fmt: skip
def test_whether_more_properties_are_expected_or_forbidden(schema: Any, takes: bool, forbids: bool) -> None:
    field = build_fields({"type": "object", **schema})
    assert (field.takes_more, field.forbids_more) == (takes, forbids)


@pytest.mark.parametrize(
    ("schema", "kind", "pattern", "longest"),
    [
        ({}, "string", "", None),
        ({"propertyNames": {"maxLength": 3}}, "string", "", 3),
        ({"propertyNames": {"enum": ["a", "b"]}}, "enum", "", None),
        ({"patternProperties": {"^a": {}}}, "string", "", None),
        ({"patternProperties": {"^a": {}}, "additionalProperties": False}, "string", "^a", None),
        ({"patternProperties": {"^a": {}, "b$": {}}, "additionalProperties": False}, "string",
         "(?:^a)|(?:b$)", None),
        ({"patternProperties": {"^a": {}}, "additionalProperties": False, "propertyNames": {"pattern": "z"}},
         "string", "z", None),
    ],
)  # fmt: skip
def test_what_a_name_must_be_has_a_field(schema: Any, kind: str, pattern: str, longest: int | None) -> None:
    name = build_fields({"type": "object", **schema}).key_field()
    assert (name.kind, name.pattern, name.bounds.max_length) == (kind, pattern, longest)
    assert (name.key, name.pointer) == ("", "")


TAGS = {"properties": {"t": {"const": 1}, "u": {"enum": ["a", "b"]}, "v": {}}}


@pytest.mark.parametrize(
    ("schema", "value", "tagged"),
    [
        (TAGS, {}, None),
        (TAGS, {"v": 1}, None),
        (TAGS, {"t": 1}, True),
        (TAGS, {"t": 2}, False),
        (TAGS, {"u": "a"}, True),
        (TAGS, {"t": 1, "u": "b"}, True),
        (TAGS, {"t": 1, "u": "c"}, False),
        (TAGS, {"t": 2, "u": "a"}, False),
        ({"properties": {"t": {"const": 1, "enum": [1, 2]}}}, {"t": 1}, True),
        ({"properties": {"t": {"const": 3, "enum": [1, 2]}}}, {"t": 3}, False),
        ({"properties": {"t": True}}, {"t": 3}, None),
        ({"properties": {"t": {"enum": "x"}}}, {"t": 3}, None),
    ],
)
def test_an_object_may_say_that_it_is_this_one(schema: Any, value: Any, tagged: bool | None) -> None:
    assert build_fields(schema).tagged(value) is tagged


@pytest.mark.parametrize(
    ("properties", "mark"),
    [
        ({"a": {"enum": [1, 2]}, "b": {"enum": ["x"]}, "c": {"const": 1}}, ("b", '"x"')),
        ({"a": True, "c": {"const": None}}, ("c", "null")),
        ({"a": True, "b": {"enum": "x"}}, None),
    ],
)
def test_a_property_that_may_have_one_value_only_is_the_mark(
    properties: Any, mark: tuple[str, str] | None
) -> None:
    assert build_fields({"properties": properties}).mark() == mark


def test_items_with_a_place_of_their_own_are_those_of_the_longest_list() -> None:
    field = build_fields(
        {"prefixItems": [{"type": "string"}], "allOf": [{"prefixItems": [{}, {"type": "null"}]}]}
    )
    assert [item.kind for item in field.items()] == ["string", "null"]
    assert [field.item(number).pointer for number in range(3)] == ["/0", "/1", "/-"]
    assert field.item(0).required
    assert build_fields({"prefixItems": "x"}).items() == ()


@pytest.mark.parametrize(
    ("schema", "counts"),
    [
        ({"contains": {}}, (1, None)),
        ({"contains": {}, "minContains": 0}, (0, None)),
        ({"contains": {}, "minContains": 2.0, "maxContains": 3.5}, (2, None)),
        ({"contains": {}, "minContains": "a", "maxContains": 3}, (1, 3)),
        ({"minContains": 2}, None),
    ],
)
def test_how_many_items_must_be_so(schema: Any, counts: tuple[int, int | None] | None) -> None:
    found = build_fields({"type": "array", **schema}).counted()
    assert (None if found is None else found[1:]) == counts


def test_before_2020_an_item_that_is_contained_is_like_the_rest() -> None:
    schema = {
        "type": "array",
        "contains": {"type": "string", "title": "N"},
        "unevaluatedItems": {"type": "integer"},
    }
    old = build_fields({"$schema": "https://json-schema.org/draft/2019-09/schema", **schema})
    assert [old.item(0).kind, old.seen(["a"]).item(0).kind] == ["integer", "integer"]
    new = build_fields({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    assert [new.item(0).kind, new.seen(["a"]).item(0).kind] == ["union", "any"]
    assert [new.seen(["a", 1]).item(1).kind, new.seen(["a"]).item(1).kind] == ["integer", "union"]
