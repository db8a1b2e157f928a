"""What is wrong or odd is marked where it stands, and moves with the text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.json.editor import checking as module
from inspector.ui.json.editor.editor import JsonEditor
from tests.ui.parts import the

TEXT = '{"🎉": 1, "days": 40, "where": {"lat": "x"}}'


def marked(editor: JsonEditor) -> list[tuple[str, str]]:
    """Text and role of every mark."""
    data = editor.edit.text().encode("utf-16-le")
    return [
        (data[2 * mark.start : 2 * mark.end].decode("utf-16-le"), mark.role)
        for mark in editor.edit.marks.all()
    ]


def test_problems_of_the_schema_are_marked_at_their_values(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.show_problems(
        [
            Problem("/days", "at most 14", "maximum"),
            Problem("/where/lat", "must be a number", "type", "warning"),
            Problem("/where", "not known here", "additionalProperties", at_key=True),
            Problem("", "not checked", "limit", "note"),
        ]
    )
    assert marked(editor) == [("40", "error"), ('"where"', "error"), ('"x"', "warning")]
    assert the(editor, QLabel, "json_editor_error").text() == "Line 1: at most 14  (and 2 more, F8)"


def test_what_is_missing_is_named(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.show_problems([Problem("/where/lon", "required", "required")])
    assert marked(editor) == [('"where"', "error")]
    assert the(editor, QLabel, "json_editor_error").text() == "Line 1: lon: required"


def test_marks_move_with_the_text(editor: JsonEditor) -> None:
    editor.set_text(TEXT)
    editor.show_problems([Problem("/days", "at most 14", "maximum")])
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, " ")
    assert marked(editor) == [("40", "error")]


def test_f8_goes_through_the_problems(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text(TEXT)
    editor.show_problems([Problem("/days", "no", "x"), Problem("/where/lat", "no", "x")])
    qtbot.waitUntil(lambda: len(marked(editor)) == 2)
    places = []
    for _ in range(3):
        QTest.keyClick(editor.edit, Qt.Key.Key_F8)
        places.append(editor.edit.textCursor().position())
    assert places[0] < places[1]
    assert places[2] == places[0]


def test_a_mistake_hides_problems_until_it_is_mended(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text(TEXT)
    editor.show_problems([Problem("/days", "no", "x")])
    editor.edit.go_to(len(TEXT) + 1)
    QTest.keyClicks(editor.edit, "]")
    assert [role for _, role in marked(editor)] == ["error"]
    assert marked(editor)[0][0] == "]"
    QTest.keyClick(editor.edit, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: marked(editor) == [("40", "error")])


@pytest.mark.parametrize(
    ("text", "wanted", "word"),
    [
        ('{"a": 1, "a": 2}', ('"a"', "warning"), "Duplicate key"),
        ("[9007199254740993]", ("9007199254740993", "muted"), "2^53"),
        ("[0.12345678901234567890]", ("0.12345678901234567890", "muted"), "64-bit"),
        ('["\\ud800"]', ("\\ud800", "muted"), "surrogate"),
        ('["a\u202eb"]', ("\u202e", "warning"), "U+202E"),
    ],
)
def test_odd_things_are_marked_and_explained(
    editor: JsonEditor, text: str, wanted: tuple[str, str], word: str, qtbot: QtBot
) -> None:
    editor.set_text(text)
    qtbot.waitUntil(lambda: marked(editor) == [wanted])  # in slices: at once when nothing else runs
    assert word in editor._checking.about(editor.edit.marks.all()[0].start)
    assert editor.error_text() == ""


def test_a_long_text_is_checked_after_a_pause(editor: JsonEditor, qtbot: QtBot) -> None:
    rows = ",\n".join(f'"key {number}": [1, 2, "{number}"]' for number in range(2000))
    editor.set_text("{" + rows + ',\n"key 7": 9007199254740993}')
    qtbot.waitUntil(lambda: [role for _, role in marked(editor)] == ["warning", "muted"], timeout=5000)
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, "?")
    qtbot.waitUntil(lambda: "error" in [role for _, role in marked(editor)], timeout=5000)
    QTest.keyClick(editor.edit, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: [role for _, role in marked(editor)] == ["warning", "muted"], timeout=5000)


def test_a_mistake_in_a_long_text_is_known_at_once_when_asked_for(editor: JsonEditor) -> None:
    editor.set_text("[" + "1,\n" * 20_000 + "2]")
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, "x")
    assert "Line 1" in editor.error_text()


def test_what_is_missing_at_the_top_is_said_as_it_came(editor: JsonEditor) -> None:
    editor.set_text("{}")
    editor.show_problems([Problem("", "city is missing", "required")])
    assert the(editor, QLabel, "json_editor_error").text() == "Line 1: city is missing"
    editor.show_problems([Problem("", "must be a list", "type", "warning")])
    assert the(editor, QLabel, "json_editor_error").text() == "Line 1: must be a list"
    assert marked(editor) == [("{", "warning")]
    editor.show_problems([])
    assert the(editor, QLabel, "json_editor_error").text() == ""


def test_a_short_text_is_looked_at_with_the_key_and_a_longer_one_after_a_pause(
    editor: JsonEditor, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.set_text("[1,]")
    told: list[str] = []
    editor._checking.checked.connect(lambda: told.append("error" if editor._checking.error else ""))
    for most, at_once in ((6, True), (5, False)):  # Qt counts the end of the text, too
        monkeypatch.setattr(module, "_AT_ONCE", most)
        editor.set_text("[1,]")
        told.clear()
        editor.edit.go_to(2)
        QTest.keyClicks(editor.edit, "2")
        assert bool(told) is at_once
        if not at_once:
            editor.show_problems([Problem("", "no", "type")])
            assert not told, "places are looked for first"
            qtbot.waitUntil(lambda: told == ["error"])
        QTest.keyClick(editor.edit, Qt.Key.Key_Backspace)


def test_in_a_text_that_is_too_long_to_be_surveyed_only_what_breaks_it_is_marked(
    editor: JsonEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = '{"a": 1, "a": 2}'
    monkeypatch.setattr(module, "_SURVEYED", len(odd))
    editor.set_text(odd)
    assert marked(editor) == [('"a"', "warning")]
    editor.set_text(odd + " ")
    assert marked(editor) == []
    editor.set_text(odd + "}")
    assert marked(editor) == [("}", "error")]


def test_a_pointer_with_a_slash_and_a_tilde_finds_its_key(editor: JsonEditor) -> None:
    editor.set_text('{"a/b": {"c~1": 7}}')
    editor.show_problems([Problem("/a~1b/c~01", "too much", "maximum")])
    assert marked(editor) == [("7", "error")]
