"""Completion, templates and binary resources on an official SDK: python completing.py mcp2|mcp1|fastmcp.

Over stdio. Run by the Python of an environment that has that SDK; nothing here is imported by the tests.
"""

from __future__ import annotations

import sys
from typing import Any

kind = sys.argv[1]

if kind == "mcp2":
    from mcp.server import MCPServer as Server
    from mcp_types import Completion
elif kind == "mcp1":
    from mcp.server.fastmcp import FastMCP as Server
    from mcp.types import Completion
else:
    from fastmcp import FastMCP as Server
    from mcp_types import Completion

BRANCHES = {"inspector": ["main", "mistake"], "한국": ["주", "부"]}
server = Server("completing")


@server.prompt()
def review(repository: str, branch: str) -> str:
    """Review a branch."""
    return f"Review {branch} of {repository}"


@server.resource("repo://{repository}/{branch}")
def tree(repository: str, branch: str) -> str:
    """A branch."""
    return f"{repository} at {branch}"


@server.resource("bytes://all", mime_type="application/octet-stream")
def every_byte() -> bytes:
    """Bytes 0 to 255."""
    return bytes(range(256))


if kind == "fastmcp":

    @server.resource("search://{path*}{?tags,limit}")
    def search(path: str, tags: str = "", limit: int = 10) -> str:
        """A wildcard and optional query parameters."""
        return f"path={path} tags={tags} limit={limit}"


@server.completion()
async def complete(ref: Any, argument: Any, context: Any) -> Any:
    chosen = (context.arguments or {}) if context else {}
    branches = BRANCHES.get(chosen.get("repository", ""), [])
    values = branches if argument.name == "branch" else list(BRANCHES)
    return Completion(values=[value for value in values if value.startswith(argument.value)])


server.run("stdio")
