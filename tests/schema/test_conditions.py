"""Why a field is there, and what a `not` forbids, in words."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.schema.conditions import (
    alternatives_words,
    because_met,
    because_set,
    because_unmet,
    refusals,
    when_met,
    when_set,
    when_unmet,
)

KIND = {"properties": {"kind": {"const": "p"}}, "required": ["kind"]}


def of(**part: Any) -> dict[str, Any]:
    return {"properties": {"a": part}}


@pytest.mark.parametrize(
    ("condition", "met", "unmet"),
    [
        (KIND, 'when `kind` is "p"', 'when `kind` is not "p"'),
        (of(enum=[1, 2, 3]), "when `a` is 1, 2 or 3", "when `a` is not 1, 2 or 3"),
        (of(pattern="^x"), "when `a` matches ^x", "when `a` does not match ^x"),
        (of(type="string"), "when `a` is of type string", "when `a` is not of type string"),
        (of(minimum=2), "when `a` is at least 2", "when `a` is below 2"),
        (of(exclusiveMinimum=2), "when `a` is above 2", "when `a` is at most 2"),
        (of(maximum=2), "when `a` is at most 2", "when `a` is above 2"),
        (of(exclusiveMaximum=2), "when `a` is below 2", "when `a` is at least 2"),
        (of(**{"not": {"const": 1}}), "when `a` is not 1", "when `a` is 1"),
        ({"required": ["a"]}, "when `a` is set", "when `a` is not set"),
        ({"not": {"required": ["a"]}}, "when `a` is not set", "when `a` is set"),
        ({"const": 5}, "when it is 5", "when it is not 5"),
        ({}, "depends on the other values", "depends on the other values"),
        (True, "depends on the other values", "depends on the other values"),
    ],
)
def test_a_condition_is_said_with_its_opposite(condition: Any, met: str, unmet: str) -> None:
    assert when_met(condition) == met
    assert when_unmet(condition) == unmet
    assert because_met(condition, {"a": 1, "kind": 1}) == met.replace("when", "because").replace(
        "depends on the", "because of the"
    )


@pytest.mark.parametrize(
    ("keyword", "met", "unmet"),
    [
        ("allOf", "when `a` is set and `b` is set", "when `a` is not set or `b` is not set"),
        ("anyOf", "when `a` is set or `b` is set", "when `a` is not set and `b` is not set"),
    ],
)
def test_parts_are_linked_as_they_hold(keyword: str, met: str, unmet: str) -> None:
    condition = {keyword: [{"required": ["a"]}, {"required": ["b"]}]}
    assert (when_met(condition), when_unmet(condition)) == (met, unmet)


def test_more_parts_than_can_be_read_are_not_said() -> None:
    parts = [{"required": [name]} for name in "abcde"]
    assert when_met({"anyOf": parts}) == "depends on the other values"
    assert when_met({"anyOf": parts[:4]}).count("is set") == 4


def test_a_value_that_is_not_there_is_said_to_be_so() -> None:
    assert because_unmet(KIND, {}) == "because `kind` is not set"
    assert because_unmet(KIND, {"kind": "q"}) == 'because `kind` is not "p"'
    assert because_unmet({}, {}) == "because of the other values"


def test_what_depends_on_a_property_is_said() -> None:
    assert because_set("card") == "because `card` is set"
    assert when_set("card") == "when `card` is set"


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        ({"required": ["a"]}, ["`a` must not be set."]),
        ({"required": ["a", "b", "c"]}, ["Not all of `a`, `b` and `c` may be set."]),
        ({"required": ["a"], "minProperties": 2}, []),
        ({"const": None}, ["Must not be null."]),
        ({"enum": ["x", 2]}, ['Must not be "x" or 2.']),
        ({"type": "integer"}, ["Must not be of type integer."]),
        ({"type": ["integer", "null"]}, ["Must not be of type integer or null."]),
        ({"pattern": "^_"}, ["Must not match ^_"]),
        ({"anyOf": [{"const": 1}, {"type": "null"}]}, ["Must not be 1.", "Must not be of type null."]),
        ({"minimum": 5}, []),
        (True, []),
    ],
)
def test_what_a_not_forbids_is_a_sentence(refused: Any, said: list[str]) -> None:
    assert refusals({"not": refused}) == said


@pytest.mark.parametrize(
    ("keyword", "branches", "said"),
    [
        (
            "anyOf",
            [{"required": ["a"]}, {"required": ["b", "c"]}],
            ["Needs at least one of: `a` or `b` and `c`."],
        ),
        ("oneOf", [{"required": ["a"]}, {"required": ["b"]}], ["Needs exactly one of: `a` or `b`."]),
        ("anyOf", [{"required": ["a"]}], []),
        ("anyOf", [{"required": ["a"]}, {"type": "object"}], []),
        ("anyOf", [{"required": ["a"]}, True], []),
    ],
)
def test_alternatives_of_required_properties_are_one_sentence(
    keyword: str, branches: list[Any], said: list[str]
) -> None:
    assert alternatives_words(keyword, branches) == said


def test_a_long_value_is_cut() -> None:
    [said] = refusals({"not": {"const": "x" * 500}})
    assert len(said) < 150 and "…" in said
