"""Which processes belong to a child, and that all of them and no other get the signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.transport import process_tree
from inspector.transport.process_tree import ProcessTree, _Process

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells of processes")

CHILD = 1000


def process(
    pid: int, parent: int = 1, group: int = 0, session: int = 0, started: int = 50, state: str = "S"
) -> _Process:
    return _Process(pid, started, parent, group, session, state)


class System:
    """Processes as /proc would tell, and the signals that were sent."""

    def __init__(self, *processes: _Process) -> None:
        self.table = {one.pid: one for one in processes}
        self.looks: list[bool] = []
        self.sent: list[tuple[str, int, int]] = []
        self.gone: set[int] = set()

    def look(self, fresh: bool = False) -> dict[int, _Process]:
        self.looks.append(fresh)
        return dict(self.table)

    def kill(self, pid: int, number: int) -> None:
        self.sent.append(("process", pid, number))
        if pid in self.gone:
            raise ProcessLookupError

    def killpg(self, group: int, number: int) -> None:
        self.sent.append(("group", group, number))
        if group in self.gone:
            raise PermissionError


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    made = System(process(CHILD, parent=os.getpid(), group=CHILD, session=CHILD))
    monkeypatch.setattr(process_tree, "_table", made.look)
    monkeypatch.setattr(process_tree, "_process", made.table.get)
    monkeypatch.setattr(os, "kill", made.kill)
    monkeypatch.setattr(os, "killpg", made.killpg)
    monkeypatch.setattr(os, "getpgid", lambda pid: made.table[pid].group)
    yield made


def add(system: System, *processes: _Process) -> None:
    system.table.update({one.pid: one for one in processes})


@pytest.mark.parametrize(
    ("other", "belongs"),
    [
        (process(7, parent=CHILD), True),
        (process(7, group=CHILD), True),
        (process(7, session=CHILD), True),
        (process(7, parent=CHILD, started=49), False),
        (process(7, parent=1, group=7, session=7), False),
        (process(7, parent=CHILD, state="Z"), False),
        (process(7, parent=CHILD, state="X"), False),
    ],
)
def test_what_descends_from_the_child_or_is_of_its_group_belongs_to_it(
    system: System, other: _Process, belongs: bool
) -> None:
    add(system, other)
    assert ProcessTree(CHILD).refresh() == [CHILD, *([7] if belongs else [])]


def test_the_child_comes_first_and_grandchildren_are_found_in_any_order(system: System) -> None:
    add(system, process(5, parent=6), process(6, parent=9), process(9, parent=CHILD))
    assert ProcessTree(CHILD).refresh() == [CHILD, 5, 6, 9]


def test_a_daemon_that_was_seen_once_stays_known_and_a_pid_that_is_used_again_does_not(
    system: System,
) -> None:
    add(system, process(5, parent=CHILD), process(6, parent=CHILD))
    tree = ProcessTree(CHILD)
    assert tree.refresh() == [CHILD, 5, 6]
    add(system, process(5, parent=1, group=5), process(6, parent=1, group=6, started=99))
    assert tree.refresh() == [CHILD, 5]
    del system.table[5]
    assert tree.refresh() == [CHILD]
    del system.table[CHILD]
    assert tree.refresh() == []


def test_another_process_with_the_pid_of_a_child_that_ended_is_not_it(system: System) -> None:
    tree = ProcessTree(CHILD)
    add(system, process(CHILD, started=99))
    assert tree.refresh() == []


def test_a_child_that_has_just_begun_is_looked_for_once_more(system: System) -> None:
    tree = ProcessTree(CHILD)
    tree.refresh()
    assert system.looks == [False]
    child = system.table.pop(CHILD)
    system.looks.clear()
    assert tree.refresh() == []
    assert system.looks == [False, True]
    add(system, child)
    late = ProcessTree(CHILD)
    late._started = 0
    assert late.refresh() == [CHILD]
    assert late._started == child.started


def test_the_group_gets_the_signal_and_what_left_it_too(system: System) -> None:
    add(system, process(5, parent=CHILD, group=CHILD), process(6, parent=CHILD, group=6))
    assert ProcessTree(CHILD).end(signal.SIGTERM) == [CHILD, 5, 6]
    assert system.sent == [("group", CHILD, signal.SIGTERM), ("process", 6, signal.SIGTERM)]


def test_one_that_ended_meanwhile_stops_nothing(system: System) -> None:
    add(system, process(6, parent=CHILD, group=6), process(7, parent=CHILD, group=7))
    system.gone = {CHILD, 6}
    assert ProcessTree(CHILD).end(signal.SIGKILL) == [CHILD, 6, 7]
    assert [pid for _, pid, _ in system.sent] == [CHILD, 6, 7]


def test_nobody_gets_a_signal_when_all_have_ended(system: System) -> None:
    tree = ProcessTree(CHILD)
    system.table.clear()
    assert tree.end(signal.SIGTERM) == [] and system.sent == []


def test_who_holds_a_pipe_is_killed_but_not_we(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    held = {5: ["pipe:[1]"], 6: ["pipe:[2]"], 8: ["pipe:[1]"], os.getpid(): ["pipe:[1]"]}
    monkeypatch.setattr(process_tree, "_pids", lambda: [*held, 9])
    monkeypatch.setattr(process_tree, "_holds", lambda pid, pipes: bool({*held.get(pid, ())} & {*pipes}))
    system.gone = {8}
    assert ProcessTree(CHILD).end_holders(["pipe:[1]", "pipe:[3]"]) == [5]
    assert system.sent == [("process", 5, signal.SIGKILL), ("process", 8, signal.SIGKILL)]


# -- what the system tells


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    words = [sys.executable, "-c", "input()"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True) as started:
        yield started
        started.kill()


def test_a_process_is_read_whatever_its_name(tmp_path: Path) -> None:
    program = tmp_path / "a) R 1 (b"
    program.symlink_to(sys.executable)
    words: Any = [str(program), "-c", "input()"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, start_new_session=True) as started:
        found = process_tree._process(started.pid)
        assert found is not None
        assert (found.pid, found.parent, found.group, found.session) == (
            started.pid, os.getpid(), started.pid, started.pid,
        )  # fmt: skip
        assert found.state in "RSD" and found.started > 0
        started.kill()
    assert process_tree._process(started.pid) is None


def test_a_look_at_all_processes_is_kept_for_a_moment(
    child: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(process_tree.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(process_tree, "_shared", (-1.0, {}))
    first = process_tree._table()
    assert child.pid in first and os.getpid() in first
    now[0] += 0.009
    assert process_tree._table() is first
    assert process_tree._table(fresh=True) is not first
    second = process_tree._table()
    now[0] += 0.011
    assert process_tree._table() is not second
    now[0] -= 50
    assert process_tree._table() is not second, "a clock that went back tells nothing"


def test_a_pipe_has_its_holders(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    pipe = process_tree.pipe_name(child.stdin.fileno())
    assert process_tree._holds(child.pid, [pipe]) and not process_tree._holds(child.pid, ["pipe:[1]"])
    assert not process_tree._holds(2**22 + 1, [pipe])
    assert child.pid in process_tree._pids()


def test_a_group_is_there_as_long_as_a_process_of_it(child: subprocess.Popen[bytes]) -> None:
    assert process_tree._in_group(child.pid, child.pid) and not process_tree._in_group(
        child.pid, os.getpgid(0)
    )
    assert process_tree._group_exists(child.pid)
    child.kill()
    child.wait()
    assert not process_tree._group_exists(child.pid)
    assert process_tree._in_group(child.pid, 1), "of one that ended nothing is to be done"


def test_a_group_of_another_user_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_group: int, _number: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "killpg", refuse)
    assert process_tree._group_exists(5)


def test_where_processes_cannot_be_listed_there_are_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(process_tree, "_PROC", tmp_path / "none")
    assert process_tree._pids() == []
    (tmp_path / "12").mkdir()
    (tmp_path / "self").mkdir()
    monkeypatch.setattr(process_tree, "_PROC", tmp_path)
    assert process_tree._pids() == [12]
