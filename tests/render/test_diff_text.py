"""A comparison as lines of JSON, as a table, as one sentence and as a patch."""

from __future__ import annotations

import json

import pytest

from inspector.render.diff import compare
from inspector.render.diff_text import as_json_lines, as_lines, as_markdown, as_patch, summary
from inspector.render.diff_tree import Comparison

LEFT = b'{"a": 1.10, "b": [{"id": 1}, {"id": 2}, {"id": 3}], "gone": "x", "same": true, "t": "1"}'
RIGHT = b'{"a": 1.20, "b": [{"id": 3}, {"id": 1}, {"id": 2}], "new": null, "same": true, "t": "2"}'


def found(left: bytes = LEFT, right: bytes = RIGHT, *ignore: str) -> Comparison:
    return compare(left, right, ignore)


def test_each_difference_is_an_object_of_its_own() -> None:
    lines = [json.loads(line, parse_float=str) for line in as_json_lines(found())]
    assert [line["kind"] for line in lines].count("changed") == 2 and len(lines) == 5
    by_path = {line["path"]: line for line in lines}
    assert by_path["$.gone"] == {"kind": "removed", "path": "$.gone", "left": "x"}
    assert by_path["$.new"] == {"kind": "added", "path": "$.new", "right": None}
    assert by_path["$.b[0]"]["from"] == 2 and by_path["$.a"]["left"] == "1.10"


def test_a_line_shows_both_sides_by_its_sign() -> None:
    lines = set(as_lines(found()))
    assert {"~ $.a: 1.10 → 1.20", '− $.gone: "x"', "+ $.new: null", '~ $.t: "1" → "2"'} <= lines
    assert any(line.startswith("⇅ $.b[0]: from [2]: ") for line in lines)


@pytest.mark.parametrize(
    ("left", "right", "ignore", "said"),
    [
        (b"[1]", b"[1]", (), "no differences"),
        (b'{"a":1,"b":2}', b'{"a":2,"b":3}', ("$.b",), "1 changed; 1 ignored"),
        (b'{"a":1,"b":2}', b'{"b":2,"a":1}', (), "no differences; 1 object has its keys in another order"),
        (
            b'[{"a":1,"b":2},{"a":1,"b":2}]',
            b'[{"b":2,"a":1},{"b":2,"a":1}]',
            (),
            "no differences; 2 objects have its keys in another order",
        ),
    ],
)
def test_all_of_it_is_one_sentence(left: bytes, right: bytes, ignore: tuple[str, ...], said: str) -> None:
    assert summary(found(left, right, *ignore)) == said


def test_what_is_no_json_is_compared_by_lines_and_has_no_patch() -> None:
    comparison = found(b"one\ntwo", b"one\n2")
    assert "compared line by line" in summary(comparison) and as_patch(comparison) == ""
    assert as_patch(found(b"[1]", b"[1]")) == "[]"


def test_a_table_keeps_its_cells_whatever_is_in_them() -> None:
    table = as_markdown(found(b'{"a|b": "x`y``z"}', b'{"a|b": "1"}'), "left|1", "right\n2")
    rows = table.splitlines()
    assert rows[0] == "| | path | left\\|1 | right 2 |" and rows[-1] == "1 changed."
    assert '``` "x`y``z" ```' in rows[2] and "a\\|b" in rows[2] and '`"1"`' in rows[2]


@pytest.mark.parametrize(
    ("left", "right", "patch"),
    [
        (b'{"a/b": 1}', b'{"a/b": 2}', [{"op": "replace", "path": "/a~1b", "value": 2}]),
        (b'{"~": 1}', b"{}", [{"op": "remove", "path": "/~0"}]),
        (b"[1, 2]", b"[1, 9, 2]", [{"op": "add", "path": "/1", "value": 9}]),
        (b"[1, 2, 3]", b"[3]", [{"op": "remove", "path": "/0"}, {"op": "remove", "path": "/0"}]),
        (b'{"a": 1, "a": 2}', b'{"a": 1, "a": 3}', [{"op": "replace", "path": "", "value": {"a": 3}}]),
    ],
)
def test_a_patch_makes_the_right_of_the_left(left: bytes, right: bytes, patch: list[object]) -> None:
    assert json.loads(as_patch(found(left, right))) == patch
