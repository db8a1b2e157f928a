"""The journal holds in memory what is not in the file yet, and forgets it when it is."""

from __future__ import annotations

import pytest

from inspector.protocol.records import Finding
from inspector.trace import tail as tails
from inspector.trace.journal_schema import EXCHANGE, SESSION
from inspector.trace.tail import RECORD_BYTES, Tail
from tests.trace.samples import DEMO, answer, call, end, notification, request


def finding(record: int, exchange: int = 0) -> Finding:
    return Finding(record, exchange, 1, "RPC-01", "error", "bad")


def test_a_batch_holds_what_came_since_the_one_before() -> None:
    tail = Tail()
    assert (tail.has_new(), tail.next_batch, tail.new_count) == (False, 0, 0)
    records = [request(1, b"{}"), notification(2, b"abc", frame=b"data: abc")]
    pending = call(1)
    tail.append(records)
    tail.touch(pending)
    tail.put_session(DEMO)
    tail.add_findings([finding(1)])
    assert (tail.last, tail.new_count, tail.next_batch) == (2, 2, 1)
    assert tail.new_bytes == 2 + 3 + 9 + 2 * RECORD_BYTES
    batch = tail.take()
    assert (batch.number, batch.last, batch.bytes_before) == (1, 2, 14 + 2 * RECORD_BYTES)
    assert (list(batch.records), list(batch.findings)) == (records, [finding(1)])
    assert batch.exchanges == [EXCHANGE.values(pending)]
    assert batch.sessions == [SESSION.values(DEMO)]
    assert (tail.has_new(), tail.next_batch, tail.new_count, tail.new_bytes) == (False, 1, 0, 0)
    tail.append([notification(3, b"x")])
    again = tail.take()
    assert (again.number, again.bytes_before) == (2, 15 + 3 * RECORD_BYTES)
    assert ([one.number for one in again.records], again.exchanges, again.sessions) == ([3], [], [])


@pytest.mark.parametrize("what", ["record", "exchange", "finding", "session"])
def test_anything_new_makes_a_batch_worth_while(what: str) -> None:
    tail = Tail()
    {
        "record": lambda: tail.append([notification(1)]),
        "exchange": lambda: tail.touch(call(1)),
        "finding": lambda: tail.add_findings([finding(1)]),
        "session": lambda: tail.put_session(DEMO),
    }[what]()
    assert tail.has_new() and tail.next_batch == 1
    tail.take()
    assert not tail.has_new()


def test_what_is_written_is_forgotten_and_what_came_after_is_not() -> None:
    tail = Tail()
    tail.append([request(1, b"{}"), answer(2, 1, b"{}")])
    ended, pending = end(call(1), 2, 1), call(9)
    tail.touch(ended)
    tail.touch(pending)
    tail.add_findings([finding(1)])
    first = tail.take()
    tail.append([notification(3)])
    tail.add_findings([finding(3)])
    second = tail.take()
    tail.settle(first)
    assert (list(tail.records), list(tail.exchanges)) == ([3], [9])
    assert tail.all_findings() == [finding(3)]
    tail.settle(second)
    tail.settle(second)
    assert (tail.records, tail.all_findings(), list(tail.exchanges)) == ({}, [], [9])


@pytest.mark.parametrize("taken", [False, True])
def test_an_exchange_that_changed_since_is_kept_for_the_batch_that_has_it(taken: bool) -> None:
    tail = Tail()
    exchange = end(call(1), 2, 1)
    tail.touch(exchange)
    first = tail.take()
    tail.touch(exchange)
    second = tail.take() if taken else None
    tail.settle(first)
    assert list(tail.exchanges) == [1]
    tail.settle(second or tail.take())
    assert tail.exchanges == {}


def test_records_of_an_opened_file_go_on_from_its_last() -> None:
    tail = Tail(7)
    with pytest.raises(ValueError, match="record 7 appended, 8 is next"):
        tail.append([notification(7)])
    tail.append([notification(8)])
    assert tail.last == 8
    assert tail.shown(7, 8) is None
    assert list(tail.shown(8, 8) or ()) == [8]


def test_findings_are_found_by_record_by_exchange_or_either() -> None:
    tail = Tail()
    one, two, three = finding(1), finding(2, 5), finding(3, 6)
    tail.add_findings([one, two])
    tail.take()
    tail.add_findings([three])
    assert tail.all_findings() == tail.findings_of(0, 0) == [one, two, three]
    assert tail.findings_of(2, 0) == tail.findings_of(0, 5) == [two]
    assert tail.findings_of(1, 6) == [one, three]
    assert tail.findings_of(9, 9) == []


def test_rows_of_long_ago_are_left_to_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tails, "SHOWN_KEPT", 10)
    tail = Tail()
    tail.append([notification(number, exchange=0 if number % 2 else 1) for number in range(1, 21)])
    assert list(tail.shown(1, 20) or ()) == list(range(1, 20, 2))
    assert list(tail.shown(4, 9) or ()) == [5, 7, 9]
    tail.append([notification(21)])
    assert tail.shown(10, 21) is None
    assert list(tail.shown(11, 21) or ()) == [11, 13, 15, 17, 19, 21]
    assert list(tail.shown(22, 30) or ()) == []


def test_records_of_an_exchange_are_told_while_they_are_in_memory() -> None:
    tail = Tail()
    tail.append([request(1, b"{}"), notification(2), answer(3, 1, b"{}")])
    assert tail.of_exchange(1) == [1, 3]
    assert tail.of_exchange(2) == []
