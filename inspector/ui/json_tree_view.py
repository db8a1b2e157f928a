"""The tree of a JSON document: keys, values, copying, and where a value is in the text."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTreeView, QWidget

from inspector.render.structured import pretty
from inspector.render.tree import JsonTree, Node
from inspector.ui import theme
from inspector.ui.json_tree_model import JsonTreeModel
from inspector.ui.plain import menu_text

__all__ = ["JsonTreeView"]

_OPENED: Final = 200  # rows that opening levels may show
_ONE: Final = 60  # children of a node that opening levels opens
_KEY_SHARE: Final = 0.32  # of the width
_COPY_LIMIT: Final = 32 << 20  # bytes


class JsonTreeView(QTreeView):
    """Key | Value. Nothing is read before its row is opened."""

    path_selected = Signal(str)
    shown_in_text = Signal(object, object)  # start and end in the indented text

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.setModel(self._model)
        header = self.header()
        header.setStretchLastSection(True)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.selectionModel().currentChanged.connect(self._current_changed)
        self._sized = False
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    def set_tree(self, tree: JsonTree | None) -> None:
        """Show another document."""
        self._path = ""
        self._model.set_tree(tree)

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

    def locate(self, offset: int) -> None:
        """Select the value at a byte offset of the indented text, when it has been found."""
        self._model.locate(offset)

    def current_path(self) -> str:
        """JSONPath of the selected value, "" when there is none."""
        return self._path

    def copy_path(self) -> None:
        """Copy the JSONPath of the selected value."""
        QGuiApplication.clipboard().setText(self._path)

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

    def open_menu(self, where: QPoint) -> None:
        """The menu of the selected row at a point of the screen."""
        node = self._chosen()
        if node is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy value as JSON"), self.copy_value)
        if node.kind == "string":
            menu.addAction(self.tr("Copy text"), self.copy_text_of_value)
        menu.addAction(self.tr("Copy key"), self.copy_key)
        menu.addAction(self.tr("Copy path {0}").format(menu_text(self._path)), self.copy_path)
        menu.addSeparator()
        menu.addAction(self.tr("Show in text"), self._show_in_text)
        menu.popup(where)

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        if not self._sized and self.viewport().width() > 80:
            self._sized = True
            self.setColumnWidth(0, max(120, int(self.viewport().width() * _KEY_SHARE)))

    def _chosen(self) -> Node | None:
        index = self.currentIndex()
        return self._model.node(index) if index.isValid() else None

    def _show_in_text(self) -> None:
        node = self._chosen()
        if node is not None:
            self.shown_in_text.emit(node.value, node.end)

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        node, tree = self._model.node(current), self._model.tree
        if current.isValid() and node is not None and tree is not None:
            self._path = tree.path(node)
            self.path_selected.emit(self._path)

    def _located(self, index: QModelIndex) -> None:
        if not index.isValid():
            self._path = "$"
            self.path_selected.emit(self._path)
            return
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self.scrollTo(index)

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        self.header().setFont(theme.mono_font(-1))
        self.doItemsLayout()
