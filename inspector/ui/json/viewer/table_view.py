"""An array of objects as a table: sort by a click, filter by typing, copy for a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QFrame, QHeaderView, QLineEdit, QMenu, QWidget

from inspector.render.json_table import JsonTable, Spread
from inspector.ui.json.viewer.table_copy import copy_steps
from inspector.ui.json.viewer.table_model import JsonTableModel
from inspector.ui.keyboard.own_keys import ENTER
from inspector.ui.locale.locale_text import number_text
from inspector.ui.loop.slices import Slices
from inspector.ui.loop.throttle import Throttle
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import clearable
from inspector.ui.widgets.controls import Elided, Marked, MenuButton, column, row
from inspector.ui.widgets.quiet_table import QuietTable

__all__ = ["JsonTableView"]

_PAUSE_MS: Final = 120  # after a key in the filter
_WIDEST: Final = 320  # px of a column the user has not made wider
_LEAST: Final = 60  # px
_MEASURED: Final = 60  # rows that the first widths are made for
_COPIES: Final[tuple[tuple[str, Marked], ...]] = (
    ("tsv", QT_TRANSLATE_NOOP("JsonTableView", "Copy for a spreadsheet (TSV)")),
    ("csv", QT_TRANSLATE_NOOP("JsonTableView", "Copy as CSV")),
    ("markdown", QT_TRANSLATE_NOOP("JsonTableView", "Copy as Markdown")),
    ("json", QT_TRANSLATE_NOOP("JsonTableView", "Copy as JSON")),
)


class JsonTableView(QWidget):
    """Rows of one container. `wanted` asks for another one; `revealed` carries a place in the text."""

    wanted = Signal(object)  # Spread
    revealed = Signal(object, str)  # offset, and where to show it: tree or text
    chosen = Signal(object)  # offset of the value that the current cell shows

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("json_table_page")
        self.model = JsonTableModel(self)
        self.model.changed.connect(self._say)
        self._path = QComboBox()
        self._path.setObjectName("json_table_path")
        self._path.setAccessibleName(self.tr("Table of"))
        self._path.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._path.setMinimumContentsLength(8)
        self._path.activated.connect(self._path_chosen)
        self.filter = QLineEdit()
        self.filter.setObjectName("json_table_filter")
        self.filter.setPlaceholderText(self.tr("Filter rows"))
        self.filter.setAccessibleName(self.tr("Filter rows"))
        clearable(self.filter)
        self._typed = Throttle(self, self._apply_filter, _PAUSE_MS)
        self.filter.textChanged.connect(self._typed.wish)
        self._count = Elided(role="muted")
        self._copy = MenuButton("json_table_copy", self.tr("Copy"), self.tr("Copy the rows shown"))
        for form, text in _COPIES:
            action = self._copy.choices.addAction(QCoreApplication.translate("JsonTableView", text))
            action.setObjectName(f"json_table_copy_{form}")
            action.triggered.connect(partial(self.copy, form))
        self.table = _Table(self.model)
        self.table.horizontalHeader().sectionClicked.connect(self._head_clicked)
        self.table.selectionModel().currentChanged.connect(self._current_changed)
        self.table.doubleClicked.connect(self._reveal)
        self.table.opened.connect(self._reveal)
        self.table.menu_wanted.connect(self._menu)
        self._slices = Slices(self)
        self._slices.finished.connect(self._copied)
        self._spreads: list[Spread] = []
        self._said = ""
        self._lay_out()

    def _lay_out(self) -> None:
        head = QWidget()
        head.setBackgroundRole(QPalette.ColorRole.Window)
        head.setAutoFillBackground(True)
        line = row(self._path, self.filter, self._count, self._copy, margins=(4, 2, 2, 2), spacing=4)
        line.setStretch(0, 2)
        line.setStretch(1, 3)
        line.setStretch(2, 2)
        head.setLayout(line)
        layout = column(head, self.table, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        zoom.follow(self.setMinimumWidth, _LEAST)  # the other views of the document need no more either
        self.setFocusProxy(self.table)

    # -- content ----------------------------------------------------------------------------------------

    def offer(self, found: Sequence[Spread]) -> None:
        """What can be shown as a table here."""
        self._spreads = list(found)
        self._path.clear()
        for spread in found:
            self._path.addItem(spread.path)
        self._path.setEnabled(len(found) > 1)

    def show_table(self, table: JsonTable | None, path: str = "") -> None:
        """Show a container whose children are known."""
        self._slices.stop()
        self._said = ""
        self.filter.blockSignals(True)
        self.filter.clear()
        self.filter.blockSignals(False)
        self.model.set_table(table)
        at = next((number for number, spread in enumerate(self._spreads) if spread.path == path), -1)
        if at < 0 and path:
            self._path.addItem(path)
            at = self._path.count() - 1
        self._path.setCurrentIndex(at)
        self.table.fit(_MEASURED, _WIDEST)

    def _path_chosen(self, number: int) -> None:
        if number < len(self._spreads):
            self.wanted.emit(self._spreads[number])

    def _apply_filter(self) -> None:
        self.model.set_filter(self.filter.text())

    def _head_clicked(self, section: int) -> None:
        """Up, down, as they came."""
        before, down = self.model.sorted_by
        if before != section:
            self.model.sort_by(section, False)
        elif not down:
            self.model.sort_by(section, True)
        else:
            self.model.sort_by(-1, False)

    def _say(self) -> None:
        column, down = self.model.sorted_by
        header = self.table.horizontalHeader()
        header.setSortIndicatorShown(column >= 0)
        order = Qt.SortOrder.DescendingOrder if down else Qt.SortOrder.AscendingOrder
        if column >= 0:
            header.setSortIndicator(column, order)
        table = self.model.table
        total = len(table) if table is not None else 0
        if self._said:
            text, self._said = self._said, ""
        elif self.model.busy:
            text = self.tr("sorting…") if column >= 0 else self.tr("filtering…")
        elif self.model.filter:
            text = self.tr("{0} of {1} rows").format(number_text(self.model.shown), number_text(total))
        else:
            text = self.tr("{0} rows").format(number_text(total))
        self._count.setText(text)

    # -- what a user does -----------------------------------------------------------------------------

    def copy(self, form: str, _checked: bool = False) -> None:
        """Copy what is selected; all rows shown when it is one cell or nothing."""
        rows, columns = self._selected()
        self._said = self.tr("copying…")
        self._say()
        self._slices.start(copy_steps(self.model, form, rows, columns))

    def _selected(self) -> tuple[Sequence[int], Sequence[int]]:
        every = range(self.model.columnCount())
        selection = self.table.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        single = len(ranges) == 1 and ranges[0].height() == 1 and ranges[0].width() == 1
        if not ranges or single:
            return range(self.model.shown), every
        if len(ranges) == 1:
            return range(ranges[0].top(), ranges[0].bottom() + 1), range(
                ranges[0].left(), ranges[0].right() + 1
            )
        rows = sorted({number for one in ranges for number in range(one.top(), one.bottom() + 1)})
        columns = sorted({number for one in ranges for number in range(one.left(), one.right() + 1)})
        return rows, columns

    def _copied(self, result: tuple[str, int]) -> None:
        text, count = result
        QGuiApplication.clipboard().setText(text)
        self._said = self.tr("{0} rows copied").format(number_text(count))
        self._say()

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        place = self._place(current)
        if place >= 0:
            self.chosen.emit(place)

    def _reveal(self, index: QModelIndex) -> None:
        place = self._place(index)
        if place >= 0:
            self.revealed.emit(place, "tree")

    def _place(self, index: QModelIndex) -> int:
        """Where the value of a cell is in the text; of a missing one: its row."""
        if self.model.table is None or not index.isValid():
            return -1
        cell = self.model.cell(index)
        if cell.kind == "missing":
            cell = self.model.table.row(self.model.number(index.row()))
        return cell.start

    def _menu(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setObjectName("json_table_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for form, text in _COPIES:
            menu.addAction(QCoreApplication.translate("JsonTableView", text), partial(self.copy, form))
        place = self._place(self.table.currentIndex())
        if place >= 0:
            menu.addSeparator()
            menu.addAction(self.tr("Show in the tree"), partial(self.revealed.emit, place, "tree"))
            menu.addAction(self.tr("Show in text"), partial(self.revealed.emit, place, "text"))
        where = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            below = self.table.visualRect(self.table.currentIndex()).bottomLeft()
            where = self.table.viewport().mapToGlobal(below)
        menu.popup(where)


class _Table(QuietTable):
    """A million rows of the same height. Enter opens a row, Ctrl+A selects all of them."""

    opened = Signal(QModelIndex)
    menu_wanted = Signal(object)  # QContextMenuEvent

    def __init__(self, model: JsonTableModel) -> None:
        super().__init__()
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as JSON is
        self.setObjectName("json_table")
        self.setAccessibleName(self.tr("JSON as a table"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setModel(model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            # A header asks for every row whether it is selected: 20 s for a million (measured).
            header.setSelectionModel(QItemSelectionModel(model, header))
            header.setHighlightSections(False)
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setSectionsClickable(True)
        zoom.keep_sections(self.horizontalHeader())
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._restyle()
        theme.notifier().changed.connect(self._restyle)

    def fit(self, rows: int, widest: int) -> None:
        """Make columns as wide as their first rows need, within reason."""
        self.horizontalHeader().setResizeContentsPrecision(rows)
        self.resizeColumnsToContents()
        for section in range(self.model().columnCount()):
            self.setColumnWidth(section, min(self.columnWidth(section) + theme.px(8), theme.px(widest)))

    def selectAll(self) -> None:
        """Qt would ask for each of a million rows whether it may be selected."""
        model = self.model()
        last = model.index(model.rowCount() - 1, model.columnCount() - 1)
        every = QItemSelection(model.index(0, 0), last)
        self.selectionModel().select(every, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Typing does not go through a million rows; there is a filter."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event)

    def _restyle(self) -> None:
        self.setFont(theme.mono_font())
        self.horizontalHeader().setFont(theme.mono_font(-1))
        self.verticalHeader().setFont(theme.mono_font(-1))
        self.verticalHeader().setDefaultSectionSize(theme.row_height() - 2)
