"""What a server says of its fields and tools: marks set words apart, and nothing leads anywhere."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy
from pytestqt.qtbot import QtBot

from inspector.ui.forms.help import HelpText, words
from inspector.ui.text.clamped import Clamped
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.widgets import theme
from tests.ui.form_driving import find, shown_form, tool

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    theme.install(qapp, "light")


def help_of(qtbot: QtBot, description: str) -> HelpText:
    found = HelpText(description)
    qtbot.addWidget(found)
    found.resize(400, 40)
    return found


def test_marks_of_a_description_are_seen_and_not_read(qtbot: QtBot) -> None:
    marked = help_of(qtbot, "A **bold** word, `code` and *more* <b>html</b>")
    plain = help_of(qtbot, "A bold word, code and more <b>html</b>")
    assert marked.text() == plain.text() == "A bold word, code and more <b>html</b>"
    assert marked.grab().toImage() != plain.grab().toImage()


def test_a_span_stands_where_its_words_are_behind_characters_of_two_units(qtbot: QtBot) -> None:
    """Qt counts in UTF-16: counted in characters, other letters would be bold."""
    wide = help_of(qtbot, "\U0001f600 **b**")
    (span,) = wide._spans
    assert (span.start, span.end) == (3, 4)


def test_a_long_text_with_marks_is_cut_after_two_lines_and_whole_after_a_click(qtbot: QtBot) -> None:
    form = shown_form(qtbot, tool({"s": {"type": "string", "description": "**word** `code` " * 100}}))
    (found,) = form.findChildren(HelpText)
    assert isinstance(found, HelpText)
    cut = found.height()
    assert cut <= 2 * found.fontMetrics().lineSpacing() + 6
    assert found.shown_text().endswith("… ▾") and len(found.shown_text()) < 200
    found.grab()
    qtbot.mouseClick(found, LEFT)
    assert found.shown_text() == found.text()
    qtbot.waitUntil(lambda: found.height() > 2 * cut)
    found.grab()


def test_a_text_has_the_room_of_its_lines_at_every_width(qtbot: QtBot) -> None:
    schema = {"type": "string", "description": "one line of words that is no longer than this"}
    form = shown_form(qtbot, tool({"s": schema, "t": {"type": "object", "properties": {"u": schema}}}))
    form.go_to("/t/u")
    found = form.findChildren(HelpText)
    one = form.fontMetrics().lineSpacing()
    for width, lines in ((500, [1, 1]), (200, [2, 2]), (500, [1, 1])):
        form.resize(width, 600)
        wanted = partial(_has_lines, found, one, lines)
        qtbot.waitUntil(wanted)


def _has_lines(found: list[HelpText], one: int, lines: list[int]) -> bool:
    return [round(text.height() / one) for text in found] == lines


def test_a_screen_reader_hears_the_words_without_marks(qtbot: QtBot) -> None:
    schema: dict[str, Any] = {"s": {"type": "string", "description": "See **this** [page](https://x.y)"}}
    form = shown_form(qtbot, tool(schema))
    assert "See this page (https://x.y)" in find(form, QLineEdit, "s").accessibleDescription()


def test_a_link_of_a_tool_s_description_leads_nowhere_and_shows_its_address(qtbot: QtBot) -> None:
    shown = Clamped("about")
    qtbot.addWidget(shown)
    shown.set_text("Read [the **docs**](https://evil.example) or <https://plain.example>, `now`.")
    view = shown.findChild(MarkdownView)
    assert isinstance(view, MarkdownView)
    document = view.document()
    assert document.toPlainText() == ("Read the docs (https://evil.example) or https://plain.example, now.")
    assert "href" not in document.toHtml()


LONG = "word " * 200


def test_a_click_unfolds_a_long_text_and_another_folds_it_again(qtbot: QtBot) -> None:
    found = help_of(qtbot, LONG)
    line = found.fontMetrics().lineSpacing()
    found.show()
    folded = found.sizeHint().height()
    assert 2 * line <= folded <= 2 * line + 4 and found.cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.mouseClick(found, LEFT)
    assert found.sizeHint().height() > 10 * line and found.shown_text() == found.text()
    qtbot.mouseClick(found, LEFT)
    assert found.sizeHint().height() == folded and found.shown_text().endswith("… ▾")
    short = help_of(qtbot, "a few words")
    short.show()
    assert short.cursor().shape() == Qt.CursorShape.ArrowCursor and short.shown_text() == "a few words"
    assert line <= short.sizeHint().height() <= line + 4


def test_as_much_is_shown_as_two_lines_hold(qtbot: QtBot) -> None:
    found = help_of(qtbot, LONG)
    line = found.fontMetrics().lineSpacing()
    for width in (200, 400, 600):
        found.resize(width, 40)
        cut = found.shown_text()
        room = found.fontMetrics().boundingRect(0, 0, width, 9_999, int(Qt.TextFlag.TextWordWrap), cut)
        more = cut.removesuffix("… ▾") + " word… ▾"
        needed = found.fontMetrics().boundingRect(0, 0, width, 9_999, int(Qt.TextFlag.TextWordWrap), more)
        assert room.height() <= 2 * line + 2 < needed.height()
    assert found.shown_text() is found.shown_text(), "it is found out once"


def test_a_text_without_end_is_read_only_so_far(qtbot: QtBot) -> None:
    found = help_of(qtbot, "x" * 9_000)
    assert len(found.text()) == 4_000 and len(words("y" * 9_000)) == 4_000
    many = help_of(qtbot, "**b** " * 300)
    assert len(many._spans) == 200
    assert found.minimumSizeHint().width() == 1
    assert found.minimumSizeHint().height() == found.fontMetrics().lineSpacing()
    assert found.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored


def test_each_mark_looks_its_own_way(qtbot: QtBot) -> None:
    found = help_of(qtbot, "**b** *i* `c` tail")
    layout = found._laid(found.text(), 400)
    bold, italic, code = layout.formats()
    assert [(one.start, one.length) for one in (bold, italic, code)] == [(0, 1), (2, 1), (4, 1)]
    assert bold.format.fontWeight() == QFont.Weight.DemiBold and not bold.format.fontItalic()
    assert italic.format.fontItalic() and code.format.font().family() == theme.mono_font().family()
    assert code.format.foreground().color() == found.palette().color(QPalette.ColorRole.Text)
    cut = found._laid("b i", 400)
    assert len(cut.formats()) == 2, "what lies behind the cut has none"


def test_lines_with_marks_are_as_far_apart_as_others(qtbot: QtBot) -> None:
    found = help_of(qtbot, "`code` " * 30)
    layout = found._laid(found.text(), 300)
    metrics = found.fontMetrics()
    assert layout.lineCount() > 2
    for number in range(layout.lineCount()):
        line = layout.lineAt(number)
        assert line.y() + line.ascent() == number * metrics.lineSpacing() + metrics.ascent()
        assert line.width() == 300
    broken = found._laid("one\ntwo", 300)
    assert broken.lineCount() == 2


def test_another_font_needs_another_height(qtbot: QtBot) -> None:
    found = help_of(qtbot, LONG)
    found.show()
    before, cut = found.sizeHint().height(), found.shown_text()
    font = found.font()
    font.setPointSizeF(2 * font.pointSizeF())
    found.setFont(font)
    assert found.sizeHint().height() > 1.5 * before and len(found.shown_text()) < len(cut)
