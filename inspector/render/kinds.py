"""The few shapes that content is shown in. Data only: a window, a terminal or a report can read them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "Audio",
    "Blob",
    "ContentNote",
    "EmbeddedResource",
    "Error",
    "Image",
    "Json",
    "Markdown",
    "Rendering",
    "ResourceLink",
    "Text",
]


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text, never interpreted: HTML in it is shown as it is written."""

    text: str
    mime: str = ""


@dataclass(frozen=True, slots=True)
class Markdown:
    """Text that is Markdown, by its MIME type or by its looks. The text itself stays reachable."""

    text: str


@dataclass(frozen=True, slots=True)
class Json:
    """JSON as it came, token for token. from_text: a server sent it inside a string."""

    data: bytes
    from_text: bool = False


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in a format that Qt reads. width and height in px, 0 when its head does not say."""

    data: bytes
    mime: str
    width: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Audio:
    """Sound; it is saved or handed to the system's player, never played here."""

    data: bytes
    mime: str


@dataclass(frozen=True, slots=True)
class ResourceLink:
    """A resource the server only names. size in bytes, -1 when it does not say."""

    uri: str
    name: str = ""
    title: str = ""
    description: str = ""
    mime: str = ""
    size: int = -1


@dataclass(frozen=True, slots=True)
class EmbeddedResource:
    """A resource that came along, with what its content is shown as."""

    uri: str
    mime: str
    inner: Rendering


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes that nothing better is known about."""

    data: bytes
    mime: str = ""
    uri: str = ""


@dataclass(frozen=True, slots=True)
class Error:
    """A JSON-RPC error. code: its JSON text as it came; name: what the code is called, "" when unknown."""

    code: str
    message: str
    data: bytes = b""
    name: str = ""


@dataclass(frozen=True, slots=True)
class ContentNote:
    """A sentence of ours between the content. role: heading, muted, warning, error."""

    text: str
    role: str = "muted"


Rendering = (
    Text | Markdown | Json | Image | Audio | ResourceLink | EmbeddedResource | Blob | Error | ContentNote
)
