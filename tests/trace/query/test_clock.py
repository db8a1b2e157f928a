"""Filters by the clock on the wall: times of the day and moments in this computer's time zone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from inspector.trace.query.complete import complete
from inspector.trace.query.language import FilterError, compile_filter
from inspector.trace.query.seen import seen
from tests.trace.samples import DEMO, notification

SEOUL = (
    "2026-11-24T14:29:59.999", "2026-11-24T14:30:00", "2026-11-24T14:30:05.250", "2026-11-24T14:31:00",
    "2026-11-24T23:59:30", "2026-11-25T00:05:00", "2026-11-25T14:30:30",
)  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("TZ", "Asia/Seoul")
    time.tzset()
    made = Journal.create(tmp_path / "a.mcptrace")
    made.add_session(DEMO)
    for number, moment in enumerate(SEOUL, 1):
        at_ns = round(datetime.fromisoformat(f"{moment}+09:00").timestamp() * 1000) * 10**6
        made.append([notification(number, at_ns=at_ns)])
    made.sync()
    yield made
    made.close()
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at > 14:30", [3, 4, 5, 7]),
        ("at >= 14:30", [2, 3, 4, 5, 7]),
        ("at < 14:30", [1, 6]),
        ("at <= 14:30:00.000", [1, 2, 6]),
        ("at > 14:30:05.2", [3, 4, 5, 7]),
        ("at > 14:30:05.25", [4, 5, 7]),
        ("at == 14:30", [2, 3, 7]),
        ("at:14:30:05", [3]),
        ("at != 14:30", [1, 4, 5, 6]),
        ("at in {14:30..14:30:05.25}", [2, 3]),
        ("at in {14:31, 00:05}", [4, 6]),
        ("at not in {14:30..14:31}", [1, 5, 6]),
        ("at in {23:50..00:10}", [5, 6]),
        ("at > 2026-11-24 14:30", [3, 4, 5, 6, 7]),
        ("at > 2026-11-24T14:30:30 and at < 2026-11-25 00:05", [4, 5]),
        ('at > "2026-11-24 23:00"', [5, 6, 7]),
        ("at == 2026-11-25", [6, 7]),
        ("at == 2026-11-24 14:30 is:notification", [2, 3]),
        ("at in {2026-11-24 14:31..2026-11-25 00:05}", [4, 5, 6]),
        ("at in {2026-11-24 14:30..14:31, 2026-11-25 14:30}", [2, 3, 4, 7]),
        ("at exists", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_times_are_those_of_the_clock_here(journal: Journal, text: str, found: list[int]) -> None:
    for mode in ("messages", "calls"):
        where = compile_filter(text)
        assert where.doubt == ""
        assert list(journal.visible(mode, 1, 99, where)) == found


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("at > soon", 5, "expected a time such as 14:30"),
        ("at > 25:00", 5, "expected a time such as 14:30"),
        ("at > 2026-02-30 14:30", 5, "expected a time such as 14:30"),
        ("at in {14:30..14:61}", 14, "expected a time such as 14:30"),
        ("at in {14:30..2026-11-24 15:00}", 7, "needs one at its start"),
        ("at contains 14", 3, "at can only be compared with ==, !=, <, >, <=, >=, in, not in, exists"),
    ],
)
def test_what_is_no_time_is_told_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(FilterError) as raised:
        compile_filter(text)
    assert message in str(raised.value) and raised.value.column == column


def test_a_range_that_ends_before_it_starts_is_odd_only_with_dates() -> None:
    assert "put the lower bound first" in compile_filter("at in {2026-11-25..2026-11-24}").doubt
    assert compile_filter("at in {23:50..00:10}").doubt == ""


def test_times_of_the_session_are_offered(journal: Journal, tmp_path: Path) -> None:
    with closing(journal.reader()) as connection:
        offered = seen(connection, "at", "", 50)
        assert offered[0] == "2026-11-25T14:30" and len(offered) == 50
        assert seen(connection, "at", "T13:", 50) and all(
            "T13:" in one for one in seen(connection, "at", "T13:")
        )
    with closing(Journal.create(tmp_path / "b.mcptrace")) as one_day:
        one_day.add_session(DEMO)
        one_day.sync()
        with closing(one_day.reader()) as connection:
            assert seen(connection, "at", "") == []
        start = round(datetime.fromisoformat("2026-11-24T14:29:59+09:00").timestamp()) * 10**9
        one_day.append([notification(1, at_ns=start), notification(2, at_ns=start + 90 * 10**9)])
        one_day.sync()
        with closing(one_day.reader()) as connection:
            assert seen(connection, "at", "") == ["14:31", "14:30", "14:29"]
            items = complete("at > 14:3", 9, lambda field, prefix: seen(connection, field, prefix)).items
            assert [item.text for item in items] == ["14:31", "14:30"]
            compile_filter(f"at > {items[0].text}")
