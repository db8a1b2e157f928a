"""What the schema proposes while typing, taken with the keys of a user."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from inspector.ui.json.editor.editor import JsonEditor
from inspector.ui.widgets.completion_popup import CompletionPopup

CONTROL = Qt.KeyboardModifier.ControlModifier
SCHEMA = {
    "type": "object",
    "required": ["city"],
    "properties": {
        "city": {"type": "string", "description": "Where to look"},
        "mode": {"enum": ["daily", "hourly"]},
        "on": {"type": "boolean"},
    },
}


@pytest.fixture
def knowing(editor: JsonEditor) -> JsonEditor:
    """An editor with `{}` and a schema; the cursor is between the braces."""
    editor.set_text("{}")
    editor.set_schema(SCHEMA)
    editor.edit.go_to(1)
    return editor


def offered(editor: JsonEditor) -> tuple[str, ...]:
    popup = editor.findChild(CompletionPopup)
    return popup.values() if isinstance(popup, CompletionPopup) else ()


def test_a_quote_proposes_keys_and_enter_still_breaks_the_line(knowing: JsonEditor) -> None:
    QTest.keyClicks(knowing.edit, '"')
    assert offered(knowing) == ("city", "mode", "on")
    QTest.keyClick(knowing.edit, Qt.Key.Key_Return)
    assert "city" not in knowing.text()


def test_a_proposal_is_stepped_to_and_taken(knowing: JsonEditor) -> None:
    QTest.keyClicks(knowing.edit, '"m')
    assert offered(knowing) == ("mode",)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Down)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Return)
    assert knowing.text() == '{"mode": }'
    assert offered(knowing) == ('"daily"', '"hourly"')
    QTest.keyClick(knowing.edit, Qt.Key.Key_Tab)
    assert knowing.text() == '{"mode": "daily"}'
    QTest.keyClicks(knowing.edit, ",")
    assert offered(knowing) == ("city", "on")


def test_asked_for_the_first_one_is_chosen(knowing: JsonEditor) -> None:
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Return)
    assert knowing.text() == '{"city": ""}'
    QTest.keyClicks(knowing.edit, "Bonn")
    assert knowing.text() == '{"city": "Bonn"}'


def test_where_only_an_empty_text_fits_nothing_opens_by_itself(knowing: JsonEditor) -> None:
    knowing.set_text("")
    QTest.keyClicks(knowing.edit, '{"city":')
    assert offered(knowing) == ()
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    assert offered(knowing) == ('""',)


def test_a_proposal_is_one_step_of_undo(knowing: JsonEditor) -> None:
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Return)
    knowing.edit.undo()
    assert knowing.text() == "{}"


def test_escape_and_moving_away_close_the_list(knowing: JsonEditor) -> None:
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Escape)
    assert offered(knowing) == ()
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Left)
    assert offered(knowing) == ()


def test_asked_where_nothing_fits_it_says_so(knowing: JsonEditor) -> None:
    knowing.set_text('{"city": "x" }')
    knowing.edit.go_to(13)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    popup = knowing.findChild(CompletionPopup)
    assert isinstance(popup, CompletionPopup)
    assert popup.isVisible()
    assert "no suggestions" in popup.about.text()


def test_without_a_schema_and_read_only_nothing_opens(editor: JsonEditor) -> None:
    editor.set_text("{}")
    editor.edit.go_to(1)
    QTest.keyClicks(editor.edit, '"')
    QTest.keyClick(editor.edit, Qt.Key.Key_Space, CONTROL)
    assert offered(editor) == ()
    editor.set_schema(SCHEMA)
    editor.set_read_only(True)
    QTest.keyClick(editor.edit, Qt.Key.Key_Space, CONTROL)
    assert offered(editor) == ()


def test_typing_far_down_reads_on_from_the_line_above(knowing: JsonEditor) -> None:
    knowing.set_text('{\n"on": true,\n"x": {"deep": [\n{}\n]},\n\n}')
    line = knowing.edit.document().findBlockByNumber(5)
    knowing.edit.go_to(line.position())
    QTest.keyClicks(knowing.edit, '"')
    assert offered(knowing) == ("city", "mode")
    knowing.edit.replace_range(0, 1, "[{")  # before the line: what was read counts no more
    knowing.edit.go_to(knowing.edit.document().findBlockByNumber(5).position() + 1)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
    assert offered(knowing) == ()


@pytest.mark.parametrize(("word", "said"), [('"city"', "Where to look"), ("daily", "one of"), ("bad", "")])
def test_a_place_is_explained(knowing: JsonEditor, word: str, said: str) -> None:
    text = '{"city": "Bonn", "mode": "daily", "x": bad}'
    knowing.set_text(text)
    assert said in knowing._completion.about(text.index(word) + 2)
