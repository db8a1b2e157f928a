"""Faults of the text itself: what is no UTF-8, no JSON, too large, too deep, or cut into the wrong lines."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from inspector.protocol.faults.heard import Heard
from inspector.protocol.faults.judges import answered, fair, nothing, refused, said
from inspector.protocol.faults.preset import (
    BROKEN,
    COMPLIED,
    SILENT,
    UNDECIDED,
    Duty,
    Preset,
    Ruling,
    Situation,
)
from inspector.protocol.faults.shot import Shot
from inspector.translation import recorded

__all__ = ["LARGE_BYTES", "PRESETS"]

GROUP: Final = "Text"
LARGE_BYTES: Final = 20 << 20
DEPTH: Final = 10_000
_TRANSPORTS: Final = "basic/transports"
_ALL: Final = "ABCDE"
_PIPE: Final = ("stdio",)
_KEY: Final = "com.example/inspector"  # a `_meta` key that cannot be misunderstood


def _with_extra(situation: Situation, text: bytes, *, offset: int = 0, tail: bytes = b"") -> Shot:
    """The harmless request with this JSON text under a `_meta` key of our own."""
    message = situation.request(params={"_meta": {_KEY: "INSPECTOR"}}, offset=offset)
    shot = situation.shot(message)
    return Shot(shot.data.replace(b'"INSPECTOR"', text) + tail, shot.ids)


def _invalid_utf8(situation: Situation) -> tuple[Shot, ...]:
    return (_with_extra(situation, b'"\xff\xfe\xc3("'),)


def _broken(situation: Situation) -> tuple[Shot, ...]:
    shot = situation.shot(situation.request())
    return (Shot(shot.data[:-1]),)


def _large(situation: Situation) -> tuple[Shot, ...]:
    arguments = {"text": "x" * LARGE_BYTES}
    params = {"name": "inspector-no-such-tool", "arguments": arguments}
    return (situation.shot(situation.request("tools/call", params)),)


def _deep(situation: Situation) -> tuple[Shot, ...]:
    return (_with_extra(situation, b"[" * DEPTH + b"]" * DEPTH),)


def _huge_number(situation: Situation) -> tuple[Shot, ...]:
    return (_with_extra(situation, b"[1e400," + b"9" * 400 + b"]"),)


def _duplicate_keys(situation: Situation) -> tuple[Shot, ...]:
    shot = situation.shot(situation.request())
    second = b',"id":%d}' % situation.id(1)
    return (Shot(shot.data[:-1] + second, (*shot.ids, str(situation.id(1))), either=True),)


@fair
def _judge_duplicate_keys(situation: Situation, heard: Heard) -> Ruling:
    numbers = tuple(reply.number for reply in heard.named)
    if len(numbers) > 1:
        return Ruling(BROKEN, recorded("One request got two responses, one per id."), numbers, "must")
    return answered(silence=SILENT)(situation, heard)


def _lines(situation: Situation, before: bytes, between: bytes, after: bytes, count: int = 1) -> Shot:
    shots = [situation.shot(situation.request(offset=number)) for number in range(count)]
    ids = tuple(identifier for shot in shots for identifier in shot.ids)
    return Shot(before + between.join(shot.data for shot in shots) + after, ids)


def _pretty(situation: Situation) -> tuple[Shot, ...]:
    shot = situation.shot(situation.request())
    return (Shot(msgspec.json.format(shot.data, indent=2) + b"\n", shot.ids),)


@fair
def _judge_lines(situation: Situation, heard: Heard) -> Ruling:
    """What stands wrongly on its lines: refused, overlooked or read all the same, but not misread."""
    results = [reply for reply in heard.named if not reply.is_error]
    if results:
        numbers = tuple(reply.number for reply in results)
        return Ruling(
            UNDECIDED, recorded("It accepted it anyway: {count} responses.", count=len(results)), numbers
        )
    replies = (*heard.named, *heard.unnamed)
    if not replies:
        return nothing(heard, SILENT)
    parse_error = any(reply.code in (-32700, -32600) for reply in replies)
    numbers = tuple(reply.number for reply in replies)
    return Ruling(
        COMPLIED if parse_error else UNDECIDED,
        recorded("It rejected it with {words}.", words=said(replies[0], heard)),
        numbers,
    )


@fair
def _judge_blank(situation: Situation, heard: Heard) -> Ruling:
    """The request between the blank lines counts; errors for the blank lines are no error."""
    if heard.named:
        words = said(heard.named[0], heard)
        numbers = tuple(reply.number for reply in (*heard.named, *heard.unnamed))
        if not heard.unnamed:
            return Ruling(COMPLIED, recorded("It responded with {words}.", words=words), numbers)
        text = recorded(
            "It responded with {words}, and {count} errors for the blank lines.",
            words=words,
            count=len(heard.unnamed),
        )
        return Ruling(COMPLIED, text, numbers)
    if heard.unnamed:
        numbers = tuple(reply.number for reply in heard.unnamed)
        return Ruling(
            BROKEN, recorded("It rejected the blank lines, but did not respond to the request."), numbers
        )
    return nothing(heard, BROKEN)


def _judge_large(situation: Situation, heard: Heard) -> Ruling:
    if heard.lost:
        sentence = recorded("It closed the HTTP connection without responding.")
        return Ruling(UNDECIDED, sentence, (heard.lost[0].number,))
    if heard.status in (413, 400) and not heard.named:
        return Ruling(
            COMPLIED,
            recorded("It rejected it with HTTP {status}.", status=heard.status),
            (heard.heads[0].number,),
        )
    return answered(silence=BROKEN if situation.http else SILENT)(situation, heard)


def _unreadable(**options: Any) -> tuple[Duty, ...]:
    """JSON-RPC has -32700, but MCP does not say how to answer what has no readable id."""
    text = recorded(
        "JSON-RPC 2.0: respond with -32700 (parse error), over HTTP with status 400; then continue."
    )
    judge = refused(-32700, -32600, **{"silence": SILENT, **options})
    return (Duty(_ALL, "none", text, _TRANSPORTS, judge),)


def _lined(text: str, level: str = "none", judge: Any = _judge_lines) -> tuple[Duty, ...]:
    return (Duty(_ALL, level, text, _TRANSPORTS, judge),)


PRESETS: Final = (
    Preset(
        "invalid-utf8",
        GROUP,
        recorded("Invalid UTF-8"),
        recorded("A request with the bytes FF FE C3 28 inside a string."),
        _invalid_utf8,
        _unreadable(result=UNDECIDED),
        transports=("stdio", "http", "sse"),  # a WebSocket must be closed then: RFC 6455, 8.1
    ),
    Preset(
        "broken-json",
        GROUP,
        recorded("Broken JSON"),
        recorded("A request whose last brace is missing."),
        _broken,
        _unreadable(),
    ),
    Preset(
        "large-message",
        GROUP,
        recorded("20 MB message"),
        recorded("A call of a tool that does not exist, with a 20 MB string as its argument."),
        _large,
        (
            Duty(
                _ALL,
                "none",
                recorded(
                    "The specification sets no message size limit: respond as for any unknown tool, "
                    "or reject its size (HTTP 413)."
                ),
                "server/tools",
                _judge_large,
            ),
        ),
        patience_s=60.0,
        slow=True,
    ),
    Preset(
        "deep-nesting",
        GROUP,
        recorded("{depth} levels deep", depth=f"{DEPTH:,}"),
        recorded("A request with {depth} nested arrays in its _meta.", depth=f"{DEPTH:,}"),
        _deep,
        (
            Duty(
                _ALL,
                "none",
                recorded("It is valid JSON: respond to it, or reject it with an error; then continue."),
                _TRANSPORTS,
                answered(silence=SILENT),
            ),
        ),
    ),
    Preset(
        "huge-number",
        GROUP,
        recorded("Huge numbers"),
        recorded("A request with 1e400 and a 400-digit integer in its _meta."),
        _huge_number,
        (
            Duty(
                _ALL,
                "none",
                recorded("It is valid JSON: respond to it, or reject it with an error; then continue."),
                _TRANSPORTS,
                answered(silence=SILENT),
            ),
        ),
    ),
    Preset(
        "duplicate-keys",
        GROUP,
        recorded("Duplicate id member"),
        recorded("A request with two ids in one object."),
        _duplicate_keys,
        (
            Duty(
                _ALL,
                "none",
                recorded(
                    "RFC 8259 does not say which one counts: respond once to one of them, or reject it."
                ),
                _TRANSPORTS,
                _judge_duplicate_keys,
            ),
        ),
    ),
    Preset(
        "two-on-a-line",
        GROUP,
        recorded("Two documents on a line"),
        recorded("Two requests on one line."),
        lambda situation: (_lines(situation, b"", b" ", b"\n", 2),),
        _lined(
            recorded("Messages are delimited by newlines: the line is not a message; reject it with -32700.")
        ),
        _PIPE,
    ),
    Preset(
        "crlf",
        GROUP,
        recorded("CRLF line end"),
        recorded("A request whose line ends with a carriage return and a newline."),
        lambda situation: (_lines(situation, b"", b"", b"\r\n"),),
        _lined(
            recorded("Respond to it: a carriage return after the message is white space."),
            "must",
            answered(True),
        ),
        _PIPE,
    ),
    Preset(
        "blank-lines",
        GROUP,
        recorded("Blank lines"),
        recorded("A request with two empty lines before and after it."),
        lambda situation: (_lines(situation, b"\n\n", b"", b"\n\n\n"),),
        _lined(recorded("Respond to the request; empty lines are not messages."), "must", _judge_blank),
        _PIPE,
    ),
    Preset(
        "pretty-printed",
        GROUP,
        recorded("One message on several lines"),
        recorded("A request indented over several lines."),
        _pretty,
        _lined(
            recorded("A message must not contain newlines: every line is invalid; reject them with -32700.")
        ),
        _PIPE,
    ),
)
