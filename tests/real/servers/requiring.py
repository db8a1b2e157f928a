"""A modern server on the official SDK whose tools need capabilities: python requiring.py TRANSPORT [PORT]."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context, ListRoots, Resolve
from mcp_types import ListRootsResult

transport, port = sys.argv[1], int((*sys.argv, "0")[2])
server = MCPServer("requiring")


def roots() -> ListRoots:
    """Ask the client."""
    return ListRoots()


@server.tool()
def count_roots(found: Annotated[ListRootsResult, Resolve(roots)]) -> int:
    """Needs the capability roots."""
    return len(found.roots)


@server.tool()
async def who_asks(ctx: Context) -> str:
    """What this request says of the client, and the headers it came with."""
    said: Any = ctx.request_context
    capabilities = ctx.client_capabilities
    request = getattr(said, "request", None)
    return json.dumps(
        {
            "capabilities": capabilities.model_dump(exclude_none=True) if capabilities else None,
            "meta": dict(said.meta or {}),
            "headers": dict(request.headers) if request is not None else {},
        },
        default=str,
    )


server.run(transport, **({"host": "127.0.0.1", "port": port} if port else {}))
