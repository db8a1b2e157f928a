"""Small controls that several parts of the window share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.controls import Switch

pytestmark = pytest.mark.gui


def test_choice_that_is_offered_again_is_seen(qtbot: QtBot) -> None:
    switch = Switch("views", (("a", "First"), ("b", "Second"), ("c", "Third")))
    qtbot.addWidget(switch)
    for key in ("b", "c"):
        switch.offer(key, False)
    with qtbot.waitExposed(switch):
        switch.show()
    assert switch.tabRect(1).width() == 0
    switch.offer("b", True)
    switch.offer("c", False)
    assert switch.tabRect(1).width() > 0
