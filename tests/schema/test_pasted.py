"""Pasted text as items of a list: JSON, lines, CSV and columns of a spreadsheet, of the type of the items."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.fields import build_fields
from inspector.schema.pasted import pasted_items

PAIR = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}
USER = {
    "type": "object",
    "properties": {"name": {"type": "string", "title": "Full name"}, "age": {"type": "integer"}, "on": {}},
    "required": ["name"],
}


@pytest.mark.parametrize(
    ("text", "item", "items"),
    [
        # places of a tuple each have their own type: the same digits are a text in the first
        ("1\t2\n3\t4", PAIR, ['["1", 2]', '["3", 4]']),
        ("a,5\nb,6", PAIR, ['["a", 5]', '["b", 6]']),
        ("1\t2", {"type": "array", "items": {"type": "number"}}, ["[1, 2]"]),
        ("one, two\nthree", {"type": "string"}, ['"one, two"', '"three"']),
        ("one, two", {"type": "string"}, ['"one"', '"two"']),
        ("a\tb\nc", {"type": "string"}, ['"a"', '"b"', '"c"']),
        ("1, 2\r\n3", {"type": "integer"}, ["1", "2", "3"]),
        ("1, x, TRUE", {"type": "number"}, ["1", '"x"', "true"]),
        ("007", {"type": "string"}, ['"007"']),
        (
            "red, Blue",
            {"oneOf": [{"const": "r", "title": "red"}, {"const": 2, "title": "Blue"}]},
            ['"r"', "2"],
        ),
        ('["a", {"b": [1.0]}]', {"type": "string"}, ['"a"', '{"b": [1.0]}']),
        ("Ann\t7", USER, ['{"name": "Ann", "age": 7}']),
        ("age\tFull name\n7\tAnn\n\tBob", USER, ['{"age": 7, "name": "Ann"}', '{"name": "Bob"}']),
        ("age\tname\n7\t", USER, ['{"age": 7, "name": ""}']),
        ('{"a": 1}', {"type": "string"}, ['"{\\"a\\": 1}"']),
    ],
)
def test_what_is_pasted_is_read_as_the_items_are(text: str, item: Any, items: list[str]) -> None:
    assert pasted_items(text, build_fields(item)) == items
