"""Any bytes become text to edit and come back."""

from __future__ import annotations

import random

import pytest

from inspector.render.exact import from_escapes, to_escapes


def test_all_bytes_come_back() -> None:
    source = random.Random(2)
    parts = [
        b"\\x41",
        b"\\",
        b"x41",
        b"\\\\x",
        b"\xff",
        "가".encode(),
        "\u2029".encode(),
        b"\r\n",
        b"\x00",
        b"\\x",
    ]
    for _ in range(3000):
        data = b"".join(source.choice([*parts, source.randbytes(2)]) for _ in range(source.randint(0, 12)))
        assert from_escapes(to_escapes(data)) == data


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b'{"a":"\xff"}', '{"a":"\\xff"}'),
        ('{"a":"가😀"}\n'.encode(), '{"a":"가😀"}\n'),
        (b"a\r\n", "a\\x0d\n"),
        (b"\\x41", "\\x5cx41"),
        ("\u2028".encode(), "\\xe2\\x80\\xa8"),
        (b'"\\u0041\\n"', '"\\u0041\\n"'),
    ],
)
def test_only_what_is_no_plain_text_is_escaped(data: bytes, text: str) -> None:
    assert to_escapes(data) == text
