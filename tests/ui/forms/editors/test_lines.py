"""A line for a value: what it says while it is empty, how it is cleared, and what counts as typing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.lines import LineEditor, ValueLine
from inspector.ui.forms.form import Form
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, shown_form, tool, value

TEXT = tool({"s": {"type": "string"}})
CONTROL = Qt.KeyboardModifier.ControlModifier


def line_of(form: Form, name: str = "s") -> ValueLine:
    line = find(form, QLineEdit, name)
    assert isinstance(line, ValueLine)
    return line


def inks(widget: QWidget, place: QPoint, width: int) -> set[str]:
    """Colours of a stretch of the middle of a widget."""
    picture = widget.grab(widget.rect()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = range(place.y() - 8, place.y() + 8)
    return {picture.pixelColor(place.x() + x, y).name() for x in range(width) for y in rows}


def test_text_that_is_set_by_dictation_counts_as_typed_and_a_shown_value_does_not(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT)
    told: list[bool] = []
    form.changed.connect(lambda: told.append(True))
    line_of(form).setText("spoken")  # as a screen reader does
    assert value(form) == {"s": "spoken"} and told == [True]
    form.set_text('{"s": "other"}')
    told.clear()
    assert line_of(form).text() == "other" and value(form) == {"s": "other"} and told == []
    line_of(form).setText("other again")
    assert value(form) == {"s": "other again"} and told == [True]


def test_a_value_from_outside_is_read_from_its_beginning_and_leaves_who_types_in_place(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT, '{"s": "one two three"}')
    line = line_of(form)
    assert line.cursorPosition() == 0
    line.setCursorPosition(4)
    line.show_value("one two three")
    assert line.cursorPosition() == 4
    line.show_value("four")
    assert line.cursorPosition() == 0


def test_what_was_cleared_from_outside_comes_back_with_undo_where_somebody_types(qtbot: QtBot) -> None:
    form = shown_form(qtbot, TEXT)
    line = line_of(form)
    line.setFocus()
    qtbot.keyClicks(line, "abc")
    line.show_value("")
    assert line.text() == "" and line.isUndoAvailable()
    line.undo()
    assert line.text() == "abc"
    line.clearFocus()
    line.show_value("")
    assert not line.isUndoAvailable()


@pytest.mark.parametrize(
    ("field", "crossed"),
    [({"type": "string"}, True), ({"type": "string", "default": "d"}, True), ({"type": "integer"}, True)],
)
def test_the_cross_is_there_while_there_is_something_to_take_back(
    qtbot: QtBot, field: dict[str, Any], crossed: bool
) -> None:
    form = shown_form(qtbot, tool({"s": field, "need": field}, ("need",)), '{"need": 1, "more": "x"}')
    crosses = [form.findChild(QAction, f"field_{name}_clear") for name in ("s", "need", "more")]
    assert crosses == [None, None, None]
    line = line_of(form)
    qtbot.keyClicks(line, "7")
    cross = form.findChild(QAction, "field_s_clear")
    assert cross is not None and cross in line.actions()
    cross.trigger()
    assert "s" not in value(form) and line.text() == "" and cross not in line.actions()
    assert line.placeholderText().startswith("not set" if "default" not in field else "default")


def test_empty_texts_and_null_have_chips_that_not_set_has_not(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    form = shown_form(qtbot, tool({"s": {"type": ["string", "null"]}}))
    line = line_of(form)
    line.clearFocus()
    place = QPoint(8, line.height() // 2)
    assert line.state() is None and theme.tint("string").name() not in inks(line, place, 10)
    form.set_text('{"s": ""}')
    assert line.state() == '""' and theme.tint("string").name() in inks(line, place, 10)
    form.set_text('{"s": null}')
    assert line.state() == "null" and theme.tint("keyword").name() in inks(line, place, 10)
    form.set_text('{"s": "x"}')
    assert line.state() is None
    assert not inks(line, place, 30) & {theme.tint(role).name() for role in ("keyword", "string")}


def test_a_mark_stands_where_the_character_is_that_nobody_sees(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    line = ValueLine(lambda _event: False)
    qtbot.addWidget(line)
    line.resize(300, 30)
    line.show()
    line.show_value("ab  cd")
    plain = line.grab().toImage()
    line.show_value("ab\u00a0\u00a0cd")
    marked = line.grab().toImage()
    wide = line.fontMetrics().horizontalAdvance
    changed = [x for x in range(300) if any(plain.pixel(x, y) != marked.pixel(x, y) for y in range(30))]
    left = line.cursorRect().left() + 5 + wide("ab")  # Qt's rectangle begins 5 px before the cursor
    assert changed and left - 2 <= changed[0] and changed[-1] <= left + wide("\u00a0\u00a0") + 2
    line.setEchoMode(QLineEdit.EchoMode.Password)
    hidden = line.grab().toImage()
    line.show_value("ab  cd")
    assert line.grab().toImage() == hidden, "what is hidden is not marked"


def test_the_choice_among_examples_replaces_what_was_typed_and_is_undone_at_once(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "examples": ["Seoul", "Busan"]}}))
    line = line_of(form)
    editor = line.parent()
    assert isinstance(editor, LineEditor) and editor.focus_widget() is line
    qtbot.keyClicks(line, "u")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert popup.palette().color(QPalette.ColorRole.WindowText) == QColor(theme.color("muted"))
    popup.hide()
    editor.enter("Busan")
    assert value(form) == {"s": "Busan"} and line.text() == "Busan"
    line.undo()
    assert line.text() == "u" and value(form) == {"s": "u"}
    qtbot.keyClicks(line, "zz")
    assert QApplication.activePopupWidget() is None, "none of them is meant"


def test_control_enter_runs_though_examples_are_shown_and_enter_alone_does_not(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "examples": ["Seoul", "Busan"]}}))
    line = line_of(form)
    for modifier, left in ((Qt.KeyboardModifier.NoModifier, True), (CONTROL, False)):
        line.clear()
        qtbot.keyClicks(line, "u")
        assert QApplication.activePopupWidget() is not None
        qtbot.keyClick(line, Qt.Key.Key_Shift, modifier)
        assert QApplication.activePopupWidget() is not None
        if not left:
            qtbot.keyClick(line, Qt.Key.Key_Return, modifier)
            assert QApplication.activePopupWidget() is None


def test_a_text_of_any_length_is_held(qtbot: QtBot) -> None:
    line = ValueLine(lambda _event: False)
    qtbot.addWidget(line)
    line.show_value("x" * 40_000)
    assert len(line.value()) == 40_000
