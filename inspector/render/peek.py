"""A look into an opaque text, for a user: what it says when it is base64, a JWT or JSON.

Nothing may rely on what is found here: a requestState "MUST be treated as opaque" by the client
(MCP 2026-07-28, basic/patterns/mrtr).
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from typing import Final

import msgspec

from inspector.translation import translate

__all__ = ["peek"]

_MOST: Final = 1 << 20
_LEAST: Final = 8  # shorter texts decode by chance


def peek(text: str) -> str:
    """What is inside, its parts (those between dots) below each other; "" when nothing can be read."""
    if len(text) > _MOST:
        return ""
    if whole := _json(text.encode("utf-8", "backslashreplace")):
        return whole
    found = [(part, _decoded(part)) for part in text.split(".")]
    if not any(inside for _part, inside in found):
        return ""
    return "\n".join(inside or _opaque(part) for part, inside in found)


def _decoded(part: str) -> str:
    """Base64, of either alphabet, of JSON or readable text; "" for anything else."""
    if len(part) < _LEAST:
        return ""
    standard = part.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        data = b64decode(standard + "=" * (-len(standard) % 4), validate=True)
    except (binascii.Error, ValueError):
        return ""
    if inside := _json(data):
        return inside
    try:
        words = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return words if words.isprintable() else ""


def _json(data: bytes) -> str:
    """Indented, when it is a JSON object or list."""
    if data.lstrip()[:1] not in (b"{", b"["):
        return ""
    try:
        return msgspec.json.format(data, indent=2).decode("utf-8")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _opaque(part: str) -> str:
    return translate("Render", "({} characters)").format(len(part))
