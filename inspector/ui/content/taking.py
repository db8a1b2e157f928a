"""What *Copy* and *Save* take of a view of a result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from inspector.render import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.ui.widgets.save_button import file_name

__all__ = ["as_file", "as_text", "has_text", "may_have_table"]

_TEXTS: Final = {Text: "text", Markdown: "text", Error: "message", ResourceLink: "uri"}
_LOOKED_AT = 1000  # values in which a table is looked for


def as_file(renderings: Sequence[Rendering]) -> tuple[bytes, str]:
    """The bytes to save, and a name for them: one piece as it is, several as one text."""
    parts = [part for part in renderings if not isinstance(part, ContentNote)]
    outer = parts[0] if len(parts) == 1 else None
    uri = outer.uri if isinstance(outer, EmbeddedResource) else ""
    part = outer.inner if isinstance(outer, EmbeddedResource) else outer
    if isinstance(part, Image | Audio | Blob):
        return part.data, file_name(uri, part.mime)
    mime = {Json: "application/json", Markdown: "text/markdown"}.get(type(part), "text/plain")
    return as_text(renderings), file_name(uri, mime)


def as_text(renderings: Sequence[Rendering]) -> bytes:
    """All that is text, piece by piece."""
    return b"\n\n".join(text for part in renderings if (text := _text(part)))


def has_text(renderings: Sequence[Rendering]) -> bool:
    """Whether `as_text` gives something, without making it."""
    return any(_said(part) for part in renderings)


def _text(part: Rendering) -> bytes:
    said = _said(part)
    return said if isinstance(said, bytes) else said.encode("utf-8", "backslashreplace")


def _said(part: Rendering) -> str | bytes:
    if isinstance(part, EmbeddedResource):
        return _said(part.inner)
    if isinstance(part, Json):
        return part.data
    return str(getattr(part, _TEXTS.get(type(part), ""), ""))


def may_have_table(data: bytes) -> bool:
    """Whether JSON has a list of objects or lists among its first values; the viewer knows for certain."""
    try:
        found = [msgspec.json.decode(data)]
    except (msgspec.DecodeError, RecursionError):
        return False
    for value in found:  # grows on the way
        if isinstance(value, list) and value and isinstance(value[0], dict | list):
            return True
        inside = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
        found += list(inside)[: max(0, _LOOKED_AT - len(found))]
    return False
