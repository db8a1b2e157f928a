"""Escapes in stderr become looks or nothing."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont

from inspector.printable import without_escapes
from inspector.ui.text.ansi import coloured
from inspector.ui.widgets import theme

pytestmark = pytest.mark.gui


def test_colours_become_roles_and_bold_stays_bold(qapp: object) -> None:
    pieces = list(coloured("plain \x1b[1;31mred\x1b[0m end"))
    assert [text for text, _ in pieces] == ["plain ", "red", " end"]
    assert pieces[1][1].foreground().color() == theme.color("error")
    assert pieces[1][1].fontWeight() == QFont.Weight.Bold
    assert not pieces[2][1].hasProperty(pieces[2][1].Property.ForegroundBrush.value)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("\x1b[2K\x1b[1Gprogress", "progress"),
        ("\x1b]8;;https://example.com\x07link\x1b]8;;\x07", "link"),
        ("\x1b[38;5;196mshade\x1b[m", "shade"),
        ("nothing", "nothing"),
        ("", ""),
    ],
)
def test_escapes_that_are_no_colours_are_left_out(qapp: object, line: str, text: str) -> None:
    assert "".join(piece for piece, _ in coloured(line)) == text
    assert without_escapes(line) == text
