"""A table whose rows stand for things: one is chosen as a whole, and nothing is drawn around the cells."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView, QWidget

from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.quiet_table import QuietTable

__all__ = ["RowTable"]


class RowTable(QuietTable):
    """All rows are one line high; the last column takes what the others leave."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        """text: the accessible name."""
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(text)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        theme.notifier().changed.connect(self._look)
        self._look()

    def show_model(self, model: QAbstractItemModel, *widths: int) -> None:
        """Show the rows of a model. widths: px of all columns but the last."""
        self.setModel(model)
        zoom.keep_sections(self.horizontalHeader(), *widths)

    def _look(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.row_height())
