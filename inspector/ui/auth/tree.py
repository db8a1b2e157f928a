"""Rows of an authorization as a tree; each secret stays hidden until a user asks for that one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QBrush, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.ui.auth.rows import AuthRow
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["RowTree"]

_ROW: Final = int(Qt.ItemDataRole.UserRole)
_PATH: Final = _ROW + 1
_ROOM: Final = 6  # px between the lines
_LINE: Final = 400  # characters of a row; the tooltip and a copy have more


class RowTree(QTreeWidget):
    """`secret_chosen(bool)`: whether the current row hides something, or did."""

    secret_chosen = Signal(bool)

    def __init__(self, name: str, spoken: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LineDelegate(self))
        self.setObjectName(name)
        self.setAccessibleName(spoken)
        self._rows: Sequence[AuthRow] = ()
        self._revealed: set[tuple[int, ...]] = set()
        self._open: dict[tuple[int, ...], bool] = {}
        self.setHeaderLabels([self.tr("Name"), self.tr("Value")])
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setAllColumnsShowFocus(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.header().setStretchLastSection(True)
        zoom.keep_sections(self.header(), 230)
        zoom.icons(self)
        self._copy = QAction(self.tr("Copy value"), self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy_value)
        self._reveal = QAction(self.tr("Show or hide this secret"), self)
        self._reveal.triggered.connect(self.toggle_secret)
        self.addActions([self._copy, self._reveal])
        self.customContextMenuRequested.connect(self._menu)
        self.itemActivated.connect(self._activated)
        self.currentItemChanged.connect(self._current_changed)
        self.itemExpanded.connect(self._folded)
        self.itemCollapsed.connect(self._folded)
        theme.notifier().changed.connect(self._paint_all)

    def show_rows(self, rows: Sequence[AuthRow], fresh: bool) -> None:
        """fresh: of something else than before; nothing of it is shown open yet."""
        if fresh:
            self._revealed.clear()
            self._open.clear()
        elif rows == self._rows:
            return
        self._rows = rows
        here = self._path(self.currentItem())
        self.blockSignals(True)
        self.clear()
        for place, row in enumerate(rows):
            self._add(self.invisibleRootItem(), row, (place,), here)
        self.blockSignals(False)
        self._current_changed()

    def is_secret(self) -> bool:
        """Whether the current row is one that is hidden at first."""
        row = self._row(self.currentItem())
        return row is not None and row.secret

    def toggle_secret(self) -> None:
        """Show what the current row hides, or hide it again."""
        item = self.currentItem()
        if item is not None and self.is_secret():
            path = self._path(item)
            self._revealed.symmetric_difference_update({path})
            self._paint(item)
            self._current_changed()

    def is_hidden(self) -> bool:
        """Whether the current row hides its secret now."""
        return self.is_secret() and self._path(self.currentItem()) not in self._revealed

    def copy_value(self) -> None:
        """The text of the current row, a hidden one as it is shown."""
        item = self.currentItem()
        row = self._row(item)
        if item is not None and row is not None:
            hidden = row.secret and self._path(item) not in self._revealed
            QGuiApplication.clipboard().setText(item.text(1) if hidden else row.text)

    # -- inside

    def _add(
        self, parent: QTreeWidgetItem, row: AuthRow, path: tuple[int, ...], here: tuple[int, ...]
    ) -> None:
        item = QTreeWidgetItem(parent)
        item.setData(0, _ROW, row)
        item.setData(0, _PATH, path)
        self._paint(item)
        for place, inner in enumerate(row.rows):
            self._add(item, inner, (*path, place), here)
        if row.rows:
            item.setExpanded(self._open.get(path, row.opened or len(path) > 1))
        if path == here:
            self.setCurrentItem(item)

    def _paint(self, item: QTreeWidgetItem) -> None:
        row, path = self._row(item), self._path(item)
        if row is None:
            return
        hidden = row.secret and path not in self._revealed
        text = (row.shown or f"{'•' * 8} ({len(row.text)})") if hidden else row.text
        line = " ".join(text.split())
        item.setSizeHint(0, QSize(0, self.fontMetrics().height() + _ROOM))
        item.setText(0, row.name[:_LINE])
        item.setText(1, line if len(line) <= _LINE else f"{line[:_LINE]}…")
        item.setToolTip(0, tooltip(row.name))
        item.setToolTip(1, self.tr("Enter or a double click shows this secret") if hidden else tooltip(text))
        if row.secret:
            item.setIcon(1, theme.icon("eye-off-outline" if hidden else "eye-outline"))
        item.setForeground(0, QBrush(theme.color(row.role or "muted")))
        item.setForeground(1, QBrush(theme.color("muted" if hidden else "text")))

    def _paint_all(self) -> None:
        waiting = [self.invisibleRootItem()]
        while waiting:
            item = waiting.pop()
            self._paint(item)
            waiting += [
                inner for place in range(item.childCount()) if (inner := item.child(place)) is not None
            ]

    def _activated(self, _item: QTreeWidgetItem, _column: int) -> None:
        self.toggle_secret()

    def _current_changed(self, *_items: object) -> None:
        self.secret_chosen.emit(self.is_secret())

    def _folded(self, item: QTreeWidgetItem) -> None:
        self._open[self._path(item)] = item.isExpanded()

    def _menu(self, place: QPoint) -> None:
        if self.itemAt(place) is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._reveal.setEnabled(self.is_secret())
        menu.addActions([self._copy, self._reveal])
        menu.popup(self.viewport().mapToGlobal(place))

    @staticmethod
    def _row(item: QTreeWidgetItem | None) -> AuthRow | None:
        row = item.data(0, _ROW) if item is not None else None
        return row if isinstance(row, AuthRow) else None

    @staticmethod
    def _path(item: QTreeWidgetItem | None) -> tuple[int, ...]:
        return tuple((item.data(0, _PATH) if item is not None else None) or ())
