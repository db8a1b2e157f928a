"""Which shape bytes and texts are shown in."""

from __future__ import annotations

from typing import Any

import pytest

from inspector.demo.content import png, wav
from inspector.render.kinds import Audio, Blob, Image, Json, Markdown, Text
from inspector.render.renderers import render_bytes, render_text

PNG, WAV = png(3, 2, (1, 2, 3)), wav(440, 0.01)
MARKED = "# Title\n\n- one\n- two\n\n**bold** and `code`\n"


@pytest.mark.parametrize(
    ("data", "mime", "shape"),
    [
        (PNG, "", Image(PNG, "image/png", 3, 2)),
        (PNG, "text/plain", Image(PNG, "image/png", 3, 2)),
        (b"odd", "image/png", Image(b"odd", "image/png")),
        (b"<svg/>", "image/svg+xml", Text("<svg/>", "image/svg+xml")),
        (WAV, "", Audio(WAV, "audio/x-wav")),
        (b"odd", "Audio/Ogg; codecs=x", Audio(b"odd", "audio/ogg")),
        (b"hello", "", Text("hello")),
        (b"hello", "text/html; charset=utf-8", Text("hello", "text/html")),
        (b'{"a":1}', "application/octet-stream", Json(b'{"a":1}', from_text=True)),
        (b"\xff", "text/plain", Blob(b"\xff", "text/plain")),
        (b"\xff", "application/vnd.x+json", Blob(b"\xff", "application/vnd.x+json")),
        (b"a\x00b", "", Blob(b"a\x00b")),
        (b"a\x00b", "application/xml", Text("a\x00b", "application/xml")),
        (b"\x1b[31mred\t\r\n\f", "", Text("\x1b[31mred\t\r\n\f")),
        (b"", "", Blob(b"")),
        (b"", "text/plain", Text("", "text/plain")),
    ],
)
def test_bytes_are_shown_by_what_they_prove_then_by_what_they_are_said_to_be(
    data: bytes, mime: str, shape: Any
) -> None:
    found = render_bytes(data, mime)
    if isinstance(shape, Audio) and not mime:
        assert isinstance(found, Audio) and found.mime.startswith("audio/")
    else:
        assert found == shape


def test_a_character_that_the_look_cuts_in_two_is_no_reason_for_bytes() -> None:
    text = "a" * (64 * 1024 - 1) + "안"
    assert render_bytes(text.encode()) == Text(text)
    early = b"a" * 100 + b"\xff" + b"a" * (64 * 1024)
    assert render_bytes(early) == Blob(early)
    short = b"a" * 100 + b"\xec\x95"
    assert render_bytes(short) == Blob(short)


@pytest.mark.parametrize(
    ("text", "mime", "shape"),
    [
        ("plain", "text/markdown", Markdown("plain")),
        ('{"a":1}', "Text/Markdown; x=y", Markdown('{"a":1}')),
        (' \n[1]', "text/plain", Json(b" \n[1]", from_text=True)),
        ("[1", "", Text("[1")),
        ('"text"', "", Text('"text"')),
        (MARKED, "", Markdown(MARKED)),
        (MARKED, "text/plain", Markdown(MARKED)),
        (MARKED, "text/html", Text(MARKED, "text/html")),
        ("just words", "text/x", Text("just words", "text/x")),
    ],
)  # fmt: skip
def test_texts_are_json_markdown_or_plain(text: str, mime: str, shape: Any) -> None:
    assert render_text(text, mime) == shape


def test_half_characters_are_no_reason_to_stumble() -> None:
    assert render_text('{"a":"\ud800"}') is not None
