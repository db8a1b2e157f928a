"""Formatting in steps gives what formatting in one go gives, and finds the same mistakes."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.render import pretty
from inspector.render.json_errors import JsonError
from inspector.render.pretty import pretty_beginning, pretty_steps


def formatted(data: bytes) -> tuple[bytes, JsonError | None]:
    steps, pieces = pretty_steps(data), bytearray()
    while True:
        try:
            piece = next(steps)
        except StopIteration as end:
            return bytes(pieces), end.value
        if piece:
            pieces += piece
        else:
            pieces.clear()


def some_value(source: random.Random, depth: int = 0) -> Any:
    kind = source.random()
    if depth > 6 or kind < 0.4:
        return source.choice(
            [1, None, True, 'a,"b\\', "\\", "{[", "", 1.5, "x" * source.choice([1, 200]), "텍스트"]
        )
    if kind < 0.7:
        return [some_value(source, depth + 1) for _ in range(source.randint(0, 6))]
    names = ['a"', "b\\", "c,", ""]
    return {source.choice(names): some_value(source, depth + 1) for _ in range(source.randint(0, 6))}


@pytest.fixture
def small_fragments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut every few characters, so that short texts meet all the edges."""
    monkeypatch.setattr(pretty, "_FRAGMENT", 64)


@pytest.mark.usefixtures("small_fragments")
def test_pieces_join_to_what_one_call_gives_and_a_mistake_is_found_wherever_it_is() -> None:
    source = random.Random(5)
    mistakes = 0
    for _ in range(1500):
        text = json.dumps(some_value(source), indent=source.choice([None, 3])).encode()
        assert formatted(text) == (msgspec.json.format(text, indent=2), None)
        cut = source.randrange(len(text))
        broken = text[:cut] + source.choice([b"", b",", b"]", b"}", b'"', b"["]) + text[cut + 1 :]
        try:
            expected = msgspec.json.format(broken, indent=2)
        except msgspec.DecodeError:
            mistakes += 1
            assert formatted(broken)[1] is not None, broken
        else:
            assert formatted(broken) == (expected, None)
    assert mistakes > 500


@pytest.mark.usefixtures("small_fragments")
def test_tokens_stay_as_they_came() -> None:
    text = (
        rb'{"a":1.10,"a":1e400,"n":123456789012345678901234567890,"e":"\u0041\/\ud83d\ude00","z":-0.0,"k":[]}'
    )
    made, error = formatted(text)
    assert error is None
    assert msgspec.json.format(made, indent=-1) == text


def test_nesting_beyond_the_limit_of_the_formatter_is_indented_up_to_a_depth() -> None:
    made, error = formatted(b"[" * 5000 + b"]" * 5000)
    assert error is None
    assert made.translate(None, b" \n") == b"[" * 5000 + b"]" * 5000
    assert max(len(line) for line in made.split(b"\n")) < 2 * pretty.DEPTH + 5


def test_half_a_surrogate_pair_is_json_and_is_indented() -> None:
    assert formatted(rb'{"a":"\ud800","b":[1,{}]}') == (
        b'{\n  "a": "\\ud800",\n  "b": [\n    1,\n    {}\n  ]\n}',
        None,
    )


def test_byte_order_mark_is_skipped() -> None:
    assert formatted(b'\xef\xbb\xbf{"a":1}') == (b'{\n  "a": 1\n}', None)


def test_mistake_in_a_large_text_has_its_place() -> None:
    rows = b",".join(b'{"id":%d,"name":"row"}' % number for number in range(300_000))
    text = b"[" + rows + b"]"
    at = text.index(b'{"id":200000') + 5
    _, error = formatted(text[:at] + b"!" + text[at + 1 :])
    assert error is not None
    assert error.position == at


def test_long_string_comes_in_one_piece() -> None:
    text = b'["' + b"x" * 3_000_000 + b'", 1]'
    assert formatted(text) == (msgspec.json.format(text, indent=2), None)


LONG = st.text(st.sampled_from('ab\\"/\n한국😀\x7f,:[]{}'), max_size=600)


@pytest.mark.usefixtures("small_fragments")
@given(
    st.recursive(
        LONG,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(LONG | st.text(max_size=9), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    st.booleans(),
    st.sampled_from([None, 3]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
def test_long_strings_are_cut_and_joined_again(value: Any, escaped: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=escaped, indent=indent).encode()
    assert formatted(text) == (msgspec.json.format(text, indent=2), None)


def test_a_string_of_many_megabytes_comes_in_pieces() -> None:
    text = b'{"a":["' + b"0123456789abcdef" * 65_536 + b'"]}'
    pieces = list(pretty_steps(text))
    assert max(map(len, pieces)) < 512 * 1024
    assert b"".join(pieces) == msgspec.json.format(text, indent=2)


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b'{"a":[1,2', b'{\n  "a": [\n    1,'),
        (b'[[],{"b":1', b"[\n  [],\n  {"),
        (b"5", b""),
    ],
)
def test_the_beginning_of_what_is_cut_is_indented_but_for_its_last_line(data: bytes, shown: bytes) -> None:
    assert pretty_beginning(data) == shown
