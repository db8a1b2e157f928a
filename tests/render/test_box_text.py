"""Text on its way into a text box and out of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.box_text import common, ends_in_crlf, sendable, storable, too_large

NEAR = st.text(alphabet="ab\n🎉", max_size=12)


@given(NEAR, NEAR)
def test_what_two_texts_have_in_common_is_equal_and_does_not_overlap(old: str, new: str) -> None:
    start, tail = common(old, new)
    assert start + tail <= min(len(old), len(new))
    assert old[:start] == new[:start]
    assert old[len(old) - tail :] == new[len(new) - tail :]
    assert old[start : start + 1] != new[start : start + 1] or start + tail == min(len(old), len(new))


@pytest.mark.parametrize(
    ("text", "is_large"),
    [
        ("", False),
        ("x" * 10_000, False),
        ("x y " * 2_501, True),
        ('"' + "A" * 50_000 + '"', False),  # base64 is a chip
        ("line\n" * 400_000, False),
        ("line\n" * 500_000, True),
    ],
    ids=["nothing", "a long line", "too long", "base64", "many lines", "too many"],
)
def test_what_a_text_box_can_bear(text: str, is_large: bool) -> None:
    assert too_large(text) is is_large


def test_line_ends_count_as_windows_when_all_are() -> None:
    assert ends_in_crlf("a\r\nb\r\n")
    assert not ends_in_crlf("a\r\nb\n")
    assert not ends_in_crlf("a\nb")
    assert not ends_in_crlf("a")


def test_what_a_text_box_would_lose_becomes_its_escape() -> None:
    assert storable("a\r\nb\rc\u2029\ufeff") == "a\nb\nc\\u2029\\ufeff"


def test_half_a_pair_is_sent_as_its_escape() -> None:
    assert sendable("a\ud800🎉") == "a\\ud800🎉"
