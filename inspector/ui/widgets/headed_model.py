"""A model of rows under fixed headings."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

__all__ = ["HeadedModel", "Index"]

Index = QModelIndex | QPersistentModelIndex


class HeadedModel(QAbstractTableModel):
    """A subclass sets `heads` (translated), changes `rows`, and says in `data` what a cell shows."""

    rows: list[Any]

    def __init__(self, parent: QObject, heads: tuple[str, ...] = ()) -> None:
        super().__init__(parent)
        self.heads = heads
        self.rows = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.heads[section]
        return None
