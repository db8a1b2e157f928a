"""A tiny HTTP server on a free port whose answers a test writes byte by byte."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

__all__ = ["Asked", "answer", "serve"]


@dataclass
class Asked:
    """One request as it came: the head's lines and the body."""

    line: str
    headers: list[tuple[str, str]]
    body: bytes
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    gone: asyncio.Event = field(default_factory=asyncio.Event)  # the client closed the connection

    def header(self, name: str) -> str:
        return next((value for key, value in self.headers if key.lower() == name), "")


Answer = Callable[[Asked], Awaitable[None]]


def answer(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    """A whole answer; content_type="text/html" becomes a header."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"{name.replace('_', '-').title()}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Asked:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").rstrip().split("\r\n")
    headers = [(line.partition(": ")[0], line.partition(": ")[2]) for line in head[1:]]
    asked = Asked(head[0], headers, b"", reader, writer)
    asked.body = await reader.readexactly(int(asked.header("content-length") or 0))
    return asked


@asynccontextmanager
async def serve(respond: Answer, tls: ssl.SSLContext | None = None, port: int = 0) -> AsyncIterator[str]:
    """Serve on 127.0.0.1 (port 0: a free one); gives the URL. `respond` answers each request as it likes."""
    tasks: set[asyncio.Task[None]] = set()

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        try:
            while True:
                asked = await _read(reader, writer)
                await respond(asked)
                await writer.drain()
                if writer.is_closing():
                    return
        except (EOFError, OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            return
        finally:
            tasks.discard(task)
            writer.close()

    server = await asyncio.start_server(connection, "127.0.0.1", port, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{port}/mcp"
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await server.wait_closed()
