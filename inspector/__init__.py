"""MCP Desktop Inspector: connect to any MCP server, run its tools, see every message."""

__version__ = "0.1.0"
