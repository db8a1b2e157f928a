"""Renderings as text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from inspector.render.kinds import (
    Audio,
    Blob,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Markdown,
    Note,
    Rendering,
    ResourceLink,
    Text,
)
from inspector.render.media import say_size
from inspector.render.structured import pretty

__all__ = ["as_terminal_text", "safe_for_terminal"]

# A server's text must not move the cursor, set a title or write to the clipboard of the person's terminal.
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def as_terminal_text(renderings: Iterable[Rendering]) -> str:
    """All renderings as lines; bytes are named, not printed. No control character of a server passes."""
    return "\n".join(_one(part) for part in renderings)


def safe_for_terminal(text: str) -> str:
    """Control characters but tab and line feed as visible escapes. CR before LF is only a line end."""
    return _CONTROL.sub(_escape, text.replace("\r\n", "\n"))


def _escape(match: re.Match[str]) -> str:
    return f"\\x{ord(match[0]):02x}"


def _one(part: Rendering) -> str:
    say: Callable[[Any], str] = _SAY[type(part)]
    return say(part)


def _json(part: Json) -> str:
    return safe_for_terminal(pretty(part.data).decode("utf-8", "backslashreplace"))


def _image(part: Image) -> str:
    size = f" {part.width}×{part.height}" if part.width else ""
    return safe_for_terminal(f"[image {part.mime} {say_size(len(part.data))}{size}]")


def _audio(part: Audio) -> str:
    return safe_for_terminal(f"[audio {part.mime} {say_size(len(part.data))}]")


def _link(part: ResourceLink) -> str:
    name = part.title or part.name
    size = say_size(part.size) if part.size >= 0 else ""
    words = [word for word in ("[resource", part.uri, name and f"“{name}”", part.mime, size) if word]
    described = f"\n  {part.description}" if part.description else ""
    return safe_for_terminal(" ".join(words) + "]" + described)


def _embedded(part: EmbeddedResource) -> str:
    head = " ".join(word for word in ("[resource", part.uri, part.mime) if word) + "]"
    return f"{safe_for_terminal(head)}\n{_one(part.inner)}"


def _blob(part: Blob) -> str:
    return safe_for_terminal(f"[{part.mime or 'bytes'} {say_size(len(part.data))}]")


def _error(part: Error) -> str:
    name = f" ({part.name})" if part.name else ""
    data = f"\n{_json(Json(part.data))}" if part.data else ""
    return safe_for_terminal(f"error {part.code}{name}: {part.message}") + data


def _note(part: Note) -> str:
    return safe_for_terminal(f"-- {part.text} --" if part.role == "heading" else f"({part.text})")


def _text(part: Text | Markdown) -> str:
    return safe_for_terminal(part.text)


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
    Note: _note,
}
