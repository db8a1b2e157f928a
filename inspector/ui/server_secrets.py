"""Secrets of a server that is gone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Protocol

from inspector.core.profiles import Profile
from inspector.core.secrets import SecretStore
from inspector.core.waiting import waited
from inspector.errors import SecretsUnavailable
from inspector.ui import saving

__all__ = ["Keeper", "forget_secrets"]


class Keeper(Protocol):
    """Who has the secrets; they may be asked for when they are needed first."""

    @property
    def secrets(self) -> SecretStore:
        """The place."""


async def forget_secrets(keeper: Keeper, profile: Profile, others: Iterable[Profile]) -> None:
    """They go with their server, unless another one needs them as well."""
    from inspector.core.importers.adding import references_in

    await saving.flush()  # a file that names secrets which are gone would be worse than the other way round
    with contextlib.suppress(SecretsUnavailable):
        for key in set(references_in([profile])) - set(references_in(others)):
            await waited(keeper.secrets.delete, key)
