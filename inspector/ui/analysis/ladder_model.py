"""The steps of a sequence ladder as Qt wants them: record numbers, and steps made when they are painted."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.errors import DamagedError
from inspector.trace.journal import Journal
from inspector.trace.ladder.ladder import GAP_NS, LadderStep, Lanes, Mark, marks, spans, step_of
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.widgets.plain import tooltip
from inspector.ui.widgets.time_axis import moment_text

__all__ = ["COLUMNS", "NUMBER", "STEPS", "TIME", "LadderModel", "Rung"]

NUMBER, TIME, STEPS = COLUMNS = range(3)
_PAGE: Final = 48  # rows fetched together; a pane shows about 15
_KEPT: Final = 1024

_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Rung:
    """What is painted of one record. gap_ns: since the row before it."""

    step: LadderStep
    bars: tuple[Mark, ...]
    gap_ns: int

    @property
    def gap(self) -> str:
        """The pause before it in words; empty when it is short."""
        return duration_text(self.gap_ns) if self.gap_ns >= GAP_NS else ""


class LadderModel(QAbstractTableModel):
    """Record numbers in ascending order and the lanes that they go between."""

    def __init__(self, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._rungs: dict[int, Rung] = {}
        self._start_ns = 0
        self.numbers: array[int] = array("q")
        self.lanes = Lanes((), user=False, names=("", ""))

    def show(self, numbers: array[int], lanes: Lanes) -> None:
        """Show these; what only grew keeps its rows."""
        before, self.lanes = len(self.numbers), lanes
        self._rungs.clear()
        if before and len(numbers) >= before and numbers[:before] == self.numbers:
            if len(numbers) > before:
                self.beginInsertRows(QModelIndex(), before, len(numbers) - 1)
                self.numbers = numbers
                self.endInsertRows()
            self.dataChanged.emit(self.index(0, 0), self.index(len(numbers) - 1, STEPS))
            return
        self.beginResetModel()
        self.numbers = numbers
        self.endResetModel()

    def row_of(self, number: int) -> int:
        """Row of a record; -1 when it is not shown."""
        row = bisect_left(self.numbers, number)
        return row if row < len(self.numbers) and self.numbers[row] == number else -1

    def row_near(self, number: int) -> int:
        """Row of the first shown record from this number on, else the last row; -1 when nothing is shown."""
        return min(bisect_left(self.numbers, number), len(self.numbers) - 1)

    def number_at(self, row: int) -> int:
        """Record of a row; 0 outside."""
        return self.numbers[row] if 0 <= row < len(self.numbers) else 0

    def rung(self, row: int) -> Rung | None:
        """What a row shows; None outside."""
        if not 0 <= row < len(self.numbers):
            return None
        return self._rungs.get(self.numbers[row]) or self._fetch(row)

    def time_text(self, rung: Rung) -> str:
        """Since the first record of the session, as in the timeline."""
        if not self._start_ns:
            first = self._journal.rows([1])
            self._start_ns = first[0].at_ns if first else 0
        return moment_text(rung.step.at_ns - self._start_ns)

    def sentence(self, rung: Rung) -> str:
        """The step in words: from where to where, and what."""
        source, to = (self.lanes.all[place].title for place in self.lanes.ends(rung.step))
        return f"{source}: {rung.step.text}" if source == to else f"{source} → {to}: {rung.step.text}"

    # -- what Qt asks ------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.numbers)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        texts = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        if role not in (*texts, Qt.ItemDataRole.ToolTipRole):
            return None
        rung = self.rung(index.row())
        if rung is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            later = f"\n+{duration_text(rung.gap_ns)}" if rung.gap_ns else ""
            return tooltip(f"#{rung.step.number}  {self.time_text(rung)}\n{self.sentence(rung)}{later}")
        if index.column() == NUMBER:
            return str(rung.step.number)
        return self.time_text(rung) if index.column() == TIME else self.sentence(rung)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return (
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignVCenter
            )
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("#", self.tr("Time"), " | ".join(lane.title for lane in self.lanes.all))[section]

    # -- inside ------------------------------------------------------------------------------------

    def _fetch(self, row: int) -> Rung | None:
        """Make the rungs of the page that a row is on. Pages stay where they are, so bars keep their side."""
        start = row - row % _PAGE
        page = self.numbers[start : start + _PAGE]
        if len(self._rungs) > _KEPT:
            self._rungs.clear()
        try:
            with self._journal.doubting(), closing(self._journal.reader()) as connection:
                bars = marks(spans(connection, page[0], page[-1]), page)
        except DamagedError:
            bars = dict.fromkeys(page, ())
        rows = self._journal.rows([*self.numbers[max(0, start - 1) : start], *page])
        before = 0
        for one in rows:
            gap = one.at_ns - before if before else 0
            before = one.at_ns
            if one.number in bars:
                self._rungs[one.number] = Rung(step_of(one), bars[one.number], max(0, gap))
        return self._rungs.get(self.numbers[row])
