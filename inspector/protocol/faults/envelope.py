"""Faults of the JSON-RPC envelope: ids, methods, params, and messages of the wrong kind."""

from __future__ import annotations

from typing import Any, Final

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import never_right, nothing, quiet, refused
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    SILENT,
    UNDECIDED,
    Duty,
    Preset,
    Ruling,
    Situation,
    encoded,
)
from inspector.protocol.faults.shot import Shot

__all__ = ["PRESETS"]

GROUP: Final = "JSON-RPC"
_INDEX: Final = "basic/index"
_ALL: Final = "ABCDE"
_UNKNOWN: Final = "inspector/no-such-method"
_HTTP: Final = "basic/transports/streamable-http"


def _changed(situation: Situation, **members: Any) -> tuple[Shot, ...]:
    return (situation.shot({**situation.request(), **members}),)


def _without(situation: Situation, member: str) -> tuple[Shot, ...]:
    message = situation.request()
    del message[member]
    return (situation.shot(message),)


def _unknown_method(situation: Situation) -> tuple[Shot, ...]:
    return (situation.shot(situation.request(_UNKNOWN)),)


def _twice(situation: Situation) -> tuple[Shot, ...]:
    shot = situation.shot(situation.request())
    return (shot, shot)


def _judge_twice(situation: Situation, heard: Heard) -> Ruling:
    wrong = never_right(heard, answers=2)
    if wrong is not None:
        return wrong
    numbers = tuple(reply.number for reply in heard.named) or tuple(one.number for one in heard.unnamed)
    if len(heard.named) == 2:
        return Ruling(COMPLIED, "Both were answered, each once.", numbers)
    if any(reply.is_error for reply in (*heard.named, *heard.unnamed)) or heard.status >= 400:
        return Ruling(COMPLIED, "It refused the id that was in use.", numbers)
    if len(heard.named) == 1:
        return Ruling(UNDECIDED, "One of the two was answered; a client cannot tell which.", numbers)
    return nothing(heard, BROKEN)


def _answer(situation: Situation, **members: Any) -> tuple[Shot, ...]:
    return (situation.shot({"jsonrpc": "2.0", "id": situation.id(), **members}, ids=()),)


def _result_of_nothing(situation: Situation) -> tuple[Shot, ...]:
    return _answer(situation, result={"roots": []})


def _error_of_nothing(situation: Situation) -> tuple[Shot, ...]:
    return _answer(situation, error={"code": -1, "message": "User rejected sampling request"})


def _both(situation: Situation) -> tuple[Shot, ...]:
    return _answer(situation, result={}, error={"code": -32603, "message": "both at once"})


_REFUSALS: Final = (-32600, -32602)
"""Of what is JSON and no valid request; -32700 would say that it is no JSON."""
_INVALID: Final = "JSON-RPC 2.0: what is no valid Request object is answered with -32600."


def _invalid(level: str = "none", **options: Any) -> tuple[Duty, ...]:
    """It may be refused, tolerated or ignored, but not answered wrongly."""
    judge = refused(*_REFUSALS, **{"result": UNDECIDED, "silence": SILENT, **options})
    return (Duty(_ALL, level, _INVALID, _INDEX, judge),)


def _ids(text: str, result: str = UNDECIDED) -> tuple[Duty, ...]:
    """An id that MCP does not allow: to refuse it is right, to overlook it is not forbidden."""
    return (Duty(_ALL, "none", text, _INDEX, refused(*_REFUSALS, result=result, silence=SILENT)),)


PRESETS: Final = (
    Preset(
        "unknown-method",
        GROUP,
        "Unknown method",
        f"A request for the method {_UNKNOWN}.",
        _unknown_method,
        (
            Duty(
                "ABCD",
                "must",
                "Answer with -32601 (method not found).",
                _INDEX,
                refused(-32601, other=BROKEN),
            ),
            Duty(
                "E",
                "must",
                "Answer with -32601 (method not found), over HTTP with status 404.",
                _HTTP,
                refused(-32601, http=404, other=BROKEN),
            ),
        ),
    ),
    Preset(
        "duplicate-id",
        GROUP,
        "Two requests, one id",
        "The same request twice, at once and with the same id.",
        _twice,
        (
            Duty(
                _ALL,
                "none",
                "The client must not do this; the server owes each request an answer, or refuses the second.",
                _INDEX,
                _judge_twice,
            ),
        ),
    ),
    Preset(
        "response-to-nothing",
        GROUP,
        "Response to nothing",
        "A response with an id that the server never asked with.",
        _result_of_nothing,
        (
            Duty(
                "ABCD",
                "must",
                "Ignore it: a response gets no answer (HTTP: 202).",
                _INDEX,
                quiet(),
            ),
            Duty(
                "E",
                "must",
                "Clients send no responses any more: ignore it, or refuse it.",
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "error-to-nothing",
        GROUP,
        "Refusal of a question never asked",
        "An error response, as if the server had asked for sampling.",
        _error_of_nothing,
        (
            Duty("ABCD", "must", "Ignore it: an error gets no answer (HTTP: 202).", _INDEX, quiet()),
            Duty(
                "E",
                "must",
                "Clients send no responses any more: ignore it, or refuse it.",
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "both-result-and-error",
        GROUP,
        "Result and error at once",
        "A response that has both members.",
        _both,
        (
            Duty(
                _ALL,
                "must",
                "JSON-RPC 2.0: both must not be there. Ignore or refuse it; a response gets no answer.",
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "id-null",
        GROUP,
        "Id null",
        "A request whose id is null.",
        lambda situation: _changed(situation, id=None),
        _ids("The id must not be null: refuse it with -32600. No response may have the id null.", BROKEN),
    ),
    Preset(
        "id-fractional",
        GROUP,
        "Fractional id",
        "A request whose id is a number that is not whole.",
        lambda situation: (_fractional(situation),),
        _ids("The id must be a string or an integer: refuse it with -32600."),
    ),
    Preset(
        "id-object",
        GROUP,
        "Id that is an object",
        'A request whose id is {"no": 1}.',
        lambda situation: _changed(situation, id={"no": situation.id()}),
        _ids("The id must be a string or an integer: refuse it with -32600.", BROKEN),
    ),
    Preset(
        "jsonrpc-missing",
        GROUP,
        "jsonrpc missing",
        'A request without "jsonrpc".',
        lambda situation: _without(situation, "jsonrpc"),
        _invalid(),
    ),
    Preset(
        "jsonrpc-wrong",
        GROUP,
        'jsonrpc "1.0"',
        'A request with "jsonrpc": "1.0".',
        lambda situation: _changed(situation, jsonrpc="1.0"),
        _invalid(),
    ),
    Preset(
        "method-number",
        GROUP,
        "Method that is a number",
        'A request with "method": 1.',
        lambda situation: _changed(situation, method=1),
        _invalid(result=BROKEN),
    ),
    Preset(
        "params-array",
        GROUP,
        "Params as an array",
        "A request whose params are an array: JSON-RPC allows it, MCP does not.",
        lambda situation: _changed(situation, params=[]),
        (
            Duty(
                "ABCD",
                "none",
                "Refuse it with -32602 or -32600.",
                _INDEX,
                refused(*_REFUSALS, result=UNDECIDED, silence=SILENT),
            ),
            Duty(
                "E",
                "must",
                "Without _meta the request is malformed: refuse it with -32602 or -32600.",
                _INDEX,
                refused(*_REFUSALS, silence=SILENT),
            ),
        ),
    ),
    Preset(
        "unknown-notification",
        GROUP,
        "Unknown notification",
        "A notification that no revision knows.",
        lambda situation: (_told(situation, "notifications/inspector/no-such-thing", {}),),
        (
            Duty(
                _ALL,
                "must",
                "The receiver must not send a response to a notification (HTTP: 202 or an error status).",
                _INDEX,
                quiet(error=BROKEN),
            ),
        ),
    ),
    Preset(
        "cancelled-unknown",
        GROUP,
        "Cancellation of an unknown request",
        "notifications/cancelled for an id that was never used.",
        lambda situation: (_told(situation, "notifications/cancelled", {"requestId": situation.id()}),),
        (
            Duty(
                "ABCD",
                "must",
                "Ignore it; a notification gets no answer.",
                "basic/utilities/cancellation",
                quiet(error=BROKEN),
            ),
            Duty(
                "E",
                "must",
                "Ignore it; a notification gets no answer (HTTP: 202 or an error status).",
                "basic/patterns/cancellation",
                quiet(error=BROKEN),
            ),
        ),
    ),
    Preset(
        "progress-unknown",
        GROUP,
        "Progress for an unknown token",
        "notifications/progress with a token that the server never gave.",
        lambda situation: (
            _told(situation, "notifications/progress", {"progressToken": situation.id(), "progress": 1}),
        ),
        (
            Duty(
                "ABCD",
                "must",
                "Ignore it; a notification gets no answer.",
                "basic/utilities/progress",
                quiet(error=BROKEN),
            ),
        ),
    ),
)


def _told(situation: Situation, method: str, params: dict[str, Any]) -> Shot:
    return Shot(encoded({"jsonrpc": "2.0", "method": method, "params": params}))


def _fractional(situation: Situation) -> Shot:
    identifier = situation.id() + 0.5
    return situation.shot({**situation.request(), "id": identifier})
