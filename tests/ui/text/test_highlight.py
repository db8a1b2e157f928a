"""Roles of the parts of a line, in the viewer and in the editor."""

from __future__ import annotations

from inspector.ui.text.highlight import editor_spans, utf16_spans, viewer_spans

LINE = '  "key": ["text", -1.5e3, true, null],'


def parts(line: str, spans: list[tuple[int, int, str]]) -> list[tuple[str, str]]:
    return [(line[start : start + length], role) for start, length, role in spans if role != "muted"]


def test_viewer_and_editor_agree_on_a_line() -> None:
    expected = [
        ('"key"', "key"),
        ('"text"', "string"),
        ("-1.5e3", "number"),
        ("true", "keyword"),
        ("null", "keyword"),
    ]
    assert parts(LINE, viewer_spans(LINE)) == expected
    assert parts(LINE, editor_spans(LINE)) == expected


def test_row_that_goes_on_with_a_string_starts_as_string() -> None:
    line = 'rest \\" of it", 12'
    assert parts(line, viewer_spans(line, True)) == [('rest \\" of it"', "string"), ("12", "number")]


def test_places_behind_an_emoji_count_twice_as_in_qt() -> None:
    line = '"🎉": 1'
    assert utf16_spans(line, viewer_spans(line)) == [(0, 4, "key"), (4, 1, "muted"), (6, 1, "number")] or [
        span for span in utf16_spans(line, viewer_spans(line)) if span[2] == "number"
    ] == [(6, 1, "number")]
