"""A view shows what is in the file and what is not in it yet, each number once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.protocol.records import Record
from inspector.trace import tail as tails
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from tests.trace.samples import DEMO, notification

ODD = compile_filter("method:odd")
MARKED = compile_filter("is:marked")


def records(first: int, last: int) -> list[Record]:
    return [
        notification(number, method="odd" if number % 2 else "even", exchange=2 if number % 3 == 0 else 0)
        for number in range(first, last + 1)
    ]


OWN = [1, 2, 4, 5, 7, 8, 10]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Six records in the file, four in memory; every third belongs to another's row."""
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append(records(1, 6))
    journal.sync()
    journal.append(records(7, 10))
    yield journal
    journal.close()


def never() -> bool:
    return False


def test_without_a_filter_all_there_is_counts(journal: Journal) -> None:
    assert journal.written == 6
    assert list(journal.visible("messages", -3, 99)) == list(range(1, 11))
    assert list(journal.visible("messages", 5, 8)) == [5, 6, 7, 8]
    assert list(journal.visible("calls", 0, 99)) == OWN
    assert list(journal.visible("calls", 5, 8)) == [5, 7, 8]


def test_what_memory_forgot_comes_from_the_file(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "SHOWN_KEPT", 4)
    journal.append([notification(11)])
    assert list(journal.visible("calls", 1, 11)) == [*OWN, 11]
    assert list(journal.visible("calls", 2, 7)) == [2, 4, 5, 7]
    assert list(journal.visible("calls", 8, 11)) == [8, 10, 11]


def test_a_filter_looks_at_what_is_written(journal: Journal) -> None:
    assert list(journal.visible("messages", 1, 99, ODD)) == [1, 3, 5]
    assert list(journal.visible("calls", 2, 99, ODD)) == [5]
    assert list(journal.matching("messages", [1, 2, 5, 7], ODD)) == [1, 5]
    assert list(journal.matching("calls", [3, 4])) == [4]
    journal.sync()
    assert list(journal.visible("messages", 1, 99, ODD)) == [1, 3, 5, 7, 9]


def test_a_filter_that_asks_for_marks_sees_them(journal: Journal) -> None:
    journal.annotations.set_marked([2, 3], True)
    assert list(journal.visible("messages", 1, 6, MARKED)) == [2, 3]
    journal.annotations.set_marked([2], False)
    assert list(journal.matching("messages", [2, 3], MARKED)) == [3]


def test_piece_by_piece_it_is_the_same_and_the_newest_come_last(journal: Journal) -> None:
    pieces = list(journal.scan("calls", None, -1, 10, never))
    assert [number for _, numbers in pieces for number in numbers] == OWN
    assert pieces[-1][0] == 10 and list(pieces[-1][1]) == [7, 8, 10]
    filtered = list(journal.scan("messages", ODD, 1, 10, never))
    assert filtered[-1][0] == 6
    assert [number for _, numbers in filtered for number in numbers] == [1, 3, 5]
    written = list(journal.scan("calls", None, 1, 6, never))
    assert written[-1][0] == 6 and list(written[-1][1])[-1:] == [5]


def test_a_scan_that_was_given_up_tells_nothing_of_what_is_not_written(journal: Journal) -> None:
    pieces = list(journal.scan("calls", None, 1, 10, lambda: True))
    assert all(upto <= 6 for upto, _ in pieces)


def test_an_opened_file_is_written_as_a_whole(journal: Journal) -> None:
    journal.close()
    opened = Journal.open(journal.path)
    assert opened.written == 10
    assert list(opened.visible("messages", 1, 99, ODD)) == [1, 3, 5, 7, 9]
    assert list(opened.visible("calls", 1, 99)) == OWN
    opened.close()
