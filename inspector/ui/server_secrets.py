"""Secrets of a server that is gone."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from inspector.core.profiles import Profile
from inspector.core.secrets import SecretStore
from inspector.core.waiting import waited
from inspector.errors import SecretsUnavailable
from inspector.ui import saving

if TYPE_CHECKING:
    from inspector.ui.server import Server

__all__ = ["Keeper", "forget_secrets"]


class Keeper(Protocol):
    """Who has the secrets; they may be asked for when they are needed first."""

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
    from inspector.core.importers.adding import references_in

    # A file that names secrets which are gone would be worse than the other way round.
    await saving.written(keeper.file)
    others = [server.profile for name in keeper.names() if (server := keeper.get(name)) is not None]
    with contextlib.suppress(SecretsUnavailable):
        for key in set(references_in([profile])) - set(references_in(others)):
            await waited(keeper.secrets.delete, key)
