"""The text box for JSON: its text comes out as typed, keys do what an editor does, marks stand in place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QHelpEvent, QPalette, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTextEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor import code_edit
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.gutter import CodeGutter
from inspector.ui.json.editor.marks import Mark
from inspector.ui.widgets import theme
from tests.ui.strokes import strokes

TEXT = '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}'
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class _Window(QWidget):
    """A box between two buttons, on the screen and with the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.pasted: Callable[[QMimeData], str | None] = QMimeData.text
        self.before, self.after = QToolButton(), QToolButton()
        self.edit = CodeEdit(lambda data: self.pasted(data))
        layout = QVBoxLayout(self)
        for part in (self.before, self.edit, self.after):
            part.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            layout.addWidget(part)
        self.resize(400, 320)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> _Window:
    theme.install(qapp, "light")
    made = _Window()
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.edit.setFocus()
    return made


@pytest.fixture
def edit(window: _Window) -> CodeEdit:
    return window.edit


def _shown(edit: CodeEdit) -> str:
    text, place = edit.text(), edit.textCursor().position()
    return f"{text[:place]}|{text[place:]}"


# -- text ----------------------------------------------------------------------------------------------


def test_no_break_spaces_and_line_ends_come_out_as_typed(edit: CodeEdit) -> None:
    edit.set_text("a\u00a0b\nc")
    assert edit.text() == edit.shown_text() == "a\u00a0b\nc"


def test_another_text_replaces_what_differs_and_the_cursor_stays(edit: CodeEdit) -> None:
    edit.set_text('{"a": 1, "b": 2}')
    edit.go_to(14)
    edited: list[str] = []
    edit.edited.connect(lambda: edited.append(edit.text()))
    edit.set_text('{"a": 1000, "b": 2}')
    assert _shown(edit) == '{"a": 1000, "b": |2}' and edited == ['{"a": 1000, "b": 2}']
    edit.set_text('{"a": 1000, "b": 2}')
    assert len(edited) == 1
    edit.undo()
    assert edit.text() == '{"a": 1, "b": 2}'


def test_a_range_is_replaced_in_one_step(edit: CodeEdit) -> None:
    edit.set_text("0123456789")
    edit.replace_range(2, 5, "x\ny")
    assert edit.text() == "01x\ny56789"
    edit.undo()
    assert edit.text() == "0123456789"


def test_the_cursor_is_told_in_characters_and_not_in_units_of_qt(edit: CodeEdit) -> None:
    edit.set_text('"🎉🎉" x')
    edit.go_to_character(5)
    assert (edit.character(), edit.textCursor().position()) == (5, 7)
    edit.go_to_character(0)
    assert edit.character() == edit.textCursor().position() == 0


def test_a_place_beyond_the_text_is_its_end(edit: CodeEdit) -> None:
    edit.set_text("abc")
    edit.go_to(99)
    assert edit.textCursor().position() == 3
    edit.go_to(-5)
    assert edit.textCursor().position() == 0
    edit.go_to(1, 99)
    assert edit.textCursor().selectedText() == "bc"
    edit.go_to(0, 2)
    assert edit.textCursor().selectedText() == "ab"


def test_going_somewhere_brings_it_into_sight(edit: CodeEdit) -> None:
    edit.set_text("\n".join(map(str, range(400))))
    edit.go_to(0)
    assert edit.verticalScrollBar().value() == 0
    edit.go_to(edit.document().findBlockByNumber(300).position())
    numbers = [block.blockNumber() for block, _, _ in edit.lines_shown()]
    assert 300 in numbers and 0 not in numbers


def test_a_line_is_chosen_whole_and_the_keyboard_goes_there(window: _Window, edit: CodeEdit) -> None:
    edit.set_text("one\ntwo\nthree")
    window.after.setFocus()
    edit.select_line(edit.document().findBlockByNumber(1))
    assert edit.textCursor().selectedText() == "two" and edit.hasFocus()


def test_the_text_with_another_in_the_place_of_the_choice(edit: CodeEdit) -> None:
    edit.set_text("🎉abc🎉")
    edit.go_to(3, 4)
    assert edit.text_around(edit.textCursor(), "X") == "🎉aXc🎉" and edit.text() == "🎉abc🎉"


# -- keys ----------------------------------------------------------------------------------------------


def test_control_and_enter_send_and_change_nothing(edit: CodeEdit) -> None:
    sent: list[bool] = []
    edit.submitted.connect(lambda: sent.append(True))
    edit.set_text("{}")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        QTest.keyClick(edit, key, CONTROL)
    assert len(sent) == 2 and edit.text() == "{}"
    QTest.keyClick(edit, Qt.Key.Key_Return)
    assert len(sent) == 2 and edit.text() == "{}\n"


def test_enter_tab_and_brackets_keep_the_lines_in_shape(edit: CodeEdit) -> None:
    QTest.keyClicks(edit, "{")
    QTest.keyClick(edit, Qt.Key.Key_Enter)
    assert _shown(edit) == "{\n  |"
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert _shown(edit) == "{\n    |"
    QTest.keyClick(edit, Qt.Key.Key_Backtab, SHIFT)
    assert _shown(edit) == "{\n  |"
    QTest.keyClicks(edit, "}")
    assert _shown(edit) == "{\n}|"
    QTest.keyClicks(edit, "]")
    assert _shown(edit) == "{\n}]|"


def test_several_lines_move_in_with_tab(edit: CodeEdit) -> None:
    edit.set_text("a\nb")
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.text() == "  a\n  b"


def test_the_box_is_left_with_control_or_after_escape(window: _Window, edit: CodeEdit) -> None:
    for press, to in (
        ((Qt.Key.Key_Tab, CONTROL), window.after),
        ((Qt.Key.Key_Backtab, CONTROL | SHIFT), window.before),
    ):
        edit.setFocus()
        QTest.keyClick(edit, *press)
        assert to.hasFocus()
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert window.after.hasFocus() and edit.text() == ""
    edit.setFocus()
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    QTest.keyClicks(edit, "x")  # who goes on writing stays
    QTest.keyClick(edit, Qt.Key.Key_Tab)
    assert edit.hasFocus() and edit.text() == "x  "


def test_what_is_only_to_be_read_takes_no_key(edit: CodeEdit) -> None:
    edit.set_text("{")
    edit.setReadOnly(True)
    edit.go_to(1)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_X, Qt.Key.Key_BraceRight):
        QTest.keyClick(edit, key)
    assert edit.text() == "{"


def test_the_last_key_is_known_until_something_else_changes_the_text(edit: CodeEdit) -> None:
    changes: tuple[Callable[[], None], ...] = (
        lambda: edit.set_text(edit.text() + "z"),
        lambda: edit.replace_range(0, 1, "q"),
        edit.paste,
    )
    for change in changes:
        QTest.keyClicks(edit, '"')
        assert edit.typed_last() == '"'
        QGuiApplication.clipboard().setText("p")
        change()
        assert edit.typed_last() == ""


def test_a_paste_is_plain_text_or_taken_by_somebody_else(window: _Window, edit: CodeEdit) -> None:
    QGuiApplication.clipboard().setText("pasted")
    edit.paste()
    assert _shown(edit) == "pasted|"
    window.pasted = lambda data: None
    edit.paste()
    assert edit.text() == "pasted"
    window.pasted = lambda data: data.text().upper()
    edit.paste()
    assert edit.text() == "pastedPASTED"


def test_a_paste_ends_in_sight(edit: CodeEdit) -> None:
    QGuiApplication.clipboard().setText("x\n" * 300)
    edit.paste()
    assert 300 in [block.blockNumber() for block, _, _ in edit.lines_shown()]


def test_what_is_chosen_is_copied_as_it_is(edit: CodeEdit) -> None:
    edit.set_text("🎉ab\u00a0c")
    edit.go_to(2, 5)
    edit.copy()
    assert QGuiApplication.clipboard().text() == "ab\u00a0"


END_WITH_A_COPY = """
import sys
from PySide6.QtWidgets import QApplication
from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.widgets import theme
app = QApplication([])
theme.install(app, "light")
edit = CodeEdit(lambda source: source.text())
edit.set_text("copied")
edit.selectAll()
edit.copy()
del edit
print(QApplication.clipboard().text())
"""


def test_what_is_copied_last_does_not_crash_the_end_of_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", END_WITH_A_COPY], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout.strip()) == (0, "copied")


# -- decorations ---------------------------------------------------------------------------------------


def _grounds(edit: CodeEdit) -> dict[tuple[int, int], str]:
    """What is painted behind the text, by its place; the current line aside."""
    found: list[QTextEdit.ExtraSelection] = edit.extraSelections()
    whole = QTextCharFormat.Property.FullWidthSelection
    return {
        (one.cursor.selectionStart(), one.cursor.selectionEnd()): one.format.background().color().name()
        for one in found
        if not one.format.boolProperty(whole)
    }


def _current_lines(edit: CodeEdit) -> list[int]:
    whole = QTextCharFormat.Property.FullWidthSelection
    found: list[QTextEdit.ExtraSelection] = edit.extraSelections()
    assert all(not one.cursor.hasSelection() for one in found if one.format.boolProperty(whole))
    return [one.cursor.blockNumber() for one in found if one.format.boolProperty(whole)]


def test_the_line_of_the_cursor_stands_out_while_one_can_write(edit: CodeEdit) -> None:
    assert _current_lines(edit) == []  # the placeholder is to be read
    edit.set_text(TEXT)
    edit.go_to(TEXT.index("1"), TEXT.index("2"))
    assert _current_lines(edit) == [3]
    edit.setReadOnly(True)
    edit.go_to(0)
    assert _current_lines(edit) == []


def test_the_bracket_at_the_cursor_and_its_partner_stand_out(edit: CodeEdit) -> None:
    edit.set_text("[{}]")
    accent, error = theme.tint("accent", 0.3).name(), theme.tint("error", 0.3).name()
    edit.go_to(0)
    assert _grounds(edit) == {(0, 1): accent, (3, 4): accent}
    edit.go_to(2)  # the one before it counts first
    assert _grounds(edit) == {(1, 2): accent, (2, 3): accent}
    edit.go_to(4)
    assert edit.partner_place() == 3 and _grounds(edit) == {(0, 1): accent, (3, 4): accent}
    edit.set_text("[{}]  }")
    edit.go_to(7)
    assert _grounds(edit) == {(6, 7): error}
    edit.go_to(5)
    assert _grounds(edit) == {} and edit.partner_place() == -1


def test_brackets_of_a_long_text_are_known_when_somebody_has_looked(edit: CodeEdit) -> None:
    edit.set_text("[" + "1" * 50_000 + "]")
    edit.go_to(0)
    assert edit.partner_place() == -1
    edit.take_pairs({0: 50_001, 50_001: 0})
    assert edit.partner_place() == 0 and (0, 1) in _grounds(edit)
    edit.go_to(1)
    QTest.keyClick(edit, Qt.Key.Key_Backspace)  # and anew after a change
    assert edit.partner_place() == -1
    edit.set_text("[" + "1" * 49_000 + "]")
    edit.go_to(0)
    assert edit.partner_place() == 0 and edit.pairs() == {0: 49_001, 49_001: 0}


def test_marks_and_matches_are_shown_and_move_with_the_text(edit: CodeEdit) -> None:
    edit.set_text("abcdefgh")
    edit.set_marks([Mark(2, 4, "error")])
    edit.set_matches([(6, 7)])
    assert set(_grounds(edit)) == {(2, 4), (6, 7)}
    edit.go_to(0)
    QTest.keyClicks(edit, "xy")
    assert set(_grounds(edit)) == {(4, 6), (8, 9)}
    edit.set_marks([])
    edit.set_matches([])
    assert _grounds(edit) == {}


def test_marks_of_lines_that_are_scrolled_away_are_not_handed_to_qt(edit: CodeEdit) -> None:
    edit.set_text("\n".join(["abc"] * 500))
    places = [(4 * line, 4 * line + 3) for line in range(500)]
    edit.set_matches(places)
    edit.go_to(0)
    assert 5 < len(_grounds(edit)) < 100 and places[0] in _grounds(edit)
    seen = [block.blockNumber() for block, _, _ in edit.lines_shown()]
    assert {places[line] for line in seen[:-1]} <= set(_grounds(edit))
    edit.verticalScrollBar().setValue(300)
    assert places[0] not in _grounds(edit) and places[301] in _grounds(edit)


def test_colours_alone_are_no_edit(edit: CodeEdit, qapp: QApplication) -> None:
    edit.set_text(TEXT)
    said: list[bool] = []
    edit.edited.connect(lambda: said.append(True))
    theme.install(qapp, "dark")
    edit.grab()
    assert not said
    QTest.keyClicks(edit, " ")
    assert len(said) == 1


def test_lines_are_coloured_when_they_are_seen(edit: CodeEdit) -> None:
    edit.set_text("\n".join(['"key": 1'] * 500))
    edit.go_to(0)
    edit.grab()
    coloured = [bool(edit.document().findBlockByNumber(number).layout().formats()) for number in (0, 1, 250)]
    assert coloured == [True, True, False]


def test_the_mouse_that_rests_asks_for_help_about_a_character(edit: CodeEdit) -> None:
    asked: list[tuple[int, QPoint]] = []
    edit.help_wanted.connect(lambda place, where: asked.append((place, where)))
    edit.set_text("abcdef\n")

    def rest(point: QPoint) -> int:
        view = edit.viewport()
        where = view.mapToGlobal(point)
        QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, point, where))
        assert asked[-1][1] == where
        return asked[-1][0]

    def rect(place: int) -> tuple[int, int, int]:
        cursor = QTextCursor(edit.document())
        cursor.setPosition(place)
        at = edit.cursorRect(cursor)
        return at.left(), at.right(), at.center().y()

    for place in range(6):
        left, wide = rect(place)[0], rect(place + 1)[0] - rect(place)[0]
        for share in (0.25, 0.75):
            assert rest(QPoint(round(left + 1 + share * wide), rect(place)[2])) == place
    assert rest(QPoint(rect(6)[1] + 30, rect(6)[2])) == -1
    assert rest(QPoint(rect(3)[0], edit.viewport().height() - 3)) == -1


# -- lines and the strip beside them --------------------------------------------------------------------


def test_lines_on_the_screen_lie_one_below_the_other(edit: CodeEdit) -> None:
    edit.set_text("\n".join(map(str, range(300))))
    edit.go_to(0)
    lines = list(edit.lines_shown())
    assert [block.blockNumber() for block, _, _ in lines] == list(range(len(lines)))
    for (_, top, height), (_, below, _) in pairwise(lines):
        assert below == top + height
    assert lines[-1][1] <= edit.viewport().height() < lines[-1][1] + 2 * lines[-1][2]


def test_the_strip_is_as_wide_as_the_longest_number_needs(window: _Window, edit: CodeEdit) -> None:
    gutter = edit.findChild(CodeGutter)
    assert gutter is not None
    narrow = gutter.width()
    assert edit.viewport().x() == gutter.geometry().right() + 1 == narrow + edit.contentsRect().x()
    edit.set_text("\n" * 99)
    wide = gutter.width()
    assert wide > narrow and edit.viewport().x() == wide + edit.contentsRect().x()
    window.resize(400, 500)
    assert gutter.height() == edit.contentsRect().height() and gutter.width() == wide


def test_a_folded_line_says_how_many_are_hidden_and_opens_with_a_click(edit: CodeEdit) -> None:
    edit.set_text(TEXT)
    plain = edit.viewport().grab().toImage()
    block = edit.document().findBlockByNumber(1)
    edit.folds.fold(block)
    edit.go_to(0)
    chip = _chip(edit, "⋯ 2 lines")
    image = edit.viewport().grab().toImage()
    inside = chip.adjusted(3, 3, -3, -3).toRect()
    assert image.copy(inside) != plain.copy(inside)
    ground = image.pixelColor(int(chip.left()) + 2, int(chip.center().y()))
    assert ground != theme.color("base") and image.pixelColor(int(chip.right()) + 3, inside.y()) != ground
    QTest.mouseClick(
        edit.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(chip.right()) + 4, inside.y())
    )
    assert edit.folds.any()
    QTest.mouseClick(edit.viewport(), Qt.MouseButton.LeftButton, pos=inside.center())
    assert not edit.folds.any()


def test_one_hidden_line_is_counted_as_one(edit: CodeEdit) -> None:
    edit.set_text("[\n  1\n]")
    edit.folds.fold(edit.document().findBlockByNumber(0))
    texts = [one for one in strokes(edit.viewport()) if one.how == "text"]
    assert [one.text for one in texts] == ["⋯ 1 line"]
    assert texts[0].rect == _chip(edit, "⋯ 1 line") and texts[0].side == "center"


def _chip(edit: CodeEdit, words: str) -> QRectF:
    """Where the words for hidden lines stand: behind the text of the line, as wide as they are."""
    (line,) = [(top, height) for block, top, height in edit.lines_shown() if edit.folds.folded(block)]
    (block,) = [block for block, _, _ in edit.lines_shown() if edit.folds.folded(block)]
    right = block.layout().lineAt(0).naturalTextRect().right()
    left = edit.contentOffset().x() + right + theme.SPACE
    wide = QFontMetricsF(edit.font()).horizontalAdvance(words) + theme.SPACE
    return QRectF(left, line[0] + 1, wide, line[1] - 2)


def test_it_follows_the_theme(edit: CodeEdit, qapp: QApplication) -> None:
    edit.set_text("x")
    for name in ("dark", "light"):
        theme.install(qapp, name)
        base = QPalette.ColorRole.Base
        assert edit.palette().color(base) == edit.viewport().palette().color(base) == theme.color("base")
        assert edit.font() == theme.mono_font()
        (line,) = edit.extraSelections()
        assert line.format.background().color() == theme.color("alternate")
    assert edit.tabStopDistance() == pytest.approx(edit.fontMetrics().horizontalAdvance("  "), abs=1)


def test_brackets_of_a_text_of_just_that_length_are_looked_for_at_once(
    edit: CodeEdit, monkeypatch: pytest.MonkeyPatch
) -> None:
    for most, known in ((5, True), (4, False)):  # Qt counts the end of the text, too
        monkeypatch.setattr(code_edit, "_PAIRED", most)
        edit.set_text("")
        edit.set_text("[12]")
        edit.go_to(0)
        assert (edit.partner_place() == 0) is known
        edit.go_to(4)
        assert (edit.partner_place() == 3) is known
    edit.take_pairs({0: 3, 3: 0})
    edit.go_to(0)
    assert edit.partner_place() == 0
    edit.go_to(2)
    assert edit.partner_place() == -1


def test_a_bracket_before_the_cursor_comes_before_the_one_behind_it(edit: CodeEdit) -> None:
    edit.set_text("[]{}")
    edit.go_to(2)
    assert edit.partner_place() == 1
    edit.set_text('["[", 1')
    edit.go_to(3)
    assert edit.partner_place() == -1, "a bracket in a text is none"
    edit.go_to(1)
    assert edit.partner_place() == 0 and edit.pairs()[0] < 0, "it has no partner, surely"


def test_beside_the_text_there_is_no_character(edit: CodeEdit) -> None:
    edit.set_text("ab\n")
    edit.go_to(0)
    first = edit.cursorRect()
    edit.go_to(2)
    behind = edit.cursorRect()
    middle = first.center().y()
    assert edit._position_at(QPoint(first.left() + 2, middle)) == 0
    assert edit._position_at(QPoint(behind.left() - 2, middle)) == 1
    assert edit._position_at(QPoint(behind.right() + 30, middle)) == -1
    assert edit._position_at(QPoint(first.left(), edit.viewport().height() - 2)) == -1
    assert edit._position_at(QPoint(first.left() - 3, middle)) == 0, (
        "at the beginning of a line it is the first"
    )


def test_the_mouse_goes_on_to_qt_unless_it_asks_for_help(edit: CodeEdit) -> None:
    edit.set_text("ab")
    asked: list[int] = []
    edit.help_wanted.connect(lambda place, _where: asked.append(place))
    place = edit.cursorRect().center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, edit.viewport().mapToGlobal(place))
    assert edit.viewportEvent(event) and len(asked) == 1
    assert not edit.viewportEvent(QHelpEvent(QEvent.Type.WhatsThis, place, place)) and len(asked) == 1


def test_only_marks_in_sight_are_drawn(edit: CodeEdit) -> None:
    edit.set_text("\n".join(f"line {number}" for number in range(500)))
    document = edit.document()
    bottom = edit.cursorForPosition(QPoint(5, edit.viewport().height() - 2)).block()
    assert bottom.position() <= edit._seen_to() < document.findBlockByNumber(100).position()
    edit.verticalScrollBar().setValue(400)
    top = edit.firstVisibleBlock()
    assert top.blockNumber() == 400
    assert top.position() < edit._seen_to() < document.findBlockByNumber(480).position()
    edit.set_text("one\ntwo")
    assert edit._seen_to() == len("one\ntwo"), "to the end of what is short"
