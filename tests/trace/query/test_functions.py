"""What compiled filters ask of Python while SQLite searches."""

from __future__ import annotations

import json
import re
import sqlite3
from typing import Any

import pytest

from inspector.trace.query import functions
from inspector.trace.query.functions import regex, register_functions
from inspector.trace.query.language import compile_filter


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


VALUES = (
    "text",
    "",
    "a\0b",
    "한 \U0001f600 \\",
    0,
    -1.5,
    1e300,
    2**70,
    True,
    False,
    None,
    [1],
    [],
    {"a": 1},
    {},
)


@pytest.mark.parametrize("value", VALUES, ids=ascii)
def test_a_value_of_a_large_message_is_what_sqlite_says_of_a_small_one(value: object) -> None:
    raw = json.dumps({"v": [value]}).encode()
    for ours, sqlites in (("json_part_type", "json_type"), ("json_part_text", "json_extract")):
        found, expected = asked(f"{ours}(?, ?)", raw, '$."v"[0]'), asked(f"{sqlites}(?, '$.v[0]')", raw)
        assert found == expected or (ours == "json_part_text" and not isinstance(value, str | list | dict))
    assert asked("json_part_type(?, ?)", raw, '$."w"') is None
    assert asked("json_part_text(?, ?)", raw, '$."w"') is None


def test_half_a_character_is_left_to_sqlite() -> None:
    assert asked("json_part_text(?, ?)", rb'["\ud800"]', "$[0]") is None


def test_a_long_string_is_given_to_sqlite_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As JSON that it has to unpack it was there three times more: 313 MB for an answer of 50."""
    given: list[int] = []
    part = functions._part
    monkeypatch.setattr(functions, "_part", lambda *about: given.append(1) or part(*about))
    connection = sqlite3.connect(":memory:")
    register_functions(connection)
    where = compile_filter('$.a contains "x"')
    connection.execute("CREATE TABLE r (number, valid)")
    connection.execute("CREATE TABLE b (raw)")
    connection.execute("INSERT INTO r VALUES (1, 1)")
    connection.execute("INSERT INTO b VALUES (?)", (b'{"a":"%b"}' % (b"0" * (1 << 20)),))
    assert connection.execute(f"SELECT {where.sql} FROM r, b", where.params).fetchone() == (0,)
    assert given == []
