"""A modern server on the official SDK that changes on demand: python changing.py TRANSPORT [PORT]."""

from __future__ import annotations

import sys
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

transport, port = sys.argv[1], int((*sys.argv, "0")[2])
server = MCPServer("changing")


@server.resource("note://one")
def note() -> str:
    """A note."""
    return "a note"


@server.tool()
async def change(what: str, ctx: Context[Any]) -> str:
    """Say that the tools, prompts or resources are other ones, or that the note is."""
    tell = {
        "tools": ctx.notify_tools_changed,
        "prompts": ctx.notify_prompts_changed,
        "resources": ctx.notify_resources_changed,
    }
    if what in tell:
        await tell[what]()
    else:
        await ctx.notify_resource_updated("note://one")
    return f"told of {what}"


server.run(transport, **({} if transport == "stdio" else {"host": "127.0.0.1", "port": port}))
