"""What the parts of a client need of it, as protocols: they import these, the client imports them.

A part takes the smallest that serves it. Nothing here runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from inspector.core.client.answers import NO_EXTRAS, Answer, Extras, ServerInfo
from inspector.core.client.cache import Cache
from inspector.core.client.calls import OnProgress
from inspector.core.client.catalog import Catalog
from inspector.core.client.session import Session
from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.core.storage.settings import Settings
from inspector.errors import Explanation
from inspector.protocol.era import Era
from inspector.protocol.records import Exchange
from inspector.trace.journal import Journal

if TYPE_CHECKING:
    from inspector.core.auth.flow import Flow
    from inspector.core.auth.steps import FlowStep

__all__ = ["Advisor", "ConnectionView", "FailureView", "Requester"]


class ConnectionView(Protocol):
    """What can be read of a server's connection, and the two ways to say something about it."""

    profile: Profile
    journal: Journal
    settings: Settings
    entry: str
    lookup: Lookup
    catalog: Catalog
    cache: Cache

    @property
    def state(self) -> str:
        """new | connecting | connected | closing | closed | failed."""

    @property
    def info(self) -> ServerInfo | None:
        """What the server says it is; None before the first answer."""

    @property
    def name(self) -> str:
        """As in the server list."""

    @property
    def transport(self) -> str:
        """stdio | http | sse | websocket of the current connection."""

    @property
    def session(self) -> Session | None:
        """The current or last connection."""

    @property
    def session_number(self) -> int:
        """Number of the current connection in the journal; 0 before the first."""

    @property
    def era(self) -> Era | None:
        """The era of the current or last connection."""

    def note(self, text: str) -> None:
        """Write a lifecycle row of our own."""

    def tell(self) -> None:
        """Ask the listeners to look again."""


class Advisor(Protocol):
    """What knows why a server refuses a user, and shows the flow and the step that run."""

    flow: Flow | None
    step: FlowStep | None

    def advise(self, explanation: Explanation, status: int) -> Explanation:
        """The explanation of a refusal, with what is known of it."""


class FailureView(ConnectionView, Protocol):
    """What explains the failure of a connection."""

    @property
    def exit_text(self) -> str:
        """How the server's process ended."""

    @property
    def broken_text(self) -> str:
        """Why the one stream or socket ended."""

    @property
    def authorizer(self) -> Advisor:
        """What knows why the server refuses a user."""

    @property
    def stderr_said(self) -> list[str]:
        """The first and the last lines of the process that runs, or ran last."""

    @property
    def stderr_at_end(self) -> list[str]:
        """What the process wrote to stderr after its last message."""


class Requester(ConnectionView, Protocol):
    """What asks the server. The methods are those of the client, with their errors."""

    @property
    def answers(self) -> bool:
        """Whether questions of servers are answered."""

    async def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        timeout_s: float | None = None,
        on_progress: OnProgress | None = None,
        on_start: Callable[[int], None] | None = None,
        extras: Extras = NO_EXTRAS,
    ) -> Answer:
        """Ask and wait."""

    async def call_cacheable(
        self, method: str, params: dict[str, Any], *, from_cache: bool | None = None, **options: Any
    ) -> Answer:
        """Ask one of the methods with caching hints."""

    async def list_all(self, kind: str, **options: Any) -> tuple[dict[str, Any], ...]:
        """Get every page of one list."""

    async def gather(self, exchange: Exchange, result: Any) -> dict[str, Any] | None:
        """Let the questions inside a modern result be answered."""

    async def renew_session(self, old: str) -> None:
        """Start a new session in place of the one with this id."""

    def notify(self, method: str, params: dict[str, Any] | None = None) -> None:
        """Send a notification."""

    def answer(
        self, exchange: Exchange, result: dict[str, Any] | None, error: tuple[int, str] | None
    ) -> None:
        """Answer a server's request (legacy era)."""

    def cancel(self, exchange: int, reason: str = "") -> None:
        """Cancel a request of ours, if it still runs."""

    def hold(self, exchange: int) -> None:
        """Let the time limit of a call stand still until `release`."""

    def release(self, exchange: int) -> None:
        """Let the time limit of a call run again."""
