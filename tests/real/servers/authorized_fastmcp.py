"""An MCP server with the authorization server of FastMCP in it: python authorized_fastmcp.py PORT."""

from __future__ import annotations

import sys

from fastmcp import FastMCP
from fastmcp.server.auth.providers.in_memory import InMemoryOAuthProvider
from mcp.server.auth.settings import ClientRegistrationOptions, RevocationOptions

port = int(sys.argv[1])
provider = InMemoryOAuthProvider(
    base_url=f"http://127.0.0.1:{port}",
    client_registration_options=ClientRegistrationOptions(enabled=True, valid_scopes=["read"]),
    required_scopes=["read"],
    revocation_options=RevocationOptions(enabled=True),
)
server = FastMCP("authorized", auth=provider)


@server.tool()
def echo(message: str) -> str:
    """Say it again."""
    return f"Echo: {message}"


server.run(transport="http", host="127.0.0.1", port=port, show_banner=False, log_level="error")
