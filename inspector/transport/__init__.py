"""Transports: what carries bytes. Each yields arrivals, carries out orders, and decides nothing.

To add one: a module with a dataclass of its parameters and a class like `Transport`, and a line in
`TRANSPORTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final, Protocol

from inspector.protocol.wire import Headers, Order, Sink
from inspector.translation import QT_TRANSLATE_NOOP
from inspector.transport.parameters import parameter

__all__ = [
    "ENVIRONMENTS",
    "TRANSPORTS",
    "Authorizer",
    "HttpTarget",
    "StdioTarget",
    "Target",
    "Transport",
    "make_transport",
]

ENVIRONMENTS: Final = ("own", "restricted", "as claude-desktop", "as cursor", "as vscode")
"""What `StdioTarget.environment` may say; of `as`, see `client_environments.CLIENTS`."""


@dataclass(frozen=True, slots=True)
class StdioTarget:
    """A child process. `env` is added to the user's own environment; `cwd` empty: ours.

    environment: "own" (the user's, cleaned of what a frozen program adds), "restricted" (the safe subset
    that the official SDKs pass), or "as claude-desktop", "as cursor", "as vscode": as that client starts it.
    """

    command: str = field(
        metadata=parameter(
            "required",
            QT_TRANSLATE_NOOP("EditServer", "Command"),
            help=QT_TRANSLATE_NOOP("EditServer", "Enter the program to start."),
        )
    )
    args: tuple[str, ...] = field(
        default=(),
        metadata=parameter(
            "lines",
            QT_TRANSLATE_NOOP("EditServer", "Arguments"),
            help=QT_TRANSLATE_NOOP("EditServer", "One argument per line"),
        ),
    )
    env: dict[str, str] = field(
        default_factory=dict,
        metadata=parameter(
            "variables",
            QT_TRANSLATE_NOOP("EditServer", "Variables"),
            help=QT_TRANSLATE_NOOP("EditServer", "NAME=value, one per line"),
        ),
    )
    cwd: str = field(
        default="",
        metadata=parameter(
            "folder",
            QT_TRANSLATE_NOOP("EditServer", "Working directory"),
            help=QT_TRANSLATE_NOOP(
                "EditServer", "Where the server starts; if empty, this app's working directory"
            ),
        ),
    )
    environment: str = field(
        default="own",
        metadata=parameter("choice", QT_TRANSLATE_NOOP("EditServer", "Environment"), choices=ENVIRONMENTS),
    )


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """A URL (also of a WebSocket). `headers` are sent with every request, or with the handshake.

    verify: False, True, or the path of a file or folder of certificates to trust beside the system's.
    client_cert, client_key: PEM files of our own certificate; the key may stand in that file.
    """

    url: str = field(metadata=parameter("url", QT_TRANSLATE_NOOP("EditServer", "URL")))
    headers: dict[str, str] = field(
        default_factory=dict,
        metadata=parameter(
            "headers",
            QT_TRANSLATE_NOOP("EditServer", "Headers"),
            help=QT_TRANSLATE_NOOP("EditServer", "Name: value, one per line"),
        ),
    )
    verify: bool | str = field(
        default=True,
        metadata=parameter(
            "trust",
            QT_TRANSLATE_NOOP("EditServer", "Extra CA file"),
            help=QT_TRANSLATE_NOOP(
                "EditServer", "PEM file or folder, trusted in addition to the system's authorities"
            ),
            page="network",
        ),
    )
    proxy: str = field(
        default="",
        metadata=parameter(
            "text",
            QT_TRANSLATE_NOOP("EditServer", "Proxy"),
            help=QT_TRANSLATE_NOOP("EditServer", "http://host:port; if empty, from the environment"),
            page="network",
        ),
    )
    connect_timeout_s: float = field(
        default=10.0,
        metadata=parameter(
            "seconds",
            QT_TRANSLATE_NOOP("EditServer", "Connect timeout"),
            page="network",
            key="connectTimeout",
            limits=(0.1, 600.0),
        ),
    )
    client_cert: str = field(
        default="",
        metadata=parameter(
            "file",
            QT_TRANSLATE_NOOP("EditServer", "Client certificate"),
            help=QT_TRANSLATE_NOOP("EditServer", "PEM file with the client certificate"),
            page="network",
            key="clientCertificate",
        ),
    )
    client_key: str = field(
        default="",
        metadata=parameter(
            "file",
            QT_TRANSLATE_NOOP("EditServer", "Private key"),
            help=QT_TRANSLATE_NOOP(
                "EditServer", "PEM file without a passphrase; leave empty if it is in the certificate file"
            ),
            page="network",
            key="clientKey",
        ),
    )


Target = StdioTarget | HttpTarget


class Authorizer(Protocol):
    """Our credentials, sent with every request to the origin of the target, and never to another."""

    def headers(self, method: str, url: str, body: bytes) -> Headers:
        """The credentials of exactly this request; they win over the headers of the target."""

    def answered(self, channel: str, status: int, headers: Headers) -> None:
        """The head of its answer."""


class Transport(Protocol):
    """What `core/client/client.py` needs of a transport. Constructed with (target, sink), over HTTP also with
    an `Authorizer` or None."""

    async def start(self) -> None:
        """Start the process or prepare the HTTP client. Raises ConnectError with its explanation."""

    def carry_out(self, order: Order) -> bool:
        """Take the order; never blocks, never raises for what the peer does.

        True: over a pipe, all its bytes have left. Else a `Sent` follows when they have."""

    async def close(self, grace_s: float = 2.0) -> None:
        """End it: stdio close stdin → wait grace_s → SIGTERM to the group → wait → SIGKILL to the tree;
        HTTP cancels open streams; a WebSocket sends a close frame.
        Afterwards no process, task or socket is left."""


TRANSPORTS: dict[str, str] = {
    "stdio": "inspector.transport.stdio:StdioTransport",
    "http": "inspector.transport.http:HttpTransport",
    "sse": "inspector.transport.http_sse:SseTransport",
    "websocket": "inspector.transport.websocket:WebSocketTransport",
}
"""Name → "module:class". By name, so that a command line over stdio does not pay for importing httpx."""


def make_transport(name: str, target: Target, sink: Sink, authorizer: Authorizer | None = None) -> Transport:
    """The transport of that name for this target. KeyError: no such transport."""
    module, _, attribute = TRANSPORTS[name].partition(":")
    factory: Callable[..., Transport] = getattr(import_module(module), attribute)
    return factory(target, sink) if isinstance(target, StdioTarget) else factory(target, sink, authorizer)
