"""The contents of a resource as bytes, to be saved: a text in UTF-8, a blob decoded."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from inspector.render.media import decode_base64
from inspector.render.structured import read_string

__all__ = ["Contents", "contents_of"]

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


def _contents(raw: bytes) -> Contents:
    try:
        entry = msgspec.json.decode(raw, type=_Entry)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Contents("", "", b"", False, "not an object")
    uri, mime = read_string(bytes(entry.uri)) or "", read_string(bytes(entry.mime)) or ""
    blob = read_string(bytes(entry.blob))
    if blob is None:
        text = read_string(bytes(entry.text))
        if text is None:
            return Contents(uri, mime, b"", False, "neither text nor blob")
        return Contents(uri, mime, text.encode("utf-8", "surrogatepass"), False)
    data = decode_base64(blob)
    if data is None:
        return Contents(uri, mime, b"", True, "the blob is not base64")
    return Contents(uri, mime, data, True)
