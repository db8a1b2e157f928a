"""A filter within a stretch of time, and with the time references."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.trace.journal import Journal
from inspector.trace.query.language import Compiled, compile_filter
from inspector.trace.query.range import with_references, within
from tests.trace.samples import SECOND, START, answer, call, end, request

MS = 1_000_000


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Two calls: of 1 ms to 3 ms (records 1, 3), and of 2 ms that pends (2); then a ping at 4 ms."""
    made = Journal.create(tmp_path / "r.mcptrace")
    made.append([request(1, b"{}"), request(2, b"{}"), answer(3, 1, b"{}"), request(4, b"{}", "ping")])
    first = end(call(1), 3, 2)
    first.ended_ns = START + 3 * MS
    made.touch(first)
    made.touch(call(2, "slow"))
    made.touch(end(call(4, "", method="ping"), 0, 0, "lost"))
    made.sync()
    yield made
    made.close()


def shown(journal: Journal, mode: str, where: Compiled) -> list[int]:
    return list(journal.visible(mode, 1, journal.last, where))


def test_messages_of_the_stretch_are_shown_with_both_its_ends(journal: Journal) -> None:
    where = within(None, START + 2 * MS, START + 3 * MS)
    assert shown(journal, "messages", where) == [2, 3]
    assert shown(journal, "messages", within(None, START + 2 * MS + 1, START + 3 * MS - 1)) == []
    assert where.text == f"at {START + 2 * MS}..{START + 3 * MS}"


def test_calls_count_with_their_whole_length(journal: Journal) -> None:
    assert shown(journal, "calls", within(None, START + 3 * MS, START + 3 * MS)) == [1, 2]
    assert shown(journal, "calls", within(None, START + 3 * MS + 1, START + 4 * MS)) == [2, 4]
    assert shown(journal, "calls", within(None, START, START + MS)) == [1]
    assert shown(journal, "calls", within(None, START + SECOND, START + 2 * SECOND)) == [2], "it still runs"
    assert shown(journal, "calls", within(None, START, START + MS - 1)) == []


def test_a_filter_holds_within_the_stretch(journal: Journal) -> None:
    where = within(compile_filter("method == ping or number == 2"), START, START + 3 * MS)
    assert shown(journal, "messages", where) == [2]
    assert shown(journal, "calls", where) == [2]
    assert where.text == f"(method == ping or number == 2) and at {START}..{START + 3 * MS}"


def test_references_stay_in_sight(journal: Journal) -> None:
    where = with_references(compile_filter("method == ping"))
    journal.annotations.set_reference(1, True)
    assert shown(journal, "messages", where) == [1, 4]
    assert shown(journal, "calls", where) == [1, 4]
    journal.annotations.set_reference(1, False)
    assert shown(journal, "messages", where) == [4]
