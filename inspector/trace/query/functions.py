"""SQL functions that compiled filters call, written in Python. Every reading connection knows them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import suppress
from functools import lru_cache
from typing import Final

import msgspec

from inspector.trace.json_values import part_at, steps_of

__all__ = ["regex", "register_functions"]

_TYPES: Final = {
    b'"': "text", b"{": "object", b"[": "array", b"t": "true", b"f": "false", b"n": "null"
}  # fmt: skip
"""What SQLite calls a value that begins so; any other is a number."""


@lru_cache(maxsize=64)
def regex(pattern: str) -> re.Pattern[str]:
    """The compiled pattern; case does not count. Raises re.error."""
    return re.compile(pattern, re.IGNORECASE)


def register_functions(connection: sqlite3.Connection) -> None:
    """Teach a connection regexp(pattern, text), text_of(bytes) for bytes that are no UTF-8, and of large
    messages json_part(bytes, path): the value there as JSON, [] and {} for all with elements and members;
    json_part_text(bytes, path) is the JSON of those, of a string its text, NULL of other values;
    json_part_type(bytes, path) is what json_type says of it.
    """
    connection.create_function("regexp", 2, _regexp, deterministic=True)
    connection.create_function("text_of", 1, _text_of, deterministic=True)
    connection.create_function("json_part", 2, _part, deterministic=True)
    connection.create_function("json_part_text", 2, _part_text, deterministic=True)
    connection.create_function("json_part_type", 2, _part_type, deterministic=True)


def _regexp(pattern: str, text: str | None) -> bool:
    return text is not None and regex(pattern).search(text) is not None


def _text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\0", "␀")


def _part(raw: bytes, path: str) -> str | None:
    found = part_at(raw, steps_of(path), brief=True)
    return None if found is None else found.decode("utf-8", "replace")


def _part_text(raw: bytes, path: str) -> str | None:
    found = part_at(raw, steps_of(path))
    if found is None or found[:1] not in (b"[", b"{", b'"'):
        return None
    if found[:1] == b'"':  # SQLite would copy it three times to unpack it
        with suppress(ValueError):  # half a character, of which SQLite makes something
            return msgspec.json.decode(found, type=str).partition("\0")[0]
        return None
    found = msgspec.json.format(found, indent=-1)  # what it was is not kept beside the text
    return found.decode("utf-8", "replace")


def _part_type(raw: bytes, path: str) -> str | None:
    found = part_at(raw, steps_of(path), brief=True)
    if found is None:
        return None
    return _TYPES.get(found[:1]) or ("real" if any(mark in found for mark in b".eE") else "integer")
