"""What there is to show of an answer: its content, what is structured in it, what a resource holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inspector.render import Error, Json, Text
from inspector.ui.content.answer import read_answer


def answer(result: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()


def test_the_structured_part_is_given_as_it_came() -> None:
    result = b'{"content":[{"type":"text","text":"hi"}],"structuredContent":{"n": 1.10}}'
    raw = b'{"jsonrpc":"2.0","id":1,"result":' + result + b"}"
    found = read_answer("tools/call", raw)
    assert found.structured == b'{"n": 1.10}' and found.contents == []
    assert Text("hi") in found.renderings
    assert read_answer("tools/call", answer({"content": []})).structured == b""
    assert read_answer("tools/call", answer([1])).structured == b""


def test_an_error_and_what_is_no_answer_are_shown_as_such() -> None:
    error = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no such method"}}
    (shown, *_more) = read_answer("tools/call", json.dumps(error).encode()).renderings
    assert isinstance(shown, Error) and (shown.code, shown.message) == ("-32601", "no such method")
    odd = read_answer("tools/call", b'{"jsonrpc":"2.0","method":"x"}')
    assert odd.structured == b"" and odd.renderings


def test_a_resource_that_was_read_has_its_contents() -> None:
    found = read_answer(
        "resources/read",
        answer({"contents": [{"uri": "file:///x", "text": "words", "mimeType": "text/plain"}]}),
    )
    assert len(found.contents) == 1 and found.structured == b"" and found.renderings
    assert read_answer("resources/list", answer({"resources": []})).contents == []


@pytest.mark.parametrize("large", [False, True])
def test_a_large_answer_shows_the_same_as_a_small_one(large: bool) -> None:
    text = json.dumps({"rows": ["x" * 100] * (12_000 if large else 3)})
    raw = answer({"content": [{"type": "text", "text": text}], "structuredContent": {"a": [1]}})
    assert (len(raw) > 1 << 20) is large
    found = read_answer("tools/call", raw)
    assert json.loads(found.structured) == {"a": [1]}
    assert any(isinstance(one, Json) and json.loads(one.data) == json.loads(text) for one in found.renderings)
