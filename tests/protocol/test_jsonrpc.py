"""Messages are read without an exception and written without losing a digit."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.protocol.jsonrpc import (
    decode,
    encode_error,
    encode_notification,
    encode_request,
    encode_result,
    message_lines,
    one_line,
    parse,
)

READ = [
    (b'{"jsonrpc":"2.0","method":"subtract","params":[42,23],"id":1}', "request", "1"),
    (b'{"jsonrpc":"2.0","method":"subtract","params":{"a":1},"id":"x"}', "request", '"x"'),
    (b'{"jsonrpc":"2.0","method":"update"}', "notification", ""),
    (b'{"jsonrpc":"2.0","method":"foobar","id":null}', "notification", "null"),
    (b'{"jsonrpc":"2.0","result":19,"id":1}', "response", "1"),
    (b'{"jsonrpc":"2.0","result":{},"id":"\\u0031"}', "response", '"1"'),
    (b'{"jsonrpc":"2.0","error":{"code":-32601,"message":"x"},"id":"1"}', "error", '"1"'),
    (b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}', "error", "null"),
    (b'{"jsonrpc":"2.0","result":{},"error":{"code":1,"message":""},"id":1}', "error", "1"),
    (b"[]", "batch", ""),
    (b'[{"jsonrpc":"2.0","method":"a"},1]', "batch", ""),
    (b' {"id":9007199254740993,"result":{}}\r', "response", "9007199254740993"),
]


@pytest.mark.parametrize(("data", "kind", "identifier"), READ)
def test_kinds_and_ids_are_read(data: bytes, kind: str, identifier: str) -> None:
    message = parse(data)
    assert (message.kind, message.id, message.valid) == (kind, identifier, True)


MALFORMED = [
    (b"", False, "empty line"),
    (b"DEBUG: hello", False, "not JSON"),
    (b"<html>", False, "HTML"),
    (b'{"jsonrpc":"2.0","method', False, "ends unexpectedly"),
    (b'{"method":"a"}{"method":"b"}', False, "followed by more text at byte 14"),
    (b'{"method":"a","params":{"x":NaN}}', False, "not JSON"),
    (b'{"method":"\xff"}', False, "not UTF-8 at byte 11"),
    (b'{"method":"a","params":"\xed\xa0\x80"}', False, "not UTF-8"),
    (b"42", True, "not an object"),
    (b'"text"', True, "not an object"),
    (b"null", True, "not an object"),
    (b'{"id":1}', True, "neither method, result nor error"),
    (b'{"method":3,"id":1}', True, "method is not a string"),
    (b"{}", True, "neither"),
    (b"[" * 100_000, False, ""),
]


@pytest.mark.parametrize(("data", "valid", "reason"), MALFORMED)
def test_what_cannot_be_read_says_why(data: bytes, valid: bool, reason: str) -> None:
    message = parse(data)
    assert (message.kind, message.valid) == ("malformed", valid)
    assert reason in message.reason


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_exception(data: bytes) -> None:
    assert parse(data).kind


@given(
    st.recursive(st.none() | st.floats() | st.text() | st.integers(), lambda x: st.dictionaries(st.text(), x))
)
def test_any_json_is_read_without_an_exception(value: object) -> None:
    assert parse(json.dumps({"id": value, "method": value, "result": value}).encode()).kind


def test_arguments_go_out_token_for_token() -> None:
    arguments = msgspec.Raw(b'{"n":9007199254740993,"x":1.10,"a":1,"a":2,"s":"\\u00e9"}')
    data = encode_request(1, "tools/call", {"name": "t", "arguments": arguments})
    assert bytes(arguments) in data
    assert b"\n" not in data


def test_answers_keep_the_type_of_the_id() -> None:
    assert parse(encode_result('"7"', {})).id == '"7"'
    assert parse(encode_result("7", {})).id == "7"
    assert parse(encode_error("7", -1, "no")).error_dict() == {"code": -1, "message": "no"}
    assert parse(encode_error("", -1, "no")).id == ""
    assert parse(encode_notification("n")).kind == "notification"


def test_line_breaks_between_tokens_become_nothing_and_tokens_stay() -> None:
    text = b'{\n  "a": 1.10,\r\n "b": "x\\ny",\n "a": 1e400\n}'
    assert one_line(text) == b'{"a":1.10,"b":"x\\ny","a":1e400}'
    assert one_line(b"{not\njson") == b"{not\njson"
    assert one_line(b'{ "kept": 1 }') == b'{ "kept": 1 }'


def test_null_error_beside_a_result_is_a_result() -> None:
    message = parse(b'{"jsonrpc":"2.0","id":1,"result":{},"error":null}')
    assert (message.kind, message.result, message.error) == ("response", b"{}", b"null")
    assert parse(b'{"jsonrpc":"2.0","id":1,"error":null}').kind == "error"


def test_batch_of_very_many_members_is_bounded() -> None:
    message = parse(b"[" + b"0," * 20_000 + b"0]")
    assert (message.kind, len(message.members)) == ("batch", 10_000)
    assert "first 10,000" in message.reason
    message = parse(b"[" + b"0," * (5 << 20) + b"0]")
    assert (message.kind, message.members) == ("batch", ())
    assert parse(b"[" + b"0," * (5 << 20)).kind == "malformed"


def test_text_that_is_nested_too_deeply_for_a_line_stays_as_it_is() -> None:
    deep = b"[" * 100_000 + b"\n" + b"]" * 100_000
    assert one_line(deep) == deep


def test_values_beyond_python_are_no_reason_to_lose_the_rest() -> None:
    assert decode(b'{"a":1,"n":1e400}') == {"a": 1, "n": float("inf")}
    assert decode(b"[" * 100_000 + b"]" * 100_000) is None
    assert decode(b"no JSON") is None
    assert decode(b'"\xff"') is None
    assert parse(b'{"id":1,"result":{"n":1e400,"isError":true}}').result_dict()["isError"] is True


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (rb"\ud83d", "\ufffd"),
        (rb"a\udc00b", "a\ufffdb"),
        (rb"\ud83d\ude00", "\U0001f600"),
        (rb"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (rb"\\ud83d", r"\ud83d"),
    ],
)
def test_half_of_a_surrogate_pair_costs_no_more_than_its_character(text: bytes, read: str) -> None:
    message = parse(b'{"jsonrpc":"2.0","id":1,"result":{"text":"' + text + b'"}}')
    assert message.kind == "response"
    assert message.valid
    assert message.result_dict()["text"] == read
    assert ("lone surrogate" in message.reason) == ("\ufffd" in read)


def test_half_of_a_surrogate_pair_in_what_is_no_json_is_still_no_json() -> None:
    assert parse(rb'{"id":1,"result":"\ud83d').kind == "malformed"


PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
TOLD = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (PING + b"\n" + TOLD + b"\n", [PING, TOLD]),
        (PING + b"\r\n\r\n" + TOLD, [PING, TOLD]),
        (PING, []),
        (PING + b"\n", []),
        (json.dumps(json.loads(PING), indent=1).encode(), []),
        (PING + b"\nno message", []),
        (b"", []),
    ],
)
def test_several_messages_one_a_line_are_told_from_one_message(text: bytes, lines: list[bytes]) -> None:
    assert message_lines(text) == lines
