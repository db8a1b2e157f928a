"""The header of the timeline: which columns there are to see, how wide, and the menu that says so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QByteArray, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from inspector.ui.timeline_cells import COLUMNS, TARGET, WATERFALL, column_title

__all__ = ["TimelineHeader", "column_widths"]

_NORMAL_HEIGHT: Final = 15.0  # px of a line of text for which the widths of COLUMNS are meant
_FIXED: Final = ("number", "method", "status")  # cannot be hidden


class TimelineHeader(QHeaderView):
    """Shares the room among the columns until somebody draws them by hand."""

    measured = Signal()  # widths may be other ones
    menu_made = Signal(QMenu)  # others add what is theirs before it is shown

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("timeline_header")
        self.own_widths = False  # somebody drew columns by hand
        self._fitting = False
        self._room = 0
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setStretchLastSection(True)
        self.setMinimumSectionSize(28)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.sectionResized.connect(self._resized)

    def fit(self, room: int) -> None:
        """Share room px among the columns, unless they were drawn by hand."""
        self._room = room
        if not self.own_widths:
            self._fitting = True
            shown = [not self.isSectionHidden(column) for column in range(len(COLUMNS))]
            widths = column_widths(room, shown, self.fontMetrics().height() / _NORMAL_HEIGHT)
            for column, width in enumerate(widths[:-1]):
                self.resizeSection(column, width)
            self._fitting = False
        self.measured.emit()

    def restore(self, saved: QByteArray, own_widths: bool) -> None:
        """Widths and hidden columns from `saveState()`; broken data changes nothing."""
        before = self.saveState()
        self._fitting = True
        if not self.restoreState(saved) or self.count() != len(COLUMNS):
            self.restoreState(before)
        self._fitting = False
        self.own_widths = own_widths
        self.fit(self._room)

    def _resized(self, column: int, _before: int, _now: int) -> None:
        if not self._fitting and column != WATERFALL:
            self.own_widths = True  # from now on the widths are the person's
        self.measured.emit()

    def _open_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column, spec in enumerate(COLUMNS):
            action = QAction(column_title(column), menu)
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(column))
            action.setEnabled(spec.key not in _FIXED)
            action.setData(column)
            action.triggered.connect(self._toggle_column)
            menu.addAction(action)
        self.menu_made.emit(menu)
        menu.popup(self.mapToGlobal(place))

    def _toggle_column(self, shown: bool) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._fitting = True
            self.setSectionHidden(int(action.data()), not shown)
            self._fitting = False
            self.fit(self._room)


def column_widths(room: int, shown: Sequence[bool], scale: float) -> list[int]:
    """Widths of the columns in room px; hidden ones count nothing. The last one's is what is left.

    Room that is short is taken from every column alike, down to its least; room to spare goes to the
    target (a third) and the waterfall.
    """
    wanted = [round(spec.width * scale) for spec in COLUMNS]
    least = [round(spec.least * scale) for spec in COLUMNS]
    spare = room - sum(width for width, there in zip(wanted, shown, strict=True) if there)
    if spare >= 0:
        wanted[TARGET] += spare // 3
        return wanted
    give = [(width - low) if there else 0 for width, low, there in zip(wanted, least, shown, strict=True)]
    share = min(1.0, -spare / max(1, sum(give)))
    return [width - min(part, math.ceil(part * share)) for width, part in zip(wanted, give, strict=True)]
