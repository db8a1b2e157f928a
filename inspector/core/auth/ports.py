"""What a flow needs of its surroundings, and what it hands to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from inspector.core.servers.profiles import Profile
from inspector.core.servers.variables import Lookup
from inspector.protocol.records import SessionInfo
from inspector.protocol.wire import Arrival, Headers

__all__ = [
    "BODY_LIMIT",
    "Authorize",
    "AuthorizedConnection",
    "AuthorizedSession",
    "Fetch",
    "FetchError",
    "KnownClient",
    "Request",
    "Response",
    "Store",
    "Token",
]

BODY_LIMIT: Final = 1 << 20
"""No metadata document and no answer of a token endpoint is read beyond this."""


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request of a flow, complete. step: the step of the flow that sends it."""

    method: str
    url: str
    headers: Headers = ()
    body: bytes = b""
    step: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """Its answer. body: at most BODY_LIMIT + 1 bytes (one more says: it was longer)."""

    status: int
    headers: Headers = ()
    body: bytes = b""
    reason: str = ""

    def header(self, name: str) -> str:
        """The first header of that name, or an empty text."""
        return next((value for key, value in self.headers if key.lower() == name.lower()), "")


class FetchError(Exception):
    """No answer came: name, connection, TLS, time. The text is one sentence."""


Fetch = Callable[[Request], Awaitable[Response]]
"""Send it, follow no redirect, add no credentials, read at most BODY_LIMIT + 1 bytes. Raises FetchError."""

Authorize = Callable[[str, str], Awaitable[dict[str, str]]]
"""Show that URL to the user and wait for the callback with that `state`: the parameters that came with
it, decoded, whatever they are. Raises FetchError when none comes or the user gives up."""


@dataclass(frozen=True, slots=True)
class KnownClient:
    """A client registration. kind: pre_registered | metadata_document | registered.

    auth_method: one of TOKEN_AUTH_METHODS. expires_at: of the secret, seconds since 1970; 0: never.
    scope: what it may ask for, where the registration limits it.
    """

    client_id: str
    client_secret: str = field(default="", repr=False)
    auth_method: str = "none"
    kind: str = "pre_registered"
    redirect_uris: tuple[str, ...] = ()
    expires_at: float = 0
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Token:
    """An access token and all that is needed to use, refresh and revoke it. Secret as a whole.

    server_url: of the MCP server it was made for; it goes to no other origin. resource: what was asked for as
    resource indicator; empty in the ways of 2025-03-26. type: Bearer or DPoP, as it is to be presented.
    scope: granted; requested: asked for (of all step-ups). expires_at: seconds since 1970; 0: not said.
    dpop_key: PEM of the key it is bound to. The endpoints are kept so that nothing is discovered again.
    shown: a digest of the credentials of the settings that it was got with (`store.py`).
    """

    access_token: str = field(repr=False)
    server_url: str
    issuer: str
    client: KnownClient
    resource: str = ""
    type: str = "Bearer"
    scope: str = ""
    requested: str = ""
    expires_at: float = 0
    refresh_token: str = field(default="", repr=False)
    id_token: str = field(default="", repr=False)
    dpop_key: str = field(default="", repr=False)
    dpop_algorithm: str = ""
    token_endpoint: str = ""
    revocation_endpoint: str = ""
    shown: str = field(default="", repr=False)

    def expired(self, now: float, leeway_s: float = 30) -> bool:
        """Whether it is over, or nearly."""
        return bool(self.expires_at) and now >= self.expires_at - leeway_s


class Store(Protocol):
    """Keeps what authorization servers gave us, by issuer: nothing of one is ever shown to another."""

    async def client(self, issuer: str) -> KnownClient | None:
        """The client registration at that authorization server."""

    async def keep_client(self, issuer: str, client: KnownClient) -> None:
        """Keep it."""

    async def forget_client(self, issuer: str) -> None:
        """Forget it; the authorization server does not know it any more."""

    async def keep_token(self, token: Token) -> None:
        """Keep it for token.issuer and token.server_url; replaces the one before."""

    async def forget_token(self, token: Token) -> None:
        """Forget the one of that issuer and server."""


class AuthorizedSession(Protocol):
    """The traffic of a connection, which holds no secret."""

    secrets: tuple[str, ...]

    @property
    def info(self) -> SessionInfo:
        """What the session file says of it."""

    def feed(self, arrival: Arrival, at_ns: int) -> None:
        """Record a step of a request of the authorization."""


class AuthorizedConnection(Protocol):
    """A connection whose requests are authorized."""

    profile: Profile
    entry: str
    lookup: Lookup

    @property
    def state(self) -> str:
        """new | connecting | connected | closing | closed | failed."""

    @property
    def session(self) -> AuthorizedSession | None:
        """The current or last connection."""

    def note(self, text: str) -> None:
        """Write a lifecycle row of our own."""

    def tell(self) -> None:
        """Ask the listeners to look again."""

    def stream_refused(self, channel: str) -> None:
        """A GET of ours was answered with 401 although it had a token."""
