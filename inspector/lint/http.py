"""HTTP-*: what a server does over HTTP, as far as one can see without probing. Source: reference 8.3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.lint import rule
from inspector.lint.seen import Seen

PAGE: Final = "basic/transports"
MODERN: Final = "basic/transports/streamable-http"
_ALL: Final = "BCDE"
_ANSWERS: Final = ("response", "error")
_READ: Final = ("request", "notification", "response", "error", "batch", "malformed")

_ASK: Final = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
_TELL: Final = '> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
_RESULT: Final = '{"jsonrpc":"2.0","id":1,"result":{}}'
_D: Final = "http\n= 2025-11-25\n"
_E: Final = "http\n= 2026-07-28\n"
_JSON: Final = "h 200 application/json\n"
_SSE: Final = "h 200 text/event-stream\n"
_GOOD: Final = _D + _ASK + _JSON + "b " + _RESULT + "\n."
_GOOD_STREAM: Final = _D + _ASK + _SSE + "S id: 1\\ndata:\\n\\n\ns " + _RESULT + "\n."
_GOOD_E: Final = _E + _ASK + "h 200 text/event-stream X-Accel-Buffering=no\ns " + _RESULT + "\n."


def _error(code: int) -> str:
    return f'b {{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"x"}}}}\n.'


def _post_answer(seen: Seen) -> bool:
    """It came on the answer to one of our POSTs, in a transport where that answer is the message."""
    over_sse = "sse" in seen.state.heads and seen.state.heads["sse"].status == 200
    posted = seen.posted is not None and seen.record.channel.startswith("post-")
    return seen.incoming and posted and not over_sse


def _asked(seen: Seen) -> bool:
    return seen.posted is not None and seen.posted.kind == "request"


@rule(
    "HTTP-01", "error", PAGE, revisions=_ALL, kinds=("head",), good=_GOOD, bad=_D + _ASK + "h 200 text/html"
)
def content_type(seen: Seen) -> Iterator[str]:
    """A request is answered with JSON or an event stream."""
    if _post_answer(seen) and _asked(seen) and seen.head.status == 200:
        if seen.head.content_type not in ("application/json", "text/event-stream"):
            found = seen.head.content_type or "none"
            yield f"the content type is {found}; it must be application/json or text/event-stream"


@rule(
    "HTTP-02",
    "error",
    PAGE,
    revisions=_ALL,
    kinds=("head",),
    good=_D + _TELL + "h 202",
    bad=_D + _TELL + "h 200",
)
def accepted_is_202(seen: Seen) -> Iterator[str]:
    """An accepted notification or response gets 202."""
    if _post_answer(seen) and not _asked(seen) and 200 <= seen.head.status < 300 and seen.head.status != 202:
        if seen.posted is not None and seen.posted.kind in ("notification", *_ANSWERS):
            yield f"an accepted {seen.posted.kind} must be answered with 202, not {seen.head.status}"


@rule(
    "HTTP-03",
    "error",
    PAGE,
    revisions=_ALL,
    kinds=_READ,
    good=_D + _TELL + "h 202\n.",
    bad=_D + _TELL + "h 202 text/plain\nb Accepted\n.",
)
def accepted_has_no_body(seen: Seen) -> Iterator[str]:
    """202 comes without a body."""
    head = seen.response_head
    if _post_answer(seen) and head is not None and head.status == 202:
        yield "an answer with status 202 must have no body"


@rule("HTTP-04", "error", PAGE, revisions=_ALL, kinds=("head",), good=_GOOD, bad=_D + _ASK + "h 202\n.")
def request_is_not_accepted(seen: Seen) -> Iterator[str]:
    """202 is not for requests."""
    if _post_answer(seen) and _asked(seen) and seen.head.status in (202, 204):
        yield f"a request was answered with {seen.head.status}; it needs a response"


@rule(
    "HTTP-05",
    "error",
    PAGE,
    revisions="CDE",
    kinds=("batch", "malformed"),
    good=_GOOD,
    bad=_D + _ASK + _JSON + "b [" + _RESULT + "]\n.",
)
def one_object_a_body(seen: Seen) -> Iterator[str]:
    """A JSON body is one object."""
    head = seen.response_head
    if not _post_answer(seen) or head is None or head.content_type != "application/json":
        return
    if seen.record.kind == "batch" or "followed by more text" in seen.record.note:
        yield "the body must be one JSON object, not an array or several"


def _modern_code(seen: Seen) -> tuple[int, int]:
    """(code, status) of an error over HTTP; (0, 0) for all else."""
    code = seen.message.error_dict().get("code")
    head = seen.response_head
    return (code, head.status) if _post_answer(seen) and head and isinstance(code, int) else (0, 0)


@rule(
    "HTTP-06",
    "error",
    MODERN,
    revisions="E",
    kinds=("error",),
    good=_E + _ASK + "h 400 application/json\n" + _error(-32022),
    bad=_E + _ASK + _JSON + _error(-32022),
)
def version_error_is_400(seen: Seen) -> Iterator[str]:
    """-32022 travels with 400."""
    code, status = _modern_code(seen)
    if code == -32022 and status != 400:
        yield f"UnsupportedProtocolVersion must come with status 400, not {status}"


@rule(
    "HTTP-07",
    "error",
    MODERN,
    revisions="E",
    kinds=("error",),
    good=_E + _ASK + "h 400 application/json\n" + _error(-32020),
    bad=_E + _ASK + _JSON + _error(-32021),
)
def header_error_is_400(seen: Seen) -> Iterator[str]:
    """-32020 and -32021 travel with 400."""
    code, status = _modern_code(seen)
    if code in (-32020, -32021) and status != 400:
        yield f"the error {code} must come with status 400, not {status}"


@rule(
    "HTTP-08",
    "error",
    MODERN,
    revisions="E",
    kinds=("error",),
    good=_E + _ASK + "h 404 application/json\n" + _error(-32601),
    bad=_E + _ASK + _JSON + _error(-32601),
)
def unknown_method_is_404(seen: Seen) -> Iterator[str]:
    """-32601 travels with 404."""
    code, status = _modern_code(seen)
    if code == -32601 and status != 404:
        yield f"an unknown method must be answered with status 404, not {status}"


@rule(
    "HTTP-12",
    "warning",
    MODERN,
    revisions="E",
    kinds=("head",),
    good=_GOOD_E,
    bad=_E + _ASK + "h 200 application/json Mcp-Session-Id=abc",
)
def no_modern_sessions(seen: Seen) -> Iterator[str]:
    """A modern answer mints no session."""
    if seen.incoming and "mcp-session-id" in seen.head.headers:
        yield "the response sets Mcp-Session-Id; the modern era has no sessions"


@rule(
    "HTTP-13",
    "info",
    MODERN,
    revisions="E",
    kinds=_READ,
    good=_GOOD_E,
    bad=_E + _ASK + _SSE + "S id: 4\\ndata: " + _RESULT + "\\n\\n\n.",
)
def no_modern_event_ids(seen: Seen) -> Iterator[str]:
    """Modern streams cannot be resumed; ids and retry mean nothing."""
    if {"id", "retry"} & set(seen.event_fields) and seen.on_stream:
        yield "the event carries id or retry; modern streams cannot be resumed"


@rule(
    "HTTP-15",
    "error",
    f"{MODERN}#receiving-messages",
    revisions="E",
    kinds=("request", "notification"),
    good=_GOOD_E,
    bad=_E + _ASK + _SSE + 's {"jsonrpc":"2.0","id":9,"method":"roots/list"}\n.',
)
def only_related_messages(seen: Seen) -> Iterator[str]:
    """A response stream carries only what belongs to its request."""
    if not _post_answer(seen) or (seen.posted is not None and seen.posted.method == "subscriptions/listen"):
        return
    if seen.record.kind == "request" or seen.record.method.endswith("list_changed"):
        yield f"{seen.record.method} does not belong on the stream that answers a request"


@rule(
    "HTTP-16",
    "error",
    PAGE,
    revisions=_ALL,
    kinds=_ANSWERS,
    good=_GOOD,
    bad=_D + _ASK + _JSON + 'b {"jsonrpc":"2.0","id":2,"result":{}}\n.',
)
def answers_the_posted_id(seen: Seen) -> Iterator[str]:
    """The answer has the id of the POSTed request."""
    if _post_answer(seen) and _asked(seen) and seen.posted is not None and seen.posted.role != "retry":
        if seen.record.id not in ("", "null", seen.posted.id):
            yield f"the answer has the id {seen.record.id}; the request on this POST had {seen.posted.id}"


@rule(
    "HTTP-17",
    "warning",
    PAGE,
    revisions=_ALL,
    kinds=("lifecycle",),
    good=_GOOD_STREAM,
    bad=_D + _ASK + _SSE + "s " + _RESULT + "\n+ 9000\n.",
)
def stream_ends_after_answer(seen: Seen) -> Iterator[str]:
    """The stream ends once the answer was sent."""
    answered = seen.state.answered_at.get(seen.record.channel)
    posted = seen.posted
    if answered and posted is not None and posted.method != "subscriptions/listen":
        late_s = (seen.record.at_ns - answered) / 1e9
        if late_s > 5:
            yield f"the stream stayed open for {late_s:.0f} s after the answer"


@rule(
    "HTTP-18",
    "error",
    PAGE,
    revisions=_ALL,
    softer="BCD",
    kinds=("lifecycle",),
    good=_GOOD_STREAM,
    bad=_E + _ASK + _SSE + ".",
)
def stream_answers(seen: Seen) -> Iterator[str]:
    """A stream does not end before the answer; with an event id it may be resumed."""
    posted, channel = seen.posted, seen.record.channel
    if (
        seen.record.frame
        or posted is None
        or posted.kind != "request"
        or posted.method == "subscriptions/listen"
    ):
        return
    resumable = not seen.state.modern and channel in seen.state.streams_with_ids
    cancelled = seen.exchange is not None and seen.exchange.status == "cancelled"
    if (
        channel not in seen.state.answered_at
        and channel in seen.state.heads
        and not resumable
        and not cancelled
    ):
        yield f"the stream ended without an answer to {posted.method}"


@rule(
    "HTTP-19",
    "warning",
    PAGE,
    revisions=_ALL,
    kinds=_READ,
    good=_GOOD_STREAM,
    bad=_D + _ASK + _SSE + "S event: result\\ndata: " + _RESULT + "\\n\\n\n.",
)
def event_name(seen: Seen) -> Iterator[str]:
    """Messages are events named message."""
    name = seen.event_fields.get("event", "message")
    if seen.on_stream and name != "message":
        yield f"the event is named {name!r}; clients read message events only"


def _session_head(session: str) -> str:
    return f"http\n= 2025-11-25 {{}} Mcp-Session-Id={session}"


_SESSION: Final = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def _new_session(seen: Seen) -> str:
    """The session id that the answer to initialize sets."""
    if _post_answer(seen) and seen.posted is not None and seen.posted.method == "initialize":
        return seen.head.headers.get("mcp-session-id", "")
    return ""


@rule(
    "HTTP-20",
    "error",
    f"{PAGE}#session-management",
    kinds=("head",),
    good=_session_head(_SESSION),
    bad=_session_head("sch\u00fcssel-0123456789"),
)
def session_id_characters(seen: Seen) -> Iterator[str]:
    """A session id is visible ASCII."""
    if not re.fullmatch(r"[\x21-\x7e]*", _new_session(seen)):
        yield "the session id has characters outside visible ASCII"


@rule(
    "HTTP-21",
    "warning",
    f"{PAGE}#session-management",
    kinds=("head",),
    good=_session_head(_SESSION),
    bad=_session_head("42"),
)
def session_id_strength(seen: Seen) -> Iterator[str]:
    """A session id cannot be guessed."""
    session = _new_session(seen)
    if session and (len(session) < 16 or session.isdigit()):
        yield "the session id is short or a plain number; it should not be guessable"


@rule(
    "HTTP-22",
    "warning",
    f"{PAGE}#session-management",
    revisions="BCD",
    kinds=("head",),
    good=_GOOD,
    bad=_D + _ASK + "h 200 application/json Mcp-Session-Id=another-session-0123456789",
)
def session_id_is_set_once(seen: Seen) -> Iterator[str]:
    """Only the answer to initialize sets a session id, and it stays."""
    session = seen.head.headers.get("mcp-session-id", "")
    if seen.incoming and session and session != seen.state.session_id and not _new_session(seen):
        yield "a session id is set or changed by something else than the answer to initialize"


@rule(
    "HTTP-25",
    "error",
    f"{PAGE}#listening",
    revisions="BCD",
    kinds=("head",),
    good=_D + "g\nh 405",
    bad=_D + "g\nh 200 text/html",
)
def get_answer(seen: Seen) -> Iterator[str]:
    """GET gives an event stream or 405."""
    if seen.incoming and seen.record.channel.startswith("get-") and seen.head.status not in (401, 403):
        if seen.head.status != 405 and seen.head.content_type != "text/event-stream":
            gave = f"{seen.head.status} {seen.head.content_type}".strip()
            yield f"GET must give text/event-stream or 405; it gave {gave}"


@rule(
    "HTTP-26",
    "error",
    f"{PAGE}#listening",
    revisions="BCD",
    kinds=_ANSWERS,
    good=_D + "g\n" + _SSE + 's {"jsonrpc":"2.0","method":"notifications/message","params":{}}',
    bad=_D + _ASK + "g\n" + _SSE + "s " + _RESULT,
)
def no_answers_on_get(seen: Seen) -> Iterator[str]:
    """The GET stream carries no answers."""
    if seen.incoming and seen.record.channel.startswith("get-"):
        yield "a response on the GET stream; it belongs on the stream of its request"


@rule(
    "HTTP-27",
    "error",
    f"{PAGE}#multiple-connections",
    revisions="BCD",
    kinds=("request", "notification", "response", "error"),
    good=_GOOD_STREAM,
    bad=_D
    + _ASK
    + _SSE
    + 's {"jsonrpc":"2.0","id":5,"method":"roots/list"}\ng\n'
    + _SSE
    + 's {"jsonrpc":"2.0","id":5,"method":"roots/list"}',
)
def one_stream_a_message(seen: Seen) -> Iterator[str]:
    """A message comes on one stream only. Only what has an id is compared: equal notifications are legal."""
    other = seen.state.bodies.get(hash(seen.record.raw))
    if seen.on_stream and seen.record.id and other and other != seen.record.channel:
        yield f"the same message came on {other} already"


@rule(
    "HTTP-28",
    "error",
    f"{PAGE}#resumability",
    revisions="BCD",
    kinds=_READ,
    good=_GOOD_STREAM,
    bad=_D + _ASK + _SSE + "S id: 7\\ndata: " + _RESULT + "\\n\\n\ng\n" + _SSE + "S id: 7\\ndata: {}\\n\\n",
)
def event_ids_are_unique(seen: Seen) -> Iterator[str]:
    """An event id is used once in a session."""
    if seen.on_stream and seen.event_id in seen.state.event_ids:
        yield f"the event id {seen.event_id!r} was used before in this session"


@rule(
    "HTTP-29",
    "warning",
    PAGE,
    revisions="D",
    kinds=("lifecycle",),
    good=_GOOD_STREAM,
    bad=_D + _ASK + _SSE + ".",
)
def cut_without_event_id(seen: Seen) -> Iterator[str]:
    """A server that ends a stream early gave an event id before, so that the client can poll."""
    channel = seen.record.channel
    if seen.record.frame or channel in seen.state.answered_at:
        return
    if channel in seen.state.heads and _asked(seen):
        if channel not in seen.state.streams_with_ids:
            yield "the stream was closed before the answer without an event id to resume from"


@rule(
    "HTTP-30",
    "info",
    PAGE,
    revisions="D",
    kinds=_READ,
    good=_GOOD_STREAM,
    bad=_D + _ASK + _SSE + "s " + _RESULT + "\n.",
)
def priming_event(seen: Seen) -> Iterator[str]:
    """A stream begins with an event that has an id and no data."""
    if (
        seen.on_stream
        and seen.record.channel.startswith("post-")
        and not seen.state.events.get(seen.record.channel)
    ):
        yield "the stream has no priming event (id, empty data); it cannot be resumed from its start"


@rule(
    "HTTP-33",
    "info",
    MODERN,
    revisions="E",
    kinds=("head",),
    good=_GOOD_E,
    bad=_E + _ASK + _SSE + ".",
)
def unbuffered(seen: Seen) -> Iterator[str]:
    """A stream asks proxies not to buffer it."""
    if seen.incoming and seen.head.content_type == "text/event-stream":
        if seen.head.headers.get("x-accel-buffering", "").lower() != "no":
            yield "the stream lacks X-Accel-Buffering: no; proxies may hold it back"


@rule(
    "HTTP-35",
    "error",
    PAGE,
    kinds=("lifecycle", "notification", "request", "response", "error", "malformed"),
    good="sse\nS event: endpoint\\ndata: /messages?s=1\\n\\n",
    bad='sse\ns {"jsonrpc":"2.0","method":"notifications/message","params":{}}',
)
def endpoint_first(seen: Seen) -> Iterator[str]:
    """The first SSE event names the endpoint."""
    if seen.record.channel != "sse" or not seen.record.frame or seen.state.events.get("sse"):
        return
    if seen.event_fields.get("event") != "endpoint":
        yield "the first event of the stream must be endpoint"
    elif not seen.event_fields.get("data", "").strip():
        yield "the endpoint event names no URI"


@rule(
    "HTTP-36",
    "error",
    f"{PAGE} (security)",
    kinds=("lifecycle",),
    good="sse\nS event: endpoint\\ndata: /messages?s=1\\n\\n",
    bad="sse\nS event: endpoint\\ndata: http://elsewhere.example/messages\\n\\n",
)
def endpoint_same_origin(seen: Seen) -> Iterator[str]:
    """The endpoint is on the origin that was connected to."""
    if seen.record.channel != "sse" or seen.event_fields.get("event") != "endpoint":
        return
    there = urlsplit(seen.event_fields.get("data", "").strip())
    here = urlsplit(seen.state.target)
    if there.netloc and (there.scheme, there.netloc) != (here.scheme, here.netloc):
        yield f"the endpoint is on another origin ({there.netloc}); messages are not sent there"


@rule(
    "HTTP-37",
    "warning",
    "basic/authorization",
    kinds=("head",),
    good=_GOOD,
    bad="http http://mcp.example/mcp\n" + _ASK,
)
def plain_http(seen: Seen) -> Iterator[str]:
    """Plain http is for this computer only."""
    url = urlsplit(seen.state.target)
    host = url.hostname or ""
    local = host == "localhost" or host.startswith("127.") or host == "::1"
    if seen.record.direction == "out" and url.scheme == "http" and not local and not seen.state.heads:
        yield f"plain http to {host}: anyone on the way can read and change it"


@rule(
    "HTTP-38",
    "error",
    MODERN,
    revisions="E",
    kinds=("malformed",),
    good=_E + _ASK + "h 404 application/json\n" + _error(-32601),
    bad=_E + _ASK + "h 404 text/html\nb <h1>Not found</h1>\n.",
)
def error_has_json_body(seen: Seen) -> Iterator[str]:
    """400 and 404 say why, in JSON-RPC."""
    head = seen.response_head
    if _post_answer(seen) and head is not None and head.status in (400, 404):
        yield f"status {head.status} needs a JSON-RPC error as its body"
