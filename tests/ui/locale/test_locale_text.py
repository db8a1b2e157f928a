"""Numbers and moments as people read them, whatever a server or a file holds."""

from __future__ import annotations

import math

import pytest

from inspector.ui.locale.locale_text import collated, date_text, number_text, size_text, span_text


@pytest.mark.parametrize(
    ("number", "there"),
    [
        (1234567, "1,234,567"),
        (2.0, "2"),
        (0.5, "0.5"),
        (1e300, "1e+300"),
        (math.inf, "inf"),
        (2**64, str(2**64)),
    ],
)
def test_a_number_is_written_with_separators_as_long_as_there_is_one(number: float, there: str) -> None:
    assert number_text(number) == there


@pytest.mark.parametrize("seconds", [-1e300, 1e20, math.inf, math.nan, -5.0])
def test_a_moment_that_no_calendar_has_is_a_number(seconds: float) -> None:
    assert date_text(seconds) == f"{seconds:g}"


def test_a_span_has_its_two_largest_units() -> None:
    assert [span_text(one) for one in (0, 45, 192, 7500, 90_000)] == [
        "1 s",
        "45 s",
        "3 min 12 s",
        "2 h 5 min",
        "1 d 1 h",
    ]


def test_names_are_in_the_order_of_people() -> None:
    assert collated(["b10", "B2", "a", "A1"]) == ["a", "A1", "B2", "b10"]


def test_a_size_has_a_unit() -> None:
    assert size_text(812) == "812 B"
