"""Findings: what the lint rules say about everything in this session; choosing one selects its record."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QStackedWidget, QTableView, QWidget

from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.ui import theme
from inspector.ui.controls import column, empty_state
from inspector.ui.feed import Feed
from inspector.ui.headed_model import HeadedModel, Index
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.quiet_table import QuietTable
from inspector.ui.selection import Selection

__all__ = ["FindingsPanel", "FindingsTable"]

_GLYPHS: Final = {"error": "✗", "warning": "⚠", "info": "ℹ"}
_WIDTHS: Final = (90, 70, 120, 80)  # px
_ROLES: Final = {"error": "error", "warning": "warning", "info": "muted"}


class _Model(HeadedModel):
    rows: list[Finding]

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.servers: dict[int, str] = {}
        self.heads = (
            self.tr("Severity"),
            self.tr("Record"),
            self.tr("Server"),
            self.tr("Rule"),
            self.tr("What is wrong"),
        )

    def show(self, findings: list[Finding], servers: dict[int, str]) -> None:
        """Findings are only ever added; a filter of another length starts anew."""
        known = len(self.rows)
        self.servers = servers
        if findings[:known] == self.rows:
            if len(findings) > known:
                self.beginInsertRows(QModelIndex(), known, len(findings) - 1)
                self.rows = findings
                self.endInsertRows()
            return
        self.beginResetModel()
        self.rows = findings
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                f"{_GLYPHS.get(finding.severity, '')} {finding.severity}",
                f"#{finding.record}" if finding.record else "",
                self.servers.get(finding.session, ""),
                finding.rule,
                finding.message,
            )[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 0:
            return theme.color(_ROLES.get(finding.severity, "text"))
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (finding.message, finding.page) if part)
        return None


class FindingsTable(QStackedWidget):
    """A table of all findings, oldest first; `counted(number)` when there are more."""

    counted = Signal(int)

    def __init__(
        self, journal: Journal, feed: Feed, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._journal, self._selection = journal, selection
        self.table = QuietTable()
        self.table.setObjectName("findings_list")
        self.table.setAccessibleName(self.tr("Findings"))
        self._model = _Model(self)
        self.table.setModel(self._model)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.table.horizontalHeader()
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for place, width in enumerate(_WIDTHS):
            self.table.setColumnWidth(place, width)
        hint = self.tr("What a server does against the specification is listed here.")
        self.addWidget(empty_state(self.tr("No findings."), hint))
        self.addWidget(self.table)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        feed.findings_changed.connect(self.refresh)
        theme.notifier().changed.connect(self._look)
        self._look()
        self.refresh()

    def refresh(self) -> None:
        """Look into the journal again."""
        if sum(self._journal.finding_count().values()) == len(self._model.rows):
            return
        servers = {info.number: info.name for info in self._journal.sessions()}
        self._model.show(self._journal.findings(), servers)
        self.setCurrentIndex(1 if self._model.rows else 0)
        self.counted.emit(len(self._model.rows))

    def _look(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(theme.row_height())

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            finding = self._model.rows[current.row()]
            self._selection.select(finding.record or finding.exchange)


class FindingsPanel(Panel):
    """The findings of the whole session as a tab."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self._findings = FindingsTable(context.journal, context.feed, context.selection)
        self.table = self._findings.table
        self.setLayout(column(self._findings))

    def refresh(self) -> None:
        self._findings.refresh()

    def focus_main(self) -> None:
        self.table.setFocus()
