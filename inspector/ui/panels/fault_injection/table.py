"""How the server stood all faults: a table that fills while they run, to copy as Markdown."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from inspector.core.fault_injection.faults import FaultVerdict
from inspector.core.fault_injection.report import GLYPHS, summary
from inspector.protocol.faults import PRESETS
from inspector.translation import shown
from inspector.ui.panels.fault_injection.list import ROLE_OF
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Elided, column, row, tool_button
from inspector.ui.widgets.headed_model import HeadedModel, Index
from inspector.ui.widgets.row_table import RowTable

__all__ = ["FaultTable"]

_WIDTHS: Final = (104, 180, 62)  # px
_LEVELS: Final = {"must": "MUST", "should": "SHOULD"}


class _Model(HeadedModel):
    rows: list[FaultVerdict]

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Verdict"), self.tr("Fault"), self.tr("Rule"), self.tr("What happened"))
        self._words = {
            "complied": self.tr("complied"),
            "not complied": self.tr("not complied"),
            "no answer": self.tr("no response"),
            "undecided": self.tr("undecided"),
        }

    def clear(self) -> None:
        self.beginResetModel()
        self.rows = []
        self.endResetModel()

    def add(self, verdict: FaultVerdict) -> None:
        place = len(self.rows)
        self.beginInsertRows(QModelIndex(), place, place)
        self.rows.append(verdict)
        self.endInsertRows()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        verdict = self.rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                f"{GLYPHS[verdict.word]} {self._words[verdict.word]}",
                shown(PRESETS[verdict.key].title),
                _LEVELS.get(verdict.level, ""),
                shown(verdict.sentence),
            )[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 0:
            return theme.color(ROLE_OF[verdict.word])
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{shown(PRESETS[verdict.key].sends)}\n{shown(verdict.sentence)}"
        return None


class FaultTable(QWidget):
    """`chosen(verdict)`: a row became current. `cancelled`, `closed`, `copied`: the buttons."""

    chosen = Signal(object)
    cancelled = Signal()
    closed = Signal()
    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model(self)
        self.table = RowTable("fault_table", self.tr("Verdicts of all faults"))
        self.table.show_model(self._model, *_WIDTHS)
        self._state = Elided()
        self._state.setObjectName("fault_table_state")
        self._progress = QProgressBar()
        self._progress.setObjectName("fault_progress")
        self._progress.setAccessibleName(self.tr("Progress"))
        self._progress.setTextVisible(False)
        zoom.follow(self._progress.setFixedHeight, 4)
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.setObjectName("fault_cancel")
        self._copy = tool_button("fault_copy", "content-copy", self.tr("Copy as Markdown"))
        self._close = tool_button("fault_table_close", "close", self.tr("Back to the response"))
        buttons = row(self._cancel, self._copy, self._close, spacing=2)
        head = row(self._state, buttons, margins=(theme.SPACE, 4, theme.SPACE, 2))
        head.setStretch(0, 1)
        self.setLayout(column(head, self._progress, self.table, spacing=2))
        self._cancel.clicked.connect(self.cancelled)
        self._copy.clicked.connect(self.copied)
        self._close.clicked.connect(self.closed)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)

    @property
    def verdicts(self) -> tuple[FaultVerdict, ...]:
        """Those that are there, in turn."""
        return tuple(self._model.rows)

    def begin(self, count: int) -> None:
        """A sweep of so many faults begins."""
        self._model.clear()
        self._progress.setRange(0, count)
        self._progress.setValue(0)
        self._progress.show()
        self._cancel.show()
        self._state.setText(self.tr("0 of {}").format(count))

    def add(self, verdict: FaultVerdict) -> None:
        """One more was judged."""
        self._model.add(verdict)
        done, count = len(self._model.rows), self._progress.maximum()
        self._progress.setValue(done)
        self._state.setText(self.tr("{} of {}: {}").format(done, count, shown(PRESETS[verdict.key].title)))
        self.table.scrollToBottom()

    def end(self, why: str = "") -> None:
        """The sweep is over; why: it was cut short."""
        self._progress.hide()
        self._cancel.hide()
        text = summary(self._model.rows)
        self._state.setText(f"{why} {text}" if why else text)

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self._model.rows[current.row()])
