"""Keeps a SessionOverview of the journal in step with it: in a worker, at most twice a second."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, Signal

from inspector.errors import DamagedError
from inspector.trace.journal import Journal
from inspector.trace.overview import Histogram, SessionOverview
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.tasks import offload
from inspector.ui.session.feed import Feed

__all__ = ["OverviewUpdater"]

_REST_MS: Final = 500


class OverviewUpdater(QObject):
    """`changed` when there is more to see in `codes` and `histogram`."""

    changed = Signal()

    def __init__(self, journal: Journal, feed: Feed, parent: QObject) -> None:
        super().__init__(parent)
        self._journal = journal
        self._survey = SessionOverview()
        self.histogram = Histogram(0, 1, 0, ())
        self._due: set[int] | None = None  # exchanges to look at again; None: all of them, at first
        self._findings = False
        self._errand = Debouncer(self, self._look, _REST_MS, "timeline: survey")
        feed.grew.connect(self._wake)  # a file that is only read is never written
        feed.settled.connect(self._settled)
        feed.written.connect(self._wake)
        feed.findings_changed.connect(self._found)
        self._wake()  # of a window that comes later: nothing may be written any more

    @property
    def codes(self) -> bytearray:
        """See `SessionOverview.codes`."""
        return self._survey.codes

    def _settled(self, exchanges: tuple[int, ...]) -> None:
        if self._due is not None:
            self._due.update(exchanges)

    def _found(self) -> None:
        self._findings = True

    def _wake(self, *_anything: object) -> None:
        if self._journal.written > self._survey.last or self._due or self._findings:
            self._errand.ask()

    async def _look(self) -> None:
        due, self._due, self._findings = self._due, set(), False
        try:
            with self._journal.doubting():
                self.histogram = await offload(
                    _advance, self._survey, self._journal, self._journal.written, due
                )
        except DamagedError:
            return
        self.changed.emit()


def _advance(survey: SessionOverview, journal: Journal, last: int, touched: set[int] | None) -> Histogram:
    connection = journal.reader()
    try:
        survey.advance(connection, last, touched)
    finally:
        connection.close()
    return survey.histogram()
