"""A line gets its colours when it is seen, and again when it or the theme is another one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.colours import CodeColours
from inspector.ui.text.highlight import format_of
from inspector.ui.widgets import theme


@pytest.fixture
def edit(qtbot: QtBot, qapp: QApplication) -> QPlainTextEdit:
    theme.install(qapp, "light")
    made = QPlainTextEdit()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def colours(edit: QPlainTextEdit) -> CodeColours:
    return CodeColours(edit)


def _block(edit: QPlainTextEdit, number: int = 0) -> QTextBlock:
    return edit.document().findBlockByNumber(number)


def _spans(block: QTextBlock) -> list[tuple[int, int, str]]:
    formats = block.layout().formats()
    return [(one.start, one.length, one.format.foreground().color().name()) for one in formats]


def test_words_are_coloured_where_qt_counts_them(edit: QPlainTextEdit, colours: CodeColours) -> None:
    edit.setPlainText('{"🎉": true}')
    colours.colour(_block(edit))
    spans = {start: (length, colour) for start, length, colour in _spans(_block(edit))}
    assert spans[1][0] == 4  # the emoji is two units
    assert spans[7][0] == 4 and spans[7][1] != spans[1][1]
    assert {colour for _, colour in spans.values()} & {format_of("keyword").foreground().color().name()}


def test_a_line_that_is_too_long_stays_plain(edit: QPlainTextEdit, colours: CodeColours) -> None:
    for length, coloured in ((20_000, True), (20_001, False)):
        edit.setPlainText("1" * length)
        colours.colour(_block(edit))
        assert bool(_spans(_block(edit))) is coloured


def test_a_coloured_line_is_left_alone(edit: QPlainTextEdit, colours: CodeColours) -> None:
    edit.setPlainText("1")
    colours.colour(_block(edit))
    was = _spans(_block(edit))
    assert was
    _block(edit).layout().setFormats([])
    colours.colour(_block(edit))
    assert _spans(_block(edit)) == []


def test_a_line_that_changed_is_coloured_anew_and_so_are_both_halves_of_a_broken_one(
    edit: QPlainTextEdit, colours: CodeColours
) -> None:
    edit.setPlainText("1\n2 true")
    for number in (0, 1):
        colours.colour(_block(edit, number))
    cursor = edit.textCursor()
    cursor.setPosition(4)
    cursor.insertText("\n")
    for number in (0, 1, 2):
        colours.colour(_block(edit, number))
    assert [[(start, length) for start, length, _ in _spans(_block(edit, n))] for n in (1, 2)] == [
        [(0, 1)],
        [(0, 4)],
    ]
    cursor.insertText("x")
    cursor.movePosition(cursor.MoveOperation.StartOfBlock)
    cursor.insertText('"')
    colours.colour(_block(edit, 2))
    assert _spans(_block(edit, 2))[0][:2] != (0, 4)


def test_a_line_that_has_no_colours_any_more_loses_them(edit: QPlainTextEdit, colours: CodeColours) -> None:
    edit.setPlainText("1")
    colours.colour(_block(edit))
    cursor = edit.textCursor()
    cursor.select(cursor.SelectionType.Document)
    cursor.insertText("  ")
    colours.colour(_block(edit))
    assert _spans(_block(edit)) == []


def test_another_theme_has_other_colours(
    edit: QPlainTextEdit, colours: CodeColours, qapp: QApplication
) -> None:
    edit.setPlainText("true")
    colours.colour(_block(edit))
    light = _spans(_block(edit))
    theme.install(qapp, "dark")
    colours.colour(_block(edit))
    assert [one[:2] for one in _spans(_block(edit))] == [one[:2] for one in light]
    assert _spans(_block(edit)) != light
