"""A large JSON text is shortened to what one call reads, and says the same."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol import large_json
from inspector.protocol.jsonrpc import LARGE_BYTES, parse
from inspector.protocol.large_json import copied, shortened

MANY = 400_000
ROWS = ",".join(f'{{"id":{n},"name":"a \\"b\\" \\u00e9 {n}","tags":["x",null]}}' for n in range(MANY // 10))
SHAPES = {
    "numbers": f"[{'0,' * MANY * 3}0]",
    "numbers with spaces": f"[{'1, ' * MANY * 2}1]",
    "empty lists": f"[{'[],' * MANY * 2}[]]",
    "members": json.dumps({f"k{n}": n for n in range(MANY // 2)}, separators=(",", ":")),
    "objects by name": json.dumps({f"id{n}": {"a": 1, "b": [1, 2]} for n in range(MANY // 6)}),
    "rows": f'{{"items":[{ROWS}]}}',
    "indented rows": json.dumps(json.loads(f"[{ROWS}]"), indent=2),
    "a matrix": json.dumps([[1, 2, 3]] * MANY),
    "a text": json.dumps(ROWS),
    "an escaped text": json.dumps("한국어 \U0001f600\n" * (MANY // 6)),
    "a text of UTF-8": json.dumps("한국어 \U0001f600\n" * (MANY // 2), ensure_ascii=False),
}


class Member(msgspec.Struct):
    result: msgspec.Raw


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_left_is_short_and_gives_each_byte_back(shape: str) -> None:
    data = b'{"result":{"value":%b,"isError":true}}' % SHAPES[shape].encode()
    assert len(data) > LARGE_BYTES
    short = shortened(data, 2)
    assert short is not None
    assert len(short.text) < large_json.PIECE * 1.1
    assert short.whole(msgspec.json.decode(short.text, type=Member).result) == data[10:-1]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_large_message_is_read_as_a_small_one(shape: str) -> None:
    result = b'{"value":%b,"isError":true,"task":{}}' % SHAPES[shape].encode()
    message = parse(b'{"jsonrpc":"2.0","result":%b,"id":7}' % result)
    assert (message.kind, message.id, message.result == result) == ("response", "7", True)
    assert message.signs is not None and message.signs.is_error and message.signs.names_task


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("place", [0.2, 0.9])
def test_a_mistake_anywhere_is_told_with_its_place(shape: str, place: float) -> None:
    value = SHAPES[shape].encode()
    comma = value.find(b",", int(place * len(value)))
    at = comma if comma > 0 else len(value) - 1
    message = parse(b'{"id":1,"result":%b\x01%b}' % (value[:at], value[at:]))
    assert message.kind == "malformed" and message.position == len(b'{"id":1,"result":') + at


def test_no_call_holds_the_interpreter_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of the decoder is given a few megabytes at most, whatever comes."""
    given_bytes: list[int] = []

    class Watched:
        def __init__(self, decoder: Any) -> None:
            self._decoder = decoder

        def decode(self, data: bytes) -> Any:
            given_bytes.append(len(data))
            return self._decoder.decode(data)

    for module, name in (("large_json", "_skipped"), ("jsonrpc", "_envelope"), ("jsonrpc", "_result_signs")):
        place = f"inspector.protocol.{module}.{name}"
        decoder = getattr(__import__(f"inspector.protocol.{module}", fromlist=[name]), name)
        monkeypatch.setattr(place, Watched(decoder))
    for value in SHAPES.values():
        parse(b'{"id":1,"result":{"value":%b}}' % value.encode())
    assert max(given_bytes) < large_json.PIECE * 1.1


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=12) | st.just('"\\\U0001f600é'),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=3), inner, max_size=5),
    max_leaves=40,
)


@given(
    json_values,
    st.sampled_from([None, 1]),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 400), st.sampled_from(list(b'[]{},:"\\ 0u'))), max_size=2),
)
def test_whatever_the_text_it_is_the_same_json_or_none(
    value: Any, indent: int | None, ascii_only: bool, changes: list[tuple[int, int]]
) -> None:
    text = bytearray(json.dumps({"result": [value] * 3}, indent=indent, ensure_ascii=ascii_only).encode())
    for place, sign in changes:
        text[place % len(text)] = sign
    data = bytes(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_json, "PIECE", 24)
        patch.setattr(large_json, "NEAR", 8)
        short = shortened(data, 1)
    if short is None:
        return
    try:
        expected = bytes(msgspec.json.decode(data, type=Member).result)
    except msgspec.DecodeError:
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(short.text, type=Member)
        return
    assert short.whole(msgspec.json.decode(short.text, type=Member).result) == expected


def test_what_never_ends_its_containers_is_given_up_soon() -> None:
    started = time.process_time()
    assert shortened(b"[" * 30_000_000, 0) is None
    assert shortened(b'{"a":' * 10_000_000, 0) is None
    assert time.process_time() - started < 20


BLANKS = " " * 900_000


@pytest.mark.parametrize(
    "value",
    [
        '"' + "\n" * 3_000_000 + '"',
        '"' + "\t" * 3_000_000 + '"',
        f"[{BLANKS},{BLANKS},{'1,' * MANY * 3}1]",
        f"[{'1,' * MANY * 3}{BLANKS},{BLANKS}1]",
        f'{{{BLANKS},{BLANKS}"a":[{"1," * MANY * 3}1]}}',
    ],
    ids=["line breaks in a text", "tabs in a text", "elements", "elements in the middle", "members"],
)
def test_blanks_are_no_elements_and_control_characters_no_text(value: str) -> None:
    message = parse(b'{"jsonrpc":"2.0","id":1,"result":{"a":%b}}' % value.encode())
    assert message.kind == "malformed"


def test_a_value_is_copied_whole() -> None:
    assert copied(msgspec.Raw(b"1" * 3_000_000)) == b"1" * 3_000_000


def test_a_string_without_an_end_is_no_json() -> None:
    assert shortened(b'{"a":"' + b"x" * 3_000_000, 0) is None
