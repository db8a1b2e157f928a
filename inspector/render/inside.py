"""What a JSON string holds that is worth more than its characters: bytes in base64, a link, a long text."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

from inspector.render.json_strings import read_text, safe_cut, text_steps
from inspector.render.media import sniff

__all__ = ["Inside", "inside", "unpack_steps"]

_HEAD: Final = 4096  # bytes of a string that tell what it is
_LONG: Final = 300  # bytes; a longer text is cut where it is listed
_LINK_MOST: Final = 2048
_BLOCK: Final = 1 << 20  # characters of base64 decoded in one step
_LINK: Final = re.compile(r"https?://[^\s\x00-\x20]+", re.IGNORECASE)
_DATA: Final = re.compile(rb"data:([\w.+-]+/[\w.+-]+)?((?:;[\w.+-]+=[^;,]*)*)(;base64)?,", re.IGNORECASE)
_BASE64: Final = re.compile(rb"[A-Za-z0-9+/_\s-]{24,}={0,2}\s*")


@dataclass(frozen=True, slots=True)
class Inside:
    """kind: link, bytes or text. mime: of bytes. host: of a link, as it is written in it.

    doubtful: the host may look like another one (letters beyond ASCII, or a name before an @).
    """

    kind: str
    mime: str = ""
    text: str = ""
    host: str = ""
    doubtful: bool = False


def inside(raw: bytes | memoryview) -> Inside | None:
    """What a JSON string holds, told by its first 4 kB; None for a short text, and for what is no string."""
    view = memoryview(raw)
    if len(view) < 2 or view[0] != 34:
        return None
    whole = len(view) <= _HEAD
    begin = bytes(view) if whole else bytes(view[:_HEAD])
    head = read_text(begin if whole else b'"%b"' % begin[1 : 1 + safe_cut(begin[1:])])
    if head is None:
        return Inside("text") if len(view) > _LONG else None
    if whole and len(head) <= _LINK_MOST and (link := _link(head)):
        return link
    if found := _DATA.match(head):
        return Inside("bytes", (found[1] or b"text/plain").decode().lower())
    if _BASE64.fullmatch(head) and (mime := sniff(_decoded(head[:_LONG]))):
        return Inside("bytes", mime)
    return Inside("text") if len(view) > _LONG or b"\n" in head else None


def unpack_steps(raw: bytes | memoryview) -> Generator[None, None, bytes | None]:
    """The bytes that a string holds: of base64 and data: what they stand for, else its text as UTF-8."""
    text = yield from text_steps(raw)
    if text is None:
        return None
    encoded = True
    if found := _DATA.match(text):
        encoded, text = bool(found[3]), text[found.end() :]
        if not encoded:
            return unquote_to_bytes(text)
    elif not (_BASE64.fullmatch(text[:_LONG].rstrip(b"=")) and sniff(_decoded(text[:_LONG]))):
        return text
    plain = text.translate(None, b" \t\r\n").replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
    plain += b"=" * (-len(plain) % 4)
    made = bytearray()
    for at in range(0, len(plain), _BLOCK):
        try:
            made += b64decode(plain[at : at + _BLOCK], validate=True)
        except Base64Error:
            return text
        yield
    return bytes(made)


def _link(head: bytes) -> Inside | None:
    text = head.decode("utf-8")
    if not _LINK.fullmatch(text):
        return None
    try:
        parts = urlsplit(text)
        host = parts.hostname or ""
    except ValueError:
        return None
    doubtful = "xn--" in host or not host.isascii() or "@" in parts.netloc
    return Inside("link", text=text, host=host, doubtful=doubtful) if host else None


def _decoded(head: bytes) -> bytes:
    plain = head.translate(None, b" \t\r\n").replace(b"-", b"+").replace(b"_", b"/").rstrip(b"=")
    try:
        return b64decode(plain[: len(plain) // 4 * 4], validate=True)
    except Base64Error:
        return b""
