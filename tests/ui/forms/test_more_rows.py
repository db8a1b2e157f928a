"""What stands for rows that are not made yet says once when it is seen."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.ui.forms.more_rows import More


def test_it_says_that_it_was_seen_once_a_turn(qtbot: QtBot) -> None:
    more, seen = More("20 more"), list[bool]()
    qtbot.addWidget(more)
    more.seen.connect(lambda: seen.append(True))
    QApplication.processEvents()
    assert seen == []  # nobody has seen it
    for times in (1, 2):
        more.grab()
        more.grab()
        assert len(seen) == times - 1  # not while it is painted
        QApplication.processEvents()
        QApplication.processEvents()
        assert len(seen) == times
