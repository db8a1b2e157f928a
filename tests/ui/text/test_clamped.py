"""A long description is cut between lines, not through them."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.text.clamped import Clamped
from inspector.ui.text.markdown_view import MarkdownView


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
