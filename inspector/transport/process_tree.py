"""A child process with all it started: what belongs to it, and how to end them all."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from inspector.private_files import child_mask

__all__ = ["KILL", "ProcessTree", "pipe_name", "signal_name", "start_options", "taskkill_command"]

KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows has no SIGKILL
_PROC: Final = Path("/proc")
_SHARED_S: Final = 0.01
# Values of the Windows constants, which Python defines on Windows only.
_CREATE_NEW_PROCESS_GROUP: Final = 0x00000200
_CREATE_NO_WINDOW: Final = 0x08000000


def start_options(windows: bool = os.name == "nt") -> dict[str, int | bool]:
    """Arguments for Popen: a group of its own, so that the whole tree can be signalled.

    POSIX: a new session as well, so that Ctrl+C in our terminal does not end the servers before we do; what
    they write is open to whom their user wants it to be.
    Windows: no console window for a server that the window starts.
    """
    if windows:
        return {"creationflags": _CREATE_NEW_PROCESS_GROUP | _CREATE_NO_WINDOW}
    return {"start_new_session": True, "umask": child_mask()}


def taskkill_command(pid: int) -> list[str]:
    """Windows: end the process with its descendants, by force (there is no SIGTERM)."""
    return ["taskkill", "/T", "/F", "/PID", str(pid)]


def signal_name(number: int) -> str:
    """ "SIGKILL" for 9."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


@dataclass(frozen=True, slots=True)
class _Process:
    """One line of /proc. started: clock ticks since boot, which tells a reused pid."""

    pid: int
    started: int
    parent: int
    group: int
    session: int
    state: str


class ProcessTree:
    """The processes that descend from one child, also those that left its group.

    A process that became a daemon (two forks, own session) is known when it was seen once while its
    parent lived, so refresh() is called before anything is ended. Without /proc (macOS): the group only.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._known: dict[int, int] = {}  # pid → started
        self._started = 0  # of the child
        self._has_proc = (_PROC / "self/stat").exists()
        child = _process(pid) if self._has_proc else None
        if child is not None:
            self._started = self._known[pid] = child.started

    def refresh(self) -> list[int]:
        """Look again. The living members, the child itself first if it lives; zombies are not alive."""
        if not self._has_proc:
            return [self.pid] if _group_exists(self.pid) else []
        table = _table()
        if self.pid not in table:
            table = _table(fresh=True)  # it may have begun since that look
        self._known = {
            pid: started
            for pid, started in self._known.items()
            if pid in table and table[pid].started == started
        }
        child = table.get(self.pid)
        if child is not None and self._started in (0, child.started):
            self._started = self._known[self.pid] = child.started
        grown = True
        while grown:
            new = {
                process.pid: process.started
                for process in table.values()
                if process.pid not in self._known and self._belongs(process)
            }
            self._known |= new
            grown = bool(new)
        living = [pid for pid in self._known if table[pid].state not in "ZX"]
        return sorted(living, key=lambda pid: (pid != self.pid, pid))

    def end(self, number: int) -> list[int]:
        """Send the signal to all living members. Returns their pids; Windows: ends the tree by force."""
        if os.name == "nt":
            subprocess.run(taskkill_command(self.pid), capture_output=True, check=False)
            return [self.pid]
        members = self.refresh()
        if not members:
            return []
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
        for pid in members:
            if pid != self.pid and not _in_group(pid, self.pid):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)
        return members

    def end_holders(self, pipes: Sequence[str]) -> list[int]:
        """Kill what still holds one of the pipes ("pipe:[inode]"): it is ours, whoever its parent is now."""
        killed = []
        for pid in _pids():
            if pid != os.getpid() and _holds(pid, pipes):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, KILL)
                    killed.append(pid)
        return killed

    def _belongs(self, process: _Process) -> bool:
        # Not older than the child: guards against a pid that another process had before.
        if process.started < self._started or process.pid == self.pid:
            return False
        return process.parent in self._known or self.pid in (process.group, process.session)


def pipe_name(number: int) -> str:
    """How /proc names what a file descriptor is: "pipe:[12345]"; empty without /proc."""
    try:
        return os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        return ""


def _pids() -> list[int]:
    try:
        return [int(name) for name in os.listdir(_PROC) if name.isdigit()]
    except OSError:
        return []


_shared: tuple[float, dict[int, _Process]] = (-1.0, {})


def _table(fresh: bool = False) -> dict[int, _Process]:
    """All processes by pid, looked at a moment ago: many servers that end at once look at them once."""
    global _shared
    if fresh or not 0 <= time.monotonic() - _shared[0] < _SHARED_S:
        found = {pid: process for pid in _pids() if (process := _process(pid)) is not None}
        _shared = (time.monotonic(), found)
    return _shared[1]


def _process(pid: int) -> _Process | None:
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            text = file.read()
    except OSError:  # it ended in between
        return None
    # The name in parentheses may itself hold spaces and parentheses: proc(5).
    fields = text[text.rindex(b")") + 2 :].split()
    state, parent, group, session, started = fields[0], fields[1], fields[2], fields[3], fields[19]
    return _Process(pid, int(started), int(parent), int(group), int(session), state.decode())


def _in_group(pid: int, group: int) -> bool:
    if sys.platform == "win32":
        return True
    try:
        return os.getpgid(pid) == group
    except ProcessLookupError:
        return True


def _group_exists(group: int) -> bool:
    if sys.platform == "win32":
        return False
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _holds(pid: int, pipes: Sequence[str]) -> bool:
    folder = f"/proc/{pid}/fd"
    try:
        return any(os.readlink(f"{folder}/{name}") in pipes for name in os.listdir(folder))
    except OSError:  # it ended, or belongs to another user
        return False
