"""The demo server over WebSocket: both eras on one connection, and who may not come in."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.demo.partner import MODERN, PREFIX
from tests.servers import RealServers

PROGRAM = """
from inspector.demo import run_websocket
run_websocket("127.0.0.1", 0, lambda url: print(url, flush=True))
"""
META = {f"{PREFIX}protocolVersion": MODERN, f"{PREFIX}clientCapabilities": {}}
OFFICIAL = Path(__file__).with_name("official_websocket_client.py")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The URL of a server that runs for this module."""
    with subprocess.Popen(
        (sys.executable, "-c", PROGRAM), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()
        process.terminate()
        assert process.wait(timeout=30) == 0 or sys.platform == "win32"


def talk(url: str, use: Callable[[ClientConnection], Coroutine[Any, Any, Any]], **options: Any) -> Any:
    async def main() -> Any:
        async with connect(url, proxy=None, **options) as connection:
            return await asyncio.wait_for(use(connection), 10)

    return asyncio.run(main())


async def ask(connection: ClientConnection, method: str, params: Any, number: int = 1) -> Any:
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    await connection.send(msgspec.json.encode(message), text=True)
    return msgspec.json.decode(await connection.recv())


def test_both_eras_are_served_on_one_connection(url: str) -> None:
    async def use(connection: ClientConnection) -> None:
        found = await ask(connection, "server/discover", {"_meta": META})
        assert found["result"]["supportedVersions"] == [MODERN]
        client = {"name": "t", "version": "1"}
        params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        hello = await ask(connection, "initialize", params)
        assert hello["result"]["protocolVersion"] == "2025-06-18"

    talk(url, use, subprotocols=["mcp"])


@pytest.mark.parametrize(
    ("offered", "chosen"), [(["mcp"], "mcp"), (["x", "mcp"], "mcp"), (["x"], None), (None, None)]
)
def test_the_subprotocol_is_chosen_when_it_is_offered(url: str, offered: Any, chosen: str | None) -> None:
    async def use(connection: ClientConnection) -> str | None:
        assert "result" in await ask(connection, "server/discover", {"_meta": META})
        return connection.subprotocol

    assert talk(url, use, subprotocols=offered) == chosen


def test_pages_of_the_web_may_not_use_it(url: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        talk(url, lambda connection: connection.recv(), origin="https://evil.example")
    assert caught.value.response.status_code == 403


def test_there_is_one_endpoint(url: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        talk(url.replace("/mcp", "/elsewhere"), lambda connection: connection.recv())
    assert caught.value.response.status_code == 404


def test_what_is_no_message_gets_an_error_and_the_connection_stays(url: str) -> None:
    async def use(connection: ClientConnection) -> None:
        await connection.send("this is no JSON")
        assert msgspec.json.decode(await connection.recv())["error"]["code"] == -32700
        assert "result" in await ask(connection, "server/discover", {"_meta": META})

    talk(url, use)


@pytest.mark.parametrize("era", ["modern", "legacy"])
def test_our_client_uses_it_in_both_eras(url: str, era: str) -> None:
    journal = Journal.create()

    asked: list[str] = []

    async def answer(request: ServerRequest) -> dict[str, Any]:
        asked.append(request.method)
        return {"action": "accept", "content": {"name": "Mina", "size": "small"}}

    async def main() -> None:
        profile = Profile("demo", HttpTarget(url), era=era, timeout_s=10)
        client = Client(profile, journal, answerer=answer)
        info = await client.connect()
        assert info.era == era
        assert "echo" in {tool["name"] for tool in await client.list_all("tools")}
        steps: list[float] = []
        done = await client.call_tool(
            "long_running", b'{"duration_s":0.3,"steps":3}', on_progress=lambda exchange: steps.append(1)
        )
        assert done.result and steps
        assert (await client.read_resource("demo://greeting/Ada")).result
        assert (await client.call_tool("ask_person", b"{}")).result
        await client.close()

    asyncio.run(main())
    journal.close()
    assert asked[0] == "elicitation/create"


@pytest.mark.real
def test_the_client_of_the_official_sdk_uses_it(url: str, real_servers: RealServers) -> None:
    python = real_servers("python-mcp1")
    done = subprocess.run((*python, str(OFFICIAL), url), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()[-4000:]
    seen = msgspec.json.decode(done.stdout)
    assert seen["revision"] == "2025-11-25" and "echo" in seen["tools"]
    assert "서울" in seen["echo"] and seen["progress"] == [1, 2, 3, 4]
