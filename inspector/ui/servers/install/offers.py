"""Bundles and entries of the registry in one window: opened, added, and their forms shown again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMainWindow

from inspector.core.install.offer_protocol import Made, Offer
from inspector.core.install.offers import offer_again, read_offer, read_offer_text, settled
from inspector.core.servers.profiles import Profile
from inspector.core.validation.validation import Validator
from inspector.errors import SecretsUnavailable, UsageError
from inspector.ui.loop.tasks import ask, offload, spawn
from inspector.ui.servers.servers import Servers

__all__ = ["Offers"]

_NOTICE: Final = "offer_trouble"


class Offers(QObject):
    """say(name, text): tells one sentence in a strip of the window."""

    def __init__(
        self, servers: Servers, validator: Validator, window: QMainWindow, say: Callable[[str, str], None]
    ) -> None:
        super().__init__(window)
        self._servers, self._validator, self._window, self._say = servers, validator, window, say

    def ask_file(self) -> None:
        """Ask which bundle or server.json to open."""
        spawn(self, self._ask(), "choose a bundle")

    async def _ask(self) -> None:
        dialog = QFileDialog(self._window, self.tr("Add from a file"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(
            [self.tr("Bundles and server.json (*.mcpb *.dxt *.json)"), self.tr("All files (*)")]
        )
        chosen = dialog.selectedFiles() if await ask(dialog) else []
        dialog.deleteLater()
        if chosen:
            self.open_file(Path(chosen[0]))

    def open_file(self, path: Path) -> None:
        """Read a file and show what it offers; what is none is explained in a strip."""
        spawn(self, self._open(partial(read_offer, path, self._window.locale().name())), f"open {path.name}")

    def open_text(self, text: str) -> None:
        """The same for the text of a `server.json`."""
        spawn(self, self._open(partial(read_offer_text, text)), "open an entry of the registry")

    async def _open(self, read: Callable[[], Offer]) -> None:
        try:
            offer = await offload(read)
        except UsageError as error:
            self._say(_NOTICE, str(error))
            return
        from inspector.ui.servers.install.offer_dialog import OfferDialog  # few starts show one

        dialog = OfferDialog(self._validator, self._window, taken=self._servers.names())
        dialog.show_offer(offer)
        dialog.accepted_offer.connect(self._accepted)
        dialog.show()

    def _accepted(self, made: Made, connect: bool) -> None:
        spawn(self, self._add(made, connect), f"add {made.profile.name}")

    async def _add(self, made: Made, connect: bool) -> None:
        profile = await self._settled(made, "")
        if profile is not None:
            name = self._servers.add(profile)
            self._servers.select(name)
            if connect:
                self._servers.connect_server(name)

    async def _settled(self, made: Made, name: str) -> Profile | None:
        """The server with its secrets kept. name: of the server that it is already. None: that failed."""
        others = [
            server.profile
            for other in self._servers.names()
            if other != name and (server := self._servers.get(other)) is not None
        ]
        try:
            return await offload(settled, made, others, self._servers.secrets, new=not name)
        except SecretsUnavailable as error:
            self._say(_NOTICE, self.tr("Secrets could not be saved: {}").format(error))
            return None

    # -- the form of a saved server ------------------------------------------------------------------

    def edit(self, name: str) -> None:
        """Show the form that a server was made with."""
        spawn(self, self._edit(name), f"edit {name}")

    async def _edit(self, name: str) -> None:
        server = self._servers.get(name)
        if server is None:
            return
        try:
            found = await offload(offer_again, server.profile)
        except UsageError as error:
            self._say(_NOTICE, str(error))
            return
        if found is None:
            return
        from inspector.ui.servers.install.offer_dialog import OfferDialog

        offer, choice, values = found
        dialog = OfferDialog(self._validator, self._window, editing=name)
        dialog.show_offer(offer, choice, values)
        dialog.accepted_offer.connect(partial(self._edited, name))
        dialog.show()

    def _edited(self, name: str, made: Made, connect: bool) -> None:
        spawn(self, self._change(name, made, connect), f"change {name}")

    async def _change(self, name: str, made: Made, connect: bool) -> None:
        server = self._servers.get(name)
        fresh = await self._settled(made, name)
        if server is None or fresh is None:
            return
        changed = replace(
            server.profile,
            target=fresh.target,
            transport=fresh.transport,
            variables=fresh.variables,
            bundle=fresh.bundle,
        )
        name = self._servers.change(name, changed)
        if connect:
            self._servers.restart(name)
