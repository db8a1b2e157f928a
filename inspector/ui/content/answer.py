"""An answer made ready to show. In a thread where it is large, and then without holding it up for long."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec

from inspector.protocol.jsonrpc import Message, parse
from inspector.render import Rendering, render_error, render_large_answer, render_result
from inspector.render.contents import Contents, contents_of, with_caption
from inspector.render.task_results import outcome_of

__all__ = ["ShownAnswer", "read_answer"]

_LARGE: Final = 1 << 20  # bytes; each pass over such an answer is one for which the window waits


class _Result(msgspec.Struct):
    content: msgspec.Raw = msgspec.Raw(b"")
    structuredContent: msgspec.Raw = msgspec.Raw(b"")  # the wire's spelling


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """structured: JSON text, b"" without; contents: of a resource that was read; result: of a tool that
    has content.
    """

    renderings: list[Rendering]
    structured: bytes = b""
    contents: list[Contents] = field(default_factory=list)
    result: bytes = b""


def read_answer(method: str, raw: bytes) -> ShownAnswer:
    """What there is to show of an answer's bytes."""
    if method == "tools/call" and len(raw) > _LARGE and (large := render_large_answer(raw)) is not None:
        return ShownAnswer(*large)
    message: Message = parse(raw)
    if message.kind == "error":
        return ShownAnswer(render_error(message.error))
    if message.kind != "response":
        return ShownAnswer(render_result(method, raw))
    shown = render_result(method, message.result)
    if method == "resources/read":
        contents = contents_of(message.result)
        return ShownAnswer(with_caption(shown, contents), contents=contents)
    carried, result, _ = outcome_of(method, message.result)
    read = _Result()
    with suppress(msgspec.DecodeError):  # a result that is no object: nothing in it
        read = msgspec.json.decode(result, type=_Result)
    structured = bytes(read.structuredContent)
    has_content = carried == "tools/call" and (bytes(read.content) or structured)
    return ShownAnswer(shown, structured, result=result if has_content else b"")
