"""The strip beside the text: a number for each line, arrows to fold, a stripe where something is wrong."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.json.editor.code_edit import CodeEdit
from inspector.ui.json.editor.gutter import CodeGutter
from inspector.ui.json.editor.marks import Mark
from inspector.ui.widgets import theme
from tests.ui.strokes import Stroke, strokes

TEXT = '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}'
ARROW = 14


@pytest.fixture
def edit(qtbot: QtBot, qapp: QApplication) -> CodeEdit:
    theme.install(qapp, "light")
    made = CodeEdit(QMimeData.text)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    made.set_text(TEXT)
    return made


@pytest.fixture
def gutter(edit: CodeEdit) -> CodeGutter:
    found = edit.findChild(CodeGutter)
    assert found is not None
    return found


def _painted(gutter: CodeGutter, how: str) -> list[Stroke]:
    return [one for one in strokes(gutter) if one.how == how]


def test_every_line_has_its_number_and_that_of_the_cursor_stands_out(
    edit: CodeEdit, gutter: CodeGutter
) -> None:
    edit.go_to(TEXT.index("1"))
    texts = _painted(gutter, "text")
    assert [one.text for one in texts] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [one.colour == theme.color("text").name() for one in texts] == [n == 2 for n in range(7)]
    assert {one.colour for one in texts} == {theme.color("text").name(), theme.color("muted").name()}
    tops = [int(top) for _, top, _ in edit.lines_shown()]
    assert [(one.rect.top(), one.side, one.rect.right()) for one in texts] == [
        (top, "right", gutter.width() - ARROW) for top in tops
    ]
    assert all(one.rect.height() == edit.fontMetrics().height() for one in texts)


def test_it_has_a_ground_of_its_own(gutter: CodeGutter) -> None:
    ground = _painted(gutter, "fill")[0]
    assert ground.rect.toRect() == gutter.rect() and ground.colour == theme.color("alternate").name()


def test_an_arrow_stands_where_something_folds_and_turns_when_it_is_folded(
    edit: CodeEdit, gutter: CodeGutter
) -> None:
    lines = {block.blockNumber(): (top, height) for block, top, height in edit.lines_shown()}
    arrows = _painted(gutter, "way")
    middles = [QPointF(gutter.width() - ARROW / 2, lines[row][0] + lines[row][1] / 2) for row in (0, 1)]
    assert [one.rect.center().x() for one in arrows] == [one.x() for one in middles]
    for arrow, middle in zip(arrows, middles, strict=True):
        assert abs(arrow.rect.center().y() - middle.y()) <= 1
        assert arrow.rect.width() == 6 and arrow.rect.height() == 3  # points down
        assert arrow.colour == theme.color("muted").name()
    edit.folds.fold(edit.document().findBlockByNumber(1))
    _, closed = _painted(gutter, "way")
    assert closed.rect.width() == 3 and closed.rect.height() == 6
    assert closed.points[1][0] == closed.rect.right()  # points to the text
    assert closed.colour == theme.color("accent").name()
    assert [one.text for one in _painted(gutter, "text")] == ["1", "2", "5", "6", "7"]


def test_a_stripe_has_the_colour_of_the_gravest_mark_that_begins_in_the_line(
    edit: CodeEdit, gutter: CodeGutter
) -> None:
    def stripes() -> list[tuple[float, float, float, float, str]]:
        fills = _painted(gutter, "fill")[1:]
        return [(f.rect.left(), f.rect.top(), f.rect.width(), f.rect.height(), f.colour) for f in fills]

    assert stripes() == []
    second, last = TEXT.index('"a"'), len(TEXT) - 1
    edit.set_marks(
        [Mark(second, second + 1, "warning"), Mark(second, last, "error"), Mark(last, last, "muted")]
    )
    lines = [(int(top), int(height)) for _, top, height in edit.lines_shown()]
    assert stripes() == [
        (0, lines[1][0], 3, lines[1][1], theme.color("error").name()),
        (0, lines[6][0], 3, lines[6][1], theme.color("muted").name()),
    ]
    edit.set_marks([Mark(second, last, "muted"), Mark(second, last, "warning")])
    assert [one[4] for one in stripes()] == [theme.color("warning").name()]


def _press(gutter: CodeGutter, x: int, y: int, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
    where = QPoint(x, y)
    everywhere = gutter.mapToGlobal(where)
    pressed = QMouseEvent(
        QEvent.Type.MouseButtonPress, where, everywhere, button, button, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(gutter, pressed)


def test_a_click_at_the_number_chooses_the_line_and_at_the_arrow_folds(
    edit: CodeEdit, gutter: CodeGutter
) -> None:
    _, top, height = list(edit.lines_shown())[1]
    middle = int(top + height / 2)
    arrow = gutter.width() - ARROW - 2
    _press(gutter, arrow, middle)
    assert edit.folds.folded(edit.document().findBlockByNumber(1)) == 2
    assert not edit.textCursor().hasSelection()
    _press(gutter, arrow, middle)
    assert not edit.folds.any()
    _press(gutter, arrow - 1, middle)
    assert edit.textCursor().selectedText() == '  "a": [' and not edit.folds.any()
    edit.go_to(0)
    _press(gutter, arrow - 1, int(top + height))  # the next line begins there
    assert edit.textCursor().selectedText() == "    1,"
    _press(gutter, arrow - 1, int(top) + 1)
    assert edit.textCursor().selectedText() == '  "a": ['


def test_other_buttons_and_the_place_below_the_text_do_nothing(edit: CodeEdit, gutter: CodeGutter) -> None:
    _, top, height = list(edit.lines_shown())[1]
    for x in (3, gutter.width() - 3):
        _press(gutter, x, int(top + height / 2), Qt.MouseButton.RightButton)
        _press(gutter, x, gutter.height() - 2)
    assert not edit.textCursor().hasSelection() and not edit.folds.any()


def test_it_is_as_wide_as_two_digits_at_least(edit: CodeEdit, gutter: CodeGutter) -> None:
    nine = edit.fontMetrics().horizontalAdvance("9")
    edit.set_text("")
    assert abs(gutter.needed_width() - (2 * nine + theme.SPACE + ARROW)) <= 1
    edit.set_text("\n" * 998)
    assert abs(gutter.needed_width() - (3 * nine + theme.SPACE + ARROW)) <= 2
    assert gutter.sizeHint().width() == gutter.needed_width() and gutter.sizeHint().height() == 0
    assert gutter.cursor().shape() == Qt.CursorShape.ArrowCursor
