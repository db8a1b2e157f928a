"""Two sessions side by side: what differs in what the servers offer, in the calls, and what one has alone."""

from __future__ import annotations

from itertools import islice
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QMenu, QTreeView, QWidget

from inspector.core.comparison.calls import Call, CallPair
from inspector.core.comparison.offers import Difference, Offer
from inspector.core.comparison.sessions import SessionComparison
from inspector.core.comparison.text import as_lines
from inspector.ui.analysis.sessions_model import Branch, Item, SessionsModel, Trees
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.widgets import zoom
from inspector.ui.widgets.controls import Elided, column, row, tool_button
from inspector.ui.widgets.line_delegate import LineDelegate
from inspector.ui.widgets.plain import menu_text, tooltip

__all__ = ["SessionsPane"]

_WIDTHS: Final = (230, 170)  # px of the first columns at 100 %; the two sides share the rest
_OPENED: Final = 40  # rows of a kind of offers that are opened at first
_MOST_LINES: Final = 20_000  # copied


class SessionsPane(QWidget):
    """Shows what was found; who opens it does what its signals want. Its window title says of what.

    pair_wanted: compare the two calls. offer_wanted: compare both sides of an offer. row_wanted: show a
    record of one side (1 left, 2 right). swap_wanted: the other way round.
    """

    pair_wanted = Signal(object)
    offer_wanted = Signal(object)
    row_wanted = Signal(int, int)
    swap_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sessions_pane")
        self._found: SessionComparison | None = None
        self._titles = ("", "")
        self._controls()
        top = row(self.count, self.only, self.swap, self.copy, margins=(12, 6, 8, 6), spacing=8)
        top.setStretch(0, 1)
        layout = column(top, self.tree, spacing=0)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.setFocusProxy(self.tree)
        self._wire()

    def _controls(self) -> None:
        self.count = Elided(role="muted")
        self.count.setObjectName("sessions_count")
        self.only = QCheckBox(self.tr("Only differences"))
        self.only.setObjectName("sessions_only")
        self.only.setChecked(True)
        self.swap = tool_button("sessions_swap", "swap-horizontal", self.tr("Swap left and right"))
        self.copy = tool_button("sessions_copy", "content-copy", self.tr("Copy the differences as text"))
        self.model = SessionsModel(self)
        self.tree = QTreeView()
        self.tree.setObjectName("sessions_tree")
        self.tree.setAccessibleName(self.tr("Differences between the sessions"))
        self.tree.setItemDelegate(LineDelegate(self.tree))
        self.tree.setModel(self.model)
        self.tree.setUniformRowHeights(True)
        self.tree.setAllColumnsShowFocus(True)
        self.tree.setExpandsOnDoubleClick(False)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setFrameShape(QTreeView.Shape.NoFrame)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        zoom.follow(self.tree.setIndentation, 16)
        header = self.tree.header()
        header.setStretchLastSection(False)
        zoom.keep_sections(header, *_WIDTHS)
        for side in (2, 3):
            header.setSectionResizeMode(side, QHeaderView.ResizeMode.Stretch)

    def _wire(self) -> None:
        self.only.toggled.connect(self._only_toggled)
        self.swap.clicked.connect(self.swap_wanted)
        self.copy.clicked.connect(self._copy_all)
        self.tree.doubleClicked.connect(self.open)
        self.tree.customContextMenuRequested.connect(self._open_menu)
        for keys in ("Return", "Enter"):
            shortcut = QShortcut(QKeySequence(keys), self.tree)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(self._open_current)

    def show_comparison(self, found: SessionComparison, trees: Trees, titles: tuple[str, str]) -> None:
        """Show a comparison. titles: of the two sides."""
        self._found, self._titles = found, titles
        left, right = titles
        self.setWindowTitle(self.tr("Compare {} and {}").format(isolated(left), isolated(right)))
        servers = {offer.server for offer in found.offers} | {pair.left.server for pair in found.calls.pairs}
        servers |= {call.server for calls in found.calls.only for call in calls}
        self.model.show(trees, titles, len(servers) > 1)
        if found.is_different():
            text = self.tr("Double-click a call to compare the two results.")
        else:
            text = self.tr("No differences except ids, times and durations.")
        self.count.setText(text)
        self.count.setToolTip(tooltip(text))
        self._open_rows()

    def _open_rows(self) -> None:
        """The headings, and below them what differs."""
        for place in range(self.model.rowCount()):
            section = self.model.index(place, 0)
            self.tree.expand(section)
            for row_ in range(min(self.model.rowCount(section), _OPENED)):
                below = self.model.index(row_, 0, section)
                if isinstance(self.model.item(below), Branch) and (place or self.only.isChecked()):
                    self.tree.expand(below)
        if not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self.model.index(0, 0))

    # -- what a row opens ------------------------------------------------------------------------------

    def open(self, index: QModelIndex) -> None:
        """Compare the two calls or offers of a row, or go to the call that only one session has."""
        index = index.siblingAtColumn(0)
        item = self.model.item(index)
        if isinstance(item, Difference):
            item = self.model.item(index.parent())
        if isinstance(item, CallPair):
            self.pair_wanted.emit(item)
        elif isinstance(item, Offer) and item.change != "unlisted":
            self.offer_wanted.emit(item)
        elif isinstance(item, Call):
            self.row_wanted.emit(self.model.side(index), item.number)
        elif isinstance(item, Branch):
            self.tree.setExpanded(index, not self.tree.isExpanded(index))

    def _open_current(self) -> None:
        self.open(self.tree.currentIndex())

    def _open_menu(self, place: QPoint) -> None:
        index = self.tree.currentIndex().siblingAtColumn(0)
        item = self.model.item(index)
        if item is None:
            return
        menu = QMenu(self)
        menu.setObjectName("sessions_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if isinstance(item, (CallPair, Offer)):
            menu.addAction(self.tr("Compare left and right"), self._open_current)
        for side, number in enumerate(_numbers(item, self.model.side(index)), 1):
            if number:
                text = self.tr("Show #{0} in {1}").format(number, menu_text(self._titles[side - 1]))
                menu.addAction(text).setData((side, number))
        menu.addAction(self.tr("Copy row")).setData(self.model.line(index))
        menu.triggered.connect(self._menu_chosen)
        menu.popup(self.tree.viewport().mapToGlobal(place))

    def _menu_chosen(self, action: QAction) -> None:
        data = action.data()
        if isinstance(data, str):
            QGuiApplication.clipboard().setText(data)
        elif data is not None:
            self.row_wanted.emit(*data)

    def _copy_all(self) -> None:
        if self._found is not None:
            lines = islice(as_lines(self._found, *self._titles), _MOST_LINES)
            QGuiApplication.clipboard().setText("\n".join(lines))

    def _only_toggled(self, only: bool) -> None:
        self.model.set_only_differences(only)
        self._open_rows()


def _numbers(item: Item, side: int) -> tuple[int, int]:
    """Record numbers left and right; 0: none there."""
    if isinstance(item, CallPair):
        return item.left.number, item.right.number
    if isinstance(item, Call):
        return (item.number, 0) if side == 1 else (0, item.number)
    return 0, 0
