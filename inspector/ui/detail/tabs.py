"""What else is known of the selected record: timing, HTTP, related records, findings, bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from inspector.core.clock import now_ns
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.ui.detail.bytes import BytesView
from inspector.ui.detail.http import HttpView
from inspector.ui.detail.http_story import http_story
from inspector.ui.detail.lists import FindingList, RelatedList
from inspector.ui.detail.phases import is_short, load_timing
from inspector.ui.detail.related import load_related
from inspector.ui.detail.subject import Subject
from inspector.ui.detail.timing import TimingView
from inspector.ui.json.viewer.spots import Spot
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.widgets.controls import row, tool_button

__all__ = ["DetailTabs"]

_TICK_MS: Final = 200


class DetailTabs(QTabWidget):
    """A page is filled when it is looked at; what has to be read comes from a worker thread."""

    asked_record = Signal(int)
    filter_wanted = Signal(object)  # FilterRequest

    def __init__(self, journal: Journal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_tabs")
        self.setAccessibleName(self.tr("More about the record"))
        self.setDocumentMode(True)
        self.tabBar().setUsesScrollButtons(True)
        self._journal = journal
        self._subject: Subject | None = None
        self._turn = 0  # of the newest subject; what was read for older ones is dropped
        self._stale: set[QWidget] = set()
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._ticker.timeout.connect(self._tick)
        self.chosen: tuple[str, Spot] | None = None  # side and value
        self.timing, self.http, self.bytes = TimingView(self), HttpView(self), BytesView(self)
        self.related, self.findings = RelatedList(self), FindingList(self)
        for linked in (self.timing, self.http, self.related, self.findings):
            linked.asked_record.connect(self.asked_record)
        self.related.filter_wanted.connect(self.filter_wanted)
        self._fillers: dict[QWidget, Callable[[Subject], None]] = {
            self.timing: self._fill_timing,
            self.http: self._fill_http,
            self.related: self._fill_related,
            self.findings: self._fill_findings,
            self.bytes: self._fill_bytes,
        }
        titles = (
            self.tr("Timing"),
            self.tr("HTTP"),
            self.tr("Related"),
            self.tr("Findings"),
            self.tr("Bytes"),
        )
        for page, title in zip(self._fillers, titles, strict=True):
            self.addTab(page, title)
        self.turn = tool_button("detail_turn", "dock-bottom", self.tr("Below the rows, or beside them"))
        self.close_all = tool_button("detail_close", "close", self.tr("Close the detail (Esc)"))
        self.buttons = QWidget(self)
        self.buttons.setLayout(row(self.turn, self.close_all, margins=(0, 0, 4, 0), spacing=0))
        self.setCornerWidget(self.buttons)
        self.sides: tuple[QWidget, ...] = ()
        self.currentChanged.connect(self._fill_current)

    def take_sides(self, sides: Sequence[QWidget]) -> None:
        """Request and response are pages too, or with none they are not any more."""
        for side in self.sides:
            self.removeTab(self.indexOf(side))
        self.sides = tuple(sides)
        for place, side in enumerate(self.sides):
            self.insertTab(place, side, "")
        if sides:
            self.setCurrentIndex(len(sides) - 1)
        if self._subject is not None:
            self._count_findings(self._subject)

    def show_side(self, side: QWidget, title: str) -> None:
        """Name the page of a side; "": there is none now."""
        place = self.indexOf(side)
        self.setTabText(place, title)
        self.setTabVisible(place, bool(title))

    def show_subject(self, subject: Subject) -> None:
        """Another record, or the same one that has changed."""
        self._subject = subject
        self._turn += 1
        self._count_findings(subject)
        self._mark_stale(*self._fillers)

    def choose_page(self, name: str) -> None:
        """Turn to a page by its object name; another name changes nothing."""
        for page in (*self.sides, *self._fillers):
            if page.objectName() == name:
                self.setCurrentWidget(page)

    def findings_changed(self) -> None:
        """There are more findings, maybe about this record."""
        if self._subject is not None:
            self._count_findings(self._subject)
            self._mark_stale(self.findings)

    def choose(self, side: str, spot: Spot) -> None:
        """A value of a message was chosen."""
        self.chosen = (side, spot)
        if self._shows_bytes():
            self.bytes.set_value(side, spot)

    def hover(self, side: str, spot: Spot | None) -> None:
        """The mouse is over a value of a message."""
        if self._shows_bytes():
            self.bytes.set_hover(side, spot)

    # -- pages -------------------------------------------------------------------------------------------

    def _shows_bytes(self) -> bool:
        return self.currentWidget() is self.bytes and self.bytes not in self._stale

    def _mark_stale(self, *pages: QWidget) -> None:
        self._stale.update(pages)
        self._fill_current()

    def _fill_current(self, _index: int = 0) -> None:
        page = self.currentWidget()
        if page in self._stale and self._subject is not None:
            self._stale.discard(page)
            self._fillers[page](self._subject)

    def _session(self, subject: Subject) -> SessionInfo | None:
        return next((one for one in self._journal.sessions() if one.number == subject.left.session), None)

    def _tick(self) -> None:
        """Of a call that goes on the time goes on, as in its row."""
        if self.timing.isVisible() and self._subject is not None:
            self._fill_timing(self._subject)
        else:
            self._ticker.stop()
            self._stale.add(self.timing)  # and goes on when the user turns to it

    def _fill_timing(self, subject: Subject) -> None:
        if is_short(subject):
            self.timing.show_timing(load_timing(self._journal, subject, now_ns()))
            pending = subject.exchange is not None and subject.exchange.status == "pending"
            if pending and not self._journal.read_only:
                self._ticker.start()
            else:
                self._ticker.stop()
        else:
            self._ticker.stop()
            spawn(self, self._load_timing(subject, self._turn), "detail: timing of the record")

    async def _load_timing(self, subject: Subject, turn: int) -> None:
        timing = await offload(load_timing, self._journal, subject, now_ns())
        if turn == self._turn:
            self.timing.show_timing(timing)

    def _fill_http(self, subject: Subject) -> None:
        spawn(self, self._load_http(subject, self._turn), "detail: HTTP of the record")

    async def _load_http(self, subject: Subject, turn: int) -> None:
        session = self._session(subject)
        parts = await offload(http_story, self._journal, subject)
        if turn == self._turn:
            self.http.show_story(parts, session.transport if session is not None else "")

    def _fill_related(self, subject: Subject) -> None:
        spawn(self, self._load_related(subject, self._turn), "detail: related records")

    async def _load_related(self, subject: Subject, turn: int) -> None:
        related = await offload(load_related, self._journal, subject)
        if turn == self._turn:
            self.related.show_rows(self._journal.rows(related.numbers), related, subject)

    def _fill_findings(self, subject: Subject) -> None:
        session = self._session(subject)
        self.findings.show_findings(
            self._journal.findings(*_about(subject)), session.revision if session is not None else ""
        )

    def _count_findings(self, subject: Subject) -> None:
        count = len(self._journal.findings(*_about(subject)))
        title = self.tr("Findings {0}").format(count) if count else self.tr("Findings")
        self.setTabText(self.indexOf(self.findings), title)
        self._show_needed(subject, count)

    def _show_needed(self, subject: Subject, findings: int) -> None:
        """Beside the two sides there is no room for pages without anything on them."""
        session = self._session(subject)
        stdio = session is not None and session.transport == "stdio"
        for page, needed in ((self.http, not stdio), (self.findings, findings > 0)):
            shown = needed or not self.sides or self.currentWidget() is page
            self.setTabVisible(self.indexOf(page), shown)

    def _fill_bytes(self, subject: Subject) -> None:
        self.bytes.show_records(subject.left, subject.right if subject.paired else None)
        if self.chosen is not None:
            self.bytes.set_value(*self.chosen)


def _about(subject: Subject) -> tuple[int, int]:
    """Record and exchange whose findings belong here: of a call all of them, else those of the record."""
    if subject.paired and subject.exchange is not None:
        return subject.number, subject.exchange.number
    return subject.number, 0
