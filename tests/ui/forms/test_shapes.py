"""Which shapes a value may be given, what they are called, and what one shape hands to another."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.document import Document, ScanNode
from inspector.schema.fields import Field, build_fields
from inspector.ui.forms.shapes import carried, expected, is_foreign, names, shape_of, shapes
from tests.ui.form_driving import tool

ALL = ["string", "number", "boolean", "map", "list", "null", "json"]


def of(*branches: Any) -> Field:
    return build_fields({"anyOf": list(branches)})


def node(text: str) -> ScanNode | None:
    return Document(text).root


def kinds(field: Field, text: str = "") -> list[str]:
    return [shape.kind for shape in shapes(field, node(text))]


# -- which shapes --------------------------------------------------------------------------------------


def test_a_choice_offers_its_own_shapes_and_others_only_to_a_value_that_has_one() -> None:
    union = of({"type": "string"}, {"type": "object"})
    assert kinds(union) == kinds(union, '"a"') == kinds(union, "{}") == ["string", "map"]
    assert kinds(union, "5")[:2] == ["string", "map"]
    assert kinds(union, "5")[2:] == ["number", "boolean", "list", "null", "json"]
    assert kinds(of({"enum": ["a", 1]}, {"type": "boolean"}), '"a"') == ["enum", "boolean"]


def test_a_field_that_is_no_choice_offers_every_other_type_once_and_json_last() -> None:
    assert kinds(build_fields({"type": "integer"})) == ["integer", *[one for one in ALL if one != "number"]]
    assert kinds(build_fields({"type": "array"}))[0] == "list"
    assert kinds(build_fields({"type": "array"})).count("list") == 1
    assert kinds(build_fields({"enum": ["a", "b"]})) == ["enum", *ALL]  # one of these is not any text
    assert kinds(build_fields({"const": 5})) == ["const", *ALL]
    last = shapes(build_fields({"enum": ["a"], "title": "T"}), None)[-1]
    assert (last.kind, last.title, last.options) == ("json", "", ())


def test_a_choice_within_a_choice_is_one_choice_unless_it_has_a_name() -> None:
    inner = {"anyOf": [{"type": "string"}, {"type": "number"}]}
    assert kinds(of(inner, {"type": "boolean"})) == ["string", "number", "boolean"]
    assert kinds(of({**inner, "title": "Inner"}, {"type": "boolean"})) == ["union", "boolean"]
    many = [{"anyOf": [{"const": 100 * m + n} for n in range(50)] + [{"type": "string"}]} for m in range(5)]
    assert kinds(of(*many)) == ["union"] * 5  # 255 shapes are too many to choose from at once


@pytest.mark.parametrize(
    ("branches", "text", "foreign"),
    [
        (({"type": "string"}, {"type": "array"}), '"a"', False),
        (({"type": "string"}, {"type": "array"}), "5", True),
        (({"type": "string"}, {"type": "number"}), "5", False),
        (({"enum": ["a", 5]}, {"type": "array"}), '"b"', False),
        (({"enum": ["a", 5]}, {"type": "array"}), "true", True),
        (({"enum": ["a", 5]}, {"type": "array"}), "null", False),
        (({"type": "string"}, {"type": "number"}), "null", True),
        (({"type": ["string", "null"]}, {"type": "number"}), "null", False),
        (({"type": "null"}, {"type": "number"}), "null", False),
        (({}, {"type": "number"}), "null", False),
        (({"type": "string"}, {"type": "number"}), "", False),
    ],
)
def test_a_value_is_foreign_when_no_shape_has_its_type(
    branches: tuple[Any, ...], text: str, foreign: bool
) -> None:
    assert is_foreign(of(*branches).branches(), node(text)) is foreign


def test_the_shape_of_a_value_that_is_not_expected_is_the_one_of_its_type() -> None:
    field = build_fields({"type": "string"})
    offered = shapes(field, None)
    for text, kind in (("5", "number"), ("true", "boolean"), ("{}", "map"), ("[]", "list")):
        assert offered[shape_of(offered, field, node(text))].kind == kind
    assert shape_of(offered, field, None) == -1
    union = of({"type": "string"}, {"type": "number"})
    assert shape_of(shapes(union, node('"a"')), union, node('"a"')) == -1
    wide = shapes(union, node("[1]"))
    assert wide[shape_of(wide, union, node("[1]"))].kind == "list"


def test_what_is_expected_is_said_by_all_types_or_not_at_all() -> None:
    assert expected(build_fields({"type": "string"})) == "string"
    assert expected(of({"type": "string"}, {"type": ["integer", "string"]})).split(", ")[0] == "string"
    assert expected(of({"type": "string"}, {"type": ["integer", "string"]})).count("string") == 1
    assert expected(of({"type": "string"}, {"minimum": 3})) == "" == expected(build_fields({}))


# -- what they are called ------------------------------------------------------------------------------


def called(*branches: Any) -> list[str]:
    return names(of(*branches).branches())


def test_twins_are_told_apart_by_what_only_one_has_the_required_first() -> None:
    both = {"a": {}, "b": {}}
    one = tool({**both, "x": {}, "y": {}, "z": {}}, ("z",), title="T")
    two = tool({**both, "kind": {"const": "two"}}, title="T")
    assert called(one, two, {"type": "array"}) == ["T: z, x", "T: kind = two", "list"]


def test_twins_of_one_type_are_told_apart_by_their_limits_or_by_number() -> None:
    text = {"type": "string", "title": "T"}
    first, second = called({**text, "maxLength": 3}, {**text, "maxLength": 5})
    assert first != second and "3" in first and "5" in second
    assert called(text, text, {**text, "maxLength": 3})[:2] == ["T (1)", "T (2)"]
    many = [tool({f"own{n}": {}}, title="T") for n in range(13)]
    assert called(*many[:12])[0] == "T: own0" and called(*many)[12] == "T (13)"


# -- what is handed on ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "old", "new"),
    [
        ({"type": "string"}, "5", '"5"'),
        ({"type": "string"}, "true", '"true"'),
        ({"type": "string"}, '"a"', '"a"'),
        ({"type": "string"}, "null", None),
        ({"type": "string"}, "[1]", None),
        ({"type": "string"}, None, None),
        ({"type": "integer"}, '"12"', "12"),
        ({"type": "integer"}, '"1.5"', "1.5"),
        ({"type": "integer"}, '"twelve"', None),
        ({"type": "number"}, "1e3", "1e3"),
        ({"type": "number"}, "true", None),
        ({"type": "boolean"}, '"true"', None),
        ({"const": "w"}, '"a"', '"w"'),
        ({"enum": ["a", "b"]}, '"b"', '"b"'),
        ({"type": "array"}, "[1, 2]", "[1, 2]"),
    ],
)
def test_numbers_and_texts_turn_into_each_other_and_nothing_else(
    schema: dict[str, Any], old: str | None, new: str | None
) -> None:
    branch = build_fields(schema)
    got, fresh = carried(branch, old), carried(branch, None)
    assert got == (new if new is not None else fresh)


def test_an_object_keeps_what_both_shapes_have_in_the_order_of_the_new_one() -> None:
    branch = build_fields(tool({"b": {"type": "string"}, "a": {"type": "number"}, "kind": {"const": "x"}}))
    old = '{"a":  1e2, "z": 1, "b": "t", "kind": "y"}'
    got = carried(branch, old)
    assert got is not None and Document(got).value(()) == {"b": "t", "a": 100}
    assert "1e2" in got and got.index('"b"') < got.index('"a"')
    assert "5" not in (carried(branch, '{"b": 5}') or "")  # it is no text


def test_an_object_of_any_names_keeps_them_all() -> None:
    branch = build_fields({"type": "object", "additionalProperties": {"type": "number"}})
    got = carried(branch, '{"a": 1, "b": "x"}')
    assert got is not None and Document(got).value(()) == {"a": 1, "b": "x"}
    assert carried(branch, "[1]") == carried(branch, None)
