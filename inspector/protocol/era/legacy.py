"""Legacy era: a handshake, then everything belongs to that session (2024-11-05 to 2025-11-25)."""

from __future__ import annotations

from typing import Any, Final

from inspector.protocol.era import Declared
from inspector.protocol.methods import LATEST_LEGACY
from inspector.protocol.wire import Headers

__all__ = ["LegacyEra", "opening"]

_ACCEPT: Final[Headers] = (
    ("Accept", "application/json, text/event-stream"),
    ("Content-Type", "application/json"),
)
_FIRST_WITH_VERSION_HEADER: Final = "2025-06-18"


class LegacyEra:
    """Implements `Era`. Before the handshake ended, `agreed` is False and no version header is sent.

    meta: what a user adds to the `_meta` of every request.
    """

    name = "legacy"

    def __init__(
        self, revision: str = LATEST_LEGACY, agreed: bool = False, meta: dict[str, Any] | None = None
    ) -> None:
        self.revision = revision
        self.agreed = agreed
        self.meta = meta or {}
        self.session_id = ""

    def dress(self, method: str, params: dict[str, Any], token: int | None) -> dict[str, Any]:
        """The progress token ("the client may include it in the request metadata"), and a user's own."""
        given = params.get("_meta")
        meta = dict(self.meta)
        if token is not None and method != "initialize":
            meta["progressToken"] = token
        meta |= given if isinstance(given, dict) else {}
        return {**params, "_meta": meta} if meta else params

    def headers(self, method: str, params: dict[str, Any]) -> Headers:
        """Accept, content type, and after the handshake version (from 2025-06-18) and session id."""
        headers = _ACCEPT
        if method == "initialize" or not self.agreed:
            return headers
        if self.revision >= _FIRST_WITH_VERSION_HEADER:
            headers += (("MCP-Protocol-Version", self.revision),)
        return headers + self.session_headers()

    def session_headers(self) -> Headers:
        """The session id, which "MUST be included in all subsequent requests"."""
        return (("Mcp-Session-Id", self.session_id),) if self.session_id else ()

    def listen_headers(self, last_event_id: str = "") -> Headers:
        """For the GET stream, after which event to take it up, and for DELETE."""
        version: Headers = ()
        if self.revision >= _FIRST_WITH_VERSION_HEADER:
            version = (("MCP-Protocol-Version", self.revision),)
        resumed: Headers = (("Last-Event-ID", last_event_id),) if last_event_id else ()
        return (("Accept", "text/event-stream"), *version, *self.session_headers(), *resumed)

    def learn(self, headers: Headers) -> None:
        """Keep the session id of the InitializeResult response."""
        for name, value in headers:
            if name.lower() == "mcp-session-id":
                self.session_id = value

    def cancel_by_closing(self, over_http: bool) -> bool:
        """ "Disconnection SHOULD NOT be interpreted as the client cancelling its request"."""
        return False

    def resumes(self, over_http: bool) -> bool:
        """From 2025-03-26; HTTP+SSE, which is older, has one stream that ends the connection."""
        return over_http

    def answers_by_retry(self) -> bool:
        """The server sends requests of its own and gets responses."""
        return False


def opening(declared: Declared, revision: str) -> dict[str, Any]:
    """Params of `initialize`, with only the members that this revision knows."""
    return {
        "protocolVersion": revision,
        "capabilities": declared.capabilities_in(revision),
        "clientInfo": declared.client_info_in(revision),
    }
