"""Rows in the order of a column: numbers as numbers, texts as texts, missing last, equals as they came."""

from __future__ import annotations

import random
import sqlite3
from array import array
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.errors import ClosedError
from inspector.protocol.records import Finding
from inspector.trace import sorting
from inspector.trace.journal import Journal
from inspector.trace.query.language import compile_filter
from inspector.trace.sorting import KEYS, RowOrder, RowSort, next_sort
from inspector.ui.timeline.view.columns import COLUMNS
from tests.ui.story import Story


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "a.mcptrace")
    yield journal
    journal.close()


@pytest.fixture
def story(journal: Journal) -> Story:
    return Story(journal)


def _never() -> bool:
    return False


def order_of(
    journal: Journal, key: str, *, down: bool = False, mode: str = "calls", filter: str = ""
) -> list[int]:
    journal.sync()
    where = compile_filter(filter) if filter else None
    numbers = journal.visible(mode, 1, journal.last, where)
    order = journal.sorted(mode, numbers, where, RowSort(key, down), _never)
    assert order is not None
    assert [order.row_of(number) for number in order.numbers] == list(range(len(order)))
    assert sorted(order.numbers) == list(numbers)
    return list(order.numbers)


def ping(story: Story, arguments: str) -> int:
    raw = f'{{"jsonrpc":"2.0","method":"x","params":{arguments}}}'.encode()
    return story.record("notification", raw, method="x", valid=True)


def test_every_column_of_the_timeline_can_be_sorted() -> None:
    assert {column.key for column in COLUMNS} == set(KEYS)


def test_numbers_come_before_texts_and_both_before_what_is_missing(journal: Journal, story: Story) -> None:
    values = (
        '{"v":10}',
        '{"v":"9"}',
        "{}",
        '{"v":9}',
        '{"v":"Alpha"}',
        '{"v":null}',
        '{"v":"beta"}',
        '{"v":-1.5}',
    )
    for value in values:
        ping(story, value)
    assert order_of(journal, "$.params.v") == [8, 4, 1, 2, 5, 7, 3, 6]
    assert order_of(journal, "$.params.v", down=True) == [7, 5, 2, 1, 4, 8, 3, 6]


def test_what_is_alike_keeps_the_order_of_recording_either_way(journal: Journal, story: Story) -> None:
    for value in (2, 1, 2, 1):
        ping(story, f'{{"v":{value}}}')
    assert order_of(journal, "$.params.v") == [2, 4, 1, 3]
    assert order_of(journal, "$.params.v", down=True) == [1, 3, 2, 4]


def test_a_name_that_needs_quotes_or_is_escaped_is_found(journal: Journal, story: Story) -> None:
    ping(story, '{"é x":2}')
    ping(story, '{"\\u00e9 x":1}')
    assert order_of(journal, '$.params["é x"]') == [2, 1]


def test_a_broken_path_and_a_broken_message_sort_as_missing(journal: Journal, story: Story) -> None:
    story.record("malformed", b'{"params": {"v": 1', valid=False)
    ping(story, '{"v":5}')
    assert order_of(journal, "$.params.v") == [2, 1]
    assert order_of(journal, "$[") == [1, 2]
    assert order_of(journal, "v") == [1, 2]


def test_of_a_call_the_request_counts_and_else_the_answer(journal: Journal, story: Story) -> None:
    for text in ("b", "a"):
        story.answer(story.ask(), text=text)
    assert order_of(journal, "$.result.text") == [3, 1]
    assert order_of(journal, "$.result.text", mode="messages") == [4, 2, 1, 3]
    assert order_of(journal, "$.id", down=True) == [3, 1]


def test_pending_calls_last_longest_and_lost_ones_have_no_duration(journal: Journal, story: Story) -> None:
    lost, slow, pending, quick, later = (story.ask() for _ in range(5))
    story.answer(quick)
    story.answer(slow)
    story.give_up(lost, "lost")
    ascending = [quick.number, slow.number, later.number, pending.number]
    assert order_of(journal, "duration") == [*ascending, lost.number]
    assert order_of(journal, "duration", down=True) == [*reversed(ascending), lost.number]


def test_columns_of_a_call_say_what_its_row_shows(journal: Journal, story: Story) -> None:
    story.answer(story.ask(target="sum"), text="a long answer, longer than the other")
    story.answer(story.ask(target="Echo"), "failed", "-32602 no")
    story.answer(story.ask(target="add"))
    assert order_of(journal, "target") == [5, 3, 1]
    assert order_of(journal, "size", down=True) == [1, 3, 5]
    assert order_of(journal, "status") == [1, 5, 3]
    assert order_of(journal, "time", down=True) == [5, 3, 1]
    assert order_of(journal, "number", down=True) == [5, 3, 1]


def test_ids_are_sorted_as_json(journal: Journal, story: Story) -> None:
    for identifier in ("10", '"b"', "9", "", '"10"'):
        story.record("notification", b"{}", id=identifier)
    assert order_of(journal, "id") == [3, 1, 5, 2, 4]


def test_the_worst_finding_and_notes_are_sorted(journal: Journal, story: Story) -> None:
    for _ in range(4):
        story.call()
    journal.add_findings([Finding(3, 0, 1, "A", "info", ""), Finding(0, 5, 1, "B", "error", "")])
    journal.add_findings([Finding(3, 0, 1, "C", "warning", "")])
    journal.annotations.set_note(7, "b")
    journal.annotations.set_note(1, "c")
    assert order_of(journal, "finding") == [5, 3, 1, 7]
    assert order_of(journal, "comment") == [7, 1, 3, 5]


def test_the_status_of_the_last_http_head_counts(journal: Journal, story: Story) -> None:
    for status in (401, 200, 0):
        call = story.ask()
        if status:
            story.part(call, "head", b"HTTP/1.1 500 No\r\n")
            story.part(call, "head", f"HTTP/1.1 {status} X\r\n".encode())
    assert order_of(journal, "http") == [4, 1, 7]


def test_a_filter_applies_before_the_sort(journal: Journal, story: Story) -> None:
    for target in ("b", "skip", "a"):
        story.call(target)
    assert order_of(journal, "target", filter="target in {a, b}") == [5, 1]


def test_many_rows_are_sorted_as_python_would(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorting, "_PIECE", 7)
    monkeypatch.setattr(sorting, "_THREADS", 3)
    monkeypatch.setattr(sorting, "_PIECE_CHARS", 40)
    rng = random.Random(5)
    values = [rng.choice([None, rng.randrange(50), rng.random() * 50]) for _ in range(500)]
    for value in values:
        ping(story, "{}" if value is None else f'{{"v":{value}}}')
    there = sorted((value, place + 1) for place, value in enumerate(values) if value is not None)
    missing = [place + 1 for place, value in enumerate(values) if value is None]
    assert order_of(journal, "$.params.v") == [number for _, number in there] + missing
    some = [number for _, number in there if 100 <= number < 300] + [n for n in missing if 100 <= n < 300]
    assert order_of(journal, "$.params.v", filter="number in {100..299}") == some


def test_records_that_are_not_written_yet_are_left_out(journal: Journal, story: Story) -> None:
    ping(story, "{}")
    journal.sync()
    ping(story, "{}")
    order = journal.sorted("messages", range(1, 3), None, RowSort("time"), _never)
    assert order is not None
    assert list(order.numbers) == [1]
    assert order.row_of(2) == -1


def test_nothing_is_sorted_into_nothing(journal: Journal) -> None:
    order = journal.sorted("calls", array("q"), None, RowSort("time"), _never)
    assert order is not None
    assert len(order) == 0


def test_a_sort_can_be_cancelled(journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inspector.trace.reader._STEPS", 10)
    for _ in range(200):
        ping(story, '{"v":1}')
    journal.sync()
    assert journal.sorted("calls", range(1, 201), None, RowSort("$.params.v"), lambda: True) is None


def test_closing_the_journal_ends_a_sort(
    journal: Journal, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.trace.reader._STEPS", 10)
    for _ in range(200):
        ping(story, '{"v":1}')
    journal.sync()

    def close() -> bool:
        journal.close(keep=True)
        return False

    with pytest.raises(ClosedError):
        journal.sorted("calls", range(1, 201), None, RowSort("$.params.v"), close)


def test_rows_below_a_removed_one_move_up() -> None:
    order = RowOrder(RowSort("time"), 9)
    order.extend([9, 3, 7, 1])
    order.extend([5])
    order.remove(1)
    order.remove(2)
    assert list(order.numbers) == [9, 7, 5]
    assert [order.row_of(number) for number in (9, 3, 7, 1, 5, 4, 0, 99, -1)] == [
        0,
        -1,
        1,
        -1,
        2,
        -1,
        -1,
        -1,
        -1,
    ]


def _in(numbers: list[int]) -> RowOrder:
    order = RowOrder(RowSort("time"), max(numbers))
    order.extend(numbers)
    return order


def test_the_next_of_some_goes_by_rows_and_round() -> None:
    order = _in([9, 3, 7, 1, 5])
    some = [1, 3, 4, 9]  # 4 has no row
    assert [order.beside(some, row, 1) for row in range(-1, 5)] == [9, 3, 1, 1, 9, 9]
    assert [order.beside(some, row, -1) for row in range(-1, 5)] == [1, 1, 9, 3, 3, 1]
    assert order.beside([4], 0, 1) == order.beside([], 0, -1) == 0


def test_among_many_it_is_looked_for_near_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sorting, "_FEW", 2)
    order = _in([9, 3, 7, 1, 5, 2, 4])
    some = [1, 2, 4, 9]
    assert [order.beside(some, row, 1) for row in range(7)] == [1, 1, 1, 2, 2, 4, 9]
    assert [order.beside(some, row, -1) for row in range(7)] == [4, 9, 9, 9, 1, 1, 2]


def test_only_some_keep_their_order() -> None:
    order = _in([9, 3, 7, 1]).only([1, 2, 9])
    assert list(order.numbers) == [9, 1]
    assert [order.row_of(number) for number in (9, 1, 3)] == [0, 1, -1]
    assert order.sort == RowSort("time")


def test_clicks_go_up_down_and_back_to_the_order_of_recording() -> None:
    up, down = RowSort("size"), RowSort("size", True)
    assert [next_sort(None, "size"), next_sort(up, "size"), next_sort(down, "size")] == [up, down, None]
    assert next_sort(down, "time") == RowSort("time")
    assert [next_sort(sort, "number") for sort in (None, RowSort("number", True), up)] == [
        RowSort("number", True),
        None,
        None,
    ]


def test_bytes_where_a_text_belongs_are_no_key(journal: Journal, story: Story) -> None:
    """A large file is not looked at whole: it may hold a value of megabytes for each of its rows."""
    first, second = story.call("b").number, story.call("a").number
    journal.sync()
    with closing(sqlite3.connect(journal.path)) as connection:
        connection.execute("UPDATE exchange SET target = zeroblob(1000) WHERE number = ?", (second,))
        connection.commit()
    rows = [number for number in order_of(journal, "target") if number in (first, second)]
    assert rows == [first, second]
