"""Tokens of any text, and offsets as Qt counts them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.json_tokens import BRACKET, TOKEN, key_of, narrow, wide

ANY = st.text(alphabet=st.sampled_from("ab🎉가{}[]:,\"'\\/*#\n\r \t0-.“”‘’`\ufeff\u2028"), max_size=60)


@given(ANY)
def test_every_character_belongs_to_exactly_one_token(text: str) -> None:
    assert "".join(match[0] for match in TOKEN.finditer(text)) == text


@given(st.text(max_size=40))
def test_wide_counts_like_qt_and_narrow_leads_back(text: str) -> None:
    assert len(wide(text)) * 2 == len(text.encode("utf-16-le", "surrogatepass"))
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert narrow(wide(text)) == text


@given(ANY)
def test_brackets_are_those_of_the_tokens(text: str) -> None:
    """In JSON; other quotes and comments are nothing to the quick look."""
    if any(mark in text for mark in "'“”‘’`/#"):
        return
    found = [match.start(1) for match in BRACKET.finditer(text) if match[1]]
    assert found == [match.start() for match in TOKEN.finditer(text) if match[0] in ("{", "}", "[", "]")]


def test_a_key_is_named_as_it_is_meant() -> None:
    assert key_of('"a\\u0062"') == "ab"
    assert key_of("'x'") == "x"
    assert key_of("plain") == "plain"
    assert key_of('"open') == "open"
    assert key_of('"bad \\q"') == "bad \\q"
    assert key_of(wide('"🎉"')) == "🎉"
