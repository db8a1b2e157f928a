"""The menu of the timeline's header: which columns, where, how wide, and what the time means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu

from inspector.trace.sorting import RowSort
from inspector.ui.timeline.view.cells import translated
from inspector.ui.timeline.view.columns import FIXED
from inspector.ui.timeline.view.header import TimelineHeader
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.times import TIME_MODES
from inspector.ui.timeline.view.view import TimelineView

__all__ = ["ColumnMenu"]


class ColumnMenu(QObject):
    """Made anew each time it is opened. What needs a dialog is asked of the pane."""

    add_wanted = Signal()
    rename_wanted = Signal(int)
    edit_wanted = Signal()  # all of them, in a dialog
    time_wanted = Signal(str)  # one of TIME_MODES
    sort_wanted = Signal(object)  # RowSort, or None: the order of recording
    chosen = Signal(str)  # a user hid or showed the column with that key

    def __init__(self, model: TimelineModel, view: TimelineView) -> None:
        super().__init__(view)
        self._model, self._view = model, view
        self._header: TimelineHeader = view.header
        self._header.menu_wanted.connect(self.open)

    def open(self, place: QPoint, index: int) -> None:
        """Show it at a global position. index: the column it was opened on, -1: none."""
        menu = QMenu(self._view)
        menu.setObjectName("timeline_columns")
        menu.aboutToHide.connect(menu.deleteLater)
        if index >= 0:
            self._add_one(menu, index)
        else:
            self.add_sorts(menu)
        shown = menu.addMenu(self.tr("Show"))
        shown.setObjectName("timeline_columns_shown")
        for at in self._header.order():
            self._check(shown, at)
        self._add_times(menu)
        waterfall = menu.addMenu(self.tr("Waterfall"))
        self._view.waterfall.add_actions(waterfall)
        menu.addSeparator()
        self._add(menu, "add_column", self.tr("Add a column…"), self.add_wanted.emit)
        self._add(menu, "edit_columns", self.tr("Columns…"), self.edit_wanted.emit)
        self._add(menu, "fit_columns", self.tr("Resize all to content"), self._view.fit_to_content)
        self._add(menu, "reset_columns", self.tr("Reset columns"), self._header.reset_columns)
        menu.popup(place)

    def _add_one(self, menu: QMenu, index: int) -> None:
        """What concerns the column that was clicked."""
        spec, shown = self._model.columns[index], self._header.shown()
        place = shown.index(index) if index in shown else -1
        menu.addSection(spec.heading)
        self._sort(menu, "sort_ascending", self.tr("Sort ascending"), RowSort(spec.key))
        self._sort(menu, "sort_descending", self.tr("Sort descending"), RowSort(spec.key, True))
        self._sort(menu, "sort_recording", self.tr("Order of recording"), None)
        menu.addSeparator()
        left, right = (
            partial(self._header.move_column, index, -1),
            partial(self._header.move_column, index, 1),
        )
        self._add(menu, "move_left", self.tr("Move left"), left, place > 0)
        self._add(menu, "move_right", self.tr("Move right"), right, 0 <= place < len(shown) - 1)
        fit = partial(self._view.fit_to_content, index)
        self._add(menu, "fit_column", self.tr("Resize to content"), fit)
        hide = partial(self._toggle, index, False)
        self._add(menu, "hide_column", self.tr("Hide"), hide, spec.key not in FIXED)
        if spec.path:
            rename = partial(self.rename_wanted.emit, index)
            self._add(menu, "rename_column", self.tr("Rename…"), rename)
            self._add(menu, "remove_column", self.tr("Remove"), partial(self._model.remove_column, index))
        menu.addSeparator()

    def add_sorts(self, menu: QMenu) -> None:
        """All columns to be seen to sort by, for a menu that keys can open; again means the other way."""
        sorts = menu.addMenu(self.tr("Sort by"))
        sorts.setObjectName("timeline_sorts")
        self._sort(sorts, "sort_recording", self.tr("Order of recording"), None)
        sorts.addSeparator()
        now = self._model.sorted_by
        for index in self._header.shown():
            spec = self._model.columns[index]
            again = now is not None and now.key == spec.key and not now.descending
            self._sort(sorts, f"sort_{spec.key}", spec.heading, RowSort(spec.key, again))
            sorts.actions()[-1].setChecked(now is not None and now.key == spec.key)

    def _sort(self, menu: QMenu, name: str, text: str, sort: RowSort | None) -> None:
        self._add(menu, name, text, partial(self.sort_wanted.emit, sort))
        action = menu.actions()[-1]
        action.setCheckable(True)
        action.setChecked(sort == self._model.sorted_by)

    def _check(self, menu: QMenu, index: int) -> None:
        spec = self._model.columns[index]
        action = QAction(spec.heading, menu)
        action.setObjectName(f"show_{spec.key}")
        action.setCheckable(True)
        action.setChecked(not self._header.isSectionHidden(index))
        action.setEnabled(spec.key not in FIXED)
        action.toggled.connect(partial(self._toggle, index))
        menu.addAction(action)

    def _toggle(self, index: int, shown: bool) -> None:
        self._header.show_column(index, shown)
        self.chosen.emit(self._model.columns[index].key)

    def _add_times(self, menu: QMenu) -> None:
        times = menu.addMenu(self.tr("Time"))
        times.setObjectName("timeline_times")
        group = QActionGroup(times)
        for mode, text in TIME_MODES.items():
            action = QAction(translated(text), group)
            action.setObjectName(f"time_{mode}")
            action.setCheckable(True)
            action.setChecked(mode == self._model.times.mode)
            action.triggered.connect(_Call(partial(self.time_wanted.emit, mode)))
            times.addAction(action)

    @staticmethod
    def _add(menu: QMenu, name: str, text: str, then: Callable[[], object], enabled: bool = True) -> None:
        action = QAction(text, menu)
        action.setObjectName(name)
        action.setEnabled(enabled)
        action.triggered.connect(_Call(then))
        menu.addAction(action)


class _Call:
    """Calls without what the signal says (`checked`)."""

    def __init__(self, then: Callable[[], object]) -> None:
        self._then = then

    def __call__(self, *_anything: object) -> None:
        self._then()
