"""A table that grows at its end: events of a subscription, log messages. A row stands for a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from inspector.ui.session.selection import Selection
from inspector.ui.widgets import theme
from inspector.ui.widgets.headed_model import HeadedModel, Index
from inspector.ui.widgets.plain import tooltip
from inspector.ui.widgets.row_table import RowTable

__all__ = ["KEPT", "FeedRow", "FeedTable"]

KEPT: Final = 5000


@dataclass(frozen=True, slots=True)
class FeedRow:
    """One row. roles: of the theme, one a cell; "" is plain text. whole: the tooltip."""

    record: int
    cells: tuple[str, ...]
    roles: tuple[str, ...] = ()
    whole: str = ""


class _Model(HeadedModel):
    rows: list[FeedRow]

    def show(self, rows: Sequence[FeedRow]) -> None:
        self.beginResetModel()
        self.rows = list(rows[-KEPT:])
        self.endResetModel()

    def append(self, rows: Sequence[FeedRow]) -> int:
        """How many of the oldest went for them."""
        rows = rows[-KEPT:]
        if over := max(0, len(self.rows) + len(rows) - KEPT):
            self.beginRemoveRows(QModelIndex(), 0, over - 1)
            del self.rows[:over]
            self.endRemoveRows()
        first = len(self.rows)
        self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
        self.rows.extend(rows)
        self.endInsertRows()
        return over

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.ForegroundRole and column < len(row.roles) and row.roles[column]:
            return theme.color(row.roles[column])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(row.whole or row.cells[column])
        return None


class FeedTable(RowTable):
    """Newest at the end, which stays in sight while it is. Choosing a row selects its record."""

    def __init__(
        self,
        name: str,
        text: str,
        heads: tuple[str, ...],
        widths: tuple[int, ...],
        selection: Selection,
        parent: QWidget | None = None,
    ) -> None:
        """text: the accessible name. widths: px of all columns but the last, which takes the rest."""
        super().__init__(name, text, parent)
        self._selection = selection
        self._model = _Model(self, heads)
        self.show_model(self._model, *widths)
        self.setHorizontalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        self.clicked.connect(self._chosen)  # again, after something else was selected elsewhere

    @property
    def rows(self) -> list[FeedRow]:
        """What is shown, oldest first."""
        return self._model.rows

    def show_rows(self, rows: Sequence[FeedRow]) -> None:
        """Show these and nothing else."""
        self._model.show(rows)
        self.scrollToBottom()

    def append_rows(self, rows: Sequence[FeedRow]) -> None:
        """Add these at the end."""
        if not rows:
            return
        at_end, place = self._at_end(), self.verticalScrollBar().value()
        gone = self._model.append(rows)
        if at_end:
            self.scrollToBottom()
        elif gone:
            self.verticalScrollBar().setValue(place - gone)  # it scrolls by rows

    def resizeEvent(self, event: QResizeEvent) -> None:
        at_end = self._at_end()
        super().resizeEvent(event)
        if at_end:  # something opened above it: the end was in sight and stays so
            self.scrollToBottom()

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def _selection_changed(self) -> None:
        for index in self.selectionModel().selectedRows():
            self._chosen(index)

    def _chosen(self, index: Index) -> None:
        if record := self._model.rows[index.row()].record:
            self._selection.select(record)
