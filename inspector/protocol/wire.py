"""The border between transports and the protocol: arrivals come in, orders go out.

A transport is anything that produces the first and carries out the second. Nothing here does I/O.

Channels are names: `stdin`, `stdout`, `stderr` of a child process; `post-N` for the answer to the N-th
POST, `get-N` for an HTTP GET stream, `delete-N`; `sse` for the one stream of HTTP+SSE; `ws` for both
directions of a WebSocket; `auth-N` for the N-th request of an authorization, which carries no message.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

__all__ = [
    "AUTH",
    "PIPES",
    "Arrival",
    "BodySent",
    "BytesArrived",
    "ChannelClosed",
    "ChannelOpened",
    "Drop",
    "Headers",
    "HeadersSent",
    "LifecycleStep",
    "Open",
    "Order",
    "Passed",
    "Pipe",
    "Send",
    "Sent",
    "Sink",
    "overlaid",
]

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pipe:
    """A transport with one connection for everything, both ways: names of its two channels.

    ending: bytes that end a message: 1 newline on stdio, 0 where frames keep the borders.
    """

    outgoing: str
    incoming: str
    ending: int = 0


PIPES: Final = {"stdio": Pipe("stdin", "stdout", 1), "websocket": Pipe("ws", "ws")}
"""By the transport's name. Of the others each message, or each direction, has a channel of its own."""


AUTH: Final = "auth-"
"""How the channels of an authorization begin."""


def overlaid(below: Headers, above: Headers) -> Headers:
    """Both layers; a name above replaces that below, in any case. The same name twice above stays twice."""
    names = {name.lower() for name, _ in above}
    return (*(pair for pair in below if pair[0].lower() not in names), *above) if above else below


# -- arrivals ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChannelOpened:
    """A channel is there: a process started (status 0), or an HTTP response head came (its status)."""

    channel: str
    status: int = 0
    headers: Headers = ()
    http_version: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BytesArrived:
    """1 byte to 64 KiB of a channel, cut anywhere, after HTTP transfer and content decoding.

    WebSocket only: `ends` is the last piece of a message (`data` may then be empty); `binary` says that
    the frame is no text.
    """

    channel: str
    data: bytes
    ends: bool = False
    binary: bool = False


@dataclass(frozen=True, slots=True)
class ChannelClosed:
    """Nothing more comes on this channel. `error` is empty when it ended in an orderly way."""

    channel: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class HeadersSent:
    """An HTTP request goes out with exactly these headers (as httpx made them, secrets included)."""

    channel: str
    verb: str
    url: str
    headers: Headers


@dataclass(frozen=True, slots=True)
class BodySent:
    """The body of a request that carries no message, without its secrets: of an authorization."""

    channel: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Sent:
    """The bytes of an order leave for the socket, stamped before the first of them; `queued` is over.

    Over a pipe: the last of them has left, for an order that `carry_out` could not write at once.
    """

    channel: str


@dataclass(frozen=True, slots=True)
class Passed:
    """An HTTP request on its way. moment: connect | tls | written, as `Exchange` has them."""

    channel: str
    moment: str


@dataclass(frozen=True, slots=True)
class LifecycleStep:
    """A lifecycle step worth a row: started (pid), exited (code or signal), SIGTERM sent, redirect refused.

    name: started | exited | stdin-closed | terminated | killed | connected | refused | redirect | error |
    ping | pong | closing | close (both of a WebSocket, by us and by the server)
    """

    name: str
    text: str
    data: dict[str, object] = field(default_factory=dict)


Arrival = (
    ChannelOpened | BytesArrived | ChannelClosed | HeadersSent | BodySent | Sent | Passed | LifecycleStep
)

Sink = Callable[[Arrival, int], None]
"""Called by a transport with an arrival and the `time.monotonic_ns()` taken when it came. Plain call."""


# -- orders ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Send:
    """Carry one message. stdio: `data` and a newline to stdin. HTTP: one POST whose answer is `channel`.
    WebSocket: one text frame.

    `data` is sent as it is; with `exact` stdio adds no newline. `headers` are the era's; the transport
    puts those of the target before them and leaves out what `without` names, in any case.
    """

    channel: str
    data: bytes
    headers: Headers = ()
    exact: bool = False
    without: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """Open a listening channel with an HTTP GET, or end a session with `verb` DELETE. stdio ignores it."""

    channel: str
    headers: Headers = ()
    verb: str = "GET"


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the channel from our side, for instance a response stream to cancel its request (modern)."""

    channel: str


Order = Send | Open | Drop
