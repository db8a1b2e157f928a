"""The questions that show whether a server keeps what it is never asked in ordinary traffic.

A probe is one of the deliberate faults of `protocol/faults`, which also judge what comes, and the rule that
the verdict speaks for. Those that may end a session or run a tool are sent only when the user says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP, translate

__all__ = ["LOCAL_RULES", "PROBES", "REMAINING", "SECOND_CONNECTION", "Probe", "Remaining"]


@dataclass(frozen=True, slots=True)
class Remaining:
    """A rule of section 8 that is neither in `lint/` nor a fault that is sent.

    why: no record can tell; "": a check asks.
    by: the rule that judges the same; its status is the one of this.
    """

    rule: str
    severity: str
    revisions: str
    page: str
    sentence: str
    fix: str
    why: str = ""
    by: str = ""

    @property
    def reason(self) -> str:
        """`why`, as the user reads it."""
        return translate("Check", self.why) if self.why else ""


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
    Probe("http-name-encoded", "HTTP-11", "error", "Decode =?base64?…?= in Mcp-Name before you compare it."),
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
    Probe("http-token-invalid", "AUT-13", "error", "Check the token of every request; answer 401 without."),
    Probe(
        "tool-argument-missing",
        "TOOL-18",
        "warning",
        "Return a tool result with isError, so that the model can correct its call.",
        safe=False,
    ),
)


LOCAL_RULES: Final = (
    Remaining(
        "SEC-11",
        "warning",
        "ABCDE",
        "basic/transports#security-warning",
        "When running locally, servers SHOULD bind only to localhost (127.0.0.1) rather than all network"
        " interfaces (0.0.0.0).",
        'Listen on 127.0.0.1 (host="127.0.0.1" in Python, app.listen(port, "127.0.0.1") in TypeScript).',
    ),
    Remaining(
        "SEC-12",
        "info",
        "ABCDE",
        "basic/transports#security-warning",
        "A web page whose name is made to lead to 127.0.0.1 sends its own name as Host (DNS rebinding).",
        "Answer a Host that is not localhost with 403 or 421 (the SDKs: allowed_hosts, allowedHosts).",
    ),
)

SECOND_CONNECTION: Final = Remaining(
    "LIFE-15",
    "error",
    "E",
    "server/tools#capabilities",
    "What is offered does not depend on the connection, as long as the credentials are the same.",
    "Offer every connection the same capabilities, tools, prompts and resources.",
)

REMAINING: Final = (
    SECOND_CONNECTION,
    Remaining(
        "NTF-22",
        "info",
        "ABCDE",
        "basic/utilities/cancellation",
        "Receivers of a cancellation SHOULD NOT send a response for the cancelled request.",
        "Stop working on a request when notifications/cancelled arrives.",
        by="RPC-09-late",
    ),
    Remaining(
        "HTTP-34",
        "info",
        "E",
        "basic/transports/streamable-http#receiving-messages",
        "A stream that is silent for long SHOULD carry comments that keep it alive.",
        "Write a comment line every 15 to 30 seconds.",
        QT_TRANSLATE_NOOP("Check", "a check does not wait a minute; comments are not recorded"),
    ),
    Remaining(
        "RSC-12",
        "info",
        "ABCDE",
        "server/resources#https",
        "Servers SHOULD use https:// only where the client can fetch the resource from the web itself.",
        "Use a scheme of your own for what only resources/read gives.",
        QT_TRANSLATE_NOOP("Check", "a check sends requests to no other host than the server's"),
    ),
    Remaining(
        "AUT-08",
        "error",
        "E",
        "basic/authorization",
        "Where iss is advertised the response of the authorization carries it, with the issuer's own value.",
        "Send the parameter iss with the redirect, equal to the issuer of the metadata.",
        QT_TRANSLATE_NOOP("Check", "the redirect of a sign-in is not recorded; a wrong iss ends it"),
    ),
    Remaining(
        "AUT-14",
        "warning",
        "CDE",
        "basic/authorization",
        "An access token is issued for the resource that was named.",
        "Put the resource of the request into the audience of the token.",
        QT_TRANSLATE_NOOP("Check", "access tokens are masked before they are recorded"),
    ),
    Remaining(
        "AUT-15",
        "error",
        "CDE",
        "basic/authorization/security-considerations",
        "For public clients authorization servers MUST rotate refresh tokens.",
        "Give a new refresh token with every access token, and end the old one.",
        QT_TRANSLATE_NOOP("Check", "refresh tokens are masked before they are recorded"),
    ),
    Remaining(
        "APP-08",
        "error",
        "ABCDE",
        "",
        "A view sends ui/initialize first, calls tools for apps, and loads from declared domains.",
        "Wait for the response to ui/initialize, and declare the tools and domains that the view uses.",
        QT_TRANSLATE_NOOP("Check", "a view talks to its host, and no view is shown here"),
    ),
)
