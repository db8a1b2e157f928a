"""What went over HTTP for a record, as a table; secrets are hidden until the user asks for them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QBrush, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHeaderView,
    QMenu,
    QStackedWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.ui.detail.http_story import HttpPart
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import column, muted, row
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["HttpView", "masked"]

_SECRET: Final = re.compile(
    r"^(?:authorization|proxy-authorization|cookie|set-cookie|mcp-session-id|x-api-key"
    r"|[\w-]*(?:token|secret|api-?key)[\w-]*)$",
    re.IGNORECASE,
)
_SCHEME: Final = re.compile(r"^(Bearer|Basic|Digest|Token)\s+", re.IGNORECASE)
_HIDDEN: Final = "•" * 8
_GLYPHS: Final = {"request": "→", "response": "←", "event": "↯", "note": "·"}
_ROLES: Final = {"request": "client", "response": "server", "event": "server", "note": "muted"}
_PART: Final = int(Qt.ItemDataRole.UserRole)


def masked(name: str, value: str) -> str:
    """The value of a header as it is shown at first: of a secret its scheme and its length."""
    if not _SECRET.match(name):
        return value
    scheme = _SCHEME.match(value)
    shown = scheme[0] if scheme else ""
    return f"{shown}{_HIDDEN} ({len(value) - len(shown)})"


class HttpView(QWidget):
    """Heads and events below each other in the order in which they came; headers as a table."""

    asked_record = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_http")
        self._parts: Sequence[HttpPart] = ()
        self._shown_first: Sequence[HttpPart] = ()
        self.table = QTreeWidget(self)
        self.table.setItemDelegate(LineDelegate(self.table))
        self.table.setObjectName("detail_http_table")
        self.table.setAccessibleName(self.tr("HTTP headers and events"))
        self._look()
        self._reveal = QCheckBox(self.tr("Show secrets"), self)
        self._reveal.setObjectName("detail_http_reveal")
        self._reveal.setAccessibleName(self.tr("Show the values of secret headers"))
        self._reveal.toggled.connect(self._show)
        self._empty = muted(wrap=True)
        zoom.margins(self._empty, 8, 6, 8, 6)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._empty.setBackgroundRole(self.palette().ColorRole.Base)
        self._empty.setAutoFillBackground(True)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.table)
        self._pages.addWidget(self._empty)
        bar = row(self._reveal, margins=(8, 2, 8, 2))
        bar.addStretch(1)
        layout = column(self._pages, bar, spacing=0)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        self._add("copy", self.tr("Copy"), self.copy, QKeySequence.StandardKey.Copy)
        self._add("copy_value", self.tr("Copy value"), self._copy_value)
        self._add("copy_all", self.tr("Copy all"), self._copy_all)
        self._add("go", self.tr("Show this record"), self._go)
        theme.notifier().changed.connect(self._show)

    def _look(self) -> None:
        table = self.table
        table.setHeaderLabels([self.tr("Header"), self.tr("Value")])
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setUniformRowHeights(True)
        table.setIndentation(14)
        table.setAllColumnsShowFocus(True)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        table.itemDoubleClicked.connect(self._go)
        table.header().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.header().setStretchLastSection(True)
        zoom.keep_sections(table.header(), 168)

    def _add(self, name: str, text: str, slot: object, keys: QKeySequence.StandardKey | None = None) -> None:
        action = QAction(text, self.table)
        action.setObjectName(f"detail_http_{name}")
        if keys is not None:
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.table.addAction(action)

    def show_story(self, parts: Sequence[HttpPart], transport: str) -> None:
        """transport: of the connection, for the empty case. What is shown already stays as it is."""
        empty = {
            "stdio": self.tr("No HTTP: this connection uses stdio."),
            "websocket": self.tr("Only the handshake of this WebSocket uses HTTP; see its first rows."),
        }.get(transport, self.tr("No HTTP headers for this record."))
        self._empty.setText(empty)
        self._pages.setCurrentIndex(0 if parts else 1)
        if list(parts) == list(self._parts):
            return
        self._parts = parts
        self._reveal.setChecked(False)  # what was revealed is hidden again with the next call
        lines = [line for part in parts for line in part.lines]
        self._reveal.setVisible(any(masked(name, value) != value for name, value in lines))
        self._show()

    def text(self) -> str:
        """All of it as text, as it is shown."""
        tops = (self.table.topLevelItem(place) for place in range(self.table.topLevelItemCount()))
        return "\n\n".join(_lines_below(item) for item in tops if item is not None)

    def copy(self) -> None:
        """Copy the chosen lines as they are shown."""
        items = sorted(self.table.selectedItems(), key=self._place)
        QGuiApplication.clipboard().setText("\n".join(_line(item) for item in items))

    # -- inside ------------------------------------------------------------------------------------------

    def _show(self, _revealed: bool = False) -> None:
        plain, bar = self._reveal.isChecked(), self.table.verticalScrollBar()
        same = self._shown_first == self._parts[:1]
        scrolled = bar.value() if same else 0  # more of the same story: the reader stays where they are
        self._shown_first = self._parts[:1]
        self.table.clear()
        items = [self._item(part, plain) for part in self._parts]
        self.table.addTopLevelItems(items)
        for item in items:
            item.setFirstColumnSpanned(True)
            item.setExpanded(True)
        bar.setValue(scrolled)

    def _item(self, part: HttpPart, plain: bool) -> QTreeWidgetItem:
        number = f"#{part.number}  " if part.number else ""
        top = QTreeWidgetItem([f"{_GLYPHS[part.kind]} {number}{part.title}   {part.channel}".rstrip(), ""])
        top.setData(0, _PART, part.number)
        top.setForeground(0, QBrush(theme.color(_ROLES[part.kind])))
        top.setToolTip(0, tooltip(part.title))
        font = self.font()
        font.setBold(part.kind in ("request", "response"))
        top.setFont(0, font)
        for item in (top, *(self._line_item(name, value, plain) for name, value in part.lines)):
            item.setSizeHint(0, QSize(0, theme.row_height() - 4))
            if item is not top:
                item.setData(0, _PART, part.number)
                top.addChild(item)
        return top

    def _line_item(self, name: str, value: str, plain: bool) -> QTreeWidgetItem:
        shown = value if plain else masked(name, value)
        item = QTreeWidgetItem([name, shown])
        item.setForeground(0, QBrush(theme.color("key")))
        item.setFont(1, theme.mono_font())
        item.setToolTip(1, tooltip(shown))
        return item

    def _place(self, item: QTreeWidgetItem) -> tuple[int, int]:
        above = item.parent()
        if above is None:
            return self.table.indexOfTopLevelItem(item), -1
        return self.table.indexOfTopLevelItem(above), above.indexOfChild(item)

    def _copy_value(self) -> None:
        item = self.table.currentItem()
        if item is not None:
            QGuiApplication.clipboard().setText(item.text(1) or item.text(0))

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def _go(self, *_item: object) -> None:
        item = self.table.currentItem()
        if item is not None and item.data(0, _PART):
            self.asked_record.emit(int(item.data(0, _PART)))

    def _menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.table.actions())
        menu.popup(self.table.viewport().mapToGlobal(place))


def _line(item: QTreeWidgetItem) -> str:
    return item.text(0) if item.parent() is None else f"{item.text(0)}: {item.text(1)}"


def _lines_below(item: QTreeWidgetItem) -> str:
    below = (item.child(place) for place in range(item.childCount()))
    return "\n".join([_line(item), *(_line(child) for child in below if child is not None)])
