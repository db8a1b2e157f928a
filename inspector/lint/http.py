"""HTTP-*: status, content type and body of what answers a POST. Source: protocol reference 8.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.lint.rules import rule
from inspector.lint.samples import (
    ANSWERS,
    ASK,
    GOOD,
    GOOD_E,
    HTTP_D,
    HTTP_E,
    JSON,
    READ,
    REFUSED,
    RESULT,
    TELL,
)
from inspector.lint.seen import TRAILING, Seen
from inspector.translation import recorded

PAGE: Final = "basic/transports"
MODERN: Final = "basic/transports/streamable-http"
_ALL: Final = "BCDE"
MESSAGES: Final = (*READ, "batch")


def _error(code: int) -> str:
    return f'b {{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"x",{REFUSED}}}}}\n.'


@rule(
    "HTTP-01",
    "error",
    PAGE,
    sentence="The server MUST return Content-Type text/event-stream or application/json.",
    fix="Set Content-Type to application/json or text/event-stream.",
    revisions=_ALL,
    kinds=("head",),
    good=GOOD,
    bad=HTTP_D + ASK + "h 200 text/html",
)
def content_type(seen: Seen) -> Iterator[str]:
    """A request is answered with JSON or an event stream."""
    if seen.on_post and seen.asked and seen.head.status == 200:
        if seen.head.content_type not in ("application/json", "text/event-stream"):
            found = seen.head.content_type or "none"
            yield recorded(
                "the content type is {found}; it must be application/json or text/event-stream", found=found
            )


@rule(
    "HTTP-02",
    "error",
    PAGE,
    sentence="For a notification or response that it accepts the server MUST return 202 Accepted.",
    fix="Answer accepted notifications and responses with 202 Accepted.",
    revisions=_ALL,
    kinds=("head",),
    good=HTTP_D + TELL + "h 202",
    bad=HTTP_D + TELL + "h 200",
)
def accepted_is_202(seen: Seen) -> Iterator[str]:
    """An accepted notification or response gets 202."""
    if seen.on_post and not seen.asked and 200 <= seen.head.status < 300 and seen.head.status != 202:
        if seen.posted is not None and seen.posted.kind in ("notification", *ANSWERS):
            yield recorded(
                "the status for an accepted {kind} must be 202, not {status}",
                kind=seen.posted.kind,
                status=seen.head.status,
            )


@rule(
    "HTTP-03",
    "error",
    PAGE,
    sentence="202 Accepted MUST come with no body.",
    fix="Send 202 Accepted with an empty body.",
    revisions=_ALL,
    kinds=MESSAGES,
    good=HTTP_D + TELL + "h 202\n.",
    bad=HTTP_D + TELL + "h 202 text/plain\nb Accepted\n.",
)
def accepted_has_no_body(seen: Seen) -> Iterator[str]:
    """202 comes without a body."""
    head = seen.response_head
    if seen.on_post and head is not None and head.status == 202:
        yield recorded("a response with status 202 must have no body")


@rule(
    "HTTP-04",
    "error",
    PAGE,
    sentence="A request MUST be answered by an event stream or one JSON object.",
    fix="Answer a request with 200 and its response, as JSON or as an event stream.",
    revisions=_ALL,
    kinds=("head",),
    good=GOOD,
    bad=HTTP_D + ASK + "h 202\n.",
)
def request_is_not_accepted(seen: Seen) -> Iterator[str]:
    """202 is not for requests."""
    if seen.on_post and seen.asked and seen.head.status in (202, 204):
        yield recorded("status {status} for a request, which requires a response", status=seen.head.status)


@rule(
    "HTTP-05",
    "error",
    PAGE,
    sentence="The server MUST return one JSON object.",
    fix="Send one JSON object as the body.",
    revisions="CDE",
    kinds=("batch", "malformed"),
    good=GOOD,
    bad=HTTP_D + ASK + JSON + "b [" + RESULT + "]\n.",
)
def one_object_a_body(seen: Seen) -> Iterator[str]:
    """A JSON body is one object."""
    if seen.is_body and not seen.refuses and (seen.record.kind == "batch" or TRAILING in seen.record.note):
        yield recorded("the body must be a single JSON object, not an array or several objects")


def _modern_code(seen: Seen) -> tuple[int, int]:
    """(code, status) of an error over HTTP; (0, 0) for all else."""
    code = seen.message.error_dict().get("code")
    head = seen.response_head
    return (code, head.status) if seen.on_post and head and isinstance(code, int) else (0, 0)


@rule(
    "HTTP-06",
    "error",
    MODERN,
    sentence="UnsupportedProtocolVersionError MUST be returned with 400 Bad Request.",
    fix="Send this error with status 400.",
    revisions="E",
    kinds=("error",),
    good=HTTP_E + ASK + "h 400 application/json\n" + _error(-32022),
    bad=HTTP_E + ASK + JSON + _error(-32022),
)
def version_error_is_400(seen: Seen) -> Iterator[str]:
    """-32022 travels with 400."""
    code, status = _modern_code(seen)
    if code == -32022 and status != 400:
        yield recorded("UnsupportedProtocolVersion requires status 400, not {status}", status=status)


@rule(
    "HTTP-07",
    "error",
    MODERN,
    sentence="HeaderMismatch and MissingRequiredClientCapability MUST be returned with 400 Bad Request.",
    fix="Send this error with status 400.",
    revisions="E",
    kinds=("error",),
    good=HTTP_E + ASK + "h 400 application/json\n" + _error(-32020),
    bad=HTTP_E + ASK + JSON + _error(-32021),
)
def header_error_is_400(seen: Seen) -> Iterator[str]:
    """-32020 and -32021 travel with 400."""
    code, status = _modern_code(seen)
    if code in (-32020, -32021) and status != 400:
        yield recorded("error {code} requires status 400, not {status}", code=code, status=status)


@rule(
    "HTTP-08",
    "error",
    MODERN,
    sentence="An unknown method MUST be answered with 404 Not Found.",
    fix="Send -32601 with status 404.",
    revisions="E",
    kinds=("error",),
    good=HTTP_E + ASK + "h 404 application/json\n" + _error(-32601),
    bad=HTTP_E + ASK + JSON + _error(-32601),
)
def unknown_method_is_404(seen: Seen) -> Iterator[str]:
    """-32601 travels with 404."""
    code, status = _modern_code(seen)
    if code == -32601 and status != 404:
        yield recorded("an unknown method requires status 404, not {status}", status=status)


@rule(
    "HTTP-12",
    "warning",
    MODERN,
    sentence="The modern era has no sessions; a client that keeps the id sends it in vain.",
    fix="Set no Mcp-Session-Id in responses to requests of 2026-07-28.",
    revisions="E",
    kinds=("head",),
    good=GOOD_E,
    bad=HTTP_E + ASK + "h 200 application/json Mcp-Session-Id=abc",
)
def no_modern_sessions(seen: Seen) -> Iterator[str]:
    """A modern answer mints no session."""
    if seen.incoming and "mcp-session-id" in seen.head.headers:
        yield recorded("the response sets Mcp-Session-Id; the modern era has no sessions")


_ASK_ANOTHER: Final = '> {"jsonrpc":"2.0","id":2,"method":"ping"}\n'


@rule(
    "HTTP-16-refusal",
    "info",
    PAGE,
    sentence="The body of a refusal MAY be a JSON-RPC error response that has no id.",
    fix="Leave the id out of the refusal, or copy that of the request.",
    revisions="ABCDE",
    kinds=("error",),
    good="http\n" + ASK + "h 400 application/json\n" + _error(-32600),
    bad="http\n" + ASK + "h 400 application/json\n"
    'b {"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"x"}}\n.',
)
def refusal_has_no_other_id(seen: Seen) -> Iterator[str]:
    """A refusal by HTTP status has the id of the request, or none."""
    named = seen.record.id not in ("", "null")
    if seen.on_post and seen.refuses and seen.record.role == "unknown" and named:
        yield recorded(
            "the error response has id {id}, which no request used; it needs no id", id=seen.record.id
        )


@rule(
    "HTTP-16",
    "error",
    PAGE,
    sentence="Responses MUST include the same id as the request they correspond to.",
    fix="Answer on each POST the request that came with it.",
    revisions=_ALL,
    kinds=ANSWERS,
    good=GOOD,
    bad=HTTP_D + _ASK_ANOTHER + ASK + JSON + 'b {"jsonrpc":"2.0","id":2,"result":{}}\n.',
)
def answers_the_posted_id(seen: Seen) -> Iterator[str]:
    """The answer has the id of the POSTed request. RPC-32 and RPC-11 are about an id that no request has."""
    if seen.record.role in ("unknown", "mistyped"):
        return
    if seen.on_post and seen.asked and seen.posted is not None and seen.posted.role != "retry":
        if seen.record.id not in ("", "null", seen.posted.id):
            yield recorded(
                "the response has id {id}, but the request in this POST had {other}",
                id=seen.record.id,
                other=seen.posted.id,
            )


@rule(
    "HTTP-37",
    "warning",
    "basic/authorization",
    sentence="Tokens and messages in plain HTTP can be read and changed on the way.",
    fix="Serve over https, or bind to 127.0.0.1.",
    kinds=("head",),
    good=GOOD,
    bad="http http://mcp.example/mcp\n" + ASK,
)
def plain_http(seen: Seen) -> Iterator[str]:
    """Plain http and ws are for this computer only."""
    url = urlsplit(seen.state.target)
    host = url.hostname or ""
    local = host == "localhost" or host.startswith("127.") or host == "::1"
    if seen.record.direction == "out" and url.scheme in ("http", "ws") and not local and not seen.state.heads:
        yield recorded(
            "plain {scheme} to {host}: anyone in between can read and change it", scheme=url.scheme, host=host
        )


@rule(
    "HTTP-38",
    "error",
    MODERN,
    sentence="400 and 404 MUST come with a JSON-RPC error as their body.",
    fix="Send a JSON-RPC error as the body of the refusal.",
    revisions="E",
    kinds=("malformed",),
    good=HTTP_E + ASK + "h 404 application/json\n" + _error(-32601),
    bad=HTTP_E + ASK + "h 404 text/html\nb <h1>Not found</h1>\n.",
)
def error_has_json_body(seen: Seen) -> Iterator[str]:
    """400 and 404 say why, in JSON-RPC."""
    head = seen.response_head
    if seen.on_post and head is not None and head.status in (400, 404):
        yield recorded("status {status} requires a JSON-RPC error as its body", status=head.status)
