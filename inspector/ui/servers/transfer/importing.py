"""The window that imports servers, opened for a main window; what it adds is selected there."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMainWindow

from inspector.ui.servers.install.offers import Offers
from inspector.ui.servers.new_servers import NewServers
from inspector.ui.servers.servers import Servers

if TYPE_CHECKING:
    from inspector.core.transfer.importers.found import Configuration
    from inspector.ui.servers.transfer.import_servers import ImportServers

__all__ = ["Importing"]


class Importing(QObject):
    """look: folders of projects → configurations, called in a thread; None: those of this computer."""

    def __init__(
        self, servers: Servers, new_servers: NewServers, offers: Offers, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._servers, self._new_servers, self._offers, self._window = servers, new_servers, offers, window
        self.look: Callable[[list[Path]], list[Configuration]] | None = None

    def open_file(self, path: Path) -> None:
        """Show it with what is in a file above the rest."""
        self.open().open_file(path)

    def open(self) -> ImportServers:
        """Show it, with what is found on this computer."""
        from inspector.ui.servers.transfer.import_servers import (  # few starts import anything
            ImportServers,
            look_around,
        )

        for shown in self._window.findChildren(ImportServers):
            if shown.isVisible():
                shown.raise_()
                shown.activateWindow()
                return shown
        dialog = ImportServers(self._servers, self._new_servers, self.look or look_around, self._window)
        dialog.added.connect(self._added)
        dialog.registry_wanted.connect(partial(self._show_registry, dialog))
        dialog.show()
        dialog.look()
        return dialog

    def _added(self, names: list[str]) -> None:
        self._servers.select(names[0])

    def _show_registry(self, dialog: QDialog, entry: dict[str, Any]) -> None:
        dialog.close()
        self._offers.open_text(json.dumps(entry))
