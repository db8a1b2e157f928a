"""The writer thread never ends by itself, keeps what can be kept, and says what cannot."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from inspector.protocol.records import Exchange, Finding, SessionInfo
from inspector.trace.imports.feeding import Feeding
from inspector.trace.journal import Journal
from inspector.trace.journal_schema import RECORD
from tests.trace.samples import DEMO, notification

LONG = "é" * 300_000
MB = 1 << 20


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "session.mcptrace")
    journal.add_session(DEMO)
    yield journal
    journal.close()


def reopened(journal: Journal) -> Journal:
    journal.close()
    return Journal.open(journal.path)


def test_a_full_disk_loses_nothing(journal: Journal) -> None:
    blocker = sqlite3.connect(journal.path, isolation_level=None)
    assert journal._writer is not None
    journal._writer._connection.execute("PRAGMA busy_timeout = 10")
    blocker.execute("BEGIN IMMEDIATE")  # the writer fails as it does when the disk is full
    journal.append([notification(1)])
    journal.flush()
    while not journal.failure:
        pass
    assert journal.written == 0
    assert journal.backlog_bytes > 0
    blocker.execute("ROLLBACK")
    blocker.close()
    journal.sync()
    assert (journal.written, journal.failure, journal.backlog_bytes) == (1, "", 0)


def test_a_disk_that_is_full_at_the_end_does_not_hold_up_closing(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    blocker = sqlite3.connect(journal.path, isolation_level=None)
    assert journal._writer is not None
    journal._writer._connection.execute("PRAGMA busy_timeout = 10")
    blocker.execute("BEGIN IMMEDIATE")
    journal.append([notification(1)])
    journal.close()  # the write fails for the first time now
    assert "cannot write" in journal.failure
    blocker.close()


class Disk:
    """What is free of the disk, and how often somebody looked."""

    def __init__(self, free: int) -> None:
        self.free, self.looks = free, 0

    def usage(self, _folder: Path) -> SimpleNamespace:
        self.looks += 1
        return SimpleNamespace(free=self.free)


@pytest.fixture
def disk(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """One with 100 MB free, of which the journal is to leave 100 MB."""
    disk = Disk(100 * MB)
    monkeypatch.setattr(shutil, "disk_usage", disk.usage)
    journal.leave_free(lambda: 100 * MB)
    return disk


def come_short(journal: Journal, disk: Disk) -> None:
    disk.free -= 1
    journal.append([notification(1)])
    journal.flush()
    while not journal.failure:
        pass


def test_the_journal_stops_at_the_floor_of_the_disk_and_goes_on_when_there_is_room(
    journal: Journal, disk: Disk
) -> None:
    come_short(journal, disk)
    assert "less than 100 MB of free disk space" in journal.failure
    assert (journal.written, journal.backlog_bytes > 0) == (0, True)
    disk.free += MB
    while journal.written < 1:
        pass
    while journal.failure:
        pass
    journal.flush()
    assert journal.backlog_bytes == 0


@pytest.mark.parametrize("wait", [Journal.sync, Journal.close])
def test_what_somebody_waits_for_is_written_below_the_floor_too(
    journal: Journal, disk: Disk, wait: Callable[[Journal], None]
) -> None:
    come_short(journal, disk)
    wait(journal)
    assert journal.written == 1


def test_what_was_written_for_a_caller_does_not_end_the_shortage(journal: Journal, disk: Disk) -> None:
    come_short(journal, disk)
    journal.sync()
    assert "less than 100 MB of free disk space" in journal.failure
    disk.free += 1
    while journal.failure:  # nothing new comes, and yet it is said that there is room
        pass


def test_what_waits_counts_as_if_it_were_written(journal: Journal, disk: Disk) -> None:
    disk.free += 100
    journal.append([notification(1)])
    assert journal.backlog_bytes > 100
    journal.flush()
    while not journal.failure:
        pass
    assert journal.written == 0


def test_the_disk_is_not_looked_at_for_every_batch(journal: Journal, disk: Disk) -> None:
    disk.free += MB
    for number in range(1, 51):
        journal.append([notification(number)])
        journal.flush()
        while journal.written < number:
            pass
    assert 1 <= disk.looks < 10


def test_half_a_character_in_a_text_does_not_end_the_writing(journal: Journal) -> None:
    journal.append([msgspec.structs.replace(notification(1), note="caf\udce9", kind="lifecycle")])
    journal.add_session(SessionInfo(1, "\udcff", "stdio", "x"))
    journal.sync()
    opened = reopened(journal)
    (record,) = opened.records(1, 1)
    assert record.note == "caf\\udce9"
    assert opened.sessions()[0].name == "\\udcff"
    opened.close()


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"at_ns": 10**25}, {"at_ns": 2**62}),
        ({"size": -(10**25)}, {"size": 0}),
        ({"note": {"no": "text"}}, {"note": "{'no': 'text'}"}),
        ({"note": "caf\udce9", "size": 2**64}, {"note": "caf\\udce9", "size": 2**62}),
    ],
)
def test_what_no_database_holds_is_changed_and_the_record_kept(
    journal: Journal, change: dict[str, object], kept: dict[str, object]
) -> None:
    journal.append([notification(1), msgspec.structs.replace(notification(2, b"{}"), **change)])
    journal.touch(Exchange(1, 1, "out", "tools/call", started_ns=10**30))
    journal.add_findings([Finding(1, 10**30, 1, "RPC-02", "error", "big")])
    journal.sync()
    assert (journal.written, journal.failure) == (2, "")
    opened = reopened(journal)
    assert opened.records(1, 2) == [
        notification(1),
        msgspec.structs.replace(notification(2, b"{}"), **kept),
    ]
    assert opened.exchange(1).started_ns == 2**62  # type: ignore[union-attr]
    opened.close()


def test_a_row_that_is_refused_is_left_out_and_told(journal: Journal) -> None:
    journal.append([notification(1)])
    journal.sync()
    blocker = sqlite3.connect(journal.path, isolation_level=None)
    columns = ", ".join(column for column in RECORD.columns if column != "number")
    blocker.execute(f"INSERT INTO record(number, {columns}) SELECT 3, {columns} FROM record WHERE number = 1")
    blocker.close()
    journal.append([notification(2), notification(3), notification(4)])
    journal.sync()
    assert journal.written == 4
    assert "rows omitted" in journal.failure
    assert "UNIQUE" in journal.failure
    journal.append([notification(5)])
    journal.sync()
    assert "rejects them: 1" in journal.failure  # it stays true
    journal.close()
    with sqlite3.connect(journal.path) as file:
        assert [number for (number,) in file.execute("SELECT number FROM body")] == [1, 2, 4, 5]
    file.close()


def test_waiting_ends_when_the_writer_has_ended(journal: Journal) -> None:
    writer = journal._writer
    assert writer is not None
    journal.append([notification(1)])
    journal.close()
    assert not writer.wait()


@pytest.mark.parametrize(
    "asked",
    [
        {"method": LONG},
        {"id": LONG, "method": "ping"},
        {"method": "tools/call", "params": {"name": LONG}},
    ],
)
@pytest.mark.parametrize(
    "answered",
    [
        {"error": {"code": 1, "message": LONG}},
        {"result": {"protocolVersion": LONG, "serverInfo": {"name": LONG}}},
        {
            "method": "notifications/progress",
            "params": {"progressToken": 1, "progress": 1e308, "message": LONG},
        },
    ],
)
def test_a_session_with_texts_and_numbers_beyond_measure_opens_again(
    tmp_path: Path, asked: dict[str, Any], answered: dict[str, Any]
) -> None:
    """A peer chooses its names; the check of a file bounds them."""
    path = tmp_path / "x.mcptrace"
    journal = Journal.create(path)
    feeding = Feeding(journal, LONG, "stdio", "x", 1)
    params = asked.get("params", {}) | {"_meta": {"progressToken": 1}}
    feeding.went(json.dumps({"jsonrpc": "2.0", "id": 1} | asked | {"params": params}).encode(), 5)
    ids = {} if "method" in answered else {"id": asked.get("id", 1)}
    feeding.came(json.dumps({"jsonrpc": "2.0"} | ids | answered).encode(), 6)
    feeding.end()
    journal.close()
    with closing(Journal.open(path)) as again:
        assert again.last >= 2
