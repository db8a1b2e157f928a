"""Which steps a method takes, in order, with what they are called and where they are written."""

from __future__ import annotations

from typing import Final

from inspector.core.auth.steps import Step

__all__ = ["PLANS", "STEPS", "planned"]

_MCP: Final = "MCP authorization"

STEPS: Final[dict[str, tuple[str, str]]] = {
    "challenge": ("The server's challenge", f"{_MCP}; RFC 9110 §11.6.1, RFC 6750 §3"),
    "resource_metadata": (
        "Protected resource metadata",
        f"{_MCP}: authorization server discovery; RFC 9728 §3",
    ),
    "resource": ("Is the metadata this server's?", "RFC 9728 §3.3, §7.3"),
    "server_metadata": ("Authorization server metadata", f"{_MCP}; RFC 8414 §3, OpenID Connect Discovery §4"),
    "endpoints": ("Endpoints are safe to use", f"{_MCP}: communication security"),
    "pkce": ("PKCE with S256", f"{_MCP}: authorization code protection; RFC 7636 §4.2"),
    "identity": ("Who we are there", f"{_MCP}: client registration; RFC 7591"),
    "scopes": ("Scopes to ask for", f"{_MCP}: scope selection strategy; RFC 6750 §3"),
    "authorize": ("Authorization request", "RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2"),
    "callback": ("The answer through the browser", "RFC 6749 §4.1.2, RFC 9207 §2.4"),
    "identity_assertion": (
        "Identity assertion of the enterprise",
        "MCP enterprise-managed authorization; RFC 8693 §2",
    ),
    "token": ("Token request", "RFC 6749 §4.1.3, RFC 8707 §2.2"),
    "refresh": ("New token with the refresh token", "RFC 6749 §6"),
    "revocation": ("Revocation", "RFC 7009 §2"),
}
"""Title and source of each step by its id."""

_FOUND: Final = ("challenge", "resource_metadata", "resource", "server_metadata", "endpoints")
PLANS: Final[dict[str, tuple[str, ...]]] = {
    "auto": (*_FOUND, "pkce", "scopes", "identity", "authorize", "callback", "token"),
    "client_credentials": (*_FOUND, "scopes", "identity", "token"),
    "enterprise": (*_FOUND, "scopes", "identity", "identity_assertion", "token"),
    "workload": (*_FOUND, "scopes", "identity", "token"),
}
"""Ids of the steps by the method of the settings; the other methods need no steps."""


def planned(method: str) -> list[Step]:
    """The steps of that method, all waiting. A method that needs none: those of `auto`."""
    return [Step(one, *STEPS[one]) for one in PLANS.get(method, PLANS["auto"])]
