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
from inspector.translation import recorded

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
        return Ruling(COMPLIED, recorded("Both got one response each."), numbers)
    if any(reply.is_error for reply in (*heard.named, *heard.unnamed)) or heard.status >= 400:
        return Ruling(COMPLIED, recorded("It rejected the id already in use."), numbers)
    if len(heard.named) == 1:
        return Ruling(UNDECIDED, recorded("Only one got a response; a client cannot tell which."), numbers)
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
_INVALID: Final = recorded("JSON-RPC 2.0: invalid Request objects get the error -32600.")


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
        recorded("Unknown method"),
        recorded("A request for the method {unknown}.", unknown=_UNKNOWN),
        _unknown_method,
        (
            Duty(
                "ABCD",
                "must",
                recorded("Respond with -32601 (method not found)."),
                _INDEX,
                refused(-32601, other=BROKEN),
            ),
            Duty(
                "E",
                "must",
                recorded("Respond with -32601 (method not found), over HTTP with status 404."),
                _HTTP,
                refused(-32601, http=404, other=BROKEN),
            ),
        ),
    ),
    Preset(
        "duplicate-id",
        GROUP,
        recorded("Two requests, one id"),
        recorded("The same request twice, simultaneously and with the same id."),
        _twice,
        (
            Duty(
                _ALL,
                "none",
                recorded(
                    "Clients must not do this; the server must respond to each request, or reject the second."
                ),
                _INDEX,
                _judge_twice,
            ),
        ),
    ),
    Preset(
        "response-to-nothing",
        GROUP,
        recorded("Unexpected response"),
        recorded("A response with an id the server never used."),
        _result_of_nothing,
        (
            Duty(
                "ABCD",
                "must",
                recorded("Ignore it: responses get no response (HTTP: 202)."),
                _INDEX,
                quiet(),
            ),
            Duty(
                "E",
                "must",
                recorded("Clients no longer send responses: ignore it or reject it."),
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "error-to-nothing",
        GROUP,
        recorded("Error for a request never made"),
        recorded("An error response, as if the server had requested sampling."),
        _error_of_nothing,
        (
            Duty("ABCD", "must", recorded("Ignore it: errors get no response (HTTP: 202)."), _INDEX, quiet()),
            Duty(
                "E",
                "must",
                recorded("Clients no longer send responses: ignore it or reject it."),
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "both-result-and-error",
        GROUP,
        recorded("Result and error at once"),
        recorded("A response that has both members."),
        _both,
        (
            Duty(
                _ALL,
                "must",
                recorded(
                    "JSON-RPC 2.0: both must not be present. Ignore or reject it; responses get no response."
                ),
                _INDEX,
                quiet(error=COMPLIED),
            ),
        ),
    ),
    Preset(
        "id-null",
        GROUP,
        recorded("Id null"),
        recorded("A request whose id is null."),
        lambda situation: _changed(situation, id=None),
        _ids(
            recorded("The id must not be null: reject it with -32600. No response may have a null id."),
            BROKEN,
        ),
    ),
    Preset(
        "id-fractional",
        GROUP,
        recorded("Fractional id"),
        recorded("A request whose id is a non-integer number."),
        lambda situation: (_fractional(situation),),
        _ids(recorded("The id must be a string or an integer: reject it with -32600.")),
    ),
    Preset(
        "id-object",
        GROUP,
        recorded("Id that is an object"),
        recorded('A request whose id is {"no": 1}.'),
        lambda situation: _changed(situation, id={"no": situation.id()}),
        _ids(recorded("The id must be a string or an integer: reject it with -32600."), BROKEN),
    ),
    Preset(
        "jsonrpc-missing",
        GROUP,
        recorded("jsonrpc missing"),
        recorded('A request without "jsonrpc".'),
        lambda situation: _without(situation, "jsonrpc"),
        _invalid(),
    ),
    Preset(
        "jsonrpc-wrong",
        GROUP,
        recorded('jsonrpc "1.0"'),
        recorded('A request with "jsonrpc": "1.0".'),
        lambda situation: _changed(situation, jsonrpc="1.0"),
        _invalid(),
    ),
    Preset(
        "method-number",
        GROUP,
        recorded("Numeric method"),
        recorded('A request with "method": 1.'),
        lambda situation: _changed(situation, method=1),
        _invalid(result=BROKEN),
    ),
    Preset(
        "params-array",
        GROUP,
        recorded("Params as an array"),
        recorded("A request whose params are an array: JSON-RPC allows it, MCP does not."),
        lambda situation: _changed(situation, params=[]),
        (
            Duty(
                "ABCD",
                "none",
                recorded("Reject it with -32602 or -32600."),
                _INDEX,
                refused(*_REFUSALS, result=UNDECIDED, silence=SILENT),
            ),
            Duty(
                "E",
                "must",
                recorded("Without _meta the request is malformed: reject it with -32602 or -32600."),
                _INDEX,
                refused(*_REFUSALS, silence=SILENT),
            ),
        ),
    ),
    Preset(
        "unknown-notification",
        GROUP,
        recorded("Unknown notification"),
        recorded("A notification that is not in any revision."),
        lambda situation: (_told(situation, "notifications/inspector/no-such-thing", {}),),
        (
            Duty(
                _ALL,
                "must",
                recorded(
                    "The receiver must not send a response to a notification (HTTP: 202 or an error status)."
                ),
                _INDEX,
                quiet(error=BROKEN),
            ),
        ),
    ),
    Preset(
        "cancelled-unknown",
        GROUP,
        recorded("Cancellation of an unknown request"),
        recorded("notifications/cancelled for an id that was never used."),
        lambda situation: (_told(situation, "notifications/cancelled", {"requestId": situation.id()}),),
        (
            Duty(
                "ABCD",
                "must",
                recorded("Ignore it; notifications get no response."),
                "basic/utilities/cancellation",
                quiet(error=BROKEN),
            ),
            Duty(
                "E",
                "must",
                recorded("Ignore it; notifications get no response (HTTP: 202 or an error status)."),
                "basic/patterns/cancellation",
                quiet(error=BROKEN),
            ),
        ),
    ),
    Preset(
        "progress-unknown",
        GROUP,
        recorded("Progress for an unknown token"),
        recorded("notifications/progress with a token the server never provided."),
        lambda situation: (
            _told(situation, "notifications/progress", {"progressToken": situation.id(), "progress": 1}),
        ),
        (
            Duty(
                "ABCD",
                "must",
                recorded("Ignore it; notifications get no response."),
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
