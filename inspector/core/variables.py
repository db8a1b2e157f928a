"""Variables in the texts of a server, as each client spells them, resolved when the server starts.

One pass, never twice, never a shell: what a value brings in is not looked at again. Every dialect knows
`${secret:KEY}`, for the importers put secrets into the store and leave that reference.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from inspector.core.inputs import Input
from inspector.transport import Target

__all__ = ["Lookup", "Missing", "Resolved", "resolve"]


@dataclass(frozen=True, slots=True)
class Missing:
    """A variable without a value. what: as a person is asked for it. places: `args`, `env.TOKEN`, `url`…"""

    what: Input
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolved:
    """target: with values in place; what is missing stays as it was written.

    secrets: values out of the store that are now in the target's texts; they must not be kept or shown."""

    target: Target
    missing: tuple[Missing, ...] = ()
    secrets: tuple[str, ...] = ()


def _no_secrets(key: str) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Lookup:
    """Where values come from. inputs: those of the profile. secrets: of a store, by key.

    folders: userHome, workspaceFolder, HOME, __dirname … as a dialect calls them."""

    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    inputs: tuple[Input, ...] = ()
    secrets: Callable[[str], str | None] = _no_secrets
    folders: Mapping[str, str] = field(default_factory=dict)
    windows: bool = os.name == "nt"


def resolve(target: Target, dialect: str, lookup: Lookup) -> Resolved:
    """The target with its variables replaced by the rules of the dialect (a key of DIALECTS)."""
    raise NotImplementedError
