"""Paints the cells of the timeline. It knows neither storage nor filters; a row's `Cells` say it all.

The view asks for whole rows: cell by cell, Qt asks the model for an index and its flags each time, which
took as long as painting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPolygonF
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from inspector.trace.parts import NOTHING
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.locale.right_to_left import mirrored, write
from inspector.ui.timeline.view.cells import DIRECTION_ROLES, Cells
from inspector.ui.timeline.view.columns import (
    CELL_PAD,
    DIRECTION,
    DURATION,
    KIND,
    METHOD,
    NUMBER,
    STATUS,
    TARGET,
    WATERFALL,
)
from inspector.ui.timeline.view.gutter import GUTTER, Gutter
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.waterfall.paint import paint_bar, paint_grid
from inspector.ui.timeline.waterfall.parts import BarParts
from inspector.ui.timeline.waterfall.waterfall import PAD
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.time_axis import Axis

__all__ = ["TimelineDelegate"]

_CORNER: Final = 7  # px


def paint_bookmark(painter: QPainter, rect: QRect) -> None:
    """The row is marked. It stands left of the lines of the selected exchange."""
    x, top, bottom = rect.x() + 1, rect.y() + 4, rect.bottom() - 4
    _fill(painter, ((x, top), (x + 5, top), (x + 5, bottom), (x + 2.5, bottom - 3), (x, bottom)), "text")


def paint_corner(painter: QPainter, rect: QRect) -> None:
    """There is a note about the row."""
    right, top = rect.right() + 1, rect.y()
    _fill(painter, ((right - _CORNER, top), (right, top), (right, top + _CORNER)), "accent")


def _fill(painter: QPainter, points: Sequence[tuple[float, float]], role: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(role))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    painter.setBrush(Qt.BrushStyle.NoBrush)


_FLAG: Final = 16  # px right of the status, for findings
_WIDEST: Final = 600  # px, of a column made as wide as its content
_KEPT: Final = 8192  # elided texts kept
_BAR: Final = 4  # px, the mark of a highlighted row
_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_CENTER: Final = int(Qt.AlignmentFlag.AlignCenter)
_MUTED: Final = frozenset(("number", "time", "size", "server"))


def _nothing(_number: int) -> bool:
    return False


class TimelineDelegate(QStyledItemDelegate):
    """Paints rows of a TimelineModel when the view says so, which sets `axis` and `now_ns` before."""

    def __init__(self, model: TimelineModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._elided: dict[tuple[str, int], str] = {}
        self.axis = Axis(0, 1)
        self.grid: Sequence[float] = ()  # px of the ticks of the axis
        self.parts: BarParts | None = None
        self.kin: dict[int, str] = {}  # record → role of its ground, with Shift over a row
        self.now_ns = 0
        self.highlighted: Callable[[int], bool] = _nothing  # by record number
        self.gutter = Gutter(model, self)
        self.method_width = 0  # px; a spanning text has METHOD and TARGET
        self.target_width = 0  # px; 0: TARGET is hidden
        self.target_in_method = False
        self.added = model.annotations
        self.current = -1  # row that gets a line of its own, when several rows are chosen
        self._row = 0  # being painted
        self._pad, self._flag = CELL_PAD, _FLAG
        self._metrics = QFontMetrics(QFont())
        self._painters: dict[int, Callable[[QPainter, QRect, Cells], None]] = {
            NUMBER: self._number,
            DIRECTION: self._direction,
            METHOD: self._method,
            TARGET: self._target,
            STATUS: self._status,
            DURATION: self._duration,
            WATERFALL: self._waterfall,
        }

    def set_font(self, font: QFont) -> None:
        """Another size of text: what was cut to fit is cut anew."""
        self._metrics = QFontMetrics(font)
        self._pad, self._flag = theme.px(CELL_PAD), theme.px(_FLAG)
        self._elided.clear()

    def paint_row(
        self, painter: QPainter, row: int, places: Sequence[tuple[int, QRect]], *, chosen: bool
    ) -> None:
        """Some cells of a row. places: columns, and where they stand."""
        cells = self._model.cells_at(row)
        if cells is None:
            return
        self._row, number = row, cells.row.number
        highlighted = self.highlighted(number)
        ground = None
        if chosen:
            ground = theme.color("selection")
        elif highlighted:
            ground = theme.tint("keyword", 0.12)
        elif number in self.kin:
            ground = theme.tint(self.kin[number], 0.12)
        elif name := self._ground(cells):
            ground = theme.ground(name)
        for column, rect in places:
            if ground is not None:
                painter.fillRect(rect, ground)
            if highlighted and column == NUMBER:  # a sign beside the colour, also on the selected row
                painter.fillRect(rect.x(), rect.y(), theme.px(_BAR), rect.height(), theme.color("keyword"))
            if row == self.current:
                painter.setPen(theme.color("accent"))
                painter.drawLine(rect.topLeft(), rect.topRight())
                painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            self._painters.get(column, partial(self._plain, column))(painter, rect, cells)

    def _ground(self, cells: Cells) -> str:
        """A mark is seen whatever the rules of colour say."""
        return "mark" if self.added.is_marked(cells.row.number) else self._model.colours.ground(cells)

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """What "to content" needs. A text that runs over two columns does not count."""
        column, cells = index.column(), self._model.cells_at(index.row())
        if cells is None or (cells.spans and column in (METHOD, TARGET)) or column == WATERFALL:
            return QSize()
        text = self._model.text(index.row(), column) or ""
        more = {NUMBER: GUTTER, STATUS: self._flag}.get(column, 0)
        width = min(self._metrics.horizontalAdvance(text) + 2 * self._pad + more, theme.px(_WIDEST))
        return QSize(width, theme.row_height())

    # -- cells -------------------------------------------------------------------------------------

    def _plain(self, column: int, painter: QPainter, rect: QRect, cells: Cells) -> None:
        spec = self._model.columns[column]
        role = cells.kind_role if column == KIND else "muted" if spec.key in _MUTED else "text"
        text = self._model.text(self._row, column) or ""
        self._text(painter, rect, text, role, _RIGHT if spec.right else _LEFT)

    def _text(self, painter: QPainter, rect: QRect, text: str, role: str, align: int) -> None:
        if not text:
            return
        width = rect.width() - 2 * self._pad
        painter.setPen(theme.color(role))
        room = QRect(rect.x() + self._pad, rect.y(), width, rect.height())
        write(painter, room, align, self._fitting(text, width))

    def _fitting(self, text: str, width: int) -> str:
        key = (text, width)
        found = self._elided.get(key)
        if found is None:
            if len(self._elided) > _KEPT:
                self._elided.clear()
            found = elided(self._metrics, text, Qt.TextElideMode.ElideRight, width)
            self._elided[key] = found
        return found

    def _number(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        number = cells.row.number
        marked = self.added.is_marked(number)
        side = _RIGHT | int(Qt.AlignmentFlag.AlignAbsolute)  # the gutter is at the left
        self._text(painter, rect, cells.texts[NUMBER], "text" if marked else "muted", side)
        if self.gutter.root:
            self.gutter.paint(painter, rect, cells.row)
        if marked:
            paint_bookmark(painter, rect)
        if self.added.note(number):
            paint_corner(painter, rect)

    def _direction(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        painter.setPen(theme.color(DIRECTION_ROLES.get(cells.row.direction, "muted")))
        painter.drawText(rect, _CENTER, cells.texts[DIRECTION])

    def _method(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        if cells.spans and self.target_width:
            painter.save()
            painter.setClipRect(rect)
            left, right = (-self.target_width, 0) if mirrored() else (0, self.target_width)
            rect = rect.adjusted(left, 0, right, 0)
            self._text(painter, rect, cells.texts[METHOD], cells.method_role, _LEFT)
            painter.restore()
        else:
            self._text(painter, rect, cells.texts[METHOD], cells.method_role, _LEFT)
            if self.target_in_method and not cells.spans:
                used = self._metrics.horizontalAdvance(f"{cells.texts[METHOD]} ")
                room = rect.adjusted(0, 0, -used, 0) if mirrored() else rect.adjusted(used, 0, 0, 0)
                self._text(painter, room, cells.texts[TARGET], cells.target_role, _LEFT)

    def _target(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        if cells.spans and not self.target_width:
            return  # not beside METHOD: what it says is there alone
        if cells.spans:
            # The same text at the same place as in METHOD, of which this cell is the second half.
            painter.save()
            painter.setClipRect(rect)
            left, right = (0, self.method_width) if mirrored() else (-self.method_width, 0)
            whole = rect.adjusted(left, 0, right, 0)
            self._text(painter, whole, cells.texts[METHOD], cells.method_role, _LEFT)
            painter.restore()
        else:
            self._text(painter, rect, cells.texts[TARGET], cells.target_role, _LEFT)

    def _status(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        if cells.mark:
            painter.setPen(theme.color(cells.mark))
            write(painter, rect.adjusted(self._pad, 0, -self._pad, 0), _RIGHT, "⚑")
            rect = rect.adjusted(self._flag, 0, 0, 0) if mirrored() else rect.adjusted(0, 0, -self._flag, 0)
        self._text(painter, rect, cells.texts[STATUS], cells.status_role, _LEFT)

    def _duration(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        if cells.pending:
            row = cells.row
            waited = max(0, self.now_ns - (row.sent_ns or row.started_ns))
            text = duration_text(waited // 100_000_000 * 100_000_000) if waited >= 10**9 else "…"
            self._text(painter, rect, text, "pending", _RIGHT)
        else:
            self._text(painter, rect, cells.texts[DURATION], "text", _RIGHT)

    def _waterfall(self, painter: QPainter, rect: QRect, cells: Cells) -> None:
        room = rect.adjusted(PAD, 0, -PAD, 0)
        paint_grid(painter, room, self.grid)
        parts = self.parts.of(cells.row.number) if self.parts is not None and cells.row.opens else NOTHING
        paint_bar(painter, room, cells, self.axis, self.now_ns, parts)
