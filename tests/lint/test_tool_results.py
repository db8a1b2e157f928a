"""What calls of tools bring: where each rule begins and ends."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lint.any_json import any_json
from tests.lint.dialogue import Dialogue
from tests.lint.test_tools import REVISIONS, escaped, page, tool

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
BLOCK = {"type": "text", "text": "3"}


def call(name: object = "add", method: str = "tools/call", **more: object) -> str:
    params = {"name": name, "arguments": {}} | more
    return f'> {{"jsonrpc":"2.0","id":2,"method":"{method}","params":{json.dumps(params)}}}\n'


def answer(*blocks: object, **members: object) -> str:
    result = {"content": list(blocks), "resultType": "complete"} | members
    return f"< {json.dumps({'jsonrpc': '2.0', 'id': 2, 'result': result})}\n"


def refused(code: int, message: object = "no") -> str:
    error = {"code": code, "message": message}
    return f"< {json.dumps({'jsonrpc': '2.0', 'id': 2, 'error': error})}\n"


def found(text: str, revision: str = "2025-11-25", capabilities: str = '{"resources":{}}') -> list[str]:
    findings = Dialogue(escaped(f"= {revision} {capabilities}\n{text}")).findings
    return [one.rule for one in findings if one.rule.startswith("TOOL-")]


def image(data: bytes | str, mime: object = "image/png", kind: str = "image") -> dict[str, Any]:
    text = data if isinstance(data, str) else base64.b64encode(data).decode()
    return {"type": kind, "data": text, "mimeType": mime}


PROMISING = page([tool(outputSchema={"type": "object"})])


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        (PROMISING, answer(BLOCK), ["TOOL-10"]),
        (PROMISING, answer(BLOCK, isError=True), []),
        (PROMISING, answer({"type": "text", "text": "{}"}, structuredContent={}), []),
        (PROMISING, refused(-32603), []),
        (page([tool()]), answer(BLOCK), []),
        ("", answer(BLOCK), []),
        (PROMISING + '< {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n', answer(BLOCK), []),
        (PROMISING, '< {"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"a"}}}\n', []),
    ],
)
def test_promised_results(before: str, after: str, rules: list[str]) -> None:
    assert found(before + call() + after) == rules


def test_null_is_a_structured_result_of_the_modern_era_only() -> None:
    text = PROMISING + call() + answer({"type": "text", "text": "null"}, structuredContent=None)
    assert found(text, "2026-07-28") == []
    many = call() + answer({"type": "text", "text": "[3]"}, structuredContent=[3])
    assert [found(many, one) for one in REVISIONS] == [[], [], ["TOOL-12"], ["TOOL-12"], []]


@pytest.mark.parametrize(
    ("texts", "value", "rules"),
    [
        (['{"a": 1, "b": [2]}'], {"b": [2], "a": 1}, []),
        (["Sum:", '{"a":1}'], {"a": 1}, []),
        (["3"], {"result": 3}, []),
        (["three"], {"result": "three"}, []),
        (["1", "two"], {"result": [1, "two"]}, []),
        ([], {"a": 1}, ["TOOL-13"]),
        (["a is 1"], {"a": 1}, ["TOOL-13"]),
        (['{"a":2}'], {"a": 1}, ["TOOL-13"]),
    ],
)
def test_structured_content_is_there_as_text_too(texts: list[str], value: Any, rules: list[str]) -> None:
    blocks = [{"type": "text", "text": text} for text in texts]
    assert found(call() + answer(*blocks, structuredContent=value)) == rules
    assert found(call() + answer(*blocks, structuredContent=value), "2025-03-26") == []


@pytest.mark.parametrize("content", [None, {}, "text", 3])
def test_content_is_an_array(content: object) -> None:
    for revision in REVISIONS:
        assert found(call() + answer(content=content), revision) == ["TOOL-14"]
        assert found(call() + answer(content=content, isError=True), revision) == ["TOOL-14"]
        assert found(call() + answer(), revision) == []


def test_a_call_that_goes_on_has_no_content_yet() -> None:
    for kind in ("input_required", "task"):
        text = f'< {{"jsonrpc":"2.0","id":2,"result":{{"resultType":"{kind}","inputRequests":{{}}}}}}\n'
        assert found(call() + text, "2026-07-28") == []
    assert found(call() + '< {"jsonrpc":"2.0","id":2,"result":{"task":{"taskId":"a"}}}\n') == []
    assert found(call() + '< {"jsonrpc":"2.0","id":2,"result":[]}\n') == []  # RES-01


def test_results_of_tasks_are_results() -> None:
    ask = call(method="tasks/result", taskId="a")
    assert found(ask + '< {"jsonrpc":"2.0","id":2,"result":{}}\n') == ["TOOL-14"]
    ask = call(method="tasks/get", taskId="a")
    assert found(ask + '< {"jsonrpc":"2.0","id":2,"result":{"status":"working"}}\n', "2026-07-28") == []
    done = '< {"jsonrpc":"2.0","id":2,"result":{"status":"completed","result":{"content":[{"type":"x"}]}}}\n'
    [finding] = [one for one in Dialogue("= 2026-07-28\n" + ask + done).findings if one.rule == "TOOL-15"]
    assert finding.pointer == "/result/result/content/0/type"


@pytest.mark.parametrize(
    ("block", "since"),
    [
        (BLOCK, 0),
        (image(PNG), 0),
        ({"type": "resource", "resource": {"uri": "a:b", "text": ""}}, 0),
        (image("", "audio/wav", "audio"), 1),
        ({"type": "resource_link", "uri": "a:b", "name": "a"}, 2),
        ({"type": "tool_use"}, 5),
        ({"type": None}, 5),
        ({"type": []}, 5),
        ({"text": "a"}, 5),
        ("text", 5),
        (None, 5),
    ],
)
def test_types_of_blocks_come_with_their_revisions(block: object, since: int) -> None:
    for index, revision in enumerate(REVISIONS):
        assert found(call() + answer(block), revision) == ["TOOL-15"] * (index < since)


@pytest.mark.parametrize(
    ("block", "rules"),
    [
        (image("iVBO Rw0K\nGgo="), []),
        (image("a"), ["TOOL-16"]),
        (image("_-_-", "x/y"), ["TOOL-16"]),
        (image("data:image/png;base64,AAAA"), ["TOOL-16"]),
        (image("", "image/png"), []),
        (image(PNG, "IMAGE/PNG; q=1"), []),
        (image(PNG, "image/jpg"), ["TOOL-16-type"]),
        (image(b"\xff\xd8\xff" + bytes(20), "image/jpg"), []),
        (image(b"no picture at all", "image/png"), ["TOOL-16-type"]),
        (image(b"no picture at all", "image/x-icon"), []),
        (image(PNG, "image/apng"), []),
        (image(PNG, None), []),
        (image(b"ID3" + bytes(20), "audio/mp3", "audio"), []),
        (image(b"\xff\xfb" + bytes(20), "audio/mpeg", "audio"), []),
        (image(b"RIFF\0\0\0\0WAVE", "audio/x-wav", "audio"), []),
        (image(b"OggS" + bytes(9), "audio/opus", "audio"), []),
        (image(b"OggS" + bytes(9), "audio/mpeg", "audio"), ["TOOL-16-type"]),
        ({"type": "resource", "resource": {"blob": "!", "uri": "a:b"}}, ["TOOL-16"]),
        (
            {"type": "resource", "resource": {"blob": "AAAA", "uri": "a:b", "mimeType": "application/zip"}},
            [],
        ),
        ({"type": "image", "data": None}, []),
        ({"type": "resource", "resource": []}, []),
    ],
)
def test_data_of_blocks(block: object, rules: list[str]) -> None:
    assert found(call() + answer(block)) == rules


UNKNOWN = {"type": "text", "text": "Unknown tool: sub"}


@pytest.mark.parametrize(
    ("list_", "after", "rules"),
    [
        (page([tool()]), answer(UNKNOWN, isError=True), ["TOOL-17"]),
        (page([tool()]), answer(UNKNOWN), []),
        (page([tool()]), answer(BLOCK, isError=True), []),
        (page([tool("sub")]), answer(UNKNOWN, isError=True), []),
        (page([tool()], more="2"), answer(UNKNOWN, isError=True), []),
        (page([tool()], more="2") + page([], "2"), answer(UNKNOWN, isError=True), ["TOOL-17"]),
        (page([tool()], "2"), answer(UNKNOWN, isError=True), []),
        ("", answer(UNKNOWN, isError=True), []),
        (page([]), refused(-32602, "Unknown tool: sub"), []),
        (page([]), refused(-32603, "Tool sub not found"), ["TOOL-17"]),
        (page([]), refused(-32603, "connection lost"), []),
        (page([]), refused(-32603, None), []),
    ],
)
def test_tools_that_are_not_there(list_: str, after: str, rules: list[str]) -> None:
    assert found(list_ + call("sub") + after) == rules


def test_the_code_for_an_unknown_tool_is_named_since_2025_11_25() -> None:
    text = page([]) + call("sub") + refused(-32603, "Tool sub not found")
    assert [found(text, one) for one in REVISIONS] == [[], [], [], ["TOOL-17"], ["TOOL-17"]]


def test_wrong_arguments_are_told_to_the_model_since_2025_11_25() -> None:
    text = page([tool()]) + call() + refused(-32602)
    assert [found(text, one) for one in REVISIONS] == [[], [], [], ["TOOL-18"], ["TOOL-18"]]
    for ask in (call("sub"), call(arguments=[]), call(requestState="x"), call(task={}), call(name=[])):
        assert found(page([tool()]) + ask + refused(-32602)) == []
    assert found(page([tool()]) + call() + refused(-32603)) == []


def test_embedded_resources_are_declared() -> None:
    text = call() + answer({"type": "resource", "resource": {"uri": "a:b", "text": ""}})
    early, late = ["TOOL-28-early"], ["TOOL-28"]
    assert [found(text, one, "{}") for one in REVISIONS] == [early, early, late, late, late]
    assert found(text, capabilities='{"resources":null}') == late
    assert found(text) == []


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(REVISIONS),
    st.sampled_from(["tools/call", "tasks/result", "tasks/get"]),
    any_json(
        ("content", "type", "resource", "data", "blob", "mimeType", "structuredContent", "text", "task"),
        ("text", "image", "resource", "AAAA", "image/png"),
    ),
)
def test_nothing_that_a_result_may_hold_raises(revision: str, method: str, value: object) -> None:
    for result in (value, {"content": value, "structuredContent": value}, {"content": [value]}):
        raw = json.dumps({"jsonrpc": "2.0", "id": 2, "result": result})
        found(PROMISING + call(value, method) + f"< {raw}\n" + call() + refused(-32602, value), revision)
