"""Opens the dialog that gives a server to another client."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow

from inspector.ui.servers.servers import Servers

__all__ = ["Exporting"]


class Exporting(QObject):
    """home: the user's folder, the system and the environment; None: those of this computer."""

    def __init__(self, servers: Servers, window: QMainWindow) -> None:
        super().__init__(window)
        self._servers, self._window = servers, window
        self.home: tuple[Path, str, Mapping[str, str]] | None = None

    def copy(self, name: str) -> None:
        """Show the entry of a server to be copied."""
        self._open(name, "copy")

    def write(self, name: str) -> None:
        """Show what would change in another client's file."""
        self._open(name, "write")

    def _open(self, name: str, mode: str) -> None:
        from inspector.core.transfer.importers.scan import this_system
        from inspector.ui.servers.transfer.export_server import ExportServer  # few starts export anything

        server = self._servers.get(name)
        if server is None:
            return
        home = self.home or (Path.home(), this_system(), os.environ)
        dialog = ExportServer(server.profile, self._servers.secrets, home, mode, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
