"""A scan tells in order what it found, starts small, and can be given up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.errors import ClosedError
from inspector.trace import scan as scanning
from inspector.trace.journal import Journal
from inspector.trace.query.help import help_sections
from inspector.trace.query.language import compile_filter
from tests.trace.samples import DEMO, notification

RECORDS = 500
EVEN_NUMBERS = list(range(2, 300, 2))
EVEN = compile_filter(f"size < 100 and number in {{{str(EVEN_NUMBERS)[1:-1]}}}")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setattr(scanning, "FIRST_STRIDE", 8)
    monkeypatch.setattr(scanning, "ALONE", 8)
    monkeypatch.setattr(scanning, "STRIDE", 64)
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append([notification(number) for number in range(1, RECORDS + 1)])
    journal.sync()
    yield journal
    journal.close()


def _never() -> bool:
    return False


def test_pieces_ascend_begin_small_and_end_at_the_last_record(journal: Journal) -> None:
    pieces = list(journal.scan("messages", EVEN, 1, RECORDS, _never))
    ends = [upto for upto, _ in pieces]
    assert ends[0] == 8
    assert ends == sorted(ends)
    assert ends[-1] == RECORDS
    assert [number for _, numbers in pieces for number in numbers] == EVEN_NUMBERS
    for start, (upto, numbers) in zip([0, *ends], pieces, strict=False):
        assert all(start < number <= upto for number in numbers)


def test_without_a_filter_records_that_are_not_written_yet_count_too(journal: Journal) -> None:
    journal.append([notification(RECORDS + 1)])
    found = list(journal.scan("calls", None, 1, RECORDS + 1, _never))
    assert found[-1][0] == RECORDS + 1
    assert [number for _, numbers in found for number in numbers] == list(range(1, RECORDS + 2))
    assert list(journal.scan("messages", EVEN, RECORDS + 1, RECORDS + 1, _never)) == []


def test_a_cancelled_scan_ends_and_leaves_no_thread(journal: Journal) -> None:
    before = threading.active_count()
    cancelled = threading.Event()
    pieces = journal.scan("messages", EVEN, 1, RECORDS, cancelled.is_set)
    assert next(pieces)[0] == 8
    cancelled.set()
    assert list(pieces) == []
    assert threading.active_count() == before


def test_a_scan_that_nobody_reads_on_leaves_no_thread(journal: Journal) -> None:
    before = threading.active_count()
    pieces = journal.scan("messages", EVEN, 1, RECORDS, _never)
    next(pieces)
    assert isinstance(pieces, Iterator)
    pieces.close()  # type: ignore[attr-defined]  # it is a generator
    assert threading.active_count() == before
    assert list(journal.visible("messages", 1, RECORDS, EVEN)) == EVEN_NUMBERS


def test_closing_the_journal_ends_a_scan(journal: Journal) -> None:
    pieces = journal.scan("messages", EVEN, 1, RECORDS, _never)
    next(pieces)
    journal.close()
    with pytest.raises(ClosedError):
        list(pieces)


def test_numbers_far_apart_are_asked_in_parts(journal: Journal) -> None:
    where = compile_filter('method ~ "^n.*message$"')
    assert list(journal.matching("messages", [1, 2, 400, 500], where)) == [1, 2, 400, 500]
    assert list(journal.matching("messages", [], where)) == []


@pytest.mark.parametrize("mode", ["calls", "messages"])
@pytest.mark.parametrize("example", sorted(one.example for part in help_sections() for one in part.entries))
def test_no_filter_reads_whole_tables_of_an_opened_file(journal: Journal, mode: str, example: str) -> None:
    journal.sync()
    opened = Journal.open(journal.path)
    where = compile_filter(example)
    calls = mode == "calls"
    connection = opened.reader()
    params = {**where.params, **opened.annotations.annotated().params(1, 2), "_first": 1, "_last": 2}
    plan = connection.execute(
        f"EXPLAIN QUERY PLAN SELECT r.number FROM {where.source(calls)}"
        f" WHERE r.number BETWEEN :_first AND :_last AND ({where.condition(calls)})",
        params,
    ).fetchall()
    connection.close()
    opened.close()
    scanned = {line[3] for line in plan if line[3].startswith(("SCAN", "MATERIALIZE"))}
    # The sessions are few, v are distinct values, and the time of the first record is the first of a scan.
    assert {line for line in scanned if "json_each" not in line} <= {
        "SCAN v", "MATERIALIZE v", "SCAN s", "SCAN record", "SCAN CONSTANT ROW",
    }  # fmt: skip
