"""A client over HTTP: sessions, streams and how they end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from inspector.core.client import Client
from inspector.core.profiles import Profile
from inspector.errors import ConnectError
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.transport.http_server import Asked, answer, serve

SESSION = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


def result(message: dict[str, object], value: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": value}).encode()


async def until(flag: list[str], word: str) -> None:
    async with asyncio.timeout(5):
        while word not in flag:
            await asyncio.sleep(0.005)


def test_session_that_ended_fails_the_call_and_is_still_left_with_delete(journal: Journal) -> None:
    seen: list[str] = []

    async def respond(asked: Asked) -> None:
        verb = asked.line.split()[0]
        message = json.loads(asked.body) if asked.body else {}
        seen.append(f"{verb} {message.get('method', '')} {asked.header('mcp-session-id')}".strip())
        if message.get("method") == "initialize":
            reply = result(message, HELLO)
            asked.writer.write(answer(reply, content_type="application/json", mcp_session_id=SESSION))
        elif verb == "POST" and "id" not in message:
            asked.writer.write(answer(b"", "202 Accepted"))
        else:  # also GET and DELETE
            asked.writer.write(answer(b"", "405 Method Not Allowed" if verb == "GET" else "404 Not Found"))

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="legacy", timeout_s=5), journal)
            await client.connect()
            with pytest.raises(ConnectError, match="404"):
                await client.call("tools/list")
            assert client.state == "connected"
            await until(seen, f"GET  {SESSION}")
            await client.close()

    asyncio.run(main())
    assert seen[0] == "POST initialize"
    assert f"POST notifications/initialized {SESSION}" in seen
    assert seen[-1] == f"DELETE  {SESSION}"


def test_end_of_the_sse_stream_ends_the_connection(journal: Journal) -> None:
    streams: list[Asked] = []

    async def respond(asked: Asked) -> None:
        if asked.line.startswith("GET"):
            streams.append(asked)
            asked.writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            asked.writer.write(b"event: endpoint\ndata: /messages\n\n")
            await asked.writer.drain()
            return
        message = json.loads(asked.body)
        asked.writer.write(answer(b"Accepted", "202 Accepted"))
        if message["method"] == "initialize":
            streams[0].writer.write(b"data: " + result(message, HELLO) + b"\n\n")
        elif message["method"] == "ping":
            streams[0].writer.close()

    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("s", HttpTarget(url), transport="sse", timeout_s=5), journal)
            await client.connect()
            with pytest.raises(ConnectError):
                await client.call("ping")
            async with asyncio.timeout(5):
                while client.state != "failed":
                    await asyncio.sleep(0.005)
            assert client.failure is not None
            assert "closed" in client.failure.happened
            await client.close()

    asyncio.run(main())
