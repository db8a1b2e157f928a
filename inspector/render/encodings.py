"""Bytes as text in JSON: base64 and its relatives, data URLs."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import unquote_to_bytes

__all__ = ["decoded", "encoded"]

_DATA: Final = re.compile(r"data:(?P<mime>[^;,]*)(?:;[^,;]*)*?(?P<base64>;base64)?,", re.IGNORECASE)


def _base64(text: str) -> bytes:
    return base64.b64decode("".join(text.split()), validate=True)


def _base64url(text: str) -> bytes:
    plain = "".join(text.split()).rstrip("=")
    return base64.b64decode(plain + "=" * (-len(plain) % 4), altchars=b"-_", validate=True)


def _base32(text: str) -> bytes:
    plain = "".join(text.split()).rstrip("=")
    return base64.b32decode(plain + "=" * (-len(plain) % 8), casefold=True)


def _base16(text: str) -> bytes:
    return base64.b16decode("".join(text.split()), casefold=True)


_DECODE: Final[dict[str, Callable[[str], bytes]]] = {
    "base64": _base64,
    "base64url": _base64url,
    "base32": _base32,
    "base16": _base16,
}
_ENCODE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "base64": base64.b64encode,
    "base64url": base64.urlsafe_b64encode,
    "base32": base64.b32encode,
    "base16": base64.b16encode,
}


def encoded(data: bytes, encoding: str, mime: str = "") -> str:
    """encoding: what `decoded` found, or data-url. mime: for a data URL."""
    if encoding == "data-url":
        return f"data:{mime or 'application/octet-stream'};base64,{base64.b64encode(data).decode()}"
    return _ENCODE[encoding](data).decode()


def decoded(text: str, encoding: str) -> tuple[bytes, str] | None:
    """The bytes, and the type that a data URL names; None: the text is not written in this encoding."""
    try:
        if encoding != "data-url":
            return _DECODE[encoding](text), ""
        found = _DATA.match(text)
        if found is None:
            return None
        rest = text[found.end() :]
        return (
            _base64(unquote_to_bytes(rest).decode()) if found["base64"] else unquote_to_bytes(rest)
        ), found["mime"]
    except (binascii.Error, ValueError):
        return None
