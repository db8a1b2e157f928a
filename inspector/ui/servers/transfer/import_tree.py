"""The servers that were found, by the client that has them, with boxes to tick."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from inspector.core.transfer.importers.found import Configuration, Origin
from inspector.core.transfer.importers.merging import PreviewRow
from inspector.ui.servers.transfer.import_facts import file_label, launch_line, notes_of, profiles_of
from inspector.ui.widgets import theme
from inspector.ui.widgets.check_boxes import frame_check_boxes
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import tooltip

__all__ = ["ImportTree"]

_ROW: Final = Qt.ItemDataRole.UserRole
_CHOICE: Final = Qt.ItemDataRole.UserRole + 1
_ROLE: Final = Qt.ItemDataRole.UserRole + 2
_NAME, _RUNS, _NOTES = range(3)
_GRAVE: Final = ("download", "writable")  # cautions: such a server is ticked by the user alone
_ON, _OFF = Qt.CheckState.Checked, Qt.CheckState.Unchecked
_AIR: Final = 8  # px
_LONGEST: Final = 300  # letters of one cell


class ImportTree(QTreeWidget):
    """`ticked`: others are chosen. `looked_at(Row | Configuration | None)`: the current one."""

    ticked = Signal()
    looked_at = Signal(object)
    opened = Signal(object)  # a double click or Enter on a Row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(LineDelegate(self))
        self.setObjectName("import_tree")
        self.setAccessibleName(self.tr("Servers found"))
        self.setHeaderLabels([self.tr("Server"), self.tr("What it runs"), self.tr("Notes")])
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(False)
        frame_check_boxes(self)
        head = self.header()
        head.setStretchLastSection(True)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._kept: dict[tuple[Origin, int], bool] = {}  # what was ticked or not, for what is shown again
        self._filling = False
        self.itemChanged.connect(self._changed)
        self.currentItemChanged.connect(self._current_changed)
        self.itemActivated.connect(self._activated)
        theme.notifier().changed.connect(self._colour)

    # -- filling -------------------------------------------------------------------------------------

    def show_rows(self, rows: Iterable[PreviewRow], unreadable: Iterable[Configuration]) -> None:
        """Show others; what was ticked stays so."""
        self._filling = True
        self.clear()
        groups: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            label = file_label(Configuration(row.origins[0].client, row.origins[0].file))
            self._add_row(self._group(groups, label), row)
        for one in unreadable:
            item = QTreeWidgetItem(self._group(groups, file_label(one)))
            item.setData(_NAME, _ROW, one)
            self._fill(item, one.file.name if one.file else "", str(one.file or ""), one.problem, "error")
        for item in groups.values():
            inner = _children(item)
            item.setText(_NAME, f"{item.text(_NAME)}   {len(inner)}")
            if any(one.data(_NAME, _CHOICE) is not None for one in inner):
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsAutoTristate | Qt.ItemFlag.ItemIsUserCheckable)
        self._filling = False
        self.expandAll()
        self._colour()
        self.fit()
        first = self._first()
        if first is not None:
            self.setCurrentItem(first)
        self.ticked.emit()

    def _group(self, groups: dict[str, QTreeWidgetItem], label: str) -> QTreeWidgetItem:
        if label not in groups:
            item = groups[label] = QTreeWidgetItem(self)
            item.setText(_NAME, label)
            item.setFirstColumnSpanned(True)
            font = item.font(_NAME)
            font.setBold(True)
            item.setFont(_NAME, font)
            item.setSizeHint(_NAME, QSize(0, self.fontMetrics().height() + _AIR))  # of all rows
        return groups[label]

    def _add_row(self, group: QTreeWidgetItem, row: PreviewRow) -> None:
        item = QTreeWidgetItem(group)
        item.setData(_NAME, _ROW, row)
        notes, role = notes_of(row)
        profiles = profiles_of(row)
        runs = launch_line(profiles[0]) if len(profiles) == 1 else ""
        self._fill(item, " / ".join(row.names) or row.found.name, runs, notes, role)
        grave = any(one.id in _GRAVE for one in row.found.warnings)
        wanted = not row.known and not row.found.disabled and not grave
        if len(profiles) == 1:
            self._make_box(item, row, 0, wanted)
            return
        for choice, profile in enumerate(profiles):
            inner = QTreeWidgetItem(item)
            inner.setData(_NAME, _ROW, row)
            name = self.tr("its URL") if choice else self.tr("its command")
            self._fill(inner, name, launch_line(profile), "", "text")
            self._make_box(inner, row, choice, False)

    def _fill(self, item: QTreeWidgetItem, name: str, runs: str, notes: str, role: str) -> None:
        for column, text in ((_NAME, name), (_RUNS, runs), (_NOTES, notes)):
            item.setText(column, " ".join(text[:_LONGEST].split()))
            item.setToolTip(column, tooltip(text[: _LONGEST * 4]))
        item.setData(_NOTES, _ROLE, role)

    def _make_box(self, item: QTreeWidgetItem, row: PreviewRow, choice: int, wanted: bool) -> None:
        wanted = self._kept.get((row.origins[0], choice), wanted)
        item.setData(_NAME, _CHOICE, choice)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(_NAME, _ON if wanted else _OFF)

    def _first(self) -> QTreeWidgetItem | None:
        group = self.topLevelItem(0)
        return group.child(0) if group is not None else None

    # -- looks ---------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Columns for the width there is: names whole up to a limit, the rest shared."""
        room = self.viewport().width()
        self.resizeColumnToContents(_NAME)
        name = min(self.columnWidth(_NAME), room * 3 // 10)
        self.setColumnWidth(_NAME, max(name, 120))
        self.setColumnWidth(_RUNS, (room - self.columnWidth(_NAME)) * 11 // 20)

    def _colour(self) -> None:
        filling, self._filling = self._filling, True
        for item in self._items():
            role = item.data(_NOTES, _ROLE)
            if role:
                item.setForeground(_NOTES, QBrush(theme.color(role)))
                item.setForeground(_RUNS, QBrush(theme.color("muted" if role == "error" else "text")))
        self._filling = filling

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.fit()

    # -- ticks ---------------------------------------------------------------------------------------

    def chosen(self) -> list[tuple[PreviewRow, int]]:
        """What is ticked: a row, and which of its readings."""
        return [
            (item.data(_NAME, _ROW), item.data(_NAME, _CHOICE))
            for item in self._items()
            if item.data(_NAME, _CHOICE) is not None and item.checkState(_NAME) == _ON
        ]

    def _items(self) -> list[QTreeWidgetItem]:
        waiting = _children(self.invisibleRootItem())
        found: list[QTreeWidgetItem] = []
        while waiting:
            item = waiting.pop(0)
            found.append(item)
            waiting = [*_children(item), *waiting]
        return found

    def _changed(self, item: QTreeWidgetItem, _column: int) -> None:
        choice = item.data(_NAME, _CHOICE)
        if self._filling or choice is None:
            return
        row: PreviewRow = item.data(_NAME, _ROW)
        ticked = item.checkState(_NAME) == _ON
        self._kept[row.origins[0], choice] = ticked
        parent = item.parent()
        if ticked and len(profiles_of(row)) > 1 and parent is not None:  # one or the other
            for other in _children(parent):
                if other is not item:
                    other.setCheckState(_NAME, _OFF)
        self.ticked.emit()

    def _current_changed(self, item: QTreeWidgetItem | None, _before: object) -> None:
        self.looked_at.emit(item.data(_NAME, _ROW) if item is not None else None)

    def _activated(self, item: QTreeWidgetItem, _column: int) -> None:
        if isinstance(row := item.data(_NAME, _ROW), PreviewRow):
            self.opened.emit(row)


def _children(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [inner for n in range(item.childCount()) if (inner := item.child(n)) is not None]
