"""Long base64 in JSON text: where it is, and what it holds. An editor shows one character in its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from inspector.render.media import decode_base64, sniff

__all__ = ["PLACE", "Blob", "blob_of", "without_blobs"]

PLACE: Final = "\ufffc"
"""OBJECT REPLACEMENT CHARACTER: stands for a blob in the shown text (or for itself)."""

_LEAST: Final = 4096  # characters; a shorter string is shown as it is
_BLOB: Final = re.compile(
    rf'(?<=")(?:data:[^",\s]{{0,200}},)?[A-Za-z0-9+/_-]{{{_LEAST},}}+={{0,2}}(?=")', re.ASCII
)
_HEAD: Final = 400  # characters that are decoded to see what it is


@dataclass(frozen=True, slots=True)
class Blob:
    """mime: "" when it is not known. size: of the decoded bytes."""

    mime: str
    size: int


def without_blobs(text: str) -> tuple[str, dict[int, str]]:
    """The text with PLACE for each long base64 string (its quotes stay), and place to what stood there."""
    if len(text) <= _LEAST or max(map(len, text.split("\n"))) <= _LEAST:
        return text, {}
    parts: list[str] = []
    found: dict[int, str] = {}
    at = length = 0
    for match in _BLOB.finditer(text):
        parts += (text[at : match.start()], PLACE)
        length += match.start() - at
        found[length] = match[0]
        length += 1
        at = match.end()
    return ("".join((*parts, text[at:])), found) if found else (text, found)


def blob_of(text: str) -> Blob:
    """What a blob holds, by its first bytes or by what its data URL says."""
    head, comma, body = text[:300].partition(",")
    start = len(head) + 1 if comma and text.startswith("data:") else 0
    told = head[5:].partition(";")[0] if start else ""
    first = body if start else text[:_HEAD]
    data = decode_base64(first[: len(first) // 4 * 4]) or b""
    return Blob(sniff(data) or told, (len(text) - start - text.count("=", len(text) - 2)) * 3 // 4)
