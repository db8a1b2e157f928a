"""WebSocket servers on a free port: a well-behaved one, and one whose bytes a test writes."""

from __future__ import annotations

import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket
from websockets.frames import Frame, Opcode
from websockets.utils import accept_key

from tests.transport.http_server import Asked, serve

__all__ = ["agreed", "frame", "polite", "raw"]

Meet = Callable[[ServerConnection], Awaitable[None]]
_QUIET = logging.getLogger("tests.websocket")
_QUIET.addHandler(logging.NullHandler())
_QUIET.propagate = False


@asynccontextmanager
async def polite(meet: Meet, tls: ssl.SSLContext | None = None, **options: Any) -> AsyncIterator[str]:
    """Serve with the library, subprotocol mcp; gives the URL. `meet` talks with each client."""
    options = {"subprotocols": ["mcp"], "compression": None, "max_size": None, **options}
    async with serve_websocket(meet, "127.0.0.1", 0, ssl=tls, logger=_QUIET, **options) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"{'wss' if tls else 'ws'}://127.0.0.1:{port}/ws"


def agreed(asked: Asked, *headers: str) -> bytes:
    """The head that opens a WebSocket, with these headers more."""
    lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"]
    lines.append(f"Sec-WebSocket-Accept: {accept_key(asked.header('sec-websocket-key'))}")
    return "\r\n".join([*lines, *headers, "", ""]).encode()


def frame(opcode: Opcode, data: bytes, fin: bool = True, mask: bool = False) -> bytes:
    """One frame as a server sends it; mask: as it must not."""
    return Frame(opcode, data, fin).serialize(mask=mask)


def raw(respond: Callable[[Asked], Awaitable[None]]) -> AbstractAsyncContextManager[str]:
    """A server whose answer to the handshake, and all after it, `respond` writes itself."""
    return serve(respond)
