"""Caching hints, `x-mcp-header` and output schemas of servers that nobody here wrote."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.client.structured import check_structured
from inspector.core.servers.profiles import Profile
from inspector.core.validation.validation import Validator
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.servers import RealServers, ServerProcess, free_port

pytestmark = pytest.mark.real

LISTS = str(Path(__file__).parent / "servers" / "lists.py")
Job = Callable[[Client], Awaitable[None]]


@pytest.fixture
def journal() -> Iterator[Journal]:
    journal = Journal.create()
    yield journal
    journal.close()


@pytest.fixture
def sdk(real_servers: RealServers, start_server: Callable[..., ServerProcess]) -> Callable[[str], Target]:
    """sdk("mcp2") starts our server on that SDK over HTTP."""

    def start(kind: str) -> Target:
        port = free_port()
        start_server(real_servers(f"python-{kind}", LISTS, kind, str(port)), port)
        return HttpTarget(f"http://127.0.0.1:{port}/mcp")

    return start


def use(journal: Journal, target: Target, era: str, job: Job) -> None:
    async def main() -> None:
        client = Client(Profile("it", target, era=era, timeout_s=30), journal)
        await client.connect()
        try:
            await job(client)
        finally:
            await client.close()

    asyncio.run(main())


def tool(client: Client, name: str) -> dict[str, Any]:
    return next(one for one in client.catalog.tools if one["name"] == name)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"region": "eu-west"}, "eu-west/3/False"),
        ({"region": "서울 ", "limit": -7, "deep": True}, "서울 /-7/True"),
        ({"region": "=?base64?eA==?=", "limit": 2**53 - 1}, f"=?base64?eA==?=/{2**53 - 1}/False"),
        ({"region": "", "limit": 0}, "/0/False"),
    ],
)
def test_the_official_server_accepts_our_parameter_headers(
    journal: Journal, sdk: Callable[[str], Target], arguments: dict[str, Any], text: str
) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        assert client.catalog.excluded == {}
        answer = await client.call_tool("report", json.dumps(arguments).encode())
        assert answer.value["content"][0]["text"] == text

    use(journal, sdk("mcp2"), "modern", job)


def test_the_official_server_refuses_what_a_header_does_not_say(
    journal: Journal, sdk: Callable[[str], Target]
) -> None:
    """Without the list the schema is not known, so the first try bears no header: it is mended."""

    async def job(client: Client) -> None:
        answer = await client.call_tool("report", b'{"region": "x"}')
        assert answer.value["content"][0]["text"] == "x/3/False"
        answers = [one.raw for one in journal.records(1, journal.last) if one.kind == "error"]
        assert any(b"-32020" in raw for raw in answers)

    use(journal, sdk("mcp2"), "modern", job)


def test_the_hints_of_the_official_server_are_kept_and_honoured(
    journal: Journal, sdk: Callable[[str], Target]
) -> None:
    async def job(client: Client) -> None:
        await client.list_all("tools")
        (hint,) = client.catalog.hints("tools")
        assert (hint.ttl_ms, hint.scope) == (600_000, "public")
        texts = [
            (await client.read_resource("note://one", from_cache=cached)).value["contents"][0]["text"]
            for cached in (False, False, True, True)
        ]
        assert texts == ["read 1", "read 2", "read 2", "read 2"]
        hint_of_read = client.cache.hint("resources/read", {"uri": "note://one"})
        assert hint_of_read is not None and hint_of_read.scope == "private"

    use(journal, sdk("mcp2"), "modern", job)


async def check(client: Client, name: str, arguments: bytes) -> str:
    await client.list_all("tools")
    assert "outputSchema" in tool(client, name)
    answer = await client.call_tool(name, arguments)
    assert client.info is not None
    validator = Validator()
    try:
        found = await check_structured(validator, tool(client, name), answer.result, client.info.revision)
    finally:
        await validator.close()
    assert not found.problems
    return found.state


@pytest.mark.parametrize(("kind", "era"), [("mcp2", "modern"), ("mcp2", "legacy"), ("fastmcp", "auto")])
def test_structured_content_of_the_sdks_matches(
    journal: Journal, sdk: Callable[[str], Target], kind: str, era: str
) -> None:
    async def job(client: Client) -> None:
        assert await check(client, "add", b'{"a": 1, "b": 2}') == "matches"

    use(journal, sdk(kind), era, job)


def test_structured_content_of_the_everything_server_matches(
    journal: Journal, real_servers: RealServers
) -> None:
    async def job(client: Client) -> None:
        assert await check(client, "get-structured-content", b'{"location": "Chicago"}') == "matches"
        error = await client.call_tool("get-structured-content", b"{}")
        assert error.is_error or error.error

    argv = real_servers("everything")
    use(journal, StdioTarget(argv[0], argv[1:]), "auto", job)
