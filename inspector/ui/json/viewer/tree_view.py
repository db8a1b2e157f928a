"""The tree of a JSON document: keys, values, copying, and where a value is in the text."""

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from inspector.render.structured import pretty
from inspector.render.tree import JsonTree, TreeNode, Way
from inspector.ui.json.viewer.badges import BadgeDelegate
from inspector.ui.json.viewer.branches import Branches
from inspector.ui.json.viewer.tree_model import ODDITIES, JsonTreeModel
from inspector.ui.text.decorations import HOVER
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.plain import menu_text
from inspector.ui.widgets.tree_expansion import ALL, Expansion

__all__ = ["JsonTreeView"]

_OPENED: Final = 200  # rows that opening levels may show
_ONE: Final = 60  # children of a node that opening levels opens
_KEY_SHARE: Final = 0.32  # of the width
_ROOMY: Final = 560  # px; a narrower tree shows neither types nor sizes
_COPY_LIMIT: Final = 32 << 20  # bytes


class JsonTreeView(QTreeView):
    """Key | Value | Type | Size. Nothing is read before its row is opened."""

    path_selected = Signal(str)
    node_hovered = Signal(object)  # Node under the mouse, None: none
    node_chosen = Signal(object)  # Node
    node_recalled = Signal(object)  # Node that was chosen in the document before, and is again
    menu_wanted = Signal()  # the value that it was asked for is chosen now
    shown_in_text = Signal(object, object)  # start and end in the indented text
    table_ready = Signal(object)  # Node that a table was wanted of; its children are read

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as JSON is
        self.setObjectName("json_tree")
        self.setAccessibleName(self.tr("JSON as a tree"))
        self.setFrameShape(self.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAllColumnsShowFocus(True)
        self.setAnimated(False)
        self.setIndentation(16)
        self._model = JsonTreeModel(self)
        self._model.located.connect(self._located)
        self._path = ""
        self._branches: Branches | None = None  # none: nothing is noted
        self._hover: TreeNode | None = None
        self._over: TreeNode | None = None
        self.setMouseTracking(True)
        self.setModel(self._model)
        self.setItemDelegateForColumn(1, BadgeDelegate(ODDITIES, self))
        self.expansion = Expansion(self)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        zoom.keep_sections(header)
        self.selectionModel().currentChanged.connect(self._current_changed)
        self.entered.connect(self._entered)
        self.viewportEntered.connect(self._left)
        self.expanded.connect(self._opened)
        self.collapsed.connect(self._shut)
        self._sized = False
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    def set_tree(self, tree: JsonTree | None) -> None:
        """Show another document."""
        self._path = ""
        self._branches = self._hover = self._over = None
        self.expansion.stop()
        self._model.set_tree(tree)

    def tree(self) -> JsonTree | None:
        """The document."""
        return self._model.tree

    def open_levels(self, depth: int) -> None:
        """Open the first levels as far as they are small: a few hundred rows in all."""
        budget, level = _OPENED, [QModelIndex()]
        for _ in range(depth):
            below: list[QModelIndex] = []
            for parent in level:
                rows = self._model.rowCount(parent)
                if not 0 < rows <= min(budget, _ONE if parent.isValid() else _OPENED):
                    continue
                budget -= rows
                if parent.isValid():
                    self.expand(parent)
                below += [self._model.index(row, 0, parent) for row in range(rows)]
            level = [index for index in below if self._model.hasChildren(index)]

    def open_as(self, branches: Branches) -> None:
        """Open, shut and choose what the user did before in such a document; note what is done from now."""
        for way, opened in branches.ways():
            self._model.follow(way, "open" if opened else "shut")
        if branches.chosen:
            self._model.follow(branches.chosen, "recall")
        self._branches = branches

    def locate(self, offset: int, purpose: str = "select") -> None:
        """Choose the value at a byte offset of the indented text when it has been found, or say it hovers."""
        self._model.locate(offset, purpose)

    def go_to(self, way: Way) -> None:
        """Choose the value that these steps lead to when it has been found, and bring it into sight."""
        self._model.follow(way, "go_to")

    def set_hover(self, node: TreeNode | None) -> None:
        """Tint a value that the mouse is over in another view, or the closed branch that holds it."""
        self._hover = node
        self._over = self._visible(node) if node is not None else None
        self.viewport().update()

    def _visible(self, node: TreeNode) -> TreeNode:
        """The node itself, or its first ancestor that is shut."""
        above: list[TreeNode] = [node]
        while (parent := above[-1].parent) is not None:
            above.append(parent)
        for ancestor in reversed(above[1:-1]):
            if not self.isExpanded(self._model.index_of(ancestor)):
                return ancestor
        return node

    def current_path(self) -> str:
        """JSONPath of the selected value, "" when there is none."""
        return self._path

    def forget_choice(self) -> None:
        """Nothing is chosen any more, nor will it be in the next document of the kind."""
        self._path = ""
        self.selectionModel().clear()
        if self._branches is not None:
            self._branches.chosen = ()

    def copy_path(self) -> None:
        """Copy the JSONPath of the selected value."""
        QGuiApplication.clipboard().setText(self._path)

    def copy_pointer(self) -> None:
        """Copy the JSON Pointer of the selected value."""
        node, tree = self._chosen(), self._model.tree
        if node is not None and tree is not None:
            QGuiApplication.clipboard().setText(tree.pointer(node))

    def copy_key(self) -> None:
        """Copy the key of the selected value as the text it stands for."""
        node, tree = self._chosen(), self._model.tree
        if node is None or tree is None:
            return
        key = tree.key(node)
        try:
            text = msgspec.json.decode(key, type=str) if key else str(node.number)
        except (msgspec.DecodeError, UnicodeDecodeError):
            text = key[1:-1].decode("utf-8", "backslashreplace")
        QGuiApplication.clipboard().setText(text)

    def copy_value(self) -> None:
        """Copy the selected value as JSON, token for token."""
        node, tree = self._chosen(), self._model.tree
        if node is None or tree is None:
            return
        raw = tree.value(node, _COPY_LIMIT)
        if node.kind in ("object", "array"):
            raw = pretty(raw)  # it was indented as deep as it lay
        QGuiApplication.clipboard().setText(raw.decode("utf-8", "backslashreplace"))

    def copy_text_of_value(self) -> None:
        """Copy what a string stands for, escapes resolved."""
        node, tree = self._chosen(), self._model.tree
        if node is None or tree is None:
            return
        try:
            text = msgspec.json.decode(tree.value(node, _COPY_LIMIT), type=str)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.copy_value()
            return
        QGuiApplication.clipboard().setText(text)

    def fill_menu(self, menu: QMenu) -> None:
        """Add what can be done with the chosen value."""
        node = self._chosen()
        if node is None:
            return
        menu.addAction(self.tr("Copy value as JSON"), self.copy_value)
        if node.kind == "string":
            menu.addAction(self.tr("Copy text"), self.copy_text_of_value)
        if node.parent is not None:
            menu.addAction(self.tr("Copy key"), self.copy_key)
        menu.addAction(self.tr("Copy path {0}").format(menu_text(self._path)), self.copy_path)
        menu.addAction(self.tr("Copy JSON Pointer"), self.copy_pointer)
        menu.addSeparator()
        self._fill_depths(menu.addMenu(self.tr("Expand to depth")))
        menu.addAction(self.tr("Collapse all"), self.collapseAll)
        menu.addSeparator()
        menu.addAction(self.tr("Show in text"), self._show_in_text)
        if node.kind in ("object", "array") and self._model.hasChildren(self.currentIndex()):
            menu.addAction(self.tr("Show as a table"), self.show_as_table)

    def _fill_depths(self, menu: QMenu) -> None:
        menu.setObjectName("json_tree_depths")
        for depth, text in ((1, "1"), (2, "2"), (3, "3"), (ALL, self.tr("All"))):
            action = menu.addAction(text)
            action.setObjectName(f"json_tree_depth_{text.lower() if depth < ALL else 'all'}")
            action.triggered.connect(partial(self.expand_to, depth))

    def expand_to(self, depth: int, _checked: bool = False) -> None:
        """Open the tree so many levels deep, a few thousand rows at most."""
        self.expansion.to_depth(depth, QModelIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """`*` opens all below the chosen row as far as it is reasonable; Qt would open a million rows."""
        if event.key() == Qt.Key.Key_Asterisk:
            self.expansion.to_depth(ALL, self.currentIndex().siblingAtColumn(0))
        else:
            super().keyPressEvent(event)

    def menu_place(self) -> QPoint:
        """Where the menu of the chosen row opens when no mouse asked for it, on the screen."""
        rect = self.visualRect(self.currentIndex())
        return self.viewport().mapToGlobal(rect.bottomLeft() + QPoint(self.indentation(), 0))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._left()

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if self._over is not None and self._model.node(index) is self._over:
            painter.fillRect(option.rect, theme.tint(*HOVER))
        super().drawRow(painter, option, index)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        for section in (2, 3):
            self.setColumnHidden(section, self.viewport().width() < _ROOMY)
        if not self._sized and self.viewport().width() > 80:
            self._sized = True
            self.setColumnWidth(0, max(120, int(self.viewport().width() * _KEY_SHARE)))
            for section in (2, 3):
                self.setColumnWidth(section, self.fontMetrics().horizontalAdvance("0") * 10)

    def _chosen(self) -> TreeNode | None:
        index = self.currentIndex()
        return self._model.node(index) if index.isValid() else None

    def show_as_table(self) -> None:
        """Show the children of the chosen value as rows."""
        node = self._chosen()
        if node is not None:
            self.locate(node.value, "table")

    def _show_in_text(self) -> None:
        node = self._chosen()
        if node is not None:
            self.shown_in_text.emit(node.value, node.end)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        before = self.currentIndex()
        super().mousePressEvent(event)
        node = self._chosen()
        if node is not None and before == self.currentIndex():  # chosen once more, from another view
            self.node_chosen.emit(node)

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        node = self._model.node(current)
        if current.isValid() and node is not None:
            self._choose(node)

    def _choose(self, node: TreeNode) -> None:
        tree = self._model.tree
        if tree is None:
            return
        self._path = tree.path(node)
        if self._branches is not None:
            self._branches.chosen = tree.way(node)
        self.path_selected.emit(self._path)
        self.node_chosen.emit(node)

    def _located(self, index: QModelIndex, purpose: str) -> None:
        node = self._model.node(index)
        if node is None:
            return
        if purpose in ("open", "shut"):
            self.setExpanded(index, purpose == "open")
        elif purpose == "hover":
            self.node_hovered.emit(node)
        elif purpose == "table":
            self.table_ready.emit(node)
        else:
            self._select(index, node, reveal=purpose != "recall")
            if purpose == "menu":
                self.menu_wanted.emit()
            elif purpose in ("recall", "go_to"):
                self.node_recalled.emit(node)

    def _select(self, index: QModelIndex, node: TreeNode, *, reveal: bool) -> None:
        """reveal: also open the branches that it lies in."""
        if index.isValid() and index != self.currentIndex():
            flags = QItemSelectionModel.SelectionFlag
            self.setAutoScroll(False)  # it would open what is shut
            self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self.setAutoScroll(True)
        else:
            self._choose(node)
        if index.isValid() and (reveal or not self.visualRect(index).isEmpty()):
            self.scrollTo(index)

    def _entered(self, index: QModelIndex) -> None:
        node = self._model.node(index)
        if node is not self._hover:
            self.node_hovered.emit(node)

    def _left(self) -> None:
        self.node_hovered.emit(None)

    def _opened(self, index: QModelIndex) -> None:
        self._note(index, opened=True)

    def _shut(self, index: QModelIndex) -> None:
        self._note(index, opened=False)

    def _note(self, index: QModelIndex, *, opened: bool) -> None:
        node, tree = self._model.node(index), self._model.tree
        if self._branches is not None and tree is not None and node is not None and node.kind != "range":
            self._branches.note(tree.way(node), opened)

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        self.header().setFont(theme.mono_font(-1))
        self.doItemsLayout()
