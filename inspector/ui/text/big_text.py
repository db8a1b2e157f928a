"""Text of any size, held as bytes; only the rows on the screen are laid out and painted.

`QPlainTextEdit` needs 7 s and 26 times the memory for 50 MB, and 9 s a repaint for one line of 10 MB
(measured); this opens either in a few ms. Places are byte offsets everywhere.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextLine,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from inspector.render.rows import Rows
from inspector.render.search import Search
from inspector.ui.keyboard.own_keys import ENDS
from inspector.ui.text.decorations import Decorations, word_at
from inspector.ui.text.places_bar import PlacesBar, thinned
from inspector.ui.text.row_layouts import LaidRow, RowLayouts, SpansOf
from inspector.ui.widgets import theme

__all__ = ["BigText"]

_MARGIN: Final = 6  # px left and right of the text
_TOP: Final = 3  # px above the first line
_INSIDE: Final = 8  # px below the upper edge: in the first line, not between two
_PARTS: Final = 32  # steps of the scroll bar a row, so that a wrapped row can be scrolled through


class BigText(QAbstractScrollArea):
    """Read-only text over bytes with selection. Rows wrap at the width unless `set_wrapped(False)`."""

    pressed_at = Signal(object)  # byte offset under a mouse press
    hovered_at = Signal(object)  # byte offset under the mouse while no button is down; None: it left

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setBackgroundRole(self.viewport().palette().ColorRole.Base)
        self.viewport().setAutoFillBackground(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.viewport().setMouseTracking(True)
        self.places = PlacesBar(self)
        self.setVerticalScrollBar(self.places)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._rows = Rows(b"")
        self._spans_of: SpansOf | None = None
        self._layouts = RowLayouts(self._rows, theme.mono_font(), None)
        self._wrapped = True
        self._top = self._sub = 0  # first row shown, and how many of its lines are above
        self._last = (0, 0)  # the same when scrolled to the end
        self._placing = False
        self._on_top = Decorations()
        self._wheel = 0.0
        self._hovered = -1
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    # -- text -------------------------------------------------------------------------------------------

    def set_text(self, data: bytes | bytearray, spans_of: SpansOf | None = None, ansi: bool = False) -> None:
        """Show a text from its beginning. A bytearray may grow at its end; call `grow` then.

        ansi: a program wrote it for a terminal, its escapes are colours.
        """
        self._rows = Rows(data)
        self._spans_of = spans_of
        self._layouts = RowLayouts(self._rows, theme.mono_font(), spans_of, ansi)
        self._line = self._layouts.line_height
        self._top = self._sub = 0
        self._on_top = Decorations(search=self._on_top.search)
        self.horizontalScrollBar().setValue(0)
        self._resized()

    def grow(self, growing: bool = False) -> bool:
        """Take in up to 4 MB more of a text that has grown; True when there is still more.

        growing: it will go on to grow, so the last page is not laid out to know where it begins.
        """
        if self._rows.complete:
            return False
        self._layouts.forget(self._rows.count - 1)
        more = self._rows.extend()
        self._place(rough=more or growing)
        return more

    def settle(self) -> None:
        """The text has all come: know to the line where it ends."""
        self._place()

    def index_rest(self) -> Generator[None, None, None]:
        """Take in all that is not in the index yet, a few ms a step."""
        while self.grow():
            yield

    def data(self) -> bytes | bytearray:
        """The bytes shown."""
        return self._rows.data

    def rows(self) -> Rows:
        """The index over the bytes shown."""
        return self._rows

    def height_of(self, lines: int) -> int:
        """px that the first lines take, at most as many as there are."""
        count = number = 0
        while count < lines and number < self._rows.count:
            count += self._layouts.row(number).lines
            number += 1
        return int(min(count, lines) * self._line) + 2 * _TOP

    def set_wrapped(self, wrapped: bool) -> None:
        """Break rows at the width of the view, or scroll sideways."""
        if wrapped != self._wrapped:
            self._wrapped = wrapped
            self._sub = 0
            self._resized()

    def set_marks(self, marks: list[tuple[int, int, str]]) -> None:
        """Underline bytes start..end in the colour of a role."""
        self._on_top.marks = marks
        self.viewport().update()

    def tint(self, value: tuple[int, int], hover: tuple[int, int]) -> None:
        """Put a ground under the bytes of the chosen value, and of what the mouse is over."""
        if (value, hover) != self.tints():
            self._on_top.value, self._on_top.hover = value, hover
            self.viewport().update()

    def tints(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """What `tint` was told."""
        return self._on_top.value, self._on_top.hover

    def set_search(self, search: Search | None) -> None:
        """Tint every match that is on the screen."""
        self._on_top.search = search
        self.viewport().update()

    def show_places(self, places: Sequence[int]) -> None:
        """Mark beside the scroll bar where something was found; offsets, in order."""
        count = max(1, self._rows.count)
        self.places.show_shares([self._rows.row_at(place) / count for place in thinned(places)])

    # -- selection --------------------------------------------------------------------------------------

    def selection(self) -> tuple[int, int]:
        """Start and end of the selected bytes."""
        return self._on_top.selection()

    def select(self, start: int, end: int) -> None:
        """Select bytes and scroll to them."""
        self._on_top.anchor, self._on_top.caret = start, end
        self.scroll_to(start)
        self.viewport().update()

    def select_all(self) -> None:
        """Select everything; the view stays where it is."""
        self._on_top.anchor, self._on_top.caret = 0, len(self._rows.data)
        self.viewport().update()

    def selected(self, limit: int) -> bytes:
        """The selected bytes, at most limit of them."""
        start, end = self.selection()
        return bytes(self._rows.data[start : min(end, start + limit)])

    def scroll_to(self, offset: int) -> None:
        """Make the line of an offset visible, a third down the view unless it is visible already."""
        number = self._rows.row_at(offset)
        row = self._layouts.row(number)
        place = row.place_of(offset)
        line = row.layout.lineForTextPosition(place)
        sub = line.lineNumber() if line.isValid() else 0
        first, page = (self._top, self._sub), self._page()
        if not first <= (number, sub) <= self._moved(first, page - 1):
            self._go(*self._moved((number, sub), -(page // 3)))
        if not self._wrapped and line.isValid():
            bar, x, view = self.horizontalScrollBar(), int(self._x_of(line, place)), self.viewport().width()
            if not bar.value() <= x < bar.value() + view - 2 * _MARGIN:
                self._widen(row.width)  # nobody has seen this row yet
                bar.setValue(max(0, x - view // 2))

    def text_on_screen(self, most_bytes: int) -> str:
        """The text from the first line on the screen, for a screen reader."""
        start = self.offset_at(QPoint(0, _INSIDE))
        return bytes(self.data()[start : start + most_bytes]).decode("utf-8", "replace")

    def offset_at(self, point: QPoint) -> int:
        """The byte offset nearest to a point of the viewport."""
        row, sub = self._row_at(point.y())
        line = row.layout.lineAt(min(max(sub, 0), row.layout.lineCount() - 1))
        if not line.isValid():
            return row.start
        x = point.x() - _MARGIN + self.horizontalScrollBar().value()
        return row.offset_of(int(line.xToCursor(x)))

    # -- events -----------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setPen(theme.color("text"))
        height = self.viewport().height()
        x = _MARGIN - self.horizontalScrollBar().value()
        y = _TOP - self._sub * self._line
        number, widest = self._top, 0.0
        while y < height and number < self._rows.count:
            row = self._layouts.row(number)
            row.layout.draw(painter, QPointF(x, y), self._on_top.of(row), self.viewport().rect())
            y += row.lines * self._line
            widest = max(widest, row.width)
            number += 1
        painter.end()
        self._widen(widest)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._resized()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if dy and not self._placing:
            value = self.verticalScrollBar().value()
            if value >= self.verticalScrollBar().maximum():
                self._top, self._sub = self._last
            else:
                self._top, part = divmod(value, _PARTS)
                self._sub = part * self._layouts.row(self._top).lines // _PARTS
        self.viewport().update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier):
            super().wheelEvent(event)
            return
        pixels, angle = event.pixelDelta(), event.angleDelta()
        if abs(angle.x()) > abs(angle.y()):
            super().wheelEvent(event)
            return
        self._wheel -= pixels.y() / self._line if not pixels.isNull() else angle.y() / 40
        lines = int(self._wheel)
        self._wheel -= lines
        before = (self._top, self._sub)
        self.scroll_lines(lines)
        # At its end the wheel goes on to what this view lies in.
        event.setAccepted((self._top, self._sub) != before or lines == 0)

    def event(self, event: QEvent) -> bool:
        """Ctrl+Home and Ctrl+End are those of the text, not of the timeline."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if event.keyCombination() in ENDS:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, page = event.key(), max(1, self._page() - 1)
        moves = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Space: page,
        }
        if key in moves:
            self.scroll_lines(moves[Qt.Key(key)])
        elif key == Qt.Key.Key_Home:
            self._go(0, 0)
        elif key == Qt.Key.Key_End:
            self._go(*self._last)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            bar = self.horizontalScrollBar()
            bar.setValue(bar.value() + (-bar.singleStep() if key == Qt.Key.Key_Left else bar.singleStep()))
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        offset = self.offset_at(event.position().toPoint())
        self._on_top.caret = offset
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._on_top.anchor = offset
        self.viewport().update()
        self.pressed_at.emit(offset)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not event.buttons():
            self._hover(event.position().toPoint())
        if not event.buttons() & Qt.MouseButton.LeftButton:
            return
        y = event.position().y()
        outside = min(0.0, y) or max(0.0, y - self.viewport().height())
        if outside:
            self.scroll_lines(int(outside / self._line) or (1 if outside > 0 else -1))
        self._on_top.caret = self.offset_at(event.position().toPoint())
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hovered = -1
        self.hovered_at.emit(None)

    def _hover(self, point: QPoint) -> None:
        offset = self.offset_at(point)
        if offset != self._hovered:
            self._hovered = offset
            self.hovered_at.emit(offset)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        offset = self.offset_at(event.position().toPoint())
        row = self._layouts.row(self._rows.row_at(offset))
        start, end = word_at(row.data, offset - row.start)
        self._on_top.anchor, self._on_top.caret = row.start + start, row.start + end
        self.viewport().update()

    # -- scrolling --------------------------------------------------------------------------------------

    def scroll_lines(self, count: int) -> None:
        """Scroll by lines as they are on the screen; negative goes up."""
        self._go(*self._moved((self._top, self._sub), count))

    def _moved(self, place: tuple[int, int], count: int) -> tuple[int, int]:
        """(row, line of the row) that is count lines further, within the text."""
        number, sub = place[0], place[1] + count
        while sub < 0 and number > 0:
            number -= 1
            sub += self._layouts.row(number).lines
        while number + 1 < self._rows.count and sub >= (lines := self._layouts.row(number).lines):
            sub -= lines
            number += 1
        return number, max(0, min(sub, self._layouts.row(number).lines - 1))

    def _go(self, number: int, sub: int) -> None:
        self._top, self._sub = min((number, sub), self._last)
        part = self._sub * _PARTS // self._layouts.row(self._top).lines
        self._placing = True
        self.verticalScrollBar().setValue(self._top * _PARTS + part)
        self._placing = False
        self.viewport().update()

    def _page(self) -> int:
        """Whole lines that fit."""
        return max(1, int((self.viewport().height() - _TOP) / self._line))

    def _resized(self) -> None:
        width = max(self.viewport().width() - 2 * _MARGIN, 40)
        self._layouts.set_wrap_width(float(width) if self._wrapped else 0.0)
        self._place(rough=not self.isVisible())  # before it is shown its size changes several times

    def _place(self, rough: bool = False) -> None:
        """Set the scroll bar to the length of the text. rough: without laying out the last page for it."""
        end = self._rows.count - 1
        if rough:
            self._last = (max(0, end - self._page()), 0)
        else:
            self._last = self._moved((end, self._layouts.row(end).lines - 1), 1 - self._page())
        bar = self.verticalScrollBar()
        part = self._last[1] * _PARTS // self._layouts.row(self._last[0]).lines
        self._placing = True
        # Rows beyond 60 million would overflow the scroll bar; 2**31 / 32.
        bar.setRange(0, min(self._last[0] * _PARTS + part, 2**31 - 1))
        bar.setPageStep(self._page() * _PARTS)
        bar.setSingleStep(_PARTS)
        self._placing = False
        self._go(self._top, self._sub)

    def _widen(self, widest: float) -> None:
        """Sideways scrolling reaches as far as the widest row seen so far."""
        bar, view = self.horizontalScrollBar(), self.viewport().width()
        reach = 0 if self._wrapped else max(0, int(widest) + 2 * _MARGIN - view)
        if (reach == 0 and bar.value() == 0) or reach > bar.maximum():
            bar.setRange(0, reach)
        bar.setPageStep(view)
        bar.setSingleStep(40)

    def _restyle(self) -> None:
        self._layouts.set_font(theme.mono_font())
        self._line = self._layouts.line_height
        self._resized()
        self.viewport().update()

    def _row_at(self, y: int) -> tuple[LaidRow, int]:
        """The row at a height, and which of its lines."""
        number, sub = self._moved((self._top, self._sub), int((y - _TOP) // self._line))
        return self._layouts.row(number), sub

    def _x_of(self, line: QTextLine, place: int) -> float:
        found: object = line.cursorToX(place)  # a number, or (number, place) in some versions
        return float(found[0] if isinstance(found, tuple) else found)  # type: ignore[arg-type]
