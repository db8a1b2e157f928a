"""The table of a sequence ladder: a row a record, painted as an arrow between lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QWidget

from inspector.ui.analysis.ladder_model import NUMBER, STEPS, TIME, LadderModel
from inspector.ui.analysis.ladder_painter import LadderDelegate, LadderHeader, least_width
from inspector.ui.widgets import theme
from inspector.ui.widgets.quiet_table import QuietTable

__all__ = ["LadderView"]

_LOW: Final = 48  # px; Qt's own would push other panes over each other in a low window


class LadderView(QuietTable):
    """Shows a LadderModel. `chosen` when the user moves to another row."""

    chosen = Signal(int)  # record number
    asked_detail = Signal()  # Enter or a double click

    def __init__(self, model: LadderModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as its lanes are ordered
        self.setObjectName("ladder")
        self.setAccessibleName(self.tr("Sequence ladder"))
        self._ladder = model
        self._told = False  # the row comes from the selection, which need not hear of it
        self.empty_text: Callable[[], str] = str
        self.setHorizontalHeader(LadderHeader(model, self))
        self.setModel(model)
        self.delegate = LadderDelegate(model, self)
        self.setItemDelegate(self.delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(_LOW)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        # The head gets an empty selection: with the table's it asks every row whether it is chosen.
        self.horizontalHeader().setSelectionModel(QItemSelectionModel(model, self))
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.doubleClicked.connect(self._detail)
        theme.notifier().changed.connect(self._look)
        self._look()

    def show_row(self, row: int) -> None:
        """Make a row the current one and bring it into view by the minimum; -1: none is current."""
        if row == self.currentIndex().row():
            return
        across = self.horizontalScrollBar().value()  # Qt scrolls to a current cell by itself, sideways too
        self._told = True
        if row < 0:
            self.selectionModel().clear()
        else:
            how = QItemSelectionModel.SelectionFlag
            self.selectionModel().setCurrentIndex(
                self._ladder.index(row, STEPS), how.ClearAndSelect | how.Rows
            )
        self._told = False
        if row >= 0:
            self.scrollTo(self._ladder.index(row, STEPS))
            self.horizontalScrollBar().setValue(across)

    def to_place(self, row: int, hidden: int) -> None:
        """Scroll so that a row is the first in sight, with so many px of it above the edge."""
        if row >= 0:
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.rowViewportPosition(row) + hidden)

    def at_end(self) -> bool:
        """Whether the last row is in view."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def fit_lanes(self) -> None:
        """Give the lanes the room there is, or what they need at least."""
        taken = self.columnWidth(NUMBER) + self.columnWidth(TIME)
        room = self.viewport().width() - taken
        self.setColumnWidth(STEPS, max(room, least_width(len(self._ladder.lanes.all))))
        self.horizontalHeader().viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._detail()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Typing searches nothing here: Qt would read every row."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._ladder.numbers:
            painter = QPainter(self.viewport())
            painter.setPen(theme.color("muted"))
            place = self.viewport().rect().adjusted(24, 8, -24, -8)
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(place, flags, self.empty_text())
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_lanes()

    def _moved(self) -> None:
        number = self._ladder.number_at(self.currentIndex().row())
        if number and not self._told:
            self.chosen.emit(number)

    def _detail(self) -> None:
        if self.currentIndex().isValid():
            self.asked_detail.emit()

    def _look(self) -> None:
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(round(theme.row_height() * 1.34))
        self.setColumnWidth(NUMBER, metrics.horizontalAdvance("8,888,888") + 8)
        self.setColumnWidth(TIME, metrics.horizontalAdvance("88888.888 s") + 12)
        self.fit_lanes()
        self.viewport().update()
