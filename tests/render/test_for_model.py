"""What a model reads of a result: every block as it is, with its size."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from inspector.render.for_model import for_model
from inspector.render.kinds import ContentNote, Json, Rendering, Text


def shown(result: Any) -> list[Rendering]:
    return for_model(json.dumps(result, ensure_ascii=False).encode())


def test_texts_come_as_they_are_and_structured_content_behind_them() -> None:
    found = shown({"content": [{"type": "text", "text": "# 한"}], "structuredContent": {"a": 1}})
    assert found == [
        ContentNote("text · 5 B", "heading"),
        Text("# 한"),
        ContentNote("structuredContent · 8 B", "heading"),
        Json(b'{"a": 1}'),
    ]


def test_media_are_named_with_the_size_of_their_bytes() -> None:
    data = base64.b64encode(b"x" * 1000).decode()
    found = shown({"content": [{"type": "image", "data": data, "mimeType": "image/png"}]})
    assert found[0] == ContentNote("image · image/png · 1.0 kB", "heading")
    assert isinstance(found[1], ContentNote) and len(found) == 2


def test_embedded_text_is_text_and_everything_else_is_json() -> None:
    link = {"type": "resource_link", "uri": "x://y", "name": "y"}
    found = shown({"content": [{"type": "resource", "resource": {"uri": "u", "text": "in"}}, link, 7]})
    assert found[:2] == [ContentNote("resource · 2 B", "heading"), Text("in")]
    assert [json.loads(one.data) for one in found if isinstance(one, Json)] == [link, 7]


@pytest.mark.parametrize("result", [7, "x", [], {"content": 3}, None])
def test_what_is_no_result_of_a_tool_shows_nothing(result: Any) -> None:
    assert shown(result) == []
    assert for_model(b"{half") == []
