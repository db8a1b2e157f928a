"""The seeded server on a port, which it prints: `python -m tests.seeded.serve_http`.

It serves `/mcp/LETTER/FAULT/RUN` (A: HTTP+SSE); each run is a server of its own.
"""

from __future__ import annotations

import asyncio
import base64
import json
import uuid
from typing import Any

from tests.seeded.serve import as_bytes, bent
from tests.seeded.server import DATES, Gone, Head, HttpRequest, M, Message, Server

__all__ = ["Http", "serve_http"]


class Http:
    """All servers of one port, by path."""

    def __init__(self) -> None:
        self.servers: dict[str, Server] = {}
        self.streams: dict[tuple[str, str], asyncio.Queue[tuple[Any, bool]]] = {}
        self.port = 0

    def server(self, path: str) -> Server:
        """Of one run. A: the path of posts is that of the stream and "/post"."""
        if path not in self.servers:
            _, _, letter, fault, _run = path.split("/")

            def send(stream: str, message: Any, last: bool) -> None:
                key = (path, "" if letter == "A" else stream)
                if key not in self.streams:
                    key = (path, "")
                self.streams.setdefault(key, asyncio.Queue()).put_nowait((message, last))

            self.servers[path] = bent(letter, "http", fault, send)
            self.servers[path].origin = f"http://127.0.0.1:{self.port}"
        return self.servers[path]

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, request after request."""
        try:
            while request := await read_request(reader):
                if await self.respond(request, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def respond(
        self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the connection ends with it."""
        path = request.path.partition("?")[0]
        at = path.find("/mcp/")
        base = "/".join(path[at:].split("/")[:5]) if at >= 0 else ""
        if base.count("/") != 4:
            write_head(writer, Head(404))
            return False
        server = self.server(base)
        for place, route in server.routes.items():
            if path.startswith(place) and not path.startswith("/mcp/"):
                write_head(writer, route(request))
                return False
        if at != 0:
            write_head(writer, Head(404))
            return False
        refusal = self.refusal(server, request)
        if refusal is not None:
            self.head(server, request, refusal)
            write_head(writer, refusal)
            return False
        if request.verb == "GET":
            return await self.listen(server, base, request, reader, writer)
        if request.verb == "DELETE":
            server.session_id = "ended"
            head = Head(200)
            self.head(server, request, head)
            write_head(writer, head)
            return False
        return await self.post(server, base, request, reader, writer)

    def head(self, server: Server, request: HttpRequest, head: Head) -> None:
        for hook in server.heads:
            hook(server, request, head)

    def refusal(self, server: Server, request: HttpRequest) -> Head | None:
        """What HTTP itself demands."""
        headers = request.headers
        origin = headers.get("origin", server.origin)
        if origin != server.origin and "origin" not in server.lax:
            return Head(403)
        if server.token and headers.get("authorization") != f"Bearer {server.token}":
            return Head(401)
        if server.letter == "A":
            return None
        if server.letter == "E":
            return (
                Head(405, {"Allow": "POST"}) if request.verb != "POST" and "verbs" not in server.lax else None
            )
        version = headers.get("mcp-protocol-version", DATES[server.letter])
        if version not in DATES.values() and server.letter in "CD" and "version header" not in server.lax:
            return Head(400)
        if request.verb == "POST" and b'"initialize"' in request.body:
            return None
        if "mcp-session-id" not in headers and "session" not in server.lax:
            return Head(400)
        if headers.get("mcp-session-id") != server.session_id and "sessions" not in server.lax:
            return Head(404)
        return None

    async def listen(
        self,
        server: Server,
        base: str,
        request: HttpRequest,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        """GET: the general stream."""
        queue = self.streams.setdefault((base, ""), asyncio.Queue())
        head = Head(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        self.head(server, request, head)
        write_head(writer, head, stream=True)
        if head.body or head.status != 200:
            return True
        if server.letter == "A":
            event = f"event: endpoint\ndata: {base}/post\n\n".encode()
            for hook in server.events:
                event = hook(server, event, {}, request)
            writer.write(event)
        await self.stream(server, queue, request, reader, writer)
        return True

    async def post(
        self,
        server: Server,
        base: str,
        request: HttpRequest,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        try:
            message = json.loads(request.body)
        except (ValueError, RecursionError):
            message = None
            named = {} if server.letter in "DE" else {"id": None}
            error = {"jsonrpc": "2.0", **named, "error": {"code": -32700, "message": "not JSON"}}
        if server.letter == "A":
            head = Head(202)
            self.head(server, request, head)
            write_head(writer, head)
            if message is None:
                self.streams[base, ""].put_nowait((error, True))
            else:
                server.take("", message)
            return False
        if message is None:
            head = Head(400, {"Content-Type": "application/json"}, as_bytes(error))
            self.head(server, request, head)
            write_head(writer, head)
            return False
        if server.letter == "E" and (refused := refused_headers(server, request, message)):
            head = Head(400, {"Content-Type": "application/json"}, as_bytes(refused))
            self.head(server, request, head)
            write_head(writer, head)
            return False
        asks = isinstance(message, list) or ("id" in message and "method" in message)
        if isinstance(message, list):
            asks = (
                any(isinstance(one, dict) and "id" in one and "method" in one for one in message)
                or not message
            )
        stream = uuid.uuid4().hex if asks else ""
        if not asks:
            head = Head(202)
            self.head(server, request, head)
            write_head(writer, head)
            server.take("", message)
            return False
        queue = self.streams[base, stream] = asyncio.Queue()
        server.take(stream, message)
        first, last = await queue.get()
        method = message.get("method") if isinstance(message, dict) else ""
        head = Head(200)
        if method == "initialize":
            server.session_id = (
                server.session_id if server.session_id not in ("", "ended") else str(uuid.uuid4())
            )
            head.headers["Mcp-Session-Id"] = server.session_id
            if server.letter == "E":
                del head.headers["Mcp-Session-Id"]
        error = parsed(first).get("error")
        if server.letter == "E" and isinstance(error, dict):
            code = error.get("code")
            head.status = 404 if code == -32601 else 400 if code in (-32020, -32021, -32022) else 200
            if code == -32602 and "_meta" in str(error.get("message")):
                head.status = 400
        if last and "events" not in server.lax:
            head.headers["Content-Type"] = "application/json"
            head.body = as_bytes(first)
            self.head(server, request, head)
            write_head(writer, head)
            del self.streams[base, stream]
            return False
        head.headers |= {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
        if server.letter == "E":
            head.headers["X-Accel-Buffering"] = "no"
        self.head(server, request, head)
        write_head(writer, head, stream=True)
        if server.letter == "D":
            event = f"id: {uuid.uuid4().hex}\ndata: \n\n".encode()
            for hook in server.events:
                event = hook(server, event, {}, request)
            writer.write(event)
        again: asyncio.Queue[tuple[Any, bool]] = asyncio.Queue()
        again.put_nowait((first, last))
        while not queue.empty():
            again.put_nowait(queue.get_nowait())
        self.streams[base, stream] = again
        await self.stream(server, again, request, reader, writer)
        del self.streams[base, stream]
        server.listening.pop(stream, None)
        return True

    async def stream(
        self,
        server: Server,
        queue: asyncio.Queue[tuple[Any, bool]],
        request: HttpRequest,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Events until the last one, or until the client goes."""
        leaving = asyncio.ensure_future(reader.read(1))
        try:
            while True:
                coming = asyncio.ensure_future(queue.get())
                done, _ = await asyncio.wait((coming, leaving), return_when=asyncio.FIRST_COMPLETED)
                if coming not in done:
                    coming.cancel()
                    return
                message, last = coming.result()
                if message is Gone:
                    return
                event = b"event: message\ndata: " + as_bytes(message) + b"\n\n"
                if server.letter in "BCD":
                    event = b"id: " + uuid.uuid4().hex.encode() + b"\n" + event
                for hook in server.events:
                    event = hook(server, event, message, request)
                writer.write(event)
                await writer.drain()
                if last and server.letter != "A" and request.verb == "POST" and queue.empty():
                    return
        finally:
            leaving.cancel()


def refused_headers(server: Server, request: HttpRequest, message: Any) -> Message | None:
    """The error of a modern request whose headers do not say what its body says."""
    if not isinstance(message, dict) or "method" not in message or "id" not in message:
        return None
    params = message.get("params") if isinstance(message.get("params"), dict) else {}
    assert isinstance(params, dict)
    meta = params.get("_meta") if isinstance(params.get("_meta"), dict) else {}
    version = meta.get(M + "protocolVersion") if isinstance(meta, dict) else None
    method = message["method"]
    if version is None and method != "initialize":
        return None  # answered for that
    wanted = {"mcp-protocol-version": version, "mcp-method": method}
    if method in ("tools/call", "prompts/get"):
        wanted["mcp-name"] = params.get("name")
    elif method == "resources/read":
        wanted["mcp-name"] = params.get("uri")
    elif method in ("tasks/get", "tasks/update", "tasks/cancel"):
        wanted["mcp-name"] = params.get("taskId")
    arguments = params.get("arguments")
    if (
        method == "tools/call"
        and params.get("name") == "work"
        and isinstance(arguments, dict)
        and "steps" in arguments
    ):
        wanted["mcp-param-steps"] = str(arguments["steps"])
    if method == "initialize":
        return None
    for name, value in wanted.items():
        if name in server.lax:
            continue
        if decoded(request.headers.get(name)) != value:
            error = {"code": -32020, "message": f"the header {name} does not say what the body says"}
            return {"jsonrpc": "2.0", "id": message["id"], "error": error}
    return None


def decoded(value: str | None) -> str | None:
    """A header as its sender meant it."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    return base64.b64decode(value[9:-2]).decode()


def parsed(message: Any) -> Message:
    """Of a message that may be bent into bytes; {} where it is no object."""
    try:
        found = json.loads(message) if isinstance(message, bytes) else message
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


async def read_request(reader: asyncio.StreamReader) -> HttpRequest | None:
    """None at the end of the connection."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").split("\r\n")
    verb, path, _ = first.split(" ", 2)
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        if name:
            headers[name.lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return HttpRequest(verb, path, headers, body)


def write_head(writer: asyncio.StreamWriter, head: Head, *, stream: bool = False) -> None:
    """The head, and the body unless a stream follows."""
    lines = [f"HTTP/1.1 {head.status} X", *(f"{name}: {value}" for name, value in head.headers.items())]
    lines.append("Connection: close" if stream else f"Content-Length: {len(head.body)}")
    writer.write("\r\n".join((*lines, "", "")).encode("utf-8") + head.body)


async def serve_http() -> None:
    """Until the process is ended."""
    http = Http()
    server = await asyncio.start_server(http.connection, "127.0.0.1", 0, limit=1 << 24)
    http.port = server.sockets[0].getsockname()[1]
    print(http.port, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve_http())
