"""The lists of a connected server: fetched when it connects, and again when it says that they changed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject

from inspector.errors import InspectorError
from inspector.ui.loop.tasks import spawn

if TYPE_CHECKING:
    from inspector.core.client.client import Client
    from inspector.core.storage.settings import Settings

__all__ = ["Relisting"]

_KINDS: Final = {"tools": "tools", "resources": "resources", "templates": "resources", "prompts": "prompts"}
"""Catalog kind → capability that says the server has it."""


class Relisting(QObject):
    """For all clients of a window."""

    def __init__(self, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._running: set[tuple[int, str]] = set()  # id of the client, kind
        self._acted: WeakKeyDictionary[Client, dict[str, int]] = WeakKeyDictionary()

    async def list_offered(self, client: Client) -> None:
        """Fetch every list that the server says it has."""
        info = client.info
        if info is not None:
            await self._list(client, [kind for kind in _KINDS if _KINDS[kind] in info.capabilities])

    def look(self, client: Client) -> None:
        """The server may have said that a list changed: fetch it again, unless a user wants to do that."""
        if client.state != "connected" or not self._settings.refetch_lists:
            return
        acted = self._acted.setdefault(client, {})
        for kind in [kind for kind in client.catalog.stale if kind in _KINDS]:
            change = client.catalog.changes.get(kind, 0)
            # Once for each word of the server: a list that fails, or is stopped, is not fetched for ever.
            if (id(client), kind) not in self._running and acted.get(kind) != change:
                self._running.add((id(client), kind))
                acted[kind] = change
                spawn(self, self._list_again(client, kind), f"list {kind} of {client.name}")

    async def _list_again(self, client: Client, kind: str) -> None:
        try:
            await self._list(client, [kind])
        finally:
            self._running.discard((id(client), kind))

    async def _list(self, client: Client, kinds: Iterable[str]) -> None:
        """One after the other; a list that fails is in the timeline and does not stop the others."""
        for kind in kinds:
            with contextlib.suppress(InspectorError):
                if self._settings.page_by_page:
                    await client.list_page(kind)
                else:
                    await client.list_all(kind)
