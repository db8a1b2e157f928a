"""One look over JSON: partners, places, odd things."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.brackets import bracket_pairs
from inspector.render.survey import survey, survey_steps
from inspector.schema.scan import ScanNode, scan


def shown(text: str, path: tuple[str | int, ...]) -> str:
    start, end = survey(text).span(path)
    return text[start:end]


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ((), "{"),
        (("a",), '"a"'),
        (("a", 1), "{"),
        (("a", "1"), "{"),
        (("a", 0), "17"),
        (("a", 1, "b"), '"x"'),
        (("n",), "null"),
        (("missing",), "{"),
        (("a", 1, "missing"), "{"),
        (("n", "deeper"), "null"),
    ],
)
def test_a_value_is_pointed_at_where_a_person_looks(path: tuple[str | int, ...], wanted: str) -> None:
    assert shown('{"a": [17, {"b": "x"}], "n": null}', path) == wanted


def test_a_key_can_be_pointed_at_itself() -> None:
    text = '{"a": {"b": 1}}'
    start, end = survey(text).key_span(("a", "b"))
    assert text[start:end] == '"b"'


def test_a_document_of_one_value_is_pointed_at() -> None:
    assert shown(" 17 ", ()) == "17"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ('{"a": 1, "b": {"a": 2}, "a": 3}', ["duplicate"]),
        ('{"a": 1, "\\u0061": 3}', ["duplicate"]),
        ("[9007199254740992, 9007199254740993, -9007199254740993]", ["large", "large"]),
        ("[0.1, 1.10, 1e2, 12345678901234567890.5, 1e400]", ["inexact", "inexact"]),
        ('["\\ud83c\\udf89", "\\ud800 x", "\\udf89"]', ["half", "half"]),
        ('["a\u202eb"]', ["bidi"]),
        ('{"a": 1, "b": 1.0, "c": "가"}', []),
    ],
)
def test_odd_things_are_found(text: str, kinds: list[str]) -> None:
    assert [finding.kind for finding in survey(text).findings] == kinds


def test_broken_text_is_looked_at_to_its_end() -> None:
    found = survey('{"a": [1, {"b": }, "c" {"a": 2, "a": 3]')
    assert [finding.kind for finding in found.findings] == ["duplicate"]


@given(st.text(alphabet='{}[]:,"\\a1 \n', max_size=60))
def test_partners_are_those_of_the_quick_look(text: str) -> None:
    assert survey(text).pairs.keys() == bracket_pairs(text).keys()


VALUES = st.recursive(
    st.none() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=16,
)


@given(VALUES)
def test_places_are_those_of_the_exact_reader(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    found = survey(text)
    waiting: list[tuple[tuple[str | int, ...], ScanNode]] = [((), scan(text))]
    while waiting:
        path, node = waiting.pop()
        if node.kind not in ("object", "array"):
            assert found.span(path) == (node.start, node.end)
        waiting += [((*path, number), item) for number, item in enumerate(node.items)]
        for member in node.members:
            assert found.key_span((*path, member.key)) == (member.start, member.key_end)
            waiting.append(((*path, member.key), member.node))


@pytest.mark.parametrize("number", ["1e99999999999999999999", "-1.5e-99999999999999999999"])
def test_a_number_beyond_any_exponent_is_inexact(number: str) -> None:
    assert [finding.kind for finding in survey(f"[{number}]").findings] == ["inexact"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1, "a": 2}', [(9, 12, "duplicate", "a")]),
        ("[12345678901234567]", [(1, 18, "large", "12345678901234567")]),
        ("[9007199254740992, -9007199254740992]", []),
        ("[0.10000000000000001]", [(1, 20, "inexact", "0.10000000000000001")]),
        ("[0.1000000000000000]", []),
        ("[1e-400, 1E400, 5e-324]", [(1, 7, "inexact", "1e-400"), (9, 14, "inexact", "1E400")]),
        ('["a\u2066b\ud800"]', [(3, 4, "bidi", "\u2066"), (5, 6, "half", "\ud800")]),
        ('["\\ud800"]', [(2, 8, "half", "\\ud800")]),
        ('["가\\ud800", "\u200e"]', [(3, 9, "half", "\\ud800"), (13, 14, "bidi", "\u200e")]),
        ("[" + "1" * 5001 + "]", []),
        ('{"a": "0.10000000000000001"}', []),
        ('{"0.10000000000000001": 1}', []),
    ],
)
def test_what_is_odd_is_told_with_its_place(text: str, found: list[tuple[int, int, str, str]]) -> None:
    assert [(one.start, one.end, one.kind, one.text) for one in survey(text).findings] == found


def test_two_thousand_odd_things_are_told_at_most() -> None:
    assert len(survey(f"[{'1e400,' * 2001}0]").findings) == 2000


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("[]", {0: 1, 1: 0}),
        ("[{}]", {0: 3, 3: 0, 1: 2, 2: 1}),
        ("[}", {0: -1, 1: -1}),
        ("]", {0: -1}),
        ("{[", {0: -1, 1: -1}),
        ('{"a": 1}', {0: 7, 7: 0}),
    ],
)
def test_a_bracket_is_known_with_its_partner_or_without(text: str, pairs: dict[int, int]) -> None:
    assert survey(text).pairs == pairs


@pytest.mark.parametrize(
    ("text", "path", "wanted"),
    [
        ("[[1, 2], 3]", (0,), "["),
        ("[[1, 2], 3]", (0, 1), "2"),
        ("[[1, 2], 3]", (1,), "3"),
        ("[[1, 2], 3]", ("1",), "3"),
        ("[[1, 2], 3]", ("9",), "["),
        ("[[1, 2], 3]", ("x",), "["),
        ('{"1": "a"}', ("1",), '"a"'),
        ('{"1": "a"}', (1,), "{"),
        ('{"a": {"b": 1}, "c": 2}', ("c",), "2"),
        ('{"a": {"b": 1}, "c": 2}', ("a", "c"), '"a"'),
        ('{"a": [], "b": [5]}', ("b", 0), "5"),
        ('{"a": 1, "a": {"x": 2}}', ("a", "x"), "2"),
        ("5 6", (), "5"),
        ("[1] [2]", (), "["),
        ("[1] [2]", (0,), "1"),
        ('/* c */ {"a": 1 /* d */}', ("a",), "1"),
        ("", (), ""),
        ("", ("a",), ""),
        ("[0000000000]", ("0000000000",), "["),
    ],
)
def test_each_value_is_found_by_its_path(text: str, path: tuple[str | int, ...], wanted: str) -> None:
    assert shown(text, path) == wanted


@pytest.mark.parametrize(
    ("path", "wanted"),
    [((), "{"), (("a",), '"a"'), (("a", 0), "1"), (("a", "0"), "1"), (("x",), "{"), (("x", "y"), "{")],
)
def test_what_has_no_key_is_pointed_at_itself(path: tuple[str | int, ...], wanted: str) -> None:
    text = '{"a": [1]}'
    start, end = survey(text).key_span(path)
    assert text[start:end] == wanted


def test_a_survey_goes_on_in_steps() -> None:
    assert [len(list(survey_steps("1 " * count))) for count in (1, 199, 200, 401)] == [1, 1, 2, 3]


def test_a_value_ends_where_it_is_closed() -> None:
    found = survey('[{"a": [1]}]')
    assert found.root is not None
    assert (found.root.start, found.root.end, found.whole) == (0, 12, (0, 12))
    assert found.root.places[0] == (-1, -1, 1, 11)
    assert found.root.inner[0].places["a"] == (2, 5, 7, 10)
