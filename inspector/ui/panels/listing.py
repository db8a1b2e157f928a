"""A list with a filter above it: tools, resources, prompts. One row a thing, badges at the right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStackedWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.schema.fields import only_repeats
from inspector.ui.locale.right_to_left import placed, write
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import clearable, put_sign
from inspector.ui.widgets.chip import paint_chip, paint_row_ground
from inspector.ui.widgets.controls import column, muted, row
from inspector.ui.widgets.kept_place import place_kept
from inspector.ui.widgets.plain import elided, tooltip
from inspector.ui.widgets.theme import px

__all__ = ["Item", "ItemList"]

_ITEM = Qt.ItemDataRole.UserRole
_PICTURE = Qt.ItemDataRole.DecorationRole
_SIDE = 16  # px of an icon
_AIR = 4  # px that a row has more than one of a table
_LEAST = 120  # px, width of the list
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Item:
    """One row. key: what identifies it; badges: (text, role of theme, what it means).

    border: says what begins with this row (a page of the list), in a line above it.
    """

    key: str
    name: str
    title: str = ""
    detail: str = ""
    badges: tuple[tuple[str, str, str], ...] = ()
    border: str = ""
    _text: str = field(init=False, repr=False, compare=False)  # what a filter looks at, made once

    def __post_init__(self) -> None:
        object.__setattr__(self, "_text", f"{self.name} {self.title} {self.detail}".lower())

    def matches(self, words: Sequence[str]) -> bool:
        """Whether every word (lower case) is somewhere in it."""
        return all(word in self._text for word in words)

    def hint(self) -> str:
        """Tooltip, also read by screen readers."""
        detail = self.detail if len(self.detail) <= 400 else self.detail[:400] + "…"
        meanings = "\n".join(f"{text}: {meaning}" for text, _role, meaning in self.badges)
        return "\n\n".join(part for part in (self.title or self.name, detail, meanings) if part)


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: list[Item] = []
        self.pictures: dict[str, QPixmap] = {}

    def show(self, items: list[Item]) -> None:
        """Another list; rows that stand where they stood are only painted anew."""
        known = len(self.items)
        if known > len(items) or any(old.key != new.key for old, new in zip(self.items, items, strict=False)):
            self.beginResetModel()
            self.items = items
            self.endResetModel()
            return
        if known < len(items):
            self.beginInsertRows(QModelIndex(), known, len(items) - 1)
            self.items = items
            self.endInsertRows()
        self.items = items
        if known:
            self.dataChanged.emit(self.index(0), self.index(known - 1))

    def keys(self) -> list[str]:
        """What identifies the rows."""
        return [item.key for item in self.items]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        if role == _ITEM:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.name
        if role == Qt.ItemDataRole.DecorationRole:
            return (self.pictures.get(item.key) or QPixmap()) if self.pictures else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(item.hint())
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return item.hint()
        return None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, theme.row_height() + px(_AIR))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: Item = index.data(_ITEM)
        area: QRect = option.rect
        painter.save()
        paint_row_ground(painter, area, option.state)
        right = self._badges(painter, item, area)
        if item.border:
            right = _paint_border(painter, item.border, area, right)
        font = QFont(QApplication.font())
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        left = area.left() + px(12) + self._picture(painter, index.data(_PICTURE), area)
        room = QRect(left, area.top(), max(0, right - left - theme.SPACE), area.height())
        metrics = QFontMetrics(font)
        name = elided(metrics, item.name, Qt.TextElideMode.ElideRight, room.width())
        write(painter, room, Qt.AlignmentFlag.AlignVCenter, name, area)
        used = metrics.horizontalAdvance(name) + theme.SPACE
        if item.title and not only_repeats(item.title, item.name) and room.width() - used > 48:
            painter.setPen(theme.color("muted"))
            title = elided(metrics, item.title, Qt.TextElideMode.ElideRight, room.width() - used)
            write(painter, room.adjusted(used, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, title, area)
        painter.restore()

    @staticmethod
    def _picture(painter: QPainter, picture: QPixmap | None, area: QRect) -> int:
        """Draw an icon; the px it takes, also where a row has none while others have."""
        if picture is None:
            return 0
        if not picture.isNull():
            fitted = picture.size().scaled(px(_SIDE), px(_SIDE), Qt.AspectRatioMode.KeepAspectRatio)
            where = QRect(QPoint(0, 0), fitted)
            where.moveCenter(QPoint(area.left() + px(12) + px(_SIDE) // 2, area.center().y()))
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(placed(where, area), picture)
        return px(_SIDE) + theme.SPACE // 2 + 2

    @staticmethod
    def _badges(painter: QPainter, item: Item, area: QRect) -> int:
        font = QFont(QApplication.font())
        font.setPointSizeF(font.pointSizeF() - 1)
        painter.setFont(font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics, right = QFontMetrics(font), area.right() - px(10)
        for text, role, _meaning in reversed(item.badges):
            width, height = metrics.horizontalAdvance(text) + theme.px(10), metrics.height() + 1
            chip = QRectF(right - width, area.center().y() - height / 2 + 1, width, height)
            chip = QRectF(placed(chip.toAlignedRect(), area))
            paint_chip(painter, chip, text, theme.color(role), theme.tint(role, 0.12))
            right -= width + theme.px(3)
        return right


def _paint_border(painter: QPainter, text: str, area: QRect, right: int) -> int:
    """A line above the row and what begins there at its right; where the room for the name ends now."""
    painter.setPen(theme.color("border"))
    painter.drawLine(area.topLeft(), area.topRight())
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() - 1)
    painter.setFont(font)
    painter.setPen(theme.color("muted"))
    left = right - QFontMetrics(font).horizontalAdvance(text) - theme.px(4)
    place = QRect(left, area.top(), right - left, area.height())
    write(painter, place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text, area)
    return left


class _View(QListView):
    """Enter and double click mean the same."""

    entered_row = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.currentIndex().isValid():
            super().focusInEvent(event)
        else:  # Qt would make the first row current; only a key or the mouse chooses one
            QAbstractScrollArea.focusInEvent(self, event)
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.entered_row.emit()
        else:
            super().keyPressEvent(event)


class ItemList(QWidget):
    """Filter and list. `chosen`: another row became current; `activated`: Enter or double click."""

    chosen = Signal(str)
    activated = Signal(str)

    def __init__(
        self, name: str, filter_name: str, hint: str, empty: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._items: list[Item] = []
        self._key = ""
        self._awaited = False  # the keyboard is in the filter only until there are rows
        self.filter = QLineEdit()
        self.filter.setObjectName(filter_name)
        self.filter.setPlaceholderText(hint)
        self.filter.setAccessibleName(hint)
        clearable(self.filter)
        put_sign(self.filter, theme.icon("magnify", "muted"), self.tr("Search"))
        self.filter.textChanged.connect(self._filter)
        self.filter.installEventFilter(self)
        self.view = _View()
        self.view.setObjectName(name)
        self.view.setAccessibleName(hint)
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._foot: QWidget | None = None
        self._model = _Model(self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.entered_row.connect(self._activate)
        self.view.doubleClicked.connect(self._activate)
        self._empty_text = empty
        self._empty = muted(empty, wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._empty.setMargin(theme.SPACE_WIDE)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._empty)
        self._top = row(self.filter, margins=(8, 8, 8, 4), spacing=2)
        self._notices = column(spacing=0)
        self._lines = column(self._top, self._notices, self._stack, spacing=0)
        self.setLayout(self._lines)
        theme.notifier().changed.connect(self._look_changed)

    def set_items(self, items: list[Item], *, known: bool = True) -> None:
        """Show these; the current one stays current when it is still there.

        known: without any, there are none. Else they may still come, and nothing is said.
        """
        if items != self._items or (known and not items):
            self._items = items
            with place_kept(self.view, self._model.keys):
                self._show_matches()

    def set_foot(self, foot: QWidget) -> None:
        """Put something below the list."""
        self._foot = foot
        self._lines.addWidget(foot)

    def minimumSizeHint(self) -> QSize:
        """Narrow; but what is below the list is not cut."""
        foot = self._foot.minimumSizeHint().width() if self._foot is not None else 0
        return QSize(max(px(_LEAST), foot), super().minimumSizeHint().height())

    def focus_rows(self) -> None:
        """Give the rows the keyboard; while there are none, the filter."""
        there = self._stack.currentWidget() is self.view
        self._awaited = not there
        (self.view if there else self.filter).setFocus()

    def add_tool(self, button: QWidget) -> None:
        """A small button beside the filter."""
        self._top.addWidget(button)

    def add_notice(self, notice: QWidget) -> None:
        """A strip between the filter and the rows."""
        self._notices.addWidget(notice)

    def set_pictures(self, pictures: dict[str, QPixmap]) -> None:
        """Draw these before the names; rows without one keep their names in line."""
        self._model.pictures = pictures
        self.view.viewport().update()

    def key(self) -> str:
        """Key of the current row, "" for none."""
        return self._key

    def select(self, key: str) -> bool:
        """Make a row current, clearing the filter when it hides the row."""
        if all(item.key != key for item in self._model.items):
            self.filter.clear()
        return self.select_shown(key)

    def select_shown(self, key: str) -> bool:
        """Make a row current unless the filter hides it: for a choice the program makes."""
        for at, item in enumerate(self._model.items):
            if item.key == key:
                self._set_row(at)
                return True
        return False

    def select_first(self) -> None:
        """Make the first row current, if there is one and no filter is set."""
        if self._model.items and not self.filter.text():
            self._set_row(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter in the filter go on to the list, Esc clears the filter."""
        if watched is self.filter and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._model.items:
                self.view.setFocus()
                if not self.view.selectionModel().hasSelection():
                    self._set_row(0)
                if event.key() != Qt.Key.Key_Down:
                    self._activate()
                return True
            if event.key() == Qt.Key.Key_Escape and self.filter.text():
                self.filter.clear()
                return True
        return super().eventFilter(watched, event)

    def _filter(self) -> None:
        """The user types: the current row is shown when it matches."""
        self._show_matches()
        if self.view.currentIndex().isValid():
            self.view.scrollTo(self.view.currentIndex())

    def _show_matches(self) -> None:
        words = self.filter.text().lower().split()
        shown = [item for item in self._items if item.matches(words)] if words else self._items
        self._model.show(shown)
        filtered = self.tr("Nothing matches the filter.")
        self._empty.setText(filtered if self._items else self._empty_text)
        self._stack.setCurrentIndex(0 if shown else 1)
        if self._awaited and shown:
            self._awaited = False
            if self.filter.hasFocus() and not words:
                self.view.setFocus()
        for at, item in enumerate(shown):
            if item.key == self._key:
                if self.view.currentIndex().row() != at:
                    self._make_current(at)
                break

    def _set_row(self, at: int) -> None:
        self._make_current(at)
        self.view.scrollTo(self.view.currentIndex())

    def _make_current(self, at: int) -> None:
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.view.selectionModel().setCurrentIndex(self._model.index(at), flag)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            item: Item = current.data(_ITEM)
            if item.key != self._key:
                self._key = item.key
                self.chosen.emit(item.key)

    def _activate(self) -> None:
        if self.view.currentIndex().isValid():
            self.activated.emit(self._key)

    def _look_changed(self) -> None:
        self.view.scheduleDelayedItemsLayout()
