"""Tasks of servers that nobody here wrote: the experimental core of 2025-11-25 and the extension of 2026."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.checking import Checker
from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.protocol.tasks import CORE, EXTENSION
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget, Target
from tests.servers import RealServers, free_port

pytestmark = pytest.mark.real

SERVER = str(Path(__file__).parent / "servers" / "tasks.py")
FORMS = {"python-mcp1": CORE, "python-fastmcp": EXTENSION}
FAILED = {"python-mcp1": "failed", "python-fastmcp": "completed"}  # with isError
KNOWN_FAULTS = {"python-mcp1": ["ttl is missing; it must be a number or null"]}  # null is left out
Use = Callable[[Client], Awaitable[None]]
every_server = pytest.mark.parametrize("server", FORMS)
every_transport = pytest.mark.parametrize("transport", ["stdio", "http"])


@pytest.fixture(scope="module")
def fastmcp_tasks(real_servers: RealServers) -> None:
    """Skips where FastMCP is without its tasks."""
    python = real_servers("python-fastmcp")[0]
    if subprocess.run([python, "-c", "import fastmcp_tasks"], capture_output=True).returncode:
        pytest.skip("fastmcp-tasks is not installed")


@pytest.fixture
def target(
    request: pytest.FixtureRequest, real_servers: RealServers, start_server: Callable[..., Any]
) -> Callable[[str, str], Target]:
    def find(server: str, transport: str) -> Target:
        kind = server.removeprefix("python-")
        if kind == "fastmcp":
            request.getfixturevalue("fastmcp_tasks")
        if transport == "stdio":
            command, *args = real_servers(server, SERVER, kind, "stdio")
            return StdioTarget(command, tuple(args))
        port = free_port()
        start_server(real_servers(server, SERVER, kind, "http", str(port)), port)
        return HttpTarget(f"http://127.0.0.1:{port}/mcp" + ("/" if kind == "mcp1" else ""))

    return find


def connected(target: Target, folder: Path, use: Use, answerer: Any = None) -> None:
    """Connect, use, close; none of our own messages may bear an error."""
    journal = Journal.create(folder / "real.mcptrace")
    client = Client(Profile("real", target, timeout_s=20), journal, answerer=answerer)

    async def main() -> None:
        await client.connect()
        try:
            await client.list_all("tools")
            await use(client)
        finally:
            await client.close()

    try:
        asyncio.run(asyncio.wait_for(main(), 60))
        for finding in Checker(journal).finish():
            record = journal.record(finding.record)
            assert record is None or record.direction != "out" or finding.severity != "error", finding
    finally:
        journal.close()


@every_transport
@every_server
def test_a_task_comes_to_its_end(
    target: Callable[[str, str], Target], tmp_path: Path, server: str, transport: str
) -> None:
    async def use(client: Client) -> None:
        assert client.tasks.form == FORMS[server]
        good, bad = await client.call_tool("slow", b"{}"), await client.call_tool("bad", b"{}")
        entry, other = client.tasks.of_call(good.exchange), client.tasks.of_call(bad.exchange)
        assert entry is not None and other is not None
        answer = await client.tasks.follow(entry.id)
        assert answer is not None and answer.value["content"][0]["text"] == "slept"
        assert (entry.status, entry.odd, entry.problem) == ("completed", KNOWN_FAULTS.get(server, []), "")
        failed = await client.tasks.follow(other.id)
        assert failed is not None
        # mcp 1.x answers tasks/result of a failed task with an empty result: only its message says why.
        words = other.message if server == "python-mcp1" else failed.result.decode()
        assert "broken on purpose" in words and other.status == FAILED[server]

    connected(target(server, transport), tmp_path, use)


@every_transport
@every_server
def test_a_task_can_be_cancelled(
    target: Callable[[str, str], Target], tmp_path: Path, server: str, transport: str
) -> None:
    async def use(client: Client) -> None:
        answer = await client.call_tool("endless", b"{}")
        entry = client.tasks.of_call(answer.exchange)
        assert entry is not None
        assert not (await client.tasks.cancel(entry.id)).error
        await client.tasks.follow(entry.id)
        assert entry.status == "cancelled"

    connected(target(server, transport), tmp_path, use)


@every_transport
def test_a_question_inside_a_task_is_answered(
    target: Callable[[str, str], Target], tmp_path: Path, transport: str
) -> None:
    async def answerer(request: ServerRequest) -> dict[str, Any]:
        return {"action": "accept", "content": {"word": "hello"}}

    async def use(client: Client) -> None:
        answer = await client.call_tool("asks", b"{}")
        entry = client.tasks.of_call(answer.exchange)
        assert entry is not None
        outcome = await client.tasks.follow(entry.id)
        assert outcome is not None and outcome.value["content"][0]["text"] == "you said hello"
        assert "input_required" in {change.status for change in entry.history}

    connected(target("python-mcp1", transport), tmp_path, use, answerer)


@pytest.mark.parametrize("ambiguous", [False, True])
def test_the_research_of_everything_is_a_task(
    real_servers: RealServers, tmp_path: Path, ambiguous: bool
) -> None:
    async def answerer(request: ServerRequest) -> dict[str, Any]:
        return {"action": "accept", "content": {"interpretation": "technical"}}

    async def use(client: Client) -> None:
        assert client.tasks.support("simulate-research-query") == "required"
        arguments = b'{"topic": "bees", "ambiguous": %s}' % (b"true" if ambiguous else b"false")
        answer = await client.call_tool("simulate-research-query", arguments)
        entry = client.tasks.of_call(answer.exchange)
        assert entry is not None
        outcome = await client.tasks.follow(entry.id)
        assert outcome is not None and "Research Report: bees" in outcome.result.decode()
        assert (b"technical" in outcome.result) == ambiguous
        assert entry.id in {one.id for one in await client.tasks.fetch()}

    command, *args = real_servers("everything")
    connected(StdioTarget(command, tuple(args)), tmp_path, use, answerer)
