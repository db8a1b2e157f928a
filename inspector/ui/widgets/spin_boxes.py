"""Boxes for numbers that are as tall as boxes of choices: a style may make its own lower."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QSpinBox,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from inspector.ui.widgets import zoom

__all__ = ["NumberBox", "WholeNumberBox"]

_INSIDE: Final = 6  # px; the padding of the style sheet does not reach the line in the box
_LEAST: Final = 14  # px of a line of text, and 2 around it: as Qt counts for a box of choices


def _tall(box: QAbstractSpinBox, hint: QSize) -> QSize:
    option = QStyleOptionComboBox()
    option.initFrom(box)
    line = QSize(hint.width(), max(box.fontMetrics().height(), _LEAST) + 2)
    choices = box.style().sizeFromContents(QStyle.ContentsType.CT_ComboBox, option, line, box)
    return QSize(hint.width(), choices.height())


class WholeNumberBox(QSpinBox):
    """Of integers."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zoom.follow(self.lineEdit().setTextMargins, _INSIDE, 0, _INSIDE, 0)

    def sizeHint(self) -> QSize:
        return _tall(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _tall(self, super().minimumSizeHint())


class NumberBox(QDoubleSpinBox):
    """Of numbers with decimals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zoom.follow(self.lineEdit().setTextMargins, _INSIDE, 0, _INSIDE, 0)

    def sizeHint(self) -> QSize:
        return _tall(self, super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _tall(self, super().minimumSizeHint())
