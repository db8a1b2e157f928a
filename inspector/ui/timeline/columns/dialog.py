"""All columns of the timeline in a list: which are shown, in which order. Every change counts at once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QPushButton, QWidget

from inspector.ui.timeline.view.columns import FIXED
from inspector.ui.timeline.view.header import TimelineHeader
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.check_boxes import frame_check_boxes
from inspector.ui.widgets.controls import DIALOG, column, muted, row

__all__ = ["ColumnsDialog"]

_INDEX = int(Qt.ItemDataRole.UserRole)


class ColumnsDialog(QDialog):
    """For the keyboard, and for an overview. Not modal."""

    add_wanted = Signal()
    rename_wanted = Signal(int)

    def __init__(self, model: TimelineModel, header: TimelineHeader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("columns_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Columns"))
        zoom.give_room(self, 420, 520)
        self._model, self._header = model, header
        self._filling = False
        self.list = QListWidget(self)
        frame_check_boxes(self.list)
        self.list.setObjectName("columns_list")
        self.list.setAccessibleName(self.tr("Columns from left to right"))
        self._up = self._button("columns_up", self.tr("Move left"), self._move_up, "Alt+Up")
        self._down = self._button("columns_down", self.tr("Move right"), self._move_down, "Alt+Down")
        self._add = self._button("columns_add", self.tr("Add…"), self.add_wanted.emit)
        self._rename = self._button("columns_rename", self.tr("Rename…"), self._ask_name, "F2")
        self._remove = self._button("columns_remove", self.tr("Remove"), self._drop, "Del")
        self._reset = self._button("columns_reset", self.tr("Reset"), header.reset_columns)
        side = column(self._up, self._down, self._add, self._rename, self._remove, spacing=theme.SPACE)
        side.addStretch(1)
        side.addWidget(self._reset)
        middle = row(self.list, spacing=theme.SPACE_WIDE)
        middle.setStretch(0, 1)
        middle.addLayout(side)
        layout = column(spacing=theme.SPACE, margins=DIALOG)
        layout.addLayout(middle)
        layout.addWidget(muted(self.tr("Space shows or hides a column, Alt+↑ and Alt+↓ move it."), wrap=True))
        self.setLayout(layout)
        self.list.itemChanged.connect(self._checked)
        self.list.currentRowChanged.connect(self._allow)
        header.measured.connect(self._fill)
        model.headerDataChanged.connect(self._fill)
        self._fill()
        self.list.setCurrentRow(0)

    def _button(self, name: str, text: str, then: Callable[[], object], keys: str = "") -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(then)
        if keys:
            QShortcut(QKeySequence(keys), self.list, button.click, context=Qt.ShortcutContext.WidgetShortcut)
        return button

    def _fill(self, *_anything: object) -> None:
        """Show what the header has now; the same column stays current."""
        order = self._header.order()
        current = self._current()
        self._filling = True
        while self.list.count() < len(order):
            self.list.addItem(QListWidgetItem())
        while self.list.count() > len(order):
            self.list.takeItem(self.list.count() - 1)
        for place, index in enumerate(order):
            spec, item = self._model.columns[index], self.list.item(place)
            item.setData(_INDEX, index)
            item.setSizeHint(QSize(0, theme.row_height()))
            item.setText(f"{spec.heading}   {spec.path}" if spec.path else spec.heading)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            shown = not self._header.isSectionHidden(index)
            item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
            if spec.key in FIXED:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        self._filling = False
        if current in order:
            self.list.setCurrentRow(order.index(current))
        self._allow()

    def _current(self) -> int:
        item = self.list.currentItem()
        return int(item.data(_INDEX)) if item is not None else -1

    def _allow(self, *_row: int) -> None:
        place, index = self.list.currentRow(), self._current()
        own = index >= 0 and bool(self._model.columns[index].path)
        self._up.setEnabled(place > 0)
        self._down.setEnabled(0 <= place < self.list.count() - 1)
        self._rename.setEnabled(own)
        self._remove.setEnabled(own)

    def _checked(self, item: QListWidgetItem) -> None:
        if not self._filling:
            self._header.show_column(int(item.data(_INDEX)), item.checkState() == Qt.CheckState.Checked)

    def _move_up(self) -> None:
        self._move(-1)

    def _move_down(self) -> None:
        self._move(1)

    def _move(self, step: int) -> None:
        place = self.list.currentRow()
        self._header.moveSection(place, place + step)

    def _ask_name(self) -> None:
        self.rename_wanted.emit(self._current())

    def _drop(self) -> None:
        self._model.remove_column(self._current())
