"""What a user is needed for: to allow a sign-in, and to be shown where."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from inspector.core.auth.flow import Flow
from inspector.core.auth.listener import CallbackListener
from inspector.core.auth.ports import FetchError

__all__ = ["Browsing", "Interaction"]


class Interaction(Protocol):
    """The user at the window or the terminal. Nothing opens a browser but `show`, after `allow`."""

    async def allow(self, flow: Flow) -> bool:
        """Whether they sign in now. Steps of the flow may be done one by one before it returns."""

    async def show(self, url: str) -> None:
        """Bring this page of the authorization server before them."""

    def stray(self) -> None:
        """An answer came whose state is another, and was not taken: the right one is still waited for."""


class Browsing:
    """The `Authorize` of one flow: shows its page and waits at the loopback listener for the answer."""

    def __init__(
        self,
        interaction: Interaction,
        fixed_uri: str = "",
        former_uri: str = "",
        stray: Callable[[], None] = lambda: None,
    ) -> None:
        """fixed_uri: the redirect URI that has to be used. former_uri: one that is registered already; used
        when its port is free. stray: told with the user of an answer with another state."""
        self._interaction = interaction
        self._told = stray
        self._fixed = bool(fixed_uri) or not former_uri
        self._listener = CallbackListener(fixed_uri or former_uri, stray=self._stray)

    def _stray(self) -> None:
        self._told()
        self._interaction.stray()

    async def listen(self) -> str:
        """Start; the redirect URI. Raises FetchError."""
        try:
            return await self._listener.start()
        except FetchError:
            if self._fixed:
                raise
        self._listener = CallbackListener(
            stray=self._stray
        )  # another program has that port: it is registered anew
        return await self._listener.start()

    async def authorize(self, url: str, state: str) -> dict[str, str]:
        """See `ports.Authorize`."""

        async def show() -> None:
            await self._interaction.show(url)

        if self._listener.listening:
            return await self._listener.wait(state, show)
        await self._listener.start()  # a step is repeated after its flow ended
        try:
            return await self._listener.wait(state, show)
        finally:
            await self._listener.close()

    async def close(self) -> None:
        """Listen no more."""
        await self._listener.close()
