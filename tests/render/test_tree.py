"""The tree over indented text shows what is in the text, at its place."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from inspector.render import tree
from inspector.render.pretty import DEPTH
from inspector.render.tree import JsonTree, TreeNode
from tests.render.test_pretty import formatted, some_value


def children(document: JsonTree, node: TreeNode) -> list[TreeNode]:
    """All values below a node, ranges opened."""
    document.read_all(node)
    found = [document.child(node, row) for row in range(document.count(node))]
    return [
        value
        for one in found
        for value in (
            [document.child(one, row) for row in range(document.count(one))] if one.kind == "range" else [one]
        )
    ]


def node_at(document: JsonTree, offset: int) -> TreeNode:
    """The innermost node at a byte offset, reading what has to be read on the way."""
    way = document.locate(offset)
    while True:
        try:
            document.read_all(next(way))
        except StopIteration as end:
            found: TreeNode = end.value
            return found


def rebuilt(document: JsonTree, node: TreeNode) -> Any:
    """The value of a node read through the tree; objects as lists of pairs, so that duplicates count."""
    if node.kind not in ("object", "array"):
        return json.loads(document.value(node))
    if not document.can_open(node):
        return json.loads(document.value(node))
    below = children(document, node)
    for child in below:
        assert node_at(document, child.value) is child
    if node.kind == "object":
        return [(json.loads(document.key(child)), rebuilt(document, child)) for child in below]
    return [rebuilt(document, child) for child in below]


def pairs(found: list[tuple[str, Any]]) -> Any:
    return found or {}


@pytest.mark.parametrize("size", [1000, 3])
def test_tree_holds_what_the_text_holds(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "RANGE", size)
    source = random.Random(8)
    for _ in range(200):
        text = msgspec.json.format(json.dumps(some_value(source)).encode(), indent=2)
        document = JsonTree(text)
        assert rebuilt(document, document.root) == json.loads(text, object_pairs_hook=pairs)


def test_duplicate_keys_and_numbers_stay_as_they_came() -> None:
    text, _ = formatted(rb'{"a":1.10,"a":12345678901234567890123,"\u0061":"\/"}')
    document = JsonTree(text)
    below = children(document, document.root)
    assert [document.key(child) for child in below] == [b'"a"', b'"a"', rb'"\u0061"']
    assert [document.value(child) for child in below] == [b"1.10", b"12345678901234567890123", rb'"\/"']


def test_path_is_written_as_rfc_9535_says() -> None:
    text, _ = formatted(b'{"params":{"odd key":[0,{"it\'s":1}],"arguments":{"message":"hi"}}}')
    document = JsonTree(text)
    assert document.path(node_at(document, text.index(b'"hi"'))) == "$.params.arguments.message"
    assert document.path(node_at(document, text.index(b"1\n"))) == '$.params["odd key"][1]["it\'s"]'
    assert document.path(document.root) == "$"


def test_million_elements_come_in_ranges() -> None:
    text, _ = formatted(b"[" + b",".join(b"%d" % number for number in range(1_000_000)) + b"]")
    document = JsonTree(text)
    assert not document.is_read(document.root)
    document.read_all(document.root)
    assert document.count(document.root) == 1000
    last = document.child(document.root, 999)
    assert (last.kind, last.first, document.count(last)) == ("range", 999_000, 1000)
    value = document.child(last, 999)
    assert document.value(value) == b"999999"
    assert document.path(value) == "$[999999]"
    assert node_at(document, text.index(b"  777777")) is document.child(
        document.child(document.root, 777), 777
    )


def test_node_below_the_indented_levels_stays_shut() -> None:
    text, _ = formatted(b"[" * 5000 + b"]" * 5000)
    document = JsonTree(text, levels=DEPTH - 1)
    node, depth = document.root, 0
    while document.can_open(node):
        document.read_all(node)
        node, depth = document.child(node, 0), depth + 1
    assert depth == DEPTH - 1


def read_tree(value: Any) -> JsonTree:
    return JsonTree(formatted(json.dumps(value).encode())[0])


def followed(document: JsonTree, way: Any) -> TreeNode | None:
    """Where a way leads, reading what has to be read."""
    steps = document.follow(way)
    while True:
        try:
            document.read_all(next(steps))
        except StopIteration as end:
            found: TreeNode | None = end.value
            return found


def test_the_way_to_a_value_leads_to_it_in_another_document() -> None:
    many = [{"n": number} for number in range(2500)]
    first, second = (read_tree({"a/b": {"m~n": many}, "x": last}) for last in (1, [2]))
    node = node_at(first, bytes(first._data).index(b": 2345") + 2)
    assert first.path(node) == '$["a/b"]["m~n"][2345].n' and first.pointer(node) == "/a~1b/m~0n/2345/n"
    found = followed(second, first.way(node))
    assert (
        found is not None and second.value(found) == b"2345" and second.pointer(found) == first.pointer(node)
    )
    assert followed(second, ()) is second.root


@pytest.mark.parametrize(
    "way",
    [
        ((b'"gone"', 0),),
        ((b'"list"', 0), (b'"key"', 0)),
        ((b'"list"', 0), (b"", 2)),
        ((b'"list"', 0), (b"", -1)),
        ((b'"word"', 0), (b"", 0)),
        ((b"", 0),),
    ],
)
def test_a_way_that_is_not_there_leads_nowhere(way: Any) -> None:
    assert followed(read_tree({"list": [1, 2], "word": "x"}), way) is None


def test_of_keys_that_are_there_twice_the_first_is_followed_and_both_are_named() -> None:
    document = JsonTree(formatted(b'{"a":1,"b":2,"a":3,"c":{"d":1}}')[0])
    found = followed(document, ((b'"a"', 0),))
    assert found is not None and document.value(found) == b"1"
    document.read_all(document.root)
    assert document.twins(document.root) == {b'"a"'}
    inner = followed(document, ((b'"c"', 0),))
    assert inner is not None
    document.read_all(inner)
    assert document.twins(inner) == frozenset()
    flat = read_tree([1, 1])
    flat.read_all(flat.root)
    assert flat.twins(flat.root) == frozenset()
