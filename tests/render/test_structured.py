"""What a text is taken for, and what is read of JSON that is not quite in order."""

from __future__ import annotations

import msgspec
import pytest

from inspector.render.structured import (
    escape_half_pairs,
    is_json,
    looks_like_markdown,
    pretty,
    read_as,
    read_string,
    string_of,
)


@pytest.mark.parametrize(
    ("data", "json"),
    [
        (b'{"a": 1}', True), (b" \r\n\t[1]", True), (b"[1,", False), (b"5", False), (b'"x"', False),
        (b"", False), (b" " * 70 + b"[1]", False), (b"[" + b"1," * 9_000_000, True),
    ],
)  # fmt: skip
def test_an_object_or_a_list_is_json_and_a_large_one_is_not_read_for_it(data: bytes, json: bool) -> None:
    assert is_json(data) is json


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("plain words, nothing else", False),
        ("# Title\n\nwords", False),
        ("one `code` word", False),
        ("`code` and **bold** and [link](http://x)", True),
        ("```\nblock\n```", True),
        ("# Title\n\n`code`\n" * 200_000, False),
    ],
)
def test_two_signs_make_markdown_and_long_text_is_none(text: str, markdown: bool) -> None:
    assert looks_like_markdown(text) is markdown


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b'"a\\u0062"', "ab"),
        (b'"\\ud800 half"', "\\ud800 half"),
        (b'"bad \xff byte"', "bad \\xff byte"),
        (b'"open', None),
        (b"5", None),
        (b"", None),
    ],
)
def test_a_string_is_read_with_what_cannot_be_shown_escaped(raw: bytes, text: str | None) -> None:
    assert read_string(raw) == text
    assert string_of(raw) == (raw.decode("utf-8", "backslashreplace") if text is None else text)


def test_half_pairs_are_escaped_and_whole_ones_stay() -> None:
    assert (
        escape_half_pairs(rb'"\ud800 \ud83d\ude00 \udc00 \\ud800"')
        == rb'"\\ud800 \ud83d\ude00 \\udc00 \\ud800"'
    )


def test_json_is_indented_and_what_is_none_stays() -> None:
    assert pretty(b'{"a":[1.10]}') == b'{\n  "a": [\n    1.10\n  ]\n}'
    assert pretty(b"[1,") == b"[1,"


def test_what_can_be_read_is_read() -> None:
    decoder = msgspec.json.Decoder(dict[str, str])
    assert read_as(decoder, b'{"a": "x"}') == {"a": "x"}
    assert read_as(decoder, rb'{"a": "\ud800"}') == {"a": r"\ud800"}
    assert read_as(decoder, rb'{"a": "\uD800"}') == {"a": r"\uD800"}
    for odd in (b'{"a": 1}', b"[1", rb'["\ud800"]'):
        assert read_as(decoder, odd) is None
