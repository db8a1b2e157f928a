"""Where JSON breaks, and what is said about it."""

from __future__ import annotations

import pytest

from inspector.render.json_errors import find_json_error


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        (b'{"a":1,}', 1, 7, "trailing comma before }"),
        (b'{\n  "a" 1\n}', 2, 7, "expected a colon"),
        (b"{'a':1}", 1, 2, "double quotes"),
        (b'{"a":1', 1, 7, "missing closing }"),
        (b"[1,2\n", 1, 5, "missing closing ]"),
        (b'["abc', 1, 6, 'missing closing "'),
        (b"", 1, 1, "empty; the smallest"),
        (b'{"a":tru}', 1, 6, "unexpected character"),
        (b'{"a":True}', 1, 6, "lowercase"),
        (b"[NaN]", 1, 2, "not a JSON value"),
        (b"[01]", 1, 2, "no leading zero"),
        (b'"a\nb"', 1, 3, "must not span lines"),
        (b"// hi\n{}", 1, 1, "no comments"),
        (b"[1] x", 1, 5, "more text after the end"),
        ('{"가":1, x}'.encode(), 1, 9, "double quotes"),
        (b'{"a":"\xff"}', 1, 7, "0xff is not UTF-8"),
        (b'"\\x41"', 1, 3, "invalid escape"),
        ("[“a”]".encode(), 1, 2, "curly quote"),
        (b"[1 2]", 1, 4, "expected a comma or ]"),
        (b"[" * 100_000, 1, 100_001, "nested too deeply"),
    ],
)
def test_mistake_is_at_its_place_and_explained(text: bytes, line: int, column: int, words: str) -> None:
    error = find_json_error(text)
    assert error is not None
    assert (error.line, error.column) == (line, column)
    assert words in error.reason
    assert str(error).startswith(f"Line {line}, column {column}: ")


@pytest.mark.parametrize(
    "text", [b"{}", b" [1, 2.50] ", b'"\\ud800"', b'["\\udc00x", 1e999]', b"null", '"é"'.encode()]
)
def test_json_has_no_mistake(text: bytes) -> None:
    assert find_json_error(text) is None
