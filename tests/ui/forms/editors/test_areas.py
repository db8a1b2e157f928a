"""Texts of several lines: areas are as high as their text; JSON that is none yet is kept as typed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from inspector.ui.forms.editors.areas import Area, JsonFieldEditor, TextArea
from inspector.ui.forms.form import Form
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, shown_form, tool, value

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def shown_area(qtbot: QtBot, area: Area) -> Area:
    qtbot.addWidget(area)
    area.resize(300, area.height())
    with qtbot.waitActive(area):
        area.show()
        area.activateWindow()
    area.setFocus()
    return area


def json_area(form: Form, pointer: str = "/v") -> Area:
    row = form.row(pointer)
    assert row is not None
    row.host.force(JsonFieldEditor)
    area = row.focus_widget()
    assert isinstance(area, Area)
    return area


def test_an_area_grows_with_its_text_up_to_a_dozen_lines(qtbot: QtBot) -> None:
    area = shown_area(qtbot, Area(2))
    line = area.fontMetrics().lineSpacing()
    heights = []
    for lines in (1, 2, 5, 12, 40):
        area.show_value("\n".join(["x"] * lines))
        heights.append(area.height())
        assert area.sizeHint().height() == area.minimumSizeHint().height() == area.height()
    assert heights[0] <= heights[1] <= heights[0] + 4 and heights[3] == heights[4]
    assert heights[2] - heights[1] == 3 * line and 0 <= 7 * line - (heights[3] - heights[2]) <= 4
    assert 2 * line < heights[0] < 3 * line
    area.show_value("word " * 60)
    assert area.height() > heights[1], "a long line is broken"
    assert not area.horizontalScrollBar().isVisible()


def test_keys_that_are_for_the_form_are_left_to_it(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string", "format": "textarea"}, "w": {"type": "string"}}))
    seen: list[int] = []
    form.keyPressEvent = lambda event: seen.append(event.key())  # type: ignore[method-assign]
    area = find(form, QPlainTextEdit, "v")
    area.setFocus()
    qtbot.keyClick(area, Qt.Key.Key_Return, CONTROL)
    qtbot.keyClick(area, Qt.Key.Key_D, CONTROL)
    assert [key for key in seen if key != Qt.Key.Key_Control] == [Qt.Key.Key_Return, Qt.Key.Key_D]
    assert area.toPlainText() == ""
    qtbot.keyClick(area, Qt.Key.Key_Return)
    qtbot.keyClick(area, Qt.Key.Key_Tab)
    assert value(form) == {"v": "\n"} and not area.hasFocus()


def test_line_ends_of_windows_are_kept_where_all_are_of_that_kind(qtbot: QtBot) -> None:
    area = shown_area(qtbot, Area(1))
    area.show_value("a\r\nb")
    assert area.toPlainText() == "a\nb"
    area.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(area, Qt.Key.Key_Return)
    qtbot.keyClicks(area, "c")
    assert area.value() == "a\r\nb\r\nc"
    for mixed in ("a\r\nb\nc", "a\rb", "a\nb"):
        area.show_value(mixed)
        assert area.value() == mixed


def test_showing_a_value_is_no_edit_and_clearing_it_can_be_undone_by_who_types(qtbot: QtBot) -> None:
    area = shown_area(qtbot, Area(1))
    edits: list[bool] = []
    area.textChanged.connect(lambda: edits.append(True))
    area.show_value("text")
    assert edits == []
    qtbot.keyClicks(area, "x")
    assert edits == [True]
    area.show_value("")
    assert area.value() == "" and area.document().isUndoAvailable() and edits == [True]
    area.clearFocus()
    area.show_value("other")
    area.show_value("")
    assert not area.document().isUndoAvailable()


def test_an_empty_area_says_which_kind_of_empty_it_is(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    area = TextArea(lambda _event: False)
    shown_area(qtbot, area).clearFocus()

    def grounds() -> set[str]:
        picture = area.viewport().grab().toImage()
        return {picture.pixelColor(x, y).name() for x in range(4, 30) for y in range(4, 24)}

    for lexeme, state, role in (
        (None, None, ""),
        ('""', '""', "string"),
        ("null", "null", "keyword"),
        ('"x"', None, ""),
    ):
        area.set_state(lexeme, "words")
        tints = {one for one in ("string", "keyword") if theme.tint(one).name() in grounds()}
        assert area.state() == state and tints == ({role} if role else set())
        assert area.placeholderText() == "words"


def test_marks_stand_where_the_characters_are(qtbot: QtBot) -> None:
    area = TextArea(lambda _event: False)
    shown_area(qtbot, area).clearFocus()
    area.show_value("ab  cd\nplain")
    plain = area.viewport().grab().toImage()
    area.show_value("ab\u00a0\u00a0cd\nplain")
    marked = area.viewport().grab().toImage()
    size = plain.size()
    places = [
        (x, y)
        for x in range(size.width())
        for y in range(size.height())
        if plain.pixel(x, y) != marked.pixel(x, y)
    ]
    wide, margin = area.fontMetrics().horizontalAdvance, round(area.document().documentMargin())
    left, right = margin + wide("ab"), margin + wide("ab\u00a0\u00a0")
    assert places and left - 2 <= min(x for x, _ in places) and max(x for x, _ in places) <= right + 2
    assert max(y for _, y in places) <= margin + area.fontMetrics().lineSpacing() + 1


def test_the_frame_says_who_has_the_keyboard(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "string"}, "w": {"type": "string"}}))
    area = json_area(form)
    around = area.parentWidget()
    assert around is not None
    colours = []
    for held in (True, False):
        (area.setFocus if held else area.clearFocus)()
        colours.append(around.grab().toImage().pixelColor(0, around.height() // 2).name())
    mixed = [theme.mix(theme.color(role), theme.color("muted"), 0.4).name() for role in ("accent", "border")]
    assert colours == mixed


def test_json_that_is_none_yet_is_a_draft_that_is_told_and_sent_as_it_stands(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"v": {"type": "object"}, "w": {"type": "string"}}), '{"v": {"a": 1}}')
    area = json_area(form)
    row = form.row("/v")
    assert row is not None and area.value() == '{"a": 1}' and row.host.editor.error() == ""
    area.setFocus()
    area.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(area, Qt.Key.Key_Backspace)
    assert form.text() == '{"v": {"a": 1}' and row.host.editor.error() != "" and list(form.errors()) == ["/v"]
    qtbot.keyClicks(find(form, QPlainTextEdit, "v"), "}")
    assert value(form) == {"v": {"a": 1}} and row.host.editor.error() == "" and form.errors() == {}
    area.selectAll()
    qtbot.keyClick(area, Qt.Key.Key_Delete)
    assert value(form) == {} and area.placeholderText() == "" and row.host.editor.shown() is None


def test_an_item_of_a_list_that_is_emptied_is_a_draft_as_nothing_can_be_absent_there(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"l": {"type": "array", "items": {"type": "string"}}}), '{"l": ["x"]}')
    area = json_area(form, "/l/0")
    area.setFocus()
    area.selectAll()
    qtbot.keyClick(area, Qt.Key.Key_Delete)
    assert list(form.errors()) == ["/l/0"]


def test_a_value_deep_in_a_document_stands_without_the_indentation_around_it(form: Form) -> None:
    form.set_schema(tool({"o": tool({"v": {"type": "object"}})}))
    form.set_text('{\n  "o": {\n    "v": {\n      "a": 1,\n\n      "b": [2]\n    }\n  }\n}')
    assert json_area(form, "/o/v").value() == '{\n  "a": 1,\n\n  "b": [2]\n}'


@pytest.mark.parametrize(("size", "locked"), [(49_990, False), (50_010, True)])
def test_a_line_that_qt_would_take_seconds_for_is_cut_and_cannot_be_edited(
    form: Form, size: int, locked: bool
) -> None:
    form.set_schema(tool({"v": {"type": "array"}}))
    lexeme = "[" + "1" * (size - 2) + "]"
    form.set_text(f'{{"v": {lexeme}}}')
    area = json_area(form)
    row = form.row("/v")
    assert row is not None and row.host.editor.shown() == lexeme
    assert area.isReadOnly() is locked and bool(area.toolTip()) is locked
    assert area.value() == (lexeme[:1000] + "…" if locked else lexeme)
    form.set_text('{"v": [1]}')
    assert not area.isReadOnly() and area.toolTip() == "" and area.value() == "[1]"
