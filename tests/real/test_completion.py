"""Completion, URI templates and binary resources with servers that nobody here wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.checking import Checker
from inspector.core.client.client import Client
from inspector.core.client.completion import offers_completion, prompt_reference, template_reference
from inspector.core.client.uri_template import template_of
from inspector.core.servers.profiles import Profile
from inspector.render.contents import contents_of
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real
COMPLETING = Path(__file__).parent / "servers" / "completing.py"

Use = Callable[[Client], Awaitable[None]]


def talk(target: Target, era: str, use: Use) -> None:
    """Connect, use, close; none of our own messages may bear an error finding."""
    journal = Journal.create()

    async def main() -> None:
        client = Client(Profile("it", target, era=era), journal)
        await client.connect()
        try:
            await use(client)
        finally:
            await client.close()

    try:
        asyncio.run(main())
        journal.sync()
        ours = {record.number for record in journal.records(1, journal.last) if record.direction == "out"}
        findings = [one for one in Checker(journal).finish() if one.severity == "error"]
        assert [one for one in findings if one.record in ours] == []
    finally:
        journal.close()


async def read(client: Client, template: str, values: dict[str, Any]) -> bytes:
    answer = await client.read_resource(template_of(template).expand(values))
    (contents,) = contents_of(answer.result)
    assert contents.problem == ""
    return contents.data


@pytest.mark.parametrize("era", ["auto", "2024-11-05", "2025-03-26", "2025-06-18", "http"])
def test_server_everything(era: str, real_servers: RealServers, start_server: Any) -> None:
    if era == "http":
        port = free_port()
        start_server(real_servers("everything-http"), port)
        target: Target = HttpTarget(f"http://127.0.0.1:{port}/mcp")
    else:
        argv = real_servers("everything")
        target = StdioTarget(argv[0], argv[1:])

    async def use(client: Client) -> None:
        assert offers_completion(client.info)
        prompt = prompt_reference("completable-prompt")
        departments = await client.complete(prompt, "department", "")
        assert departments.values == ("Engineering", "Sales", "Marketing", "Support")
        names = await client.complete(prompt, "name", "", {"department": "Sales"})
        # Without context the server proposes the names of no department.
        assert names.values == (() if era in ("2024-11-05", "2025-03-26") else ("David", "Eve", "Frank"))
        text = "demo://resource/dynamic/text/{resourceId}"
        assert (await client.complete(template_reference(text), "resourceId", "7")).values == ("7",)
        assert (await client.complete(template_reference("demo://no/{such}"), "such", "")).answer.error
        assert b"Resource 7" in await read(client, text, {"resourceId": "7"})
        assert b"Resource 8" in await read(
            client, "demo://resource/dynamic/blob/{resourceId}", {"resourceId": "8"}
        )

    talk(target, "auto" if era == "http" else era, use)


@pytest.mark.parametrize(
    ("server", "era"),
    [
        ("python-mcp2", "modern"),
        ("python-mcp2", "legacy"),
        ("python-mcp2", "2025-03-26"),
        ("python-mcp1", "auto"),
        ("python-fastmcp", "auto"),
        ("python-fastmcp", "legacy"),
    ],
)
def test_python_sdk_server(server: str, era: str, real_servers: RealServers) -> None:
    argv = real_servers(server, str(COMPLETING), server.removeprefix("python-"))

    async def use(client: Client) -> None:
        assert offers_completion(client.info)
        for reference in (prompt_reference("review"), template_reference("repo://{repository}/{branch}")):
            found = await client.complete(reference, "repository", "")
            assert found.values == ("inspector", "한국")
            found = await client.complete(reference, "branch", "m", {"repository": "inspector"})
            assert found.values == (() if era == "2025-03-26" else ("main", "mistake"))
            assert found.notes == ()
        await client.list_all("templates")
        template = client.catalog.templates[0]["uriTemplate"]
        text = await read(client, template, {"repository": "inspector", "branch": "main"})
        assert text == b"inspector at main"
        assert await read(client, "bytes://all", {}) == bytes(range(256))
        if server == "python-fastmcp":
            await wildcard(client)

    async def wildcard(client: Client) -> None:
        template = client.catalog.templates[1]["uriTemplate"]
        assert template_of(template).problems == ()
        found = await read(client, template, {"path": "one", "limit": 3})
        assert found == b"path=one tags= limit=3"

    talk(StdioTarget(argv[0], argv[1:]), era, use)
