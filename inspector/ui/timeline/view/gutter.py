"""The gutter left of the numbers: links the rows of the selected exchange, nested ones in a second lane."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLineF, QObject, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPen

from inspector.trace.journal import Journal
from inspector.trace.parts import family_of
from inspector.trace.rows import Row
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.tasks import offload
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.widgets import theme

__all__ = ["GUTTER", "Gutter", "glyph_of"]

GUTTER: Final = 16  # px
_LANES: Final = (6.5, 10.5)  # px, where the lines stand; left of them is room for a mark
_TIP: Final = 4.5  # px from the line to the tip of a glyph
_BARB: Final = 2.5
_AGAIN_MS: Final = 250  # an exchange that goes on is not asked for more often
_MESSAGES: Final = ("request", "response", "error")


def glyph_of(row: Row) -> str:
    """right: goes to the server, left: comes from it, dot: anything on the way."""
    if row.kind not in _MESSAGES:
        return "dot"
    return "right" if row.direction == "out" else "left"


class Gutter(QObject):
    """Knows the records of one exchange and of what was asked during it, and paints their links."""

    changed = Signal()

    def __init__(self, model: TimelineModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._journal: Journal | None = None
        self._root = 0
        self._last = 0
        self._family: dict[int, list[int]] = {}
        self._spans: dict[int, tuple[int, int]] = {}  # exchange → its first and last record shown
        self.pending = False
        self._errand = Debouncer(self, self._look, _AGAIN_MS, "timeline: gutter")

    @property
    def root(self) -> int:
        """The exchange whose rows are linked; 0: none."""
        return self._root

    def set_journal(self, journal: Journal) -> None:
        """Where the records of an exchange are looked up."""
        self._journal = journal

    def show(self, root: int, last: int = 0, *, pending: bool = False) -> None:
        """Link the rows of an exchange, or look for more of the same. 0: of none.

        last: number of its newest record. pending: there may be more.
        """
        other = root != self._root
        self._root, self._last, self.pending = root, last, pending
        if other:
            self._family, self._spans = {}, {}
            self.changed.emit()
        if root:
            self._errand.ask(at_once=other)

    async def _look(self) -> None:
        journal, root, last = self._journal, self._root, self._last
        if journal is None or not root:
            return
        written = journal.written
        found = await offload(_family, journal, root)
        if root == self._root:
            self._family = found
            self.changed.emit()
            if written < last:  # not all of it was in the file
                self._errand.ask()

    # -- painting ----------------------------------------------------------------------------------

    def measure(self) -> None:
        """Before rows are painted: which of the records are shown at all."""
        self._spans = {}
        if self._model.sorted_by is not None:
            return  # a link through rows of other calls says nothing
        for exchange, numbers in self._family.items():
            first, last = self._shown(numbers), self._shown(numbers[::-1])
            if first:
                self._spans[exchange] = (first, last)
        if self._spans:
            self._spans[self._root] = (
                min(span[0] for span in self._spans.values()),
                max(span[1] for span in self._spans.values()),
            )

    def _shown(self, numbers: Sequence[int]) -> int:
        return next((number for number in numbers if self._model.row_of(number) >= 0), 0)

    def paint(self, painter: QPainter, rect: QRect, row: Row) -> None:
        """Links of one row."""
        span = self._spans.get(self._root)
        if span is None or span[0] == span[1] or not span[0] <= row.number <= span[1]:
            return  # nothing to connect it with
        child = row.exchange if row.exchange != self._root and row.exchange in self._family else 0
        belongs = bool(child) or row.exchange == self._root
        self._line(painter, rect, 0, span, row.number, solid=belongs)
        for exchange, (first, last) in self._spans.items():
            if exchange != self._root and first != last and first <= row.number <= last:
                self._line(painter, rect, 1, (first, last), row.number, solid=row.exchange == exchange)
        if belongs:
            self._glyph(painter, rect, row, 1 if child else 0)

    def _line(
        self, painter: QPainter, rect: QRect, lane: int, span: tuple[int, int], number: int, *, solid: bool
    ) -> None:
        x, middle = rect.x() + _LANES[lane], rect.y() + rect.height() / 2
        top = rect.y() if number > span[0] else middle
        bottom = rect.bottom() + 1 if number < span[1] else middle
        painter.setPen(self._pen(lane, Qt.PenStyle.SolidLine if solid else Qt.PenStyle.DotLine))
        painter.drawLine(QLineF(x, top, x, bottom))

    def _glyph(self, painter: QPainter, rect: QRect, row: Row, lane: int) -> None:
        x, middle = rect.x() + _LANES[lane], rect.y() + rect.height() / 2
        painter.setPen(self._pen(lane, Qt.PenStyle.SolidLine))
        if lane:  # what belongs to the call hangs on its line
            painter.drawLine(QLineF(rect.x() + _LANES[0], middle, x, middle))
        glyph, tip = glyph_of(row), x + _TIP
        if glyph == "dot":
            painter.setBrush(painter.pen().color())
            painter.drawEllipse(QPointF(x, middle), 1.5, 1.5)
            return
        painter.drawLine(QLineF(x, middle, tip, middle))
        end, back = (tip, tip - _BARB) if glyph == "right" else (x + 0.5, x + 0.5 + _BARB)
        painter.drawLine(QLineF(end, middle, back, middle - _BARB))
        painter.drawLine(QLineF(end, middle, back, middle + _BARB))

    @staticmethod
    def _pen(lane: int, style: Qt.PenStyle) -> QPen:
        pen = QPen(theme.color("server" if lane else "accent"), 1.0)
        pen.setStyle(style)
        return pen


def _family(journal: Journal, exchange: int) -> dict[int, list[int]]:
    connection = journal.reader()
    try:
        return family_of(connection, exchange)
    finally:
        connection.close()
