"""What findings say."""

from __future__ import annotations

from typing import Final

from inspector.translation import QT_TRANSLATE_NOOP

__all__ = ["TEXTS"]

TEXTS: Final = (
    QT_TRANSLATE_NOOP("Recorded", '"jsonrpc" must be the string "2.0"; it is {found}'),
    QT_TRANSLATE_NOOP("Recorded", "-32042 is not defined before 2025-11-25"),
    QT_TRANSLATE_NOOP("Recorded", "-32042 needs a non-empty data.elicitations"),
    QT_TRANSLATE_NOOP("Recorded", "a batch (array); this revision has none"),
    QT_TRANSLATE_NOOP("Recorded", "a blank line on stdout"),
    QT_TRANSLATE_NOOP("Recorded", "{count} blank lines on stdout"),
    QT_TRANSLATE_NOOP(
        "Recorded", "a message of {size} bytes, more than “Longest message” of the settings allows"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "a message for a request that was cancelled before (it may have been on its way)"
    ),
    QT_TRANSLATE_NOOP("Recorded", "a message for a request that was cancelled {late_s} s before"),
    QT_TRANSLATE_NOOP("Recorded", "a notification must not carry an id; it has {id}"),
    QT_TRANSLATE_NOOP("Recorded", "a request was answered with {status}; it needs a response"),
    QT_TRANSLATE_NOOP("Recorded", "a response on the GET stream; it belongs on the stream of its request"),
    QT_TRANSLATE_NOOP(
        "Recorded", "a session id is set or changed by something else than the answer to initialize"
    ),
    QT_TRANSLATE_NOOP("Recorded", "an accepted {kind} must be answered with 202, not {status}"),
    QT_TRANSLATE_NOOP("Recorded", "an answer with status 202 must have no body"),
    QT_TRANSLATE_NOOP("Recorded", "an entry of data.elicitations is not of mode url or has no elicitationId"),
    QT_TRANSLATE_NOOP("Recorded", "an unknown method must be answered with status 404, not {status}"),
    QT_TRANSLATE_NOOP("Recorded", "error.code must be an integer; it is {code}"),
    QT_TRANSLATE_NOOP("Recorded", "error.message must be a string; it is {message}"),
    QT_TRANSLATE_NOOP("Recorded", "error.message should be one concise sentence"),
    QT_TRANSLATE_NOOP("Recorded", "GET must give text/event-stream or 405; it gave {gave}"),
    QT_TRANSLATE_NOOP("Recorded", "initialize must not be part of a batch"),
    QT_TRANSLATE_NOOP("Recorded", "it answers our notification {notified_last}; notifications get no answer"),
    QT_TRANSLATE_NOOP("Recorded", "method must be a string; it is {method}"),
    QT_TRANSLATE_NOOP("Recorded", "more than one JSON document on a line, or text after it"),
    QT_TRANSLATE_NOOP("Recorded", "no request with the id {id} was ever sent"),
    QT_TRANSLATE_NOOP("Recorded", "one message is spread over {count} lines; print it without line breaks"),
    QT_TRANSLATE_NOOP("Recorded", "params must be an object"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the id {id} is that of a request that still waits; an answer may be for either"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the refusal has the id {id}, which no request had; it needs none"),
    QT_TRANSLATE_NOOP("Recorded", "the server did not end within {waited_s} s after its stdin was closed"),
    QT_TRANSLATE_NOOP("Recorded", "plain {scheme} to {host}: anyone on the way can read and change it"),
    QT_TRANSLATE_NOOP("Recorded", "result must be an object; it begins with {start}"),
    QT_TRANSLATE_NOOP("Recorded", "status {status} needs a JSON-RPC error as its body"),
    QT_TRANSLATE_NOOP("Recorded", "stderr is not UTF-8 at byte {start} of this line"),
    QT_TRANSLATE_NOOP(
        "Recorded", "stdout carries something that is not an MCP message; print it to stderr instead"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the answer has both result and error"),
    QT_TRANSLATE_NOOP("Recorded", "the answer has the id {id}; the request on this POST had {other}"),
    QT_TRANSLATE_NOOP("Recorded", "the answer to {id} came after it was cancelled or timed out"),
    QT_TRANSLATE_NOOP("Recorded", "the batch is empty"),
    QT_TRANSLATE_NOOP("Recorded", "the batch mixes responses with requests or notifications"),
    QT_TRANSLATE_NOOP("Recorded", "the body must be one JSON object, not an array or several"),
    QT_TRANSLATE_NOOP("Recorded", "the code {seen} has no meaning in MCP; clients cannot act on it"),
    QT_TRANSLATE_NOOP("Recorded", "the code {seen} is reserved to MCP and not defined"),
    QT_TRANSLATE_NOOP("Recorded", "the code {seen} must not be used since 2026-07-28"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the content type is {found}; it must be application/json or text/event-stream"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the endpoint event names no URI"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the endpoint is on another origin ({netloc}); messages are not sent there"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the error has no id although the request was readable"),
    QT_TRANSLATE_NOOP("Recorded", "the error has no id; this revision requires one"),
    QT_TRANSLATE_NOOP("Recorded", "the error {code} must come with status 400, not {status}"),
    QT_TRANSLATE_NOOP("Recorded", "the event carries id or retry; modern streams cannot be resumed"),
    QT_TRANSLATE_NOOP("Recorded", "the event id {event_id} was used before in this session"),
    QT_TRANSLATE_NOOP("Recorded", "the event is named {name}; clients read message events only"),
    QT_TRANSLATE_NOOP("Recorded", "the first event of the stream must be endpoint"),
    QT_TRANSLATE_NOOP("Recorded", "the id is null; a request or result needs a string or a number"),
    QT_TRANSLATE_NOOP("Recorded", "the id {id} has another JSON type than that of the request"),
    QT_TRANSLATE_NOOP("Recorded", "the id {text} is neither a string nor an integer"),
    QT_TRANSLATE_NOOP("Recorded", "the last line before the end has no newline; many clients drop it"),
    QT_TRANSLATE_NOOP("Recorded", "the line begins with a byte order mark"),
    QT_TRANSLATE_NOOP("Recorded", "the line ends with CR LF; the delimiter is LF alone"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the member name {repeated_names} stands twice in one object; parsers disagree"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the message cannot be read: {note}"),
    QT_TRANSLATE_NOOP("Recorded", "the message has an id, but neither method, result nor error"),
    QT_TRANSLATE_NOOP("Recorded", "the message has neither method, result nor error"),
    QT_TRANSLATE_NOOP("Recorded", "the message is a bare value; a JSON-RPC message is an object"),
    QT_TRANSLATE_NOOP("Recorded", "the message mixes method with result or error"),
    QT_TRANSLATE_NOOP("Recorded", "the request {id} was already answered"),
    QT_TRANSLATE_NOOP("Recorded", "the response sets Mcp-Session-Id; the modern era has no sessions"),
    QT_TRANSLATE_NOOP("Recorded", "the result has no id; nobody can tell what it answers"),
    QT_TRANSLATE_NOOP("Recorded", "the same message came on {other} already"),
    QT_TRANSLATE_NOOP("Recorded", "the server already used the id {id} for another request"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server did not end after its stdin was closed; it had to be stopped by a signal"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server ended while {count} of our requests waited, the first being {method}"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server sent the request {method}; since 2026-07-28 it must not send requests"
    ),
    QT_TRANSLATE_NOOP(
        "Recorded", "the server stayed silent on server/discover; clients that probe wait for it in vain"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the session id has characters outside visible ASCII"),
    QT_TRANSLATE_NOOP("Recorded", "the session id is short or a plain number; it should not be guessable"),
    QT_TRANSLATE_NOOP("Recorded", "the stream ended without an answer to {method}"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the stream has no priming event (id, empty data); it cannot be resumed from its start"
    ),
    QT_TRANSLATE_NOOP("Recorded", "the stream lacks X-Accel-Buffering: no; proxies may hold it back"),
    QT_TRANSLATE_NOOP("Recorded", "the stream stayed open for {late_s} s after the answer"),
    QT_TRANSLATE_NOOP(
        "Recorded", "the stream was closed before the answer without an event id to resume from"
    ),
    QT_TRANSLATE_NOOP("Recorded", "this stream answers a request {id} that was not sent on it"),
    QT_TRANSLATE_NOOP("Recorded", "unknown members beside the envelope: {unknown}"),
    QT_TRANSLATE_NOOP("Recorded", "UnsupportedProtocolVersion must come with status 400, not {status}"),
    QT_TRANSLATE_NOOP("Recorded", "{method} does not belong on the stream that answers a request"),
    QT_TRANSLATE_NOOP("Recorded", "{method} is not a method of MCP"),
    QT_TRANSLATE_NOOP("Recorded", "{method} is not for servers of this revision"),
    QT_TRANSLATE_NOOP("Recorded", "{method} is not found although the capability {gate} is advertised"),
)
