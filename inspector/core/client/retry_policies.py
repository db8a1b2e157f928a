"""When a client may retry: ask once more under a new id when the first try cannot have worked.

Each cause is one row of `CAUSES`; a call is retried at most once, and the timeline says why.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from inspector.core.client.answers import Extras
from inspector.core.client.calls import Outcome
from inspector.errors import InspectorError
from inspector.protocol.conversation import NO_ANSWER
from inspector.protocol.era.modern import ModernEra
from inspector.protocol.era.negotiation import newest
from inspector.protocol.methods import MODERN_REVISIONS, SAFE_METHODS
from inspector.translation import recorded

if TYPE_CHECKING:
    from inspector.core.client.ports import Requester

__all__ = ["Failed", "prepare_retry", "refused_on"]

HEADER_MISMATCH: Final = -32020
UNSUPPORTED_VERSION: Final = -32022


@dataclass(frozen=True, slots=True)
class Failed:
    """A request that did not get its result."""

    method: str
    extras: Extras
    outcome: Outcome
    session_id: str = ""

    @property
    def error(self) -> dict[str, Any]:
        """The JSON-RPC error, {} when there is none."""
        message = self.outcome[0]
        return message.error_dict() if message is not None and message.kind == "error" else {}


async def prepare_retry(client: Requester, failed: Failed) -> str:
    """Make ready for a second try. Returns what was done, in words; empty: there is to be none."""
    for cause in CAUSES:
        if (done := await cause(client, failed)) is not None:
            return done
    return ""


def refused_on(outcome: Outcome) -> str:
    """The channel on which the request can have been refused before it was looked at; empty: it was taken.

    A GET that was to bring the answer comes after the request was taken: a tool is not run twice.
    """
    channel, method = outcome[2].channel, outcome[2].method
    return channel if method in SAFE_METHODS or not channel.startswith("get-") else ""


async def _session_expired(client: Requester, failed: Failed) -> str | None:
    """ "404 … MUST start a new session": the server forgot this one, the request was not looked at.

    A GET that was to bring the answer comes after the request was taken: a tool is not run twice.
    Source: MCP 2025-11-25, basic/transports, session management."""
    if failed.outcome[1] != 404 or not failed.session_id:
        return None
    if failed.error.get("code") == -32601:  # an unknown method, and the status says so too
        return None
    await client.renew_session(failed.session_id)
    taken = failed.outcome[2].channel.startswith("get-")
    if taken and failed.method not in SAFE_METHODS:
        return ""
    return recorded("session expired on the server; started a new one and sent the request again")


async def _headers_mismatch(client: Requester, failed: Failed) -> str | None:
    """A tool's schema changed: list again, so that its headers are built from the new one."""
    if failed.error.get("code") != HEADER_MISMATCH or failed.method != "tools/call" or failed.extras.headers:
        return None
    try:
        await client.list_all("tools", from_cache=False)
    except InspectorError:
        return ""
    return recorded("headers did not match (-32020); listed the tools again and repeated the call")


async def _other_revision(client: Requester, failed: Failed) -> str | None:
    """The server names revisions of which we speak another one than was used."""
    session = client.session
    era = session.conversation.era if session is not None else None
    if failed.error.get("code") != UNSUPPORTED_VERSION or not isinstance(era, ModernEra):
        return None
    data = failed.error.get("data")
    revision = newest(data.get("supported") if isinstance(data, dict) else None, MODERN_REVISIONS)
    if not revision or revision == era.revision:
        return ""
    era.revision = revision
    return recorded("server requires revision {revision}; request repeated with it", revision=revision)


async def _stream_broke(client: Requester, failed: Failed) -> str | None:
    """Modern HTTP: "a broken response stream loses the request". What only reads is asked again; a tool
    may have done its work, so a user decides."""
    session = client.session
    message, _, exchange = failed.outcome
    modern = session is not None and session.conversation.era.cancel_by_closing(client.transport == "http")
    if message is not None or not modern or exchange.status != "lost" or failed.method not in SAFE_METHODS:
        return None
    if not exchange.first_ns or exchange.detail == NO_ANSWER:
        return None  # the server is not reachable, or what it answered is whole, but no answer
    return recorded("response stream broke; request sent again with a new id")


CAUSES: Final[tuple[Callable[[Requester, Failed], Awaitable[str | None]], ...]] = (
    _session_expired,
    _headers_mismatch,
    _other_revision,
    _stream_broke,
)
"""In turn; the first that does not give None decides."""
