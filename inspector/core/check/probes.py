"""The questions that show whether a server keeps what it is never asked in ordinary traffic.

A probe is one of the deliberate faults of `protocol/faults`, which also judge what comes, and the rule that
the verdict speaks for. Those that may end a session or run a tool are sent only when the user says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["PROBES", "Probe"]


@dataclass(frozen=True, slots=True)
class Probe:
    """key: of the fault. rule, severity: of section 8 of the protocol reference. safe: changes nothing.

    transport: the only one that it speaks for; empty: all.
    softer: revisions in which a refusal with another code is only a warning, as no page names the code.
    """

    key: str
    rule: str
    severity: str
    fix: str
    safe: bool = True
    revisions: str = "ABCDE"
    softer: str = ""
    transport: str = ""


PROBES: Final = (
    Probe(
        "unknown-method",
        "RPC-33",
        "error",
        "Answer a method you do not know with error -32601.",
        revisions="ABCD",
        softer="ABCD",
    ),
    Probe(
        "unknown-method",
        "RPC-33",
        "error",
        "Answer a method you do not know with error -32601.",
        revisions="E",
        transport="stdio",
    ),
    Probe(
        "unknown-method",
        "HTTP-08",
        "error",
        "Answer a method you do not know with 404 and error -32601.",
        revisions="E",
        transport="http",
    ),
    Probe("tool-unknown", "TOOL-17", "warning", "Answer a tool you do not have with error -32602."),
    Probe("cursor-invalid", "PAGE-04", "warning", "Answer a cursor you did not give with error -32602."),
    Probe(
        "resource-unknown",
        "RSC-06",
        "error",
        "Answer a resource you do not have with error -32602.",
        revisions="E",
    ),
    Probe(
        "resource-unknown",
        "RSC-07",
        "warning",
        "Answer a resource you do not have with error -32002.",
        revisions="ABCD",
    ),
    Probe("meta-missing", "HTTP-09", "error", "Answer a request without its _meta with 400 and -32602."),
    Probe("http-method-missing", "HTTP-10", "error", "Require Mcp-Method and answer -32020 without it."),
    Probe("http-method-wrong", "HTTP-10", "error", "Compare Mcp-Method with the body, else answer -32020."),
    Probe("http-name-missing", "HTTP-10", "error", "Require Mcp-Name and answer -32020 without it."),
    Probe("http-name-wrong", "HTTP-10", "error", "Compare Mcp-Name with the body, else answer -32020."),
    Probe(
        "http-version-bogus",
        "HTTP-31",
        "error",
        "Answer an MCP-Protocol-Version you do not speak with 400.",
        revisions="CD",
    ),
    Probe(
        "http-version-bogus",
        "HTTP-10",
        "error",
        "Compare MCP-Protocol-Version with the body, else answer -32020.",
        revisions="E",
    ),
    Probe("http-origin", "HTTP-32", "error", "Answer a foreign Origin with 403: any web page can send it."),
    Probe("http-get", "HTTP-14", "warning", "Answer GET with 405."),
    Probe("http-delete", "HTTP-14", "warning", "Answer DELETE with 405.", safe=False),
    Probe("http-session-missing", "HTTP-24", "warning", "Answer 400 without the session id.", safe=False),
    Probe(
        "http-session-foreign", "HTTP-23", "error", "Answer a session you do not have with 404.", safe=False
    ),
    Probe(
        "tool-argument-missing",
        "TOOL-18",
        "warning",
        "Return a tool result with isError, so that the model can correct its call.",
        safe=False,
    ),
)
