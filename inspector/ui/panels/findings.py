"""Findings: what the lint rules say about everything in this session; choosing one selects its record."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QStackedWidget, QTableView

from inspector.protocol.records import Finding
from inspector.ui import theme
from inspector.ui.controls import column, empty_state
from inspector.ui.panels import Panel, PanelContext

__all__ = ["FindingsPanel"]

_GLYPHS: Final = {"error": "✗", "warning": "⚠", "info": "ℹ"}
_ROLES: Final = {"error": "error", "warning": "warning", "info": "muted"}
Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractTableModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.findings: list[Finding] = []
        self.servers: dict[int, str] = {}
        self._heads = (
            self.tr("Severity"),
            self.tr("Record"),
            self.tr("Server"),
            self.tr("Rule"),
            self.tr("What is wrong"),
        )

    def show(self, findings: list[Finding], servers: dict[int, str]) -> None:
        """Findings are only ever added; a filter of another length starts anew."""
        known = len(self.findings)
        self.servers = servers
        if findings[:known] == self.findings:
            if len(findings) > known:
                self.beginInsertRows(QModelIndex(), known, len(findings) - 1)
                self.findings = findings
                self.endInsertRows()
            return
        self.beginResetModel()
        self.findings = findings
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.findings)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self._heads[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self.findings[index.row()]
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


class FindingsPanel(Panel):
    """A table of all findings, oldest first."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        self.table = QTableView()
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
        self.table.verticalHeader().setDefaultSectionSize(theme.row_height())
        header = self.table.horizontalHeader()
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column_number, width in enumerate((90, 70, 120, 80)):
            self.table.setColumnWidth(column_number, width)
        self.table.setIconSize(QSize(14, 14))
        self._pages = QStackedWidget()
        self._pages.addWidget(
            empty_state(
                self.tr("No findings."),
                self.tr("What a server does against the specification is listed here."),
            )
        )
        self._pages.addWidget(self.table)
        self.setLayout(column(self._pages))
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        context.feed.findings_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        if sum(self.context.journal.finding_count().values()) == len(self._model.findings):
            return
        servers = {info.number: info.name for info in self.context.journal.sessions()}
        self._model.show(self.context.journal.findings(), servers)
        self._pages.setCurrentIndex(1 if self._model.findings else 0)

    def focus_main(self) -> None:
        self.table.setFocus()

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            finding = self._model.findings[current.row()]
            self.context.selection.select(finding.record or finding.exchange)
