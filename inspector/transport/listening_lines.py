"""Lines by which a program that was started as a command says that it listens for HTTP, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inspector.printable import without_escapes

__all__ = ["served_url"]

_SAYS: Final = re.compile(
    r"(?i)listen|running|serving|started|ready|available|server|endpoint|http[- ]?stream"
)
_URL: Final = re.compile(r"https?://(?:\[[0-9a-fA-F:]+\]|[\w.-]+)(?::\d{1,5})?(?:/[\w./~%-]*)?")
_PORT: Final = re.compile(r"(?i)\b(?:listening|running|serving|started)\b.{0,80}?\bport\s*:?\s*(\d{2,5})\b")
_HERE: Final = re.compile(r"https?://(?:localhost|127\.|0\.0\.0\.0|\[::1?\]|[\w.-]+:\d)")
_LINE_CHARS: Final = 1_000
"""Of a line that is looked at: the loop waits for it."""


def served_url(lines: Iterable[str]) -> str:
    """The URL at which a program says that it listens on this computer; "" when no line says so."""
    for line in map(without_escapes, lines):
        line = line[:_LINE_CHARS]
        url = _URL.search(line)
        if url and _HERE.match(url[0]) and (_SAYS.search(line) or line.strip() == url[0]):
            return url[0].rstrip(".").replace("0.0.0.0", "127.0.0.1").replace("[::]", "[::1]")
        if port := _PORT.search(line):
            return "http://localhost:" + port[1]
    return ""
