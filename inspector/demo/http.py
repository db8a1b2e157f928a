"""The HTTP driver of the demo server: which client gets a request, and sessions of the legacy era.

One endpoint, `/mcp`, for both eras. A modern request lives as long as its POST; a legacy session lives
until its DELETE. transport/http_serving.py turns sockets into `HttpRequest` objects.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final

from inspector.demo.http_rules import accepts, check_modern, is_modern, known_version
from inspector.demo.peer import INVALID_REQUEST, PARSE_ERROR, UNSUPPORTED_VERSION, Peer, Reply
from inspector.demo.request_state import Seal
from inspector.demo.revisions import LEGACY, MODERN
from inspector.demo.serving import PATH, Alarm, note, stop_on_signal, url_at
from inspector.demo.world import World
from inspector.protocol import jsonrpc
from inspector.transport.http_serving import HttpRequest, Wire, origin_allowed

__all__ = ["Site", "serve"]

SESSION_HEADER: Final = "mcp-session-id"
MAX_SESSIONS: Final = 1000


def serve(host: str, port: int, ready: Callable[[str], None]) -> int:
    """Serve until SIGINT or SIGTERM. Raises OSError when the address is taken or not ours."""
    with suppress(KeyboardInterrupt):  # raised where the loop has no signal handlers (Windows)
        asyncio.run(_serve(host, port, ready))
    return 0


async def _serve(host: str, port: int, ready: Callable[[str], None]) -> None:
    loop = asyncio.get_running_loop()
    stop = stop_on_signal()
    site = Site(host, loop)
    server = await loop.create_server(lambda: Wire(site.handle), host, port)
    bound = server.sockets[0].getsockname()[1]
    url = url_at("http", host, bound)
    note(f"demo server ready on {url}")
    ready(url)
    try:
        await stop.wait()
    finally:
        server.close()
        site.close()


def _emit(exchange: HttpRequest, reply: Reply) -> None:
    exchange.emit(reply.data, last=reply.last, status=reply.status)


class HttpSession:
    """A legacy session: its peer, the POSTs that wait for answers, and the GET streams."""

    def __init__(self, world: World, seal: Seal) -> None:
        self.posts: dict[str, HttpRequest] = {}
        self.streams: list[HttpRequest] = []
        self.peer = Peer(world, seal, self._emit)

    def _emit(self, reply: Reply) -> None:
        """On the stream of the POST it belongs to, else on the newest GET stream: "MUST NOT broadcast"."""
        if reply.stream:
            target = self.posts.get(reply.stream)
            if target is not None and not self.peer.revision:
                target.session_id = ""  # the handshake was refused
            if reply.last:
                self.posts.pop(reply.stream, None)
        else:
            self.streams = [stream for stream in self.streams if stream.open]
            target = self.streams[-1] if self.streams else None
        if target is not None:
            _emit(target, reply)

    def close(self) -> None:
        """End the peer and all streams."""
        self.peer.close()
        for stream in (*self.streams, *self.posts.values()):
            stream.end()


class Site:
    """All clients of one listening socket."""

    def __init__(self, host: str, loop: asyncio.AbstractEventLoop) -> None:
        self._host = host
        self._loop = loop
        self._world = World(loop.time(), note)
        self._seal = Seal()
        self._sessions: dict[str, HttpSession] = {}
        self._modern: set[Peer] = set()
        self._numbers = count(1)
        self._alarm = Alarm(self._world, loop)

    def handle(self, exchange: HttpRequest) -> None:
        """Answer one HTTP request, now or later."""
        self._world.now = self._loop.time()
        if not origin_allowed(exchange.headers, self._host):
            exchange.refuse(403, INVALID_REQUEST, "this Origin or Host may not use this server")
        elif exchange.path.partition("?")[0] != PATH:
            exchange.refuse(404, INVALID_REQUEST, f"the endpoint is {PATH}")
        else:
            _VERBS.get(exchange.verb, Site._not_allowed)(self, exchange)
        self._alarm.settle()

    def close(self) -> None:
        """End every client in an orderly way."""
        for session in self._sessions.values():
            session.close()
        for peer in tuple(self._modern):
            peer.close()
        self._alarm.cancel()

    # -- verbs ----------------------------------------------------------------------------------------

    def _post(self, exchange: HttpRequest) -> None:
        if exchange.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            exchange.refuse(415, INVALID_REQUEST, "Content-Type must be application/json")
        elif not (
            accepts(exchange.headers, "application/json") and accepts(exchange.headers, "text/event-stream")
        ):
            exchange.refuse(406, INVALID_REQUEST, "Accept must allow application/json and text/event-stream")
        else:
            message = jsonrpc.parse(exchange.body)
            if message.kind == "malformed":
                code = INVALID_REQUEST if message.valid else PARSE_ERROR
                exchange.refuse(400, code, message.reason, message.id)
            elif is_modern(exchange.headers, message):
                self._post_modern(exchange, message)
            else:
                self._post_legacy(exchange, message)

    def _post_modern(self, exchange: HttpRequest, message: jsonrpc.Message) -> None:
        """Each request stands alone; closing its stream cancels it."""
        if message.kind == "notification":
            exchange.accept()
            return
        if message.kind in ("response", "error", "batch"):
            exchange.refuse(400, INVALID_REQUEST, f"a client does not POST a {message.kind}")
            return
        refusal = check_modern(exchange.headers, message) if message.kind == "request" else None
        if refusal is not None:
            exchange.refuse(refusal.status, refusal.code, refusal.message, message.id)
            return
        peer = Peer(self._world, self._seal, partial(_emit, exchange), modern_only=True)
        self._modern.add(peer)

        def leave(dropped: bool) -> None:
            if dropped:
                note(f"{message.method} was cancelled: its stream was closed")
            self._modern.discard(peer)
            peer.close()
            self._alarm.settle()

        exchange.on_end = leave
        peer.receive(exchange.body, exchange.name(next(self._numbers)))

    def _post_legacy(self, exchange: HttpRequest, message: jsonrpc.Message) -> None:
        if not known_version(exchange.headers):
            data = {
                "supported": [*MODERN, *LEGACY],
                "requested": exchange.headers.get("mcp-protocol-version"),
            }
            exchange.refuse(400, UNSUPPORTED_VERSION, "unsupported MCP-Protocol-Version", message.id, data)
            return
        if SESSION_HEADER in exchange.headers:
            session = self._session(exchange)
        elif message.kind == "request" and message.method == "initialize":
            session = self._begin(exchange)
        else:
            text = "Mcp-Session-Id is missing: send initialize first, or a request of revision 2026-07-28"
            exchange.refuse(400, INVALID_REQUEST, text, message.id)
            return
        if session is None:
            return
        stream = exchange.name(next(self._numbers))
        session.posts[stream] = exchange
        if not session.peer.receive(exchange.body, stream):
            session.posts.pop(stream, None)
            exchange.accept()

    def _begin(self, exchange: HttpRequest) -> HttpSession:
        """A new session; the oldest goes when there are too many. A refused handshake leaves none behind."""
        session = HttpSession(self._world, self._seal)
        identifier = secrets.token_urlsafe(24)
        self._sessions[identifier] = session
        exchange.session_id = identifier

        def drop_refused(_dropped: bool) -> None:
            if not session.peer.revision:
                self._sessions.pop(identifier, None)
                session.close()

        exchange.on_end = drop_refused
        if len(self._sessions) > MAX_SESSIONS:
            self._sessions.pop(next(iter(self._sessions))).close()
        return session

    def _get(self, exchange: HttpRequest) -> None:
        """The listening stream of a legacy session."""
        if SESSION_HEADER not in exchange.headers:
            self._not_allowed(exchange)
        elif not accepts(exchange.headers, "text/event-stream"):
            exchange.refuse(406, INVALID_REQUEST, "Accept must allow text/event-stream")
        elif (session := self._session(exchange)) is not None:
            session.streams.append(exchange)
            exchange.open_stream()

    def _delete(self, exchange: HttpRequest) -> None:
        """The end of a legacy session."""
        if SESSION_HEADER not in exchange.headers:
            self._not_allowed(exchange)
        elif (session := self._session(exchange)) is not None:
            del self._sessions[exchange.headers[SESSION_HEADER]]
            session.close()
            exchange.answer(204)

    def _not_allowed(self, exchange: HttpRequest) -> None:
        exchange.refuse(405, INVALID_REQUEST, f"{exchange.verb} is not allowed here")

    def _session(self, exchange: HttpRequest) -> HttpSession | None:
        """The session of a request, or None when it was answered with 404: "MUST start a new session"."""
        session = self._sessions.get(exchange.headers[SESSION_HEADER])
        if session is None:
            exchange.refuse(
                404, INVALID_REQUEST, "this session is over or was never there: send initialize again"
            )
        return session


_VERBS: Final[dict[str, Callable[[Site, HttpRequest], None]]] = {
    "POST": Site._post,
    "GET": Site._get,
    "DELETE": Site._delete,
}
