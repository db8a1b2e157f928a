"""Paints the rungs of a sequence ladder and the heads of its lanes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import (
    QLineF,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from inspector.ui.analysis.ladder_model import NUMBER, STEPS, TIME, LadderModel, Rung
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.shades import shade

__all__ = ["LadderDelegate", "LadderHeader", "lane_room", "least_width"]

_BAR: Final = 8  # px, width of a bar; bars side by side overlap
_SHIFT: Final = 5
_THIN: Final = 3  # px, of a long exchange
_TIP: Final = 7  # px, length of the head of an arrow
_EDGE: Final = 76  # px between the border and the first lane
_NOTES: Final = 250  # px right of the last lane, for notes
_FEW: Final = 24  # px, where there is no room for notes: half a name
_LEAST: Final = 90  # px between two lanes
_USUAL: Final = 150
_MOST: Final = 420
_LANE_ROLES: Final = {"user": "accent", "client": "client", "server": "server"}
_LINES: Final = {"answer": Qt.PenStyle.DashLine, "notification": Qt.PenStyle.DotLine}


def least_width(lanes: int) -> int:
    """px that so many lanes need."""
    return _EDGE + _FEW + _LEAST * max(0, lanes - 1)


def lane_room(width: int, lanes: int) -> tuple[int, int]:
    """x of the first lane, and px from one lane to the next: notes give way before lanes do."""
    gaps = max(1, lanes - 1)
    beside_notes, alone = (width - _EDGE - _NOTES) // gaps, (width - _EDGE - _FEW) // gaps
    return _EDGE, min(_MOST, max(_LEAST, beside_notes, min(_USUAL, alone)))


class LadderDelegate(QStyledItemDelegate):
    """Paints a row: number, time, and the arrow between its lanes."""

    def __init__(self, model: LadderModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.exchange = 0  # of the selected record; its other steps have a ground of their own

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(60, option.rect.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rung = self._model.rung(index.row())
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        rect: QRect = option.rect
        painter.setClipRect(rect)
        painter.fillRect(rect, self._ground(option, rung))
        if rung is not None:
            painter.setFont(option.font)
            if index.column() == STEPS:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                self._paint_lanes(painter, rect, rung)
                self._paint_step(painter, rect, rung, option)
            else:
                self._paint_text(painter, rect, rung, index.column())
        painter.restore()

    def _ground(self, option: QStyleOptionViewItem, rung: Rung | None) -> QColor:
        if option.state & QStyle.StateFlag.State_Selected:
            return theme.color("selection")
        if rung is not None and self.exchange and rung.step.exchange == self.exchange:
            return theme.tint("accent", 0.08)
        return theme.color("base")

    def _paint_text(self, painter: QPainter, rect: QRect, rung: Rung, column: int) -> None:
        line = QRect(rect.left() + 4, _arrow_y(rect) - rect.height() // 2, rect.width() - 10, rect.height())
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.color("muted"))
        if column == NUMBER:
            painter.drawText(line, right, str(rung.step.number))
        if column == TIME:
            painter.drawText(line, right, self._model.time_text(rung))

    def _x(self, rect: QRect, place: int) -> float:
        first, step = lane_room(rect.width(), len(self._model.lanes.all))
        return float(rect.left() + first + step * place)

    def _paint_lanes(self, painter: QPainter, rect: QRect, rung: Rung) -> None:
        style = Qt.PenStyle.DotLine if rung.gap else Qt.PenStyle.SolidLine
        painter.setPen(QPen(theme.mix(theme.color("border"), theme.color("muted"), 0.3), 1, style))
        for place in range(len(self._model.lanes.all)):
            x = self._x(rect, place)
            painter.drawLine(QLineF(x, rect.top(), x, rect.bottom() + 1))
        y = _arrow_y(rect)
        for mark in sorted(rung.bars, key=lambda one: one.level):
            place = self._model.lanes.answerer(mark.span)
            if place < 0:
                continue
            left, width = self._x(rect, place) - _BAR / 2 + _SHIFT * mark.level, _BAR
            if mark.level < 0:
                left, width = self._x(rect, place) - _BAR / 2 - _THIN - 1, _THIN
            top = y if mark.part == "begins" else rect.top()
            bottom = y if mark.part == "ends" else rect.bottom() + 1
            of_selected = mark.span.number == self.exchange
            role = "accent" if of_selected else "server" if mark.span.direction == "out" else "client"
            painter.fillRect(
                QRectF(left, top, width, bottom - top),
                shade(role, 0.6 if of_selected else 0.0),
            )

    def _paint_step(self, painter: QPainter, rect: QRect, rung: Rung, option: QStyleOptionViewItem) -> None:
        step, lanes, metrics = rung.step, self._model.lanes, option.fontMetrics
        source, to = (self._x(rect, place) for place in lanes.ends(step))
        if rung.gap:
            painter.setPen(theme.color("muted"))
            painter.drawText(
                QRectF(rect.left() + 4, rect.top(), _EDGE - 12, rect.height() * 0.55),
                int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter),
                f"⋮ {rung.gap}",
            )
        if step.shape == "note":
            self._paint_note(painter, rect, rung, source, metrics)
            return
        self._paint_arrow(painter, source, to, _arrow_y(rect), rung)
        if step.user and lanes.has_user:
            user, client = self._x(rect, 0), self._x(rect, lanes.client)
            ends = (client, user) if step.user == "asked" else (user, client)
            self._paint_arrow(painter, *ends, _arrow_y(rect), rung)
        left = min(source, to) + _BAR + 6
        room = QRectF(left, rect.top() + 1, abs(to - source) - 2 * _BAR - 12, _arrow_y(rect) - rect.top() - 2)
        text = elided(metrics, _marked(rung), Qt.TextElideMode.ElideRight, int(room.width()))
        width = metrics.horizontalAdvance(text) + 4
        under = QRectF(
            room.center().x() - width / 2, room.bottom() - metrics.height(), width, metrics.height()
        )
        painter.fillRect(under, self._ground(option, rung))  # the lane of another server may cross it
        painter.setPen(theme.color(step.tone))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom), text)

    def _paint_arrow(self, painter: QPainter, source: float, to: float, y: float, rung: Rung) -> None:
        side = 1 if to > source else -1
        tone = theme.color(rung.step.tone)
        tip = to - side * (_BAR / 2 + 1)
        style = _LINES.get(rung.step.shape, Qt.PenStyle.SolidLine)
        painter.setPen(QPen(tone, 1.4, style))
        painter.drawLine(QLineF(source + side * _BAR / 2, y, tip - side * _TIP, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        back = tip - side * _TIP
        painter.drawPolygon([QPointF(tip, y), QPointF(back, y - 4), QPointF(back, y + 4)])
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_note(
        self, painter: QPainter, rect: QRect, rung: Rung, x: float, metrics: QFontMetrics
    ) -> None:
        left, right = x + _BAR + 2, rect.right() - 8
        room = max(right - left, min(rect.width() - 16, theme.px(260)))
        text = elided(metrics, _marked(rung), Qt.TextElideMode.ElideRight, int(room) - 16)
        width = metrics.horizontalAdvance(text) + 16
        left = min(left, right - width)  # over its lane where there is no room beside it
        box = QRectF(left, rect.top() + 5, width, rect.height() - 9)
        painter.setPen(theme.color("border"))
        painter.setBrush(theme.tint("error") if rung.step.is_error else theme.color("alternate"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.color(rung.step.tone))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)


class LadderHeader(QHeaderView):
    """Over the steps stand the names of the lanes."""

    def __init__(self, model: LadderModel, parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._ladder = model
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        if logicalIndex != STEPS:
            super().paintSection(painter, rect, logicalIndex)
            return
        painter.save()
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(rect, theme.color("background"))
        painter.setPen(theme.color("border"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        lanes = self._ladder.lanes.all
        first, step = lane_room(rect.width(), len(lanes))
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        width = min(step - 16, 2 * _EDGE - 12)
        for place, lane in enumerate(lanes):
            x = rect.left() + first + step * place
            text = elided(painter.fontMetrics(), lane.title, Qt.TextElideMode.ElideMiddle, width)
            painter.setPen(theme.color(_LANE_ROLES[lane.kind]))
            box = QRect(x - width // 2, rect.top(), width, rect.height())
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), text)
        painter.restore()


def _arrow_y(rect: QRect) -> int:
    return rect.top() + round(rect.height() * 0.68)


def _marked(rung: Rung) -> str:
    """The text, and a sign when a rule of the protocol is broken here."""
    return f"{rung.step.text}  ▲" if rung.step.severity in ("error", "warning") else rung.step.text
