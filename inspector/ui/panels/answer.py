"""An answer made ready to show. In a thread where it is large, and then without holding it up for long."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import msgspec

from inspector.protocol.jsonrpc import Message, parse
from inspector.render import Json, Note, Rendering, render_error, render_result
from inspector.render.contents import Contents, contents_of, with_caption
from inspector.render.task_results import outcome_of

__all__ = ["Answer", "read_answer"]

_LARGE: Final = 1 << 20  # bytes; each time such an answer is copied whole the window waits


class _Response(msgspec.Struct):
    result: msgspec.Raw = msgspec.Raw(b"")
    error: msgspec.Raw = msgspec.Raw(b"")


class _Structured(msgspec.Struct):
    structuredContent: msgspec.Raw = msgspec.Raw(b"")  # the wire's spelling


@dataclass(frozen=True, slots=True)
class Answer:
    """structured: JSON text, b"" without; contents: of a resource that was read."""

    renderings: list[Rendering]
    structured: bytes = b""
    contents: list[Contents] = field(default_factory=list)


def read_answer(method: str, raw: bytes) -> Answer:
    """What there is to show of an answer's bytes."""
    if method == "tools/call" and len(raw) > _LARGE and (large := _large(raw)) is not None:
        return large
    message: Message = parse(raw)
    if message.kind == "error":
        return Answer(render_error(message.error))
    if message.kind != "response":
        return Answer(render_result(method, raw))
    shown = render_result(method, message.result)
    if method == "resources/read":
        contents = contents_of(message.result)
        return Answer(with_caption(shown, contents), contents=contents)
    structured, (_, result, _) = b"", outcome_of(method, message.result)
    with suppress(msgspec.DecodeError):  # a result that is no object: nothing structured in it
        structured = bytes(msgspec.json.decode(result, type=_Structured).structuredContent)
    return Answer(shown, structured)


def _large(raw: bytes) -> Answer | None:
    """The same for a large result of a tool, each part copied once; None when it is something else."""
    try:
        response = msgspec.json.decode(raw, type=_Response)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if not memoryview(response.result).nbytes or memoryview(response.error).nbytes or b'"taskId"' in raw:
        return None
    shown = render_result("tools/call", response.result)
    for before, part in pairwise(shown):
        if before == Note("structuredContent", "heading") and isinstance(part, Json):
            return Answer(shown, part.data)
    with suppress(msgspec.DecodeError):
        found = msgspec.json.decode(response.result, type=_Structured).structuredContent
        return Answer(shown, bytes(found))
    return Answer(shown)
