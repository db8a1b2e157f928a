"""Which records and calls have to do with one another, as the file of a session tells it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.protocol.records import Exchange, Record, SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.relations import (
    SecondTry,
    answered_calls,
    answering_heads,
    calls_during,
    calls_of_stream,
    nested_calls,
    records_of_calls,
    second_tries,
    stream_heads,
)
from tests.hostile_files import make_hostile
from tests.trace.samples import DEMO, answer, call, end, notification, request

NEAR = 5_000
"""Records around one that are looked through."""


class Telling:
    """Appends to a journal; every method returns the number of its record."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.calls: dict[int, Exchange] = {}

    def ask(self, target: str = "echo", session: int = 1, **more: object) -> int:
        number = self.journal.next_number()
        self.journal.append([request(number, b"{}", session=session)])
        self.calls[number] = call(number, target, session=session, **more)
        self.journal.touch(self.calls[number])
        return number

    def answer(self, to: int) -> int:
        number = self.journal.next_number()
        self.journal.append([answer(number, to, b"{}", session=self.calls[to].session)])
        self.journal.touch(end(self.calls[to], number, 5))
        return number

    def tell(self, raw: bytes = b"{}", **more: object) -> int:
        number = self.journal.next_number()
        self.journal.append([notification(number, raw, **more)])
        return number

    def head(self, raw: bytes = b"HTTP/1.1 200 OK", **more: object) -> int:
        return self.tell(raw, **{"kind": "head", "channel": "post-1", "valid": False, **more})

    def note(self, text: str) -> int:
        return self.tell(b"", kind="lifecycle", direction="", valid=False, note=text)

    def fill(self, count: int) -> None:
        """Records that have to do with nothing."""
        first = self.journal.next_number()
        self.journal.append([notification(number) for number in range(first, first + count)])

    def record(self, number: int) -> Record:
        self.journal.sync()
        found = self.journal.record(number)
        assert found is not None
        return found

    def exchange(self, number: int) -> Exchange:
        self.journal.sync()
        return self.calls[number]


@pytest.fixture
def told(tmp_path: Path) -> Iterator[Telling]:
    journal = Journal.create(tmp_path / "t.mcptrace")
    journal.add_session(DEMO)
    journal.add_session(SessionInfo(2, "other", "stdio", "x"))
    yield Telling(journal)
    journal.close()


# -- calls ---------------------------------------------------------------------------------------------


def test_the_calls_inside_a_call_are_told_in_order_and_the_first_ones_only(told: Telling) -> None:
    outer = told.ask()
    inside = [told.ask(parent=outer, direction="in") for _ in range(3)]
    told.ask(parent=inside[0])
    told.journal.sync()
    assert nested_calls(told.journal, outer, 10) == inside
    assert nested_calls(told.journal, outer, 2) == inside[:2]
    assert nested_calls(told.journal, inside[2], 10) == []


def test_only_answered_calls_of_ours_of_that_name_and_these_sessions_count(told: Telling) -> None:
    ours = [told.ask(), told.ask(session=2), told.ask()]
    others = [told.ask("sum"), told.ask(method="prompts/get"), told.ask(direction="in")]
    told.ask()  # without an answer
    for number in (*ours, *others):
        told.answer(number)
    told.journal.sync()

    def found(sessions: list[int], most: int = 10) -> list[int]:
        return answered_calls(told.journal, sessions, "tools/call", "echo", most)

    assert found([1]) == [ours[2], ours[0]]
    assert found([1, 2]) == [ours[2], ours[1], ours[0]]
    assert found([1, 2], most=2) == [ours[2], ours[1]]
    assert found([]) == []


def test_the_newest_records_of_calls_come_first(told: Telling) -> None:
    one, two, third = told.ask(), told.ask(), told.ask()
    of_two = told.answer(two)
    told.fill(1)
    of_one = told.answer(one)
    told.answer(third)
    told.journal.sync()
    last = told.journal.last
    assert records_of_calls(told.journal, [one, two], last, 10) == [of_one, of_two, two, one]
    assert records_of_calls(told.journal, [one, two], last, 3) == [of_one, of_two, two]
    assert records_of_calls(told.journal, [one, two], of_one - 1, 10) == [of_two, two, one]
    assert records_of_calls(told.journal, [], last, 10) == []


# -- streams -------------------------------------------------------------------------------------------


def test_a_stream_is_of_the_calls_that_have_records_on_it(told: Telling) -> None:
    one, two, elsewhere = told.ask(), told.ask(), told.ask()
    told.tell(exchange=one, channel="post-1")
    told.tell(exchange=one, channel="post-1")
    alone = told.tell(channel="post-1")
    told.tell(exchange=two, channel="post-1")
    told.tell(exchange=elsewhere, channel="post-2")
    told.tell(exchange=elsewhere, channel="post-1", session=2)
    assert sorted(calls_of_stream(told.journal, told.record(alone))) == [one, two]


def test_five_calls_of_a_stream_are_told_at_most(told: Telling) -> None:
    calls = [told.ask() for _ in range(7)]
    for number in calls:
        told.tell(exchange=number, channel="post-1")
    found = calls_of_stream(told.journal, told.record(told.tell(channel="post-1")))
    assert len(set(found)) == len(found) == 5
    assert set(found) < set(calls)


@pytest.mark.parametrize(("between", "seen"), [(NEAR - 1, True), (NEAR, False)])
def test_a_call_far_from_a_record_is_not_looked_for_on_its_stream(
    told: Telling, between: int, seen: bool
) -> None:
    number = told.ask()
    before = told.tell(channel="post-1")
    told.fill(between)
    told.tell(exchange=number, channel="post-1")
    told.fill(between)
    after = told.tell(channel="post-1")
    found = [calls_of_stream(told.journal, told.record(one)) for one in (before, after)]
    assert found == [[number] if seen else []] * 2


def test_the_last_two_heads_before_a_record_opened_its_stream(told: Telling) -> None:
    heads = [told.head() for _ in range(3)]
    told.head(channel="post-2")
    told.head(session=2)
    told.tell(channel="post-1")
    record = told.record(told.tell(channel="post-1"))
    told.head()
    told.journal.sync()
    assert stream_heads(told.journal, record) == heads[1:]


def test_a_head_is_told_with_the_next_one(told: Telling) -> None:
    first, second = told.head(direction="out"), told.head()
    told.head(channel="post-2")
    third = told.head()
    assert stream_heads(told.journal, told.record(first)) == [second]
    assert stream_heads(told.journal, told.record(second)) == [first, third]
    assert stream_heads(told.journal, told.record(third)) == [first, second]


@pytest.mark.parametrize(("between", "seen"), [(NEAR - 1, True), (NEAR, False)])
def test_the_answer_to_a_head_is_looked_for_near_it(told: Telling, between: int, seen: bool) -> None:
    asking = told.head(direction="out")
    told.fill(between)
    answering = told.head()
    assert stream_heads(told.journal, told.record(asking)) == ([answering] if seen else [])
    assert stream_heads(told.journal, told.record(answering)) == [asking]


def test_heads_that_answered_are_told_with_what_was_asked_for(told: Telling) -> None:
    one, two = told.ask(), told.ask()
    told.head(b"POST /mcp", exchange=one, direction="out")
    told.head(b"HTTP/1.1 401 No", exchange=one)
    told.head(b"HTTP/1.1 202 Accepted", exchange=two)
    told.head(b"HTTP/1.1 200 OK", exchange=one)
    alone = told.head(b"HTTP/1.1 404 Not Found")
    told.head(b"HTTP/1.1 500 Nobody asked")
    told.journal.sync()
    assert answering_heads(told.journal, [alone, two, one]) == [
        (one, "HTTP/1.1 401 No"),
        (two, "HTTP/1.1 202 Accepted"),
        (one, "HTTP/1.1 200 OK"),
        (alone, "HTTP/1.1 404 Not Found"),
    ]
    assert answering_heads(told.journal, []) == []


def test_of_a_head_its_first_64_bytes_are_read_though_they_end_inside_a_letter(told: Telling) -> None:
    number = told.head(("HTTP/1.1 200 OK\r\nx-names: " + "가" * 100).encode())
    told.journal.sync()
    read = "HTTP/1.1 200 OK\r\nx-names: " + "가" * 12 + "\ufffd"
    assert answering_heads(told.journal, [number]) == [(number, read)]


# -- second tries --------------------------------------------------------------------------------------


def test_a_request_after_a_note_about_it_is_its_second_try(told: Telling) -> None:
    first = told.ask()
    mended = told.note(f"#{first}: the token was renewed")
    told.ask("sum")
    told.ask(direction="in")
    told.ask(method="prompts/get")
    again = told.ask()
    told.ask()
    expected = [SecondTry(first, mended, again)]
    assert second_tries(told.journal, told.exchange(first)) == expected
    assert second_tries(told.journal, told.exchange(again)) == expected


def test_a_request_may_be_a_second_try_and_have_one(told: Telling) -> None:
    first = told.ask()
    mended = told.note(f"#{first}: the token was renewed")
    second = told.ask()
    mended_again = told.note(f"#{second}: the token was renewed")
    third = told.ask()
    found = second_tries(told.journal, told.exchange(second))
    assert found == [SecondTry(second, mended_again, third), SecondTry(first, mended, second)]


def test_a_note_without_a_request_after_it_is_no_second_try(told: Telling) -> None:
    first = told.ask()
    told.note(f"#{first}: the token was renewed")
    other = told.ask("sum")
    told.note("exit code 0")
    told.note("#x: of no request")
    told.note("#999: of a request that is not there")
    assert second_tries(told.journal, told.exchange(first)) == []
    assert second_tries(told.journal, told.exchange(other)) == []


@pytest.mark.parametrize(
    ("before", "after", "forwards", "backwards"),
    [
        (NEAR - 1, 0, True, True),
        (NEAR, 0, False, False),
        (0, NEAR - 1, True, True),
        (0, NEAR, False, False),
    ],
)
def test_a_second_try_is_near(
    told: Telling, before: int, after: int, forwards: bool, backwards: bool
) -> None:
    first = told.ask()
    told.fill(before)
    mended = told.note(f"#{first}: the token was renewed")
    told.fill(after)
    again = told.ask()
    expected = [SecondTry(first, mended, again)]
    assert second_tries(told.journal, told.exchange(first)) == (expected if forwards else [])
    assert second_tries(told.journal, told.exchange(again)) == (expected if backwards else [])


@pytest.mark.parametrize(("notes", "seen"), [(19, True), (20, False)])
def test_twenty_notes_before_a_request_are_looked_at(told: Telling, notes: int, seen: bool) -> None:
    first = told.ask()
    mended = told.note(f"#{first}: the token was renewed")
    for number in range(notes):
        told.note(f"#{900 + number}: of another")
    again = told.ask()
    expected = [SecondTry(first, mended, again)] if seen else []
    assert second_tries(told.journal, told.exchange(again)) == expected


def test_a_file_that_was_opened_answers_the_same(told: Telling, tmp_path: Path) -> None:
    outer = told.ask()
    inside = told.ask(parent=outer)
    record = told.tell(exchange=outer, channel="post-1")
    told.journal.sync()
    told.journal.save_as(tmp_path / "copy.mcptrace")
    opened = Journal.open(tmp_path / "copy.mcptrace")
    try:
        assert nested_calls(opened, outer, 10) == [inside]
        assert records_of_calls(opened, [outer], opened.last, 10) == [record, outer]
        assert calls_of_stream(opened, told.record(record)) == [outer]
    finally:
        opened.close()


def test_of_a_large_damaged_file_no_call_is_found(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("no page of calls", path)
    with closing(Journal.open(path, whole_bytes=0)) as journal:
        assert journal.unsure and journal.records(4, 4)[0].kind == "stderr"
        assert calls_during(journal, 4) == []
