"""The outline of figures as Qt wants it: a tree whose numbers can be sorted by, and are links to filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.trace.statistics.outline import Figure, OutlineNode
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["StatisticsModel"]

_Index = QModelIndex | QPersistentModelIndex
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class StatisticsModel(QAbstractItemModel):
    """Nodes with their figures. It is told what to show and in which order; a reset each time."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads: tuple[str, ...] = ("",)
        self.roots: list[OutlineNode] = []
        self._places: dict[int, tuple[OutlineNode | None, int]] = {}  # of a node: its parent, its row
        self._arranged: set[int] = set()  # nodes whose children are sorted
        self._column, self._down = 0, False

    def show(self, roots: Sequence[OutlineNode], heads: tuple[str, ...]) -> None:
        """Show these, sorted as before."""
        self.beginResetModel()
        self.roots, self.heads = list(roots), heads
        self._places.clear()
        self._arranged.clear()
        self.endResetModel()

    @property
    def order(self) -> tuple[int, Qt.SortOrder]:
        """Column that it is sorted by, and which way."""
        return self._column, Qt.SortOrder.DescendingOrder if self._down else Qt.SortOrder.AscendingOrder

    def node(self, index: _Index) -> OutlineNode | None:
        """What a line stands for."""
        found = index.internalPointer() if index.isValid() else None
        return found if isinstance(found, OutlineNode) else None

    def figure(self, index: _Index) -> Figure | None:
        """What a cell counts; None for a name."""
        node = self.node(index)
        if node is None or not 0 < index.column() <= len(node.figures):
            return None
        return node.figures[index.column() - 1]

    def index_of(self, path: tuple[str, ...]) -> QModelIndex:
        """The line with these names; an invalid index when there is none."""
        nodes, found = self._level(None), None
        for length in range(1, len(path) + 1):
            found = next((node for node in nodes if node.path == path[:length]), None)
            if found is None:
                return QModelIndex()
            nodes = self._level(found)
        return self._index(found, 0) if found is not None else QModelIndex()

    # -- what Qt asks ------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        nodes = self._children(parent)
        inside = 0 <= row < len(nodes) and 0 <= column < len(self.heads)
        return self.createIndex(row, column, nodes[row]) if inside else QModelIndex()

    def parent(self, index: _Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        node = self.node(index)
        above = self._places[id(node)][0] if node is not None and id(node) in self._places else None
        return self._index(above, 0) if above is not None else QModelIndex()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.column() > 0 else len(self._children(parent))

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return len(self.heads)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.heads):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            sign = (" ▾" if self._down else " ▴") if section == self._column else ""
            return self.heads[section] + sign
        return _RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node, figure = self.node(index), self.figure(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return figure.text if figure is not None else node.name
        if role == Qt.ItemDataRole.TextAlignmentRole and figure is not None:
            return _RIGHT
        if role == Qt.ItemDataRole.ForegroundRole and figure is not None and figure.tone:
            return theme.color(figure.tone)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(node, figure)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._down = column, order == Qt.SortOrder.DescendingOrder
        self.beginResetModel()
        self._places.clear()
        self._arranged.clear()
        self.endResetModel()

    # -- inside ------------------------------------------------------------------------------------

    def _tooltip(self, node: OutlineNode, figure: Figure | None) -> str:
        if figure is None:
            return tooltip("\n".join((" › ".join(node.path), node.condition)))
        return tooltip(self.tr("Click to filter: {0}").format(figure.condition)) if figure.condition else ""

    def _children(self, parent: _Index) -> list[OutlineNode]:
        return self._level(self.node(parent))

    def _index(self, node: OutlineNode, column: int) -> QModelIndex:
        return self.createIndex(self._places[id(node)][1], column, node)

    def _level(self, parent: OutlineNode | None) -> list[OutlineNode]:
        """The lines below one, sorted when they are first asked for: most are never opened."""
        nodes = self.roots if parent is None else parent.children
        if id(parent) not in self._arranged:
            self._arranged.add(id(parent))
            nodes.sort(key=self._order, reverse=self._down)
            self._places.update((id(node), (parent, row)) for row, node in enumerate(nodes))
        return nodes

    def _order(self, node: OutlineNode) -> tuple[float, str]:
        return node.orders[self._column - 1] if 0 < self._column <= len(node.orders) else 0.0, node.name
