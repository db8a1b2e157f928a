"""What lives as long as a server's row and takes part in its connections: tasks, subscriptions."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["ClientPart"]


class ClientPart(Protocol):
    """One of `Client.parts`; each gets every notification and the beginning and end of connections."""

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """A notification came. True: something changed and is to be shown anew."""

    def connected(self) -> None:
        """The era is decided and the server may be asked."""

    def ended(self) -> None:
        """The connection was closed or lost."""
