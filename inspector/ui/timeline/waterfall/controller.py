"""Axis and mouse of the waterfall: ticks in the header, the wheel and a drag over the column."""

from __future__ import annotations

import html
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QToolButton, QToolTip, QWidget

from inspector.core.clock import now_ns
from inspector.trace.parts import NOTHING, Parts
from inspector.translation import translate
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.columns import WATERFALL
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.waterfall.paint import PHASES, bar_of, tone_of
from inspector.ui.timeline.waterfall.waterfall import PAD, Waterfall
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.controls import Marked
from inspector.ui.widgets.time_axis import moment_text

__all__ = ["WaterfallController", "phases_html"]

_NAMES: Final[tuple[Marked, ...]] = (
    QT_TRANSLATE_NOOP("timeline", "queued"),
    QT_TRANSLATE_NOOP("timeline", "waiting"),
    QT_TRANSLATE_NOOP("timeline", "receiving"),
)
_EARLIER: Final[Marked] = QT_TRANSLATE_NOOP("timeline", "earlier rounds")
_SHOWN: Final = 8  # nested requests, progress ticks
_LONG: Final = 60  # characters of a name


def phases_html(cells: Cells, now_ns: int, origin_ns: int, parts: Parts = NOTHING) -> str:
    """Rich text for a tooltip; "" for a row without a duration."""
    row = cells.row
    if not row.opens:
        return ""
    bar = bar_of(row, now_ns)
    head = _short(f"{row.method} {row.target}".strip())
    lines = [_line(translate("timeline", "started"), moment_text(bar[0] - origin_ns, 10**6))]
    base, tone = theme.color("base"), tone_of(cells)
    # Of a call sent again with answers, "sent" is that of the last round.
    names = (_EARLIER, *_NAMES[1:]) if row.rounds > 1 else _NAMES
    for name, begin, stop, share in zip(names, bar[:3], bar[1:], PHASES, strict=True):
        swatch = theme.mix(base, tone, share).name()
        lines.append(_line(translate("timeline", name), _length(begin, stop), swatch))
    total = _length(bar[0], bar[3])
    if row.status == "pending":
        total += " …"
    whole = translate("timeline", "total")
    lines.append(_line(f"<b>{whole}</b>", f"<b>{total}</b>"))
    lines += _progress(bar[0], parts) + _rounds(bar[0], parts) + _nested(bar[0], parts, now_ns)
    return (
        f"<qt><nobr><b>{head}</b></nobr><table cellspacing='0' cellpadding='1'>{''.join(lines)}</table></qt>"
    )


def _progress(start: int, parts: Parts) -> list[str]:
    if not parts.progress:
        return []
    times = [f"+{_length(start, at_ns)}" for at_ns in parts.progress]
    if len(times) > _SHOWN:
        times = [*times[: _SHOWN // 2], "…", *times[-_SHOWN // 2 :]]
    name = translate("timeline", "progress ×{}").format(len(parts.progress))
    return [_line(name, _in_rows(times))]


def _in_rows(times: list[str]) -> str:
    return "<br>".join("&nbsp; ".join(times[place : place + 3]) for place in range(0, len(times), 3))


def _rounds(start: int, parts: Parts) -> list[str]:
    name = translate("timeline", "round {}")
    return [
        _line(name.format(place), f"+{_length(start, at_ns)}")
        for place, at_ns in enumerate(parts.rounds[:_SHOWN], 2)
    ]


def _nested(start: int, parts: Parts, now_ns: int) -> list[str]:
    if not parts.nested:
        return []
    title = translate("timeline", "requested by the server meanwhile")
    lines = [f"<tr><td></td><td colspan='2'><i>{title}</i></td></tr>"]
    swatch = theme.color("server").name()
    for one in parts.nested[:_SHOWN]:
        length = _length(one.start_ns, one.end_ns or now_ns) + ("" if one.end_ns else " …")
        figures = f"{length} &nbsp;(+{_length(start, one.start_ns)})"
        lines.append(_line(f"#{one.number} {_short(one.method)}", figures, swatch))
    more = len(parts.nested) - _SHOWN
    if more > 0:
        lines.append(_line(translate("timeline", "and {} more").format(more), ""))
    return lines


def _line(name: str, figure: str, swatch: str = "") -> str:
    mark = f"<font color='{swatch}'>■</font>" if swatch else ""
    return (
        f"<tr><td>{mark}</td><td><nobr>{name}&nbsp;&nbsp;&nbsp;</nobr></td>"
        f"<td align='right'><nobr>{figure}</nobr></td></tr>"
    )


def _length(begin: int, stop: int) -> str:
    return duration_text(max(0, stop - begin))


def _short(text: str) -> str:
    return html.escape(text if len(text) <= _LONG else text[: _LONG - 1] + "…")


_NOTCH: Final = 120.0
_DRAG_PX: Final = 4
_BUTTON: Final = 18


class _AxisHead(QWidget):
    """The ticks, over the header's cell. The mouse goes through to the header."""

    def __init__(self, waterfall: Waterfall, header: QHeaderView) -> None:
        super().__init__(header.viewport())
        self.setObjectName("waterfall_axis")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._waterfall = waterfall
        self._header = header

    def paintEvent(self, _event: QPaintEvent) -> None:
        width = self.width() - 2 * PAD
        found = self._waterfall.ticks(width)
        if not found:
            return  # the title of the column is seen
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(0, 0, self.width() - 1, self.height() - 1, theme.color("background"))
        painter.setFont(self._header.font())
        metrics = self.fontMetrics()
        room = self.width() - (theme.px(_BUTTON) if self._waterfall.zoomed else 0)
        free = 0  # px from where on there are no words yet
        text_role = "accent" if self._waterfall.zoomed else "muted"
        for x, text in found:
            place = round(PAD + x)
            painter.fillRect(place, self.height() - 7, 1, 6, theme.color("muted"))
            length = metrics.horizontalAdvance(text)
            if place + 3 + length > room:
                place -= length + 6  # the last one stands before its tick when nothing else is there
            if place >= free and place + 3 + length <= room:
                painter.setPen(theme.color(text_role))
                painter.drawText(place + 3, (self.height() + metrics.ascent() - metrics.descent()) // 2, text)
                free = place + length + 8
        painter.end()


class WaterfallController(QObject):
    """Hands over the table's column. Ctrl+wheel zooms at the pointer, Shift+wheel and a drag move."""

    def __init__(self, view: QTableView, waterfall: Waterfall, model: TimelineModel) -> None:
        super().__init__(view)
        self._view, self._waterfall, self._model = view, waterfall, model
        self._pressed = -1.0
        self._dragging = False
        header = view.horizontalHeader()
        self._head = _AxisHead(waterfall, header)
        self._reset = QToolButton(header.viewport())
        self._reset.setObjectName("waterfall_reset")
        self._reset.setAutoRaise(True)
        self._reset.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._reset.setIcon(theme.icon("fit-to-screen-outline", "accent"))
        zoom.follow(self._reset.setIconSize, QSize(14, 14))
        self._reset.setToolTip(self.tr("Fit waterfall (double-click)"))
        self._reset.setAccessibleName(self.tr("Fit waterfall"))
        self._reset.clicked.connect(waterfall.reset)
        waterfall.changed.connect(self.place)
        self.place()

    def column(self) -> QRect:
        """Where the column is in the viewport."""
        view = self._view
        if view.isColumnHidden(WATERFALL):
            return QRect()
        x, width = view.columnViewportPosition(WATERFALL), view.columnWidth(WATERFALL)
        return QRect(x, 0, width, view.viewport().height())

    def place(self) -> None:
        """Put the ticks over their header cell, and paint them anew."""
        header = self._view.horizontalHeader()
        column, height = self.column(), header.height()
        self._head.setGeometry(column.x(), 0, column.width(), height)
        sorts = self._model.arrow is not None and self._model.arrow.key == "waterfall"
        self._head.setVisible(not column.isEmpty() and not sorts)  # then title and arrow are seen
        self._head.update()
        side = theme.px(_BUTTON)
        self._reset.setGeometry(column.right() - side, (height - side) // 2, side, side)
        self._reset.setVisible(self._waterfall.zoomed and not column.isEmpty())

    def take(self, event: QEvent) -> bool:
        """An event of the viewport; True when it is used up here.

        Handed on by the view: an event filter of Python is still asked while its objects are destroyed.
        """
        if isinstance(event, QWheelEvent):
            return self._wheel(event)
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            return self._hover(event)
        return isinstance(event, QMouseEvent) and self._mouse(event)

    def _wheel(self, event: QWheelEvent) -> bool:
        column, x = self.column(), event.position().x()
        keys = event.modifiers()
        if not column.left() <= x <= column.right():
            return False
        notches = (event.angleDelta().y() or event.angleDelta().x()) / _NOTCH
        if keys & Qt.KeyboardModifier.ControlModifier:
            self._waterfall.zoom(notches, self._share(x))
        elif keys & Qt.KeyboardModifier.ShiftModifier:
            self._waterfall.move(-0.1 * notches)
        else:
            return False
        return True

    def _share(self, x: float) -> float:
        column = self.column()
        return min(1.0, max(0.0, (x - column.x() - PAD) / max(1, column.width() - 2 * PAD)))

    def _mouse(self, event: QMouseEvent) -> bool:
        x, kind = event.position().x(), event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            column = self.column()
            self._pressed = x if column.left() <= x <= column.right() else -1.0
        elif kind == QEvent.Type.MouseMove and self._pressed >= 0:
            self._drag(x)
            return True  # not a choice of many rows
        elif kind == QEvent.Type.MouseButtonRelease:
            dragged, self._dragging, self._pressed = self._dragging, False, -1.0
            if dragged:
                self._view.viewport().unsetCursor()
        elif kind == QEvent.Type.MouseButtonDblClick and self._waterfall.zoomed:
            if self.column().contains(event.position().toPoint()):
                self._waterfall.reset()
                return True
        return False

    def kin_at(self, place: QPoint) -> dict[int, str]:
        """What belongs to the row there: its call in the colour of clients, what it was asked in another."""
        cells = self._model.cells_at(self._view.rowAt(place.y()))
        if cells is None:
            return {}
        row, parts = cells.row, self._waterfall.parts
        nested = parts.of(row.number).nested if parts is not None and row.opens else ()
        kin = dict.fromkeys((one.number for one in nested), "server")
        above = row.parent or (row.exchange if not row.opens else 0)
        return kin | {above: "client"} if above else kin

    def _drag(self, x: float) -> None:
        if not self._dragging and abs(x - self._pressed) < _DRAG_PX:
            return
        if not self._dragging:
            self._dragging = True
            self._view.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        self._waterfall.move((self._pressed - x) / max(1, self.column().width() - 2 * PAD))
        self._pressed = x

    def _hover(self, event: QHelpEvent) -> bool:
        index = self._view.indexAt(event.pos())
        cells = self._model.cells_at(index.row()) if index.column() == WATERFALL else None
        if cells is None:
            return False
        parts = self._waterfall.parts.of(cells.row.number) if self._waterfall.parts is not None else NOTHING
        text = phases_html(cells, now_ns(), self._model.origin_ns, parts)
        QToolTip.showText(event.globalPos(), text, self._view.viewport(), self._view.visualRect(index))
        return True
