"""The list of servers: groups, search, order. Enter or a double click connects."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QStackedWidget,
    QWidget,
)

from inspector.transport import StdioTarget
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_delegate import ServerDelegate
from inspector.ui.servers.server_grouping import Grouping
from inspector.ui.servers.server_rows import Head, ServerRows
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets import theme, zoom
from inspector.ui.widgets.announcements import clearable, put_sign
from inspector.ui.widgets.controls import Link, column, muted, row
from inspector.ui.widgets.kept_place import place_kept

__all__ = ["ServerList"]

_Entry = tuple[str, str, Callable[[str], Any], bool]
_MANY: Final = 8  # servers from which on there is a search box


class _View(QListView):
    """`pressed_enter`; `moved(-1 or 1)`: Alt+Up and Alt+Down; `folded(open)`: Right and Left on a heading."""

    pressed_enter = Signal()
    moved = Signal(int)
    folded = Signal(bool)
    rename_wanted = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alt = event.key(), event.modifiers() & Qt.KeyboardModifier.AltModifier
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if alt and key in steps:
            self.moved.emit(steps[Qt.Key(key)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.pressed_enter.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers():
            self.folded.emit(key == Qt.Key.Key_Right)
        elif key == Qt.Key.Key_F2:
            self.rename_wanted.emit()
        else:
            super().keyPressEvent(event)


class _Search(QLineEdit):
    """`left`: Enter, Down or Escape; the text goes with Escape."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)


class ServerList(QWidget):
    """`add_wanted`, `edit_wanted(name)`…: the dialogs are elsewhere."""

    add_wanted = Signal()
    edit_wanted = Signal(str)
    copy_as_wanted = Signal(str)
    write_into_wanted = Signal(str)
    diagnose_wanted = Signal(str)
    sign_in_wanted = Signal(str)
    sign_out_wanted = Signal(str)

    def __init__(
        self, servers: Servers, upkeep: ServerSupervisor, state: WindowState, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._servers, self._upkeep = servers, upkeep
        self._make_view()
        self._rows = ServerRows(servers, upkeep, self)
        self._delegate = ServerDelegate(servers, upkeep, self.view)
        self.view.setModel(self._rows)
        self.view.setItemDelegate(self._delegate)
        self.grouping = Grouping(servers, self._rows, state, self)
        self.search = _Search()
        self.search.setObjectName("server_search")
        self.search.setAccessibleName(self.tr("Search the servers"))
        self.search.setPlaceholderText(self.tr("Search"))
        self.search.setToolTip(self.tr("Search the servers by name, group, command or URL (Ctrl+Shift+J)"))
        clearable(self.search)
        put_sign(self.search, theme.icon("magnify", "muted"), self.tr("Search"))
        self._top = QWidget()
        line = row(self.search, self.grouping.button, margins=(6, 4, 4, 4), spacing=2)
        line.setStretch(0, 1)
        self._top.setLayout(line)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self._make_empty())
        self._nothing = muted(self.tr("No matching servers."), wrap=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        zoom.margins(self._nothing, 12, 16, 12, 12)
        self._stack.addWidget(self._nothing)
        self.setLayout(column(self._top, self._stack, spacing=0))
        self.setFocusProxy(self.view)
        zoom.follow(self.setMinimumWidth, 130)
        self._wire()
        self._listed()

    def _make_view(self) -> None:
        self.view = _View()
        self.view.setObjectName("server_list")
        self.view.setAccessibleName(self.tr("Servers"))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.viewport().setAutoFillBackground(False)  # it lies on the ground of the window's bars
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.view.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.view.setDropIndicatorShown(True)

    def _make_empty(self) -> QWidget:
        empty = QWidget()
        add = Link("add_first_server", self.tr("Add a server"))
        add.clicked.connect(self.add_wanted)
        words = muted(self.tr("No servers yet."), wrap=True)
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        lines = column(words, margins=(12, 16, 12, 12))
        lines.addWidget(add, 0, Qt.AlignmentFlag.AlignHCenter)
        lines.addStretch(1)
        empty.setLayout(lines)
        return empty

    def _wire(self) -> None:
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.doubleClicked.connect(self._activate)
        self.view.clicked.connect(self._clicked)
        self.view.pressed_enter.connect(self._activate)
        self.view.moved.connect(self._move)
        self.view.folded.connect(self._fold)
        self.view.rename_wanted.connect(self._rename)
        self.view.customContextMenuRequested.connect(self._open_menu)
        self.search.textChanged.connect(self._search)
        self.search.left.connect(self._leave_search)
        self.grouping.changed.connect(self._listed)
        self._servers.listed.connect(self._listed)
        self._servers.selected.connect(self._selected)
        self._servers.changed.connect(self._changed)
        theme.notifier().changed.connect(self.view.scheduleDelayedItemsLayout)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(190), theme.px(300))

    def order(self) -> list[str]:
        """The servers on screen, from top to bottom."""
        return self._rows.shown()

    # -- rows ----------------------------------------------------------------------------------------

    def focus_search(self) -> None:
        """Show the search box, also with few servers, and go there."""
        self._top.show()
        self.search.setFocus()
        self.search.selectAll()

    def _listed(self) -> None:
        head = self._rows.at(self.view.currentIndex())
        self._delegate.show_used = self._rows.order == "used"
        with place_kept(self.view, self._rows.keys):
            self._rows.fill()
            self._make_current(head if isinstance(head, Head) else self._servers.current)
        count = len(self._servers.names())
        searched = bool(self.search.text())
        self._top.setVisible(count > _MANY or searched or self.search.hasFocus())
        nothing = searched and not self._rows.rowCount()
        self._stack.setCurrentIndex(2 if nothing else 0 if count else 1)

    def _changed(self) -> None:
        """Connected servers go to the top, where the last used come first."""
        if self._rows.order == "used" and self._rows.outdated():
            self._listed()

    def _search(self, text: str) -> None:
        self._rows.search = text.strip()
        self._listed()
        if (place := self._rows.row_of(self._servers.current)) >= 0:
            self._go(place)

    def _leave_search(self) -> None:
        self.view.setFocus()
        names = self._rows.shown()
        if names and self._servers.current not in names:
            self._servers.select(names[0])
        self._listed()

    def _selected(self, name: str) -> None:
        place = self._rows.row_of(name)
        if place >= 0 and place != self.view.currentIndex().row():  # what is pressed stays below the mouse
            self._go(place)

    def _go(self, place: int) -> None:
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        index = self._rows.index(place)
        self.view.selectionModel().setCurrentIndex(index, flag)
        self.view.scrollTo(index)

    def _make_current(self, row: Head | str) -> None:
        """The rows are new ones; where the heading is gone, the selected server."""
        place = self._rows.row_of(row)
        place = place if place >= 0 else self._rows.row_of(self._servers.current)
        if place >= 0:
            flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.view.selectionModel().setCurrentIndex(self._rows.index(place), flag)

    def _current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if isinstance(name := self._rows.at(current), str):
            self._servers.select(name)

    # -- hands ---------------------------------------------------------------------------------------

    def _clicked(self, index: QModelIndex) -> None:
        if isinstance(head := self._rows.at(index), Head):
            self.grouping.fold(head.group, not head.open)

    def _activate(self, *_index: QModelIndex) -> None:
        what = self._rows.at(self.view.currentIndex())
        if isinstance(what, str):
            self._servers.connect_server(what)
        elif isinstance(what, Head) and not _index:  # a double click has clicked twice already
            self.grouping.fold(what.group, not what.open)

    def _fold(self, is_open: bool) -> None:
        what = self._rows.at(self.view.currentIndex())
        server = self._servers.get(what) if isinstance(what, str) else None
        if isinstance(what, Head):
            self.grouping.fold(what.group, is_open)
        elif server is not None and server.profile.group and not is_open:  # as in every tree: to the heading
            place = self._rows.row_of(Head(server.profile.group, 0, True))
            self._go(place)

    def _move(self, step: int) -> None:
        what = self._rows.at(self.view.currentIndex())
        if what is not None:
            self.grouping.move(what, step)

    def _rename(self) -> None:
        what = self._rows.at(self.view.currentIndex())
        if isinstance(what, Head):
            self.grouping.ask_rename(what.group)
        elif what is not None:
            self.edit_wanted.emit(what)

    # -- context menu --------------------------------------------------------------------------------

    def _open_menu(self, place: QPoint) -> None:
        what = self._rows.at(self.view.indexAt(place))
        menu = self.menu_for(what) if isinstance(what, str) else self.grouping.menu_for(what)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.view.viewport().mapToGlobal(place))

    def menu_for(self, name: str) -> QMenu:
        """What can be done with a server now."""
        server = self._servers.get(name)
        state = server.state if server is not None else ""
        live = state in ("connected", "connecting")
        waits = self._upkeep.left_s(name) > 0
        stdio = server is not None and isinstance(server.profile.target, StdioTarget)
        menu = QMenu(self)
        entries: tuple[_Entry, ...] = (
            ("connect", self.tr("Connect"), self._servers.connect_server, not live),
            (
                "disconnect",
                self.tr("Stop retrying") if waits else self.tr("Disconnect"),
                self._servers.disconnect_server,
                live or waits,
            ),
            (
                "restart",
                self.tr("Restart") if stdio else self.tr("Reconnect"),
                self._servers.restart,
                state != "new",
            ),
            ("second", self.tr("Second connection"), self._second, True),
            ("diagnose", self.tr("Diagnose…"), self.diagnose_wanted.emit, True),
            *(() if stdio else self._sign_in_entries(server)),
            ("", "", self._servers.restart, True),
            ("edit", self.tr("Edit…"), self.edit_wanted.emit, True),
            ("duplicate", self.tr("Duplicate"), self._servers.duplicate, True),
            ("copy_target", self.tr("Copy command") if stdio else self.tr("Copy URL"), self._copy, True),
            ("copy_as", self.tr("Copy as…"), self.copy_as_wanted.emit, True),
            ("write_into", self.tr("Write to client's file…"), self.write_into_wanted.emit, True),
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
            action.triggered.connect(partial(self._do, done, name))
        self.grouping.add_to(menu, name)
        return menu

    def _do(self, done: Callable[[str], Any], name: str, _checked: bool = False) -> None:
        """Another program may have removed the server while the menu was open."""
        if self._servers.get(name) is not None:
            done(name)

    def _sign_in_entries(self, server: Server | None) -> tuple[_Entry, ...]:
        client = server.client if server is not None else None
        signed_in = client is not None and client.authorizer.token is not None
        return (
            ("sign_in", self.tr("Sign in…"), self.sign_in_wanted.emit, True),
            ("sign_out", self.tr("Sign out"), self.sign_out_wanted.emit, signed_in),
        )

    def _second(self, name: str) -> None:
        """It is connected at once: that is what it was asked for."""
        made = self._servers.second(name)
        self._servers.select(made)
        self._servers.connect_server(made)

    def _copy(self, name: str) -> None:
        server = self._servers.get(name)
        assert server is not None  # see _do
        target = server.profile.target
        text = shlex.join([target.command, *target.args]) if isinstance(target, StdioTarget) else target.url
        QGuiApplication.clipboard().setText(text)
