"""MCP Desktop Inspector: connect to any MCP server, run its tools, see every message."""

__version__ = "0.1.0"

HOME_PAGE = "https://github.com/mcp-desktop-inspector/mcp-desktop-inspector"
ISSUES_PAGE = f"{HOME_PAGE}/issues"
"""Opened in the browser when a person asks for them, never by themselves."""
