"""Numbers and moments as people read them, whatever a server or a file holds."""

from __future__ import annotations

import math
from datetime import datetime

import pytest
from PySide6.QtCore import QLocale

from inspector.ui.locale import locale_text
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


def test_numbers_have_the_signs_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    german = QLocale(QLocale.Language.German, QLocale.Country.Germany)
    monkeypatch.setattr(locale_text, "_locale", lambda: german)
    assert (number_text(1234567), number_text(0.5), number_text(1e300)) == ("1.234.567", "0,5", "1e+300")
    assert (duration_text(1_200_000_000), size_text(1200), say_size(1200)) == ("1,20 s", "1,2 kB", "1,2 kB")


def test_without_a_language_numbers_are_grouped_as_in_english() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale.c())
    try:
        assert number_text(1234567) == "1,234,567"
    finally:
        QLocale.setDefault(before)


def test_the_largest_number_of_the_system_has_separators_and_the_next_has_none() -> None:
    assert number_text(2**63 - 1) == "9,223,372,036,854,775,807"
    assert number_text(2**63) == "9223372036854775808" and number_text(-(2**63)) == "-9223372036854775808"
    assert number_text(-5) == "-5" and number_text(3.0) == "3"


def test_the_last_day_of_the_calendar_is_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    assert date_text(0) != "0"
    assert date_text(locale_text._LATEST - 1) != f"{locale_text._LATEST - 1:g}"
    assert date_text(locale_text._LATEST) == f"{locale_text._LATEST:g}"


def test_two_days_and_an_hour_are_told_from_two_hours_and_a_day() -> None:
    assert span_text(2 * 86_400 + 3 * 3600) == "2 d 3 h"
    assert span_text(2 * 86_400 + 59) == "2 d" and span_text(5 * 3600 + 59) == "5 h"
