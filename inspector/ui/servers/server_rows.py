"""What stands in the list of servers: which rows, under which headings, in which order."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from inspector.core.servers.profiles import shown_target
from inspector.translation import shown
from inspector.ui.auth.expiry import expiry_line
from inspector.ui.locale.locale_text import collated
from inspector.ui.servers.server import Server
from inspector.ui.servers.server_words import shown_state, state_word, sub_line, used_words
from inspector.ui.servers.servers import Servers
from inspector.ui.servers.supervisor import ServerSupervisor
from inspector.ui.widgets.plain import tooltip

__all__ = ["HEAD", "ORDERS", "SERVER", "Head", "ServerRows", "arranged"]

SERVER: Final = Qt.ItemDataRole.UserRole
HEAD: Final = Qt.ItemDataRole.UserRole + 1
ORDERS: Final = ("own", "used", "name")
"""own: as a user put them; used: the last connected first."""
_MIME: Final = "application/x-mcp-inspector-servers"
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a group."""

    group: str
    count: int
    open: bool


def arranged(servers: Servers, order: str, search: str, closed: Collection[str]) -> list[Head | str]:
    """Rows of the list: those of no group first, then group by group. A search opens every group."""
    words = search.casefold().split()
    groups: dict[str, list[str]] = {"": []}
    for name in servers.names():
        server = servers.get(name)
        if server is not None:
            found = groups.setdefault(server.profile.group, [])
            if all(word in _searched(server) for word in words):
                found.append(name)
    rows: list[Head | str] = []
    titles = collated(groups) if order == "name" else list(groups)
    for group in titles:
        names = _sorted(servers, groups[group], order)
        if group and (names or not words):
            is_open = bool(words) or group not in closed
            rows.append(Head(group, len(names), is_open))
            names = names if is_open else []
        rows += names
    return rows


def _searched(server: Server) -> str:
    profile = server.profile
    return f"{profile.name} {profile.group} {shown_target(profile)} {server.state}".casefold()


def _sorted(servers: Servers, names: list[str], order: str) -> list[str]:
    if order == "name":
        return collated(names)
    if order == "used":
        return sorted(names, key=servers.used_at, reverse=True)  # stable: never used ones keep their order
    return names


class ServerRows(QAbstractListModel):
    """Headings and servers in one flat list. `moved(names, before, group)`: dropped; before "": last."""

    moved = Signal(list, str, str)

    def __init__(self, servers: Servers, upkeep: ServerSupervisor, parent: QObject) -> None:
        super().__init__(parent)
        self._servers, self._upkeep = servers, upkeep
        self.order, self.search = "own", ""
        self.closed: set[str] = set()
        self._rows: list[Head | str] = []
        servers.touched.connect(self.touch)
        upkeep.changed.connect(self.touch)

    def fill(self) -> None:
        """Look at the servers anew."""
        rows = arranged(self._servers, self.order, self.search, self.closed)
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def outdated(self) -> bool:
        """Whether `fill` would change the rows."""
        return arranged(self._servers, self.order, self.search, self.closed) != self._rows

    def row_of(self, row: Head | str) -> int:
        """Place of a server, by its name, or of a heading, by its group alone; -1: it is not shown."""
        if isinstance(row, Head):
            places = (
                n for n, one in enumerate(self._rows) if isinstance(one, Head) and one.group == row.group
            )
            return next(places, -1)
        return self._rows.index(row) if row in self._rows else -1

    def keys(self) -> list[object]:
        """What identifies the rows: names, and of headings their group."""
        return [(row.group,) if isinstance(row, Head) else row for row in self._rows]

    def at(self, index: Index) -> Head | str | None:
        """What stands there."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def shown(self) -> list[str]:
        """Names of the servers on screen, in order."""
        return [one for one in self._rows if isinstance(one, str)]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.at(index)
        if isinstance(row, Head):
            return self._head_data(row, role)
        server = self._servers.get(row) if row is not None else None
        if server is None:
            return None
        if role == SERVER:
            return server
        if role == Qt.ItemDataRole.DisplayRole:
            return server.profile.name
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            watched = self.tr("its files are watched") if self._upkeep.watches(row or "") else ""
            parts = (state_word(shown_state(server)), sub_line(server, self._upkeep), watched)
            return ", ".join(part for part in dict.fromkeys(parts) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join(self._facts(server)))
        return None

    def _facts(self, server: Server) -> list[str]:
        failure = server.client.failure if server.client is not None else None
        name = server.profile.name
        used = used_words(self._servers.used_at(name))
        stopped = self._upkeep.given_up(name)
        facts = [
            name,
            shown_target(server.profile),
            shown(failure.happened) if failure is not None else "",
        ]
        facts.append(expiry_line(server.client))
        facts.append(self.tr("◉ Restarts when its files change") if self._upkeep.watches(name) else "")
        facts.append(self.tr("Not retrying: {}").format(stopped) if stopped else "")
        facts.append(self.tr("One more connection to {}; not saved").format(server.of) if server.of else "")
        facts.append(self.tr("Last used: {}").format(used) if used else "")
        return [fact for fact in facts if fact]

    def _head_data(self, head: Head, role: int) -> Any:
        if role == HEAD:
            return head
        if role == Qt.ItemDataRole.DisplayRole:
            return head.group
        if role == Qt.ItemDataRole.AccessibleTextRole:
            state = self.tr("open") if head.open else self.tr("closed")
            return self.tr("Group {0}, {1} servers, {2}").format(head.group, head.count, state)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(head.group)
        return None

    def touch(self, name: str) -> None:
        """This server looks otherwise now."""
        if (row := self.row_of(name)) >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    # -- drag and drop -------------------------------------------------------------------------------

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        movable = self.order == "own" and not self.search
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if movable else Qt.ItemFlag.NoItemFlags
        if isinstance(self.at(index), str):
            return flags | Qt.ItemFlag.ItemIsDragEnabled if movable else flags
        return flags | Qt.ItemFlag.ItemIsDropEnabled if movable else flags

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [_MIME]

    def mimeData(self, indexes: Iterable[Index]) -> QMimeData:
        data = QMimeData()
        names = [name for index in indexes if isinstance(name := self.at(index), str)]
        data.setData(_MIME, QByteArray("\n".join(names).encode()))
        return data

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Onto a heading: last in its group; between rows: into the group of the row above."""
        if not data.hasFormat(_MIME):
            return False
        names = bytes(data.data(_MIME).data()).decode().split("\n")
        if isinstance(head := self.at(parent), Head):
            self.moved.emit(names, "", head.group)
            return False
        row = len(self._rows) if row < 0 else row
        self.moved.emit(names, *self._target(row))
        return False  # nothing is to be removed by the view: the list is filled anew

    def _target(self, row: int) -> tuple[str, str]:
        """(server that comes after, group) of the gap above a row."""
        above = self._rows[row - 1] if row else None
        below = self._rows[row] if row < len(self._rows) else None
        group = above.group if isinstance(above, Head) else self._group(above)
        follows = isinstance(below, str) and self._group(below) == group
        return (below if follows and isinstance(below, str) else "", group)

    def _group(self, name: str | None) -> str:
        server = self._servers.get(name) if name is not None else None
        return server.profile.group if server is not None else ""
