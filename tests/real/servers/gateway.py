"""A gateway of FastMCP on stdio: python gateway.py COMMAND ARGUMENT... starts what is behind it."""

import sys

from fastmcp.server import create_proxy

behind = {"command": sys.argv[1], "args": sys.argv[2:]}
create_proxy({"mcpServers": {"behind": behind}}, name="gateway").run(show_banner=False)
