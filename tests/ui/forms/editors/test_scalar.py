"""What every field of one value has: the keys for not set, null and the default, the lock, its remarks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.forms.editors.scalar import ScalarEditor
from inspector.ui.forms.form import Form
from tests.ui.form_driving import find, notes, shown_form, tool, value

ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier


def at(form: Form, pointer: str = "/s") -> tuple[ScalarEditor, QWidget]:
    row = form.row(pointer)
    assert row is not None
    editor = row.host.editor.innermost()
    assert isinstance(editor, ScalarEditor)
    editor.focus_widget().setFocus()
    return editor, editor.focus_widget()


@pytest.mark.parametrize(
    ("field", "lexeme"),
    [
        ({"type": ["string", "null"]}, '"a\\u0062"'),
        ({"type": ["integer", "null"]}, "1e0"),
        ({"type": ["boolean", "null"]}, "true"),
        ({"enum": ["a", "b", None]}, '"b"'),
    ],
)
def test_alt_n_is_null_and_back_to_the_very_text_that_was_there(
    qtbot: QtBot, field: dict[str, Any], lexeme: str
) -> None:
    form = shown_form(qtbot, tool({"s": field}), f'{{"s": {lexeme}}}')
    _editor, widget = at(form)
    qtbot.keyClick(widget, Qt.Key.Key_N, ALT)
    assert value(form) == {"s": None}
    qtbot.keyClick(at(form)[1], Qt.Key.Key_N, ALT)
    assert form.text() == f'{{"s": {lexeme}}}'
    qtbot.keyClick(at(form)[1], Qt.Key.Key_Backspace, CONTROL)
    assert value(form) == {}
    for expected in ({"s": None}, {}):
        qtbot.keyClick(at(form)[1], Qt.Key.Key_N, ALT)
        assert value(form) == expected


def test_control_right_takes_the_default_where_nothing_is_set_and_goes_a_word_on_elsewhere(
    qtbot: QtBot,
) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "default": "two words"}, "t": {"type": "string"}}))
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Right, CONTROL)
    assert value(form) == {"s": "two words"} and line.text() == "two words"
    line.setCursorPosition(0)
    qtbot.keyClick(line, Qt.Key.Key_Right, CONTROL)
    assert line.cursorPosition() == 4 and value(form) == {"s": "two words"}
    qtbot.keyClick(find(form, QLineEdit, "t"), Qt.Key.Key_Right, CONTROL)
    assert value(form) == {"s": "two words"}, "there is no default"


def test_the_button_for_null_follows_the_value(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": ["string", "null"]}, "t": {"type": "string"}}), '{"s": "x"}')
    button = find(form, QToolButton, "s_null")
    assert form.findChild(QToolButton, "field_t_null") is None and not button.isChecked()
    button.click()
    assert value(form) == {"s": None} and button.isChecked()
    button.click()
    assert value(form) == {"s": "x"} and not button.isChecked()
    form.set_text('{"s": null}')
    assert button.isChecked()
    assert button.y() + button.height() // 2 == pytest.approx(
        find(form, QLineEdit, "s").y() + find(form, QLineEdit, "s").height() // 2, abs=2
    )


def test_items_of_a_list_are_emptied_and_not_taken_away(qtbot: QtBot) -> None:
    schema = tool(
        {
            "n": {"type": "array", "items": {"type": "integer"}},
            "b": {"type": "array", "items": {"type": "boolean"}},
        }
    )
    form = shown_form(qtbot, schema, '{"n": [7], "b": [true]}')
    qtbot.keyClick(at(form, "/n/0")[1], Qt.Key.Key_Backspace, CONTROL)
    assert form.errors() == {"/n/0": ["a number is missing"]}
    qtbot.keyClicks(find(form, QLineEdit, "n/0"), "8")
    qtbot.keyClick(at(form, "/b/0")[1], Qt.Key.Key_Backspace, CONTROL)
    assert value(form) == {"n": [8], "b": [True]}, "a boolean item stays what it is"


def test_control_d_in_an_item_is_for_the_item_around_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": {"type": "string"}}}), '{"l": ["x", "y"]}')
    qtbot.keyClick(at(form, "/l/0")[1], Qt.Key.Key_D, CONTROL)
    assert value(form) == {"l": ["x", "x", "y"]}


def test_a_locked_value_cannot_be_changed_by_any_key_until_it_is_unlocked(qtbot: QtBot) -> None:
    field = {"type": ["string", "null"], "readOnly": True, "default": "d"}
    form = shown_form(qtbot, tool({"s": field}), '{"s": "x"}')
    editor, _widget = at(form)
    line = find(form, QLineEdit, "s")
    assert not line.isEnabled() and not find(form, QToolButton, "s_null").isEnabled()
    for key, modifier in ((Qt.Key.Key_Backspace, CONTROL), (Qt.Key.Key_N, ALT)):
        assert not editor.take_key(QKeyEvent(QKeyEvent.Type.KeyPress, key, modifier))
    assert value(form) == {"s": "x"} and "read-only" in notes(form, "s")
    unlock = find(form, QPushButton, "s_unlock")
    assert unlock.isEnabled()
    unlock.click()
    assert line.isEnabled() and line.hasFocus() and find(form, QToolButton, "s_null").isEnabled()
    assert "read-only" not in notes(form, "s")
    line.end(False)
    qtbot.keyClicks(line, "y")
    assert value(form) == {"s": "xy"}


def test_a_header_is_said_with_what_it_carries(qtbot: QtBot) -> None:
    field = {"type": "string", "x-mcp-header": "Region"}
    form = shown_form(qtbot, tool({"s": field, "n": {"type": "number", "x-mcp-header": "N"}}))
    assert notes(form, "s") == "→ Mcp-Param-Region"
    for sent, said in (("eu", "eu"), ("x" * 20_000, ""), ("어", "")):
        form.set_text(json.dumps({"s": sent}, ensure_ascii=False))
        first = notes(form, "s").split(". ")[0]
        assert first.startswith("→ Mcp-Param-Region") and (not said or first.endswith(f": {said}"))
        if len(sent) > 100:
            assert first == "→ Mcp-Param-Region", "what is long is not worked out"
    form.set_text('{"n": 5}')
    assert notes(form, "n").startswith("→ Mcp-Param-N: 5")
    line = find(form, QLineEdit, "n")
    line.end(False)
    qtbot.keyClicks(line, "e")
    assert notes(form, "n") == "→ Mcp-Param-N", "a draft is sent in no header"


def test_a_guess_gives_way_to_a_verdict_and_comes_back(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "format": "uuid"}}), '{"s": "no"}')
    editor, _ = at(form)
    guess = notes(form, "s")
    assert guess
    form.show_problems([Problem("/s", "is no UUID", "format", "error")])
    assert notes(form, "s") == ""
    editor.judge(faulty=False)
    assert notes(form, "s") == guess
