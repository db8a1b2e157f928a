"""Recognise JSON and Markdown in text, and read JSON strings without ever failing."""

from __future__ import annotations

import json
import re
from typing import Final, TypeVar

import msgspec

from inspector.json_tokens import ESCAPE
from inspector.protocol.large_json import Shortened, copied, shortened
from inspector.render.json_errors import find_json_error

__all__ = [
    "escape_half_pairs",
    "is_json",
    "looks_like_markdown",
    "pretty",
    "read_as",
    "read_string",
    "string_of",
    "with_whole",
]

T = TypeVar("T")

_HEAD: Final = 64 * 1024  # characters or bytes looked at when guessing
_WHOLE: Final = 2 << 20  # bytes; to check more would take longer than a frame
_ONE_CALL: Final = 8 << 20  # bytes; a second takes a gigabyte, or a third of it
_MARKDOWN_MOST: Final = 128 * 1024  # characters; laying out more would stall the window

_SIGNS: Final = tuple(
    (re.compile(pattern, re.MULTILINE), weight)
    for pattern, weight in (
        (r"^#{1,6} \S.*\n(?:\n|[-*>]|\d+\. )", 1),
        (r"^#{2,6} \S", 1),
        (r"^(?:```|~~~)\w*$[\s\S]*?^(?:```|~~~)\s*$", 2),
        (r"^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-{0,}:?\s*$", 2),
        (r"\[[^\]\n]+\]\([^)\s]+\)", 1),
        (r"(?<!\*)\*\*[^*\s][^*\n]*\*\*(?!\*)", 1),
        (r"(?:\A|\n\n)\s{0,3}[-*+] \S.*\n(?:.*\n)?\s{0,3}[-*+] \S", 1),
        (r"^\d{1,3}\. \S.*\n(?:.*\n)?\d{1,3}\. \S", 1),
        (r"(?<!`)`[^`\n]+`(?!`)", 1),
    )
)


def is_json(data: bytes) -> bool:
    """Whether text is a JSON object or array. A bare number or word is not worth a tree."""
    head = data[:64].lstrip(b" \t\r\n")
    if head[:1] not in (b"{", b"["):
        return False
    if len(data) > _WHOLE:
        return True  # the viewer says where it breaks if it does
    return find_json_error(data) is None


def looks_like_markdown(text: str) -> bool:
    """Whether at least two signs of Markdown are in the first 64 kB. Long text is never Markdown."""
    if len(text) > _MARKDOWN_MOST:
        return False
    head = text[:_HEAD]
    score = 0
    for pattern, weight in _SIGNS:
        if pattern.search(head):
            score += weight
            if score >= 2:
                return True
    return False


def escape_half_pairs(data: bytes) -> bytes:
    """JSON in which half a surrogate pair has become the six characters of its escape.

    RFC 8259 allows half pairs, msgspec refuses the whole text because of one. Only for what is shown.
    """
    return ESCAPE.sub(_escape_half, data)


def string_of(raw: bytes) -> str:
    """The text of a JSON string; the JSON itself when it is something else; "" when absent. Never raises."""
    if raw[:1] != b'"':
        return raw.decode("utf-8", "backslashreplace")
    found = read_string(raw)
    return raw.decode("utf-8", "backslashreplace") if found is None else found


def read_string(raw: bytes) -> str | None:
    """The text of a JSON string, None when it is not one. What cannot be shown stays escaped."""
    if raw[:1] != b'"':
        return None
    try:
        return msgspec.json.decode(raw, type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass
    try:
        value = json.loads(raw.decode("utf-8", "surrogateescape"), strict=False)
    except (ValueError, RecursionError):
        return None
    return "".join(_visible(char) for char in str(value))


def pretty(data: bytes) -> bytes:
    """JSON indented by two, every token as it came; what is no JSON comes back unchanged. In one go."""
    try:
        return msgspec.json.format(data, indent=2)
    except (msgspec.DecodeError, RecursionError):
        return data


def _escape_half(match: re.Match[bytes]) -> bytes:
    return rb"\\" + match["lone"] if match["lone"] else match[0]


def _visible(char: str) -> str:
    """Half a surrogate pair is legal JSON, but cannot be shown; nor can a byte that is no UTF-8."""
    if "\udc80" <= char <= "\udcff":
        return f"\\x{ord(char) - 0xDC00:02x}"
    return f"\\u{ord(char):04x}" if "\ud800" <= char <= "\udfff" else char


def with_whole(read: T, short: Shortened) -> T:
    """A list or a struct of `Raw` that was read of the short text, with its members whole."""
    members = read if isinstance(read, list) else msgspec.structs.astuple(read)  # type: ignore[arg-type]
    whole = [msgspec.Raw(short.whole(one)) for one in members]
    return whole if isinstance(read, list) else type(read)(*whole)  # type: ignore[return-value]


def read_as(decoder: msgspec.json.Decoder[T], raw: msgspec.Raw | bytes) -> T | None:
    """Decode a list or a struct of `Raw`, or None: whatever is wrong, the caller shows the bytes instead.

    Nothing is copied for it, unless one call would hold the interpreter for too long.
    """
    try:
        if len(memoryview(raw)) > _ONE_CALL and (short := shortened(copied(raw), 1)) is not None:
            return with_whole(decoder.decode(short.text), short)
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        data = bytes(raw)
    if b"\\ud" not in data and b"\\uD" not in data:
        return None
    try:
        return decoder.decode(escape_half_pairs(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
