"""Lines by which a program that was started as a command says that it listens for HTTP, and where."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inspector.printable import without_escapes

__all__ = ["served_url"]

_SAYS: Final = re.compile(
    r"\b(?:listen(?:s|ing)?|serv(?:es|ing)|started|"
    r"server (?:is )?(?:now )?running|running(?= (?:on|at)\b|:))\b",
    re.IGNORECASE,
)
_ELSEWHERE: Final = re.compile(
    r"(?i)\b(?:connect(?:ing|ed|s)?\b|connection to|forward\w*|upstream|(?:with|via|through)\b.{0,20}\bproxy|"
    r"proxy\s*[:=]|using(?! (?:the )?(?:streamable|https?|sse)\b)|"
    r"wait(?:s|ing)?\b(?! for (?:\w+ )?(?:connections?|clients?|requests?)\b))"
)
"""Said before an address, it is that of another program."""
_URL: Final = re.compile(r"https?://(?:\[[0-9a-fA-F:]+\]|[\w.-]+)(?::\d{1,5})?(?:/[\w./~%-]*)?")
_PORT: Final = re.compile(rf"(?i){_SAYS.pattern}.{{0,80}}?\bport\s*:?\s*(\d{{2,5}})\b")
_HERE: Final = re.compile(
    r"https?://(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])\.?(?=[:/]|$)", re.IGNORECASE
)
_LINE_CHARS: Final = 1_000
"""Of a line that is looked at: the loop waits for it."""


def served_url(lines: Iterable[str]) -> str:
    """The URL at which a program says that it listens on this computer; "" when no line says so."""
    for line in map(without_escapes, lines):
        line = line[:_LINE_CHARS]
        url = next((found for found in _URL.finditer(line) if _HERE.match(found[0])), None)
        if url and (line.strip() == url[0] or _is_own(line, url)):
            return url[0].rstrip(".").replace("//0.0.0.0", "//127.0.0.1").replace("[::]", "[::1]")
        port = _PORT.search(line)
        if port and not _ELSEWHERE.search(line, 0, port.start(1)):
            return "http://localhost:" + port[1]
    return ""


def _is_own(line: str, url: re.Match[str]) -> bool:
    return bool(_SAYS.search(line)) and not _ELSEWHERE.search(line, 0, url.start())
