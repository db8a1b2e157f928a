"""What the Time column says in each of its ways."""

from __future__ import annotations

from datetime import datetime

import pytest

from inspector.trace.journal import Journal
from inspector.trace.rows import Row
from inspector.ui.timeline.view.times import TIME_MODES, TimeTexts, local_text, time_text, utc_text
from tests.ui.story import START_NS, Story

MS = 10**6
DAY = 86_400 * 10**9


@pytest.fixture
def times(journal: Journal, story: Story) -> TimeTexts:
    """Of a session with five lines, 100 ms apart."""
    for _ in range(5):
        story.stderr("x")
    return TimeTexts(journal)


def said(times: TimeTexts, journal: Journal, mode: str) -> list[str]:
    times.mode = mode
    rows: list[Row] = journal.rows(range(1, 6))
    return [times.text(row, before, START_NS) for row, before in zip(rows, [None, *rows[:-1]], strict=True)]


def test_since_the_start_or_the_row_before(times: TimeTexts, journal: Journal) -> None:
    assert said(times, journal, "start") == ["0.000 s", "0.100 s", "0.200 s", "0.300 s", "0.400 s"]
    assert said(times, journal, "previous") == ["0.000 s", *["0.100 s"] * 4]


def test_since_the_nearest_reference_at_or_before_the_row(times: TimeTexts, journal: Journal) -> None:
    assert said(times, journal, "reference")[4] == "0.400 s", "there is none: since the start"
    journal.annotations.set_reference(2, True)
    journal.annotations.set_reference(4, True)
    assert said(times, journal, "reference") == ["0.000 s", "*REF*", "0.100 s", "*REF*", "0.100 s"]
    assert said(times, journal, "start")[3] == "*REF*" and said(times, journal, "previous")[1] == "*REF*"
    assert "*REF*" not in said(times, journal, "utc") + said(times, journal, "local")
    journal.annotations.set_reference(4, False)
    assert said(times, journal, "reference")[4] == "0.300 s", "the one before counts again"


def test_the_time_of_day_has_a_date_only_on_a_later_day(times: TimeTexts, journal: Journal) -> None:
    clock = local_text(START_NS, date=False)
    assert said(times, journal, "local")[0] == clock and len(clock) == len("12:00:00.000")
    day = f"{datetime.fromtimestamp(START_NS // 10**9):%m-%d}"
    times.mode = "local"
    assert times.text(journal.rows([1])[0], None, START_NS - 2 * DAY) == f"{day} {clock}"


def test_moments_in_words() -> None:
    assert time_text(START_NS + 1234 * MS, START_NS) == "1.234 s"
    assert time_text(START_NS + 1_146_521 * MS, START_NS) == "19:06.521"
    assert utc_text(START_NS + 7 * MS) == "2027-01-15T08:00:00.007Z"
    assert local_text(START_NS + 45 * MS) == f"{datetime.fromtimestamp(START_NS // 10**9)}.045"
    assert set(TIME_MODES) == {"start", "previous", "reference", "local", "utc"}
