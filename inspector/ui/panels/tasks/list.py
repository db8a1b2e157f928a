"""The list of tasks: status and tool in one line, age, time left and polling in the next."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.client.task_entry import TaskEntry
from inspector.core.client.tasks import Tasks
from inspector.translation import shown
from inspector.ui.locale.right_to_left import write
from inspector.ui.session.task_words import age_words, left_words, poll_words, state_of
from inspector.ui.widgets import theme
from inspector.ui.widgets.kept_place import place_kept
from inspector.ui.widgets.plain import elided, tooltip
from inspector.ui.widgets.theme import px

__all__ = ["TaskList", "title_of"]

_ENTRY = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


def title_of(entry: TaskEntry) -> str:
    """What a task is called: its tool, else its id."""
    return entry.target or entry.id


class _Model(QAbstractListModel):
    def __init__(self, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.ids: list[str] = []

    def update(self) -> None:
        """Newest first; rows are only rebuilt when tasks came or went."""
        ids = list(reversed(self._tasks.entries))
        if ids != self.ids:
            self.beginResetModel()
            self.ids = ids
            self.endResetModel()
        elif ids:
            self.dataChanged.emit(self.index(0), self.index(len(ids) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.ids)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        entry = self._tasks.entries.get(self.ids[index.row()]) if index.isValid() else None
        if entry is None:
            return None
        if role == _ENTRY:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return title_of(entry)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return f"{state_of(entry)[2]}, {self.below(entry)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(
                "\n".join(part for part in (entry.id, entry.message, shown(entry.problem)) if part)
            )
        return None

    def below(self, entry: TaskEntry) -> str:
        """The second line."""
        polling = poll_words(entry, self._tasks.polls(entry.id))
        return " · ".join(part for part in (age_words(entry), left_words(entry), polling) if part)


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(px(80), 2 * QFontMetrics(QApplication.font()).height() + px(9))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(_ENTRY)
        if entry is None:
            return
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme.color("alternate"))
        glyph, role, word = state_of(entry)
        font = QFont(QApplication.font())
        metrics = QFontMetrics(font)
        painter.setFont(font)
        top, line = area.top() + px(4), metrics.height()
        painter.setPen(theme.color(role))
        write(
            painter, QRect(area.left() + px(6), top, px(18), line), Qt.AlignmentFlag.AlignCenter, glyph, area
        )
        word = elided(metrics, word, Qt.TextElideMode.ElideRight, area.width() // 2)
        right = QRect(area.left(), top, area.width() - theme.SPACE, line)
        write(painter, right, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, word, area)
        left, room = area.left() + px(28), area.width() - px(28) - theme.SPACE
        painter.setPen(theme.color("text"))
        width = room - metrics.horizontalAdvance(word) - theme.SPACE
        name = elided(metrics, title_of(entry), Qt.TextElideMode.ElideRight, width)
        write(painter, QRect(left, top, room, line), Qt.AlignmentFlag.AlignVCenter, name, area)
        font.setPointSizeF(font.pointSizeF() - 1)
        painter.setFont(font)
        painter.setPen(theme.color("muted"))
        model = index.model()
        assert isinstance(model, _Model)
        text = elided(QFontMetrics(font), model.below(entry), Qt.TextElideMode.ElideRight, room)
        write(painter, QRect(left, top + line, room, line), Qt.AlignmentFlag.AlignVCenter, text, area)
        painter.restore()


class TaskList(QListView):
    """`chosen(id)`: another task is current; "" when none is."""

    chosen = Signal(str)

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("task_list")
        self.setAccessibleName(self.tr("Tasks"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._key = ""
        self._model = _Model(tasks, self)
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.selectionModel().currentChanged.connect(self._current_changed)
        theme.notifier().changed.connect(self.scheduleDelayedItemsLayout)

    def update_rows(self) -> None:
        """Tasks came, changed or went; the current one stays current, else the newest is."""
        with place_kept(self, self._keys):
            self._model.update()
            if self._key in self._model.ids and not self.currentIndex().isValid():
                self._make_current(self._key)
        if self._key not in self._model.ids:
            self._key = ""
            if self._model.ids:
                self.select(self._model.ids[0])
            else:
                self.chosen.emit("")

    def key(self) -> str:
        """Id of the current task, "" for none."""
        return self._key

    def select(self, task_id: str) -> bool:
        """Make a task current."""
        if task_id not in self._model.ids:
            return False
        self._make_current(task_id)
        self.scrollTo(self.currentIndex())
        return True

    def _keys(self) -> list[str]:
        return self._model.ids

    def _make_current(self, task_id: str) -> None:
        index = self._model.index(self._model.ids.index(task_id))
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid() and (key := self._model.ids[current.row()]) != self._key:
            self._key = key
            self.chosen.emit(key)
