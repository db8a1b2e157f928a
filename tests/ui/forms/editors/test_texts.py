"""Texts are exact, a line grows into an area under the hand, secrets are hidden, states differ to the eye."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from inspector.schema.problem import Problem
from inspector.ui.forms.editors.areas import TextArea
from inspector.ui.forms.editors.lines import ValueLine
from inspector.ui.forms.editors.strings import TextEditor
from inspector.ui.forms.invisible_characters import mark_words
from inspector.ui.forms.large_value import LargeValue
from inspector.ui.forms.texts import short
from tests.ui.form_driving import find, notes, shown_form, tool, value

TEXT = tool({"s": {"type": "string"}})
ALT, CONTROL, SHIFT = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)
ODD = [
    *("a\u00a0b", "a\u2028b", "a\u2029b", "a\r\nb", "a\rb\nc\r\nd", "\x00\x01\x1b\x7f", "\u202egnp.exe"),
    *(
        "a\tb",
        "\ufdd0\ufdd1",
        "\ufeffx",
        "\ufffex\n\ufeff",
        "\ud800 half",
        "\udc00\ud800",
        "한국어 \U0001f600",
        " a ",
        "\U000f0000\ud800",
    ),
]


@pytest.mark.parametrize("text", ODD)
def test_every_character_is_shown_and_comes_back(qtbot: QtBot, text: str) -> None:
    form = shown_form(qtbot, TEXT, json.dumps({"s": text}))
    row = form.row("/s")
    assert row is not None and json.loads(row.host.editor.shown() or "") == text
    assert isinstance(row.host.editor, TextEditor)
    widget = row.focus_widget()
    widget.setFocus()
    qtbot.keyClick(widget, Qt.Key.Key_End, CONTROL)
    qtbot.keyClick(widget, Qt.Key.Key_End)
    qtbot.keyClick(widget, Qt.Key.Key_X)
    assert value(form) == {"s": text + "x"}
    form.grab()  # the marks are painted without complaint


@given(st.text(st.characters(), max_size=30), st.booleans())
def test_line_and_area_hold_any_text(qapp: QApplication, text: str, area: bool) -> None:
    widget = TextArea(_takes_nothing) if area else ValueLine(_takes_nothing)
    widget.show_value(text)
    assert widget.value() == text
    widget.deleteLater()


def _takes_nothing(_event: object) -> bool:
    return False


def test_a_line_break_makes_an_area_under_the_hand(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT)
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClicks(line, "onetwo")
    line.setCursorPosition(3)
    qtbot.keyClick(line, Qt.Key.Key_Return, SHIFT)
    area = find(form, QPlainTextEdit, "s")
    assert area.hasFocus() and area.isVisible() and line.isHidden()
    qtbot.keyClicks(area, "X")
    assert value(form) == {"s": "one\nXtwo"}


def test_shift_enter_breaks_a_line_though_the_window_has_a_use_for_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT)
    told: list[bool] = []
    action = QAction(form)
    action.setShortcut("Shift+Return")
    action.triggered.connect(told.append)
    form.addAction(action)
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Return, SHIFT)
    assert value(form) == {"s": "\n"} and told == []


def test_pasted_lines_and_long_texts_make_an_area(qtbot: QtBot) -> None:
    for pasted in ("a\nb", "word " * 40):
        form = shown_form(qtbot, TEXT)
        line = find(form, QLineEdit, "s")
        line.setFocus()
        QGuiApplication.clipboard().setText(pasted)
        qtbot.keyClick(line, Qt.Key.Key_V, CONTROL)
        area = find(form, QPlainTextEdit, "s")
        assert value(form) == {"s": pasted} and area.hasFocus()
        assert area.textCursor().atEnd()


def test_alt_m_changes_between_line_and_area(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT, '{"s": "a\\nb"}')
    area = find(form, QPlainTextEdit, "s")
    area.setFocus()
    qtbot.keyClick(area, Qt.Key.Key_M, ALT)
    line = find(form, QLineEdit, "s")
    assert line.hasFocus() and area.isHidden()
    qtbot.keyClicks(line, "x")
    qtbot.keyClick(line, Qt.Key.Key_M, ALT)
    assert value(form) == {"s": "xa\nb"} and find(form, QPlainTextEdit, "s").hasFocus()


def test_not_set_empty_and_null_differ_to_the_eye(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": ["string", "null"]}}))
    line = find(form, QLineEdit, "s")
    pictures = []
    for text in ("{}", '{"s": ""}', '{"s": null}'):
        form.set_text(text)
        pictures.append((line.state(), line.grab().toImage()))
    assert [state for state, _ in pictures] == [None, '""', "null"]
    for one, other in ((0, 1), (1, 2), (0, 2)):
        assert pictures[one][1] != pictures[other][1]


def test_the_keys_of_every_field(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "default": "hello"}}))
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Right, CONTROL)
    assert value(form) == {"s": "hello"} and line.text() == "hello"
    qtbot.keyClick(line, Qt.Key.Key_N, ALT)
    assert value(form) == {"s": None} and line.text() == ""
    qtbot.keyClick(line, Qt.Key.Key_N, ALT)
    assert value(form) == {"s": "hello"}
    qtbot.keyClick(line, Qt.Key.Key_Backspace, CONTROL)
    assert value(form) == {}
    qtbot.keyClick(line, Qt.Key.Key_Z, CONTROL)
    assert value(form) == {"s": "hello"}


def test_a_nullable_text_has_a_button_for_null(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": ["string", "null"]}}))
    qtbot.mouseClick(find(form, QToolButton, "s_null"), Qt.MouseButton.LeftButton)
    assert value(form) == {"s": None} and find(form, QToolButton, "s_null").isChecked()
    qtbot.mouseClick(find(form, QToolButton, "s_null"), Qt.MouseButton.LeftButton)
    assert value(form) == {}


def test_characters_that_nobody_sees_are_named() -> None:
    assert mark_words("abc") == ("", "muted")
    assert mark_words("a\u00a0b\u00a0") == ("U+00A0 no-break space × 2", "muted")
    words, role = mark_words("\u202ex\x00\ud800")
    assert role == "warning"
    assert words == "U+202E right-to-left override, NUL, U+D800 lone surrogate"


def test_what_cannot_be_seen_is_said_below_the_line(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT, '{"s": "x\\u202e"}')
    assert "right-to-left override" in notes(form, "s")
    form.set_text('{"s": "x "}')
    assert notes(form, "s") == "leading or trailing space"
    form.set_text('{"s": "x"}')
    assert notes(form, "s") == ""


def test_characters_are_counted_as_json_schema_counts_them(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "maxLength": 5}}))
    qtbot.keyClicks(find(form, QLineEdit, "s"), "ab")
    form.set_text('{"s": "ab\U0001f600"}')
    assert "3 / 5" in [one.text() for one in form.findChildren(QLabel)]


def test_a_very_large_text_is_a_chip_that_opens(qtbot: QtBot) -> None:
    text = "word " * 20_000
    form = shown_form(qtbot, TEXT, json.dumps({"s": text}))
    chip = find(form, LargeValue, "s")
    assert chip.isVisible() and len(find(form, QLineEdit, "s_line").text()) == 0
    qtbot.keyClick(chip, Qt.Key.Key_Return)
    area = find(form, QPlainTextEdit, "s")
    qtbot.keyClicks(area, "x")
    assert value(form) == {"s": "x" + text}


@pytest.mark.parametrize(
    "schema", [{"format": "password"}, {"writeOnly": True}, {}], ids=["format", "writeOnly", "name"]
)
def test_secrets_are_hidden_until_they_are_to_be_seen(qtbot: QtBot, schema: dict[str, object]) -> None:
    form = shown_form(qtbot, tool({"api_key": {"type": "string", **schema}}), '{"api_key": "se\\ncret"}')
    line = find(form, QLineEdit, "api_key")
    assert line.echoMode() == QLineEdit.EchoMode.Password
    find(form, QAction, "api_key_reveal").trigger()
    assert line.echoMode() == QLineEdit.EchoMode.Normal and line.text() == "se\ncret"


def test_an_argument_that_is_sent_as_header_says_with_what(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"region": {"type": "string", "x-mcp-header": "Region"}}))
    assert notes(form, "region") == "→ Mcp-Param-Region"
    qtbot.keyClicks(find(form, QLineEdit, "region"), "eu")
    assert notes(form, "region") == "→ Mcp-Param-Region: eu"
    form.set_text('{"region": "서울"}')
    assert notes(form, "region") == "→ Mcp-Param-Region: =?base64?7ISc7Jq4?="


def test_a_secret_in_a_header_is_warned_of_and_not_shown(qtbot: QtBot) -> None:
    secret = {"type": "string", "format": "password", "x-mcp-header": "Key"}
    form = shown_form(qtbot, tool({"k": secret}), '{"k": "open sesame"}')
    assert "sesame" not in notes(form, "k") and "secret in a header" in notes(form, "k")


def test_a_read_only_value_is_locked_until_asked(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "readOnly": True}}))
    line = find(form, QLineEdit, "s")
    assert not line.isEnabled() and "read-only" in notes(form, "s")
    qtbot.mouseClick(find(form, QPushButton, "s_unlock"), Qt.MouseButton.LeftButton)
    qtbot.keyClicks(line, "x")
    assert value(form) == {"s": "x"}


def test_examples_are_offered_while_typing(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "examples": ["Seoul", "Busan"]}}))
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClicks(line, "eou")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    assert value(form) == {"s": "eou"}  # looking is not choosing
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert value(form) == {"s": "Seoul"} and line.text() == "Seoul"


@given(st.text(max_size=80) | st.text('\U0001f600\\"\u00e9', min_size=50, max_size=400), st.booleans())
def test_a_long_value_is_cut_at_a_whole_character(text: str, ascii_only: bool) -> None:
    lexeme = json.dumps(text, ensure_ascii=ascii_only)
    cut = short(lexeme, 40)
    shown = (" ".join(text.split()) if "\n" in text else text) or lexeme
    assert cut == (shown if len(shown) <= 40 else shown[:39] + "…")


@pytest.mark.parametrize("value", ["word " * 300, "\U0001f600" * 300, {"a": "x" * 3000}, [["y"] * 300]])
def test_a_long_value_nobody_declared_is_shown(qtbot: QtBot, value: Any) -> None:
    form = shown_form(qtbot, {"type": "object"}, json.dumps({"long": value, "o": {"deep": value}}))
    assert json.loads(form.text()) == {"long": value, "o": {"deep": value}}
    assert form.row("/o/deep") is not None


def test_no_list_stays_open_below_an_example_that_is_typed_whole(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "examples": ["Seoul", "Busan"]}}))
    line = find(form, QLineEdit, "s")
    line.setFocus()
    qtbot.keyClicks(line, "Seou")
    assert QApplication.activePopupWidget() is not None
    qtbot.keyClicks(line, "l")
    assert QApplication.activePopupWidget() is None
    qtbot.keyClick(line, Qt.Key.Key_Backspace)
    popup = QApplication.activePopupWidget()
    assert popup is not None
    qtbot.keyClick(popup, Qt.Key.Key_Return, CONTROL)
    assert QApplication.activePopupWidget() is None and value(form) == {"s": "Seou"}


@pytest.mark.parametrize(("text", "said"), [("example.org", "no scheme"), ("https://x", ""), ("", "")])
def test_a_uri_without_scheme_is_remarked(qtbot: QtBot, text: str, said: str) -> None:
    form = shown_form(qtbot, tool({"u": {"type": "string", "format": "uri"}}), json.dumps({"u": text}))
    assert (said in notes(form, "u")) if said else notes(form, "u") == ""


def test_the_verdict_takes_the_place_of_a_guess(qtbot: QtBot) -> None:
    schema = tool({"u": {"type": "string", "format": "uri"}, "i": {"type": "string", "format": "uuid"}})
    form = shown_form(qtbot, schema, '{"u": "here", "i": "1"}')
    assert "no scheme" in notes(form, "u") and "UUID" in notes(form, "i")
    form.show_problems([Problem(f"/{key}", "is not valid", "format", "warning") for key in "ui"])
    assert notes(form, "u") == notes(form, "i") == ""
    form.show_problems([])
    assert "no scheme" in notes(form, "u")


def test_shift_enter_breaks_a_line_in_an_area(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "format": "textarea"}}), '{"s": "one"}')
    row = form.row("/s")
    assert row is not None
    area = row.focus_widget()
    assert isinstance(area, TextArea)
    area.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(area, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClicks(area, "two")
    assert value(form) == {"s": "one\ntwo"}
