"""RPC-19 to RPC-32: error answers, their codes, which side may send them. Source: protocol reference 8.1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inspector.lint.rules import rule
from inspector.lint.samples import ANSWERS, ASK, ASKED, ERROR, OK, READ, REFUSED, STDIO_E
from inspector.lint.seen import Seen
from inspector.protocol.methods import METHODS
from inspector.translation import recorded

__all__ = ["LISTS", "missing"]

PAGE: Final = "basic/index"
_OPTIONAL: Final = ("resources/templates/list",)
LISTS: Final = ("tools/list", "resources/list", "prompts/list")


@rule(
    "RPC-19",
    "error",
    "schema#JSONRPCError",
    sentence="An error MUST have an id (required in the schema JSONRPCError of this revision).",
    fix="Copy the request's id into the error response.",
    revisions="ABC",
    kinds=("error",),
    good="= 2025-06-18\n" + ERROR,
    bad="= 2025-06-18\n" + ASK + '< {"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}',
)
def error_needs_id(seen: Seen) -> Iterator[str]:
    """An error answer names its request."""
    if seen.incoming and not seen.record.id:
        yield recorded("the error has no id; this revision requires one")


@rule(
    "RPC-20",
    "warning",
    PAGE,
    sentence="Error responses MUST include the id, unless it could not be read.",
    fix="Copy the request's id into the error response; leave it out only where the request was not JSON.",
    revisions="DE",
    kinds=("error",),
    good="= 2025-11-25\n" + ERROR,
    bad="= 2025-11-25\n" + ASK + '< {"jsonrpc":"2.0","error":{"code":-32603,"message":"x"}}',
)
def error_should_name_request(seen: Seen) -> Iterator[str]:
    """An error without id is only for requests that could not be read."""
    exchange = seen.exchange
    readable = exchange is not None and (exchange.id[:1] == '"' or exchange.id.lstrip("-").isdigit())
    if seen.incoming and not seen.record.id and readable:
        yield recorded("the error has no id although the request was readable")


@rule(
    "RPC-21",
    "error",
    PAGE,
    sentence="The receiver of a notification MUST NOT send a response.",
    fix="Do not answer messages that have no id.",
    kinds=ANSWERS,
    good=OK,
    bad='> {"jsonrpc":"2.0","method":"notifications/roots/list_changed"}\n'
    '< {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no such method"}}',
)
def notification_answered(seen: Seen) -> Iterator[str]:
    """A notification gets no answer, be it before the answer to what was asked meanwhile."""
    if seen.incoming and seen.is_its_own_answer:
        yield recorded(
            "an error without an id came before the response to request {id}; notifications get no response",
            id=seen.record.id,
        )
    unnamed = seen.record.role == "unknown" and not seen.named
    if seen.incoming and unnamed and seen.state.notified_last and not seen.state.open:
        yield recorded(
            "response to our notification {notified_last}; notifications get no response",
            notified_last=seen.state.notified_last,
        )


@rule(
    "RPC-22",
    "warning",
    PAGE,
    sentence="RFC 8259, 4: the names within an object SHOULD be unique.",
    fix="Write each member of an object once.",
    kinds=(*READ, "batch"),
    good=OK,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}',
)
def names_are_unique(seen: Seen) -> Iterator[str]:
    """No object has the same member twice."""
    if seen.incoming and seen.repeated_names:
        yield recorded(
            "duplicate member name {repeated_names} in one object; parsers disagree",
            repeated_names=repr(seen.repeated_names[0]),
        )


def _coded(code: int) -> str:
    return STDIO_E + ASK + f'< {{"jsonrpc":"2.0","id":1,"error":{{"code":{code},"message":"x",{REFUSED}}}}}'


def _code(seen: Seen) -> int:
    code = seen.message.error_dict().get("code")
    return code if seen.incoming and isinstance(code, int) else 0


@rule(
    "RPC-23",
    "error",
    PAGE,
    sentence="-32020 to -32099 are reserved: implementations MUST NOT define codes there.",
    fix="Use -32602, -32603, or a code of your own outside -32768 to -32000.",
    revisions="E",
    kinds=("error",),
    good=_coded(-32022),
    bad=_coded(-32050),
)
def reserved_codes(seen: Seen) -> Iterator[str]:
    """-32020 to -32099 belong to MCP; only three are defined."""
    if -32099 <= _code(seen) <= -32020 and _code(seen) not in (-32020, -32021, -32022, -32042):  # RPC-24
        yield recorded("code {seen} is reserved for MCP but not defined", seen=_code(seen))


@rule(
    "RPC-24",
    "error",
    PAGE,
    sentence="-32002 and -32042 MUST NOT be emitted any more.",
    fix="Answer -32602 for a resource that does not exist, and ask for input with an input_required result.",
    revisions="E",
    kinds=("error",),
    good=_coded(-32602),
    bad=_coded(-32002),
)
def retired_codes(seen: Seen) -> Iterator[str]:
    """-32002 and -32042 are gone."""
    if _code(seen) in (-32002, -32042):
        yield recorded("code {seen} must not be used since 2026-07-28", seen=_code(seen))


@rule(
    "RPC-25",
    "info",
    PAGE,
    sentence="-32000 to -32019 mean what an implementation likes.",
    fix="Use -32602 or -32603, or an isError result where the model can do something about it.",
    revisions="E",
    kinds=("error",),
    good=_coded(-32603),
    bad=_coded(-32000),
)
def own_codes(seen: Seen) -> Iterator[str]:
    """-32000 to -32019 mean what an implementation likes."""
    if -32019 <= _code(seen) <= -32000 and _code(seen) != -32002:
        yield recorded("code {seen} has no meaning in MCP; clients cannot act on it", seen=_code(seen))


@rule(
    "RPC-26",
    "error",
    "basic/patterns/index",
    sentence="Servers MUST NOT send JSON-RPC requests.",
    fix="Return an input_required result in the place of the request.",
    revisions="E",
    kinds=("request",),
    good=STDIO_E + OK,
    bad=STDIO_E + ASKED,
)
def servers_do_not_ask(seen: Seen) -> Iterator[str]:
    """A modern server sends no requests. An answer with a method is RPC-16."""
    if seen.incoming and not {"result", "error"} & set(seen.top):
        yield recorded(
            "the server sent the request {method}; since 2026-07-28 servers must not send requests",
            method=seen.record.method,
        )


@rule(
    "RPC-27",
    "warning",
    "schema",
    sentence="Clients answer unknown requests with an error and ignore unknown notifications.",
    fix="Look at the negotiated protocolVersion before sending methods of a later revision.",
    revisions="ABCD",
    kinds=("request", "notification"),
    good="= 2025-06-18\n" + ASKED,
    bad="= 2025-03-26\n" + '< {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{}}',
)
def method_is_known(seen: Seen) -> Iterator[str]:
    """The server uses methods of the agreed revision."""
    method = METHODS.get(seen.record.method)
    if not seen.incoming or "experimental" in seen.state.capabilities or {"result", "error"} & set(seen.top):
        return  # an answer with a method is RPC-16
    if method is None:
        yield recorded("{method} is not an MCP method", method=seen.record.method)
    elif seen.state.revision not in method.revisions or method.sender == "client":
        yield recorded("{method} is not allowed from servers in this revision", method=seen.record.method)


@rule(
    "RPC-28",
    "info",
    "schema#Error",
    sentence="The message SHOULD be limited to one concise sentence (schema Error).",
    fix="Put one sentence into message and the details into data.",
    kinds=("error",),
    good=ERROR,
    bad=ASK + '< {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":""}}',
)
def error_message_reads_well(seen: Seen) -> Iterator[str]:
    """error.message is one concise sentence."""
    message = seen.message.error_dict().get("message")
    if seen.incoming and isinstance(message, str) and (not message.strip() or "\n" in message.strip()):
        yield recorded("error.message should be one concise sentence")


_URL_ERROR: Final = '< {"jsonrpc":"2.0","id":1,"error":{"code":-32042,"message":"x","data":%s}}'


@rule(
    "RPC-29",
    "error",
    "client/elicitation",
    sentence="A URLElicitationRequiredError MUST include the list of required elicitations.",
    fix="List every elicitation in data.elicitations, each with mode url, url, message and elicitationId.",
    revisions="D",
    kinds=("error",),
    good="= 2025-11-25\n"
    + ASK
    + _URL_ERROR % '{"elicitations":[{"mode":"url","elicitationId":"a","url":"https://x.example"}]}',
    bad="= 2025-11-25\n" + ASK + _URL_ERROR % "{}",
)
def url_elicitations(seen: Seen) -> Iterator[str]:
    """-32042 lists the URL elicitations that are required."""
    if _code(seen) != -32042:
        return
    data = seen.message.error_dict().get("data")
    entries = data.get("elicitations") if isinstance(data, dict) else None
    if not isinstance(entries, list) or not entries:
        yield recorded("-32042 requires a non-empty data.elicitations")
        return
    for entry in entries:
        if not isinstance(entry, dict) or entry.get("mode") != "url" or not entry.get("elicitationId"):
            yield recorded("an entry of data.elicitations does not have mode url, or has no elicitationId")


@rule(
    "RPC-30",
    "warning",
    "client/elicitation",
    sentence="This revision does not define the code; clients show it as a plain failure.",
    fix="Use -32042 only when 2025-11-25 was negotiated.",
    revisions="ABC",
    kinds=("error",),
    good="= 2025-06-18\n" + ERROR,
    bad="= 2025-06-18\n" + ASK + _URL_ERROR % "{}",
)
def url_elicitation_too_early(seen: Seen) -> Iterator[str]:
    """-32042 came with 2025-11-25."""
    if _code(seen) == -32042:
        yield recorded("-32042 is not defined before 2025-11-25")


@rule(
    "RPC-31",
    "warning",
    "basic/lifecycle",
    sentence="Clients take a declared capability for a promise and show a failure.",
    fix="Implement the method, or do not declare the capability.",
    kinds=("error",),
    good='= 2025-06-18 {"prompts":{}}\n' + ERROR,
    bad='= 2025-06-18 {"prompts":{}}\n> {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{}}\n'
    '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
)
def advertised_but_missing(seen: Seen) -> Iterator[str]:
    """What is advertised exists. In D the code also refuses a call without a task, or as one."""
    of_task = seen.record.method == "tools/call" and seen.state.revision == "D"
    lists = LISTS if seen.state.whole else ()  # there LIFE-07 tells of them
    if seen.record.method not in (*_OPTIONAL, *lists) and not of_task:
        yield from missing(seen)


@rule(
    "RPC-31-optional",
    "info",
    "server/resources",
    sentence="No revision says that a declared capability includes this method.",
    fix="Answer with an empty list.",
    kinds=("error",),
    good='= 2025-06-18 {"resources":{}}\n' + ERROR,
    bad='= 2025-06-18 {"resources":{}}\n> {"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}\n'
    '< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
)
def optional_but_missing(seen: Seen) -> Iterator[str]:
    """A server of resources may do without templates; an empty list would say so."""
    if seen.record.method in _OPTIONAL:
        yield from missing(seen)


def missing(seen: Seen) -> Iterator[str]:
    """A method of an advertised capability is not found."""
    method = METHODS.get(seen.record.method)
    unnamed = seen.record.id in ("", "null")  # an error that may belong to something else
    if _code(seen) != -32601 or method is None or not method.gate or unnamed:
        return
    found: Any = seen.state.capabilities
    for name in method.gate.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    if found is not None and found is not False:
        yield recorded(
            "{method} is not found, although the capability {gate} is advertised",
            method=seen.record.method,
            gate=method.gate,
        )


@rule(
    "RPC-32",
    "error",
    "basic/transports",
    sentence="Responses MUST include the same id as the request they correspond to.",
    fix="Send each response on the connection and stream of its request.",
    kinds=ANSWERS,
    good="http\n= 2025-06-18\n" + ASK + 'h 200 application/json\nb {"jsonrpc":"2.0","id":1,"result":{}}\n.',
    bad="http\n= 2025-06-18\n" + ASK + 'h 200 application/json\nb {"jsonrpc":"2.0","id":44,"result":{}}\n.',
)
def answer_for_another(seen: Seen) -> Iterator[str]:
    """An answer goes to the connection and stream that asked. For a refusal see HTTP-16-refusal."""
    if (
        seen.on_post
        and seen.record.role == "unknown"
        and seen.named
        and seen.id_is_legal
        and not seen.refuses
    ):
        yield recorded("response to request {id} on a stream that did not carry it", id=seen.record.id)
