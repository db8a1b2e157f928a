"""The status bar of a window with records: what it counts, and the path of the selected value."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from inspector.trace.journal import Journal
from inspector.ui import theme
from inspector.ui.controls import Elided
from inspector.ui.timeline_pane import TimelinePane

__all__ = ["RecordsStatus", "counted"]


def counted(number: int, one: str, many: str) -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many}"


class RecordsStatus(QStatusBar):
    """first: what is said before the records, such as how many servers there are."""

    def __init__(
        self, journal: Journal, timeline: TimelinePane, first: Callable[[], str], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._journal, self._timeline, self._first = journal, timeline, first
        self.setSizeGripEnabled(True)
        self._counts = QLabel()
        self._counts.setObjectName("status_records")
        self._counts.setContentsMargins(6, 0, 0, 0)
        self._counts.setAccessibleName(self.tr("Servers, records, shown, findings"))
        self._path = Elided(mode=Qt.TextElideMode.ElideLeft, role="muted")
        self._path.setObjectName("status_path")
        self._path.setAccessibleName(self.tr("Path of the selected value"))
        self._path.setFont(theme.mono_font())
        self._path.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.addWidget(self._counts)
        self.addPermanentWidget(self._path, 1)

    def show_path(self, path: str) -> None:
        """The JSON path of what is selected, and where its bytes are; at the right."""
        self._path.setText(path)

    def show_counts(self) -> None:
        """What is counted, as it is now."""
        findings = sum(self._journal.finding_count().values())
        picked = self._timeline.view.chosen.count()
        parts = [
            self._first(),
            counted(self._journal.last, self.tr("record"), self.tr("records")),
            self.tr("{} shown").format(f"{self._timeline.shown:,}"),
            self.tr("{} selected").format(f"{picked:,}") if picked > 1 else "",
            counted(findings, self.tr("finding"), self.tr("findings")) if findings else "",
        ]
        self._counts.setText(" · ".join(part for part in parts if part))
