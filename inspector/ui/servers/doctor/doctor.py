"""Opens the doctor's page for a server, and carries out the fixes that are chosen on it.

The page and the engine behind it are imported when they are used, not at the start of the window.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from inspector.core.storage.settings import Settings
from inspector.core.storage.waiting import waited
from inspector.errors import SecretsUnavailable
from inspector.ui.loop.tasks import offload, spawn
from inspector.ui.servers.servers import Servers

if TYPE_CHECKING:
    from inspector.core.doctor.case import Case
    from inspector.core.doctor.fixes import Fix
    from inspector.ui.servers.doctor.page import DoctorPage
from inspector.translation import translate

__all__ = ["Doctor"]


class Doctor(QObject):
    """`act(action)`: what else can be done with the selected server, done elsewhere."""

    def __init__(
        self, servers: Servers, settings: Settings, window: QWidget, act: Callable[[str], object]
    ) -> None:
        super().__init__(window)
        self._servers, self._settings = servers, settings
        self._window, self._act = window, act
        self._mended: set[str] = set()  # servers that connect as soon as nothing fails any more

    def open(self, name: str) -> None:
        """Show the page of a server and begin to look; a page that is open already is raised."""
        from inspector.ui.servers.doctor.page import DoctorPage

        server = self._servers.get(name)
        if server is None:
            return
        for page in self._window.findChildren(DoctorPage):
            if page.isVisible() and page.server == name:
                page.raise_()
                page.activateWindow()
                return
        page = DoctorPage(partial(self._case, name), server.profile, self._window)
        page.fix_wanted.connect(partial(self._fix, page))
        page.healthy.connect(partial(self._healthy, name))
        page.show()
        page.look()

    def _case(self, name: str, client: str) -> Case | None:
        from inspector.core.doctor.case import Case
        from inspector.core.servers.variables import Lookup

        server = self._servers.get(name)
        if server is None:
            return None
        credentials = self._servers.credentials
        lookup = Lookup(secrets=credentials.secrets.get)
        return Case(server.profile, self._settings, lookup, credentials, client)

    def _fix(self, page: DoctorPage, fix: Fix, typed: str) -> None:
        if fix.kind == "sign_in":
            self._servers.select(page.server)
            page.close()
            self._act("sign_in")
            return
        spawn(page, self._mend(page, fix, typed), f"mend {page.server}")

    async def _mend(self, page: DoctorPage, fix: Fix, typed: str) -> None:
        """Change and save the server, look again, and connect when nothing fails any more."""
        from inspector.core.doctor.fixes import apply_fix
        from inspector.core.transfer.importers.adding import references_in

        name, server = page.server, self._servers.get(page.server)
        if server is None:
            page.close()
            return
        names = [one for one in self._servers.names() if one != name]
        others = [found.profile for one in names if (found := self._servers.get(one)) is not None]
        try:
            applied = await offload(apply_fix, server.profile, fix, typed, references_in(others))
            for key, value in applied.secrets.items():
                await waited(self._servers.secrets.set, key, value)
        except (OSError, SecretsUnavailable) as error:
            page.say_trouble(translate("DoctorPage", "Could not change this: {}").format(error))
            return
        if self._servers.get(name) is not server:
            return
        self._servers.change(name, applied.profile)
        self._mended.add(name)
        if isValid(page):
            page.look()

    def _healthy(self, name: str) -> None:
        if name in self._mended:
            self._mended.discard(name)
            self._servers.restart(name)
