"""The contents of a resource as bytes."""

from __future__ import annotations

import base64
import json

import pytest

from inspector.render import Blob, ContentNote, EmbeddedResource, Image, Json, Text, render_result
from inspector.render.contents import Contents, as_bytes, contents_of, with_caption

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 16


def _result(*contents: object) -> bytes:
    return json.dumps({"contents": contents}).encode()


def test_texts_are_utf_8_and_blobs_are_decoded() -> None:
    found = contents_of(
        _result(
            {"uri": "a", "mimeType": "text/plain", "text": "한\r\n"},
            {"uri": "b", "blob": "AAEC_w=="},  # also in the alphabet for URLs
        )
    )
    assert found == [
        Contents("a", "text/plain", "한\r\n".encode(), False),
        Contents("b", "", b"\0\1\2\xff", True),
    ]


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        (7, "not an object"),
        ({"uri": "a"}, "neither text nor blob"),
        ({"blob": "%"}, "the blob is not base64"),
        ({"uri": 1, "text": 2}, "neither text nor blob"),
    ],
)
def test_what_has_no_bytes_says_why(entry: object, problem: str) -> None:
    assert contents_of(_result(entry))[0].problem == problem


@pytest.mark.parametrize("result", [b"", b"[]", b'{"contents":{}}', b'{"contents":null}', b"{", b"\xff"])
def test_a_result_of_another_shape_has_no_contents(result: bytes) -> None:
    assert contents_of(result) == []


def test_bytes_are_shown_with_their_uri_and_what_has_none_is_named() -> None:
    shown = as_bytes(contents_of(_result({"uri": "x://a", "text": "hi"}, 7)))
    assert shown == [
        EmbeddedResource("x://a", "", Blob(b"hi", "", "x://a")),
        ContentNote("contents 2: not an object", "warning"),
    ]


@pytest.mark.parametrize(
    ("entry", "kind"),
    [
        ({"uri": "ui://a", "mimeType": "text/html;profile=mcp-app", "text": "<b>hi</b>"}, Text),
        ({"uri": "x://a.json", "text": "[1]"}, Json),
        ({"uri": "x://a.png", "blob": base64.b64encode(PNG).decode()}, Image),
    ],
)
def test_a_single_entry_keeps_its_uri_to_be_saved_under(entry: dict[str, str], kind: type) -> None:
    result = _result(entry)
    shown = with_caption(render_result("resources/read", result), contents_of(result))
    assert len(shown) == 1
    assert isinstance(shown[0], EmbeddedResource)
    assert shown[0].uri == entry["uri"]
    assert isinstance(shown[0].inner, kind)
