"""Bytes of any size as offsets, hexadecimal and text; only the visible rows are painted."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetricsF,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QMenu, QWidget

from inspector.ui import theme

__all__ = ["HexView"]

_ROW: Final = 16  # bytes
_MARGIN: Final = 6  # px
_COPY_LIMIT: Final = 4 << 20  # bytes; as hexadecimal that is 12 MB on the clipboard
_PLAIN: Final = bytes(code if 32 <= code < 127 else 46 for code in range(256))


class HexView(QAbstractScrollArea):
    """16 bytes a row. Drag selects bytes; copy as hexadecimal or as text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hex_view")
        self.setAccessibleName(self.tr("Bytes in hexadecimal"))
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setBackgroundRole(self.viewport().palette().ColorRole.Base)
        self.viewport().setAutoFillBackground(True)
        self._data = b""
        self._size = 0
        self._path: Path | None = None
        self._anchor = self._caret = 0
        self._add("copy_hex", self.tr("Copy as hexadecimal"), self.copy_hex, QKeySequence.StandardKey.Copy)
        self._add("copy_text", self.tr("Copy as text"), self.copy_text)
        self._add("all", self.tr("Select all"), self.select_all, QKeySequence.StandardKey.SelectAll)
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    def _add(self, name: str, text: str, slot: object, keys: QKeySequence.StandardKey | None = None) -> None:
        action = QAction(text, self)
        action.setObjectName(f"hex_view_{name}")
        if keys is not None:
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(slot)
        self.addAction(action)

    # -- content ----------------------------------------------------------------------------------------

    def set_bytes(self, data: bytes, total: int | None = None, path: str = "") -> None:
        """Show bytes from their beginning. total: how many there are in all; path: the file that has them."""
        self._data = data
        self._path = Path(path) if path and total is not None and total > len(data) else None
        self._size = total if self._path is not None and total is not None else len(data)
        self._anchor = self._caret = 0
        self.verticalScrollBar().setValue(0)
        self._fit()
        self.viewport().update()

    def size_shown(self) -> int:
        """How many bytes can be scrolled to."""
        return self._size

    def line_height(self) -> float:
        """px of a row."""
        return self._line

    def selection(self) -> tuple[int, int]:
        """First selected byte and the one behind the last."""
        return min(self._anchor, self._caret), max(self._anchor, self._caret)

    def select(self, start: int, end: int) -> None:
        """Select bytes and scroll to them."""
        self._anchor, self._caret = start, end
        row, bar = start // _ROW, self.verticalScrollBar()
        if not bar.value() <= row < bar.value() + self._page():
            bar.setValue(max(0, row - self._page() // 3))
        self.viewport().update()

    def select_all(self) -> None:
        """Select everything."""
        self._anchor, self._caret = 0, self._size
        self.viewport().update()

    def copy_hex(self) -> None:
        """Copy the selected bytes as `48 65 6c`, at most 4 MB of them."""
        start, end = self.selection()
        if end > start:
            QGuiApplication.clipboard().setText(self._bytes(start, min(end, start + _COPY_LIMIT)).hex(" "))

    def copy_text(self) -> None:
        """Copy the selected bytes as text; what is no UTF-8 as escapes."""
        start, end = self.selection()
        if end > start:
            text = self._bytes(start, min(end, start + _COPY_LIMIT)).decode("utf-8", "backslashreplace")
            QGuiApplication.clipboard().setText(text)

    def _bytes(self, start: int, end: int) -> bytes:
        if self._path is None or end <= len(self._data):
            return self._data[start:end]
        try:
            with self._path.open("rb") as file:
                file.seek(start)
                return file.read(end - start)
        except OSError:
            return self._data[start:end]  # the file is gone; what is in memory can still be seen

    # -- events -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        painter.translate(-self.horizontalScrollBar().value(), 0)
        first = self.verticalScrollBar().value()
        rows = self._page() + 2
        data = self._bytes(first * _ROW, min((first + rows) * _ROW, self._size))
        for row in range(-(-len(data) // _ROW)):
            self._paint_row(painter, row, first + row, data[row * _ROW : (row + 1) * _ROW])
        painter.end()

    def _paint_row(self, painter: QPainter, row: int, number: int, data: bytes) -> None:
        y = row * self._line + self._ascent
        start, end = self.selection()
        low, high = max(start - number * _ROW, 0), min(end - number * _ROW, len(data))
        if low < high:
            ground = theme.color("selection")
            top = row * self._line
            left, right = self._hex_x(low), self._hex_x(high - 1) + 2 * self._cell
            painter.fillRect(QRectF(left, top, right - left, self._line), ground)
            left = self._text_x + low * self._cell
            painter.fillRect(QRectF(left, top, (high - low) * self._cell, self._line), ground)
        painter.setPen(theme.color("muted"))
        painter.drawText(QPoint(_MARGIN, int(y)), f"{number * _ROW:0{self._digits}x}")
        painter.setPen(theme.color("text"))
        for half in (0, 8):
            painter.drawText(QPoint(int(self._hex_x(half)), int(y)), data[half : half + 8].hex(" "))
        painter.setPen(theme.color("string"))
        painter.drawText(QPoint(int(self._text_x), int(y)), data.translate(_PLAIN).decode("ascii"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        ends = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        if event.key() in ends:
            bar.setValue(ends[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._caret = self._offset_at(event.position().toPoint())
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._anchor = self._caret
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            y, bar = event.position().y(), self.verticalScrollBar()
            if y < 0 or y > self.viewport().height():
                bar.setValue(bar.value() + (-1 if y < 0 else 1))
            self._caret = self._offset_at(event.position().toPoint(), after=True)
            self.viewport().update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        menu.popup(event.globalPos())

    # -- places -----------------------------------------------------------------------------------------

    def _hex_x(self, column: int) -> float:
        """x of a byte's digits; a gap after the eighth."""
        return self._hex_left + (column * 3 + (column >= 8)) * self._cell

    def _offset_at(self, point: QPoint, after: bool = False) -> int:
        """The byte at a point; with after, the edge nearest to it."""
        x = point.x() + self.horizontalScrollBar().value()
        row = self.verticalScrollBar().value() + int(point.y() // self._line)
        if x >= self._text_x - self._cell:
            column = (x - self._text_x) / self._cell
        else:
            cells = (x - self._hex_left) / self._cell
            column = (cells - (cells > 24)) / 3
        edge = 0.5 if after else 0.0
        inside = max(0, min(int(column + edge), _ROW if after else _ROW - 1))
        return max(0, min(row * _ROW + inside, self._size))

    def _page(self) -> int:
        return max(1, int(self.viewport().height() / self._line))

    def _fit(self) -> None:
        self._digits = max(8, len(f"{self._size:x}"))
        self._hex_left = _MARGIN + (self._digits + 2) * self._cell
        self._text_x = self._hex_left + 51 * self._cell
        rows = -(-self._size // _ROW)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, rows - self._page()))
        bar.setPageStep(self._page())
        wide = int(self._text_x + _ROW * self._cell) + _MARGIN
        self.horizontalScrollBar().setRange(0, max(0, wide - self.viewport().width()))
        self.horizontalScrollBar().setPageStep(self.viewport().width())
        self.horizontalScrollBar().setSingleStep(int(self._cell * 3))

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        metrics = QFontMetricsF(self.font())
        self._cell = metrics.horizontalAdvance("0")
        self._line = metrics.height() * 1.08
        self._ascent = metrics.ascent()
        self._fit()
        self.viewport().update()
