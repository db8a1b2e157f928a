"""Each keyword that looks at a value alone: what holds, what does not, and what cannot be said."""

from __future__ import annotations

import sys
from decimal import Decimal
from typing import Any

import pytest

from inspector.schema.assertions import ASSERTIONS, comparable, identity, type_of

D = Decimal


@pytest.mark.parametrize(
    ("value", "name"),
    [("", "string"), (True, "boolean"), (0, "number"), (0.5, "number"), (D(1), "number"), ({}, "object"),
     ([], "array"), (None, "null")],
)  # fmt: skip
def test_values_have_the_types_of_json(value: Any, name: str) -> None:
    assert type_of(value) == name


def test_equal_json_values_have_one_identity() -> None:
    equal = [
        [1, 1.0, D("1.00")],
        [{"a": 1, "b": [2]}, {"b": [2.0], "a": 1.0}],
        [True],
        ["1"],
        [None],
        [[]],
        [{}],
    ]
    for place, group in enumerate(equal):
        for other, rest in enumerate(equal):
            same = {identity(one) == identity(two) for one in group for two in rest}
            assert same == {place == other}


def test_a_value_too_deep_to_be_looked_through_is_like_no_other() -> None:
    deep: list[Any] = []
    for _ in range(sys.getrecursionlimit() * 2):
        deep = [deep]
    assert comparable(deep) == comparable(deep) != comparable([deep])
    assert comparable([1]) == identity([1.0])


HOLDS = [
    ("type", "string", ["", "a"], [0, None, []]),
    ("type", "integer", [1, 1.0, D("2.0")], [1.5, D("0.1"), True, "1"]),
    ("type", "number", [1, 1.5, D("0.1")], [True, "1"]),
    ("type", ["null", "boolean"], [None, False], [0, ""]),
    ("type", [], [], [None, 1]),
    ("const", 1, [1, 1.0], [True, "1", 2]),
    ("const", {"a": [1]}, [{"a": [1.0]}], [{"a": [1, 1]}, {}]),
    ("enum", ["a", 1, None], ["a", 1.0, None], ["b", True, 2, []]),
    ("enum", [], [], [None, ""]),
    ("required", ["a", 5], [{"a": None}, [], "a"], [{}, {"b": 1}]),
    ("dependentRequired", {"a": ["b"]}, [{}, {"b": 1}, {"a": 1, "b": 1}, "a"], [{"a": 1}]),
    ("minimum", 2, [2, 3.5, D("2.0"), "1", True], [1, 1.9, -5]),
    ("maximum", 2, [2, 1.5, "3"], [2.1, 3]),
    ("exclusiveMinimum", 2, [2.1, 3, None], [2, 2.0, 1]),
    ("exclusiveMaximum", 2, [1.9, -3, []], [2, 2.0, 3]),
    ("multipleOf", 0.1, [0.3, D("0.3"), 0, 1, "a"], [0.25, 0.31]),
    ("minLength", 2, ["ab", "안녕", 5], ["", "a"]),
    ("maxLength", 2, ["", "ab", [1, 2, 3]], ["abc"]),
    ("minItems", 1, [[0], "", {}], [[]]),
    ("maxItems", 1, [[], [0], "ab"], [[0, 1]]),
    ("minProperties", 1, [{"a": 1}, [], ""], [{}]),
    ("maxProperties", 1, [{}, {"a": 1}, [1, 2]], [{"a": 1, "b": 2}]),
    ("uniqueItems", True, [[], [1, "1", True], [[1], [2]], "aa"], [[1, 1.0], [{"a": 1}, {"a": 1.0}]]),
    ("uniqueItems", False, [[1, 1]], []),
    ("uniqueItems", 1, [[1, 1]], []),
    ("pattern", "^a", ["a", "ab", 5, None], ["ba", ""]),
]


@pytest.mark.parametrize(("keyword", "wanted", "good", "bad"), HOLDS)
def test_a_keyword_holds_for_what_fits_and_what_it_is_not_about(
    keyword: str, wanted: Any, good: list[Any], bad: list[Any]
) -> None:
    check = ASSERTIONS[keyword]
    assert [check(wanted, value) for value in good] == [True] * len(good)
    assert [check(wanted, value) for value in bad] == [False] * len(bad)


@pytest.mark.parametrize(
    ("keyword", "wanted", "value"),
    [
        ("type", 5, "a"), ("enum", "a", "a"), ("required", "a", {"a": 1}), ("dependentRequired", [], {}),
        ("minimum", "1", 5), ("maximum", True, 5), ("multipleOf", 0, 5), ("multipleOf", "x", 5),
        ("multipleOf", 1e-300, 1e300), ("minLength", None, "a"), ("maxItems", "1", []), ("pattern", 5, "a"),
        ("uniqueItems", True, list(range(1001))),
    ],
)  # fmt: skip
def test_a_keyword_that_is_nonsense_or_costs_too_much_says_nothing(
    keyword: str, wanted: Any, value: Any
) -> None:
    assert ASSERTIONS[keyword](wanted, value) is None


def test_a_thousand_items_are_compared() -> None:
    assert ASSERTIONS["uniqueItems"](True, list(range(1000))) is True
