"""Single members of a TOML text change, to the byte, and the rest stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from inspector.core.transfer.exporters.toml_text import append_table, drop_toml, put_toml
from inspector.errors import UsageError


@pytest.mark.parametrize(
    ("text", "path", "value", "made"),
    [
        ("", ("a", "b"), {"c": 1}, "[a.b]\nc = 1\n"),
        (
            "x = 1\n",
            ("a", "b c"),
            {"c": "d", "e": {"f": [1]}, "g": None},
            'x = 1\n\n[a."b c"]\nc = "d"\ne = {f = [1]}\n',
        ),
        ("x = 1", ("a",), {"c": 1}, "x = 1\n\n[a]\nc = 1\n"),
        ("[a]\nb = 1 # one\n", ("a", "b"), 2, "[a]\nb = 2 # one\n"),
        ("[a]\r\nb = 1\r\n", ("a", "c"), {"d": 1}, "[a]\r\nb = 1\r\n\r\n[a.c]\r\nd = 1\r\n"),
        ("[a]\r\nb = 1\r\n", ("a", "c"), "d", '[a]\r\nb = 1\r\nc = "d"\r\n'),
        ("[a]\nb = 1\n", ("a", "b"), {"d": {"e": 1}}, "[a]\nb = {d = {e = 1}}\n"),
        ("x = 1\r\ny = 2\n", ("x",), 3, "x = 3\r\ny = 2\n"),
    ],
)
def test_a_member_is_set_and_the_rest_stays(text: str, path: tuple[str, ...], value: Any, made: str) -> None:
    assert put_toml(text, path, value) == made


@pytest.mark.parametrize(
    ("text", "path", "made"),
    [
        ("[a]\nb = 1\nc = 2\n", ("a", "b"), "[a]\nc = 2\n"),
        ("[a]\r\nb = 1\r\nc = 2\r\n", ("a", "b"), "[a]\r\nc = 2\r\n"),
        ("[a]\nb = 1\n", ("x", "b"), "[a]\nb = 1\n"),
        ("[a]\nb = 1\n", ("a", "x"), "[a]\nb = 1\n"),
        ("a = 1\n", ("a", "x"), "a = 1\n"),
    ],
)
def test_a_member_goes_with_its_line(text: str, path: tuple[str, ...], made: str) -> None:
    assert drop_toml(text, path) == made


@pytest.mark.parametrize(
    ("text", "path", "entry", "made"),
    [
        ("", ("a", "b"), {"c": 1}, "[[a.b]]\nc = 1\n"),
        ("[[a]]\r\nb = 1\r\n", ("a",), {"b": "\x7f"}, '[[a]]\r\nb = 1\r\n\r\n[[a]]\r\nb = "\\u007f"\r\n'),
        ("x=1", ("a",), {"b\x7f": "x"}, 'x=1\n\n[[a]]\n"b\\u007f" = "x"\n'),
    ],
)
def test_a_table_comes_last(text: str, path: tuple[str, ...], entry: Any, made: str) -> None:
    assert append_table(text, path, entry) == made


@pytest.mark.parametrize(
    ("change", "text", "path", "why"),
    [
        (put_toml, "a = 1\n", ("a", "b"), "a is not a table"),
        (put_toml, "a = 1\n", ("x", "b"), "x is not a table"),
        (put_toml, "[[a]]\nb=1\n", ("a", "b"), "a is not a table"),
    ],
)
def test_a_text_that_cannot_be_changed_says_why(
    change: Callable[[str, tuple[str, ...], Any], str], text: str, path: tuple[str, ...], why: str
) -> None:
    with pytest.raises(UsageError) as caught:
        change(text, path, 1)
    assert str(caught.value) == f"cannot change the file: {why}"
