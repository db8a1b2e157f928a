"""Over modern HTTP a tool whose `x-mcp-header` is wrong is set apart; nowhere else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector.core.client.client import Client
from inspector.core.servers.profiles import Profile
from inspector.errors import ExcludedTool
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget
from tests.core.client.test_paging import use
from tests.transport.http_server import Asked, answer, serve


def tool(name: str, token: Any, kind: str = "string") -> dict[str, Any]:
    field = {"type": kind, "x-mcp-header": token}
    return {"name": name, "inputSchema": {"type": "object", "properties": {"a": field}}}


TOOLS = [tool("good", "A"), tool("bad", "no token"), tool("number", "A", "number")]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.create(tmp_path / "test.mcptrace")
    yield journal
    journal.close()


async def respond(asked: Asked) -> None:
    """Both eras: the tools above, and calls that tell which headers came."""
    if not asked.line.startswith("POST"):
        asked.writer.write(answer(b"", "405 Method Not Allowed"))
        return
    message = json.loads(asked.body)
    results: dict[str, Any] = {
        "server/discover": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}},
        "initialize": {
            "protocolVersion": "2025-11-25",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"},
        },
        "tools/list": {"tools": TOOLS, "ttlMs": 0, "cacheScope": "public"},
        "tools/call": {"content": [], "structuredContent": [h for h in asked.headers if "Param" in h[0]]},
    }
    if "id" not in message:
        asked.writer.write(answer(b"", "202 Accepted"))
        return
    result = {"resultType": "complete", **results[message["method"]]}
    reply = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
    asked.writer.write(answer(reply, content_type="application/json"))


def listed(journal: Journal, era: str) -> Client:
    """Connect, list, call the three tools; the client."""

    async def main() -> Client:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era=era, timeout_s=20), journal)
            await client.connect()
            await client.list_all("tools")
            sent = {}
            for name in ("good", "bad", "number"):
                answer = await client.call_tool(name, b'{"a": "x"}', force=True)
                sent[name] = answer.value["structuredContent"]
            await client.close()
            expected = [["Mcp-Param-A", "x"]] if era == "modern" else []
            assert sent == {"good": expected, "bad": [], "number": []}
            return client

    return asyncio.run(main())


def test_over_modern_http_a_tool_with_a_wrong_annotation_is_excluded_and_kept(journal: Journal) -> None:
    client = listed(journal, "modern")
    assert set(client.catalog.excluded) == {"bad", "number"}
    assert client.catalog.excluded["bad"] == (
        "a: x-mcp-header 'no token' is not a header name (RFC 9110 token)",
    )
    assert [one["name"] for one in client.catalog.tools] == ["good", "bad", "number"]


def test_an_excluded_tool_is_called_only_by_force(journal: Journal) -> None:
    async def main() -> None:
        async with serve(respond) as url:
            client = Client(Profile("h", HttpTarget(url), era="modern", timeout_s=20), journal)
            await client.connect()
            await client.list_all("tools")
            with pytest.raises(ExcludedTool, match="“bad” cannot be called over modern HTTP: a:"):
                await client.call_tool("bad", b"{}")
            assert (await client.call_tool("good", b"{}")).result
            await client.close()

    asyncio.run(main())
    methods = [one.method for one in journal.records(1, journal.last) if one.kind == "request"]
    assert methods == ["server/discover", "tools/list", "tools/call"]


def test_in_the_legacy_era_nothing_is_excluded(journal: Journal) -> None:
    assert listed(journal, "legacy").catalog.excluded == {}


def test_over_a_pipe_nothing_is_excluded(journal: Journal) -> None:
    async def job(client: Client) -> None:
        assert len(await client.list_all("tools")) == 1
        assert client.catalog.excluded == {}

    use(journal, "marked modern", job)
