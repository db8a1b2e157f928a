"""The list of servers: state, name, how it is reached. Enter or a double click connects."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QFont, QFontMetrics, QGuiApplication, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QListView,
    QMenu,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from inspector.core.profiles import shown_target
from inspector.transport import StdioTarget
from inspector.ui import theme
from inspector.ui.controls import Link, column, muted
from inspector.ui.plain import tooltip
from inspector.ui.servers import Server, Servers

__all__ = ["STATES", "ServerList", "sub_line"]

STATES: Final = {
    "new": ("○", "muted"),
    "connecting": ("◌", "pending"),
    "connected": ("●", "ok"),
    "closing": ("◌", "pending"),
    "closed": ("○", "muted"),
    "failed": ("⚠", "error"),
}
"""Client.state → glyph and role."""

_SERVER = Qt.ItemDataRole.UserRole
Index = QModelIndex | QPersistentModelIndex


def sub_line(server: Server) -> str:
    """What stands under the name: era and transport when connected, else how it is reached."""
    client = server.client
    if server.state == "connected" and client is not None and client.info is not None:
        return f"{client.info.revision} · {client.transport}"
    if server.state in ("connecting", "closing"):
        return QApplication.translate(
            "ServerList", "connecting…" if server.state == "connecting" else "closing…"
        )
    if server.state == "failed":
        return QApplication.translate("ServerList", "failed")
    return shown_target(server.profile)


class _Model(QAbstractListModel):
    def __init__(self, servers: Servers, parent: QObject) -> None:
        super().__init__(parent)
        self._servers = servers
        self._names = servers.names()
        servers.listed.connect(self._listed)
        servers.touched.connect(self._touched)

    def row_of(self, name: str) -> int:
        return self._names.index(name) if name in self._names else -1

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._names)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        server = self._servers.get(self._names[index.row()]) if index.isValid() else None
        if server is None:
            return None
        if role == _SERVER:
            return server
        if role == Qt.ItemDataRole.DisplayRole:
            return server.profile.name
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return f"{server.state}, {sub_line(server)}"
        if role == Qt.ItemDataRole.ToolTipRole:
            failure = (
                server.client.failure.happened if server.client is not None and server.client.failure else ""
            )
            return tooltip("\n".join(part for part in (shown_target(server.profile), failure) if part))
        return None

    def _listed(self) -> None:
        self.beginResetModel()
        self._names = self._servers.names()
        self.endResetModel()

    def _touched(self, name: str) -> None:
        if (row := self.row_of(name)) >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))


class _Delegate(QStyledItemDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, 2 * QFontMetrics(QApplication.font()).height() + 9)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        server: Server = index.data(_SERVER)
        area: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, theme.color("selection"))
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(area, theme.color("alternate"))
        glyph, role = STATES.get(server.state, ("○", "muted"))
        font = QFont(QApplication.font())
        painter.setFont(font)
        metrics = QFontMetrics(font)
        line = metrics.height()
        top = area.top() + 4
        painter.setPen(theme.color(role))
        painter.drawText(QRect(area.left() + 8, top, 16, line), Qt.AlignmentFlag.AlignCenter, glyph)
        left, width = area.left() + 30, area.width() - 36
        waiting = server.inbox.waiting
        if waiting:
            painter.setPen(theme.color("pending"))
            badge = QRect(area.right() - 34, top, 28, line)
            painter.drawText(
                badge, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"✉ {waiting}"
            )
            width -= 32
        painter.setPen(theme.color("text"))
        name = metrics.elidedText(server.profile.name, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRect(left, top, width, line), Qt.AlignmentFlag.AlignVCenter, name)
        font.setPointSizeF(font.pointSizeF() - 1)
        painter.setFont(font)
        painter.setPen(theme.color("error" if server.state == "failed" else "muted"))
        width = area.width() - 36
        below = QFontMetrics(font).elidedText(sub_line(server), Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(QRect(left, top + line, width, line), Qt.AlignmentFlag.AlignVCenter, below)
        painter.restore()


class _View(QListView):
    entered_row = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.entered_row.emit()
        else:
            super().keyPressEvent(event)


class ServerList(QWidget):
    """`add_wanted`, `edit_wanted(name)`: somebody else has the boxes for that."""

    add_wanted = Signal()
    edit_wanted = Signal(str)

    def __init__(self, servers: Servers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._servers = servers
        self.view = _View()
        self.view.setObjectName("server_list")
        self.view.setAccessibleName(self.tr("Servers"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._model = _Model(servers, self)
        self.view.setModel(self._model)
        self.view.setItemDelegate(_Delegate(self.view))
        empty = QWidget()
        add = Link("add_first_server", self.tr("Add a server"))
        add.clicked.connect(self.add_wanted)
        words = muted(self.tr("No servers yet."), wrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lines = column(words, margins=(12, 16, 12, 12))
        lines.addWidget(add, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addStretch(1)
        empty.setLayout(lines)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(empty)
        self.setLayout(column(self._stack))
        self.setMinimumWidth(130)
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.doubleClicked.connect(self._connect_current)
        self.view.entered_row.connect(self._connect_current)
        self.view.customContextMenuRequested.connect(self._open_menu)
        servers.listed.connect(self._listed)
        servers.selected.connect(self._selected)
        theme.notifier().changed.connect(self.view.scheduleDelayedItemsLayout)
        self._listed()

    def sizeHint(self) -> QSize:
        return QSize(190, 300)

    def _listed(self) -> None:
        self._stack.setCurrentIndex(0 if self._servers.names() else 1)
        self._selected(self._servers.current)

    def _selected(self, name: str) -> None:
        if (row := self._model.row_of(name)) >= 0:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(self._model.index(row), flag)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self._servers.select(str(current.data()))

    def _connect_current(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self._servers.connect_server(str(index.data()))

    # -- context menu --------------------------------------------------------------------------------

    def _open_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if index.isValid():
            menu = self.menu_for(str(index.data()))
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def menu_for(self, name: str) -> QMenu:
        """What can be done with a server now."""
        server = self._servers.get(name)
        state = server.state if server is not None else ""
        live = state in ("connected", "connecting")
        stdio = server is not None and isinstance(server.profile.target, StdioTarget)
        menu = QMenu(self)
        entries: tuple[tuple[str, str, Callable[[str], Any], bool], ...] = (
            ("connect", self.tr("Connect"), self._servers.connect_server, not live),
            ("disconnect", self.tr("Disconnect"), self._servers.disconnect_server, live),
            (
                "restart",
                self.tr("Restart") if stdio else self.tr("Reconnect"),
                self._servers.restart,
                state != "new",
            ),
            ("", "", self._servers.restart, True),
            ("edit", self.tr("Edit…"), self.edit_wanted.emit, True),
            ("duplicate", self.tr("Duplicate"), self._servers.duplicate, True),
            ("copy_target", self.tr("Copy command") if stdio else self.tr("Copy URL"), self._copy, True),
            ("", "", self._servers.restart, True),
            ("remove", self.tr("Remove"), self._servers.remove, True),
        )
        for key, text, done, enabled in entries:
            if not key:
                menu.addSeparator()
                continue
            action: QAction = menu.addAction(text)
            action.setObjectName(f"server_{key}")
            action.setEnabled(enabled)
            action.triggered.connect(partial(_without_checked, done, name))
        return menu

    def _copy(self, name: str) -> None:
        server = self._servers.get(name)
        if server is None:
            return
        target = server.profile.target
        text = shlex.join([target.command, *target.args]) if isinstance(target, StdioTarget) else target.url
        QGuiApplication.clipboard().setText(text)


def _without_checked(done: Callable[[str], Any], name: str, _checked: bool = False) -> None:
    done(name)
