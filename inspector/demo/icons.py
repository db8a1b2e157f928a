"""Icons of the demo server: small pictures in data: URIs, and one that would have to be fetched."""

from __future__ import annotations

from base64 import b64encode
from typing import Any, Final
from urllib.parse import quote

from inspector.demo.content import png

__all__ = ["ELSEWHERE", "PICTURE", "SERVER"]

_DRAWING: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<rect x="1" y="1" width="22" height="22" rx="5" fill="{}"/>'
    '<path d="M6 17V7l6 6 6-6v10" fill="none" stroke="#fff" stroke-width="2.5"/></svg>'
)


def _svg(colour: str) -> str:
    return "data:image/svg+xml," + quote(_DRAWING.format(colour))


SERVER: Final[list[dict[str, Any]]] = [
    {"src": _svg("#1d4f91"), "mimeType": "image/svg+xml", "sizes": ["any"], "theme": "light"},
    {"src": _svg("#6aa5e8"), "mimeType": "image/svg+xml", "sizes": ["any"], "theme": "dark"},
]
PICTURE: Final[list[dict[str, Any]]] = [
    {
        "src": "data:image/png;base64," + b64encode(png(48, 48, (38, 98, 196))).decode(),
        "mimeType": "image/png",
        "sizes": ["48x48"],
    }
]
ELSEWHERE: Final[list[dict[str, Any]]] = [{"src": "https://example.com/icon.png", "mimeType": "image/png"}]
