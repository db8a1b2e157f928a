"""Subscriptions and log messages with servers that nobody here wrote, over pipes and sockets."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.checking import Checker
from inspector.core.client.client import Client
from inspector.core.client.ping import ping
from inspector.core.client.subscriptions import Filter
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

CHANGING = Path(__file__).parent / "servers" / "changing.py"
ARCHITECTURE = "demo://resource/static/document/architecture.md"
Start = Callable[..., Any]


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal.create()
    yield journal
    journal.close()


def run(target: Target, journal: Journal, use: Callable[[Client], Awaitable[None]], **profile: Any) -> None:
    """Connect, use, close; nobody may break a rule, and no message may be stray."""

    async def main() -> None:
        client = Client(Profile("it", target, **profile), journal)
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())
    journal.sync()
    broken = [
        f"#{one.record} {one.rule}: {one.message}"
        for one in Checker(journal).finish()
        if one.severity == "error"
    ]
    assert broken == []
    records = journal.records(1, journal.last)
    assert [one for one in records if one.role in ("unknown", "mistyped", "late", "duplicate")] == []


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(15):
        while not condition():
            await asyncio.sleep(0.01)


def python_sdk(transport: str, real_servers: RealServers, start_server: Start) -> Target:
    if transport == "stdio":
        argv = real_servers("python-mcp2", str(CHANGING), "stdio")
        return StdioTarget(argv[0], argv[1:])
    port = free_port()
    start_server(real_servers("python-mcp2", str(CHANGING), "streamable-http", str(port)), port)
    return HttpTarget(f"http://127.0.0.1:{port}/mcp")


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_python_sdk_acknowledges_tells_and_lets_go(
    real_servers: RealServers, start_server: Start, journal: Journal, transport: str
) -> None:
    async def change(client: Client, what: str) -> None:
        await client.call_tool("change", json.dumps({"what": what}).encode())

    async def use(client: Client) -> None:
        subscriptions = client.subscriptions
        one = subscriptions.open(Filter.of(["tools", "prompts"], ["note://one"]))
        assert await subscriptions.acknowledged(one)
        assert not one.missing
        for what in ("tools", "prompts", "resources", "note"):
            await change(client, what)
        await until(lambda: one.count == 3)
        assert [event.subject for event in one.events] == ["tools", "prompts", "note://one"]
        assert one.notes == []
        subscriptions.list_changes = True
        await subscriptions.subscribe("note://one")
        subscriptions.stop(one)
        await change(client, "resources")
        await until(lambda: subscriptions.all[-1].count == 1)
        assert one.count == 3
        assert (await ping(client)).method == "server/discover"

    run(python_sdk(transport, real_servers, start_server), journal, use)


@pytest.mark.parametrize("transport", ["stdio", "http", "sse"])
def test_server_everything_tells_of_a_resource_and_logs(
    real_servers: RealServers, start_server: Start, journal: Journal, transport: str
) -> None:
    name = "everything" if transport == "stdio" else f"everything-{transport}"
    argv, target = real_servers(name), None
    if transport == "stdio":
        target = StdioTarget(argv[0], argv[1:])
    else:
        port = free_port()
        start_server(argv, port)
        target = HttpTarget(f"http://127.0.0.1:{port}/{'sse' if transport == 'sse' else 'mcp'}")

    def logged() -> list[Any]:
        records = journal.records(1, journal.last)
        return [json.loads(one.raw)["params"]["level"] for one in records if one.role == "log"]

    async def use(client: Client) -> None:
        assert await client.subscriptions.subscribe(ARCHITECTURE) == "open"
        await client.call_tool("toggle-subscriber-updates", b"{}")
        await until(lambda: client.subscriptions.updates[ARCHITECTURE])
        assert client.subscriptions.all[-1].count
        await client.subscriptions.unsubscribe(ARCHITECTURE)
        await client.set_log_level("debug")
        await client.call_tool("toggle-simulated-logging", b"{}")
        await until(logged)
        assert (await ping(client)).method == "ping"

    run(target, journal, use)


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_the_demo_server_over_http_tells_in_both_eras(
    start_server: Start, journal: Journal, era: str
) -> None:
    port, counter = free_port(), "demo://live/counter"
    words = ("-m", "inspector", "demo-server", "--transport", "http", "--port", str(port))
    start_server((sys.executable, *words), port)

    async def use(client: Client) -> None:
        subscriptions = client.subscriptions
        subscriptions.list_changes = True
        assert await subscriptions.subscribe(counter) == "open"
        await client.call_tool("toggle_tool", b"{}")
        await until(lambda: subscriptions.updates[counter] and "tools" in client.catalog.stale)
        await client.set_log_level("alert")
        await client.call_tool("log_messages", b"{}")
        levels = [one for one in journal.records(1, journal.last) if one.role == "log"]
        assert len(levels) == 2
        await subscriptions.unsubscribe(counter)

    run(HttpTarget(f"http://127.0.0.1:{port}/mcp"), journal, use, era=era)
