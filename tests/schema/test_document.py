"""The JSON text that a form edits: one place changes, everything else stays byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.document import Document, DocumentError, Path, lexeme_of, object_of, pointer_of

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(max_size=5), VALUES, max_size=5)
STYLES = st.sampled_from([None, 0, 1, 2, 4, "\t"])


def paths_of(value: Any, path: Path = ()) -> list[Path]:
    found: list[Path] = [path]
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths_of(inner, (*path, key))
    if isinstance(value, list):
        for number, inner in enumerate(value):
            found += paths_of(inner, (*path, number))
    return found


@given(VALUES, STYLES, st.booleans(), st.data())
def test_replacing_a_value_changes_only_its_own_characters(
    value: Any, indent: Any, ascii_only: bool, data: st.DataObject
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    document = Document(text)
    path = data.draw(st.sampled_from(paths_of(value)))
    node = document.node(path)
    assert node is not None
    changed = document.with_value(path, "12.50")
    assert changed.text == text[: node.start] + "12.50" + text[node.end :]
    assert changed.with_value(path, text[node.start : node.end]).text == text


@given(OBJECTS, STYLES, st.text(max_size=5), VALUES)
def test_a_new_member_arrives_and_leaves_without_a_trace(
    value: dict[str, Any], indent: Any, key: str, new: Any
) -> None:
    value.pop(key, None)
    text = json.dumps(value, indent=indent)
    document = Document(text).with_value((key,), lexeme_of(new))
    assert json.loads(document.text) == {**value, key: new}
    assert document.without((key,)).text == text


@given(VALUES, STYLES, st.data())
def test_removing_a_value_removes_exactly_it(value: Any, indent: Any, data: st.DataObject) -> None:
    paths = [path for path in paths_of(value) if path]
    if not paths:
        return
    path = data.draw(st.sampled_from(paths))
    left = json.loads(Document(json.dumps(value, indent=indent)).without(path).text)
    expected = json.loads(json.dumps(value))
    parent = expected
    for step in path[:-1]:
        parent = parent[step]
    del parent[path[-1]]
    assert left == expected


@given(st.lists(VALUES, min_size=2, max_size=6), STYLES, st.data())
def test_two_items_change_places(value: list[Any], indent: Any, data: st.DataObject) -> None:
    first, second = data.draw(st.sampled_from([(a, b) for a in range(len(value)) for b in range(len(value))]))
    document = Document(json.dumps(value, indent=indent))
    swapped = document.swapped((), first, second)
    expected = list(value)
    expected[first], expected[second] = expected[second], expected[first]
    assert json.loads(swapped.text) == expected
    assert swapped.swapped((), first, second).text == document.text


def test_numbers_keep_their_digits() -> None:
    text = '{"big": 9007199254740993, "price":1.10,\n "far":1e400}'
    assert Document(text).with_value(("price",), "1.20").text == text.replace("1.10", "1.20")
    assert Document(text).lexeme(("big",)) == "9007199254740993"


def test_a_repeated_key_counts_with_its_last_value_and_goes_as_a_whole() -> None:
    document = Document('{"a": 1, "b": 2, "a": 3}')
    assert document.lexeme(("a",)) == "3"
    assert document.with_value(("a",), "4").text == '{"a": 1, "b": 2, "a": 4}'
    assert document.without(("a",)).text == '{"b": 2}'


def test_missing_objects_on_the_way_are_made() -> None:
    assert json.loads(Document("").with_value(("a", "b", 0), "true").text) == {"a": {"b": [True]}}
    assert json.loads(Document("{}").with_value(("t", 2), "5").text) == {"t": [None, None, 5]}


def test_a_member_takes_its_place_in_the_order_of_the_schema() -> None:
    document = Document('{"a": 1, "c": 3}').with_value(("b",), "2", ("a", "b", "c"))
    assert document.text == '{"a": 1, "b": 2, "c": 3}'


def test_an_empty_document_grows_one_member_a_line() -> None:
    document = Document("{}").with_value(("a",), "1").with_value(("b", "c"), '"x"')
    assert document.text == '{\n  "a": 1,\n  "b": {\n    "c": "x"\n  }\n}'
    assert document.without(("b",)).without(("a",)).text == "{}"


def test_a_key_is_renamed_in_place() -> None:
    assert Document('{ "old" : 1.0 }').renamed(("old",), 'n"ew').text == '{ "n\\"ew" : 1.0 }'


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("{", 1, 2),
        ('{"a":1,}', 1, 8),
        ("[1\n2]", 2, 1),
        ('{"a" 1}', 1, 6),
        ("01", 1, 2),
        ('"\t"', 1, 1),
        ("[1.]", 1, 3),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(DocumentError) as caught:
        Document(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_hundred_thousand_levels_are_scanned_without_recursion() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert Document(deep).text == deep


def no_constant(name: str) -> None:
    """NaN and the infinities are Python's own."""
    raise ValueError(name)


@given(st.text() | st.sampled_from(["NaN", "-Infinity", "[Infinity]"]))
def test_what_the_standard_parser_takes_is_taken_and_nothing_else(text: str) -> None:
    try:
        json.loads(text, parse_constant=no_constant)
        expected = True
    except ValueError:
        expected = False
    try:
        valid = Document(text).root is not None
    except DocumentError:
        valid = False
    assert valid == expected


def test_a_pointer_escapes_slash_and_tilde() -> None:
    assert pointer_of(("a/b", "c~d", 0)) == "/a~1b/c~0d/0"


def test_a_place_of_the_text_is_within_the_innermost_value() -> None:
    document = Document('{"a": [1, {"b": "x"}], "c": {}}')
    text = document.text
    for part, path in (
        ('"a"', ("a",)),
        ("1,", ("a", 0)),
        ('"b"', ("a", 1, "b")),
        ('"x"', ("a", 1, "b")),
        ("}]", ("a", 1, "b")),
        ("], ", ("a", 1)),
        ("{}", ("c",)),
    ):
        assert document.path_at(text.index(part)) == path
    assert document.path_at(0) == () == Document("").path_at(0)
    assert document.offset_of(("a", 1, "b")) == text.index('"x"')
    assert document.offset_of(("a", 1, "missing", 3)) == text.index('{"b"')


def test_an_object_in_an_object_is_indented() -> None:
    inner = object_of([("b", "1"), ("c", "[]")])
    text = object_of([("a", inner)])
    assert text.splitlines() == ["{", '  "a": {', '    "b": 1,', '    "c": []', "  }", "}"]
