"""Roles of the parts of a line, in the viewer and in the editor."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from inspector.ui.text.highlight import editor_spans, format_of, utf16_spans, viewer_spans
from inspector.ui.widgets import theme

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
    assert utf16_spans(line, viewer_spans(line)) == [(0, 4, "key"), (6, 1, "number")]
    plain = viewer_spans('{"a": 1}')
    assert utf16_spans('{"a": 1}', plain) is plain


def test_the_editor_shows_what_is_no_json_as_wrong_and_the_viewer_what_it_can() -> None:
    line = "{\"a\": tru, 'b'}"
    assert ("'", "error") in parts(line, editor_spans(line))
    assert viewer_spans('"open') == [(0, 5, "string")] and viewer_spans("rest", True) == [(0, 4, "string")]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_roles_have_the_colours_of_the_theme_and_keys_are_stronger(qapp: QApplication, mode: str) -> None:
    theme.install(qapp, mode)
    for role in ("key", "string", "number", "keyword", "muted", "error"):
        assert format_of(role).foreground().color() == theme.color(role)
    weights = [format_of(role).fontWeight() for role in ("key", "string")]
    assert weights[0] == QFont.Weight.Medium > weights[1]
    theme.install(qapp, "light")
