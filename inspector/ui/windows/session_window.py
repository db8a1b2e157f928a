"""An opened session file: its connections, its findings, its timeline. Nothing can be sent or changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QTabWidget, QWidget

from inspector.core.storage.settings import Settings
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.trace.rows import SHOWN_CHARS
from inspector.translation import shown
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.panels.findings import FindingsTable
from inspector.ui.servers.drops import Drops
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.controls import SUBJECT, Heading, column, muted
from inspector.ui.windows.records_window import RecordsWindow

__all__ = ["SessionWindow"]

_MOST: Final = 200  # connections that have their lines; thousands would stop the window for seconds
_NAME_CHARS: Final = 200  # of a server or a connection; a label lays out all that it is given


class SessionWindow(RecordsWindow):
    """One file, read-only. `file_dropped(Path)`: another one was dropped on it."""

    file_dropped = Signal(object)
    share: ClassVar[float] = 0.7  # the rows are what a file is opened for

    def __init__(
        self,
        path: Path,
        journal: Journal,
        settings: Settings,
        state: WindowState,
        show_live: Callable[[], object],
    ) -> None:
        super().__init__("session", journal, settings, state)
        self.setWindowTitle(f"{path.name} – MCP Desktop Inspector")
        self._tabs = QTabWidget()
        self._tabs.setObjectName("session_tabs")
        self._tabs.setAccessibleName(self.tr("Connections and findings"))
        self._tabs.setDocumentMode(True)
        findings = FindingsTable(journal, self.feed, self.selection)
        self._tabs.addTab(self._card(path), self.tr("Connections {}").format(len(journal.sessions())))
        self._tabs.addTab(findings, self.tr("Findings {}").format(sum(journal.finding_count().values())))
        self.bench.set_middle(self._tabs)
        self.finish({"live_window": show_live})
        self._told = False  # that marks and notes are not kept in the file
        self.feed.annotated.connect(self._see_to_annotations)
        Drops(self).file.connect(self.file_dropped)
        self.show_counts()

    def _see_to_annotations(self) -> None:
        if not self._told:
            spawn(self, self._tell_when_not_kept(), "session: marks and notes")

    async def _tell_when_not_kept(self) -> None:
        """Marks and notes are written into the file; once it is said when they cannot be."""
        problem = await offload(self.journal.wait_for_annotations)
        if not problem or self._told:
            return
        self._told = True
        text = self.tr("Marks, notes and colours stay in this window: {0}. “Save session as…” keeps them.")
        notice = self.show_notice("annotations_notice", text.format(problem), "pending")
        notice.add_button("annotations_save", self.tr("Save session as…"), self.save_wanted.emit)
        notice.add_close("annotations_close")

    def _card(self, path: Path) -> QWidget:
        title = Heading(path.name, SUBJECT)
        where = muted(self.tr("Opened for reading: {}").format(path))
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = column(title, where, margins=(16, 12, 16, 12))
        sessions = self.journal.sessions()
        for info in sessions[:_MOST]:
            layout.addWidget(_session(info))
        if not sessions:
            layout.addWidget(muted(self.tr("The file contains no connections.")))
        elif len(sessions) > _MOST:
            text = self.tr("Only the first {0} connections are shown here.")
            layout.addWidget(muted(text.format(number_text(_MOST))))
        layout.addStretch(1)
        page = QWidget()
        page.setLayout(layout)
        scroll = QScrollArea()
        scroll.setObjectName("session_card")
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(page)
        return scroll


def _session(info: SessionInfo) -> QWidget:
    """One connection in four lines at most. Of what others named as long as they liked, the beginning."""
    name = Heading(f"{info.name[:_NAME_CHARS]}   {info.server[:_NAME_CHARS]}".strip())
    facts = " · ".join(part[:_NAME_CHARS] for part in (info.transport, info.era, info.revision) if part)
    texts = (facts, info.target[:SHOWN_CHARS], shown(info.decided)[:SHOWN_CHARS])
    lines = [muted(text, wrap=True) for text in texts if text]
    widget = QWidget()
    widget.setLayout(column(name, *lines, spacing=2))
    return widget
