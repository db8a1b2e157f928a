"""Ctrl+K: find anything by a few letters and go there or do it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.ui.locale.right_to_left import write
from inspector.ui.widgets import theme
from inspector.ui.widgets.announcements import put_sign
from inspector.ui.widgets.controls import column, muted
from inspector.ui.widgets.overlay import Overlay
from inspector.ui.widgets.plain import elided

__all__ = ["Palette", "PaletteEntry", "best", "score"]

_SHOWN: Final = 100
_ROWS: Final = 12
_WORDS: Final = re.compile(r"\w+")
_KEYS: Final = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class PaletteEntry:
    """One line: what it is (kind), its name, what it belongs to or its shortcut, and what it does.

    last: it has many words, so only their beginnings count, and it comes after the others.
    """

    kind: str
    name: str
    detail: str
    run: Callable[[], object]
    last: bool = False


def score(words: str, text: str) -> float:
    """How well the letters of `words` are found in `text`, in order; 0: not at all. Both lower case.

    Letters at the beginning of a word and letters side by side count more, and short texts win.
    """
    if not words:
        return 1.0
    found, place, last = 0.0, -1, -2
    for letter in words:
        if letter == " ":
            continue
        place = text.find(letter, place + 1)
        if place < 0:
            return 0.0
        starts = place == 0 or not text[place - 1].isalnum()
        found += 4 if starts else 3 if place == last + 1 else 1
        last = place
    if words in text:
        at_start = any(f"{before}{words}" in f" {text}" for before in " -_/.:")
        found += (8 if at_start else 4) * len(words)
    return found / (1 + len(text) / 80)


def best(words: str, entries: Iterable[PaletteEntry], limit: int = _SHOWN) -> list[PaletteEntry]:
    """The entries that match, best first; the order of equals stays."""
    wanted = words.lower().strip()
    scored = [(_score_of(wanted, entry), entry) for entry in entries]
    scored = [pair for pair in scored if pair[0] > 0]
    scored.sort(key=_order)
    return [entry for _score, entry in scored[:limit]]


def _score_of(wanted: str, entry: PaletteEntry) -> float:
    name, more = entry.name.lower(), f"{entry.detail} {entry.kind}".lower()
    if not entry.last:
        return score(wanted, name) * 2 or score(wanted, more)
    for text, factor in ((name, 2.0), (f"{name} {more}", 1.0)):
        begun = _WORDS.findall(text)
        if all(any(one.startswith(word) for one in begun) for word in _WORDS.findall(wanted)):
            return factor
    return 0.0


def _order(pair: tuple[float, PaletteEntry]) -> tuple[bool, float]:
    return pair[1].last, -pair[0]


class _Model(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.entries: Sequence[PaletteEntry] = ()

    def show(self, entries: Sequence[PaletteEntry]) -> None:
        self.beginResetModel()
        self.entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return entry
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{entry.kind}: {entry.name}"
        return None


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, theme.row_height() + 2)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: PaletteEntry = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        font = QFont(QApplication.font())
        painter.setFont(font)
        metrics = QFontMetrics(font)
        middle = Qt.AlignmentFlag.AlignVCenter
        kind = QRect(area.left() + theme.px(12), area.top(), theme.px(84), area.height())
        painter.setPen(theme.color("muted"))
        head = elided(metrics, entry.kind, Qt.TextElideMode.ElideRight, kind.width())
        write(painter, kind, middle, head, area)
        room = QRect(area.left() + theme.px(100), area.top(), area.width() - theme.px(112), area.height())
        painter.setPen(theme.color("text"))
        name = elided(metrics, entry.name, Qt.TextElideMode.ElideRight, room.width())
        write(painter, room, middle, name, area)
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + theme.px(16))
        painter.setPen(theme.color("muted"))
        detail = elided(metrics, entry.detail, Qt.TextElideMode.ElideRight, room.width())
        write(painter, room, middle | Qt.AlignmentFlag.AlignRight, detail, area)
        painter.restore()


class Palette(Overlay):
    """gather: asked for all entries each time the palette opens."""

    def __init__(self, gather: Callable[[], list[PaletteEntry]], window: QWidget) -> None:
        super().__init__("command_palette", 640, window)
        self.setAccessibleName(self.tr("Search or run"))
        self._gather = gather
        self._entries: list[PaletteEntry] = []
        self.edit = QLineEdit()
        self.edit.setObjectName("palette_text")
        self.edit.setPlaceholderText(self.tr("Search tools, resources, prompts, servers, actions, settings"))
        self.edit.setAccessibleName(self.edit.placeholderText())
        self.edit.setFrame(False)
        put_sign(self.edit, theme.icon("magnify", "muted"), self.tr("Search"))
        self.edit.installEventFilter(self)
        self.view = QListView()
        self.view.setObjectName("palette_list")
        self.view.setAccessibleName(self.tr("Results"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setUniformItemSizes(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._model = _Model(self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        self.nothing = muted()
        self.nothing.setObjectName("palette_nothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.view.setLayout(column(self.nothing))
        self.setLayout(column(self.edit, self.view, margins=(1, 1, 1, 6), spacing=0))
        self.edit.textChanged.connect(self._filter)
        self.view.clicked.connect(self._run_current)

    def focus_first(self) -> None:
        self._entries = self._gather()
        self.edit.clear()
        self._filter("")
        self.edit.setFocus()

    def place(self) -> None:
        self.view.setFixedHeight((theme.row_height() + 2) * _ROWS)
        super().place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the text keeps the focus; losing the focus closes."""
        if watched is self.edit:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if event.key() in _KEYS:
                    QApplication.sendEvent(self.view, event)
                    return True
                if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                    self._run_current()
                    return True
            if event.type() == QEvent.Type.FocusOut and not self.view.underMouse():
                self.dismiss()
        return super().eventFilter(watched, event)

    def _filter(self, words: str) -> None:
        self._model.show(best(words, self._entries))
        found = self._model.rowCount() > 0
        self.nothing.setText("" if found else self.tr("No results for “{}”").format(words.strip()))
        self.nothing.setVisible(not found)
        if found:
            self.view.setCurrentIndex(self._model.index(0))

    def _run_current(self) -> None:
        index = self.view.currentIndex()
        if not index.isValid():
            return
        entry: PaletteEntry = index.data(Qt.ItemDataRole.UserRole)
        self.dismiss()
        entry.run()
