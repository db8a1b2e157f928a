"""Boxes to tick in lists and tables, with a frame that is seen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem

from inspector.ui.widgets import theme
from inspector.ui.widgets.line_delegate import LineDelegate

__all__ = ["frame_check_boxes"]


def frame_check_boxes(view: QAbstractItemView) -> None:
    """Draw the boxes of a view with the outline of all other controls."""
    view.setItemDelegate(_Framed(view))


class _Framed(LineDelegate):
    """Fusion makes the frame from the window colour, which no item paints: here it is another one."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        option.palette.setColor(QPalette.ColorRole.Window, theme.frame())
