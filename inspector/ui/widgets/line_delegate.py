"""Rows whose texts come from servers and files, however long they are."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from inspector.ui.widgets.plain import shortened

__all__ = ["LineDelegate"]


class LineDelegate(QStyledItemDelegate):
    """Gives Qt no more of a cell's text to measure than a line has room for."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if len(option.text) > len(short := shortened(option.text)):
            option.text = short
