"""Sessions that a program left behind when it died: one strip for each, and what to do is the user's.

With them, or alone, the report of what it died of.

Nothing is removed but on *Discard*. What was opened moves to the kept sessions (File, Recent sessions).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from inspector.core.crash_reports.log import left_behind
from inspector.errors import UsageError
from inspector.trace import storage
from inspector.trace.journal import Journal, recoverable
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.widgets.notices import Notices
from inspector.ui.windows.recent_files import when

__all__ = ["NAME", "Recovery"]

NAME: Final = "recovery"
CRASH: Final = "crash"


AskPath = Callable[[str], Awaitable[Path | None]]
"""Asks where to save a file of that name."""


class RecoveryHost(Protocol):
    """What a strip needs of the program."""

    def open_file(self, path: Path) -> bool:
        """Open a session."""

    def say(self, name: str, text: str, role: str = "warning") -> None:
        """Tell something."""


class Recovery(QObject):
    """Offers what was left behind, one session after the other. parent: the window of the strips."""

    def __init__(self, strips: Notices, host: RecoveryHost, ask_path: AskPath, parent: QWidget) -> None:
        super().__init__(parent)
        self._strips, self._host, self._ask_path = strips, host, ask_path
        self._parent = parent
        self._left: list[tuple[Path, int]] = []
        self._report: Path | None = None  # of a crash

    def start(self) -> None:
        """Look for them, then offer the newest."""
        spawn(self, self._look(), "look for sessions that were left behind")

    async def _look(self) -> None:
        reports = await offload(left_behind)
        self._report = reports[-1] if reports else None
        self._left = await offload(_left_behind)
        if self._report is not None and not self._left:
            self._tell_of_crash(self._report)
        self._offer()

    def _tell_of_crash(self, report: Path) -> None:
        text = self.tr("The app closed unexpectedly last time. A report is available.")
        notice = self._strips.show(CRASH, text, "warning")
        notice.add_button("crash_report", self.tr("Show report"), partial(self._show_report, report))
        notice.add_close("crash_close")

    def _show_report(self, report: Path, *_checked: bool) -> None:
        from inspector.ui.crash_reports.report_dialog import ReportDialog

        try:
            text = report.read_text("utf-8", "replace")
        except OSError as error:
            self._host.say("recovery_trouble", f"{report}: {error.strerror or error}")
            return
        ReportDialog(text, report, self._parent, ended=True).open()

    def _offer(self) -> None:
        self._strips.hide(NAME)
        if not self._left:
            return
        path, records = self._left[0]
        more = len(self._left) - 1
        text = self.tr("A session of {} was not closed properly: {} records.").format(
            when(path), number_text(records)
        )
        if more:
            after = self.tr("{} more after this one.").format(more)
            text = f"{text} {after}"
        notice = self._strips.show(NAME, text, "warning")
        for name, label, pressed in (
            ("recovery_open", self.tr("Open"), self._open),
            ("recovery_save", self.tr("Save…"), self._start_saving),
            ("recovery_discard", self.tr("Discard"), self._discard),
        ):
            notice.add_button(name, label, partial(pressed, path))
        if self._report is not None:
            shown = partial(self._show_report, self._report)
            notice.add_button("recovery_report", self.tr("Show report"), shown)
        notice.add_close("recovery_close")

    def _done(self, path: Path) -> None:
        self._left = [left for left in self._left if left[0] != path]
        self._offer()

    def _open(self, path: Path, *_checked: bool) -> None:
        self._try(path, self._open_kept)

    def _open_kept(self, path: Path) -> None:
        self._host.open_file(storage.put_aside(path))

    def _discard(self, path: Path, *_checked: bool) -> None:
        self._try(path, _remove)

    def _start_saving(self, path: Path, *_checked: bool) -> None:
        spawn(self, self._save(path), "save what was left behind")

    async def _save(self, path: Path) -> None:
        target = await self._ask_path(path.name)
        if target is None:
            return
        try:
            await offload(_save_whole, path, target)
        except UsageError as error:
            self._host.say("save_trouble", str(error))
            return
        self._try(path, _remove)
        self._host.say("saved", self.tr("Saved as {}").format(target), "ok")

    def _try(self, path: Path, do: Callable[[Path], object]) -> None:
        """Another window of this program may have been faster."""
        lock = storage.SessionLock.take(path) if path.exists() else None
        if lock is not None:
            try:
                do(path)
            except OSError as error:
                self._host.say("recovery_trouble", f"{path}: {error.strerror or error}")
            finally:
                lock.release()
        self._done(path)


def _left_behind() -> list[tuple[Path, int]]:
    """Sessions with the number of their records; those without any are removed."""
    found = []
    for path in recoverable():
        try:
            journal = Journal.open(path)
        except UsageError:
            continue
        records = journal.last
        journal.close()
        if records:
            found.append((path, records))
        else:
            _remove(path)
    return found


def _remove(path: Path) -> None:
    storage.remove_file(path)


def _save_whole(path: Path, target: Path) -> None:
    journal = Journal.open(path)
    try:
        journal.save_as(target)
    finally:
        journal.close()
