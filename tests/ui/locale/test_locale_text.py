"""Numbers and moments as people read them, whatever a server or a file holds."""

from __future__ import annotations

import math
from datetime import datetime

import pytest

from inspector.ui.locale.locale_text import (
    clock_text,
    collated,
    date_text,
    day_or_clock,
    duration_text,
    moment_text,
    number_text,
    say_size,
    size_text,
    span_text,
)


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


def test_a_moment_is_its_day_and_its_time() -> None:
    noon = datetime(2024, 3, 9, 12, 5, 7).timestamp()
    assert clock_text(noon) == "12:05:07" and clock_text(noon + 0.25, thousandths=True) == "12:05:07.250"
    assert moment_text(noon) == f"{date_text(noon)} 12:05:07"
    assert "2024" in moment_text(noon) or "24" in date_text(noon)
    assert day_or_clock(noon) == date_text(noon)
    today = datetime.now().replace(hour=4, minute=30).timestamp()
    assert day_or_clock(today) == "04:30"
    assert day_or_clock(today - 86_400) == date_text(today - 86_400)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0 B"),
        (46, "46 B"),
        (999, "999 B"),
        (1200, "1.2 kB"),
        (12_000_000, "12.0 MB"),
        (120_000_000, "120 MB"),
    ],
)
def test_a_caption_says_a_size_in_three_digits_at_most(size: int, said: str) -> None:
    assert say_size(size) == said


@pytest.mark.parametrize(
    ("ns", "said"), [(350_000, "350 µs"), (46_000_000, "46 ms"), (1_200_000_000, "1.20 s")]
)
def test_a_duration_has_three_digits(ns: int, said: str) -> None:
    assert duration_text(ns) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 s"),
        (60, "1 min"),
        (61, "1 min 1 s"),
        (3600, "1 h"),
        (3660, "1 h 1 min"),
        (86_400, "1 d"),
        (59.6, "1 min"),
    ],
)
def test_a_span_leaves_out_what_is_nothing(seconds: float, said: str) -> None:
    assert span_text(seconds) == said
