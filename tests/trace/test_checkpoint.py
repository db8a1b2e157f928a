"""What was committed is moved into the session file beside the writer."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from inspector.trace import checkpoint
from inspector.trace.checkpoint import DUE_BYTES, Checkpointer

LIMIT_S = 20


class Connection(sqlite3.Connection):
    """Tells of the checkpoints that are asked for."""

    asked: threading.Semaphore
    closed: threading.Event

    def execute(self, sql: str, *more: object) -> sqlite3.Cursor:  # type: ignore[override]
        found = super().execute(sql)
        if "wal_checkpoint(PASSIVE)" in sql:
            self.asked.release()
        return found

    def close(self) -> None:
        super().close()
        self.closed.set()


class Desk:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked, self.closed = threading.Semaphore(0), threading.Event()
        self.connections = 0
        self.made = Checkpointer(self.connect)

    def connect(self) -> sqlite3.Connection:
        self.connections += 1
        found = sqlite3.connect(self.path, factory=Connection)
        found.asked, found.closed = self.asked, self.closed
        return found


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "x.db")


def test_nothing_is_started_before_enough_was_written(desk: Desk) -> None:
    desk.made.wrote(DUE_BYTES - 1)
    desk.made.close()
    assert desk.connections == 0


def test_enough_that_was_written_is_moved_and_counted_anew(desk: Desk) -> None:
    desk.made.wrote(DUE_BYTES // 2)
    desk.made.wrote(DUE_BYTES // 2)
    assert desk.asked.acquire(timeout=LIMIT_S)
    desk.made.wrote(DUE_BYTES - 1)
    assert not desk.asked.acquire(blocking=False)
    desk.made.wrote(1)
    assert desk.asked.acquire(timeout=LIMIT_S)
    desk.made.close()
    assert desk.connections == 1, "one thread with one connection"
    assert desk.closed.is_set()


def test_a_thread_that_cannot_be_had_now_is_tried_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    class Refused(threading.Thread):
        def start(self) -> None:
            raise RuntimeError("can't start new thread")

    with monkeypatch.context() as change:
        change.setattr(checkpoint.threading, "Thread", Refused)
        desk.made.wrote(DUE_BYTES)
    assert desk.connections == 0
    desk.made.wrote(DUE_BYTES)
    assert desk.asked.acquire(timeout=LIMIT_S)
    desk.made.close()


def test_a_file_that_cannot_be_opened_ends_it_quietly() -> None:
    def refused() -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open")

    made = Checkpointer(refused)
    made.wrote(DUE_BYTES)
    made.close()


def test_a_disk_that_is_full_is_the_writers_to_report(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = threading.Semaphore(0)

    def fails(_self: Connection, _sql: str, *_more: object) -> sqlite3.Cursor:
        tries.release()
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(Connection, "execute", fails)
    for _ in range(2):
        desk.made.wrote(DUE_BYTES)
        assert tries.acquire(timeout=LIMIT_S)
    desk.made.close()
