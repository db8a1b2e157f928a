"""The strip left of a text box: line numbers, arrows to fold, and a stripe where a line has a mark."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QTextBlock
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from inspector.ui.json.editor.folds import CodeFolds
from inspector.ui.json.editor.marks import Marks
from inspector.ui.widgets import theme

__all__ = ["CodeGutter"]

_ARROW: Final = 14  # px for the arrow
_STRIPE: Final = 3  # px
_GRAVE: Final = ("muted", "warning", "error")


class CodeGutter(QWidget):
    """Paints for the lines on the screen. A click on an arrow folds, one on a number is `line_chosen`."""

    line_chosen = Signal(QTextBlock)

    def __init__(
        self,
        edit: QPlainTextEdit,
        folds: CodeFolds,
        marks: Marks,
        lines_shown: Callable[[], Iterator[tuple[QTextBlock, float, float]]],
    ) -> None:
        """lines_shown: block, top and height in px of the lines on the screen."""
        super().__init__(edit)
        self._edit = edit
        self._folds, self._marks, self._lines_shown = folds, marks, lines_shown

    def sizeHint(self) -> QSize:
        return QSize(self.needed_width(), 0)

    def needed_width(self) -> int:
        """px for the widest number and the arrow."""
        digits = max(2, len(str(self._edit.blockCount())))
        numbers = QFontMetricsF(self._edit.font()).horizontalAdvance("9") * digits
        return int(numbers) + theme.SPACE + _ARROW

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(event.rect(), theme.color("alternate"))
        painter.setFont(self._edit.font())
        current = self._edit.textCursor().blockNumber()
        high = self._edit.fontMetrics().height()
        numbers = self.width() - _ARROW
        for block, top, height in self._lines_shown():
            painter.setPen(theme.color("text" if block.blockNumber() == current else "muted"))
            where = QRect(0, int(top), numbers, high)
            painter.drawText(where, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            self._stripe(painter, block, top, height)
            hidden = self._folds.folded(block)
            if hidden or self._folds.opener(block) >= 0:
                self._arrow(painter, QPointF(numbers + _ARROW / 2, top + high / 2), bool(hidden))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        y = event.position().y()
        for block, top, height in self._lines_shown():
            if top <= y < top + height:
                if event.position().x() >= self.width() - _ARROW - 2:
                    self._folds.toggle(block)
                else:
                    self.line_chosen.emit(block)
                return

    def _stripe(self, painter: QPainter, block: QTextBlock, top: float, height: float) -> None:
        marks = self._marks.within(block.position(), block.position() + block.length())
        if marks:
            role = max((mark.role for mark in marks), key=_GRAVE.index)
            painter.fillRect(0, int(top), _STRIPE, int(height), theme.color(role))

    def _arrow(self, painter: QPainter, middle: QPointF, closed: bool) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("accent" if closed else "muted"), 1.4))
        shape = ((-1.5, -3), (1.5, 0), (-1.5, 3)) if closed else ((-3, -1.5), (0, 1.5), (3, -1.5))
        painter.drawPolyline([middle + QPointF(x, y) for x, y in shape])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
