"""The WebSocket driver of the demo server: one client a connection, one message a text frame, both eras."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websocket
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from inspector.demo.peer import Peer, Reply
from inspector.demo.request_state import Seal
from inspector.demo.serving import PATH, Alarm, note, stop_on_signal, url_at
from inspector.demo.world import World
from inspector.transport.http_serving import origin_allowed

__all__ = ["Harbour", "serve"]

SUBPROTOCOL: Final = Subprotocol("mcp")
LIMIT_BYTES: Final = 64 * 1024 * 1024


def serve(host: str, port: int, ready: Callable[[str], None]) -> int:
    """Serve until SIGINT or SIGTERM. Raises OSError when the address is taken or not ours."""
    with suppress(KeyboardInterrupt):  # raised where the loop has no signal handlers (Windows)
        asyncio.run(_serve(host, port, ready))
    return 0


async def _serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    stop = stop_on_signal()
    quiet = logging.getLogger("inspector.demo.websocket")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False  # clients that do not speak WebSocket are no news
    harbour = Harbour(host, loop)
    async with serve_websocket(
        harbour.meet,
        host,
        port,
        process_request=harbour.check,
        select_subprotocol=_choose,
        compression=None,
        max_size=LIMIT_BYTES,
        logger=quiet,
    ) as server:
        bound = next(iter(server.sockets)).getsockname()[1]
        url = url_at("ws", host, bound)
        note(f"demo server ready on {url}")
        ready(url)
        try:
            await stop.wait()
        finally:
            harbour.close()


def _choose(connection: ServerConnection, offered: object) -> Subprotocol | None:
    """`mcp` when the client offers it; one that offers nothing, or something else, is served too."""
    return SUBPROTOCOL if isinstance(offered, list | tuple) and SUBPROTOCOL in offered else None


class Harbour:
    """All clients of one listening socket."""

    def __init__(self, host: str, loop: asyncio.AbstractEventLoop) -> None:
        self._host = host
        self._loop = loop
        self._world = World(loop.time(), note)
        self._seal = Seal()
        self._alarm = Alarm(self._world, loop)

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuse a handshake: pages of the web must not reach us, and there is one endpoint."""
        headers = {name.lower(): value for name, value in request.headers.raw_items()}
        if not origin_allowed(headers, self._host):
            return connection.respond(403, "this Origin or Host may not use this server\n")
        if request.path.partition("?")[0] != PATH:
            return connection.respond(404, f"the endpoint is {PATH}\n")
        return None

    async def meet(self, connection: ServerConnection) -> None:
        """Serve one client until it leaves."""
        replies: asyncio.Queue[bytes] = asyncio.Queue()

        def emit(reply: Reply) -> None:
            if reply.data:
                replies.put_nowait(reply.data)

        peer = Peer(self._world, self._seal, emit)
        sender = self._loop.create_task(_send(connection, replies))
        try:
            async for message in connection:
                self._world.now = self._loop.time()
                peer.receive(message.encode() if isinstance(message, str) else message)
                self._alarm.settle()
        except ConnectionClosed:
            pass  # without a close frame; it is gone all the same
        finally:
            peer.close()
            sender.cancel()
            self._alarm.settle()

    def close(self) -> None:
        """Stop the timer; the library closes the connections."""
        self._alarm.cancel()


async def _send(connection: ServerConnection, replies: asyncio.Queue[bytes]) -> None:
    """One text frame a message, in order."""
    with suppress(ConnectionClosed):
        while True:
            await connection.send(await replies.get(), text=True)
