"""Beside the scroll bar: all rows as lines of a pixel, so that what went wrong is seen among thousands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from inspector.trace.journal import Journal
from inspector.trace.overview import CLASSES, FINDING, WARNED
from inspector.ui.loop.debouncer import Debouncer
from inspector.ui.loop.tasks import offload
from inspector.ui.session.common_numbers import after
from inspector.ui.timeline.overview.updater import OverviewUpdater
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.view import TimelineView
from inspector.ui.widgets import theme, zoom

__all__ = ["Minimap", "lines_of", "lines_with", "look"]

_WIDTH: Final = 14
_FAINTEST: Final = 0.4  # of the colour, where only a few of the rows of a line went wrong
_ROW_PX: Final = 4  # at most, when there are few rows
_REST_MS: Final = 1000  # a look at a million rows takes a worker 15 ms, of which the window feels a part
_SAMPLE: Final = 24  # rows looked at for the colour of a line that stands for more
_DENSE: Final = 7  # all rows of a line are like the worst; 0: hardly any
_PIECE: Final = 16_384
_TRIES: Final = 16  # what went wrong is looked for so often in a line, under a filter that may hide it
_ODD: Final = CLASSES.index("odd")
_BAD: Final = (CLASSES.index("error"), CLASSES.index("refusal"), CLASSES.index("malformed"))

_Question = Callable[[Sequence[int]], dict[int, str]]


def _some_of(codes: list[int]) -> re.Pattern[bytes]:
    return re.compile(b"[" + b"".join(re.escape(bytes([code])) for code in codes) + b"]")


_WRONG: Final = _some_of([code for code in range(64) if code & FINDING or code & 0x0F in _BAD])
_STRANGE: Final = _some_of([code for code in range(64) if code & WARNED or code & 0x0F == _ODD])

# Class of a line → role and share of its colour on the ground. None: the ground.
_TONES: Final[dict[str, tuple[str, float]]] = {
    "other": ("muted", 0.18),
    "answer": ("muted", 0.28),
    "notification": ("muted", 0.28),
    "server": ("server", 0.6),
    "call": ("client", 0.4),
    "pending": ("pending", 0.7),
    "odd": ("warning", 0.85),
    "error": ("error", 0.95),
    "refusal": ("error", 0.95),
    "malformed": ("error", 0.95),
}


def lines_of(codes: bytes, numbers: Sequence[int], count: int) -> bytes:
    """So many lines: each the class of the worst of its rows, and in the high bits how many are like it."""
    total = len(numbers)
    found = bytearray(count)
    for line in range(count):
        first, last = line * total // count, max((line + 1) * total // count, line * total // count + 1)
        low, high = numbers[first], min(numbers[min(last, total) - 1], len(codes))
        part = numbers[first : last : max(1, (last - first) // _SAMPLE)]
        seen = [codes[number - 1] for number in part if number <= len(codes)]
        worst = _class_between(codes, numbers, low, high, last - first)
        if worst is None:
            found[line] = max((code & 0x0F for code in seen), default=0) | _DENSE << 4
        else:
            pattern = _WRONG if worst == _BAD[0] else _STRANGE
            alike = len(pattern.findall(bytes(seen)))
            found[line] = worst | (_DENSE * alike // max(1, len(seen))) << 4
    return bytes(found)


def _class_between(codes: bytes, numbers: Sequence[int], low: int, high: int, rows: int) -> int | None:
    """The class of something wrong, else of something strange, that is shown from low to high."""
    every = high - low + 1 == rows
    for pattern, name in ((_WRONG, _BAD[0]), (_STRANGE, _ODD)):
        place = low - 1
        for _ in range(_TRIES):
            match = pattern.search(codes, place, high)
            if match is None:
                break
            place = match.end()
            if every or numbers[bisect_left(numbers, place)] == place:  # it is shown
                return name
    return None


def lines_with(marks: Sequence[int], numbers: Sequence[int], count: int) -> list[int]:
    """Of so many lines those with a marked row. One mark of a line is looked for, not a million."""
    found: list[int] = []
    number = 0
    while number := after(marks, numbers, number):
        line = bisect_left(numbers, number) * count // len(numbers)
        found.append(line)
        next_row = -(-(line + 1) * len(numbers) // count)  # the first of the line below
        number = numbers[min(next_row, len(numbers)) - 1]
    return found


class Minimap(QWidget):
    """A picture of all rows of a TimelineView, made in a worker; a click or a drag scrolls there."""

    moved = Signal()  # the user scrolled with it

    def __init__(
        self,
        journal: Journal,
        view: TimelineView,
        model: TimelineModel,
        surveyor: OverviewUpdater,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_minimap")
        self.setAccessibleName(self.tr("Map of all rows"))
        self.setToolTip(self.tr("All rows: errors red. Click or drag to go there."))
        zoom.follow(self.setFixedWidth, _WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._view, self._model, self._surveyor = view, model, surveyor
        self._annotations = journal.annotations
        self._lines = b""
        self._grounds: dict[int, str] = {}  # line → ground of its row, by the rules of colour
        self._marked: Sequence[int] = ()  # lines with a marked row
        self._picture = QPixmap()
        self._errand = Debouncer(self, self._look, _REST_MS, "timeline: minimap")
        surveyor.changed.connect(self.refresh)
        bar = view.verticalScrollBar()
        bar.valueChanged.connect(self.update)
        bar.rangeChanged.connect(self.update)
        theme.notifier().changed.connect(self._redraw)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_WIDTH), 100)

    def refresh(self) -> None:
        """There are more rows, or they changed: look again in a moment."""
        self._ask(at_once=False)

    def renew(self) -> None:
        """Rows are other ones altogether: look again now."""
        self._ask(at_once=True)

    def _ask(self, *, at_once: bool) -> None:
        if self._surveyor.codes and self.isVisible():  # before the first survey all would look the same
            self._errand.ask(at_once=at_once)

    async def _look(self) -> None:
        numbers, room = self._model.in_order, self._track().height()
        count = min(len(numbers), max(0, room))
        if count:
            question = self._model.colours.question(self._model.calls)
            marks = self._annotations.marked()
            row_of = self._model.row_of if self._model.sorted_by is not None else None
            self._lines, self._grounds, self._marked = await offload(
                look, self._surveyor.codes, numbers, count, question, marks, row_of
            )
        else:
            self._lines, self._marked = b"", ()
        self._redraw()

    # -- painting ----------------------------------------------------------------------------------

    def _track(self) -> QRect:
        """Beside the rows, not beside the header."""
        viewport = self._view.viewport()
        top = viewport.mapTo(self._view, viewport.rect().topLeft()).y()
        return QRect(0, top, self.width(), min(viewport.height(), self.height() - top))

    def _height(self) -> int:
        """Px that all rows take."""
        return min(self._track().height(), _ROW_PX * len(self._model.in_order))

    def paintEvent(self, _event: QPaintEvent) -> None:
        track, height = self._track(), self._height()
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("base"))
        painter.fillRect(0, 0, 1, self.height(), theme.color("border"))
        painter.fillRect(0, 0, self.width(), track.top(), theme.color("background"))
        if self._lines and height > 0:
            if self._picture.isNull():
                self._picture = self._drawn()
            painter.drawPixmap(QRect(2, track.top(), self.width() - 3, height), self._picture)
            for line in self._marked:
                y = track.top() + line * height // len(self._lines)
                painter.fillRect(2, y - 1, 6, 3, theme.color("accent"))
            self._paint_frame(painter, track, height)
        painter.end()

    def _paint_frame(self, painter: QPainter, track: QRect, height: int) -> None:
        bar = self._view.verticalScrollBar()
        if bar.maximum() <= 0:
            return
        whole = bar.maximum() + bar.pageStep()
        top = track.top() + height * bar.value() / whole
        size = max(6.0, height * bar.pageStep() / whole)
        top = min(top, track.top() + height - size)
        ground = QColor(theme.color("accent"))
        ground.setAlphaF(0.16)
        frame = QRect(1, round(top), self.width() - 2, round(size))
        painter.fillRect(frame, ground)
        painter.setPen(theme.color("accent"))
        painter.drawRect(frame.adjusted(0, 0, -1, -1))

    def _redraw(self) -> None:
        self._picture = QPixmap()
        self.update()

    def _drawn(self) -> QPixmap:
        base = theme.color("base")
        tones = [
            theme.mix(base, theme.color(role), share * (_FAINTEST + (1 - _FAINTEST) * dense / _DENSE))
            for dense in range(_DENSE + 1)
            for role, share in map(_TONES.__getitem__, CLASSES)
        ]
        picture = QPixmap(1, len(self._lines))
        painter = QPainter(picture)
        for line, code in enumerate(self._lines):
            ground = self._grounds.get(line) if code & 0x0F < _ODD else None
            tone = tones[(code >> 4) * len(CLASSES) + (code & 0x0F)]
            painter.fillRect(0, line, 1, 1, tone if ground is None else theme.ground(ground))
        painter.end()
        return picture

    # -- mouse -------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position().y())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position().y())

    def wheelEvent(self, event: QWheelEvent) -> None:
        QApplication.sendEvent(self._view.verticalScrollBar(), event)

    def _go(self, y: float) -> None:
        bar, height = self._view.verticalScrollBar(), self._height()
        if height > 0:
            share = (y - self._track().top()) / height
            bar.setValue(round(share * (bar.maximum() + bar.pageStep()) - bar.pageStep() / 2))
            self.moved.emit()

    def event(self, event: QEvent) -> bool:
        taken = super().event(event)
        if event.type() in (QEvent.Type.Show, QEvent.Type.Resize):
            self.renew()
        return taken


def look(
    codes: bytearray,
    numbers: Sequence[int],
    count: int,
    question: _Question | None,
    marks: Sequence[int],
    row_of: Callable[[int], int] | None,
) -> tuple[bytes, dict[int, str], list[int]]:
    """Lines, grounds of lines, lines with a mark, in a worker. row_of: of sorted rows; they do not ascend."""
    numbers = numbers[:]
    if row_of is None:
        marked = lines_with(marks, numbers, count)
        # A copy: a pattern must not look at what another worker makes longer.
        lines = lines_of(bytes(codes), numbers, count)
    else:
        marked = sorted({row * count // len(numbers) for mark in marks if (row := row_of(mark)) >= 0})
        lines = lines_of(_arranged(codes, numbers), range(1, len(numbers) + 1), count)
    if question is None:
        return lines, {}, marked
    middle = {line: numbers[(2 * line + 1) * len(numbers) // (2 * count)] for line in range(count)}
    grounds = question(list(middle.values()))
    return lines, {line: grounds[number] for line, number in middle.items() if number in grounds}, marked


def _arranged(codes: bytearray, numbers: Sequence[int]) -> bytes:
    """The codes of the rows, from top to bottom. In pieces: each holds the interpreter for 2 ms."""
    known, made = len(codes), bytearray()
    for start in range(0, len(numbers), _PIECE):
        part = numbers[start : start + _PIECE]
        made += bytes(codes[number - 1] if number <= known else 0 for number in part)
    return bytes(made)
