"""Make the best of what is no message: several documents together, the beginning of a cut answer."""

from __future__ import annotations

import json
import re
from typing import Final

from inspector.translation import recorded

__all__ = ["BOM", "LOG_LINE", "TOO_LARGE", "UNREADABLE", "answered_id", "documents", "unread_id"]

TOO_LARGE: Final = recorded("the response is larger than the limit")
LOG_LINE: Final = recorded("JSON without jsonrpc: a line for a log, not a message")
UNREADABLE: Final = recorded("the response cannot be read")
SALVAGE_BYTES: Final = 1 << 20  # longer lines are kept as they are
MOST: Final = 1000  # documents of one line; `{}{}{}...` would be half a million records
BOM: Final = b"\xef\xbb\xbf"
_VALUE: Final = rb'("(?:[^"\\]|\\.){,200}"|-?\d{1,200})'
_ID: Final = re.compile(rb'"id"\s*:\s*' + _VALUE)
_VERSION: Final = rb'"jsonrpc"\s*:\s*"2\.0"\s*'
_WHAT: Final = rb'"(?:result|error)"\s*:'
_BEGIN: Final = re.compile(
    rb"\s*\{\s*(?:"
    + _VERSION
    + rb",\s*)?(?:"
    + _ID.pattern
    + rb"\s*,\s*(?:"
    + _VERSION
    + rb",\s*)?)?"
    + _WHAT
)
_END: Final = re.compile(rb",\s*" + _ID.pattern + rb"\s*(?:,\s*" + _VERSION + rb")?\}\s*\Z")
_END_BYTES: Final = 300


def answered_id(head: bytes) -> str | None:
    """JSON text of the id that an answer with this beginning names; empty: not yet; None: it is no answer."""
    result = head.find(b'"result"')
    if result < 0:
        return None
    named = _ID.search(head, 0, result)
    return named[1].decode("utf-8", "replace") if named else ""


def unread_id(raw: bytes) -> str | None:
    """JSON text of the id of an answer that is no readable JSON; empty: not found; None: it is no answer.

    It is looked for at the very beginning and the very end, where it can only be that of the message.
    """
    begin = _BEGIN.match(raw)
    if begin is None:
        return None
    named = begin[1] or next(iter(_END.findall(raw[-_END_BYTES:])), b"")
    return bytes(named).decode("utf-8", "replace")


def documents(raw: bytes) -> tuple[bytes, ...]:
    """The JSON documents on a line that holds more than one, or one after a byte order mark; else none."""
    if raw.startswith(BOM):
        return (raw.removeprefix(BOM),)
    if len(raw) > SALVAGE_BYTES or raw.lstrip()[:1] != b"{":
        return ()
    text = raw.decode("utf-8", "surrogateescape")
    decoder = json.JSONDecoder()
    found: list[bytes] = []
    position = 0
    while position < len(text) and len(found) < MOST:
        try:
            _, end = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            break
        found.append(text[position:end].encode("utf-8", "surrogateescape"))
        while end < len(text) and text[end] in " \t\r\n":
            end += 1
        position = end
    if len(found) == 1 and position >= len(text):
        return ()  # one document that only Python can read (NaN): it is the line itself
    return tuple(found)
