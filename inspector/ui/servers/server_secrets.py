"""Secrets and tokens of a server that is gone, or is called otherwise now."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from inspector.core.servers.profiles import Profile
from inspector.core.storage.secrets import SecretStore
from inspector.core.storage.waiting import waited
from inspector.errors import SecretsUnavailable
from inspector.ui.loop import saving

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials
    from inspector.ui.servers.server import Server

__all__ = ["Keeper", "forget_secrets", "forget_sign_in", "move_sign_in"]


class Keeper(Protocol):
    """The owner of the secrets; they may be asked for when they are needed first."""

    @property
    def secrets(self) -> SecretStore:
        """The place."""

    @property
    def file(self) -> Path:
        """Where the servers are kept, which name them."""

    def names(self) -> list[str]:
        """Of the servers there are."""

    def get(self, name: str) -> Server | None:
        """One of them."""


async def forget_secrets(keeper: Keeper, profile: Profile) -> None:
    """They go with their server, unless another one needs them as well."""
    from inspector.core.transfer.importers.adding import references_in

    # A file that names secrets which are gone would be worse than the other way round.
    await saving.written(keeper.file)
    others = [server.profile for name in keeper.names() if (server := keeper.get(name)) is not None]
    with contextlib.suppress(SecretsUnavailable):
        for key in set(references_in([profile])) - set(references_in(others)):
            await waited(keeper.secrets.delete, key)


async def forget_sign_in(credentials: Credentials, url: str, entry: str) -> None:
    """The tokens of an entry that is gone: nothing would find them again."""
    with contextlib.suppress(SecretsUnavailable):
        await credentials.forget_server(url, entry)


async def move_sign_in(credentials: Credentials, url: str, before: str, after: str) -> None:
    """The tokens of an entry stay its own under its new name."""
    with contextlib.suppress(SecretsUnavailable):
        await credentials.renamed(url, before, after)
