"""A JSON text read with the place of each part, whatever white space stands between."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.schema.scan import DocumentError, ScanNode, number_fits, pointer_of, scan


def plain(text: str, node: ScanNode) -> Any:
    """The value again, each part read where it is said to stand."""
    part = text[node.start : node.end]
    if node.kind == "object":
        found = {}
        for member in node.members:
            assert json.loads(text[member.start : member.key_end]) == member.key
            found[member.key] = plain(text, member.node)
        assert found == json.loads(part)
        return found
    if node.kind == "array":
        return [plain(text, item) for item in node.items]
    return json.loads(part)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"b":[true,null,"x"]}',
        ' {\n "a" :\t1 ,\r\n "b" : [ true , null , "x" ] } ',
        '{ "a" : { } , "b" : [ ] }',
        '[[[]],{"k\\u00e9\\"":-1.5e3}]',
        "5",
        ' "x" ',
    ],
)
def test_every_part_is_found_where_it_stands(text: str) -> None:
    assert plain(text, scan(text)) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a" 1}', 5),
        ('{"a":1 "b":2}', 7),
        ("{a:1}", 1),
        ("[1,]", 3),
        ('{"a":1,}', 7),
        ("[1] x", 4),
        ("tru", 0),
        (' { "a" : 1 , "b" : [ 1 , 2 ] , x }', 31),
        ('{ "a" : \n x }', 10),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, place: int) -> None:
    with pytest.raises(DocumentError) as caught:
        scan(text)
    assert caught.value.position == place
    assert json_fails(text)


def json_fails(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return True
    return False


def test_the_last_of_a_doubled_key_is_the_one_that_counts() -> None:
    node = scan('{"a":1,"a":2}')
    assert [member.key for member in node.members] == ["a", "a"]
    assert node.index["a"] == 1


@pytest.mark.parametrize(("path", "pointer"), [((), ""), (("a", 0, "b/c~d"), "/a/0/b~1c~0d"), (("",), "/")])
def test_a_path_is_a_pointer(path: tuple[str | int, ...], pointer: str) -> None:
    assert pointer_of(path) == pointer


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("9007199254740993", True),
        ("1e400", True),
        ("-0.5E+3", True),
        ("1.", False),
        ("+1", False),
        ("01", False),
    ],
)
def test_a_number_is_one_only_as_json_writes_it(text: str, fits: bool) -> None:
    assert number_fits(text) == fits
