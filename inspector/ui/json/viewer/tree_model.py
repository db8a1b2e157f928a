"""The model of the JSON tree: rows are made when a node is opened, large nodes are read in slices."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal

from inspector.render.oddities import LOOKED, oddities
from inspector.render.tree import RANGE, JsonTree, TreeNode, Way
from inspector.ui.json.viewer.badges import odd_words
from inspector.ui.locale.locale_text import number_text, say_size
from inspector.ui.loop.slices import Slices
from inspector.ui.text.row_layouts import shown_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["ODDITIES", "JsonTreeModel"]

AnyIndex = QModelIndex | QPersistentModelIndex

ODDITIES: Final = int(Qt.ItemDataRole.UserRole) + 1  # role: codes of what is odd
_COLUMNS: Final = 4
_NO_INDEX: Final = QModelIndex()
_DENSE: Final = 4  # px a row is lower than in a list
_CUT: Final = 300  # bytes of a value that a row shows
_PREVIEW: Final = 120  # characters of the inside of a closed container
_SIZED: Final = 2000  # bytes; a longer value is followed by its size
_ROLES: Final = {
    "string": "string",
    "number": "number",
    "true": "keyword",
    "false": "keyword",
    "null": "keyword",
}


class JsonTreeModel(QAbstractItemModel):
    """Columns Key, Value, Type and Size. The root is not a row unless it is all there is."""

    located = Signal(QModelIndex, str)  # and what it was looked for

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._tree: JsonTree | None = None
        self._alone = False  # the document is one scalar or an empty container
        self._jobs: list[tuple[str, Generator[None, None, None]]] = []
        self._opening: set[TreeNode] = set()
        self._texts = (self._key, self._value, self._type, self._size)
        self._odd: dict[int, tuple[str, ...]] = {}  # by place
        self._twins: dict[int, frozenset[bytes]] = {}  # by place of the object
        self._slices = Slices(self)
        self._slices.finished.connect(self._next_job)

    def set_tree(self, tree: JsonTree | None) -> None:
        """Show another document."""
        self.beginResetModel()
        self._slices.stop()
        self._jobs.clear()
        self._opening.clear()
        self._odd.clear()
        self._twins.clear()
        self._tree = tree
        self._alone = tree is not None and not tree.can_open(tree.root)
        self.endResetModel()

    @property
    def tree(self) -> JsonTree | None:
        """The document."""
        return self._tree

    def node(self, index: AnyIndex) -> TreeNode | None:
        """The node of an index; the root for no index."""
        if index.isValid():
            found: TreeNode = index.internalPointer()
            return found
        return self._tree.root if self._tree else None

    def index_of(self, node: TreeNode) -> QModelIndex:
        """The index of a node whose parents are read."""
        if node.parent is None:
            return self.createIndex(0, 0, node) if self._alone else QModelIndex()
        return self.createIndex(_row_of(node), 0, node)

    def locate(self, offset: int, purpose: str = "select") -> None:
        """Look for the value at a byte offset of the text; `located` comes with its index."""
        if self._tree is not None:
            self._add_job(self._locate(self._tree, self._tree.locate(offset), purpose), purpose)

    def follow(self, way: Way, purpose: str) -> None:
        """Look for the value that a way leads to; `located` comes if there is one, at once if it is read."""
        if self._tree is None:
            return
        try:
            next(self._tree.follow(way))
        except StopIteration as end:
            if end.value is not None:
                self.located.emit(self.index_of(end.value), purpose)
            return
        self._add_job(self._locate(self._tree, self._tree.follow(way), purpose), purpose)

    # -- QAbstractItemModel -----------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: AnyIndex = _NO_INDEX) -> QModelIndex:
        node = self.node(parent)
        if (
            self._tree is None
            or node is None
            or not 0 <= row < self.rowCount(parent)
            or not 0 <= column < _COLUMNS
        ):
            return QModelIndex()
        if self._alone:
            return self.createIndex(row, column, self._tree.root)
        return self.createIndex(row, column, self._tree.child(node, row))

    def parent(self, index: AnyIndex = _NO_INDEX) -> QModelIndex:  # type: ignore[override]
        node = self.node(index) if index.isValid() else None
        if node is None or node.parent is None or node.parent.parent is None:
            return QModelIndex()
        return self.index_of(node.parent)

    def columnCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        return _COLUMNS

    def rowCount(self, parent: AnyIndex = _NO_INDEX) -> int:
        if self._tree is None or parent.column() > 0:
            return 0
        if self._alone:
            return 0 if parent.isValid() else 1
        node = self.node(parent)
        if node is None or not self._tree.can_open(node) or not self._tree.is_read(node):
            return 0
        return self._tree.count(node)

    def hasChildren(self, parent: AnyIndex = _NO_INDEX) -> bool:
        if self._tree is None or parent.column() > 0:
            return False
        if self._alone:
            return not parent.isValid()
        node = self.node(parent)
        return node is not None and self._tree.can_open(node)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        node = self.node(parent)
        if self._tree is None or node is None or not self.hasChildren(parent) or self._alone:
            return False
        return not self._tree.is_read(node)

    def fetchMore(self, parent: AnyIndex) -> None:
        node = self.node(parent)
        if self._tree is None or node is None or not self.canFetchMore(parent) or node in self._opening:
            return
        self._opening.add(node)
        self._add_job(self._open(self._tree, node), "")

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index) if index.isValid() else None
        if node is None or self._tree is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[index.column()](node)
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme.color(self._role(node, index.column()))
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, theme.row_height() - _DENSE)
        if role == ODDITIES:
            return self.oddities(node) if index.column() < 2 else ()
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [self._tree.path(node), *(odd_words(code)[1] for code in self.oddities(node))]
            return tooltip("\n".join(lines))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            odd = [odd_words(code)[1] for code in self.oddities(node)]
            return ". ".join([f"{self._key(node)}: {self._value(node)}", *odd])
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (self.tr("Key"), self.tr("Value"), self.tr("Type"), self.tr("Size"))[section]
        return None

    # -- reading in slices ------------------------------------------------------------------------------

    def _add_job(self, job: Generator[None, None, None], purpose: str) -> None:
        if purpose == "hover":  # the mouse is somewhere else by now
            self._jobs = [waiting for waiting in self._jobs if waiting[0] != "hover"]
        self._jobs.append((purpose, job))
        if not self._slices.running:
            self._next_job(None)

    def _next_job(self, _result: object) -> None:
        if self._jobs and not self._slices.running:
            # Rows are never inserted while a view is still asking for them.
            self._slices.start(self._jobs.pop(0)[1], at_once=False)

    def _open(self, tree: JsonTree, node: TreeNode) -> Generator[None, None, None]:
        """Read the children of a large node and announce them."""
        if not tree.is_read(node):
            yield from tree.read(node)
            # Rows may only be there from the announcement on.
            found, node.starts = node.starts, None
            total = len(found or ())
            rows = total if total <= RANGE else -(-total // RANGE)
            if rows:
                self.beginInsertRows(self.index_of(node), 0, rows - 1)
            node.starts = found
            if rows:
                self.endInsertRows()
        self._opening.discard(node)

    def _locate(
        self, tree: JsonTree, way: Generator[TreeNode, None, TreeNode | None], purpose: str
    ) -> Generator[None, None, None]:
        while True:
            try:
                node = next(way)
            except StopIteration as end:
                if end.value is not None:
                    if purpose == "table":
                        yield from self._open(tree, end.value)
                    self.located.emit(self.index_of(end.value), purpose)
                return
            yield from self._open(tree, node)

    # -- texts ------------------------------------------------------------------------------------------

    def _key(self, node: TreeNode) -> str:
        if node.parent is None or self._tree is None:
            return "$"
        if node.kind == "range":
            last = min(node.first + RANGE, self._tree.total(node)) - 1
            return f"[{node.first} … {last}]"
        key = self._tree.key(node)
        return shown_text(key[1:-1][:_CUT]) if key else str(node.number)

    def _value(self, node: TreeNode) -> str:
        if self._tree is None or node.kind == "range":
            return ""
        if node.kind in ("object", "array"):
            return self._inside(node, self._tree)
        size = node.end - node.value
        text = shown_text(self._tree.value(node, _CUT))
        if size > _CUT:
            text += "…" if size <= _SIZED else f"…  {say_size(size)}"
        return text

    def _type(self, node: TreeNode) -> str:
        if node.kind == "range":
            return ""
        if node.kind == "number" and self._tree is not None:
            return "integer" if self._tree.value(node, _CUT).lstrip(b"-").isdigit() else "number"
        return "boolean" if node.kind in ("true", "false") else node.kind

    def _size(self, node: TreeNode) -> str:
        if self._tree is None or node.kind == "range":
            return ""
        if node.kind in ("object", "array") and self._tree.is_read(node):
            return number_text(self._tree.total(node))
        return say_size(node.end - node.value) if node.kind in ("object", "array", "string") else ""

    def oddities(self, node: TreeNode) -> tuple[str, ...]:
        """What is odd about a value and its key; codes for `odd_words`."""
        tree = self._tree
        if tree is None or node.kind == "range":
            return ()
        found = self._odd.get(node.start)
        if found is None:
            key, odd = tree.key(node), oddities(node.kind, tree.value(node, LOOKED))
            if key:
                odd += oddities("string", key)
                container = node.parent.container if node.parent is not None else node
                if container.start not in self._twins:
                    self._twins[container.start] = tree.twins(container)
                odd += ("twin",) if key in self._twins[container.start] else ()
            found = self._odd[node.start] = tuple(dict.fromkeys(odd))
        return found

    def _inside(self, node: TreeNode, tree: JsonTree) -> str:
        """What a container says in its row: how many, and how it begins."""
        left, right = "{}" if node.kind == "object" else "[]"
        if tree.is_read(node):
            count = f"{left}{tree.total(node)}{right}"
        else:
            count = f"{left}{say_size(node.end - node.value)}{right}"
        begin = b" ".join(line.strip() for line in tree.value(node, 400)[1:].split(b"\n"))
        text = shown_text(begin).strip()
        if len(text) > _PREVIEW:
            text = text[:_PREVIEW] + "…"
        elif text.endswith(right):
            text = text[:-1].rstrip()
        return f"{count}  {text}" if tree.can_open(node) else f"{left}{right}"

    def _role(self, node: TreeNode, column: int) -> str:
        if column > 1:
            return "muted"
        if column == 0:
            has_key = self._tree is not None and self._tree.key(node)
            return "key" if has_key else "muted"
        return _ROLES.get(node.kind, "muted")


def _row_of(node: TreeNode) -> int:
    """The row of a node below its parent."""
    inside_range = node.kind != "range" and node.parent is not None and node.parent.kind == "range"
    return node.number - node.parent.first if inside_range and node.parent else node.number
