"""Streams and sessions that break on the way to a real server: a call survives what it can survive."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

SDK = Path(__file__).parent / "servers" / "sdk.py"


class Line:
    """A TCP proxy before a server, whose connections a test can cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""

    def cut(self) -> None:
        """Break every connection there is."""
        for writer in self._writers:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers |= {writer, up_writer}
        ways = [
            asyncio.create_task(self._pump(reader, up_writer)),
            asyncio.create_task(self._pump(up_reader, writer)),
        ]
        try:
            await asyncio.wait(ways)
        except asyncio.CancelledError:  # the loop ends; a handler that is cancelled would be complained of
            for way in ways:
                way.cancel()
        self._writers -= {writer, up_writer}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()


@asynccontextmanager
async def line_to(port: int) -> AsyncIterator[Line]:
    line = Line(port)
    server = await asyncio.start_server(line.carry, "127.0.0.1", 0)
    line.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"
    try:
        yield line
    finally:
        server.close()
        line.cut()
        await server.wait_closed()


def test_call_goes_on_after_its_connection_was_cut(
    real_servers: RealServers, start_server: Callable[..., Any]
) -> None:
    """server-everything keeps its events: progress and result come on the stream taken up again.

    It replays what was sent meanwhile, but sends nothing new there, so the work ends within the pause.
    """
    port = free_port()
    start_server(real_servers("everything-http"), port)
    journal = Journal.create()

    async def main() -> None:
        async with line_to(port) as line:
            client = Client(Profile("it", HttpTarget(line.url), timeout_s=20), journal)
            await client.connect()
            seen: list[float] = []

            def progressed(exchange: Any) -> None:
                seen.append(exchange.progress)
                if len(seen) == 1:
                    line.cut()

            answer = await client.call_tool(
                "trigger-long-running-operation", b'{"duration":1,"steps":2}', on_progress=progressed
            )
            assert b"completed" in answer.result
            assert seen == [1, 2]
            await client.close()

    try:
        asyncio.run(main())
        notes = [one.note for one in journal.records(1, journal.last) if one.kind == "lifecycle"]
        assert any("resuming" in note and "after event" in note for note in notes)
    finally:
        journal.close()


@pytest.mark.parametrize("server", ["python-mcp1", "python-mcp2"])
def test_session_that_was_ended_behind_our_back_is_replaced(
    server: str, real_servers: RealServers, start_server: Callable[..., Any]
) -> None:
    port = free_port()
    words = (str(SDK), server.removeprefix("python-"), "streamable-http", str(port))
    start_server(real_servers(server, *words), port)
    journal = Journal.create()

    async def main() -> None:
        url = f"http://127.0.0.1:{port}/mcp"
        client = Client(Profile("it", HttpTarget(url), era="legacy", timeout_s=10), journal)
        await client.connect()
        assert client.session is not None
        old = client.session.conversation.era.session_id
        other = Client(Profile("other", HttpTarget(url), era="legacy", timeout_s=10), journal)
        await other.connect()
        assert other.session is not None
        other.session.conversation.era.session_id = old  # type: ignore[misc]
        await other.close()  # sends DELETE for the other's session
        answer = await client.call_tool("echo", b'{"message":"hi"}')
        assert b"Echo: hi" in answer.result
        assert client.session.conversation.era.session_id not in ("", old)
        await client.close()

    try:
        asyncio.run(main())
    finally:
        journal.close()
