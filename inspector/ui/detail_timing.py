"""The phases of one call on a common axis, with the moments at which progress came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from inspector.protocol.records import Exchange
from inspector.trace.files import duration_text
from inspector.ui import theme

__all__ = ["Phase", "TimingView", "phases_of"]

_LABEL: Final = 132  # px at the normal font size
_NUMBER: Final = 76
_TICKS: Final = 400  # at most; more would be one line


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of a call. share: how strongly its bar is coloured, 0..1."""

    name: str
    start_ns: int
    end_ns: int
    share: float


def phases_of(exchange: Exchange, now_ns: int) -> list[Phase]:
    """Queued, waiting, receiving and total. A phase that is not known is left out; pending ends now."""
    start = exchange.started_ns
    sent = exchange.sent_ns or start
    end = exchange.ended_ns or (now_ns if exchange.status == "pending" else max(sent, exchange.first_ns))
    first = exchange.first_ns or end
    phases = [Phase("queued", start, sent, 0.3)] if sent > start else []
    phases.append(Phase("sent → first byte", sent, first, 0.6))
    if exchange.first_ns and exchange.ended_ns:
        phases.append(Phase("first byte → done", first, end, 1.0))
    return [*phases, Phase("total", start, end, 0.45)]


class TimingView(QScrollArea):
    """A painted table: name, bar, length."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("detail_timing")
        self.setAccessibleName(self.tr("Timing"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._page = _Page(self)
        self.setWidget(self._page)

    def show_exchange(
        self, exchange: Exchange | None, ticks: Sequence[int], origin_ns: int, now_ns: int
    ) -> None:
        """ticks: when progress came, in ns since the epoch. None: nothing has a timing."""
        if exchange is None:
            self._page.show_phases([], (), [self.tr("A record on its own has no duration.")])
            return
        names = {
            "queued": self.tr("Queued") if exchange.rounds == 1 else self.tr("Earlier rounds"),
            "sent → first byte": self.tr("Sent → first byte"),
            "first byte → done": self.tr("First byte → done"),
            "total": self.tr("Total"),
        }
        phases = [
            Phase(names[one.name], one.start_ns, one.end_ns, one.share) for one in phases_of(exchange, now_ns)
        ]
        clock = datetime.fromtimestamp(exchange.started_ns / 1e9).strftime("%H:%M:%S.%f")[:-3]
        since = f"{(exchange.started_ns - origin_ns) / 1e9:.3f}"
        notes = [self.tr("Started {0}, {1} s after the first record").format(clock, since)]
        if exchange.rounds > 1:
            notes.append(self.tr("Rounds: {0}").format(exchange.rounds))
        if exchange.status == "pending":
            notes.append(self.tr("Not answered yet"))
        if ticks:
            notes.append(self.tr("Progress notifications: {0}").format(f"{len(ticks):,}"))
        self._page.show_phases(phases, ticks[-_TICKS:], notes)


class _Page(QWidget):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._phases: list[Phase] = []
        self._ticks: Sequence[int] = ()
        self._notes: list[str] = []
        theme.notifier().changed.connect(self.update)

    def show_phases(self, phases: list[Phase], ticks: Sequence[int], notes: list[str]) -> None:
        self._phases, self._ticks, self._notes = phases, ticks, notes
        lines = [f"{one.name}: {duration_text(one.end_ns - one.start_ns)}" for one in phases]
        self.setAccessibleDescription("; ".join([*lines, *notes]))
        self.setMinimumHeight((len(phases) + len(notes)) * theme.row_height() + theme.SPACE)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(300, self.minimumHeight())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("base"))
        height, y = theme.row_height(), theme.SPACE // 2
        scale = self.fontMetrics().height() / 15
        label, number = round(_LABEL * scale), round(_NUMBER * scale)
        room = QRect(8 + label, 0, max(0, self.width() - label - number - 24), height)
        start = min((one.start_ns for one in self._phases), default=0)
        length = max(1, max((one.end_ns for one in self._phases), default=1) - start)
        for phase in self._phases:
            room.moveTop(y)
            self._paint_phase(painter, phase, room, (start, length), number)
            y += height
        if self._phases and self._ticks:
            self._paint_ticks(painter, room, start, length)
        painter.setPen(theme.color("muted"))
        for note in self._notes:
            painter.drawText(8, y, self.width() - 16, height, int(Qt.AlignmentFlag.AlignVCenter), note)
            y += height
        painter.end()

    def _paint_phase(
        self, painter: QPainter, phase: Phase, room: QRect, axis: tuple[int, int], number: int
    ) -> None:
        start, length = axis
        align = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setPen(theme.color("text"))
        painter.drawText(8, room.y(), room.x() - 12, room.height(), align, phase.name)
        x = room.x() + room.width() * (phase.start_ns - start) / length
        width = max(2.0, room.width() * (phase.end_ns - phase.start_ns) / length)
        shade = theme.mix(theme.color("base"), theme.color("client"), phase.share)
        painter.fillRect(QRectF(min(x, room.right() - 2.0), room.y() + 7, width, room.height() - 14), shade)
        right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        text = duration_text(phase.end_ns - phase.start_ns)
        painter.drawText(room.right() + 4, room.y(), number, room.height(), right, text)

    def _paint_ticks(self, painter: QPainter, room: QRect, start: int, length: int) -> None:
        """Small triangles on the bar of the total."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("server"))
        top = room.y() + 2.0
        for at in self._ticks:
            x = room.x() + room.width() * (at - start) / length
            if room.left() <= x <= room.right() + 1:
                painter.drawPolygon([QPointF(x - 3, top), QPointF(x + 3, top), QPointF(x, top + 5)])
