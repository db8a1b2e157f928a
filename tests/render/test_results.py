"""Results of every shape become renderings, and none raises."""

from __future__ import annotations

import base64
import json
import random
from typing import Any

import pytest

from inspector.render import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Markdown,
    Rendering,
    ResourceLink,
    Text,
    as_terminal_text,
    render_error,
    render_large_answer,
    render_result,
)

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg=="
)
WAV = b"RIFF\x24\x00\x00\x00WAVEfmt " + bytes(24)


def call(*blocks: Any, **members: Any) -> list[Rendering]:
    return render_result("tools/call", json.dumps({"content": list(blocks), **members}).encode())


def text(said: str) -> dict[str, str]:
    return {"type": "text", "text": said}


def test_text_block_is_text() -> None:
    assert call(text("hello")) == [Text("hello")]


def test_text_that_is_json_is_offered_as_json_token_for_token() -> None:
    assert call(text('{"a": 1.10, "a": 2}')) == [Json(b'{"a": 1.10, "a": 2}', from_text=True)]


@pytest.mark.parametrize("said", ["{not json", "[1, 2", "42", '"a"', "", "[link] to"])
def test_text_that_only_starts_like_json_stays_text(said: str) -> None:
    assert call(text(said)) == [Text(said)]


@pytest.mark.parametrize(
    "said",
    [
        "# Title\n\nSome **bold** text.",
        "```python\nprint()\n```",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "See [here](https://example.com) and `code`.",
        "## One\n\n- a\n- b\n",
    ],
)
def test_text_that_looks_like_markdown_is_markdown(said: str) -> None:
    assert call(text(said)) == [Markdown(said)]


@pytest.mark.parametrize(
    "said",
    [
        "# a comment\nkey: value\n- one\n- two\n",
        "Echo: hello",
        "<h1>Title</h1><script>alert(1)</script>",
        "2 * 3 ** 4 ** 5",
        "a - b\nc - d",
        "one\ntwo\nthree",
    ],
)
def test_text_that_is_no_markdown_stays_text(said: str) -> None:
    assert call(text(said)) == [Text(said)]


def test_image_has_bytes_type_and_size() -> None:
    block = {"type": "image", "data": base64.b64encode(PNG).decode(), "mimeType": "image/png"}
    assert call(block) == [Image(PNG, "image/png", 5, 5)]


def test_image_with_a_wrong_type_is_shown_and_noted() -> None:
    block = {"type": "image", "data": base64.b64encode(PNG).decode(), "mimeType": "image/jpeg"}
    shown = call(block)
    assert shown[0] == ContentNote("content block 1 is declared as image/jpeg, but is image/png.", "warning")
    assert isinstance(shown[1], Image)


def test_svg_is_text_because_it_may_point_anywhere() -> None:
    drawing = "<svg xmlns='http://www.w3.org/2000/svg'><image href='http://example.com/x.png'/></svg>"
    block = {
        "type": "image",
        "data": base64.b64encode(drawing.encode()).decode(),
        "mimeType": "image/svg+xml",
    }
    assert call(block) == [Text(drawing, "image/svg+xml")]


def test_audio_is_kept_as_bytes() -> None:
    block = {"type": "audio", "data": base64.b64encode(WAV).decode(), "mimeType": "audio/wav"}
    assert call(block) == [Audio(WAV, "audio/wav")]


def test_data_that_is_not_base64_is_noted_and_shown_raw() -> None:
    shown = call({"type": "image", "data": "!!!", "mimeType": "image/png"})
    assert shown[0] == ContentNote("content block 1: data is not base64.", "warning")
    assert isinstance(shown[1], Json)


def test_unknown_block_is_named_with_its_number() -> None:
    shown = call(text("a"), {"type": "foo", "x": 1})
    assert shown[1] == ContentNote("content block 2 has the unknown type 'foo'.", "warning")
    assert shown[2] == Json(b'{"type": "foo", "x": 1}')


def test_resource_link_and_embedded_resources() -> None:
    link = {
        "type": "resource_link",
        "uri": "file:///a.txt",
        "name": "a",
        "mimeType": "text/plain",
        "size": 12,
    }
    page = {"type": "resource", "resource": {"uri": "x://1", "mimeType": "text/html", "text": "<b>hi</b>"}}
    blob = {"type": "resource", "resource": {"uri": "x://2", "blob": base64.b64encode(b"\x00\x01").decode()}}
    assert call(link, page, blob) == [
        ResourceLink("file:///a.txt", "a", mime="text/plain", size=12),
        EmbeddedResource("x://1", "text/html", Text("<b>hi</b>", "text/html")),
        EmbeddedResource("x://2", "", Blob(b"\x00\x01", "", "x://2")),
    ]


def test_error_flag_and_structured_content_are_shown() -> None:
    shown = call(text("no"), isError=True, structuredContent={"b": 1})
    assert shown[0] == ContentNote("The tool returned an error (isError: true).", "error")
    assert shown[-2:] == [ContentNote("structuredContent", "heading"), Json(b'{"b": 1}')]


def test_structured_content_that_the_text_repeats_is_shown_once() -> None:
    shown = call(text('{"b":1}'), structuredContent={"b": 1})
    assert [type(part) for part in shown] == [Json, ContentNote]


def test_answer_that_asks_for_input_is_shown_as_it_came() -> None:
    result = b'{"resultType":"input_required","inputRequests":{}}'
    assert render_result("tools/call", result) == [
        ContentNote("resultType: input_required", "heading"),
        Json(result),
    ]


def test_single_resource_is_shown_alone_and_several_with_their_names() -> None:
    one = {"uri": "x://1", "text": "hello"}
    two = {"uri": "x://2", "mimeType": "application/json", "text": "[1]"}
    assert render_result("resources/read", json.dumps({"contents": [one]}).encode()) == [Text("hello")]
    assert render_result("resources/read", json.dumps({"contents": [one, two]}).encode()) == [
        EmbeddedResource("x://1", "", Text("hello")),
        EmbeddedResource("x://2", "application/json", Json(b"[1]", from_text=True)),
    ]


def test_prompt_messages_come_under_their_roles() -> None:
    result = {
        "description": "About",
        "messages": [
            {"role": "user", "content": text("hi")},
            {"role": "assistant", "content": [text("a"), text("b")]},
        ],
    }
    assert render_result("prompts/get", json.dumps(result).encode()) == [
        ContentNote("About"),
        ContentNote("user", "heading"),
        Text("hi"),
        ContentNote("assistant", "heading"),
        Text("a"),
        Text("b"),
    ]


def test_other_methods_are_json() -> None:
    assert render_result("tools/list", b'{"tools":[]}') == [Json(b'{"tools":[]}')]


def test_error_has_code_message_and_data_as_they_came() -> None:
    assert render_error(b'{"code":-32601,"message":"no","data":{"n":1.0}}') == [
        Error("-32601", "no", b'{"n":1.0}', "method not found")
    ]
    assert [type(part) for part in render_error(b'"boom"')] == [ContentNote, Json]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (b'"\\ud800 half"', "\\ud800 half"),
        (b'"bad \xff byte"', "bad \\xff byte"),
        (b'"nul \\u0000"', "nul \0"),
    ],
)
def test_text_that_cannot_be_decoded_is_shown_with_escapes(said: bytes, text: str) -> None:
    (shown,) = render_result("tools/call", b'{"content":[{"type":"text","text":' + said + b"}]}")
    assert isinstance(shown, Text)
    assert shown.text == text


SHAPES: list[Any] = [None, True, 1, "x", [], {}, [1], {"type": "text"}, {"type": 1}, {"uri": 5}, [[[]]], "!!"]


@pytest.mark.parametrize("method", ["tools/call", "resources/read", "prompts/get", "sampling/createMessage"])
def test_no_shape_of_a_result_raises(method: str) -> None:
    source = random.Random(9)
    names = [
        "content",
        "contents",
        "messages",
        "structuredContent",
        "isError",
        "resultType",
        "_meta",
        "description",
    ]
    inner = [
        "type",
        "text",
        "data",
        "blob",
        "resource",
        "role",
        "content",
        "mimeType",
        "uri",
        "size",
        "annotations",
    ]
    kinds = ["text", "image", "audio", "resource", "resource_link", "other"]
    for _ in range(1500):
        blocks = [
            {
                name: source.choice([*SHAPES, *kinds]) if name != "type" else source.choice(kinds)
                for name in source.sample(inner, 4)
            }
            for _ in range(2)
        ]
        result = {name: source.choice([*SHAPES, blocks, blocks[0]]) for name in source.sample(names, 4)}
        data = json.dumps(result).encode()
        as_terminal_text(render_result(method, data))
        broken = data[: source.randrange(len(data))]
        as_terminal_text(render_result(method, broken))
        as_terminal_text(render_error(broken))


def test_deeply_nested_result_does_not_raise() -> None:
    deep = b'{"content":[{"type":"text","text":"a"}],"structuredContent":' + b"[" * 9000 + b"]" * 9000 + b"}"
    shown = as_terminal_text(render_result("tools/call", deep))
    assert '"text":"a"' in shown and shown.count("[") == shown.count("]") >= 9000


@pytest.mark.parametrize(
    "result",
    [
        {"content": [text("hello"), text('{"a": 1.10}')]},
        {"content": [], "structuredContent": {"a": [1, 2]}},
        {"content": [text("no")], "isError": True, "resultType": "complete", "_meta": {"mine": 1}},
        {"structuredContent": None, "isError": 3},
    ],
)
def test_a_large_answer_is_shown_like_any_other(result: dict[str, Any]) -> None:
    raw = json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()
    structured = json.dumps(result["structuredContent"]).encode() if "structuredContent" in result else b""
    shown = render_result("tools/call", json.dumps(result).encode())
    assert render_large_answer(raw) == (shown, structured)


@pytest.mark.parametrize(
    "message",
    [
        {"result": {"content": [], "task": {"taskId": "1"}}},
        {"result": {"content": [], "taskId": "1", "resultType": "task"}},
        {"result": {"content": [], "resultType": "input_required"}},
        {"result": {"content": []}, "error": {"code": 1}},
        {"result": [1]},
        {"result": {"other": 1}},
        {"error": {"code": 1, "message": "no"}},
        [1],
    ],
)
def test_what_is_no_plain_result_of_a_tool_is_left_to_the_careful_way(message: Any) -> None:
    assert render_large_answer(json.dumps(message).encode()) is None


def test_what_a_model_used_and_got_is_shown() -> None:
    use = {"type": "tool_use", "id": "u1", "name": "add", "input": {"a": 1.50}}
    assert call(use)[-2:] == [ContentNote("uses the tool add (u1)"), Json(b'{"a": 1.5}')]
    assert call({"type": "tool_use", "name": "add"})[-2:] == [
        ContentNote("uses the tool add (no id)"),
        Json(b"{}"),
    ]
    result = {
        "type": "tool_result",
        "toolUseId": "u1",
        "content": [text("3")],
        "structuredContent": {"sum": 3},
    }
    assert call(result)[-3:] == [ContentNote("result of u1"), Text("3"), Json(b'{"sum": 3}')]
    failed = call({"type": "tool_result", "isError": True})
    assert failed[-1] == ContentNote("result of no toolUseId: an error", "warning")


@pytest.mark.parametrize("size", [10, 2_000_000])
def test_a_text_of_any_size_that_is_json_is_json_and_one_that_is_none_is_text(size: int) -> None:
    listed = json.dumps(["x" * size])
    assert call(text(listed)) == [Json(listed.encode(), from_text=True)]
    assert call(text(listed + "]")) == [Text(listed + "]")]
    assert call(text("x" * size)) == [Text("x" * size)]


def test_structured_content_that_a_text_says_as_well_is_not_shown_twice() -> None:
    said = json.dumps({"a": [1, 2]}, indent=3)
    both = call(text(said), structuredContent={"a": [1, 2]})
    other = call(text(said), structuredContent={"a": [1, 3]})
    assert (
        sum(isinstance(one, Json) for one in both) == 1 and sum(isinstance(one, Json) for one in other) == 2
    )


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (
            b'{"code": -32601, "message": "no", "data": [1]}',
            Error("-32601", "no", b"[1]", "method not found"),
        ),
        (b'{"code": 1, "message": "\\u0061"}', Error("1", "a", b"", "")),
        (b'{"code": "x"}', Error('"x"', "", b"", "")),
        (b'{"message": 5}', Error("", "5", b"", "")),
    ],
)
def test_an_error_has_its_code_message_data_and_the_name_of_its_code(error: bytes, shown: Error) -> None:
    assert render_error(error) == [shown]


@pytest.mark.parametrize("error", [b"{}", b"[]", b'"no"', b'{"data": 1}', b"{"])
def test_an_error_that_is_none_is_shown_as_it_is(error: bytes) -> None:
    note, whole = render_error(error)
    assert isinstance(note, ContentNote) and note.role == "error"
    assert whole == Json(error)
