"""Which steps a method takes, in order, with what they are called and where they are written."""

from __future__ import annotations

from typing import Final

from inspector.core.auth.steps import FlowStep
from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["PLANS", "STEPS", "named_step", "planned"]

STEPS: Final[dict[str, tuple[str, str]]] = {
    "challenge": (
        QT_TRANSLATE_NOOP("Auth", "The server's challenge"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization; RFC 9110 §11.6.1, RFC 6750 §3"),
    ),
    "resource_metadata": (
        QT_TRANSLATE_NOOP("Auth", "Protected resource metadata"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization: authorization server discovery; RFC 9728 §3"),
    ),
    "resource": (
        QT_TRANSLATE_NOOP("Auth", "Does the metadata belong to this server?"),
        QT_TRANSLATE_NOOP("Auth", "RFC 9728 §3.3, §7.3"),
    ),
    "server_metadata": (
        QT_TRANSLATE_NOOP("Auth", "Authorization server metadata"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization; RFC 8414 §3, OpenID Connect Discovery §4"),
    ),
    "endpoints": (
        QT_TRANSLATE_NOOP("Auth", "Are the endpoints safe to use?"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization: communication security"),
    ),
    "pkce": (
        QT_TRANSLATE_NOOP("Auth", "PKCE with S256"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization: authorization code protection; RFC 7636 §4.2"),
    ),
    "identity": (
        QT_TRANSLATE_NOOP("Auth", "Client registration"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization: client registration; RFC 7591"),
    ),
    "scopes": (
        QT_TRANSLATE_NOOP("Auth", "Requested scopes"),
        QT_TRANSLATE_NOOP("Auth", "MCP authorization: scope selection strategy; RFC 6750 §3"),
    ),
    "authorize": (
        QT_TRANSLATE_NOOP("Auth", "Authorization request"),
        QT_TRANSLATE_NOOP("Auth", "RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2"),
    ),
    "callback": (
        QT_TRANSLATE_NOOP("Auth", "Response through the browser"),
        QT_TRANSLATE_NOOP("Auth", "RFC 6749 §4.1.2, RFC 9207 §2.4"),
    ),
    "identity_assertion": (
        QT_TRANSLATE_NOOP("Auth", "Enterprise identity assertion"),
        QT_TRANSLATE_NOOP("Auth", "MCP enterprise-managed authorization; RFC 8693 §2"),
    ),
    "token": (
        QT_TRANSLATE_NOOP("Auth", "Token request"),
        QT_TRANSLATE_NOOP("Auth", "RFC 6749 §4.1.3, RFC 8707 §2.2"),
    ),
    "refresh": (
        QT_TRANSLATE_NOOP("Auth", "Token refresh"),
        QT_TRANSLATE_NOOP("Auth", "RFC 6749 §6"),
    ),
    "revocation": ("Revocation", QT_TRANSLATE_NOOP("Auth", "RFC 7009 §2")),
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


def planned(method: str) -> list[FlowStep]:
    """The steps of that method, all waiting. A method that needs none: those of `auto`."""
    return [named_step(one) for one in PLANS.get(method, PLANS["auto"])]


def named_step(id_: str) -> FlowStep:
    """The step, waiting, as it is called in the language of the window."""
    title, rule = STEPS[id_]
    return FlowStep(id_, translate("Auth", title), translate("Auth", rule))
