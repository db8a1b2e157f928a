"""Renderings as text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from inspector.printable import FIELD_CHARS, on_one_line, printable
from inspector.render.kinds import (
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
from inspector.render.media import say_size
from inspector.render.structured import pretty

__all__ = ["as_terminal_text"]


def as_terminal_text(renderings: Iterable[Rendering]) -> str:
    """All renderings as lines; bytes are named, not printed. No control character of a server passes."""
    return "\n".join(_one(part) for part in renderings)


def _one(part: Rendering) -> str:
    say: Callable[[Any], str] = _SAY[type(part)]
    return say(part)


def _head(*words: str) -> str:
    """What stands for something that is no text, in brackets on one line."""
    return f"[{' '.join(_field(word) for word in words if word)}]"


def _field(text: str) -> str:
    return on_one_line(text, FIELD_CHARS)


def _json(part: Json) -> str:
    return printable(pretty(part.data).decode("utf-8", "backslashreplace"))


def _image(part: Image) -> str:
    size = f" {part.width}×{part.height}" if part.width else ""
    return _head("image", part.mime, f"{say_size(len(part.data))}{size}")


def _audio(part: Audio) -> str:
    return _head("audio", part.mime, say_size(len(part.data)))


def _link(part: ResourceLink) -> str:
    name = part.title or part.name
    size = say_size(part.size) if part.size >= 0 else ""
    described = f"\n  {_field(part.description)}" if part.description else ""
    return _head("resource", part.uri, name and f"“{_field(name)}”", part.mime, size) + described


def _embedded(part: EmbeddedResource) -> str:
    return f"{_head('resource', part.uri, part.mime)}\n{_one(part.inner)}"


def _blob(part: Blob) -> str:
    return _head(part.mime or "bytes", say_size(len(part.data)))


def _error(part: Error) -> str:
    name = f" ({part.name})" if part.name else ""
    data = f"\n{_json(Json(part.data))}" if part.data else ""
    return printable(f"error {part.code}{name}: {part.message}") + data


def _note(part: ContentNote) -> str:
    if part.role == "heading":
        return f"-- {_field(part.text)} --"
    return f"({printable(part.text)})".replace("\n", "\n ")


def _text(part: Text | Markdown) -> str:
    return printable(part.text)


_SAY: Final[dict[type, Callable[[Any], str]]] = {
    Text: _text,
    Markdown: _text,
    Json: _json,
    Image: _image,
    Audio: _audio,
    ResourceLink: _link,
    EmbeddedResource: _embedded,
    Blob: _blob,
    Error: _error,
    ContentNote: _note,
}
