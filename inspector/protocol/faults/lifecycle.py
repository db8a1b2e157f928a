"""Faults of what a connection agrees on: the handshake, and the `_meta` of every modern request."""

from __future__ import annotations

from typing import Any, Final

from inspector.protocol.era import Declared
from inspector.protocol.era.legacy import opening
from inspector.protocol.era.modern import META
from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.http import BOGUS_VERSION
from inspector.protocol.faults.judges import answered, fair, refused
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    SILENT,
    UNDECIDED,
    Build,
    Duty,
    Judge,
    Preset,
    Ruling,
    Situation,
    encoded,
)
from inspector.protocol.faults.shot import Shot
from inspector.translation import recorded

__all__ = ["PRESETS"]

GROUP: Final = "Lifecycle"
_META: Final = "basic/index#_meta"
_UNSUPPORTED: Final = -32022


def _without_meta(situation: Situation) -> tuple[Shot, ...]:
    message = situation.request()
    message["params"] = {key: value for key, value in message["params"].items() if key != "_meta"}
    return (situation.shot(message),)


def _meta_lacks(key: str) -> Build:
    def build(situation: Situation) -> tuple[Shot, ...]:
        message = situation.request()
        meta = {name: value for name, value in message["params"]["_meta"].items() if name != META + key}
        return (situation.shot({**message, "params": {**message["params"], "_meta": meta}}),)

    return build


def _bogus_version(situation: Situation) -> tuple[Shot, ...]:
    message = situation.request(params={"_meta": {META + "protocolVersion": BOGUS_VERSION}})
    return (situation.shot(message, headers=(("MCP-Protocol-Version", BOGUS_VERSION),)),)


def _judge_meta(*codes: int) -> Judge:
    """Over a pipe a server of both eras may take what lacks `_meta` for a request of an older revision."""

    def judge(situation: Situation, heard: Heard) -> Ruling:
        foreign = BROKEN if situation.http else UNDECIDED
        return refused(*codes, http=400, other=foreign)(situation, heard)

    return judge


def _judge_version(situation: Situation, heard: Heard) -> Ruling:
    ruling = refused(_UNSUPPORTED, http=400, other=BROKEN)(situation, heard)
    if ruling.word != COMPLIED:
        return ruling
    reply = next(iter((*heard.named, *heard.unnamed)))
    data = reply.message.error_dict().get("data")
    supported = data.get("supported") if isinstance(data, dict) else None
    if not isinstance(supported, list) or not supported:
        return Ruling(BROKEN, recorded("The error does not list the supported versions."), ruling.records)
    if BOGUS_VERSION in supported:
        return Ruling(
            BROKEN,
            recorded("It lists {bogus_version} among its versions.", bogus_version=BOGUS_VERSION),
            ruling.records,
        )
    return Ruling(
        COMPLIED,
        recorded(
            "{sentence} It offers {supported}.",
            sentence=ruling.sentence,
            supported=", ".join(map(str, supported)),
        ),
        ruling.records,
    )


def _early(situation: Situation) -> tuple[Shot, ...]:
    return (situation.shot(situation.request()),)


def _judge_early(situation: Situation, heard: Heard) -> Ruling:
    asked = [record for record in heard.asked if record.method != "ping"]
    if asked:
        sentence = recorded("It sent {method} before the handshake.", method=asked[0].method)
        return Ruling(BROKEN, sentence, (asked[0].number,))
    return refused(result=UNDECIDED, silence=SILENT)(situation, heard)


def _cancelled_opening(situation: Situation) -> tuple[Shot, ...]:
    params = opening(Declared(), situation.era.revision)
    message: dict[str, Any] = {
        "jsonrpc": "2.0",
        "id": situation.id(),
        "method": "initialize",
        "params": params,
    }
    told = {"requestId": situation.id(), "reason": "a fault on purpose"}
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": told}
    return (situation.shot({**message, "params": params}), Shot(encoded(cancelled)))


@fair
def _judge_opening(situation: Situation, heard: Heard) -> Ruling:
    if heard.unnamed:
        sentence = recorded("It responded to the notification.")
        return Ruling(BROKEN, sentence, (heard.unnamed[0].number,), "must")
    return answered(result_only=True, silence=SILENT)(situation, heard)


def _modern(key: str, title: str, sends: str, build: Build, *codes: int) -> Preset:
    text = recorded("A required field is missing: reject it with -32602, over HTTP with status 400.")
    return Preset(key, GROUP, title, sends, build, (Duty("E", "must", text, _META, _judge_meta(*codes)),))


PRESETS: Final = (
    _modern(
        "meta-missing",
        recorded("_meta missing"),
        recorded("A request without _meta."),
        _without_meta,
        -32602,
        -32020,
    ),
    _modern(
        "meta-version-missing",
        recorded("Protocol version missing in _meta"),
        recorded("A request whose _meta has no protocolVersion."),
        _meta_lacks("protocolVersion"),
        -32602,
        -32020,  # over HTTP the header is there and the body says nothing: both errors describe that
    ),
    _modern(
        "meta-capabilities-missing",
        recorded("Client capabilities missing in _meta"),
        recorded("A request whose _meta has no clientCapabilities."),
        _meta_lacks("clientCapabilities"),
        -32602,
    ),
    Preset(
        "version-unsupported",
        GROUP,
        recorded("Unknown protocol version"),
        recorded("A request for revision {bogus_version}.", bogus_version=BOGUS_VERSION),
        _bogus_version,
        (
            Duty(
                "E",
                "must",
                recorded("Reject it with -32022 and the supported versions, over HTTP with status 400."),
                "basic/versioning#protocol-version-negotiation",
                _judge_version,
            ),
        ),
    ),
    Preset(
        "request-before-initialized",
        GROUP,
        recorded("Request before the handshake"),
        recorded("A request as the first message of a connection, without initialize."),
        _early,
        (
            Duty(
                "ABCD",
                "should",
                recorded(
                    "initialize must come first: reject the request, and send nothing but ping and "
                    "log messages."
                ),
                "basic/lifecycle#initialization",
                _judge_early,
            ),
        ),
        ("stdio",),
        bare=True,
    ),
    Preset(
        "cancelled-initialize",
        GROUP,
        recorded("Cancellation of initialize"),
        recorded("initialize as the first message, immediately followed by notifications/cancelled for it."),
        _cancelled_opening,
        (
            Duty(
                "ABCD",
                "should",
                recorded(
                    "initialize must not be cancelled; ignore the notification and respond to the request."
                ),
                "basic/utilities/cancellation",
                _judge_opening,
            ),
        ),
        ("stdio",),
        bare=True,
    ),
)
