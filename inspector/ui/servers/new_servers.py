"""Servers that come into the list or are edited: their secrets go into the store, not into the file.

The store may wait for its user, so this is done beside the loop; what holds no secret is there at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Final

from PySide6.QtCore import QObject, QTimer

from inspector.core.servers.literal_secrets import without_literals
from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import SecretStore
from inspector.core.storage.waiting import waited
from inspector.core.transfer.importers.adding import edited, prepare_profile, references_in
from inspector.errors import SecretsUnavailable
from inspector.ui.loop import saving
from inspector.ui.loop.tasks import spawn
from inspector.ui.servers.servers import Servers

__all__ = ["NewServers"]

_NOTICE: Final = "secrets_trouble"


class NewServers(QObject):
    """say(name, text): tells one sentence in a strip of the window."""

    def __init__(self, servers: Servers, say: Callable[[str, str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._servers, self._say = servers, say
        self._one_by_one = asyncio.Lock()  # two that come at once would choose the same keys

    def add(self, profiles: list[Profile], saved: bool = True) -> None:
        """Add servers that a user typed or pasted, and connect them; the first is selected."""
        if not saved or not any(_has_secrets(profile) for profile in profiles):
            self._begin(self._servers.add_all(profiles, saved))
        else:
            spawn(self, self._add(profiles), "add servers with secrets")

    def _begin(self, names: list[str]) -> None:
        for name in names:
            self._servers.connect_server(name)
        if len(names) > 1:  # many were a long turn already
            QTimer.singleShot(0, self, lambda: self._servers.select(names[0]))
        elif names:
            self._servers.select(names[0])

    async def _add(self, profiles: list[Profile]) -> None:
        names = []
        for profile in profiles:
            try:
                names.append(await self.add_one(profile))
            except SecretsUnavailable as error:
                text = self.tr("{} is kept only until the app closes: its secrets could not be saved ({})")
                self._say(_NOTICE, text.format(profile.name, error))
                names.append(self._servers.add(profile, saved=False))
        self._begin(names)

    async def add_one(self, profile: Profile, secrets: Mapping[str, str] | None = None) -> str:
        """Add and save one server; returns its name. secrets: what was taken out of its texts before.

        Raises SecretsUnavailable before it is added.
        """
        async with self._one_by_one:
            if secrets or _has_secrets(profile):
                store = self._servers.secrets  # made here: it may ask for a passphrase in a window
                profile = await waited(_kept, profile, dict(secrets or {}), self._others(""), store)
            return self._servers.add(profile)

    def change(self, name: str, profile: Profile, connect: bool = False) -> None:
        """What a user made of a server in its form, or pasted into it. connect: anew, with that."""
        server = self._servers.get(name)
        if server is None:
            return
        if server.saved and without_literals(profile)[1]:
            spawn(self, self._change(name, profile, connect), f"change {name}")
        else:
            self._changed(name, profile, connect)

    async def _change(self, name: str, profile: Profile, connect: bool) -> None:
        try:
            async with self._one_by_one:
                made, values = edited(profile, self._others(name))
                store = self._servers.secrets
                for key, value in values.items():
                    await waited(store.set, key, value)
        except SecretsUnavailable as error:
            text = self.tr("{} was not changed: its secrets could not be saved ({})")
            self._say(_NOTICE, text.format(name, error))
        else:
            self._changed(name, made, connect)

    def _changed(self, name: str, profile: Profile, connect: bool) -> None:
        if self._servers.get(name) is None:  # it was removed meanwhile
            return
        before = self._servers.get(name)
        gone = references_in([before.profile]) if before is not None else []
        name = self._servers.change(name, profile)
        gone = [key for key in gone if key not in references_in(self._others(""))]
        if gone:
            spawn(self, self._forget(gone), f"forget secrets of {name}")
        if connect:
            self._servers.restart(name)

    async def _forget(self, keys: list[str]) -> None:
        """What no server names any more, in the file as well."""
        await saving.written(self._servers.file)
        with contextlib.suppress(SecretsUnavailable):
            for key in set(keys) - set(references_in(self._others(""))):
                await waited(self._servers.secrets.delete, key)

    def _others(self, name: str) -> list[Profile]:
        servers = (self._servers.get(other) for other in self._servers.names() if other != name)
        return [server.profile for server in servers if server is not None]


def _kept(profile: Profile, secrets: dict[str, str], others: list[Profile], store: SecretStore) -> Profile:
    """In a thread: the server as it is saved, its secrets in the store."""
    made, values = prepare_profile(profile, [*references_in(others), *store.keys()], secrets)
    for key, value in values.items():
        store.set(key, value)
    return made


def _has_secrets(profile: Profile) -> bool:
    return "${secret:" in repr(profile) or bool(without_literals(profile)[1])
