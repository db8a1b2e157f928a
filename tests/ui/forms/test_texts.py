"""The words about a field: limits that can be read, formats as words of the language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from inspector import translation
from inspector.schema.fields import Field, build_fields
from inspector.ui.forms.texts import branch_label, constraints, format_hint, state_word
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
