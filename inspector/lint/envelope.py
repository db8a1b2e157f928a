"""RPC-*: the JSON-RPC envelope. Source: protocol reference 8.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inspector.lint import rule
from inspector.lint.seen import Seen
from inspector.protocol.jsonrpc import parse
from inspector.protocol.methods import METHODS

PAGE: Final = "basic/index"
_READ: Final = ("request", "notification", "response", "error", "malformed")
_ANSWERS: Final = ("response", "error")
_MEMBERS: Final = {"jsonrpc", "id", "method", "params", "result", "error"}

_OK: Final = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n< {"jsonrpc":"2.0","id":1,"result":{}}'
_ASK: Final = '> {"jsonrpc":"2.0","id":1,"method":"ping"}\n'
_ERROR: Final = _ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'
_ROOTS: Final = '< {"jsonrpc":"2.0","id":7,"method":"roots/list"}\n'


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


@rule("RPC-01", "error", "basic/transports", good=_OK, bad='< {"jsonrpc":"2.0","id":1,"result":NaN}')
def readable_json(seen: Seen) -> Iterator[str]:
    """JSON in UTF-8, without NaN and Infinity. An HTTP error status may come with any page."""
    head = seen.response_head
    if head is not None and head.status >= 400:
        return
    if seen.incoming and not seen.record.valid and seen.whole:
        yield f"not a JSON text: {seen.record.note}"


@rule("RPC-02", "error", PAGE, good=_OK, bad=_ASK + '< {"id":1,"result":{}}', kinds=_READ)
def version_member(seen: Seen) -> Iterator[str]:
    """`jsonrpc` is "2.0"."""
    if seen.members and seen.top.get("jsonrpc") != "2.0":
        found = _short(seen.top["jsonrpc"]) if "jsonrpc" in seen.top else "missing"
        yield f'"jsonrpc" must be the string "2.0"; it is {found}'


@rule("RPC-03", "error", PAGE, good=_OK, bad="< 42", kinds=("malformed",))
def not_a_scalar(seen: Seen) -> Iterator[str]:
    """A message is an object."""
    if seen.incoming and seen.record.valid and seen.record.raw.lstrip()[:1] not in (b"{", b"["):
        yield "the message is a bare value; a JSON-RPC message is an object"


@rule(
    "RPC-04",
    "error",
    PAGE,
    revisions="ACDE",
    softer="A",
    kinds=("batch",),
    good="= 2025-03-26\n" + '< [{"jsonrpc":"2.0","method":"notifications/message"}]',
    bad="= 2025-11-25\n" + '< [{"jsonrpc":"2.0","method":"notifications/message"}]',
)
def no_batches(seen: Seen) -> Iterator[str]:
    """Only 2025-03-26 knows batches."""
    if seen.incoming:
        yield "a batch (array); this revision has none"


@rule(
    "RPC-05",
    "error",
    PAGE,
    revisions="B",
    kinds=("batch",),
    good="= 2025-03-26\n" + '< [{"jsonrpc":"2.0","method":"notifications/message"}]',
    bad="= 2025-03-26\n< []",
)
def sound_batch(seen: Seen) -> Iterator[str]:
    """A batch is not empty, does not mix responses with requests, and holds no initialize."""
    members = [parse(raw) for raw in seen.message.members]
    kinds = {member.kind for member in members}
    if not members:
        yield "the batch is empty"
    if kinds & set(_ANSWERS) and kinds & {"request", "notification"}:
        yield "the batch mixes responses with requests or notifications"
    if any(member.method == "initialize" for member in members):
        yield "initialize must not be part of a batch"


@rule(
    "RPC-06",
    "error",
    PAGE,
    kinds=("response", "notification"),
    good=_OK,
    bad=_ASK + '< {"jsonrpc":"2.0","id":null,"result":{}}',
)
def id_is_not_null(seen: Seen) -> Iterator[str]:
    """A request or a result carries a real id. (A request with a null id is read as a notification.)"""
    known = seen.record.method.startswith("notifications/")
    if seen.incoming and seen.record.id == "null" and not known:
        yield "the id is null; a request or result needs a string or a number"


@rule("RPC-07", "error", PAGE, kinds=_READ, good=_OK, bad=_ASK + '< {"jsonrpc":"2.0","id":1.5,"result":{}}')
def id_type(seen: Seen) -> Iterator[str]:
    """An id is a string or an integer."""
    text = seen.record.id
    if seen.incoming and text and text != "null" and not (text[0] == '"' or text.lstrip("-").isdigit()):
        yield f"the id {text[:60]} is neither a string nor an integer"


@rule(
    "RPC-08",
    "error",
    PAGE,
    revisions="ABCD",
    kinds=("request",),
    good="= 2025-06-18\n" + _ROOTS,
    bad="= 2025-06-18\n" + _ROOTS + _ROOTS,
)
def server_id_reused(seen: Seen) -> Iterator[str]:
    """A server never uses an id twice in a session."""
    if seen.incoming and seen.record.id in seen.state.server_ids:
        yield f"the server already used the id {seen.record.id} for another request"


@rule(
    "RPC-09",
    "error",
    PAGE,
    kinds=_ANSWERS,
    good=_OK,
    bad='< {"jsonrpc":"2.0","id":99,"result":{}}',
)
def unknown_id(seen: Seen) -> Iterator[str]:
    """An answer names a request that was sent."""
    if seen.incoming and seen.record.role == "unknown" and seen.record.id not in ("", "null"):
        yield f"no request with the id {seen.record.id} was ever sent"


@rule(
    "RPC-09-late",
    "info",
    PAGE,
    kinds=_ANSWERS,
    good=_OK,
    bad=_ASK
    + '> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'
    + '< {"jsonrpc":"2.0","id":1,"result":{}}',
)
def late_answer(seen: Seen) -> Iterator[str]:
    """An answer after we stopped waiting; allowed, worth knowing."""
    if seen.incoming and seen.record.role == "late":
        yield f"the answer to {seen.record.id} came after it was cancelled or timed out"


@rule(
    "RPC-10",
    "error",
    PAGE,
    kinds=_ANSWERS,
    good=_OK,
    bad=_OK + '\n< {"jsonrpc":"2.0","id":1,"result":{}}',
)
def second_answer(seen: Seen) -> Iterator[str]:
    """A request is answered once."""
    if seen.incoming and seen.record.role == "duplicate":
        yield f"the request {seen.record.id} was already answered"


@rule(
    "RPC-11", "error", PAGE, kinds=_ANSWERS, good=_OK, bad=_ASK + '< {"jsonrpc":"2.0","id":"1","result":{}}'
)
def id_keeps_its_type(seen: Seen) -> Iterator[str]:
    """The id comes back with the JSON type it went out with."""
    if seen.incoming and seen.record.role == "mistyped":
        yield f"the id {seen.record.id} has another JSON type than that of the request"


@rule(
    "RPC-12",
    "error",
    PAGE,
    kinds=_ANSWERS,
    good=_OK,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}',
)
def result_or_error(seen: Seen) -> Iterator[str]:
    """An answer has a result or an error, never both."""
    if seen.incoming and seen.message.result and seen.message.error:
        yield "the answer has both result and error"


@rule("RPC-13", "error", PAGE, kinds=("malformed",), good=_OK, bad=_ASK + '< {"jsonrpc":"2.0","id":1}')
def says_something(seen: Seen) -> Iterator[str]:
    """A message with an id has a method, a result or an error."""
    if seen.incoming and seen.record.valid and seen.message.id and not seen.top.get("method"):
        yield "the message has an id, but neither method, result nor error"


@rule(
    "RPC-14",
    "error",
    PAGE,
    kinds=("response",),
    good=_OK,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"result":"ok"}',
)
def result_is_object(seen: Seen) -> Iterator[str]:
    """`result` is an object."""
    if seen.incoming and seen.message.result[:1] != b"{":
        start = seen.message.result[:20].decode("utf-8", "replace")
        yield f"result must be an object; it begins with {start}"


@rule(
    "RPC-15",
    "error",
    PAGE,
    kinds=("error",),
    good=_ERROR,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":"E1","message":"x"}}',
)
def error_members(seen: Seen) -> Iterator[str]:
    """An error has an integer code and a string message."""
    error = seen.message.error_dict()
    code = error.get("code")
    if seen.incoming and (not isinstance(code, int) or isinstance(code, bool)):
        yield f"error.code must be an integer; it is {_short(code)}"
    if seen.incoming and not isinstance(error.get("message"), str):
        yield f"error.message must be a string; it is {_short(error.get('message'))}"


@rule(
    "RPC-16",
    "warning",
    PAGE,
    kinds=_READ,
    good=_OK,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"result":{},"extra":1}',
)
def known_members(seen: Seen) -> Iterator[str]:
    """Only the members of the envelope, and not those of two kinds of message."""
    if not seen.incoming:
        return
    unknown = sorted(set(seen.top) - _MEMBERS)
    if unknown:
        yield f"unknown members beside the envelope: {', '.join(unknown)[:80]}"
    if "method" in seen.top and {"result", "error"} & set(seen.top):
        yield "the message mixes method with result or error"


@rule(
    "RPC-17",
    "error",
    PAGE,
    kinds=("request", "notification"),
    good='< {"jsonrpc":"2.0","method":"notifications/message","params":{}}',
    bad='< {"jsonrpc":"2.0","id":3,"method":"notifications/message","params":{}}',
)
def notifications_have_no_id(seen: Seen) -> Iterator[str]:
    """A notification carries no id, not even null."""
    if seen.incoming and seen.record.id and seen.record.method.startswith("notifications/"):
        yield f"a notification must not carry an id; it has {seen.record.id}"


@rule(
    "RPC-18",
    "error",
    PAGE,
    kinds=("request", "notification"),
    good='< {"jsonrpc":"2.0","method":"notifications/message","params":{}}',
    bad='< {"jsonrpc":"2.0","method":"notifications/message","params":[1]}',
)
def params_are_an_object(seen: Seen) -> Iterator[str]:
    """`params`, if there, is an object."""
    if seen.incoming and seen.message.params and seen.message.params[:1] != b"{":
        yield "params must be an object"


@rule(
    "RPC-19",
    "error",
    "schema JSONRPCError",
    revisions="ABC",
    kinds=("error",),
    good="= 2025-06-18\n" + _ERROR,
    bad="= 2025-06-18\n" + _ASK + '< {"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}',
)
def error_needs_id(seen: Seen) -> Iterator[str]:
    """An error answer names its request."""
    if seen.incoming and not seen.record.id:
        yield "the error has no id; this revision requires one"


@rule(
    "RPC-20",
    "warning",
    PAGE,
    revisions="DE",
    kinds=("error",),
    good="= 2025-11-25\n" + _ERROR,
    bad="= 2025-11-25\n" + _ASK + '< {"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}',
)
def error_should_name_request(seen: Seen) -> Iterator[str]:
    """An error without id is only for requests that could not be read."""
    exchange = seen.exchange
    if seen.incoming and not seen.record.id and exchange is not None and exchange.id:
        yield "the error has no id although the request was readable"


@rule(
    "RPC-21",
    "error",
    PAGE,
    kinds=_ANSWERS,
    good=_OK,
    bad='> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
    '< {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such method"}}',
)
def notification_answered(seen: Seen) -> Iterator[str]:
    """A notification gets no answer."""
    unnamed = seen.record.id in ("", "null") and seen.record.role == "unknown"
    if seen.incoming and unnamed and seen.state.notified_last and not seen.state.open:
        yield f"it answers our notification {seen.state.notified_last}; notifications get no answer"


@rule(
    "RPC-22",
    "warning",
    "RFC 8259",
    kinds=(*_READ, "batch"),
    good=_OK,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}',
)
def names_are_unique(seen: Seen) -> Iterator[str]:
    """No object has the same member twice."""
    if seen.incoming and seen.repeated_names:
        yield f"the member name {seen.repeated_names[0]!r} stands twice in one object; parsers disagree"


_E: Final = "= 2026-07-28\n"


def _coded(code: int) -> str:
    return _E + _ASK + f'< {{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"x"}}}}'


def _code(seen: Seen) -> int:
    code = seen.message.error_dict().get("code")
    return code if seen.incoming and isinstance(code, int) else 0


@rule("RPC-23", "error", PAGE, revisions="E", kinds=("error",), good=_coded(-32022), bad=_coded(-32050))
def reserved_codes(seen: Seen) -> Iterator[str]:
    """-32020 to -32099 belong to MCP; only three are defined."""
    if -32099 <= _code(seen) <= -32020 and _code(seen) not in (-32020, -32021, -32022):
        yield f"the code {_code(seen)} is reserved to MCP and not defined"


@rule("RPC-24", "error", PAGE, revisions="E", kinds=("error",), good=_coded(-32602), bad=_coded(-32002))
def retired_codes(seen: Seen) -> Iterator[str]:
    """-32002 and -32042 are gone."""
    if _code(seen) in (-32002, -32042):
        yield f"the code {_code(seen)} must not be used since 2026-07-28"


@rule("RPC-25", "info", PAGE, revisions="E", kinds=("error",), good=_coded(-32603), bad=_coded(-32000))
def own_codes(seen: Seen) -> Iterator[str]:
    """-32000 to -32019 mean what an implementation likes."""
    if -32019 <= _code(seen) <= -32000 and _code(seen) != -32002:
        yield f"the code {_code(seen)} has no meaning in MCP; clients cannot act on it"


@rule(
    "RPC-26",
    "error",
    "basic/patterns/index",
    revisions="E",
    kinds=("request",),
    good=_E + _OK,
    bad=_E + _ROOTS,
)
def servers_do_not_ask(seen: Seen) -> Iterator[str]:
    """A modern server sends no requests."""
    if seen.incoming:
        yield f"the server sent the request {seen.record.method}; since 2026-07-28 it must not send requests"


@rule(
    "RPC-27",
    "warning",
    "schema",
    revisions="ABCD",
    kinds=("request", "notification"),
    good="= 2025-06-18\n" + _ROOTS,
    bad="= 2025-03-26\n" + '< {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}',
)
def method_is_known(seen: Seen) -> Iterator[str]:
    """The server uses methods of the agreed revision."""
    method = METHODS.get(seen.record.method)
    if not seen.incoming or "experimental" in seen.state.capabilities:
        return
    if method is None:
        yield f"{seen.record.method} is not a method of MCP"
    elif seen.state.revision not in method.revisions or method.sender == "client":
        yield f"{seen.record.method} is not for servers of this revision"


@rule(
    "RPC-28",
    "info",
    "schema Error",
    kinds=("error",),
    good=_ERROR,
    bad=_ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}}',
)
def error_message_reads_well(seen: Seen) -> Iterator[str]:
    """error.message is one concise sentence."""
    message = seen.message.error_dict().get("message")
    if seen.incoming and isinstance(message, str) and (not message.strip() or "\n" in message.strip()):
        yield "error.message should be one concise sentence"


_URL_ERROR: Final = '< {"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"x","data":%s}}'


@rule(
    "RPC-29",
    "error",
    "client/elicitation",
    revisions="D",
    kinds=("error",),
    good="= 2025-11-25\n"
    + _ASK
    + _URL_ERROR % '{"elicitations":[{"mode":"url","elicitationId":"a","url":"https://x.example"}]}',
    bad="= 2025-11-25\n" + _ASK + _URL_ERROR % "{}",
)
def url_elicitations(seen: Seen) -> Iterator[str]:
    """-32042 lists the URL elicitations that are required."""
    if _code(seen) != -32042:
        return
    data = seen.message.error_dict().get("data")
    entries = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries:
        yield "-32042 needs a non-empty data.elicitations"
        return
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("mode") != "url" or not entry.get("elicitationId"):
            yield "an entry of data.elicitations is not of mode url or has no elicitationId"


@rule(
    "RPC-30",
    "warning",
    "client/elicitation",
    revisions="ABC",
    kinds=("error",),
    good="= 2025-06-18\n" + _ERROR,
    bad="= 2025-06-18\n" + _ASK + _URL_ERROR % "{}",
)
def url_elicitation_too_early(seen: Seen) -> Iterator[str]:
    """-32042 came with 2025-11-25."""
    if _code(seen) == -32042:
        yield "-32042 is not defined before 2025-11-25"


@rule(
    "RPC-31",
    "error",
    "schema MethodNotFoundError",
    kinds=("error",),
    good='= 2025-06-18 {"prompts":{}}\n' + _ERROR,
    bad='= 2025-06-18 {"prompts":{}}\n> {"jsonrpc":"2.0","id":1,"method":"prompts/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
)
def advertised_but_missing(seen: Seen) -> Iterator[str]:
    """A method whose capability is advertised exists."""
    method = METHODS.get(seen.record.method)
    if _code(seen) != -32601 or method is None or not method.gate:
        return
    found: Any = seen.state.capabilities
    for name in method.gate.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    if found is not None and found is not False:
        yield f"{seen.record.method} is not found although the capability {method.gate} is advertised"


@rule(
    "RPC-32",
    "error",
    "basic/transports",
    kinds=("response",),
    good="http\n= 2025-06-18\n" + _ASK + 'h 200 application/json\nb {"jsonrpc":"2.0","id":1,"result":{}}\n.',
    bad="http\n= 2025-06-18\n" + _ASK + 'h 200 application/json\nb {"jsonrpc":"2.0","id":44,"result":{}}\n.',
)
def answer_for_another(seen: Seen) -> Iterator[str]:
    """An answer goes to the connection and stream that asked."""
    if seen.incoming and seen.record.role == "unknown" and seen.posted is not None and seen.record.id:
        yield f"this stream answers a request {seen.record.id} that was not sent on it"
