"""How long calls took over time, and how many there were a second, of one line of the statistics."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.trace.statistics.series import Dot, Series
from inspector.ui.locale.locale_text import duration_text, number_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.shades import shade

__all__ = ["StatisticsChart"]

_RIGHT: Final = 12
_RATE: Final = 0.22  # of the height, for calls a second
_NEAR: Final = 8  # px from a dot to the mouse
_DRAG: Final = 4  # px; less is a click
_STEPS: Final = (1, 2, 5)
_FEW: Final = 5  # calls in one stretch, which may be 1 ms long: fewer make no rate


class StatisticsChart(QWidget):
    """Dots for few calls, bands (p50, p95, longest) for many. Drag a stretch of time to filter by it."""

    record_chosen = Signal(int)  # a dot was clicked
    stretch_chosen = Signal(float, float)  # ns since the first record of the session

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setObjectName("statistics_chart")
        self.setAccessibleName(self.tr("Latency over time"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 48)
        self.setMouseTracking(True)
        self._series: Series | None = None
        self._origin_ns = 0
        self._title = ""
        self._log = True
        self._bounds = (0.0, 1.0)
        self._left = self._top = self._foot = 0
        self._drag: tuple[float, float] | None = None
        theme.notifier().changed.connect(self._look)
        self._look()

    def show_series(self, series: Series | None, title: str, origin_ns: int) -> None:
        """origin_ns: time of the first record of the session."""
        self._series, self._title, self._origin_ns = series, title, origin_ns
        self._measure()
        self.setAccessibleDescription(title)
        self.update()

    def set_log(self, on: bool) -> None:
        """A logarithmic scale shows short and long calls together."""
        self._log = on
        self._measure()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(420, 160)

    def _look(self) -> None:
        """Room for the scale at the left, the title above and the times below, at every zoom."""
        metrics = self.fontMetrics()
        self._left = metrics.horizontalAdvance("888.8 ms") + 10
        self._top, self._foot = metrics.height() + 6, metrics.height() + 4
        self.update()

    # -- places ----------------------------------------------------------------------------------------

    def _area(self) -> QRectF:
        height = (self.height() - self._top - self._foot) * (1 - _RATE) - 6
        return QRectF(self._left, self._top, max(10, self.width() - self._left - _RIGHT), max(10.0, height))

    def _rates(self) -> QRectF:
        area = self._area()
        return QRectF(
            area.left(), area.bottom() + 6, area.width(), self.height() - self._foot - area.bottom() - 6
        )

    def _x(self, series: Series, at_ns: float) -> float:
        area = self._area()
        return area.left() + area.width() * (at_ns - series.first_ns) / (series.last_ns - series.first_ns)

    def _at(self, series: Series, x: float) -> float:
        area = self._area()
        share = min(1.0, max(0.0, (x - area.left()) / area.width()))
        return series.first_ns + share * (series.last_ns - series.first_ns)

    def _measure(self) -> None:
        """The ends of the scale: once, not for every dot."""
        if self._series is not None:
            most = max(10_000.0, self._series.most * 1.1)
            least = max(1000.0, min(self._series.least * 0.8, most / 10))
            self._bounds = (least if self._log else 0.0), most

    def _y(self, value: float) -> float:
        area, (low, high) = self._area(), self._bounds
        share = math.log(max(value, low) / low, high / low) if self._log else value / high
        return area.bottom() - area.height() * share

    # -- painting --------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(self.rect(), theme.color("base"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        series = self._series
        if series is None:
            painter.setPen(theme.color("muted"))
            flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
            painter.drawText(self.rect().adjusted(16, 8, -16, -8), flags, self._empty_text())
            return
        roomy = self.height() > 2 * (self._top + self._foot)  # else the words would cover each other
        if roomy:
            self._paint_scale(painter, series)
        if series.dots:
            self._paint_dots(painter, series)
        else:
            self._paint_bands(painter, series)
        if roomy:
            self._paint_rates(painter, series)
        self._paint_legend(painter, series)
        if self._drag is not None:
            first, last = sorted(self._drag)
            ground = QColor(theme.color("accent"))
            ground.setAlphaF(0.2)
            painter.fillRect(
                QRectF(first, self._top, last - first, self.height() - self._top - self._foot), ground
            )

    def _empty_text(self) -> str:
        if self._title:
            return self.tr("No completed calls of {0} yet.").format(self._title)
        return self.tr("Select a line to see its latency over time.")

    def _paint_scale(self, painter: QPainter, series: Series) -> None:
        area, (low, high) = self._area(), self._bounds
        right = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        height = self.fontMetrics().height()
        free = area.bottom() + height
        for value in _ticks(low, high, self._log):
            y = self._y(value)
            if free - y < height + 2 or y < area.top() - 1:
                continue
            free = y
            painter.setPen(QPen(theme.color("border"), 1))
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(theme.color("muted"))
            painter.drawText(
                QRectF(0, y - height / 2, self._left - 6, height), right, duration_text(int(value))
            )
        foot = QRectF(area.left(), self.height() - self._foot, area.width(), self._foot)
        painter.setPen(theme.color("muted"))
        left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(foot, left, self._time(series.first_ns))
        painter.drawText(foot, right, self._time(series.last_ns))

    def _time(self, at_ns: float) -> str:
        return f"{(at_ns - self._origin_ns) / 1e9:.3f} s"

    def _paint_dots(self, painter: QPainter, series: Series) -> None:
        tone = QColor(theme.color("client"))  # a copy: the theme's own is the same for everybody
        tone.setAlphaF(0.75)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        for dot in series.dots:
            painter.drawEllipse(self._place(series, dot), 2.6, 2.6)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _place(self, series: Series, dot: Dot) -> QPointF:
        return QPointF(self._x(series, dot.started_ns), self._y(dot.duration_ns))

    def _paint_bands(self, painter: QPainter, series: Series) -> None:
        width = self._area().width() / len(series.bins)
        ground, longest = theme.tint("client", 0.35), theme.color("warning")
        middle = QPolygonF()
        for place, one in enumerate(series.bins):
            if one is None:
                continue
            x = self._area().left() + place * width
            low, high, top = (self._y(value) for value in (one.p50, one.p95, one.most))
            painter.fillRect(QRectF(x, high, max(1.0, width - 0.5), max(1.0, low - high)), ground)
            painter.fillRect(QRectF(x, top, max(1.0, width - 0.5), 1.5), longest)
            middle.append(QPointF(x + width / 2, low))
        painter.setPen(QPen(theme.color("client"), 1.6))
        painter.drawPolyline(middle)

    def _paint_rates(self, painter: QPainter, series: Series) -> None:
        area = self._rates()
        most = _most(series)
        width = area.width() / len(series.bins)
        for place, one in enumerate(series.bins):
            if one is not None:
                height = area.height() * one.count / most
                bar = QRectF(
                    area.left() + place * width, area.bottom() - height, max(1.0, width - 0.5), height
                )
                painter.fillRect(bar, shade("server", 0.0))
        painter.setPen(theme.color("muted"))
        flags = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        text = number_text(most) if most < _FEW else _rate(most, series)
        painter.drawText(QRectF(0, area.top() - 2, self._left - 6, area.height() + 4), flags, text)

    def legend(self, series: Series) -> tuple[str, str]:
        """What is drawn above, and what below it."""
        return (
            self.tr("each dot is a call") if series.dots else self.tr("line p50, band to p95, tick longest"),
            self.tr("bars: calls/s") if _most(series) >= _FEW else self.tr("bars: calls"),
        )

    def _paint_legend(self, painter: QPainter, series: Series) -> None:
        painter.setPen(theme.color("muted"))
        parts = self.legend(series)
        line = QRectF(self._left, 0, self.width() - self._left - _RIGHT, self._top)
        metrics = self.fontMetrics()
        title = elided(metrics, self._title, Qt.TextElideMode.ElideMiddle, int(line.width()))
        room = int(line.width()) - metrics.horizontalAdvance(title) - 16
        legend = next(
            (text for text in (" · ".join(parts), parts[0]) if metrics.horizontalAdvance(text) <= room), ""
        )
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), legend)
        painter.setPen(theme.color("text"))
        painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), title)

    # -- mouse -----------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._series is not None and event.button() == Qt.MouseButton.LeftButton:
            x = event.position().x()
            self._drag = x, x

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag is not None:
            self._drag = self._drag[0], event.position().x()
            self.update()
        text = self.text_at(event.position())
        if text:
            QToolTip.showText(event.globalPosition().toPoint(), text, self)
        else:
            QToolTip.hideText()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        self.update()
        series = self._series
        if drag is None or series is None:
            return
        first, last = sorted(drag)
        if last - first >= _DRAG:
            start, end = self._at(series, first), self._at(series, last)
        elif (dot := self._dot_at(series, event.position())) is not None:
            self.record_chosen.emit(dot.number)
            return
        elif (place := self._bin_at(series, first)) >= 0 and series.bins[place] is not None:
            start = series.first_ns + place * series.bin_ns
            end = start + series.bin_ns
        else:
            return
        self.stretch_chosen.emit(start - self._origin_ns, end - self._origin_ns)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives a stretch up that is being dragged."""
        if event.key() == Qt.Key.Key_Escape and self._drag is not None:
            self._drag = None
            self.update()
        else:
            super().keyPressEvent(event)

    def text_at(self, place: QPointF) -> str:
        """What is at a place, for the tooltip."""
        series = self._series
        if series is None:
            return ""
        if (dot := self._dot_at(series, place)) is not None:
            return f"#{dot.number}  {self._time(dot.started_ns)}  {duration_text(dot.duration_ns)}"
        number = self._bin_at(series, place.x())
        one = series.bins[number] if number >= 0 else None
        if one is None:
            return ""
        at = self._time(series.first_ns + number * series.bin_ns)
        return self.tr("from {0}: {1} calls ({2}), p50 {3}, p95 {4}, longest {5}").format(
            at,
            number_text(one.count),
            _rate(one.count, series),
            *map(duration_text, (one.p50, one.p95, one.most)),
        )

    def _dot_at(self, series: Series, place: QPointF) -> Dot | None:
        near = [(QLineF(self._place(series, dot), place).length(), dot.number, dot) for dot in series.dots]
        best = min(near, default=None)
        return best[2] if best is not None and best[0] <= _NEAR else None

    def _bin_at(self, series: Series, x: float) -> int:
        area = self._area()
        if not area.left() <= x <= area.right():
            return -1
        return min(len(series.bins) - 1, int((self._at(series, x) - series.first_ns) / series.bin_ns))


def _most(series: Series) -> int:
    """Calls in the fullest stretch."""
    return max((one.count for one in series.bins if one is not None), default=1)


def _rate(count: int, series: Series) -> str:
    """Calls a second; with too few of them for a rate, their number and the length of their stretch."""
    if count < _FEW:
        return f"{number_text(count)} / {duration_text(series.bin_ns)}"
    rate = count / (series.bin_ns / 1e9)
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.2g}/s"


def _ticks(low: float, high: float, log: bool) -> list[float]:
    """Round values of a scale, ascending."""
    if log:
        first = math.floor(math.log10(low))
        powers = range(first, math.ceil(math.log10(high)) + 1)
        return [
            step * 10.0**power for power in powers for step in _STEPS if low <= step * 10.0**power <= high
        ]
    rough = 10.0 ** math.floor(math.log10(high / 2))
    step = max((one * rough for one in _STEPS if one * rough <= high / 2), default=rough)
    return [step * place for place in range(int(high / step) + 1)]
