"""A server on stdio is reached by HTTP, in both eras, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import httpx
import psutil
import pytest

from inspector.core.client.client import Client, ServerRequest
from inspector.core.servers.profiles import Profile
from inspector.trace.journal import Journal
from inspector.transport import HttpTarget, StdioTarget
from inspector.transport.bridge import Bridge

DEMO = StdioTarget(sys.executable, ("-c", "import sys; from inspector.demo import run_stdio; run_stdio()"))
# It ends when it is asked for its tools.
LEAVES = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("method") == "tools/list":
        sys.exit(3)
    if "id" in message:
        who = {"name": "x", "version": "1"}
        about = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": who}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": about}), flush=True)
"""
HELLO = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "c", "version": "1"},
}


def asking(identifier: int, method: str, params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}


@pytest.mark.parametrize("era", ["2025-11-25", "2026-07-28"])
def test_a_client_over_http_meets_the_server_on_stdio(era: str, tmp_path: Path) -> None:
    async def accept(request: ServerRequest) -> dict[str, object]:
        return {"action": "accept", "content": {"name": "Ada"}}

    async def main() -> None:
        before = psutil.Process().children(recursive=True)
        bridge = Bridge(DEMO)
        journal = Journal.create(tmp_path / "a.mcptrace")
        client = Client(
            Profile("bridged", HttpTarget(await bridge.start()), era=era), journal, answerer=accept
        )
        try:
            info = await client.connect()
            assert (info.revision, client.transport) == (era, "http")
            assert {one["name"] for one in await client.list_all("tools")} >= {"add", "ask_person"}
            added = await client.call_tool("add", b'{"a": 1, "b": 2}')
            assert b"3" in added.result
            asked = await client.call_tool("ask_person", b"{}")
            assert not asked.is_error and b"Ada" in asked.result
        finally:
            await client.close()
            await bridge.close()
            journal.close()
        assert psutil.Process().children(recursive=True) == before

    asyncio.run(main())


def test_only_who_was_told_the_path_gets_in() -> None:
    async def main() -> None:
        bridge = Bridge(DEMO)
        url = await bridge.start()
        try:
            async with httpx.AsyncClient(trust_env=False) as web:
                ping = asking(1, "ping", {})
                foreign = {"Origin": "https://evil.example"}
                assert (await web.post(url, json=ping, headers=foreign)).status_code == 403
                assert (await web.post(url, json=ping, headers={"Host": "evil.example"})).status_code == 403
                assert (await web.post(url.replace("/mcp", "x/mcp"), json=ping)).status_code == 404
                assert (await web.post(url, json=ping)).status_code == 400
                assert (await web.post(url, content=b"{")).status_code == 400
                session = {"Mcp-Session-Id": "none"}
                for verb in ("GET", "POST", "DELETE"):
                    body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}' if verb == "POST" else b""
                    answer = await web.request(verb, url, content=body, headers=session)
                    assert answer.status_code == 404
                assert (await web.get(url)).status_code == 405
        finally:
            await bridge.close()

    asyncio.run(main())


def test_a_server_that_ends_answers_what_waits_for_it() -> None:
    async def main() -> None:
        bridge = Bridge(StdioTarget(sys.executable, ("-c", LEAVES)))
        url = await bridge.start()
        try:
            async with httpx.AsyncClient(trust_env=False) as web:
                hello = await web.post(url, json=asking(1, "initialize", HELLO))
                session = {"Mcp-Session-Id": hello.headers["mcp-session-id"]}
                for identifier in (2, 3):
                    gone = await web.post(url, json=asking(identifier, "tools/list", {}), headers=session)
                    assert (gone.status_code, gone.json()["id"]) == (502, identifier)
                assert (await web.delete(url, headers=session)).status_code == 204
        finally:
            await bridge.close()

    asyncio.run(main())


def test_a_server_that_does_not_start_is_said_so() -> None:
    async def main() -> None:
        bridge = Bridge(StdioTarget("there-is-no-such-program"))
        url = await bridge.start()
        try:
            async with httpx.AsyncClient(trust_env=False) as web:
                answer = await web.post(url, json=asking(1, "initialize", HELLO))
                assert answer.status_code == 502 and "there-is-no-such-program" in answer.text
        finally:
            await bridge.close()

    asyncio.run(main())
