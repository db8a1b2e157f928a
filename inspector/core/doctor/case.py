"""What the steps of one diagnosis share: the question, and what the steps before have found."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspector.core.doctor.checks import CheckOutcome
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.protocol.secrets import is_secret_name, masked_url, masked_values
from inspector.transport import HttpTarget, StdioTarget, Target
from inspector.transport.login_shell import LoginShell, login_shell

if TYPE_CHECKING:
    from inspector.core.auth.store import Credentials
    from inspector.core.doctor.tls import Handshake
    from inspector.core.doctor.trial import Trial

__all__ = ["Case", "CheckStep"]

_LEAST_SECRET = 6  # characters: shorter values would only make a report unreadable


@dataclass(eq=False)
class Case:
    """One diagnosis. client: id of the client to compare with (`client_environments.CLIENTS`), or "".

    target: with its variables in place, once that is done. limit_s: for one answer of the server.
    """

    profile: Profile
    settings: Settings
    lookup: Lookup
    credentials: Credentials | None = None
    client: str = ""
    limit_s: float = 20.0
    system: str = sys.platform
    target: Target = field(init=False)
    secrets: tuple[str, ...] = ()
    program: str = ""  # the file that runs
    environment: dict[str, str] = field(default_factory=dict)  # of the child
    proxy: str = ""
    addresses: tuple[str, ...] = ()
    handshake: Handshake | None = None
    trial: Trial | None = None
    _login: asyncio.Task[LoginShell] | None = None

    def __post_init__(self) -> None:
        self.target = self.profile.target

    @property
    def stdio(self) -> StdioTarget:
        """The target of a case about a command."""
        assert isinstance(self.target, StdioTarget)
        return self.target

    @property
    def http(self) -> HttpTarget:
        """The target of a case about a URL."""
        assert isinstance(self.target, HttpTarget)
        return self.target

    async def login(self) -> LoginShell:
        """What the login shell says, asked once a diagnosis."""
        if self._login is None:
            import os

            work = asyncio.to_thread(login_shell, dict(os.environ), self.system, fresh=True)
            self._login = asyncio.get_running_loop().create_task(work, name="ask the login shell")
        return await asyncio.shield(self._login)

    async def close(self) -> None:
        """Wait for what is still on its way."""
        if self._login is not None and not self._login.done():
            await asyncio.wait([self._login])

    def keeps_secret(self, texts: Iterable[str]) -> bool:
        """Whether none of these texts, which a profile would keep, has a value out of the store in it."""
        return all(masked_values(text, self.secrets) == text for text in texts)

    def masked(self, text: str) -> str:
        """The text without secrets of this server."""
        target = self.target
        given = target.env if isinstance(target, StdioTarget) else target.headers
        values = [
            part
            for name, value in given.items()
            if is_secret_name(name)
            for part in (value, value.partition(" ")[2])
            if len(part) >= _LEAST_SECRET
        ]
        return masked_values(masked_url(text), (*self.secrets, *values))


@dataclass(frozen=True, slots=True)
class CheckStep:
    """One line of a checklist. needs: ids of steps without which this one makes no sense."""

    id: str
    title: str
    run: Callable[[Case], Awaitable[CheckOutcome]]
    needs: tuple[str, ...] = ()
