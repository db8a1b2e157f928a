"""Long strings are read in pieces, and the pieces join to the same text."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.render import json_strings
from inspector.render.json_strings import read_text, safe_cut

ODD = st.text(st.sampled_from('au\\"/\n0dDfF한😀\x7f'), max_size=200)


@pytest.mark.parametrize("piece", [13, 16, 40])
@given(text=ODD, escaped=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_text_is_that_of_the_string(
    monkeypatch: pytest.MonkeyPatch, piece: int, text: str, escaped: bool
) -> None:
    monkeypatch.setattr(json_strings, "_PIECE", piece)
    assert read_text(json.dumps(text, ensure_ascii=escaped).encode()) == text.encode()


@given(ODD, st.booleans(), st.integers(0, 400))
def test_what_is_cut_off_begins_with_a_whole_character(text: str, escaped: bool, length: int) -> None:
    inside = json.dumps(text, ensure_ascii=escaped).encode()[1:-1]
    cut = safe_cut(inside[:length])
    assert cut > min(length, len(inside)) - 16
    first, second = (json.loads(b'"' + part + b'"') for part in (inside[:cut], inside[cut:]))
    assert first + second == text


@pytest.mark.parametrize("raw", [b"", b'"', b"12", b'"a', b'"\\x"', b'"\\ud800"', b'"\xff"', b'"a"b"'])
def test_what_is_no_readable_string_is_none(raw: bytes) -> None:
    assert read_text(raw) is None
