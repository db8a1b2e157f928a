"""Renderings in a terminal: media in words, and nothing that could steer the terminal."""

from __future__ import annotations

from inspector.render import (
    Audio,
    Blob,
    ContentNote,
    EmbeddedResource,
    Error,
    Image,
    Json,
    Rendering,
    ResourceLink,
    Text,
    as_terminal_text,
)


def test_media_is_named_and_not_printed() -> None:
    assert as_terminal_text([Image(bytes(12_300), "image/png", 64, 64)]) == "[image image/png 12.3 kB 64×64]"
    assert as_terminal_text([Audio(bytes(46), "audio/wav")]) == "[audio audio/wav 46 B]"
    assert as_terminal_text([Blob(b"\0")]) == "[bytes 1 B]"


def test_json_is_indented_with_its_tokens_kept() -> None:
    assert as_terminal_text([Json(b'{"a":1.10}')]) == '{\n  "a": 1.10\n}'


def test_control_characters_of_a_server_do_not_reach_the_terminal() -> None:
    said = as_terminal_text([Text("a\x1b]0;title\x07b\tc\r\nd\x9b2J"), ResourceLink("x://\x1b[2J", "n")])
    assert "\x1b" not in said and "\x9b" not in said and "\x07" not in said
    assert "\\x1b]0;title\\x07b\tc\nd" in said


def test_links_resources_errors_and_notes_are_lines() -> None:
    shown: list[Rendering] = [
        ResourceLink("x://1", "name", description="about", mime="text/plain", size=1500),
        EmbeddedResource("x://2", "text/plain", Text("inside")),
        Error("-32602", "bad", b'{"a":1}', "invalid params"),
        ContentNote("user", "heading"),
    ]
    assert as_terminal_text(shown).splitlines() == [
        "[resource x://1 “name” text/plain 1.5 kB]",
        "  about",
        "[resource x://2 text/plain]",
        "inside",
        "error -32602 (invalid params): bad",
        "{",
        '  "a": 1',
        "}",
        "-- user --",
    ]
