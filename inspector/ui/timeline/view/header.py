"""The header of the timeline: which columns are to be seen, where, and how wide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QHeaderView, QStyle, QWidget

from inspector.ui.timeline.view.columns import (
    CELL_PAD,
    DIRECTION,
    FIXED,
    KIND,
    METHOD,
    TARGET,
    TIME,
    WATERFALL,
    YIELDING,
    Column,
)
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.widgets import theme, zoom

__all__ = ["TimelineHeader", "column_widths"]

_NORMAL_HEIGHT: Final = 15.0  # px of a line of text for which the widths of columns are meant
_NOT_IN_BRIEF: Final = {DIRECTION, KIND, TARGET}
_ROUNDING: Final = 2  # px
_NARROW, _WIDE = 28, 4000  # px; what a saved width may be


class TimelineHeader(QHeaderView):
    """Shares the room among the columns until the user draws them by hand."""

    measured = Signal()  # widths, places or what is shown may be other ones
    menu_wanted = Signal(QPoint, int)  # global position, index of the column
    clicked = Signal(str)  # the key of a column that is not to be drawn or moved

    def __init__(self, model: TimelineModel, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("timeline_header")
        self.setAccessibleName(self.tr("Columns of the timeline"))
        self.own_widths = False  # the user drew columns by hand
        self._timeline = model
        self._drawing = False  # a mouse button is down
        self._pressed = -1  # the column it went down on; -1: none, or the mouse does something else with it
        self._pressed_at = QPoint()
        self._fitting = False
        self._yielded: set[int] = set()  # not shown as long as there is no room
        self._room = 0
        self._brief = False
        self.setHighlightSections(False)
        self.setSectionsMovable(True)
        self.setStretchLastSection(True)
        zoom.follow(self.setMinimumSectionSize, _NARROW)
        self.setResizeContentsPrecision(0)  # "to content" looks at the rows on screen, not at a thousand
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu_at)
        self.sectionResized.connect(self._resized)
        self.sectionMoved.connect(self._moved)
        self.setModel(model)
        self.reset_columns()
        model.columnsInserted.connect(self._inserted)
        model.columnsRemoved.connect(self._refit)
        model.column_resized.connect(self._refit)
        model.headerDataChanged.connect(self._refit)

    # -- which, and where ----------------------------------------------------------------------------

    def order(self) -> list[int]:
        """Indexes of all columns from left to right, hidden ones too."""
        return [self.logicalIndex(place) for place in range(self.count())]

    def shown(self) -> list[int]:
        """Indexes of the columns to be seen, from left to right."""
        return [index for index in self.order() if not self.isSectionHidden(index)]

    def show_column(self, index: int, shown: bool) -> None:
        """Show or hide one. The number, the method and the status stay."""
        if shown or self._timeline.columns[index].key not in FIXED:
            self._fitting = True
            self._yielded.discard(index)
            self.setSectionHidden(index, not shown)
            self._fitting = False
            self._refit()

    def move_column(self, index: int, step: int) -> None:
        """Move one past its neighbour: -1 to the left, 1 to the right. Hidden ones do not count."""
        shown = self.shown()
        place = shown.index(index) + step
        if 0 <= place < len(shown):
            self.moveSection(self.visualIndex(index), self.visualIndex(shown[place]))

    def reset_columns(self) -> None:
        """As at first: order, widths, what is shown. Columns of JSON values stay, before the waterfall."""
        self._fitting = True
        self._yielded.clear()
        waterfall = self._timeline.columns[WATERFALL]
        others = [index for index in range(self.count()) if index != WATERFALL]
        for place, index in enumerate([*others, WATERFALL]):
            self.moveSection(self.visualIndex(index), place)
            self.setSectionHidden(index, self._timeline.columns[index].hidden)
        self.setSectionHidden(WATERFALL, waterfall.hidden)
        self._fitting = False
        self.own_widths = False
        self._refit()

    def _inserted(self, _parent: object, first: int, last: int) -> None:
        """A new column stands before the waterfall, where that is the last one."""
        for index in range(first, last + 1):
            place = self.visualIndex(WATERFALL)
            if place == self.visualIndex(index) - 1:
                self.moveSection(self.visualIndex(index), place)
            if self.own_widths:
                self.resizeSection(index, round(self._timeline.columns[index].width * self._scale()))
        self._refit()

    # -- widths --------------------------------------------------------------------------------------

    def fit(self, room: int) -> None:
        """Share room px among the columns, unless they were drawn by hand."""
        self._room = room
        if not self.own_widths and room > 0:
            self._fitting = True
            columns = list(self._timeline.columns)
            headings = self._headings(columns)
            self._yield(columns, headings, room)
            shown = [not self.isSectionHidden(index) for index in range(len(columns))]
            widths = column_widths(columns, room, shown, self._scale(), headings)
            *others, last = self.shown()
            for index in others:
                self.resizeSection(index, widths[index])
            # Qt stretches it later, and never makes one smaller that was not the last before.
            self.resizeSection(last, room - sum(widths[index] for index in others))
            self._fitting = False
        elif self.own_widths and self.sectionSize(TIME) < self._time_width():
            self._fitting = True
            self.resizeSection(TIME, self._time_width())
            self._fitting = False
        self.measured.emit()

    def set_brief(self, brief: bool) -> None:
        """Calls in the drawer: no direction and no kind, and the target stands behind the method."""
        if brief != self._brief:
            self._brief = brief
            self._refit()

    def _yield(self, columns: list[Column], headings: list[int], room: int) -> None:
        """Hide what matters least, as far as all columns at their least width have no room."""
        scale = self._scale()
        least = [max(round(spec.least * scale), title) for spec, title in zip(columns, headings, strict=True)]
        there = {index for index in range(len(columns)) if not self.isSectionHidden(index)} | self._yielded
        missing = sum(least[index] for index in there) - room
        gone = there & _NOT_IN_BRIEF if self._brief else set()
        missing -= sum(least[index] for index in gone)
        for index in YIELDING:
            if missing > 0 and index in there - gone:
                gone.add(index)
                missing -= least[index]
        for index in gone ^ self._yielded:
            self.setSectionHidden(index, index in gone)
        self._yielded = gone

    @property
    def target_in_method(self) -> bool:
        """Whether the target has no room of its own and stands behind the method."""
        return TARGET in self._yielded

    def _refit(self, *_anything: object) -> None:
        self.fit(self._room)

    def _time_width(self) -> int:
        """px that no time in the Time column needs more than."""
        metrics = self.fontMetrics()
        text = self._timeline.longest_time.replace("0", max("0123456789", key=metrics.horizontalAdvance))
        return metrics.horizontalAdvance(text) + theme.px(2 * CELL_PAD) + _ROUNDING if text else 0

    def _headings(self, columns: Iterable[Column]) -> list[int]:
        """Room that the titles of our own columns need, and the times; the waterfall has an axis instead."""
        metrics = self.fontMetrics()
        parts = (QStyle.PixelMetric.PM_HeaderMargin, QStyle.PixelMetric.PM_HeaderGripMargin)
        margins = 2 * sum(self.style().pixelMetric(part, None, self) for part in parts) + _ROUNDING
        needed = [
            0
            if spec.path or spec.key == "waterfall"
            else metrics.horizontalAdvance(self._timeline.heading(spec)) + margins
            for spec in columns
        ]
        needed[TIME] = max(needed[TIME], self._time_width())
        return needed

    def _scale(self) -> float:
        return self.fontMetrics().height() / _NORMAL_HEIGHT

    def _resized(self, column: int, _before: int, _now: int) -> None:
        # The last one takes what is left, also while others are drawn. Qt resizes by itself too, and later.
        if self._drawing and [column] != self.shown()[-1:]:
            self.own_widths = True  # from now on the widths are the user's
        if not self._fitting:
            self.measured.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._drawing = True
        self._press(event)
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._drawing = False
        place, pressed = event.position().toPoint(), self._pressed
        self._pressed = -1
        near = (place - self._pressed_at).manhattanLength() < QApplication.startDragDistance()
        if pressed >= 0 and near and self.rect().contains(place):
            self.clicked.emit(self._timeline.columns[pressed].key)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._drawing = True
        self._press(event)  # the second of two quick clicks
        super().mouseDoubleClickEvent(event)
        self._drawing = False

    def _press(self, event: QMouseEvent) -> None:
        """Remember the column for a click, unless its edge was meant: by that it is drawn wider."""
        place = event.position().toPoint()
        index = self.logicalIndexAt(place)
        left = self.sectionViewportPosition(index)
        grip = self.style().pixelMetric(QStyle.PixelMetric.PM_HeaderGripMargin, None, self)
        inside = left + grip <= place.x() < left + self.sectionSize(index) - grip
        self._pressed = index if inside and event.button() == Qt.MouseButton.LeftButton else -1
        self._pressed_at = place

    def _moved(self, _column: int, _before: int, _now: int) -> None:
        if not self._fitting:
            self._refit()

    def _menu_at(self, place: QPoint) -> None:
        self.menu_wanted.emit(self.mapToGlobal(place), self.logicalIndexAt(place))

    # -- from one start to the next ------------------------------------------------------------------

    def saved_columns(self) -> list[dict[str, Any]]:
        """The columns from left to right, as plain JSON values."""
        return [self._state_of(index) for index in self.order()]

    def _state_of(self, index: int) -> dict[str, Any]:
        spec = self._timeline.columns[index]
        hidden = self.isSectionHidden(index) and index not in self._yielded
        kept: dict[str, Any] = {"key": spec.key, "hidden": hidden}
        kept["width"] = spec.width if self.isSectionHidden(index) else self.sectionSize(index)
        return kept | ({"path": spec.path, "title": spec.title} if spec.path else {})

    def restore_columns(self, saved: Any, own_widths: bool) -> None:
        """Take over what `saved_columns` gave; what is missing or broken stays as it is."""
        if not isinstance(saved, list):
            return
        kept = [one for entry in saved if (one := _Kept.of(entry)) is not None]
        for one in kept:
            if one.path and self._timeline.columns.index_of(one.key) < 0:
                self._timeline.add_column(one.path, one.title)
        known = [(one, index) for one in kept if (index := self._timeline.columns.index_of(one.key)) >= 0]
        self._fitting = True
        self.own_widths = own_widths and bool(known)  # first: a scroll bar makes it fit
        self._yielded -= {index for _one, index in known}
        for place, (one, index) in enumerate(known):
            self.moveSection(self.visualIndex(index), place)
            self.setSectionHidden(index, one.hidden and one.key not in FIXED)
            if own_widths and not one.hidden:
                self.resizeSection(index, one.width)
        self._fitting = False
        self._refit()


@dataclass(frozen=True, slots=True)
class _Kept:
    """What was saved of one column."""

    key: str
    hidden: bool
    width: int
    path: str
    title: str

    @classmethod
    def of(cls, entry: Any) -> _Kept | None:
        """None: nothing that we would have saved."""
        if not isinstance(entry, dict) or not isinstance(entry.get("key"), str):
            return None
        width, path = entry.get("width"), str(entry.get("path") or "")
        number = width if isinstance(width, int) and not isinstance(width, bool) else _NARROW
        title = str(entry.get("title") or path)
        return cls(entry["key"], bool(entry.get("hidden")), min(max(number, _NARROW), _WIDE), path, title)


def column_widths(
    columns: Iterable[Column], room: int, shown: Sequence[bool], scale: float, headings: Sequence[int] = ()
) -> list[int]:
    """Widths of the columns in room px; hidden ones count nothing. The last one's is what is left.

    headings: px that each needs for its title, which no language has to cut.

    Room that is short is taken from every column alike, down to its least, and from the method last: it says
    what a row is. Room to spare goes to the target (a third) and the waterfall.
    """
    columns = list(columns)
    titles = headings or [0] * len(columns)
    wanted = [max(round(spec.width * scale), title) for spec, title in zip(columns, titles, strict=True)]
    least = [max(round(spec.least * scale), title) for spec, title in zip(columns, titles, strict=True)]
    spare = room - sum(width for width, there in zip(wanted, shown, strict=True) if there)
    if spare >= 0:
        wanted[TARGET] += spare // 3
        return wanted
    give = [(width - low) if there else 0 for width, low, there in zip(wanted, least, shown, strict=True)]
    of_method = give[METHOD]
    give[METHOD] = 0
    share = min(1.0, -spare / max(1, sum(give)))
    widths = [width - min(part, math.ceil(part * share)) for width, part in zip(wanted, give, strict=True)]
    widths[METHOD] -= max(0, min(of_method, -spare - sum(give)))
    return widths
