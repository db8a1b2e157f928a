"""The waterfall of the timeline: which stretch of time it shows, and the bar of a row in it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QRect, QRectF, Signal
from PySide6.QtGui import QAction, QActionGroup, QColor, QPainter
from PySide6.QtWidgets import QMenu

from inspector.trace.files import duration_text
from inspector.trace.rows import Row
from inspector.ui import theme
from inspector.ui.time_axis import Axis
from inspector.ui.timeline_cells import DIRECTION_ROLES, Cells
from inspector.ui.timeline_model import TimelineModel

__all__ = ["AXES", "Waterfall", "bar_of", "paint_bar", "phases_text"]

AXES: Final = {"visible": 0, "all": -1, "10": 10, "60": 60}  # what the waterfall shows; > 0: last seconds
_MIN_BAR: Final = 2.0  # px


def bar_of(row: Row, now_ns: int) -> tuple[int, int, int, int]:
    """Queued, sent, first byte and end of a row's bar, in ns; all the same for a single moment."""
    if not row.opens:
        return (row.at_ns,) * 4
    start = row.started_ns or row.at_ns
    sent = row.sent_ns or start
    end = row.ended_ns or (now_ns if row.status == "pending" else sent)
    return start, sent, row.first_ns or end, end


class Waterfall(QObject):
    """Chooses the time axis of a timeline."""

    changed = Signal()
    menu_made = Signal(QMenu)  # others add what is theirs

    def __init__(self, model: TimelineModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._mode = "visible"

    @property
    def mode(self) -> str:
        """One of AXES."""
        return self._mode

    def set_mode(self, mode: str) -> None:
        """What the waterfall shows: "visible" rows, "all", or the last seconds."""
        self._mode = mode if mode in AXES else "visible"
        self.changed.emit()

    def axis(self, cells: list[Cells], now: int) -> Axis:
        """The stretch of time for these rows on screen."""
        seconds = AXES[self._mode]
        if seconds > 0:
            return Axis(now - seconds * 10**9, now)
        if seconds < 0:
            newest = self._model.cells_at(self._model.rowCount() - 1)
            end = bar_of(newest.row, now)[3] if newest is not None else now
            pending = any(one.pending for one in cells)
            return Axis(self._model.origin_ns, now if pending else end)
        bars = [bar_of(one.row, now) for one in cells]
        if not bars:
            return Axis(0, 1)
        start, end = min(bar[0] for bar in bars), max(bar[3] for bar in bars)
        return Axis(start, end + (end - start) // 50)

    def add_actions(self, menu: QMenu) -> None:
        """The choices of `mode`, for the menu of the header."""
        group = QActionGroup(menu)
        for mode, text in (
            ("visible", self.tr("Waterfall: rows on screen")),
            ("all", self.tr("Waterfall: whole session")),
            ("10", self.tr("Waterfall: last 10 s")),
            ("60", self.tr("Waterfall: last 60 s")),
        ):
            action = QAction(text, group)
            action.setCheckable(True)
            action.setChecked(mode == self._mode)
            action.setData(mode)
            action.triggered.connect(self._choose)
            menu.addAction(action)
        self.menu_made.emit(menu)

    def _choose(self, _checked: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_mode(str(action.data()))


def paint_bar(painter: QPainter, rect: QRect, cells: Cells, axis: Axis, now_ns: int) -> None:
    """The bar of a row: queued, waiting and receiving in three shades; a moment is a tick."""
    left, width = rect.x(), float(rect.width())
    if width < _MIN_BAR:
        return
    row = cells.row
    start, sent, first, end = bar_of(row, now_ns)
    role = cells.status_role if cells.status_role in ("error", "pending", "warning") else ""
    tone = theme.color(role or DIRECTION_ROLES.get(row.direction, "muted"))
    height = rect.height() - 14
    top = rect.y() + 7
    x0, x3 = axis.place(start, width), axis.place(end, width)
    if not row.opens:
        painter.fillRect(QRectF(left + min(x0, width - _MIN_BAR), top + 2, _MIN_BAR, height - 4), tone)
        return
    if x3 - x0 < _MIN_BAR:
        painter.fillRect(QRectF(left + min(x0, width - _MIN_BAR), top, _MIN_BAR, height), tone)
        return
    base = theme.color("base")
    x1, x2 = axis.place(sent, width), axis.place(first, width)
    for begin, stop, share in ((x0, x1, 0.25), (x1, x2, 0.55), (x2, x3, 1.0)):
        if stop > begin:
            shade: QColor = theme.mix(base, tone, share)
            painter.fillRect(QRectF(left + begin, top, stop - begin, height), shade)


def phases_text(row: Row, now: int) -> str:
    """The phases of a call as lines, for a tooltip."""
    if not row.opens:
        return ""
    start, sent, first, end = bar_of(row, now)
    translate = QCoreApplication.translate
    parts = (
        (translate("timeline", "queued"), sent - start),
        (translate("timeline", "sent → first byte"), first - sent),
        (translate("timeline", "first byte → done"), end - first),
        (translate("timeline", "total"), end - start),
    )
    return "\n".join(f"{name}: {duration_text(max(0, length))}" for name, length in parts)
