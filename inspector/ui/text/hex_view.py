"""Bytes of any size as offsets, hexadecimal and text; only the visible rows are painted."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
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

from inspector.ui.text.decorations import HOVER, VALUE
from inspector.ui.widgets import theme

__all__ = ["HexView"]

_WIDE, _SLIM = 16, 8  # bytes a row; as many as fit
_MARGIN: Final = 6  # px
_COPY_LIMIT: Final = 4 << 20  # bytes; as hexadecimal that is 12 MB on the clipboard
_PLAIN: Final = bytes(code if 32 <= code < 127 else 46 for code in range(256))


class HexView(QAbstractScrollArea):
    """16 bytes a row, 8 in a slim view. Drag selects bytes; copy as hexadecimal or as text.

    Two ranges can be tinted from outside: the value that is chosen, and the one under the mouse.
    """

    hovered = Signal(object)  # the byte under the mouse, None: none
    pressed_at = Signal(object)  # the byte under a mouse press

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
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
        self._row = _WIDE
        self._quiet: Sequence[tuple[int, int]] = ()
        self._value = self._hover = (0, 0)
        self.viewport().setMouseTracking(True)
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
        self._quiet, self._value, self._hover = (), (0, 0), (0, 0)
        self.verticalScrollBar().setValue(0)
        self._fit()
        self.viewport().update()

    def set_quiet(self, ranges: Sequence[tuple[int, int]]) -> None:
        """Bytes that are less important than the others, in order: they are painted muted."""
        self._quiet = ranges
        self.viewport().update()

    def is_quiet(self, offset: int) -> bool:
        """Whether a byte is one of the less important ones."""
        number = bisect_right(self._quiet, offset, key=itemgetter(0)) - 1
        return number >= 0 and offset < self._quiet[number][1]

    def set_value(self, start: int, end: int) -> None:
        """Tint the chosen value and bring its beginning into view; start == end: none."""
        self._value = (start, end)
        if end > start:
            self._reveal(start, end)
        self.viewport().update()

    def set_hover(self, start: int, end: int, reveal: bool = True) -> None:
        """Tint what the mouse is over, here or elsewhere; start == end: none."""
        if (start, end) == self._hover:
            return
        self._hover = (start, end)
        if end > start and reveal:
            self._reveal(start, end)
        self.viewport().update()

    def value(self) -> tuple[int, int]:
        """Start and end of the chosen value."""
        return self._value

    def hover(self) -> tuple[int, int]:
        """Start and end of what the mouse is over."""
        return self._hover

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
        self._reveal(start, end)
        self.viewport().update()

    def _reveal(self, start: int, end: int) -> None:
        """Scroll by the minimum: all of it when it fits, else its beginning."""
        first, last, bar = start // self._row, max(start, end - 1) // self._row, self.verticalScrollBar()
        top, page = bar.value(), self._page()
        if first < top or last - first >= page:
            bar.setValue(first)
        elif last >= top + page:
            bar.setValue(last - page + 1)

    def select_all(self) -> None:
        """Select everything."""
        self._anchor, self._caret = 0, self._size
        self.viewport().update()

    def copy_hex(self) -> None:
        """Copy the selected bytes, or those of the chosen value, as `48 65 6c`, at most 4 MB of them."""
        start, end = self._to_copy()
        if end > start:
            QGuiApplication.clipboard().setText(self._bytes(start, min(end, start + _COPY_LIMIT)).hex(" "))

    def copy_text(self) -> None:
        """Copy the selected bytes, or those of the chosen value, as text; what is no UTF-8 as escapes."""
        start, end = self._to_copy()
        if end > start:
            text = self._bytes(start, min(end, start + _COPY_LIMIT)).decode("utf-8", "backslashreplace")
            QGuiApplication.clipboard().setText(text)

    def _to_copy(self) -> tuple[int, int]:
        start, end = self.selection()
        return (start, end) if start < end else self._value

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
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setFont(self.font())
        painter.translate(-self.horizontalScrollBar().value(), 0)
        first = self.verticalScrollBar().value()
        rows = self._page() + 2
        data = self._bytes(first * self._row, min((first + rows) * self._row, self._size))
        for row in range(-(-len(data) // self._row)):
            part = data[row * self._row : (row + 1) * self._row]
            self._paint_grounds(painter, row, first + row, len(part))
            self._paint_row(painter, row, first + row, part)
        painter.end()

    def _paint_grounds(self, painter: QPainter, row: int, number: int, count: int) -> None:
        """The tints under a row: the chosen value, what the mouse is over, the selection."""
        start, top = number * self._row, row * self._line
        for (low, high), ground in (
            (self._value, theme.tint(*VALUE)),
            (self._hover, theme.tint(*HOVER)),
            (self.selection(), theme.color("selection")),
        ):
            low, high = max(low - start, 0), min(high - start, count)
            if low >= high:
                continue
            left, right = self._hex_x(low), self._hex_x(high - 1) + 2 * self._cell
            painter.fillRect(QRectF(left, top, right - left, self._line), ground)
            left = self._text_x + low * self._cell
            painter.fillRect(QRectF(left, top, (high - low) * self._cell, self._line), ground)

    def _paint_row(self, painter: QPainter, row: int, number: int, data: bytes) -> None:
        y = int(row * self._line + self._ascent)
        start = number * self._row
        painter.setPen(theme.color("muted"))
        painter.drawText(QPoint(_MARGIN, y), f"{start:0{self._digits}x}")
        for low, high, quiet in self._stretches(start, len(data)):
            painter.setPen(theme.color("muted" if quiet else "text"))
            for half in (0, 8):
                left, right = max(low, half), min(high, half + 8)
                if left < right:
                    painter.drawText(QPoint(int(self._hex_x(left)), y), data[left:right].hex(" "))
            painter.setPen(theme.color("muted" if quiet else "string"))
            text = data[low:high].translate(_PLAIN).decode("ascii")
            painter.drawText(QPoint(int(self._text_x + low * self._cell), y), text)

    def _stretches(self, start: int, count: int) -> list[tuple[int, int, bool]]:
        """Bytes of a row in stretches that are painted alike: from, to, quiet."""
        if not self._quiet:
            return [(0, count, False)]
        made: list[tuple[int, int, bool]] = []
        for at in range(count):
            quiet = self.is_quiet(start + at)
            if made and made[-1][2] == quiet:
                made[-1] = (made[-1][0], at + 1, quiet)
            else:
                made.append((at, at + 1, quiet))
        return made

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
            if self._caret < self._size:
                self.pressed_at.emit(self._caret)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            y, bar = event.position().y(), self.verticalScrollBar()
            if y < 0 or y > self.viewport().height():
                bar.setValue(bar.value() + (-1 if y < 0 else 1))
            self._caret = self._offset_at(event.position().toPoint(), after=True)
            self.viewport().update()
        elif not event.buttons():
            point = event.position().toPoint()
            self.hovered.emit(self._offset_at(point) if self._is_on_byte(point) else None)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(None)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        menu.popup(event.globalPos())

    # -- places -----------------------------------------------------------------------------------------

    def _hex_x(self, column: int) -> float:
        """x of a byte's digits; a gap after the eighth."""
        return self._hex_left + (column * 3 + (column >= 8)) * self._cell

    def _is_on_byte(self, point: QPoint) -> bool:
        x = point.x() + self.horizontalScrollBar().value()
        row = self.verticalScrollBar().value() + int(point.y() // self._line)
        left = row * self._row
        inside = self._hex_left <= x < self._text_x + min(self._row, self._size - left) * self._cell
        return inside and left < self._size

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
        inside = max(0, min(int(column + edge), self._row if after else self._row - 1))
        return max(0, min(row * self._row + inside, self._size))

    def _page(self) -> int:
        return max(1, int(self.viewport().height() / self._line))

    def _fit(self) -> None:
        self._digits = max(8 if self.viewport().width() > 60 * self._cell else 4, len(f"{self._size:x}"))
        self._hex_left = _MARGIN + (self._digits + 2) * self._cell
        top = self.verticalScrollBar().value() * self._row
        self._row = _WIDE if self._width_of(_WIDE) <= self.viewport().width() else _SLIM
        self._text_x = self._hex_left + (self._row * 3 + 3 * (self._row > _SLIM)) * self._cell
        rows = -(-self._size // self._row)
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, rows - self._page()))
        bar.setPageStep(self._page())
        bar.setValue(top // self._row)
        wide = self._width_of(self._row)
        self.horizontalScrollBar().setRange(0, max(0, wide - self.viewport().width()))
        self.horizontalScrollBar().setPageStep(self.viewport().width())
        self.horizontalScrollBar().setSingleStep(int(self._cell * 3))

    def _width_of(self, count: int) -> int:
        """px of rows of so many bytes: offset, digits with their gaps, text."""
        gaps = 3 if count > _SLIM else 0
        return int(self._hex_left + (count * 4 + gaps) * self._cell) + _MARGIN

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        metrics = QFontMetricsF(self.font())
        self._cell = metrics.horizontalAdvance("0")
        self._line = metrics.height() * 1.08
        self._ascent = metrics.ascent()
        self._fit()
        self.viewport().update()
