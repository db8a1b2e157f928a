"""MCP Desktop Inspector: connect to any MCP server, run its tools, see every message."""

__version__ = "0.1.0"

HOME_PAGE = ""
"""Of the project; "" until it has one: an address not yet owned could become a stranger's."""

RELEASES_PAGE = f"{HOME_PAGE}/releases" if HOME_PAGE else ""
ISSUES_PAGE = f"{HOME_PAGE}/issues" if HOME_PAGE else ""
"""Opened in the browser when a user asks for them, never by themselves."""
