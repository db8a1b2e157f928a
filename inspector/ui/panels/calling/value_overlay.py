"""The arguments that were used before, to search, use again, name, pin or forget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.storage.value_history import ArgumentsPlace, KeptValue, ValueHistory
from inspector.ui.locale.locale_text import day_or_clock
from inspector.ui.locale.right_to_left import placed, write
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import put_sign
from inspector.ui.widgets.controls import column, muted, row, tool_button
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import elided, tooltip
from inspector.ui.widgets.theme import px

__all__ = ["ValueOverlay"]

_ROWS: Final = 10
_MOVING: Final = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
_SHORT: Final = 300
_WHEN: Final = 96
Index = QModelIndex | QPersistentModelIndex


class _Model(QAbstractListModel):
    named = Signal(int, str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.values: Sequence[KeptValue] = ()

    def show(self, values: Sequence[KeptValue]) -> None:
        self.beginResetModel()
        self.values = values
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.values)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        value = self.values[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return value
        if role == Qt.ItemDataRole.EditRole:
            return value.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            pinned = self.tr("pinned") if value.pinned else ""
            return " ".join(part for part in (pinned, value.name, _line(value)) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(value.arguments[:2000])
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        self.named.emit(self.values[index.row()].number, str(value))
        return True


class _Delegate(QStyledItemDelegate):
    """Pin, name, arguments, when."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, theme.row_height() + 4)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(px(28), 1, -px(_WHEN) - px(8), -1))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setObjectName("value_name")
        editor.setPlaceholderText(self.tr("Name"))
        editor.setAccessibleName(self.tr("Name of these arguments"))
        return editor

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        value: KeptValue = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        middle = Qt.AlignmentFlag.AlignVCenter
        if value.pinned:
            theme.icon("pin", "accent").paint(
                painter, placed(QRect(area.left() + px(8), area.top(), px(14), area.height()), area)
            )
        painter.setPen(theme.color("muted"))
        when = QRect(area.right() - px(_WHEN), area.top(), px(_WHEN) - px(8), area.height())
        write(painter, when, middle | Qt.AlignmentFlag.AlignRight, day_or_clock(value.used_at), area)
        room = QRect(
            area.left() + px(30), area.top(), area.width() - px(30) - px(_WHEN) - px(8), area.height()
        )
        if value.name:
            painter.setPen(theme.color("text"))
            metrics = QFontMetrics(option.font)
            name = elided(metrics, value.name, Qt.TextElideMode.ElideRight, room.width() // 2)
            painter.setFont(option.font)
            write(painter, room, middle, name, area)
            room.setLeft(room.left() + metrics.horizontalAdvance(name) + px(14))
            painter.setPen(theme.color("muted"))
        else:
            painter.setPen(theme.color("text"))
        font = theme.mono_font(-1)
        painter.setFont(font)
        line = elided(QFontMetrics(font), _line(value), Qt.TextElideMode.ElideRight, room.width())
        write(painter, room, middle, line, area)
        painter.restore()


class ValueOverlay(Overlay):
    """`chosen`: the arguments a user wants. The search keeps the keyboard; arrows move in the list."""

    chosen = Signal(str)

    def __init__(self, history: ValueHistory, place: ArgumentsPlace, window: QWidget) -> None:
        super().__init__("value_history", 640, window)
        self.setAccessibleName(self.tr("Recent arguments"))
        self._history = history
        self._place = place
        self.edit = QLineEdit()
        self.edit.setObjectName("value_search")
        self.edit.setPlaceholderText(self.tr("Recent arguments of {0}").format(place.item))
        self.edit.setAccessibleName(self.edit.placeholderText())
        self.edit.setFrame(False)
        put_sign(self.edit, theme.icon("history", "muted"), self.tr("Recent"))
        self.edit.installEventFilter(self)
        self.setFocusProxy(self.edit)  # a click on a button of the foot, which takes none, would come here
        self._model = _Model(self)
        self._model.named.connect(self._named)
        self.view = QListView()
        self.view.setObjectName("value_list")
        self.view.setAccessibleName(self.tr("Arguments found"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setUniformItemSizes(True)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setModel(self._model)
        self._delegate = _Delegate(self.view)
        self._delegate.closeEditor.connect(self._editor_closed)
        self.view.setItemDelegate(self._delegate)
        self._empty = muted("")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        foot = row(margins=(12, 0, 8, 0), spacing=2)
        foot.addWidget(muted(self.tr("Enter fills them in. Secrets are not kept.")), 1)
        for name, icon, text, pressed in (
            ("value_pin", "pin-outline", self.tr("Pin (Ctrl+P)"), self.pin),
            ("value_rename", "rename-box", self.tr("Name (F2)"), self.rename),
            ("value_forget", "trash-can-outline", self.tr("Forget (Ctrl+Delete)"), self.forget),
        ):
            button = tool_button(name, icon, text)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.clicked.connect(pressed)
            foot.addWidget(button)
        self.setLayout(column(self.edit, self._empty, self.view, foot, margins=(1, 1, 1, 6), spacing=2))
        self.edit.textChanged.connect(self._search)
        self.view.clicked.connect(self.use)
        self.view.customContextMenuRequested.connect(self._menu)

    def focus_first(self) -> None:
        self._search(self.edit.text())
        self.edit.setFocus()

    def place(self) -> None:
        self.view.setFixedHeight((theme.row_height() + 4) * _ROWS)
        super().place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys of the list work while the search has the keyboard."""
        if watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(event) or super().eventFilter(watched, event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in _MOVING:
            QApplication.sendEvent(self.view, event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.use()
        elif key == Qt.Key.Key_F2:
            self.rename()
        elif control and key == Qt.Key.Key_P:
            self.pin()
        elif control and key == Qt.Key.Key_Delete:
            self.forget()
        else:
            return False
        return True

    # -- what can be done --------------------------------------------------------------------------------

    def use(self) -> None:
        """Fill the chosen arguments in."""
        value = self._current()
        if value is not None:
            self.dismiss()
            self.chosen.emit(value.arguments)

    def pin(self) -> None:
        """Keep at the top, or no longer."""
        value = self._current()
        if value is not None:
            self._history.pin(value.number, not value.pinned)
            self._search(self.edit.text(), value.number)

    def rename(self) -> None:
        """Type a name in the row."""
        if self._current() is not None:
            self.view.edit(self.view.currentIndex())

    def forget(self) -> None:
        """Forget the chosen arguments."""
        value = self._current()
        if value is not None:
            at = self.view.currentIndex().row()
            self._history.remove(value.number)
            self._search(self.edit.text())
            self.view.setCurrentIndex(self._model.index(min(at, self._model.rowCount() - 1)))

    def _clear(self) -> None:
        self._history.clear(self._place)
        self._search(self.edit.text())

    def _named(self, number: int, name: str) -> None:
        self._history.rename(number, name)

    def _editor_closed(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        value = self._current()
        self._search(self.edit.text(), value.number if value is not None else 0)
        self.edit.setFocus()

    def _current(self) -> KeptValue | None:
        index = self.view.currentIndex()
        return index.data(Qt.ItemDataRole.UserRole) if index.isValid() else None

    def _search(self, words: str, keep: int = 0) -> None:
        values = self._history.values(self._place, words)
        self._model.show(values)
        numbers = [value.number for value in values]
        if values:
            self.view.setCurrentIndex(self._model.index(numbers.index(keep) if keep in numbers else 0))
        text = self.tr("Nothing found.") if words else self.tr("Arguments you use appear here.")
        self._empty.setText(self._history.note or text)
        self._empty.setVisible(not values or bool(self._history.note))

    def _menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setObjectName("value_menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        value = self._current()
        pin = self.tr("Unpin") if value is not None and value.pinned else self.tr("Pin")
        for text, pressed in (
            (self.tr("Fill in"), self.use),
            (pin, self.pin),
            (self.tr("Name…"), self.rename),
            (self.tr("Forget"), self.forget),
            (self.tr("Forget all but pinned and named"), self._clear),
        ):
            menu.addAction(text).triggered.connect(pressed)
        menu.popup(self.view.viewport().mapToGlobal(place))


def _line(value: KeptValue) -> str:
    return " ".join(value.arguments[:_SHORT].split())
