"""The table of the timeline: fixed rows, own delegate, keys, time axis. It asks and shows, nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from inspector.core.clock import now_ns
from inspector.ui.session.dragged import message_mime
from inspector.ui.timeline.view.cells import Cells
from inspector.ui.timeline.view.columns import (
    DURATION,
    METHOD,
    STATUS,
    TARGET,
    WATERFALL,
)
from inspector.ui.timeline.view.delegate import TimelineDelegate
from inspector.ui.timeline.view.header import TimelineHeader
from inspector.ui.timeline.view.model import TimelineModel
from inspector.ui.timeline.view.picking_table import PickingTable
from inspector.ui.timeline.waterfall.controller import WaterfallController
from inspector.ui.timeline.waterfall.waterfall import PAD, Waterfall
from inspector.ui.widgets import theme
from inspector.ui.widgets.time_axis import Axis

__all__ = ["TimelineView"]

_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_SNAP_MS: Final = 100  # after the last step of scrolling the first row is whole again
_TICK_MS: Final = 100  # how often a pending duration counts on


class TimelineView(PickingTable):
    """Shows a TimelineModel."""

    typed = Signal(str)  # the user types into the table: it is meant for the filter
    asked_detail = Signal()  # Enter
    asked_note = Signal()  # ; on a row
    asked_menu = Signal(QPoint)  # at a row, global position
    painted = Signal(object)  # an Axis: where the rows on screen are in time
    navigated = Signal()  # by key or scroll bar; the view may be at the end now, or no longer

    def __init__(self, model: TimelineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline")
        self.setAccessibleName(self.tr("Timeline"))
        self._timeline = model
        self.empty_text: Callable[[], str] = str
        self._empty_said = ""
        self.left = 0  # the current record that a filter took away; keys go on from there
        self.delegate = TimelineDelegate(model, self)
        self.gutter = self.delegate.gutter
        self.gutter.changed.connect(self.viewport().update)
        self.waterfall = Waterfall(model, self)
        self.waterfall.changed.connect(self.viewport().update)
        self.setModel(model)
        self.header = TimelineHeader(model, self)
        self.setHorizontalHeader(self.header)
        self.viewport().setMouseTracking(True)  # for Shift over a row
        self._hands = WaterfallController(self, self.waterfall, model)
        self.follow_selection(model)
        self.setItemDelegate(self.delegate)
        self._look()
        self.header.measured.connect(self._measure)
        model.values.changed.connect(self.viewport().update)
        model.colours.changed.connect(self.viewport().update)
        self._ticker = QTimer(self)
        self._ticker.setInterval(_TICK_MS)
        self._ticker.timeout.connect(self._tick)
        self._snap_timer = QTimer(self)
        self._snap_timer.setSingleShot(True)
        self._snap_timer.setInterval(_SNAP_MS)
        self._snap_timer.timeout.connect(self._snap)
        self.verticalScrollBar().valueChanged.connect(self._snap_later)
        self.verticalScrollBar().actionTriggered.connect(self._scrolled)
        theme.notifier().changed.connect(self._restyle)
        self._restyle()

    def _look(self) -> None:
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)  # Tab leaves the table
        self.setFrameShape(QTableView.Shape.NoFrame)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    # -- what the pane asks ------------------------------------------------------------------------

    def visible_rows(self) -> tuple[int, int]:
        """First and last row on screen; (0, -1) when there is none."""
        first = self.rowAt(0)
        if first < 0:
            return 0, -1
        last = self.rowAt(self.viewport().height() - 1)
        return first, last if last >= 0 else self._timeline.rowCount() - 1

    def whole_height(self, room: int) -> int:
        """px of at most `room` in which only whole rows stand, below the header."""
        bar = self.horizontalScrollBar()
        rest = self.header.height() + (bar.sizeHint().height() if bar.maximum() > 0 else 0)
        return rest + max(0, room - rest) // theme.row_height() * theme.row_height()

    def at_end(self) -> bool:
        """Whether the last row is on screen."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum()

    def current_number(self) -> int:
        """Record number of the current row; 0: none."""
        index = self.currentIndex()
        return self._timeline.number_at(index.row()) if index.isValid() else 0

    def show_row(self, row: int, *, scroll: bool = True) -> None:
        """Make a row the current one; the view moves only when it must. -1: none."""
        if row < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        index = self._timeline.index(row, METHOD)
        if self.currentIndex().row() != row or not self.selectionModel().hasSelection():
            auto = self.hasAutoScroll()
            self.setAutoScroll(False)
            self.pick_only(index)
            self.setAutoScroll(auto)
        if scroll:
            self.bring(row)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Where the current row was taken away, the way goes on at the next one."""
        if self.left and not self.currentIndex().isValid():
            return self._timeline.index(self._timeline.row_near(self.left), METHOD)
        return super().moveCursor(action, modifiers)

    def first_row(self) -> None:
        """To the first row."""
        self._go(0)

    def last_row(self) -> None:
        """To the last row, where the view follows."""
        self._go(self._timeline.rowCount() - 1)

    def _go(self, row: int) -> None:
        if 0 <= row < self._timeline.rowCount():
            self.show_row(row)
            self.navigated.emit()

    def bring(self, row: int) -> None:
        """Scroll by as little as it takes to have a row on screen."""
        # Not scrollTo(index): it would also scroll sideways to the column.
        top, height, room = self.rowViewportPosition(row), self.rowHeight(row), self.viewport().height()
        bar = self.verticalScrollBar()
        if top < 0:
            bar.setValue(bar.value() + top)
        elif top + height > room:
            bar.setValue(bar.value() + top + height - room)

    def to_top(self, row: int) -> None:
        """Scroll so that a row is the first on screen, as far as there are rows below."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.rowViewportPosition(row))

    def hold(self, row: int, y: int) -> None:
        """Scroll so that a row stands at y in the viewport, as far as there are rows below and above."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.rowViewportPosition(row) - y)

    def fit_to_content(self, column: int = -1) -> None:
        """Make a column as wide as what it says on screen; -1: all of them."""
        self.header.own_widths = True
        for index in self.header.shown() if column < 0 else [column]:
            if index != WATERFALL:
                self.resizeColumnToContents(index)

    # -- painting ----------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        first, last = self.visible_rows()
        cells = self._timeline.cells_between(first, last)
        rows = [one.row for one in cells]
        self._timeline.values.want(rows, self._timeline.calls)
        self._timeline.colours.want(rows, self._timeline.calls)
        self.delegate.now_ns = now_ns()
        self.delegate.current = self.currentIndex().row() if self.chosen.count() != 1 else -1
        self.gutter.measure()
        self._lay_out_bars(cells)
        self._paint_rows(event.rect())
        if cells:
            moments = [row.at_ns for row in rows]
            self.painted.emit(Axis(min(moments), max(moments)))
        if not cells:
            self._paint_empty()
        if any(one.pending for one in cells):
            if not self._ticker.isActive():
                self._ticker.start()
        else:
            self._ticker.stop()

    def _paint_rows(self, part: QRect) -> None:
        """The cells that stand in a part of the viewport."""
        first, last = self.rowAt(part.top()), self.rowAt(part.bottom())
        if first < 0:
            return
        columns = [
            (one, self.columnViewportPosition(one), self.columnWidth(one)) for one in self.header.shown()
        ]
        columns = [one for one in columns if one[1] <= part.right() and one[1] + one[2] > part.left()]
        chosen = self.chosen.ranges()
        painter = QPainter(self.viewport())
        try:
            for row in range(first, (last if last >= 0 else self._timeline.rowCount() - 1) + 1):
                y, height = self.rowViewportPosition(row), self.rowHeight(row)
                places = [(column, QRect(x, y, width, height)) for column, x, width in columns]
                is_chosen = any(top <= row <= bottom for top, bottom in chosen)
                self.delegate.paint_row(painter, row, places, chosen=is_chosen)
        finally:
            painter.end()  # whatever happens: a viewport that goes with its painter takes the program along

    def _lay_out_bars(self, cells: list[Cells]) -> None:
        waterfall, width = self.waterfall, self.columnWidth(WATERFALL) - 2 * PAD
        before = waterfall.shown
        self.delegate.axis = waterfall.axis(cells, self.delegate.now_ns)
        self.delegate.grid = [x for x, _text in waterfall.ticks(width)]
        if waterfall.parts is not None and width > 0:
            self.delegate.parts = waterfall.parts
            waterfall.parts.want([one.row for one in cells])
        if waterfall.shown != before:
            self._hands.place()

    def _paint_empty(self) -> None:
        text = self.empty_text()
        if text != self._empty_said:  # only a part may be painted now, beside what was said before
            self._empty_said = text
            QTimer.singleShot(0, self.viewport(), lambda: self.viewport().update())
        painter = QPainter(self.viewport())
        painter.setPen(theme.color("muted"))
        place = self.viewport().rect().adjusted(24, 8, -24, -8)
        painter.drawText(place, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), text)
        painter.end()

    def _tick(self) -> None:
        """Repaint what counts on by itself: durations and bars of the rows on screen."""
        if not self.isVisible():
            self._ticker.stop()
            return
        for column in (STATUS, DURATION, WATERFALL):
            x, width = self.columnViewportPosition(column), self.columnWidth(column)
            self.viewport().update(QRect(x, 0, width, self.viewport().height()))

    def _measure(self) -> None:
        shown = self.header.shown()
        side_by_side = shown[shown.index(METHOD) + 1 :][:1] == [TARGET]
        self.delegate.method_width = self.columnWidth(METHOD)
        self.delegate.target_in_method = self.header.target_in_method
        self.delegate.target_width = self.columnWidth(TARGET) if side_by_side else 0
        self._timeline.values.set_shown({self._timeline.columns[index].key for index in shown})
        self._hands.place()
        self.viewport().update()

    def _restyle(self) -> None:
        height = theme.row_height()
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height)
        self.delegate.set_font(self.font())
        self.header.fit(self.viewport().width())
        self.viewport().update()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_ticker"):
            self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        end = self.at_end()
        super().resizeEvent(event)
        self.header.fit(self.viewport().width())
        if end:
            self.scrollToBottom()

    # -- keys and mouse ----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        plain = not event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.asked_detail.emit()
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End) and not event.modifiers() & _SHIFT:
            self.first_row() if key == Qt.Key.Key_Home else self.last_row()
        elif plain and text == ";":  # before typing goes to the filter
            self.asked_note.emit()
        elif plain and text and text.isprintable() and not text.isspace():
            self.typed.emit(text)
        else:
            super().keyPressEvent(event)
            self.navigated.emit()

    def keyboardSearch(self, search: str) -> None:
        """Qt's own would look at every row; typing goes to the filter instead."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A chosen row can be dragged to a form; from another one a drag chooses more rows."""
        index = self.indexAt(event.position().toPoint())
        self.setDragEnabled(index.isValid() and self.selectionModel().isSelected(index))
        super().mousePressEvent(event)

    def startDrag(self, supported_actions: Qt.DropAction) -> None:
        """Qt would ask for the data of every chosen row; a form takes one message."""
        drag = QDrag(self)
        drag.setMimeData(message_mime(self._timeline.message(self.current_number())))
        drag.exec(Qt.DropAction.CopyAction)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.MouseMove, QEvent.Type.Leave):
            self._show_kin(event)
        taken = hasattr(self, "_hands") and self._hands.take(event)  # events come while it is made
        return taken or super().viewportEvent(event)

    def takes_zoom(self, at: QPoint) -> bool:
        """Ctrl and the wheel: over the waterfall they zoom its time, elsewhere the program."""
        return self._hands.column().contains(self.viewport().mapFrom(self, at))

    def _show_kin(self, event: QEvent) -> None:
        """Shift over a row colours what belongs to it."""
        kin: dict[int, str] = {}
        if isinstance(event, QMouseEvent) and not event.buttons() and event.modifiers() == _SHIFT:
            kin = self._hands.kin_at(event.position().toPoint())
        if kin != self.delegate.kin:
            self.delegate.kin = kin
            self.viewport().update()

    def _snap_later(self, value: int) -> None:
        """A drag or a touchpad scrolls by pixels; what it leaves of the first row is seen to afterwards."""
        if value % theme.row_height() and value < self.verticalScrollBar().maximum():
            self._snap_timer.start()

    def _snap(self) -> None:
        bar, height = self.verticalScrollBar(), theme.row_height()
        if bar.value() < bar.maximum():
            bar.setValue(round(bar.value() / height) * height)

    def _scrolled(self, _action: int) -> None:
        # actionTriggered comes before the value is set.
        QTimer.singleShot(0, self, self.navigated.emit)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        # The menu key is for the current row. Its place counts from the head of the table, that of the
        # mouse from the first row: taken alike it would be the row below.
        place, index = event.pos(), self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.visualRect(index).bottomLeft()
        if index.isValid():
            if not self.selectionModel().isSelected(index):  # else it is a menu for all that are chosen
                self.show_row(index.row())
            self.asked_menu.emit(self.viewport().mapToGlobal(place))
