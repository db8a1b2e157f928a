"""Faults of the HTTP request around the message: headers that lie, lack or come from elsewhere."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Final

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import answered, fair, nothing, refused, said, status
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    UNDECIDED,
    Build,
    Duty,
    Judge,
    Preset,
    Ruling,
    Situation,
)
from inspector.protocol.faults.shot import Shot
from inspector.protocol.wire import Headers
from inspector.translation import recorded

__all__ = ["BOGUS_VERSION", "PRESETS", "ended_session"]

GROUP: Final = "HTTP"
BOGUS_VERSION: Final = "1999-01-01"
FOREIGN_ORIGIN: Final = "https://attacker.example"
_FOREIGN_SESSION: Final = "inspector-never-issued-00000000"
_OLD: Final = "basic/transports"
_NEW: Final = "basic/transports/streamable-http"
_ONLY: Final = ("http",)
_MISMATCH: Final = -32020
_VALIDATION: Final = f"{_NEW}#server-validation"


def _headed(*headers: tuple[str, str]) -> Build:
    return lambda situation: (situation.shot(situation.request(), headers=headers),)


def _lacking(*names: str) -> Build:
    return lambda situation: (situation.shot(situation.request(), without=names),)


def _named(headers: Headers = (), without: tuple[str, ...] = ()) -> Build:
    """A request whose name or URI the header Mcp-Name must repeat."""

    def build(situation: Situation) -> tuple[Shot, ...]:
        method, params = situation.harmless
        message = situation.request(method or "tools/call", params or {"name": "inspector-no-such-tool"})
        return (situation.shot(message, headers=headers, without=without),)

    return build


def _named_encoded(situation: Situation) -> tuple[Shot, ...]:
    """A right request, whose name is written in the other of the two ways that headers have."""
    method, params = situation.harmless
    message = situation.request(method or "tools/call", params or {"name": "inspector-no-such-tool"})
    name = str(message["params"].get("uri") or message["params"]["name"])
    encoded = b64encode(name.encode("utf-8", "surrogatepass")).decode()
    return (situation.shot(message, headers=(("Mcp-Name", f"=?base64?{encoded}?="),)),)


def _judge_encoded(situation: Situation, heard: Heard) -> Ruling:
    """Whatever it answers but that the header says something else."""
    for reply in (*heard.named, *heard.unnamed):
        if reply.is_error and reply.code == _MISMATCH:
            sentence = recorded("It compared it undecoded: {words}.", words=said(reply, heard))
            return Ruling(BROKEN, sentence, (reply.number,))
    ruling = answered()(situation, heard)
    return ruling if heard.named else Ruling(UNDECIDED, ruling.sentence, ruling.records, ruling.level)


def _needs_token(situation: Situation) -> str:
    return "" if situation.authorized else recorded("this connection uses no access token")


def _verb(verb: str, *headers: tuple[str, str]) -> Build:
    return lambda situation: (Shot(verb=verb, headers=headers),)


def _needs_session(situation: Situation) -> str:
    return "" if situation.session_id else recorded("this server uses no session id")


@fair
def _judge_accept(situation: Situation, heard: Heard) -> Ruling:
    if 400 <= heard.status < 500:
        return Ruling(
            COMPLIED,
            recorded("It rejected it with HTTP {status}.", status=heard.status),
            (heard.heads[0].number,),
        )
    if heard.header("content-type").startswith("text/event-stream"):
        sentence = recorded("It responded with an event stream, which the request did not accept.")
        return Ruling(BROKEN, sentence, (heard.heads[0].number,))
    return answered()(situation, heard)


def _judge_missing_version(situation: Situation, heard: Heard) -> Ruling:
    """A server that also speaks revisions without this header may take the request for one of theirs."""
    ruling = refused(_MISMATCH, http=400)(situation, heard)
    if ruling.word == COMPLIED or ruling.level:
        return ruling
    sentence = recorded(
        "{sentence} A server that also supports older revisions may treat it as one of theirs.",
        sentence=ruling.sentence,
    )
    return Ruling(UNDECIDED, sentence, ruling.records)


def _judge_session_ignored(situation: Situation, heard: Heard) -> Ruling:
    minted = heard.header("mcp-session-id")
    if minted:
        sentence = recorded("It responds with an Mcp-Session-Id; this revision has no sessions.")
        return Ruling(BROKEN, sentence, (heard.heads[0].number,))
    return answered(result_only=True)(situation, heard)


def _judge_foreign_session(situation: Situation, heard: Heard) -> Ruling:
    if any(not reply.is_error for reply in heard.named):
        reply = heard.named[0]
        return Ruling(
            BROKEN,
            recorded("It responded with {reply} in a session it never started.", reply=said(reply, heard)),
            (reply.number,),
        )
    return status(404, other=UNDECIDED)(situation, heard)


def _judge_no_session(situation: Situation, heard: Heard) -> Ruling:
    if any(not reply.is_error for reply in heard.named):
        reply = heard.named[0]
        sentence = recorded(
            "It responded with {reply}: it assigned a session id, but does not require it.",
            reply=said(reply, heard),
        )
        return Ruling(UNDECIDED, sentence, (reply.number,))
    return status(400)(situation, heard)


def _only_405(situation: Situation, heard: Heard) -> Ruling:
    """Dual-era servers have a use for GET and DELETE."""
    if not heard.status:
        return nothing(heard, BROKEN)
    numbers = (heard.heads[0].number,)
    if heard.status == 405:
        return Ruling(COMPLIED, recorded("It rejected it with HTTP 405."), numbers)
    if heard.status >= 500:
        return Ruling(
            BROKEN, recorded("It responded with HTTP {status}; expected 405.", status=heard.status), numbers
        )
    sentence = recorded(
        "It responded with HTTP {status}; a server that also supports older revisions may do so.",
        status=heard.status,
    )
    return Ruling(UNDECIDED, sentence, numbers)


def _mismatch(key: str, title: str, sends: str, build: Build, judge: Judge | None = None) -> Preset:
    text = recorded("Reject it with status 400 and the error -32020 (HeaderMismatch).")
    judge = judge or refused(_MISMATCH, http=400, other=BROKEN)
    return Preset(key, GROUP, title, sends, build, (Duty("E", "must", text, _VALIDATION, judge),), _ONLY)


PRESETS: Final = (
    Preset(
        "http-version-bogus",
        GROUP,
        recorded("Unknown MCP-Protocol-Version"),
        recorded(
            "A request with the header MCP-Protocol-Version: {bogus_version}.", bogus_version=BOGUS_VERSION
        ),
        _headed(("MCP-Protocol-Version", BOGUS_VERSION)),
        (
            Duty(
                "CD",
                "must",
                recorded("Respond to an invalid or unsupported version with status 400."),
                f"{_OLD}#protocol-version-header",
                status(400),
            ),
            Duty(
                "E",
                "must",
                recorded(
                    "The header does not match the body: status 400 with -32020, or -32022 for the version."
                ),
                _VALIDATION,
                refused(_MISMATCH, -32022, http=400, other=BROKEN),
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-version-missing",
        GROUP,
        recorded("MCP-Protocol-Version missing"),
        recorded("A request without the header MCP-Protocol-Version."),
        _lacking("MCP-Protocol-Version"),
        (
            Duty(
                "CD",
                "should",
                recorded("Assume the negotiated revision, or 2025-03-26, and respond."),
                f"{_OLD}#protocol-version-header",
                answered(result_only=True),
            ),
            Duty(
                "E",
                "must",
                recorded(
                    "Reject it with 400 and -32020, unless the server also supports revisions before "
                    "2025-06-18."
                ),
                _VALIDATION,
                _judge_missing_version,
            ),
        ),
        _ONLY,
    ),
    _mismatch(
        "http-method-missing",
        recorded("Mcp-Method missing"),
        recorded("A request without the header Mcp-Method."),
        _lacking("Mcp-Method"),
    ),
    _mismatch(
        "http-method-wrong",
        recorded("Mcp-Method wrong"),
        recorded("A request whose Mcp-Method header names another method."),
        _headed(("Mcp-Method", "prompts/get")),
    ),
    _mismatch(
        "http-name-missing",
        recorded("Mcp-Name missing"),
        recorded("A request with a name, but without the header Mcp-Name."),
        _named(without=("Mcp-Name",)),
    ),
    _mismatch(
        "http-name-wrong",
        recorded("Mcp-Name wrong"),
        recorded("A request whose Mcp-Name header names something else."),
        _named(headers=(("Mcp-Name", "inspector-other-name"),)),
    ),
    Preset(
        "http-name-encoded",
        GROUP,
        recorded("Mcp-Name in Base64"),
        recorded("A right request whose Mcp-Name is written as =?base64?…?=."),
        _named_encoded,
        (
            Duty(
                "E",
                "must",
                recorded("Decode the value before it is compared with the body."),
                _VALIDATION,
                _judge_encoded,
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-token-invalid",
        GROUP,
        recorded("Invalid access token"),
        recorded("A request with an access token that no authorization server gave."),
        _headed(("Authorization", "Bearer inspector-invalid-token")),
        (
            Duty(
                "BCDE",
                "must",
                recorded("Respond to an invalid or expired token with status 401."),
                "basic/authorization#token-handling",
                status(401),
            ),
        ),
        _ONLY,
        _needs_token,
    ),
    Preset(
        "http-session-missing",
        GROUP,
        recorded("Session id missing"),
        recorded("A request without the header Mcp-Session-Id."),
        _lacking("Mcp-Session-Id"),
        (
            Duty(
                "BCD",
                "should",
                recorded("A server that requires the session id responds with status 400."),
                f"{_OLD}#session-management",
                _judge_no_session,
            ),
        ),
        _ONLY,
        _needs_session,
    ),
    Preset(
        "http-session-foreign",
        GROUP,
        recorded("Unknown session id"),
        recorded("A request with an Mcp-Session-Id the server never assigned."),
        _headed(("Mcp-Session-Id", _FOREIGN_SESSION)),
        (
            Duty(
                "BCD",
                "should",
                recorded("Respond with status 404, as for a session that has ended."),
                f"{_OLD}#session-management",
                _judge_foreign_session,
            ),
        ),
        _ONLY,
        _needs_session,
    ),
    Preset(
        "http-session-ignored",
        GROUP,
        recorded("Session id in the modern era"),
        recorded("A request with the header Mcp-Session-Id, which this revision does not have."),
        _headed(("Mcp-Session-Id", _FOREIGN_SESSION)),
        (
            Duty(
                "E",
                "should",
                recorded("Ignore it, and assign no session id."),
                f"{_NEW}#earlier-streamable-http-revisions",
                _judge_session_ignored,
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-origin",
        GROUP,
        recorded("Foreign Origin"),
        recorded(
            "A request with Origin: {foreign_origin}, as a web page would send it.",
            foreign_origin=FOREIGN_ORIGIN,
        ),
        _headed(("Origin", FOREIGN_ORIGIN)),
        (
            Duty(
                "ABC",
                "must",
                recorded("Validate the Origin to prevent DNS rebinding: reject it with an HTTP error."),
                f"{_OLD}#security-warning",
                status(*range(400, 500)),
            ),
            Duty(
                "D",
                "must",
                recorded("Reject a foreign Origin with 403."),
                f"{_OLD}#security-warning",
                status(403),
            ),
            Duty(
                "E",
                "must",
                recorded("Reject a foreign Origin with 403."),
                f"{_NEW}#security--endpoint",
                status(403),
            ),
        ),
        ("http", "sse"),
    ),
    Preset(
        "http-accept",
        GROUP,
        recorded("Accept without text/event-stream"),
        recorded("A request with Accept: application/json only."),
        _headed(("Accept", "application/json")),
        (
            Duty(
                "BCDE",
                "none",
                recorded("The client must list both types: reject it (406), or respond with JSON."),
                _OLD,
                _judge_accept,
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-content-type",
        GROUP,
        recorded("Wrong content type"),
        recorded("A request with Content-Type: text/plain, which web pages may send without a preflight."),
        _headed(("Content-Type", "text/plain")),
        (
            Duty(
                "BCDE",
                "none",
                recorded("The body is JSON: reject other content types (415 or 400)."),
                _OLD,
                refused(result=UNDECIDED),
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-get",
        GROUP,
        recorded("GET in the modern era"),
        recorded("A GET to the endpoint, which this revision does not have."),
        _verb("GET", ("Accept", "text/event-stream")),
        (
            Duty(
                "E",
                "should",
                recorded("Respond with 405."),
                f"{_NEW}#earlier-streamable-http-revisions",
                _only_405,
            ),
        ),
        _ONLY,
    ),
    Preset(
        "http-delete",
        GROUP,
        recorded("DELETE in the modern era"),
        recorded("A DELETE to the endpoint, which this revision does not have."),
        _verb("DELETE"),
        (
            Duty(
                "E",
                "should",
                recorded("Respond with 405."),
                f"{_NEW}#earlier-streamable-http-revisions",
                _only_405,
            ),
        ),
        _ONLY,
    ),
)

_BY_KEY: Final = {preset.key: preset for preset in PRESETS}


def ended_session(session_id: str) -> Preset:
    """A request in a session that the server ended when it was told to."""
    duty = Duty(
        "BCD",
        "must",
        recorded("Respond with status 404 once the session has ended."),
        f"{_OLD}#session-management",
        status(404),
    )
    return replace(
        _BY_KEY["http-session-foreign"],
        title=recorded("Ended session"),
        sends=recorded("A request with the Mcp-Session-Id of a session that was ended by DELETE."),
        build=_headed(("Mcp-Session-Id", session_id)),
        duties=(duty,),
    )
