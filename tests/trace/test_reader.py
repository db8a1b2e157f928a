"""Questions to a session file are answered from it alone, in order, and end when it closes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.errors import ClosedError
from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.trace.reader import LARGE_BYTES, Reader
from inspector.trace.rows import preview_of
from tests.trace.samples import DEMO, answer, call, end, notification, request

FINDINGS = [
    Finding(2, 1, 1, "A", "error", "x"),
    Finding(3, 0, 1, "B", "info", "y"),
    Finding(1, 1, 1, "C", "error", "z"),
]
RECORDS = [
    request(1, b'{"one": 1}', frame=b"data: x"),
    answer(2, 1, b"[2]"),
    notification(3, b"x" * LARGE_BYTES, method="m" * 5000, note="n" * 5000),
    notification(4, b""),
]


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append(RECORDS)
    journal.touch(end(call(1), 2, 5))
    journal.add_findings(FINDINGS)
    journal.sync()
    yield journal._reader
    journal.close()


def test_records_come_back_in_order_with_or_without_long_bytes(reader: Reader) -> None:
    assert reader.last() == 4
    assert reader.records(1, 9) == reader.records_of([4, 2, 1, 3, 9]) == RECORDS
    assert reader.records(2, 3) == RECORDS[1:3]
    lengths = [len(one.raw) for one in reader.records(1, 4, LARGE_BYTES)]
    assert lengths == [10, 3, 0, 0]
    assert [len(one.raw) for one in reader.records(1, 4, LARGE_BYTES + 1)] == [10, 3, LARGE_BYTES, 0]
    assert reader.weights([4, 3, 1]) == [(1, 17), (3, LARGE_BYTES), (4, 0)]


def test_bytes_of_many_megabytes_come_back_piece_by_piece(tmp_path: Path) -> None:
    large = bytes(range(256)) * 10_000
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.add_session(DEMO)
    journal.append([notification(1, b'"%b"' % large, frame=large), notification(2, b"{}")])
    journal.sync()
    apart: list[int] = []
    with journal._reader.lend() as connection:
        connection.set_trace_callback(lambda sql: apart.append(sql.count("THEN 0 ELSE")))
    first, second = journal._reader.records(1, 2)
    without = journal._reader.records(1, 2, LARGE_BYTES)[0]
    journal.close()
    assert (first.raw, first.frame, second.raw) == (b'"%b"' % large, large, b"{}")
    assert (without.raw, without.frame) == (b"", large)
    assert apart == [2, 2], "SQLite is not asked for them in one go"


def test_heads_have_no_bytes_but_their_beginning(reader: Reader) -> None:
    heads = {record.number: (record, preview) for record, preview in reader.heads([3, 1, 4])}
    assert sorted(heads) == [1, 3, 4]
    assert heads[1][0].raw == heads[1][0].frame == b""
    assert [heads[number][1] for number in (1, 3, 4)] == ['{"one": 1}', preview_of(RECORDS[2].raw), ""]
    assert (len(heads[3][0].method), len(heads[3][0].note)) == (4096, 4096)


def test_calls_and_their_records_are_found(reader: Reader) -> None:
    assert reader.exchanges([2, 1]) == [end(call(1), 2, 5)]
    assert reader.of_exchange(1) == [1, 2] and reader.of_exchange(0) == []
    assert reader.sessions() == [DEMO]


def test_findings_are_found_by_record_by_call_and_by_place(reader: Reader) -> None:
    assert reader.findings(0, 0) == FINDINGS
    assert reader.findings(0, 1) == [FINDINGS[0], FINDINGS[2]]
    assert reader.findings(3, 0) == [FINDINGS[1]]
    assert reader.findings(3, 1) == FINDINGS
    assert reader.findings_between(1, 1) == [FINDINGS[1]]
    assert reader.findings_between(1, 9) == FINDINGS[1:]
    assert reader.findings_of([3, 1]) == [FINDINGS[2], FINDINGS[1]]
    assert sorted(reader.severities([1])) == [(1, 1, "error"), (2, 1, "error")]
    assert reader.severities([3]) == [(3, 0, "info")]
    assert reader.finding_count() == {"error": 2, "info": 1}


def test_connections_are_lent_again_and_closed_at_the_end(reader: Reader) -> None:
    with reader.lend() as one:
        with reader.lend() as other:
            assert one is not other
        with reader.lend() as third:
            assert third is other
    with reader.lend() as lent:
        own = reader.connect()
        reader.close()
        for connection in (lent, own):
            with pytest.raises(sqlite3.OperationalError, match="interrupted"):
                connection.execute(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
                ).fetchone()
        own.close()
    with pytest.raises(sqlite3.ProgrammingError):
        lent.execute("SELECT 1")
    with pytest.raises(ClosedError):
        reader.last()


def test_other_mistakes_of_a_question_come_as_they_are(reader: Reader) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"), reader.lend() as connection:
        connection.execute("SELECT * FROM nowhere")


def test_a_spooled_line_is_looked_for_in_its_folder_and_never_through_a_link(tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    parts.mkdir()
    (parts / "a").write_text("x")
    (parts / "folder").mkdir()
    (parts / "link").symlink_to(tmp_path)
    reader = Reader(lambda: sqlite3.connect(":memory:"), parts)
    assert reader._part("/elsewhere/a") == str(parts / "a")
    assert reader._part("gone") == str(parts / "gone")
    assert reader._part("folder") == reader._part("link") == ""
    (tmp_path / "linked").symlink_to(parts)
    assert Reader(lambda: sqlite3.connect(":memory:"), tmp_path / "linked")._part("a") == ""
