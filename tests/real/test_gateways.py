"""A real gateway before a server of an older revision: empty lists are explained, and the advice is right."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from inspector.core.client.client import Client
from inspector.core.client.older_revision import bare_kinds, list_the_rest
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import StdioTarget
from tests.cli.run import SCRIPTED
from tests.servers import RealServers

pytestmark = pytest.mark.real

GATEWAY = str(Path(__file__).parent / "servers" / "gateway.py")
TOOLS = '{"jsonrpc":"2.0","id":ID,"result":{"tools":[{"name":"add","inputSchema":{"type":"object"}}]}}'


async def listed(target: StdioTarget, era: str, journal: Journal) -> tuple[list[str], tuple[str, ...]]:
    """The names of the tools, and what is declared for nothing."""
    client = Client(Profile("gateway", target, era=era, timeout_s=30), journal)
    await client.connect()
    try:
        tools = await client.list_all("tools")
        await list_the_rest(client)
        return [tool["name"] for tool in tools], bare_kinds(client)
    finally:
        await client.close()


def test_fastmcp_before_an_older_server_lists_nothing_but_in_an_older_revision(
    real_servers: RealServers,
) -> None:
    argv = real_servers("python-fastmcp", GATEWAY, sys.executable, "-c", SCRIPTED, TOOLS)
    target = StdioTarget(argv[0], argv[1:])
    journal = Journal.create()
    try:
        modern = asyncio.run(listed(target, "auto", journal))
        assert modern == ([], ("tools", "resources", "prompts"))
        older = asyncio.run(listed(target, "legacy", journal))
        assert older == (["add"], ())
    finally:
        journal.close()
