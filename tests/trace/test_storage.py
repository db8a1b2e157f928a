"""Session files are recognised, survive a kill, are found again, and are copied whole."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.trace import storage
from inspector.trace.journal import Journal, recoverable
from inspector.trace.journal_schema import NEWER
from tests.trace.samples import DEMO, call, notification, request

ROOT = Path(__file__).resolve().parent.parent.parent
OLD_NS = 100_000_000  # of the program's processor time: "everything older than 100 ms is in the file"


def killed_session(path: Path, frames: int) -> list[tuple[int, int, int]]:
    """Kill the flood after some frames, one of which is in the file. Returns what it printed."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.trace.flooding_child", str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    printed: list[bytes] = []
    while len(printed) < frames or printed[-1].split()[1] == b"0":
        printed.append(child.stdout.readline())
        assert printed[-1], "it ended by itself"
    child.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    printed += child.stdout.readlines()
    child.wait()
    child.stdout.close()
    parts = [line.split() for line in printed if line.endswith(b"\n")]
    return [(int(last), int(written), int(at_ns)) for last, written, at_ns in parts]


@pytest.fixture
def memory_folder(tmp_path: Path) -> Iterator[Path]:
    """In memory where the system has such a folder: the program is measured, not a disk others write to."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        yield Path(folder)


@pytest.mark.parametrize("frames", [2, 40])
def test_after_a_kill_everything_older_than_100_ms_is_in_the_file(memory_folder: Path, frames: int) -> None:
    path = memory_folder / "killed.mcptrace"
    told = killed_session(path, frames)
    _, written, killed_ns = told[-1]
    due = max((last for last, _, at_ns in told if killed_ns - at_ns > OLD_NS), default=0)
    journal = Journal.open(path)
    assert journal.last >= max(due, written)
    assert journal.last % 600 == 0, "a frame is in the file whole or not at all"
    assert [record.raw for record in journal.records(1, journal.last)] == [
        b"%d" % number for number in range(1, journal.last + 1)
    ]
    calls = [row for row in journal.rows(range(1, journal.last + 1)) if row.opens]
    assert len(calls) == journal.last // 600
    assert {row.status for row in calls} <= {"lost"}
    journal.close()


def test_killed_session_opens_from_a_folder_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "killed.mcptrace"
    killed_session(path, 20)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    assert f"{path.name}-wal" in before
    # Tests may run as root, who can write everywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    journal = Journal.open(path)
    assert journal.last >= 600
    journal.close()
    after = {file.name: file.read_bytes() for file in tmp_path.iterdir() if not file.name.endswith("-shm")}
    assert after == before


@pytest.mark.parametrize("name", ["a b.mcptrace", "100%?#&=.mcptrace", "안녕 'ä\".mcptrace", "no-suffix"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    if os.name == "nt":
        name = name.translate({ord(character): None for character in '?"'})
    journal = Journal.create(tmp_path / name)
    journal.append([notification(1)])
    journal.sync()
    assert journal.record(1) is not None
    journal.close()
    opened = Journal.open(tmp_path / name)
    assert opened.last == 1
    opened.close()
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_closed_session_is_one_file_and_opens_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.mcptrace"
    journal = Journal.create(path)
    journal.append([notification(1)])
    journal.close()
    assert [file.name for file in tmp_path.iterdir()] == ["a.mcptrace"]
    monkeypatch.setattr(os, "access", lambda *_: False)
    opened = Journal.open(path)
    assert opened.last == 1
    opened.close()
    assert [file.name for file in tmp_path.iterdir()] == ["a.mcptrace"]


def other_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE other(a)")
    connection.close()


def newer_session(path: Path) -> None:
    Journal.create(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def broken_session(path: Path) -> None:
    Journal.create(path).close()
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 20_000)


def text_file(path: Path) -> None:
    path.write_text("hello " * 100)


def folder(path: Path) -> None:
    path.mkdir()


REFUSED = [
    (text_file, "not a session file; choose one ending in .mcptrace"),
    (other_database, "SQLite file of another program"),
    (newer_session, "newer version .*update this program"),
    (broken_session, "cannot read the session file"),
    (folder, "is a folder, not a file"),
    (Path.touch, "not a session file"),
    (lambda path: None, "No such file"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_what_is_no_session_file_is_refused_in_plain_words(
    tmp_path: Path, make: object, message: str
) -> None:
    path = tmp_path / "x.mcptrace"
    assert callable(make)
    make(path)
    with pytest.raises(UsageError, match=message):
        Journal.open(path)


def test_create_replaces_a_session_but_no_other_file(tmp_path: Path) -> None:
    path = tmp_path / "a.mcptrace"
    for _ in range(2):
        journal = Journal.create(path)
        assert journal.last == 0
        journal.append([notification(1)])
        journal.close()
    text_file(tmp_path / "precious.txt")
    with pytest.raises(UsageError, match="not a session file"):
        Journal.create(tmp_path / "precious.txt")
    assert (tmp_path / "precious.txt").read_text().startswith("hello")
    with pytest.raises(UsageError, match="cannot create the session file"):
        Journal.create(tmp_path / "missing" / "a.mcptrace")


@pytest.fixture
def sessions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    yield storage.sessions_folder()


def test_temporary_session_is_removed_by_close(sessions: Path) -> None:
    first, second = Journal.create(), Journal.create()
    assert first.path != second.path
    assert first.path.parent == sessions
    first.append([notification(1)])
    file, part = first.spool_file("line")
    file.close()
    assert first.unsaved
    assert recoverable() == [], "sessions of living programs are not offered"
    first.close()
    second.close()
    assert not part.exists()
    assert list(sessions.iterdir()) == []


def test_session_left_by_a_dead_program_is_offered(sessions: Path) -> None:
    killed_session(sessions / "left.mcptrace", 20)
    assert recoverable() == [sessions / "left.mcptrace"]
    journal = Journal.open(recoverable()[0])
    assert journal.last > 0
    journal.close()
    storage.remove_file(sessions / "left.mcptrace")
    assert recoverable() == []


def test_saved_copy_has_records_and_spooled_lines(tmp_path: Path, sessions: Path) -> None:
    journal = Journal.create()
    journal.add_session(DEMO)
    file, part = journal.spool_file("record-1")
    with file:
        file.write(b"whole line")
    other, second = journal.spool_file("record-1")
    other.close()
    assert part != second
    journal.append([request(1, b"whole", spool=str(part)), notification(2)])
    journal.touch(call(1))
    journal.flush()
    target = tmp_path / "saved.mcptrace"
    for _ in range(2):  # saving again replaces
        journal.save_as(target)
    unsaved = [journal.unsaved]
    journal.append([notification(3)])
    unsaved.append(journal.unsaved)
    assert unsaved == [False, True]
    journal.close()
    opened = Journal.open(target)
    record = opened.record(1)
    assert record is not None
    assert Path(record.spool).parent.name == "saved.mcptrace.parts"
    assert Path(record.spool).read_bytes() == b"whole line"
    assert opened.rows([1])[0].spool == record.spool
    assert opened.last == 2
    moved = tmp_path / "again.mcptrace"
    opened.save_as(moved)  # an opened file can be saved elsewhere too
    opened.close()
    assert storage.parts_folder(moved).is_dir()
    opened = Journal.open(moved)
    assert opened.rows([1])[0].status == "lost"
    opened.close()
    connection = sqlite3.connect(moved)
    assert connection.execute("SELECT status FROM exchange").fetchone() == ("pending",)
    connection.close()


def test_file_of_a_program_that_knew_fewer_times_of_a_call_opens_and_is_saved(tmp_path: Path) -> None:
    path, copy = tmp_path / "old.mcptrace", tmp_path / "copy.mcptrace"
    journal = Journal.create(path)
    journal.add_session(DEMO)
    journal.append([request(1, b"{}")])
    journal.touch(call(1, status="pending"))
    journal.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for column in NEWER:
            connection.execute(f"ALTER TABLE exchange DROP COLUMN {column}")
    old = Journal.open(path)
    old.save_as(copy)
    exchange = old.exchange(1)
    assert exchange is not None
    assert (exchange.status, exchange.connect_ns, exchange.written_ns) == ("lost", 0, 0)
    old.close()
    saved = Journal.open(copy)
    assert saved.exchange(1) == exchange
    saved.close()


def test_saving_where_nothing_can_be_written_is_explained(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.mcptrace")
    with pytest.raises(UsageError, match="cannot save the session"):
        journal.save_as(tmp_path / "missing" / "b.mcptrace")
    journal.close()


def test_session_that_ended_in_order_is_put_aside_when_wanted_and_removed_when_old(sessions: Path) -> None:
    journal = Journal.create()
    journal.add_session(DEMO)
    file, part = journal.spool_file("line")
    with file:
        file.write(b"whole")
    journal.append([request(1, b"w", spool=str(part))])
    journal.close(keep=True)
    assert recoverable() == [], "it was closed in order"
    [path] = storage.kept()
    assert path.parent == storage.kept_folder()
    assert [one.name for one in sessions.iterdir()] == ["kept"]
    opened = Journal.open(path)
    record = opened.record(1)
    assert record is not None
    assert Path(record.spool).read_bytes() == b"whole"
    opened.close()
    storage.remove_old(1)
    assert storage.kept() == [path]
    week_ago = time.time() - 7 * 86_400
    os.utime(path, (week_ago, week_ago))
    storage.remove_old(6.9)
    assert list(storage.kept_folder().iterdir()) == []


def test_kept_sessions_have_a_largest_size_together_but_the_newest_always_stays(sessions: Path) -> None:
    for age in (3, 2, 1):
        path = storage.kept_folder() / f"{age}.mcptrace"
        path.write_bytes(b"x" * 100)
        os.utime(path, (time.time() - age, time.time() - age))
    storage.remove_old(1, largest=250)
    assert [path.name for path in storage.kept()] == ["1.mcptrace", "2.mcptrace"]
    storage.remove_old(1, largest=10)
    assert [path.name for path in storage.kept()] == ["1.mcptrace"]


def test_session_left_by_a_dead_program_can_be_put_aside_whole(sessions: Path) -> None:
    killed_session(sessions / "left.mcptrace", 20)
    journal = Journal.open(sessions / "left.mcptrace")
    last = journal.last
    journal.close()
    (sessions / "kept").mkdir()
    (sessions / "kept" / "left.mcptrace").write_bytes(b"in the way")
    path = storage.put_aside(sessions / "left.mcptrace")
    assert path.name == "left-2.mcptrace"
    assert recoverable() == []
    opened = Journal.open(path)
    assert opened.last == last
    opened.close()
