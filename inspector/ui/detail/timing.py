"""The phases of one call on a common axis, with the moments at which progress came."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from inspector.ui.detail.phases import Phase, Timing
from inspector.ui.locale.locale_text import duration_text
from inspector.ui.widgets import theme
from inspector.ui.widgets.plain import elided
from inspector.ui.widgets.shades import fill_framed
from inspector.ui.widgets.theme import px

__all__ = ["TimingView"]

_LABEL: Final = 150  # px at the normal font size
_NUMBER: Final = 76
_TOTAL: Final = 0.45  # share of the bar that carries the ticks


class TimingView(QScrollArea):
    """A painted table: name, bar, length. A nested request is a link to its record."""

    asked_record = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_timing")
        self.setAccessibleName(self.tr("Timing"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.page = TimingChart(self)
        self.page.asked_record.connect(self.asked_record)
        self.setWidget(self.page)

    def show_timing(self, timing: Timing) -> None:
        """Show what is known of a record."""
        self.page.show_timing(timing)

    def words(self) -> str:
        """All that is shown, as a screen reader says it."""
        return self.page.accessibleDescription()


class TimingChart(QWidget):
    """The picture; `asked_record` when a nested request is pressed."""

    asked_record = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as time goes
        self.setObjectName("detail_timing_chart")
        self.setAccessibleName(self.tr("Phases of the call"))
        self._timing = Timing()
        self.setMouseTracking(True)

    def show_timing(self, timing: Timing) -> None:
        self._timing = timing
        lines = [f"{one.name}: {duration_text(one.end_ns - one.start_ns)}" for one in timing.phases]
        self.setAccessibleDescription("; ".join([*lines, *timing.notes]))
        rows = len(timing.phases) + len(timing.notes)
        self.setMinimumHeight(rows * theme.row_height() + theme.SPACE)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(px(300), self.minimumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.fillRect(self.rect(), theme.color("base"))
        height, y = theme.row_height(), theme.SPACE // 2
        scale = self.fontMetrics().height() / 15
        label, number = round(_LABEL * scale), round(_NUMBER * scale)
        room = QRect(px(8) + label, y, max(0, self.width() - label - number - px(24)), height)
        phases = self._timing.phases
        start = min((one.start_ns for one in phases), default=0)
        axis = (start, max(1, max((one.end_ns for one in phases), default=1) - start))
        for phase in phases:
            self._paint_phase(painter, phase, room, axis, number)
            if phase.share == _TOTAL and self._timing.ticks:
                self._paint_ticks(painter, room, axis)
            room.translate(0, height)
        if self._timing.here_ns and phases:
            self._paint_here(painter, QRect(room.x(), y, room.width(), room.y() - y), axis)
        painter.setPen(theme.color("muted"))
        for note in self._timing.notes:
            place = QRect(px(8), room.y(), self.width() - px(16), height)
            text = elided(self.fontMetrics(), note, Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter), text)
            room.translate(0, height)
        painter.end()

    def _paint_phase(
        self, painter: QPainter, phase: Phase, room: QRect, axis: tuple[int, int], number: int
    ) -> None:
        start, length = axis
        align = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.color("accent" if phase.number else "text"))
        name = QRect(px(8), room.y(), room.x() - px(12), room.height())
        metrics = self.fontMetrics()
        painter.drawText(name, align, elided(metrics, phase.name, Qt.TextElideMode.ElideRight, name.width()))
        x = room.x() + room.width() * (phase.start_ns - start) / length
        width = max(2.0, room.width() * (phase.end_ns - phase.start_ns) / length)
        ground = theme.color("server" if phase.number else "client")
        top, high = room.y() + px(7), room.height() - px(14)
        bar = QRectF(min(x, room.right() - 2.0), top, width, high)
        fill_framed(painter, bar, ground, phase.share)
        right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        text = duration_text(phase.end_ns - phase.start_ns)
        painter.setPen(theme.color("text"))
        painter.drawText(room.right() + px(4), room.y(), number, room.height(), right, text)

    def _paint_ticks(self, painter: QPainter, room: QRect, axis: tuple[int, int]) -> None:
        """Small triangles on the bar of the total."""
        start, length = axis
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("server"))
        top = room.y() + 2.0
        for at in self._timing.ticks:
            x = room.x() + room.width() * (at - start) / length
            if room.left() <= x <= room.right() + 1:
                painter.drawPolygon([QPointF(x - 3, top), QPointF(x + 3, top), QPointF(x, top + 5)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_here(self, painter: QPainter, room: QRect, axis: tuple[int, int]) -> None:
        """A line at the moment of the record that is shown."""
        start, length = axis
        x = room.x() + room.width() * (self._timing.here_ns - start) / length
        painter.setPen(QPen(theme.color("accent"), 1, Qt.PenStyle.DashLine))
        at = round(min(max(x, room.left()), room.right()))
        painter.drawLine(at, room.top(), at, room.bottom())

    # -- links -------------------------------------------------------------------------------------------

    def _number_at(self, point: QPoint) -> int:
        row = (point.y() - theme.SPACE // 2) // theme.row_height()
        phases = self._timing.phases
        return phases[row].number if 0 <= row < len(phases) else 0

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._number_at(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._number_at(event.position().toPoint())
        if number and event.button() == Qt.MouseButton.LeftButton:
            self.asked_record.emit(number)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()
