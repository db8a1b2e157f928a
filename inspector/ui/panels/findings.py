"""Findings: what the lint rules say about everything in this session; choosing one selects its record."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.lint import rests_on
from inspector.protocol.records import Finding
from inspector.trace.journal import Journal
from inspector.translation import shown
from inspector.ui.locale.right_to_left import in_order
from inspector.ui.panels import Panel, PanelContext
from inspector.ui.session.feed import Feed
from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import column, empty_state
from inspector.ui.widgets.headed_model import HeadedModel, Index
from inspector.ui.widgets.row_table import RowTable

__all__ = ["FindingsPanel", "FindingsTable"]

_GLYPHS: Final = {"error": "✗", "warning": "⚠", "info": "ℹ"}
_PAGE: Final = 128  # findings read together
_PAGES_KEPT: Final = 32
_WIDTHS: Final = (90, 70, 120, 80)  # px
_ROLES: Final = {"error": "error", "warning": "warning", "info": "muted"}


class _Model(HeadedModel):
    """Reads the findings that are looked at, a page at a time: a session may hold a million."""

    def __init__(self, journal: Journal, parent: QObject) -> None:
        super().__init__(parent)
        self._journal = journal
        self._count = 0
        self._pages: dict[int, list[Finding]] = {}
        self.servers: dict[int, str] = {}
        self.heads = (
            self.tr("Severity"),
            self.tr("Record"),
            self.tr("Server"),
            self.tr("Rule"),
            self.tr("Problem"),
        )

    def grow(self, count: int, servers: dict[int, str]) -> None:
        """There are so many now; findings are only ever added."""
        known, self.servers = self._count, servers
        self.beginInsertRows(QModelIndex(), known, count - 1)
        self._count = count
        self._pages.pop(known // _PAGE, None)  # it was not full, and a listener to new rows may read it
        self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._count

    def finding(self, row: int) -> Finding:
        """The finding of a row."""
        page, place = divmod(row, _PAGE)
        found = self._pages.get(page)
        if found is None:
            if len(self._pages) >= _PAGES_KEPT:
                self._pages.clear()
            last = min(self._count, (page + 1) * _PAGE) - 1
            found = self._pages[page] = self._journal.findings_between(page * _PAGE, last)
        return found[place]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        finding = self.finding(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                f"{_GLYPHS.get(finding.severity, '')} {finding.severity}",
                f"#{finding.record}" if finding.record else "",
                self.servers.get(finding.session, ""),
                finding.rule,
                in_order(shown(finding.message)),
            )[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 0:
            return theme.color(_ROLES.get(finding.severity, "text"))
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (in_order(shown(finding.message)), rests_on(finding)) if part)
        return None


class FindingsTable(QStackedWidget):
    """A table of all findings, oldest first."""

    def __init__(
        self, journal: Journal, feed: Feed, selection: Selection, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._journal, self._selection = journal, selection
        self.table = RowTable("findings_list", self.tr("Findings"))
        self._model = _Model(journal, self)
        self.table.show_model(self._model, *_WIDTHS)
        hint = self.tr("Protocol violations by servers are listed here.")
        self.addWidget(empty_state(self.tr("No findings."), hint))
        self.addWidget(self.table)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        feed.findings_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Look into the journal again."""
        count = sum(self._journal.finding_count().values())
        if count == self._model.rowCount():
            return
        self._model.grow(count, {info.number: info.name for info in self._journal.sessions()})
        self.setCurrentIndex(1)

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            finding = self._model.finding(current.row())
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
