"""A server on stdio, reached by HTTP: for programs that speak nothing else, such as the official suite.

Bound to 127.0.0.1, under a path that only its user is told, and gone with its `close`. Messages pass as they
are; only what HTTP adds (sessions, streams, status) is the bridge's. A legacy session has a process of its
own. Modern requests share one, and a second where an id is in use: on stdio an id is of the whole pipe.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec

from inspector.errors import ConnectError
from inspector.protocol import jsonrpc
from inspector.protocol.era.declared import META
from inspector.protocol.framing import Cut, LineFramer
from inspector.protocol.jsonrpc import Message
from inspector.protocol.wire import Arrival, BytesArrived, ChannelClosed, Send
from inspector.transport import StdioTarget
from inspector.transport.http_serving import HttpRequest, Wire, origin_allowed
from inspector.transport.stdio import StdioTransport

__all__ = ["Bridge"]

HOST: Final = "127.0.0.1"
LIMIT_BYTES: Final = 16 * 1024 * 1024  # of a message of the server
MOST_CHILDREN: Final = 8
MOST_KEPT: Final = 100  # messages that came while no stream was open for them
GRACE_S: Final = 1.0
_SESSION: Final = "mcp-session-id"
_STATUS: Final = {-32601: 404, -32020: 400, -32021: 400, -32022: 400}
"""Of the errors that 2026-07-28 sends with a status of their own."""


class Bridge:
    """Starts `target` for the program that asks at its URL. Use `start`, then `close`."""

    def __init__(self, target: StdioTarget) -> None:
        self._target = target
        self._path = f"/{secrets.token_urlsafe(24)}/mcp"
        self._sessions: dict[str, _Child] = {}
        self._modern: list[_Child] = []
        self._work: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> str:
        """Listen on a free port of this computer; the URL."""
        self._server = await asyncio.get_running_loop().create_server(lambda: Wire(self._handle), HOST, 0)
        return f"http://{HOST}:{self._server.sockets[0].getsockname()[1]}{self._path}"

    async def close(self) -> None:
        """Listen no more, and end every process that was started."""
        if self._server is not None:
            self._server.close()
        for task in tuple(self._work):
            task.cancel()
        children = (*self._sessions.values(), *self._modern)
        self._sessions, self._modern = {}, []
        await asyncio.gather(*self._work, *(child.close() for child in children), return_exceptions=True)

    # -- requests

    def _handle(self, asked: HttpRequest) -> None:
        if not origin_allowed(asked.headers, HOST):
            asked.answer(403)
        elif asked.path.partition("?")[0] != self._path:
            asked.answer(404)
        elif asked.verb == "POST":
            self._spawn(self._post(asked))
        elif asked.verb in ("GET", "DELETE") and _SESSION in asked.headers:
            child = self._sessions.get(asked.headers[_SESSION])
            if child is None:
                asked.answer(404)
            elif asked.verb == "GET":
                child.listen(asked)
            else:
                del self._sessions[asked.headers[_SESSION]]
                asked.answer(204)
                self._spawn(child.close())
        else:
            asked.answer(405)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name="bridge")
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _post(self, asked: HttpRequest) -> None:
        message = jsonrpc.parse(asked.body)
        if message.kind in ("malformed", "batch"):
            asked.refuse(400, -32600 if message.valid else -32700, "the body is not one JSON-RPC message")
            return
        try:
            child = await self._child_for(asked, message)
        except ConnectError as error:
            asked.refuse(502, -32603, error.explanation.happened, message.id)
            return
        if child is not None:
            child.take(asked, message)

    async def _child_for(self, asked: HttpRequest, message: Message) -> _Child | None:
        """The process that a message is for; None: it was refused."""
        if META + "protocolVersion" in _meta(message):
            return await self._modern_child(message)
        if _SESSION in asked.headers:
            child = self._sessions.get(asked.headers[_SESSION])
            if child is None:
                asked.refuse(404, -32600, "no such session", message.id)
            return child
        if message.method == "initialize":
            if len(self._sessions) >= MOST_CHILDREN:
                await self._sessions.pop(next(iter(self._sessions))).close()
            asked.session_id = secrets.token_urlsafe(24)
            self._sessions[asked.session_id] = child = _Child(self._target)
            await child.start()
            return child
        if message.kind == "request" and message.method != "ping":  # to be refused by the server itself
            return await self._modern_child(message)
        asked.refuse(400, -32600, "Mcp-Session-Id is missing", message.id)
        return None

    async def _modern_child(self, message: Message) -> _Child:
        self._modern = [child for child in self._modern if not child.ended]
        for child in self._modern:
            if message.kind != "request" or not child.knows(message.id):
                await child.start()
                return child
        if len(self._modern) >= MOST_CHILDREN:
            await self._modern.pop(0).close()
        child = _Child(self._target)
        self._modern.append(child)
        await child.start()
        return child


class _Child:
    """A process, and the HTTP requests that wait for its messages."""

    def __init__(self, target: StdioTarget) -> None:
        self._transport = StdioTransport(target, self._arrived)
        self._framer = LineFramer(LIMIT_BYTES)
        self._posts: dict[str, HttpRequest] = {}  # id of the request → where its answer goes
        self._tokens: dict[str, str] = {}  # progress token → id of the request
        self._left: set[str] = set()  # ids whose client went away
        self._streams: list[HttpRequest] = []
        self._kept: deque[bytes] = deque(maxlen=MOST_KEPT)
        self._started: asyncio.Task[None] | None = None
        self.ended = False

    async def start(self) -> None:
        """Start it, once. Raises ConnectError."""
        if self._started is None:
            self._started = asyncio.get_running_loop().create_task(self._transport.start())
        await asyncio.shield(self._started)

    async def close(self) -> None:
        """End it, and all that waits for it."""
        self.ended = True
        for asked in (*self._posts.values(), *self._streams):
            asked.on_end = None
            asked.end()
        self._posts, self._streams = {}, []
        await self._transport.close(GRACE_S)

    def knows(self, identifier: str) -> bool:
        """Whether an id is in use, or was given up and may still be answered."""
        return identifier in self._posts or identifier in self._left

    def listen(self, asked: HttpRequest) -> None:
        """Send what belongs to no request on this stream."""
        asked.open_stream()
        self._streams.append(asked)
        while self._kept:
            asked.emit(self._kept.popleft())

    def take(self, asked: HttpRequest, message: Message) -> None:
        """Hand one message on; a request is answered when the server does."""
        if self.ended:
            asked.refuse(502, -32603, "the server exited", message.id)
            return
        if message.kind == "request":
            token = _text(_meta(message).get("progressToken"))
            self._posts[message.id] = asked
            if token:
                self._tokens[token] = message.id
            asked.on_end = self._leaving(message.id, token, _is_modern(asked))
        else:
            asked.accept()
        self._transport.carry_out(Send("stdin", jsonrpc.one_line(asked.body)))

    def _leaving(self, identifier: str, token: str, modern: bool) -> Callable[[bool], None]:
        def leave(dropped: bool) -> None:
            self._posts.pop(identifier, None)
            self._tokens.pop(token, None)
            if dropped and modern:  # there it is how a client cancels; an older one says so
                self._left.add(identifier)
                params = {"requestId": msgspec.Raw(identifier.encode())}
                line = jsonrpc.encode_notification("notifications/cancelled", params)
                self._transport.carry_out(Send("stdin", line))

        return leave

    # -- what comes

    def _arrived(self, arrival: Arrival, at_ns: int) -> None:
        if isinstance(arrival, BytesArrived) and arrival.channel == "stdout":
            for line in self._framer.feed(arrival.data):
                if not isinstance(line, Cut):
                    self._message(line)
        elif isinstance(arrival, ChannelClosed) and arrival.channel == "stdout":
            self.ended = True
            for identifier, asked in tuple(self._posts.items()):
                asked.refuse(502, -32603, "the server exited", identifier)
            for stream in self._streams:
                stream.end()

    def _message(self, line: bytes) -> None:
        message = jsonrpc.parse(line)
        data = jsonrpc.one_line(line)
        if message.kind in ("response", "error"):
            asked = self._posts.get(message.id)
            self._left.discard(message.id)
            if asked is not None:
                code = message.error_dict().get("code") if message.kind == "error" else None
                status = _STATUS.get(code, 200) if _is_modern(asked) and isinstance(code, int) else 200
                asked.emit(data, last=True, status=status)
        elif message.kind in ("request", "notification"):
            stream = self._stream_for(message)
            if stream is None:
                self._kept.append(data)
            else:
                stream.emit(data)

    def _stream_for(self, message: Message) -> HttpRequest | None:
        """Where a message of the server's own goes: to the request that it names, to the one that runs, to
        the stream that listens."""
        named = _text(_meta(message).get(META + "subscriptionId")) or self._tokens.get(
            _text(message.params_dict().get("progressToken")), ""
        )
        if named in self._posts:
            return self._posts[named]
        if self._posts and not message.method.endswith(("list_changed", "resources/updated")):
            return next(reversed(self._posts.values()))
        self._streams = [stream for stream in self._streams if stream.open]
        return self._streams[-1] if self._streams else None


def _is_modern(asked: HttpRequest) -> bool:
    """It belongs to no session."""
    return not asked.session_id and _SESSION not in asked.headers


def _meta(message: Message) -> dict[str, Any]:
    return jsonrpc.dict_of(message.params_dict().get("_meta"))


def _text(value: object) -> str:
    """An id or token as `Message.id` writes it; "" for what is none."""
    return json.dumps(value) if isinstance(value, str | int) else ""
