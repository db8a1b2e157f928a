"""Paints the bar of a row: its phases, and inside it progress, rounds and nested requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from inspector.trace.parts import NOTHING, Parts
from inspector.trace.rows import Row
from inspector.ui.timeline.view.cells import DIRECTION_ROLES, Cells
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import fill_framed
from inspector.ui.widgets.time_axis import Axis

__all__ = ["PHASES", "bar_of", "paint_bar", "paint_grid", "tone_of"]

PHASES: Final = (0.25, 0.55, 1.0)
"""Shares of a bar's colour: queued, sent and waiting, receiving."""

_MIN_BAR: Final = 2.0  # px
_MARGIN: Final = 7  # px above and below a bar
_CHILD: Final = 3.0  # px, height of a nested request
_ARROW: Final = 4.0  # px


def bar_of(row: Row, now_ns: int) -> tuple[int, int, int, int]:
    """Queued, sent, first byte and end of a row's bar, in ns; all the same for a single moment."""
    if not row.opens:
        return (row.at_ns,) * 4
    start = row.started_ns or row.at_ns
    sent = row.sent_ns or start
    end = row.ended_ns or (now_ns if row.status == "pending" else sent)
    return start, sent, row.first_ns or end, end


def tone_of(cells: Cells) -> QColor:
    """The colour of a row's bar: what went wrong, else the side that began."""
    role = cells.status_role if cells.status_role in ("error", "pending", "warning") else ""
    return theme.color(role or DIRECTION_ROLES.get(cells.row.direction, "muted"))


def paint_grid(painter: QPainter, rect: QRect, places: Sequence[float]) -> None:
    """Faint lines where the axis in the header has its ticks."""
    line = theme.tint("border", 0.5)
    for x in places:
        painter.fillRect(QRectF(rect.x() + x, rect.y(), 1, rect.height()), line)


def paint_bar(
    painter: QPainter, rect: QRect, cells: Cells, axis: Axis, now_ns: int, parts: Parts = NOTHING
) -> None:
    """A call is a bar in three shades, anything else a tick; an arrow when it lies outside of the axis."""
    left, width = rect.x(), float(rect.width())
    if width < 4 * _MIN_BAR:
        return
    start, sent, first, end = bar_of(cells.row, now_ns)
    tone = tone_of(cells)
    top, height = rect.y() + _MARGIN, float(rect.height() - 2 * _MARGIN)
    if end < axis.start_ns or start > axis.end_ns:
        _paint_arrow(painter, QRectF(left, top, width, height), tone, before=end < axis.start_ns)
        return
    x0, x3 = axis.place(start, width), axis.place(end, width)
    if not cells.row.opens:
        painter.fillRect(QRectF(left + min(x0, width - _MIN_BAR), top + 2, _MIN_BAR, height - 4), tone)
        return
    if x3 - x0 < _MIN_BAR:
        painter.fillRect(QRectF(left + min(x0, width - _MIN_BAR), top, _MIN_BAR, height), tone)
        return
    x1, x2 = axis.place(sent, width), axis.place(first, width)
    for begin, stop, share in zip((x0, x1, x2), (x1, x2, x3), PHASES, strict=True):
        if stop > begin:
            fill_framed(painter, QRectF(left + begin, top, stop - begin, height), tone, share)
    if parts is not NOTHING:
        _paint_parts(painter, QRectF(left, top, width, height), axis, end, parts)


def _paint_parts(painter: QPainter, room: QRectF, axis: Axis, end: int, parts: Parts) -> None:
    base, server = theme.color("base"), theme.color("server")
    for at_ns in parts.progress:
        if axis.start_ns <= at_ns <= axis.end_ns:
            x = round(room.x() + axis.place(at_ns, room.width()))
            painter.fillRect(QRectF(x, room.y(), 1, room.height() / 2), base)
    for at_ns in parts.rounds:
        if axis.start_ns <= at_ns <= axis.end_ns:
            x = round(room.x() + axis.place(at_ns, room.width()))
            painter.fillRect(QRectF(x, room.y() - 2, 1, room.height() + 4), theme.color("text"))
    y = room.bottom() - _CHILD
    for one in parts.nested:
        stop = one.end_ns or end
        if stop >= axis.start_ns and one.start_ns <= axis.end_ns:
            x0 = room.x() + axis.place(one.start_ns, room.width())
            x1 = room.x() + axis.place(stop, room.width())
            child = QRectF(x0, y, max(_MIN_BAR, x1 - x0), _CHILD)
            painter.fillRect(child.adjusted(-1, -1, 1, 0), base)
            painter.fillRect(child, theme.color("error") if one.status == "failed" else server)


def _paint_arrow(painter: QPainter, room: QRectF, tone: QColor, *, before: bool) -> None:
    middle = room.center().y()
    tip, back = (room.left(), room.left() + _ARROW) if before else (room.right(), room.right() - _ARROW)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(tone)
    painter.setBrush(tone)
    painter.drawPolygon(
        QPolygonF([QPointF(tip, middle), QPointF(back, middle - _ARROW), QPointF(back, middle + _ARROW)])
    )
    painter.restore()
