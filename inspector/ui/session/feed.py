"""The one door from journal to widgets: a timer of 16 ms, or more when all is busy, and a few signals.

The journal calls `on_change` once; that starts the timer. Each tick hands the new records to the writer
and tells what changed. When nothing changed any more and all is in the file, the timer stops, so an idle
window costs nothing.
"""

from __future__ import annotations

import time
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from inspector.trace.journal import Changes, Journal

__all__ = ["Feed"]

FRAME_MS: Final = 16
MOST_MS: Final = 50


class Feed(QObject):
    """Tells widgets once a frame what is new in a journal."""

    grew = Signal(int, int)  # first and last new record number
    touched = Signal(object)  # tuple of exchange numbers that are new or changed
    settled = Signal(object)  # tuple of those of them whose change is in the file now; before `written`
    findings_changed = Signal()
    sessions_changed = Signal()
    annotated = Signal()  # marks, notes, references or rules of colour are other ones
    failed = Signal(str)  # why the file cannot be written at the moment; empty: it can again
    written = Signal(int)  # records up to here are in the file, where filters see them

    def __init__(self, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._mark = 0  # the newest changes told of, as `Journal.is_written` counts them
        self._told_mark = 0
        self._unsettled: set[int] = set()  # exchanges told of that are not in the file yet
        self._failure = ""
        self._worked_s = time.thread_time()  # by this thread, at the last frame
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.tick)
        journal.on_change = self._wake
        journal.annotations.on_change.append(self._tell_annotated)
        self._wake()  # what came before anybody listened

    @property
    def frame_ms(self) -> int:
        """From one frame to the next at the moment."""
        return self._timer.interval()

    @property
    def running(self) -> bool:
        """Whether something is under way; for tests and the benchmark."""
        return self._timer.isActive()

    def leave(self) -> None:
        """The window is closed: the journal, which may live longer, forgets this feed."""
        self._timer.stop()
        self._journal.on_change = None
        if self._tell_annotated in self._journal.annotations.on_change:
            self._journal.annotations.on_change.remove(self._tell_annotated)

    def tick(self) -> None:
        """One frame: write, tell, and stop when there is nothing more to tell."""
        mark = self._mark
        done = self._journal.is_written(mark)
        written = done and mark != self._told_mark
        settled: tuple[int, ...] = ()
        if written:  # what is announced below is newer
            settled, self._unsettled = tuple(sorted(self._unsettled)), set()
        changes = self._journal.take_changes()
        self._journal.flush()  # after `done`, so that the journal forgets what is written before we stop
        changed = self._tell(changes)
        if settled:
            self.settled.emit(settled)
        if written:
            self._told_mark = mark
            self.written.emit(self._journal.written)
        if (failure := self._journal.failure) != self._failure:
            self._failure = failure
            self.failed.emit(failure)
        if done and not changed:
            self._timer.stop()
        else:
            self._pace()

    def _pace(self) -> None:
        """Frames take half of the time at most: with fewer of them a busy window still hears its user."""
        worked_s, self._worked_s = self._worked_s, time.thread_time()
        wanted_ms = max(FRAME_MS, min(round((self._worked_s - worked_s) * 2000), MOST_MS))
        if wanted_ms != self._timer.interval():  # setting it begins it anew
            self._timer.setInterval(wanted_ms)

    def _tell(self, changes: Changes) -> bool:
        news = changes.last >= changes.first
        if news or changes.exchanges or changes.findings or changes.sessions:
            self._mark = max(self._mark, changes.mark)
        if changes.sessions:
            self.sessions_changed.emit()
        if news:
            self.grew.emit(changes.first, changes.last)
        if changes.exchanges:
            self._unsettled.update(changes.exchanges)
            self.touched.emit(changes.exchanges)
        if changes.findings:
            self.findings_changed.emit()
        return bool(news or changes.exchanges or changes.findings or changes.sessions)

    def _tell_annotated(self) -> None:
        self.annotated.emit()

    def _wake(self) -> None:
        if not self._timer.isActive():
            self._worked_s = time.thread_time()
            self._timer.start(FRAME_MS)
