"""A small server on an official SDK: python sdk.py mcp2|mcp1|fastmcp TRANSPORT [PORT].

TRANSPORT: stdio | streamable-http | sse | websocket (only mcp1 has it, at /ws).

Run by the Python of an environment that has that SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import sys
from typing import Any

kind, transport, port = sys.argv[1], sys.argv[2], int((*sys.argv, "0")[3])

if kind == "mcp2":
    from mcp.server import MCPServer as Server
elif kind == "mcp1":
    from mcp.server.fastmcp import FastMCP as Server
else:
    from fastmcp import FastMCP as Server

settings: dict[str, Any] = {"host": "127.0.0.1", "port": port} if transport != "stdio" else {}
server = Server("sdk", **(settings if kind == "mcp1" else {}))


@server.tool()
def echo(message: str) -> str:
    """Say it again."""
    return f"Echo: {message}"


@server.tool()
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@server.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("it failed on purpose")


@server.resource("note://one")
def note() -> str:
    """A note."""
    return "a note"


@server.resource("note://{name}/text")
def named(name: str) -> str:
    """A note by name."""
    return f"note {name}"


@server.prompt()
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Please greet {name}"


def serve_websocket() -> None:
    """As the SDK means it: its transport in a Starlette application."""
    import uvicorn
    from mcp.server.websocket import websocket_server
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute

    async def endpoint(websocket: Any) -> None:
        inner = server._mcp_server
        async with websocket_server(websocket.scope, websocket.receive, websocket.send) as streams:
            await inner.run(*streams, inner.create_initialization_options())

    application = Starlette(routes=[WebSocketRoute("/ws", endpoint)])
    uvicorn.run(application, host="127.0.0.1", port=port, log_level="warning")


if transport == "websocket":
    serve_websocket()
else:
    server.run(transport, **({} if kind == "mcp1" else settings))
