"""What happened inside a call: progress, rounds, and what the server asked meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from inspector.trace import parts
from inspector.trace.journal import Journal
from inspector.trace.parts import NOTHING, Nested, Parts, family_of, parts_of
from tests.trace.samples import DEMO, START, answer, call, end, notification, request

MS = 1_000_000


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Call 1 with progress, a second round and two questions, of which one is open; call 9 alone."""
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append(
        [
            request(1, b"{}"),
            notification(2, exchange=1, role="progress"),
            request(3, b"{}", "sampling/createMessage", direction="in", role="nested"),
            answer(4, 3, b"{}"),
            request(5, b"{}", exchange=1, role="retry"),
            request(6, b"{}", "roots/list", direction="in", role="nested"),
            notification(7, exchange=1, role="progress"),
            notification(8),
            request(9, b"{}"),
        ]
    )
    asked = end(call(3, "", direction="in", method="sampling/createMessage", parent=1), 4, 2)
    open_ = call(6, "", direction="in", method="roots/list", parent=1, sent_ns=0, started_ns=START + 5)
    for exchange in (call(1), asked, open_, call(9)):
        journal.touch(exchange)
    journal.sync()
    with closing(journal.reader()) as made:
        yield made
    journal.close()


NESTED = (
    Nested(3, "sampling/createMessage", "", "done", START, START + 2 * MS),
    Nested(6, "roots/list", "", "pending", START + 5, 0),
)


def test_a_call_has_its_moments_where_they_are_wanted(connection: sqlite3.Connection) -> None:
    at = {number: START + number * MS for number in range(10)}
    assert parts_of(connection, [1, 9], [1, 9]) == {1: Parts((at[2], at[7]), (at[5],), NESTED), 9: NOTHING}
    assert parts_of(connection, [1], []) == {1: Parts((), (), NESTED)}
    assert parts_of(connection, [], []) == {}


def test_of_very_many_questions_the_first_are_shown(
    connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_NESTED", 1)
    assert parts_of(connection, [1, 9], [])[1].nested == NESTED[:1]
    assert list(family_of(connection, 1)) == [1, 3]


def test_a_family_is_a_call_with_all_that_was_asked_meanwhile(connection: sqlite3.Connection) -> None:
    assert family_of(connection, 1) == {1: [1, 2, 5, 7], 3: [3, 4], 6: [6]}
    assert family_of(connection, 9) == {9: [9]}
    assert family_of(connection, 0) == {0: []}


@pytest.mark.parametrize(
    ("most", "numbers"), [(1, [1, 7]), (2, [1, 2, 5, 7]), (3, [1, 2, 5, 7]), (4, [1, 2, 5, 7])]
)
def test_of_a_long_call_the_first_and_the_last_records_are_told(
    most: int, numbers: list[int], connection: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_FAMILY", most)
    assert family_of(connection, 1)[1] == numbers
