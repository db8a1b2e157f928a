"""A long description is cut between lines, not through them."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.text.clamped import Clamped
from inspector.ui.text.markdown_view import MarkdownView
from inspector.ui.widgets import theme
from inspector.ui.widgets.controls import Link


@pytest.mark.parametrize("text", ["one\n\n- two\n- three\n- four", "# one\n\ntwo\n\nthree\n\nfour"])
def test_no_line_is_shown_in_part(qtbot: QtBot, text: str) -> None:
    shown = Clamped("about", lines=3)
    qtbot.addWidget(shown)
    shown.resize(300, 200)
    shown.set_text(text)
    view = shown.findChild(MarkdownView)
    assert view is not None
    places = view.document().documentLayout()
    end = places.blockBoundingRect(view.document().lastBlock())
    before = places.blockBoundingRect(view.document().lastBlock().previous())
    assert before.bottom() <= view.height() <= end.top() + 3


LONG = "\n\n".join(f"paragraph {number}" for number in range(12))


def shown_words(qtbot: QtBot, text: str, lines: int = 3) -> tuple[Clamped, MarkdownView, Link]:
    made = Clamped("about", lines=lines)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    made.set_text(text)
    view, more = made.findChild(MarkdownView), made.findChild(Link, "about_more")
    assert view is not None and more is not None
    return made, view, more


def test_more_shows_all_and_less_the_first_lines(qtbot: QtBot) -> None:
    made, view, more = shown_words(qtbot, LONG)
    short, whole = view.height(), view.height_of(99)
    assert more.isVisible() and more.text() == "More…" and short == view.height_of(3) < whole
    more.click()
    assert (view.height(), more.text()) == (whole, "Less")
    more.click()
    assert (view.height(), more.text()) == (short, "More…")
    more.click()
    made.set_text(LONG + "\n\nand another")
    assert more.text() == "More…" and view.height() == short, "of another text the beginning"
    assert view.accessibleName().startswith("paragraph 0")


def test_what_fits_has_nothing_more_and_no_text_is_not_shown(qtbot: QtBot) -> None:
    made, view, more = shown_words(qtbot, "  short  ")
    assert more.isHidden() and view.height() == view.height_of(99) and view.toPlainText() == "short"
    made.set_text("  ")
    assert made.isHidden()
    made.set_text(LONG)
    assert made.isVisible() and more.isVisible()


def test_without_a_limit_all_is_shown(qtbot: QtBot) -> None:
    _made, view, more = shown_words(qtbot, LONG, lines=0)
    assert more.isHidden() and view.height() == view.height_of(99)


def test_a_narrower_place_and_a_larger_font_need_more(qtbot: QtBot, qapp: QApplication) -> None:
    theme.install(qapp, "light")
    made, view, more = shown_words(qtbot, "some words that fit into three lines of this width " * 2)
    assert more.isHidden()
    made.resize(120, 600)
    assert more.isVisible()
    made.resize(300, 600)
    assert more.isHidden()
    before = view.height()
    theme.set_zoom(200)
    qtbot.waitUntil(lambda: more.isVisible() and view.height() > before)
    theme.set_zoom(100)
    assert "href" not in view.toHtml()
