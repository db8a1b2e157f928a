"""Which shape bytes are shown in: a table of renderers, the best priority wins.

A renderer is a name, a priority for given bytes and MIME type (0: not mine), and a pure function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inspector.render.kinds import Audio, Blob, Image, Json, Markdown, Rendering, Text
from inspector.render.media import picture_size, sniff
from inspector.render.structured import is_json, looks_like_markdown

__all__ = ["RENDERERS", "Renderer", "render_bytes", "render_text"]

_HEAD: Final = 64 * 1024  # bytes looked at when guessing
_PICTURES: Final = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp", "image/x-icon"}
)
_TEXTUAL: Final = (
    "application/xml",
    "application/javascript",
    "application/x-sh",
    "application/yaml",
    "image/svg",
)
_CONTROL: Final = bytes(set(range(32)) - set(b"\t\n\r\f\x1b"))


@dataclass(frozen=True, slots=True)
class Renderer:
    """One way to show bytes. priority: 0 = cannot, higher wins; render: never raises."""

    name: str
    priority: Callable[[bytes, str], int]
    render: Callable[[bytes, str], Rendering]


def render_bytes(data: bytes, mime: str = "") -> Rendering:
    """The best shape for bytes of a blob."""
    plain = mime.partition(";")[0].strip().lower()
    best = max(RENDERERS, key=lambda renderer: renderer.priority(data, plain))
    return best.render(data, plain)


def render_text(text: str, mime: str = "") -> Rendering:
    """The best shape for text a server sent as text: JSON, Markdown or plain."""
    plain = mime.partition(";")[0].strip().lower()
    if plain == "text/markdown":
        return Markdown(text)
    if text.lstrip(" \t\r\n")[:1] in ("{", "["):
        data = text.encode("utf-8", "surrogatepass")
        if is_json(data):
            return Json(data, from_text=True)
    if plain in ("", "text/plain") and looks_like_markdown(text):
        return Markdown(text)
    return Text(text, plain)


def _image_priority(data: bytes, mime: str) -> int:
    found = sniff(data)
    return 9 if found in _PICTURES else 5 if mime in _PICTURES else 0


def _image(data: bytes, mime: str) -> Rendering:
    width, height = picture_size(data)
    return Image(data, sniff(data) or mime, width, height)


def _audio_priority(data: bytes, mime: str) -> int:
    return 8 if sniff(data).startswith("audio/") or mime.startswith("audio/") else 0


def _audio(data: bytes, mime: str) -> Rendering:
    return Audio(data, mime or sniff(data))


def _text_priority(data: bytes, mime: str) -> int:
    if mime.startswith(("text/", *_TEXTUAL)) or mime.endswith(("+json", "/json", "+xml", "+yaml")):
        return 4
    head = data[:_HEAD]
    if not head or head.translate(None, _CONTROL) != head:
        return 0
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # A character may be cut in two where the head ends.
        return 3 if len(data) > _HEAD and error.start > len(head) - 4 else 0
    return 3


def _text(data: bytes, mime: str) -> Rendering:
    try:
        return render_text(data.decode("utf-8"), mime)
    except UnicodeDecodeError:
        return Blob(data, mime)


def _blob_priority(data: bytes, mime: str) -> int:
    return 1


RENDERERS: Final = (
    Renderer("image", _image_priority, _image),
    Renderer("audio", _audio_priority, _audio),
    Renderer("text", _text_priority, _text),
    Renderer("blob", _blob_priority, Blob),
)
