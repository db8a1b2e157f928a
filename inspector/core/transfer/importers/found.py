"""What an importer found: one server of one configuration, as it would be added, with what to know before."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from inspector.core.servers.profiles import Profile

__all__ = ["Caution", "Configuration", "Found", "Origin"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an entry stands. client: an id of `clients.CLIENTS`, "" unknown. name: as written there.

    project: the folder that the entry belongs to, "" when it is the user's own.
    """

    client: str = ""
    file: Path | None = None
    project: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Caution:
    """Something to know before this server is started. id: a fixed word; text: a sentence."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Found:
    """One entry. Nothing of it was started, fetched or opened.

    profile: as it would be added; its secrets are references (`${secret:KEY}`), their values stand in
    `secrets` by KEY. choices: the entry can be read in two ways (a command and a URL), the user says which;
    profile is None then. problem: why there is no profile, a sentence. skipped: nothing that could be added
    (a part of the other client); problem says what it is. disabled: switched off in the other client.
    names: variables and inputs that its texts name and that are looked up when it starts.
    """

    name: str
    origin: Origin = Origin()
    profile: Profile | None = None
    choices: tuple[Profile, ...] = ()
    secrets: dict[str, str] = field(default_factory=dict)
    warnings: tuple[Caution, ...] = ()
    problem: str = ""
    skipped: bool = False
    disabled: bool = False
    names: tuple[str, ...] = ()
    registry: dict[str, object] | None = None  # a `server.json` of the registry, to be read by its own reader

    @property
    def state(self) -> str:
        """ready | ask | registry | skipped | problem"""
        if self.profile is not None:
            return "ready"
        if self.choices:
            return "ask"
        if self.registry is not None:
            return "registry"
        return "skipped" if self.skipped else "problem"


@dataclass(frozen=True, slots=True)
class Configuration:
    """One file of one client. problem: why nothing could be read of it; line and column from 1, 0 unknown.

    rejected: (folder of a project, name) of servers that the user refused to start there (Claude Code)."""

    client: str
    file: Path | None
    project: str = ""
    found: tuple[Found, ...] = ()
    problem: str = ""
    line: int = 0
    column: int = 0
    rejected: frozenset[tuple[str, str]] = frozenset()
