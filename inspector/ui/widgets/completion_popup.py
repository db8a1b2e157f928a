"""The drop-down of proposed values below a line: it never takes the focus, and is no window of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from inspector.ui.locale.right_to_left import write
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Elided, column, row
from inspector.ui.widgets.plain import elided

__all__ = ["CompletionPopup"]

_ROWS: Final = 8
_WIDEST: Final = 480  # px
_PAD: Final = 6  # px
_DOC_GAP: Final = 18  # px between a value and what is said about it
Index = QModelIndex | QPersistentModelIndex
_MARGIN: Final = 4  # px to the edges of the window


class _Rows(QStyledItemDelegate):
    """Rows with room, in the colours of the theme."""

    docs: Sequence[str] = ()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        doc = self._doc(index)
        more = option.fontMetrics.horizontalAdvance(doc) + _DOC_GAP if doc else 0
        return QSize(super().sizeHint(option, index).width() + more + 2 * _PAD, theme.row_height() - 2)

    def _doc(self, index: Index) -> str:
        return self.docs[index.row()] if index.row() < len(self.docs) else ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        state: QStyle.StateFlag = option.state
        area: QRect = option.rect
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme.color("alternate"))
        painter.setPen(theme.color("text"))
        room = area.adjusted(_PAD, 0, -_PAD, 0)
        text = elided(painter.fontMetrics(), str(index.data()), Qt.TextElideMode.ElideMiddle, room.width())
        write(painter, room, Qt.AlignmentFlag.AlignVCenter, text, area)
        room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(text) + _DOC_GAP)
        if (doc := self._doc(index)) and room.width() > _DOC_GAP:
            painter.setPen(theme.color("muted"))
            words = elided(painter.fontMetrics(), doc, Qt.TextElideMode.ElideRight, room.width())
            write(
                painter, room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), words, area
            )
        painter.restore()


class CompletionPopup(QFrame):
    """Values and a line about them. `chosen`: a user clicked one."""

    chosen = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("completion_popup")
        self.setAccessibleName(self.tr("Suggestions"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._model = QStringListModel(self)
        self.view = QListView()
        self.view.setObjectName("completion_list")
        self.view.setAccessibleName(self.tr("Suggestions"))
        self.view.setModel(self._model)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows = _Rows(self.view)
        self.view.setItemDelegate(self._rows)
        self.view.setMouseTracking(True)
        self.view.clicked.connect(self._clicked)
        self.about = Elided(role="muted")
        self.about.setObjectName("completion_about")
        about = row(self.about, margins=(_PAD, 0, _PAD, 0))
        self.setLayout(column(self.view, about, margins=(1, 1, 1, 1), spacing=0))
        self.hide()

    def show_values(
        self,
        values: Sequence[str],
        about: str,
        role: str,
        line: QWidget,
        docs: Sequence[str] = (),
        indent: int = 0,
        at: QRect | None = None,
    ) -> None:
        """Show these below the line (above where there is no room); about: a word in a colour of `theme`.

        docs: what each value means. indent: px from the left end of the line; the width is then as needed.
        at: a place in a widget of many lines, instead of all of it.
        """
        self._rows.docs = docs
        self._model.setStringList([" ".join(value.splitlines()) or " " for value in values])
        self._values = tuple(values)
        self.view.setCurrentIndex(QModelIndex())
        self.view.scrollToTop()
        self.view.setVisible(bool(values))
        self.about.set_role(role)
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self.about.setFixedHeight(theme.row_height() - 2)
        self.place(line, indent, at)
        self.show()
        self.raise_()

    def step(self, by: int) -> None:
        """Make another value current; after the last comes the first."""
        count = self._model.rowCount()
        if not count:
            return
        at = self.view.currentIndex().row()
        if at < 0:
            at = 0 if by > 0 else count - 1
        elif abs(by) == 1:
            at = (at + by) % count
        else:
            at = max(0, min(at + by, count - 1))
        self.view.setCurrentIndex(self._model.index(at))

    def current(self) -> str | None:
        """The value that is current, None when none is."""
        at = self.view.currentIndex().row()
        return self._values[at] if 0 <= at < len(self._values) else None

    def values(self) -> tuple[str, ...]:
        """What is shown."""
        return self._values if self.isVisible() else ()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(theme.color("muted"), 1))
        painter.setBrush(theme.color("base"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    _values: tuple[str, ...] = ()

    def _clicked(self, index: QModelIndex) -> None:
        self.chosen.emit(self._values[index.row()])

    def place(self, line: QWidget, indent: int, at: QRect | None = None) -> None:
        """Where it belongs: below this place of the line, or above it where there is no room."""
        window = self.parentWidget()
        assert window is not None
        rows = min(_ROWS, self._model.rowCount())
        high = max(1, self.view.sizeHintForRow(0)) if rows else 0
        self.view.setFixedHeight(rows * high)
        least = 0 if indent or at is not None else line.width()
        content = max(self.view.sizeHintForColumn(0) + 32, self.about.sizeHint().width() + 2 * _PAD + 2)
        width = min(max(least, content), max(least, _WIDEST), window.width() - 2 * _MARGIN)
        height = rows * high + (self.about.height() if not self.about.isHidden() else 0) + 2
        spot = at if at is not None else QRect(indent, 0, 1, line.height())
        below = line.mapTo(window, QPoint(spot.left(), spot.bottom() + 2))
        top = below.y()
        if top + height > window.height() - _MARGIN:
            top = max(_MARGIN, line.mapTo(window, spot.topLeft()).y() - height - 1)
        left = max(_MARGIN, min(below.x(), window.width() - width - _MARGIN))
        self.setGeometry(left, top, width, height)
