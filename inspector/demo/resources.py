"""Resources, resource templates and their completion."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, unquote

import msgspec

from inspector.demo import icons
from inspector.demo.content import png, wav

__all__ = ["COUNTER_URI", "RESOURCES", "TEMPLATES", "complete_template", "exists", "read"]

COUNTER_URI: Final = "demo://live/counter"

RESOURCES: Final[list[dict[str, Any]]] = [
    {
        "uri": "demo://text/welcome",
        "name": "welcome",
        "title": "Welcome",
        "description": "A short plain text.",
        "mimeType": "text/plain",
        "annotations": {"audience": ["user"], "priority": 1.0},
    },
    {
        "uri": "demo://docs/guide.md",
        "name": "guide",
        "title": "Guide to this demo",
        "description": "Markdown with headings, a list, a table and a code block.",
        "mimeType": "text/markdown",
        "annotations": {"audience": ["user", "assistant"], "priority": 0.8},
    },
    {
        "uri": "demo://data/planets.json",
        "name": "planets",
        "title": "Planets",
        "description": "A small JSON document.",
        "mimeType": "application/json",
    },
    {
        "uri": "demo://image/badge.png",
        "name": "badge",
        "title": "Badge",
        "description": "A picture of 96 by 96 pixels.",
        "mimeType": "image/png",
        "icons": icons.PICTURE,
    },
    {
        "uri": COUNTER_URI,
        "name": "counter",
        "title": "Live counter",
        "description": "Seconds since the server started. Subscribers hear of it every two seconds.",
        "mimeType": "text/plain",
    },
    {
        "uri": "demo://text/annyeong",
        "name": "annyeong",
        "title": "안녕하세요",
        "description": "한국어로 쓴 글. Korean text, to see fonts and line breaks.",
        "mimeType": "text/plain",
    },
    {
        "uri": "demo://sound/tone.wav",
        "name": "tone",
        "title": "Tone",
        "description": "Half a second of sound.",
        "mimeType": "audio/wav",
    },
]

GREETING: Final = "demo://greeting/{name}"
FILE: Final = "demo://file/{+path}{?lines}"

TEMPLATES: Final[list[dict[str, Any]]] = [
    {
        "uriTemplate": GREETING,
        "name": "greeting",
        "title": "Greeting",
        "description": "A greeting for the name you put in.",
        "mimeType": "text/plain",
        "icons": icons.ELSEWHERE,
    },
    {
        "uriTemplate": FILE,
        "name": "file",
        "title": "Small file tree",
        "description": "A file of an invented project; `lines` limits it to its first lines.",
        "mimeType": "text/plain",
    },
]

_NAMES: Final = (
    "Ada",
    "Alan",
    "Barbara",
    "Edsger",
    "Grace",
    "Katherine",
    "Linus",
    "Margaret",
    "세종",
    "지민",
)
_FILES: Final = {
    "README.md": "# Invented project\n\nIt does nothing, and does it well.\n",
    "src/main.py": "def main():\n    for number in range(3):\n        print(number)\n\n\nmain()\n",
    "src/shapes/circle.py": "PI = 3.14159\n\n\ndef area(radius):\n    return PI * radius ** 2\n",
    "src/shapes/square.py": "def area(side):\n    return side * side\n",
    "docs/한국어.md": "# 안내\n\n이 파일은 한국어로 쓰여 있습니다.\n",
    "data/numbers.csv": "n,square\n" + "".join(f"{n},{n * n}\n" for n in range(1, 101)),
}

_GUIDE: Final = """# Guide to this demo

This server shows **every kind of thing** an MCP server can offer.

1. Call `echo`, then look at the message in the timeline.
2. Fill in the form of `book_table`.
3. Let `ask_person` ask *you* something.

| kind | try |
|---|---|
| picture | `image` |
| sound | `audio` |
| progress | `long_running` |

```python
print("hello")
```
"""

_KOREAN: Final = """안녕하세요! 이 글은 한국어 표시를 확인하기 위한 예문입니다.
동해물과 백두산이 마르고 닳도록, 하느님이 보우하사 우리나라 만세.
모든 사람은 태어날 때부터 자유롭고, 존엄과 권리에 있어서 평등하다.
"""

_PLANETS: Final = [
    {"name": "Mercury", "moons": 0, "day_hours": 4222.6},
    {"name": "Earth", "moons": 1, "day_hours": 24.0},
    {"name": "Jupiter", "moons": 97, "day_hours": 9.9},
]

_TEXTS: Final[dict[str, Callable[[], str]]] = {
    "demo://text/welcome": lambda: "Welcome to the demo server. Nothing here can break anything.\n",
    "demo://docs/guide.md": lambda: _GUIDE,
    "demo://data/planets.json": lambda: msgspec.json.format(
        msgspec.json.encode({"planets": _PLANETS}), indent=2
    ).decode(),
    "demo://text/annyeong": lambda: _KOREAN,
}
_BLOBS: Final[dict[str, Callable[[], bytes]]] = {
    "demo://image/badge.png": lambda: png(96, 96, (38, 98, 196)),
    "demo://sound/tone.wav": lambda: wav(523.25, 0.5),
}
_MIME_TYPES: Final = {item["uri"]: item["mimeType"] for item in RESOURCES}


def exists(uri: str) -> bool:
    """Whether `read` knows this URI."""
    return uri in _MIME_TYPES or _read_template(uri) is not None


def read(uri: str, elapsed_s: float) -> dict[str, Any] | None:
    """The contents of a resource: uri, mimeType and text or blob. None when there is no such resource."""
    if uri == COUNTER_URI:
        return {"uri": uri, "mimeType": "text/plain", "text": f"{int(elapsed_s)} seconds\n"}
    if uri in _TEXTS:
        return {"uri": uri, "mimeType": _MIME_TYPES[uri], "text": _TEXTS[uri]()}
    if uri in _BLOBS:
        return {"uri": uri, "mimeType": _MIME_TYPES[uri], "blob": b64encode(_BLOBS[uri]()).decode()}
    text = _read_template(uri)
    return None if text is None else {"uri": uri, "mimeType": "text/plain", "text": text}


def _read_template(uri: str) -> str | None:
    """The text of a URI made from one of the two templates."""
    place, _, query = uri.partition("?")
    if place.startswith("demo://greeting/"):
        name = unquote(place.removeprefix("demo://greeting/"))
        return f"Hello, {name}!\n" if name and "/" not in name and not query else None
    if not place.startswith("demo://file/"):
        return None
    text = _FILES.get(unquote(place.removeprefix("demo://file/")))
    wanted = parse_qs(query, keep_blank_values=True).get("lines", [])
    if text is None or not wanted:
        return text
    if not (wanted[0].isascii() and wanted[0].isdigit()):
        return None
    return "".join(text.splitlines(keepends=True)[: int(wanted[0])])


def complete_template(uri_template: str, argument: str, chosen: dict[str, str]) -> list[str] | None:
    """All values an argument of a template can have; None for an unknown template or argument.

    chosen: arguments already filled in (`context.arguments`, since 2025-06-18): `lines` depends on `path`.
    """
    match (uri_template, argument):
        case (str(template), "name") if template == GREETING:
            return list(_NAMES)
        case (str(template), "path") if template == FILE:
            return list(_FILES)
        case (str(template), "lines") if template == FILE:
            count = len(_FILES.get(unquote(chosen.get("path", "")), "\n" * 20).splitlines())
            return [str(number) for number in (1, 2, 5, 10, 20, 50, 100) if number <= count]
    return None
