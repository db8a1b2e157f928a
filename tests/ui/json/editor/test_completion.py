"""What the schema proposes while typing, taken with the keys of a user."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor import completion as module
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


def about(editor: JsonEditor) -> str:
    """What the list says about itself, or why it is empty."""
    popup = editor.findChild(CompletionPopup)
    return popup.about.text() if isinstance(popup, CompletionPopup) and popup.isVisible() else ""


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


def test_a_text_longer_than_is_read_gets_no_proposals_and_no_words(
    knowing: JsonEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowing.set_text('{"city": "" }')
    knowing.edit.go_to(12)
    for reach, reads in ((14, True), (13, False)):  # Qt counts the end of the text, too
        monkeypatch.setattr(module, "_REACH", reach)
        QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
        assert bool(about(knowing)) is reads
        assert ("Where to look" in knowing._completion.about(3)) is reads
        QTest.keyClick(knowing.edit, Qt.Key.Key_Escape)


def test_above_the_line_that_was_read_last_the_text_is_read_anew(knowing: JsonEditor) -> None:
    knowing.set_text('{\n\n"x": {"deep": [\n{\n\n}\n]}\n}')
    QTest.keyClick(knowing.edit, Qt.Key.Key_Escape)
    for number, wanted in ((4, ()), (1, ("city", "mode", "on"))):
        knowing.edit.go_to(knowing.edit.document().findBlockByNumber(number).position())
        QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL)
        assert offered(knowing) == wanted
        QTest.keyClick(knowing.edit, Qt.Key.Key_Escape)


def test_the_list_goes_when_the_text_gets_wider_or_is_left_or_scrolled_and_stays_when_it_gets_taller(
    knowing: JsonEditor, qtbot: QtBot
) -> None:
    edit = knowing.edit

    def ask() -> None:
        QTest.keyClick(edit, Qt.Key.Key_Space, CONTROL)
        assert offered(knowing)

    ask()
    knowing.resize(knowing.width(), knowing.height() + 20)
    assert offered(knowing)
    knowing.resize(knowing.width() + 20, knowing.height())
    assert not offered(knowing)
    ask()
    edit.clearFocus()
    assert not offered(knowing)
    edit.setFocus()
    ask()
    edit.verticalScrollBar().setRange(0, 5)
    edit.verticalScrollBar().setValue(1)
    assert not offered(knowing)


def test_keys_of_the_window_are_the_lists_own_while_it_is_open(knowing: JsonEditor) -> None:
    def taken(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> bool:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, modifiers)
        event.ignore()
        QApplication.sendEvent(knowing.edit, event)
        return event.isAccepted()

    assert not taken(Qt.Key.Key_Escape)
    assert taken(Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert offered(knowing) == ("city", "mode", "on")
    assert taken(Qt.Key.Key_Escape)
    sent: list[bool] = []
    knowing.submitted.connect(lambda: sent.append(True))
    QTest.keyClick(knowing.edit, Qt.Key.Key_Return, CONTROL)
    assert sent == [True] and knowing.text() == "{}", "Ctrl+Enter sends, the list does not take it"


def test_shift_and_control_and_space_ask_for_nothing(knowing: JsonEditor) -> None:
    QTest.keyClick(knowing.edit, Qt.Key.Key_Space, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(knowing.edit, Qt.Key.Key_Down)
    assert offered(knowing) == ()


def test_what_is_known_about_a_place_is_shown_beside_it_and_goes_where_nothing_is_known(
    knowing: JsonEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    knowing.set_text('{"city": "x",\n "x": bad}')
    knowing.edit.go_to(4)
    knowing._commands.explain()
    assert "Where to look" in QToolTip.text()
    hidden: list[bool] = []
    monkeypatch.setattr(QToolTip, "hideText", lambda: hidden.append(True))
    knowing.edit.go_to(len(knowing.text()))
    knowing._commands.explain()
    assert hidden == [True]
    long = '"' + "QUJD" * 2000 + '"'
    knowing.set_text(f'{{"city": {long}}}')
    chip, known = knowing._completion.about(knowing.edit.shown_text().index("\ufffc")).split("\n\n")
    assert "as base64: shown as a chip" in chip and "Where to look" in known


def test_a_proposal_is_taken_with_a_click_as_with_a_key(knowing: JsonEditor) -> None:
    QTest.keyClicks(knowing.edit, '"m')
    popup = knowing.findChild(CompletionPopup)
    assert isinstance(popup, CompletionPopup)
    assert "Down, then Enter" in popup.about.text()
    popup.chosen.emit("mode")
    assert knowing.text() == '{"mode": }' and knowing.edit.hasFocus()
    assert knowing.edit.textCursor().position() == len('{"mode": ')
