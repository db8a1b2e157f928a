"""What a value starts with: nothing that nobody asked for, and something where something must stand."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.document import Document
from inspector.schema.fields import build_fields
from inspector.schema.shape import fits, fresh_lexeme, is_typed_anew, offered_lexeme, picked_lexeme


@pytest.mark.parametrize(
    ("schema", "lexeme", "shown"),
    [
        *(
            ({"type": "string"}, lexeme, shown)
            for lexeme, shown in (('"x"', True), ("5", False), ("null", True))
        ),
        *(({"type": "integer"}, lexeme, shown) for lexeme, shown in (("5", True), ("null", True))),
        *(({"type": "array"}, lexeme, shown) for lexeme, shown in (("[]", True), ("{}", False))),
        *(({"type": "object"}, lexeme, shown) for lexeme, shown in (("{}", True), ("[1]", False))),
        *(({"type": "boolean"}, "true", True), ({"enum": ["a"]}, "5", True), ({}, "[1]", True)),
    ],
)
def test_a_widget_can_show_the_values_of_its_kind(schema: Any, lexeme: str, shown: bool) -> None:
    field = build_fields(schema)
    assert fits(field, Document(lexeme).root) is shown and fits(field, None)


@pytest.mark.parametrize(
    ("schema", "fresh", "typed"),
    [
        ({"type": "string"}, '""', False),
        ({"type": "string", "examples": ["e"]}, '"e"', False),
        ({"type": "number"}, "0", True),
        ({"type": "integer", "minimum": 3}, "3", True),
        ({"type": "integer", "examples": [7]}, "7", False),
        ({"type": "integer", "default": 9}, "9", False),
        ({"type": "boolean"}, "false", False),
        ({"enum": ["a", "b"], "default": "b"}, '"b"', False),
        ({"enum": ["a", "b"], "default": "c"}, '"a"', False),
        ({"const": 5}, "5", False),
        ({"type": "array", "examples": [[1]]}, "[]", False),
        ({"type": "object"}, "{}", False),
        ({"anyOf": [{"type": "boolean"}, {"type": "string"}]}, "false", False),
        ({"type": "null"}, "null", False),
    ],
)
def test_what_a_user_just_asked_for_starts_with_something(schema: Any, fresh: str, typed: bool) -> None:
    field = build_fields(schema)
    assert fresh_lexeme(field) == fresh and is_typed_anew(field) is typed


def test_a_default_is_offered_only_where_it_is_one_of_the_values() -> None:
    for default, offered in (("b", '"b"'), ("c", None)):
        assert offered_lexeme(build_fields({"enum": ["a", "b"], "default": default})) == offered


@pytest.mark.parametrize(
    ("schema", "lexeme", "picked"),
    [
        ({"type": "object", "properties": {"k": {"const": "x"}, "a": {}}}, None, '{"k":"x"}'),
        ({"type": "object", "properties": {"k": {"const": "x"}, "a": {}}}, '{"k": "y"}', '{"k": "y"}'),
        ({"type": "object", "properties": {"a": {}}}, None, "{}"),
        ({"type": "object", "properties": {"a": {}}}, '{"a": 1}', '{"a": 1}'),
        ({"type": "array"}, None, "[]"),
        ({"type": "array"}, "[1]", "[1]"),
        ({"type": "string"}, None, None),
        ({"type": "string"}, '"x"', '"x"'),
    ],
)
def test_a_shape_that_was_picked_is_there_from_then_on(
    schema: Any, lexeme: str | None, picked: str | None
) -> None:
    found = picked_lexeme(build_fields(schema), lexeme)
    same = (
        found is not None and picked is not None and Document(found).value(()) == Document(picked).value(())
    )
    assert same or found == picked
