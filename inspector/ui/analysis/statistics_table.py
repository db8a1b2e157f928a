"""The tree of figures: sorted by its heads, its numbers are links, it keeps what is open when it grows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStyle,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from inspector.trace.statistics.outline import OutlineNode
from inspector.ui.analysis.statistics_model import StatisticsModel
from inspector.ui.locale.right_to_left import direction_of
from inspector.ui.session.filter_requests import FilterRequest
from inspector.ui.widgets import theme
from inspector.ui.widgets.line_delegate import LineDelegate

__all__ = ["StatisticsTable"]

_OPEN_AT_FIRST: Final = 40  # lines below a line; more stay closed until the user opens them
_NAME: Final = 26  # least width of the names, in characters
_NUMBER: Final = "888.8 MB"  # what fits into the other columns
_WIDEST: Final = {13: ("888,888", "8,888 (88%)", *["8,888"] * 3, *["888 ms"] * 5)}
"""Of tables with so many columns: what fits into the second and those after it."""
_FIRST: Final = {13: (0, 1, 2, 7, 8, 10, 3, 4, 5, 6, 9, 11, 12)}
"""Of the table of calls: errors, p50, p95 and the longest before what was lost, cancelled or is pending."""

_MARGIN: Final = 10
_LOW: Final = 48  # px; Qt's own would push other panes over each other in a low window


class StatisticsTable(QTreeView):
    """Shows a StatisticsModel."""

    chosen = Signal()  # another line is current
    filter_wanted = Signal(object)  # FilterRequest

    def __init__(self, model: StatisticsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statistics_table")
        self.setAccessibleName(self.tr("Calls by server, method and target"))
        self._model = model
        self._known: set[tuple[str, ...]] = set()
        self._open: set[tuple[str, ...]] = set()
        self._filling = False
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(_LOW)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setExpandsOnDoubleClick(False)
        self.setIndentation(14)
        self.setItemDelegate(_Rows(self))
        self.setHorizontalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        header = self.header()
        header.setSectionsClickable(True)
        model.sort(1, Qt.SortOrder.DescendingOrder)
        header.setHighlightSections(False)
        header.setStretchLastSection(False)
        header.sectionClicked.connect(self._sort)
        self.expanded.connect(self._expanded)
        self.collapsed.connect(self._collapsed)
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.clicked.connect(self._clicked)
        self.doubleClicked.connect(self._show_only)
        theme.notifier().changed.connect(self._look)

    def show_nodes(self, roots: Sequence[OutlineNode], heads: tuple[str, ...]) -> None:
        """Show other figures; lines that are still there stay current and open."""
        other = heads != self._model.heads
        path = self.current_path()
        place = self.verticalScrollBar().value()
        self._filling = True
        self._model.show(roots, heads)
        self._reopen()
        self._make_current(path)
        self.verticalScrollBar().setValue(place)
        self._filling = False
        if other:
            self._put_in_order(len(heads))
            self._look()

    def _put_in_order(self, count: int) -> None:
        """Beside the rows there is room for the first columns only: what is asked for most comes first."""
        for place, section in enumerate(_FIRST.get(count, range(count))):
            self.header().moveSection(self.header().visualIndex(section), place)

    def current_path(self) -> tuple[str, ...]:
        """Names of the current line from the root on; empty: none is."""
        node = self._model.node(self.currentIndex())
        return node.path if node is not None else ()

    def current_node(self) -> OutlineNode | None:
        """The current line."""
        return self._model.node(self.currentIndex())

    def _reopen(self) -> None:
        for node in _walk(self._model.roots):
            if not node.children:
                continue
            if node.path not in self._known:
                self._known.add(node.path)
                if len(node.path) == 1 or len(node.children) <= _OPEN_AT_FIRST:
                    self._open.add(node.path)
            if node.path in self._open:
                self.setExpanded(self._model.index_of(node.path), True)

    def _expanded(self, index: QModelIndex) -> None:
        if node := self._model.node(index):
            self._open.add(node.path)

    def _collapsed(self, index: QModelIndex) -> None:
        node = self._model.node(index)
        if node is not None and not self._filling:
            self._open.discard(node.path)

    def _sort(self, column: int) -> None:
        """By the largest first, by names from A on; again: the other way round."""
        first = Qt.SortOrder.DescendingOrder if column else Qt.SortOrder.AscendingOrder
        other = Qt.SortOrder.AscendingOrder if column else Qt.SortOrder.DescendingOrder
        path = self.current_path()
        self._filling = True
        self._model.sort(column, other if self._model.order == (column, first) else first)
        self._reopen()
        self._make_current(path)
        self._filling = False

    def _make_current(self, path: tuple[str, ...]) -> None:
        """Without scrolling: that would open the closed line that a current one is in."""
        scrolls = self.hasAutoScroll()
        self.setAutoScroll(False)
        self.setCurrentIndex(self._model.index_of(path) if path else QModelIndex())
        self.setAutoScroll(scrolls)

    def _moved(self) -> None:
        if not self._filling:
            self.chosen.emit()

    # -- filters -----------------------------------------------------------------------------------

    def _clicked(self, index: QModelIndex) -> None:
        node, figure = self._model.node(index), self._model.figure(index)
        if node is not None and figure is not None and figure.condition:
            mode = "messages" if node.summary is None else "calls"
            self.filter_wanted.emit(FilterRequest(figure.condition, "replace", mode=mode, everywhere=True))

    def _show_only(self, index: QModelIndex) -> None:
        node = self._model.node(index)
        if node is not None and node.condition and index.column() == 0:
            self._want(node.condition, "replace")

    def _want(self, condition: str, join: str) -> None:
        self.filter_wanted.emit(FilterRequest(condition, join))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter shows only the calls of the line."""
        node = self.current_node()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and node is not None and node.condition:
            self._want(node.condition, "replace")
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        figure = self._model.figure(self.indexAt(event.position().toPoint()))
        link = figure is not None and bool(figure.condition)
        shape = Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)
        super().mouseMoveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        node = self.current_node()
        if node is not None and node.condition:
            place = event.globalPos()
            self.menu(node).popup(place if place != QPoint() else self.mapToGlobal(QPoint(20, 20)))

    def menu(self, node: OutlineNode) -> QMenu:
        """What can be done with a line; it deletes itself."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for join, text in (
            ("replace", self.tr("Show only these")),
            ("and", self.tr("…and these (added to the current filter)")),
            ("or", self.tr("…or these")),
            ("and not", self.tr("Hide these")),
        ):
            action = menu.addAction(text)
            action.setObjectName(f"statistics_{join.replace(' ', '_')}")
            action.setData((node.condition, join))
        menu.triggered.connect(self._menu_chosen)
        return menu

    def _menu_chosen(self, action: QAction) -> None:
        condition, join = action.data()
        self._want(condition, join)

    def _look(self) -> None:
        metrics, heads = self.fontMetrics(), self._model.heads
        name = max(
            metrics.averageCharWidth() * _NAME, metrics.horizontalAdvance(f"{heads[0]} ▾") + 2 * _MARGIN
        )
        numbers = [_NUMBER, *_WIDEST.get(len(heads), ())]
        numbers += [_NUMBER] * (len(heads) - len(numbers))
        texts = [
            max(metrics.horizontalAdvance(f"{head} ▾"), metrics.horizontalAdvance(number))
            for head, number in zip(heads, numbers, strict=True)
        ]
        for section, text in enumerate(texts):
            self.setColumnWidth(section, text + _MARGIN if section else name)
        room = self.viewport().width() - sum(self.columnWidth(section) for section in range(1, len(heads)))
        self.setColumnWidth(0, max(name, room))
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._look()


class _Rows(LineDelegate):
    """Rows as high as everywhere, numbers before their units."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        side = QStyle.visualAlignment(option.direction, option.displayAlignment)
        option.displayAlignment = side | Qt.AlignmentFlag.AlignAbsolute
        option.direction = direction_of(option.text)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), theme.row_height())


def _walk(nodes: Iterable[OutlineNode]) -> Iterable[OutlineNode]:
    for node in nodes:
        yield node
        yield from _walk(node.children)
