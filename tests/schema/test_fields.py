"""JSON Schema to fields: what is shown for each keyword, and that nothing ever raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.document import Document
from inspector.schema.fields import Bounds, Field, build_fields
from inspector.schema.shape import fits, fresh_lexeme, initial_lexeme, initial_text
from tests.schema.tools import sources, tools


def prop(schema: Any, **root: Any) -> Field:
    (field,) = build_fields({"type": "object", "properties": {"v": schema}, **root}).properties()
    return field


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "maxLength": 5000}, "multiline"),
        ({"type": "string", "format": "date"}, "string"),
        ({"type": "integer"}, "integer"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({"type": "null"}, "null"),
        ({"enum": ["a", 1, None]}, "enum"),
        ({"const": 5}, "const"),
        ({"type": "array", "items": {"type": "string"}}, "list"),
        ({"type": "array", "prefixItems": [{"type": "string"}]}, "tuple"),
        ({"type": "array", "items": [{"type": "string"}]}, "tuple"),
        ({"type": "object", "properties": {"a": {}}}, "object"),
        ({"type": "object"}, "map"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "map"),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, "union"),
        ({"type": ["string", "number"]}, "union"),
        ({}, "any"),
        (True, "any"),
        (False, "any"),
        ({"properties": {"a": {}}}, "any"),
        ({"pattern": "a"}, "any"),
        ({"type": "file"}, "any"),
        ("nonsense", "any"),
        ({"$ref": "https://example.org/schema.json"}, "any"),
        ({"$ref": "#/$defs/absent"}, "any"),
        ({"$ref": "#/properties/v"}, "any"),
        ({"type": "string", "allOf": [{"$ref": "https://example.org/schema.json"}]}, "string"),
        (
            {
                "type": "object",
                "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
                "properties": {"a": {}, "b": {}},
            },
            "object",
        ),
    ],
)
def test_each_schema_gets_its_kind_of_field(schema: Any, kind: str) -> None:
    assert prop(schema).kind == kind


@pytest.mark.parametrize(
    ("schema", "note"),
    [
        (False, "No value is allowed"),
        ({"type": "file"}, "Unknown type: file"),
        ("nonsense", "neither an object"),
        ({"$ref": "https://example.org/schema.json"}, "External reference not loaded"),
        ({"$ref": "#/$defs/absent"}, "Reference not found"),
        ({"$ref": 5}, "must be a string"),
        ({"$ref": "#/properties/v"}, "endlessly"),
        ({"allOf": [{"type": "string"}, {"type": "number"}]}, "contradict"),
        ({"allOf": [{"const": 1}, {"const": "1"}]}, "contradict"),
        ({"allOf": [{"enum": [1, 2]}, {"enum": [True]}]}, "contradict"),
        ({"type": "string"}, ""),
        ({"allOf": [{"const": None}, {"const": None}]}, ""),
    ],
)
def test_what_is_not_understood_is_said(schema: Any, note: str) -> None:
    found = prop(schema).note
    assert note in found
    assert bool(found) == bool(note)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"oneOf": [{"type": "null"}, {"type": "string"}]},
        {"type": "string", "nullable": True},
        {"anyOf": [{"$ref": "#/$defs/s"}, {"const": None}]},
    ],
)
def test_a_type_or_null_is_a_nullable_field(schema: Any) -> None:
    field = prop(schema, **{"$defs": {"s": {"type": "string"}}})
    assert (field.kind, field.nullable) == ("string", True)


@pytest.mark.parametrize(
    ("schema", "kind", "nullable", "branches"),
    [
        ({"oneOf": [{"type": "string"}, {"type": "null"}], "type": "string"}, "string", False, []),
        ({"anyOf": [{"type": "null"}]}, "null", False, []),
        ({"anyOf": [{"type": "null"}, {"const": None}]}, "null", False, []),
        ({"anyOf": [{"enum": [None]}, {"type": "string"}]}, "string", True, []),
        ({"anyOf": []}, "any", False, []),
        ({"oneOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}]}, "string", True, []),
        ({"oneOf": [{"$ref": "#/$defs/n"}, {"type": "string"}]}, "string", True, []),
        ({"anyOf": [{"const": 1}, {"type": "string"}]}, "union", False, ["const", "string"]),
        ({"type": "integer", "anyOf": [{"type": "number"}, {"type": "string"}]}, "integer", False, []),
        ({"type": "boolean", "anyOf": [{"type": "number"}, {"type": "string"}]}, "union", False,
         ["number", "string"]),
        ({"type": ["number", "integer"]}, "number", False, []),
        ({"type": ["number", "string"]}, "union", False, ["number", "string"]),
        ({"type": ["string", "null", "integer"]}, "union", True, ["string", "integer"]),
        ({"type": ["null"]}, "null", False, []),
        ({"type": ["string", "file"]}, "union", False, ["string"]),
        ({"anyOf": [{"required": ["a"]}, True], "oneOf": [{"type": "string"}, {"type": "integer"}]},
         "union", False, ["string", "integer"]),
        ({"anyOf": [{"type": "string"}] * 300}, "union", False, ["string"] * 300),
        ({"anyOf": [{"type": "string"}] * 301}, "any", False, []),
        ({"type": "object", "additionalProperties": False}, "object", False, []),
        ({"type": "object", "additionalProperties": False, "patternProperties": {"a": {}}}, "map", False, []),
        ({"type": "object", "properties": {}}, "map", False, []),
        ({"type": "object", "dependentSchemas": {"a": {}}}, "object", False, []),
        ({"type": "array", "prefixItems": []}, "list", False, []),
        ({"type": "string", "maxLength": 200}, "string", False, []),
        ({"type": "string", "maxLength": 201}, "multiline", False, []),
        ({"type": "string", "maxLength": "201"}, "string", False, []),
        ({"type": "string", "format": "markdown"}, "multiline", False, []),
    ],
)  # fmt: skip
def test_what_there_is_to_choose_from(
    schema: dict[str, Any], kind: str, nullable: bool, branches: list[str]
) -> None:
    field = build_fields({**schema, "$defs": {"n": {"type": "null"}}})
    assert (field.kind, field.nullable) == (kind, nullable)
    assert [branch.kind for branch in field.branches() if kind == "union"] == branches


@pytest.mark.parametrize(
    ("schema", "kind", "options"),
    [
        ({"anyOf": [{"enum": [1]}, {"enum": [2, 3], "title": "x"}]}, "enum", ["1=", "2=", "3="]),
        ({"anyOf": [{"enum": [1], "title": "One"}, {"const": 2}]}, "enum", ["1=One", "2="]),
        ({"anyOf": [{"const": 1, "anyOf": [{"const": 1}, {"const": 2}]}, {"const": 3}]}, "union", []),
        ({"type": "string", "anyOf": [{"const": 1}, {"const": "a"}, {"const": "b"}]}, "enum",
         ['"a"=', '"b"=']),
        ({"type": ["string", "null"], "enum": ["a", None]}, "enum", ['"a"=', "null="]),
        ({"type": ["string", "null"], "enum": ["a"]}, "const", ['"a"=']),
        ({"enum": ["a", "b"], "enumNames": ["A", "B"]}, "enum", ['"a"=A', '"b"=B']),
        ({"enum": ["a", "b"], "enumNames": ["A"]}, "enum", ['"a"=', '"b"=']),
        ({"type": "string", "enum": ["a", 1]}, "const", ['"a"=']),
        ({"type": "string", "enum": [2, 1]}, "enum", ["2=", "1="]),
        ({"enum": []}, "any", []),
    ],
)  # fmt: skip
def test_named_values_are_those_that_the_type_allows(
    schema: dict[str, Any], kind: str, options: list[str]
) -> None:
    field = build_fields(schema)
    assert field.kind == kind
    assert [f"{option.lexeme}={option.title}" for option in field.options] == options
    assert field.nullable == (options == ['"a"=', "null="])


def test_of_very_many_values_none_is_listed() -> None:
    few, many = build_fields({"enum": list(range(5_000))}), build_fields({"enum": list(range(5_001))})
    assert (few.kind, len(few.options), few.examples, few.rules) == ("enum", 5_000, (), ())
    assert (many.kind, many.options, len(many.examples)) == ("number", (), 50)
    assert many.rules == ("One of 5,001 values.",)


@pytest.mark.parametrize(
    ("schema", "examples"),
    [
        ({"examples": [1, "a"], "example": 7}, ("1", '"a"', "7")),
        ({"examples": 5}, ()),
        ({"example": None}, ("null",)),
        ({"examples": list(range(60)), "example": 7}, tuple(map(str, range(50)))),
        ({"enum": [1, 2]}, ()),
    ],
)
def test_the_first_examples_are_kept(schema: dict[str, Any], examples: tuple[str, ...]) -> None:
    assert build_fields(schema).examples == examples


@pytest.mark.parametrize(
    ("schema", "hints"),
    [
        ({"default": 1, "examples": ["a", True, None, [], {}]},
         ("number", "string", "boolean", "null", "array", "object")),
        ({"examples": ["a"] * 5 + [1]}, ("string",)),
        ({"minimum": 1, "items": {}}, ("array", "number")),
        ({"not": {"type": "string"}}, ("number", "boolean", "object", "array", "null")),
        ({"not": {"type": ["string", "null"]}}, ("number", "boolean", "object", "array")),
        ({"not": {"type": "string", "minLength": 1}}, ()),
        ({"not": {"type": "string"}, "default": "x"}, ("number", "boolean", "object", "array", "null")),
        ({"not": {"type": "string"}, "default": 1, "minLength": 2}, ("number",)),
        ({}, ()),
    ],
)  # fmt: skip
def test_the_likely_types_of_a_schema_that_names_none(schema: dict[str, Any], hints: tuple[str, ...]) -> None:
    assert build_fields(schema).hints == hints


def test_limits_are_those_that_are_numbers() -> None:
    odd = build_fields(
        {
            "minimum": 1, "maximum": True, "exclusiveMinimum": 1.5, "exclusiveMaximum": float("inf"),
            "multipleOf": "a", "minLength": 2.0, "maxLength": 2.5, "minItems": True, "maxItems": 3,
            "minProperties": 1, "maxProperties": 2, "uniqueItems": 1,
        }
    ).bounds  # fmt: skip
    assert odd == Bounds(
        minimum="1", exclusive_minimum="1.5", min_length=2, max_items=3, min_properties=1, max_properties=2
    )
    right = build_fields(
        {"maximum": -1.0, "exclusiveMaximum": 5, "multipleOf": 2, "maxLength": 4, "minItems": 0}
    )
    assert right.bounds == Bounds(
        maximum="-1.0", exclusive_maximum="5", multiple_of="2", max_length=4, min_items=0
    )
    assert build_fields({"uniqueItems": True}).bounds == Bounds(unique_items=True)


def test_constants_with_titles_are_a_titled_enum() -> None:
    field = prop(
        {"oneOf": [{"const": 1, "title": "One", "description": "first"}, {"const": "2", "title": "Two"}]}
    )
    assert field.kind == "enum"
    assert [(o.lexeme, o.title, o.description) for o in field.options] == [
        ("1", "One", "first"),
        ('"2"', "Two", ""),
    ]
    legacy = prop({"type": "string", "enum": ["a", "b"], "enumNames": ["Ah", "Beh"]})
    assert [option.title for option in legacy.options] == ["Ah", "Beh"]


def test_a_reference_keeps_the_words_beside_it() -> None:
    field = prop(
        {"$ref": "#/$defs/P", "description": "near"},
        **{
            "$defs": {
                "P": {
                    "type": "object",
                    "title": "P",
                    "description": "far",
                    "properties": {"x": {"type": "number"}},
                }
            }
        },
    )
    assert (field.kind, field.title, field.description) == ("object", "P", "near")
    assert [child.pointer for child in field.properties()] == ["/v/x"]


def test_anchors_and_embedded_resources_are_found() -> None:
    definitions = {
        "a": {"$anchor": "here", "type": "integer"},
        "b": {
            "$id": "https://example.org/b",
            "$defs": {"n": {"type": "boolean"}},
            "items": {"$ref": "#/$defs/n"},
        },
    }
    assert prop({"$ref": "#here"}, **{"$defs": definitions}).kind == "integer"
    listed = prop({"$ref": "https://example.org/b"}, **{"$defs": definitions})
    assert (listed.kind, listed.hints, listed.item(0).kind) == ("any", ("array",), "boolean")


def test_all_of_is_folded_into_one_object() -> None:
    field = prop(
        {
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "number", "minimum": 1}}, "required": ["a"]},
                {"properties": {"a": {"maximum": 5}, "b": {"type": "string"}}},
            ]
        }
    )
    first, second = field.properties()
    assert (first.kind, first.required, first.bounds.minimum, first.bounds.maximum) == (
        "number",
        True,
        "1",
        "5",
    )
    assert (second.kind, second.required) == ("string", False)


def test_a_recursive_schema_grows_on_demand() -> None:
    tree = {
        "type": "object",
        "properties": {"v": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#"}}},
    }
    field = build_fields(tree)
    for _ in range(50):
        field = field.properties()[1].item(0)
    assert field.kind == "object"


def test_branches_know_what_stands_beside_the_union() -> None:
    schema = {
        "type": "object",
        "title": "Outer",
        "properties": {"shared": {"type": "string"}},
        "oneOf": [{"title": "A", "properties": {"a": {}}}, {"title": "B", "properties": {"b": {}}}],
    }
    union = build_fields(schema)
    assert (union.kind, union.title) == ("union", "Outer")
    assert [(b.title, [p.key for p in b.properties()]) for b in union.branches()] == [
        ("A", ["a", "shared"]),
        ("B", ["b", "shared"]),
    ]


def test_conditional_properties_can_be_filled_in() -> None:
    field = prop(
        {
            "type": "object",
            "properties": {"t": {"enum": ["p", "q"]}},
            "if": {"properties": {"t": {"const": "p"}}},
            "then": {"properties": {"extra": {"type": "string"}}},
        }
    )
    assert [child.key for child in field.properties()] == ["t", "extra"]


_TAGGED: Any = {"type": "object", "properties": {"v": {"const": 1}}, "required": ["v"]}


def test_a_new_form_starts_with_required_constants_and_defaults_only() -> None:
    root = build_fields(
        {
            "type": "object",
            "properties": {
                "mode": {"const": "fast"},
                "count": {"type": "integer", "default": 3},
                "hint": {"type": "string", "default": "optional"},
                "name": {"type": "string"},
                "inner": _TAGGED,
                "choice": {"anyOf": [_TAGGED, {"type": "string"}]},
                "choices in choices": {"anyOf": [{"oneOf": [_TAGGED, {}]}, {"type": "string"}]},
            },
            "required": ["mode", "count", "name", "inner", "choice", "choices in choices"],
        }
    )
    tagged = {key: {"v": 1} for key in ("inner", "choice", "choices in choices")}
    assert json.loads(initial_text(root)) == {"mode": "fast", "count": 3, **tagged}
    assert initial_text(build_fields({"type": "object"})) == "{}"


KEYWORDS = [
    *("type", "properties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$ref", "$defs", "a", "enum"),
    *("const", "required", "default", "additionalProperties", "patternProperties", "if", "then", "$id"),
    *("$anchor", "minimum", "maxLength", "examples", "title"),
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["string", "#", "#/$defs/a", "a", "object"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=5),
    max_leaves=25,
)


def walk(field: Field, depth: int = 3) -> None:
    document = Document(fresh_lexeme(field))
    assert field.kind != "const" or fits(field, document.root)
    initial_lexeme(field)
    initial_text(field)
    if depth:
        for child in (
            *field.properties(),
            *field.items(),
            *field.branches(),
            field.item(0),
            field.extra("x"),
            field.key_field(),
            *(field.counted() or ())[:1],
            *filter(None, [field.content()]),
            field.seen({"a": 1}),
        ):
            walk(child, depth - 1)


@given(JSON)
def test_no_schema_raises(schema: Any) -> None:
    walk(build_fields(schema), 2)


def nested(keyword: str, depth: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(depth):
        schema = {keyword: [schema] if keyword.endswith("Of") else schema}
    return schema


HOSTILE = {
    "self": {"$ref": "#"},
    "pair": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
    "all": {"allOf": [{"$ref": "#"}]},
    "any": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
    "one": {"anyOf": [{"$ref": "#"}]},
    "exponential": {
        "$ref": "#/$defs/n0",
        "$defs": {f"n{n}": {"allOf": [{"$ref": f"#/$defs/n{n + 1}"}] * 2} for n in range(40)} | {"n40": {}},
    },
    "deep allOf": nested("allOf", 900),
    "deep anyOf": nested("anyOf", 900),
    "deep oneOf": nested("oneOf", 900),
    "deep items": nested("items", 900),
    "required itself": {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]},
    "file": {"$ref": "file:///etc/passwd"},
    "bad reference": {"$ref": "http://[::1"},
    "infinite": {"type": "string", "maxLength": float("inf"), "default": float("inf")},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_schema_ends_in_a_field(name: str) -> None:
    field = build_fields(HOSTILE[name])
    assert field.kind
    walk(field, 2)


@pytest.mark.parametrize("source", sources())
def test_every_property_of_every_tool_has_a_field_of_its_own(source: str) -> None:
    for name, schema in tools(source):
        root = build_fields(schema)
        assert root.kind in ("object", "map", "union", "any"), (name, root.note)
        declared = schema.get("properties", {})
        assert set(declared) <= {field.key for field in root.properties()} or root.kind == "union", name
        for field in root.properties():
            walk(field, 1)
            assert field.kind != "json", (name, field.key, field.note)


@pytest.mark.parametrize(
    ("key", "title", "shown"),
    [
        ("city_name", "City Name", ""),
        ("cityName", "Cityname", ""),
        ("url", "URL", ""),
        ("a-b", "A B", ""),
        ("city", "The city", "The city"),
        ("n", "", ""),
        ("_", "-", ""),
    ],
)
def test_a_title_that_only_repeats_the_name_says_nothing(key: str, title: str, shown: str) -> None:
    schema = {"type": "object", "properties": {key: {"type": "string", "title": title}}}
    (field,) = build_fields(schema).properties()
    assert (field.key, field.title) == (key, shown)
