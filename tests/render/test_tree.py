"""The tree over indented text shows what is in the text, at its place."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from inspector.render import tree
from inspector.render.pretty import DEPTH
from inspector.render.tree import JsonTree, TreeNode, way_of
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


def test_a_small_node_is_read_by_asking_and_a_large_one_is_not() -> None:
    for length, known in ((tree._SMALL - 8, True), (tree._SMALL - 7, False)):
        document = JsonTree(b'[\n  "' + b"x" * length + b'"\n]')
        assert document.root.end == length + 8 and document.is_read(document.root) == known
        assert document.can_open(document.root) and document.total(document.root) == known


@pytest.mark.parametrize(
    ("text", "kind", "end", "opens"),
    [
        (b"{}", "object", 2, False),
        (b"[]\n \t\r\n", "array", 2, False),
        (b"", "null", 0, False),
        (b'"x"', "string", 3, False),
        (b"true ", "true", 4, False),
        (b"false", "false", 5, False),
        (b"null", "null", 4, False),
        (b"-5", "number", 2, False),
        (b"[\n  1\n]", "array", 7, True),
    ],
)
def test_a_whole_document_is_a_node_without_the_space_behind_it(
    text: bytes, kind: str, end: int, opens: bool
) -> None:
    document = JsonTree(text)
    root = document.root
    assert (root.kind, root.end, document.can_open(root)) == (kind, end, opens)
    assert (document.key(root), document.pointer(root), document.way(root)) == (b"", "", ())


@pytest.mark.parametrize(("members", "rows", "last"), [(1, 1, 1), (4, 4, 4), (5, 2, 1), (8, 2, 4), (9, 3, 1)])
def test_more_children_than_a_range_holds_come_in_ranges(
    monkeypatch: pytest.MonkeyPatch, members: int, rows: int, last: int
) -> None:
    monkeypatch.setattr(tree, "RANGE", 4)
    document = read_tree({f"k{number}": number for number in range(members)})
    document.read_all(document.root)
    assert (document.total(document.root), document.count(document.root)) == (members, rows)
    below = document.child(document.root, rows - 1)
    assert document.child(document.root, rows - 1) is below
    if members <= 4:
        assert document.value(below) == b"%d" % (members - 1) and below.depth == 1
        return
    assert (below.kind, below.first, below.depth, document.count(below)) == ("range", 4 * (rows - 1), 0, last)
    assert document.can_open(below) and document.key(below) == b""
    assert (document.path(below), document.pointer(below)) == ("$", "")
    text = document.value(below)
    assert text.startswith(b'"k%d": ' % below.first) and text.endswith(b": %d" % (members - 1))
    assert document.key(document.child(below, last - 1)) == b'"k%d"' % (members - 1)


def test_children_are_found_in_steps_of_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_BATCH", 3)
    for window in (1, 2, 5, 1000):
        monkeypatch.setattr(tree, "_WINDOW", window)
        document = read_tree([[1, 2], "x" * 30, {"a": [3]}, 4, 5, 6])
        steps = list(document.read(document.root))
        assert document.total(document.root) == 6
        assert len(steps) == 3 if window == 1000 else len(steps) > 6


def test_a_value_is_cut_where_no_more_is_wanted() -> None:
    document = read_tree({"a": "hello"})
    document.read_all(document.root)
    child = document.child(document.root, 0)
    assert (document.value(child, 3), document.value(child, 7), document.value(child, 99)) == (
        b'"he', b'"hello"', b'"hello"'
    )  # fmt: skip
    assert document.value_span(document.root, 0) == (child.value, child.end)
    assert document.part(child.start, child.value) == b'"a": '


def test_same_keys_are_looked_for_among_two_thousand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_TWINS", 3)
    for text, twins in (
        (b'{"a":1,"a":2}', {b'"a"'}),
        (b'{"a":1,"b":1,"a":2}', {b'"a"'}),
        (b'{"a":1,"a":1,"a":2,"b":1}', set()),
        (b'{"a":1}', set()),
    ):
        document = JsonTree(formatted(text)[0])
        document.read_all(document.root)
        assert document.twins(document.root) == twins


def test_text_is_found_in_any_case_at_all_its_places() -> None:
    document = read_tree(["aaa", "Ab", "b"])
    text = bytes(document._data)
    assert document.places_of(b"aa", 0, len(text)) == [text.index(b"aaa")]
    assert document.places_of(b"a", 0, len(text)) == [at for at, one in enumerate(text) if one in b"aA"]
    start = text.index(b"Ab")
    assert document.places_of(b"ab", start, start + 2) == [start]
    assert document.places_of(b"ab", start, start + 1) == []


def test_a_key_that_is_no_text_is_shown_as_it_came() -> None:
    document = JsonTree(b'{\n  "a\\ud800": 1,\n  "\xff": 2\n}')
    document.read_all(document.root)
    paths = [document.path(document.child(document.root, row)) for row in range(2)]
    assert paths[1] == '$["\\xff"]' and paths[0].startswith("$[")


@pytest.mark.parametrize("at", ["  1", "1,", ",", "]", "[", "2\n"])
def test_the_innermost_value_at_a_place_is_found(at: str) -> None:
    document = read_tree([1, 2])
    text = bytes(document._data).decode()
    found = node_at(document, text.index(at))
    values = {"  1": b"1", "1,": b"1", ",": b"1", "2\n": b"2"}
    assert document.value(found) == values.get(at, text.encode())


@pytest.mark.parametrize(
    ("pointer", "way"),
    [
        ("", ()),
        ("/a/1", ((b'"a"', 0), (b"", 1))),
        ("/a~1b/~0", ((b'"a/b"', 0), (b'"~"', 0))),
        ("/a/7/x", ((b'"a"', 0),)),
        ("/0", ((b'"0"', 0),)),
        ("/nothing", ()),
    ],
)
def test_a_pointer_leads_to_its_value_or_to_what_is_around_it(pointer: str, way: tree.Way) -> None:
    assert way_of(b'{"a":[1,{"x":2}],"a/b":{"~":3},"0":4}', pointer) == way
