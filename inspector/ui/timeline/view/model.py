"""The rows of the timeline as Qt wants them: an array of record numbers, and texts made when painted.

Nothing here is done once a record: a frame's growth is one batch of numbers, and a row costs its texts
only when it comes into view. `QSortFilterProxyModel` would cost 108 ms for 100,000 rows, this 8 ms.
"""

from __future__ import annotations

import sqlite3
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from inspector.trace.journal import Journal
from inspector.trace.sorting import RowOrder, RowSort, holds
from inspector.translation import shown
from inspector.ui.session.common_numbers import next_common
from inspector.ui.timeline.view.cells import Cells, make_cells, translated
from inspector.ui.timeline.view.columns import (
    COLUMNS,
    DIRECTION,
    NUMBER,
    STATUS,
    TIME,
    WATERFALL,
    Column,
    Columns,
)
from inspector.ui.timeline.view.extra_texts import EXTRA_TEXTS, Surroundings
from inspector.ui.timeline.view.row_colours import RowColours
from inspector.ui.timeline.view.row_values import RowValues
from inspector.ui.timeline.view.times import TimeTexts
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.plain import tooltip

__all__ = ["CELLS", "TimelineModel"]

CELLS: Final = int(Qt.ItemDataRole.UserRole)  # the role that returns all of a row: Cells
_MARKED: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "marked")
_FLAGGED: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "with a finding")
_SORTED: Final[dict[bool, Marked]] = {
    False: QT_TRANSLATE_NOOP("timeline", "{}, sorted ascending"),
    True: QT_TRANSLATE_NOOP("timeline", "{}, sorted descending"),
}
_WAYS: Final[dict[str, Marked]] = {
    "out": QT_TRANSLATE_NOOP("timeline", "client to server"),
    "in": QT_TRANSLATE_NOOP("timeline", "server to client"),
}
_SIGNS: Final = (NUMBER, DIRECTION, STATUS)  # columns that show something by signs
_DIGITS: Final = 5  # of a record number that have room in its column at first
_DIGIT: Final = 8  # px
_PAGE: Final = 64  # rows fetched together; a screen has about 40
_KEPT: Final = 2048  # rows whose texts are kept
_NEAR: Final = 1000  # records looked at for one that has a row
_SINGLE_CHANGES: Final = 64  # more removals at once than this become one reset

_Index = QModelIndex | QPersistentModelIndex


class TimelineModel(QAbstractTableModel):
    """Visible record numbers, ascending or in a `RowOrder`. It is told what changed; it never asks.

    A row order stays as it is: what is visible since has no row until there is another order.
    """

    column_resized = Signal()  # one needs other room
    revising = Signal(object)  # rows come, and those of these records go
    revised = Signal()

    def __init__(self, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._journal = journal
        self._numbers: array[int] | range = array("q")  # all messages are a range: ten million cost nothing
        self._order: RowOrder | None = None
        self.arrow: RowSort | None = None
        self._cells: dict[int, Cells] = {}
        self._calls = True
        self._origin_ns = 0
        self._servers: dict[int, str] = {}
        self.annotations = journal.annotations
        self._around = Surroundings({}, journal.annotations)
        self.columns = Columns()
        self.times = TimeTexts(journal)
        self.longest_time = ""  # of the Time column, with a 0 for each digit
        self.values = RowValues(journal, self.columns, self)
        self.colours = RowColours(journal, self)
        self.refresh_sessions()

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def calls(self) -> bool:
        """Whether a row is a call (else a message)."""
        return self._calls

    @property
    def numbers(self) -> array[int] | range:
        """The visible numbers, ascending. Not to be changed."""
        return self._numbers

    @property
    def in_order(self) -> array[int] | range:
        """The numbers of the rows from top to bottom. Not to be changed."""
        return self._numbers if self._order is None else self._order.numbers

    @property
    def sorted_by(self) -> RowSort | None:
        """What the rows are sorted by; None: they are in the order of recording."""
        return None if self._order is None else self._order.sort

    @property
    def late(self) -> int:
        """How many visible records have no row, because they came after the rows were sorted."""
        return len(self._numbers) - len(self.in_order)

    def number_at(self, row: int) -> int:
        """Record number of a row; 0 outside."""
        rows = self.in_order
        return rows[row] if 0 <= row < len(rows) else 0

    def row_of(self, number: int) -> int:
        """Row of a record; -1 when it is not shown."""
        if self._order is not None:
            return self._order.row_of(number)
        row = bisect_left(self._numbers, number)
        return row if row < len(self._numbers) and self._numbers[row] == number else -1

    def row_near(self, number: int) -> int:
        """Row of the first shown record from number on, else of the newest; -1 when nothing is shown."""
        place = min(bisect_left(self._numbers, number), len(self._numbers) - 1)
        if self._order is None:
            return place
        rows = map(self._order.row_of, self._numbers[place : place + _NEAR])
        return next((row for row in rows if row >= 0), self.newest_row())

    def newest_row(self) -> int:
        """Row of the newest record; -1 when nothing is shown."""
        return len(self._numbers) - 1 if self._order is None else self._order.row_of(self._order.last)

    def beside(self, numbers: Sequence[int], here: int, *, forward: bool) -> int:
        """Of these ascending records the first below (above) the row of a record, going round; 0: none."""
        if self._order is None:
            return next_common(numbers, self._numbers, here, forward=forward)
        row = self.row_of(here)
        return self._order.beside(numbers, row, 1) if forward else self._order.beside(numbers, row, -1)

    def shown_number(self, number: int) -> int:
        """The record whose row shows this one: itself, or in calls its request. 0: there is none."""
        if not number or self.row_of(number) >= 0:
            return number
        found = self._journal.rows([number])
        return found[0].exchange if found else 0

    def message(self, number: int) -> bytes:
        """What was on the wire; of something not in the journal nothing."""
        record = self._journal.record(number)
        return record.raw if record is not None else b""

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        """A row can be dragged to a form."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def cells_at(self, row: int) -> Cells | None:
        """Texts of a row, made at the first look. None: outside, or not in the journal."""
        number = self.number_at(row)
        if not number:
            return None
        return self._cells.get(number) or self._fetch(row, number)

    def cells_between(self, first: int, last: int) -> list[Cells]:
        """Texts of the rows first to last."""
        rows = range(max(0, first), min(last + 1, len(self.in_order)))
        missing = [number for row in rows if (number := self.number_at(row)) not in self._cells]
        if len(missing) > len(rows) // 2:  # another place, or order: what is in sight at once, not the page
            self._make(missing)
        found = (self.cells_at(row) for row in rows)
        return [cells for cells in found if cells is not None]

    def text(self, row: int, column: int) -> str | None:
        """What a cell says; a pending duration is made at paint. None: outside."""
        cells = self.cells_at(row)
        if cells is None:
            return None
        if column == TIME:
            before = self._before(cells.row.number) if self.times.mode == "previous" else None
            return self.times.text(cells.row, before.row if before is not None else None, self.origin_ns)
        if column < len(cells.texts):
            return cells.texts[column]
        key = self.columns[column].key
        made = EXTRA_TEXTS.get(key)
        return made(cells.row, self._around) if made is not None else self.values.text(cells.row.number, key)

    @property
    def origin_ns(self) -> int:
        """When the first record of the session came; 0: there is none yet."""
        if not self._origin_ns:
            first = self._journal.rows([1])
            self._origin_ns = first[0].at_ns if first else 0
        return self._origin_ns

    def show_arrow(self, sort: RowSort | None) -> None:
        """The column that the rows are sorted by, or soon will be, gets an arrow."""
        self.arrow = sort
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def heading(self, column: Column) -> str:
        """The title of a column, with its arrow. Qt's own overlaps it, and points the other way."""
        if self.arrow is None or self.arrow.key != column.key:
            return column.heading
        return f"{column.heading} {'▼' if self.arrow.descending else '▲'}"

    # -- columns -----------------------------------------------------------------------------------

    def add_column(self, path: str, title: str) -> int:
        """A column for the values at a JSON path; its index. One that is there is not made twice."""
        there = self.columns.index_of(path)
        if there >= 0:
            return there
        place = len(self.columns)
        self.beginInsertColumns(QModelIndex(), place, place)
        self.columns.append(path, title)
        self.endInsertColumns()
        return place

    def remove_column(self, index: int) -> None:
        """Take a column away that was added."""
        if index >= len(COLUMNS):
            self.beginRemoveColumns(QModelIndex(), index, index)
            self.columns.remove(index)
            self.endRemoveColumns()

    def rename_column(self, index: int, title: str) -> None:
        """Another heading for a column that was added."""
        if index >= len(COLUMNS) and title.strip():
            self.columns.rename(index, title.strip())
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, index, index)

    def set_time_mode(self, mode: str) -> None:
        """What the Time column says, one of TIME_MODES."""
        self.times.mode = mode
        self.longest_time = ""
        self._make_time_room()
        self.retell()

    def _make_room(self) -> None:
        """Wider for long numbers, beside the links of an exchange; never narrow again, that would flicker."""
        number = COLUMNS[NUMBER]
        more = (len(str(self._numbers[-1] if self._numbers else 0)) - _DIGITS) * _DIGIT
        if number.width + more > self.columns[NUMBER].width:
            self.columns.resize(NUMBER, number.width + more, number.least + more)
            self.column_resized.emit()
        self._make_time_room()

    def _make_time_room(self) -> None:
        """A time is never cut: the column follows the longest one, that of the newest record."""
        try:
            newest = self._journal.rows([self._numbers[-1]]) if self._numbers else ()
        except sqlite3.DatabaseError:  # a damaged file: said where its rows are read
            return
        longest = self.times.longest(newest[0], self.origin_ns) if newest else ""
        if len(longest) >= len(self.longest_time) and longest != self.longest_time:
            self.longest_time = longest
            self.column_resized.emit()

    def retell(self) -> None:
        """Marks, notes or times are other ones: what is on screen is painted anew."""
        if self.rowCount():
            last = self.index(self.rowCount() - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    # -- being told --------------------------------------------------------------------------------

    def show(self, numbers: array[int] | range, calls: bool, order: RowOrder | None = None) -> None:
        """Show other rows altogether. The array is the model's from now on: it grows by `extend` only."""
        self.beginResetModel()
        self._numbers, self._order = numbers, order
        if calls != self._calls:
            self._cells.clear()
        self._calls = calls
        self.endResetModel()
        self._make_room()

    def extend(self, numbers: array[int] | range) -> None:
        """Add rows at the end, in one batch. Numbers already shown are left out."""
        if self._numbers and numbers and numbers[0] <= self._numbers[-1]:
            numbers = numbers[bisect_right(numbers, self._numbers[-1]) :]
        if not numbers:
            return
        first = len(self._numbers)
        if self._order is None:
            self.beginInsertRows(QModelIndex(), first, first + len(numbers) - 1)
        if isinstance(self._numbers, range):
            self._numbers = range(self._numbers.start, numbers[-1] + 1)
        else:
            self._numbers.extend(numbers)
        if self._order is None:
            self.endInsertRows()
        self._make_room()

    def revise(self, asked: Iterable[int], shown: Iterable[int]) -> None:
        """Of the records `asked` exactly `shown` are to be visible (a filter's verdict changed)."""
        wanted = set(shown)
        gone = [number for number in asked if number not in wanted and holds(self._numbers, number)]
        new = sorted(number for number in wanted if not holds(self._numbers, number))
        if len(gone) + len(new) > _SINGLE_CHANGES:
            kept = array("q", sorted(set(self._numbers).difference(gone).union(new)))
            self.show(kept, self._calls, self._order.only(kept) if self._order is not None else None)
            return
        if isinstance(self._numbers, range):  # without a filter: there are no verdicts
            return
        self.revising.emit(gone)
        for number in gone:
            row, place = self.row_of(number), bisect_left(self._numbers, number)
            if row < 0:  # it came after the rows were sorted
                del self._numbers[place]
                continue
            self.beginRemoveRows(QModelIndex(), row, row)
            del self._numbers[place]
            if self._order is not None:
                self._order.remove(row)
            self.endRemoveRows()
        for number in new:
            row = bisect_left(self._numbers, number)
            if self._order is not None:
                self._numbers.insert(row, number)
                continue
            self.beginInsertRows(QModelIndex(), row, row)
            self._numbers.insert(row, number)
            self.endInsertRows()
        self.revised.emit()

    def touch(self, exchanges: Sequence[int]) -> None:
        """These exchanges changed: rows that show them make their texts anew."""
        changed = set(exchanges)
        stale = [number for number, cells in self._cells.items() if cells.row.exchange in changed]
        self._forget(stale)

    def refresh_findings(self) -> None:
        """There are new findings: their marks appear."""
        self._forget(list(self._cells))

    def refresh_sessions(self) -> None:
        """Names of servers may be other ones."""
        sessions = {info.number: info for info in self._journal.sessions()}
        self._servers = {number: info.name for number, info in sessions.items()}
        self._around = Surroundings(sessions, self._journal.annotations)
        self._forget(list(self._cells))

    def retranslate(self) -> None:
        """Words or fonts are other ones."""
        self._forget(list(self._cells))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    # -- what Qt asks ------------------------------------------------------------------------------

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 (Qt's own default)
        return 0 if parent.isValid() else len(self.in_order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == CELLS:
            return self.cells_at(index.row())
        if role == Qt.ItemDataRole.WhatsThisRole:
            cells = self.cells_at(index.row())
            return None if cells is None else cells.row.method or cells.row.kind
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() in _SIGNS:
            return self._spoken(index.row(), index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole and index.column() != WATERFALL:
            return tooltip(self._tooltip(index) or "")
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.heading(self.columns[section])
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken_heading(self.columns[section])
        if role == Qt.ItemDataRole.WhatsThisRole:
            return self.columns[section].key
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if self.columns[section].right else Qt.AlignmentFlag.AlignLeft
            stays = Qt.AlignmentFlag.AlignAbsolute if section == NUMBER else Qt.AlignmentFlag(0)
            return side | stays | Qt.AlignmentFlag.AlignVCenter
        return None

    # -- inside ------------------------------------------------------------------------------------

    def _spoken(self, row: int, column: int) -> str:
        """What a cell says by signs, in words."""
        cells = self.cells_at(row)
        if column != NUMBER and cells is not None:
            if column == DIRECTION:
                return translated(_WAYS[cells.row.direction]) if cells.row.direction in _WAYS else ""
            flag = translated(_FLAGGED) if cells.mark else ""
            return ", ".join(part for part in (cells.texts[STATUS], flag) if part)
        number = self.number_at(row)
        marked = translated(_MARKED) if self.annotations.is_marked(number) else ""
        return ", ".join(part for part in (str(number), marked, self.annotations.note(number)) if part)

    def _spoken_heading(self, column: Column) -> str:
        """A title, and by words what its arrow says."""
        if self.arrow is None or self.arrow.key != column.key:
            return column.heading
        return translated(_SORTED[self.arrow.descending]).format(column.heading)

    def _tooltip(self, index: _Index) -> str | None:
        cells = self.cells_at(index.row())
        if cells is None:
            return None
        key = self.columns[index.column()].key
        if key == "number":
            return self.annotations.note(cells.row.number) or None
        if key == "status":
            return "\n".join(part for part in (shown(cells.row.detail), cells.row.message) if part) or None
        if key in ("method", "target") and cells.spans:
            return "\n".join(part for part in (shown(cells.row.note), cells.row.preview) if part) or None
        if key in ("server", "method", "target") or index.column() >= len(cells.texts):
            return self.text(index.row(), index.column())
        return None

    def _fetch(self, row: int, number: int) -> Cells | None:
        """Make the texts of the page around a row that are missing."""
        start = max(0, row - _PAGE // 4)
        self._make([one for one in self.in_order[start : start + _PAGE] if one not in self._cells])
        return self._cells.get(number)

    def _before(self, number: int) -> Cells | None:
        """The row recorded before that of a record, wherever it stands."""
        place = bisect_left(self._numbers, number) - 1
        if place < 0:
            return None
        before = self._numbers[place]
        if before not in self._cells:
            self._make([before])
        return self._cells.get(before)

    def _make(self, wanted: Sequence[int]) -> None:
        if len(self._cells) > _KEPT:
            self._cells.clear()
        origin = self.origin_ns
        for one in self._journal.rows(wanted):
            self._cells[one.number] = make_cells(one, self._calls, origin, self._servers)

    def _forget(self, stale: list[int]) -> None:
        self.values.forget(stale)
        self.colours.forget(stale)
        for number in stale:
            del self._cells[number]
        rows = [row for number in stale if (row := self.row_of(number)) >= 0]
        if rows:
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), len(self.columns) - 1))
