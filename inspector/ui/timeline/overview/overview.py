"""The strip above the timeline: the whole session on one axis, and a brush to choose a stretch of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.trace.overview import CLASSES, Histogram
from inspector.ui.widgets import theme
from inspector.ui.widgets.shades import shade
from inspector.ui.widgets.time_axis import LEAST_NS, Axis, ticks

__all__ = ["OverviewStrip"]

# What is stacked from the bottom up: classes of one colour, role, share of the colour. What went wrong is
# on top and strong. An answer is not counted, its call is.
STACK: Final = (
    (("call", "pending"), "client", 0.2),
    (("server",), "server", 0.3),
    (("notification", "other"), "muted", 0.0),
    (("odd",), "warning", 0.6),
    (("error", "malformed"), "error", 0.8),
)
_COLUMN: Final = 3  # px, with the gap
_EDGE: Final = 5  # px around an edge of the brush in which it is taken
_STEP: Final = 40  # a key moves by this part of the axis
_TICK_PX: Final = 96


class OverviewStrip(QWidget):
    """Shows a Histogram and lets a user choose a stretch of time: drag, drag an edge, keys."""

    chosen = Signal(object)  # an Axis, or None: all of it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setObjectName("timeline_overview")
        self.setAccessibleName(self.tr("Session overview: select a time range"))
        self.setToolTip(
            self.tr("Drag to select a time range, drag an edge to adjust it; double-click or Esc clears it.")
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._histogram = Histogram(0, 1, 0, ())
        self._span = Axis(0, 0)  # of the rows on screen
        self._range: Axis | None = None
        self._drag: tuple[str, int, Axis | None] | None = None  # what, where it began, range before
        self._picture = QPixmap()
        theme.notifier().changed.connect(self._redraw)

    # -- what is shown -----------------------------------------------------------------------------

    @property
    def axis(self) -> Axis:
        """From the first record to the newest."""
        return Axis(
            self._histogram.origin_ns, max(self._histogram.end_ns, self._histogram.origin_ns + LEAST_NS)
        )

    @property
    def range(self) -> Axis | None:
        """The stretch that was chosen; None: all of it."""
        return self._range

    def set_histogram(self, histogram: Histogram) -> None:
        """Show another state of the session."""
        self._histogram = histogram
        self._redraw()

    def set_span(self, span: Axis) -> None:
        """Where the rows on screen are."""
        if span != self._span:
            self._span = span
            self.update()

    def set_range(self, chosen: Axis | None) -> None:
        """Show another stretch as chosen; says nothing."""
        self._range = chosen
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.fontMetrics().height() + 30)

    # -- painting ----------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._picture.size() != self.size() * self.devicePixelRatio():
            self._picture = self._drawn()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        axis, width, height = self.axis, float(self.width()), self.height()
        if self._span.end_ns and self._histogram.end_ns:
            x0, x1 = axis.place(self._span.start_ns, width), axis.place(self._span.end_ns, width)
            left = min(x0, width - 3)
            painter.fillRect(QRectF(left, height - 3, max(3.0, x1 - left), 2), theme.color("accent"))
        if self._range is not None:
            self._paint_range(painter, self._range)
        if self.hasFocus():
            painter.setPen(theme.color("accent"))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _paint_range(self, painter: QPainter, chosen: Axis) -> None:
        axis, width, height = self.axis, float(self.width()), self.height()
        x0, x1 = axis.place(chosen.start_ns, width), axis.place(chosen.end_ns, width)
        veil = QColor(theme.color("background"))
        veil.setAlphaF(0.72)
        painter.fillRect(QRectF(0, 0, x0, height - 1), veil)
        painter.fillRect(QRectF(x1, 0, width - x1, height - 1), veil)
        accent = theme.color("accent")
        for x in (x0, x1):
            line = min(max(x - 0.5, 0.0), width - 1)
            painter.fillRect(QRectF(line, 0, 1, height - 1), accent)
            painter.fillRect(QRectF(min(max(x - 2.5, 0.0), width - 5), height / 2 - 6, 5, 12), accent)

    def _redraw(self) -> None:
        self._picture = QPixmap()
        self.update()

    def _drawn(self) -> QPixmap:
        ratio = self.devicePixelRatio()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.color("base"))
        painter = QPainter(picture)
        head = self.fontMetrics().height() + 2
        self._draw_ticks(painter, head)
        self._draw_bars(painter, QRect(0, head, self.width(), self.height() - head - 4))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color("border"))
        painter.end()
        return picture

    def _draw_ticks(self, painter: QPainter, head: int) -> None:
        if not self._histogram.end_ns:
            return
        axis, width = self.axis, self.width()
        painter.setFont(self.font())
        for at_ns, text in ticks(axis, axis.start_ns, width // _TICK_PX):
            x = round(axis.place(at_ns, width))
            painter.fillRect(
                x, 0, 1, self.height() - 1, theme.mix(theme.color("base"), theme.color("border"), 0.6)
            )
            if x + self.fontMetrics().horizontalAdvance(text) + 4 <= width:
                painter.setPen(theme.color("muted"))
                painter.drawText(x + 4, self.fontMetrics().ascent() + 1, text)

    def _draw_bars(self, painter: QPainter, room: QRect) -> None:
        columns = stacked(self._histogram, self.axis, max(1, room.width() // _COLUMN))
        most = max((sum(column) for column in columns), default=0)
        if not most:
            return
        tones = [shade(role, share) for _classes, role, share in STACK]
        for place, column in enumerate(columns):
            total = sum(column)
            if not total:
                continue
            # The root, so that a single record is seen beside a flood.
            height, bottom = room.height() * (total / most) ** 0.5, float(room.bottom() + 1)
            for tone, count, least in zip(tones, column, (1, 1, 1, 2, 3), strict=True):
                if count:
                    part = max(float(least), height * count / total)
                    top = max(float(room.top()), bottom - part)
                    painter.fillRect(
                        QRectF(place * _COLUMN, top, _COLUMN - 1, max(least, bottom - top)), tone
                    )
                    bottom = top

    # -- mouse -------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._histogram.end_ns:
            super().mousePressEvent(event)
            return
        x = event.position().x()
        self._drag = (self._part_at(x), self.axis.time(x, self.width()), self._range)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._drag is None:
            shape = (
                Qt.CursorShape.SizeHorCursor
                if self._part_at(x) in ("start", "end")
                else Qt.CursorShape.CrossCursor
            )
            self.setCursor(shape)
            return
        what, began, before = self._drag
        now = min(max(self.axis.time(x, self.width()), self.axis.start_ns), self.axis.end_ns)
        if what == "new" or before is None:
            if abs(self.axis.place(began, self.width()) - x) >= _EDGE or self._range is not before:
                self.set_range(_ordered(began, now))
        elif what == "start":
            self.set_range(_ordered(now, before.end_ns))
        else:
            self.set_range(_ordered(before.start_ns, now))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is not None and self._range != drag[2]:
            self.chosen.emit(self._range)
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._choose(None)
        event.accept()

    def _part_at(self, x: float) -> str:
        if self._range is not None:
            for name, at_ns in (("start", self._range.start_ns), ("end", self._range.end_ns)):
                if abs(self.axis.place(at_ns, self.width()) - x) <= _EDGE:
                    return name
        return "new"

    # -- keys --------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the stretch, with Shift its end, with Ctrl its start; Enter takes what is on screen."""
        key, axis = event.key(), self.axis
        step = axis.length_ns // _STEP * {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        if key == Qt.Key.Key_Escape and self._range is not None:
            self._choose(None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._span.end_ns:
            self._choose(self._span)
        elif step:
            there = self._range or Axis(axis.start_ns, axis.start_ns + axis.length_ns // 4)
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            start = there.start_ns + (0 if shift else step)
            end = there.end_ns + (0 if control else step)
            if start >= axis.start_ns - abs(step) and end <= axis.end_ns + abs(step):
                self._choose(_ordered(start, end))
        else:
            super().keyPressEvent(event)

    def _choose(self, chosen: Axis | None) -> None:
        if chosen != self._range:
            self.set_range(chosen)
            self.chosen.emit(chosen)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._redraw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
            self._redraw()


def _ordered(one: int, other: int) -> Axis:
    start, end = sorted((one, other))
    return Axis(start, max(end, start + LEAST_NS))


def stacked(histogram: Histogram, axis: Axis, columns: int) -> list[list[int]]:
    """For each column of the picture how many records of each part of STACK came in it."""
    found = [[0] * len(STACK) for _ in range(columns)]
    if not histogram.counts:
        return found
    bins = len(histogram.counts[0])
    first = histogram.origin_ns + histogram.width_ns // 2
    at = [
        min(columns - 1, int(axis.place(first + place * histogram.width_ns, columns)))
        for place in range(bins)
    ]
    for part, (classes, _role, _share) in enumerate(STACK):
        rows = [histogram.counts[CLASSES.index(name)] for name in classes]
        for column, count in zip(at, map(sum, zip(*rows, strict=True)), strict=True):
            if count:
                found[column][part] += count
    return found
