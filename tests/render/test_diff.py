"""The structural comparison of JSON documents."""

from __future__ import annotations

import json
import time
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.errors import UsageError
from inspector.render.alignment import aligned, increasing
from inspector.render.diff import compare
from inspector.render.diff_text import as_lines, as_markdown, as_patch, summary
from inspector.render.diff_tree import ABSENT, Pair
from inspector.render.json_paths import PathPatterns

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b/~", "한국어", "|`"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("abc/~id"), inner, max_size=5)
    ),
    max_leaves=25,
)


def text(value: Any) -> bytes:
    return json.dumps(value).encode()


def lines(left: Any, right: Any, *ignore: str) -> list[str]:
    return as_lines(compare(text(left), text(right), ignore))


def side(pair: Pair, name: str) -> Any:
    """One of the documents, read from the tree alone."""
    value = getattr(pair, name)
    if pair.kind == "changed" or not isinstance(value, (tuple, list)):
        return plain(value)
    there = [child for child in pair.open_children() if getattr(child, name) is not ABSENT]
    if isinstance(value, list):
        return [side(child, name) for child in there]
    return {child.step: side(child, name) for child in there}


def plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return {key: plain(item) for key, item in value}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return json.loads(value) if isinstance(value, bytes) else value


def patched(document: Any, patch: list[dict[str, Any]]) -> Any:
    """RFC 6902, as far as add, remove and replace go."""
    for operation in patch:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")[1:]]
        if not steps:
            document = operation["value"]
            continue
        holder = document
        for step in steps[:-1]:
            holder = holder[int(step)] if isinstance(holder, list) else holder[step]
        last: Any = int(steps[-1]) if isinstance(holder, list) else steps[-1]
        if operation["op"] == "remove":
            del holder[last]
        elif operation["op"] == "add" and isinstance(holder, list):
            assert last <= len(holder)
            holder.insert(last, operation["value"])
        else:
            holder[last] = operation["value"]
    return document


@given(VALUES)
def test_what_is_equal_has_no_differences_whatever_the_order_of_keys(value: Any) -> None:
    again = json.dumps(value, sort_keys=True, indent=3).encode()
    assert compare(text(value), again).differences() == []


@given(VALUES, VALUES)
@settings(max_examples=300)
def test_the_tree_holds_both_documents_and_the_patch_makes_one_of_the_other(left: Any, right: Any) -> None:
    found = compare(text(left), text(right))
    assert text(side(found.root, "left")) == text(left)
    assert side(found.root, "right") == right
    assert patched(json.loads(text(left)), json.loads(as_patch(found))) == right
    same = json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
    assert (found.differences() == []) == same


@given(st.lists(st.integers(0, 5), max_size=40), st.lists(st.integers(0, 5), max_size=40))
def test_an_alignment_pairs_equal_things_in_order(left: list[int], right: list[int]) -> None:
    pairs = aligned(left, right)
    assert all(left[mine] == right[other] for mine, other in pairs)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(pairs))


def test_each_kind_of_difference_is_named_with_its_path() -> None:
    left = {"total": 3, "gone": [1], "same": {"x": 1}, "list": ["a", "b", "c"]}
    right = {"total": 4, "same": {"x": 1}, "new": None, "list": ["c", "a", "b"]}
    assert lines(left, right) == [
        "~ $.total: 3 → 4",
        "− $.gone: [1]",
        '⇅ $.list[0]: from [2]: "c"',
        "+ $.new: null",
    ] or lines(left, right) == [
        "~ $.total: 3 → 4",
        "− $.gone: [1]",
        "+ $.new: null",
        '⇅ $.list[0]: from [2]: "c"',
    ]


def test_elements_with_an_id_are_compared_with_their_own_kind() -> None:
    left = [{"id": 1, "n": "a"}, {"id": 2, "n": "b"}, {"id": 3, "n": "c"}]
    right = [{"id": 0, "n": "z"}, {"id": 1, "n": "a"}, {"id": 2, "n": "B"}, {"id": 3, "n": "c"}]
    assert lines(left, right) == ['+ $[0]: {"id":0,"n":"z"}', '~ $[1].n: "b" → "B"']


def test_numbers_are_compared_by_their_digits_and_duplicate_keys_one_by_one() -> None:
    big = compare(b'{"n": 9007199254740993, "d": 1.10}', b'{"n": 9007199254740992, "d": 1.1}')
    assert as_lines(big) == ["~ $.n: 9007199254740993 → 9007199254740992", "~ $.d: 1.10 → 1.1"]
    double = compare(b'{"a": 1, "a": 2}', b'{"a": 1, "a": 3}')
    assert as_lines(double) == ["~ $.a: 2 → 3"]
    assert as_patch(double) == '[\n  {"op": "replace", "path": "", "value": {"a":1,"a":3}}\n]'


def test_another_order_of_keys_is_noted_and_no_difference() -> None:
    found = compare(b'{"a": 1, "b": 2, "c": 3}', b'{"b": 2, "a": 1, "c": 3}')
    assert found.differences() == []
    assert found.reordered == 1
    assert "another order" in summary(found)


@pytest.mark.parametrize(
    ("pattern", "left", "right", "wanted"),
    [
        ("$.at", {"at": 1, "in": {"at": 1}}, {"at": 2, "in": {"at": 2}}, ["~ $.in.at: 1 → 2"]),
        ("$..at", {"at": 1, "in": {"at": 1}}, {"at": 2, "in": {"at": 2}}, []),
        ("at", {"at": 1, "in": [{"at": 1}]}, {"at": 2, "in": [{"at": 2}]}, []),
        ("$.items[*].at", {"items": [{"at": 1, "n": 1}]}, {"items": [{"at": 2, "n": 1}]}, []),
        ("$.items[1]", {"items": [1, 2]}, {"items": [1, 3]}, []),
        ("$.items[0]", {"items": [1, 2]}, {"items": [1, 3]}, ["~ $.items[1]: 2 → 3"]),
        ("$.*.id", {"a": {"id": 1}}, {"a": {"id": 2}}, []),
        ('$["a b"]', {"a b": 1}, {}, []),
        ("$['a b']", {"a b": 1}, {"a b": {"x": 1}}, []),
        ("$._meta", {"_meta": 1}, {}, []),
    ],
)
def test_paths_can_be_ignored(pattern: str, left: Any, right: Any, wanted: list[str]) -> None:
    assert lines(left, right, pattern) == wanted


def test_ignored_values_do_not_keep_elements_apart() -> None:
    left = [{"at": 1, "v": "a"}, {"at": 2, "v": "b"}]
    right = [{"at": 7, "v": "new"}, {"at": 8, "v": "a"}, {"at": 9, "v": "b"}]
    assert lines(left, right, "$[*].at") == ['+ $[0]: {"at":7,"v":"new"}']


@pytest.mark.parametrize("pattern", ["$", "$.a b", "$[", "$[x]", "$..", "a..", "$.a]"])
def test_a_pattern_that_cannot_be_read_says_so(pattern: str) -> None:
    with pytest.raises(UsageError, match=r"not a valid path|whole document"):
        compare(b"{}", b"{}", [pattern])


@pytest.mark.parametrize("broken", [b'{"a": 1', b"\xff\xfe", b"NaN", b"", b"[" * 5000 + b"]" * 5000])
def test_what_is_no_json_is_compared_line_by_line(broken: bytes) -> None:
    found = compare(b'one\ntwo\n{"a": 1', b"one\n" + broken)
    assert found.text
    assert found.differences()
    assert as_patch(found) == ""
    assert compare(broken, broken).differences() == []


def test_texts_that_hold_json_or_lines_are_compared_by_what_is_in_them() -> None:
    left = {"text": '{"at": 1, "n": [1, 2]}', "lines": "a\nb\nc"}
    right = {"text": '{"at": 2, "n": [1, 3]}', "lines": "a\nc"}
    assert lines(left, right) == ["~ $.text.at: 1 → 2", "~ $.text.n[1]: 2 → 3", '− $.lines[1]: "b"']
    assert lines(left, right, "at") == ["~ $.text.n[1]: 2 → 3", '− $.lines[1]: "b"']
    found = compare(text(left), text(right), ["$.text", "$.lines[*]"])
    assert (found.differences(), json.loads(as_patch(found))) == ([], [])
    whole = compare(text(left), text(right), ["at"])
    assert patched(left, json.loads(as_patch(whole))) == right


def test_a_text_whose_json_is_only_spaced_otherwise_is_changed() -> None:
    assert lines({"t": '{"a":1}'}, {"t": '{"a": 1}'}) == ['~ $.t: "{\\"a\\":1}" → "{\\"a\\": 1}"']


def test_the_table_survives_what_its_cells_hold() -> None:
    found = compare(text({"a|b": "x`|y", "n": 1}), text({"a|b": "z", "n": 1}))
    table = as_markdown(found, "#1", "#2").splitlines()
    assert table[0] == "| | path | #1 | #2 |"
    assert table[2] == '| ~ | `$["a\\|b"]` | `` "x`\\|y" `` | `"z"` |'


def test_large_documents_are_compared_quickly() -> None:
    rows = [
        {"n": number, "text": "x" * 60, "in": [number, {"deep": str(number)}]} for number in range(80_000)
    ]
    left = text(rows)
    rows[500]["text"] = "changed"
    del rows[70_000]
    rows.insert(10, {"new": True})
    assert len(left) > 8_000_000
    before = time.thread_time()
    found = compare(left, text(rows))
    assert time.thread_time() - before < 15
    assert [pair.kind for pair in found.differences()] == ["added", "changed", "removed"]


def test_long_lists_without_anything_in_common_end() -> None:
    left, right = [0, 1] * 20_000, [2, 3, 0] * 10_000
    before = time.thread_time()
    assert lines(left, right)
    assert time.thread_time() - before < 10


@given(st.lists(st.integers(0, 9), max_size=12))
def test_the_longest_run_of_ascending_numbers_is_found(numbers: list[int]) -> None:
    longest = [1] * len(numbers)
    for place, number in enumerate(numbers):
        longest[place] += max((longest[i] for i in range(place) if numbers[i] < number), default=0)
    run = increasing(numbers)
    assert len(run) == max(longest, default=0)
    assert all(one < other and numbers[one] < numbers[other] for one, other in pairwise(run))


@pytest.mark.parametrize(
    ("left", "right", "pairs"),
    [
        ("", "", []),
        ("ab", "ab", [(0, 0), (1, 1)]),
        ("abc", "xbz", [(1, 1)]),
        ("xabxcd", "abyycd", [(1, 0), (2, 1), (4, 4), (5, 5)]),
        ("aabb", "bbaa", [(2, 0), (3, 1)]),
        ("abab", "baba", [(1, 0), (2, 1), (3, 2)]),
        ("xxyxx", "xxzxx", [(0, 0), (1, 1), (3, 3), (4, 4)]),
        ("xyxyz", "zyxyx", [(4, 0)]),
    ],
)
def test_the_same_elements_stand_beside_each_other(
    left: str, right: str, pairs: list[tuple[int, int]]
) -> None:
    assert aligned(left, right) == pairs


def test_repeated_elements_are_aligned_by_the_longest_common_part() -> None:
    left, right = "abcabcbcaab", "bcaabbacbca"
    pairs = aligned(left, right)
    table = [[0] * (len(right) + 1) for _ in range(len(left) + 1)]
    for row in range(len(left)):
        for column in range(len(right)):
            same = left[row] == right[column]
            table[row + 1][column + 1] = (
                table[row][column] + 1 if same else max(table[row][column + 1], table[row + 1][column])
            )
    assert len(pairs) == table[-1][-1]
    assert all(left[here] == right[there] for here, there in pairs)


@pytest.mark.parametrize(
    ("pattern", "path", "meant"),
    [
        ("$.a", ["a"], True),
        ("$.a", ["b", "a"], False),
        ("a", ["b", "a"], True),
        ("$..a.b", ["x", "a", "b"], True),
        ("$..a.b", ["a", "x", "b"], False),
        ("$.a[1]", ["a", 1], True),
        ("$.a[1]", ["a", "1"], False),
        ('$.a["1"]', ["a", "1"], True),
        ("$.a[*].b", ["a", 7, "b"], True),
        ("$.*.b", ["k", "b"], True),
        ("$['it\\'s \"x\"']", ['it\'s "x"'], True),
        ('$["a.b"]', ["a.b"], True),
        ("$[0]", [0], True),
    ],
)
def test_a_pattern_means_the_values_that_its_path_leads_to(
    pattern: str, path: list[Any], meant: bool
) -> None:
    patterns = PathPatterns([" ", f" {pattern} "])
    state = patterns.start
    for step in path[:-1]:
        below = patterns.below(state, step)
        assert below is not None
        state = below
    assert (patterns.below(state, path[-1]) is None) is meant
    assert patterns.below(frozenset(), path[-1]) == frozenset()


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("$", "“$” is the whole document"),
        (" $.a b ", "“$.a b” is not a valid path: error at character 4"),
        ("$a", "“$a” is not a valid path: error at character 2"),
        ("$.a[", "“$.a[” is not a valid path: error at character 4"),
    ],
)
def test_a_pattern_that_cannot_be_read_says_where(pattern: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        PathPatterns([pattern])
    assert str(raised.value).startswith(said)
