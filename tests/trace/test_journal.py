"""The journal keeps every byte, in order, in memory for a moment and then in the file."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from inspector.errors import ClosedError, DamagedError, UsageError
from inspector.protocol.records import Exchange, Finding
from inspector.trace import journal as journals
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import OWN_ROW, has_own_row
from tests.hostile_files import make_hostile
from tests.trace.samples import DEMO, answer, call, end, notification, request

ODD_BYTES = [
    b"",
    b"\0",
    b"a\0b",
    b"\xff\xfe\x80 not UTF-8",
    "안녕 \u2028 🎉".encode(),
    b'{"a": 1.10, "a": 9007199254740993}',
    b"'); DROP TABLE record; --",
    b"line\r\nline\r\n",
]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "session.mcptrace")
    journal.add_session(DEMO)
    yield journal
    journal.close()


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal.open(journal.path)


@pytest.mark.parametrize("synced", [False, True])
def test_bytes_come_back_exactly(journal: Journal, synced: bool) -> None:
    written = [notification(place, raw, frame=raw[::-1]) for place, raw in enumerate(ODD_BYTES, 1)]
    journal.append(written)
    if synced:
        journal.sync()
    assert journal.records(1, 100) == written


def test_bytes_come_back_exactly_from_an_opened_file(journal: Journal) -> None:
    written = [notification(place, raw, note="왜", id='"1"') for place, raw in enumerate(ODD_BYTES, 1)]
    journal.append(written)
    opened = reopened(journal)
    assert opened.records(1, opened.last) == written
    opened.close()


@pytest.mark.parametrize("size", [511 * 1024, 513 * 1024, 5_000_000])
def test_large_messages_come_back_exactly(journal: Journal, size: int) -> None:
    raw = b'{"text":"' + b"ab\xf0" * (size // 3) + b'"}'
    journal.append([notification(1, raw, frame=b"data: " + raw)])
    journal.sync()
    record = journal.record(1)
    assert record is not None
    assert record.raw == raw
    assert record.frame == b"data: " + raw
    assert journal.rows([1])[0].preview == raw[:120].decode("utf-8", "replace")[:120]


def test_records_span_memory_and_file(journal: Journal) -> None:
    journal.append([notification(1), notification(2)])
    journal.sync()
    journal.append([notification(3)])
    assert [record.number for record in journal.records(1, 9)] == [1, 2, 3]
    assert [row.number for row in journal.rows([3, 1, 7, 2])] == [3, 1, 2]


def test_numbers_that_do_not_go_on_are_refused(journal: Journal) -> None:
    with pytest.raises(ValueError, match="record 5 appended, 1 is next"):
        journal.append([notification(5)])


def test_memory_holds_only_what_is_not_written(journal: Journal) -> None:
    for start in range(1, 20_000, 500):
        journal.append([notification(number) for number in range(start, start + 500)])
        exchange = call(start)
        journal.touch(exchange)
        journal.touch(end(exchange, start + 1, 1.0))
        journal.flush()
    journal.sync()
    tail = journal._tail
    assert (len(tail.records), len(tail.exchanges), len(tail.findings), journal.backlog_bytes) == (0, 0, 0, 0)
    assert len(tail._ended) == len(tail._handed) == 0
    assert journal.written == journal.last == 20_000


def test_many_changes_are_announced_once(journal: Journal) -> None:
    journal.take_changes()
    calls: list[int] = []
    journal.on_change = lambda: calls.append(1)
    journal.append([notification(1)])
    journal.append([notification(2)])
    journal.touch(call(1))
    assert calls == [1]
    changes = journal.take_changes()
    assert (changes.first, changes.last, changes.exchanges, changes.findings) == (1, 2, (1,), False)
    again = journal.take_changes()
    assert again.first > again.last
    assert again.exchanges == ()
    journal.append([notification(3)])
    assert calls == [1, 1]


def test_the_mark_of_changes_says_when_they_are_in_the_file(journal: Journal) -> None:
    journal.append([notification(1)])
    mark = journal.take_changes().mark
    assert not journal.is_written(mark)
    journal.sync()
    assert journal.is_written(mark)


def test_exchange_is_the_living_object_while_it_is_pending(journal: Journal) -> None:
    exchange = call(1)
    journal.append([request(1, b"{}")])
    journal.touch(exchange)
    journal.sync()
    assert journal.exchange(1) is exchange
    assert journal.rows([1])[0].status == "pending"
    journal.append([answer(2, 1, b"{}")])
    journal.touch(end(exchange, 2, 46.0))
    assert journal.rows([1])[0].status == "done"
    journal.sync()
    stored = journal.exchange(1)
    assert stored is not exchange
    assert stored == exchange
    assert journal.rows([1])[0].duration_ns == 46_000_000
    assert journal.exchange_records(1) == [1, 2]
    assert journal.exchange(77) is None


def test_exchange_touched_again_after_its_end_stays_right(journal: Journal) -> None:
    exchange = end(call(1), 2, 1.0)
    journal.append([request(1, b"{}"), answer(2, 1, b"{}")])
    journal.touch(exchange)
    journal.flush()
    exchange.detail = "and a second answer"
    journal.touch(exchange)
    journal.sync()
    stored = journal.exchange(1)
    assert stored is not None
    assert stored.detail == "and a second answer"
    assert journal.rows([2])[0].detail == "and a second answer"


def test_findings_show_at_the_record_and_at_the_call(journal: Journal) -> None:
    journal.append([request(1, b"{}"), answer(2, 1, b"{}"), notification(3)])
    journal.touch(call(1))
    assert [row.severity for row in journal.rows([1, 2, 3])] == ["", "", ""]
    warning = Finding(2, 1, 1, "RPC-02", "warning", "odd")
    journal.add_findings([warning])
    for _ in range(2):
        assert [row.severity for row in journal.rows([1, 2, 3])] == ["warning", "warning", ""]
        assert journal.findings(exchange=1) == journal.findings(record=2) == journal.findings() == [warning]
        journal.sync()
    journal.add_findings([Finding(1, 1, 1, "RPC-01", "error", "bad")])
    assert [row.severity for row in journal.rows([1, 2, 3])] == ["error", "warning", ""]
    assert journal.finding_count() == {"warning": 1, "error": 1}
    assert [journal.error_findings(session) for session in (1, 2)] == [1, 0]
    assert len(journal.findings()) == 2


def test_findings_are_read_by_their_place_from_file_and_memory(journal: Journal) -> None:
    journal.append([notification(number) for number in range(1, 8)])
    told = [Finding(number, 0, 1, f"RPC-{number}", "info", "so") for number in range(1, 8)]
    journal.add_findings(told[:3])
    assert journal.findings_between(1, 9) == told[1:3]
    journal.sync()
    journal.add_findings(told[3:5])
    journal.flush()
    journal.add_findings(told[5:])
    for _ in range(2):
        assert journal.findings_between(0, 6) == told
        assert journal.findings_between(2, 3) == told[2:4]
        assert journal.findings_between(5, 5) == told[5:6]
        assert journal.findings_between(7, 9) == []
        journal.sync()


MIXED = [
    request(1, b"{}"),
    notification(2, kind="head", exchange=1),
    notification(3, exchange=1, role="progress"),
    answer(4, 1, b"{}"),
    answer(5, 1, b"{}", role="duplicate"),
    notification(6, kind="head"),
    notification(7, kind="stderr"),
    notification(8, kind="batch"),
    notification(9, role="member"),
    request(10, b"{}", role="member"),
    notification(11, kind="malformed", exchange=1),
    answer(12, 0, b"{}", role="unknown"),
    request(13, b"{}", role="nested", direction="in"),
    request(14, b"{}", role="retry", exchange=1),
    notification(15, exchange=1, role="log"),
]
CALLS = [1, 5, 7, 8, 10, 11, 12, 13, 15]


def test_calls_show_one_row_a_call_and_hide_nothing_that_went_wrong(journal: Journal) -> None:
    journal.append(MIXED)
    for _ in range(2):
        assert list(journal.visible("calls", 1, 15)) == CALLS
        assert list(journal.visible("calls", 5, 8)) == [5, 7, 8]
        assert list(journal.visible("messages", 1, 99)) == list(range(1, 16))
        journal.sync()
    assert list(journal.matching("calls", [4, 5, 2, 1])) == [1, 5]
    opened = reopened(journal)
    assert list(opened.visible("calls", 1, 99)) == CALLS
    opened.close()


def test_own_rows_are_the_same_in_python_and_sql(journal: Journal) -> None:
    journal.append(MIXED)
    journal.sync()
    connection = journal.reader()
    found = [row[0] for row in connection.execute(f"SELECT number FROM record r WHERE {OWN_ROW} ORDER BY 1")]
    connection.close()
    assert found == [record.number for record in MIXED if has_own_row(record)]


def test_long_sessions_answer_from_the_file_what_memory_forgot(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inspector.trace.tail.SHOWN_KEPT", 100)
    for start in range(1, 1001, 50):
        journal.append([notification(number) for number in range(start, start + 50)])
        journal.flush()
    journal.sync()
    journal.append([notification(1001)])
    assert list(journal.visible("calls", 1, 1001)) == list(range(1, 1002))
    assert list(journal.visible("calls", 990, 1001)) == list(range(990, 1002))


def test_reading_while_writing_sees_whole_records(journal: Journal) -> None:
    wrong: list[object] = []
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            last = journal.written
            numbers = list(journal.visible("messages", 1, last))
            records = journal.records(max(1, last - 20), last)
            if numbers != list(range(1, last + 1)) or any(r.raw != b"%d" % r.number for r in records):
                wrong.append((last, len(numbers)))

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for start in range(1, 20_001, 100):
        journal.append([notification(number, b"%d" % number) for number in range(start, start + 100)])
        journal.flush()
    journal.sync()
    stop.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_connections_for_readers_cannot_write(journal: Journal) -> None:
    connection = journal.reader()
    for statement in ("DELETE FROM record", "CREATE TABLE t(a)", "PRAGMA user_version = 9"):
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            connection.execute(statement)
    connection.close()


def test_opened_file_refuses_to_grow(journal: Journal) -> None:
    opened = reopened(journal)
    with pytest.raises(ClosedError):
        opened.append([notification(1)])
    with pytest.raises(ClosedError):
        opened.touch(call(1))
    opened.sync()
    opened.close()


def test_pending_calls_of_an_opened_file_are_lost(journal: Journal) -> None:
    journal.append([request(1, b"{}")])
    journal.touch(call(1))
    opened = reopened(journal)
    stored = opened.exchange(1)
    assert isinstance(stored, Exchange)
    assert stored.status == "lost"
    assert opened.rows([1])[0].status == "lost"
    opened.close()


def test_a_stream_that_was_open_when_a_file_was_saved_lost_no_answer(journal: Journal) -> None:
    journal.append([request(1, b"{}", method="subscriptions/listen")])
    journal.touch(call(1, method="subscriptions/listen"))
    opened = reopened(journal)
    assert opened.rows([1])[0].status == "cancelled"
    opened.close()


def test_sessions_are_kept_with_what_became_known(journal: Journal) -> None:
    assert journal.next_session() == 2
    info = journal.sessions()[0]
    info.revision = "2025-11-25"
    journal.update_session(info)
    assert journal.take_changes().sessions
    opened = reopened(journal)
    assert opened.sessions() == [info]
    opened.close()


def test_close_is_safe_twice_and_with_work_waiting(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.append([notification(1)])
    journal.close()
    journal.close()
    with pytest.raises(UsageError):
        Journal.open(tmp_path / "b.mcptrace")


def test_parts_stay_in_their_folder_whatever_they_are_called(journal: Journal) -> None:
    file, path = journal.spool_file("../@scope/server")
    file.close()
    assert path.parent == journal.path.with_name(journal.path.name + ".parts")
    record = msgspec.structs.replace(notification(1), spool="../../etc/passwd")
    journal.append([record])
    journal.sync()
    journal._writer._connection.execute("UPDATE record SET spool = '../../etc/passwd'")  # type: ignore[union-attr]
    opened = reopened(journal)
    assert Path(opened.records(1, 1)[0].spool).parent == path.parent
    opened.close()


def test_closing_ends_a_question_that_a_worker_is_asking(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    journal.sync()
    begun, ended = threading.Event(), []

    def ask() -> None:
        with pytest.raises(ClosedError), journal._reader.lend() as connection:
            connection.create_function("begun", 0, begun.set)
            endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
            connection.execute(f"SELECT begun(), ({endless})").fetchall()
        ended.append(True)

    worker = threading.Thread(target=ask)
    worker.start()
    assert begun.wait(10)
    journal.close()
    worker.join(10)
    assert ended == [True]
    with pytest.raises(ClosedError):
        journal.rows([1])


@pytest.mark.parametrize("change", ["exchange", "finding"])
def test_a_row_that_a_worker_made_before_a_change_is_not_shown_after_it(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    running = call(1)
    journal.append([request(1, b"{}")])
    journal.touch(running)
    journal.add_findings([Finding(1, 0, 1, "RPC-01", "warning", "odd")])
    journal.sync()
    make = journal._rows._make

    def made_too_early(numbers: list[int], with_findings: bool) -> object:
        rows = make(numbers, with_findings)
        if change == "exchange":
            journal.touch(end(running, 2, 5))
        else:
            journal.add_findings([Finding(1, 0, 1, "RPC-02", "error", "wrong")])
        return rows

    monkeypatch.setattr(journal._rows, "_make", made_too_early)
    journal.rows([1])
    monkeypatch.undo()
    [row] = journal.rows([1])
    assert (row.status, row.severity) == (
        ("done", "warning") if change == "exchange" else ("pending", "error")
    )


def test_a_large_file_with_a_broken_page_is_damaged_when_it_is_looked_through(tmp_path: Path) -> None:
    path = tmp_path / "x.mcptrace"
    make_hostile("a page of zeros", path)
    with closing(Journal.open(path, whole_bytes=0)) as journal:
        with pytest.raises(DamagedError, match="malformed"):
            journal.look_through()
        assert journal.unsure


READ_ONLY = "cannot add to {}: it is read-only or closed"


@pytest.mark.parametrize(
    "added",
    [
        lambda journal: journal.append([]),
        lambda journal: journal.touch(call(1)),
        lambda journal: journal.add_findings([]),
        lambda journal: journal.add_session(DEMO),
        lambda journal: journal.spool_file("line"),
    ],
)
@pytest.mark.parametrize("how", ["closed", "opened"])
def test_nothing_is_added_to_what_is_closed_or_opened(
    journal: Journal, added: Callable[[Journal], object], how: str
) -> None:
    assert not journal.read_only
    journal.close()
    with closing(journal if how == "closed" else Journal.open(journal.path)) as full:
        assert full.read_only == (how == "opened")
        with pytest.raises(ClosedError, match=f"^{re.escape(READ_ONLY.format(full.path))}$"):
            added(full)


@pytest.mark.parametrize(("limit", "count"), [("FLUSH_RECORDS", 3), ("FLUSH_BYTES", 700)])
def test_a_burst_does_not_wait_for_the_end_of_its_frame(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, limit: str, count: int
) -> None:
    monkeypatch.setattr(journals, limit, count)
    journal.append([notification(1), notification(2)])
    journal.wait_written()
    assert journal.written == 0
    journal.append([notification(3)])
    journal.wait_written()
    assert journal.written == 3


def test_what_is_not_in_the_file_yet_is_told_in_bytes(journal: Journal) -> None:
    journal.sync()
    assert (journal.backlog_bytes, journal.failure) == (0, "")
    journal.append([notification(1, b"12345")])
    assert journal.backlog_bytes == 205
    journal.append([notification(2, b"1")])
    assert journal.backlog_bytes == 406
    journal.sync()
    assert (journal.backlog_bytes, journal.written) == (0, 2)
    with closing(reopened(journal)) as opened:
        assert (opened.backlog_bytes, opened.failure, opened.written) == (0, "", 2)
        assert opened.is_written(1000)


def test_a_new_session_comes_after_the_highest_number(journal: Journal) -> None:
    journal.add_session(msgspec.structs.replace(DEMO, number=7))
    journal.add_session(msgspec.structs.replace(DEMO, number=3))
    assert journal.next_session() == 8
    assert journal.next_number() == 1
    journal.append([notification(1)])
    assert journal.next_number() == 2
    with closing(reopened(journal)) as opened:
        assert (opened.next_session(), opened.next_number()) == (8, 2)
        opened.leave_free(lambda: 0)


def test_changes_tell_of_findings_and_sessions_once(journal: Journal) -> None:
    assert journal.take_changes().sessions
    journal.append([notification(1)])
    journal.add_findings([])
    changes = journal.take_changes()
    assert (changes.sessions, changes.findings) == (False, False)
    told: list[None] = []
    journal.on_change = lambda: told.append(None)
    journal.add_findings([])
    journal.append([])
    assert told == []
    journal.add_findings([Finding(1, 0, 1, "RPC-01", "error", "bad")])
    assert told == [None]
    changes = journal.take_changes()
    assert (changes.sessions, changes.findings) == (False, True)
    changes = journal.take_changes()
    assert (changes.findings, changes.first, changes.last) == (False, 2, 1)
    journal.annotations.set_marked([1], True)
    assert told == [None, None]


def test_an_exchange_is_found_in_memory_and_in_the_file(journal: Journal) -> None:
    journal.append([request(1, b"{}"), notification(2, exchange=1)])
    ended = end(call(1), 3, 1.0)
    journal.touch(ended)
    journal.sync()
    journal.append([answer(3, 1, b"{}"), answer(4, 2, b"{}")])
    assert journal.exchange_records(1) == [1, 2, 3]
    assert journal.exchange_records(2) == [4]
    assert journal.exchange(1) == ended and journal.exchange(1) is not ended


def test_records_are_asked_for_from_the_first_to_the_last_there_is(journal: Journal) -> None:
    journal.append([notification(number) for number in range(1, 4)])
    journal.sync()
    journal.append([notification(number) for number in range(4, 6)])
    for first, last, found in [
        (-3, 2, [1, 2]), (3, 4, [3, 4]), (4, 99, [4, 5]), (5, 5, [5]), (6, 9, []), (3, 2, [])
    ]:  # fmt: skip
        assert [one.number for one in journal.records(first, last)] == found
    assert journal.record(0) is None and journal.record(6) is None
    assert [one.raw for one in journal.records(1, 4, largest=3)][3] == notification(4).raw, "it is in memory"


def test_a_view_is_scanned_piece_by_piece(journal: Journal) -> None:
    journal.append(MIXED)
    journal.sync()
    found = [number for _, numbers in journal.scan("calls", None, 1, 15, lambda: False) for number in numbers]
    assert found == CALLS


def test_a_second_reader_reads_the_same_file_for_itself(journal: Journal) -> None:
    journal.append([notification(1, spool="x")])
    journal.sync()
    with closing(journal.second_reader()) as reader:
        assert not reader.unsure
        [record] = reader.records(1, 1)
        assert record.spool == str(journal.path.with_name(journal.path.name + ".parts") / "x")
    assert journal.record(1) is not None, "closing it closes nothing else"


def test_what_was_not_looked_through_says_so_until_it_is(journal: Journal) -> None:
    journal.append([notification(1)])
    journal.close()
    with closing(Journal.open(journal.path, whole_bytes=0)) as opened:
        assert opened.unsure
        with closing(opened.second_reader()) as reader:
            assert reader.unsure
        opened.look_through()
        assert not opened.unsure
    with closing(Journal.open(journal.path)) as opened:
        assert not opened.unsure


def test_a_temporary_session_is_unsaved_until_it_was_saved(tmp_path: Path) -> None:
    with closing(Journal.create()) as journal:
        assert not journal.unsaved
        journal.append([notification(1)])
        assert journal.unsaved
        journal.sync()
        journal.save_as(tmp_path / "saved.mcptrace")
        assert not journal.unsaved
        journal.append([notification(2)])
        assert journal.unsaved
        journal.save_as(tmp_path / "again.mcptrace")
        assert journal.unsaved, "only what was flushed is in a copy"
    assert not journal.path.exists()
    with closing(Journal.create(tmp_path / "named.mcptrace")) as named:
        named.append([notification(1)])
        assert not named.unsaved


def test_annotations_of_an_opened_file_are_waited_for(journal: Journal) -> None:
    journal.append([notification(1)])
    assert journal.wait_for_annotations() == ""
    opened = reopened(journal)
    assert opened.wait_for_annotations() == ""
    told: list[None] = []
    opened.on_change = lambda: told.append(None)
    opened.annotations.set_marked([1], True)
    assert opened.wait_for_annotations() == "" and told == []
    opened.close()
    opened.annotations.set_marked([1], False)
    with closing(Journal.open(journal.path)) as again:
        assert again.annotations.is_marked(1), "what comes after the end is not written"


def test_a_place_that_refuses_leaves_no_temporary_session_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    released: list[None] = []
    lock = SimpleNamespace(release=lambda: released.append(None))

    def refused(_path: Path) -> sqlite3.Connection:
        raise UsageError("no room")

    monkeypatch.setattr(journals.storage, "new_temporary", lambda: (tmp_path / "a.mcptrace", lock))
    monkeypatch.setattr(journals.storage, "create_file", refused)
    for path in (None, tmp_path / "b.mcptrace"):
        with pytest.raises(UsageError, match="no room"):
            Journal.create(path)
        assert released == [None]


@pytest.mark.parametrize("error", [sqlite3.DatabaseError("torn"), UsageError("no session")])
def test_a_copy_of_what_cannot_be_opened_is_removed(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    journal.close()
    removed: list[None] = []
    copy = SimpleNamespace(cleanup=lambda: removed.append(None))

    def refused(*_given: object) -> bool:
        raise error

    checked = journals.storage.checked
    monkeypatch.setattr(journals.storage, "make_readable", lambda path: (path, True, copy))
    monkeypatch.setattr(journals.storage, "checked", refused)
    with pytest.raises(DamagedError if isinstance(error, sqlite3.Error) else UsageError) as caught:
        Journal.open(journal.path)
    assert ("torn" if isinstance(error, sqlite3.Error) else "no session") in str(caught.value)
    assert removed == [None]
    monkeypatch.setattr(journals.storage, "checked", checked)
    opened = Journal.open(journal.path)
    assert removed == [None]
    opened.close()
    assert removed == [None, None]
