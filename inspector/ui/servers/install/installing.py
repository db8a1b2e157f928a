"""How to install the command of a server: the page of its makers, and another try afterwards."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication

from inspector.transport import StdioTarget
from inspector.transport.stdio_errors import install_page
from inspector.ui.servers.servers import Servers
from inspector.ui.widgets.outside import open_link

__all__ = ["Installing"]


class Installing(QObject):
    """`open(server)` is the user's press. On return the command is looked for again."""

    def __init__(self, servers: Servers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._servers = servers
        self._read: str = ""  # the server whose page was opened
        application = QCoreApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self._state_changed)

    def open(self, name: str) -> None:
        """Open the page; a server without one is tried again at once."""
        server = self._servers.get(name)
        target = server.profile.target if server is not None else None
        page = install_page(target.command) if isinstance(target, StdioTarget) else ""
        if page and open_link(page):
            self._read = name
        else:
            self._servers.restart(name)

    def _state_changed(self, state: Qt.ApplicationState) -> None:
        name = self._read
        if not name or state != Qt.ApplicationState.ApplicationActive:
            return
        self._read = ""
        client = self._servers.client(name)
        if client is not None and client.failure is not None and "install_hint" in client.failure.actions:
            self._servers.restart(name)
