"""Which records a ladder shows of a session, and who takes part in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from inspector.trace.journal import Journal
from inspector.trace.ladder import scope
from inspector.trace.ladder.scope import around, every, newest, of_rows, present
from tests.trace.samples import DEMO, answer, call, end, notification, request


def yes() -> bool:
    return True


class Times:
    """Still wanted so often."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left >= 0


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal.create(tmp_path / "a.mcptrace")) as journal:
        journal.add_session(DEMO)
        journal.add_session(msgspec.structs.replace(DEMO, number=2))
        yield journal


@pytest.fixture
def talked(journal: Journal) -> Iterator[sqlite3.Connection]:
    """1 a call, 2 its head, 3 progress of it, 4 another call within it, 5 and 6 the answers, 7 … 9 others."""
    journal.append(
        [
            request(1, b"{}"),
            notification(2, kind="head", exchange=1),
            notification(3, exchange=1, role="progress"),
            request(4, b"{}", direction="in"),
            answer(5, 4, b"{}"),
            answer(6, 1, b"{}"),
            notification(7),
            notification(8, kind="head"),
            notification(9, session=2),
        ]
    )
    journal.touch(end(call(1), 6, 5.0))
    journal.touch(end(call(4, parent=1), 5, 1.0))
    journal.sync()
    with closing(journal.reader()) as connection:
        yield connection


@pytest.mark.parametrize("stride", [1, 2, 100])
@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        (1, 9, [1, 3, 4, 5, 6, 7, 9]),
        (-5, 3, [1, 3]),
        (3, 6, [3, 4, 5, 6]),
        (9, 99, [9]),
        (5, 5, [5]),
        (5, 4, []),
    ],
)
def test_all_records_but_heads_are_shown_from_the_first_to_the_last(
    talked: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    stride: int,
    first: int,
    last: int,
    shown: list[int],
) -> None:
    monkeypatch.setattr(scope, "_STRIDE", stride)
    assert list(every(talked, first, last, yes)) == shown


def test_what_is_not_wanted_any_more_is_not_looked_for(
    talked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope, "_STRIDE", 3)
    monkeypatch.setattr(scope, "_CALLS", 1)
    assert list(every(talked, 1, 9, Times(2))) == [1, 3, 4, 5, 6]
    assert list(of_rows(talked, [1, 7], False, Times(2))) == [1, 7]
    assert list(of_rows(talked, [1, 7], False, Times(1))) == [], "half of it would be wrong"


@pytest.mark.parametrize(("count", "shown"), [(0, []), (1, [9]), (3, [6, 7, 9]), (99, [1, 3, 4, 5, 6, 7, 9])])
def test_the_newest_come_oldest_first(talked: sqlite3.Connection, count: int, shown: list[int]) -> None:
    assert list(newest(talked, count)) == shown


@pytest.mark.parametrize("calls_at_once", [1, 4096])
@pytest.mark.parametrize("stride", [2, 65_536])
@pytest.mark.parametrize(
    ("rows", "calls", "shown"),
    [
        ([], True, []),
        ([1], True, [1, 3, 6]),
        ([1], False, [1]),
        ([4, 1], True, [1, 3, 4, 5, 6]),
        ([7, 4], True, [4, 5, 7]),
        ([7, 2, 4, 8], False, [4, 7]),
        ([3, 5], True, [3, 5]),
        ([0, 7], True, [7]),
        ([9, 99], True, [9]),
    ],
)
def test_a_row_stands_for_its_record_or_for_its_whole_call(
    talked: sqlite3.Connection,
    monkeypatch: pytest.MonkeyPatch,
    rows: list[int],
    calls: bool,
    shown: list[int],
    stride: int,
    calls_at_once: int,
) -> None:
    monkeypatch.setattr(scope, "_STRIDE", stride)
    monkeypatch.setattr(scope, "_CALLS", calls_at_once)
    assert list(of_rows(talked, rows, calls, yes)) == shown


@pytest.mark.parametrize(
    ("record", "shown"),
    [
        (1, [1, 3, 4, 5, 6, 7]),
        (5, [1, 3, 4, 5, 6, 7]),
        (7, [5, 6, 7]),
        (9, [9]),
        (99, []),
    ],
)
def test_a_record_is_shown_with_its_outermost_call_and_what_is_beside_it(
    talked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, record: int, shown: list[int]
) -> None:
    monkeypatch.setattr(scope, "SURROUNDINGS", 2)
    assert list(around(talked, record)) == shown


def test_as_many_are_shown_beside_a_call_as_are_told(
    talked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope, "SURROUNDINGS", 1)
    assert list(around(talked, 4)) == [1, 3, 4, 5, 6, 7]
    assert list(around(talked, 7)) == [6, 7]


@pytest.mark.parametrize(("most", "shown"), [(3, [1, 3, 4, 5]), (1, [1, 3]), (99, [1, 3, 4, 5, 6, 7])])
def test_of_an_endless_call_the_beginning_is_shown(
    talked: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch, most: int, shown: list[int]
) -> None:
    monkeypatch.setattr(scope, "SURROUNDINGS", 1)
    monkeypatch.setattr(scope, "_MOST_AROUND", most)
    assert list(around(talked, 1)) == shown
    assert 6 in around(talked, 6), "what was asked for is there all the same"


def test_a_call_goes_on_to_its_last_record_after_its_answer(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scope, "SURROUNDINGS", 0)
    journal.append([request(1, b"{}"), answer(2, 1, b"{}"), notification(3), notification(4, exchange=1)])
    journal.touch(end(call(1, last=4), 2, 1.0))
    journal.sync()
    with closing(journal.reader()) as connection:
        assert list(around(connection, 2)) == [1, 2, 3, 4]
        assert list(around(connection, 3)) == [3]


@pytest.mark.parametrize(("numbers", "sessions"), [([1, 7], {1}), ([9], {2}), ([1, 9], {1, 2}), ([], set())])
def test_the_connections_of_the_records_take_part(
    talked: sqlite3.Connection, numbers: list[int], sessions: set[int]
) -> None:
    found = present(talked, numbers, [])
    assert (found.sessions, found.user) == (sessions, False)


USER = [
    {"method": "elicitation/create"},
    {"method": "sampling/createMessage"},
    {"rounds": 2},
    {"status": "input_required"},
    {"status": "cancelled", "detail": "cancelled by you"},
    {"status": "cancelled", "detail": "cancelled by us: cancelled by the person"},
    {"status": "cancelled", "detail": "cancelled by us: cancelled by the user"},
]
OTHERS = [
    {"rounds": 1},
    {"method": "roots/list"},
    {"detail": "by itself"},
    {"status": "failed", "detail": "-32000 not allowed by the user of the database"},
]


@pytest.mark.parametrize("stride", [0, 65_536])
@pytest.mark.parametrize("more", [*USER, *OTHERS])
def test_a_person_takes_part_where_one_was_asked(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, more: dict[str, object], stride: int
) -> None:
    monkeypatch.setattr(scope, "_STRIDE", stride)
    journal.append([request(1, b"{}"), notification(2), notification(3, exchange=1)])
    journal.touch(call(1, **more))
    journal.sync()
    with closing(journal.reader()) as connection:
        whole = present(connection, [1, 3], journal.sessions())
        assert whole.user == (more in USER)
        assert whole.sessions == ({1} if stride else {1, 2}), "of many records all connections count"
        if stride:
            assert present(connection, [3], []).user == (more in USER)
            assert not present(connection, [2], []).user
