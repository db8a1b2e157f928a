"""Faults inside well-formed requests: names, cursors and arguments that the server does not have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from inspector.protocol import jsonrpc
from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import fair, nothing, refused, said
from inspector.protocol.faults.preset import BROKEN, COMPLIED, UNDECIDED, Duty, Preset, Ruling, Situation
from inspector.protocol.faults.shot import Shot
from inspector.translation import recorded

__all__ = ["PRESETS"]

GROUP: Final = "Features"
UNKNOWN_TOOL: Final = "inspector-no-such-tool"
UNKNOWN_URI: Final = "inspector-none://no/such/resource"
UNKNOWN_TYPE: Final = "inspectorNoSuchThing"
_CURSOR: Final = "inspector: this cursor was never given"
_LISTS: Final = ("tools", "resources", "prompts")
_ALL: Final = "ABCDE"
_MRTR: Final = "basic/patterns/mrtr"


def _capability(name: str) -> Callable[[Situation], str]:
    return lambda situation: (
        "" if name in situation.capabilities else recorded("the server has no {name}", name=name)
    )


def _cursor(situation: Situation) -> tuple[Shot, ...]:
    kind = next(kind for kind in _LISTS if kind in situation.capabilities)
    return (situation.shot(situation.request(f"{kind}/list", {"cursor": _CURSOR})),)


def _needs_list(situation: Situation) -> str:
    return (
        "" if any(kind in situation.capabilities for kind in _LISTS) else recorded("the server has no lists")
    )


def _unknown_tool(situation: Situation) -> tuple[Shot, ...]:
    params = {"name": UNKNOWN_TOOL, "arguments": {}}
    return (situation.shot(situation.request("tools/call", params)),)


def _missing_argument(situation: Situation) -> tuple[Shot, ...]:
    params = {"name": situation.tool, "arguments": {}}
    return (situation.shot(situation.request("tools/call", params)),)


def _needs_tool(situation: Situation) -> str:
    return "" if situation.tool else recorded("no tool of this server requires an argument")


def _unknown_resource(situation: Situation) -> tuple[Shot, ...]:
    return (situation.shot(situation.request("resources/read", {"uri": UNKNOWN_URI})),)


def _failed(heard: Heard) -> bool:
    return any(reply.message.result_dict().get("isError") is True for reply in heard.named)


@fair
def _judge_unknown_tool(situation: Situation, heard: Heard) -> Ruling:
    if _failed(heard):
        sentence = recorded(
            "It returned a result with isError; the specification requires JSON-RPC error "
            "-32602 for unknown tools."
        )
        return Ruling(BROKEN, sentence, (heard.named[0].number,))
    return refused(-32602, other=UNDECIDED)(situation, heard)


@fair
def _judge_argument(situation: Situation, heard: Heard) -> Ruling:
    """Up to 2025-06-18 both ways to say it are right; later input validation belongs into the result."""
    if _failed(heard):
        return Ruling(COMPLIED, recorded("It returned a result with isError."), (heard.named[0].number,))
    ruling = refused(-32602, other=UNDECIDED)(situation, heard)
    if ruling.word == COMPLIED and situation.letter in "DE":
        sentence = recorded(
            "{sentence} This revision requires a result with isError.", sentence=ruling.sentence
        )
        return Ruling(BROKEN, sentence, ruling.records, "should")
    return ruling


# -- MRTR


def _needs_question(situation: Situation) -> str:
    if situation.question is None:
        return recorded("no result on this connection has requested input yet: call a tool that does, first")
    return ""


def _needs_state(situation: Situation) -> str:
    if situation.question is not None and situation.question.state is None:
        return recorded("the result that requested input had no requestState")
    return _needs_question(situation)


def _needs_keys(situation: Situation) -> str:
    if situation.question is not None and not situation.question.keys:
        return recorded("the result that requested input had no inputRequests")
    return _needs_question(situation)


def _again(situation: Situation, responses: dict[str, Any], state: str | None) -> tuple[Shot, ...]:
    question = situation.question
    assert question is not None
    params = {**question.params, "inputResponses": responses}
    if state is not None:
        params["requestState"] = state
    return (situation.shot(situation.request(question.method, params)),)


def _altered_state(situation: Situation) -> tuple[Shot, ...]:
    question = situation.question
    assert question is not None
    state = question.state or ""
    middle = len(state) // 2
    other = "A" if state[middle : middle + 1] != "A" else "B"
    declined = {key: {"action": "decline"} for key in question.keys}
    return _again(situation, declined, state[:middle] + other + state[middle + 1 :])


def _omitted_key(situation: Situation) -> tuple[Shot, ...]:
    assert situation.question is not None
    return _again(situation, {}, situation.question.state)


def _asks_again(heard: Heard) -> bool:
    kinds = (reply.message.result_dict().get("resultType") for reply in heard.named)
    return any(kind == "input_required" for kind in kinds)


@fair
def _judge_state(situation: Situation, heard: Heard) -> Ruling:
    if _asks_again(heard):
        sentence = recorded("It requested the input again instead of using the altered state.")
        return Ruling(COMPLIED, sentence, (heard.named[0].number,))
    return refused()(situation, heard)


@fair
def _judge_key(situation: Situation, heard: Heard) -> Ruling:
    if not heard.named:
        return nothing(heard, BROKEN)
    reply = heard.named[0]
    if _asks_again(heard):
        return Ruling(COMPLIED, recorded("It requested the missing input again."), (reply.number,))
    word = BROKEN if reply.is_error else UNDECIDED
    return Ruling(
        word,
        recorded(
            "It responded with {reply} instead of requesting the input again.", reply=said(reply, heard)
        ),
        (reply.number,),
    )


# -- subscriptions


def _listen(situation: Situation) -> tuple[Shot, ...]:
    params = {"notifications": {UNKNOWN_TYPE: True}}
    return (situation.shot(situation.request("subscriptions/listen", params)),)


@fair
def _judge_listen(situation: Situation, heard: Heard) -> Ruling:
    acknowledged = next(
        (one for one in heard.notifications if one.method == "notifications/subscriptions/acknowledged"), None
    )
    if acknowledged is None:
        if not heard.named:
            return nothing(heard, BROKEN)
        reply = heard.named[0]
        word = UNDECIDED if reply.is_error else BROKEN
        return Ruling(
            word,
            recorded("It responded with {reply} without an acknowledgement.", reply=said(reply, heard)),
            (reply.number,),
        )
    honoured = jsonrpc.parse(acknowledged.raw).params_dict().get("notifications")
    if isinstance(honoured, dict) and UNKNOWN_TYPE in honoured:
        sentence = recorded(
            "It agreed to send {unknown_type}, which does not exist.", unknown_type=UNKNOWN_TYPE
        )
        return Ruling(BROKEN, sentence, (acknowledged.number,))
    sentence = recorded("It acknowledged the subscription and left out the unknown type.")
    return Ruling(COMPLIED, sentence, (acknowledged.number,))


PRESETS: Final = (
    Preset(
        "cursor-invalid",
        GROUP,
        recorded("Invalid cursor"),
        recorded("A list request with an invented cursor."),
        _cursor,
        (
            Duty(
                _ALL,
                "should",
                recorded("Respond to an invalid cursor with -32602."),
                "server/utilities/pagination",
                refused(-32602),
            ),
        ),
        needs=_needs_list,
    ),
    Preset(
        "tool-unknown",
        GROUP,
        recorded("Unknown tool"),
        recorded("A call of the tool {unknown_tool}.", unknown_tool=UNKNOWN_TOOL),
        _unknown_tool,
        (
            Duty(
                _ALL,
                "should",
                recorded("Respond with a JSON-RPC error, -32602."),
                "server/tools#error-handling",
                _judge_unknown_tool,
            ),
        ),
        needs=_capability("tools"),
    ),
    Preset(
        "tool-argument-missing",
        GROUP,
        recorded("Required argument missing"),
        recorded("A call of a tool without an argument its schema requires."),
        _missing_argument,
        (
            Duty(
                "ABC",
                "must",
                recorded("Validate the input: reject it with -32602, or with a result that has isError."),
                "server/tools#error-handling",
                _judge_argument,
            ),
            Duty(
                "DE",
                "must",
                recorded("Validate the input: return a result that has isError."),
                "server/tools#error-handling",
                _judge_argument,
            ),
        ),
        needs=_needs_tool,
    ),
    Preset(
        "resource-unknown",
        GROUP,
        recorded("Unknown resource"),
        recorded("A read of {unknown_uri}.", unknown_uri=UNKNOWN_URI),
        _unknown_resource,
        (
            Duty(
                "ABCD",
                "should",
                recorded("Respond with -32002 (resource not found)."),
                "server/resources#error-handling",
                refused(-32002, other=BROKEN),
            ),
            Duty(
                "E",
                "must",
                recorded("Respond with -32602; -32002 must no longer be used."),
                "server/resources#error-handling",
                refused(-32602, other=BROKEN),
            ),
        ),
        needs=_capability("resources"),
    ),
    Preset(
        "mrtr-state-altered",
        GROUP,
        recorded("Altered requestState"),
        recorded("The answer to a result that requested input, with one character of requestState changed."),
        _altered_state,
        (
            Duty(
                "E",
                "should",
                recorded("Reject a state that fails verification, unless tampering with it is harmless."),
                _MRTR,
                _judge_state,
            ),
        ),
        needs=_needs_state,
    ),
    Preset(
        "mrtr-key-omitted",
        GROUP,
        recorded("Answer without the requested input"),
        recorded("The answer to a result that requested input, with empty inputResponses."),
        _omitted_key,
        (
            Duty(
                "E",
                "should",
                recorded("Request the missing input again, and send no error."),
                _MRTR,
                _judge_key,
            ),
        ),
        needs=_needs_keys,
    ),
    Preset(
        "listen-unknown-type",
        GROUP,
        recorded("Subscription of an unknown type"),
        recorded("subscriptions/listen with only {unknown_type}.", unknown_type=UNKNOWN_TYPE),
        _listen,
        (
            Duty(
                "E",
                "must",
                recorded("Acknowledge first, and leave out what is not supported."),
                "basic/patterns/subscriptions",
                _judge_listen,
            ),
        ),
        transports=("stdio", "http", "websocket"),
    ),
)
