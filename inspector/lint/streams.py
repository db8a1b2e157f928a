"""HTTP-*: event streams, sessions and the endpoint of HTTP+SSE. Source: protocol reference 8.3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from inspector.lint.rules import rule
from inspector.lint.samples import (
    ANSWERS,
    ASK,
    GOOD,
    GOOD_E,
    GOOD_STREAM,
    HTTP_D,
    HTTP_E,
    READ,
    RESULT,
    SSE,
)
from inspector.lint.seen import Seen
from inspector.translation import recorded

PAGE: Final = "basic/transports"
MODERN: Final = "basic/transports/streamable-http"
_ALL: Final = "BCDE"
MESSAGES: Final = (*READ, "batch")


@rule(
    "HTTP-13",
    "info",
    MODERN,
    sentence="Streams of this revision cannot be resumed.",
    fix="Leave id and retry out of the events.",
    revisions="E",
    kinds=MESSAGES,
    good=GOOD_E,
    bad=HTTP_E + ASK + SSE + "S id: 4\\ndata: " + RESULT + "\\n\\n\n.",
)
def no_modern_event_ids(seen: Seen) -> Iterator[str]:
    """Modern streams cannot be resumed; ids and retry mean nothing."""
    if {"id", "retry"} & set(seen.event_fields) and seen.on_stream:
        yield recorded("the event has id or retry; modern streams cannot be resumed")


@rule(
    "HTTP-15",
    "error",
    f"{MODERN}#receiving-messages",
    sentence="Messages on the stream MUST relate to the request of the client; requests MUST NOT be sent.",
    fix="Send notifications on the stream of the request that they belong to.",
    revisions="E",
    kinds=("request", "notification"),
    good=GOOD_E,
    bad=HTTP_E + ASK + SSE + 's {"jsonrpc":"2.0","id":9,"method":"roots/list"}\n.',
)
def only_related_messages(seen: Seen) -> Iterator[str]:
    """A response stream carries only what belongs to its request."""
    if not seen.on_post or (seen.posted is not None and seen.posted.method == "subscriptions/listen"):
        return
    if {"result", "error"} & set(seen.top):
        return  # RPC-16
    if seen.record.kind == "request" or seen.record.method.endswith("list_changed"):
        yield recorded("{method} does not belong on the stream of a response", method=seen.record.method)


@rule(
    "HTTP-17",
    "warning",
    PAGE,
    sentence="After the response the server SHOULD close the stream.",
    fix="Close the stream once the response was sent.",
    revisions=_ALL,
    kinds=("lifecycle",),
    good=GOOD_STREAM,
    bad=HTTP_D + ASK + SSE + "s " + RESULT + "\n+ 9000\n.",
)
def stream_ends_after_answer(seen: Seen) -> Iterator[str]:
    """The stream ends once the answer was sent."""
    answered = seen.state.answered_at.get(seen.record.channel)
    posted = seen.posted
    if answered and posted is not None and posted.method != "subscriptions/listen":
        late_s = (seen.record.at_ns - answered) / 1e9
        if late_s > 5:
            yield recorded("the stream stayed open for {late_s} s after the response", late_s=f"{late_s:.0f}")


@rule(
    "HTTP-18",
    "error",
    PAGE,
    sentence="The stream MUST eventually include the response to the request of its POST.",
    fix="Send the response before the stream is closed.",
    revisions="BCE",
    softer="BC",
    kinds=("lifecycle",),
    good=GOOD_STREAM,
    bad=HTTP_E + ASK + SSE + ".",
)
def stream_answers(seen: Seen) -> Iterator[str]:
    """A stream does not end before the answer; with an event id it may be resumed. In D that is HTTP-29."""
    if _unanswered(seen) and seen.posted is not None:
        yield recorded("the stream ended without a response to {method}", method=seen.posted.method)


def _unanswered(seen: Seen) -> bool:
    """A stream ended without the answer, its request was not cancelled, and it cannot be resumed."""
    posted, channel = seen.posted, seen.record.channel
    if seen.record.frame or seen.over_sse or posted is None or not seen.asked:
        return False
    if posted.method == "subscriptions/listen" or (seen.exchange and seen.exchange.status == "cancelled"):
        return False
    resumable = not seen.state.modern and channel in seen.state.streams_with_ids
    return channel in seen.state.heads and channel not in seen.state.answered_at and not resumable


@rule(
    "HTTP-19",
    "warning",
    PAGE,
    sentence="Clients that listen for message events only miss it.",
    fix="Leave out the event's name, or use message.",
    revisions=_ALL,
    kinds=MESSAGES,
    good=GOOD_STREAM,
    bad=HTTP_D + ASK + SSE + "S event: result\\ndata: " + RESULT + "\\n\\n\n.",
)
def event_name(seen: Seen) -> Iterator[str]:
    """Messages are events named message."""
    name = seen.event_fields.get("event", "message")
    if seen.on_stream and name != "message":
        yield recorded("the event is named {name}; clients only read message events", name=repr(name))


def _session_head(session: str) -> str:
    return f"http\n= 2025-11-25 {{}} Mcp-Session-Id={session}"


_SESSION: Final = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"


def _new_session(seen: Seen) -> str:
    """The session id that the answer to initialize sets."""
    if seen.on_post and seen.posted is not None and seen.posted.method == "initialize":
        return seen.head.headers.get("mcp-session-id", "")
    return ""


@rule(
    "HTTP-20",
    "error",
    f"{PAGE}#session-management",
    sentence="The session id MUST only contain visible ASCII characters (0x21 to 0x7E).",
    fix="Use a UUID or hexadecimal text as the session id.",
    kinds=("head",),
    good=_session_head(_SESSION),
    bad=_session_head("sch\u00fcssel-0123456789"),
)
def session_id_characters(seen: Seen) -> Iterator[str]:
    """A session id is visible ASCII."""
    if not re.fullmatch(r"[\x21-\x7e]*", _new_session(seen)):
        yield recorded("the session id contains characters outside visible ASCII")


@rule(
    "HTTP-21",
    "warning",
    f"{PAGE}#session-management",
    sentence="The session id SHOULD be globally unique and cryptographically secure.",
    fix="Make the session id with a cryptographic generator (uuid4, secrets.token_hex, crypto.randomUUID).",
    kinds=("head",),
    good=_session_head(_SESSION),
    bad=_session_head("42"),
)
def session_id_strength(seen: Seen) -> Iterator[str]:
    """A session id cannot be guessed."""
    session = _new_session(seen)
    if session and (len(session) < 16 or session.isdigit()):
        yield recorded("the session id is short or just a number; it must not be guessable")


@rule(
    "HTTP-22",
    "warning",
    f"{PAGE}#session-management",
    sentence="The session id comes with the response to initialize; clients read it there only.",
    fix="Set Mcp-Session-Id only in the response to initialize.",
    revisions="BCD",
    kinds=("head",),
    good=GOOD,
    bad=HTTP_D + ASK + "h 200 application/json Mcp-Session-Id=another-session-0123456789",
)
def session_id_is_set_once(seen: Seen) -> Iterator[str]:
    """Only the answer to initialize sets a session id, and it stays."""
    session = seen.head.headers.get("mcp-session-id", "")
    if seen.incoming and session and session != seen.state.session_id and not _new_session(seen):
        yield recorded("a session id is set or changed outside the response to initialize")


@rule(
    "HTTP-25",
    "error",
    f"{PAGE}#listening",
    sentence="The server MUST return text/event-stream to a GET, or 405 Method Not Allowed.",
    fix="Answer GET with text/event-stream, or with 405.",
    revisions="BCD",
    kinds=("head",),
    good=HTTP_D + "g\nh 405",
    bad=HTTP_D + "g\nh 200 text/html",
)
def get_answer(seen: Seen) -> Iterator[str]:
    """GET gives an event stream or 405, unless the session is gone or something on the way refuses."""
    elsewhere = seen.head.status in (401, 403, 404, 429) or seen.head.status >= 500
    if seen.incoming and seen.record.channel.startswith("get-") and not elsewhere:
        streams = seen.head.status < 300 and seen.head.content_type == "text/event-stream"
        if seen.head.status != 405 and not streams:
            gave = f"{seen.head.status} {seen.head.content_type}".strip()
            yield recorded("GET must return text/event-stream or 405, not {gave}", gave=gave)


@rule(
    "HTTP-26",
    "error",
    f"{PAGE}#listening",
    sentence="The server MUST NOT send a response on the GET stream unless it resumes one.",
    fix="Send each response on the stream of its POST.",
    revisions="BCD",
    kinds=ANSWERS,
    good=HTTP_D
    + "g\n"
    + SSE
    + 's {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}',
    bad=HTTP_D + ASK + "g\n" + SSE + "s " + RESULT,
)
def no_answers_on_get(seen: Seen) -> Iterator[str]:
    """The GET stream carries no answers, but those of a stream that it takes up."""
    channel = seen.record.channel
    if seen.incoming and channel.startswith("get-") and channel not in seen.state.resumed:
        yield recorded("a response on the GET stream; it belongs on the stream of its request")


@rule(
    "HTTP-27",
    "error",
    f"{PAGE}#multiple-connections",
    sentence="The server MUST send each of its messages on only one of the streams.",
    fix="Send each message on one stream.",
    revisions="BCD",
    kinds=("request", "notification", "response", "error"),
    good=GOOD_STREAM,
    bad=HTTP_D
    + ASK
    + SSE
    + 's {"jsonrpc":"2.0","id":5,"method":"roots/list"}\ng\n'
    + SSE
    + 's {"jsonrpc":"2.0","id":5,"method":"roots/list"}',
)
def one_stream_a_message(seen: Seen) -> Iterator[str]:
    """A message comes on one stream only. Only what has an id is compared: equal notifications are legal."""
    other = seen.state.bodies.get(hash(seen.record.raw)) if seen.on_stream and seen.record.id else None
    if other and other != seen.record.channel:
        yield recorded("the same message was already sent on {other}", other=other)


@rule(
    "HTTP-28",
    "error",
    f"{PAGE}#resumability",
    sentence="The event id MUST be globally unique across all streams of the session.",
    fix="Count event ids over all streams of a session, or make them random.",
    revisions="BCD",
    kinds=MESSAGES,
    good=GOOD_STREAM,
    bad=HTTP_D + ASK + SSE + "S id: 7\\ndata: " + RESULT + "\\n\\n\ng\n" + SSE + "S id: 7\\ndata: {}\\n\\n",
)
def event_ids_are_unique(seen: Seen) -> Iterator[str]:
    """An event id is used once in a session."""
    if seen.on_stream and seen.event_id in seen.state.event_ids:
        yield recorded("event id {event_id} was already used in this session", event_id=repr(seen.event_id))


@rule(
    "HTTP-29",
    "warning",
    PAGE,
    sentence="The server SHOULD close a stream before the response only after an event with an id.",
    fix="Send an event with an id before closing the stream early.",
    revisions="D",
    kinds=("lifecycle",),
    good=GOOD_STREAM,
    bad=HTTP_D + ASK + SSE + ".",
)
def cut_without_event_id(seen: Seen) -> Iterator[str]:
    """A server that ends a stream early gave an event id before, so that the client can poll."""
    if _unanswered(seen):
        yield recorded("the stream closed before the response, without an event id to resume from")


@rule(
    "HTTP-30",
    "info",
    PAGE,
    sentence="The server SHOULD begin a stream with an event that has an id and empty data.",
    fix="Begin the stream with an event that has an id and empty data.",
    revisions="D",
    kinds=MESSAGES,
    good=GOOD_STREAM,
    bad=HTTP_D + ASK + SSE + "s " + RESULT + "\n.",
)
def priming_event(seen: Seen) -> Iterator[str]:
    """A stream begins with an event that has an id and no data."""
    if (
        seen.on_stream
        and seen.record.channel.startswith("post-")
        and not seen.state.events.get(seen.record.channel)
        and not seen.state.unprimed
    ):
        yield recorded(
            "the stream has no priming event (id, empty data); it cannot be resumed from its start"
        )


@rule(
    "HTTP-33",
    "info",
    MODERN,
    sentence="The server SHOULD send X-Accel-Buffering: no.",
    fix="Set X-Accel-Buffering: no on event streams.",
    revisions="E",
    kinds=("head",),
    good=GOOD_E,
    bad=HTTP_E + ASK + SSE + ".",
)
def unbuffered(seen: Seen) -> Iterator[str]:
    """A stream asks proxies not to buffer it."""
    if seen.incoming and seen.head.content_type == "text/event-stream":
        if seen.head.headers.get("x-accel-buffering", "").lower() != "no":
            yield recorded("the stream lacks X-Accel-Buffering: no; proxies may buffer it")


@rule(
    "HTTP-35",
    "error",
    PAGE,
    sentence="The server MUST send an endpoint event when a client connects.",
    fix="Send the endpoint event first.",
    kinds=("lifecycle", "notification", "request", "response", "error", "malformed"),
    good="sse\nS event: endpoint\\ndata: /messages?s=1\\n\\n",
    bad='sse\ns {"jsonrpc":"2.0","method":"notifications/message","params":{}}',
)
def endpoint_first(seen: Seen) -> Iterator[str]:
    """The first SSE event names the endpoint."""
    if seen.record.channel != "sse" or not seen.record.frame or seen.state.events.get("sse"):
        return
    if seen.event_fields.get("event") != "endpoint":
        yield recorded("the first event of the stream must be endpoint")
    elif not seen.event_fields.get("data", "").strip():
        yield recorded("the endpoint event contains no URI")


@rule(
    "HTTP-36",
    "error",
    f"{PAGE}#security-warning",
    sentence="The client MUST NOT hand its messages to another origin than it connected to.",
    fix="Send an endpoint on the server's own origin, best as a path.",
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
        yield recorded(
            "the endpoint is on another origin ({netloc}); messages are not sent there", netloc=there.netloc
        )
