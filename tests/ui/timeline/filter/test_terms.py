"""Filters put together and taken apart mean what they say."""

from __future__ import annotations

import pytest

from inspector.trace.query.language import compile_filter
from inspector.ui.session.filter_requests import JOINS, FilterRequest
from inspector.ui.timeline.filter.terms import alternatives, conjuncts, joined, switched_on, toggled

ERRORS, PENDING, QUIET = "is:error", "is:pending", "not is:head"
BUTTONS = (ERRORS, PENDING, QUIET)


@pytest.mark.parametrize(
    ("text", "join", "condition", "expected"),
    [
        ("", "and", "is:error", "is:error"),
        ("", "and not", "is:error", "not is:error"),
        ("tool == echo", "replace", "is:error", "is:error"),
        ("tool == echo", "not", "is:error", "not is:error"),
        ("tool == echo", "and", "is:error", "tool == echo and is:error"),
        ("a or b", "and", "is:error", "(a or b) and is:error"),
        ("a or b", "or", "is:error", "a or b or is:error"),
        ("a", "and", "b or c", "a and (b or c)"),
        ("a", "and not", "b or c", "a and not (b or c)"),
        ("a", "or not", "b c", "a or not (b c)"),
        ("a", "and not", "tool exists", "a and not tool exists"),
        ("a && b || c", "and", "d", "(a && b || c) and d"),
        ("(a or b)", "and", "c", "(a or b) and c"),
        ('note == "a or b"', "and", "c", 'note == "a or b" and c'),
        ("note == or", "and", "c", "note == or and c"),
        ("note contains or", "and", "c", "note contains or and c"),
        ("a xor b", "and", "c", "(a xor b) and c"),
        ("a xor b", "or", "c", "a xor b or c"),
        ("a", "and not", "kind not in {head, stderr}", "a and not (kind not in {head, stderr})"),
        ('tool == "', "and", "c", "c"),  # what cannot be read is replaced
    ],
)
def test_a_condition_joins_the_filter(text: str, join: str, condition: str, expected: str) -> None:
    assert joined(text, FilterRequest(condition, join)) == expected


@pytest.mark.parametrize("join", JOINS)
@pytest.mark.parametrize("text", ["", "a", "a or b", "not a", "a b or c", "한글 or x"])
@pytest.mark.parametrize("condition", ["is:error", "x or y", "x y", "not z", 'tool in {"a", "b"}'])
def test_what_is_joined_can_be_read(text: str, join: str, condition: str) -> None:
    compile_filter(joined(text, FilterRequest(condition, join)))


def test_a_filter_is_taken_apart_at_its_outermost_level() -> None:
    assert conjuncts("(a or b) and tool == 'x and y' && c") == ["a or b", "tool == 'x and y'", "c"]
    assert conjuncts("a and b or c") == ["a and b or c"]
    assert conjuncts("(a) and (b) or (c)") == ["(a) and (b) or (c)"]
    assert alternatives("a or (b or c) || d") == ["a", "b or c", "d"]


@pytest.mark.parametrize(
    ("text", "condition", "expected"),
    [
        ("", ERRORS, "is:error"),
        ("is:error", ERRORS, ""),
        ("tool == echo", ERRORS, "tool == echo and is:error"),
        ("tool == echo and is:error", ERRORS, "tool == echo"),
        ("tool == echo and is:error", PENDING, "tool == echo and is:pending"),
        ("is:error", QUIET, "is:error and not is:head"),
        ("not is:head and is:error", QUIET, "is:error"),
        ("is:error or is:pending", ERRORS, "is:pending"),
        ("note contains and", ERRORS, "note contains and and is:error"),
        ("a xor b", ERRORS, "(a xor b) and is:error"),
        ("a or b", ERRORS, "(a or b) and is:error"),
        ('tool == "', ERRORS, "is:error"),
    ],
)
def test_a_button_switches_its_condition(text: str, condition: str, expected: str) -> None:
    assert toggled(text, condition, BUTTONS, together=False) == expected


def test_two_buttons_together_mean_either() -> None:
    both = toggled("tool == echo and is:error", PENDING, BUTTONS, together=True)
    assert both == "tool == echo and (is:error or is:pending)"
    assert switched_on(both, BUTTONS) == [True, True, False]
    assert toggled(both, ERRORS, BUTTONS, together=False) == "tool == echo and is:pending"


def test_spaces_and_parentheses_do_not_hide_a_condition() -> None:
    assert switched_on("( is:error )  and a", BUTTONS) == [True, False, False]
    assert switched_on("is:error or tool == echo and a", [QUIET]) == [False]


@pytest.mark.parametrize(
    ("text", "condition", "together", "expected"),
    [
        # of one of two conditions that can be switched and one that cannot, nothing is taken out
        ("is:error or tool == echo", ERRORS, False, "(is:error or tool == echo) and is:error"),
        ("is:error or tool == echo", PENDING, True, "(is:error or tool == echo) and is:pending"),
        ("is:error or not is:head", PENDING, False, "(is:error or not is:head) and is:pending"),
        ("a and is:error and b", PENDING, False, "a and is:pending and b"),
        ("a and (is:error or is:pending) and b", ERRORS, False, "a and is:pending and b"),
        ("a and is:error and b", ERRORS, False, "a and b"),
        ("(a or b) and is:error", ERRORS, False, "a or b"),
        ("is:error", PENDING, True, "is:error or is:pending"),
        ("not is:head", ERRORS, True, "not is:head and is:error"),
        ('"not" and a', ERRORS, False, '"not" and a and is:error'),
        ("(is:error) and (a)", ERRORS, False, "a"),
    ],
)
def test_other_parts_of_the_filter_stay_where_they_are(
    text: str, condition: str, together: bool, expected: str
) -> None:
    assert toggled(text, condition, BUTTONS, together=together) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("(a) or (b)", ["(a) or (b)"]),
        ("((a)) and ( b )", ["a", "b"]),
        ("(a or b) and (c or d)", ["a or b", "c or d"]),
        ("tool in {a, b} and c", ["tool in {a, b}", "c"]),
        (" a ", ["a"]),
        ("", []),
        ("a AND b", ["a", "b"]),
    ],
)
def test_parts_have_no_parentheses_around_the_whole(text: str, parts: list[str]) -> None:
    assert conjuncts(text) == parts


def test_one_word_and_one_comparison_are_negated_without_parentheses() -> None:
    plain = ("echo", "tool == echo", "tool contains echo", "tool exists")
    for condition in (*plain, "a b", "a and b", "not a"):
        expected = f"not {condition}" if condition in plain else f"not ({condition})"
        assert joined("", FilterRequest(condition, "not")) == expected


def test_a_condition_is_known_by_its_words_and_not_by_its_spaces() -> None:
    assert switched_on("tool=='a'", ["tool == 'a'", "tool == 'b'"]) == [True, False]
    assert switched_on("", BUTTONS) == [False] * 3 == switched_on("tool ==", BUTTONS)
    assert switched_on("is:error and not is:head", BUTTONS) == [True, False, True]
    assert toggled("( is:error )", ERRORS, BUTTONS, together=True) == ""
