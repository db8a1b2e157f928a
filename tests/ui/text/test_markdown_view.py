"""Markdown is drawn without fetching anything; links only say where they lead, or not even that."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QUrl
from PySide6.QtGui import QContextMenuEvent, QTextDocument, QTextFormat
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.widgets import theme


def shown(qtbot: QtBot, text: str, *, inert: bool = False) -> MarkdownView:
    view = MarkdownView(inert=inert)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.set_text(text)
    view.show()
    return view


def links(view: MarkdownView) -> list[str]:
    found, block = [], view.document().begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            found.append(at.fragment().charFormat().anchorHref())
            at += 1
        block = block.next()
    return [one for one in found if one]


def test_a_link_says_where_it_leads_and_is_not_opened(qtbot: QtBot) -> None:
    view = shown(qtbot, "See [the *page*](https://example.org/x?a=1&b=2).")
    told: list[str] = []
    view.open_link.connect(told.append)
    assert set(links(view)) == {"https://example.org/x?a=1&b=2"}
    view.highlighted.emit(QUrl("https://example.org/x"))
    assert "https://example.org/x" in view.viewport().toolTip()
    view.highlighted.emit(QUrl())
    assert view.viewport().toolTip() == ""
    view.anchorClicked.emit(QUrl("https://example.org/x"))
    assert told == ["https://example.org/x"] and view.source().isEmpty()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("See [the page](http://x/).", "See the page (http://x/)."),
        ("[the **bold** page](http://x/) and [b](http://y/)", "the bold page (http://x/) and b (http://y/)"),
        ("[http://x/](http://x/)", "http://x/"),
        ("![alt](http://x/p.png)", "alt (http://x/p.png)"),
        ("plain\n\n* one [a](b:c)", "plain\none a (b:c)"),
    ],
)
def test_an_inert_link_is_text_with_its_address_behind_it(qtbot: QtBot, text: str, read: str) -> None:
    view = shown(qtbot, text, inert=True)
    assert view.toPlainText() == read and links(view) == []


def test_nothing_is_loaded_and_html_is_text(qtbot: QtBot) -> None:
    view = shown(qtbot, "![a picture](file:///etc/hostname) <b>loud</b>")
    assert "a picture (file:///etc/hostname)" in view.toPlainText() and "<b>loud</b>" in view.toPlainText()
    for kind in (QTextDocument.ResourceType.ImageResource, QTextDocument.ResourceType.HtmlResource):
        assert bytes(view.loadResource(int(kind.value), QUrl("file:///etc/hostname")).data()) == b" "


def test_code_is_in_the_font_of_code_on_a_ground_of_its_own(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    view = shown(qtbot, "words `code` words\n\n```\nblock\n```\n")
    grounds = {}
    block = view.document().begin()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            piece = at.fragment()
            style = piece.charFormat()
            grounds[piece.text().strip()] = (style.font().family(), style.background().color().name())
            at += 1
        if block.text() == "block":
            assert block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)
            assert block.blockFormat().background().color() == theme.color("background")
        block = block.next()
    code = (theme.mono_font().family(), theme.color("background").name())
    assert grounds["code"] == grounds["block"] == code
    assert grounds["words"] != code
    assert view.textCursor().position() == 0


def test_a_table_after_code_has_no_empty_line_in_its_first_cell(qtbot: QtBot) -> None:
    view = shown(qtbot, "```\nx\n```\n\n| head |\n|---|\n| cell |\n")
    lines = view.toPlainText().split("\n")
    assert lines[lines.index("head") - 1] != "" and "cell" in lines


def test_so_many_lines_take_so_much_and_never_more_than_there_are(qtbot: QtBot) -> None:
    view = shown(qtbot, "one\n\ntwo\n\nthree " + "word " * 60)
    heights = [view.height_of(lines) for lines in (1, 2, 3, 4, 99)]
    assert heights == sorted(heights) and len(set(heights)) == 5
    line = view.fontMetrics().lineSpacing()
    assert abs(heights[3] - heights[2] - line) <= 3, "a line of the same paragraph is only its line higher"
    assert heights[1] - heights[0] > line, "a paragraph has room above it"
    assert heights[0] > line and view.height_of(50) == heights[4]


def test_the_menu_is_that_of_the_text_and_does_not_block(qtbot: QtBot) -> None:
    view = shown(qtbot, "text")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), view.mapToGlobal(QPoint(5, 5)))
    view.contextMenuEvent(event)
    menus = [one for one in view.findChildren(QMenu) if one.isVisible()]
    assert len(menus) == 1 and menus[0].actions()
    menus[0].close()


@pytest.mark.parametrize(
    "text",
    [">" * 50_000, "- " * 20_000, "![" * 20_000, "D" * (1 << 20), "|a|b|\n|-|-|\n|c|d|\n" * 2000],
    ids=["quotes", "lists", "brackets", "word", "tables"],
)
def test_what_qt_would_stand_still_for_is_shown_as_it_was_written(qtbot: QtBot, text: str) -> None:
    view = shown(qtbot, text, inert=True)
    said = view.document().toPlainText()
    assert said.startswith(text[:10_000]) and said.endswith("more characters") and len(said) < 10_100


def test_of_a_long_text_the_beginning_is_drawn_and_the_rest_is_counted(qtbot: QtBot) -> None:
    view = shown(qtbot, "a *word* and " * 10_000)
    said = view.document().toPlainText()
    assert said.startswith("a word and") and said.endswith("100,000 more characters")
