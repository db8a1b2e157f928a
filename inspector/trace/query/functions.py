"""SQL functions that compiled filters call, written in Python. Every reading connection knows them."""

from __future__ import annotations

import re
import sqlite3
from functools import lru_cache

__all__ = ["regex", "register_functions"]


@lru_cache(maxsize=64)
def regex(pattern: str) -> re.Pattern[str]:
    """The compiled pattern; case does not count. Raises re.error."""
    return re.compile(pattern, re.IGNORECASE)


def register_functions(connection: sqlite3.Connection) -> None:
    """Teach a connection regexp(pattern, text), and text_of(bytes) for bytes that are no UTF-8."""
    connection.create_function("regexp", 2, _regexp, deterministic=True)
    connection.create_function("text_of", 1, _text_of, deterministic=True)


def _regexp(pattern: str, text: str | None) -> bool:
    return text is not None and regex(pattern).search(text) is not None


def _text_of(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").replace("\0", "␀")
