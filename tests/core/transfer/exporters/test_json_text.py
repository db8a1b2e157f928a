"""Single members of a JSON text change, to the byte, and the rest stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.core.transfer.exporters.json_text import append_json, drop_json, put_json
from inspector.errors import UsageError


@pytest.mark.parametrize(
    ("text", "path", "value", "made"),
    [
        ("", ("a", "b"), 1, '{\n  "a": {\n    "b": 1\n  }\n}\n'),
        ("{}", ("a",), {"b": [1]}, '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}'),
        ("{ /* in */ }\n", ("a",), 1, '{ /* in */\n  "a": 1\n}\n'),
        ('{"a": 1}', ("b",), {"c": [2]}, '{"a": 1, "b": {"c": [2]}}'),
        ('{"a": 1,}', ("b",), 2, '{"a": 1, "b": 2}'),
        ('{"a": 1 , }', ("b",), 2, '{"a": 1 , "b": 2 }'),
        (
            '{\n    "a": 1 // one\n}',
            ("b",),
            {"c": 2},
            '{\n    "a": 1, // one\n    "b": {\n        "c": 2\n    }\n}',
        ),
        (
            '{\n    "a": 1, // one\n    /* last */\n}',
            ("b", "c"),
            2,
            '{\n    "a": 1, // one\n    "b": {\n        "c": 2\n    },\n    /* last */\n}',
        ),
        (
            '{\n\t"a": {\n\t\t"b": 1\n\t}\n}',
            ("a", "c"),
            {"d": 2},
            '{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": {\n\t\t\t"d": 2\n\t\t}\n\t}\n}',
        ),
        ('{\r\n  "a": {"x": 1}\r\n}', ("a",), {"c": 2}, '{\r\n  "a": {\r\n    "c": 2\r\n  }\r\n}'),
        ('{"a": 1, "a": 2}', ("a",), 3, '{"a": 1, "a": 3}'),
        ('{"a": [1, "]", {}], "b": -1.5e3}', ("b",), None, '{"a": [1, "]", {}], "b": null}'),
        (
            '\ufeff  {\n      "a": {}\n  }',
            ("a", "b"),
            1,
            '\ufeff  {\n      "a": {\n            "b": 1\n      }\n  }',
        ),
    ],
)
def test_a_member_is_set_and_the_rest_stays(text: str, path: tuple[str, ...], value: Any, made: str) -> None:
    assert put_json(text, path, value) == made


@pytest.mark.parametrize(
    ("text", "path", "value", "made"),
    [
        ("", ("a", "b"), 1, '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'),
        ('{"a": []}', ("a",), {"b": 1}, '{"a": [\n  {\n    "b": 1\n  }\n]}'),
        ('{"a": [1]}', ("a",), 2, '{"a": [1, 2]}'),
        ('{"a": [1,]}', ("a",), 2, '{"a": [1, 2]}'),
        (
            '{\n  "a": [\n    {"x": 1}\n  ]\n}',
            ("a",),
            {"x": 2},
            '{\n  "a": [\n    {"x": 1},\n    {\n      "x": 2\n    }\n  ]\n}',
        ),
        ('{"b": 1}', ("a",), 2, '{"b": 1, "a": [2]}'),
    ],
)
def test_an_item_comes_last(text: str, path: tuple[str, ...], value: Any, made: str) -> None:
    assert append_json(text, path, value) == made


@pytest.mark.parametrize(
    ("text", "path", "made"),
    [
        ('{"a": 1, "b": 2, "c": 3}', ("a",), '{"b": 2, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', ("b",), '{"a": 1, "c": 3}'),
        ('{"a": 1, "b": 2, "c": 3}', ("c",), '{"a": 1, "b": 2 }'),
        ('{"a": 1, "b": 2, "c": 3,}', ("c",), '{"a": 1, "b": 2, }'),
        ('{"a": 1}', ("a",), "{}"),
        ('{"a": 1, "b": 2, "a": 3}', ("a",), '{"b": 2 }'),
        ('{\n  "a": 1, // one\n  "b": 2\n}', ("b",), '{\n  "a": 1 // one\n}'),
        ('{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}', ("b",), '{\n  "a": 1,\n  "c": 3\n}'),
        ('{\r\n  "a": 1,\r\n  "b": 2\r\n}', ("b",), '{\r\n  "a": 1\r\n}'),
        ('{"a": {"b": 1}}', ("a", "b"), '{"a": {}}'),
        ('{"a": {"b": 1}}', ("x", "b"), '{"a": {"b": 1}}'),
        ('{"a": {"b": 1}}', ("a", "x"), '{"a": {"b": 1}}'),
        ('{"a": [1]}', ("a", "x"), '{"a": [1]}'),
    ],
)
def test_a_member_goes_with_its_comma_and_line(text: str, path: tuple[str, ...], made: str) -> None:
    assert drop_json(text, path) == made


@pytest.mark.parametrize(
    ("change", "text", "path", "why"),
    [
        (put_json, '{"a": [1]}', ("a", "b"), "a is not an object"),
        (put_json, "[]", ("a", "b"), "it is not an object"),
        (put_json, '{"a" 1}', ("a",), "incomplete JSON at line 1"),
        (put_json, '{\n"a": 1\n"b": 2}', ("a",), "incomplete JSON at line 3"),
        (put_json, '{"a": [1 2]}', ("a",), "incomplete JSON at line 1"),
        (put_json, '{"a": }', ("a",), "incomplete JSON at line 1"),
        (put_json, "{a: 1}", ("a",), "incomplete JSON at line 1"),
        (put_json, '{"a": 1} x', ("a",), "incomplete JSON at line 1"),
        (append_json, '{"a": {}}', ("a",), "a is not a list"),
    ],
)
def test_a_text_that_cannot_be_changed_says_why(
    change: Callable[[str, tuple[str, ...], Any], str], text: str, path: tuple[str, ...], why: str
) -> None:
    with pytest.raises(UsageError) as caught:
        change(text, path, 1)
    assert str(caught.value) == f"cannot change the file: {why}"
