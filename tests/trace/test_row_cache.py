"""Rows are remembered while they are looked at, and made anew when something changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.protocol.records import Finding
from inspector.trace import row_cache
from inspector.trace.journal import Journal
from inspector.trace.row_cache import RowCache
from tests.trace.samples import DEMO, answer, call, end, notification, request


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A call in the file, a call and a notification in memory."""
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append([request(1, b'{"one": 1}'), answer(2, 1, b"[2]")])
    journal.touch(end(call(1), 2, 5))
    journal.sync()
    journal.append([request(3, b'{"three": 3}'), notification(4)])
    journal.touch(call(3, "add"))
    yield journal
    journal.close()


@pytest.fixture
def rows(journal: Journal) -> RowCache:
    return RowCache(journal._tail, journal._reader)


def test_rows_come_from_file_and_memory_in_the_order_asked_for(rows: RowCache) -> None:
    found = rows.rows([3, 9, 1, 4, 2], False)
    assert [(row.number, row.status, row.target, row.preview[:10]) for row in found] == [
        (3, "pending", "add", '{"three": '),
        (1, "done", "echo", '{"one": 1}'),
        (4, "", "", '{"jsonrpc"'),
        (2, "done", "echo", "[2]"),
    ]
    assert found[1].duration_ns == 5_000_000


def test_a_row_is_made_once_until_it_changes(rows: RowCache) -> None:
    first = rows.rows([1, 2, 3, 4], False)
    assert all(one is other for one, other in zip(rows.rows([1, 2, 3, 4], False), first, strict=True))
    rows.forget_exchange(1)
    again = rows.rows([1, 2, 3, 4], False)
    assert [one is other for one, other in zip(again, first, strict=True)] == [False, False, True, True]
    rows.forget_record(4)
    last = rows.rows([1, 2, 3, 4], False)
    assert [one is other for one, other in zip(last, again, strict=True)] == [True, True, True, False]


def test_the_worst_finding_of_a_record_or_its_call_is_on_the_row(journal: Journal, rows: RowCache) -> None:
    def severities() -> list[str]:
        for number in (1, 2, 3, 4):
            rows.forget_record(number)
        return [row.severity for row in rows.rows([1, 2, 3, 4], True)]

    journal.add_findings([Finding(2, 1, 1, "A", "info", "x"), Finding(4, 0, 1, "B", "warning", "y")])
    assert severities() == ["info", "info", "", "warning"]
    journal.sync()
    assert severities() == ["info", "info", "", "warning"]
    journal.add_findings([Finding(2, 1, 1, "A", "error", "x"), Finding(4, 0, 1, "B", "info", "y")])
    assert severities() == ["error", "error", "", "warning"]
    for number in (1, 2):
        rows.forget_record(number)
    assert [row.severity for row in rows.rows([1, 2], False)] == ["", ""]


def test_what_changed_while_a_row_was_made_is_not_remembered(
    rows: RowCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = RowCache._make

    def meanwhile(cache: RowCache, numbers: list[int], with_findings: bool) -> object:
        made = make(cache, numbers, with_findings)
        cache.forget_exchange(77)
        return made

    with monkeypatch.context() as patched:
        patched.setattr(RowCache, "_make", meanwhile)
        [first] = rows.rows([1], False)
    [again] = rows.rows([1], False)
    assert again is not first and again == first


def test_the_oldest_rows_go_with_what_is_known_of_their_calls(
    rows: RowCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(row_cache, "CACHED_ROWS", 2)
    one, two = rows.rows([1, 2], False)
    rows.rows([4], False)
    assert [number in rows._rows for number in (1, 2, 4)] == [False, True, True]
    assert rows._rows_of == {1: {2}}
    rows.rows([3], False)
    assert list(rows._rows) == [4, 3] and rows._rows_of == {3: {3}}
    assert rows.rows([1, 2], False) == [one, two]
