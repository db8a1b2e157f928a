"""Rows of the timeline back to their servers: send again, edit in the raw editor, fill the form of a tool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
from PySide6.QtCore import QCoreApplication, QObject

from inspector.core.client.resending import send_again
from inspector.core.servers.profiles import Profile
from inspector.core.transfer.copying import Secrets, reach_profile, reach_session
from inspector.errors import InspectorError
from inspector.protocol.jsonrpc import one_line, parse
from inspector.protocol.records import SessionInfo
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from inspector.ui.locale.right_to_left import isolated
from inspector.ui.loop.tasks import spawn
from inspector.ui.session.selection import Selection
from inspector.ui.timeline.view.copies import RowServers
from inspector.ui.timeline.view.menu import RowActions

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["LiveConnections", "LiveServers", "NamedServer", "RowSending", "ToolWorkspace"]


class NamedServer(Protocol):
    """A server of the list, live or not."""

    @property
    def profile(self) -> Profile: ...
    @property
    def saved(self) -> bool: ...
    @property
    def state(self) -> str: ...


class LiveConnections(Protocol):
    """The servers of the list by name."""

    def get(self, name: str) -> NamedServer | None:
        """The server of this name."""

    def client(self, name: str) -> Client | None:
        """Its client."""

    def select(self, name: str) -> None:
        """Let it be the one that is shown."""


class ToolWorkspace(Protocol):
    """Where messages to a server are written."""

    def edit_raw(self, data: bytes) -> None:
        """Show a message in the raw editor."""

    def fill_in_tool(self, name: str, arguments: str) -> bool:
        """Fill the form of a tool; whether the server lists it."""


class LiveServers(RowServers):
    """The servers of the live window, by the name that a connection was recorded with."""

    def __init__(self, servers: LiveConnections) -> None:
        self._servers = servers

    def reach(self, info: SessionInfo) -> list[str]:
        """By its name when it is saved."""
        server = self._servers.get(info.name)
        return reach_profile(server.profile, server.saved) if server is not None else reach_session(info)

    def secrets(self, info: SessionInfo) -> Secrets:
        """The headers of its profile."""
        server = self._servers.get(info.name)
        target = server.profile.target if server is not None else None
        headers = target.headers if isinstance(target, HttpTarget) else {}
        return Secrets({name.lower(): value for name, value in headers.items()})

    def closed(self, info: SessionInfo) -> str:
        """It has to be connected."""
        server = self._servers.get(info.name)
        if server is not None and server.state == "connected":
            return ""
        return QCoreApplication.translate("RowActions", "{} is not connected.").format(info.name)


class _Call(msgspec.Struct):
    name: str
    arguments: msgspec.Raw = msgspec.Raw(b"{}")


class RowSending(QObject):
    """Carries out what `RowActions` asks for. workspace: that of the selected server."""

    def __init__(
        self,
        journal: Journal,
        servers: LiveConnections,
        selection: Selection,
        actions: RowActions,
        workspace: Callable[[], ToolWorkspace | None],
    ) -> None:
        super().__init__(actions)
        self._journal, self._servers, self._selection = journal, servers, selection
        self._actions, self._workspace = actions, workspace
        actions.set_servers(LiveServers(servers))
        actions.send_wanted.connect(self.send)
        actions.edit_wanted.connect(self.edit)
        actions.form_wanted.connect(self.fill_form)

    def send(self, numbers: Sequence[int]) -> None:
        """Send messages again, one after the other without waiting for answers."""
        for number in numbers:
            spawn(self, self._send(number), f"send #{number} again")

    async def _send(self, number: int) -> None:
        record = self._journal.record(number)
        name = self._name_of(number)
        client = self._servers.client(name)
        if record is None or client is None:
            self._actions.said.emit(
                "warning", self.tr("The server of #{} is no longer in the list.").format(number)
            )
            return
        try:
            await send_again(client, record.raw, self._selection.select)
        except InspectorError as error:
            self._actions.said.emit("warning", self.tr("#{}: {}").format(number, error))

    def edit(self, number: int) -> None:
        """The message into the raw editor of its server; the row stays as it is."""
        record = self._journal.record(number)
        workspace = self._show_server(number)
        if record is not None and workspace is not None:
            workspace.edit_raw(record.raw)

    def fill_form(self, number: int) -> None:
        """The arguments of a call into the form of its tool."""
        record = self._journal.record(number)
        workspace = self._show_server(number)
        if record is None or workspace is None:
            return
        try:
            call = msgspec.json.decode(parse(record.raw).params, type=_Call)
        except (msgspec.DecodeError, UnicodeDecodeError):
            workspace.edit_raw(record.raw)
            return
        if not workspace.fill_in_tool(call.name, one_line(bytes(call.arguments)).decode()):
            text = self.tr("The server does not list the tool {}; the message is in the raw editor.")
            self._actions.said.emit("warning", text.format(isolated(call.name)))
            workspace.edit_raw(record.raw)

    def _show_server(self, number: int) -> ToolWorkspace | None:
        name = self._name_of(number)
        if self._servers.get(name) is not None:
            self._servers.select(name)
        return self._workspace()

    def _name_of(self, number: int) -> str:
        rows = self._journal.rows([number])
        return self._actions.copies.info(rows[0]).name if rows else ""
