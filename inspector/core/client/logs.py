"""How much a server is asked to log: once for the session (legacy), or with each request (modern).

The messages themselves are records of the journal (role "log"); this keeps only the level.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from inspector.errors import ErrorAnswer, Explanation, InspectorError, UsageError
from inspector.protocol.era.modern import ModernEra
from inspector.translation import translate

if TYPE_CHECKING:
    from inspector.core.client.ports import Requester

__all__ = ["LEVELS", "LOG_MESSAGE", "Logs"]

LOG_MESSAGE: Final = "notifications/message"
LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")


class Logs:
    """Implements `Part`. level: one of LEVELS; "": never set, so that the server decides (modern: silent)."""

    def __init__(self, client: Requester) -> None:
        self._client = client
        self.level = ""
        self._setting: asyncio.Task[None] | None = None

    @property
    def offered(self) -> bool:
        """The server says that it logs."""
        return self._client.info is not None and "logging" in self._client.info.capabilities

    async def set_level(self, level: str) -> None:
        """Legacy: ask now, and again after each reconnect. Modern: every later request carries it.

        "" takes it off the requests of the modern era; the older ones have no way back. Raises UsageError for
        another word, ErrorAnswer with the server's words, ConnectError, TimeoutExpired, ClosedError.
        """
        if level and level not in LEVELS:
            raise UsageError(
                translate("Core", "the level must be one of {levels}, not {level!r}").format(
                    levels=", ".join(LEVELS), level=level
                )
            )
        before, self.level = self.level, level
        try:
            await self._apply()
        except InspectorError:
            self.level = before
            raise
        finally:
            self._client.tell()

    def notice(self, method: str, params: dict[str, Any]) -> bool:
        """Log messages are not told of; see `Listener.notified`."""
        return False

    def connected(self) -> None:
        """A connection began: the level is set again."""
        if self.level:
            loop = asyncio.get_running_loop()
            self._setting = loop.create_task(self._again(), name=f"log level of {self._client.name}")

    def ended(self) -> None:
        """The connection is over."""
        if self._setting is not None:
            self._setting.cancel()
            self._setting = None

    async def _again(self) -> None:
        with suppress(InspectorError):  # the exchange says what went wrong
            await self._apply()

    async def _apply(self) -> None:
        session = self._client.session
        era = session.conversation.era if session is not None else None
        if isinstance(era, ModernEra):
            era.log_level = self.level
        elif self.level:
            answer = await self._client.call("logging/setLevel", {"level": self.level})
            if answer.error:
                value = answer.value
                said = f"{value.get('code')} {value.get('message')}" if isinstance(value, dict) else ""
                raise ErrorAnswer(
                    Explanation(translate("Core", "Server rejected logging/setLevel: {}").format(said)),
                    answer.error,
                )
