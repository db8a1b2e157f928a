"""A document that was changed has the tree that scanning its text anew would give."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.schema.document import Document, DocumentError, Path, ScanNode
from inspector.schema.scan import _Scanner, scan

KEYS = st.sampled_from(["a", "b", "c d", 'quo"te', ""])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 10**20) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
STEPS = st.lists(st.sampled_from(["a", "b", "c d", 'quo"te', "", 0, 1, 2, 5]), max_size=3).map(tuple)
EDITS = st.lists(
    st.tuples(st.sampled_from(["set", "insert", "remove", "rename", "swap"]), STEPS, VALUES), max_size=8
)


def plain(node: ScanNode | None) -> Any:
    """A tree as lists and tuples, whatever kinds of sequences it has."""
    if node is None:
        return None
    members = [(one.key, one.start, one.key_end, plain(one.node)) for one in node.members]
    return node.kind, node.start, node.end, members, [plain(item) for item in node.items], node.index


def edited(document: Document, what: str, path: Path, value: Any) -> Document:
    lexeme = json.dumps(value)
    if what == "set":
        return document.with_value(path, lexeme)
    if what == "insert":
        return document.with_item(path, 1, lexeme)
    if what == "remove":
        return document.without(path)
    if what == "rename":
        return document.renamed(path, "b")
    return document.swapped(path, 0, 1)


@settings(deadline=None, max_examples=300)
@given(VALUES, st.sampled_from([None, 2]), EDITS)
def test_the_tree_after_edits_is_that_of_the_text(value: Any, indent: int | None, edits: list[Any]) -> None:
    document = Document(json.dumps({"a": value, "b": [1, value]}, indent=indent))
    for what, path, new in edits:
        before, tree = document, plain(document.root)
        document = edited(document, what, path, new)
        assert plain(document.root) == plain(Document(document.text).root)
        assert plain(before.root) == tree  # an earlier document stays as it was


def test_typing_at_one_place_then_at_many_keeps_every_place_right() -> None:
    document = Document(json.dumps({"list": [{"n": number, "t": "x"} for number in range(40)], "z": 1}))
    for number in [3, 3, 3, *range(39, 0, -1), 7, 7]:
        document = document.with_value(("list", number, "t"), json.dumps("y" * number))
        document = document.with_value(("z",), "1" * (number + 1))
    assert plain(document.root) == plain(scan(document.text))


def test_a_key_typed_into_a_long_text_does_not_look_at_all_of_it() -> None:
    document = Document(json.dumps([{"n": number, "t": "x" * 50} for number in range(20_000)], indent=2))
    started = time.thread_time()
    for number in range(20):
        document = document.with_value((10_000, "t"), json.dumps("x" * number))
    assert (time.thread_time() - started) / 20 < 0.008  # scanning it takes a hundred times as long


@pytest.mark.parametrize("lexeme", ["", "tru", "1, 2", '"a" "b"', "{", "1]"])
def test_what_is_no_value_is_refused_with_its_place_in_the_whole(lexeme: str) -> None:
    document = Document('{\n "a": 1, "b": [2]\n}')
    with pytest.raises(DocumentError) as caught:
        document.with_value(("a",), lexeme)
    assert caught.value.line > 1


@settings(deadline=None, max_examples=300)
@given(st.text('{}[]",: \n1.e-tru\\fals', max_size=24) | VALUES.map(json.dumps))
def test_the_quick_scanner_finds_what_the_careful_one_finds(text: str) -> None:
    try:
        wanted = plain(_Scanner(text).document())
    except DocumentError as error:
        with pytest.raises(DocumentError) as caught:
            scan(text)
        assert str(caught.value) == str(error)
    else:
        assert plain(scan(text)) == wanted
