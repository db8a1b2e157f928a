"""Groups and order of the server list: folding, moving, naming, sorting; kept from one start to the next."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from inspector.ui.servers.server_rows import ORDERS, Head, ServerRows
from inspector.ui.servers.servers import Servers
from inspector.ui.session.window_state import WindowState
from inspector.ui.widgets.controls import Marked, MenuButton
from inspector.ui.widgets.plain import menu_text

__all__ = ["Grouping"]

_CLOSED: Final = "closed_groups"
_ORDER: Final = "server_order"
_ORDER_WORDS: Final[dict[str, Marked]] = {
    "own": QT_TRANSLATE_NOOP("Grouping", "Own order"),
    "used": QT_TRANSLATE_NOOP("Grouping", "Last used first"),
    "name": QT_TRANSLATE_NOOP("Grouping", "By name"),
}


class Grouping(QObject):
    """`changed`: the rows are to be filled anew."""

    changed = Signal()

    def __init__(self, servers: Servers, rows: ServerRows, state: WindowState, parent: QWidget) -> None:
        super().__init__(parent)
        self._servers, self._rows, self._state, self._window = servers, rows, state, parent
        order = state.text(_ORDER)
        rows.order = order if order in ORDERS else "own"
        rows.closed = _texts(state.text(_CLOSED))
        rows.moved.connect(self.put)
        self.button = MenuButton("server_order", "", self.tr("Order of the servers"), "sort")
        self.button.choices.aboutToShow.connect(self._fill_button)

    # -- groups --------------------------------------------------------------------------------------

    def groups(self) -> list[str]:
        """Every heading, in order."""
        found = (self._servers.get(name) for name in self._servers.names())
        return list(
            dict.fromkeys(one.profile.group for one in found if one is not None and one.profile.group)
        )

    def fold(self, group: str, is_open: bool) -> None:
        """Open or close a group."""
        (self._rows.closed.discard if is_open else self._rows.closed.add)(group)
        self._state.set_text(_CLOSED, json.dumps(sorted(self._rows.closed), ensure_ascii=False))
        self.changed.emit()

    def rename(self, before: str, group: str) -> None:
        """Call a group otherwise; "" dissolves it."""
        if before in self._rows.closed:
            self._rows.closed.discard(before)
            self._rows.closed.add(group.strip())
        self._servers.put_in_group(self._members(before), group)

    def ask_rename(self, group: str) -> None:
        """Ask for the new name of a group."""
        title = self.tr("Rename the group")
        self._ask(title, self.tr("Group name"), group, partial(self.rename, group))

    def _ask_new(self, name: str) -> None:
        self._ask(self.tr("New group"), self.tr("Group name"), "", partial(self.put, [name], ""))

    def _ask(self, title: str, label: str, text: str, done: Callable[[str], object]) -> None:
        dialog = QInputDialog(self._window)
        dialog.setObjectName("group_name")
        dialog.setWindowTitle(title)
        dialog.setLabelText(label)
        dialog.setTextValue(text)
        dialog.textValueSelected.connect(done)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _members(self, group: str) -> list[str]:
        found = ((name, self._servers.get(name)) for name in self._servers.names())
        return [name for name, one in found if one is not None and one.profile.group == group]

    # -- order ---------------------------------------------------------------------------------------

    def put(self, names: list[str], before: str, group: str) -> None:
        """Move servers into a group, above another one there, or to its end."""
        order = [name for name in self._servers.names() if name not in names]
        if before in order:
            place = order.index(before)
        else:
            members = [name for name in self._members(group) if name in order]
            place = order.index(members[-1]) + 1 if members else len(order)
        order[place:place] = names
        self._servers.arrange(order)
        self._servers.put_in_group(names, group)

    def move(self, what: Head | str, step: int) -> None:
        """One place up or down; a server goes into the next group at the end of its own."""
        if self._rows.order != "own" or self._rows.search:
            return
        if isinstance(what, Head):
            self._move_group(what.group, step)
            return
        server = self._servers.get(what)
        if server is None:  # another program removed it
            return
        group = server.profile.group
        members = self._members(group)
        place = members.index(what) + step
        if 0 <= place < len(members):
            rest = [name for name in members if name != what]
            self.put([what], rest[place] if place < len(rest) else "", group)
            return
        groups = ["", *self.groups()]
        there = groups.index(group) + step
        if 0 <= there < len(groups):
            others = self._members(groups[there])
            self.fold(groups[there], True)
            self.put([what], others[0] if step > 0 and others else "", groups[there])

    def _move_group(self, group: str, step: int) -> None:
        groups = self.groups()
        place = groups.index(group) + step
        if 0 <= place < len(groups):
            groups.remove(group)
            groups.insert(place, group)
            self._servers.arrange([name for one in ["", *groups] for name in self._members(one)])

    def sort(self, order: str) -> None:
        """Choose one of ORDERS."""
        self._rows.order = order
        self._state.set_text(_ORDER, order)
        self.changed.emit()

    # -- menus ---------------------------------------------------------------------------------------

    def menu_for(self, head: Head | None) -> QMenu:
        """Of a heading, or of the empty place below the rows."""
        menu = QMenu(self._window)
        if head is not None:
            self._add(menu, "group_rename", self.tr("Rename…"), partial(self.ask_rename, head.group))
            self._add(menu, "group_dissolve", self.tr("Dissolve group"), partial(self.rename, head.group, ""))
            menu.addSeparator()
            for name, text, step in (
                ("group_up", self.tr("Move up\tAlt+Up"), -1),
                ("group_down", self.tr("Move down\tAlt+Down"), 1),
            ):
                self._add(menu, name, text, partial(self.move, head, step))
            menu.addSeparator()
        self._add_orders(menu.addMenu(self.tr("Order")))
        return menu

    def add_to(self, menu: QMenu, name: str) -> None:
        """What a server's menu has of this."""
        server = self._servers.get(name)
        if server is None:
            return
        menu.addSeparator()
        into = menu.addMenu(self.tr("Group"))
        into.setObjectName("server_group")
        own = self._rows.order == "own" and not self._rows.search
        for group in self.groups():
            here = group == server.profile.group
            self._add_choice(into, menu_text(group), here, partial(self.put, [name], "", group))
        into.addSeparator()
        self._add_choice(into, self.tr("None"), not server.profile.group, partial(self.put, [name], "", ""))
        self._add(into, "group_new", self.tr("New group…"), partial(self._ask_new, name))
        for key, text, step in (
            ("server_up", self.tr("Move up\tAlt+Up"), -1),
            ("server_down", self.tr("Move down\tAlt+Down"), 1),
        ):
            self._add(menu, key, text, partial(self.move, name, step)).setEnabled(own)
        self._add_orders(menu.addMenu(self.tr("Order")))

    def _fill_button(self) -> None:
        self.button.choices.clear()
        self._add_orders(self.button.choices)

    def _add_orders(self, menu: QMenu) -> None:
        choices = QActionGroup(menu)
        for order in ORDERS:
            action = menu.addAction(QCoreApplication.translate("Grouping", _ORDER_WORDS[order]))
            action.setObjectName(f"server_order_{order}")
            action.setCheckable(True)
            action.setChecked(order == self._rows.order)
            action.triggered.connect(_Call(partial(self.sort, order)))
            choices.addAction(action)

    def _add(self, menu: QMenu, name: str, text: str, done: Callable[[], object]) -> QAction:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.triggered.connect(_Call(done))
        return action

    def _add_choice(self, menu: QMenu, text: str, chosen: bool, done: Callable[[], object]) -> None:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(chosen)
        action.triggered.connect(_Call(done))


class _Call:
    """Calls without the `checked` of a menu's action."""

    def __init__(self, done: Callable[[], object]) -> None:
        self._done = done

    def __call__(self, _checked: bool = False) -> None:
        self._done()


def _texts(text: str) -> set[str]:
    try:
        found = json.loads(text or "[]")
    except ValueError:
        return set()
    return {str(one) for one in found} if isinstance(found, list) else set()
