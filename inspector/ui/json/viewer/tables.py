"""Which parts of a document can be shown as a table, and the one that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.render.json_table import JsonTable, Spread, spreads
from inspector.render.tree import JsonTree, TreeNode
from inspector.ui.json.viewer.tree_view import JsonTreeView

if TYPE_CHECKING:
    from inspector.ui.json.viewer.table_view import JsonTableView

__all__ = ["TableFinder"]


class TableFinder(QObject):
    """Between a tree, which reads containers, and a table, which shows one of them.

    add_page: takes the table when it is made; most documents are never looked at as one.
    """

    wanted = Signal()  # a user asked for a table in the tree; it is there
    revealed = Signal(object, str)  # place in the text of a cell, and where to show it: tree or text

    def __init__(self, tree: JsonTreeView, add_page: Callable[[QWidget], object]) -> None:
        super().__init__(tree)
        self._tree, self._add_page = tree, add_page
        self._view: JsonTableView | None = None
        self._found: list[Spread] = []
        self._opening = -1  # place in the text of the container that is being read
        tree.table_ready.connect(self._show)

    @property
    def view(self) -> JsonTableView:
        """The table."""
        if self._view is None:
            from inspector.ui.json.viewer.table_view import JsonTableView

            self._view = JsonTableView()
            self._view.wanted.connect(self._open)
            self._view.chosen.connect(self._tree.locate)
            self._view.revealed.connect(self.revealed)
            self._view.offer(self._found)
            self._add_page(self._view)
        return self._view

    def forget(self) -> bool:
        """Another document comes; nothing can be shown as a table yet."""
        self._found, self._opening = [], -1
        if self._view is not None:
            self._view.show_table(None)
        return False

    def find(self, tree: JsonTree) -> bool:
        """Look for tables in a document. Whether there are any."""
        self._found = spreads(tree)
        if self._view is not None:
            self._view.offer(self._found)
        return bool(self._found)

    def open_first(self) -> None:
        """Show the first table unless one is shown, or will be."""
        if self._found and self.view.model.table is None and self._opening < 0:
            self._open(self._found[0])

    def _open(self, spread: Spread) -> None:
        self._opening = spread.offset
        self._tree.locate(spread.offset, "table")

    def _show(self, node: TreeNode) -> None:
        tree, asked = self._tree.tree(), node.value != self._opening
        self._opening = -1
        if tree is not None:
            self.view.show_table(JsonTable(tree, node), tree.path(node))
            if asked:
                self.wanted.emit()
