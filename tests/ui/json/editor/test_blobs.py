"""A picture in an argument is one chip; what is read back, copied and undone is all of it."""

from __future__ import annotations

import base64
import random

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from inspector.render.blobs import PLACE
from inspector.ui.json.editor import commands
from inspector.ui.json.editor.actions import ACTIONS
from inspector.ui.json.editor.editor import JsonEditor

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(6000)).decode()
OTHER = base64.b64encode(random.Random(1).randbytes(9000)).decode()
TEXT = f'{{"🎉": "{PNG}", "b": "{OTHER}", "n": 1}}'


@pytest.fixture
def holding(editor: JsonEditor) -> JsonEditor:
    """Two blobs."""
    editor.set_text(TEXT)
    return editor


def test_it_is_shown_as_a_chip_and_read_back_whole(holding: JsonEditor) -> None:
    assert holding.edit.isVisible()
    assert holding.edit.shown_text() == f'{{"🎉": "{PLACE}", "b": "{PLACE}", "n": 1}}'
    assert holding.text() == TEXT
    assert holding.exact_bytes() == TEXT.encode()
    assert holding.error_text() == ""
    assert "image/png" in holding._completion.about(holding.edit.shown_text().index(PLACE) + 1)


def test_typing_around_it_and_undo_keep_it(holding: JsonEditor) -> None:
    place = holding.edit.shown_text().index(PLACE) + 1  # the emoji counts two in Qt
    holding.edit.go_to(place)
    QTest.keyClicks(holding.edit, "x")
    QTest.keyClick(holding.edit, Qt.Key.Key_Right)
    QTest.keyClicks(holding.edit, "y")
    assert holding.text() == TEXT.replace(PNG, f"x{PNG}y")
    holding.edit.undo()
    holding.edit.undo()
    holding.edit.go_to(place + 1)
    QTest.keyClick(holding.edit, Qt.Key.Key_Backspace)
    assert holding.text() == TEXT.replace(PNG, "")
    holding.edit.undo()
    assert holding.text() == TEXT


def test_format_minify_and_a_form_keep_it(holding: JsonEditor) -> None:
    holding.format()
    assert holding.text() == f'{{\n  "🎉": "{PNG}",\n  "b": "{OTHER}",\n  "n": 1\n}}'
    holding.set_text(holding.text().replace("1", "1", 1).replace('"n": 1', '"n": 2'))
    holding.minify()
    assert holding.text() == f'{{"🎉":"{PNG}","b":"{OTHER}","n":2}}'
    holding.set_text(f'{{"b":"{PNG}"}}')
    assert holding.text() == f'{{"b":"{PNG}"}}'
    holding.edit.undo()
    assert holding.text() == f'{{"🎉":"{PNG}","b":"{OTHER}","n":2}}'


def test_copy_has_the_text_and_paste_makes_a_chip(holding: JsonEditor) -> None:
    holding.edit.selectAll()
    holding.edit.copy()
    assert QGuiApplication.clipboard().text() == TEXT
    mime = QMimeData()
    mime.setText(f'"{OTHER}"')
    holding.edit.insertFromMimeData(mime)
    assert holding.edit.shown_text() == f'"{PLACE}"'
    assert holding.text() == f'"{OTHER}"'


def test_replace_all_keeps_what_is_between(holding: JsonEditor) -> None:
    holding.edit.set_matches(())
    QTest.keyClick(holding.edit, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    holding._bar.line.setText('"')
    holding._bar._other.setText("'")
    holding._bar.replace_wanted.emit(True)
    assert holding.text() == TEXT.replace('"', "'")
    holding.edit.undo()
    assert holding.text() == TEXT


@pytest.mark.parametrize("text", [f'["{PLACE}", "{PNG}"]', f'["\ue000", "{PNG}"]', f'"{PNG}"'])
def test_characters_that_mean_something_to_us_are_read_back(holding: JsonEditor, text: str) -> None:
    holding.set_text(text)
    assert holding.text() == text
    holding.set_text("{}")
    assert holding.text() == "{}"


def test_it_is_painted(holding: JsonEditor) -> None:
    before = holding.edit.viewport().grab().toImage()
    holding.set_text(TEXT.replace(PNG, ""))
    assert holding.edit.viewport().grab().toImage() != before


def test_a_chip_can_be_opened_and_undo_closes_it(holding: JsonEditor) -> None:
    shown = holding.edit.shown_text()
    holding.edit.go_to(shown.index(PLACE) + 1)
    holding._commands.show_chip()
    assert PNG in holding.edit.shown_text()
    assert holding.text() == TEXT
    holding.edit.undo()
    assert holding.edit.shown_text() == shown


def test_a_character_of_the_whole_text_is_found_and_one_in_a_chip_is_the_chip(editor: JsonEditor) -> None:
    long = '"' + "QUJD" * 2000 + '"'
    text = f'["🎉", {long}, "b", {long}, 7]'
    editor.set_text(text)
    edit = editor.edit
    shown = edit.shown_text()
    assert len(shown) < 100
    for word in ('"b"', "7]", '["'):
        offset = text.index(word)
        found = edit.blobs.position_of(shown, offset)
        edit.go_to(found)
        assert edit.character() == offset, word
    first = edit.blobs.position_of(shown, text.index("QUJD"))
    assert edit.blobs.at(first) is not None or edit.blobs.at(first + 1) is not None
    assert edit.blobs.position_of(shown, text.index("QUJD") + 5000) == edit.blobs.position_of(
        shown, text.index("QUJD") + 10
    )
    assert edit.blobs.position_of("plain", 3) == 3


def test_the_sign_of_a_chip_that_was_pasted_beside_one_stays_itself(holding: JsonEditor) -> None:
    mime = QMimeData()
    mime.setText(f"{PLACE}x")
    holding.edit.go_to(1)
    holding.edit.insertFromMimeData(mime)
    assert holding.text() == f"{{{PLACE}x" + TEXT[1:]
    shown = holding.edit.shown_text()
    blobs = holding.edit.blobs
    assert blobs.at(1) is None and blobs.about(1) == ""
    assert blobs.position_of(shown, 2) == 2, "it is one character"
    first = len(f'{{{PLACE}x"🎉": "') + 1  # the emoji counts two in Qt
    assert blobs.at(first) == PNG
    place = holding.text().index(PNG)
    assert blobs.position_of(shown, place + len(PNG) - 1) == first
    assert blobs.position_of(shown, place + len(PNG)) == first + 1
    blobs.open(1)
    assert holding.text() == f"{{{PLACE}x" + TEXT[1:]


def test_only_a_chip_that_is_not_too_long_is_offered_as_text(
    holding: JsonEditor, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = next(one for one in ACTIONS if one.name == "show_chip")
    can = holding._commands.can
    place = holding.edit.shown_text().index(PLACE) + 1
    holding.edit.go_to(1)
    assert not can(action)
    holding.edit.go_to(place)
    monkeypatch.setattr(commands, "_CHIP", len(PNG))
    assert can(action)
    monkeypatch.setattr(commands, "_CHIP", len(PNG) - 1)
    assert not can(action)
