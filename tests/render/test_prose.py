"""Markdown of a server as words and spans: what is no mark stays as it came, and no text is slow."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.prose import prose_of


def spans(markdown: str) -> list[tuple[str, str]]:
    prose = prose_of(markdown)
    return [(span.how, prose.text[span.start : span.end]) for span in prose.spans]


@pytest.mark.parametrize(
    ("markdown", "text", "found"),
    [
        ("a **bold** *it* _it_ __b__", "a bold it it b", ["bold", "italic", "italic", "bold"]),
        ("`ls *x*` and ``a`b``", "ls *x* and a`b", ["code", "code"]),
        ("***both***", "both", ["bold", "italic"]),
        ("`a` and `b` and `c`", "a and b and c", ["code", "code", "code"]),
        ("**한국어**를", "한국어를", ["bold"]),
        ("# Title\nline\nline", "Title\nline line", ["bold"]),
        ("Do:\n- one\n  - two\n1. three", "Do:\n• one\n  • two\n1. three", []),
        ("```py\nx = *1*\n```\nend", "x = *1*\nend", ["code"]),
        ("3. three\n4. four **x**", "3. three\n4. four x", ["bold"]),
        ("\\*not\\*", "*not*", []),
    ],
)
def test_marks_become_spans(markdown: str, text: str, found: list[str]) -> None:
    assert prose_of(markdown).text == text
    assert [how for how, _ in spans(markdown)] == found


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name and a_b",
        "2 * 3 * 4 and 2*3*4",
        "*.py and *.js",
        "<b>bold</b> <script>alert(1)</script> &amp;",
        "C:\\Users\\x",
        "an `open and **open",
    ],
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert prose_of(text).text == text and not spans(text)


def test_a_link_shows_where_it_would_lead() -> None:
    assert prose_of("[https://good](https://evil) `x`").text == "https://good (https://evil) x"
    assert prose_of("<https://a> ![pic](https://b/c.png)").text == "https://a pic (https://b/c.png)"
    assert prose_of("`x` [a](javascript:b)").text == "x [a](javascript:b)"
    assert prose_of("[https://a](https://a)").text == "https://a"


def test_text_without_marks_is_one_paragraph() -> None:
    assert prose_of("one\n   two\n\nthree").text == "one two three"


@given(st.text(st.sampled_from("*_`[]()<>!# -\n1.ab\\~"), max_size=60))
def test_any_text_is_read_and_spans_are_within_it(text: str) -> None:
    prose = prose_of(text)
    assert all(0 <= span.start < span.end <= len(prose.text) for span in prose.spans)
    assert prose.text.count("a") == text.count("a") or "```" in text or "~~~" in text


@pytest.mark.parametrize(
    "part", ["*", "[", "`a ", "``a `b ```c ", "*a ", "a**b", "[a](", "![a](b", "<a:", "- "]
)
def test_no_text_of_marks_takes_long(part: str) -> None:
    text = part * (4_000 // len(part))
    start = time.thread_time()
    prose_of(text)
    assert time.thread_time() - start < 2  # what is quadratic in the length takes many seconds
