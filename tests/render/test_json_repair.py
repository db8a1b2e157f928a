"""From JSON5, JavaScript and Python to JSON, with what was changed."""

from __future__ import annotations

import ast
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.json_repair import repair


def text_of(source: str) -> str | None:
    repaired = repair(source)
    return None if repaired is None else repaired.text


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("{a: 1}", '{"a": 1}'),
        ("{'a': 'it\\'s \"x\"'}", '{"a": "it\'s \\"x\\""}'),
        ("[1, 2,]", "[1, 2]"),
        ('{"a": 1,}', '{"a": 1}'),
        ("[1,,2]", "[1,2]"),
        ('{"a": 1 // why\n}', '{"a": 1\n}'),
        ("/* head */ {}", " {}"),
        ('{"a": 1 # why\n}', '{"a": 1\n}'),
        ('{"a": 1\n "b": 2}', '{"a": 1,\n "b": 2}'),
        ("[0x1F, +5, .5, 5., 1_000, 0b101]", "[31, 5, 0.5, 5.0, 1000, 5]"),
        ("[-0x10, -.5e3, 1.10, 1e400]", "[-16, -0.5e3, 1.10, 1e400]"),
        ("[NaN, -Infinity, undefined]", "[null, null, null]"),
        ("{'a': True, 'b': None, 'c': (1, 2)}", '{"a": true, "b": null, "c": [1, 2]}'),
        ("{“a”: ‘b’}", '{"a": "b"}'),
        ('{"a": "x\ty"}', '{"a": "x\\ty"}'),
        ("['\\x41\\v\\0\\\nb']", '["\\u0041\\u000b\\u0000b"]'),
        ("[`two\nlines`]", '["two\\nlines"]'),
        ("{\u00a0a\ufeff: 1}", '{ "a": 1}'),
        ("{NaN: 1, None: 2, 0x1: 3}", '{"NaN": 1, "None": 2, "0x1": 3}'),
        (
            '{"b": 1.10, b: 9007199254740993, "b": "\\u0041",}',
            '{"b": 1.10, "b": 9007199254740993, "b": "\\u0041"}',
        ),
    ],
)
def test_text_becomes_json_and_keeps_its_order_and_digits(source: str, wanted: str) -> None:
    assert text_of(source) == wanted
    json.loads(wanted)


@pytest.mark.parametrize(
    "source", ["", "{}", '{"a": [1.10]}', "{a b}", "[1", "{]", "hello", "{'a': 'open}", "f(1)"]
)
def test_json_and_what_cannot_be_mended_stay(source: str) -> None:
    assert repair(source) is None


def test_it_is_told_what_was_changed() -> None:
    repaired = repair("{a: NaN, 'b': True,} // end")
    assert repaired is not None
    assert repaired.changes == {
        "comments": 1,
        "commas too many": 1,
        "quotes": 1,
        "keys without quotes": 1,
        "words": 1,
        "became null": 1,
    }


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_any_python_literal_becomes_the_same_value(value: object) -> None:
    source = repr(value)
    assert ast.literal_eval(source) == value
    repaired = repair(source)
    try:
        json.loads(source)
    except ValueError:
        assert repaired is not None
        assert json.loads(repaired.text) == value


@given(st.text(alphabet="{}[]():,'\"\\/*#ab1.x \n", max_size=40))
def test_whatever_is_mended_is_json(source: str) -> None:
    repaired = repair(source)
    if repaired is not None:
        assert json.dumps(json.loads(repaired.text))
        assert repaired.text != source


@pytest.mark.parametrize("source", ["[0x" + "f" * 10_000 + ",]", "[" + "0" * 200_000 + "x,]"])
def test_a_number_of_thousands_of_digits_is_not_mended(source: str) -> None:
    assert repair(source) is None
