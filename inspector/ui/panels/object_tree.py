"""A JSON object as a tree that belongs to a card: as high as its rows, the card scrolls."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["ObjectTree"]


class ObjectTree(QTreeWidget):
    """Two columns: member, value."""

    def __init__(self, name: str, what: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LineDelegate(self))
        self._value: dict[str, Any] | None = None
        self.setObjectName(name)
        self.setAccessibleName(what)
        self.setHeaderLabels((self.tr("Name"), self.tr("Value")))
        self.setHeaderHidden(True)
        self.viewport().setAutoFillBackground(False)  # it belongs to the card
        self.setColumnCount(2)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setStretchLastSection(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # A bar would cover the last row; what is cut has a tooltip.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemExpanded.connect(self._fit)
        self.itemCollapsed.connect(self._fit)

    def show_object(self, value: dict[str, Any]) -> None:
        """Show its members, the first level open; the same once more stays as the user left it."""
        if value == self._value:
            return
        self._value = value
        self.clear()
        for name, inner in value.items():
            self.addTopLevelItem(_branch(name, inner))
        self.expandToDepth(0)
        self.setVisible(bool(value))
        self._fit()

    def _fit(self) -> None:
        rows, item = 0, self.topLevelItem(0)
        while item is not None:
            rows, item = rows + 1, self.itemBelow(item)
        height = self.sizeHintForRow(0) if rows else 0
        self.setFixedHeight(max(0, height) * rows + 4)


def _branch(name: str, value: Any) -> QTreeWidgetItem:
    """One member with all that is inside it."""
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    leaf = "" if isinstance(value, dict | list) else msgspec.json.encode(value).decode()
    item = QTreeWidgetItem([name, leaf])
    item.setToolTip(0, tooltip(name))
    item.setToolTip(1, tooltip(leaf))
    for key, inner in members:
        item.addChild(_branch(str(key), inner))
    return item
