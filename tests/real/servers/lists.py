"""Caching hints, `x-mcp-header` and output schemas on an official SDK: python lists.py mcp2|fastmcp PORT.

Run by the Python of an environment that has that SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

from pydantic import BaseModel, Field

kind, port = sys.argv[1], int(sys.argv[2])
settings: dict[str, Any] = {}
if kind == "mcp2":
    from mcp.server import MCPServer as Server
    from mcp.server.caching import CacheHint

    settings["cache_hints"] = {
        "tools/list": CacheHint(ttl_ms=600_000, scope="public"),
        "resources/read": CacheHint(ttl_ms=60_000, scope="private"),
    }
else:
    from fastmcp import FastMCP as Server

server = Server("lists", **settings)
reads = 0


class Sum(BaseModel):
    """What `add` promises."""

    total: float


@server.tool()
def add(a: int, b: int) -> Sum:
    """Add two numbers."""
    return Sum(total=a + b)


@server.tool()
def report(
    region: Annotated[str, Field(json_schema_extra={"x-mcp-header": "Region"})],
    limit: Annotated[int, Field(json_schema_extra={"x-mcp-header": "Limit"})] = 3,
    deep: Annotated[bool, Field(json_schema_extra={"x-mcp-header": "Deep-Dive"})] = False,
) -> str:
    """Say what came."""
    return f"{region}/{limit}/{deep}"


@server.resource("note://one")
def note() -> str:
    """Count how often it was read."""
    global reads
    reads += 1
    return f"read {reads}"


server.run("streamable-http", host="127.0.0.1", port=port)
