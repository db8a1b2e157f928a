"""A comparison as a tree of three columns: what, left, right. Children are made when a row is opened."""

from __future__ import annotations

from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt

from inspector.render.diff_text import GLYPHS
from inspector.render.diff_tree import ABSENT, Comparison, Pair, value_text
from inspector.translation import QT_TRANSLATE_NOOP, translate
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import tooltip

__all__ = ["ROLES", "CompareModel"]

_Index = QModelIndex | QPersistentModelIndex
_NONE: Final = QModelIndex()
_CUT: Final = 160  # characters of a value in a row
_MOST: Final = 20_000  # children shown of one value

ROLES: Final = {
    "added": "ok",
    "removed": "error",
    "changed": "warning",
    "moved": "accent",
    "ignored": "muted",
}
"""Kind of a difference → role of its colour. Its glyph says the same."""

_SPOKEN: Final = {
    "same": QT_TRANSLATE_NOOP("CompareModel", "same:"),
    "inside": QT_TRANSLATE_NOOP("CompareModel", "differs inside:"),
    "ignored": QT_TRANSLATE_NOOP("CompareModel", "ignored:"),
    "added": QT_TRANSLATE_NOOP("CompareModel", "added:"),
    "removed": QT_TRANSLATE_NOOP("CompareModel", "removed:"),
    "changed": QT_TRANSLATE_NOOP("CompareModel", "changed:"),
    "moved": QT_TRANSLATE_NOOP("CompareModel", "moved:"),
}
"""The same for a screen reader."""

_SIDES: Final = {"added": (2,), "removed": (1,), "changed": (1, 2), "moved": (1, 2)}


class CompareModel(QAbstractItemModel):
    """Rows are the places of both documents; `only_differences` leaves out what is the same."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._only = True
        self._titles = ("", "")
        self._shown: dict[Pair, list[Pair]] = {}
        self._places: dict[Pair, int] = {}

    def show(self, comparison: Comparison | None, titles: tuple[str, str]) -> None:
        """Show another comparison. titles: of the two sides."""
        self.beginResetModel()
        self._comparison, self._titles = comparison, titles
        self._forget()
        self.endResetModel()

    def set_only_differences(self, only: bool) -> None:
        """Leave out what is the same or ignored, or show all."""
        self.beginResetModel()
        self._only = only
        self._forget()
        self.endResetModel()

    def _forget(self) -> None:
        self._shown.clear()
        self._places.clear()

    def pair(self, index: _Index) -> Pair | None:
        """What stands in a row."""
        found: Pair | None = index.internalPointer() if index.isValid() else None
        return found

    def index_of(self, pair: Pair) -> QModelIndex:
        """The row of a difference; invalid when it is not shown."""
        if pair.parent is None:
            return self.createIndex(0, 0, pair)
        children = self._children(pair.parent)
        if pair not in self._places or len(children) <= self._places[pair]:
            return QModelIndex()
        return self.createIndex(self._places[pair], 0, pair)

    def _children(self, pair: Pair) -> list[Pair]:
        shown = self._shown.get(pair)
        if shown is None:
            children = pair.open_children()
            if self._only and pair.kind in ("inside", "same"):
                children = [child for child in children if child.kind not in ("same", "ignored")]
            shown = self._shown[pair] = children[:_MOST]
            self._places.update((child, place) for place, child in enumerate(shown))
        return shown

    # -- QAbstractItemModel ----------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: _Index = _NONE) -> QModelIndex:
        if self._comparison is None or not 0 <= column < 3:
            return QModelIndex()
        above = self.pair(parent)
        rows = [self._comparison.root] if above is None else self._children(above)
        return self.createIndex(row, column, rows[row]) if 0 <= row < len(rows) else QModelIndex()

    def parent(self, index: _Index = _NONE) -> QModelIndex:  # type: ignore[override]
        pair = self.pair(index)
        return self.index_of(pair.parent) if pair is not None and pair.parent is not None else QModelIndex()

    def rowCount(self, parent: _Index = _NONE) -> int:
        if self._comparison is None or parent.column() > 0:
            return 0
        pair = self.pair(parent)
        return 1 if pair is None else len(self._children(pair))

    def hasChildren(self, parent: _Index = _NONE) -> bool:
        pair = self.pair(parent)
        if pair is None:
            return self._comparison is not None
        if pair.embedded:
            return True
        if pair.kind in ("ignored", "changed"):
            return False
        sides = (pair.left, pair.right)
        return any(isinstance(side, (tuple, list)) and len(side) > 0 for side in sides)

    def columnCount(self, parent: _Index = _NONE) -> int:
        return 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Value"), *self._titles)[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        pair = self.pair(index)
        if pair is None:
            return None
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._name(pair) if column == 0 else self._value(pair, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return theme.color(self._ink(pair, column))
        if role == Qt.ItemDataRole.BackgroundRole and column in _SIDES.get(pair.kind, ()):
            there = (pair.left if column == 1 else pair.right) is not ABSENT
            return theme.tint(ROLES[pair.kind], 0.13) if there else None
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, theme.row_height() - 4)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(pair.path() if column == 0 else self._value(pair, column, 2000))
        if role == Qt.ItemDataRole.AccessibleTextRole and column == 0:
            return f"{translate('CompareModel', _SPOKEN[pair.kind])} {pair.path()}"
        return None

    def _name(self, pair: Pair) -> str:
        glyph = GLYPHS.get(pair.kind, " ")
        step = "$" if pair.step is None else f"[{pair.step}]" if isinstance(pair.step, int) else pair.step
        if pair.kind == "moved":
            step += f"  ⇠ [{pair.other}]" if pair.left is ABSENT else f"  ⇢ [{pair.other}]"
        elif (
            pair.left_step != pair.right_step and isinstance(pair.right_step, int) and pair.left is not ABSENT
        ):
            step += "" if pair.right is ABSENT else f" → [{pair.right_step}]"
        return f"{glyph} {step}"

    def _value(self, pair: Pair, column: int, limit: int = _CUT) -> str:
        value = pair.left if column == 1 else pair.right
        if isinstance(value, (tuple, list)):
            left, right = "{}" if isinstance(value, tuple) else "[]"
            return f"{left}{len(value)}{right}  {value_text(value, limit)}"
        return value_text(value, limit)

    def _ink(self, pair: Pair, column: int) -> str:
        if column == 0:
            return ROLES.get(pair.kind, "key" if isinstance(pair.step, str) else "muted")
        value = pair.left if column == 1 else pair.right
        container = isinstance(value, (tuple, list))
        return "muted" if pair.kind in ("same", "inside", "ignored") and (container or self._only) else "text"
