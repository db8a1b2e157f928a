"""What a model reads of a tool's result: blocks of `content` as they are, `structuredContent`, and sizes.

A client decides which of the two it hands on; most hand on `content`. MCP 2026-07-28, server/tools: "a tool
that returns structured content SHOULD also return the serialized JSON in a TextContent block".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from inspector.render.kinds import ContentNote, Json, Rendering, Text
from inspector.render.media import say_size
from inspector.translation import translate

__all__ = ["for_model"]


class _Result(msgspec.Struct):
    content: list[msgspec.Raw] = []
    structuredContent: msgspec.Raw = msgspec.Raw(b"")  # the wire's spelling


def for_model(result: bytes) -> list[Rendering]:
    """The parts of a result, each below its kind and size. Empty for what is no result of a tool."""
    try:
        read = msgspec.json.decode(result, type=_Result)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    shown: list[Rendering] = []
    for raw in read.content:
        shown += _block(bytes(raw))
    if structured := bytes(read.structuredContent):
        shown += [_heading("structuredContent", structured), Json(structured)]
    return shown


def _block(raw: bytes) -> Iterator[Rendering]:
    block: Any = msgspec.json.decode(raw)
    kind = block.get("type") if isinstance(block, dict) else None
    inside = block.get("resource") if kind == "resource" else block
    if kind in ("text", "resource") and isinstance(inside, dict) and isinstance(inside.get("text"), str):
        text = inside["text"]
        yield _heading(str(kind), text.encode("utf-8", "surrogatepass"))
        yield Text(text)
    elif kind in ("image", "audio") and isinstance(block.get("data"), str):
        data = block["data"]
        size = say_size(len(data) * 3 // 4 - data[-2:].count("="))
        yield ContentNote(f"{kind} · {block.get('mimeType') or '?'} · {size}", "heading")
        yield ContentNote(translate("Render", "The model gets the media itself, if it supports this type."))
    else:
        yield _heading(str(kind or "?"), raw)
        yield Json(raw)


def _heading(name: str, data: bytes) -> ContentNote:
    return ContentNote(f"{name} · {say_size(len(data))}", "heading")
