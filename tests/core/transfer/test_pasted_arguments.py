"""Arguments are found in what people paste, token for token."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.transfer.pasted_arguments import PastedArguments, read_arguments
from inspector.errors import UsageError

SCHEMA = {
    "type": "object",
    "properties": {
        "message": {"type": "string"},
        "count": {"type": "integer"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
}
REQUEST = (
    '{"jsonrpc":"2.0","id":7,"method":"tools/call",'
    '"params":{"name":"echo","arguments":{"message":"hi","count":1.0}}}'
)
ARGUMENTS = '{"message":"hi","count":1.0}'


def read(text: str) -> PastedArguments:
    return read_arguments(text, SCHEMA)


@pytest.mark.parametrize(
    ("pasted", "tool"),
    [
        (ARGUMENTS, ""),
        (f"\ufeff  {ARGUMENTS}\n", ""),
        (REQUEST, "echo"),
        (
            f"2026-01-02T03:04:05Z [echo] [info] Message from client: {REQUEST} {{ metadata: undefined }}",
            "echo",
        ),
        (f'{{"name":"echo","arguments":{ARGUMENTS}}}', "echo"),
        (f'{{"type":"tool_use","id":"t1","name":"echo","input":{ARGUMENTS}}}', "echo"),
        (
            '{"function":{"name":"echo","arguments":"{\\"message\\":\\"hi\\",\\"count\\":1.0}"},"type":"function"}',
            "echo",
        ),
        (f"curl -X POST http://localhost:3000/mcp -H 'Accept: text/event-stream' -d '{REQUEST}'", "echo"),
        (f"curl http://localhost/mcp \\\n  --data-raw '{REQUEST}' \\\n  --compressed", "echo"),
        (f"curl http://localhost/mcp --json='{REQUEST}' | jq .", "echo"),
        (f"mcpdi call echo --args '{ARGUMENTS}' -- uvx server", "echo"),
        (f"$ /usr/bin/mcpdi call echo --args='{ARGUMENTS}'", "echo"),
    ],
)
def test_arguments_are_found_token_for_token(pasted: str, tool: str) -> None:
    found = read(pasted)
    assert (found.text, found.tool) == (ARGUMENTS, tool)


@pytest.mark.parametrize(
    "pasted",
    [
        "message=hi count=3 tags=a tags=b",
        "message=hi\ncount=3\ntags=a\ntags=b",
        '# the call\nmessage = "hi"\ncount = 3\ntags = a\ntags = b',
        "mcpdi call echo message=hi count=3 tags=a tags=b -- uvx server",
    ],
)
def test_pairs_are_typed_by_the_schema(pasted: str) -> None:
    assert read(pasted).text == '{"message": "hi", "count": 3, "tags": ["a", "b"]}'


def test_a_value_with_blanks_is_one_value() -> None:
    assert read("message=hello world").text == '{"message": "hello world"}'


def test_a_request_without_arguments_gives_an_empty_object() -> None:
    assert read('{"method":"tools/call","params":{"name":"now"}}') == PastedArguments("{}", "now", "request")


def test_an_object_with_a_name_is_not_taken_for_a_call() -> None:
    text = '{"name": "Ada", "arguments": "none"}'
    assert read(text).text == text


def test_arguments_from_deep_inside_lose_their_indentation() -> None:
    text = '{\n  "params": {\n    "name": "echo",\n    "arguments": {\n      "message": "hi"\n    }\n  }\n}'
    assert read(text).text == '{\n  "message": "hi"\n}'


@pytest.mark.parametrize("pasted", ["", "  \n", "hello", "[1, 2]", "{broken", "curl http://x", "3"])
def test_what_holds_no_arguments_is_told_with_what_to_paste(pasted: str) -> None:
    with pytest.raises(UsageError, match=r"[pP]aste"):
        read(pasted)


@given(st.text() | st.text(alphabet="{}[]\"\\:,= \n'curlmdp-"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = read(text)
    except UsageError:
        return
    assert found.text.lstrip().startswith("{")


def test_no_variable_of_the_environment_gets_into_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "s3cret")
    for pasted in (
        'curl -d "{\\"message\\": \\"$API_TOKEN\\"}" http://localhost/mcp',
        "mcpdi call echo message=$API_TOKEN",
        "message=$API_TOKEN",
    ):
        assert "$API_TOKEN" in read(pasted).text


@pytest.mark.parametrize(
    "pasted",
    [
        "a" + "\n" * 400_000 + "b",
        "x{}" + "{" * 400_000,
        "curl " + " \t" * 45_000 + "b",
        'x {"a": [' + '{"a": 1},' * 40_000 + "0]" + "} " * 60,
    ],
)
def test_a_long_text_is_given_up_soon(pasted: str) -> None:
    before = time.process_time()
    with suppress(UsageError):
        read(pasted)
    assert time.process_time() - before < 5
