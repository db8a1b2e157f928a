"""What compiled filters ask of Python while SQLite searches."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import pytest

from inspector.trace.query.functions import regex, register_functions


def asked(sql: str, *values: Any) -> Any:
    connection = sqlite3.connect(":memory:")
    register_functions(connection)
    return connection.execute(f"SELECT {sql}", values).fetchone()[0]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [("^b", "abc", 0), ("b", "abc", 1), ("B", "abc", 1), ("Ä", "ä", 1), ("a", None, 0), ("", "", 1)],
)
def test_a_pattern_is_found_anywhere_whatever_the_case(pattern: str, text: str | None, found: int) -> None:
    assert asked("regexp(?, ?)", pattern, text) == found
    assert asked("? REGEXP ?", text, pattern) == found


@pytest.mark.parametrize(
    ("raw", "text"), [(b"plain", "plain"), ("안녕".encode(), "안녕"), (b"a\xffb\0c", "a\ufffdb␀c"), (b"", "")]
)
def test_bytes_are_a_text_whatever_they_hold(raw: bytes, text: str) -> None:
    assert asked("text_of(?)", raw) == text


def test_what_is_no_pattern_raises() -> None:
    assert regex("a+").fullmatch("AAA")
    with pytest.raises(re.error):
        regex("(")
