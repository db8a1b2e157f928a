"""What other programs read differently, or nobody sees, is named; nothing else is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.render.oddities import oddities


@pytest.mark.parametrize(
    ("token", "found"),
    [
        (b"1", ()),
        (b"1.10", ()),
        (b"9007199254740992", ()),
        (b"9007199254740993", ("big-integer",)),
        (b"-123456789012345678901234567890", ("big-integer",)),
        (b"0.1000000000000000055511151231257827", ("inexact",)),
        (b"1e400", ("out-of-range",)),
        (b"-1E999", ("out-of-range",)),
    ],
)
def test_numbers(token: bytes, found: tuple[str, ...]) -> None:
    assert oddities("number", token) == found


@pytest.mark.parametrize(
    ("token", "found"),
    [
        (rb'"\ud83d\ude00 \\ud800"', ()),
        (rb'"\ud83d x"', ("half-pair",)),
        (rb'"\ude00"', ("half-pair",)),
        (rb'"\ud83d"', ("half-pair",)),
        (rb'"\u202egpj.exe"', ("direction",)),
        ('"\u202egpj.exe"'.encode(), ("direction",)),
        (b'"\xff"', ("not-utf8",)),
        ('"한국어 😀"'.encode(), ()),
    ],
)
def test_strings(token: bytes, found: tuple[str, ...]) -> None:
    assert oddities("string", token) == found


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_double_is_never_odd(number: float) -> None:
    assert oddities("number", json.dumps(number).encode()) == ()


@given(st.text(st.characters(exclude_categories=["Cs", "Cf"])), st.booleans())
def test_plain_text_is_never_odd(text: str, escaped: bool) -> None:
    assert oddities("string", json.dumps(text, ensure_ascii=escaped).encode()) == ()
