"""The status bar of a window with records: what it counts, and the path of the selected value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from inspector.trace.journal import Journal
from inspector.translation import translate
from inspector.ui.locale.locale_text import number_text
from inspector.ui.timeline.pane import TimelinePane
from inspector.ui.timeline.view.cells import status_text, translated
from inspector.ui.widgets import zoom
from inspector.ui.widgets.announcements import announce
from inspector.ui.widgets.controls import Elided

__all__ = ["RecordsStatus", "last_message"]

_BRIEF_MS: Final = 5000


class RecordsStatus(QStatusBar):
    """first: what is said before the records, such as how many servers there are."""

    def __init__(
        self, journal: Journal, timeline: TimelinePane, first: Callable[[], str], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._journal, self._timeline, self._first = journal, timeline, first
        self.setSizeGripEnabled(False)
        self._counts = QLabel()
        self._counts.setObjectName("status_records")
        self._counts.setTextFormat(Qt.TextFormat.PlainText)
        zoom.margins(self._counts, 6, 0, 0, 0)
        self._counts.setAccessibleName(self.tr("Servers, records, shown, findings"))
        self._path = Elided(mode=Qt.TextElideMode.ElideLeft, role="muted")
        self._path.setObjectName("status_path")
        self._path.setAccessibleName(self.tr("Path of the selected value"))
        zoom.mono(self._path)
        self._path.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._brief = QLabel()
        self._brief.setObjectName("status_brief")
        self._brief.setTextFormat(Qt.TextFormat.PlainText)
        self._brief.setAccessibleName(self.tr("Message"))
        zoom.margins(self._brief, 12, 0, 0, 0)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_BRIEF_MS)
        self._timer.timeout.connect(self._brief.clear)
        self.addWidget(self._counts)
        self.addWidget(self._brief)
        self.addPermanentWidget(self._path, 1)

    def say(self, text: str) -> None:
        """A word beside the counts, gone after some seconds. Qt's `showMessage` would hide the counts."""
        self._brief.setText(text)
        announce(self._brief, text)
        self._timer.start()

    def show_path(self, path: str) -> None:
        """The JSON path of what is selected, and where its bytes are; at the right."""
        self._path.setText(path)

    def show_counts(self) -> None:
        """What is counted, as it is now."""
        findings = sum(self._journal.finding_count().values())
        picked = self._timeline.view.chosen.count()
        marked, records = self._journal.annotations.marked_count, self._journal.last
        parts = [
            self._first(),
            translate("RecordsStatus", "%Ln record(s)", "", records),
            self.tr("{} shown").format(number_text(self._timeline.shown)),
            self.tr("{} selected").format(number_text(picked)) if picked > 1 else "",
            self.tr("{} marked").format(number_text(marked)) if marked else "",
            translate("RecordsStatus", "%Ln finding(s)", "", findings) if findings else "",
        ]
        self._counts.setText(" · ".join(part for part in parts if part))


def last_message(journal: Journal) -> str:
    """The newest record in one line, "" while there is none."""
    found = journal.rows([journal.last]) if journal.last else []
    if not found:
        return ""
    row = found[0]
    parts = (f"#{row.number}", row.method or translated(row.kind), row.target, status_text(row)[0])
    return "  ".join(part for part in parts if part)
