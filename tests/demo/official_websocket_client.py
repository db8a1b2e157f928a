"""Uses a server over WebSocket with the client of the official Python SDK 1.x: python ... URL → JSON.

Run by the Python of an environment that has that SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import asyncio
import json
import sys
import warnings
from typing import Any

from mcp import ClientSession
from mcp.client.websocket import websocket_client


async def main(url: str) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        connection = websocket_client(url)
    progress: list[float] = []

    async def on_progress(done: float, total: float | None, message: str | None) -> None:
        progress.append(done)

    async with connection as streams, ClientSession(*streams) as session:
        greeting = await session.initialize()
        tools = await session.list_tools()
        echo = await session.call_tool("echo", {"message": "서울"})
        await session.call_tool(
            "long_running", {"duration_s": 0.2, "steps": 4}, progress_callback=on_progress
        )
        return {
            "revision": greeting.protocolVersion,
            "tools": [tool.name for tool in tools.tools],
            "echo": echo.content[0].text,
            "progress": progress,
        }


print(json.dumps(asyncio.run(main(sys.argv[1]))))
