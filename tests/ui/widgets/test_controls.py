"""Small controls that several parts of the window share."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.widgets.controls import Elided, Switch
from inspector.ui.widgets.plain import tooltip

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


def test_a_line_that_is_cut_has_the_rest_in_its_tooltip(qtbot: QtBot) -> None:
    label = Elided("short")
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.show()
    assert label.toolTip() == ""
    label.setText("long " * 100)
    assert label.toolTip() == tooltip("long " * 100)
    label.resize(20_000, 20)
    assert label.toolTip() == ""
    label.setText("a" * 1_000_000 + "z")
    assert len(label.text()) < 3000 and label.text().endswith("z")


def test_a_tooltip_that_says_more_than_the_line_stays(qtbot: QtBot) -> None:
    label = Elided("short", whole="all that is to be said")
    qtbot.addWidget(label)
    label.resize(200, 20)
    label.show()
    assert label.toolTip() == tooltip("all that is to be said")
