"""Text is laid out anew and no token changes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.json_tokens import TOKEN
from inspector.render.reformat import indented, one_lined, sorted_steps

ODD = '{"a":1.10,"a":[1e400,"\\u0041"],"n":12345678901234567890123}'


def tokens(text: str) -> list[str]:
    return [match[0] for match in TOKEN.finditer(text) if match.lastgroup != "space"]


def ordered(text: str, deep: bool = True) -> str:
    steps = sorted_steps(text, deep)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return str(end.value)


def test_indenting_and_one_line_are_each_others_way_back() -> None:
    made = indented(ODD.encode())
    assert made is not None
    assert made.startswith(b'{\n  "a": 1.10,\n')
    assert one_lined(made) == ODD.encode()


@pytest.mark.parametrize(
    "text",
    ['{"a": "\\ud800", "b": [1, 2]}', "[" * 1500 + "1" + "]" * 1500, '\ufeff{"a": [1.10]}'],
    ids=["half a pair", "deep", "byte order mark"],
)
def test_what_the_quick_way_refuses_is_laid_out_token_by_token(text: str) -> None:
    data = text.encode()
    flat = one_lined(data)
    assert flat is not None
    assert tokens(flat.decode()) == tokens(text)
    assert b" " not in flat.replace(b'" ', b"")
    pretty = indented(data)
    assert pretty is not None
    assert tokens(pretty.decode()) == tokens(text)


def test_what_is_no_json_is_left_alone() -> None:
    assert indented(b"{a: 1}") is None
    assert one_lined(b"{a: 1}") is None


def test_keys_are_sorted_and_the_layout_stays() -> None:
    text = '{\n  "b": {"z": 1, "a" : [ {"d":1,"c":2} ]},\n  "a" : 1 ,\n  "c": 3\n}\n'
    assert ordered(text) == '{\n  "a" : 1,\n  "b": {"a" : [ {"c":2,"d":1} ], "z": 1} ,\n  "c": 3\n}\n'


def test_only_the_outermost_object_can_be_sorted() -> None:
    assert ordered('{"b": {"z":1,"a":2}, "a": 1}', False) == '{"a": 1, "b": {"z":1,"a":2}}'


def test_members_of_the_same_name_keep_their_order() -> None:
    assert ordered('{"b":1,"a":1.10,"a":1e0}') == '{"a":1.10,"a":1e0,"b":1}'


def test_depth_is_no_matter() -> None:
    text = '{"b":' * 5000 + "1" + ',"a":2}' * 5000
    assert ordered(text).startswith('{"a":2,"b":{"a":2,')


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=16,
)


@given(VALUES, st.sampled_from([None, 1, 2]))
def test_sorting_changes_the_order_and_nothing_else(value: object, indent: int | None) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=False)
    assert ordered(text) == json.dumps(value, indent=indent, ensure_ascii=False, sort_keys=True)
