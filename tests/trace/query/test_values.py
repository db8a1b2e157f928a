"""Values of the filter language: numbers with units, ranges, JSON, texts and patterns."""

from __future__ import annotations

import re
import sqlite3

import pytest

from inspector.trace.query.tokens import FilterError, Token
from inspector.trace.query.values import (
    MAX_LIKES,
    MAX_TEXT,
    as_json,
    ascii_run,
    check_pattern,
    json_number,
    like,
    likes_of_pattern,
    needs_text,
    quantity,
    range_ends,
    spellings,
)


def word(text: str, column: int = 5) -> Token:
    return Token("word", text, column, column + len(text))


def string(text: str) -> Token:
    return Token("string", text, 0, len(text))


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("5", "size", 5), ("2kB", "size", 2000), ("1.5kB", "size", 1500), ("0.0005kB", "size", 0.5),
        ("1s", "duration", 1_000_000_000), ("-1ms", "duration", -1_000_000), ("1e3", "number", 1000),
        ("9223372036854775807", "number", 2**63 - 1), ("9223372036854775808", "number", float(2**63)),
        ("9" * 400, "number", float("inf")), ("-" + "9" * 400, "number", float("-inf")),
        ("1e999", "number", float("inf")),
    ],
)  # fmt: skip
def test_a_number_is_told_in_the_unit_of_its_column(text: str, kind: str, value: float) -> None:
    found = quantity(word(text), kind)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("text", "kind"), [("x", "number"), ("5s", "size"), ("5kB", "number"), ("", "size")])
def test_what_is_no_number_is_said_with_its_place(text: str, kind: str) -> None:
    with pytest.raises(FilterError, match=f"expected a number.*; found '{text}'") as caught:
        quantity(word(text), kind)
    assert caught.value.column == 5
    assert ("with a unit (" in str(caught.value)) == (kind == "size")


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("3..9", ("3", "9")), ("-3..-1", ("-3", "-1")), ("10ms..1s", ("10ms", "1s")),
        ("1.5..2.5s", ("1.5", "2.5s")), ("1..2..3", ("1", "2..3")), ("a..b", None), ("3..", None),
        ("..3", None), ("3", None),
    ],
)  # fmt: skip
def test_a_range_has_two_ends_with_their_places(text: str, ends: tuple[str, str] | None) -> None:
    found = range_ends(word(text))
    assert (None if found is None else tuple(one.text for one in found)) == ends
    if found is not None:
        for one in found:
            assert text[one.column - 5 : one.end - 5] == one.text
    assert range_ends(string(text)) is None


@pytest.mark.parametrize(
    ("token", "text"),
    [
        (word("5"), "5"), (word("1.50"), "1.50"), (word("true"), "true"), (word("null"), "null"),
        (word("abc"), '"abc"'), (word("5kB"), '"5kB"'), (string("5"), '"5"'), (string("abc"), '"abc"'),
        (string('"a"'), '"a"'), (string('"'), '"\\""'), (string(""), '""'),
        (string('"a"b"'), '"\\"a\\"b\\""'),
    ],
)  # fmt: skip
def test_a_value_is_json_as_it_is_meant(token: Token, text: str) -> None:
    assert as_json(token) == text


@pytest.mark.parametrize(
    ("token", "number"),
    [(word("5"), 5), (word("-1.5e2"), -150), (word("5kB"), None), (word("a"), None), (string("5"), None)],
)
def test_a_number_of_json_has_no_unit_and_no_quotes(token: Token, number: float | None) -> None:
    assert json_number(token) == number


@pytest.mark.parametrize(
    ("number", "needs"),
    [
        ("9223372036854775807", False), ("9223372036854775808", True), ("-9223372036854775807", False),
        ("-9223372036854775808", True), ("123456789.012345", False), ("1234567890.123456", True),
        ("0.000000000000000000001", False), ("1e300", False), ("12345678901234567e-3", True),
    ],
)  # fmt: skip
def test_digits_that_no_number_of_sqlite_holds_are_compared_as_text(number: str, needs: bool) -> None:
    assert needs_text(number) is needs


def likes(pattern: str, text: str) -> bool:
    row = sqlite3.connect(":memory:").execute("SELECT ? LIKE ? ESCAPE '\\'", (text, pattern)).fetchone()
    return bool(row[0])


@pytest.mark.parametrize("text", ["a%b", "a_b", "a\\b", "a'b"])
def test_a_text_is_found_anywhere_as_it_is_written(text: str) -> None:
    assert likes(like(text), f"x{text}y")
    assert not likes(like(text), "xaZZby")


def test_spellings_are_all_cases_of_other_letters_and_their_escapes() -> None:
    assert spellings(word("Hello%")) == ["Hello%"]
    found = spellings(word("über X"))
    assert found[0] == "über x"
    assert "Über x" in found and "\\u00fcber x" in found and "\\u00dcber x" in found
    assert len(found) == len(set(found))


@pytest.mark.parametrize("text", ["", "a\0b", "x" * (MAX_TEXT + 1)])
def test_a_text_that_cannot_be_looked_for_is_refused(text: str) -> None:
    with pytest.raises(FilterError, match="text of 1 to 1000 characters") as caught:
        spellings(word(text))
    assert caught.value.column == 5
    assert spellings(word("x" * MAX_TEXT))


@pytest.mark.parametrize(
    ("text", "run"),
    [("héllo wörld", "llo w"), ("a/b\\cd\"ef", "cd"), ("안녕", ""), ("안a녕", ""), ("", ""), ("abc", "abc")],
)  # fmt: skip
def test_the_longest_plain_run_of_a_text_is_looked_for_first(text: str, run: str) -> None:
    assert ascii_run(text) == run


TEXTS = [
    "get_x",
    "forget_x",
    "set_x",
    "list_",
    "x\nget",
    "get",
    "get\n",
    "GET_X",
    "a.b",
    "axb",
    "%",
    "b c",
    "",
]


@pytest.mark.parametrize(
    "pattern",
    ["^get_", "get", "get$", "^get$", "^(get|set)_", "^(?:get|list)_|b$", r"a\.b", "%", "_x", "b c", r"\%"],
)
def test_a_plain_pattern_finds_the_same_without_python(pattern: str) -> None:
    found = likes_of_pattern(pattern)
    assert found is not None
    for text in TEXTS:
        wanted = re.search(pattern, text, re.IGNORECASE) is not None
        assert any(likes(one, text) for one in found) is wanted, (pattern, text)


@pytest.mark.parametrize("pattern", ["a.b", "a*", "(a|b)+", "[ab]", "", "^", "(a", r"\d", "a|", "é"])
def test_a_pattern_that_takes_more_is_left_to_python(pattern: str) -> None:
    assert likes_of_pattern(pattern) is None


def test_too_many_choices_are_left_to_python() -> None:
    assert likes_of_pattern("|".join("abcdefgh")) is not None
    assert likes_of_pattern("(a|b)(a|b)(a|b)(a|b)(a|b)") is None
    assert len(likes_of_pattern("(a|b|c|d)") or ()) == 4 <= MAX_LIKES


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("(a+)+", "could take forever"), ("((a|b*)c){9}", "could take forever"), ("(a{2,}b)*", "forever"),
        ("((a+))+", "forever"), ("([)]+)*", "forever"),
        ("(a", "not a regular expression"), ("[", "not a regular expression"), ("a" * 1001, "more than 1000"),
    ],
)  # fmt: skip
def test_a_pattern_that_is_none_or_could_take_for_ever_is_refused(pattern: str, said: str) -> None:
    with pytest.raises(FilterError, match=said) as caught:
        check_pattern(word(pattern))
    assert caught.value.column == 5


@pytest.mark.parametrize(
    "pattern", ["a+b*", "(ab)+", "(a+)b", r"(\(+)", "([+*])+", r"(\+)+", "(a|b){3}", "a" * 1000, "(a)+b+"]
)
def test_other_patterns_are_taken(pattern: str) -> None:
    check_pattern(word(pattern))
