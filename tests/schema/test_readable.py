"""Numbers of a schema are shown exactly, and as short as they can be."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.schema.readable import readable_number


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        ("-1000000000000000.0", "-1e15"),
        ("1e+16", "1e16"),
        (1e16, "1e16"),
        ("1000000", "1000000"),
        ("1500000000", "1.5e9"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("65535", "65535"),
        ("0.1", "0.1"),
        ("1.50", "1.5"),
        ("0.001", "0.001"),
        ("0.0000001", "1e-7"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("1e400", "1e400"),
        ("1e999999999", "1e999999999"),
        ("-0.0", "0"),
        (Decimal("1.10"), "1.1"),
        ("no number", "no number"),
        (float("inf"), "inf"),
    ],
)
def test_a_number_is_shown(number: object, shown: str) -> None:
    assert readable_number(number) == shown


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_it_is_the_same_number_and_never_much_longer(number: Decimal) -> None:
    shown = readable_number(number)
    assert Decimal(shown) == number
    assert len(shown) <= max(8, len(str(number)) + 2)
