"""A file for what a program cannot say any more: the stack of a hard crash, and what was done before it.

    reports/running-<time>-<process>.log     removed when the program ends in order

`faulthandler` writes the stack into it when the process dies of a signal. The next start finds such files of
programs that are gone, and makes reports of them (`left_behind`).
"""

from __future__ import annotations

import faulthandler
import os
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from inspector.core.crash_reports.crash_reports import ProgramError, plain_path
from inspector.core.crash_reports.report import report_text, reports_folder, write_report
from inspector.trace.file_lock import FileLock

__all__ = ["CrashLog", "left_behind"]

_LONGEST: Final = 256 << 10  # bytes of steps: a program runs for days
_READ: Final = 1 << 20
_FATAL: Final = re.compile(
    r"^(?:Fatal Python error|Windows fatal exception): *(?P<why>[\w ,:.()-]*)", re.MULTILINE
)
_FRAME: Final = re.compile(r'^  File "(?P<file>[^"]+)", line (?P<line>\d+) in (?P<name>[\w<>.]+)$')
_HEAD: Final = re.compile(
    r"^(?:(?:Current )?[Tt]hread 0x[0-9a-f]+(?: \[[^]]*\])?(?: \(most recent call first\))?:?"
    r"|Stack \(most recent call first\):|  <[^>]*>|  Garbage-collecting"
    r"|Extension modules: [\w.]+(?:, [\w.]+)*(?: \(total: \d+\))?)"
)
_CURRENT: Final = "Current thread"
_STEP: Final = "did "


class CrashLog:
    """One for each running program. A folder that cannot be written costs the log and nothing else."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file: IO[str] | None = None
        self._lock: FileLock | None = None
        self._written = 0
        name = f"running-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
        self._path = (folder or reports_folder()) / name
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = FileLock.take(_lock_path(self._path))
            self._file = open(self._path, "w", encoding="utf-8")  # noqa: SIM115 - as long as the program runs
            faulthandler.enable(self._file)

    def note(self, step: str) -> None:
        """Something was done; it is in the file at once."""
        if self._file is None:
            return
        with suppress(OSError, ValueError):
            if self._written > _LONGEST:  # only the last steps are ever told
                self._file.seek(0)
                self._file.truncate()
                self._written = 0
            self._written += self._file.write(f"{_STEP}{step}\n")
            self._file.flush()

    def close(self) -> None:
        """The program ended in order."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
            self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def left_behind(folder: Path | None = None) -> list[Path]:
    """Reports of programs that crashed since; their logs are removed. Never those of running programs."""
    reports = []
    for path in sorted((folder or reports_folder()).glob("running-*.log")):
        with suppress(OSError):
            lock = FileLock.take(_lock_path(path))
            if lock is None:
                continue
            try:
                if (report := _reported(path, folder)) is not None:
                    reports.append(report)
                path.unlink(missing_ok=True)
            finally:
                lock.release()
    return reports


def _reported(path: Path, folder: Path | None) -> Path | None:
    modified = path.stat().st_mtime
    with path.open(encoding="utf-8", errors="replace") as file:
        text = file.read(_READ)
    fatal = _FATAL.search(text)
    if fatal is None:  # killed, or the computer was switched off
        return None
    done = [line[len(_STEP) :] for line in text[: fatal.start()].splitlines() if line.startswith(_STEP)]
    stack = text[fatal.start() :].splitlines()
    current = next((at for at, line in enumerate(stack) if line.startswith(_CURRENT)), 0)
    places = [frame for line in stack[current:] if (frame := _FRAME.match(line))]
    ours = next((frame for frame in places if plain_path(frame["file"]).startswith("inspector/")), None)
    place = f"{plain_path(ours['file'])}:{ours['line']} in {ours['name']}" if ours else ""
    trace = "\n".join(filter(None, map(_plain, stack)))
    crash = ProgramError(f"Crash: {fatal['why'].strip()}", place, "", trace, "the process", modified)
    return write_report(report_text(crash, done=done[-30:]), folder)


def _plain(line: str) -> str:
    """A line of faulthandler without the folders of this computer; "" for what it does not write."""
    if frame := _FRAME.match(line):
        return f'  File "{plain_path(frame["file"])}", line {frame["line"]} in {frame["name"]}'
    found = _FATAL.match(line) or _HEAD.match(line)
    return found[0] if found else ""


def _lock_path(log: Path) -> Path:
    return log.with_suffix(".lock")
