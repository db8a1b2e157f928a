"""Keep a filter by name, and put the kept ones in order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.core.storage.saved_filters import SavedFilter
from inspector.trace.query.language import FilterError, compile_filter
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import name_buttons
from inspector.ui.widgets.check_boxes import frame_check_boxes
from inspector.ui.widgets.controls import DIALOG, column, muted, row

__all__ = ["FilterManager", "SaveFilter"]

NAME, FILTER, BUTTON = range(3)
_STANDARD: Final = QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel


class SaveFilter(QDialog):
    """Asks for a name."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filter_save_dialog")
        self.setWindowTitle(self.tr("Save filter"))
        self._name, self._filter = QLineEdit(), QLineEdit(text)
        self._button = QCheckBox(self.tr("Show as a button beside the filter"))
        named = (
            ("filter_save_name", self.tr("Name"), self._name),
            ("filter_save_text", self.tr("Filter"), self._filter),
            ("filter_save_button", self._button.text(), self._button),
        )
        for name, words, widget in named:
            widget.setObjectName(name)
            widget.setAccessibleName(words)
        self._filter.setReadOnly(True)
        self._filter.setCursorPosition(0)
        self._name.setPlaceholderText(self.tr("for example: Orders//Failed"))
        boxes = QDialogButtonBox(_STANDARD)
        self._ok = boxes.button(QDialogButtonBox.StandardButton.Ok)
        name_buttons(boxes, "filter_save")
        boxes.accepted.connect(self.accept)
        boxes.rejected.connect(self.reject)
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        zoom.follow(form.setHorizontalSpacing, theme.SPACE_WIDE)
        form.addRow(self.tr("Name"), self._name)
        form.addRow(self.tr("Filter"), self._filter)
        form.addRow("", self._button)
        form.addRow("", muted(self.tr("Use // in a name to make a submenu.")))
        body = QWidget()
        body.setLayout(form)
        self.setLayout(column(body, boxes, margins=DIALOG))
        zoom.follow(self.setMinimumWidth, 460)
        self._name.textChanged.connect(self._named)
        self._named("")

    def saved(self) -> SavedFilter:
        """What was entered."""
        return SavedFilter(self._name.text().strip(), self._filter.text(), self._button.isChecked())

    def _named(self, name: str) -> None:
        self._ok.setEnabled(bool(name.strip()))


class FilterManager(QDialog):
    """A table to rename, change, order and remove kept filters in. OK keeps what it shows."""

    def __init__(self, filters: Iterable[SavedFilter], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filter_manager")
        self.setWindowTitle(self.tr("Saved filters"))
        zoom.give_room(self, 640, 380)
        self.table = QTableWidget(0, 3)
        frame_check_boxes(self.table)
        self.table.setTabKeyNavigation(False)  # Tab leaves it, arrows walk it
        self.table.setObjectName("filter_table")
        self.table.setAccessibleName(self.windowTitle())
        self.table.setHorizontalHeaderLabels((self.tr("Name"), self.tr("Filter"), self.tr("Button")))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(theme.row_height())
        header = self.table.horizontalHeader()
        zoom.keep_sections(header, 190)
        header.setSectionResizeMode(FILTER, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(BUTTON, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.setShowGrid(False)
        for saved in filters:
            self._insert(self.table.rowCount(), saved)
        self.table.itemChanged.connect(self._judge)
        self.table.itemSelectionChanged.connect(self._selected)
        self._add = self._button("filter_add", self.tr("Add"), self.add)
        self._remove = self._button("filter_remove", self.tr("Remove"), self.remove)
        self._up = self._button("filter_up", self.tr("Up"), self.up)
        self._down = self._button("filter_down", self.tr("Down"), self.down)
        self._words = muted(
            self.tr("Double-click a cell to edit it. Use // in a name to make a submenu."), wrap=True
        )
        self._boxes = QDialogButtonBox(_STANDARD)
        name_buttons(self._boxes, "filter_manager")
        self._boxes.accepted.connect(self.accept)
        self._boxes.rejected.connect(self.reject)
        side = column(self._add, self._remove, self._up, self._down)
        side.addStretch(1)
        body = row(self.table, side)
        body.setStretch(0, 1)
        layout = column(body, self._words, self._boxes, margins=DIALOG)
        layout.setStretch(0, 1)
        self.setLayout(layout)
        self.table.selectRow(0)
        self._selected()

    def filters(self) -> tuple[SavedFilter, ...]:
        """What the table shows now; rows without a name or a filter are left out."""
        rows = (self._saved(at) for at in range(self.table.rowCount()))
        return tuple(saved for saved in rows if saved.name and saved.filter)

    def add(self) -> None:
        """A new row, ready to type its name."""
        self._insert(self.table.rowCount(), SavedFilter(self.tr("New filter"), "is:error"))
        self.table.selectRow(self.table.rowCount() - 1)
        self.table.editItem(self._item(self.table.rowCount() - 1, NAME))

    def remove(self) -> None:
        """The chosen row goes."""
        at = self.table.currentRow()
        if at >= 0:
            self.table.removeRow(at)
        self._selected()

    def up(self) -> None:
        """The chosen row moves up."""
        self._move(-1)

    def down(self) -> None:
        """The chosen row moves down."""
        self._move(1)

    def _move(self, step: int) -> None:
        at = self.table.currentRow()
        if at < 0 or not 0 <= at + step < self.table.rowCount():
            return
        saved = self._saved(at)
        self.table.removeRow(at)
        self._insert(at + step, saved)
        self.table.selectRow(at + step)

    def _button(self, name: str, text: str, then: object) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(then)
        return button

    def _insert(self, at: int, saved: SavedFilter) -> None:
        self.table.blockSignals(True)
        self.table.insertRow(at)
        self.table.setItem(at, NAME, QTableWidgetItem(saved.name))
        self.table.setItem(at, FILTER, item := QTableWidgetItem(saved.filter))
        if why := self._why_not(saved.filter):
            self._show_trouble(item, why)
        button = QTableWidgetItem()
        button.setFlags(button.flags() & ~Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
        button.setCheckState(Qt.CheckState.Checked if saved.button else Qt.CheckState.Unchecked)
        button.setData(Qt.ItemDataRole.AccessibleTextRole, self.tr("Show as a button beside the filter"))
        self.table.setItem(at, BUTTON, button)
        self.table.blockSignals(False)

    def _item(self, at: int, part: int) -> QTableWidgetItem:
        item = self.table.item(at, part)
        assert item is not None  # every row is made whole
        return item

    def _saved(self, at: int) -> SavedFilter:
        name, text = (self._item(at, part).text().strip() for part in (NAME, FILTER))
        return SavedFilter(name, text, self._item(at, BUTTON).checkState() == Qt.CheckState.Checked)

    def _selected(self) -> None:
        at, last = self.table.currentRow(), self.table.rowCount() - 1
        self._remove.setEnabled(at >= 0)
        self._up.setEnabled(at > 0)
        self._down.setEnabled(0 <= at < last)

    def _judge(self, item: QTableWidgetItem) -> None:
        """A filter that cannot be read says why; it may be kept all the same, and repaired later."""
        if item.column() != FILTER:
            return
        self.table.blockSignals(True)
        if why := self._why_not(item.text()):
            self._show_trouble(item, why)
        else:
            item.setIcon(theme.icon("check", "ok"))
            item.setToolTip("")
        self.table.blockSignals(False)

    def _why_not(self, text: str) -> str:
        """Why a filter cannot be read; empty: it can."""
        try:
            compile_filter(text)
        except FilterError as error:
            return self.tr("column {0}: {1}").format(error.column + 1, error)
        return ""

    def _show_trouble(self, item: QTableWidgetItem, why: str) -> None:
        item.setIcon(theme.icon("alert-circle-outline", "error"))
        item.setToolTip(why)
