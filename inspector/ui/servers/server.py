"""One server of a window: what is known of it and its connection."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from inspector.core.servers.profiles import Profile
from inspector.ui.session.inbox import Inbox

if TYPE_CHECKING:
    from inspector.core.client.client import Client

__all__ = ["Server"]


@dataclass(slots=True, eq=False)
class Server:
    """One row of the list. saved: in the profiles file; otherwise gone at the end.

    of: name of the server that this is one more connection to.
    """

    profile: Profile
    inbox: Inbox
    saved: bool = True
    of: str = ""
    client: Client | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    @property
    def state(self) -> str:
        """Client.state, "new" before the first connection."""
        return self.client.state if self.client is not None else "new"
