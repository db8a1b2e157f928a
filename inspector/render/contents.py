"""The contents of a resource as bytes, to be saved: a text in UTF-8, a blob decoded."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from inspector.render.kinds import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Image,
    Json,
    Markdown,
    Rendering,
    Text,
)
from inspector.render.media import decode_base64
from inspector.render.structured import read_string
from inspector.translation import translate

__all__ = ["Contents", "as_bytes", "contents_of", "with_caption"]

_NOTHING = msgspec.Raw(b"")


@dataclass(frozen=True, slots=True)
class Contents:
    """One entry. problem: why there are no bytes, in words; empty when there are."""

    uri: str
    mime: str
    data: bytes
    binary: bool
    problem: str = ""


class _Entry(msgspec.Struct, gc=False):
    uri: msgspec.Raw = _NOTHING
    mime: msgspec.Raw = msgspec.field(name="mimeType", default=_NOTHING)
    text: msgspec.Raw = _NOTHING
    blob: msgspec.Raw = _NOTHING


class _Result(msgspec.Struct, gc=False):
    contents: list[msgspec.Raw] = []


def contents_of(result: bytes) -> list[Contents]:
    """The entries of a `resources/read` result, any JSON. Never raises."""
    try:
        entries = msgspec.json.decode(result, type=_Result).contents
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [_contents(bytes(raw)) for raw in entries]


def as_bytes(contents: list[Contents]) -> list[Rendering]:
    """Every entry as its bytes, to be looked at in hexadecimal and saved."""
    return [
        ContentNote(
            translate("Render", "contents {number}: {problem}").format(number=number, problem=one.problem),
            "warning",
        )
        if one.problem
        else EmbeddedResource(one.uri, one.mime, Blob(one.data, one.mime, one.uri))
        for number, one in enumerate(contents, 1)
    ]


def with_caption(renderings: list[Rendering], contents: list[Contents]) -> list[Rendering]:
    """A single entry gets its URI and type back, which `render_result` takes away: there it can be saved."""
    if len(contents) != 1 or contents[0].problem:
        return renderings
    uri, mime = contents[0].uri, contents[0].mime
    return [
        EmbeddedResource(uri, mime, part)
        if isinstance(part, Text | Json | Markdown | Image | Audio)
        else part
        for part in renderings[:1]
    ] + renderings[1:]


def _contents(raw: bytes) -> Contents:
    try:
        entry = msgspec.json.decode(raw, type=_Entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Contents("", "", b"", False, translate("Render", "not an object"))
    uri, mime = read_string(bytes(entry.uri)) or "", read_string(bytes(entry.mime)) or ""
    blob = read_string(bytes(entry.blob))
    if blob is None:
        text = read_string(bytes(entry.text))
        if text is None:
            return Contents(uri, mime, b"", False, translate("Render", "neither text nor blob"))
        return Contents(uri, mime, text.encode("utf-8", "surrogatepass"), False)
    data = decode_base64(blob)
    if data is None:
        return Contents(uri, mime, b"", True, translate("Render", "the blob is not base64"))
    return Contents(uri, mime, data, True)
