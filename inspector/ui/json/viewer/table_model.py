"""The model of a table of JSON objects: cells are read when they are painted, orders are made in slices."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Generator
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from inspector.render.json_table import Cell, JsonTable
from inspector.render.structured import string_of
from inspector.ui.locale.locale_text import say_size
from inspector.ui.loop.slices import Slices
from inspector.ui.text.row_layouts import shown_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["JsonTableModel"]

AnyIndex = QModelIndex | QPersistentModelIndex

_NO_INDEX: Final = QModelIndex()
_KEPT: Final = 500  # rows whose cells are remembered
_CUT: Final = 300  # bytes of a value that a cell shows
_INSIDE: Final = 60  # characters of a container that a cell shows
_TIP: Final = 1500  # bytes of a value that a tooltip shows
_ROLES: Final = {
    "string": "text",
    "number": "number",
    "true": "keyword",
    "false": "keyword",
    "null": "muted",
    "object": "muted",
    "array": "muted",
}


class JsonTableModel(QAbstractTableModel):
    """Rows and columns of a `JsonTable`, filtered and sorted. Row numbers count from 0 in the document."""

    changed = Signal()  # what `shown`, `busy` and `sorted_by` say

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.table: JsonTable | None = None
        self.filter = ""
        self.sorted_by: tuple[int, bool] = (-1, False)  # column, downwards
        self._columns = 0
        self._found: array[int] | None = None  # by the filter; None: all
        self._order: array[int] | None = None  # what is shown; None: all as they came
        self._cells: OrderedDict[int, dict[bytes, Cell]] = OrderedDict()
        self._columns_slices = Slices(self)
        self._columns_slices.advanced.connect(self._grow_columns)
        self._columns_slices.finished.connect(self._grow_columns)
        self._slices = Slices(self)
        self._slices.finished.connect(self._arranged)

    def set_table(self, table: JsonTable | None) -> None:
        """Show another table, all of it as it came."""
        self._slices.stop()
        self._columns_slices.stop()
        self.beginResetModel()
        self.table = table
        self.filter, self.sorted_by = "", (-1, False)
        self._found = self._order = None
        self._cells.clear()
        self._columns = self._lead() + len(table.columns) if table is not None else 0
        self.endResetModel()
        if table is not None:
            self._columns_slices.start(table.find_columns(), at_once=False)
        self.changed.emit()

    # -- what is shown ----------------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """Rows after filtering."""
        if self.table is None:
            return 0
        return len(self.table) if self._order is None else len(self._order)

    @property
    def busy(self) -> bool:
        """Whether rows are being filtered or sorted."""
        return self._slices.running

    def number(self, row: int) -> int:
        """Which row of the document is shown in a row."""
        return row if self._order is None else self._order[row]

    def cell(self, index: AnyIndex) -> Cell:
        """What a cell shows; a leading column shows the row itself."""
        if self.table is None:
            return Cell()
        return self.cell_of(self.number(index.row()), index.column())

    def cell_of(self, number: int, column: int) -> Cell:
        """The cell of a row of the document."""
        if self.table is None:
            return Cell()
        key = self.column_key(column)
        if not key:
            return Cell() if self.table.keyed or self._members(number) else self.table.row(number)
        return self._members(number).get(key, Cell())

    def column_key(self, column: int) -> bytes:
        """The key of a column, b"" for the one that leads."""
        at = column - self._lead()
        return self.table.columns[at] if self.table is not None and at >= 0 else b""

    def bytes_of(self, cell: Cell, limit: int) -> bytes:
        """The JSON of a cell, at most limit bytes of it."""
        return self.table.tree.part(cell.start, min(cell.end, cell.start + limit)) if self.table else b""

    def text(self, index: AnyIndex) -> str:
        """What is written in a cell."""
        if self.table is not None and self.table.keyed and not self.column_key(index.column()):
            return shown_text(
                string_of(self.table.row_key(self.number(index.row()))).encode("utf-8", "replace")
            )
        cell = self.cell(index)
        if cell.kind == "missing":
            return ""
        raw = self.bytes_of(cell, _CUT)
        if cell.kind in ("object", "array"):
            inside = " ".join(shown_text(raw.replace(b"\n", b" ")).split())
            return inside if len(inside) <= _INSIDE else inside[:_INSIDE] + "…"
        if cell.kind != "string":
            return shown_text(raw)
        if cell.end - cell.start > _CUT:
            return shown_text(raw[1:]) + f"…  {say_size(cell.end - cell.start)}"
        return shown_text(string_of(raw).encode("utf-8", "backslashreplace"))

    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else self.shown

    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        return 0 if parent.isValid() else self._columns

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.table is None or not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            head = self.headerData(index.column(), Qt.Orientation.Horizontal)
            text = self.text(index) or self.tr("missing")
            return f"{head}: {text}"
        if role == Qt.ItemDataRole.ForegroundRole:
            keyed = self.table.keyed and not self.column_key(index.column())
            return theme.color("key" if keyed else _ROLES.get(self.cell(index).kind, "muted"))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = self.cell(index).kind == "number"
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(shown_text(self.bytes_of(self.cell(index), _TIP)))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if self.table is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(self.number(section)) if section < self.shown else None
        if section >= self._columns:
            return None
        key = self.column_key(section)
        if key:
            return shown_text(string_of(key).encode("utf-8", "backslashreplace"))
        return self.tr("Key") if self.table.keyed else self.tr("Value")

    # -- order ------------------------------------------------------------------------------------------

    def set_filter(self, text: str) -> None:
        """Show the rows in which a text occurs."""
        if self.table is not None and text != self.filter:
            self.filter = text
            self._slices.start(self._arrange(self.table, refilter=True))
            self.changed.emit()

    def sort_by(self, column: int, down: bool) -> None:
        """Show the rows in the order of a column; -1: as they came."""
        if self.table is not None and (column, down) != self.sorted_by:
            self.sorted_by = (column, down)
            self._slices.start(self._arrange(self.table, refilter=self._found is None and bool(self.filter)))
            self.changed.emit()

    def _arrange(self, table: JsonTable, refilter: bool) -> Generator[None, None, array[int] | None]:
        if refilter:
            self._found = None
            if self.filter:
                self._found = yield from table.filtered(self.filter)
        column, down = self.sorted_by
        if column < 0:
            return self._found
        return (yield from table.ordered(self.column_key(column), down, self._found))

    def _arranged(self, order: array[int] | None) -> None:
        self.beginResetModel()
        self._order = order
        self.endResetModel()
        self.changed.emit()

    # -- inside -----------------------------------------------------------------------------------------

    def _lead(self) -> int:
        """1 when a column comes before those of the keys: the key of each row, or rows that have none."""
        return int(self.table is not None and (self.table.keyed or self.table.loose))

    def _members(self, number: int) -> dict[bytes, Cell]:
        found = self._cells.get(number)
        if found is None and self.table is not None:
            found = self._cells[number] = self.table.cells(number)
            if len(self._cells) > _KEPT:
                self._cells.popitem(last=False)
        return found or {}

    def _grow_columns(self, _result: object = None) -> None:
        if self.table is None:
            return
        count = self._lead() + len(self.table.columns)
        if count > self._columns:
            self.beginInsertColumns(QModelIndex(), self._columns, count - 1)
            self._columns = count
            self.endInsertColumns()
