"""Servers that nobody here wrote offer and do more for clients that declare more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.answers import Answer, Extras
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.protocol.era.declared import META, required_of
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

URL_TOO = {"elicitation": {"form": {}, "url": {}}}
REQUIRING = str(Path(__file__).parent / "servers" / "requiring.py")


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal.create()
    yield journal
    journal.close()


@pytest.fixture
def requiring_http(real_servers: RealServers, start_server: Callable[..., Any]) -> HttpTarget:
    port = free_port()
    start_server(real_servers("python-mcp2", REQUIRING, "streamable-http", str(port)), port)
    return HttpTarget(f"http://127.0.0.1:{port}/mcp")


async def _no_roots(_request: ServerRequest) -> dict[str, Any]:
    return {"roots": []}


def on(target: Target, journal: Journal, use: Callable[[Client], Awaitable[None]], **members: Any) -> Client:
    """Connect, use, close."""
    client = Client(Profile("it", target, **members), journal, answerer=_no_roots)

    async def main() -> None:
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    asyncio.run(main())
    return client


def command(words: tuple[str, ...]) -> StdioTarget:
    return StdioTarget(words[0], words[1:])


async def _list(client: Client) -> None:
    await client.list_all("tools")


@pytest.mark.parametrize(
    ("capabilities", "expected"),
    [
        ({}, set()),
        ({"roots": {}}, {"get-roots-list"}),
        ({"sampling": {}}, {"trigger-sampling-request"}),
        ({"elicitation": {}}, {"trigger-elicitation-request"}),
        (
            {"elicitation": {"form": {}, "url": {}}},
            {"trigger-elicitation-request", "trigger-url-elicitation"},
        ),
    ],
)
def test_server_everything_shows_the_tools_of_what_is_declared(
    capabilities: dict[str, Any], expected: set[str], real_servers: RealServers, journal: Journal
) -> None:
    target = command(real_servers("everything"))
    client = on(target, journal, _list, capabilities=capabilities)
    gated = {"get-roots-list", "trigger-sampling-request", "trigger-elicitation-request"}
    gated |= {"trigger-url-elicitation"}
    assert {tool["name"] for tool in client.catalog.tools} & gated == expected


def test_a_modern_server_refuses_until_the_capability_is_declared(
    real_servers: RealServers, journal: Journal
) -> None:
    async def use(client: Client) -> None:
        refused = await client.call_tool("count_roots", b"{}")
        required = required_of(json.loads(refused.error))
        assert required == {"roots": {}}
        client.declare({"x": {}, **required})
        assert b'"result":0' in (await client.call_tool("count_roots", b"{}")).result

    on(command(real_servers("python-mcp2", REQUIRING, "stdio")), journal, use, capabilities={})


def test_one_request_declares_what_its_connection_does_not(
    real_servers: RealServers, journal: Journal
) -> None:
    async def use(client: Client) -> None:
        extras = Extras({META + "clientCapabilities": {"roots": {}}})
        assert (await client.call_tool("count_roots", b"{}", extras=extras)).result
        assert (await client.call_tool("count_roots", b"{}")).error

    on(command(real_servers("python-mcp2", REQUIRING, "stdio")), journal, use, capabilities={})


def _said(answer: Answer) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(answer.value["content"][0]["text"])
    return said


def test_meta_and_headers_of_one_request_arrive(requiring_http: HttpTarget, journal: Journal) -> None:
    async def use(client: Client) -> None:
        extras = Extras({"com.example/a": [1]}, (("X-One", "1"), ("user-agent", "mine")))
        said = _said(await client.call_tool("who_asks", b"{}", extras=extras))
        assert said["meta"]["com.example/a"] == [1] and said["meta"]["com.example/b"] == 2
        assert (said["headers"]["x-one"], said["headers"]["user-agent"]) == ("1", "mine")
        plain = _said(await client.call_tool("who_asks", b"{}"))
        assert "x-one" not in plain["headers"] and "com.example/a" not in plain["meta"]

    on(requiring_http, journal, use, meta={"com.example/b": 2})


@pytest.mark.parametrize(
    ("headers", "code"),
    [((), -32022), ((("MCP-Protocol-Version", "2026-07-28"),), -32020)],
    ids=["the header follows", "a mismatch on purpose"],
)
def test_another_version_in_the_meta(
    headers: tuple[tuple[str, str], ...], code: int, requiring_http: HttpTarget, journal: Journal
) -> None:
    async def use(client: Client) -> None:
        extras = Extras({META + "protocolVersion": "2031-01-01"}, headers)
        answer = await client.call("tools/list", {}, extras=extras)
        assert json.loads(answer.error)["code"] == code

    on(requiring_http, journal, use)
