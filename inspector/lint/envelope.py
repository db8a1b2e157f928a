"""RPC-01 to RPC-18: the JSON-RPC envelope. Source: protocol reference 8.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inspector.lint.rules import rule
from inspector.lint.samples import ANSWERS, ASK, ASKED, ERROR, OK, READ
from inspector.lint.seen import TRAILING, Seen
from inspector.protocol.jsonrpc import parse
from inspector.translation import recorded

PAGE: Final = "basic/index"
_MEMBERS: Final = {"jsonrpc", "id", "method", "params", "result", "error"}


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


@rule(
    "RPC-01",
    "error",
    "basic/transports",
    sentence="JSON-RPC messages MUST be UTF-8 encoded; all messages MUST follow JSON-RPC 2.0.",
    fix="Encode every message with a JSON library as UTF-8; replace NaN and Infinity by null or text.",
    kinds=("malformed",),
    good=OK,
    bad='< {"jsonrpc":"2.0","id":1,"result":NaN}',
)
def readable_json(seen: Seen) -> Iterator[str]:
    """JSON in UTF-8, without NaN and Infinity. An HTTP error status may come with any page."""
    several = TRAILING in seen.record.note and (seen.record.channel == "stdout" or seen.is_body)
    if seen.incoming and not seen.record.valid and seen.whole and not seen.is_page and not several:
        yield recorded("the message cannot be read: {note}", note=seen.record.note)


@rule(
    "RPC-02",
    "error",
    PAGE,
    sentence='JSON-RPC 2.0: jsonrpc MUST be exactly "2.0".',
    fix='Set "jsonrpc": "2.0" in every message.',
    good=OK,
    bad=ASK + '< {"id":1,"result":{}}',
    kinds=READ,
)
def version_member(seen: Seen) -> Iterator[str]:
    """`jsonrpc` is "2.0"."""
    if seen.members and seen.top.get("jsonrpc") != "2.0":
        found = _short(seen.top["jsonrpc"]) if "jsonrpc" in seen.top else "missing"
        yield recorded('"jsonrpc" must be the string "2.0"; it is {found}', found=found)


@rule(
    "RPC-03",
    "error",
    PAGE,
    sentence="All messages MUST follow JSON-RPC 2.0, where a message is an object.",
    fix="Send JSON objects only.",
    good=OK,
    bad="< 42",
    kinds=("malformed",),
)
def not_a_scalar(seen: Seen) -> Iterator[str]:
    """A message is an object."""
    if seen.incoming and seen.record.valid and seen.record.raw.lstrip()[:1] not in (b"{", b"["):
        yield recorded("the message is a bare value; a JSON-RPC message is an object")


@rule(
    "RPC-04",
    "error",
    PAGE,
    sentence="A body or line MUST be a single request, notification or response.",
    fix="Send each message by itself.",
    revisions="ACDE",
    softer="A",
    kinds=("batch",),
    good="= 2025-03-26\n"
    + '< [{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}]',
    bad="= 2025-11-25\n"
    + '< [{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}]',
)
def no_batches(seen: Seen) -> Iterator[str]:
    """Only 2025-03-26 knows batches. What is wrong with a body that is one, HTTP-05 says."""
    if seen.incoming and not seen.is_body:
        yield recorded("a batch (array); this revision has no batches")


@rule(
    "RPC-05",
    "error",
    PAGE,
    sentence="The initialize request MUST NOT be part of a batch; batches MUST follow JSON-RPC 2.0.",
    fix="Send no empty batch, and keep requests, responses and initialize apart.",
    revisions="B",
    kinds=("batch",),
    good="= 2025-03-26\n"
    + '< [{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}]',
    bad="= 2025-03-26\n< []",
)
def sound_batch(seen: Seen) -> Iterator[str]:
    """A batch is not empty, does not mix responses with requests, and holds no initialize."""
    members = [parse(raw) for raw in seen.message.members]
    kinds = {member.kind for member in members}
    if not members:
        yield recorded("the batch is empty")
    if kinds & set(ANSWERS) and kinds & {"request", "notification"}:
        yield recorded("the batch mixes responses with requests or notifications")
    if any(member.method == "initialize" for member in members):
        yield recorded("initialize must not be part of a batch")


@rule(
    "RPC-06",
    "error",
    PAGE,
    sentence="Unlike base JSON-RPC, the id MUST NOT be null.",
    fix="Give every request an id of its own, and copy it into the response.",
    kinds=("response", "notification"),
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":null,"result":{}}',
)
def id_is_not_null(seen: Seen) -> Iterator[str]:
    """A request or a result carries a real id. (A request with a null id is read as a notification.)"""
    known = seen.record.kind == "notification" and seen.record.method.startswith("notifications/")
    if seen.named or not seen.incoming:
        return
    if seen.record.id == "null" and not known:
        yield recorded("the id is null; requests and results require a string or a number")
    if seen.record.kind == "response" and not seen.record.id:
        yield recorded("the result has no id, so it belongs to no request")


@rule(
    "RPC-07",
    "error",
    PAGE,
    sentence="Requests MUST include a string or integer id.",
    fix="Use strings or integers as ids.",
    kinds=READ,
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1.5,"result":{}}',
)
def id_type(seen: Seen) -> Iterator[str]:
    """An id is a string or an integer."""
    if seen.incoming and seen.record.id and not seen.id_is_legal:
        text = seen.record.id[:60]
        yield recorded("id {text} is neither a string nor an integer", text=text)


@rule(
    "RPC-08",
    "error",
    PAGE,
    sentence="The id MUST NOT have been previously used by the requestor within the same session.",
    fix="Count ids up within a session.",
    revisions="ABCD",
    kinds=("request",),
    good="= 2025-06-18\n" + ASKED,
    bad="= 2025-06-18\n" + ASKED + ASKED,
)
def server_id_reused(seen: Seen) -> Iterator[str]:
    """A server never uses an id twice in a session."""
    if seen.incoming and seen.record.id in seen.state.server_ids:
        yield recorded("the server already used id {id} for another request", id=seen.record.id)


@rule(
    "RPC-08-ours",
    "warning",
    PAGE,
    sentence="The id MUST NOT be that of a request which still waits.",
    fix="Send the second request with another id.",
    kinds=("request",),
    good=ASK + '> {"jsonrpc":"2.0","id":2,"method":"ping"}',
    bad=ASK + ASK,
)
def our_id_reused(seen: Seen) -> Iterator[str]:
    """Two requests of ours that wait have different ids."""
    if seen.record.direction == "out" and seen.record.id in seen.state.open:
        yield recorded(
            "id {id} belongs to a pending request; the response could be for either",
            id=seen.record.id,
        )


@rule(
    "RPC-09",
    "error",
    PAGE,
    sentence="Responses MUST include the same id as the request they correspond to.",
    fix="Copy the id of the request, with its type, into the response.",
    kinds=ANSWERS,
    good=OK,
    bad='< {"jsonrpc":"2.0","id":99,"result":{}}',
)
def unknown_id(seen: Seen) -> Iterator[str]:
    """An answer names a request that was sent."""
    unknown = seen.incoming and seen.record.role == "unknown" and not seen.on_post
    if unknown and seen.named and seen.id_is_legal:
        yield recorded("no request with id {id} was sent", id=seen.record.id)


@rule(
    "RPC-09-late",
    "info",
    PAGE,
    sentence="An answer may be on its way while its request is cancelled.",
    fix="Stop working on a request when notifications/cancelled arrives.",
    kinds=ANSWERS,
    good=OK,
    bad=ASK
    + '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    + '< {"jsonrpc":"2.0","id":1,"result":{}}',
)
def late_answer(seen: Seen) -> Iterator[str]:
    """An answer after we stopped waiting; allowed, worth knowing."""
    if seen.incoming and seen.record.role == "late":
        yield recorded("response to {id} after it was cancelled or timed out", id=seen.record.id)


@rule(
    "RPC-10",
    "error",
    PAGE,
    sentence="JSON-RPC 2.0: a request gets one response; its id MUST be the same.",
    fix="Answer each request once: look for two code paths that both send a response.",
    kinds=ANSWERS,
    good=OK,
    bad=OK + '\n< {"jsonrpc":"2.0","id":1,"result":{}}',
)
def second_answer(seen: Seen) -> Iterator[str]:
    """A request is answered once."""
    if seen.incoming and seen.record.role == "duplicate" and not seen.is_its_own_answer:  # else RPC-21
        yield recorded("request {id} already has a response", id=seen.record.id)


@rule(
    "RPC-11",
    "error",
    PAGE,
    sentence="Responses MUST include the same id as the request: 1 and the text 1 differ.",
    fix="Keep the id as it was parsed; do not turn it into text or a number.",
    kinds=ANSWERS,
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":"1","result":{}}',
)
def id_keeps_its_type(seen: Seen) -> Iterator[str]:
    """The id comes back with the JSON type it went out with."""
    if seen.incoming and seen.record.role == "mistyped":
        yield recorded("id {id} has a different JSON type than the request's", id=seen.record.id)


@rule(
    "RPC-12",
    "error",
    PAGE,
    sentence="A response MUST NOT set both result and error.",
    fix="Leave out result when there is an error, and error when there is a result; null counts as there.",
    kinds=ANSWERS,
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
)
def result_or_error(seen: Seen) -> Iterator[str]:
    """An answer has a result or an error, never both."""
    if seen.incoming and seen.message.result and seen.message.error:
        yield recorded("the response has both result and error")


@rule(
    "RPC-13",
    "error",
    PAGE,
    sentence="A response MUST set either a result or an error; method MUST be a string.",
    fix="Set either result or error in a response.",
    kinds=("malformed",),
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1}',
)
def says_something(seen: Seen) -> Iterator[str]:
    """An object has a method, a result or an error. An HTTP error status may come with any page."""
    if not seen.incoming or not seen.record.valid or seen.record.raw.lstrip()[:1] != b"{":
        return
    if seen.is_page:
        return
    if "method" in seen.top:
        yield recorded("method must be a string; it is {method}", method=_short(seen.top["method"]))
    else:
        yield (
            recorded("the message has an id, but no method, result or error")
            if seen.message.id
            else recorded("the message has no method, result or error")
        )


@rule(
    "RPC-14",
    "error",
    PAGE,
    sentence="A result MUST be an object (schema Result).",
    fix="Wrap the value in an object; an empty result is {}.",
    kinds=("response",),
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"result":"ok"}',
)
def result_is_object(seen: Seen) -> Iterator[str]:
    """`result` is an object."""
    if seen.incoming and seen.message.result[:1] != b"{":
        start = seen.message.result[:20].decode("utf-8", "replace")
        yield recorded("result must be an object; it starts with {start}", start=start)


@rule(
    "RPC-15",
    "error",
    PAGE,
    sentence="Errors MUST include a code and a message; the code MUST be an integer.",
    fix="Set an integer code and a text as message in every error.",
    kinds=("error",),
    good=ERROR,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"x"}}',
)
def error_members(seen: Seen) -> Iterator[str]:
    """An error has an integer code and a string message."""
    error = seen.message.error_dict()
    code = error.get("code")
    if seen.incoming and (not isinstance(code, int) or isinstance(code, bool)):
        yield recorded("error.code must be an integer; it is {code}", code=_short(code))
    if seen.incoming and not isinstance(error.get("message"), str):
        yield recorded(
            "error.message must be a string; it is {message}", message=_short(error.get("message"))
        )


@rule(
    "RPC-16",
    "warning",
    PAGE,
    sentence="Clients that read strictly refuse members that the schema does not have.",
    fix="Move other data into result, params or _meta.",
    kinds=READ,
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"result":{},"extra":1}',
)
def known_members(seen: Seen) -> Iterator[str]:
    """Only the members of the envelope, and not those of two kinds of message."""
    if not seen.incoming:
        return
    unknown = sorted(set(seen.top) - _MEMBERS)
    if unknown:
        yield recorded("unknown top-level members: {unknown}", unknown=", ".join(unknown)[:80])
    if "method" in seen.top and {"result", "error"} & set(seen.top):
        yield recorded("the message mixes method with result or error")


@rule(
    "RPC-17",
    "error",
    PAGE,
    sentence="Notifications MUST NOT include an id.",
    fix="Leave the id out of notifications.",
    kinds=("request", "notification"),
    good='< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}',
    bad='< {"jsonrpc":"2.0","id":3,"method":"notifications/message","params":{"level":"info","data":1}}',
)
def notifications_have_no_id(seen: Seen) -> Iterator[str]:
    """A notification carries no id, not even null."""
    if seen.incoming and seen.record.id and seen.record.method.startswith("notifications/"):
        yield recorded("a notification must not have an id, but has {id}", id=seen.record.id)


@rule(
    "RPC-18",
    "error",
    PAGE,
    sentence="params, if there, MUST be an object (schema JSONRPCRequest, JSONRPCNotification).",
    fix="Send params as an object, or leave it out.",
    kinds=("request", "notification"),
    good='< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}',
    bad='< {"jsonrpc":"2.0","method":"notifications/message","params":[1]}',
)
def params_are_an_object(seen: Seen) -> Iterator[str]:
    """`params`, if there, is an object."""
    if seen.incoming and seen.message.params and seen.message.params[:1] != b"{":
        yield recorded("params must be an object")
