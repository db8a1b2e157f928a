"""The words about a field: limits that can be read, formats as words of the language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from inspector import translation
from inspector.schema.fields import Field, build_fields
from inspector.ui.forms.texts import (
    branch_label,
    constraints,
    format_hint,
    ghost,
    label,
    short,
    state_word,
    type_word,
)
from inspector.ui.locale import language
from tests.conftest import ROOT


@pytest.fixture
def korean(qapp: QApplication) -> Iterator[None]:
    if not (ROOT / "resources" / "translations" / "mcpdi_ko.qm").exists():
        pytest.skip("mcpdi_ko.qm is not compiled: run packaging/dev.py translations --compile")
    language.install("ko")
    yield
    language.install("en")
    translation.install(None)


def field(schema: dict[str, Any]) -> Field:
    return build_fields(schema)


@pytest.mark.parametrize(
    ("limits", "shown"),
    [
        ({"minimum": 1, "maximum": 10}, "number · 1–10"),
        ({"minimum": -1e15, "maximum": 1e16}, "number · -1e15 – 1e16"),
        ({"minimum": -(2**63), "maximum": 2**63 - 1}, "number · -9223372036854775808 – 9223372036854775807"),
        ({"exclusiveMinimum": 0, "maximum": 1.0}, "number · (0, 1]"),
        ({"minimum": -0.0, "multipleOf": 0.10}, "number · ≥ 0 · × 0.1"),
    ],
)
def test_limits_are_exact_and_short(limits: dict[str, Any], shown: str) -> None:
    assert constraints(field({"type": "number", **limits})) == shown


def test_formats_keep_their_names_in_english() -> None:
    assert constraints(field({"type": "string", "format": "date-time"})) == "date-time"
    assert format_hint(field({"type": "string", "format": "date"})) == "date, for example 2026-01-31"


def test_formats_are_words_in_korean(korean: None) -> None:
    assert constraints(field({"type": "string", "format": "date"})) == "날짜"
    assert format_hint(field({"type": "string", "format": "email"})).startswith("이메일")
    assert branch_label(field({"type": "string", "format": "duration"})) == "기간"


def test_an_unknown_format_is_shown_as_it_is_written(korean: None) -> None:
    assert constraints(field({"type": "string", "format": "postal-code"})) == "postal-code"


@pytest.mark.parametrize(
    ("schema", "called"),
    [
        ({"title": "Title", "type": "object"}, "Title"),
        ({"type": "object"}, "object"),
        ({"type": "object", "properties": {"k": {"const": "x"}}}, "k = x"),
        ({"type": "object", "required": ["a", "b", "c", "d"]}, "{ a, b, c }"),
        ({"const": 5}, "5"),
        ({"type": "array"}, "list"),
        ({"type": "array", "items": {"type": "string"}}, "list of strings"),
        ({"type": "array", "items": {"type": "integer"}}, "list of integers"),
        ({"type": "string", "format": "email"}, "email"),
        ({"type": "boolean"}, "boolean"),
    ],
)
def test_a_shape_has_a_name_to_choose_it_by(schema: dict[str, Any], called: str) -> None:
    assert branch_label(field(schema)) == called


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, "number · > 0"),
        ({"type": "number", "exclusiveMaximum": 5}, "number · < 5"),
        ({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 5}, "number · (0, 5)"),
        ({"type": "number", "minimum": 0, "exclusiveMaximum": 5}, "number · [0, 5)"),
        ({"type": "integer", "maximum": 5}, "integer · ≤ 5"),
        ({"type": "string", "minLength": 1}, "string · not empty"),
        ({"type": "string", "minLength": 3, "maxLength": 3}, "string · 3 characters"),
        ({"type": "string", "maxLength": 3}, "string · ≤ 3 characters"),
        ({"type": "string", "minLength": 0}, "string"),
    ],
)
def test_limits_are_written_as_intervals(schema: dict[str, Any], said: str) -> None:
    assert constraints(field(schema)) == said


@pytest.mark.parametrize(
    ("lexeme", "required", "said"),
    [
        (None, False, "not set"), (None, True, ""), ("null", False, "null"),
        ("[]", True, "[]"), ("{}", False, "{}"), ("[1]", False, ""),
    ],
)  # fmt: skip
def test_a_section_without_rows_says_why(lexeme: str | None, required: bool, said: str) -> None:
    parent = field({"properties": {"x": {"type": "array"}}, "required": ["x"] if required else []})
    assert state_word(parent.properties()[0], lexeme) == said


STRING, INTEGER = {"type": "string"}, {"type": "integer"}


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ({**STRING, "minLength": 2}, "string · ≥ 2 characters"),
        ({**STRING, "minLength": 1, "maxLength": 5}, "string · 1–5 characters"),
        ({**STRING, "minLength": 0, "maxLength": 5}, "string · ≤ 5 characters"),
        ({**STRING, "maxLength": 0}, "string · ≤ 0 characters"),
        ({**STRING, "pattern": "^a$", "contentEncoding": "base64"}, "string · base64 · ^a$"),
        ({**STRING, "contentMediaType": "image/png"}, "string · image/png"),
        ({"type": ["string", "null"]}, "string · or null"),
        ({**STRING, "readOnly": True, "deprecated": True}, "string · read-only · deprecated"),
        ({**STRING, "format": "date", "minLength": 3}, "date · ≥ 3 characters"),
        ({"type": "array", "items": INTEGER, "minItems": 1}, "list of integers · not empty"),
        ({"type": "array", "minItems": 2, "maxItems": 3}, "list · 2–3 items"),
        ({"type": "array", "uniqueItems": True}, "list · unique items"),
        ({"type": "array", "items": {"type": "boolean"}}, "list"),
        ({"type": "object", "minProperties": 2}, "object · ≥ 2 properties"),
        ({"type": "integer", "minimum": -5, "maximum": 5}, "integer · -5 – 5"),
        ({"type": "integer", "minimum": -5}, "integer · ≥ -5"),
        ({"type": "integer", "minimum": 0, "maximum": 0}, "integer · 0–0"),
        ({"type": "number", "exclusiveMinimum": 0, "minimum": 7}, "number · > 0"),
        ({"type": "number", "maximum": 7, "exclusiveMaximum": 5}, "number · < 5"),
        ({"anyOf": [STRING, INTEGER]}, ""),
        ({}, ""),
        ({"deprecated": True}, "deprecated"),
    ],
)  # fmt: skip
def test_type_and_limits_stand_on_one_line(schema: dict[str, Any], said: str) -> None:
    assert constraints(field({"properties": {"x": schema}}).properties()[0]) == said


def test_the_header_that_repeats_a_value_is_named() -> None:
    schema = {"type": "object", "properties": {"x": {**STRING, "x-mcp-header": "Region"}}}
    assert constraints(field(schema).properties()[0]) == "string · → Region"


@pytest.mark.parametrize(
    ("schema", "required", "lexeme", "said"),
    [
        (STRING, False, None, "not set"),
        (STRING, True, None, ""),
        (STRING, False, "null", ""),
        (STRING, False, '""', ""),
        ({**STRING, "default": "a b"}, False, None, "default a b"),
        ({**STRING, "default": "a b"}, True, None, "default a b"),
        ({**STRING, "default": "a b"}, False, '"c"', ""),
    ],
)
def test_an_empty_editor_says_what_is_sent(
    schema: dict[str, Any], required: bool, lexeme: str | None, said: str
) -> None:
    whole = {"properties": {"x": schema}, "required": ["x"] if required else []}
    assert ghost(field(whole).properties()[0], lexeme) == said


@pytest.mark.parametrize(
    ("lexeme", "shown"),
    [
        ('"plain"', "plain"),
        ('""', '""'),
        ("12.50", "12.50"),
        ('{"a": 1}', '{"a": 1}'),
        ('"two\\nlines  here"', "two lines here"),
        ('"\\n"', '"\\n"'),
        ('"' + "x" * 60 + '"', "x" * 60),
        ('"' + "x" * 61 + '"', "x" * 59 + "…"),
        ("1" * 60, "1" * 60),
        ("1" * 2000, "1" * 59 + "…"),
    ],
)
def test_a_value_in_a_narrow_place_is_one_line_and_cut(lexeme: str, shown: str) -> None:
    assert short(lexeme) == shown
    assert short('"abcdef"', 4) == "abc…"


def test_of_a_large_value_with_room_for_all_that_is_looked_at_the_end_is_missing() -> None:
    assert short("1" * 1001, 5000) == "1" * 1000 + "…"
    assert short('"' + "x" * 1500 + '"', 5000).endswith("x…")
    assert not short("1" * 1000, 5000).endswith("…")


def test_types_have_words_and_fields_their_titles() -> None:
    names = ("array", "object", "string", "null", "number", "integer", "boolean", "odd")
    words = ["list", "object", "string", "null", "number", "integer", "boolean", "odd"]
    assert [type_word(name) for name in names] == words
    both = field({"properties": {"x": {"title": "Name"}, "y": {}}}).properties()
    assert [label(one) for one in both] == ["Name", "y"]


def test_a_shape_that_is_defined_elsewhere_has_the_name_of_its_definition() -> None:
    schema = {"oneOf": [{"$ref": "#/$defs/Cat"}, {"required": ["a"]}], "$defs": {"Cat": {"type": "object"}}}
    assert branch_label(field(schema).branches()[0]) == "Cat"
    assert branch_label(field({"type": "array", "items": {"type": "array"}})) == "list of lists"
    assert branch_label(field({"const": "a" * 80})) == "a" * 59 + "…"
    assert format_hint(field({"type": "string", "format": "unheard-of"})) == ""
