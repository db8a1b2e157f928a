"""A unified diff in the colours of what comes and goes, as long as it is one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.text.diff_colours import DiffColours
from inspector.ui.widgets import theme

DIFF = "--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same\n"


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_lines_have_the_colour_of_their_sign(qtbot: QtBot, qapp: QApplication, mode: str) -> None:
    theme.install(qapp, "light")
    document = QTextDocument(DIFF)
    colours = DiffColours(document)
    colours.active = True
    colours.rehighlight()

    def seen() -> list[list[tuple[str, int]]]:
        blocks = [document.findBlockByNumber(number) for number in range(6)]
        return [
            [(one.format.foreground().color().name(), one.length) for one in block.layout().formats()]
            for block in blocks
        ]

    theme.set_mode(mode)
    muted, error, ok = (theme.color(role).name() for role in ("muted", "error", "ok"))
    assert seen() == [[(muted, 5)], [(muted, 5)], [(muted, 11)], [(error, 4)], [(ok, 4)], []]
    colours.active = False
    colours.rehighlight()
    assert not any(seen())
    theme.install(qapp, "light")
